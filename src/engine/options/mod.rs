//! The options of each game: one row an option, told once.
//!
//! A row feeds `kata-get-param` and `kata-set-param`, `--set KEY=VALUE`, the configuration file and `docs/options.md`.
//! [`Options`] holds an engine's values; rows of [`Scope::Rules`] belong to the session, which keeps them in the rules of
//! the game.

mod common;
mod go;
mod gomoku;
mod must_move;
mod phantom;
mod reversi;

pub use go::GO_OPTIONS;
pub use gomoku::GOMOKU_OPTIONS;
pub use must_move::{CAPTURE_OPTIONS, NOGO_OPTIONS};
pub use phantom::PHANTOM_OPTIONS;
pub use reversi::REVERSI_OPTIONS;

use super::EngineError;
use std::borrow::Cow;
use std::fmt;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number, both ends included.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A finite number, both ends included.
    Float {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// One of these words, in any case.
    Choice(&'static [&'static str]),
    /// Any text but blanks; what it is, in words for a message.
    Text(&'static str),
}

impl OptionKind {
    /// Reads a value; the whole text must be used. `None` if the option does not take it.
    pub fn parse(&self, text: &str) -> Option<OptionValue> {
        match *self {
            OptionKind::Bool if text.eq_ignore_ascii_case("true") => Some(OptionValue::Bool(true)),
            OptionKind::Bool if text.eq_ignore_ascii_case("false") => {
                Some(OptionValue::Bool(false))
            }
            OptionKind::Bool => None,
            OptionKind::Int { min, max } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(OptionValue::Int(value))
            }
            OptionKind::Float { min, max } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(OptionValue::Float(value))
            }
            OptionKind::Choice(words) => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Some(OptionValue::Choice(word))
            }
            OptionKind::Text(_) => {
                (!text.trim().is_empty()).then(|| OptionValue::Text(text.to_owned().into()))
            }
        }
    }
}

impl fmt::Display for OptionKind {
    /// What is accepted, in words for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Bool => f.write_str("true or false"),
            OptionKind::Int { min, max: i64::MAX } => write!(f, "a whole number from {min}"),
            OptionKind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            OptionKind::Float { min, max } => write!(f, "a number from {min} to {max}"),
            OptionKind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            OptionKind::Text(what) => f.write_str(what),
        }
    }
}

/// A value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of [`OptionKind::Int`].
    Int(i64),
    /// Of [`OptionKind::Float`].
    Float(f64),
    /// Of [`OptionKind::Choice`], spelt as in its row.
    Choice(&'static str),
    /// Of [`OptionKind::Text`].
    Text(Cow<'static, str>),
}

impl fmt::Display for OptionValue {
    /// As [`OptionKind::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Bool(value) => value.fmt(f),
            OptionValue::Int(value) => value.fmt(f),
            OptionValue::Float(value) => value.fmt(f),
            OptionValue::Choice(value) => f.write_str(value),
            OptionValue::Text(value) => f.write_str(value),
        }
    }
}

/// Whose an option is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A part of the rules; the session holds it. Where nobody sets it, the rule set in force tells its value.
    Rules,
    /// The engine's.
    Engine,
}

/// An option.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionRow {
    /// Its name; lower case, words joined by `_`.
    pub name: &'static str,
    /// Other names it is known by (KataGo's).
    pub aliases: &'static [&'static str],
    /// Whose it is.
    pub scope: Scope,
    /// What it takes.
    pub kind: OptionKind,
    /// Its value when nobody sets it.
    pub default: OptionValue,
    /// One sentence or two for users.
    pub help: &'static str,
}

impl OptionRow {
    /// Reads a value for this option.
    pub fn parse(&self, text: &str) -> Result<OptionValue, EngineError> {
        self.kind.parse(text).ok_or_else(|| EngineError::BadValue {
            option: self.name.into(),
            value: text.into(),
            accepts: self.kind.to_string(),
        })
    }
}

/// The options of one game.
#[derive(Debug)]
pub struct OptionTable {
    /// The game's public name.
    pub game: &'static str,
    /// The options, in the order in which they are listed.
    pub rows: &'static [OptionRow],
}

