//! The state of a game.

use super::{Outcome, Passport};
use crate::base::{BoardSize, Color, Move, MoveList, Rng, below};
use std::fmt;

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The point is not on the board.
    #[error("off the board")]
    OffBoard,
    /// The point is taken.
    #[error("point is not empty")]
    Occupied,
    /// The move would take its own stones off the board.
    #[error("suicide")]
    Suicide,
    /// The move takes back in a simple ko.
    #[error("ko")]
    Ko,
    /// The move repeats an earlier whole-board position.
    #[error("superko")]
    Superko,
    /// The rules allow no pass now.
    #[error("passing is not allowed")]
    Pass,
    /// The game is over.
    #[error("game is over")]
    Over,
    /// Any other rule of a game.
    #[error("{0}")]
    Rule(&'static str),
}

/// A position with all that its future depends on: board, player to move, repetition history, rules in force.
///
/// Colours need not alternate: a search asks [`State::to_move`] after every move and never assumes it. Moves that the
/// caller did not take from [`State::legal_moves`] go through [`State::try_play`].
pub trait State: Clone + fmt::Debug + Send + Sync + 'static {
    /// What the game is, under the rules in force.
    fn passport(&self) -> Passport;

    /// The board.
    fn size(&self) -> BoardSize;

    /// Whose turn it is. After the end: whose turn it would be.
    fn to_move(&self) -> Color;

    /// Gives the turn to a colour (GTP lets either colour move at any time). Repetition history is kept.
    fn set_to_move(&mut self, color: Color);

    /// Fills `out` with all legal moves of the player to move, in a fixed order, the pass last where it is legal; empty
    /// when the game is over. Resigning is always legal in an unfinished game and never listed.
    fn legal_moves(&self, out: &mut MoveList);

    /// Why the player to move may not make this move, or `Ok`.
    fn check(&self, mv: Move) -> Result<(), Illegal>;

    /// Plays a legal move. What an illegal one does is unspecified (but no undefined behaviour).
    fn play(&mut self, mv: Move);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Hash of board and player to move (and of whatever else bounds the future, short of the repetition history),
    /// kept up to date by [`State::play`].
    fn key(&self) -> u64;

    /// The same hash, computed anew. For tests.
    fn compute_key(&self) -> u64;

    /// Takes the end of the game back, so that play goes on from the same position (GTP allows `play` after two passes
    /// and after a resignation). `false` if the game was not over or its rules leave nothing to play on.
    fn resume(&mut self) -> bool {
        false
    }

    /// Overwrites this state by another one of the same board without allocating where possible.
    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }

    /// Is the move legal for the player to move?
    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays a move if it is legal; otherwise the state stays as it was.
    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)?;
        self.play(mv);
        Ok(())
    }

    /// Visits the position after a legal move and comes back to exactly this one. A game may override the copy by
    /// make and unmake.
    fn with_child<R>(&mut self, mv: Move, visit: impl FnOnce(&mut Self) -> R) -> R {
        let mut child = self.clone();
        child.play(mv);
        visit(&mut child)
    }

    /// Plays random legal moves to the end, or at most `limit` of them, and tells how the game ended; `None` at the
    /// limit. A game overrides it with its fast path, so the state left behind is good only to be copied over.
    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        let mut moves = MoveList::new();
        for _ in 0..limit {
            if let Some(outcome) = self.outcome() {
                return Some(outcome);
            }
            moves.clear();
            self.legal_moves(&mut moves);
            let mv = moves[below(rng, moves.len() as u32) as usize];
            self.play(mv);
        }
        self.outcome()
    }
}
