//! Floor 3: evaluators. Knows the games, not the searches.

mod leaf;

pub use leaf::{Evaluator, Leaf, Prior, uniform_priors};
