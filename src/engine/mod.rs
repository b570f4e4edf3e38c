//! Floor 5: engines. A recipe per game: which search with which evaluator, and when to pass or resign.

mod options;
mod task;

pub use options::{GO_OPTIONS, OptionKind, OptionRow, OptionTable, OptionValue, Options, Scope};
pub use task::{Engine, EngineError, PointStatus, Purpose, Stop, Task, Thought};
