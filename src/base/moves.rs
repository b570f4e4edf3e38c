//! Moves, and the vertex text of GTP 2.

use super::{MAX_SIDE, Point};
use std::fmt;
use std::str::FromStr;

/// A move in 16 bits: a point, a pass, or a resignation. Which player makes it is told apart from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The pass.
    pub const PASS: Move = Move(0);
    /// Giving up the game. Never in a list of legal moves.
    pub const RESIGN: Move = Move(1);

    /// The move on a point.
    #[inline]
    pub const fn at(point: Point) -> Move {
        Move(point.index() as u16)
    }

    /// The move on column `x`, row `y`, both from 0.
    #[inline]
    pub const fn xy(x: usize, y: usize) -> Move {
        Move::at(Point::at(x, y))
    }

    /// The point of a move that has one.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        if self.0 as usize > super::STRIDE {
            Some(Point::from_index(self.0 as usize))
        } else {
            None
        }
    }

    /// Is this the pass?
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// The 16 bits, as trees and tables store them.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The move with these 16 bits, as made by [`Move::raw`].
    #[inline]
    pub const fn from_raw(raw: u16) -> Move {
        Move(raw)
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::at(point)
    }
}

impl fmt::Display for Point {
    /// `A1` .. `Z25`, letter I left out (GTP 2, section 2.11).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        write!(f, "{}{}", LETTERS[self.x().min(MAX_SIDE - 1)] as char, self.y() + 1)
    }
}

impl fmt::Display for Move {
    /// A vertex, `pass` or `resign`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.point() {
            Some(point) => point.fmt(f),
            None if self.is_pass() => f.write_str("pass"),
            None => f.write_str("resign"),
        }
    }
}

/// The text is no vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a vertex")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// A vertex or `pass`, in any case (GTP 2, section 2.11). `resign` is no vertex. Whether the point is on the board
    /// in use is not known here: see [`super::BoardSize::contains`].
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let mut chars = text.chars();
        let letter = chars.next().ok_or(ParseMoveError)?.to_ascii_uppercase();
        let digits = chars.as_str();
        let x = match letter {
            'A'..='H' => letter as usize - 'A' as usize,
            'J'..='Z' => letter as usize - 'A' as usize - 1,
            _ => return Err(ParseMoveError),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseMoveError);
        }
        let row: usize = digits.parse().map_err(|_| ParseMoveError)?;
        if row == 0 || row > MAX_SIDE { Err(ParseMoveError) } else { Ok(Move::xy(x, row - 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertex_text() {
        let cases = [
            ("a1", 0, 0),
            ("H8", 7, 7),
            ("J9", 8, 8),
            ("t19", 18, 18),
            ("Z25", 24, 24),
            ("a01", 0, 0),
        ];
        for (text, x, y) in cases {
            assert_eq!(text.parse(), Ok(Move::xy(x, y)), "{text}");
        }
        for text in [
            "",
            "i1",
            "A0",
            "A26",
            "AA1",
            "1A",
            "resign",
            "a1x",
            "a+1",
            "é1",
            "A99999999999999999999",
        ] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
        assert_eq!("PaSs".parse(), Ok(Move::PASS));
        assert_eq!(Move::xy(8, 8).to_string(), "J9");
        assert_eq!(
            (Move::PASS.to_string(), Move::RESIGN.to_string()),
            ("pass".into(), "resign".into())
        );
        assert_eq!((Move::PASS.point(), Move::RESIGN.point()), (None, None));
    }
}
