//! The rules of Phantom Go in force: what the referee forbids, and whom he tells what.
//!
//! No two sources agree on all of it, so each point is an option, and the named sets are the sources: the Chinese computer
//! games contest, the Computer Olympiad (Cazenave and Borsboom, ICGA Journal, 2007), and OpenSpiel's `phantom_go`.

use std::fmt;

/// Which repetitions the referee refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhantomKo {
    /// The immediate retake of a single stone.
    Simple,
    /// Any play that brings a whole-board position back.
    Positional,
    /// Any play that brings back a whole-board position with the same player to move.
    Situational,
    /// None.
    Free,
    /// The immediate retake; any other play that brings a position back ends the game as a draw.
    Draw,
    /// None; but who plays against a referee that is not known to be like that must take a refusal at the point of a simple
    /// ko for what it may be.
    Unsure,
}

/// What the player who takes stones is told of them. (Who loses them sees which are gone.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakenTold {
    /// Where they stood.
    Positions,
    /// How many.
    Count,
}

/// How often a player may try within one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tries {
    /// As often as he likes, a refused point again too.
    Unlimited,
    /// Every point once; a point that was refused in this turn is no try.
    EachOnce,
    /// So many refusals, then the turn passes.
    AtMost(u16),
}

/// When a game is broken off; the board is counted as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveCap {
    /// Never.
    Never,
    /// After refused tries four times, or moves three times as many as the board has points.
    Usual,
    /// After so many moves and refused tries together; 0 stands for four times as many as the board has points.
    Together(u16),
}

/// The rules of a game of Phantom Go. Captures are those of Go, suicide is refused, area is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhantomRules {
    /// Repetitions.
    pub ko: PhantomKo,
    /// Is the opponent told of refusals?
    pub hear_refusals: bool,
    /// Is the opponent told that a turn was a pass and no play?
    pub tell_passes: bool,
    /// What is told of taken stones.
    pub taken: TakenTold,
    /// Does a refusal tell its reason (occupied, suicide, ko)?
    pub tell_reasons: bool,
    /// Does the referee tell both players that a play has put stones of the opponent in atari?
    pub call_atari: bool,
    /// Tries in a turn.
    pub tries: Tries,
    /// The longest game.
    pub cap: MoveCap,
}

/// A rule set with a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PhantomRuleSet {
    /// The name.
    pub name: &'static str,
    /// The parts.
    pub rules: PhantomRules,
    /// Points for White where nobody says otherwise.
    pub komi: f32,
}

/// The named sets.
pub const PHANTOM_RULE_SETS: &[PhantomRuleSet] = &[
    PhantomRuleSet { name: "contest", rules: PhantomRules::CONTEST, komi: 0.5 },
    PhantomRuleSet { name: "olympiad", rules: PhantomRules::OLYMPIAD, komi: 7.5 },
    PhantomRuleSet { name: "openspiel", rules: PhantomRules::OPENSPIEL, komi: 7.5 },
];

impl PhantomRules {
    /// The Chinese contest: no komi, but a tie is a win for White, which makes half a point.
    pub const CONTEST: PhantomRules = PhantomRules {
        ko: PhantomKo::Simple,
        hear_refusals: false,
        tell_passes: true,
        taken: TakenTold::Positions,
        tell_reasons: false,
        call_atari: false,
        tries: Tries::EachOnce,
        cap: MoveCap::Usual,
    };

    /// The Computer Olympiad of 2007: the opponent, at the same table, hears what is refused.
    pub const OLYMPIAD: PhantomRules =
        PhantomRules { hear_refusals: true, ..PhantomRules::CONTEST };

    /// OpenSpiel 2: captures by number, reasons told, repetition a draw, 4 N^2 moves and tries.
    pub const OPENSPIEL: PhantomRules = PhantomRules {
        ko: PhantomKo::Draw,
        hear_refusals: true,
        tell_passes: true,
        taken: TakenTold::Count,
        tell_reasons: true,
        call_atari: false,
        tries: Tries::Unlimited,
        cap: MoveCap::Together(0),
    };

