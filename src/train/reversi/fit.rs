//! The fit: least squares of the patterns' values against results, stage by stage, by conjugate gradients.

use super::sample::Sample;
use crate::eval::reversi::patterns::{DISC, INSTANCES, Layout, STAGES, stage};
use std::array;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitting {
    /// Steps of conjugate gradients for each stage.
    pub steps: usize,
    /// Pull of every weight towards that of the stage after it (fewer empty squares), in samples.
    pub pull: f32,
    /// Share of the search's own value in what unsolved positions are fitted to; the rest is the result.
    pub trust: f32,
    /// Positions of a neighbouring stage at most that many empty squares away are fitted as well, at half weight.
    pub overlap: u32,
}

impl Fitting {
    /// What the recipe uses.
    pub const NORMAL: Fitting = Fitting { steps: 40, pull: 4.0, trust: 0.5, overlap: 2 };
}

/// The fitted numbers, rounded to 1/128 disc.
pub struct Fitted {
    /// Per stage one for each weight of the layout.
    pub stages: [Vec<i16>; STAGES],
    /// Per number of empty squares.
    pub constants: [i16; 61],
}

/// How far values are from the results of samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quality {
    /// Samples.
    pub samples: usize,
    /// Mean absolute error in discs.
    pub absolute: f64,
    /// Root mean square error in discs.
    pub root: f64,
}

/// The samples of one stage, spelt out.
struct Problem {
    /// Number of weights; the constants come behind them.
    count: usize,
    features: Vec<[u32; INSTANCES]>,
    empties: Vec<u8>,
    targets: Vec<f32>,
    importance: Vec<f32>,
}

impl Problem {
    fn new(layout: &Layout, samples: &[Sample], index: usize, fitting: &Fitting) -> Problem {
        let mut problem = Problem {
            count: layout.count(),
            features: vec![],
            empties: vec![],
            targets: vec![],
            importance: vec![],
        };
        for sample in samples {
            let empties = sample.empties();
            let own = stage(empties) == index;
            let near = [empties.saturating_sub(fitting.overlap), empties + fitting.overlap];
            if !own && !near.iter().any(|&e| stage(e) == index) {
                continue;
            }
            let trust = if sample.exact { 0.0 } else { fitting.trust };
            let searched = f32::from(sample.value) / DISC as f32;
            let target = trust * searched + (1.0 - trust) * f32::from(sample.result);
            problem.features.push(layout.features(sample.own, sample.other));
            problem.empties.push(empties.min(60) as u8);
            problem.targets.push(target);
            problem.importance.push(if own { 1.0 } else { 0.5 });
        }
        problem
    }

    /// What weights, then the constants, say of every sample.
    fn apply(&self, weights: &[f32], out: &mut [f32]) {
        let constants = self.count;
        for ((features, empties), out) in self.features.iter().zip(&self.empties).zip(out) {
            let sum: f32 = features.iter().map(|&f| weights[f as usize]).sum();
            *out = sum + weights[constants + usize::from(*empties)];
        }
    }

    /// The sum over samples of a number for each of them, at every weight it has.
    fn gather(&self, numbers: &[f32], out: &mut [f32]) {
        out.fill(0.0);
        let constants = self.count;
        for ((features, empties), number) in self.features.iter().zip(&self.empties).zip(numbers) {
            for &feature in features {
                out[feature as usize] += number;
            }
            out[constants + usize::from(*empties)] += number;
        }
    }

    /// Least squares with a pull towards `start`: conjugate gradients on the normal equations, preconditioned by how often
    /// each weight occurs (Jacobi).
    fn solve(&self, start: &[f32], fitting: &Fitting) -> Vec<f32> {
        let (n, m) = (start.len(), self.targets.len());
        let mut weights = start.to_vec();
        let mut diagonal = vec![0.0; n];
        self.gather(&self.importance, &mut diagonal);
        diagonal.iter_mut().for_each(|d| *d += fitting.pull);
        let mut errors = vec![0.0; m];
        self.apply(&weights, &mut errors);
        for ((error, target), importance) in
            errors.iter_mut().zip(&self.targets).zip(&self.importance)
        {
            *error = (target - *error) * importance;
        }
        // Residual of the normal equations; the pull is zero at the start.
        let mut residual = vec![0.0; n];
        self.gather(&errors, &mut residual);
        let scaled = |residual: &[f32]| -> Vec<f32> {
            residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect()
        };
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let mut z = scaled(&residual);
        let mut direction = z.clone();
        let mut rho = dot(&residual, &z);
        let mut image = vec![0.0; m];
        let mut product = vec![0.0; n];
        for _ in 0..fitting.steps {
            if rho <= 0.0 {
                break;
            }
            self.apply(&direction, &mut image);
            image.iter_mut().zip(&self.importance).for_each(|(i, w)| *i *= w);
            self.gather(&image, &mut product);
            product.iter_mut().zip(&direction).for_each(|(p, d)| *p += fitting.pull * d);
            let curvature = dot(&direction, &product);
            if curvature <= 0.0 {
                break;
            }
            let step = (rho / curvature) as f32;
            weights.iter_mut().zip(&direction).for_each(|(w, d)| *w += step * d);
            residual.iter_mut().zip(&product).for_each(|(r, p)| *r -= step * p);
            z = scaled(&residual);
            let next = dot(&residual, &z);
            let share = (next / rho) as f32;
            rho = next;
            direction.iter_mut().zip(&z).for_each(|(d, z)| *d = z + share * *d);
        }
        weights
    }
}

