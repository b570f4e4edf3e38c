//! Floor 4: searches. Knows states and evaluators, never a protocol or a clock.

pub mod alphabeta;
pub mod belief;
pub mod endgame;
mod limits;
pub mod mcts;
mod report;

pub use limits::{Limits, Progress, Supervisor, Unhurried};
pub use report::{Basis, Candidate, Report};
