//! Capture Go (atari Go, Ponnuki-Go): plays as in Go, and the first player who has taken so many stones in all has won.
//!
//! Suicide is illegal, taking back in a simple ko too. Sources leave open what passing means ("the first to capture any
//! stones wins" is all that Sensei's Library, page AtariGo, says); where they settle it, as problems and programs for
//! learners do, nobody may pass, so that a player may have to fill an own eye. Who has no legal move then has lost.

use super::must_move::{Aim, MustMove};
use super::{Board, RulesError};
use crate::base::{Color, Point, stone_key};
use crate::game::Illegal;
use serde::Serialize;
use std::fmt;

/// The rules: how many stones win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CaptureRules {
    captures: u16,
}

/// A position of Capture Go.
pub type CaptureState = MustMove<CaptureRules>;

/// Names under which records and users may know the game, blanks and `_` read as `-`.
const NAMES: [&str; 5] = ["capture-go", "capturego", "atari-go", "atarigo", "ponnuki-go"];

impl CaptureRules {
    /// The name of the only part.
    pub const KEY: &'static str = "captures";

    /// The greatest number of stones.
    pub const MOST: u16 = 100;

    /// The first player who has taken that many stones wins; `None` unless 1 to [`CaptureRules::MOST`].
    pub const fn new(captures: u16) -> Option<CaptureRules> {
        if captures >= 1 && captures <= CaptureRules::MOST {
            Some(CaptureRules { captures })
        } else {
            None
        }
    }

    /// How many stones win.
    #[inline]
    pub const fn captures(self) -> usize {
        self.captures as usize
    }

    /// The stones of the other colour that this colour still has to take.
    #[inline]
    pub fn missing(self, board: &Board, color: Color) -> usize {
        self.captures().saturating_sub(board.captured(color.other()))
    }

    /// The value of a part.
    pub fn get(self, key: &str) -> Result<String, RulesError> {
        if key.eq_ignore_ascii_case(CaptureRules::KEY) {
            Ok(self.captures.to_string())
        } else {
            Err(RulesError::Key(key.into()))
        }
    }

    /// Sets a part; on error nothing changes.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        if !key.eq_ignore_ascii_case(CaptureRules::KEY) {
            return Err(RulesError::Key(key.into()));
        }
        let rules = value.parse().ok().and_then(CaptureRules::new);
        let wrong = || RulesError::Value { key: CaptureRules::KEY, value: value.into() };
        *self = rules.ok_or_else(wrong)?;
        Ok(())
    }

    /// The rules as a JSON object.
    pub fn to_json(self) -> String {
        // A struct of a number always has a JSON form.
        serde_json::to_string(&self).unwrap_or_default()
    }

    /// These rules with the changes of a JSON object; or those that a text spells as `Display` does, a name of the game and
    /// settings `KEY=VALUE`, each of which may be missing.
    pub fn parse(self, text: &str) -> Result<CaptureRules, RulesError> {
        if text.trim_start().starts_with('{') {
            return self.changed_by_json(text);
        }
        let (settings, name): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| word.contains('='));
        let name = name.join("-").to_ascii_lowercase().replace('_', "-");
        if !name.is_empty() && !NAMES.contains(&name.as_str()) {
            return Err(RulesError::Name(text.trim().into()));
        }
        let mut rules = CaptureRules::default();
        for (key, value) in settings.iter().filter_map(|setting| setting.split_once('=')) {
            rules.set(key, value)?;
        }
        Ok(rules)
    }

    fn changed_by_json(self, text: &str) -> Result<CaptureRules, RulesError> {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(|_| RulesError::Json)?;
        let mut rules = self;
        for (key, value) in &object {
            match value {
                serde_json::Value::String(value) => rules.set(key, value)?,
                serde_json::Value::Number(value) => rules.set(key, &value.to_string())?,
                _ => return Err(RulesError::Json),
            }
        }
        Ok(rules)
    }
}

impl Default for CaptureRules {
    /// The first stone wins.
    fn default() -> CaptureRules {
        CaptureRules { captures: 1 }
    }
}

