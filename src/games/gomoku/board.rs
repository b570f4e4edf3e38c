//! Stones on a padded grid, and the lines they make.

use super::Variant;
use crate::base::{BoardSize, Color, GRID, Point, STRIDE};
use std::fmt;

/// Steps of the four directions in cell numbers: along a row, up a column, up to the right, up to the left.
pub const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

const EMPTY: u8 = 0;
const WALL: u8 = 3;

/// The content of a cell that holds a stone.
const fn code(color: Color) -> u8 {
    color as u8 + 1
}

/// A board with stones. Every cell outside it is wall, so that a walk along a line needs no bounds; a blocked point of the
/// board is wall too.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    cells: [u8; GRID],
    size: BoardSize,
    stones: [u16; 2],
    blocked: u16,
}

impl Board {
    /// An empty board.
    pub fn new(size: BoardSize) -> Board {
        let mut cells = [WALL; GRID];
        for point in size.points() {
            cells[point.index()] = EMPTY;
        }
        Board { cells, size, stones: [0; 2], blocked: 0 }
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point.
    #[inline]
    pub fn color(&self, point: Point) -> Option<Color> {
        match self.cells[point.index()] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Is that a point of the board without a stone that is not blocked?
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == EMPTY
    }

    /// Stones of that colour.
    #[inline]
    pub fn stones(&self, color: Color) -> usize {
        usize::from(self.stones[color.index()])
    }

    /// Points without a stone that are not blocked.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.size.area()
            - self.stones(Color::Black)
            - self.stones(Color::White)
            - usize::from(self.blocked)
    }

    /// Takes an empty point out of the game, as if the wall went round it; any other point stays as it is.
    pub fn block(&mut self, point: Point) {
        if self.is_empty(point) {
            self.cells[point.index()] = WALL;
            self.blocked += 1;
        }
    }

    /// Is that a point of the board that has been taken out of the game?
    #[inline]
    pub fn is_blocked(&self, point: Point) -> bool {
        self.blocked > 0 && self.cells[point.index()] == WALL && self.size.contains(point)
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, color: Color, point: Point) {
        debug_assert!(self.is_empty(point), "{point} is taken");
        self.cells[point.index()] = code(color);
        self.stones[color.index()] += 1;
    }

    /// Takes a stone off; an empty point stays empty.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        if let Some(color) = self.color(point) {
            self.cells[point.index()] = EMPTY;
            self.stones[color.index()] -= 1;
        }
    }

    /// Stones of that colour in an unbroken row beside the point, behind it and ahead of it along a direction of
    /// [`DIRECTIONS`]. The point itself does not count, whatever is on it.
    #[inline]
    pub fn beside(&self, color: Color, point: Point, step: usize) -> (usize, usize) {
        let wanted = code(color);
        let (mut back, mut ahead) = (0, 0);
        let mut cell = point.index().wrapping_sub(step);
        while self.cells[cell & (GRID - 1)] == wanted {
            back += 1;
            cell = cell.wrapping_sub(step);
        }
        cell = point.index() + step;
        while self.cells[cell & (GRID - 1)] == wanted {
            ahead += 1;
            cell += step;
        }
        (back, ahead)
    }

    /// The nearest points that end the unbroken row through a point, behind and ahead: empty, of the other colour, or wall.
    #[inline]
    pub(super) fn ends(&self, color: Color, point: Point, step: usize) -> (Point, Point) {
        let (back, ahead) = self.beside(color, point, step);
        let behind = point.index().wrapping_sub((back + 1) * step);
        (Point::from_index(behind), Point::from_index(point.index() + (ahead + 1) * step))
    }

    /// Would a stone of that colour on that point make a row that wins? The point may be empty or hold that stone.
    #[inline]
    pub fn wins(&self, variant: Variant, color: Color, point: Point) -> bool {
        DIRECTIONS.iter().any(|&step| self.row_wins(variant, color, point, step))
    }

    /// As [`Board::wins`], along one direction.
    #[inline]
    fn row_wins(&self, variant: Variant, color: Color, point: Point, step: usize) -> bool {
        let (back, ahead) = self.beside(color, point, step);
        let length = back + 1 + ahead;
        length >= 5 && (length == 5 || variant.long_row_wins(color)) && {
            // Only Caro looks at the ends, and only at those of a row of exactly five.
            !(variant.is_caro() && length == 5 && {
                let enemy = code(color.other());
                let behind = point.index().wrapping_sub((back + 1) * step);
                let before = point.index() + (ahead + 1) * step;
                self.cells[behind & (GRID - 1)] == enemy && self.cells[before & (GRID - 1)] == enemy
            })
        }
    }

    /// The stones of that colour in rows that win.
    pub fn winning_stones(&self, variant: Variant, color: Color) -> Vec<Point> {
        let stones = self.size.points().filter(|&point| self.color(point) == Some(color));
        let in_row = |point: &Point| {
            DIRECTIONS.iter().any(|&step| self.row_wins(variant, color, *point, step))
        };
        stones.filter(in_row).collect()
    }

    /// Has that colour a row that wins?
    pub fn has_won(&self, variant: Variant, color: Color) -> bool {
        let stones = || self.size.points().filter(|&p| self.color(p) == Some(color));
        self.stones(color) >= 5 && stones().any(|point| self.wins(variant, color, point))
    }

    /// Calls `found` for the points that would win for that colour thanks to its stone on `stone`; a point may come twice.
    #[inline]
    pub fn completions(
        &self,
        variant: Variant,
        color: Color,
        stone: Point,
        mut found: impl FnMut(Point),
    ) {
        for step in DIRECTIONS {
            let (behind, before) = self.ends(color, stone, step);
            for end in [behind, before] {
                if self.is_empty(end) && self.wins(variant, color, end) {
                    found(end);
                }
            }
        }
    }
}

impl fmt::Debug for Board {
    /// A row a line from the top, `X` Black, `O` White and `#` blocked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.size.height()).rev() {
            for x in 0..self.size.width() {
                let point = Point::at(x, y);
                f.write_str(match self.color(point) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None if self.is_blocked(point) => "#",
                    None => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
