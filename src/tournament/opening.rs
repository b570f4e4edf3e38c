//! Openings.

use crate::base::{Color, Move};

/// Moves that a game begins with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Its name in records.
    pub name: String,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}
