//! Sessions of Phantom Go: the referee's game, and one side's seat at a game whose referee is elsewhere.

mod seat;
#[cfg(test)]
mod tests;

pub use seat::{Seat, SeatError};

use super::{Feature, Game, Open, Session, SessionError, Settings};
use crate::base::{BoardSize, Color, Move, MoveList, Point};
use crate::engine::phantom::PhantomEngine;
use crate::engine::{self, Engine, OptionTable, PHANTOM_OPTIONS, PointStatus};
use crate::game::{Illegal, Information, Outcome, State};
use crate::games::go::phantom::{
    Event, Knowledge, PhantomRules, PhantomRulesError, PhantomState, View,
};
use crate::games::go::{GoState, Rules};
use crate::record::sgf::{GoNotation, Notation};
use crate::session::go::fixed_handicap;
use std::sync::Arc;

/// The option that says whose stones are shown.
const VIEW: &str = "view";

/// Settings of Phantom Go that outlive single games, and the books beside a game.
#[derive(Clone, Debug)]
pub struct PhantomGo {
    rules: PhantomRules,
    komi: f32,
    shown: Option<Color>,
    desk: Desk,
}

/// The books beside the referee's game.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// How many events each player has been read.
    read: [usize; 2],
    /// The side that plays against a referee elsewhere.
    pub seat: Option<Seat>,
}

/// What a protocol can do with a game of Phantom Go beside playing it.
#[derive(Debug)]
pub struct Phantom<'a> {
    /// The referee's game.
    pub state: &'a PhantomState,
    /// His books.
    pub desk: &'a mut Desk,
    /// The rules in force, for a seat.
    pub rules: PhantomRules,
    /// Points for White.
    pub komi: f32,
}

impl Phantom<'_> {
    /// What that player has been told since this was last asked.
    pub fn news(&mut self, player: Color) -> &[Event] {
        let told = self.state.told(player);
        let read = &mut self.desk.read[player.index()];
        let from = (*read).min(told.len());
        *read = told.len();
        told.get(from..).unwrap_or_default()
    }

    /// Takes a seat of that colour at a game that begins now, as the referee's own began: with handicap stones, if there are.
    pub fn sit_down(&mut self, color: Color) {
        let mut start = GoState::clone(self.state.view(color).start());
        start.set_komi(self.komi);
        self.desk.seat = Some(Seat::new(View::new(color, Arc::new(start), self.rules)));
    }
}

/// Opens a game of Phantom Go. The default is 9x9 under the rules of the contest; komi is that of the rule set.
pub fn open(settings: &Settings) -> Result<Box<dyn Session>, SessionError> {
    let size = settings.size.or(BoardSize::square(9)).ok_or(SessionError::UnacceptableSize)?;
    let rules = match &settings.rules {
        Some(text) => PhantomRules::default().parse(text)?,
        None => PhantomRules::default(),
    };
    let komi = settings.komi.unwrap_or(usual_komi(&rules));
    let game = PhantomGo { rules, komi, shown: None, desk: Desk::default() };
    Ok(Box::new(Open::new(game, size, &settings.options)?))
}

/// Komi where nobody says another: that of the set of these rules, or of the nearest one.
fn usual_komi(rules: &PhantomRules) -> f32 {
    let name = rules.to_string();
    let name = name.split(' ').next().unwrap_or_default();
    PhantomRules::named(name).map_or(0.5, |set| set.komi)
}

impl From<PhantomRulesError> for SessionError {
    fn from(error: PhantomRulesError) -> SessionError {
        SessionError::BadRules(error.to_string())
    }
}

impl Game for PhantomGo {
    type State = PhantomState;

    fn offers(&self, feature: Feature) -> bool {
        match feature {
            Feature::Komi
            | Feature::Rules
            | Feature::Handicap
            | Feature::Status
            | Feature::Captures
            | Feature::Records
            | Feature::Hidden => true,
        }
    }

    fn accepts(&self, _size: BoardSize) -> bool {
        true
    }

    fn start(&self, size: BoardSize) -> PhantomState {
        PhantomState::new(size, self.rules, self.komi)
    }

    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<PhantomState, SessionError> {
        let mut game = GoState::new(size, Rules::default(), self.komi);
        game.set_position(stones)?;
        game.set_to_move(to_move);
        Ok(PhantomState::begin(game, self.rules))
    }

    fn stone(state: &PhantomState, point: Point) -> Option<Color> {
        state.game().board().color(point)
    }

