//! How far the values of shallow and deep searches of one position lie apart, and the fit of Multi-ProbCut to it.

use crate::engine::reversi::node::Node;
use crate::engine::reversi::probcut::{Deviation, shallow};
use crate::eval::reversi::patterns::DISC;
use crate::search::alphabeta::Position;
use std::collections::BTreeMap;

/// Differences of values, deep less shallow, in discs.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u32,
    squares: f64,
}

/// Collects values and fits their spread. Differences are kept by whether the deep search reached the end, empty squares,
/// deep and shallow plies.
#[derive(Default)]
pub struct Spread(BTreeMap<(bool, u32, i32, i32), Sum>);

/// A fitted spread.
pub struct Fit {
    /// What `engine::reversi::probcut` holds.
    pub deviation: Deviation,
    /// Differences it rests on.
    pub count: u64,
    /// Mean absolute error of the logarithm of the deviation.
    pub error: f64,
}

impl Spread {
    /// Adds a position. `value` searches it to a depth and tells the value for the side to move.
    pub fn add(
        &mut self,
        node: &Node,
        deepest: i32,
        exact: u32,
        value: &mut dyn FnMut(&Node, i32) -> i32,
    ) {
        let empties = node.empties();
        let to_the_end = empties <= exact;
        let last = deepest.min(empties.cast_signed() - 1);
        let values: Vec<i32> = (0..=last)
            .map(|depth| if depth == 0 { node.evaluate() } else { value(node, depth) })
            .collect();
        let mut note = |end, depth: i32, deep: i32| {
            for plies in [shallow(depth), shallow(depth) - 2] {
                let Some(&guess) = usize::try_from(plies).ok().and_then(|plies| values.get(plies))
                else {
                    continue;
                };
                let difference = f64::from(deep - guess) / f64::from(DISC);
                let sum = self.0.entry((end, empties / 4 * 4 + 2, depth, plies)).or_default();
                sum.count += 1;
                sum.squares += difference * difference;
            }
        };
        for (depth, &deep) in (0..).zip(&values).skip(3) {
            note(false, depth, deep);
        }
        if to_the_end {
            let depth = empties.cast_signed();
            note(true, depth, value(node, depth));
        }
    }

    /// Least squares of the logarithm of the deviations, each kind weighted by how often it was seen.
    pub fn fit(&self, end: bool) -> Option<Fit> {
        let mut matrix = [[0.0; 5]; 4];
        let mut rows = Vec::new();
        let mut count = 0;
        for (&(kind, empties, depth, plies), sum) in &self.0 {
            if kind != end || sum.count < 30 {
                continue;
            }
            let deviation = (sum.squares / f64::from(sum.count)).sqrt().max(0.05);
            let tens = |n: f64| n / 10.0;
            let row =
                [1.0, tens(empties.into()), tens(depth.into()), tens(plies.into()), deviation.ln()];
            let weight = f64::from(sum.count);
            for (i, line) in matrix.iter_mut().enumerate() {
                for (j, cell) in line.iter_mut().enumerate() {
                    *cell += weight * row[i] * row[j];
                }
                // A slight pull to 0 keeps what the data cannot tell apart from running away.
                line[i] += 1.0;
            }
            rows.push((row, weight));
            count += u64::from(sum.count);
        }
        if rows.is_empty() {
            return None;
        }
        let solution = solved(matrix);
        let miss = |row: &[f64; 5]| {
            let told: f64 = row.iter().zip(&solution).map(|(x, c)| x * c).sum();
            (told - row[4]).abs()
        };
        let total: f64 = rows.iter().map(|(_, weight)| weight).sum();
        let error = rows.iter().map(|(row, weight)| weight * miss(row)).sum::<f64>() / total;
        Some(Fit { deviation: solution.map(|c| c as f32), count, error })
    }
}

/// Solves four linear equations by elimination; the matrix is positive definite.
fn solved(mut matrix: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        for row in 0..4 {
            if row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let line = matrix[pivot];
                matrix[row].iter_mut().zip(line).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    std::array::from_fn(|i| matrix[i][4] / matrix[i][i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_spread_is_found() {
        let of = [0.5f64, 0.3, 0.4, -0.6];
        let mut spread = Spread::default();
        for empties in (10..50).step_by(4) {
            for depth in 4..12 {
                for plies in [shallow(depth), shallow(depth) - 2] {
                    let log = of[0]
                        + of[1] * f64::from(empties) / 10.0
                        + of[2] * f64::from(depth) / 10.0
                        + of[3] * f64::from(plies) / 10.0;
                    let sum = Sum { count: 5000, squares: 5000.0 * (2.0 * log).exp() };
                    spread.0.insert((false, empties, depth, plies), sum);
                }
            }
        }
        let fit = spread.fit(false).expect("data");
        for (found, told) in fit.deviation.iter().zip(of) {
            assert!((f64::from(*found) - told).abs() < 0.02, "{:?}", fit.deviation);
        }
        assert!(fit.error < 0.01 && spread.fit(true).is_none());
    }
}
