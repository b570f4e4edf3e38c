//! The parts a rule set is made of, the named sets, and their text and JSON forms.
//!
//! The parts are those of KataGo's rules description (`kata-get-rules`). Two things are the same under every set: a play
//! that leaves its own single stone without liberties is never legal (it would repeat the position under positional
//! superko, and no published rule set in the table makes use of it under the others), and passing is always legal.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Ko {
    /// Only the immediate retake of a single stone.
    Simple,
    /// No play may recreate an earlier whole-board position.
    Positional,
    /// No play may recreate an earlier whole-board position with the same player to move.
    Situational,
}

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Scoring {
    /// Stones on the board and the empty points they alone surround.
    Area,
    /// Surrounded empty points and prisoners.
    Territory,
}

/// Which surrounded points do not count ("group tax").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Tax {
    /// All count.
    None,
    /// None in seki.
    Seki,
    /// None in seki, and two fewer for each other living group.
    All,
}

/// What White receives for N handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HandicapBonus {
    /// Nothing.
    #[serde(rename = "0")]
    Zero,
    /// N - 1 points.
    #[serde(rename = "N-1")]
    NMinusOne,
    /// N points.
    #[serde(rename = "N")]
    N,
}

impl HandicapBonus {
    /// Points for that many stones.
    pub fn points(self, stones: usize) -> f32 {
        match self {
            HandicapBonus::Zero => 0.0,
            HandicapBonus::NMinusOne => stones.saturating_sub(1) as f32,
            HandicapBonus::N => stones as f32,
        }
    }
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Forbidden repetitions.
    pub ko: Ko,
    /// What is counted.
    pub scoring: Scoring,
    /// What is not counted.
    pub tax: Tax,
    /// May a play take its own string of two or more stones off the board? (A single stone never may.)
    pub suicide: bool,
    /// What White receives for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// May dead stones be left on the board at the end (true), or must they be captured before passing (false)?
    pub friendly_pass: bool,
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

/// The named sets. Where two have the same parts (KataGo calls them nearest settings, not exact rule sets) the first one
/// names the parts.
pub const RULE_SETS: &[RuleSet] = &[
    RuleSet { name: "tromp-taylor", aliases: &["tromptaylor"], rules: Rules::TROMP_TAYLOR },
    RuleSet { name: "chinese", aliases: &[], rules: Rules::CHINESE },
    RuleSet { name: "chinese-kgs", aliases: &[], rules: Rules::CHINESE_SUPERKO },
    RuleSet { name: "chinese-ogs", aliases: &[], rules: Rules::CHINESE_SUPERKO },
    RuleSet { name: "japanese", aliases: &[], rules: Rules::JAPANESE },
    RuleSet { name: "korean", aliases: &[], rules: Rules::JAPANESE },
    RuleSet { name: "aga", aliases: &[], rules: Rules::AGA },
    RuleSet { name: "bga", aliases: &[], rules: Rules::AGA },
    RuleSet { name: "new-zealand", aliases: &["newzealand", "nz"], rules: Rules::NEW_ZEALAND },
    RuleSet { name: "stone-scoring", aliases: &["stonescoring"], rules: Rules::STONE_SCORING },
];

impl Rules {
    /// Chinese rules as tournaments play them (simple ko).
    pub const CHINESE: Rules = Rules {
        ko: Ko::Simple,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: false,
        handicap_bonus: HandicapBonus::N,
        friendly_pass: true,
    };

    /// Chinese rules as servers play them (the written positional superko).
    pub const CHINESE_SUPERKO: Rules = Rules { ko: Ko::Positional, ..Rules::CHINESE };

    /// The logical rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Rules = Rules {
        ko: Ko::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: true,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: false,
    };

    /// Japanese and Korean rules.
    pub const JAPANESE: Rules = Rules {
        ko: Ko::Simple,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        suicide: false,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: true,
    };

    /// American and British rules, by area.
    pub const AGA: Rules = Rules {
        ko: Ko::Situational,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: false,
        handicap_bonus: HandicapBonus::NMinusOne,
        friendly_pass: true,
    };

    /// New Zealand rules.
    pub const NEW_ZEALAND: Rules = Rules {
        ko: Ko::Situational,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: true,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: true,
    };

    /// Stone scoring, as in ancient China: area less two points for each living group.
    pub const STONE_SCORING: Rules = Rules {
        ko: Ko::Simple,
        scoring: Scoring::Area,
        tax: Tax::All,
        suicide: false,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: true,
    };