impl OptionTable {
    /// The option with this name or alias. Names are compared without regard to case.
    pub fn find(&self, name: &str) -> Result<&'static OptionRow, EngineError> {
        let known = |row: &&OptionRow| {
            row.name.eq_ignore_ascii_case(name)
                || row.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        };
        self.rows.iter().find(known).ok_or_else(|| EngineError::UnknownOption(name.into()))
    }

    /// The option and the value in a text `KEY=VALUE`; blanks around either are ignored.
    pub fn parse(&self, text: &str) -> Result<(&'static OptionRow, OptionValue), EngineError> {
        let (name, value) = text.split_once('=').ok_or_else(|| EngineError::BadValue {
            option: "an option setting".into(),
            value: text.into(),
            accepts: "KEY=VALUE".into(),
        })?;
        let row = self.find(name.trim())?;
        Ok((row, row.parse(value.trim())?))
    }
}

/// The values of a game's engine options.
#[derive(Clone, Debug)]
pub struct Options {
    table: &'static OptionTable,
    values: Vec<OptionValue>,
}

impl Options {
    /// Every option at its default.
    pub fn new(table: &'static OptionTable) -> Options {
        Options { table, values: table.rows.iter().map(|row| row.default.clone()).collect() }
    }

    /// The rows these are the values of.
    pub fn table(&self) -> &'static OptionTable {
        self.table
    }

    /// Sets an engine option from text and tells which row it was; on error nothing changes. A part of the rules is no
    /// engine option.
    pub fn set(&mut self, name: &str, text: &str) -> Result<&'static OptionRow, EngineError> {
        let (row, slot) = self.slot(name)?;
        self.values[slot] = row.parse(text)?;
        Ok(row)
    }

    /// An engine option's value.
    pub fn get(&self, name: &str) -> Result<OptionValue, EngineError> {
        self.slot(name).map(|(_, slot)| self.values[slot].clone())
    }

    /// All engine options with their values, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionRow, OptionValue)> + '_ {
        let rows = self.table.rows.iter().zip(self.values.iter().cloned());
        rows.filter(|(row, _)| row.scope == Scope::Engine)
    }

    fn slot(&self, name: &str) -> Result<(&'static OptionRow, usize), EngineError> {
        let row = self.table.find(name)?;
        let slot = self.table.rows.iter().position(|other| other.name == row.name);
        match slot {
            Some(slot) if row.scope == Scope::Engine => Ok((row, slot)),
            _ => Err(EngineError::UnknownOption(name.into())),
        }
    }

    /// A switch's value.
    ///
    /// # Panics
    /// If the table has no such switch: names are told in code, not on the wire.
    pub fn bool(&self, name: &str) -> bool {
        match self.get(name) {
            Ok(OptionValue::Bool(value)) => value,
            other => panic!("{name} is no switch: {other:?}"),
        }
    }

    /// A whole number's value.
    ///
    /// # Panics
    /// If the table has no such number.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            Ok(OptionValue::Int(value)) => value,
            other => panic!("{name} is no whole number: {other:?}"),
        }
    }

    /// A number's value.
    ///
    /// # Panics
    /// If the table has no such number.
    pub fn float(&self, name: &str) -> f64 {
        match self.get(name) {
            Ok(OptionValue::Float(value)) => value,
            other => panic!("{name} is no number: {other:?}"),
        }
    }

    /// A text's value.
    ///
    /// # Panics
    /// If the table has no such text.
    pub fn text(&self, name: &str) -> Cow<'static, str> {
        match self.get(name) {
            Ok(OptionValue::Text(value)) => value,
            other => panic!("{name} is no text: {other:?}"),
        }
    }

    /// A choice's value.
    ///
    /// # Panics
    /// If the table has no such choice.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Ok(OptionValue::Choice(value)) => value,
            other => panic!("{name} is no choice: {other:?}"),
        }
    }
}

/// The options tables of all games that can be played.
pub static OPTION_TABLES: &[&OptionTable] = &[
    &GO_OPTIONS,
    &REVERSI_OPTIONS,
    &GOMOKU_OPTIONS,
    &NOGO_OPTIONS,
    &CAPTURE_OPTIONS,
    &PHANTOM_OPTIONS,
];

