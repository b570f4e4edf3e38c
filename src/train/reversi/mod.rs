//! Weights of Reversi's patterns from self-play: games, their positions with results, and the fit.

pub mod duel;
pub mod fit;
pub mod play;
pub mod sample;
pub mod spread;
