//! What ends a search.

use crate::base::{Color, Move};

/// Bounds a search keeps by itself. Time is not among them: the [`Supervisor`] watches it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At most that many simulations in this search.
    pub playouts: Option<u64>,
    /// At the root, only these moves (analysis `allow`); empty = all.
    pub allow: Vec<Move>,
    /// At the root, none of these moves (analysis `avoid`).
    pub avoid: Vec<Move>,
}

/// How far a search is, as its supervisor sees it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Simulations of this search so far.
    pub playouts: u64,
    /// Whose turn it is at the root.
    pub to_move: Color,
    /// The most visited root move, if any, its visits (earlier searches' included) and its value for the player to move.
    pub best: Option<(Move, u64, f32)>,
    /// Visits of the runner-up.
    pub second_visits: u64,
    /// Does the move with the best value differ from the most visited one?
    pub unstable: bool,
}

/// Looks over a running search's shoulder. Called often (at least every few milliseconds) and from any search thread.
pub trait Supervisor: Sync {
    /// May the search go on? Once false, it ends within a few simulations.
    fn keep_going(&self) -> bool;

    /// Now and then, with a look at the root; false ends the search as well.
    fn watch(&self, progress: &Progress) -> bool;
}

/// Ends nothing: for searches that come to an end by themselves.
#[derive(Clone, Copy, Debug)]
pub struct Unhurried;

impl Supervisor for Unhurried {
    fn keep_going(&self) -> bool {
        true
    }

    fn watch(&self, _progress: &Progress) -> bool {
        true
    }
}
