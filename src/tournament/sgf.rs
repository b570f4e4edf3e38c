//! Entries as SGF records.

use super::{Entry, Event, Played, referee, time};
use crate::base::{Color, Move, Point};
use crate::clock::TimeSystem;
use crate::engine::Stop;
use crate::record::sgf::{self, GameRecord, Layout, Notation, Step};
use crate::session::Session;
use std::fmt::Write;

/// The record of a game: players, setting, date, times, result, faults; at each move the time left, and as comment the
/// time used and what the engine said. Moves of the opening are marked. A resignation is told by the result only.
pub fn record(event: &Event, entry: &Entry) -> String {
    let (mut record, notation) = head(event, entry);
    for (color, side) in Color::BOTH.into_iter().zip([&entry.black, &entry.white]) {
        record.player_mut(color).name = Some(side.name.clone());
    }
    record.result = Some(entry.result.clone());
    record.date = entry.begun.get(..10).map(str::to_owned);
    record.event = (!event.name.is_empty()).then(|| event.name.clone());
    record.round = Some(entry.round.to_string());
    record.game_name = Some(format!("game {}", entry.game));
    record.game_comment = game_comment(entry);
    for (number, played) in entry.moves.iter().enumerate() {
        let (Some(color), Ok(mv)) = (color_of(played), played.vertex.parse::<Move>()) else {
            continue;
        };
        let step = record.play(color, mv);
        step.comment = comment(entry, number, played);
        step.refused = points(&played.refused);
        // To the millisecond: more is noise, and longer than the move.
        step.time_left[color.index()] = played.left.map(|left| (left * 1e3).round() / 1e3);
    }
    if !entry.refused.is_empty() {
        record.steps.push(Step { refused: points(&entry.refused), ..Step::default() });
    }
    let layout = Layout { empty_lines: false, ..Layout::default() };
    sgf::write_with(&[record.to_tree(notation)], layout)
}

/// A record without moves, as the game's own session writes it: size, komi, rules, handicap, start position, time.
fn head(event: &Event, entry: &Entry) -> (GameRecord, &'static dyn Notation) {
    let played = Event {
        game: entry.kind.clone(),
        size: entry.size.clone(),
        komi: entry.komi,
        ..event.clone()
    };
    let opened = referee::session(&played).map_err(|error| error.to_string());
    let written = opened.and_then(|(row, mut session)| {
        let record = start(&mut *session, event, entry, row.notation)?;
        Ok((record, row.notation))
    });
    written.unwrap_or_else(|error| {
        log::error!("the record of game {} has no start position: {error}", entry.game);
        let size = entry.size.parse().ok();
        let notation: &'static dyn Notation = &sgf::GoNotation;
        (GameRecord::new(size.unwrap_or_else(|| notation.default_size())), notation)
    })
}

fn start(
    session: &mut dyn Session,
    event: &Event,
    entry: &Entry,
    notation: &'static dyn Notation,
) -> Result<GameRecord, String> {
    let stones = points(&entry.handicap);
    if !stones.is_empty() {
        session.set_handicap(&stones).map_err(|error| error.to_string())?;
    }
    session.set_time_system(common_time(event, entry));
    let text = session.save(&Stop::default()).map_err(|error| error.to_string())?;
    let collection = sgf::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let tree = collection.first().ok_or("an empty record")?;
    let record = GameRecord::from_tree_as(tree, notation).map_err(|error| error.to_string())?;
    Ok(GameRecord { result: None, ..record })
}

/// The time of both players; none if they have different ones, since `TM` and `OT` hold one.
fn common_time(event: &Event, entry: &Entry) -> TimeSystem {
    let of = |name: &str| {
        let spec = event.players.iter().find(|spec| spec.name == name);
        spec.and_then(|spec| spec.time.as_ref()).unwrap_or(&event.time)
    };
    let [black, white] = [of(&entry.black.name), of(&entry.white.name)];
    match time::parse(black) {
        Ok(system) if time::parse(white).as_ref() == Ok(&system) => system,
        _ => TimeSystem::None,
    }
}

fn points(vertices: &[String]) -> Vec<Point> {
    vertices.iter().filter_map(|vertex| vertex.parse::<Move>().ok()?.point()).collect()
}

fn color_of(played: &Played) -> Option<Color> {
    match played.color {
        'b' => Some(Color::Black),
        'w' => Some(Color::White),
        _ => None,
    }
}

/// What went wrong, and what was said of the score.
fn game_comment(entry: &Entry) -> Option<String> {
    let mut text = String::new();
    if let Some(opening) = &entry.opening {
        let _ = writeln!(text, "Opening: {opening}");
    }
    for claim in &entry.claims {
        let _ = writeln!(text, "{} says the score is {}", claim.player, claim.score);
    }
    for note in &entry.faults {
        let _ = writeln!(
            text,
            "Fault of {} ({}) after move {}: {}: {}",
            note.player, note.color, note.after, note.fault, note.text
        );
    }
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The comment on a move: its time, and what the engine said; for a move of the opening that it is one.
fn comment(entry: &Entry, number: usize, played: &Played) -> Option<String> {
    let Some(ms) = played.ms else {
        let name = entry.opening.as_deref().filter(|_| number == 0);
        return Some(name.map_or("opening".into(), |name| format!("opening: {name}")));
    };
    let mut text = format!("{:.3} s", ms / 1e3);
    if !played.comment.is_empty() {
        let _ = write!(text, "\n{}", played.comment);
    } else if let Some(winrate) = played.winrate {
        let _ = write!(text, "\nwinrate {:.1} %", winrate * 100.0);
    }
    Some(text)
}
