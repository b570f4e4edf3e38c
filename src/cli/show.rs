//! Shows a game record as a board.

use super::arguments::ShowOptions;
use super::othello;
use crate::protocol::gtp::draw;
use crate::record::sgf;
use crate::session::{self, GAMES, GameRow, SessionError, Settings};
use anyhow::{Context, Result, anyhow};

/// The position as text.
pub fn run(options: &ShowOptions) -> Result<String> {
    let name = options.file.display();
    let bytes = session::read_file(&options.file).with_context(|| format!("cannot read {name}"))?;
    let bytes = othello::as_sgf(&bytes).with_context(|| name.to_string())?.unwrap_or(bytes);
    let game = game_of(&bytes);
    let mut session = (game.open)(&Settings::default()).map_err(|error| anyhow!("{error}"))?;
    session.load(&bytes, options.number).map_err(|error| match error {
        SessionError::CannotLoad(why) => anyhow!("{name}: {why}"),
        other => anyhow!("{name}: {other}"),
    })?;
    Ok(format!("{}\n", draw(session.as_ref()).trim_start_matches('\n')))
}

/// The game that a record names (`GM`); the first one if it names none, or one that this program does not know, which
/// reading it will tell.
fn game_of(bytes: &[u8]) -> &'static GameRow {
    let number = sgf::parse(bytes).ok().and_then(|games| {
        let tree = games.first()?;
        tree.node(tree.root()).value("GM")?.to_simple_text().trim().parse::<u32>().ok()
    });
    let named = GAMES.iter().find(|game| Some(game.notation.game()) == number);
    named.unwrap_or(&GAMES[0])
}