    /// The set with that name, in any case, `_` and blanks read as `-`.
    pub fn named(name: &str) -> Option<Rules> {
        let name = plain(name);
        let set =
            RULE_SETS.iter().find(|set| set.name == name || set.aliases.contains(&name.as_str()));
        set.map(|set| set.rules)
    }

    /// A name from the table, or a JSON object as in [`Rules::from_json`] on top of these rules.
    pub fn parse(&self, text: &str) -> Result<Rules, RulesError> {
        if text.trim_start().starts_with('{') {
            self.from_json(text)
        } else {
            Rules::named(text).ok_or_else(|| RulesError::Name(text.trim().to_string()))
        }
    }

    /// The name of exactly these parts.
    pub fn name(&self) -> Option<&'static str> {
        RULE_SETS.iter().find(|set| set.rules == *self).map(|set| set.name)
    }

    /// The named set with the most parts in common; scoring, then ko weigh most. The first in the table among equals.
    pub fn nearest(&self) -> &'static RuleSet {
        let distance = |set: &RuleSet| {
            let r = &set.rules;
            32 * u32::from(r.scoring != self.scoring)
                + 16 * u32::from(r.ko != self.ko)
                + 8 * u32::from(r.tax != self.tax)
                + 4 * u32::from(r.suicide != self.suicide)
                + 2 * u32::from(r.handicap_bonus != self.handicap_bonus)
                + u32::from(r.friendly_pass != self.friendly_pass)
        };
        let mut best = &RULE_SETS[0];
        for set in RULE_SETS {
            if distance(set) < distance(best) {
                best = set;
            }
        }
        best
    }

    /// The keys of [`Rules::set`] and [`Rules::get`], as the command line spells them, each with its values.
    pub const KEYS: &'static [(&'static str, &'static [&'static str])] = &[
        ("ko", &["simple", "positional", "situational"]),
        ("suicide", &["true", "false"]),
        ("scoring", &["area", "territory"]),
        ("tax", &["none", "seki", "all"]),
        ("handicap_bonus", &["0", "n-1", "n"]),
        ("friendly_pass", &["true", "false"]),
    ];

    /// Sets one part. Keys are those of [`Rules::KEYS`] and KataGo's spellings of them (`whiteHandicapBonus`,
    /// `friendlyPassOk`, `hasButton`, which can only be false); keys and values in any case.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let part = Part::named(key).ok_or_else(|| RulesError::Key(key.to_string()))?;
        let wrong = || RulesError::Value { key: part.key(), value: value.to_string() };
        let value = plain(value);
        let flag = match value.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        match part {
            Part::Ko => {
                self.ko = match value.as_str() {
                    "simple" => Ko::Simple,
                    "positional" | "positional-superko" => Ko::Positional,
                    "situational" | "situational-superko" => Ko::Situational,
                    _ => return Err(wrong()),
                }
            }
            Part::Scoring => {
                self.scoring = match value.as_str() {
                    "area" => Scoring::Area,
                    "territory" => Scoring::Territory,
                    _ => return Err(wrong()),
                }
            }
            Part::Tax => {
                self.tax = match value.as_str() {
                    "none" => Tax::None,
                    "seki" => Tax::Seki,
                    "all" => Tax::All,
                    _ => return Err(wrong()),
                }
            }
            Part::Suicide => self.suicide = flag.ok_or_else(wrong)?,
            Part::HandicapBonus => {
                self.handicap_bonus = match value.as_str() {
                    "0" => HandicapBonus::Zero,
                    "n-1" => HandicapBonus::NMinusOne,
                    "n" => HandicapBonus::N,
                    _ => return Err(wrong()),
                }
            }
            Part::FriendlyPass => self.friendly_pass = flag.ok_or_else(wrong)?,
            Part::Button if flag == Some(false) => {}
            Part::Button => return Err(wrong()),
        }
        Ok(())
    }

    /// The value of one part in lower case, by the same keys as [`Rules::set`].
    pub fn get(&self, key: &str) -> Result<&'static str, RulesError> {
        let flag = |value| if value { "true" } else { "false" };
        Ok(match Part::named(key).ok_or_else(|| RulesError::Key(key.to_string()))? {
            Part::Ko => match self.ko {
                Ko::Simple => "simple",
                Ko::Positional => "positional",
                Ko::Situational => "situational",
            },
            Part::Scoring => match self.scoring {
                Scoring::Area => "area",
                Scoring::Territory => "territory",
            },
            Part::Tax => match self.tax {
                Tax::None => "none",
                Tax::Seki => "seki",
                Tax::All => "all",
            },
            Part::Suicide => flag(self.suicide),
            Part::HandicapBonus => match self.handicap_bonus {
                HandicapBonus::Zero => "0",
                HandicapBonus::NMinusOne => "n-1",
                HandicapBonus::N => "n",
            },
            Part::FriendlyPass => flag(self.friendly_pass),
            Part::Button => "false",
        })
    }

    /// The parts as KataGo's JSON object, on one line.
    pub fn to_json(&self) -> String {
        // A struct of enums and booleans always has a JSON form.
        serde_json::to_string(&Object::from(*self)).unwrap_or_default()
    }

    /// These rules with the parts named in a JSON object changed. Values may be strings or booleans; a key that is
    /// unknown or a value that is not supported is an error, and then nothing has changed.
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

