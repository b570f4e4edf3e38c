//! Matches between two sets of weights at a fixed number of positions a move, every opening played with either colour.

use super::play::{Plan, choose, is_decided, opening};
use crate::base::{BoardSize, Color, Move, seeded};
use crate::engine::gomoku::node::Node;
use crate::eval::gomoku::weights::Weights;
use crate::game::State;
use crate::games::gomoku::{GomokuState, Rules};
use crate::search::alphabeta::AlphaBeta;
use std::sync::Arc;

/// One player.
pub struct Player {
    /// What it knows.
    pub weights: Arc<Weights>,
    /// How it searches.
    pub search: AlphaBeta<Node>,
    /// Positions a move.
    pub nodes: u64,
}

/// Games won, drawn and lost by the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

impl Tally {
    /// Adds other games.
    pub fn add(&mut self, other: &Tally) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }

    /// Points per game: a win 1, a draw a half.
    pub fn score(&self) -> f64 {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games
    }
}

/// Two games from a fair opening drawn by the seed (the first player's short search says what is fair), each player having
/// Black once. A game ends when the player to move sees its own win or loss; nothing is played where no opening is found.
pub fn pair(
    players: [&mut Player; 2],
    (size, rules): (BoardSize, Rules),
    plan: &Plan,
    seed: u64,
) -> Tally {
    let [first, second] = players;
    let mut tally = Tally::default();
    let mut rng = seeded(seed);
    let board = (size, rules);
    let Some(start) = opening(&mut first.search, &first.weights, board, plan, &mut rng) else {
        return tally;
    };
    for black in [0, 1] {
        let mut state = GomokuState::new(size, rules);
        start.iter().for_each(|&point| state.play(Move::at(point)));
        first.search.clear();
        second.search.clear();
        let mut decided = None;
        let winner = loop {
            if let Some(outcome) = state.outcome() {
                break outcome.winner();
            }
            if decided.is_some() {
                break decided;
            }
            let color = state.to_move();
            let player = if color.index() == black { &mut *first } else { &mut *second };
            let Player { weights, search, nodes } = player;
            let Some(choice) = choose(search, &state, weights, *nodes) else { break None };
            if is_decided(choice.value) {
                decided = Some(if choice.value > 0 { color } else { color.other() });
            }
            state.play(Move::at(choice.point));
        };
        match winner.map(Color::index) {
            Some(color) if color == black => tally.won += 1,
            Some(_) => tally.lost += 1,
            None => tally.drawn += 1,
        }
    }
    tally
}