/// Fits all stages, from the fullest boards to the emptiest; stages without samples take the numbers of the stage before.
pub fn fit(samples: &[Sample], fitting: &Fitting, mut told: impl FnMut(usize, usize)) -> Fitted {
    let layout = Layout::default();
    let count = layout.count();
    let mut weights = vec![0.0f32; count + 61];
    let mut constants = [0i16; 61];
    let rounded = |weight: f32| (weight * DISC as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    let stages = array::from_fn(|index| {
        let problem = Problem::new(&layout, samples, index, fitting);
        told(index, problem.targets.len());
        if !problem.targets.is_empty() {
            weights = problem.solve(&weights, fitting);
        }
        for empties in (0..=60).filter(|&e| stage(e) == index) {
            constants[empties as usize] = rounded(weights[count + empties as usize]);
        }
        weights[..count].iter().map(|&w| rounded(w)).collect()
    });
    Fitted { stages, constants }
}

/// How far the fitted numbers are from the results of these samples, stage by stage.
pub fn measure(fitted: &Fitted, samples: &[Sample]) -> [Quality; STAGES] {
    let layout = Layout::default();
    let mut qualities = [Quality::default(); STAGES];
    for sample in samples {
        let index = stage(sample.empties());
        let table = &fitted.stages[index];
        let sum: i32 = layout
            .features(sample.own, sample.other)
            .iter()
            .map(|&f| i32::from(table[f as usize]))
            .sum();
        let sum = sum + i32::from(fitted.constants[sample.empties().min(60) as usize]);
        let value = (f64::from(sum) / f64::from(DISC)).clamp(-64.0, 64.0);
        let error = value - f64::from(sample.result);
        let quality = &mut qualities[index];
        quality.samples += 1;
        quality.absolute += error.abs();
        quality.root += error * error;
    }
    for quality in qualities.iter_mut().filter(|q| q.samples > 0) {
        quality.absolute /= quality.samples as f64;
        quality.root = (quality.root / quality.samples as f64).sqrt();
    }
    qualities
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::games::reversi::eight::squares;

    /// Samples of boards with discs at random in the corners and the middle, their results by a rule that patterns can
    /// tell: corners and a constant.
    fn samples(count: usize, seed: u64) -> Vec<Sample> {
        let mut rng = seeded(seed);
        let sample = |_| {
            let (mut own, mut other) = (0, 0);
            for square in squares(0x8100_0018_1800_0081) {
                match below(&mut rng, 3) {
                    0 => own |= 1 << square,
                    1 => other |= 1 << square,
                    _ => {}
                }
            }
            let corners = |set: u64| squares(set & 0x8100_0000_0000_0081).count() as i8;
            let result = 3 + 9 * (corners(own) - corners(other));
            Sample { own, other, result, value: i16::from(result) * 128, exact: true }
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn a_known_rule_is_found() {
        let fitting = Fitting { steps: 60, pull: 0.01, ..Fitting::NORMAL };
        let fitted = fit(&samples(3000, 1), &fitting, |_, _| {});
        let fresh = samples(1000, 2);
        let known: Vec<Quality> =
            measure(&fitted, &fresh).into_iter().filter(|q| q.samples > 200).collect();
        assert!(!known.is_empty());
        for quality in known {
            // The results spread over more than ten discs.
            assert!(quality.root < 2.0, "{quality:?}");
        }
    }

    #[test]
    fn the_search_is_trusted_as_far_as_told() {
        let wrong: Vec<Sample> = samples(2000, 3)
            .into_iter()
            .map(|sample| Sample { value: 0, exact: false, result: 20, ..sample })
            .collect();
        let value = |trust: f32| {
            let fitting = Fitting { trust, steps: 40, pull: 0.01, ..Fitting::NORMAL };
            let fitted = fit(&wrong, &fitting, |_, _| {});
            20.0 - measure(&fitted, &wrong).iter().map(|q| q.absolute).fold(0.0, f64::max)
        };
        let (result, half) = (value(0.0), value(0.5));
        assert!((result - 20.0).abs() < 1.0 && (half - 10.0).abs() < 1.0, "{result} {half}");
    }
}
