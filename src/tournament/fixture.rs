//! One game to be played.

use serde::{Deserialize, Serialize};

/// One game to be played: a place in the schedule. The same event and seed give the same fixtures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number in the event, from 1.
    pub game: usize,
    /// The round, from 1.
    pub round: usize,
    /// Which pair of games with swapped colours and the same opening it belongs to, from 1; both games of a pair have the
    /// same number.
    pub pair: usize,
    /// Black, by its place in the event's list of players.
    pub black: usize,
    /// White.
    pub white: usize,
    /// The opening, by its place in the event's list of openings.
    pub opening: Option<usize>,
    /// Seed for the chance in this game.
    pub seed: u64,
}
