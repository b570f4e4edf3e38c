//! Iterative-deepening alpha-beta for any game: principal variation search over a transposition table.

mod position;

pub use position::{Control, Ordered, Position, ProbCut, Solved};
