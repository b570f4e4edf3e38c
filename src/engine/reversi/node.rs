//! A position of 8x8 Reversi as alpha-beta searches it: bitboards, pattern codes, and an exact solver for the end.

use super::probcut;
use crate::base::{Color, Move};
use crate::eval::reversi::patterns::{self, Codes, DISC, Layout, MOST, Weights};
use crate::games::reversi::eight::{CORNERS, Cpu, final_margin, on_cpu, per_cpu};
use crate::search::alphabeta::{Control, Ordered, Position, ProbCut, Solved};
use crate::search::endgame::Solver;
use std::sync::Arc;

/// From that many empty squares down, what remains is left to the solver.
const SOLVE_AT: u32 = 18;

/// What all positions of a search share.
pub struct Knowledge {
    /// The processor's version of the operations.
    pub cpu: Cpu,
    /// What patterns are worth.
    pub weights: Arc<Weights>,
    /// The endgame solver.
    pub solver: Solver,
}

impl Knowledge {
    /// With these weights, and a table of at most that many bytes for the solver.
    pub fn new(weights: Arc<Weights>, solver_bytes: usize) -> Knowledge {
        Knowledge::on(Cpu::detect(), weights, solver_bytes)
    }

    /// The same for a processor's version of the operations that is named.
    pub fn on(cpu: Cpu, weights: Arc<Weights>, solver_bytes: usize) -> Knowledge {
        Knowledge { cpu, weights, solver: Solver::new(cpu, solver_bytes) }
    }
}

/// Discs and codes. The side to move can move, or the game is over: forced passes are made at once.
#[derive(Clone, Copy)]
struct Board {
    own: u64,
    other: u64,
    /// Where the side to move may play; none when the game is over.
    moves: u64,
    codes: Codes,
    color: Color,
}

impl Board {
    #[inline(always)]
    fn empties(&self) -> u32 {
        (self.own | self.other).count_zeros()
    }
}

/// A position, and what is known of all positions.
#[derive(Clone)]
pub struct Node {
    knowledge: Arc<Knowledge>,
    at: Board,
}

per_cpu! {
    with patterns as patterns_cpu;
    pub(super) fn mobility(own: u64, other: u64) -> u64 {
        cpu::mobility(own, other)
    }

    /// Makes a move, and the pass of the other side if it is forced.
    pub(super) fn play(layout: &Layout, at: &mut Board, square: usize) {
        let flips = cpu::flips(at.own, at.other, square);
        at.codes.play(layout, at.color, square, flips);
        (at.own, at.other) = (at.other ^ flips, at.own ^ flips | 1 << square);
        at.color = at.color.other();
        at.moves = cpu::mobility(at.own, at.other);
        if at.moves == 0 {
            let back = cpu::mobility(at.other, at.own);
            if back != 0 {
                (at.own, at.other) = (at.other, at.own);
                at.color = at.color.other();
                at.moves = back;
            }
        }
    }

    pub(super) fn evaluate(knowledge: &Knowledge, at: &Board) -> i32 {
        let (layout, weights) = (knowledge.weights.layout(), &knowledge.weights);
        patterns_cpu::value(weights, layout, &at.codes, at.color, at.empties())
    }

    pub(super) fn order(
        knowledge: &Knowledge, at: &Board, depth: i32, ordered: &mut Vec<Ordered>,
    ) {
        let empties = at.empties();
        let to_the_end = depth >= empties.cast_signed();
        // How much an answer of the other side weighs against what patterns say, in 1/128 disc.
        let answer_weight = if to_the_end { 160 } else { 32 };
        let mut left = at.moves;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            let disc = left & left.wrapping_neg();
            left ^= disc;
            let flips = cpu::flips(at.own, at.other, square);
            let (next, last) = (at.other ^ flips, at.own ^ flips | disc);
            let answers = cpu::mobility(next, last);
            let weight = (answers.count_ones() + (answers & CORNERS).count_ones()).cast_signed();
            let mut codes = at.codes;
            codes.play(knowledge.weights.layout(), at.color, square, flips);
            let to_move = at.color.other();
            let (layout, weights) = (knowledge.weights.layout(), &knowledge.weights);
            let value = patterns_cpu::value(weights, layout, &codes, to_move, empties - 1);
            let urgency = -answer_weight * weight - value;
            ordered.push(Ordered { mv: Move::xy(square % 8, square / 8), urgency });
        }
    }

    /// A search of at most three plies, without table.
    pub(super) fn shallow(
        knowledge: &Knowledge, at: &Board, depth: i32, alpha: i32, beta: i32, nodes: &mut u64,
    ) -> i32 {
        // Moves in the order of how few answers they leave, four bits of count over six of square.
        let mut order = [0u16; 36];
        let mut count = 0;
        let mut left = at.moves;
        while left != 0 {
            let square = left.trailing_zeros() as u16;
            let disc = left & left.wrapping_neg();
            left ^= disc;
            let mut rank = 0;
            if depth > 1 {
                let flips = cpu::flips(at.own, at.other, square.into());
                let answers = cpu::mobility(at.other ^ flips, at.own ^ flips | disc);
                rank = answers.count_ones() as u16 + (answers & CORNERS).count_ones() as u16;
                rank += if disc & CORNERS != 0 { 0 } else { 4 };
            }
            order[count & 31] = rank << 6 | square;
            count += 1;
        }
        let count = count.min(32);
        let mut best = i32::MIN;
        let mut bound = alpha;
        for index in 0..count {
            if depth > 1 {
                let mut pick = index;
                for other in index + 1..count {
                    if order[other] < order[pick] {
                        pick = other;
                    }
                }
                order.swap(index, pick);
            }
            let mut child = *at;
            play(knowledge.weights.layout(), &mut child, usize::from(order[index] & 63));
            *nodes += 1;
            let same = child.color == at.color;
            let value = if child.moves == 0 {
                let margin = final_margin(child.own, child.other) * DISC;
                if same { margin } else { -margin }
            } else if depth == 1 {
                let (layout, empties) = (knowledge.weights.layout(), child.empties());
                let weights = &knowledge.weights;
                let value =
                    patterns_cpu::value(weights, layout, &child.codes, child.color, empties);
                if same { value } else { -value }
            } else if same {
                shallow(knowledge, &child, depth - 1, bound, beta, nodes)
            } else {
                -shallow(knowledge, &child, depth - 1, -beta, -bound, nodes)
            };
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                bound = bound.max(value);
            }
        }
        best
    }
}

