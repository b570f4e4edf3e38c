//! `tesuji gtp`: a GTP 2 engine on standard input and output.

use super::Usage;
use super::conversation::{Heard, Spoken};
use super::settings::Effective;
use crate::protocol::{ServeError, gtp};
use anyhow::Result;
use std::io;

/// Serves until the input ends.
pub fn run(effective: Effective) -> Result<()> {
    let config = gtp::Config { game: effective.game, settings: effective.into_settings() };
    match gtp::run(config, Heard::new(io::stdin()), Spoken::new(io::stdout().lock())) {
        Err(ServeError::Settings(error)) => Err(Usage(error.to_string()).into()),
        other => Ok(other?),
    }
}
