//! How points of Phantom Go are named outside of GTP: by the SAU platform, and by the records of the Chinese contest.
//!
//! | system | column I | row 1 | top left corner of 9x9 | top right |
//! |---|---|---|---|---|
//! | [`Coordinates::Sau`] | is used | is the letter A, at the top | AA | IA |
//! | [`Coordinates::Contest`] | is used | is at the bottom | A9 | I9 |
//! | GTP ([`Point`]'s own text) | is left out | is at the bottom | A9 | J9 |

use crate::base::{BoardSize, Point};

/// A way to name points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// Two capital letters: the column from the left, the row from the top. Boards of more than nine lines go on with J.
    Sau,
    /// A capital letter and a number: the column from the left, the row from the bottom.
    Contest,
}

/// A capital letter, from 0.
fn letter(number: usize) -> char {
    u8::try_from(number).ok().map_or('?', |number| char::from(b'A'.saturating_add(number)))
}

/// Which capital letter it is, from 0; small letters are none.
fn number(letter: u8) -> Option<usize> {
    letter.is_ascii_uppercase().then(|| usize::from(letter - b'A'))
}

impl Coordinates {
    /// The name of a point of that board.
    pub fn spell(self, point: Point, size: BoardSize) -> String {
        let (x, y) = (point.x(), point.y());
        match self {
            Coordinates::Sau => {
                format!("{}{}", letter(x), letter((size.height() - 1).saturating_sub(y)))
            }
            Coordinates::Contest => format!("{}{}", letter(x), y + 1),
        }
    }

    /// The point of that name; `None` for what is no name of a point of that board.
    pub fn read(self, text: &str, size: BoardSize) -> Option<Point> {
        let (&column, rest) = text.as_bytes().split_first()?;
        let x = number(column).filter(|&x| x < size.width())?;
        let y = match self {
            Coordinates::Sau => {
                let &[row] = rest else { return None };
                (size.height() - 1).checked_sub(number(row)?)?
            }
            Coordinates::Contest => {
                let digits = text.get(1..)?;
                let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
                let row: usize = digits.parse().ok().filter(|_| plain)?;
                row.checked_sub(1).filter(|&y| y < size.height())?
            }
        };
        Some(Point::at(x, y))
    }
}

/// The points as SAU's platform lists taken stones: their number, a blank, and two letters for each with nothing between
/// them, column by column from the left and in a column from the top.
pub fn sau_list(points: &[Point], size: BoardSize) -> String {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by_key(|point| (point.x(), std::cmp::Reverse(point.y())));
    let names = sorted.iter().map(|&point| Coordinates::Sau.spell(point, size));
    format!("{} {}", points.len(), names.collect::<String>())
}

/// Reads such a list, in whatever order; `None` if a name is none of that board or the number is another one.
pub fn read_sau_list(text: &str, size: BoardSize) -> Option<Vec<Point>> {
    let mut words = text.split_whitespace();
    let count: usize = words.next()?.parse().ok()?;
    let names = words.next().unwrap_or_default();
    let points: Option<Vec<Point>> = (0..names.len().div_ceil(2))
        .map(|at| Coordinates::Sau.read(names.get(2 * at..2 * at + 2)?, size))
        .collect();
    points.filter(|points| points.len() == count && words.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Move;

    fn board(text: &str) -> BoardSize {
        text.parse().unwrap()
    }

    /// GTP, SAU, contest record.
    #[test]
    fn three_names_of_one_point() {
        let table = [
            ("9", "A9", "AA", "A9"),
            ("9", "J9", "IA", "I9"),
            ("9", "J1", "II", "I1"),
            ("9", "A1", "AI", "A1"),
            ("9", "E5", "EE", "E5"),
            ("9", "E4", "EF", "E4"),
            ("9", "H6", "HD", "H6"),
            ("9", "J5", "IE", "I5"),
            ("13", "N13", "MA", "M13"),
            ("13", "J1", "IM", "I1"),
            ("13", "K10", "JD", "J10"),
            ("19", "T1", "SS", "S1"),
            ("25", "Z25", "YA", "Y25"),
            ("9x13", "J13", "IA", "I13"),
            ("9x13", "A1", "AM", "A1"),
        ];
        for (size, gtp, sau, contest) in table {
            let size = board(size);
            let point = gtp.parse::<Move>().unwrap().point().unwrap();
            assert_eq!(point.to_string(), gtp);
            for (system, text) in [(Coordinates::Sau, sau), (Coordinates::Contest, contest)] {
                assert_eq!(system.spell(point, size), text, "{size} {gtp} {system:?}");
                assert_eq!(system.read(text, size), Some(point), "{size} {text} {system:?}");
            }
        }
    }

    #[test]
    fn every_point_has_a_name_of_its_own() {
        for size in ["1", "2x3", "9", "13", "25", "25x1"].map(board) {
            for system in [Coordinates::Sau, Coordinates::Contest] {
                for point in size.points() {
                    let text = system.spell(point, size);
                    assert_eq!(system.read(&text, size), Some(point), "{size} {text} {system:?}");
                }
            }
        }
    }

    #[test]
    fn lists() {
        let size = board("9");
        let points: Vec<Point> = ["B1", "A9", "B9", "A1", "J5"]
            .map(|t| t.parse::<Move>().unwrap().point().unwrap())
            .into();
        assert_eq!(sau_list(&points, size), "5 AAAIBABIIE");
        let mut read = read_sau_list(" 5  AAAIBABIIE ", size).unwrap();
        read.sort_unstable();
        let mut sorted = points;
        sorted.sort_unstable();
        assert_eq!(read, sorted);
        assert_eq!(read_sau_list("0", size), Some(Vec::new()));
        for text in [
            "",
            "1",
            "1 A",
            "1 AAA",
            "2 AA",
            "1 JA",
            "1 AA BA",
            "x AA",
            "-1 AA",
            "1 É",
            "99999999999999999999 AA",
        ] {
            assert_eq!(read_sau_list(text, size), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_name() {
        let cases = [
            (
                Coordinates::Sau,
                &["", "A", "JA", "AJ", "aa", "Aa", "AAA", "A9", "@@", "É", "A "][..],
            ),
            (
                Coordinates::Contest,
                &["", "A", "J9", "A10", "A0", "A01", "a9", "9A", "A-1", "A+1", "AA"],
            ),
        ];
        for (system, texts) in cases {
            for text in texts {
                assert_eq!(system.read(text, board("9")), None, "{text} {system:?}");
            }
        }
    }
}
