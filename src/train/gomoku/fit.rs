//! Fits weights to games: the worth of points and threats to results, the urgency of points to the moves that searches chose.
//!
//! The static value is linear in the weights: for each colour, how often each code of shapes stands on an empty point, and
//! which threats there are. Logistic regression against the result, mixed with what the search said, by Adagrad (Duchi et
//! al., 2011) from the weights that the games were played with; so what hardly occurs stays as it was. Urgency is a softmax
//! over the points near stones with the searched move as its target.

use super::play::is_decided;
use super::record::Record;
use crate::base::{Color, Point, Rng, below, seeded};
use crate::engine::gomoku::node::{CLEAR, Node};
use crate::engine::gomoku::tables;
use crate::eval::gomoku::shapes::{CODES, Shapes, Values, marks};
use crate::eval::gomoku::weights::{THREATS, Weights, threats};
use crate::games::gomoku::Board;
use crate::search::alphabeta::Position;
use std::sync::Arc;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitting {
    /// Times through all positions.
    pub rounds: u32,
    /// Share of the search's value in the target; the rest is the result.
    pub trust: f32,
    /// Length of a step.
    pub rate: f32,
}

/// A position: for the player to move.
struct Sample {
    /// Where its features begin in the list of all, and how many there are.
    start: usize,
    len: usize,
    threat: u16,
    target: f32,
}

/// What a fit has come to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quality {
    /// Positions.
    pub positions: usize,
    /// Mean cross-entropy in nats.
    pub loss: f64,
    /// Mean absolute error of the chance.
    pub error: f64,
    /// Share of searched moves that were the most urgent.
    pub first: f64,
}

/// Number of parameters of the value: points by colour and code, threats by colour to move.
const PARAMETERS: usize = 2 * CODES + 2 * THREATS;

/// Positions and choices from games.
pub struct Samples {
    renju: bool,
    samples: Vec<Sample>,
    /// Parameter and how often, in own points less other's, twice: the sum of the position and the one before it.
    features: Vec<(u16, i16)>,
    choices: Vec<Choice>,
    /// Codes of the mover and of the other for each point of a choice.
    points: Vec<(u16, u16)>,
}

struct Choice {
    start: usize,
    len: usize,
    chosen: usize,
}

impl Samples {
    /// Reads games: of Renju, or of variants that treat both colours alike.
    pub fn new(games: &[&Record], renju: bool, trust: f32) -> Samples {
        let (samples, features) = (Vec::new(), Vec::new());
        let (choices, points) = (Vec::new(), Vec::new());
        let mut all = Samples { renju, samples, features, choices, points };
        let zero = Arc::new(Values::zero());
        // Of the position and of the one before it, for Black.
        let mut counts = [vec![0i16; 2 * CODES], vec![0i16; 2 * CODES]];
        for game in games {
            let board = Board::new(game.size);
            let mut shapes = Shapes::new(&board, tables(game.rules.variant), zero.clone());
            let mut color = Color::Black;
            all.count(&shapes, &mut counts[0]);
            counts.swap(0, 1);
            for (ply, played) in game.moves.iter().enumerate() {
                all.count(&shapes, &mut counts[0]);
                if ply >= game.opening && is_quiet(&shapes, color) {
                    let result = f32::from(game.black) / 2.0;
                    let own = if color == Color::Black { result } else { 1.0 - result };
                    match played.value {
                        Some(value) if !is_decided(value) || value < 0 => {
                            let said = Node::winrate(value);
                            all.add(&shapes, color, own + trust * (said - own), &counts);
                        }
                        _ => {}
                    }
                    if played.value.is_some() {
                        all.add_choice(&shapes, color, played.point);
                    }
                }
                shapes.put(color, played.point);
                color = color.other();
                counts.swap(0, 1);
            }
        }
        all
    }

    /// A weight of White's that is Black's as well has Black's number.
    fn parameter(&self, color: Color, code: usize) -> usize {
        if self.renju { color.index() * CODES + code } else { code }
    }

    fn threat(&self, color: Color, threat: usize) -> usize {
        2 * CODES + if self.renju { color.index() * THREATS } else { 0 } + threat
    }

    /// How often each parameter counts for Black.
    fn count(&self, shapes: &Shapes, counts: &mut [i16]) {
        counts.fill(0);
        let board = shapes.board();
        for point in board.size().points().filter(|&p| board.is_empty(p)) {
            for side in Color::BOTH {
                let sign = if side == Color::Black { 1 } else { -1 };
                counts[self.parameter(side, shapes.code(side, point))] += sign;
            }
        }
    }

    fn add(&mut self, shapes: &Shapes, color: Color, target: f32, counts: &[Vec<i16>; 2]) {
        let start = self.features.len();
        let sign = if color == Color::Black { 1 } else { -1 };
        for (parameter, (now, before)) in counts[0].iter().zip(&counts[1]).enumerate() {
            let twice = sign * (now + before);
            if twice != 0 {
                self.features.push((parameter as u16, twice));
            }
        }
        let threat = self.threat(color, threats(shapes, color)) as u16;
        self.samples.push(Sample { start, len: self.features.len() - start, threat, target });
    }

