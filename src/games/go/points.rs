//! A set of points.

use crate::base::{GRID, Point};

/// A set of points of the grid, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointSet([u64; GRID / 64]);

impl PointSet {
    /// The empty set.
    pub const fn new() -> PointSet {
        PointSet([0; GRID / 64])
    }

    /// Adds a point; was it missing?
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let missing = self.0[word] & bit == 0;
        self.0[word] |= bit;
        missing
    }

    /// Takes a point out.
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Is the point in the set?
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// No points?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The points, row by row from A1.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (0..GRID).map(Point::from_index).filter(|&point| self.contains(point))
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::new();
        set.extend(points);
        set
    }
}
