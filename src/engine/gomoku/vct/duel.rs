//! The position of a threat search: who attacks, what threatens, and every answer that could refute it.
//!
//! A *threat* is a position with the defender to move in which the attacker would win at once (a five) or with one move
//! more that nothing stops (a legal open four or two fours). Only answers that change this need a look: whatever else
//! the defender plays, the attacker goes on as threatened. For an open four on T they are, completely:
//!
//! - the defender's own fours, which must be answered first;
//! - stones on the lines of T that make its fours, within the reach of the table of lines, of which those are dropped that
//!   leave another open four;
//! - under Renju, where Black attacks and the lines leave open whether T is allowed, any stone at all, each tried on the
//!   board.

use crate::base::{Color, Point};
use crate::eval::gomoku::shapes::marks::{FIVE, FOUR, Marks, OPEN_FOUR, SUSPECT, THREE};
use crate::eval::gomoku::shapes::{Log, Shape, Shapes};
use crate::games::gomoku::{DIRECTIONS, Variant};

/// Cells on either side of a point that its shape along a line can depend on.
const REACH: usize = 5;

/// What the attacker has, being to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// Wins there.
    Five(Point),
    /// Must stop a five.
    Pressed,
    /// Has an open four there, and nothing to fear.
    OpenFour(Point),
    /// Nothing so strong on either side.
    Quiet,
}

/// What the defender faces, being to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Threat {
    /// Nothing that hurries, or the defender has a five.
    None,
    /// A five.
    Five,
    /// An open four.
    OpenFour,
}

impl Threat {
    /// The attacker's moves to the win if nothing is done about it.
    pub(super) fn moves(self) -> u16 {
        if self == Threat::Five { 1 } else { 2 }
    }
}

/// A position, with a way back.
pub(super) struct Duel<'a> {
    shapes: &'a mut Shapes,
    log: Log,
    attacker: Color,
    defender: Color,
}

