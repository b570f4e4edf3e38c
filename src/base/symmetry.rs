//! The symmetries of a board.

use super::{BoardSize, Point};

/// A way to lay a board on itself: bit 0 mirrors left and right, bit 1 up and down, and bit 2 (square boards only) swaps columns
/// and rows afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All symmetries of a board, the one that changes nothing first: eight of a square, four of another rectangle.
    pub fn all(size: BoardSize) -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..if size.width() == size.height() { 8 } else { 4 }).map(Symmetry)
    }

    /// The symmetry of these three bits; the third is for square boards only.
    pub fn of(left_and_right: bool, up_and_down: bool, swapped: bool) -> Symmetry {
        Symmetry(u8::from(left_and_right) | u8::from(up_and_down) << 1 | u8::from(swapped) << 2)
    }

    /// Where a point of a board of that size comes to lie.
    pub fn image(self, size: BoardSize, point: Point) -> Point {
        let x = if self.0 & 1 == 0 { point.x() } else { size.width() - 1 - point.x() };
        let y = if self.0 & 2 == 0 { point.y() } else { size.height() - 1 - point.y() };
        if self.0 & 4 == 0 { Point::at(x, y) } else { Point::at(y, x) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn images_are_the_board_again() {
        for (width, height, count) in [(5, 5, 8), (3, 7, 4), (25, 25, 8), (1, 1, 8)] {
            let size = BoardSize::new(width, height).expect("a size");
            assert_eq!(Symmetry::all(size).len(), count);
            let points: BTreeSet<usize> = size.points().map(Point::index).collect();
            for symmetry in Symmetry::all(size) {
                let images = size.points().map(|point| symmetry.image(size, point));
                assert_eq!(images.map(Point::index).collect::<BTreeSet<_>>(), points);
            }
        }
        for (number, symmetry) in Symmetry::all(BoardSize::square(4).expect("a size")).enumerate() {
            let bit = |bit: usize| number >> bit & 1 != 0;
            assert_eq!(Symmetry::of(bit(0), bit(1), bit(2)), symmetry);
        }
        let size = BoardSize::square(5).expect("a size");
        let images: Vec<String> = Symmetry::all(size)
            .map(|symmetry| symmetry.image(size, Point::at(1, 0)).to_string())
            .collect();
        assert_eq!(images, ["B1", "D1", "B5", "D5", "A2", "A4", "E2", "E4"]);
    }
}
