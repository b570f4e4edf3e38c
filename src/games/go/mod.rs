//! Go: board, rules, state and scoring; and other games on its board, NoGo and Capture Go. Knows nothing of searching or of
//! text protocols.

mod benson;
mod board;
mod capture;
#[cfg(test)]
mod diagram;
mod must_move;
mod nogo;
pub mod phantom;
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
pub use capture::{CaptureRules, CaptureState};
pub use must_move::{Aim, MustMove};
pub use nogo::{Nogo, NogoState};
pub use points::PointSet;
pub use rules::{HandicapBonus, Ko, RULE_SETS, RuleSet, Rules, RulesError, Scoring, Tax};
pub use scoring::Score;
pub use setup::SetupError;
pub use state::{Change, GoState, RECENT, UNDONE};
