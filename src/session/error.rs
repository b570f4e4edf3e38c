//! What can go wrong in a session. The texts are those GTP 2 prescribes, where it does.

use crate::engine::EngineError;
use crate::game::Illegal;

/// Why a session did not do what it was asked. It then is as it was before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The game is not played on that board.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// The rules do not allow the move.
    #[error("illegal move")]
    IllegalMove(Illegal),
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The position cannot be scored.
    #[error("cannot score")]
    CannotScore,
    /// The file does not exist or holds no game that can be played here; the second text says why.
    #[error("cannot load file")]
    CannotLoad(String),
    /// The file cannot be written; the text says why.
    #[error("cannot save file")]
    CannotSave(String),
    /// There are stones on the board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// No handicap of that many stones.
    #[error("invalid number of stones")]
    InvalidHandicap,
    /// The vertices are no handicap.
    #[error("bad vertex list")]
    BadVertexList,
    /// The stones make no position; the text says why.
    #[error("{0}")]
    BadPosition(&'static str),
    /// The rules are unknown or cannot be combined; the text says what is wrong.
    #[error("{0}")]
    BadRules(String),
    /// The game has nothing of that kind.
    #[error("not part of this game")]
    NotInThisGame,
    /// From the engine.
    #[error(transparent)]
    Engine(EngineError),
}

impl From<Illegal> for SessionError {
    fn from(illegal: Illegal) -> SessionError {
        SessionError::IllegalMove(illegal)
    }
}

impl From<EngineError> for SessionError {
    fn from(error: EngineError) -> SessionError {
        match error {
            EngineError::CannotScore => SessionError::CannotScore,
            other => SessionError::Engine(other),
        }
    }
}
