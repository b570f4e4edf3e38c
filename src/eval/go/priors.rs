//! Priors: what is known of a leaf's moves before any search.

use super::Scratch;
use super::features;
use super::odds::Odds;
use super::pattern::Patterns;
use crate::base::Move;
use crate::eval::Prior;
use crate::game::State;
use crate::games::go::GoState;

/// How policy becomes experience for UCT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// How many simulations a prior is worth.
    pub weight: f32,
    /// What a move e times as likely as the average is thought better than it.
    pub slope: f32,
    /// How many lost simulations passing starts with, besides ten even ones, while there is plenty to play.
    pub pass: f32,
}

impl Weights {
    /// The weights of normal play.
    pub const NORMAL: Weights = Weights { weight: 25.0, slope: 0.1, pass: 20.0 };
}

/// The logarithm of the odds ([`Odds`]) of a pass, set by hand: less likely than any sensible move as long as there is one.
const PASS: f32 = -3.0;

/// Even simulations that a pass starts with.
const EVEN: f32 = 10.0;

/// Fills `priors` with the legal moves that spare own eyes, and the pass.
pub(super) fn fill(
    state: &GoState,
    weights: &Weights,
    patterns: &Patterns,
    scratch: &mut Scratch,
    priors: &mut Vec<Prior>,
) {
    priors.clear();
    let odds = Odds::normal().of_kind(Odds::kind(state.size()));
    let mut total = 0.0;
    let mut entry = |mv: Move, log: f32| {
        let policy = libm::expf(log);
        total += policy;
        // The logarithm waits in `value` until the sum is known.
        Prior { mv, policy, value: log, weight: weights.weight }
    };
    features::describe(state, patterns, scratch, |described| {
        let log = Odds::log(odds, described.facts);
        priors.push(entry(Move::at(described.point), log));
    });
    priors.push(entry(Move::PASS, PASS));
    // The fewer plays are left, the less can be said against passing: in a seki it is the only good move.
    let plenty = (priors.len() as f32 / 20.0).min(1.0);
    let average = libm::logf(total / priors.len() as f32);
    for prior in priors.iter_mut() {
        prior.policy /= total;
        if prior.mv.is_pass() {
            prior.weight = EVEN + weights.pass * plenty;
            prior.value = 0.5 * EVEN / prior.weight;
        } else {
            prior.value = (0.5 + weights.slope * (prior.value - average)).clamp(0.02, 0.98);
        }
    }
}
