//! The rule sets of Gomoku, and their text and JSON forms.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::base::Color;

/// What wins, and what is forbidden. The numbers of the Gomocup protocol (`INFO rule`) stand beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Five or more (0).
    Freestyle,
    /// Exactly five; a longer row does nothing (1).
    Standard,
    /// Black: exactly five, and overline, double-four and double-three are forbidden. White: five or more (4).
    Renju,
    /// Five, unless both ends stand on enemy stones, or six and more; the edge does not block (8).
    Caro,
    /// Exactly five, not blocked on both ends (9).
    ExactCaro,
}

impl Variant {
    /// All of them with their names.
    const NAMED: [(&'static str, Variant); 5] = [
        ("freestyle", Variant::Freestyle),
        ("standard", Variant::Standard),
        ("renju", Variant::Renju),
        ("caro", Variant::Caro),
        ("exact-caro", Variant::ExactCaro),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Freestyle => "freestyle",
            Variant::Standard => "standard",
            Variant::Renju => "renju",
            Variant::Caro => "caro",
            Variant::ExactCaro => "exact-caro",
        }
    }

    /// Does a row of six or more win for that colour?
    #[inline]
    pub(super) const fn long_row_wins(self, color: Color) -> bool {
        match self {
            Variant::Freestyle | Variant::Caro => true,
            Variant::Standard | Variant::ExactCaro => false,
            Variant::Renju => matches!(color, Color::White),
        }
    }

    /// Is a row of five between two enemy stones worth nothing?
    #[inline]
    pub const fn is_caro(self) -> bool {
        matches!(self, Variant::Caro | Variant::ExactCaro)
    }
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// What wins, and what is forbidden.
    pub variant: Variant,
    /// Number of stones on the board with which the game is drawn; 0 = only a full board is. GomocupJudge draws Renju at 200 stones on 15x15.
    pub draw_after: u16,
    /// May players pass? Two passes in a row are a draw. Renju has it in its rules, but no tournament server plays it so.
    pub pass: bool,
}

/// A rule set with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// The name, in lower case with `-`.
    pub name: &'static str,
    /// Other names it goes by.
    pub aliases: &'static [&'static str],
    /// The parts.
    pub rules: Rules,
}

/// The named sets.
pub const RULE_SETS: &[RuleSet] = &[
    RuleSet {
        name: "freestyle",
        aliases: &["free", "gomoku"],
        rules: Rules::of(Variant::Freestyle),
    },
    RuleSet {
        name: "standard",
        aliases: &["exact", "exact-five"],
        rules: Rules::of(Variant::Standard),
    },
    RuleSet { name: "renju", aliases: &["rif"], rules: Rules::of(Variant::Renju) },
    RuleSet { name: "caro", aliases: &[], rules: Rules::of(Variant::Caro) },
    RuleSet { name: "exact-caro", aliases: &["exactcaro"], rules: Rules::of(Variant::ExactCaro) },
];

impl Rules {
    /// The variant, without move limit and passes.
    pub const fn of(variant: Variant) -> Rules {
        Rules { variant, draw_after: 0, pass: false }
    }

