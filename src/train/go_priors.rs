//! Fits the odds of Go moves' features ([`Odds`]) to a teacher's policy.
//!
//! The model is a conditional logit (McFadden, 1974): in each position a move has the probability `exp(sum of its
//! features' numbers)`, divided by the same summed over all moves. The loss is the cross-entropy against the teacher's
//! probabilities of those moves, plus a small penalty on the squares of the numbers; it is convex. It is lowered by Adam
//! (Kingma and Ba, 2015) over seeded batches with a rate that falls to nothing. The same data in the same order, with the
//! same seed, give the same table on every machine.

use super::shard::Label;
use crate::base::{Rng, below, seeded};
use crate::eval::Evaluator;
use crate::eval::go::{Described, FEATURES, KINDS, KnowledgePlayouts, Odds, Worker};
use crate::game::State;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitting {
    /// Rounds through the data.
    pub rounds: usize,
    /// Positions a step.
    pub batch: usize,
    /// The rate at the start; it falls linearly to zero.
    pub rate: f64,
    /// The penalty: this times half the sum of squares is added to the mean loss.
    pub penalty: f64,
    /// The seed of the order of positions.
    pub seed: u64,
}

impl Fitting {
    /// What the program's table is fitted with, but for the seed.
    pub const NORMAL: Fitting =
        Fitting { rounds: 12, batch: 64, rate: 0.05, penalty: 1e-5, seed: 1 };
}

/// A position: its moves' features, and the teacher's probability of each (they sum to 1).
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    moves: Vec<(u64, f32)>,
}

impl Sample {
    /// A sample, unless the weights sum to nothing.
    pub fn new(moves: impl IntoIterator<Item = (u64, f64)>) -> Option<Sample> {
        let moves: Vec<(u64, f64)> = moves.into_iter().collect();
        let total: f64 = moves.iter().map(|m| m.1).sum();
        let share = |(facts, weight): (u64, f64)| (facts, (weight / total) as f32);
        (total > 0.0).then(|| Sample { moves: moves.into_iter().map(share).collect() })
    }
}

/// Samples by kind of board, at most so many of each, every position as likely to be among them as any other
/// (Vitter's algorithm R, 1985).
pub struct Collector {
    evaluator: KnowledgePlayouts,
    worker: Worker,
    described: Vec<Described>,
    rng: Rng,
    most: usize,
    seen: [usize; KINDS],
    samples: [Vec<Sample>; KINDS],
}

impl Collector {
    /// An empty one.
    pub fn new(most: usize, seed: u64) -> Collector {
        let evaluator = KnowledgePlayouts::new();
        let worker = evaluator.worker(seed);
        Collector {
            evaluator,
            worker,
            described: Vec::new(),
            rng: seeded(seed),
            most,
            seen: [0; KINDS],
            samples: Default::default(),
        }
    }

    /// Considers a position. Left out is one where the teacher's first choice is a pass or one of the moves that have no
    /// features (they fill an own eye): of those the table says nothing.
    pub fn add(&mut self, label: &Label) {
        let Some(best) = label.policy.first().and_then(|first| first.0.point()) else { return };
        let kind = Odds::kind(label.state.size());
        let place = match self.samples[kind].len() < self.most {
            true => self.samples[kind].len(),
            false => below(&mut self.rng, self.seen[kind] as u32 + 1) as usize,
        };
        self.seen[kind] += 1;
        if place >= self.most {
            return;
        }
        self.evaluator.describe(&mut self.worker, label.state, &mut self.described);
        if !self.described.iter().any(|d| d.point == best) {
            return;
        }
        let weight = |d: &Described| {
            let entry = label.policy.iter().find(|(mv, _)| mv.point() == Some(d.point));
            entry.map_or(0.0, |&(_, probability)| probability)
        };
        let sample = Sample::new(self.described.iter().map(|d| (d.facts, weight(d))));
        let samples = &mut self.samples[kind];
        match sample {
            Some(sample) if place < samples.len() => samples[place] = sample,
            Some(sample) => samples.push(sample),
            None => {}
        }
    }

