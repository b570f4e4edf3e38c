//! What a search found.

use crate::base::{Color, Move};

/// What stands behind the value of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Simulations of a tree search.
    Visits,
    /// A search of that many plies.
    Depth {
        /// How many, selective extensions and cuts left out.
        plies: u32,
        /// Chance per cent that no selective cut was wrong, 100 where none was made.
        confidence: u8,
    },
    /// It is proved who wins; the size of the score is a bound only.
    Outcome,
    /// The score is proved.
    Exact,
    /// The opening book.
    Book {
        /// Games or positions that the value comes from.
        games: u32,
    },
}

/// A root move with its statistics. Values are for the player to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations through it.
    pub visits: u64,
    /// Chance to win, 0..=1.
    pub winrate: f32,
    /// Lower confidence bound of `winrate`.
    pub lcb: f32,
    /// The evaluator's probability for it, 0..=1.
    pub prior: f32,
    /// Expected margin in points; in games without points, a static value in the evaluator's units.
    pub score: f32,
    /// Standard deviation of the margin.
    pub score_stdev: f32,
    /// The plies to the end of a game that is decided, above 0 if it is won, below 0 if lost; `None` where it is open, or where
    /// the game's values do not tell.
    pub decided: Option<i32>,
    /// Where the value comes from.
    pub basis: Basis,
    /// The expected continuation, this move first.
    pub pv: Vec<Move>,
}

/// A look at a finished or running search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whose turn it is at the root.
    pub to_move: Color,
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// The evaluator's probability for every root move that may be played, tried or not; empty if it has none to tell.
    pub priors: Vec<(Move, f32)>,
    /// Simulations through the root, earlier searches' included.
    pub visits: u64,
    /// Simulations of this search alone.
    pub playouts: u64,
    /// Chance of the player to move, 0..=1.
    pub winrate: f32,
    /// Expected margin of the player to move.
    pub score: f32,
    /// Standard deviation of the margin.
    pub score_stdev: f32,
    /// Expected owner of each point by [`crate::base::Point::index`], 1 Black .. -1 White; empty if unknown.
    pub ownership: Vec<f32>,
    /// Tree nodes in use.
    pub nodes: usize,
}

impl Report {
    /// What is told before anything is known, or where there is nothing to choose.
    pub fn nothing(to_move: Color) -> Report {
        Report {
            to_move,
            candidates: Vec::new(),
            priors: Vec::new(),
            visits: 0,
            playouts: 0,
            winrate: 0.5,
            score: 0.0,
            score_stdev: 0.0,
            ownership: Vec::new(),
            nodes: 0,
        }
    }
}