/// The options of the game of that name.
pub fn options_of(game: &str) -> Option<&'static OptionTable> {
    OPTION_TABLES.iter().copied().find(|table| table.game.eq_ignore_ascii_case(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_sound() {
        for table in OPTION_TABLES {
            let mut names = Vec::new();
            for row in table.rows {
                names.extend(row.aliases.iter().chain([&row.name]).map(|n| n.to_ascii_lowercase()));
                let default = row.default.to_string();
                assert_eq!(
                    row.parse(&default),
                    Ok(row.default.clone()),
                    "{}: its default",
                    row.name
                );
                assert!(row.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
                assert!(row.help.ends_with(['.', '?', ')']) && !row.help.contains("  "));
                for alias in row.aliases {
                    assert_eq!(table.find(alias), Ok(row), "{alias}");
                }
                let bad = ["", " ", "maybe", "1e999", "NaN", "-9999", "0x1", "true "];
                // Whether a text is good only its reader knows.
                let text = matches!(row.kind, OptionKind::Text(_));
                for bad in &bad[..if text { 2 } else { bad.len() }] {
                    assert!(row.parse(bad).is_err(), "{}={bad}", row.name);
                }
            }
            let all = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), all, "{}: a name occurs twice", table.game);
        }
    }

    #[test]
    fn reversi_has_its_rules_in_the_table() {
        use crate::games::reversi::Rules;
        let rows = REVERSI_OPTIONS.rows.iter().filter(|row| row.scope == Scope::Rules);
        // The switch is a matter of the session, not of who wins.
        let told = rows.filter(|row| row.name != "insert_passes").map(|row| match row.kind {
            OptionKind::Choice(words) => (row.name, words),
            other => panic!("{}: {other:?}", row.name),
        });
        assert!(told.eq(Rules::KEYS.iter().copied()));
        for (key, _) in Rules::KEYS {
            let default = REVERSI_OPTIONS.find(key).map(|row| row.default.to_string());
            assert_eq!(default.as_deref(), Ok(Rules::default().get(key).unwrap_or("")));
        }
    }

    #[test]
    fn values_are_set_or_left_alone() {
        let mut options = Options::new(&GO_OPTIONS);
        assert_eq!(options.set("numsearchthreads", "3").map(|row| row.name), Ok("threads"));
        assert_eq!(options.int("threads"), 3);
        assert!(options.set("Ponder", "TRUE").is_ok() && options.bool("ponder"));
        assert!(options.set("maxTime", "0.25").is_ok());
        assert_eq!(options.float("time_per_move"), 0.25);
        assert!(options.set("engine", "UCT").is_ok());
        assert_eq!(options.choice("engine"), "uct");
        let before = format!("{options:?}");
        for (name, value) in
            [("threads", "257"), ("threads", "2.0"), ("no_such", "1"), ("ko", "simple")]
        {
            assert!(options.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(format!("{options:?}"), before);
        assert!(options.iter().all(|(row, _)| row.scope == Scope::Engine));
    }

    #[test]
    fn messages_say_what_is_accepted() {
        let cases = [
            ("threads=x", "threads takes a whole number from 0 to 256, not x"),
            ("playouts=-1", "playouts takes a whole number from 0, not -1"),
            ("ko=super", "ko takes one of simple, positional, situational, not super"),
            ("suicide=yes", "suicide takes true or false, not yes"),
            ("resign_threshold=1", "resign_threshold takes a number from 0 to 0.5, not 1"),
            ("nonsense=1", "unknown option nonsense"),
            ("threads", "an option setting takes KEY=VALUE, not threads"),
        ];
        for (text, message) in cases {
            let parsed = GO_OPTIONS.parse(text);
            assert_eq!(parsed.map_err(|e| e.to_string()), Err(message.into()), "{text}");
        }
        let parsed = GO_OPTIONS.parse(" ko = Situational ").map(|(row, value)| (row.name, value));
        assert_eq!(parsed, Ok(("ko", OptionValue::Choice("situational"))));
    }

    #[test]
    fn the_parts_of_the_rules_are_those_of_the_rules() {
        use crate::games::go::Rules;
        let rows = GO_OPTIONS.rows.iter().filter(|row| row.scope == Scope::Rules);
        let rows: Vec<&OptionRow> = rows.collect();
        assert!(rows.iter().map(|row| row.name).eq(Rules::KEYS.iter().map(|(key, _)| *key)));
        for (row, (key, values)) in rows.iter().zip(Rules::KEYS) {
            let mut rules = Rules::TROMP_TAYLOR;
            for value in *values {
                let parsed = row.parse(value).map(|value| value.to_string());
                assert_eq!(parsed.as_deref(), Ok(*value));
                for alias in row.aliases.iter().chain([&row.name]) {
                    assert_eq!(rules.set(alias, value), Ok(()), "{alias}={value}");
                }
                assert_eq!(rules.get(key), Ok(*value));
            }
            assert_eq!(Rules::CHINESE.get(key), Ok(row.default.to_string().as_str()), "{key}");
        }
    }
}