    fn shown(&self, state: &PhantomState, point: Point) -> Option<Color> {
        match self.shown {
            Some(player) => Knowledge::of(&state.view(player)).stone(point),
            None => PhantomGo::stone(state, point),
        }
    }

    /// Every point that is not known to be taken and was not refused in this turn, and the pass.
    fn choices(state: &PhantomState, out: &mut MoveList) {
        out.clear();
        if state.outcome().is_some() {
            return;
        }
        let knowledge = Knowledge::of(&state.view(state.to_move()));
        for point in state.size().points() {
            if knowledge.stone(point).is_none() && !state.refused().contains(point) {
                out.push(Move::at(point));
            }
        }
        out.push(Move::PASS);
    }

    fn phantom<'a>(&'a mut self, state: &'a PhantomState) -> Option<Phantom<'a>> {
        let PhantomGo { rules, komi, desk, .. } = self;
        Some(Phantom { state, desk, rules: *rules, komi: *komi })
    }

    fn seat(&self) -> Option<PhantomState> {
        Some(PhantomState::known_to(self.desk.seat.as_ref()?.view()))
    }

    fn restarted(&mut self) {
        self.desk = Desk::default();
    }

    fn captured(state: &PhantomState, color: Color) -> usize {
        state.game().board().captured(color)
    }

    fn options(&self) -> &'static OptionTable {
        &PHANTOM_OPTIONS
    }

    fn engine(&self) -> Box<dyn Engine<PhantomState>> {
        Box::new(PhantomEngine::new())
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

    /// The name of a set brings its komi.
    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.rules = self.rules.parse(text)?;
        if let Some(set) = PhantomRules::named(text) {
            self.komi = set.komi;
        }
        Ok(())
    }

    fn rule(&self, key: &str) -> Result<String, SessionError> {
        if key.eq_ignore_ascii_case(VIEW) {
            return Ok(self.shown.map_or("both", Color::name).into());
        }
        Ok(self.rules.get(key)?)
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        if key.eq_ignore_ascii_case(VIEW) {
            self.shown = match value.to_ascii_lowercase().as_str() {
                "black" => Some(Color::Black),
                "white" => Some(Color::White),
                "both" => None,
                other => {
                    let text = format!("{VIEW} takes one of both, black, white, not {other}");
                    return Err(SessionError::BadRules(text));
                }
            };
            return Ok(());
        }
        Ok(self.rules.set(key, value)?)
    }

    fn rules_name(&self) -> Option<String> {
        Some(self.rules.to_string())
    }

    fn apply(&self, state: &mut PhantomState) {
        state.set_komi(self.komi);
        state.set_rules(self.rules);
    }

    fn fixed_handicap(&self, size: BoardSize, count: usize) -> Result<Vec<Point>, SessionError> {
        fixed_handicap(size, count).ok_or(SessionError::InvalidHandicap)
    }

    fn free_handicap(&self, size: BoardSize, count: usize) -> Result<Vec<Point>, SessionError> {
        fixed_handicap(size, count).ok_or(SessionError::InvalidHandicap)
    }

    /// Handicap stones are seen by both.
    fn after_handicap(
        &self,
        size: BoardSize,
        stones: &[Point],
    ) -> Result<PhantomState, SessionError> {
        let mut game = GoState::new(size, Rules::default(), self.komi);
        game.place_handicap(stones)?;
        Ok(PhantomState::begin(game, self.rules))
    }

    fn handicap(state: &PhantomState) -> usize {
        state.game().handicap()
    }

    fn set_handicap(state: &mut PhantomState, count: usize) {
        state.set_handicap(count);
    }

    fn check_out_of_turn(state: &PhantomState, color: Color, mv: Move) -> Result<(), Illegal> {
        let mut state = state.clone();
        if !state.resume() && state.outcome().is_some() {
            return Err(Illegal::Over);
        }
        state.set_to_move(color);
        state.check(mv)
    }

    fn as_it_stands(&self, state: &PhantomState) -> Option<Vec<PointStatus>> {
        Some(engine::as_it_stands(state.game()))
    }

    /// The true board as it stands, once the game is over: before that it would tell what is hidden.
    fn score(&self, state: &PhantomState, _status: &[PointStatus]) -> Option<Outcome> {
        state.outcome()
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&GoNotation)
    }

    fn edit(
        state: &mut PhantomState,
        edits: &[(Point, Option<Color>)],
    ) -> Result<(), SessionError> {
        Ok(state.edit(edits)?)
    }
}
