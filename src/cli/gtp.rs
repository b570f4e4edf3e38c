//! `tesuji gtp`: a GTP 2 engine on standard input and output.

use super::Usage;
use super::settings::Effective;
use crate::protocol::gtp;
use crate::session::{self, Settings};
use anyhow::Result;
use std::io;

/// Serves until the input ends.
pub fn run(effective: Effective) -> Result<()> {
    let name = effective.table.game;
    let game =
        session::find(name).ok_or_else(|| Usage(format!("this version does not serve {name}")))?;
    let options = effective.options.iter();
    let settings = Settings {
        size: effective.size,
        komi: effective.komi,
        rules: effective.rules,
        engine: Some("random".into()),
        options: options.map(|(row, value)| (row.name.into(), value.to_string())).collect(),
    };
    let config = gtp::Config { game, settings, ponder: false };
    Ok(gtp::run(config, io::stdin(), io::stdout().lock())?)
}
