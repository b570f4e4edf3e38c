//! The table behind the priors: for every feature of a move the logarithm of its odds, by kind of board. It is a text
//! file in the program, read while the program is compiled: a broken file is a compile error, and nothing is left to fail
//! at run time.

use super::features::{FEATURES, NAMES};
use crate::base::BoardSize;

/// Kinds of boards with odds of their own: up to 11x11, up to 15x15, larger.
pub const KINDS: usize = 3;

/// The kinds' names, in the order of the columns.
pub const KIND_NAMES: [&str; KINDS] = ["up to 11x11", "up to 15x15", "larger"];

/// Logarithms of the features' odds. A move is as likely as the exponential of the sum over its features.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    kinds: [[f32; FEATURES]; KINDS],
}

/// Why a text is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// A row does not begin with the name of the feature whose turn it is.
    #[error("row {0} is not the next feature's")]
    Name(usize),
    /// A row does not hold three plain decimal numbers.
    #[error("row {0} has a number too many, too few, or malformed")]
    Number(usize),
    /// The text ends before the last feature.
    #[error("only {0} rows")]
    Rows(usize),
}

/// The odds of normal play.
pub(super) static NORMAL: Odds = match Odds::parse(include_str!("../weights/go_priors.txt")) {
    Ok(odds) => odds,
    Err(_) => panic!("src/eval/weights/go_priors.txt is no table of odds"),
};

impl Odds {
    /// The odds of normal play.
    pub fn normal() -> &'static Odds {
        &NORMAL
    }

    /// A table from its columns.
    pub fn new(kinds: [[f32; FEATURES]; KINDS]) -> Odds {
        Odds { kinds }
    }

    /// The kind of a board.
    pub fn kind(size: BoardSize) -> usize {
        match size.width().max(size.height()) {
            0..=11 => 0,
            12..=15 => 1,
            _ => 2,
        }
    }

    /// The column of a kind of boards, in the order of the features.
    pub fn of_kind(&self, kind: usize) -> &[f32; FEATURES] {
        &self.kinds[kind]
    }

    /// The logarithm for a set of features ([`super::Described::facts`]).
    #[inline]
    pub fn log(column: &[f32; FEATURES], mut facts: u64) -> f32 {
        let mut log = 0.0;
        while facts != 0 {
            log += column[facts.trailing_zeros() as usize];
            facts &= facts - 1;
        }
        log
    }

    /// Reads a table: one row a feature, in order, of its name and a number for each kind of board, blanks between them.
    /// Empty lines and what follows `#` do not count. Numbers are plain decimals of at most seven digits, which makes
    /// every one the nearest `f32`.
    pub const fn parse(text: &str) -> Result<Odds, OddsError> {
        let text = text.as_bytes();
        let mut kinds = [[0.0; FEATURES]; KINDS];
        let (mut at, mut row) = (0, 0);
        while let Some((from, to)) = word(text, &mut at) {
            if row == FEATURES || !same(text, from, to, NAMES[row].as_bytes()) {
                return Err(OddsError::Name(row));
            }
            let mut kind = 0;
            while kind < KINDS {
                kinds[kind][row] = match word(text, &mut at) {
                    Some((from, to)) => match number(text, from, to) {
                        Some(value) => value,
                        None => return Err(OddsError::Number(row)),
                    },
                    None => return Err(OddsError::Number(row)),
                };
                kind += 1;
            }
            row += 1;
        }
        if row == FEATURES { Ok(Odds { kinds }) } else { Err(OddsError::Rows(row)) }
    }

    /// The table as text that [`Odds::parse`] reads, rounded to hundredths.
    pub fn to_text(&self) -> String {
        let mut text = format!("{:<24}", "# feature");
        for name in KIND_NAMES {
            text.push_str(&format!(" {name:>11}"));
        }
        text.push('\n');
        for (row, name) in NAMES.iter().enumerate() {
            text.push_str(&format!("{name:<24}"));
            for kind in &self.kinds {
                // No negative zero.
                let value = (kind[row] * 100.0).round() / 100.0 + 0.0;
                text.push_str(&format!(" {value:>11.2}"));
            }
            text.push('\n');
        }
        text
    }
}