    /// The set with that name, in any case.
    pub fn named(name: &str) -> Option<&'static PhantomRuleSet> {
        PHANTOM_RULE_SETS.iter().find(|set| set.name.eq_ignore_ascii_case(name.trim()))
    }

    /// The keys of [`PhantomRules::set`] and [`PhantomRules::get`], each with what it takes, in words.
    pub const KEYS: &'static [(&'static str, &'static str)] = &[
        ("ko", "one of simple, positional, situational, none, draw, unsure"),
        ("hear_refusals", "true or false"),
        ("tell_passes", "true or false"),
        ("taken", "one of positions, count"),
        ("tell_reasons", "true or false"),
        ("call_atari", "true or false"),
        ("tries", "once (-1), unlimited (0) or a whole number up to 60000"),
        ("cap", "openspiel (-2), usual (-1), none (0) or a whole number up to 60000"),
    ];

    /// Sets one part; keys and values in any case. On an error nothing changes.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), PhantomRulesError> {
        let (key, takes) = Self::KEYS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(key.trim()))
            .ok_or_else(|| PhantomRulesError::Key(key.trim().to_string()))?;
        let value = value.trim().to_ascii_lowercase();
        let wrong = || PhantomRulesError::Value { key, value: value.clone(), takes };
        let flag = || value.parse::<bool>().map_err(|_| wrong());
        let number = || value.parse().ok().filter(|n| (1..=60_000).contains(n)).ok_or_else(wrong);
        match *key {
            "ko" => {
                self.ko = match value.as_str() {
                    "simple" => PhantomKo::Simple,
                    "positional" => PhantomKo::Positional,
                    "situational" => PhantomKo::Situational,
                    "none" => PhantomKo::Free,
                    "draw" => PhantomKo::Draw,
                    "unsure" => PhantomKo::Unsure,
                    _ => return Err(wrong()),
                }
            }
            "hear_refusals" => self.hear_refusals = flag()?,
            "tell_passes" => self.tell_passes = flag()?,
            "taken" => {
                self.taken = match value.as_str() {
                    "positions" => TakenTold::Positions,
                    "count" => TakenTold::Count,
                    _ => return Err(wrong()),
                }
            }
            "tell_reasons" => self.tell_reasons = flag()?,
            "call_atari" => self.call_atari = flag()?,
            "tries" => {
                self.tries = match value.as_str() {
                    "unlimited" | "0" => Tries::Unlimited,
                    "once" | "-1" => Tries::EachOnce,
                    _ => Tries::AtMost(number()?),
                }
            }
            _ => {
                self.cap = match value.as_str() {
                    "none" | "0" => MoveCap::Never,
                    "usual" | "-1" => MoveCap::Usual,
                    "openspiel" | "-2" => MoveCap::Together(0),
                    _ => MoveCap::Together(number()?),
                }
            }
        }
        Ok(())
    }

    /// The value of one part, as [`PhantomRules::set`] takes it.
    pub fn get(&self, key: &str) -> Result<String, PhantomRulesError> {
        let key = key.trim().to_ascii_lowercase();
        Ok(match key.as_str() {
            "ko" => match self.ko {
                PhantomKo::Simple => "simple".into(),
                PhantomKo::Positional => "positional".into(),
                PhantomKo::Situational => "situational".into(),
                PhantomKo::Free => "none".into(),
                PhantomKo::Draw => "draw".into(),
                PhantomKo::Unsure => "unsure".into(),
            },
            "hear_refusals" => self.hear_refusals.to_string(),
            "tell_passes" => self.tell_passes.to_string(),
            "taken" => match self.taken {
                TakenTold::Positions => "positions".into(),
                TakenTold::Count => "count".into(),
            },
            "tell_reasons" => self.tell_reasons.to_string(),
            "call_atari" => self.call_atari.to_string(),
            "tries" => match self.tries {
                Tries::Unlimited => "0".into(),
                Tries::EachOnce => "-1".into(),
                Tries::AtMost(most) => most.to_string(),
            },
            "cap" => match self.cap {
                MoveCap::Never => "0".into(),
                MoveCap::Usual => "-1".into(),
                MoveCap::Together(0) => "-2".into(),
                MoveCap::Together(most) => most.to_string(),
            },
            _ => return Err(PhantomRulesError::Key(key)),
        })
    }

    /// The name of exactly these parts.
    pub fn name(&self) -> Option<&'static str> {
        PHANTOM_RULE_SETS.iter().find(|set| set.rules == *self).map(|set| set.name)
    }

    /// These rules changed by a text: the name of a set, `KEY=VALUE` parts behind it or alone, or a JSON object of parts (the
    /// form of [`PhantomRules::to_json`]).
    pub fn parse(&self, text: &str) -> Result<PhantomRules, PhantomRulesError> {
        let mut rules = *self;
        if text.trim_start().starts_with('{') {
            let object: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(text).map_err(|_| PhantomRulesError::Json)?;
            for (key, value) in &object {
                match value {
                    serde_json::Value::String(value) => rules.set(key, value)?,
                    other => rules.set(key, &other.to_string())?,
                }
            }
            return Ok(rules);
        }
        let unknown = || PhantomRulesError::Name(text.trim().to_string());
        if text.trim().is_empty() {
            return Err(unknown());
        }
        for (number, word) in text.split_whitespace().enumerate() {
            match word.split_once('=') {
                Some((key, value)) => rules.set(key, value)?,
                None if number == 0 => {
                    rules = PhantomRules::named(word).ok_or_else(unknown)?.rules;
                }
                None => return Err(unknown()),
            }
        }
        Ok(rules)
    }

    /// The parts as a JSON object of strings, on one line.
    pub fn to_json(&self) -> String {
        let parts = Self::KEYS.iter().filter_map(|(key, _)| {
            let value = self.get(key).ok()?;
            Some(((*key).to_string(), serde_json::Value::String(value)))
        });
        serde_json::Value::Object(parts.collect()).to_string()
    }
}

