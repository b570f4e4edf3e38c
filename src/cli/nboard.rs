//! `tesuji nboard`: an Othello engine behind the NBoard protocol on standard input and output.

use super::Usage;
use super::conversation::{Heard, Spoken};
use super::settings::Effective;
use crate::protocol::{ServeError, nboard};
use anyhow::Result;
use std::io;

/// Serves until the input ends.
pub fn run(effective: Effective) -> Result<()> {
    if effective.game.name != "reversi" {
        return Err(Usage(format!("nboard plays reversi, not {}", effective.game.name)).into());
    }
    let settings = effective.into_settings();
    match nboard::run(&settings, Heard::new(io::stdin()), Spoken::new(io::stdout().lock())) {
        Err(ServeError::Settings(error)) => Err(Usage(error.to_string()).into()),
        other => Ok(other?),
    }
}
