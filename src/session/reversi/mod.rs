//! Sessions of Reversi.

mod replay;

pub use replay::{ReplayError, complete, state_of};

use super::{Feature, Game, Open, Session, SessionError, Settings};
use crate::base::{BoardSize, Color, Move, Point};
use crate::engine::{self, Engine, OptionTable, OptionValue, PointStatus, REVERSI_OPTIONS};
use crate::game::{Illegal, Outcome, State};
use crate::games::reversi::{Board, ReversiState, Rules, RulesError, USUAL_SIZE, accepts};
use crate::record::sgf::{Notation, OthelloNotation};

/// Settings of Reversi that outlive single games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reversi {
    rules: Rules,
    /// Is a forced pass put in when the opponent moves?
    inserts_passes: bool,
}

/// The option that is no part of what wins.
const INSERT_PASSES: &str = "insert_passes";

/// Opens a game of Reversi. The default is 8x8, played for the most discs, empty squares to the winner.
pub fn open(settings: &Settings) -> Result<Box<dyn Session>, SessionError> {
    if settings.komi.is_some() {
        return Err(SessionError::BadRules("there is no komi in reversi".into()));
    }
    let rules = match &settings.rules {
        Some(text) => Rules::default().parse(text)?,
        None => Rules::default(),
    };
    let size = settings.size.unwrap_or(USUAL_SIZE);
    let game = Reversi { rules, inserts_passes: false };
    Ok(Box::new(Open::new(game, size, &settings.options)?))
}

const NOT_ITS_TURN: Illegal = Illegal::Rule("not its turn");

impl From<RulesError> for SessionError {
    fn from(error: RulesError) -> SessionError {
        SessionError::BadRules(error.to_string())
    }
}

impl Game for Reversi {
    type State = ReversiState;

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

    fn accepts(&self, size: BoardSize) -> bool {
        accepts(size)
    }

    fn start(&self, size: BoardSize) -> ReversiState {
        ReversiState::new(size, self.rules)
    }

    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<ReversiState, SessionError> {
        let mut board = Board::empty(size);
        stones.iter().for_each(|&(color, point)| board.put(point, Some(color)));
        Ok(ReversiState::from_board(board, to_move, self.rules))
    }

    fn empty(&self, size: BoardSize) -> ReversiState {
        ReversiState::from_board(Board::empty(size), Color::Black, self.rules)
    }

    fn stone(state: &ReversiState, point: Point) -> Option<Color> {
        state.board().color(point)
    }

    fn options(&self) -> &'static OptionTable {
        &REVERSI_OPTIONS
    }

    fn engine(&self) -> Box<dyn Engine<ReversiState>> {
        Box::new(engine::reversi::engine())
    }

    fn rules(&self) -> Option<String> {
        Some(self.rules.to_json())
    }

    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.rules = self.rules.parse(text)?;
        Ok(())
    }

    fn rule(&self, key: &str) -> Result<String, SessionError> {
        if key.eq_ignore_ascii_case(INSERT_PASSES) {
            return Ok(self.inserts_passes.to_string());
        }
        Ok(self.rules.get(key)?.into())
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        if key.eq_ignore_ascii_case(INSERT_PASSES) {
            let row = REVERSI_OPTIONS.find(INSERT_PASSES)?;
            self.inserts_passes = row.parse(value)? == OptionValue::Bool(true);
            return Ok(());
        }
        Ok(self.rules.set(key, value)?)
    }

    fn rules_name(&self) -> Option<String> {
        Some(self.rules.to_string())
    }

    fn apply(&self, state: &mut ReversiState) {
        state.set_rules(self.rules);
    }

    /// Only a finished game has a result.
    fn score(&self, state: &ReversiState, _status: &[PointStatus]) -> Option<Outcome> {
        state.outcome()
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&OthelloNotation)
    }

    fn edit(
        state: &mut ReversiState,
        edits: &[(Point, Option<Color>)],
    ) -> Result<(), SessionError> {
        edits.iter().for_each(|&(point, disc)| state.put(point, disc));
        Ok(())
    }

    /// Only whose turn it is, until the game is over: then everybody passes.
    fn check_turn(state: &ReversiState, color: Color) -> Result<(), Illegal> {
        let waits = color != state.to_move() && state.outcome().is_none();
        if waits { Err(NOT_ITS_TURN) } else { Ok(()) }
    }

    fn must_pass(state: &ReversiState) -> bool {
        !state.can_move(state.to_move()) && state.outcome().is_none()
    }

    fn inserts_passes(&self) -> bool {
        self.inserts_passes
    }

    /// After the end both may pass, which changes nothing: some controllers go on until two have passed.
    fn check_out_of_turn(state: &ReversiState, _color: Color, mv: Move) -> Result<(), Illegal> {
        match state.outcome() {
            None => Err(NOT_ITS_TURN),
            Some(_) if mv.is_pass() => Ok(()),
            Some(_) => Err(Illegal::Over),
        }
    }
}
