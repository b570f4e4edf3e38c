//! The Gomoku engine: at present the plain one, over random games that make and stop fives.

pub mod vct;

use super::{GOMOKU_OPTIONS, Plain};
use crate::eval::gomoku::{Lines, NearbyPlayouts};
use crate::games::gomoku::GomokuState;

/// The engine.
pub type GomokuEngine = Plain<GomokuState, NearbyPlayouts>;

/// An engine with default options. Which player it is (`uct`, `alphabeta`, `random`) is one of them.
pub fn engine() -> GomokuEngine {
    Plain::new(&GOMOKU_OPTIONS, NearbyPlayouts, terms).with_alphabeta(Lines)
}

/// The rules in one number: [`crate::game::State::key`] leaves them out.
fn terms(state: &GomokuState) -> u64 {
    let rules = state.rules();
    rules.variant as u64 | u64::from(rules.pass) << 8 | u64::from(rules.draw_after) << 16
}

#[cfg(test)]
mod tests;
