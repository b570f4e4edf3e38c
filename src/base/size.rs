//! Board sizes.

use super::Point;
use std::fmt;
use std::str::FromStr;

/// Longest side of a board: GTP's letters end at Z (25 columns without I).
pub const MAX_SIDE: usize = 25;

/// Width and height of a board, each 1..=[`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// A board of `width` columns and `height` rows; `None` outside 1..=25.
    pub const fn new(width: usize, height: usize) -> Option<BoardSize> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            None
        } else {
            Some(BoardSize { width: width as u8, height: height as u8 })
        }
    }

    /// A square board; `None` outside 1..=25.
    pub const fn square(side: usize) -> Option<BoardSize> {
        BoardSize::new(side, side)
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Does the point lie on a board of this size?
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        let (x, y) = (point.index() % super::STRIDE, point.index() / super::STRIDE);
        (1..=self.width()).contains(&x) && (1..=self.height()).contains(&y)
    }

    /// All points, row by row from A1.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::at(x, y)))
    }

    /// Exclusive upper bound of the cell numbers of the board and the wall around it.
    #[inline]
    pub const fn cells_end(self) -> usize {
        (self.height() + 2) * super::STRIDE
    }
}

impl fmt::Display for BoardSize {
    /// `19` for a square, `9x13` otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

/// The text is no board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board is N or WxH, each from 1 to 25")]
pub struct ParseSizeError;

impl FromStr for BoardSize {
    type Err = ParseSizeError;

    /// `19` or `9x13`.
    fn from_str(text: &str) -> Result<BoardSize, ParseSizeError> {
        let side = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            if digits { text.parse::<usize>().ok() } else { None }
        };
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let sides = side(width).zip(side(height));
        sides.and_then(|(width, height)| BoardSize::new(width, height)).ok_or(ParseSizeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_text() {
        for (text, width, height) in [("1", 1, 1), ("19", 19, 19), ("9x13", 9, 13), ("25X1", 25, 1)]
        {
            let size = BoardSize::new(width, height).unwrap();
            assert_eq!(text.parse(), Ok(size), "{text}");
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        for text in [
            "",
            "0",
            "26",
            "9x",
            "x9",
            "9x26",
            "+9",
            "-1",
            " 9",
            "9x9x9",
            "9,9",
            "é",
            "99999999999999999999",
        ] {
            assert_eq!(text.parse::<BoardSize>(), Err(ParseSizeError), "{text}");
        }
    }
}
