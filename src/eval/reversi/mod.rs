//! Evaluators of Reversi.

pub mod patterns;
