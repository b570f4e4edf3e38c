//! Floor 9: the command line.

use crate::protocol::gtp;
use crate::session::{GAMES, Settings};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with these arguments (the first one is its name).
pub fn run(_args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(game) = GAMES.first() else {
        return ExitCode::FAILURE;
    };
    let config = gtp::Config { game, settings: Settings::default(), ponder: false };
    match gtp::run(config, std::io::stdin(), std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
