//! Who plays: one interface for built-in engines and for programs behind any protocol.

use crate::base::{BoardSize, Color, Move, Point};
use crate::clock::{Remaining, TimeSystem};
use crate::controller::{Fault, Trouble};
use crate::games::go::phantom;
use crate::games::gomoku::swap2::Reply;
use std::time::Duration;

/// How a game begins, as a player is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// The game, by its name in the register.
    pub game: String,
    /// The board.
    pub size: BoardSize,
    /// Points for White, where the game has such.
    pub komi: Option<f32>,
    /// Rule set: the event's name for it, otherwise the rules in force as KataGo's JSON object, where the game has a choice.
    pub rules: Option<String>,
    /// Parts of the rules, names and values.
    pub set: Vec<(String, String)>,
    /// The colour this player has.
    pub color: Color,
    /// Time of this player.
    pub time: TimeSystem,
    /// Handicap stones.
    pub handicap: Vec<Point>,
    /// Moves already on the board.
    pub opening: Vec<(Color, Move)>,
    /// Seed for this game.
    pub seed: u64,
    /// The opponent's name.
    pub opponent: String,
}

/// A player's move.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move, [`Move::PASS`] and [`Move::RESIGN`] among them.
    pub mv: Move,
    /// The mover's win rate as the mover sees it, 0 to 1.
    pub winrate: Option<f64>,
    /// What the engine says of the move.
    pub comment: String,
}

/// Somebody who plays. Every method that fails leaves the player unfit for this game; [`Player::new_game`] may work
/// again (it starts a dead engine anew).
pub trait Player: Send {
    /// What the engine calls itself, with its version.
    fn own_name(&mut self) -> Result<String, Trouble>;

    /// Starts the engine if it does not run, and sets a game up.
    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble>;

    /// The opponent moved. Not in games of hidden information.
    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Trouble>;

    /// In games of hidden information: what the referee tells this player, of its own tries too.
    fn told(&mut self, _event: &phantom::Event) -> Result<(), Trouble> {
        Ok(())
    }

    /// Asks for a move. In games of hidden information it is a try: what came of it is told afterwards. `left` tells the clocks of Black and White, where there are any; after `limit` the engine counts
    /// as hung.
    fn choose(
        &mut self,
        color: Color,
        left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<Answer, Trouble>;

    /// The last answer of [`Player::choose`] was no legal move. The game stands after these moves, those of the opening
    /// first, and the player will be asked again.
    fn take_back(&mut self, moves: &[(Color, Move)]) -> Result<(), Trouble>;

    /// What the player says of the move it has just chosen, where [`Answer::comment`] did not. Not on its clock.
    fn explain(&mut self) -> Result<Option<String>, Trouble> {
        Ok(None)
    }

    /// Does the player know the swap2 opening?
    fn knows_swap2(&self) -> bool {
        false
    }

    /// Asks for the player's part of the swap2 opening of the game that [`Player::new_game`] has begun: these stones are
    /// placed, black and white in turn. When the colours are settled, `new_game` comes again.
    fn swap2(
        &mut self,
        _stones: &[Point],
        _left: [Option<Remaining>; 2],
        _limit: Duration,
    ) -> Result<Reply, Trouble> {
        Err(Trouble::new(Fault::Refusal, "does not know the swap2 opening"))
    }

    /// What the player says the score is; `None` if it cannot say.
    fn score(&mut self) -> Result<Option<String>, Trouble>;

    /// The game is over with that result.
    fn game_over(&mut self, result: &str);

    /// Processor time used since the engine was started, where it can be told.
    fn cpu_time(&mut self) -> Option<Duration>;

    /// Ends the engine: politely first; an engine that stays is killed, and that is the trouble.
    fn close(&mut self, patience: Duration) -> Result<(), Trouble>;

    /// Ends the engine at once.
    fn kill(&mut self);
}
