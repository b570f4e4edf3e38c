//! Argument types. Each knows its word in the help, its parser and its error text, so that the types of a command's
//! function declare the command (GTP 2, sections 2.11 and 3.2).

use super::line::{end_of_word, int, word};
use crate::base::{Color, Move, Point};
use nom::branch::alt;
use nom::combinator::recognize;
use nom::multi::many0;
use nom::number::complete::recognize_float;
use nom::sequence::terminated;
use nom::{IResult, Parser};
use std::path::PathBuf;

/// The prescribed text for arguments that cannot be read.
pub const SYNTAX_ERROR: &str = "syntax error";

/// A type that a command's function can take. Readers consume whole words and the blanks after them.
pub trait Argument: Sized {
    /// Its word in the help line.
    fn doc() -> String;

    /// The failure text when it cannot be read.
    const ERROR: &'static str = SYNTAX_ERROR;

    /// The failure text when it is the last argument and something is left over behind it.
    const SURPLUS: &'static str = SYNTAX_ERROR;

    /// Reads it from the front of the arguments.
    fn read(input: &[u8]) -> IResult<&[u8], Self>;
}

/// Reads a whole word by its text.
pub(super) fn text<T>(input: &[u8], convert: impl Fn(&str) -> Option<T>) -> IResult<&[u8], T> {
    word.map_opt(|bytes: &[u8]| convert(std::str::from_utf8(bytes).ok()?)).parse(input)
}

impl Argument for u32 {
    fn doc() -> String {
        "INT".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], u32> {
        terminated(int, end_of_word).parse(input)
    }
}

/// A float that 32 bits hold, point as decimal sign.
impl Argument for f32 {
    fn doc() -> String {
        "FLOAT".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], f32> {
        terminated(recognize(recognize_float), end_of_word)
            .map_opt(|bytes: &[u8]| {
                let number: f32 = std::str::from_utf8(bytes).ok()?.parse().ok()?;
                number.is_finite().then_some(number)
            })
            .parse(input)
    }
}

impl Argument for Color {
    fn doc() -> String {
        "COLOR".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Color> {
        text(input, |word| word.parse().ok())
    }
}

/// A vertex or `pass`.
impl Argument for Move {
    fn doc() -> String {
        "VERTEX".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Move> {
        text(input, |word| word.parse().ok())
    }
}

/// A vertex that is no pass.
impl Argument for Point {
    fn doc() -> String {
        "POINT".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Point> {
        text(input, |word| word.parse::<Move>().ok()?.point())
    }
}

/// One argument or nothing.
impl<A: Argument> Argument for Option<A> {
    fn doc() -> String {
        format!("[{}]", A::doc())
    }

    const ERROR: &'static str = A::ERROR;

    fn read(input: &[u8]) -> IResult<&[u8], Option<A>> {
        nom::combinator::opt(A::read).parse(input)
    }
}

/// Any number of arguments.
impl<A: Argument> Argument for Vec<A> {
    fn doc() -> String {
        format!("[{} ...]", A::doc())
    }

    const ERROR: &'static str = A::ERROR;

    fn read(input: &[u8]) -> IResult<&[u8], Vec<A>> {
        many0(A::read).parse(input)
    }
}

/// Two arguments that belong together.
impl<A: Argument, B: Argument> Argument for (A, B) {
    fn doc() -> String {
        format!("{} {}", A::doc(), B::doc())
    }

    fn read(input: &[u8]) -> IResult<&[u8], (A, B)> {
        (A::read, B::read).parse(input)
    }
}

/// A word, taken as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word(pub String);

impl Argument for Word {
    fn doc() -> String {
        "WORD".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Word> {
        text(input, |word| Some(Word(word.into())))
    }
}

/// Whatever follows, blanks and all; may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest(pub String);

impl Argument for Rest {
    fn doc() -> String {
        "[TEXT]".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Rest> {
        Ok((&b""[..], Rest(String::from_utf8_lossy(input).into_owned())))
    }
}

/// A file name, its bytes as they came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName(pub PathBuf);

impl Argument for FileName {
    fn doc() -> String {
        "FILE".into()
    }

    const ERROR: &'static str = "cannot load file";

    fn read(input: &[u8]) -> IResult<&[u8], FileName> {
        word.map(|bytes: &[u8]| FileName(path(bytes))).parse(input)
    }
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// The vertices of `set_free_handicap`, whatever their number; a pass or a bad vertex among them is its own error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandicapStones(pub Vec<Point>);

impl Argument for HandicapStones {
    fn doc() -> String {
        "POINT POINT [POINT ...]".into()
    }

    const ERROR: &'static str = "bad vertex list";

    const SURPLUS: &'static str = "bad vertex list";

    fn read(input: &[u8]) -> IResult<&[u8], HandicapStones> {
        many0(Point::read).map(HandicapStones).parse(input)
    }
}

/// A time of 0 seconds or more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seconds {
    /// How long.
    pub time: std::time::Duration,
    /// Was it written as an int?
    pub whole: bool,
}

impl Argument for Seconds {
    fn doc() -> String {
        "SECONDS".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Seconds> {
        let whole = u32::read
            .map(|n| Seconds { time: std::time::Duration::from_secs(n.into()), whole: true });
        let float = f32::read.map_opt(|seconds| {
            let time = std::time::Duration::try_from_secs_f32(seconds).ok()?;
            Some(Seconds { time, whole: false })
        });
        alt((whole, float)).parse(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole<A: Argument>(input: &str) -> Option<A> {
        match A::read(input.as_bytes()) {
            Ok((b"", value)) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn ints() {
        for (text, number) in [("0", 0), ("019", 19), ("2147483647", 2147483647)] {
            assert_eq!(whole::<u32>(text), Some(number));
        }
        for text in
            ["", "-1", "+1", "9x", "9.5", "1;", "2147483648", "99999999999999999999", "\u{e9}"]
        {
            assert_eq!(whole::<u32>(text), None, "{text}");
        }
    }

    #[test]
    fn floats() {
        for (text, number) in
            [("6.5", 6.5), ("-7", -7.0), ("1e1", 10.0), ("9999", 9999.0), (".5", 0.5), ("0", 0.0)]
        {
            assert_eq!(whole::<f32>(text), Some(number));
        }
        for text in ["", "6,5", "abc", "nan", "inf", "-inf", "1e99", "6.5x", "0x10", "1_0", "--1"] {
            assert_eq!(whole::<f32>(text), None, "{text}");
        }
    }

    #[test]
    fn lists_and_options_leave_what_they_cannot_read() {
        assert_eq!(
            Vec::<Color>::read(b"b white x"),
            Ok((&b"x"[..], vec![Color::Black, Color::White]))
        );
        assert_eq!(Option::<Color>::read(b"10"), Ok((&b"10"[..], None)));
        assert_eq!(whole::<Seconds>("1.5").map(|s| s.whole), Some(false));
        assert_eq!(whole::<Seconds>("-1"), None);
        assert_eq!(whole::<HandicapStones>("A1 pass"), None);
    }
}
