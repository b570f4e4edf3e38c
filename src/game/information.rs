//! What players know. Open games show everything; hidden-information games show each player a view.

use super::{Illegal, State};
use crate::base::{Color, Move, Rng};

/// The referee's answer to a tried move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move was played.
    Accepted,
    /// The move was refused; the same player tries again. The player's view has changed, the board has not.
    Refused,
    /// The move was refused, and with it the player's turn has passed, as some rules have it after too many refusals.
    Passed,
}

/// What each player may know of a state, and how to imagine the rest.
///
/// A search for a hidden-information game is given a view, never the state, and searches states drawn by
/// [`Information::sample`]. For an open game the view is the state and sampling is a copy, and [`Information::EXACT`]
/// lets the compiler drop the sampling altogether.
pub trait Information: State {
    /// Is the view the whole state?
    const EXACT: bool;

    /// Everything a player may know, including refusals and captures announced.
    type View: Clone + Send + Sync + 'static;

    /// What that player knows now.
    fn view(&self, player: Color) -> Self::View;

    /// A complete state that is consistent with the view; required, since without it no search can play the game.
    fn sample(view: &Self::View, rng: &mut Rng) -> Self;

    /// Tries a move on behalf of the player to move. `Err` only for what the rules of trying forbid (off the board,
    /// game over); a try that the true board does not allow is `Ok(Verdict::Refused)`.
    fn attempt(&mut self, mv: Move) -> Result<Verdict, Illegal>;
}

/// A game of open information: implement this marker and [`Information`] follows.
pub trait Open: State {}

impl<S: Open> Information for S {
    const EXACT: bool = true;

    type View = S;

    fn view(&self, _player: Color) -> S {
        self.clone()
    }

    fn sample(view: &S, _rng: &mut Rng) -> S {
        view.clone()
    }

    fn attempt(&mut self, mv: Move) -> Result<Verdict, Illegal> {
        self.try_play(mv)?;
        Ok(Verdict::Accepted)
    }
}
