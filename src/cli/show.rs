//! Shows a game record as a board.

use super::arguments::ShowOptions;
use crate::protocol::gtp::draw;
use crate::session::{self, SessionError, Settings};
use anyhow::{Context, Result, anyhow};

/// The position as text.
pub fn run(options: &ShowOptions) -> Result<String> {
    let name = options.file.display();
    let bytes = session::read_file(&options.file).with_context(|| format!("cannot read {name}"))?;
    let game = session::find("go").context("this version does not know Go")?;
    let mut session = (game.open)(&Settings::default()).map_err(|error| anyhow!("{error}"))?;
    session.load(&bytes, options.number).map_err(|error| match error {
        SessionError::CannotLoad(why) => anyhow!("{name}: {why}"),
        other => anyhow!("{name}: {other}"),
    })?;
    Ok(format!("{}\n", draw(session.as_ref()).trim_start_matches('\n')))
}