impl Default for PhantomRules {
    fn default() -> PhantomRules {
        PhantomRules::CONTEST
    }
}

impl fmt::Display for PhantomRules {
    /// The name of the set with the most parts in common, and the parts that differ: `contest ko=none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing = |set: &PhantomRuleSet| -> Vec<(&'static str, String)> {
            let parts = Self::KEYS.iter().filter_map(|(key, _)| Some((*key, self.get(key).ok()?)));
            parts.filter(|(key, value)| set.rules.get(key).as_ref() != Ok(value)).collect()
        };
        let nearest = PHANTOM_RULE_SETS.iter().map(|set| (set.name, differing(set)));
        let Some((name, parts)) = nearest.min_by_key(|(_, parts)| parts.len()) else {
            return Ok(());
        };
        f.write_str(name)?;
        parts.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

/// Why a text about rules was not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PhantomRulesError {
    /// No set has that name.
    #[error("unknown rules: {0}")]
    Name(String),
    /// No part has that key.
    #[error("unknown rule: {0}")]
    Key(String),
    /// The part has no such value.
    #[error("{key} takes {takes}, not {value}")]
    Value {
        /// The part.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        takes: &'static str,
    },
    /// The text is no JSON object of parts.
    #[error("not a JSON object of rules")]
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the sources, column by column.
    #[test]
    fn named_sets() {
        let table = [
            ("contest", ["simple", "false", "true", "positions", "false", "false", "-1", "-1"]),
            ("olympiad", ["simple", "true", "true", "positions", "false", "false", "-1", "-1"]),
            ("openspiel", ["draw", "true", "true", "count", "true", "false", "0", "-2"]),
        ];
        assert_eq!(table.len(), PHANTOM_RULE_SETS.len());
        for (name, values) in table {
            let rules = PhantomRules::named(name).expect(name).rules;
            for ((key, _), value) in PhantomRules::KEYS.iter().zip(values) {
                assert_eq!(rules.get(key).as_deref(), Ok(value), "{name} {key}");
            }
            assert_eq!((rules.name(), rules.to_string()), (Some(name), name.to_string()));
        }
    }

    #[test]
    fn texts_there_and_back() {
        let start = PhantomRules::CONTEST;
        for set in PHANTOM_RULE_SETS {
            assert_eq!(start.parse(&set.rules.to_json()), Ok(set.rules));
            assert_eq!(start.parse(&set.name.to_uppercase()), Ok(set.rules));
            for (key, value) in
                [("ko", "unsure"), ("cap", "200"), ("tries", "3"), ("tries", "once")]
            {
                let mut changed = set.rules;
                changed.set(key, value).unwrap();
                assert_eq!(start.parse(&changed.to_string()), Ok(changed));
                assert_eq!(start.parse(&changed.to_json()), Ok(changed));
            }
        }
        let part = PhantomRules { ko: PhantomKo::Free, ..start };
        assert_eq!(start.parse("ko=none"), Ok(part));
        assert_eq!(part.to_string(), "contest ko=none");
    }

    #[test]
    fn nonsense_changes_nothing() {
        for text in
            ["", "x", "contest olympiad", "ko=maybe", "kos=none", "{", "{\"ko\":1}", "cap=-3"]
        {
            assert!(PhantomRules::CONTEST.parse(text).is_err(), "{text}");
        }
        let mut rules = PhantomRules::CONTEST;
        for (key, _) in PhantomRules::KEYS {
            assert!(rules.set(key, "perhaps").is_err(), "{key}");
        }
        assert_eq!(rules, PhantomRules::CONTEST);
    }
}