impl Default for Rules {
    /// Chinese rules.
    fn default() -> Rules {
        Rules::CHINESE
    }
}

impl fmt::Display for Rules {
    /// The name, or the nearest name and the parts that differ from it: `chinese ko=situational`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = self.nearest();
        f.write_str(nearest.name)?;
        for &(key, _) in Rules::KEYS {
            if let (Ok(ours), Ok(theirs)) = (self.get(key), nearest.rules.get(key))
                && ours != theirs
            {
                write!(f, " {key}={ours}")?;
            }
        }
        Ok(())
    }
}

/// Why a rules text was not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// No set has that name.
    #[error("unknown rules: {0}")]
    Name(String),
    /// No part has that key.
    #[error("unknown rule: {0}")]
    Key(String),
    /// The part has no such value, or the value is not supported.
    #[error("unsupported value for {key}: {value}")]
    Value {
        /// The part.
        key: &'static str,
        /// What was asked for.
        value: String,
    },
    /// The text is no JSON object of strings and booleans.
    #[error("not a JSON object of rules")]
    Json,
}

#[derive(Clone, Copy)]
enum Part {
    Ko,
    Scoring,
    Tax,
    Suicide,
    HandicapBonus,
    FriendlyPass,
    Button,
}

impl Part {
    fn named(key: &str) -> Option<Part> {
        // `friendlyPassOk`, `friendly_pass` and `FRIENDLY-PASS` are one key.
        let key: String = key
            .chars()
            .filter(|c| !matches!(c, '_' | '-'))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Some(match key.as_str() {
            "ko" => Part::Ko,
            "scoring" => Part::Scoring,
            "tax" => Part::Tax,
            "suicide" | "multistonesuicidelegal" => Part::Suicide,
            "handicapbonus" | "whitehandicapbonus" => Part::HandicapBonus,
            "friendlypass" | "friendlypassok" => Part::FriendlyPass,
            "hasbutton" | "button" => Part::Button,
            _ => return None,
        })
    }

    fn key(self) -> &'static str {
        match self {
            Part::Ko => "ko",
            Part::Scoring => "scoring",
            Part::Tax => "tax",
            Part::Suicide => "suicide",
            Part::HandicapBonus => "handicap_bonus",
            Part::FriendlyPass => "friendly_pass",
            Part::Button => "hasButton",
        }
    }
}

