//! The register of games: one row each.

use super::{Session, SessionError, go, gomoku, must_move, phantom, reversi};
use crate::base::BoardSize;
use crate::games;
use crate::record::sgf::{GoNotation, GomokuNotation, Notation, OthelloNotation};
use std::fmt;

/// How a session begins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// Board; the game's usual one if not given.
    pub size: Option<BoardSize>,
    /// Points for White.
    pub komi: Option<f32>,
    /// Rule set.
    pub rules: Option<String>,
    /// Options of the game's table, names and values.
    pub options: Vec<(String, String)>,
}

/// A game that can be played.
pub struct GameRow {
    /// Its public name, as in [`crate::game::Passport::name`].
    pub name: &'static str,
    /// The name clients know it by.
    pub title: &'static str,
    /// Titles that stand for this game under a rule set, with the name of the set.
    pub variants: &'static [(&'static str, &'static str)],
    /// Names of its rule sets; empty where there is only one.
    pub rule_sets: fn() -> Vec<&'static str>,
    /// The one in force where nobody names another.
    pub usual_rules: &'static str,
    /// How records spell it.
    pub notation: &'static dyn Notation,
    /// Opens a session.
    pub open: fn(&Settings) -> Result<Box<dyn Session>, SessionError>,
}

impl fmt::Debug for GameRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameRow").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Every game.
pub static GAMES: &[GameRow] = &[
    GameRow {
        name: "go",
        title: "Go",
        variants: &[],
        rule_sets: || games::go::RULE_SETS.iter().map(|set| set.name).collect(),
        usual_rules: "chinese",
        notation: &GoNotation,
        open: go::open,
    },
    GameRow {
        name: "reversi",
        title: "Othello",
        variants: &[],
        rule_sets: Vec::new,
        usual_rules: "",
        notation: &OthelloNotation,
        open: reversi::open,
    },
    GameRow {
        name: "gomoku",
        title: "Gomoku",
        variants: &[("Renju", "renju")],
        rule_sets: || games::gomoku::RULE_SETS.iter().map(|set| set.name).collect(),
        usual_rules: "freestyle",
        notation: &GomokuNotation,
        open: gomoku::open,
    },
    GameRow {
        name: "nogo",
        title: "Nogo",
        variants: &[],
        rule_sets: Vec::new,
        usual_rules: "",
        notation: &GoNotation,
        open: must_move::open::<games::go::Nogo>,
    },
    GameRow {
        name: "capture-go",
        title: "Capturego",
        variants: &[],
        rule_sets: Vec::new,
        usual_rules: "",
        notation: &GoNotation,
        open: must_move::open::<games::go::CaptureRules>,
    },
    GameRow {
        name: "phantom-go",
        title: "Phantomgo",
        variants: &[],
        rule_sets: || games::go::phantom::PHANTOM_RULE_SETS.iter().map(|set| set.name).collect(),
        usual_rules: "contest",
        notation: &GoNotation,
        open: phantom::open,
    },
];

/// The game of that name or title, in any case.
pub fn find(name: &str) -> Option<&'static GameRow> {
    named(name).filter(|(_, rules)| rules.is_none()).map(|(row, _)| row)
}

/// The game of that name or title, in any case; if the name is that of a variant, with its rule set.
pub fn named(name: &str) -> Option<(&'static GameRow, Option<&'static str>)> {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    GAMES.iter().find_map(|row| {
        if is(row.name) || is(row.title) {
            return Some((row, None));
        }
        let variant = row.variants.iter().find(|(title, _)| is(title));
        variant.map(|(_, rules)| (row, Some(*rules)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_opens_under_each_of_its_rule_sets() {
        for row in GAMES {
            let usual = (row.open)(&Settings::default()).expect(row.name);
            assert_eq!(usual.passport().name, row.name);
            assert_eq!(usual.passport().title, row.title);
            let sets = (row.rule_sets)();
            assert_eq!(sets.is_empty(), row.usual_rules.is_empty());
            for rules in sets {
                let settings = Settings { rules: Some(rules.into()), ..Settings::default() };
                let session = (row.open)(&settings).expect(rules);
                let title = session.passport().title;
                let (found, by_title) = named(title).expect(title);
                assert_eq!(found.name, row.name);
                assert!(by_title.is_none_or(|by_title| by_title == rules), "{title} is {rules}");
                if rules == row.usual_rules {
                    assert_eq!(session.rules(), usual.rules());
                }
            }
            for (title, rules) in row.variants {
                assert!(find(title).is_none());
                let settings = Settings { rules: Some((*rules).into()), ..Settings::default() };
                let session = (row.open)(&settings).expect(rules);
                assert_eq!(session.passport().title, *title);
            }
        }
    }
}
