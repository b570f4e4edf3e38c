//! One node of the tree: a move and the numbers gathered about it, all of them atomics.

use crate::base::Move;
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Fixed-point one of the value sums.
const ONE: f32 = (1 << 24) as f32;
/// The AMAF word holds the number of samples above this bit and the sum of values, in 1/4096, below it.
const AMAF_SHIFT: u32 = 38;
const AMAF_ONE: f32 = 4096.0;
/// Beyond so many AMAF samples no more are added, so that the word cannot overflow.
const AMAF_FULL: u64 = (1 << 26) - 4096;
const PRIOR_VALUE: f32 = 65535.0;
const PRIOR_WEIGHT: f32 = 64.0;
/// Fixed-point one of the sums of margins.
const POINT: f32 = 256.0;
/// Standard deviation of values where nothing is known of them.
const TYPICAL: f64 = 0.2;
const ILLEGAL: u16 = 1 << 15;

/// Content of [`Node::children`] while a thread expands the node.
pub(super) const EXPANDING: u32 = u32::MAX;

/// A move with its statistics. Values are those of the player who makes the move, so that a simulation on its way
/// (counted, but without a result yet) looks like a loss to whoever comes by: the virtual loss.
///
/// Sums are integers: their order does not matter, so threads need no lock and one thread replays bit for bit.
#[derive(Debug, Default)]
pub(super) struct Node {
    mv: AtomicU16,
    /// Number of children; the top bit marks a move that proved illegal.
    count: AtomicU16,
    /// Index of the first child; 0 = none yet, [`EXPANDING`] = in the making.
    children: AtomicU32,
    visits: AtomicU32,
    prior: AtomicU32,
    policy: AtomicU32,
    /// Index of the parent; kept only for compaction.
    parent: AtomicU32,
    value: AtomicU64,
    amaf: AtomicU64,
    /// Sum of Black's margins.
    margin: AtomicI64,
    /// Sum of squared margins.
    squares: AtomicU64,
    /// Sum of squared values.
    value_squares: AtomicU64,
}

impl Node {
    /// Makes the node one that has never been visited.
    pub(super) fn reset(&self, mv: Move, policy: f32, value: f32, weight: f32, parent: u32) {
        let value = (value.clamp(0.0, 1.0) * PRIOR_VALUE) as u32;
        let weight = (weight.clamp(0.0, 1023.0) * PRIOR_WEIGHT) as u32;
        self.mv.store(mv.raw(), Relaxed);
        self.count.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.prior.store(value << 16 | weight, Relaxed);
        self.policy.store(policy.to_bits(), Relaxed);
        self.parent.store(parent, Relaxed);
        self.value.store(0, Relaxed);
        self.amaf.store(0, Relaxed);
        self.margin.store(0, Relaxed);
        self.squares.store(0, Relaxed);
        self.value_squares.store(0, Relaxed);
        self.children.store(0, Relaxed);
    }

