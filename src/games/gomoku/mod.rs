//! Gomoku, Renju and Caro: five in a row on boards of any size. Knows nothing of searching or of text protocols.

mod board;
mod forbidden;
mod playout;
mod rules;
mod state;
pub mod swap2;

pub use board::{Board, DIRECTIONS};
pub use forbidden::{Foul, foul};
pub use rules::{RULE_SETS, RuleSet, Rules, RulesError, Variant};
pub use state::{GomokuState, SetupError};
