//! Floor 2: the rules of each game. A game knows floors 0 and 1 only.

pub mod go;
pub mod gomoku;
pub mod reversi;
