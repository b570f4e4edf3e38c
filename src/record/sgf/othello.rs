//! How Othello is spelt in SGF.

use super::{GoNotation, Notation};
use crate::base::{BoardSize, Move, Point};

/// Othello, `GM[2]`. FF\[4\] says nothing of its points; FF\[1\] (Kierulf, 1990) and the programs that write such files (Edax)
/// spell them as players do, `f5`: column letter, then row number from the top. That is what is written. Pairs of letters
/// as in Go (`fe`: column, then row from the top) are read as well, since no text is both. On boards of more than eight
/// columns the letters of the first spelling leave out I, as labels do elsewhere in this program; those of pairs do not.
///
/// A pass is written `PA`, as in GGF and by Edax; read are also `pass`, `--`, `ps`, the empty value and `tt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloNotation;

impl Notation for OthelloNotation {
    fn game(&self) -> u32 {
        2
    }

    fn default_size(&self) -> BoardSize {
        const { BoardSize::square(8).unwrap() }
    }

    fn point(&self, text: &str, size: BoardSize) -> Option<Point> {
        let text = text.trim();
        let label = text.parse::<Move>().ok().and_then(Move::point);
        // Pairs count rows from the top, where row 1 is.
        let pair = || {
            let point = GoNotation.point(text, size)?;
            Some(Point::at(point.x(), size.height() - 1 - point.y()))
        };
        label.or_else(pair).filter(|&point| size.contains(point))
    }

    fn parse_move(&self, text: &str, size: BoardSize) -> Option<Move> {
        const PASSES: [&str; 6] = ["", "pa", "pass", "--", "ps", "tt"];
        let text = text.trim();
        // `pa` would be a pair of letters on a board of sixteen columns: there, as everywhere, it is a pass.
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Some(Move::PASS);
        }
        self.point(text, size).map(Move::at)
    }

    fn point_text(&self, point: Point, _size: BoardSize) -> String {
        point.to_string().to_ascii_lowercase()
    }

    fn move_text(&self, mv: Move, size: BoardSize) -> Option<String> {
        match mv.point() {
            Some(point) => Some(self.point_text(point, size)),
            None if mv.is_pass() => Some("PA".into()),
            None => None,
        }
    }

    fn first_row_on_top(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_read_and_labels_written() {
        let cases = [
            ("f5", 8, "F5", "f5"),
            ("fe", 8, "F5", "f5"),
            ("F5", 8, "F5", "f5"),
            ("a1", 8, "A1", "a1"),
            ("aa", 8, "A1", "a1"),
            ("hh", 8, "H8", "h8"),
            (" ah ", 8, "A8", "a8"),
            ("ii", 10, "J9", "j9"),
            ("j9", 10, "J9", "j9"),
            ("k10", 10, "K10", "k10"),
            ("pp", 16, "Q16", "q16"),
        ];
        for (text, side, vertex, written) in cases {
            let size = BoardSize::square(side).unwrap();
            let mv = OthelloNotation.parse_move(text, size).expect(text);
            assert_eq!(mv.to_string(), vertex, "{text}");
            assert_eq!(OthelloNotation.move_text(mv, size).as_deref(), Some(written));
        }
    }

    #[test]
    fn passes_and_nonsense() {
        let size = OthelloNotation.default_size();
        for text in ["", "PA", "pa", "pass", "--", "PS", "tt", " "] {
            assert_eq!(OthelloNotation.parse_move(text, size), Some(Move::PASS), "{text}");
        }
        assert_eq!(OthelloNotation.move_text(Move::PASS, size).as_deref(), Some("PA"));
        assert_eq!(OthelloNotation.move_text(Move::RESIGN, size), None);
        for text in ["i5", "a9", "ai", "ia", "f", "5f", "f5d6", "é5", "resign", "a0", "@@@@"] {
            assert_eq!(OthelloNotation.parse_move(text, size), None, "{text}");
        }
        let wide = BoardSize::square(10).unwrap();
        assert_eq!(OthelloNotation.point("i5", wide), None, "labels have no I");
    }
}
