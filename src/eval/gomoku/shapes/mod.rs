//! What both colours could make on every empty point, kept up to date stone by stone.
//!
//! For each empty point and colour there is a [`Shape`] in each of the four directions, and what the four add up to: the
//! order-free *code* of the four shapes, by which an evaluator weighs points, and *marks* such as "five" or "four and
//! three", by which threats are found. A stone changes only the points within a window of it along four lines.
//!
//! Marks are what the lines say. Whether Black may play a marked point under Renju is another matter: where lines
//! alone do not tell, the point has [`marks::SUSPECT`], and [`Shapes::is_foul`] asks the rules.

mod line;
pub mod marks;

pub use line::{LineTable, Shape};
pub use marks::{CODES, shapes_of_codes};

use crate::base::{BoardSize, Color, Point, stone_key};
use crate::games::gomoku::{Board, Variant, foul};
use marks::{Marks, Sums};
use std::sync::Arc;

/// Most points of a board.
const AREA: usize = 25 * 25;
/// Most lines of a board in all directions.
const LINES: usize = 2 * 25 + 2 * 49;
/// Places of a line before its first cell, all wall.
const MARGIN: usize = 5;

/// Points that can be asked for by mark.
pub const KINDS: [Marks; 4] = [marks::FIVE, marks::OPEN_FOUR, marks::FOUR, marks::THREE];

/// What a point is worth to each colour by the code of its shapes there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// For Black and for White, by code: see [`shapes_of_codes`].
    pub points: [Box<[i16]>; 2],
}

impl Values {
    /// Nothing is worth anything.
    pub fn zero() -> Values {
        Values { points: [0, 1].map(|_| vec![0; CODES].into_boxed_slice()) }
    }
}

/// All that is looked up for one rule.
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    lines: LineTable,
    sums: Sums,
}

impl Tables {
    /// The tables of that rule: some tens of milliseconds of work, so whoever owns the process keeps them.
    pub fn new(variant: Variant) -> Tables {
        Tables { variant, lines: LineTable::new(variant), sums: Sums::new() }
    }

    /// The rule.
    pub fn variant(&self) -> Variant {
        self.variant
    }
}

/// What both colours have at one empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Spot {
    /// Four shapes of four bits, Black's and White's.
    shapes: [u16; 2],
    marks: [Marks; 2],
}

/// A row of the board: bits by column, by kind of [`KINDS`] and colour.
type MarkRow = [[u32; 2]; KINDS.len()];

/// What a stone has changed, to be taken back.
#[derive(Clone, Default)]
pub struct Log {
    spots: Vec<(u16, Spot)>,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    point: Point,
    color: Color,
    spots: usize,
    value: i32,
    near: [u32; 7],
}

/// The shapes of a position.
#[derive(Clone)]
pub struct Shapes {
    tables: &'static Tables,
    values: Arc<Values>,
    board: Board,
    /// Side of the board, columns and rows.
    width: usize,
    height: usize,
    /// Black and white stones of each line, both set for the wall.
    lines: [[u64; 2]; LINES],
    spots: [Spot; AREA],
    rows: [MarkRow; 25],
    /// Points near a stone, see [`Shapes::is_near`].
    near: [u32; 25],
    counts: [[u16; 8]; 2],
    value: i32,
    key: u64,
}

