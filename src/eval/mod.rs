//! Floor 3: evaluators. Knows the games, not the searches.

pub mod capture;
pub mod go;
pub mod gomoku;
mod leaf;
pub mod net;
pub mod nogo;
mod random;
pub mod reversi;
mod static_value;

pub use leaf::{Evaluator, Leaf, Prior, uniform_priors};
pub use random::RandomPlayouts;
pub use static_value::StaticValue;
