//! What a protocol may ask of an open game.

use super::SessionError;
use super::phantom::Phantom;
use crate::base::{BoardSize, Color, Move, Point};
use crate::clock::TimeSystem;
use crate::engine::{OptionRow, PointStatus, Purpose, Stop, Thought};
use crate::eval::go::RawLook;
use crate::game::{Outcome, Passport, Verdict};
use crate::search::Report;
use std::time::Duration;

/// What not every game has. A protocol lists commands only where they can work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Points for the second player.
    Komi,
    /// Rule sets to choose from.
    Rules,
    /// Stones placed before the game.
    Handicap,
    /// Stones that may be dead, territory that may be counted.
    Status,
    /// Prisoners worth showing.
    Captures,
    /// Records that can be read and written.
    Records,
    /// Stones that the opponent does not see.
    Hidden,
}

/// A question to the engine of a session.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// For whom.
    pub color: Color,
    /// Why.
    pub purpose: Purpose,
    /// Only these moves; empty = all.
    pub allow: Vec<Move>,
    /// None of these.
    pub avoid: Vec<Move>,
    /// How many of the best moves are wanted with values of their own.
    pub lines: usize,
    /// How often to report on the way.
    pub interval: Option<Duration>,
    /// How long ago the player's time began to run.
    pub waited: Duration,
}

impl Asked {
    /// A question without wishes.
    pub fn new(color: Color, purpose: Purpose) -> Asked {
        Asked {
            color,
            purpose,
            allow: Vec::new(),
            avoid: Vec::new(),
            lines: 1,
            interval: None,
            waited: Duration::ZERO,
        }
    }
}

/// One open game: position, history, settings, engine. A method that fails changes nothing.
pub trait Session: Send {
    /// The facts of the game under the rules in force.
    fn passport(&self) -> Passport;

    /// Does the game have that?
    fn offers(&self, feature: Feature) -> bool;

    // Position.

    /// The board.
    fn size(&self) -> BoardSize {
        self.passport().size
    }

    /// Whose turn it is.
    fn to_move(&self) -> Color;

    /// Gives the turn to a colour.
    fn set_to_move(&mut self, color: Color);

    /// The stone on a point.
    fn stone(&self, point: Point) -> Option<Color>;

    /// Stones of that colour taken so far.
    fn captured(&self, color: Color) -> usize;

    /// The legal moves of that colour, as if it were its turn; empty at the end of the game.
    fn legal_moves(&self, color: Color) -> Vec<Move>;

    /// May that colour be asked to move now?
    fn check_turn(&self, color: Color) -> Result<(), SessionError>;

    /// Are there just the stones that a new game begins with?
    fn is_clear(&self) -> bool;

    /// Is row 1 the uppermost row of the board as players draw it?
    fn first_row_on_top(&self) -> bool;

    /// How the game ended by the rules, if it did, nothing judged dead.
    fn outcome(&self) -> Option<Outcome>;

    /// The moves that [`Session::undo`] can take back, oldest first.
    fn moves(&self) -> &[(Color, Move)];

    /// A number that differs whenever the position or its history has changed.
    fn version(&self) -> u64;

    // Changes of the position.

    /// A new game on that board; settings stay.
    fn set_size(&mut self, size: BoardSize) -> Result<(), SessionError>;

    /// A new game; board and settings stay.
    fn clear(&mut self);

    /// Makes a move. Either colour may move at any time, also after the end.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), SessionError>;

    /// Tries a move: in a game of hidden information a refusal is part of the game, and changes what players know. On an
    /// error nothing has happened. ([`Session::play`] calls a refusal an illegal move.)
    fn attempt(&mut self, color: Color, mv: Move) -> Result<Verdict, SessionError>;

    /// Makes all these moves or none.
    fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError>;

    /// Takes that many moves back, or none. Forced passes that were put in for the sake of the moves behind them go with
    /// those and do not count.
    fn undo(&mut self, count: usize) -> Result<(), SessionError>;

