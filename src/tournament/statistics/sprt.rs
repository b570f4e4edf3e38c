//! The sequential probability ratio test (Wald, 1945) of two Elo differences.
//!
//! The ratio is the generalised one: the likelihood of the results under the distribution closest to them that has the
//! expectation of either hypothesis (Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of
//! a multinomial distribution", proposition 1.1), over pairs of games (pentanomial) where there are complete pairs, otherwise
//! over games (win, draw, loss). Differences are logistic Elo ([`super::elo`]): the model that fastchess calls `logistic` (its
//! default is `normalized`, in which a given number means another difference, depending on how drawn the games are).

use super::elo::expected_score;
use super::{Basis, Evidence};
use crate::tournament::SprtSpec;

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Play on.
    Continue,
    /// The difference is `elo0` (or below).
    AcceptH0,
    /// The difference is `elo1` (or above).
    AcceptH1,
}

impl Verdict {
    /// In words: `continue`, `H0 accepted`, `H1 accepted`.
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::Continue => "continue",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        }
    }
}

/// How far a test is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below it, `elo0` is accepted: `ln(beta / (1 - alpha))`.
    pub lower: f64,
    /// At or above it, `elo1` is accepted: `ln((1 - beta) / alpha)`.
    pub upper: f64,
    /// The outcome.
    pub verdict: Verdict,
    /// What was counted.
    pub basis: Basis,
}

/// The specification makes no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order, or no numbers.
    #[error("elo0 must be less than elo1")]
    Hypotheses,
    /// The probabilities of error are none.
    #[error("alpha and beta must each be more than 0 and together less than 1")]
    Errors,
}

/// Largest Elo difference of a hypothesis, either way: beyond, expected scores are 0 and 1 to the last digit.
const MOST: f64 = 2000.0;

/// Does the specification make a test?
pub fn check(spec: &SprtSpec) -> Result<(), SprtError> {
    let SprtSpec { elo0, elo1, alpha, beta } = *spec;
    if !(-MOST..=MOST).contains(&elo0) || !(-MOST..=MOST).contains(&elo1) || elo0 >= elo1 {
        Err(SprtError::Hypotheses)
    } else if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
        Err(SprtError::Errors)
    } else {
        Ok(())
    }
}

/// The test after these games of the side that the hypotheses are about. Games that wait for the other of their pair do not
/// count once there are pairs. The specification must have passed [`check`].
pub fn test(spec: &SprtSpec, evidence: &Evidence) -> State {
    let basis = if evidence.pairs.pairs() > 0 { Basis::Pairs } else { Basis::Games };
    let llr = match basis {
        Basis::Pairs => {
            log_ratio(spec, evidence.pairs.0.map(|n| n as f64), [0.0, 0.25, 0.5, 0.75, 1.0])
        }
        Basis::Games => {
            let tally = &evidence.games;
            let counts = [tally.losses, tally.draws, tally.wins].map(|n| n as f64);
            log_ratio(spec, counts, [0.0, 0.5, 1.0])
        }
    };
    let lower = libm::log(spec.beta / (1.0 - spec.alpha));
    let upper = libm::log((1.0 - spec.beta) / spec.alpha);
    let verdict = if llr >= upper {
        Verdict::AcceptH1
    } else if llr <= lower {
        Verdict::AcceptH0
    } else {
        Verdict::Continue
    };
    State { llr, lower, upper, verdict, basis }
}

/// Counts in place of none, so that a result not seen yet is not held to be impossible (as fishtest and fastchess do).
const UNSEEN: f64 = 1e-3;

fn log_ratio<const N: usize>(spec: &SprtSpec, counts: [f64; N], values: [f64; N]) -> f64 {
    if counts.iter().sum::<f64>() == 0.0 {
        return 0.0;
    }
    let counts = counts.map(|count| if count > 0.0 { count } else { UNSEEN });
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let [theta0, theta1] =
        [spec.elo0, spec.elo1].map(|elo| multiplier(&shares, &values, expected_score(elo)));
    let [mean0, mean1] = [spec.elo0, spec.elo1].map(expected_score);
    // Both distributions are the shares over `1 + theta (value - mean)`.
    counts
        .iter()
        .zip(values)
        .map(|(count, value)| {
            let [under0, under1] = [(theta0, mean0), (theta1, mean1)]
                .map(|(theta, mean)| 1.0 + theta * (value - mean));
            count * libm::log(under0 / under1)
        })
        .sum()
}

