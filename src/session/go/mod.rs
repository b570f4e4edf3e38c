//! Sessions of Go.

mod handicap;

pub(super) use handicap::fixed as fixed_handicap;

use super::{Feature, Game, Open, Session, SessionError, Settings};
use crate::base::{BoardSize, Color, Move, Point};
use crate::engine::go::GoEngine;
use crate::engine::{self, Engine, GO_OPTIONS, OptionTable, PointStatus};
use crate::game::{Illegal, Outcome, State};
use crate::games::go::{GoState, Rules, RulesError, Scoring, SetupError};
use crate::record::sgf::{GoNotation, Notation};

/// Settings of Go that outlive single games.
#[derive(Clone, PartialEq, Debug)]
pub struct Go {
    rules: Rules,
    komi: f32,
}

impl Default for Go {
    fn default() -> Go {
        let rules = Rules::default();
        Go { rules, komi: usual_komi(&rules) }
    }
}

/// Komi where nobody says another.
pub fn usual_komi(rules: &Rules) -> f32 {
    if rules.scoring == Scoring::Territory { 6.5 } else { 7.5 }
}

/// Opens a game of Go. The default is 19x19 under Chinese rules; komi 7.5, or 6.5 where territory is counted.
pub fn open(settings: &Settings) -> Result<Box<dyn Session>, SessionError> {
    let size = settings.size.or(BoardSize::square(19)).ok_or(SessionError::UnacceptableSize)?;
    let rules = match &settings.rules {
        Some(text) => Rules::default().parse(text)?,
        None => Rules::default(),
    };
    let usual = usual_komi(&rules);
    let go = Go { rules, komi: settings.komi.unwrap_or(usual) };
    Ok(Box::new(Open::new(go, size, &settings.options)?))
}

impl From<RulesError> for SessionError {
    fn from(error: RulesError) -> SessionError {
        SessionError::BadRules(error.to_string())
    }
}

impl From<SetupError> for SessionError {
    fn from(error: SetupError) -> SessionError {
        match error {
            SetupError::NotEmpty => SessionError::BoardNotEmpty,
            other => SessionError::BadPosition(other.to_string()),
        }
    }
}

impl Game for Go {
    type State = GoState;

    fn offers(&self, feature: Feature) -> bool {
        match feature {
            Feature::Komi
            | Feature::Rules
            | Feature::Handicap
            | Feature::Status
            | Feature::Captures
            | Feature::Records => true,
            Feature::Hidden => false,
        }
    }

    fn accepts(&self, _size: BoardSize) -> bool {
        true
    }

    fn start(&self, size: BoardSize) -> GoState {
        GoState::new(size, self.rules, self.komi)
    }

    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<GoState, SessionError> {
        let mut state = self.start(size);
        state.set_position(stones)?;
        state.set_to_move(to_move);
        Ok(state)
    }

    fn stone(state: &GoState, point: Point) -> Option<Color> {
        state.board().color(point)
    }

    fn captured(state: &GoState, color: Color) -> usize {
        state.board().captured(color)
    }

    fn options(&self) -> &'static OptionTable {
        &GO_OPTIONS
    }

    fn engine(&self) -> Box<dyn Engine<GoState>> {
        Box::new(GoEngine::new())
    }

    fn komi(&self) -> Option<f32> {
        Some(self.komi)
    }

    fn set_komi(&mut self, komi: f32) -> Result<(), SessionError> {
        self.komi = komi;
        Ok(())
    }

    fn rules(&self) -> Option<String> {
        Some(self.rules.to_json())
    }

    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.rules = self.rules.parse(text)?;
        Ok(())
    }

    fn rule(&self, key: &str) -> Result<String, SessionError> {
        Ok(self.rules.get(key)?.into())
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        Ok(self.rules.set(key, value)?)
    }

    fn rules_name(&self) -> Option<String> {
        Some(self.rules.to_string())
    }

    fn apply(&self, state: &mut GoState) {
        state.set_komi(self.komi);
        state.set_rules(self.rules);
    }

    fn fixed_handicap(&self, size: BoardSize, count: usize) -> Result<Vec<Point>, SessionError> {
        fixed_handicap(size, count).ok_or(SessionError::InvalidHandicap)
    }

    fn free_handicap(&self, size: BoardSize, count: usize) -> Result<Vec<Point>, SessionError> {
        handicap::free(size, count).ok_or(SessionError::InvalidHandicap)
    }

    fn after_handicap(&self, size: BoardSize, stones: &[Point]) -> Result<GoState, SessionError> {
        let mut state = self.start(size);
        state.place_handicap(stones)?;
        Ok(state)
    }

    fn handicap(state: &GoState) -> usize {
        state.handicap()
    }

    fn set_handicap(state: &mut GoState, count: usize) {
        state.set_handicap(count);
    }

    fn removes_dead(&self) -> bool {
        self.rules.friendly_pass
    }

    fn check_out_of_turn(state: &GoState, color: Color, mv: Move) -> Result<(), Illegal> {
        // Either colour may always pass: no need for a copy with all its history.
        if mv.is_pass() {
            return Ok(());
        }
        let mut state = state.clone();
        state.resume();
        state.set_to_move(color);
        state.check(mv)
    }

    fn as_it_stands(&self, state: &GoState) -> Option<Vec<PointStatus>> {
        Some(engine::as_it_stands(state))
    }

    fn score(&self, state: &GoState, status: &[PointStatus]) -> Option<Outcome> {
        let points = state.size().points().zip(status);
        let dead: Vec<Point> = points
            .filter(|(_, status)| **status == PointStatus::Dead)
            .map(|(point, _)| point)
            .collect();
        Some(Outcome::from_margin(state.score(&dead).margin))
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&GoNotation)
    }

    fn edit(state: &mut GoState, edits: &[(Point, Option<Color>)]) -> Result<(), SessionError> {
        Ok(state.edit(edits)?)
    }
}
