//! From raw bytes to a command line (GTP 2, sections 2 and 3.1).

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{eof, peek, verify};
use nom::sequence::terminated;
use nom::{IResult, Parser};

use crate::protocol::Signal;

/// The comment GoGui sends to end a running command (command `gogui-interrupt`).
const INTERRUPT: &[u8] = b"# interrupt";

/// The largest int of the specification.
pub const MAX_INT: u32 = (1 << 31) - 1;

/// A command line in its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The id to repeat in the answer.
    pub id: Option<u32>,
    /// The command's name; empty when there is only an id.
    pub name: Vec<u8>,
    /// What follows the name, without blanks at its ends.
    pub arguments: Vec<u8>,
}

/// Section 3.1: drops CR and the other control characters, cuts at `#`, turns HT into SPACE; `None` for a line that
/// then is blank and gets no response. Bytes above 127 stay.
pub fn preprocess(raw: &[u8]) -> Option<Vec<u8>> {
    let mut line: Vec<u8> = Vec::with_capacity(raw.len().min(256));
    for &byte in raw {
        match byte {
            b'#' => break,
            b'\t' | b' ' => {
                if !line.is_empty() {
                    line.push(b' ');
                }
            }
            0..=31 | 127 => {}
            _ => line.push(byte),
        }
    }
    let kept = line.trim_ascii_end().len();
    line.truncate(kept);
    (!line.is_empty()).then_some(line)
}

/// Splits a preprocessed line. What does not start with a decimal id of 0 ..= 2^31-1 starts with the name.
pub fn split(line: &[u8]) -> CommandLine {
    let (rest, id) = match id(line) {
        Ok((rest, id)) => (rest, Some(id)),
        Err(_) => (line, None),
    };
    let (arguments, name) = word(rest).unwrap_or((rest, b""));
    CommandLine { id, name: name.to_vec(), arguments: arguments.trim_ascii().to_vec() }
}

/// A word and the blanks after it.
pub(super) fn word(input: &[u8]) -> IResult<&[u8], &[u8]> {
    terminated(take_while1(|b| b != b' '), blanks).parse(input)
}

/// The end of a word, and the blanks after it.
pub(super) fn end_of_word(input: &[u8]) -> IResult<&[u8], ()> {
    (peek(alt((tag(&b" "[..]), eof))), blanks).map(|_| ()).parse(input)
}

fn blanks(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(|b| b == b' ').parse(input)
}

fn id(input: &[u8]) -> IResult<&[u8], u32> {
    terminated(int, end_of_word).parse(input)
}

/// An int of the specification: decimal digits, 0 ..= 2^31-1.
pub(super) fn int(input: &[u8]) -> IResult<&[u8], u32> {
    verify(
        digit1.map_opt(|digits: &[u8]| std::str::from_utf8(digits).ok()?.parse::<u32>().ok()),
        |&number| number <= MAX_INT,
    )
    .parse(input)
}

/// What a raw line means to a command that is running.
pub fn classify(raw: &[u8]) -> Signal {
    if raw.trim_ascii() == INTERRUPT {
        return Signal::Interrupt;
    }
    // Long lines cannot be `quit`; do not look at them twice.
    if raw.len() > 1 << 10 {
        return Signal::None;
    }
    match preprocess(raw).map(|line| split(&line)) {
        Some(line) if line.name == b"quit" && line.arguments.is_empty() => Signal::Quit,
        _ => Signal::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preprocessing() {
        let cases: [(&[u8], Option<&[u8]>); 9] = [
            (b"name\r", Some(b"name")),
            (b" \t name\t x ", Some(b"name  x")),
            (b"ver\x07sion", Some(b"version")),
            (b"play b A1#x", Some(b"play b A1")),
            (b"", None),
            (b"  \t\r", None),
            (b"# comment", None),
            (b"\x01\x7f", None),
            (b"loadsgf \xe4\xff.sgf", Some(b"loadsgf \xe4\xff.sgf")),
        ];
        for (raw, line) in cases {
            assert_eq!(preprocess(raw).as_deref(), line, "{raw:?}");
        }
    }

    #[test]
    fn ids() {
        let cases: [(&str, Option<u32>, &str, &str); 8] = [
            ("1 name", Some(1), "name", ""),
            ("007   name  a  b ", Some(7), "name", "a  b"),
            ("2147483647 name", Some(2147483647), "name", ""),
            ("2147483648 name", None, "2147483648", "name"),
            ("4294967296 name", None, "4294967296", "name"),
            ("-1 name", None, "-1", "name"),
            ("5name", None, "5name", ""),
            ("8", Some(8), "", ""),
        ];
        for (text, id, name, arguments) in cases {
            let line = CommandLine { id, name: name.into(), arguments: arguments.into() };
            assert_eq!(split(text.as_bytes()), line, "{text}");
        }
    }

    #[test]
    fn signals() {
        assert_eq!(classify(b"# interrupt"), Signal::Interrupt);
        assert_eq!(classify(b"# interrupt\r"), Signal::Interrupt);
        assert_eq!(classify(b" 7  quit # bye"), Signal::Quit);
        assert_eq!(classify(b"quit now"), Signal::None);
        assert_eq!(classify(b"name"), Signal::None);
    }
}
