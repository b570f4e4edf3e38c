//! Gomoku's weights from the program's own games: play, fit, compare.

pub mod duel;
pub mod fit;
pub mod play;
pub mod record;
