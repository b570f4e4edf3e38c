//! Floor 5: engines. A recipe per game: which search with which evaluator, and when to pass or resign.

mod options;
mod random;
mod task;

pub use options::{
    GO_OPTIONS, OPTION_TABLES, OptionKind, OptionRow, OptionTable, OptionValue, Options, Scope,
    options_of,
};
pub use random::Random;
pub use task::{Engine, EngineError, PointStatus, Purpose, Stop, Task, Thought};

use crate::games::go::GoState;

/// The Go engine of that name.
pub fn go(name: &str) -> Option<Box<dyn Engine<GoState>>> {
    match name {
        "random" => Some(Box::new(Random::go(0))),
        _ => None,
    }
}
