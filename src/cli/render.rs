//! Draws a position of a game record.

use super::Usage;
use super::arguments::report::RenderOptions;
use super::othello;
use crate::base::{Color, GRID, Move};
use crate::record::sgf::{self, Event, GameRecord, Tree};
use crate::record::svg::{Picture, Style};
use crate::session::{self, GAMES, GameRow, Session, SessionError, Settings};
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Write as _;

/// Draws, and writes the picture to the file if one was named; otherwise it is returned.
pub fn run(options: &RenderOptions) -> Result<String> {
    let name = options.file.display();
    let bytes = session::read_file(&options.file).with_context(|| format!("cannot read {name}"))?;
    let bytes = othello::as_sgf(&bytes).with_context(|| name.to_string())?.unwrap_or(bytes);
    let svg = picture(&bytes, options).with_context(|| name.to_string())?.to_svg();
    let Some(path) = &options.output else { return Ok(svg) };
    session::write_file(path, svg.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(String::new())
}

fn picture(bytes: &[u8], options: &RenderOptions) -> Result<Picture> {
    let collection = sgf::parse(bytes)?;
    let tree = collection.first().context("no game")?;
    let row = game_of(tree)?;
    let record = GameRecord::from_tree_as(tree, row.notation)?;
    let mut session = (row.open)(&Settings::default()).map_err(|error| anyhow!("{error}"))?;
    session.load(bytes, options.number).map_err(|error| match error {
        SessionError::CannotLoad(why) => anyhow!("{why}"),
        other => anyhow!("{other}"),
    })?;
    let size = session.size();
    let mut picture = Picture::new(Style::of(row.name), size);
    picture.stones = size.points().map(|point| session.stone(point)).collect();
    picture.coordinates = options.coordinates;
    let last = record.events_before(options.number).filter_map(|event| match event {
        Event::Move(_, mv) => Some(mv.point()),
        Event::Setup(_) | Event::SetPlayer(_) | Event::Refused(_) => None,
    });
    picture.last = last.last().flatten();
    if let Some(from) = options.numbers {
        number(&mut picture, &record, session.as_ref(), options.number, from as usize)?;
    }
    Ok(picture)
}

/// The game that `GM` names.
fn game_of(tree: &Tree) -> Result<&'static GameRow> {
    let number = match tree.node(tree.root()).get("GM") {
        Some(property) => {
            let text = property.values.first().map(sgf::Value::to_simple_text).unwrap_or_default();
            text.trim().parse::<u32>().map_err(|_| anyhow!("GM[{}] names no game", text.trim()))?
        }
        // FF[4]: the default of GM.
        None => 1,
    };
    let row = GAMES.iter().find(|row| row.notation.game() == number);
    row.ok_or_else(|| {
        let known: Vec<String> = GAMES
            .iter()
            .map(|row| format!("GM[{}] ({})", row.notation.game(), row.title))
            .collect();
        anyhow!("GM[{number}] is a game that is not played here; accepted: {}", known.join(", "))
    })
}

/// Writes move numbers on the stones, and below the board what no stone can show.
fn number(
    picture: &mut Picture,
    record: &GameRecord,
    session: &dyn Session,
    before: usize,
    from: usize,
) -> Result<()> {
    let mut owner: Vec<Option<(usize, Color)>> = vec![None; GRID];
    let mut hidden: Vec<(usize, Move)> = Vec::new();
    let mut made = 0;
    for event in record.events_before(before) {
        match event {
            Event::Move(color, mv) => {
                made += 1;
                let point =
                    mv.point().and_then(|point| owner.get_mut(point.index()).map(|o| (point, o)));
                match point {
                    Some((point, owner)) => {
                        if let Some((number, _)) = owner.replace((made, color)) {
                            hidden.push((number, Move::at(point)));
                        }
                    }
                    None => hidden.push((made, mv)),
                }
            }
            Event::Setup(setup) => {
                for point in setup.black.iter().chain(&setup.white).chain(&setup.empty) {
                    if let Some(owner) = owner.get_mut(point.index()) {
                        *owner = None;
                    }
                }
            }
            Event::SetPlayer(_) | Event::Refused(_) => {}
        }
    }
    if made > 0 && from > made {
        bail!(Usage(format!("--numbers {from}: the position comes after {made} moves")));
    }
    for point in session.size().points() {
        let Some((number, color)) = owner.get(point.index()).copied().flatten() else { continue };
        match session.stone(point) {
            // Discs that were turned keep their number.
            Some(stone) if stone == color || picture.style == Style::Reversi => {
                if number >= from {
                    picture.labels.push((point, number.to_string()));
                }
            }
            _ => hidden.push((number, Move::at(point))),
        }
    }
    hidden.retain(|(number, _)| *number >= from);
    hidden.sort_unstable_by_key(|(number, _)| *number);
    for (number, mv) in hidden {
        let gap = if picture.caption.is_empty() { "" } else { ", " };
        let _ = write!(picture.caption, "{gap}{number} {mv}");
    }
    Ok(())
}
