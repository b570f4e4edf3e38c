//! Othello records of whatever format, told by their content.

use crate::record::othello::wthor::{self, WthorFile, WthorGame};
use crate::record::othello::{OthelloGame, ggf, obf, paste, sgf, suite, transcript};
use crate::record::sgf::{self as sgf_file, GameRecord, Layout, OthelloNotation};
use crate::session::reversi::complete;
use anyhow::{Result, anyhow};

/// What a file holds.
pub enum Read {
    /// Games and positions.
    Games(Vec<OthelloGame>),
    /// Games of WTHOR, whose names stand in files of their own.
    Coded(Vec<WthorGame>),
    /// WTHOR's players.
    Players(Vec<String>),
    /// WTHOR's tournaments.
    Tournaments(Vec<String>),
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Read> {
    if wthor::is_wthor(bytes) {
        return Ok(match wthor::parse(bytes)? {
            WthorFile::Games(games) => Read::Coded(games),
            WthorFile::Players(names) => Read::Players(names),
            WthorFile::Tournaments(names) => Read::Tournaments(names),
        });
    }
    let text = String::from_utf8_lossy(bytes);
    if ggf::is_ggf(&text) {
        return Ok(Read::Games(ggf::parse(&text)?));
    }
    if text.contains('(') {
        let collection = sgf_file::parse(bytes)?;
        let games = collection.trees().iter().map(|tree| {
            let record = GameRecord::from_tree_as(tree, &OthelloNotation)?;
            Ok(sgf::from_record(&record)?)
        });
        return Ok(Read::Games(games.collect::<Result<_>>()?));
    }
    if suite::is_suite(&text) {
        let positions = suite::parse(&text)?;
        return Ok(Read::Games(positions.into_iter().map(|position| position.game).collect()));
    }
    if let Ok(games) = transcript::parse(&text) {
        return Ok(Read::Games(games));
    }
    // Many positions, a line each, are OBF; whatever else has a board was pasted.
    match (obf::parse(&text), paste::parse(&text)) {
        (Ok(games), _) => Ok(Read::Games(games)),
        (Err(_), Ok(game)) => Ok(Read::Games(vec![game])),
        (Err(_), Err(error)) => Err(anyhow!(
            "no Othello record ({error}); accepted: SGF GM[2], GGF, transcripts like f5d6c3, OBF, numbered test positions, WTHOR, pasted positions"
        )),
    }
}

/// The bytes of an SGF file for the first game of an Othello record that is no SGF; `None` for anything else.
pub fn as_sgf(bytes: &[u8]) -> Result<Option<Vec<u8>>> {
    let text = String::from_utf8_lossy(bytes);
    let certain = wthor::is_wthor(bytes) || ggf::is_ggf(&text);
    if !certain && text.contains('(') {
        return Ok(None);
    }
    let game = match read(bytes) {
        Ok(Read::Games(games)) => games.into_iter().next(),
        Ok(Read::Coded(games)) => games.first().map(|game| game.to_game(&[], &[])),
        Ok(Read::Players(_) | Read::Tournaments(_)) => None,
        Err(error) if certain => return Err(error),
        // The reader of SGF tells what is wrong.
        Err(_) => return Ok(None),
    };
    let Some(game) = game else { return Err(anyhow!("no game")) };
    let (game, _) = complete(&game)?;
    let tree = sgf::to_record(&game).to_tree(&OthelloNotation);
    Ok(Some(sgf_file::write_with(&[tree], Layout::default()).into_bytes()))
}