    /// The keys of [`Rules::set`] and [`Rules::get`].
    pub const KEYS: &'static [&'static str] = &["variant", "draw_after", "pass"];

    /// The set with that name, in any case, `_` and blanks read as `-`.
    pub fn named(name: &str) -> Option<Rules> {
        let name = plain(name);
        let set =
            RULE_SETS.iter().find(|set| set.name == name || set.aliases.contains(&name.as_str()));
        set.map(|set| set.rules)
    }

    /// A name from the table, which may be followed by parts as `KEY=VALUE` (the form of [`fmt::Display`]), or a JSON object
    /// as in [`Rules::from_json`] on top of these rules.
    pub fn parse(&self, text: &str) -> Result<Rules, RulesError> {
        if text.trim_start().starts_with('{') {
            return self.from_json(text);
        }
        let start = text.split_whitespace().take_while(|word| !word.contains('='));
        let name = start.collect::<Vec<_>>().join(" ");
        let mut rules = Rules::named(&name).ok_or_else(|| RulesError::Name(name.clone()))?;
        for word in text.split_whitespace().skip_while(|word| !word.contains('=')) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            rules.set(key, value)?;
        }
        Ok(rules)
    }

    /// Sets one part; keys and values in any case.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let value = plain(value);
        match plain(key).as_str() {
            "variant" => {
                let named = Variant::NAMED.iter().find(|(name, _)| *name == value);
                let (_, variant) = named.ok_or_else(|| wrong("variant", &value))?;
                self.variant = *variant;
            }
            "draw-after" => {
                let number = value.parse().ok().filter(|&n| n <= Rules::MOST_STONES);
                self.draw_after = number.ok_or_else(|| wrong("draw_after", &value))?;
            }
            "pass" => {
                self.pass = match value.as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong("pass", &value)),
                }
            }
            _ => return Err(RulesError::Key(key.to_string())),
        }
        Ok(())
    }

    /// The largest value of [`Rules::draw_after`].
    pub const MOST_STONES: u16 = 625;

    /// The value of one part, by the same keys as [`Rules::set`].
    pub fn get(&self, key: &str) -> Result<String, RulesError> {
        Ok(match plain(key).as_str() {
            "variant" => self.variant.name().into(),
            "draw-after" => self.draw_after.to_string(),
            "pass" => self.pass.to_string(),
            _ => return Err(RulesError::Key(key.to_string())),
        })
    }

    /// The parts as a JSON object on one line.
    pub fn to_json(&self) -> String {
        // A struct of a name, a number and a switch always has a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// These rules with the parts named in a JSON object changed; on error nothing has changed.
    pub fn from_json(&self, text: &str) -> Result<Rules, RulesError> {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(|_| RulesError::Json)?;
        let mut rules = *self;
        for (key, value) in &object {
            match value {
                serde_json::Value::String(value) => rules.set(key, value)?,
                serde_json::Value::Bool(value) => rules.set(key, &value.to_string())?,
                serde_json::Value::Number(value) => rules.set(key, &value.to_string())?,
                _ => return Err(RulesError::Json),
            }
        }
        Ok(rules)
    }
}

fn wrong(key: &'static str, value: &str) -> RulesError {
    RulesError::Value { key, value: value.into() }
}

/// Lower case, `_` and blanks read as `-`.
fn plain(text: &str) -> String {
    text.trim().to_ascii_lowercase().replace(['_', ' '], "-")
}

impl Default for Rules {
    /// Freestyle.
    fn default() -> Rules {
        Rules::of(Variant::Freestyle)
    }
}

impl fmt::Display for Rules {
    /// The variant and what differs from the set of that name: `renju draw_after=200`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.variant.name())?;
        if self.draw_after > 0 {
            write!(f, " draw_after={}", self.draw_after)?;
        }
        if self.pass {
            f.write_str(" pass=true")?;
        }
        Ok(())
    }
}

/// What is wrong with a description of rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// No set has that name.
    #[error("unknown rules {0}")]
    Name(String),
    /// No part has that name.
    #[error("unknown part of the rules {0}")]
    Key(String),
    /// The part does not take that value.
    #[error("{key} does not take {value}")]
    Value {
        /// The part.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// The text is no JSON object of strings, numbers and booleans.
    #[error("not a JSON object of rules")]
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_read_and_print() {
        for set in RULE_SETS {
            for name in set.aliases.iter().chain([&set.name]) {
                assert_eq!(Rules::named(&name.to_uppercase()), Some(set.rules), "{name}");
            }
            assert_eq!(set.rules.to_string(), set.name);
            assert_eq!(Rules::default().parse(&set.rules.to_json()), Ok(set.rules));
            let rules = Rules { draw_after: 200, pass: true, ..set.rules };
            assert_eq!(Rules::default().parse(&rules.to_string()), Ok(rules));
            for key in Rules::KEYS {
                let mut other = Rules::default();
                for key in Rules::KEYS {
                    other.set(key, &rules.get(key).unwrap()).unwrap();
                }
                assert_eq!(other, rules, "{key}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            ("house", "unknown rules house"),
            ("", "unknown rules "),
            ("renju komi=5", "unknown part of the rules komi"),
            ("renju pass=maybe", "pass does not take maybe"),
            ("renju draw_after=626", "draw_after does not take 626"),
            ("renju pass=true more", "unknown part of the rules more"),
            ("{\"variant\":\"chess\"}", "variant does not take chess"),
            ("{\"variant\":[]}", "not a JSON object of rules"),
            ("{", "not a JSON object of rules"),
        ];
        for (text, message) in cases {
            let error = Rules::default().parse(text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }
}
