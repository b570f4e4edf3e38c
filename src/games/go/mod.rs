//! Go: board, rules, state and scoring. Knows nothing of searching or of text protocols.

mod benson;
mod board;
#[cfg(test)]
mod diagram;
mod points;
#[cfg(test)]
mod repetition;
mod rules;
mod scoring;
mod setup;
pub mod small;
mod state;

pub use benson::UnconditionalLife;
pub use board::{Board, EMPTY, WALL};
pub use points::PointSet;
pub use rules::{HandicapBonus, Ko, RULE_SETS, RuleSet, Rules, RulesError, Scoring, Tax};
pub use scoring::Score;
pub use setup::SetupError;
pub use state::GoState;
