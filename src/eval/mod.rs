//! Floor 3: evaluators. Knows the games, not the searches.

pub mod go;
mod leaf;

pub use leaf::{Evaluator, Leaf, Prior, uniform_priors};
