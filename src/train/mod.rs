//! Floor 8: makes labelled positions by self-play or from another engine, and fits the numbers that evaluators use to them.
//! Bytes come in and tables go out; files are the command line's.

pub mod go_distil;
pub mod go_games;
pub mod go_priors;
pub mod go_samples;
pub mod go_selfplay;
pub mod go_teacher;
pub mod gomoku;
pub mod reversi;
pub mod shard;
