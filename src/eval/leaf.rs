//! The one interface between searches and evaluators: a batch of leaves in; priors, values and traces out.

use crate::base::{Color, Move, MoveList};
use crate::game::State;

/// What an evaluator knows of a move before the search has tried it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// The move; every legal move that the search may consider has one entry.
    pub mv: Move,
    /// Probability that it is the best one; the entries of a leaf sum to 1. PUCT uses it.
    pub policy: f32,
    /// Expected result for the player who makes it, 0..=1. UCT with RAVE starts from it.
    pub value: f32,
    /// How many simulations `value` is worth.
    pub weight: f32,
}

/// A leaf to evaluate, and the answer.
#[derive(Clone, Debug)]
pub struct Leaf<S> {
    /// The position. The evaluator may play on in it; the search copies over it before the next use.
    pub state: S,
    /// Are priors wanted (the search expands the leaf now)?
    pub expand: bool,
    /// Is it the root of the search, which may be looked at more closely?
    pub root: bool,
    /// The moves to choose from, when `expand`; cleared and filled by the evaluator.
    pub priors: Vec<Prior>,
    /// Result for Black, 0..=1 (0.5 a draw). A playout gives 0, 0.5 or 1, a network anything between.
    pub value: f32,
    /// Black's margin in points, komi included; 0 where the game has none.
    pub margin: f32,
    /// The moves played from the leaf on, in order, passes left out: what all-moves-as-first statistics are made of.
    /// Empty for evaluators that play nothing.
    pub trace: Vec<(Color, Move)>,
    /// Expected owner of each point by [`crate::base::Point::index`]: 1 Black, -1 White, 0 nobody. Left empty by
    /// evaluators that tell none.
    pub ownership: Vec<f32>,
}

impl<S> Leaf<S> {
    /// A leaf on that position with nothing asked and nothing answered.
    pub fn new(state: S) -> Leaf<S> {
        Leaf {
            state,
            expand: false,
            root: false,
            priors: Vec::new(),
            value: 0.5,
            margin: 0.0,
            trace: Vec::new(),
            ownership: Vec::new(),
        }
    }
}

/// Evaluates leaves. Shared by all search threads; what one thread needs for itself is its `Worker`.
pub trait Evaluator<S: State>: Send + Sync {
    /// Scratch of one thread: random stream, buffers.
    type Worker: Send;

    /// Does [`Leaf::trace`] carry moves, so that RAVE statistics are worth keeping?
    const TRACES: bool;

    /// How many leaves one call should get, when the search has that many.
    const BATCH: usize;

    /// Are the priors of a root better than those of other leaves? Then a root that an earlier search expanded as a leaf gets
    /// them anew.
    const ROOT_PRIORS: bool = false;

    /// Scratch for one thread, its random stream fixed by the seed.
    fn worker(&self, seed: u64) -> Self::Worker;

    /// Evaluates every leaf of the batch. The states are not over.
    fn evaluate(&self, worker: &mut Self::Worker, batch: &mut [Leaf<S>]);

    /// Tells the owners of a position that is over, in [`Leaf::ownership`], if the evaluator tells owners at all.
    fn settle(&self, _leaf: &mut Leaf<S>) {}
}

/// Priors that know nothing: the legal moves, all alike.
pub fn uniform_priors<S: State>(state: &S, priors: &mut Vec<Prior>) {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    priors.clear();
    let policy = 1.0 / moves.len().max(1) as f32;
    priors.extend(moves.iter().map(|&mv| Prior { mv, policy, value: 0.5, weight: 0.0 }));
}
