//! Ratings of many players: the most likely ones in the model of Bradley and Terry (1952), on the scale of Elo.
//!
//! A player of rating `a` with Black scores `1 / (1 + 10^(-(a + f - b) / 400))` against a player of rating `b`, where `f` is the
//! worth of the first move (0 if it is not asked for). A draw counts as half a win and half a loss. The mean of the ratings
//! is 0. The logarithm of the likelihood is concave, so Newton's method with halved steps finds its one maximum.
//!
//! **Prior.** Every player has [`Options::prior`] virtual draws against a player of rating 0, and the first move as many
//! virtual draws between equals, so that who won or lost everything gets a finite rating. Two, the usual number, is what
//! BayesElo takes. It draws ratings a little together: with hundreds of games each, by less than their error.
//!
//! **Intervals** of 95 % come from the inverse of the information at the maximum, under the condition that the mean is 0. Draws
//! vary less than the model thinks, so the intervals are too wide rather than too narrow where there are many.

use super::Z95;

/// A game: Black's number, White's number, Black's points.
pub type Game = (usize, usize, f64);

/// What to estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Is the first move worth something?
    pub first_move: bool,
    /// Virtual draws of every player; 0 or more.
    pub prior: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { first_move: false, prior: 2.0 }
    }
}

/// A value with its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The most likely value, in Elo.
    pub elo: f64,
    /// Half the width of its interval.
    pub error: f64,
}

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By player.
    pub players: Vec<Rating>,
    /// The worth of the first move, if it was asked for.
    pub first_move: Option<Rating>,
    /// Players with the same number are joined by games; ratings of different groups can only be compared through the
    /// prior, that is, not at all.
    pub groups: Vec<usize>,
    /// Covariances of the ratings, row by row, in Elo squared.
    covariance: Vec<f64>,
}

impl Ratings {
    /// On the way to infinity the likelihood is so flat that errors pass every measure.
    fn bounded(self) -> Result<Ratings, RatingError> {
        const NO_MEASURE: f64 = 20_000.0;
        let mut all = self.players.iter().chain(&self.first_move);
        if all.all(|rating| rating.error < NO_MEASURE) {
            Ok(self)
        } else {
            Err(RatingError::Unbounded)
        }
    }

    /// Are all players joined by games?
    pub fn connected(&self) -> bool {
        self.groups.iter().all(|&group| group == 0)
    }

    /// Standard error of the difference of two ratings; `None` for a player who is not there.
    pub fn error_of_difference(&self, a: usize, b: usize) -> Option<f64> {
        let count = self.players.len();
        let cell = |row: usize, column: usize| self.covariance.get(row * count + column).copied();
        if a >= count || b >= count {
            return None;
        }
        Some((cell(a, a)? + cell(b, b)? - 2.0 * cell(a, b)?).max(0.0).sqrt())
    }

    /// How likely `a` is stronger than `b`, 0 to 1, by the normal approximation.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let error = self.error_of_difference(a, b)?;
        let difference = self.players.get(a)?.elo - self.players.get(b)?.elo;
        if error > 0.0 { Some(super::normal_cdf(difference / error)) } else { Some(0.5) }
    }
}

/// Why there are no ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatingError {
    /// A game names a player who is not there, or gives points outside 0 to 1.
    #[error("a game names no player or no result")]
    BadGame,
    /// Without a prior some ratings would be infinite: someone won everything, or groups never met.
    #[error("the games do not tell finite ratings")]
    Unbounded,
}

/// Ratings per unit of the natural logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Steps of Newton's method at most; a dozen are usual.
const STEPS: usize = 200;

/// Largest gradient at the end, in points.
const PRECISION: f64 = 1e-9;