/// The next word from `at` on, comments left out.
const fn word(text: &[u8], at: &mut usize) -> Option<(usize, usize)> {
    let mut i = *at;
    loop {
        while i < text.len() && text[i].is_ascii_whitespace() {
            i += 1;
        }
        if i == text.len() {
            return None;
        }
        if text[i] != b'#' {
            break;
        }
        while i < text.len() && text[i] != b'\n' {
            i += 1;
        }
    }
    let from = i;
    while i < text.len() && !text[i].is_ascii_whitespace() && text[i] != b'#' {
        i += 1;
    }
    *at = i;
    Some((from, i))
}

const fn same(text: &[u8], from: usize, to: usize, name: &[u8]) -> bool {
    if to - from != name.len() {
        return false;
    }
    let mut i = 0;
    while i < name.len() {
        if text[from + i] != name[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A decimal number: digits and a power of ten are exact, so their quotient is rounded once.
const fn number(text: &[u8], from: usize, to: usize) -> Option<f32> {
    let negative = text[from] == b'-';
    let mut i = from + negative as usize;
    let (mut digits, mut scale, mut count, mut point) = (0u32, 1u32, 0, false);
    while i < to {
        match text[i] {
            b'.' if !point => point = true,
            digit @ b'0'..=b'9' => {
                digits = digits * 10 + (digit - b'0') as u32;
                count += 1;
                if count > 7 {
                    return None;
                }
                if point {
                    scale *= 10;
                }
            }
            _ => return None,
        }
        i += 1;
    }
    if count == 0 {
        return None;
    }
    let value = digits as f32 / scale as f32;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_program_is_whole() {
        let text = include_str!("../weights/go_priors.txt");
        assert_eq!(Odds::parse(text).as_ref(), Ok(Odds::normal()));
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(rows.len(), FEATURES);
        for ((row, name), feature) in rows.iter().zip(NAMES).zip(0..) {
            assert_eq!((row.len(), row[0]), (1 + KINDS, name));
            for kind in 0..KINDS {
                let standard: f32 = row[1 + kind].parse().expect("a number");
                assert_eq!(Odds::normal().of_kind(kind)[feature], standard, "{name}");
            }
        }
        let names: std::collections::BTreeSet<&str> = NAMES.into();
        assert_eq!(names.len(), FEATURES, "no name twice");
    }

    #[test]
    fn broken_tables_are_refused() {
        let good = Odds::normal().to_text();
        assert!(Odds::parse(&good).is_ok());
        let swapped = good.replacen(NAMES[1], "unheard-of", 1);
        let second = good.lines().nth(2).expect("a row");
        let cases = [
            (String::new(), OddsError::Rows(0)),
            (good.lines().take(5).map(|l| format!("{l}\n")).collect(), OddsError::Rows(4)),
            (swapped, OddsError::Name(1)),
            (format!("{good}{second}\n"), OddsError::Name(FEATURES)),
            (format!("{} 1 2", NAMES[0]), OddsError::Number(0)),
            (format!("{} 1 2 nan", NAMES[0]), OddsError::Number(0)),
            (format!("{} 1 2 1.2.3", NAMES[0]), OddsError::Number(0)),
            (format!("{} 1 2 -", NAMES[0]), OddsError::Number(0)),
            (format!("{} 1 2 12345678", NAMES[0]), OddsError::Number(0)),
        ];
        for (text, error) in cases {
            assert_eq!(Odds::parse(&text), Err(error), "{text}");
        }
    }

    #[test]
    fn a_table_survives_its_text() {
        let mut kinds = [[0.0; FEATURES]; KINDS];
        for (index, value) in kinds.iter_mut().flatten().enumerate() {
            *value = (index as f32 - 70.0) / 100.0;
        }
        kinds[0][0] = -0.001;
        let table = Odds::new(kinds);
        let read = Odds::parse(&table.to_text()).expect("a table");
        kinds[0][0] = 0.0;
        assert_eq!(read, Odds::new(kinds));
    }
}
