//! From raw bytes to a command.

use super::{COMMANDS, Row};
use crate::protocol::Signal;

/// The command of a line and its arguments; `None` for a line that is none.
pub(super) fn split(text: &str) -> Option<(&'static Row, &str)> {
    let text = text.trim();
    COMMANDS.iter().find_map(|row| {
        let mut rest = text;
        for word in row.name.split(' ') {
            rest = rest.trim_start().strip_prefix(word)?;
            if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
                return None;
            }
        }
        Some((row, rest.trim()))
    })
}

/// A whole number without a plus sign.
pub(super) fn number<T: std::str::FromStr>(arguments: &str) -> Option<T> {
    let digits = arguments.trim_start_matches('-');
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    arguments.parse().ok().filter(|_| plain)
}

/// No `ping` and no `quit` is longer.
const LONGEST: usize = 100;

/// What a raw line means to a command that is running: `ping` ends it.
pub fn classify(raw: &[u8]) -> Signal {
    let raw = raw.trim_ascii();
    if raw.len() > LONGEST {
        return Signal::None;
    }
    match split(&String::from_utf8_lossy(raw)) {
        Some((row, arguments)) if row.name == "ping" && number::<i64>(arguments).is_some() => {
            Signal::Interrupt
        }
        Some((row, "")) if row.name == "quit" => Signal::Quit,
        _ => Signal::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals() {
        for (line, signal) in [
            (&b"ping 1"[..], Signal::Interrupt),
            (b"  ping\t12 \r", Signal::Interrupt),
            (b"ping", Signal::None),
            (b"ping x", Signal::None),
            (b"ping 99999999999999999999", Signal::None),
            (b"quit", Signal::Quit),
            (b"quit\r", Signal::Quit),
            (b"quit now", Signal::None),
            (b"pingo 1", Signal::None),
            (b"", Signal::None),
            (b"\xff\xfe", Signal::None),
        ] {
            assert_eq!(classify(line), signal, "{:?}", String::from_utf8_lossy(line));
        }
        let long = [&b"quit"[..], &[b' '; 100], b"x"].concat();
        assert_eq!(classify(&long), Signal::None);
    }

    #[test]
    fn names_of_two_words() {
        let found = |text| split(text).map(|(row, rest)| (row.name, rest));
        assert_eq!(found("set  depth 6 "), Some(("set depth", "6")));
        assert_eq!(found("set depths 6"), None);
        assert_eq!(found("set"), None);
        assert_eq!(found("move F5//1.2"), Some(("move", "F5//1.2")));
        assert_eq!(found("go"), Some(("go", "")));
    }
}