/// Lower case, `_` and blanks as `-`.
fn plain(text: &str) -> String {
    text.trim()
        .chars()
        .map(|c| if c == '_' || c == ' ' { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

/// KataGo's JSON object, in its key names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    ko: Ko,
    scoring: Scoring,
    tax: Tax,
    suicide: bool,
    has_button: bool,
    white_handicap_bonus: HandicapBonus,
    friendly_pass_ok: bool,
}

impl From<Rules> for Object {
    fn from(rules: Rules) -> Object {
        Object {
            ko: rules.ko,
            scoring: rules.scoring,
            tax: rules.tax,
            suicide: rules.suicide,
            has_button: false,
            white_handicap_bonus: rules.handicap_bonus,
            friendly_pass_ok: rules.friendly_pass,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of KataGo's command documentation, row by row.
    #[test]
    fn named_sets() {
        let table = [
            ("tromp-taylor", "positional", "area", "true", "none", "0", "false"),
            ("chinese", "simple", "area", "false", "none", "n", "true"),
            ("chinese-ogs", "positional", "area", "false", "none", "n", "true"),
            ("chinese-kgs", "positional", "area", "false", "none", "n", "true"),
            ("japanese", "simple", "territory", "false", "seki", "0", "true"),
            ("korean", "simple", "territory", "false", "seki", "0", "true"),
            ("stone-scoring", "simple", "area", "false", "all", "0", "true"),
            ("aga", "situational", "area", "false", "none", "n-1", "true"),
            ("bga", "situational", "area", "false", "none", "n-1", "true"),
            ("new-zealand", "situational", "area", "true", "none", "0", "true"),
        ];
        assert_eq!(table.len(), RULE_SETS.len());
        for (name, ko, scoring, suicide, tax, bonus, friendly) in table {
            let rules = Rules::named(name).expect(name);
            let parts = [
                ("ko", ko),
                ("scoring", scoring),
                ("suicide", suicide),
                ("tax", tax),
                ("handicap_bonus", bonus),
                ("friendly_pass", friendly),
            ];
            for (key, value) in parts {
                assert_eq!(rules.get(key), Ok(value), "{name} {key}");
            }
        }
    }

    #[test]
    fn names_in_any_spelling() {
        for (text, name) in [
            ("Chinese", "chinese"),
            ("NEW_ZEALAND", "new-zealand"),
            ("nz", "new-zealand"),
            ("Tromp Taylor", "tromp-taylor"),
            ("chinese_kgs", "chinese-kgs"),
            ("stone_scoring", "stone-scoring"),
        ] {
            assert_eq!(Rules::named(text).and_then(|r| r.name()), Some(name), "{text}");
        }
        for text in ["", "chines", "cgos", "aga-button", "ing"] {
            assert_eq!(Rules::named(text), None, "{text}");
        }
        assert_eq!(Rules::named("korean").and_then(|r| r.name()), Some("japanese"));
    }

    #[test]
    fn json_there_and_back() {
        assert_eq!(
            Rules::NEW_ZEALAND.to_json(),
            r#"{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}"#
        );
        for set in RULE_SETS {
            for start in RULE_SETS {
                assert_eq!(start.rules.parse(&set.rules.to_json()), Ok(set.rules), "{}", set.name);
            }
        }
        let part = Rules::CHINESE.parse(r#" {"ko":"SITUATIONAL"}"#).unwrap();
        assert_eq!(part, Rules { ko: Ko::Situational, ..Rules::CHINESE });
        assert_eq!(part.to_string(), "aga handicap_bonus=n");
        assert_eq!((part.name(), part.nearest().name), (None, "aga"));
        for text in [
            "{",
            "{}x",
            "{\"ko\":1}",
            "{\"ko\":null}",
            "{\"koo\":\"SIMPLE\"}",
            "{\"hasButton\":true}",
        ] {
            assert!(Rules::CHINESE.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn single_parts() {
        let mut rules = Rules::CHINESE;
        for &(key, values) in Rules::KEYS {
            for &value in values {
                rules.set(&key.to_uppercase(), &value.to_uppercase()).unwrap();
                assert_eq!(rules.get(key), Ok(value), "{key}");
            }
            let before = rules;
            assert!(rules.set(key, "perhaps").is_err(), "{key}");
            assert_eq!(rules, before);
        }
        for (key, value) in
            [("whiteHandicapBonus", "N-1"), ("friendlyPassOk", "false"), ("hasButton", "false")]
        {
            assert_eq!(rules.set(key, value), Ok(()), "{key}");
        }
        assert_eq!((rules.handicap_bonus, rules.friendly_pass), (HandicapBonus::NMinusOne, false));
        assert_eq!(
            rules.set("hasButton", "true").unwrap_err().to_string(),
            "unsupported value for hasButton: true"
        );
        assert_eq!(rules.set("kos", "x").unwrap_err().to_string(), "unknown rule: kos");
    }

    #[test]
    fn handicap_points() {
        for (bonus, points) in [
            (HandicapBonus::Zero, [0.0, 0.0, 0.0]),
            (HandicapBonus::NMinusOne, [0.0, 1.0, 8.0]),
            (HandicapBonus::N, [0.0, 2.0, 9.0]),
        ] {
            assert_eq!([0, 2, 9].map(|n| bonus.points(n)), points);
        }
    }
}