/// The Lagrange multiplier of the most likely distribution with that mean: the root of the falling function
/// `sum of share (value - mean) / (1 + theta (value - mean))` between its two poles, by bisection.
fn multiplier(shares: &[f64], values: &[f64], mean: f64) -> f64 {
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / (highest - mean), -1.0 / (lowest - mean));
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        let slope: f64 = shares
            .iter()
            .zip(values)
            .map(|(share, value)| share * (value - mean) / (1.0 + middle * (value - mean)))
            .sum();
        if slope > 0.0 { low = middle } else { high = middle }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::tournament::statistics::{Pentanomial, Tally};
    use proptest::prelude::*;

    fn spec(elo0: f64, elo1: f64) -> SprtSpec {
        SprtSpec { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    fn games(wins: u64, draws: u64, losses: u64) -> Evidence {
        Evidence { games: Tally::new(wins, draws, losses), ..Evidence::default() }
    }

    fn pairs(counts: [u64; 5]) -> Evidence {
        Evidence { pairs: Pentanomial(counts), ..Evidence::default() }
    }

    /// The worked numbers of fastchess's unit tests (app/tests/sprt_test.cpp at 74deac2): `logistic trinomial 1` and `2`,
    /// `logistic pentanomial 1` and `2`, which are given to two digits.
    #[test]
    fn fastchess_examples() {
        let cases = [
            (games(21404, 40708, 21184), 0.5, 2.5, -1.57, Verdict::Continue),
            (games(57433, 106_593, 57030), 0.0, 2.0, -2.59, Verdict::Continue),
            (pairs([223, 9863, 20279 + 1000, 10037, 246]), 0.5, 2.5, -3.07, Verdict::AcceptH0),
            (pairs([871, 26175, 55003 + 980, 26678, 821]), 0.0, 2.0, -4.98, Verdict::AcceptH0),
        ];
        for (evidence, elo0, elo1, llr, verdict) in cases {
            let state = test(&spec(elo0, elo1), &evidence);
            assert!((state.llr - llr).abs() < 0.015, "{state:?}");
            assert_eq!(state.verdict, verdict, "{state:?}");
        }
    }

    /// Bounds as everybody gives them: 2.94 for errors of 5 % (fishtest), 4.60 for 1 % (cutechess's tst_sprt.cpp).
    #[test]
    fn bounds() {
        for (error, bound) in [(0.05, 2.944), (0.01, 4.595)] {
            let spec = SprtSpec { alpha: error, beta: error, ..spec(0.0, 10.0) };
            let state = test(&spec, &Evidence::default());
            assert!((state.upper - bound).abs() < 1e-3 && (state.lower + bound).abs() < 1e-3);
            assert_eq!((state.llr, state.verdict), (0.0, Verdict::Continue));
        }
        let bad = [(1.0, 1.0, 0.05, 0.05), (0.0, f64::NAN, 0.05, 0.05), (0.0, 5.0, 0.0, 0.05)];
        for (elo0, elo1, alpha, beta) in bad {
            assert!(check(&SprtSpec { elo0, elo1, alpha, beta }).is_err());
        }
        assert_eq!(
            check(&SprtSpec { alpha: 0.6, beta: 0.5, ..spec(0.0, 5.0) }),
            Err(SprtError::Errors)
        );
        assert_eq!(check(&spec(-5.0, 0.0)), Ok(()));
    }

    /// For two results the ratio is that of two Bernoulli distributions, which needs no multiplier.
    #[test]
    fn without_draws_it_is_the_binomial_ratio() {
        let state = test(&spec(-20.0, 35.0), &games(61, 0, 40));
        let [p0, p1] = [-20.0, 35.0].map(expected_score);
        let expected = 61.0 * (p1 / p0).ln() + 40.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((state.llr - expected).abs() < 1e-3, "{} {expected}", state.llr);
    }

    /// Tests played to their end by chance: how often the wrong hypothesis is accepted is near what was asked for.
    #[test]
    fn errors_are_as_asked_for() {
        let spec = spec(0.0, 60.0);
        let mut rng = seeded(5);
        // True difference, and by which verdict the test fails.
        for (elo, wrong) in [(0.0, Verdict::AcceptH1), (60.0, Verdict::AcceptH0)] {
            let (tests, mut failed, mut games_played) = (1000, 0, 0);
            for _ in 0..tests {
                let mut evidence = Evidence::default();
                let verdict = loop {
                    // A third of the games is drawn.
                    let share = expected_score(elo) - 1.0 / 6.0;
                    let two: f64 = (0..2)
                        .map(|_| {
                            let x = f64::from(below(&mut rng, 1 << 30)) / f64::from(1 << 30);
                            let points = if x < share {
                                1.0
                            } else if x < share + 1.0 / 3.0 {
                                0.5
                            } else {
                                0.0
                            };
                            evidence.games.add(points);
                            points
                        })
                        .sum();
                    evidence.pairs.add(two);
                    let state = test(&spec, &evidence);
                    if state.verdict != Verdict::Continue {
                        break state.verdict;
                    }
                };
                failed += usize::from(verdict == wrong);
                games_played += evidence.games.games();
            }
            // Five standard deviations about 5 %, which the test is allowed to undercut.
            assert!((15..=85).contains(&failed), "{failed} of {tests} at {elo}");
            assert!(games_played / tests < 400, "{games_played}");
        }
    }

    proptest! {
        #[test]
        fn better_results_speak_for_the_alternative(counts in prop::array::uniform5(0u64..200), elo in -50.0..50.0, width in 1.0..50.0) {
            let spec = spec(elo, elo + width);
            let before = test(&spec, &pairs(counts)).llr;
            prop_assert!(before.is_finite());
            let mut better = counts;
            better[4] += 1;
            let mut worse = counts;
            worse[0] += 1;
            prop_assert!(test(&spec, &pairs(better)).llr > before - 1e-6);
            prop_assert!(test(&spec, &pairs(worse)).llr < before + 1e-6);
            // Seen from the other side, with the hypotheses swapped and negated, the ratio changes its sign.
            let mirror = SprtSpec { elo0: -spec.elo1, elo1: -spec.elo0, ..spec };
            let other = test(&mirror, &Evidence { pairs: Pentanomial(counts).reversed(), ..Evidence::default() });
            prop_assert!((other.llr + before).abs() < 1e-6 * (1.0 + before.abs()));
        }
    }
}
