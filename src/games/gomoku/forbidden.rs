//! What Black may not do under Renju: overline, double-four, double-three (Rules of Renju of the Renju International
//! Federation, section 9), each by its exact definition.
//!
//! - A *four* can be made a row of exactly five by one more stone. Two such points at both ends of four stones in an
//!   unbroken row are one four, the straight four; any other two are two fours, also in one line.
//! - A *three* can be made a straight four by one more stone, provided that this stone makes no five at the same time and
//!   is not forbidden itself. That proviso is what the recursion is for; it ends because every step adds a stone.
//! - A move that makes a row of exactly five wins, whatever else it makes.

use super::board::{Board, DIRECTIONS};
use crate::base::{Color, Point};
use std::fmt;

/// Why a point is forbidden for Black. Where several reasons hold, the first in this order is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two fours or more at once.
    DoubleFour,
    /// Two threes or more at once.
    DoubleThree,
}

impl Foul {
    /// The reason in words, as an error message has it.
    pub const fn text(self) -> &'static str {
        match self {
            Foul::Overline => "forbidden: overline",
            Foul::DoubleFour => "forbidden: double four",
            Foul::DoubleThree => "forbidden: double three",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// What a black stone on an empty point would be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stone {
    /// It makes a row of exactly five.
    Five,
    /// It is forbidden.
    Forbidden(Foul),
    /// Neither.
    Plain,
}

/// Is this empty point forbidden for Black, and why?
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    if !is_suspicious(board, point) {
        return None;
    }
    match judge(&mut board.clone(), point) {
        Stone::Forbidden(foul) => Some(foul),
        Stone::Five | Stone::Plain => None,
    }
}

/// A quick look that lets most points go. A three through the point takes two black stones within three cells along one line with
/// no white one between, a four three within four; two fours or an overline in one line take four within four.
fn is_suspicious(board: &Board, point: Point) -> bool {
    let mut lines = 0;
    for step in DIRECTIONS {
        let mut stones = 0;
        for sign in [1usize, usize::MAX] {
            let mut cell = point;
            for _ in 0..4 {
                cell = Point::from_index(cell.index().wrapping_add(step.wrapping_mul(sign)));
                match board.color(cell) {
                    Some(Color::Black) => stones += 1,
                    None if board.is_empty(cell) => {}
                    _ => break,
                }
            }
        }
        lines += usize::from(stones >= 2) + usize::from(stones >= 4);
    }
    lines >= 2
}

fn judge(board: &mut Board, point: Point) -> Stone {
    board.put(Color::Black, point);
    let stone = judge_placed(board, point);
    board.remove(point);
    stone
}

/// As [`judge`], with the stone on the board.
fn judge_placed(board: &mut Board, point: Point) -> Stone {
    let lengths = DIRECTIONS.map(|step| row(board, point, step));
    if lengths.contains(&5) {
        return Stone::Five;
    }
    if lengths.iter().any(|&length| length > 5) {
        return Stone::Forbidden(Foul::Overline);
    }
    let fours: usize = DIRECTIONS.iter().map(|&step| fours(board, point, step)).sum();
    if fours >= 2 {
        return Stone::Forbidden(Foul::DoubleFour);
    }
    let mut threes = 0;
    for step in DIRECTIONS {
        threes += usize::from(is_three(board, point, step));
        if threes == 2 {
            return Stone::Forbidden(Foul::DoubleThree);
        }
    }
    Stone::Plain
}

/// Length of Black's unbroken row through a point, on which a black stone stands or is thought to stand.
fn row(board: &Board, point: Point, step: usize) -> usize {
    let (back, ahead) = board.beside(Color::Black, point, step);
    back + 1 + ahead
}

/// Would a black stone on that point make a row of exactly five in that direction?
fn makes_five(board: &Board, point: Point, step: usize) -> bool {
    board.is_empty(point) && row(board, point, step) == 5
}

/// Fours through the black stone on `point` in one direction: 0, 1 or 2. The stone that completes one stands next to the row
/// through the point.
fn fours(board: &Board, point: Point, step: usize) -> usize {
    let (behind, before) = board.ends(Color::Black, point, step);
    let fives = [behind, before].into_iter().filter(|&end| makes_five(board, end, step)).count();
    if fives == 2 && row(board, point, step) == 4 { 1 } else { fives }
}

/// Is there a three through the black stone on `point` in that direction? The stone that makes it a straight four stands
/// next to the row through the point. (No line holds two threes through one point: one's gap would make the other's five an
/// overline.)
fn is_three(board: &mut Board, point: Point, step: usize) -> bool {
    let (behind, before) = board.ends(Color::Black, point, step);
    [behind, before].into_iter().any(|extension| {
        if !board.is_empty(extension) || row(board, extension, step) != 4 {
            return false;
        }
        board.put(Color::Black, extension);
        let (behind, before) = board.ends(Color::Black, extension, step);
        let holds = makes_five(board, behind, step)
            && makes_five(board, before, step)
            && judge_placed(board, extension) == Stone::Plain;
        board.remove(extension);
        holds
    })
}