impl<'a> Duel<'a> {
    pub(super) fn new(shapes: &'a mut Shapes, attacker: Color) -> Duel<'a> {
        Duel { shapes, log: Log::default(), attacker, defender: attacker.other() }
    }

    pub(super) fn attacker(&self) -> Color {
        self.attacker
    }

    pub(super) fn defender(&self) -> Color {
        self.defender
    }

    pub(super) fn shapes(&self) -> &Shapes {
        self.shapes
    }

    #[inline]
    pub(super) fn play(&mut self, color: Color, point: Point) {
        self.shapes.put_logged(color, point, &mut self.log);
    }

    #[inline]
    pub(super) fn take_back(&mut self) {
        self.shapes.take_back(&mut self.log);
    }

    #[inline]
    pub(super) fn count(&self, color: Color, mark: Marks) -> usize {
        self.shapes.count(color, mark)
    }

    #[inline]
    fn is_legal(&self, color: Color, point: Point) -> bool {
        !self.shapes.is_foul(color, point)
    }

    /// What the attacker to move has.
    pub(super) fn sight(&self) -> Sight {
        if let Some(point) = self.shapes.first(self.attacker, FIVE) {
            Sight::Five(point)
        } else if self.count(self.defender, FIVE) > 0 {
            Sight::Pressed
        } else {
            self.open_four().map_or(Sight::Quiet, Sight::OpenFour)
        }
    }

    /// A point where the attacker may make an open four or two fours; one whose legality is beyond doubt, if there is.
    fn open_four(&self) -> Option<Point> {
        let (shapes, color) = (&*self.shapes, self.attacker);
        if self.count(color, OPEN_FOUR) == 0 {
            return None;
        }
        let certain = |p: &Point| shapes.marks(color, *p) & SUSPECT == 0;
        let all = || shapes.points(color, OPEN_FOUR);
        all().find(certain).or_else(|| all().find(|&p| self.is_legal(color, p)))
    }

    /// The attacker's fours, in order of promise.
    pub(super) fn fours(&mut self, out: &mut Vec<Point>) {
        let (color, start) = (self.attacker, out.len());
        if self.count(self.defender, FIVE) > 0 {
            self.stops(self.defender, color, out);
            let shapes = &*self.shapes;
            let mut kept = start;
            for at in start..out.len() {
                if shapes.marks(color, out[at]) & FOUR != 0 {
                    out[kept] = out[at];
                    kept += 1;
                }
            }
            out.truncate(kept);
        } else if self.count(color, FOUR) > 0 {
            out.extend(self.shapes.points(color, FOUR).filter(|&p| self.is_legal(color, p)));
        }
    }

    /// The attacker's moves that may threaten something: fours, threes, and what prepares two fours. Where a five of the
    /// defender's must be stopped, all that stops it.
    pub(super) fn attacks(&mut self, out: &mut Vec<Point>) {
        let color = self.attacker;
        if self.count(self.defender, FIVE) > 0 {
            self.stops(self.defender, color, out);
            return;
        }
        let start = out.len();
        self.fours(out);
        let shapes = &*self.shapes;
        let threes = shapes.points(color, THREE).filter(|&p| shapes.marks(color, p) & FOUR == 0);
        out.extend(threes.filter(|&p| self.is_legal(color, p)));
        let double = shapes.variant() != Variant::Renju || color == Color::White;
        if double && self.count(color, FOUR) > 0 {
            self.second_fours(start, out);
        }
    }

    /// Stones that let a point where there is one four become a point where there are two.
    fn second_fours(&self, start: usize, out: &mut Vec<Point>) {
        let (shapes, color) = (&*self.shapes, self.attacker);
        for four in shapes.points(color, FOUR) {
            for direction in 0..4 {
                for cell in around(shapes, four, direction, REACH - 1) {
                    let shape = shapes.shapes(color, cell) >> (4 * direction) & 15;
                    if shape == Shape::Three as u16
                        && shapes.marks(color, cell) & (FOUR | THREE) == 0
                        && self.is_legal(color, cell)
                        && !out[start..].contains(&cell)
                    {
                        out.push(cell);
                    }
                }
            }
        }
    }

    /// What the defender to move faces. Adds every move that could refute it: see the head of this file.
    pub(super) fn answers(&mut self, out: &mut Vec<Point>) -> Threat {
        let (attacker, defender) = (self.attacker, self.defender);
        if self.count(defender, FIVE) > 0 {
            return Threat::None;
        }
        if self.count(attacker, FIVE) > 0 {
            self.stops(attacker, defender, out);
            return Threat::Five;
        }
        let Some(target) = self.open_four() else { return Threat::None };
        let start = out.len();
        if self.count(defender, FOUR) > 0 {
            let fours = self.shapes.points(defender, FOUR);
            out.extend(fours.filter(|&p| self.is_legal(defender, p)));
        }
        let fours = out.len();
        let doubtful = self.is_doubtful(target);
        self.stones_that_matter(target, doubtful, out);
        let mut kept = fours;
        for at in fours..out.len() {
            let cell = out[at];
            let fresh = !out[start..fours].contains(&cell) && self.is_legal(defender, cell);
            if fresh && if doubtful { self.spoils(cell) } else { self.meets_all(cell) } {
                out[kept] = cell;
                kept += 1;
            }
        }
        out.truncate(kept);
        Threat::OpenFour
    }

    /// Does a stone there take away every open four that the attacker has beyond doubt?
    fn meets_all(&self, cell: Point) -> bool {
        let (shapes, color) = (&*self.shapes, self.attacker);
        let certain = |p: &Point| shapes.marks(color, *p) & SUSPECT == 0;
        shapes.points(color, OPEN_FOUR).filter(certain).all(|key| shapes.helps(color, key, cell))
    }

    /// Under Renju, may it depend on stones beyond its fours whether Black's open four there is allowed?
    fn is_doubtful(&self, target: Point) -> bool {
        let (shapes, color) = (&*self.shapes, self.attacker);
        if shapes.variant() != Variant::Renju || color == Color::White {
            return false;
        }
        // Two lines more that hold black stones could become two threes, were one of them freed of an overline.
        let all = shapes.shapes(color, target);
        let alive = |direction: &usize| {
            let shape = all >> (4 * direction) & 15;
            (Shape::Three as u16..Shape::Four as u16).contains(&shape)
        };
        shapes.marks(color, target) & SUSPECT != 0 || (0..4).filter(alive).count() >= 2
    }

    /// Has the attacker no open four after that stone of the defender's?
    fn spoils(&mut self, cell: Point) -> bool {
        self.play(self.defender, cell);
        let spoilt = self.count(self.attacker, FIVE) == 0 && self.open_four().is_none();
        self.take_back();
        spoilt
    }

    /// Adds the empty points where a stone of the defender's could take the open four on `target` away.
    fn stones_that_matter(&self, target: Point, doubtful: bool, out: &mut Vec<Point>) {
        let (shapes, color) = (&*self.shapes, self.attacker);
        if doubtful {
            let size = shapes.size();
            out.extend(size.points().filter(|&p| shapes.board().is_empty(p)));
            return;
        }
        let all = shapes.shapes(color, target);
        let strong = |direction: &usize| all >> (4 * direction) & 15 >= Shape::Four as u16;
        out.push(target);
        for direction in (0..4).filter(strong) {
            out.extend(around(shapes, target, direction, REACH));
        }
    }

    /// Adds the points where a stone of `by` leaves no five to `side`, which has one.
    fn stops(&mut self, side: Color, by: Color, out: &mut Vec<Point>) {
        let Some(five) = self.shapes.first(side, FIVE) else { return };
        if !self.shapes.variant().is_caro() {
            if self.count(side, FIVE) == 1 && self.is_legal(by, five) {
                out.push(five);
            }
            return;
        }
        let start = out.len();
        out.push(five);
        for direction in 0..4 {
            out.extend(around(self.shapes, five, direction, REACH));
        }
        let mut kept = start;
        for at in start..out.len() {
            let cell = out[at];
            self.play(by, cell);
            let stopped = self.count(side, FIVE) == 0;
            self.take_back();
            if stopped {
                out[kept] = cell;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Some legal move of the defender's for a position in which none helps: the likeliest to be tried.
    pub(super) fn any_answer(&self) -> Option<Point> {
        let (shapes, attacker) = (&*self.shapes, self.attacker);
        let legal = |p: &Point| shapes.board().is_empty(*p) && self.is_legal(self.defender, *p);
        let wanted = [FIVE, OPEN_FOUR, FOUR].into_iter();
        let mut points = wanted.flat_map(|mark| shapes.points(attacker, mark));
        points.find(legal).or_else(|| shapes.size().points().find(legal))
    }
}

/// The empty points along one line through a point, at most so many cells away.
fn around(
    shapes: &Shapes,
    point: Point,
    direction: usize,
    reach: usize,
) -> impl Iterator<Item = Point> + '_ {
    let step = DIRECTIONS[direction & 3];
    let cell = move |n: usize| n.wrapping_mul(step);
    let behind = (1..=reach).map(move |n| point.index().wrapping_sub(cell(n)));
    let ahead = (1..=reach).map(move |n| point.index().wrapping_add(cell(n)));
    behind.chain(ahead).map(Point::from_index).filter(|&p| shapes.board().is_empty(p))
}
