//! `tesuji gomocup`: a brain behind the Gomocup protocol on standard input and output.

use super::Usage;
use super::conversation::{Heard, Spoken};
use super::settings::Effective;
use crate::protocol::{ServeError, gomocup};
use anyhow::Result;
use std::io;

/// What the threads of a brain are where nobody says: managers count processor time, and play several games at a time.
const THREADS: &str = "1";

/// Serves until the input ends.
pub fn run(mut effective: Effective) -> Result<()> {
    if effective.game.name != "gomoku" {
        return Err(Usage(format!("gomocup plays gomoku, not {}", effective.game.name)).into());
    }
    effective.set_default("threads", THREADS)?;
    let settings = effective.into_settings();
    match gomocup::run(&settings, Heard::new(io::stdin()), Spoken::new(io::stdout().lock())) {
        Err(ServeError::Settings(error)) => Err(Usage(error.to_string()).into()),
        other => Ok(other?),
    }
}
