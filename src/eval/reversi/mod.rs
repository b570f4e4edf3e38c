//! Evaluators of Reversi.

pub mod wpc;
