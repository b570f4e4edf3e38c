//! Search under hidden information: the moves of one player, tried in positions imagined from what he knows.
//!
//! Each simulation draws a position that fits the player's view (or keeps the last one for a few simulations, since drawing
//! may cost more than playing), chooses among the moves that are legal in it, and plays the game out. What a move is worth
//! is thus its value *given that it is accepted*, which is what to go by where a refused try costs nothing.
//!
//! The player's moves are the arms of a bandit (Cazenave, "A Phantom-Go program", 2006), with all-moves-as-first statistics
//! (Borsboom et al., "A comparison of Monte-Carlo methods for Phantom Go", 2007) mixed in as in RAVE. What follows is played out
//! at once, or goes through a tree over what each player knows first.

mod bandit;
mod search;
#[cfg(test)]
mod tests;
mod tree;

pub use search::{BeliefSearch, Settings};

use crate::base::{Move, Rng};

/// A source of positions that fit a view.
pub trait Worlds<S>: Clone + Send + Sync {
    /// Writes one to `out` and tells about how many simulations that took the time of; `None`, and `out` is unspecified, if
    /// none was found.
    fn draw(&mut self, rng: &mut Rng, out: &mut S) -> Option<u32>;

    /// What both players are told of that legal move, beside that it is a pass or none: equal numbers where the same is told.
    fn told(_state: &S, _mv: Move) -> u64 {
        0
    }

    /// Is a legal play worth trying below the player's own moves?
    fn is_sensible(_state: &S, _mv: Move) -> bool {
        true
    }
}
