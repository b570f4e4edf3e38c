//! Floor 5: engines. A recipe per game: which search with which evaluator, and when to pass or resign.

mod deep;
mod effort;
pub mod go;
pub mod gomoku;
pub mod must_move;
mod options;
pub mod phantom;
mod plain;
mod random;
pub mod reversi;
mod task;
mod watch;

pub use options::{
    CAPTURE_OPTIONS, GO_OPTIONS, GOMOKU_OPTIONS, NOGO_OPTIONS, OPTION_TABLES, OptionKind,
    OptionRow, OptionTable, OptionValue, Options, PHANTOM_OPTIONS, REVERSI_OPTIONS, Scope,
    options_of,
};
pub use plain::Plain;
pub use random::{Random, as_it_stands};
pub use task::{Engine, EngineError, PointStatus, Purpose, Stop, Task, Thought};
use watch::Due;
pub use watch::Watch;

use crate::games::go::GoState;

/// The Go engine of that name (a value of the option `engine`), every other option at its default.
pub fn go(name: &str) -> Option<Box<dyn Engine<GoState>>> {
    let mut engine = go::GoEngine::new();
    engine.set_option("engine", name).ok()?;
    Some(Box::new(engine))
}