    /// The samples of each kind of board.
    pub fn samples(&self) -> &[Vec<Sample>; KINDS] {
        &self.samples
    }
}

/// How well a column of odds does.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quality {
    /// Positions.
    pub positions: usize,
    /// Mean cross-entropy against the teacher, in nats.
    pub loss: f64,
    /// Share of the positions in which the first choice is the teacher's. Equal first choices share.
    pub top: f64,
}

/// Measures a column.
pub fn measure(column: &[f32; FEATURES], samples: &[Sample]) -> Quality {
    let column = column.map(f64::from);
    let mut quality = Quality { positions: samples.len(), ..Quality::default() };
    let mut logs = Vec::new();
    for sample in samples {
        let (loss, most) = outlook(&column, sample, &mut logs);
        quality.loss += loss;
        let wanted = sample.moves.iter().map(|m| m.1).fold(0.0, f32::max);
        let first = || logs.iter().zip(&sample.moves).filter(|&(&log, _)| log == most);
        let right = first().filter(|(_, m)| m.1 == wanted).count();
        quality.top += right as f64 / first().count().max(1) as f64;
    }
    let count = samples.len().max(1) as f64;
    Quality { loss: quality.loss / count, top: quality.top / count, ..quality }
}

/// The numbers of the set bits of a set of features.
fn bits(mut facts: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = facts.trailing_zeros() as usize;
        facts &= facts.wrapping_sub(1);
        (bit < FEATURES).then_some(bit)
    })
}

/// The logarithm of each move's odds into `logs`; the loss, and the highest logarithm.
fn outlook(column: &[f64; FEATURES], sample: &Sample, logs: &mut Vec<f64>) -> (f64, f64) {
    logs.clear();
    logs.extend(sample.moves.iter().map(|m| bits(m.0).map(|f| column[f]).sum::<f64>()));
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = logs.iter().map(|&log| libm::exp(log - most)).sum();
    let sum = most + libm::log(total);
    let loss = logs.iter().zip(&sample.moves).map(|(&log, m)| f64::from(m.1) * (sum - log)).sum();
    (loss, most)
}

