//! Exact endgames of 8x8 Reversi: a null-window search to the end of the game.
//!
//! Values are discs for the side to move, empty squares to the winner. From the bottom up: the last four empty squares are
//! written out (`last`); up to `SHALLOW` of them moves are tried by parity alone; above, moves that leave the other
//! side few answers come first, stable discs bound the value, and a table remembers positions. More empty squares than
//! about eighteen are better searched by [`crate::search::alphabeta`], which knows an evaluation to order moves by and calls
//! this solver at its leaves.

mod last;
mod table;
#[cfg(test)]
mod tests;

use super::alphabeta::{Control, Solved};
use crate::base::Move;
use crate::games::reversi::eight::{CORNERS, Cpu, Stability, final_margin, on_cpu, per_cpu};
use last::{last, odd_quarters};
use table::{Known, Table, hash};

/// Up to that many empty squares a position is searched without table and mobility.
const SHALLOW: u32 = 6;

/// Up to that many empty squares positions go into the small table.
const NEAR: u32 = 11;
/// Size of the small table: it is to stay in a processor's own cache.
const NEAR_BYTES: usize = 1 << 19;

/// A solver with its table, for any number of threads.
pub struct Solver {
    cpu: Cpu,
    /// Positions with more than [`NEAR`] empty squares.
    table: Table,
    /// Those with fewer: most of all, and worth remembering for a moment only. The table is small, since a look into a large
    /// one takes longer than what it saves here.
    near: Table,
    stability: Stability,
}

/// A solver at work in one thread.
struct Run<'a> {
    table: &'a Table,
    near: &'a Table,
    stability: &'a Stability,
    control: &'a dyn Control,
    /// Positions visited since the control was told last.
    nodes: u64,
    stopped: bool,
}

/// Positions between two looks at the control.
const PATIENCE: u64 = 4096;

impl Run<'_> {
    #[inline]
    fn tell(&mut self) {
        if self.nodes >= PATIENCE {
            self.stopped |= !self.control.visit(self.nodes);
            self.nodes = 0;
        }
    }
}

impl Solver {
    /// A solver for that processor with a table of at most that many bytes.
    pub fn new(cpu: Cpu, bytes: usize) -> Solver {
        Solver {
            cpu,
            table: Table::new(bytes),
            near: Table::new(bytes.min(NEAR_BYTES)),
            stability: Stability::default(),
        }
    }

    /// The stable discs it goes by.
    pub fn stability(&self) -> &Stability {
        &self.stability
    }

    /// Forgets all positions.
    pub fn clear(&self) {
        self.table.clear();
        self.near.clear();
    }

    /// The value of a position within the window (alpha, beta), fail-soft, with the best move if one was proved best.
    /// Meaningless once the control has said stop.
    pub fn solve(
        &self,
        own: u64,
        other: u64,
        alpha: i32,
        beta: i32,
        control: &dyn Control,
    ) -> Solved {
        let mut run = Run {
            table: &self.table,
            near: &self.near,
            stability: &self.stability,
            control,
            nodes: 0,
            stopped: false,
        };
        // Null windows, each told by the last one's answer where to look next.
        let (mut low, mut high) = (-64, 64);
        let mut guess = if beta - alpha > 4 { (alpha.max(-64) + beta.min(64)) / 2 } else { alpha };
        guess = guess.clamp(-65, 63);
        while low < high && low < beta && high > alpha && !run.stopped {
            let value = on_cpu!(self.cpu, null_window(&mut run, own, other, guess));
            if value > guess {
                low = value;
                guess = value;
            } else {
                high = value;
                guess = value - 1;
            }
        }
        let value = if high <= alpha { high } else { low };
        let near = (own | other).count_zeros() <= NEAR;
        let table = if near { &self.near } else { &self.table };
        let known = table.get(hash(own, other));
        // The last few squares are searched without the table: there the moves are tried once more.
        let square = match known.map_or(64, |known| known.best) {
            64 if value > alpha => on_cpu!(self.cpu, reaching(&mut run, own, other, value)),
            best => best,
        };
        control.visit(run.nodes);
        let best =
            (square < 64).then(|| Move::xy(usize::from(square % 8), usize::from(square / 8)));
        Solved { value, best }
    }
}

/// A move with its worth for the order.
#[derive(Clone, Copy)]
struct Choice {
    urgency: i32,
    square: u32,
    flips: u64,
}

/// Lower bounds of alpha from which the stable discs are counted, by empty squares: below, they hardly ever suffice.
const fn stability_pays(alpha: i32, empties: u32) -> bool {
    alpha >= 2 * empties.cast_signed() - 6
}

/// What a square is worth in the order of moves, all else being equal.
static WORTH: [i8; 64] = worth();

const fn worth() -> [i8; 64] {
    // One eighth of the board: a1 b1 c1 d1, b2 c2 d2, c3 d3, d4.
    let eighth = [18, 4, 16, 12, 2, 6, 8, 14, 10, 0];
    let mut worth = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (x, y) = (if x > 3 { 7 - x } else { x }, if y > 3 { 7 - y } else { y });
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        let start = [0, 4, 7, 9][low];
        worth[square] = eighth[start + high - low];
        square += 1;
    }
    worth
}

