//! Sessions of Gomoku and Renju.

pub mod opening;

use super::{Feature, Game, Open, Session, SessionError, Settings};
use crate::base::{BoardSize, Color, Point};
use crate::engine::{self, Engine, GOMOKU_OPTIONS, OptionTable, PointStatus};
use crate::game::{Outcome, State};
use crate::games::gomoku::{GomokuState, Rules, RulesError, SetupError};
use crate::record::sgf::{GomokuNotation, Notation};

/// Settings of Gomoku that outlive single games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Gomoku {
    rules: Rules,
}

/// Opens a game of Gomoku. The default is 15x15 under freestyle rules.
pub fn open(settings: &Settings) -> Result<Box<dyn Session>, SessionError> {
    let size = settings.size.or(BoardSize::square(15)).ok_or(SessionError::UnacceptableSize)?;
    if settings.komi.is_some() {
        return Err(SessionError::BadRules("there is no komi in gomoku".into()));
    }
    let rules = match &settings.rules {
        Some(text) => Rules::default().parse(text)?,
        None => Rules::default(),
    };
    Ok(Box::new(Open::new(Gomoku { rules }, size, &settings.options)?))
}

impl From<RulesError> for SessionError {
    fn from(error: RulesError) -> SessionError {
        SessionError::BadRules(error.to_string())
    }
}

impl From<SetupError> for SessionError {
    fn from(error: SetupError) -> SessionError {
        SessionError::BadPosition(error.to_string())
    }
}

impl Game for Gomoku {
    type State = GomokuState;

    fn offers(&self, feature: Feature) -> bool {
        match feature {
            Feature::Rules | Feature::Records => true,
            Feature::Komi
            | Feature::Handicap
            | Feature::Status
            | Feature::Captures
            | Feature::Hidden => false,
        }
    }

    /// Squares from 5x5 on.
    fn accepts(&self, size: BoardSize) -> bool {
        size.width() == size.height() && size.width() >= 5
    }

    fn start(&self, size: BoardSize) -> GomokuState {
        GomokuState::new(size, self.rules)
    }

    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<GomokuState, SessionError> {
        let mut state = self.start(size);
        let edits: Vec<_> = stones.iter().map(|&(color, point)| (point, Some(color))).collect();
        state.edit(&edits)?;
        state.set_to_move(to_move);
        Ok(state)
    }

    fn stone(state: &GomokuState, point: Point) -> Option<Color> {
        state.board().color(point)
    }

    fn options(&self) -> &'static OptionTable {
        &GOMOKU_OPTIONS
    }

    fn engine(&self) -> Box<dyn Engine<GomokuState>> {
        Box::new(engine::gomoku::engine())
    }

    fn rules(&self) -> Option<String> {
        Some(self.rules.to_json())
    }

    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.rules = self.rules.parse(text)?;
        Ok(())
    }

    fn rule(&self, key: &str) -> Result<String, SessionError> {
        Ok(self.rules.get(key)?)
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        Ok(self.rules.set(key, value)?)
    }

    fn rules_name(&self) -> Option<String> {
        Some(self.rules.to_string())
    }

    fn apply(&self, state: &mut GomokuState) {
        state.set_rules(self.rules);
    }

    /// Only a finished game has a result.
    fn score(&self, state: &GomokuState, _status: &[PointStatus]) -> Option<Outcome> {
        state.outcome()
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&GomokuNotation)
    }

    fn block(state: &mut GomokuState, points: &[Point]) -> Result<(), SessionError> {
        Ok(state.block(points)?)
    }

    /// Between equals games last 40 to 60 moves, on boards of any size.
    fn usual_length(&self) -> usize {
        60
    }

    fn edit(state: &mut GomokuState, edits: &[(Point, Option<Color>)]) -> Result<(), SessionError> {
        Ok(state.edit(edits)?)
    }
}