/// Fits a column to samples, from zeros.
pub fn fit(samples: &[Sample], fitting: &Fitting) -> [f32; FEATURES] {
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;
    let mut column = [0.0f64; FEATURES];
    let mut mean = [0.0f64; FEATURES];
    let mut square = [0.0f64; FEATURES];
    let (mut mean_left, mut square_left) = (1.0, 1.0);
    let mut rng = seeded(fitting.seed);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut logs = Vec::new();
    let batch = fitting.batch.max(1);
    let steps = fitting.rounds * samples.len().div_ceil(batch);
    let mut step = 0;
    for _ in 0..fitting.rounds {
        for last in (1..order.len()).rev() {
            order.swap(last, below(&mut rng, last as u32 + 1) as usize);
        }
        for batch in order.chunks(batch) {
            let mut slope = [0.0f64; FEATURES];
            for &index in batch {
                let sample = &samples[index];
                let (_, most) = outlook(&column, sample, &mut logs);
                let mut total = 0.0;
                for log in &mut logs {
                    *log = libm::exp(*log - most);
                    total += *log;
                }
                for (odds, m) in logs.iter().zip(&sample.moves) {
                    let excess = odds / total - f64::from(m.1);
                    bits(m.0).for_each(|feature| slope[feature] += excess);
                }
            }
            let rate = fitting.rate * (1.0 - step as f64 / steps as f64);
            step += 1;
            mean_left *= MEAN;
            square_left *= SQUARE;
            for feature in 0..FEATURES {
                let slope = slope[feature] / batch.len() as f64 + fitting.penalty * column[feature];
                mean[feature] = MEAN * mean[feature] + (1.0 - MEAN) * slope;
                square[feature] = SQUARE * square[feature] + (1.0 - SQUARE) * slope * slope;
                let spread = (square[feature] / (1.0 - square_left)).sqrt();
                column[feature] -= rate * mean[feature] / (1.0 - mean_left) / (spread + 1e-8);
            }
        }
    }
    column.map(|value| value as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::shard;

    /// Positions of random moves, labelled with the probabilities that the odds give them.
    fn synthetic(odds: &[f64; FEATURES], count: usize) -> Vec<Sample> {
        let mut rng = seeded(5);
        let mut position = || {
            // Any number of features a move: with a fixed number a constant added to all odds would change nothing.
            let mut facts = || {
                (0..=below(&mut rng, 8))
                    .fold(0, |facts, _| facts | 1 << below(&mut rng, FEATURES as u32))
            };
            let facts: Vec<u64> = (0..8).map(|_| facts()).collect();
            let weight = |facts: u64| libm::exp(bits(facts).map(|f| odds[f]).sum());
            Sample::new(facts.into_iter().map(|facts| (facts, weight(facts)))).expect("a sample")
        };
        (0..count).map(|_| position()).collect()
    }

    #[test]
    fn known_odds_are_recovered() {
        let mut known = [0.0; FEATURES];
        for (feature, odds) in known.iter_mut().enumerate() {
            *odds = (feature as f64 - 20.0) / 10.0;
        }
        let samples = synthetic(&known, 2000);
        let fitting = Fitting { penalty: 0.0, rounds: 20, ..Fitting::NORMAL };
        let column = fit(&samples, &fitting);
        for (feature, (found, known)) in column.iter().zip(known).enumerate() {
            assert!((f64::from(*found) - known).abs() < 0.03, "{feature}: {found} for {known}");
        }
        let (before, after) = (measure(&[0.0; FEATURES], &samples), measure(&column, &samples));
        assert!(after.loss < before.loss && after.top > 0.98, "{before:?} {after:?}");
        assert_eq!(column, fit(&samples, &fitting), "the same again");
        assert_ne!(column, fit(&samples, &Fitting { seed: 2, ..fitting }));
    }

    #[test]
    fn measures_of_a_small_case() {
        let mut column = [0.0; FEATURES];
        let sample = Sample::new([(1, 3.0), (2, 1.0), (0, 0.0), (0, 0.0)]).expect("a sample");
        let samples = [sample];
        let even = measure(&column, &samples);
        assert!((even.loss - libm::log(4.0)).abs() < 1e-12 && even.top == 0.25, "{even:?}");
        column[0] = 1.0;
        let better = measure(&column, &samples);
        let sum = libm::log(libm::exp(1.0) + 3.0);
        assert!((better.loss - (0.75 * (sum - 1.0) + 0.25 * sum)).abs() < 1e-12);
        assert_eq!((better.top, better.positions), (1.0, 1));
        assert_eq!(Sample::new([(1, 0.0)]), None);
        assert_eq!(measure(&column, &[]), Quality::default());
    }

    #[test]
    fn collected_samples_are_the_moves_with_the_teachers_weights() {
        let bytes = shard::tests::tiny();
        let mut collector = Collector::new(10, 1);
        shard::read(&bytes, |label| collector.add(&label)).expect("a shard");
        let samples = collector.samples();
        assert_eq!([samples[0].len(), samples[1].len(), samples[2].len()], [2, 0, 0]);
        assert_eq!([samples[0][0].moves.len(), samples[0][1].moves.len()], [35, 32]);
        for sample in &samples[0] {
            // Each label of the shard has one move with a probability.
            assert_eq!(sample.moves.iter().filter(|m| m.1 == 1.0).count(), 1);
            assert_eq!(sample.moves.iter().filter(|m| m.1 != 0.0).count(), 1);
        }
        let mut few = Collector::new(1, 1);
        for _ in 0..20 {
            shard::read(&bytes, |label| few.add(&label)).expect("a shard");
        }
        assert_eq!((few.samples()[0].len(), few.seen[0]), (1, 40));
    }
}