/// The ratings of so many players after these games.
///
/// # Errors
/// [`RatingError::BadGame`], and without a prior [`RatingError::Unbounded`].
pub fn fit(players: usize, games: &[Game], options: &Options) -> Result<Ratings, RatingError> {
    let right = |&(black, white, points): &Game| {
        black < players && white < players && black != white && (0.0..=1.0).contains(&points)
    };
    if !games.iter().all(right) {
        return Err(RatingError::BadGame);
    }
    let model = Model::new(players, games, options);
    let mut at = vec![0.0; model.unknowns()];
    let mut value = model.log_likelihood(&at);
    for _ in 0..STEPS {
        let (gradient, information) = model.slope(&at);
        if gradient.iter().all(|g| g.abs() < PRECISION) {
            return model.ratings(&at, &information, games).bounded();
        }
        let step = model.solve(&information, &gradient).ok_or(RatingError::Unbounded)?;
        let mut length = 1.0;
        loop {
            let there: Vec<f64> = at.iter().zip(&step).map(|(x, d)| x + length * d).collect();
            let found = model.log_likelihood(&there);
            if found >= value - 1e-12 * value.abs() {
                (at, value) = (there, found);
                break;
            }
            length /= 2.0;
            if length < 1e-12 {
                return Err(RatingError::Unbounded);
            }
        }
    }
    Err(RatingError::Unbounded)
}

/// The games summed up. Unknowns are the players' ratings and, last, the worth of the first move.
struct Model {
    players: usize,
    first_move: bool,
    prior: f64,
    /// Number of games and Black's points, by Black and White.
    meetings: Vec<(usize, usize, f64, f64)>,
}

impl Model {
    fn new(players: usize, games: &[Game], options: &Options) -> Model {
        let mut sums = vec![(0.0, 0.0); players * players];
        for &(black, white, points) in games {
            if let Some((count, sum)) = sums.get_mut(black * players + white) {
                *count += 1.0;
                *sum += points;
            }
        }
        let meetings = sums
            .into_iter()
            .enumerate()
            .filter(|(_, (count, _))| *count > 0.0)
            .map(|(at, (count, points))| (at / players, at % players, count, points))
            .collect();
        let prior = options.prior.max(0.0);
        Model { players, first_move: options.first_move, prior, meetings }
    }

    fn unknowns(&self) -> usize {
        self.players + usize::from(self.first_move)
    }

    /// What Black is ahead by.
    fn lead(&self, at: &[f64], black: usize, white: usize) -> f64 {
        let first = if self.first_move { at[self.players] } else { 0.0 };
        at[black] - at[white] + first
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let games = self.meetings.iter().map(|&(black, white, count, points)| {
            let lead = self.lead(at, black, white);
            points * log_logistic(lead) + (count - points) * log_logistic(-lead)
        });
        let draws = at.iter().map(|&x| self.prior / 2.0 * (log_logistic(x) + log_logistic(-x)));
        games.sum::<f64>() + draws.sum::<f64>()
    }

    /// Gradient, freed from what would move the mean, and information (the negative second derivatives).
    fn slope(&self, at: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.unknowns();
        let (mut gradient, mut information) = (vec![0.0; n], vec![0.0; n * n]);
        for &(black, white, count, points) in &self.meetings {
            let expected = logistic(self.lead(at, black, white));
            let (push, weight) = (points - count * expected, count * expected * (1.0 - expected));
            let mut signs = vec![(black, 1.0), (white, -1.0)];
            if self.first_move {
                signs.push((self.players, 1.0));
            }
            for &(row, a) in &signs {
                gradient[row] += a * push;
                for &(column, b) in &signs {
                    information[row * n + column] += a * b * weight;
                }
            }
        }
        for (row, &x) in at.iter().enumerate() {
            let expected = logistic(x);
            gradient[row] += self.prior * (0.5 - expected);
            information[row * n + row] += self.prior * expected * (1.0 - expected);
        }
        let mean = gradient.iter().take(self.players).sum::<f64>() / self.players as f64;
        gradient.iter_mut().take(self.players).for_each(|g| *g -= mean);
        (gradient, information)
    }

