//! What a session must know of a game beyond its rules: how it starts, what its settings are, how it is scored.

use super::phantom::Phantom;
use super::{Feature, SessionError};
use crate::base::{BoardSize, Color, Move, MoveList, Point};
use crate::engine::{Engine, OptionTable, PointStatus};
use crate::game::{Illegal, Information, Outcome, State};
use crate::record::sgf::Notation;

/// The settings of one game (komi, rules), which outlive single positions. What a game does not have keeps its default
/// here, which says so.
pub trait Game: Send + 'static {
    /// Its positions.
    type State: Information;

    /// Does it have that?
    fn offers(&self, feature: Feature) -> bool;

    /// Is it played on that board?
    fn accepts(&self, size: BoardSize) -> bool;

    /// The position before the first move, under the present settings.
    fn start(&self, size: BoardSize) -> Self::State;

    /// A position with these stones (all on the board, none repeated) and no history.
    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<Self::State, SessionError>;

    /// The position that the stones at the beginning of a record are put on: the start, in games that start empty.
    fn empty(&self, size: BoardSize) -> Self::State {
        self.start(size)
    }

    /// The stone on a point.
    fn stone(state: &Self::State, point: Point) -> Option<Color>;

    /// Stones of that colour taken so far.
    fn captured(_state: &Self::State, _color: Color) -> usize {
        0
    }

    /// Its options.
    fn options(&self) -> &'static OptionTable;

    /// Its engine, every option at its default.
    fn engine(&self) -> Box<dyn Engine<Self::State>>;

    /// Points for White.
    fn komi(&self) -> Option<f32> {
        None
    }

    /// Sets them; [`Game::apply`] carries them into positions.
    fn set_komi(&mut self, _komi: f32) -> Result<(), SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// The rules as a JSON object.
    fn rules(&self) -> Option<String> {
        None
    }

    /// Sets the rules by name or JSON object.
    fn set_rules(&mut self, _text: &str) -> Result<(), SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// One part of the rules.
    fn rule(&self, _key: &str) -> Result<String, SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// Sets one part of the rules.
    fn set_rule(&mut self, _key: &str, _value: &str) -> Result<(), SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// The name of the rules in force, as records give it.
    fn rules_name(&self) -> Option<String> {
        None
    }

    /// Carries the settings into a position.
    fn apply(&self, _state: &mut Self::State) {}

    /// The fixed handicap of so many stones.
    fn fixed_handicap(&self, _size: BoardSize, _count: usize) -> Result<Vec<Point>, SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// A handicap of so many stones, freely placed.
    fn free_handicap(&self, _size: BoardSize, _count: usize) -> Result<Vec<Point>, SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// The position after these handicap stones (all on the board, none repeated).
    fn after_handicap(
        &self,
        _size: BoardSize,
        _stones: &[Point],
    ) -> Result<Self::State, SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// Number of handicap stones, and the same to be set (records tell it apart from the stones).
    fn handicap(_state: &Self::State) -> usize {
        0
    }

    /// Sets the number of handicap stones without placing any.
    fn set_handicap(_state: &mut Self::State, _count: usize) {}

    /// Do the rules ask which stones are dead before the score is taken?
    fn removes_dead(&self) -> bool {
        false
    }

    /// Fates of the points when nothing is judged dead, in [`BoardSize::points`] order.
    fn as_it_stands(&self, _state: &Self::State) -> Option<Vec<PointStatus>> {
        None
    }

    /// The result if the game ended here, with these fates of the points.
    fn score(&self, state: &Self::State, status: &[PointStatus]) -> Option<Outcome>;

    /// How records spell the game; `None` if it has none.
    fn notation(&self) -> Option<&'static dyn Notation> {
        None
    }

    /// Adds, changes and takes off stones in the course of a record.
    fn edit(
        _state: &mut Self::State,
        _edits: &[(Point, Option<Color>)],
    ) -> Result<(), SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// Takes empty points (on the board, none repeated) out of the game.
    fn block(_state: &mut Self::State, _points: &[Point]) -> Result<(), SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// Moves by both players in a usual game, where games end long before the board is full; 0 = they do not.
    fn usual_length(&self) -> usize {
        0
    }

    /// The stone on a point as this session shows it.
    fn shown(&self, state: &Self::State, point: Point) -> Option<Color> {
        Self::stone(state, point)
    }

    /// The moves that the player to move can choose from, as far as he knows.
    fn choices(state: &Self::State, out: &mut MoveList) {
        state.legal_moves(out);
    }

    /// What the session of a game of hidden information keeps beside it.
    fn phantom<'a>(&'a mut self, _state: &'a Self::State) -> Option<Phantom<'a>> {
        None
    }

    /// The game as the side knows it that plays against a referee elsewhere.
    fn seat(&self) -> Option<Self::State> {
        None
    }

    /// Another game begins.
    fn restarted(&mut self) {}

    /// May that colour be asked to move now? In most games either may at any time.
    fn check_turn(_state: &Self::State, _color: Color) -> Result<(), Illegal> {
        Ok(())
    }

    /// Must the player to move pass, so that the pass may be left out? In most games nobody ever must.
    fn must_pass(_state: &Self::State) -> bool {
        false
    }

    /// Is a forced pass put in when the opponent of the player who must pass moves? Records are always read like that.
    fn inserts_passes(&self) -> bool {
        false
    }

    /// May that colour make this move although it is the other's turn or the game is over?
    fn check_out_of_turn(state: &Self::State, color: Color, mv: Move) -> Result<(), Illegal> {
        let mut state = state.clone();
        state.resume();
        state.set_to_move(color);
        state.check(mv)
    }

    /// Makes a move that is known to be legal, or any move after the end.
    fn enter(state: &mut Self::State, color: Color, mv: Move) {
        // A pass after the end leaves it ended.
        if !mv.is_pass() {
            state.resume();
        }
        state.set_to_move(color);
        state.play(mv);
    }
}
