//! Floor 5: engines. A recipe per game: which search with which evaluator, and when to pass or resign.

mod task;

pub use task::{Engine, EngineError, PointStatus, Purpose, Stop, Task, Thought};
