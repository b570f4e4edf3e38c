//! Counts of results from one side's view.

use crate::tournament::Entry;
use std::collections::BTreeMap;

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    /// Counts a game that gave so many points: 1, 0.5 or 0.
    pub fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points > 0.25 {
            self.draws += 1;
        } else {
            self.losses += 1;
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a draw is half a win.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.points() / games as f64)
    }

    /// The same games from the other side.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Both counts together.
    pub fn plus(&self, other: &Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Pairs of games by the points they gave together: 0, 0.5, 1, 1.5, 2; that is, two losses, loss and draw, one of each or
/// two draws, win and draw, two wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair that gave so many points, 0 to 2.
    pub fn add(&mut self, points: f64) {
        let place = (points * 2.0).round().clamp(0.0, 4.0) as usize;
        if let Some(count) = self.0.get_mut(place) {
            *count += 1;
        }
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs from the other side.
    pub fn reversed(&self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }
}

/// The results of one side: all games, and the pairs that are complete among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// All games.
    pub games: Tally,
    /// The complete pairs.
    pub pairs: Pentanomial,
}

impl Evidence {
    /// Games of `player` against `opponent`, or against everybody.
    pub fn of(entries: &[Entry], player: &str, opponent: Option<&str>) -> Evidence {
        let mut evidence = Evidence::default();
        // The games with either colour in each pair with each opponent.
        let mut halves: BTreeMap<(usize, &str), [Option<f64>; 2]> = BTreeMap::new();
        for entry in entries {
            let (black, white) = (entry.black.name.as_str(), entry.white.name.as_str());
            let (color, other, points) = if black == player {
                (0, white, entry.black_points())
            } else if white == player {
                (1, black, 1.0 - entry.black_points())
            } else {
                continue;
            };
            if opponent.is_some_and(|opponent| opponent != other) {
                continue;
            }
            evidence.games.add(points);
            let half = halves.entry((entry.pair, other)).or_default();
            half[color] = Some(points);
            if let [Some(with_black), Some(with_white)] = *half {
                evidence.pairs.add(with_black + with_white);
            }
        }
        evidence
    }

    /// Mean and variance of the points of a pair, per game (0 to 1); `None` without pairs.
    pub(super) fn pair_moments(&self) -> Option<(f64, f64)> {
        moments(self.pairs.0.map(|count| count as f64), [0.0, 0.25, 0.5, 0.75, 1.0])
    }

    /// Mean and variance of the points of a game; `None` without games.
    pub(super) fn game_moments(&self) -> Option<(f64, f64)> {
        let Tally { wins, draws, losses } = self.games;
        moments([losses, draws, wins].map(|count| count as f64), [0.0, 0.5, 1.0])
    }
}

fn moments<const N: usize>(counts: [f64; N], values: [f64; N]) -> Option<(f64, f64)> {
    let total: f64 = counts.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let cells = || counts.iter().zip(values).map(|(&count, value)| (count / total, value));
    let mean: f64 = cells().map(|(share, value)| share * value).sum();
    let variance = cells().map(|(share, value)| share * (value - mean) * (value - mean)).sum();
    Some((mean, variance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::statistics::summary::tests::game;

    #[test]
    fn pairs_need_both_colours() {
        let entries = [
            game(1, 1, "a", "b", "B+R"),
            game(2, 1, "b", "a", "0"),
            game(3, 2, "a", "b", "W+2.5"),
            game(4, 2, "b", "a", "B+T"),
            game(5, 3, "a", "b", "B+R"),
            // A pair of games without swapped colours is none.
            game(6, 4, "a", "b", "B+R"),
            game(7, 4, "a", "b", "B+R"),
            game(8, 5, "a", "c", "W+F"),
            game(9, 5, "c", "a", "W+F"),
        ];
        let against_b = Evidence::of(&entries, "a", Some("b"));
        assert_eq!(against_b.games, Tally::new(4, 1, 2));
        assert_eq!(against_b.pairs, Pentanomial([1, 0, 0, 1, 0]));
        let all = Evidence::of(&entries, "a", None);
        assert_eq!((all.games, all.pairs), (Tally::new(5, 1, 3), Pentanomial([1, 0, 1, 1, 0])));
        let other = Evidence::of(&entries, "b", Some("a"));
        assert_eq!(other.games, against_b.games.reversed());
        assert_eq!(other.pairs, against_b.pairs.reversed());
        assert_eq!(Evidence::of(&entries, "x", None), Evidence::default());
    }
}
