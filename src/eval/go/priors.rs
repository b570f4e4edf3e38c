//! Priors: what is known of a leaf's moves before any search.

use super::Scratch;
use super::features::{self, FEATURES};
use super::pattern::Patterns;
use crate::base::{BoardSize, Move};
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

/// Logarithms of the features' odds, in the order of their numbers, by kind of board: up to 11x11, up to 15x15, larger.
///
/// A conditional logit fitted by gradient descent to the raw policy of KataGo's network g170-b6c96 in 7,487 positions of
/// its own games on 9x9, 6,126 on 13x13, and 3,315 of Tygem 9-dan games on 19x19. In 1,182, 434 and 714 positions of other
/// games its first choice is the network's in 36, 38 and 25 of 100.
#[rustfmt::skip]
static ODDS: [[f32; FEATURES]; 3] = [
    [
        1.02, 0.72, 0.51, // near the last move
        0.55, 0.4, 0.2, // near the one before
        -0.27, 0.19, 0.49, 0.45, // lines 1-4
        -3.35, -2.96, 0.53, 3.68, 4.26, // lines 1-5 in the open
        0.49, 0.85, 1.54, // captures
        1.34, // captures that save
        1.4, 1.58, // saves
        -0.14, // vain saves
        1.92, // answer to an atari
        0.64, // ladder
        0.12, // vital point
        -1.39, -1.43, -2.04, // self-atari
        1.1, 1.22, // atari
        1.32, // pattern
        -0.52, // two liberties
        0.15, 0.17, 0.09, // enemies beside
        -0.08, -0.19, -0.37, // own stones beside
        0.02, -0.11, -0.47, // enemies across
        0.22, 0.15, -0.3, // own stones across
        2.39, // ko
        0.69, // false eye
        0.57, // short of liberties
        0.57, // relief
    ],
    [
        1.54, 1.12, 0.78, // near the last move
        0.81, 0.53, 0.22, // near the one before
        -0.5, -0.06, 0.41, 0.08, // lines 1-4
        -3.4, -2.79, 1.64, 3.1, -2.47, // lines 1-5 in the open
        0.56, 0.71, 1.24, // captures
        1.3, // captures that save
        1.25, 1.31, // saves
        -0.36, // vain saves
        2.26, // answer to an atari
        0.94, // ladder
        0.31, // vital point
        -1.48, -1.33, -2.33, // self-atari
        1.07, 1.12, // atari
        1.55, // pattern
        -0.63, // two liberties
        0.1, 0.19, 0.3, // enemies beside
        -0.13, -0.26, -0.18, // own stones beside
        0.02, -0.03, -0.45, // enemies across
        0.07, 0.18, -0.19, // own stones across
        2.73, // ko
        0.71, // false eye
        0.59, // short of liberties
        0.51, // relief
    ],
    [
        1.82, 1.38, 1.08, // near the last move
        1.0, 0.71, 0.56, // near the one before
        -0.84, -0.32, 0.27, 0.17, // lines 1-4
        -3.84, -3.65, 0.7, -0.43, -3.27, // lines 1-5 in the open
        0.03, 0.25, 1.02, // captures
        1.87, // captures that save
        1.24, 1.43, // saves
        -0.72, // vain saves
        2.46, // answer to an atari
        1.15, // ladder
        1.34, // vital point
        -1.88, -2.07, -2.64, // self-atari
        0.96, 1.13, // atari
        1.61, // pattern
        -0.8, // two liberties
        0.07, 0.43, 0.51, // enemies beside
        -0.24, -0.5, -0.43, // own stones beside
        0.07, 0.13, -0.14, // enemies across
        0.13, 0.07, -0.0, // own stones across
        3.83, // ko
        0.61, // false eye
        0.48, // short of liberties
        0.68, // relief
    ],
];

/// The same for a pass, set by hand: less likely than any sensible move as long as there is one.
const PASS: f32 = -3.0;

/// Even simulations that a pass starts with.
const EVEN: f32 = 10.0;

fn odds(size: BoardSize) -> &'static [f32; FEATURES] {
    match size.width().max(size.height()) {
        0..=11 => &ODDS[0],
        12..=15 => &ODDS[1],
        _ => &ODDS[2],
    }
}

/// Fills `priors` with the legal moves that spare own eyes, and the pass.
pub(super) fn fill(
    state: &GoState,
    weights: &Weights,
    patterns: &Patterns,
    scratch: &mut Scratch,
    priors: &mut Vec<Prior>,
) {
    priors.clear();
    let odds = odds(state.size());
    let mut total = 0.0;
    let mut entry = |mv: Move, log: f32| {
        let policy = libm::expf(log);
        total += policy;
        // The logarithm waits in `value` until the sum is known.
        Prior { mv, policy, value: log, weight: weights.weight }
    };
    features::describe(state, patterns, scratch, |described| {
        let mut facts = described.facts;
        let mut log = 0.0;
        while facts != 0 {
            log += odds[facts.trailing_zeros() as usize];
            facts &= facts - 1;
        }
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