    /// The step that the information gives for this gradient while the mean of the ratings stays.
    fn solve(&self, information: &[f64], gradient: &[f64]) -> Option<Vec<f64>> {
        let n = self.unknowns();
        // One more unknown: the multiplier of the condition that the ratings' changes sum to 0.
        let wide = n + 2;
        let mut rows = vec![0.0; (n + 1) * wide];
        for row in 0..n {
            rows[row * wide..row * wide + n].copy_from_slice(&information[row * n..(row + 1) * n]);
            rows[row * wide + n + 1] = gradient[row];
            if row < self.players {
                rows[row * wide + n] = 1.0;
                rows[n * wide + row] = 1.0;
            }
        }
        let mut solution = eliminate(rows, n + 1)?;
        solution.truncate(n);
        Some(solution)
    }

    fn ratings(&self, at: &[f64], information: &[f64], games: &[Game]) -> Ratings {
        let n = self.unknowns();
        // Column by column; a singular matrix has no finite errors.
        let column = |k: usize| {
            let mut unit = vec![0.0; n];
            unit[k] = 1.0;
            self.solve(information, &unit).unwrap_or_else(|| vec![f64::INFINITY; n])
        };
        let columns: Vec<Vec<f64>> = (0..n).map(column).collect();
        let rating = |k: usize| Rating {
            elo: SCALE * at[k],
            error: Z95 * SCALE * columns[k][k].max(0.0).sqrt(),
        };
        let covariance = (0..self.players)
            .flat_map(|row| columns[row].iter().take(self.players).map(|c| SCALE * SCALE * c))
            .collect();
        Ratings {
            players: (0..self.players).map(rating).collect(),
            first_move: self.first_move.then(|| rating(self.players)),
            groups: groups(self.players, games),
            covariance,
        }
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

fn log_logistic(x: f64) -> f64 {
    if x > 0.0 { -libm::log1p(libm::exp(-x)) } else { x - libm::log1p(libm::exp(x)) }
}

/// Solves as many linear equations, each row with its right side last, by elimination with pivots; `None` if they do not
/// tell the solution.
fn eliminate(mut rows: Vec<f64>, count: usize) -> Option<Vec<f64>> {
    let wide = count + 1;
    let largest = rows.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for step in 0..count {
        let pivot = (step..count)
            .max_by(|&a, &b| rows[a * wide + step].abs().total_cmp(&rows[b * wide + step].abs()))?;
        let value = rows[pivot * wide + step];
        if value.is_nan() || value.abs() <= 1e-13 * largest {
            return None;
        }
        for column in 0..wide {
            rows.swap(pivot * wide + column, step * wide + column);
        }
        for row in (0..count).filter(|&row| row != step) {
            let factor = rows[row * wide + step] / value;
            if factor != 0.0 {
                for column in step..wide {
                    rows[row * wide + column] -= factor * rows[step * wide + column];
                }
            }
        }
    }
    Some((0..count).map(|row| rows[row * wide + count] / rows[row * wide + row]).collect())
}

/// Numbers of the groups that games join, in the order of their first players.
fn groups(players: usize, games: &[Game]) -> Vec<usize> {
    let mut label: Vec<usize> = (0..players).collect();
    for &(a, b, _) in games {
        let (from, to) = (label[a].max(label[b]), label[a].min(label[b]));
        if from != to {
            label.iter_mut().filter(|l| **l == from).for_each(|l| *l = to);
        }
    }
    let mut seen = Vec::new();
    label
        .into_iter()
        .map(|l| {
            seen.iter().position(|&known| known == l).unwrap_or_else(|| {
                seen.push(l);
                seen.len() - 1
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use proptest::prelude::*;

    const BARE: Options = Options { first_move: false, prior: 0.0 };

    fn repeat(a: usize, b: usize, points: f64, count: usize) -> impl Iterator<Item = Game> {
        std::iter::repeat_n((a, b, points), count)
    }

    /// American League East 1987, home and away games (Agresti, Categorical Data Analysis, 2nd edition 2002, table 10.10;
    /// the counts are the data set `baseball` of the R package BradleyTerry2). Teams: Milwaukee, Detroit, Toronto, New York,
    /// Boston, Cleveland, Baltimore. For each home team, the wins and losses against the others in that order.
    const BASEBALL: [[(usize, usize); 6]; 7] = [
        [(4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4)],
    ];

    fn baseball() -> Vec<Game> {
        let mut games = Vec::new();
        for (home, row) in BASEBALL.iter().enumerate() {
            for (away, (won, lost)) in (0..7).filter(|&away| away != home).zip(row) {
                games.extend(repeat(home, away, 1.0, *won).chain(repeat(home, away, 0.0, *lost)));
            }
        }
        games
    }

    fn rounded(mut values: Vec<f64>, digits: i32) -> Vec<f64> {
        values.sort_by(f64::total_cmp);
        values.iter().map(|v| (v * 10f64.powi(digits)).round() / 10f64.powi(digits)).collect()
    }

    /// Agresti's table 10.11, as the tests of BradleyTerry2 (tests/testthat/test-baseball.R) give it.
    #[test]
    fn agrestis_baseball() {
        let games = baseball();
        let plain = fit(7, &games, &BARE).unwrap();
        let relative =
            (0..6).map(|k| (plain.players[k].elo - plain.players[6].elo) / SCALE).collect();
        assert_eq!(rounded(relative, 2), [0.68, 1.11, 1.25, 1.29, 1.44, 1.58]);
        let errors = (0..6).map(|k| plain.error_of_difference(k, 6).unwrap() / SCALE).collect();
        assert_eq!(rounded(errors, 1), [0.3; 6]);
        let home = fit(7, &games, &Options { first_move: true, ..BARE }).unwrap();
        let first = home.first_move.unwrap();
        assert_eq!((first.elo / SCALE * 1000.0).round(), 302.0);
        let strengths: Vec<f64> = home.players.iter().map(|r| (r.elo / SCALE).exp()).collect();
        let whole: f64 = strengths.iter().sum();
        let shares = strengths.iter().map(|s| s / whole).collect();
        assert_eq!(rounded(shares, 3), [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]);
    }

    /// Two players: the difference is that of their score, the variance 1 / (n p (1 - p)).
    #[test]
    fn two_players() {
        let games: Vec<Game> = repeat(0, 1, 1.0, 30)
            .chain(repeat(1, 0, 0.5, 20))
            .chain(repeat(1, 0, 1.0, 10))
            .collect();
        let ratings = fit(2, &games, &BARE).unwrap();
        let score = 40.0 / 60.0;
        let difference = crate::tournament::statistics::elo::difference(score);
        let [a, b] = [0, 1].map(|k| ratings.players[k]);
        assert!((a.elo - b.elo - difference).abs() < 1e-6 && (a.elo + b.elo).abs() < 1e-6);
        let error = SCALE / (60.0 * score * (1.0 - score)).sqrt();
        assert!((ratings.error_of_difference(0, 1).unwrap() - error).abs() < 1e-6);
        // Both ratings move by half of the difference.
        assert!((a.error - Z95 * error / 2.0).abs() < 1e-6);
        let normal = crate::tournament::statistics::normal_cdf(difference / error);
        assert!((ratings.superiority(0, 1).unwrap() - normal).abs() < 1e-9);
        assert_eq!(ratings.superiority(0, 2), None);
    }

    #[test]
    fn who_won_everything_is_finite_with_a_prior() {
        let games: Vec<Game> = repeat(0, 1, 1.0, 10).chain(repeat(1, 2, 1.0, 10)).collect();
        for first_move in [false, true] {
            let bare = Options { first_move, ..BARE };
            assert_eq!(fit(3, &games, &bare), Err(RatingError::Unbounded));
            let ratings = fit(3, &games, &Options { first_move, ..Options::default() }).unwrap();
            let elo: Vec<f64> = ratings.players.iter().map(|r| r.elo).collect();
            assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo[0] < 1000.0, "{elo:?}");
            assert!(ratings.players.iter().all(|r| r.error.is_finite() && r.error > 0.0));
        }
    }

    #[test]
    fn groups_are_told() {
        let games = [(0, 2, 1.0), (2, 0, 0.5), (1, 4, 0.0), (4, 1, 0.0)];
        let ratings = fit(5, &games, &Options::default()).unwrap();
        assert_eq!(ratings.groups, [0, 1, 0, 2, 1]);
        assert!(!ratings.connected());
        assert_eq!(fit(5, &games, &BARE), Err(RatingError::Unbounded));
        let none = fit(3, &[], &Options::default()).unwrap();
        assert!(none.players.iter().all(|r| r.elo == 0.0));
        assert_eq!(fit(0, &[], &Options::default()).unwrap().players, []);
        for game in [(0, 1, 1.0), (0, 0, 1.0)] {
            assert_eq!(fit(1, &[game], &Options::default()), Err(RatingError::BadGame));
        }
    }

    /// Ratings that games were made with by chance lie in their intervals of 95 % about that often.
    #[test]
    fn intervals_cover() {
        let truth = [-150.0, -60.0, 0.0, 40.0, 170.0];
        let mut rng = seeded(11);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..200 {
            let mut games = Vec::new();
            for a in 0..5 {
                for b in (0..5).filter(|&b| b != a) {
                    let chance = crate::tournament::statistics::elo::expected_score(
                        truth[a] - truth[b] + 30.0,
                    );
                    games.extend((0..15).map(|_| {
                        let x = f64::from(below(&mut rng, 1 << 30)) / f64::from(1 << 30);
                        (a, b, if x < chance { 1.0 } else { 0.0 })
                    }));
                }
            }
            let options = Options { first_move: true, ..Options::default() };
            let ratings = fit(5, &games, &options).unwrap();
            let first = ratings.first_move.unwrap();
            let pairs = ratings.players.iter().zip(truth).chain([(&first, 30.0)]);
            for (rating, truth) in pairs {
                all += 1;
                inside += usize::from((rating.elo - truth).abs() <= rating.error);
            }
        }
        let share = inside as f64 / all as f64;
        assert!((0.925..=0.975).contains(&share), "{share}");
    }

    proptest! {
        /// At the maximum everybody has as many points as the model expects, and the mean is 0.
        #[test]
        fn expected_points_are_the_points(games in prop::collection::vec((0usize..6, 0usize..6, 0u8..3), 1..80)) {
            let games: Vec<Game> = games
                .into_iter()
                .filter(|(a, b, _)| a != b)
                .map(|(a, b, points)| (a, b, f64::from(points) / 2.0))
                .collect();
            let options = Options::default();
            let ratings = fit(6, &games, &options).unwrap();
            let score = crate::tournament::statistics::elo::expected_score;
            let mut surplus = [0.0; 6];
            for &(a, b, points) in &games {
                let expected = score(ratings.players[a].elo - ratings.players[b].elo);
                surplus[a] += points - expected;
                surplus[b] -= points - expected;
            }
            for (rating, surplus) in ratings.players.iter().zip(&mut surplus) {
                *surplus += options.prior * (0.5 - score(rating.elo));
            }
            let mean = surplus.iter().sum::<f64>() / 6.0;
            prop_assert!(surplus.iter().all(|s| (s - mean).abs() < 1e-6), "{surplus:?}");
            prop_assert!(ratings.players.iter().map(|r| r.elo).sum::<f64>().abs() < 1e-6);
        }
    }
}