per_cpu! {
    with last as cpu_last;
    /// Is the value above alpha? Fail-soft.
    pub(super) fn null_window(run: &mut Run<'_>, own: u64, other: u64, alpha: i32) -> i32 {
        let empty = !(own | other);
        match empty.count_ones() {
            0 => final_margin(own, other),
            1 => last(own, empty.trailing_zeros() as usize),
            2 => {
                let first = empty.trailing_zeros() as usize;
                let second = (empty & (empty - 1)).trailing_zeros() as usize;
                cpu_last::two(own, other, alpha, [first, second], &mut run.nodes)
            }
            3 => cpu_last::few::<3, false>(own, other, alpha, empty, &mut run.nodes),
            4 => cpu_last::few::<4, false>(own, other, alpha, empty, &mut run.nodes),
            empties if empties <= SHALLOW => shallow(run, own, other, alpha, empties),
            empties => deep(run, own, other, alpha, empties, cpu::mobility(own, other)),
        }
    }

    /// A move that is worth at least `value`; 64 if there is none.
    pub(super) fn reaching(run: &mut Run<'_>, own: u64, other: u64, value: i32) -> u8 {
        let mut left = cpu::mobility(own, other);
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = cpu::flips(own, other, square as usize);
            let (next, last) = (other ^ flips, own ^ flips | 1 << square);
            if -null_window(run, next, last, -value) >= value {
                return square as u8;
            }
        }
        64
    }

    /// Five empty squares up to [`SHALLOW`].
    fn shallow(run: &mut Run<'_>, own: u64, other: u64, alpha: i32, empties: u32) -> i32 {
        run.nodes += 1;
        if stability_pays(alpha, empties) {
            let most = 64 - 2 * run.stability.stable(other, own).count_ones().cast_signed();
            if most <= alpha {
                return most;
            }
        }
        let moves = cpu::mobility(own, other);
        let empty = !(own | other);
        if moves == 0 {
            return if cpu::mobility(other, own) == 0 {
                final_margin(own, other)
            } else {
                -shallow(run, other, own, !alpha, empties)
            };
        }
        let odd = odd_quarters(empty);
        let mut best = i32::MIN;
        for set in [moves & odd, moves & !odd] {
            let mut left = set;
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let flips = cpu::flips(own, other, square);
                let disc = 1u64 << square;
                let (next, last) = (other ^ flips, own ^ flips | disc);
                let value = if empties == 5 {
                    -cpu_last::few::<4, false>(next, last, !alpha, empty ^ disc, &mut run.nodes)
                } else {
                    -shallow(run, next, last, !alpha, empties - 1)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// More empty squares than [`SHALLOW`]; `moves` are those of the side to move.
    fn deep(run: &mut Run<'_>, own: u64, other: u64, alpha: i32, empties: u32, moves: u64) -> i32 {
        run.nodes += 1;
        run.tell();
        if run.stopped {
            return alpha;
        }
        if stability_pays(alpha, empties) {
            let most = 64 - 2 * run.stability.stable(other, own).count_ones().cast_signed();
            if most <= alpha {
                return most;
            }
        }
        if moves == 0 {
            let answers = cpu::mobility(other, own);
            return if answers == 0 {
                final_margin(own, other)
            } else {
                -deep(run, other, own, !alpha, empties, answers)
            };
        }
        let key = hash(own, other);
        let table = if empties <= NEAR { run.near } else { run.table };
        let mut known = table.get(key).unwrap_or(Known::NOTHING);
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
        let odd = odd_quarters(!(own | other));
        let mut choices = [Choice { urgency: 0, square: 0, flips: 0 }; 34];
        let mut count = 0;
        let mut left = moves;
        while left != 0 {
            let square = left.trailing_zeros();
            let disc = left & left.wrapping_neg();
            left ^= disc;
            let flips = cpu::flips(own, other, square as usize);
            if flips == other {
                return 64;
            }
            let urgency = if square == u32::from(known.best) {
                i32::MAX
            } else {
                let (next, last) = (other ^ flips, own ^ flips | disc);
                let answers = cpu::mobility(next, last);
                let weight = answers.count_ones() + (answers & CORNERS).count_ones();
                let parity = if odd & disc != 0 { if empties < 12 { 24 } else { 8 } } else { 0 };
                i32::from(WORTH[square as usize]) + parity - 32 * weight.cast_signed()
            };
            choices[count & 31] = Choice { urgency, square, flips };
            count += 1;
        }
        let mut best = i32::MIN;
        let mut best_square = 64;
        for index in 0..count.min(32) {
            let mut pick = index;
            for other in index + 1..count {
                if choices[other & 31].urgency > choices[pick & 31].urgency {
                    pick = other;
                }
            }
            choices.swap(index, pick & 31);
            let Choice { square, flips, .. } = choices[index];
            let (next, last) = (other ^ flips, own ^ flips | 1 << square);
            let value = if empties - 1 <= SHALLOW {
                -shallow(run, next, last, !alpha, empties - 1)
            } else {
                -deep(run, next, last, !alpha, empties - 1, cpu::mobility(next, last))
            };
            if run.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                best_square = square;
                if value > alpha {
                    break;
                }
            }
        }
        if best > alpha {
            known.lower = known.lower.max(best as i8);
            known.best = best_square as u8;
        } else {
            known.upper = known.upper.min(best as i8);
            if known.best > 63 {
                known.best = best_square as u8;
            }
        }
        table.put(key, known, empties);
        best
    }
}