    /// Becomes a copy of another node, its children included.
    pub(super) fn assign(&self, other: &Node) {
        self.mv.store(other.mv.load(Relaxed), Relaxed);
        self.count.store(other.count.load(Relaxed), Relaxed);
        self.children.store(other.children.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.policy.store(other.policy.load(Relaxed), Relaxed);
        self.parent.store(other.parent.load(Relaxed), Relaxed);
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.amaf.store(other.amaf.load(Relaxed), Relaxed);
        self.margin.store(other.margin.load(Relaxed), Relaxed);
        self.squares.store(other.squares.load(Relaxed), Relaxed);
        self.value_squares.store(other.value_squares.load(Relaxed), Relaxed);
    }

    #[inline]
    pub(super) fn mv(&self) -> Move {
        Move::from_raw(self.mv.load(Relaxed))
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts a simulation that starts; returns the number of those before it.
    #[inline]
    pub(super) fn begin(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// Adds the result of a simulation counted by [`Node::begin`]: the value for the player who made the move.
    #[inline]
    pub(super) fn finish(&self, value: f32, black_margin: f32) {
        self.value.fetch_add((value * ONE) as u64, Relaxed);
        self.value_squares.fetch_add((value * value * ONE) as u64, Relaxed);
        self.margin.fetch_add((black_margin * POINT) as i64, Relaxed);
        self.squares.fetch_add((black_margin * black_margin * POINT) as u64, Relaxed);
    }

    /// Sum of values.
    #[inline]
    pub(super) fn value_sum(&self) -> f32 {
        self.value.load(Relaxed) as f32 * (1.0 / ONE)
    }

    /// Mean value for the player who makes the move; `None` before the first visit.
    pub(super) fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        let sum = self.value.load(Relaxed) as f64 / f64::from(ONE);
        (visits > 0).then(|| (sum / f64::from(visits)) as f32)
    }

    /// Standard error of the mean value, as if two visits more had lain [`TYPICAL`] above and below it, so that few values that happen
    /// to be alike prove little.
    pub(super) fn standard_error(&self) -> f32 {
        let n = f64::from(self.visits().max(1));
        let sum = self.value.load(Relaxed) as f64 / f64::from(ONE);
        let squares = self.value_squares.load(Relaxed) as f64 / f64::from(ONE);
        let variance = ((squares - sum * sum / n).max(0.0) + 2.0 * TYPICAL * TYPICAL) / (n + 2.0);
        (variance / n + 0.25 / (n * n)).sqrt() as f32
    }

    /// Mean and standard deviation of Black's margin; zeros before the first visit.
    pub(super) fn margin(&self) -> (f32, f32) {
        let n = f64::from(self.visits().max(1));
        let mean = self.margin.load(Relaxed) as f64 / f64::from(POINT) / n;
        let square = self.squares.load(Relaxed) as f64 / f64::from(POINT) / n;
        (mean as f32, (square - mean * mean).max(0.0).sqrt() as f32)
    }

    /// Prior as (value, weight).
    #[inline]
    pub(super) fn prior(&self) -> (f32, f32) {
        let word = self.prior.load(Relaxed);
        ((word >> 16) as f32 * (1.0 / PRIOR_VALUE), (word & 0xffff) as f32 * (1.0 / PRIOR_WEIGHT))
    }

    /// The evaluator's probability.
    #[inline]
    pub(super) fn policy(&self) -> f32 {
        f32::from_bits(self.policy.load(Relaxed))
    }

    /// Changes the evaluator's probability.
    pub(super) fn set_policy(&self, policy: f32) {
        self.policy.store(policy.to_bits(), Relaxed);
    }

    /// Adds an all-moves-as-first sample.
    #[inline]
    pub(super) fn add_amaf(&self, sample: u64) {
        if self.amaf.load(Relaxed) >> AMAF_SHIFT < AMAF_FULL {
            self.amaf.fetch_add(sample, Relaxed);
        }
    }

    /// The word to give to [`Node::add_amaf`] for `weight` samples of that value.
    #[inline]
    pub(super) fn amaf_sample(value: f32, weight: u64) -> u64 {
        (weight << AMAF_SHIFT) + (value * AMAF_ONE) as u64 * weight
    }

    /// AMAF as (number of samples, sum of values).
    #[inline]
    pub(super) fn amaf(&self) -> (f32, f32) {
        let word = self.amaf.load(Relaxed);
        let sum = word & ((1 << AMAF_SHIFT) - 1);
        ((word >> AMAF_SHIFT) as f32, sum as f32 * (1.0 / AMAF_ONE))
    }

    /// Is this move known to be illegal?
    #[inline]
    pub(super) fn is_illegal(&self) -> bool {
        self.count.load(Relaxed) & ILLEGAL != 0
    }

    /// Takes the move out of the search.
    pub(super) fn mark_illegal(&self) {
        self.count.fetch_or(ILLEGAL, Relaxed);
    }

    /// First child and number of children, once there are any.
    #[inline]
    pub(super) fn children(&self) -> Option<(u32, usize)> {
        let first = self.children.load(std::sync::atomic::Ordering::Acquire);
        (first != 0 && first != EXPANDING)
            .then(|| (first, (self.count.load(Relaxed) & !ILLEGAL) as usize))
    }

    /// Takes the right to expand this node; false if it has children or another thread is at it.
    pub(super) fn claim(&self) -> bool {
        self.children.compare_exchange(0, EXPANDING, Relaxed, Relaxed).is_ok()
    }

    /// Gives the claimed node its children (all of them written before), or leaves it a leaf.
    pub(super) fn settle(&self, first: u32, count: usize) {
        let illegal = self.count.load(Relaxed) & ILLEGAL;
        self.count.store(count as u16 | illegal, Relaxed);
        self.children.store(first, std::sync::atomic::Ordering::Release);
    }

    pub(super) fn parent(&self) -> u32 {
        self.parent.load(Relaxed)
    }

    pub(super) fn set_parent(&self, parent: u32) {
        self.parent.store(parent, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_fits_into_a_cache_line() {
        assert!(size_of::<Node>() <= 64, "{}", size_of::<Node>());
    }

    #[test]
    fn sums_come_back() {
        let node = Node::default();
        node.reset(Move::xy(2, 3), 0.25, 0.75, 20.0, 7);
        let (value, weight) = node.prior();
        assert!((value - 0.75).abs() < 1e-4 && weight == 20.0);
        assert_eq!((node.policy(), node.mv(), node.mean()), (0.25, Move::xy(2, 3), None));
        for (value, margin) in [(1.0, 3.5), (0.0, -4.5), (0.5, 0.0), (1.0, 10.0)] {
            node.begin();
            node.finish(value, margin);
        }
        assert_eq!(node.mean(), Some(0.625));
        // Squares 2.25 - 4 * 0.625^2 = 0.6875, with 2 * 0.04 more over 6.
        let variance = (0.6875f32 + 0.08) / 6.0;
        let error = (variance / 4.0 + 0.25 / 16.0).sqrt();
        assert!((node.standard_error() - error).abs() < 1e-5, "{}", node.standard_error());
        let (mean, deviation) = node.margin();
        assert_eq!(mean, 2.25);
        assert!((deviation * deviation - (132.5 / 4.0 - 2.25 * 2.25)).abs() < 1e-3);
        node.add_amaf(Node::amaf_sample(1.0, 1));
        node.add_amaf(Node::amaf_sample(0.5, 3));
        assert_eq!(node.amaf(), (4.0, 2.5));
    }

    #[test]
    fn a_virtual_loss_is_a_visit_without_value() {
        let node = Node::default();
        node.begin();
        node.finish(1.0, 0.0);
        node.begin();
        assert_eq!(node.mean(), Some(0.5));
    }

    #[test]
    fn amaf_saturates() {
        let node = Node::default();
        for _ in 0..70_000 {
            node.add_amaf(Node::amaf_sample(1.0, 1000));
        }
        let (n, sum) = node.amaf();
        assert!((n - (1 << 26) as f32).abs() < 8192.0, "{n}");
        assert!((sum / n - 1.0).abs() < 1e-3);
    }

    #[test]
    fn only_one_claims_a_node() {
        let node = Node::default();
        assert!(node.claim());
        assert!(!node.claim() && node.children().is_none());
        node.mark_illegal();
        node.settle(5, 3);
        assert_eq!(node.children(), Some((5, 3)));
        assert!(node.is_illegal() && !node.claim());
    }
}
