//! What can be agreed on: who gets the empty squares, and what one plays for.

use std::collections::BTreeMap;
use std::fmt;

/// What becomes of the squares that stay empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Empties {
    /// They count for the side with more discs, as the federations' rules and the FFO positions have it.
    #[default]
    Winner,
    /// They count for nobody.
    Nobody,
}

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// More discs than the opponent.
    #[default]
    Most,
    /// Fewer discs than the opponent (anti-reversi). The margin is that of the usual game seen from the other side.
    Fewest,
}

/// The rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Who gets the empty squares.
    pub empties: Empties,
    /// What wins.
    pub goal: Goal,
}

/// Why a part of the rules was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// No such part.
    #[error("unknown rule {0}; Reversi has empties, goal")]
    UnknownKey(String),
    /// The text is no object of words.
    #[error("the rules are no JSON object of words")]
    Json,
    /// No such rule set.
    #[error("unknown rules {0}; Reversi has one rule set, with options empties, goal")]
    UnknownSet(String),
    /// It does not take that value.
    #[error("{key} takes one of {accepts}, not {value}")]
    BadValue {
        /// The part.
        key: &'static str,
        /// What was said.
        value: String,
        /// What is accepted.
        accepts: String,
    },
}

impl Rules {
    /// The parts and their values, the default first.
    pub const KEYS: &'static [(&'static str, &'static [&'static str])] =
        &[("empties", &["winner", "nobody"]), ("goal", &["most", "fewest"])];

    fn row(key: &str) -> Result<(&'static str, &'static [&'static str]), RulesError> {
        let found = Rules::KEYS.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.copied().ok_or_else(|| RulesError::UnknownKey(key.into()))
    }

    /// The value of one part.
    pub fn get(&self, key: &str) -> Result<&'static str, RulesError> {
        let (name, values) = Rules::row(key)?;
        let first = match name {
            "empties" => self.empties == Empties::Winner,
            _ => self.goal == Goal::Most,
        };
        Ok(values[usize::from(!first)])
    }

    /// All parts as a JSON object of words.
    pub fn to_json(&self) -> String {
        let part = |key: &str| (key.to_owned(), self.get(key).unwrap_or_default().into());
        let object: serde_json::Map<String, serde_json::Value> =
            Rules::KEYS.iter().map(|(key, _)| part(key)).collect();
        serde_json::Value::Object(object).to_string()
    }

    /// These rules with the changes of a JSON object, or those that a text spells as `Display` does: settings `KEY=VALUE`
    /// with blanks between, `Othello` or `Reversi` for none.
    pub fn parse(&self, text: &str) -> Result<Rules, RulesError> {
        if text.trim_start().starts_with('{') {
            let mut rules = *self;
            let object: BTreeMap<String, String> =
                serde_json::from_str(text).map_err(|_| RulesError::Json)?;
            object.iter().try_for_each(|(key, value)| rules.set(key, value))?;
            return Ok(rules);
        }
        let mut rules = Rules::default();
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some((key, value)) => rules.set(key, value)?,
                None if ["othello", "reversi"].contains(&word.to_ascii_lowercase().as_str()) => {}
                None => return Err(RulesError::UnknownSet(word.into())),
            }
        }
        Ok(rules)
    }

    /// Sets one part; on error nothing changes.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let (name, values) = Rules::row(key)?;
        let found = values.iter().position(|word| word.eq_ignore_ascii_case(value));
        let index = found.ok_or_else(|| RulesError::BadValue {
            key: name,
            value: value.into(),
            accepts: values.join(", "),
        })?;
        match (name, index) {
            ("empties", 0) => self.empties = Empties::Winner,
            ("empties", _) => self.empties = Empties::Nobody,
            (_, 0) => self.goal = Goal::Most,
            (_, _) => self.goal = Goal::Fewest,
        }
        Ok(())
    }

    /// Black's margin for these numbers of discs and empty squares.
    pub fn margin(&self, black: u32, white: u32, empty: u32) -> i32 {
        let difference = black.cast_signed() - white.cast_signed();
        let bonus = match self.empties {
            Empties::Winner => difference.signum() * empty.cast_signed(),
            Empties::Nobody => 0,
        };
        match self.goal {
            Goal::Most => difference + bonus,
            Goal::Fewest => -(difference + bonus),
        }
    }
}

impl fmt::Display for Rules {
    /// What differs from the usual rules, as records name it; `Othello` if nothing does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for (key, values) in Rules::KEYS {
            if let Ok(value) = self.get(key)
                && Some(&value) != values.first()
            {
                parts.push(format!("{key}={value}"));
            }
        }
        if parts.is_empty() { f.write_str("Othello") } else { f.write_str(&parts.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins() {
        let rules = |empties, goal| Rules { empties, goal };
        let usual = Rules::default();
        let plain = rules(Empties::Nobody, Goal::Most);
        let anti = rules(Empties::Winner, Goal::Fewest);
        for (black, white, empty, [ffo, count, fewest]) in [
            (33, 31, 0, [2, 2, -2]),
            (13, 0, 51, [64, 13, -64]),
            (10, 40, 14, [-44, -30, 44]),
            (30, 30, 4, [0, 0, 0]),
        ] {
            assert_eq!(usual.margin(black, white, empty), ffo);
            assert_eq!(plain.margin(black, white, empty), count);
            assert_eq!(anti.margin(black, white, empty), fewest);
        }
    }

    #[test]
    fn parts_by_name() {
        let mut rules = Rules::default();
        for (key, values) in Rules::KEYS {
            assert_eq!(rules.get(key).ok(), values.first().copied());
            for value in values.iter().rev() {
                assert_eq!(rules.set(&key.to_uppercase(), value), Ok(()));
                assert_eq!(rules.get(key), Ok(*value));
            }
        }
        assert_eq!(rules.to_string(), "Othello");
        assert!(rules.set("goal", "fewest").is_ok());
        assert_eq!(rules.to_string(), "goal=fewest");
        let usual = Rules::default();
        assert_eq!(rules.to_json(), r#"{"empties":"winner","goal":"fewest"}"#);
        assert_eq!(usual.parse(&rules.to_json()), Ok(rules));
        assert_eq!(
            rules.parse(r#" {"empties":"nobody"}"#),
            usual.parse("empties=nobody goal=fewest")
        );
        assert_eq!(usual.parse(&rules.to_string()), Ok(rules));
        assert_eq!(rules.parse("Othello"), Ok(usual));
        let bad =
            ["chinese", "goal=", "goal=most chinese", "ko=simple", "{", "{}x", r#"{"goal":1}"#];
        for text in bad.iter().chain(&[r#"{"ko":"simple"}"#, r#"{"goal":"x"}"#]) {
            assert!(usual.parse(text).is_err(), "{text}");
        }
        let before = rules;
        let bad = rules.set("empties", "loser").map_err(|e| e.to_string());
        assert_eq!(bad, Err("empties takes one of winner, nobody, not loser".into()));
        assert!(rules.set("komi", "1").is_err() && rules.get("ko").is_err());
        assert_eq!(rules, before);
    }
}
