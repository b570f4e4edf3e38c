//! What a game is, in facts that a program can read and a test can check.

use crate::base::BoardSize;

/// When a player may pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassRule {
    /// Never (Gomoku).
    Never,
    /// Only, and then always, when there is no other legal move (Reversi).
    Forced,
    /// At any time (Go).
    Free,
}

/// The facts of a game under the rules in force.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Passport {
    /// The game's public name, in lower case: `go`, `reversi`, `gomoku`, `phantom-go`.
    pub name: &'static str,
    /// The name GoGui and Quarry know it by: one capital, then small letters.
    pub title: &'static str,
    /// When a player may pass.
    pub passes: PassRule,
    /// Do players see less than the whole state?
    pub hidden: bool,
    /// Can a game between legal players end in a draw under these settings?
    pub draws: bool,
    /// Does a finished game have a margin in points or discs?
    pub margins: bool,
    /// Can two different move orders reach states with equal keys but different legal moves (superko)?
    pub history_matters: bool,
    /// May a tried move be refused by the referee without ending the turn?
    pub refusals: bool,
    /// The board.
    pub size: BoardSize,
    /// A bound no game of random legal moves exceeds, or `None` when only repetition bounds it.
    pub longest_game: Option<usize>,
}
