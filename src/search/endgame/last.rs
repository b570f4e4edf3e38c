//! The last four empty squares and the discs of the very last move.

use crate::games::reversi::eight::{final_margin, per_cpu};

/// For a place in a line of eight and the own discs in it, all others but the place being enemy ones: how many discs a
/// disc put there turns over.
static COUNTS: [[u8; 256]; 8] = counts();

const fn counts() -> [[u8; 256]; 8] {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut total = 0;
            let mut at = place as i32 - 1;
            while at >= 0 && own >> at & 1 == 0 {
                at -= 1;
            }
            if at >= 0 {
                total += place as i32 - 1 - at;
            }
            let mut at = place as i32 + 1;
            while at < 8 && own >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                total += at - place as i32 - 1;
            }
            counts[place][own] = total as u8;
            own += 1;
        }
        place += 1;
    }
    counts
}

/// The two diagonals through each square, itself included.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut diagonals = [[0; 2]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (x, y, u, v) = (a % 8, a / 8, b % 8, b / 8);
            if x + y == u + v {
                diagonals[a][0] |= 1 << b;
            }
            if x + v == u + y {
                diagonals[a][1] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    diagonals
}

/// How many discs the last disc of a game turns over on the only empty square.
#[inline(always)]
fn last_flips(own: u64, square: usize) -> i32 {
    let square = square & 63;
    let (x, y) = (square & 7, square >> 3);
    let row = own >> (8 * y) & 0xff;
    let column = (own >> x & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let [falling, rising] = DIAGONALS[square];
    let falling = (own & falling).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let rising = (own & rising).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let count = |place: usize, line: u64| i32::from(COUNTS[place][line as usize & 0xff]);
    count(x, row) + count(y, column) + count(x, falling) + count(x, rising)
}

/// The eight squares around each.
pub(super) static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let disc = 1u64 << square;
        let row = disc | (disc << 1) & 0xfefe_fefe_fefe_fefe | (disc >> 1) & 0x7f7f_7f7f_7f7f_7f7f;
        around[square] = (row | row << 8 | row >> 8) & !disc;
        square += 1;
    }
    around
}

/// The four quarters of the board.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Those empty squares that lie in quarters with an odd number of them.
#[inline(always)]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empty & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    odd & empty
}

/// One empty square: the value for the side to move.
#[inline(always)]
pub(super) fn last(own: u64, square: usize) -> i32 {
    let discs = 2 * own.count_ones().cast_signed();
    let flips = last_flips(own, square);
    if flips > 0 {
        return discs + 2 * flips + 2 - 64;
    }
    let flips = last_flips(!own & !(1 << (square & 63)), square);
    if flips > 0 {
        return discs - 2 * flips - 64;
    }
    // Nobody can move there: it goes to the winner, and 63 discs have one.
    let difference = discs - 63;
    difference + difference.signum()
}

per_cpu! {
    /// Two empty squares.
    pub fn two(own: u64, other: u64, alpha: i32, squares: [usize; 2], nodes: &mut u64) -> i32 {
        *nodes += 1;
        let mut best = i32::MIN;
        for (at, left) in [(squares[0], squares[1]), (squares[1], squares[0])] {
            if AROUND[at] & other == 0 {
                continue;
            }
            let flips = cpu::flips(own, other, at);
            if flips != 0 {
                *nodes += 1;
                let value = -last(other ^ flips, left);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > i32::MIN {
            return best;
        }
        // No move: the other side, then the end.
        let mut worst = i32::MAX;
        for (at, left) in [(squares[0], squares[1]), (squares[1], squares[0])] {
            if AROUND[at] & own == 0 {
                continue;
            }
            let flips = cpu::flips(other, own, at);
            if flips != 0 {
                *nodes += 1;
                let value = last(own ^ flips, left);
                if value <= alpha {
                    return value;
                }
                worst = worst.min(value);
            }
        }
        if worst < i32::MAX { worst } else { final_margin(own, other) }
    }

    /// Three or four empty squares, given in the order of trial.
    pub fn few<const N: usize, const PASSED: bool>(
        own: u64, other: u64, alpha: i32, empty: u64, nodes: &mut u64,
    ) -> i32 {
        *nodes += 1;
        let mut best = i32::MIN;
        let odd = odd_quarters(empty);
        for set in [odd, empty & !odd] {
            let mut left = set;
            while left != 0 {
                let at = left.trailing_zeros() as usize;
                left &= left - 1;
                if AROUND[at] & other == 0 {
                    continue;
                }
                let flips = cpu::flips(own, other, at);
                if flips == 0 {
                    continue;
                }
                let disc = 1u64 << at;
                let (next, last, empty) = (other ^ flips, own ^ flips | disc, empty ^ disc);
                let value = if N == 3 {
                    let first = empty.trailing_zeros() as usize;
                    let second = (empty & (empty - 1)).trailing_zeros() as usize;
                    -two(next, last, !alpha, [first, second], nodes)
                } else {
                    -few::<3, false>(next, last, !alpha, empty, nodes)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > i32::MIN {
            best
        } else if PASSED {
            final_margin(own, other)
        } else {
            // Counted once more, as any position with the other side to move.
            -few::<N, true>(other, own, !alpha, empty, nodes)
        }
    }
}
