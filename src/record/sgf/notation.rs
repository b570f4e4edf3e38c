//! How a game spells board sizes, points and moves in SGF.

use crate::base::{BoardSize, Move, Point};

/// The spelling of one game. [`super::GameRecord`] is read and written through it; trees know nothing of it.
pub trait Notation: Sync {
    /// The number of the game in `GM`.
    fn game(&self) -> u32;

    /// The board when there is no `SZ`.
    fn default_size(&self) -> BoardSize;

    /// The point spelt so on a board of that size.
    fn point(&self, text: &str, size: BoardSize) -> Option<Point>;

    /// The move spelt so on a board of that size.
    fn parse_move(&self, text: &str, size: BoardSize) -> Option<Move>;

    /// Spells a point of a board of that size.
    fn point_text(&self, point: Point, size: BoardSize) -> String;

    /// Spells a move; `None` for one that has no place in a record, like resigning.
    fn move_text(&self, mv: Move, size: BoardSize) -> Option<String>;

    /// Is row 1 the uppermost row of the board as players draw it? In Go it is the lowest.
    fn first_row_on_top(&self) -> bool {
        false
    }
}

/// Go, `GM[1]`: column letter, then row letter from the top (the SGF Go pages). Boards here end at 25 lines, so only
/// small letters occur. A pass is the empty value; `tt` is one too on boards up to 19 lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoNotation;

impl Notation for GoNotation {
    fn game(&self) -> u32 {
        1
    }

    fn default_size(&self) -> BoardSize {
        const { BoardSize::square(19).unwrap() }
    }

    fn point(&self, text: &str, size: BoardSize) -> Option<Point> {
        let &[column, row] = text.trim().as_bytes() else { return None };
        if !column.is_ascii_lowercase() || !row.is_ascii_lowercase() {
            return None;
        }
        let (x, down) = (usize::from(column - b'a'), usize::from(row - b'a'));
        if x < size.width() && down < size.height() {
            Some(Point::at(x, size.height() - 1 - down))
        } else {
            None
        }
    }

    fn parse_move(&self, text: &str, size: BoardSize) -> Option<Move> {
        let text = text.trim();
        if text.is_empty() || (text == "tt" && size.width() <= 19 && size.height() <= 19) {
            return Some(Move::PASS);
        }
        self.point(text, size).map(Move::at)
    }

    fn point_text(&self, point: Point, size: BoardSize) -> String {
        let letter = |n: usize| char::from(b'a' + n.min(25) as u8);
        let down = (size.height() - 1).saturating_sub(point.y());
        [letter(point.x()), letter(down)].iter().collect()
    }

    fn move_text(&self, mv: Move, size: BoardSize) -> Option<String> {
        match mv.point() {
            Some(point) => Some(self.point_text(point, size)),
            None if mv.is_pass() => Some(String::new()),
            None => None,
        }
    }
}

/// Gomoku and Renju, `GM[4]`. The format's own pages never said how its points are spelt, and files have two spellings: pairs of
/// letters as in Go (Piskvork's writers), and a letter with a row number counted from the bottom (`h8`, Renju's own, in which
/// the letter I is used). Both are read, since no text is both; pairs are written. The usual board is 15x15. A pass is
/// spelt as in Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GomokuNotation;

impl Notation for GomokuNotation {
    fn game(&self) -> u32 {
        4
    }

    fn default_size(&self) -> BoardSize {
        const { BoardSize::square(15).unwrap() }
    }

    fn point(&self, text: &str, size: BoardSize) -> Option<Point> {
        GoNotation.point(text, size).or_else(|| {
            let text = text.trim();
            let letter = text.chars().next()?.to_ascii_lowercase();
            let digits = text.get(1..)?;
            if !letter.is_ascii_lowercase() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            let (x, row) = (letter as usize - 'a' as usize, digits.parse::<usize>().ok()?);
            ((1..=size.height()).contains(&row) && x < size.width()).then(|| Point::at(x, row - 1))
        })
    }

    fn parse_move(&self, text: &str, size: BoardSize) -> Option<Move> {
        GoNotation.parse_move(text, size).or_else(|| self.point(text, size).map(Move::at))
    }

    fn point_text(&self, point: Point, size: BoardSize) -> String {
        GoNotation.point_text(point, size)
    }

    fn move_text(&self, mv: Move, size: BoardSize) -> Option<String> {
        GoNotation.move_text(mv, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_points_count_from_the_top_left() {
        let cases = [
            ("aa", 9, 9, "A9"),
            ("ii", 9, 9, "J1"),
            ("cc", 9, 9, "C7"),
            ("ia", 9, 13, "J13"),
            ("am", 9, 13, "A1"),
            ("tt", 25, 25, "U6"),
            ("yy", 25, 25, "Z1"),
            ("ta", 25, 5, "U5"),
        ];
        for (text, width, height, vertex) in cases {
            let size = BoardSize::new(width, height).unwrap();
            let point = GoNotation.point(text, size).unwrap();
            assert_eq!(point.to_string(), vertex, "{text} on {size}");
            assert_eq!(GoNotation.point_text(point, size), text);
        }
        let nine = BoardSize::square(9).unwrap();
        for text in ["", "a", "abc", "ja", "aj", "zz", "Aa", "aA", "1,2", "é", "tt", "a a"] {
            assert_eq!(GoNotation.point(text, nine), None, "{text}");
        }
    }

    #[test]
    fn go_passes() {
        let parse = |text, side| GoNotation.parse_move(text, BoardSize::square(side).unwrap());
        for side in [1, 9, 19, 20, 25] {
            assert_eq!(parse("", side), Some(Move::PASS), "{side}");
        }
        assert_eq!((parse("tt", 9), parse("tt", 19)), (Some(Move::PASS), Some(Move::PASS)));
        assert_eq!(parse("tt", 20), Some(Move::xy(19, 0)));
        assert_eq!(GoNotation.parse_move("tt", BoardSize::new(20, 5).unwrap()), None);
        assert_eq!(GoNotation.move_text(Move::RESIGN, BoardSize::square(9).unwrap()), None);
    }

    #[test]
    fn gomoku_reads_both_spellings_and_writes_pairs() {
        let cases = [
            ("hh", 15, "H8", "hh"),
            ("h8", 15, "H8", "hh"),
            ("H8", 15, "H8", "hh"),
            ("aa", 15, "A15", "aa"),
            ("a1", 15, "A1", "ao"),
            ("o15", 15, "P15", "oa"),
            ("i9", 15, "J9", "ig"),
            (" i10 ", 19, "J10", "ij"),
            ("tt", 20, "U1", "tt"),
            ("t20", 20, "U20", "ta"),
        ];
        for (text, side, vertex, written) in cases {
            let size = BoardSize::square(side).unwrap();
            let mv = GomokuNotation.parse_move(text, size).expect(text);
            assert_eq!(mv.to_string(), vertex, "{text}");
            assert_eq!(GomokuNotation.move_text(mv, size).as_deref(), Some(written));
        }
        let size = GomokuNotation.default_size();
        for text in ["h", "h0", "h16", "p1", "pp", "8h", "h8x", "h-8", "h+8", "é8", "88", "h 8"] {
            assert_eq!(GomokuNotation.parse_move(text, size), None, "{text}");
        }
        assert_eq!(GomokuNotation.parse_move("", size), Some(Move::PASS));
    }
}
