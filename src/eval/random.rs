//! The evaluator that knows nothing: uniform priors, and one random game per leaf.

use super::{Evaluator, Leaf, uniform_priors};
use crate::base::{Color, Rng, seeded};
use crate::game::{Outcome, Reason, State};

/// Random games by [`State::playout`]. Pure UCT, as in the earliest Monte-Carlo programs, is a search with this
/// evaluator.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayouts;

impl<S: State> Evaluator<S> for RandomPlayouts {
    type Worker = Rng;

    const TRACES: bool = false;
    const BATCH: usize = 1;

    fn worker(&self, seed: u64) -> Rng {
        seeded(seed)
    }

    fn evaluate(&self, rng: &mut Rng, batch: &mut [Leaf<S>]) {
        for leaf in batch {
            if leaf.expand {
                uniform_priors(&leaf.state, &mut leaf.priors);
            }
            play_out(leaf, rng);
        }
    }
}

/// One random game from the leaf on, and its result.
pub(super) fn play_out<S: State>(leaf: &mut Leaf<S>, rng: &mut Rng) {
    leaf.trace.clear();
    leaf.ownership.clear();
    let limit = 3 * leaf.state.size().area() + 20;
    let outcome = leaf.state.playout(rng, limit).unwrap_or(Outcome::Draw);
    leaf.value = outcome.value(Color::Black);
    leaf.margin = match outcome {
        Outcome::Win { winner: Color::Black, reason: Reason::Points(n) } => n,
        Outcome::Win { winner: Color::White, reason: Reason::Points(n) } => -n,
        _ => 0.0,
    };
}
