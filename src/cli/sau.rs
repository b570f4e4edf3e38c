//! `tesuji sau`: a Phantom Go engine behind the SAU platform's protocol on standard input and output.

use super::Usage;
use super::conversation::{Heard, Spoken};
use super::settings::Effective;
use crate::protocol::{ServeError, sau};
use anyhow::Result;
use std::io;

/// Seconds for a turn where nobody says: the platform has no clock, and somebody watches it.
const TIME_PER_MOVE: &str = "2";

/// Serves until the input ends.
pub fn run(mut effective: Effective) -> Result<()> {
    if effective.game.name != "phantom-go" {
        return Err(Usage(format!("sau plays phantom-go, not {}", effective.game.name)).into());
    }
    // Who counts playouts wants the same game again, however fast the machine is.
    if !effective.is_set("playouts") {
        effective.set_default("time_per_move", TIME_PER_MOVE)?;
    }
    let settings = effective.into_settings();
    match sau::run(&settings, Heard::new(io::stdin()), Spoken::new(io::stdout().lock())) {
        Err(ServeError::Settings(error)) => Err(Usage(error.to_string()).into()),
        other => Ok(other?),
    }
}
