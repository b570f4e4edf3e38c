//! Boards with stones that nobody played.

use super::{Board, EMPTY, PointSet};
use crate::base::{BoardSize, Color, Point};

/// Why stones cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The point is not on the board.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// The point is named twice.
    #[error("{0} is repeated")]
    Repeated(Point),
    /// The stone there would be part of a group without liberties.
    #[error("{0} has no liberties")]
    NoLiberties(Point),
    /// Handicap stones need an empty board.
    #[error("the board is not empty")]
    NotEmpty,
}

/// A board with just these stones.
pub(super) fn position(size: BoardSize, stones: &[(Color, Point)]) -> Result<Board, SetupError> {
    let mut seen = PointSet::new();
    for &(_, point) in stones {
        if !size.contains(point) {
            return Err(SetupError::OffBoard(point));
        }
        if !seen.insert(point) {
            return Err(SetupError::Repeated(point));
        }
    }
    board_of(size, stones)
}

/// The board with stones added, changed and taken off; a later entry for the same point holds. Prisoners stay, the ko ban
/// ends.
pub(super) fn edited(board: &Board, edits: &[(Point, Option<Color>)]) -> Result<Board, SetupError> {
    let size = board.size();
    let mut after: Vec<(Color, Point)> = Vec::new();
    for point in size.points() {
        let edit = edits.iter().rev().find(|(edited, _)| *edited == point);
        if let Some(color) = edit.map_or_else(|| board.color(point), |&(_, color)| color) {
            after.push((color, point));
        }
    }
    if let Some(&(point, _)) = edits.iter().find(|(point, _)| !size.contains(*point)) {
        return Err(SetupError::OffBoard(point));
    }
    let mut edited = board_of(size, &after)?;
    for color in Color::BOTH {
        edited.set_captured(color, board.captured(color));
    }
    Ok(edited)
}

/// A board with these stones on distinct points of it.
fn board_of(size: BoardSize, stones: &[(Color, Point)]) -> Result<Board, SetupError> {
    let mut board = Board::new(size);
    let mut grid = board.contents();
    for &(color, point) in stones {
        grid[point.index()] = color as u8 + 1;
    }
    let mut breathing = PointSet::new();
    let mut todo: Vec<Point> = Vec::new();
    for &(_, point) in stones {
        if point.neighbors().iter().any(|n| grid[n.index()] == EMPTY) {
            breathing.insert(point);
            todo.push(point);
        }
    }
    while let Some(point) = todo.pop() {
        for n in point.neighbors() {
            if grid[n.index()] == grid[point.index()] && breathing.insert(n) {
                todo.push(n);
            }
        }
    }
    if let Some(&(_, point)) = stones.iter().find(|(_, point)| !breathing.contains(*point)) {
        return Err(SetupError::NoLiberties(point));
    }
    // Every group has a liberty at the end and so, with stones still missing, all along: nothing is ever taken.
    for &(color, point) in stones {
        board.play(color, point);
    }
    Ok(board)
}
