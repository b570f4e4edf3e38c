//! Squares and passes.

use crate::base::{BoardSize, Move, Point};

/// The spellings of a pass, in any case.
const PASSES: [&str; 5] = ["pa", "pass", "ps", "--", "@@@@"];

/// A square as `f5`: column letter (I included), row number from the top.
pub fn square_text(point: Point) -> String {
    // A board has 25 columns at most.
    let letter = u8::try_from(point.x()).map_or('?', |x| char::from(b'a'.saturating_add(x)));
    format!("{letter}{}", point.y() + 1)
}

/// A move as `f5`, the pass as `pa`; what has no place in a record is empty.
pub fn move_text(mv: Move) -> String {
    match mv.point() {
        Some(point) => square_text(point),
        None if mv.is_pass() => "pa".into(),
        None => String::new(),
    }
}

/// Reads a square of that board or a pass, in any case.
pub fn parse_move(text: &str, size: BoardSize) -> Option<Move> {
    let text = text.trim();
    if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
        return Some(Move::PASS);
    }
    let (point, rest) = split_square(text, size)?;
    rest.is_empty().then_some(Move::at(point))
}

/// Reads a move at the beginning of a text, and returns the rest.
pub(super) fn split_move(text: &str, size: BoardSize) -> Option<(Move, &str)> {
    if let Some((point, rest)) = split_square(text, size) {
        return Some((Move::at(point), rest));
    }
    // The longer spelling first.
    [PASSES[1], PASSES[0], PASSES[2], PASSES[3], PASSES[4]].iter().find_map(|pass| {
        let head = text.get(..pass.len())?;
        head.eq_ignore_ascii_case(pass).then_some((Move::PASS, text.get(pass.len()..)?))
    })
}

fn split_square(text: &str, size: BoardSize) -> Option<(Point, &str)> {
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_lowercase();
    let x =
        u32::from(letter).checked_sub(u32::from('a')).filter(|_| letter.is_ascii_alphabetic())?;
    let rest = chars.as_str();
    // No board has more than 16 rows: two digits at most.
    let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at_checked(digits)?;
    let row: usize = number.parse().ok()?;
    let point = Point::at(x as usize, row.checked_sub(1)?);
    (!number.starts_with('0') && size.contains(point)).then_some((point, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_passes() {
        let size = |side| BoardSize::square(side).unwrap();
        for (text, side, x, y) in [
            ("a1", 8, 0, 0),
            ("F5", 8, 5, 4),
            (" h8 ", 8, 7, 7),
            ("i9", 10, 8, 8),
            ("J10", 10, 9, 9),
            ("p16", 16, 15, 15),
        ] {
            let mv = parse_move(text, size(side)).expect(text);
            assert_eq!(mv, Move::xy(x, y), "{text}");
            assert_eq!(move_text(mv), text.trim().to_lowercase());
        }
        for text in [
            "",
            "f",
            "5",
            "f0",
            "f9",
            "i1",
            "f05",
            "f5d",
            "é5",
            "f5 d6",
            "resign",
            "Z999999999999999999999",
        ] {
            assert_eq!(parse_move(text, size(8)), None, "{text}");
        }
        for text in ["pa", "PA", "Pass", "--", "PS", "@@@@"] {
            assert_eq!(parse_move(text, size(8)), Some(Move::PASS), "{text}");
        }
        assert_eq!(split_move("passf5", size(8)), Some((Move::PASS, "f5")));
        assert_eq!(split_move("J10a1", size(10)), Some((Move::xy(9, 9), "a1")));
    }
}
