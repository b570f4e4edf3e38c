//! The Reversi engine: at present the plain one, over uniformly random games. It never resigns: every disc counts.

use super::{Plain, REVERSI_OPTIONS};
use crate::eval::RandomPlayouts;
use crate::games::reversi::{Empties, Goal, ReversiState};

/// The engine.
pub type ReversiEngine = Plain<ReversiState, RandomPlayouts>;

/// An engine with default options. Which player it is (`uct`, `random`) is one of them.
pub fn engine() -> ReversiEngine {
    Plain::new(&REVERSI_OPTIONS, RandomPlayouts, terms)
}

/// The rules in one number.
fn terms(state: &ReversiState) -> u64 {
    let rules = state.rules();
    u64::from(rules.goal == Goal::Fewest) << 1 | u64::from(rules.empties == Empties::Nobody)
}

#[cfg(test)]
mod tests;
