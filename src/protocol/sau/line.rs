//! From raw bytes to a command.

use super::{COMMANDS, Row};
use crate::protocol::Signal;

/// The command of a line and what stands behind it; `None` for a line that is none.
pub(super) fn split(text: &str) -> Option<(&'static Row, &str)> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let row = COMMANDS.iter().find(|row| row.name == word || row.synonym == Some(word))?;
    Some((row, rest.trim()))
}

/// No line that ends a thought is longer.
const LONGEST: usize = 100;

/// What a raw line means to a thought that is running: the end of its game, or the beginning of another, makes it idle.
pub fn classify(raw: &[u8]) -> Signal {
    let raw = raw.trim_ascii();
    if raw.len() > LONGEST {
        return Signal::None;
    }
    match split(&String::from_utf8_lossy(raw)) {
        Some((row, "")) if row.name == "quit" => Signal::Quit,
        Some((row, "black" | "white")) if row.name == "new" => Signal::Interrupt,
        Some((row, _)) if row.name == "end" => Signal::Interrupt,
        _ => Signal::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals() {
        for (line, signal) in [
            (&b"end"[..], Signal::Interrupt),
            (b"end black\r", Signal::Interrupt),
            (b"new white", Signal::Interrupt),
            (b" new  black ", Signal::Interrupt),
            (b"new", Signal::None),
            (b"new red", Signal::None),
            (b"ended", Signal::None),
            (b"quit\r", Signal::Quit),
            (b"quit now", Signal::None),
            (b"move go", Signal::None),
            (b"", Signal::None),
            (b"\xff\xfe", Signal::None),
        ] {
            assert_eq!(classify(line), signal, "{:?}", String::from_utf8_lossy(line));
        }
        let long = [&b"end"[..], &[b' '; 100], b"x"].concat();
        assert_eq!(classify(&long), Signal::None);
    }

    #[test]
    fn commands_and_their_synonyms() {
        let found = |text| split(text).map(|(row, rest)| (row.name, rest));
        assert_eq!(found("access\r"), Some(("accept", "")));
        assert_eq!(found("take  1 AA "), Some(("take", "1 AA")));
        assert_eq!(found("taken 1 AA"), None);
        assert_eq!(found("Move go"), None);
        assert_eq!(found(""), None);
    }
}