/// The four directions, by what one place further along a line means for column and row.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Shapes {
    /// The shapes of that board under the tables' rule.
    pub fn new(board: &Board, tables: &'static Tables, values: Arc<Values>) -> Shapes {
        let size = board.size();
        let mut bare = board.clone();
        size.points().for_each(|point| bare.remove(point));
        let mut shapes = Shapes {
            tables,
            values,
            board: bare,
            width: size.width(),
            height: size.height(),
            lines: [[u64::MAX; 2]; LINES],
            spots: [Spot::default(); AREA],
            rows: [MarkRow::default(); 25],
            near: [0; 25],
            counts: [[0; 8]; 2],
            value: 0,
            key: 0,
        };
        let empty = || size.points().filter(|&point| shapes_empty(board, point));
        for point in empty() {
            for (line, place) in shapes.lines_through(point) {
                shapes.lines[line] = shapes.lines[line].map(|bits| bits & !(1 << place));
            }
        }
        for point in empty() {
            let spot = shapes.look(point);
            shapes.set_spot(shapes.spot_of(point), spot);
        }
        for point in size.points() {
            if let Some(color) = board.color(point) {
                shapes.put(color, point);
            }
        }
        shapes
    }

    /// Overwrites these shapes by others.
    #[inline]
    pub fn copy_from(&mut self, other: &Shapes) {
        if other.width != self.width || other.height != self.height {
            self.clone_from(other);
            return;
        }
        let (area, lines, height) = (self.width * self.height, self.line_count(), self.height);
        self.tables = other.tables;
        if !Arc::ptr_eq(&self.values, &other.values) {
            self.values = other.values.clone();
        }
        self.board.clone_from(&other.board);
        self.lines[..lines].copy_from_slice(&other.lines[..lines]);
        self.spots[..area].copy_from_slice(&other.spots[..area]);
        self.rows[..height].copy_from_slice(&other.rows[..height]);
        self.near = other.near;
        self.counts = other.counts;
        self.value = other.value;
        self.key = other.key;
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule.
    pub fn variant(&self) -> Variant {
        self.tables.variant
    }

    /// The board's sides.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Hash of the stones (not of the turn, nor of the rule).
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// What all empty points are worth to Black less what they are to White.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// Points where that colour's stone would have that mark (one bit).
    #[inline]
    pub fn count(&self, color: Color, mark: Marks) -> usize {
        usize::from(self.counts[color.index()][mark.trailing_zeros() as usize & 7])
    }

    /// What that colour's stone on an empty point would make.
    #[inline]
    pub fn marks(&self, color: Color, point: Point) -> Marks {
        self.spots[self.spot_of(point)].marks[color.index()]
    }

    /// The four shapes of that colour on an empty point, four bits each.
    #[inline]
    pub fn shapes(&self, color: Color, point: Point) -> u16 {
        self.spots[self.spot_of(point)].shapes[color.index()]
    }

    /// The code of that colour's shapes on an empty point.
    #[inline]
    pub fn code(&self, color: Color, point: Point) -> usize {
        self.tables.sums.code(self.shapes(color, point))
    }

    /// What an empty point is worth to that colour.
    #[inline]
    pub fn worth(&self, color: Color, point: Point) -> i32 {
        i32::from(self.values.points[color.index()][self.code(color, point)])
    }

    /// The points with a mark of [`KINDS`] for that colour, row by row. None are asked for any other mark.
    #[inline]
    pub fn points(&self, color: Color, kind: Marks) -> impl Iterator<Item = Point> + '_ {
        let index = KINDS.iter().position(|&k| k == kind);
        let rows = index.map_or(0, |_| self.height);
        let (index, color) = (index.unwrap_or(0), color.index());
        (0..rows).flat_map(move |y| bits(self.rows[y][index][color]).map(move |x| Point::at(x, y)))
    }

    /// The first of [`Shapes::points`].
    #[inline]
    pub fn first(&self, color: Color, kind: Marks) -> Option<Point> {
        if self.count(color, kind) == 0 { None } else { self.points(color, kind).next() }
    }

    /// Is that empty point at most two steps (king's moves) from a stone, or three along a line?
    #[inline]
    pub fn is_near(&self, point: Point) -> bool {
        self.near[point.y()] >> point.x() & 1 != 0
    }

    /// The empty points near stones, row by row.
    #[inline]
    pub fn near_points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.height).flat_map(move |y| {
            bits(self.near[y]).map(move |x| Point::at(x, y)).filter(|&p| self.board.is_empty(p))
        })
    }

    /// May that colour not play on that empty point?
    #[inline]
    pub fn is_foul(&self, color: Color, point: Point) -> bool {
        let marks = self.marks(color, point);
        marks & marks::FOUL != 0
            || marks & marks::SUSPECT != 0 && foul(&self.board, point).is_some()
    }

    /// Calls `found` for the empty points in the four windows of a point, itself included.
    #[inline]
    pub fn along_lines(&self, point: Point, mut found: impl FnMut(Point)) {
        let radius = self.tables.lines.radius() as isize;
        if self.board.is_empty(point) {
            found(point);
        }
        for (right, up) in STEPS {
            for distance in (-radius..0).chain(1..=radius) {
                let x = point.x().wrapping_add_signed(right * distance);
                let y = point.y().wrapping_add_signed(up * distance);
                if x < self.width && y < self.height && self.board.is_empty(Point::at(x, y)) {
                    found(Point::at(x, y));
                }
            }
        }
    }

    /// Would an enemy stone on `point` take [`marks::OPEN_FOUR`] away from the attacker's `key`?
    #[inline]
    pub fn helps(&self, attacker: Color, key: Point, point: Point) -> bool {
        if key == point {
            return true;
        }
        let (ours, theirs) = (self.lines_through(key), self.lines_through(point));
        let shared = (0..4).find(|&d| ours[d].0 == theirs[d].0);
        let Some(direction) = shared else { return false };
        let (line, place) = ours[direction];
        let other = theirs[direction].1;
        if place.abs_diff(other) > self.tables.lines.radius() {
            return false;
        }
        let mut stones = self.lines[line];
        stones[attacker.other().index()] |= 1 << other;
        let found =
            self.tables.lines.at(stones[0], stones[1], place) >> (4 * attacker.index()) & 15;
        let shift = 4 * direction;
        let before = self.shapes(attacker, key);
        let after = before & !(15 << shift) | u16::from(found) << shift;
        let renju = self.tables.variant == Variant::Renju && attacker == Color::Black;
        self.tables.sums.marks(after, renju) & (marks::OPEN_FOUR | marks::FIVE) == 0
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, color: Color, point: Point) {
        self.change(color, point, &mut Forget);
    }

    /// As [`Shapes::put`], remembering what to take back.
    pub fn put_logged(&mut self, color: Color, point: Point, log: &mut Log) {
        let mut near = [0; 7];
        for (row, kept) in (point.y().saturating_sub(3)..self.height).zip(&mut near) {
            *kept = self.near[row];
        }
        log.steps.push(Step { point, color, spots: log.spots.len(), value: self.value, near });
        self.change(color, point, log);
    }

    /// Takes back the last stone of the log.
    pub fn take_back(&mut self, log: &mut Log) {
        let Some(step) = log.steps.pop() else { return };
        let Step { point, color, .. } = step;
        self.board.remove(point);
        self.key ^= stone_key(color, point);
        for (line, place) in self.lines_through(point) {
            self.lines[line][color.index()] &= !(1 << place);
        }
        while log.spots.len() > step.spots {
            if let Some((index, spot)) = log.spots.pop() {
                self.set_marks(usize::from(index), spot.marks);
                self.spots[usize::from(index)] = spot;
            }
        }
        self.value = step.value;
        for (row, kept) in (point.y().saturating_sub(3)..self.height).zip(step.near) {
            self.near[row] = kept;
        }
    }

    #[inline]
    fn change(&mut self, color: Color, point: Point, log: &mut impl Notes) {
        let own = self.spot_of(point);
        self.board.put(color, point);
        self.key ^= stone_key(color, point);
        log.note(own, self.spots[own]);
        self.set_spot(own, Spot::default());
        self.spread(point);
        let radius = self.tables.lines.radius();
        let lines = self.lines_through(point);
        for (direction, (line, place)) in lines.into_iter().enumerate() {
            self.lines[line][color.index()] |= 1 << place;
            let [black, white] = self.lines[line];
            let (right, up) = STEPS[direction];
            let step = right + up * self.width as isize;
            let empty = !(black | white) >> (place - radius) & ((1 << (2 * radius + 1)) - 1);
            for offset in bits(empty as u32) {
                let there = place - radius + offset;
                let found = self.tables.lines.at(black, white, there);
                let shift = 4 * direction;
                let index = own.wrapping_add_signed((offset as isize - radius as isize) * step);
                let before = self.spots[index];
                let shapes = [found & 15, found >> 4];
                let mut after = before;
                for side in 0..2 {
                    after.shapes[side] =
                        after.shapes[side] & !(15 << shift) | u16::from(shapes[side]) << shift;
                }
                if after.shapes != before.shapes {
                    log.note(index, before);
                    after.marks = self.marks_of(after.shapes);
                    self.set_spot(index, after);
                }
            }
        }
    }

    #[inline]
    fn marks_of(&self, shapes: [u16; 2]) -> [Marks; 2] {
        let renju = self.tables.variant == Variant::Renju;
        let sums = &self.tables.sums;
        [sums.marks(shapes[0], renju), sums.marks(shapes[1], false)]
    }

    /// What there is on an empty point, from its lines.
    fn look(&self, point: Point) -> Spot {
        let mut shapes = [0; 2];
        for (direction, (line, place)) in self.lines_through(point).into_iter().enumerate() {
            let [black, white] = self.lines[line];
            let found = self.tables.lines.at(black, white, place);
            shapes[0] |= u16::from(found & 15) << (4 * direction);
            shapes[1] |= u16::from(found >> 4) << (4 * direction);
        }
        Spot { shapes, marks: self.marks_of(shapes) }
    }

    /// Replaces what is known of a point, value and counts included.
    #[inline]
    fn set_spot(&mut self, index: usize, spot: Spot) {
        let before = self.spots[index];
        let (values, sums) = (&self.values.points, &self.tables.sums);
        let worth = |spot: Spot| {
            i32::from(values[0][sums.code(spot.shapes[0])])
                - i32::from(values[1][sums.code(spot.shapes[1])])
        };
        self.value += worth(spot) - worth(before);
        self.set_marks(index, spot.marks);
        self.spots[index] = spot;
    }

    #[inline]
    fn set_marks(&mut self, index: usize, after: [Marks; 2]) {
        let before = self.spots[index].marks;
        if before == after {
            return;
        }
        let (x, y) = (index % self.width, index / self.width);
        for side in 0..2 {
            for bit in bits(u32::from(before[side] ^ after[side])) {
                let count = &mut self.counts[side][bit];
                *count = if after[side] >> bit & 1 != 0 { *count + 1 } else { *count - 1 };
                if bit < KINDS.len() {
                    self.rows[y][bit][side] ^= 1 << x;
                }
            }
        }
    }

    /// Marks the points near a new stone.
    #[inline]
    fn spread(&mut self, point: Point) {
        let (x, y) = (point.x(), point.y());
        let all = (1u64 << self.width) - 1;
        // Three columns before the board, so that nothing is shifted below zero.
        let put = |mask: u64| (mask << x >> 3 & all) as u32;
        let square = put(0b0111110);
        let (far, row) = (put(0b1001001), put(0b1111111));
        for distance in 0..=3usize {
            let mask = match distance {
                0 => row,
                1 | 2 => square,
                _ => far,
            };
            if y >= distance {
                self.near[y - distance] |= mask;
            }
            if y + distance < self.height {
                self.near[y + distance] |= mask;
            }
        }
    }

    #[inline]
    fn spot_of(&self, point: Point) -> usize {
        point.y() * self.width + point.x()
    }

    fn line_count(&self) -> usize {
        3 * (self.width + self.height) - 2
    }

    /// The lines through a point in the order of [`STEPS`], and its place in each.
    #[inline]
    fn lines_through(&self, point: Point) -> [(usize, usize); 4] {
        let (x, y, w, h) = (point.x(), point.y(), self.width, self.height);
        let diagonals = h + w;
        let others = diagonals + w + h - 1;
        [
            (y, x + MARGIN),
            (h + x, y + MARGIN),
            (diagonals + x + h - 1 - y, x + MARGIN),
            (others + x + y, x + MARGIN),
        ]
    }
}

fn shapes_empty(board: &Board, point: Point) -> bool {
    board.is_empty(point) || board.color(point).is_some()
}

/// The numbers of the bits that are set, least first.
#[inline]
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Who wants to know what was there before.
trait Notes {
    fn note(&mut self, index: usize, before: Spot);
}

/// Nobody.
struct Forget;

impl Notes for Forget {
    #[inline]
    fn note(&mut self, _index: usize, _before: Spot) {}
}

impl Notes for Log {
    #[inline]
    fn note(&mut self, index: usize, before: Spot) {
        self.spots.push((index as u16, before));
    }
}

#[cfg(test)]
mod tests;
