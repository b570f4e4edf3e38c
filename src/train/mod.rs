//! Floor 8: fits the numbers the evaluators use to labelled positions. Knows evaluators and games, no search and no engine.
//! Bytes come in and tables go out; files are the command line's.

pub mod go_priors;
pub mod go_samples;
pub mod go_selfplay;
pub mod gomoku;
pub mod reversi;
pub mod shard;
