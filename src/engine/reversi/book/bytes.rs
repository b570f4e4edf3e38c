//! The book as a file: a line that names the format, the number of positions, then 21 bytes a position.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | discs of the side to move, bit 0 = a1, bit 1 = b1; least byte first |
//! | 8 | discs of the other side |
//! | 1 | square of the best move out of the book, 0 = a1; 255 where every move stays in it |
//! | 2 | its value in 1/128 disc, signed, least byte first; 0 where there is none |
//! | 1 | plies of the search behind it, 1 to 60 |
//! | 1 | its confidence per cent, 1 to 100 |
//!
//! Positions are in their one form, each greater than the one before.

use super::{Book, Finding, Key, Out, Placed};
use crate::eval::reversi::patterns::DISC;

/// Begins every file.
const HEAD: &[u8] = b"tesuji reversi book 1\n";

/// Bytes of a position.
const RECORD: usize = 21;

/// Says that there is no move out of the book.
const NOWHERE: u8 = 255;

/// No value is greater: all squares.
pub(super) const MOST: i32 = 64 * DISC;

/// Why something is no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It does not begin like one.
    #[error("no opening book: it does not begin with \"tesuji reversi book 1\"")]
    Head,
    /// It is cut short, or too long.
    #[error("the book tells {told} positions of {RECORD} bytes, but {found} bytes follow")]
    Length {
        /// Positions it says it has.
        told: u64,
        /// Bytes there are.
        found: usize,
    },
    /// A position is none that a book may have.
    #[error("position {number}: {what}")]
    Position {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Nothing says what a position is worth.
    #[error(
        "nothing says what {0} is worth: neither a move out of the book nor one that stays in it"
    )]
    NoValue(String),
    /// A line of a text is wrong.
    #[error("line {number}: {what}")]
    Line {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it and what is accepted.
        what: String,
    },
}

/// What keeps a position out of a book, if anything.
pub(super) fn objection(position: Placed, finding: &Finding) -> Option<&'static str> {
    if position.own & position.other != 0 {
        return Some("two discs on one square");
    }
    if position.mobility() == 0 {
        return Some("the side to move cannot move");
    }
    if finding.out.is_some_and(|out| position.step(out.square).is_none()) {
        return Some("the move out of the book is illegal");
    }
    if finding.out.is_some_and(|out| out.value.abs() > MOST) {
        return Some("a value is -64 to 64 discs");
    }
    if !(1..=60).contains(&finding.depth) {
        return Some("a depth is 1 to 60");
    }
    (!(1..=100).contains(&finding.confidence)).then_some("a confidence is 1 to 100 per cent")
}

impl Book {
    /// The file of this book.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        bytes.extend((self.len() as u32).to_le_bytes());
        for (key, entry) in &self.entries {
            let Placed { own, other } = key.position();
            let Finding { out, depth, confidence } = entry.finding;
            bytes.extend(own.to_le_bytes());
            bytes.extend(other.to_le_bytes());
            bytes.push(out.map_or(NOWHERE, |out| out.square as u8));
            // No value of a finding is greater than MOST.
            bytes.extend(out.map_or(0, |out| out.value as i16).to_le_bytes());
            bytes.extend([depth, confidence]);
        }
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`BookError`], with the first fault.
    pub fn decode(bytes: &[u8]) -> Result<Book, BookError> {
        let rest = bytes.strip_prefix(HEAD).ok_or(BookError::Head)?;
        let (count, rest) =
            rest.split_first_chunk().ok_or(BookError::Length { told: 0, found: rest.len() })?;
        let told = u64::from(u32::from_le_bytes(*count));
        let (records, surplus) = rest.as_chunks::<RECORD>();
        if records.len() as u64 != told || !surplus.is_empty() {
            return Err(BookError::Length { told, found: rest.len() });
        }
        let mut book = Book::default();
        let mut last = None;
        for (number, record) in (1..).zip(records) {
            let wrong = |what| BookError::Position { number, what };
            let (position, finding) = read(record);
            if let Some(what) = objection(position, &finding) {
                return Err(wrong(what));
            }
            let (key, _) = Key::of(position);
            if key.position() != position {
                return Err(wrong("not the form that stands for all its images"));
            }
            if last.is_some_and(|last| last >= key) {
                return Err(wrong("not greater than the one before"));
            }
            last = Some(key);
            book.put(key, finding);
        }
        book.settle()?;
        Ok(book)
    }

    /// Puts a position in as text and hands have it, in whatever orientation.
    pub(super) fn accept(
        &mut self,
        position: Placed,
        finding: Finding,
    ) -> Result<Key, &'static str> {
        if let Some(what) = objection(position, &finding) {
            return Err(what);
        }
        let (key, symmetry) = Key::of(position);
        let turn = |out: Out| Out { square: super::into_form(out.square, symmetry), ..out };
        self.put(key, Finding { out: finding.out.map(turn), ..finding });
        Ok(key)
    }
}

fn read(record: &[u8; RECORD]) -> (Placed, Finding) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, square, low, high, depth, confidence] =
        *record;
    let position = Placed {
        own: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        other: u64::from_le_bytes([i, j, k, l, m, n, o, p]),
    };
    let value = i16::from_le_bytes([low, high]).into();
    let out = (square != NOWHERE).then_some(Out { square: square.into(), value });
    (position, Finding { out, depth, confidence })
}
