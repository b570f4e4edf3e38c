//! How serving may end before the input does.

use crate::session::SessionError;
use std::io;

/// Serving ended early.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The settings do not fit the game.
    #[error(transparent)]
    Settings(SessionError),
    /// The output cannot be written, or the reading thread cannot be started.
    #[error(transparent)]
    Io(#[from] io::Error),
}
