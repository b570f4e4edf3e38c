//! Floor 5: engines. A recipe per game: which search with which evaluator, and when to pass or resign.

mod options;
mod task;

pub use options::{
    GO_OPTIONS, OPTION_TABLES, OptionKind, OptionRow, OptionTable, OptionValue, Options, Scope,
    options_of,
};
pub use task::{Engine, EngineError, PointStatus, Purpose, Stop, Task, Thought};
