//! Evaluators of Reversi.

pub mod patterns;
pub mod wpc;

/// The fitted weights of the patterns, as [`patterns::Weights::decode`] reads them.
pub const WEIGHTS: &[u8] = include_bytes!("../weights/reversi.bin");
