//! Elo differences.
//!
//! The logistic model (Elo, 1978): a player who is `d` stronger scores `1 / (1 + 10^(-d / 400))` per game. A difference is
//! estimated from the mean score; its interval is that of the mean, mapped by the same curve.

use super::{Basis, Evidence, Z95, normal_cdf, wilson};

/// The score per game that a difference in Elo brings.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The difference in Elo that brings this score per game; infinite for 0 and 1 (and beyond).
pub fn difference(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Plus zero: an even score is no negative zero.
        400.0 * libm::log10(score / (1.0 - score)) + 0.0
    }
}

/// How much stronger one side is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points per game.
    pub score: f64,
    /// The difference; infinite where all games had one result.
    pub elo: f64,
    /// Lower end of the interval of 95 %; may be infinite.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Likelihood of superiority: how likely the side is the stronger one, 0 to 1.
    pub los: f64,
    /// Where the variance comes from.
    pub basis: Basis,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Share of the games that may stand outside complete pairs while the pairs still tell the variance.
const UNPAIRED: f64 = 0.1;

/// Estimates the difference; `None` without games.
///
/// The score is that of all games. Its variance is taken from the pairs of games where nine games of ten or more are in
/// complete pairs, since games from one opening with swapped colours are not independent of each other; otherwise from the
/// single games. Both are variances of the sample, not of its parent (divided by n, not n - 1), as fastchess, cutechess
/// and fishtest have it. The likelihood of superiority is the normal probability of a mean above one half.
///
/// Where the games do not vary at all (all won, all drawn, every pair shared) a sample has no variance to give. The
/// interval is then Wilson's for the score, as if each game had been won or lost, and the likelihood of superiority that of
/// wins against losses, `(1 + erf((w - l) / sqrt(2 (w + l)))) / 2`.
pub fn estimate(evidence: &Evidence) -> Option<Estimate> {
    let (score, game_variance) = evidence.game_moments()?;
    let games = evidence.games.games() as f64;
    let pairs = evidence.pairs.pairs() as f64;
    let (basis, variance) = match evidence.pair_moments() {
        Some((_, variance)) if 2.0 * pairs >= (1.0 - UNPAIRED) * games => {
            // Of the mean of so many pairs as the games would make.
            (Basis::Pairs, variance / (games / 2.0))
        }
        _ => (Basis::Games, game_variance / games),
    };
    let deviation = variance.sqrt();
    let (low, high) = if variance > 0.0 {
        (score - Z95 * deviation, score + Z95 * deviation)
    } else {
        wilson(score * games, games, Z95)
    };
    let los = if variance > 0.0 {
        normal_cdf((score - 0.5) / deviation)
    } else {
        let (wins, losses) = (evidence.games.wins as f64, evidence.games.losses as f64);
        if wins + losses > 0.0 { normal_cdf((wins - losses) / (wins + losses).sqrt()) } else { 0.5 }
    };
    let [elo, low, high] = [score, low, high].map(difference);
    Some(Estimate { score, elo, low, high, los, basis })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::statistics::{Pentanomial, Tally};
    use proptest::prelude::*;

    fn games(wins: u64, draws: u64, losses: u64) -> Evidence {
        Evidence { games: Tally::new(wins, draws, losses), ..Evidence::default() }
    }

    /// Pairs of which each of one win and one loss counts so, and each of two draws likewise.
    fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Evidence {
        Evidence {
            games: Tally::new(2 * ww + wd + wl, 2 * dd + wd + ld, 2 * ll + ld + wl),
            pairs: Pentanomial([ll, ld, wl + dd, wd, ww]),
        }
    }

    /// Differences and scores as rating tables give them, to two digits, and round trips.
    #[test]
    fn the_logistic_curve() {
        for (elo, score) in [(0.0, 0.5), (100.0, 0.64), (200.0, 0.76), (400.0, 10.0 / 11.0)] {
            assert!((expected_score(elo) - score).abs() < 0.005, "{elo}");
            assert!((difference(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(difference(0.0), f64::NEG_INFINITY);
        assert_eq!(difference(1.0), f64::INFINITY);
        assert!(difference(0.5).is_sign_positive());
    }

    /// The worked numbers of fastchess's unit tests (app/tests/elo_test.cpp at 74deac2): `EloWDL 1` and `2`,
    /// `EloPentanomial 1` to `3`.
    #[test]
    fn fastchess_examples() {
        // Evidence, Elo, half the interval, likelihood of superiority, score.
        let cases = [
            (games(76, 123, 89), None, 0.1553, 0.477),
            (games(136, 111, 96), Some((40.70, 30.43)), 0.9960, 0.558),
            (pairs([34, 54, 31, 32, 64, 75]), Some((55.58, 27.65)), 1.0, 0.579),
            (pairs([332, 433, 457, 41, 333, 334]), Some((-8.64, 10.33)), 0.0505, 0.488),
            (pairs([7895, 8757, 5485, 200, 568, 9999]), Some((-21.04, 2.95)), 0.0, 0.470),
        ];
        for (evidence, elo, los, score) in cases {
            let estimate = estimate(&evidence).unwrap();
            let paired = evidence.pairs.pairs() > 0;
            assert_eq!(estimate.basis, if paired { Basis::Pairs } else { Basis::Games });
            assert!((estimate.los - los).abs() < 6e-5, "{estimate:?}");
            assert!((estimate.score - score).abs() < 6e-4, "{estimate:?}");
            if let Some((elo, error)) = elo {
                assert!((estimate.elo - elo).abs() < 0.01, "{estimate:?}");
                assert!((estimate.error() - error).abs() < 0.01, "{estimate:?}");
            }
        }
    }

    #[test]
    fn games_of_one_result() {
        let all_won = estimate(&games(10, 0, 0)).unwrap();
        assert_eq!((all_won.elo, all_won.high), (f64::INFINITY, f64::INFINITY));
        // Wilson's interval for 10 of 10 begins at 10 / (10 + z^2) = 0.7225, which is 166.2 Elo.
        assert!((all_won.low - 166.2).abs() < 0.1, "{all_won:?}");
        // 0.5 + 0.5 erf(10 / sqrt(20)).
        assert!((all_won.los - 0.999217).abs() < 1e-6, "{all_won:?}");
        let all_lost = estimate(&games(0, 0, 10)).unwrap();
        assert_eq!((all_lost.elo, all_lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((all_lost.high + all_won.low).abs() < 1e-9);
        for even in [games(0, 20, 0), pairs([0, 0, 10, 0, 0, 0])] {
            let even = estimate(&even).unwrap();
            assert_eq!((even.elo, even.los), (0.0, 0.5));
            assert!(even.low < -100.0 && (even.low + even.high).abs() < 1e-9, "{even:?}");
        }
        assert_eq!(estimate(&Evidence::default()), None);
        // A half pair at the end leaves the basis; games that were never paired do not.
        let mut mostly = pairs([3, 0, 5, 1, 0, 3]);
        mostly.games.wins += 1;
        assert_eq!(estimate(&mostly).unwrap().basis, Basis::Pairs);
        mostly.games.wins += 5;
        assert_eq!(estimate(&mostly).unwrap().basis, Basis::Games);
    }

    proptest! {
        #[test]
        fn sides_mirror_each_other(counts: [u8; 6]) {
            let evidence = pairs(counts.map(u64::from));
            let mirror = Evidence {
                games: evidence.games.reversed(),
                pairs: evidence.pairs.reversed(),
            };
            match (estimate(&evidence), estimate(&mirror)) {
                (Some(a), Some(b)) => {
                    prop_assert!(a.low <= a.elo && a.elo <= a.high);
                    let close = |x: f64, y: f64| x == y || (x - y).abs() < 1e-6;
                    prop_assert!(close(a.elo, -b.elo) && close(a.low, -b.high), "{a:?} {b:?}");
                    prop_assert!(close(a.los, 1.0 - b.los));
                }
                (a, b) => prop_assert!(a.is_none() && b.is_none()),
            }
        }

        #[test]
        fn a_win_more_is_never_less(wins in 0u64..500, draws in 0u64..500, losses in 0u64..500) {
            if let Some(before) = estimate(&games(wins, draws, losses)) {
                let after = estimate(&games(wins + 1, draws, losses)).unwrap();
                prop_assert!(after.elo >= before.elo && after.score >= before.score);
            }
        }
    }
}
