//! A position as alpha-beta sees it.

use crate::base::{Color, Move};

/// A legal move with the urgency of trying it: the search tries the greatest first, after what it has learnt itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordered {
    /// The move.
    pub mv: Move,
    /// Greater is sooner.
    pub urgency: i32,
}

/// What a shallow search says of a deep one (Buro, ProbCut, 1995): the deep value lies about the shallow one, with the
/// deviation `sigma`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbCut {
    /// Plies of the shallow search.
    pub shallow: i32,
    /// Mean of deep value minus shallow value.
    pub bias: f32,
    /// Standard deviation of that difference, in the units of [`Position::evaluate`].
    pub sigma: f32,
}

/// A proved value of a position, for its side to move: exact, or a bound where the window was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The value, fail-soft: at most alpha an upper bound, at least beta a lower bound.
    pub value: i32,
    /// The best move where one was found.
    pub best: Option<Move>,
}

/// What a solver shares with the search that called it.
pub trait Control {
    /// Counts positions visited; false when the search is to end, after which any value will do.
    fn visit(&self, nodes: u64) -> bool;
}

/// A position that alpha-beta can search. Values are whole numbers for the side to move. Colours need not alternate: a
/// position whose rules force a pass may make it itself, and the search asks [`Position::to_move`].
pub trait Position: Clone + Send + Sync {
    /// All values lie strictly between `-LIMIT` and `LIMIT`.
    const LIMIT: i32;

    /// Hash of everything that the value depends on, the side to move included.
    fn key(&self) -> u64;

    /// Whose turn it is.
    fn to_move(&self) -> Color;

    /// The value, once the game is over.
    fn outcome(&self) -> Option<i32>;

    /// The static value of an open position.
    fn evaluate(&self) -> i32;

    /// Fills `moves` with the legal moves (at least one in an open position) and their urgency. `depth` is the depth of
    /// the search below this position: the deeper, the more work a good order is worth.
    fn moves(&self, depth: i32, moves: &mut Vec<Ordered>);

    /// Makes a legal move.
    fn play(&mut self, mv: Move);

    /// A number of plies after which every line has ended, if one is known: a search of that depth is exact.
    fn remaining(&self) -> Option<i32> {
        None
    }

    /// Proved bounds of the value that cost little to know.
    fn bounds(&self) -> (i32, i32) {
        (-Self::LIMIT, Self::LIMIT)
    }

    /// How to guess a search of `depth` plies by a shallower one, where that has been fitted.
    fn probcut(&self, _depth: i32) -> Option<ProbCut> {
        None
    }

    /// Takes over where the position has a solver of its own for what remains of the game: the value to the end of the
    /// game within (alpha, beta). Called only for searches that reach the end.
    fn solve(&self, _alpha: i32, _beta: i32, _control: &dyn Control) -> Option<Solved> {
        None
    }
}