    fn add_choice(&mut self, shapes: &Shapes, color: Color, chosen: Point) {
        if shapes.count(color.other(), marks::OPEN_FOUR) > 0 {
            return;
        }
        let start = self.points.len();
        let mut index = None;
        for point in shapes.near_points() {
            if point == chosen {
                index = Some(self.points.len() - start);
            }
            let codes = (shapes.code(color, point), shapes.code(color.other(), point));
            self.points.push((codes.0 as u16, codes.1 as u16));
        }
        match index {
            Some(chosen) => {
                self.choices.push(Choice { start, len: self.points.len() - start, chosen });
            }
            None => self.points.truncate(start),
        }
    }
}

fn is_quiet(shapes: &Shapes, mover: Color) -> bool {
    let none = |color, mark| shapes.count(color, mark) == 0;
    none(mover, marks::FIVE) && none(mover.other(), marks::FIVE) && none(mover, marks::OPEN_FOUR)
}

/// Adagrad over some parameters.
struct Steps {
    rate: f32,
    squares: Vec<f32>,
}

impl Steps {
    fn step(&mut self, parameter: usize, weight: &mut f32, slope: f32) {
        self.squares[parameter] += slope * slope;
        *weight -= self.rate * slope / libm::sqrtf(self.squares[parameter] + 1e-6);
    }
}

/// The weights fitted to games, of Renju or of variants that treat both colours alike; `held_out` are measured with only. Returns the quality on the held-out
/// games before and after.
pub fn fit(
    weights: &Weights,
    games: &[&Record],
    held_out: &[&Record],
    renju: bool,
    fitting: &Fitting,
) -> (Weights, Quality, Quality) {
    let samples = Samples::new(games, renju, fitting.trust);
    let test = Samples::new(held_out, renju, fitting.trust);
    let mut parameters = parameters(weights);
    let mut urgency: [Vec<f32>; 2] =
        [0, 1].map(|side| weights.urgency[side].iter().map(|&w| f32::from(w) / 100.0).collect());
    let before = measure(&test, &parameters, &urgency);
    let mut rng = seeded(0x90);
    let mut steps = Steps { rate: fitting.rate, squares: vec![0.0; PARAMETERS] };
    let mut order: Vec<usize> = (0..samples.samples.len()).collect();
    for round in 0..fitting.rounds {
        steps.rate = fitting.rate / (1.0 + round as f32);
        shuffle(&mut order, &mut rng);
        for &index in &order {
            let sample = &samples.samples[index];
            let features = &samples.features[sample.start..sample.start + sample.len];
            let slope = (chance(features, sample, &parameters) - sample.target) / CLEAR;
            for &(parameter, count) in features {
                let parameter = usize::from(parameter);
                let slope = slope * f32::from(count) / 2.0;
                steps.step(parameter, &mut parameters[parameter], slope);
            }
            let threat = usize::from(sample.threat);
            steps.step(threat, &mut parameters[threat], slope);
        }
    }
    let mut sides = [0, 1].map(|_| Steps { rate: 0.05, squares: vec![0.0; CODES] });
    let mut order: Vec<usize> = (0..samples.choices.len()).collect();
    let mut chances = Vec::new();
    for round in 0..fitting.rounds {
        sides.iter_mut().for_each(|side| side.rate = 0.05 / (1.0 + round as f32));
        shuffle(&mut order, &mut rng);
        for &index in &order {
            let choice = &samples.choices[index];
            let points = &samples.points[choice.start..choice.start + choice.len];
            soften(points, &urgency, &mut chances);
            for (place, (&(own, other), &chance)) in points.iter().zip(&chances).enumerate() {
                let slope = chance - if place == choice.chosen { 1.0 } else { 0.0 };
                let (own, other) = (usize::from(own), usize::from(other));
                sides[0].step(own, &mut urgency[0][own], slope);
                sides[1].step(other, &mut urgency[1][other], slope);
            }
        }
    }
    let after = measure(&test, &parameters, &urgency);
    (rounded(&parameters, &urgency, renju), before, after)
}

fn shuffle(order: &mut [usize], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

fn parameters(weights: &Weights) -> Vec<f32> {
    let points = weights.values.points.iter().flatten();
    points.chain(weights.threats.iter().flatten()).map(|&w| f32::from(w)).collect()
}

fn chance(features: &[(u16, i16)], sample: &Sample, parameters: &[f32]) -> f32 {
    let sum: f32 = features
        .iter()
        .map(|&(p, count)| parameters[usize::from(p)] * f32::from(count) / 2.0)
        .sum();
    let value = sum + parameters[usize::from(sample.threat)];
    1.0 / (1.0 + libm::expf(-value / CLEAR))
}

fn soften(points: &[(u16, u16)], urgency: &[Vec<f32>; 2], chances: &mut Vec<f32>) {
    chances.clear();
    chances.extend(
        points
            .iter()
            .map(|&(own, other)| urgency[0][usize::from(own)] + urgency[1][usize::from(other)]),
    );
    let most = chances.iter().copied().fold(f32::MIN, f32::max);
    chances.iter_mut().for_each(|c| *c = libm::expf(*c - most));
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|c| *c /= sum);
}

