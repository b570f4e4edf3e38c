//! Go: board, rules, state and scoring. Knows nothing of searching or of text protocols.

mod board;
mod rules;
mod state;

pub use board::{Board, EMPTY, WALL};
pub use rules::{HandicapBonus, Ko, Rules, Scoring, Tax};
pub use state::GoState;
