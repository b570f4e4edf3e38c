//! `tesuji convert`: Othello records from one format to another.

use super::Usage;
use super::arguments::convert::{ConvertOptions, Form};
use super::othello::{self, Read};
use crate::base::Color;
use crate::record::othello::wthor::WthorGame;
use crate::record::othello::{OthelloGame, Position, ggf, obf, sgf, transcript};
use crate::record::sgf::{Layout, OthelloNotation, write_with};
use crate::session::reversi::complete;
use crate::session::{read_file, write_file};
use anyhow::{Context, Result, anyhow};
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// Reads everything, then writes everything, to the file if one was named; otherwise it is returned.
pub fn run(options: &ConvertOptions) -> Result<String> {
    let mut read = Vec::new();
    for file in &options.files {
        let name = file.display();
        let bytes = bytes_of(file).with_context(|| format!("cannot read {name}"))?;
        read.push((name.to_string(), othello::read(&bytes).with_context(|| name.to_string())?));
    }
    let games = games(read)?;
    let cut = games.into_iter().map(|(name, game)| {
        let (game, _) = complete(&game).map_err(|error| anyhow!("{name}: {error}"))?;
        Ok((name, before(game, options.number)))
    });
    let games: Vec<(String, OthelloGame)> = cut.collect::<Result<_>>()?;
    let text = written(&games, options.to)?;
    let Some(path) = &options.output else { return Ok(text) };
    write_file(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(String::new())
}

/// A file's bytes; - is standard input.
pub(super) fn bytes_of(file: &Path) -> std::io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return read_file(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All games with the names of where they stand.
fn games(read: Vec<(String, Read)>) -> Result<Vec<(String, OthelloGame)>> {
    let mut games = Vec::new();
    let (mut players, mut tournaments) = (Vec::new(), Vec::new());
    let mut coded: Vec<(String, Vec<WthorGame>)> = Vec::new();
    for (name, read) in read {
        match read {
            Read::Games(found) => {
                let one = found.len() == 1;
                games.extend(found.into_iter().enumerate().map(|(at, game)| {
                    (if one { name.clone() } else { format!("{name}, game {}", at + 1) }, game)
                }));
            }
            Read::Players(names) => players = names,
            Read::Tournaments(names) => tournaments = names,
            Read::Coded(found) => coded.push((name, found)),
        }
    }
    for (name, found) in coded {
        games.extend(found.iter().enumerate().map(|(at, game)| {
            (format!("{name}, game {}", at + 1), game.to_game(&players, &tournaments))
        }));
    }
    if games.is_empty() {
        return Err(Usage("there is no game in these files".into()).into());
    }
    Ok(games)
}

/// The game before that move.
fn before(mut game: OthelloGame, number: usize) -> OthelloGame {
    if let Some(kept) = number.checked_sub(1)
        && kept < game.plies.len()
    {
        game.plies.truncate(kept);
        game.result = None;
    }
    game
}

fn written(games: &[(String, OthelloGame)], form: Form) -> Result<String> {
    let mut out = String::new();
    match form {
        Form::Sgf => {
            let trees: Vec<_> = games
                .iter()
                .map(|(_, game)| sgf::to_record(game).to_tree(&OthelloNotation))
                .collect();
            out = write_with(&trees, Layout { empty_lines: false, ..Layout::default() });
        }
        Form::Ggf => {
            games.iter().try_for_each(|(_, game)| writeln!(out, "{}", ggf::write(game)))?
        }
        Form::Transcript => {
            for (name, game) in games {
                let line = transcript::write(game).with_context(|| name.clone())?;
                writeln!(out, "{line}")?;
            }
        }
        Form::Obf => {
            for (_, game) in games {
                writeln!(out, "{}", obf::write(&at_end(game)?))?;
            }
        }
        Form::List => {
            for (number, (_, game)) in games.iter().enumerate() {
                writeln!(out, "{}", list_line(number + 1, game))?;
            }
        }
    }
    Ok(out)
}

/// A game that begins where this one ends.
fn at_end(game: &OthelloGame) -> Result<OthelloGame> {
    if game.plies.is_empty() {
        return Ok(game.clone());
    }
    let (_, state) = complete(game).map_err(|error| anyhow!("{error}"))?;
    let size = game.start.size();
    let cells = size.points().map(|point| state.board().color(point)).collect();
    let position = Position::from_cells(cells, crate::game::State::to_move(&state))?;
    Ok(OthelloGame { comment: game.comment.clone(), ..OthelloGame::new(position) })
}

fn list_line(number: usize, game: &OthelloGame) -> String {
    let or = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".into());
    let player = |color: Color| or(&game.players[color.index()]);
    let moves = game.plies.iter().filter(|ply| !ply.mv.is_pass()).count();
    let result = game.outcome().map_or("?".into(), |outcome| outcome.to_string());
    let (date, place) = (or(&game.date), or(&game.place));
    let [black, white] = Color::BOTH.map(player);
    format!("{number}  {date}  {place}  {black} - {white}  {result}  {moves} moves")
}