impl Node {
    /// The position with these discs of Black and White and that side to move; a forced pass is made.
    pub fn new(knowledge: &Arc<Knowledge>, black: u64, white: u64, to_move: Color) -> Node {
        let (mut own, mut other) =
            if to_move == Color::Black { (black, white) } else { (white, black) };
        let mut color = to_move;
        let mut moves = on_cpu!(knowledge.cpu, mobility(own, other));
        if moves == 0 {
            let back = on_cpu!(knowledge.cpu, mobility(other, own));
            if back != 0 {
                (own, other, color, moves) = (other, own, color.other(), back);
            }
        }
        let at = Board {
            own,
            other,
            moves,
            codes: knowledge.weights.layout().codes(black, white),
            color,
        };
        Node { knowledge: knowledge.clone(), at }
    }

    /// Empty squares.
    #[inline]
    pub fn empties(&self) -> u32 {
        self.at.empties()
    }

    /// The discs of the side to move and of the other.
    pub fn discs(&self) -> (u64, u64) {
        (self.at.own, self.at.other)
    }

    /// Where the side to move may play.
    pub fn mobility(&self) -> u64 {
        self.at.moves
    }
}

impl Position for Node {
    type Aid = ();

    const LIMIT: i32 = 65 * DISC;
    const PROBCUT: bool = true;
    const HISTORY: i32 = 0;
    const SHALLOW: i32 = 2;
    const ASPIRATION: i32 = 3 * DISC;
    const LEAP: i32 = 8;

    #[inline]
    fn key(&self) -> u64 {
        // One value for either colour: what a position is worth depends on own and other discs only.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let first =
            fold(self.at.own ^ 0x9e37_79b9_7f4a_7c15, self.at.other ^ 0xd1b5_4a32_d192_ed03);
        fold(first ^ 0xaef1_7502_108e_f2d9, self.at.own.rotate_left(32) ^ 0xa076_1d64_78bd_642f)
            ^ self.at.other
    }

    #[inline]
    fn to_move(&self) -> Color {
        self.at.color
    }

    #[inline]
    fn outcome(&self) -> Option<i32> {
        (self.at.moves == 0).then(|| final_margin(self.at.own, self.at.other) * DISC)
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        on_cpu!(self.knowledge.cpu, evaluate(&self.knowledge, &self.at))
    }

    fn score(value: i32) -> f32 {
        value as f32 / DISC as f32
    }

    fn winrate(value: i32) -> f32 {
        // A lead of four discs in the middle of a game wins about three games of four.
        1.0 / (1.0 + libm::expf(-value as f32 / (4 * DISC) as f32))
    }

    fn copy_from(&mut self, other: &Node) {
        // Counting owners at every node would cost more than the move.
        if !Arc::ptr_eq(&self.knowledge, &other.knowledge) {
            self.knowledge = other.knowledge.clone();
        }
        self.at = other.at;
    }

    #[inline]
    fn moves(&self, depth: i32, moves: &mut Vec<Ordered>) {
        on_cpu!(self.knowledge.cpu, order(&self.knowledge, &self.at, depth, moves));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            on_cpu!(
                self.knowledge.cpu,
                play(self.knowledge.weights.layout(), &mut self.at, point.y() * 8 + point.x())
            );
        }
    }

    fn remaining(&self) -> Option<i32> {
        Some(self.empties().cast_signed())
    }

    fn bounds(&self) -> (i32, i32) {
        // Nothing is stable before there is a disc in a corner or much of the board is full.
        if (self.at.own | self.at.other) & CORNERS == 0 || self.empties() > 30 {
            return (-Self::LIMIT, Self::LIMIT);
        }
        let stability = self.knowledge.solver.stability();
        let count = |own, other| stability.stable(own, other).count_ones().cast_signed();
        let (own, other) = (count(self.at.own, self.at.other), count(self.at.other, self.at.own));
        ((2 * own - 64) * DISC, (64 - 2 * other) * DISC)
    }

    fn probcut(&self, depth: i32) -> Option<ProbCut> {
        probcut::probcut(depth, self.empties())
    }

    fn shallow(&self, depth: i32, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
        on_cpu!(self.knowledge.cpu, shallow(&self.knowledge, &self.at, depth, alpha, beta, nodes))
    }

    fn solve(&self, alpha: i32, beta: i32, control: &dyn Control) -> Option<Solved> {
        if self.empties() > SOLVE_AT {
            return None;
        }
        let (low, high) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
        let solved = self.knowledge.solver.solve(self.at.own, self.at.other, low, high, control);
        Some(Solved { value: solved.value * DISC, best: solved.best })
    }
}

/// The greatest value a static evaluation gives.
const _: () = assert!(MOST < Node::LIMIT);

#[cfg(test)]
mod tests;
