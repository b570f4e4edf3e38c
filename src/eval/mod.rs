//! Floor 3: evaluators. Knows the games, not the searches.

pub mod go;
pub mod gomoku;
mod leaf;
mod random;
pub mod reversi;

pub use leaf::{Evaluator, Leaf, Prior, uniform_priors};
pub use random::RandomPlayouts;