fn measure(samples: &Samples, parameters: &[f32], urgency: &[Vec<f32>; 2]) -> Quality {
    let mut quality = Quality { positions: samples.samples.len(), ..Quality::default() };
    for sample in &samples.samples {
        let features = &samples.features[sample.start..sample.start + sample.len];
        let p = f64::from(chance(features, sample, parameters)).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(sample.target);
        quality.loss -= target * libm::log(p) + (1.0 - target) * libm::log(1.0 - p);
        quality.error += (p - target).abs();
    }
    let count = samples.samples.len().max(1) as f64;
    quality.loss /= count;
    quality.error /= count;
    let mut chances = Vec::new();
    let mut hits = 0;
    for choice in &samples.choices {
        soften(&samples.points[choice.start..choice.start + choice.len], urgency, &mut chances);
        let chosen = chances[choice.chosen];
        hits += usize::from(chances.iter().all(|&c| c <= chosen));
    }
    quality.first = hits as f64 / samples.choices.len().max(1) as f64;
    quality
}

/// The parameters as weights. Where both colours share them, White gets Black's.
fn rounded(parameters: &[f32], urgency: &[Vec<f32>; 2], renju: bool) -> Weights {
    let whole = |w: &f32| libm::roundf(w.clamp(-3000.0, 3000.0)) as i16;
    let list = |from: usize, len: usize| parameters[from..from + len].iter().map(whole).collect();
    let white = usize::from(renju);
    let points = [list(0, CODES), list(white * CODES, CODES)];
    let threats = [list(2 * CODES, THREATS), list(2 * CODES + white * THREATS, THREATS)];
    let urgency =
        [0, 1].map(|side: usize| urgency[side].iter().map(|w| whole(&(w * 100.0))).collect());
    Weights { values: Arc::new(Values { points }), threats, urgency }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;
    use crate::eval::gomoku::weights::WeightSet;
    use crate::games::gomoku::{Rules, Variant};
    use crate::search::alphabeta::{AlphaBeta, Settings};
    use crate::train::gomoku::duel::{Player, pair};
    use crate::train::gomoku::play::{Plan, game};

    const PLAN: Plan = Plan { nodes: 300, opening: 5, fair: 0.9, stray: 20 };

    fn games(rules: Rules, count: u64) -> Vec<Record> {
        let weights = WeightSet::by_hand();
        let mut search = AlphaBeta::new(Settings { threads: 1, memory: 1 });
        let board = (BoardSize::square(11).unwrap(), rules);
        let weights = weights.of(rules.variant);
        (0..count).filter_map(|seed| game(&mut search, weights, board, &PLAN, seed)).collect()
    }

    #[test]
    fn games_replay_and_teach() {
        for variant in [Variant::Standard, Variant::Renju] {
            let games = games(Rules::of(variant), 12);
            assert!(games.len() > 8);
            assert_eq!(games, self::games(Rules::of(variant), 12), "the same seeds");
            for game in &games {
                assert_eq!(Record::read(&game.write()).as_ref(), Some(game));
            }
            let all: Vec<&Record> = games.iter().collect();
            let hand = Weights::by_hand();
            let fitting = Fitting { rounds: 3, trust: 0.5, rate: 4.0 };
            let renju = variant == Variant::Renju;
            let (fitted, before, after) = fit(&hand, &all, &all, renju, &fitting);
            assert!(after.loss < before.loss, "{before:?} {after:?}");
            assert!(after.first > before.first, "{before:?} {after:?}");
            // Rounded as it is written, it is still about as good.
            let again = fit(&fitted, &all, &all, renju, &Fitting { rounds: 0, ..fitting }).1;
            assert!((again.loss - after.loss).abs() < 0.02, "{after:?} {again:?}");
            let same = fitted.values.points[0] == fitted.values.points[1];
            assert_eq!(same, !renju, "colours share weights but under Renju");
        }
    }

    #[test]
    fn a_pair_is_two_games() {
        let hand = WeightSet::by_hand();
        let mut players = [300, 300].map(|nodes| Player {
            weights: hand.of(Variant::Freestyle).clone(),
            search: AlphaBeta::new(Settings { threads: 1, memory: 1 }),
            nodes,
        });
        let [first, second] = &mut players;
        let board = (BoardSize::square(11).unwrap(), Rules::default());
        for seed in 0..3 {
            let tally = pair([&mut *first, &mut *second], board, &PLAN, seed);
            // The same player twice wins as often as it loses.
            assert_eq!(tally.won + tally.drawn + tally.lost, 2, "{seed}");
            assert_eq!(tally.won, tally.lost, "{seed}");
        }
    }
}
