//! A board with its discs and the side to move.

use super::OthelloError;
use crate::base::{BoardSize, Color, Point};

/// Is Othello played on that board? Squares with an even side of 4 to 16.
pub fn accepts(size: BoardSize) -> bool {
    let side = size.width();
    side == size.height() && (4..=16).contains(&side) && side.is_multiple_of(2)
}

/// A board that Othello is played on, any discs on it, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    size: BoardSize,
    cells: Vec<Option<Color>>,
    to_move: Color,
}

impl Position {
    /// The standard start, Black to move; `None` where Othello is not played.
    pub fn start(size: BoardSize) -> Option<Position> {
        if !accepts(size) {
            return None;
        }
        let middle = size.width() / 2;
        let cell = |point: Point| {
            let (right, low) =
                (point.x().checked_sub(middle - 1)?, point.y().checked_sub(middle - 1)?);
            match (right, low) {
                (0, 0) | (1, 1) => Some(Color::White),
                (0, 1) | (1, 0) => Some(Color::Black),
                _ => None,
            }
        };
        Some(Position { size, cells: size.points().map(cell).collect(), to_move: Color::Black })
    }

    /// The standard start on 8x8.
    pub fn usual() -> Position {
        const EIGHT: BoardSize = BoardSize::square(8).unwrap();
        // 8x8 is a board that Othello is played on.
        Position::start(EIGHT).unwrap_or(Position {
            size: EIGHT,
            cells: vec![None; 64],
            to_move: Color::Black,
        })
    }

    /// The position with these cells, a1 first, row by row.
    ///
    /// # Errors
    /// [`OthelloError::Cells`] for a number of cells that makes no board.
    pub fn from_cells(cells: Vec<Option<Color>>, to_move: Color) -> Result<Position, OthelloError> {
        let size = size_of(cells.len()).ok_or(OthelloError::Cells(cells.len()))?;
        Ok(Position { size, cells, to_move })
    }

    /// The board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The cells, a1 first, row by row ([`BoardSize::points`] order).
    pub fn cells(&self) -> &[Option<Color>] {
        &self.cells
    }

    /// The discs.
    pub fn discs(&self) -> Vec<(Color, Point)> {
        let cells = self.size.points().zip(&self.cells);
        cells.filter_map(|(point, cell)| Some(((*cell)?, point))).collect()
    }

    /// Is it the standard start?
    pub fn is_start(&self) -> bool {
        Position::start(self.size).as_ref() == Some(self)
    }

    /// The cells as text, a1 first, with these three characters for Black, White and empty.
    pub fn text(&self, [black, white, empty]: [char; 3]) -> String {
        let letter = |cell: &Option<Color>| match cell {
            Some(Color::Black) => black,
            Some(Color::White) => white,
            None => empty,
        };
        self.cells.iter().map(letter).collect()
    }
}

/// The board with so many cells.
pub(super) fn size_of(cells: usize) -> Option<BoardSize> {
    let side = cells.isqrt();
    BoardSize::square(side).filter(|size| size.area() == cells && accepts(*size))
}

/// A cell in any of the spellings in use.
pub(super) fn cell(c: char) -> Option<Option<Color>> {
    match c {
        'x' | 'X' | 'b' | 'B' | '*' | '●' | '⚫' => Some(Some(Color::Black)),
        'o' | 'O' | 'w' | 'W' | '○' | '⚪' => Some(Some(Color::White)),
        '-' | '.' | '_' | '·' => Some(None),
        _ => None,
    }
}

/// A side in any of the spellings in use.
pub(super) fn side(word: &str) -> Option<Color> {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => cell(c)?,
        _ => word.parse().ok(),
    }
}

/// All cells of a text that has nothing else but blanks.
pub(super) fn cells(text: &str) -> Result<Vec<Option<Color>>, OthelloError> {
    let chars = text.chars().filter(|c| !c.is_whitespace());
    chars.map(|c| cell(c).ok_or(OthelloError::Cell(c))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_start() {
        let text = Position::usual().text(['*', 'O', '-']);
        assert_eq!(text, "---------------------------O*------*O---------------------------");
        for side in 1..=20 {
            let size = BoardSize::square(side).unwrap();
            let start = Position::start(size);
            assert_eq!(start.is_some(), [4, 6, 8, 10, 12, 14, 16].contains(&side), "{side}");
            if let Some(start) = start {
                assert!(start.is_start() && start.discs().len() == 4);
                let again = Position::from_cells(
                    cells(&start.text(['b', 'w', '_'])).unwrap(),
                    Color::Black,
                );
                assert_eq!(again, Ok(start));
            }
        }
        assert!(!Position::from_cells(vec![None; 64], Color::Black).unwrap().is_start());
        for count in [0, 1, 9, 25, 63, 65, 324, usize::MAX] {
            assert_eq!(size_of(count), None, "{count}");
        }
    }

    #[test]
    fn sides() {
        for (word, color) in [
            ("X", "black"),
            ("*", "black"),
            ("Black", "black"),
            ("o", "white"),
            ("WHITE", "white"),
            ("w", "white"),
        ] {
            assert_eq!(side(word), color.parse().ok(), "{word}");
        }
        for word in ["", "-", "xo", "blanc", "1"] {
            assert_eq!(side(word), None, "{word}");
        }
    }
}