    /// Replaces the position by these stones, without history; Black to move unless said otherwise.
    fn set_position(
        &mut self,
        stones: &[(Color, Point)],
        to_move: Option<Color>,
    ) -> Result<(), SessionError>;

    /// Takes empty points out of the game until the next position is set up: nobody may move there. The position becomes the
    /// start of the history. Only for games that know blocked points.
    fn block(&mut self, points: &[Point]) -> Result<(), SessionError>;

    // Settings.

    /// Points for White.
    fn komi(&self) -> Result<f32, SessionError>;

    /// Sets them.
    fn set_komi(&mut self, komi: f32) -> Result<(), SessionError>;

    /// The rules as KataGo's JSON object.
    fn rules(&self) -> Result<String, SessionError>;

    /// Sets all rules by a name or by KataGo's JSON object.
    fn set_rules(&mut self, text: &str) -> Result<(), SessionError>;

    /// Sets one part of the rules.
    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError>;

    // Handicap: each needs an empty board.

    /// The stones of the fixed table of GTP 2, section 4.1.1.
    fn fixed_handicap(&mut self, count: usize) -> Result<Vec<Point>, SessionError>;

    /// Stones of the engine's choice.
    fn free_handicap(&mut self, count: usize) -> Result<Vec<Point>, SessionError>;

    /// These stones.
    fn set_handicap(&mut self, stones: &[Point]) -> Result<(), SessionError>;

    // The engine.

    /// Chooses a move for `asked.color` and makes it ([`Move::RESIGN`] excepted). Never fails; after the end it passes.
    fn genmove(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Thought;

    /// Thinks and changes nothing.
    fn think(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Thought;

    /// Thinks as the side that plays against a referee elsewhere ([`Phantom`]) and changes nothing; `None` if no such game
    /// has begun.
    fn propose(
        &mut self,
        asked: &Asked,
        stop: &Stop,
        watch: &mut dyn FnMut(&Report),
    ) -> Option<Thought>;

    /// What a game of hidden information has beside: the referee's books, and the seat of one side.
    fn phantom(&mut self) -> Option<Phantom<'_>>;

    /// Fate of every point in [`BoardSize::points`] order.
    fn status(&mut self, stop: &Stop) -> Result<Vec<PointStatus>, SessionError>;

    /// The result if the game ended here, dead stones removed where the rules say so.
    fn score(&mut self, stop: &Stop) -> Result<Outcome, SessionError>;

    /// Lets the engine get ready (memory above all) before the first thought is asked for.
    fn prepare(&mut self);

    /// Forgets what the engine has learnt.
    fn forget(&mut self);

    /// The rows of the game's options table.
    fn option_rows(&self) -> &'static [OptionRow];

    /// The name of the network that the engine judges by, if it has one.
    fn network(&mut self) -> Option<String>;

    /// What that network says of the position as it stands with that colour to move, in the symmetry of that number, or in
    /// each (see [`crate::eval::go::SYMMETRIES`]).
    fn raw_network(
        &mut self,
        color: Color,
        symmetry: Option<usize>,
    ) -> Result<Vec<RawLook>, SessionError>;

    /// Value of an option, of the rules or of the engine.
    fn option(&self, name: &str) -> Result<String, SessionError>;

    /// Would [`Session::set_option`] take that value?
    fn check_option(&self, name: &str, value: &str) -> Result<(), SessionError>;

    /// Sets an option, of the rules or of the engine.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError>;

    // Time.

    /// The time both players get.
    fn time_system(&self) -> TimeSystem;

    /// Sets it and winds both clocks up.
    fn set_time_system(&mut self, system: TimeSystem);

    /// A controller tells the time left: `count` is 0 in main time, then the stones or periods left.
    fn set_time_left(&mut self, color: Color, time: Duration, count: u32);

    // Records.

    /// Goes to the position before move `before` of a record (0, or a number past the end: to its end), with the
    /// record's board and komi.
    fn load(&mut self, bytes: &[u8], before: usize) -> Result<(), SessionError>;

    /// The game as a record.
    fn save(&mut self, stop: &Stop) -> Result<String, SessionError>;
}
