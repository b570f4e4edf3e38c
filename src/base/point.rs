//! Points of a grid, numbered alike on every board size.

/// Distance between a point and the one above it.
pub const STRIDE: usize = 32;

/// Number of cells of the padded grid: arrays indexed by [`Point::index`] have this length.
pub const GRID: usize = 1024;

/// A point of the grid, as `(y + 1) * STRIDE + (x + 1)`.
///
/// The number does not depend on the board size, so neighbour offsets are constants, and the row and column around the
/// board (up to 25x25) are cells of the same grid that a board can mark as its wall. `x` counts columns from the left,
/// `y` rows from the row numbered 1; both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in column `x`, row `y` (both from 0, at most 25).
    #[inline]
    pub const fn at(x: usize, y: usize) -> Point {
        Point(((y + 1) * STRIDE + x + 1) as u16)
    }

    /// The point with that cell number; numbers are taken modulo [`GRID`].
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        Point((index & (GRID - 1)) as u16)
    }

    /// The cell number, always below [`GRID`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 as usize) & (GRID - 1)
    }

    /// Column from 0. Meaningful only for a point made by [`Point::at`].
    #[inline]
    pub const fn x(self) -> usize {
        (self.0 as usize) % STRIDE - 1
    }

    /// Row from 0. Meaningful only for a point made by [`Point::at`].
    #[inline]
    pub const fn y(self) -> usize {
        (self.0 as usize) / STRIDE - 1
    }

    /// The four cells that share an edge with this one: left, right, below, above.
    #[inline]
    pub const fn neighbors(self) -> [Point; 4] {
        let i = self.index();
        [
            Point::from_index(i.wrapping_sub(1)),
            Point::from_index(i + 1),
            Point::from_index(i.wrapping_sub(STRIDE)),
            Point::from_index(i + STRIDE),
        ]
    }

    /// The four cells that share only a corner with this one.
    #[inline]
    pub const fn diagonals(self) -> [Point; 4] {
        let i = self.index();
        [
            Point::from_index(i.wrapping_sub(STRIDE + 1)),
            Point::from_index(i.wrapping_sub(STRIDE - 1)),
            Point::from_index(i + STRIDE - 1),
            Point::from_index(i + STRIDE + 1),
        ]
    }
}
