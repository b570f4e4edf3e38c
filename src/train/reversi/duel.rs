//! Matches between two sets of weights at a fixed depth, every opening played with either colour.

use super::play::Choose;
use crate::base::{Color, Move, Rng, below, seeded};
use crate::engine::reversi::node::{Knowledge, Node};
use crate::eval::reversi::patterns::DISC;
use crate::games::reversi::eight::{START, squares};
use crate::search::alphabeta::Position;
use std::sync::Arc;

/// What came of a match, seen from the first player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Sum of the margins in discs.
    pub discs: i64,
}

impl Tally {
    /// Adds what came of other games.
    pub fn add(&mut self, other: &Tally) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.discs += other.discs;
    }

    /// Points per game: a win 1, a draw a half.
    pub fn score(&self) -> f64 {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games
    }
}

/// Plays two games from an opening of that many random moves drawn by the seed, each player beginning once, and adds them to
/// the tally. Players choose moves by searches of `depth` plies; `None` if the opening ended the game.
pub fn pair(
    knowledge: [&Arc<Knowledge>; 2],
    choose: [&mut Choose<'_>; 2],
    depth: u32,
    random: u32,
    seed: u64,
    tally: &mut Tally,
) -> Option<()> {
    let [first, second] = choose;
    let opening = opening(knowledge[0], random, &mut seeded(seed))?;
    for black in [0, 1] {
        let mut moves = opening.clone();
        let margin = loop {
            let node = replay(knowledge[0], &moves);
            if let Some(value) = node.outcome() {
                let discs = value / DISC;
                break if node.to_move() == Color::Black { discs } else { -discs };
            }
            let player = if node.to_move() == Color::Black { black } else { 1 - black };
            let (mv, _) = if player == 0 {
                first(&replay(knowledge[0], &moves), depth)
            } else {
                second(&replay(knowledge[1], &moves), depth)
            };
            moves.push(mv);
        };
        let margin = if black == 0 { margin } else { -margin };
        tally.discs += i64::from(margin);
        match margin.signum() {
            1 => tally.won += 1,
            0 => tally.drawn += 1,
            _ => tally.lost += 1,
        }
    }
    Some(())
}

fn replay(knowledge: &Arc<Knowledge>, moves: &[Move]) -> Node {
    let mut node = Node::new(knowledge, START[0], START[1], Color::Black);
    moves.iter().for_each(|&mv| node.play(mv));
    node
}

fn opening(knowledge: &Arc<Knowledge>, random: u32, rng: &mut Rng) -> Option<Vec<Move>> {
    let mut node = Node::new(knowledge, START[0], START[1], Color::Black);
    let mut moves = Vec::new();
    for _ in 0..random {
        let mobility = node.mobility();
        let square = squares(mobility).nth(below(rng, mobility.count_ones()) as usize)?;
        let mv = Move::xy(square % 8, square / 8);
        moves.push(mv);
        node.play(mv);
    }
    node.outcome().is_none().then_some(moves)
}
