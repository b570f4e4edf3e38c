//! Search under hidden information: the moves of one player, tried in positions imagined from what he knows.
//!
//! Each simulation draws a position that fits the player's view (or keeps the last one for a few simulations, since drawing
//! may cost more than playing), chooses among the moves that are legal in it, and plays the game out. What a move is worth
//! is thus its value *given that it is accepted*, which is what to go by where a refused try costs nothing.
//!
//! The search is flat: a bandit over the player's moves (Cazenave, "A Phantom-Go program", 2006), with all-moves-as-first
//! statistics (Borsboom et al., "A comparison of Monte-Carlo methods for Phantom Go", 2007) mixed as in RAVE. What the
//! opponent does not see he cannot answer, so a deeper tree adds less than in open games.

mod bandit;
mod search;
#[cfg(test)]
mod tests;

pub use search::{BeliefSearch, Settings};

use crate::base::Rng;

/// A source of positions that fit a view.
pub trait Worlds<S>: Clone + Send + Sync {
    /// Writes one to `out` and tells about how many simulations that took the time of; `None`, and `out` is unspecified, if
    /// none was found.
    fn draw(&mut self, rng: &mut Rng, out: &mut S) -> Option<u32>;
}
