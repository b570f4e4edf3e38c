//! From raw bytes to a command, and squares in both directions.

use super::{COMMANDS, Row};
use crate::base::{BoardSize, Point};
use crate::protocol::Signal;

/// The first word and what stands behind it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The command of that name, in any case.
pub(super) fn find(word: &str) -> Option<&'static Row> {
    COMMANDS.iter().find(|row| row.name.eq_ignore_ascii_case(word))
}

/// No `END` and no `STOP` is longer.
const LONGEST: usize = 100;

/// What a raw line means to a command that is running: `STOP` ends it.
pub fn classify(raw: &[u8]) -> Signal {
    let raw = raw.trim_ascii();
    if raw.len() > LONGEST {
        return Signal::None;
    }
    let (word, _) = raw.split_at(raw.iter().take_while(|b| !b.is_ascii_whitespace()).count());
    match find(&String::from_utf8_lossy(word)) {
        Some(row) if row.ends_thinking => Signal::Interrupt,
        Some(row) if row.ends_session => Signal::Quit,
        _ => Signal::None,
    }
}

/// A whole number.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// The numbers of a text `N,N,...`; blanks beside a comma do not matter.
pub(super) fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split(',').map(number).collect()
}

/// The square `x,y` of a board; `y` counts from the top.
pub(super) fn square(x: i64, y: i64, size: BoardSize) -> Option<Point> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    let row = (size.height() - 1).checked_sub(y)?;
    (x < size.width()).then(|| Point::at(x, row))
}

/// Column and row from the top.
pub(super) fn coordinates(point: Point, size: BoardSize) -> (usize, usize) {
    (point.x(), (size.height() - 1).saturating_sub(point.y()))
}

/// A square as the protocol spells it.
pub(super) fn spell(point: Point, size: BoardSize) -> String {
    let (x, y) = coordinates(point, size);
    format!("{x},{y}")
}

/// Words of a manager as an answer repeats them: on one line, and not many.
pub(super) fn quoted(text: &str) -> String {
    const ENOUGH: usize = 60;
    if text.is_empty() {
        return "nothing".into();
    }
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}...", clean.get(..end).unwrap_or_default()),
        None => clean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals() {
        for (line, signal) in [
            (&b"END"[..], Signal::Quit),
            (b" end \r", Signal::Quit),
            (b"END now", Signal::Quit),
            (b"yxstop", Signal::Interrupt),
            (b"STOP\r", Signal::Interrupt),
            (b"stopped", Signal::None),
            (b"INFO end", Signal::None),
            (b"", Signal::None),
            (b"\xff\xfe", Signal::None),
        ] {
            assert_eq!(classify(line), signal, "{:?}", String::from_utf8_lossy(line));
        }
        assert_eq!(classify(&[&b"END"[..], &[b' '; 100], b"x"].concat()), Signal::None);
    }

    #[test]
    fn squares() {
        let size = BoardSize::square(15).unwrap();
        for (x, y, vertex) in [(0, 0, "A15"), (14, 0, "P15"), (0, 14, "A1"), (7, 7, "H8")] {
            let point = square(x, y, size).unwrap();
            assert_eq!(point.to_string(), vertex);
            assert_eq!(spell(point, size), format!("{x},{y}"));
        }
        for (x, y) in [(-1, 0), (0, -1), (15, 0), (0, 15), (i64::MIN, i64::MAX)] {
            assert_eq!(square(x, y, size), None, "{x},{y}");
        }
        assert_eq!(numbers("7, 8,1"), Some(vec![7, 8, 1]));
        for text in ["", ",", "7", "7,", "+7,8", "7,8,x", "99999999999999999999,1", "7 8"] {
            assert!(numbers(text).is_none_or(|numbers| numbers.len() != 2), "{text}");
        }
    }

    #[test]
    fn words_are_repeated_on_one_line() {
        assert_eq!(quoted("a\tb\rc"), "a b c");
        assert_eq!(quoted(""), "nothing");
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), 63);
    }
}
