//! What can be wrong with an event before anything is played.

use super::time::TimeTextError;
use crate::session::GAMES;

/// The event cannot be played as it is described. The texts name what is accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EventError {
    /// No such game.
    #[error("there is no game {0}; the games are {names}", names = game_names())]
    Game(String),
    /// Not the size of a board, or not one that the game is played on.
    #[error("{game} is not played on a board of size {size}; a size is N or WxH")]
    Size {
        /// The game.
        game: String,
        /// What was said.
        size: String,
    },
    /// No spelling of a time.
    #[error(transparent)]
    Time(#[from] TimeTextError),
    /// A setting of the game: its name, and what is wrong with it.
    #[error("{0}: {1}")]
    Setting(String, String),
    /// An opening: its name, and what is wrong with it.
    #[error("opening {0}: {1}")]
    Opening(String, String),
    /// A player's engine: what was said, and what is wrong with it.
    #[error("engine {0:?}: {1}")]
    Engine(String, String),
}

fn game_names() -> String {
    GAMES.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}