impl fmt::Display for CaptureRules {
    /// The game's name, since records of Go tell it by their rules only, and the number of stones if it is not the usual
    /// one: `Capture-Go captures=5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Capture-Go")?;
        if *self != CaptureRules::default() {
            write!(f, " {}={}", CaptureRules::KEY, self.captures)?;
        }
        Ok(())
    }
}

impl Aim for CaptureRules {
    const NAME: &'static str = "capture-go";
    const TITLE: &'static str = "Capturego";

    /// As long as nobody has won each player has lost fewer stones than win; all others stand on the board, which is never
    /// full.
    fn longest_game(&self, area: usize) -> usize {
        area + 2 * (self.captures() - 1)
    }

    #[inline]
    fn check(&self, board: &Board, color: Color, point: Point) -> Result<(), Illegal> {
        if board.is_ko(color, point) {
            Err(Illegal::Ko)
        } else if board.is_suicide(color, point) {
            Err(Illegal::Suicide)
        } else {
            Ok(())
        }
    }

    /// Where both have taken enough, since fewer are asked for than before, the one who took more has won, or who moved last.
    #[inline]
    fn winner(&self, board: &Board, to_move: Color) -> Option<Color> {
        let best = Color::BOTH.map(|color| board.captured(color.other()));
        if best[0].max(best[1]) < self.captures() {
            return None;
        }
        Some(match best[0].cmp(&best[1]) {
            std::cmp::Ordering::Greater => Color::Black,
            std::cmp::Ordering::Less => Color::White,
            std::cmp::Ordering::Equal => to_move.other(),
        })
    }

    fn key(&self, board: &Board) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let [black, white] = Color::BOTH.map(|color| board.captured(color) as u64);
        let ko = board.ko().map_or(0, |point| stone_key(Color::Black, point).rotate_left(32));
        (black << 32 | white).wrapping_mul(ODD) ^ ko
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;

    #[test]
    fn rules_read_and_print() {
        let five = CaptureRules::new(5).unwrap();
        let cases = [
            ("Capture-Go captures=5", five),
            ("captures=5", five),
            ("Capture Go", CaptureRules::default()),
            ("", CaptureRules::default()),
            ("atari_go CAPTURES=5", five),
            (r#"{"captures":5}"#, five),
            (r#"{"captures":"5"}"#, five),
            ("{}", CaptureRules::new(7).unwrap()),
        ];
        for (text, rules) in cases {
            assert_eq!(CaptureRules::new(7).unwrap().parse(text), Ok(rules), "{text}");
        }
        for rules in [five, CaptureRules::default()] {
            assert_eq!(CaptureRules::default().parse(&rules.to_string()), Ok(rules));
            assert_eq!(CaptureRules::default().parse(&rules.to_json()), Ok(rules));
        }
        let wrong = [
            ("chinese", "unknown rules: chinese"),
            ("captures=0", "unsupported value for captures: 0"),
            ("captures=101", "unsupported value for captures: 101"),
            ("capture-go captures=", "unsupported value for captures: "),
            ("ko=simple", "unknown rule: ko"),
            (r#"{"captures":-1}"#, "unsupported value for captures: -1"),
            (r#"{"captures":true}"#, "not a JSON object of rules"),
            ("{", "not a JSON object of rules"),
        ];
        for (text, message) in wrong {
            let error = CaptureRules::default().parse(text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }

    /// Fewer captures may be asked for in the course of a game, so that both players have enough: who took more has won, or
    /// who moved last.
    #[test]
    fn both_may_have_enough() {
        let mut board = Board::new(BoardSize::square(5).unwrap());
        let table = [
            ([0, 0], None),
            ([1, 0], None),
            ([2, 1], Some(Color::White)),
            ([2, 5], Some(Color::Black)),
            ([2, 2], Some(Color::White)),
        ];
        for (lost, winner) in table {
            Color::BOTH.into_iter().zip(lost).for_each(|(color, n)| board.set_captured(color, n));
            let two = CaptureRules::new(2).unwrap();
            assert_eq!(two.winner(&board, Color::Black), winner, "{lost:?}");
        }
    }
}
