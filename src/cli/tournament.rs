//! `tesuji tournament`: an event from a file.

use super::arguments::tournament::TournamentOptions;
use super::{Usage, event, print, versus};
use crate::session::read_file;
use crate::tournament::{Event, PlanError, Shard};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// An event file that explains every key.
const EXAMPLE: &str = include_str!("example_event.toml");

/// Plays the event, or goes on with it.
pub fn run(said: &TournamentOptions) -> Result<()> {
    let Some(path) = &said.event else { return print(EXAMPLE) };
    let text = read_file(path)
        .and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other))
        .map_err(|error| Usage(format!("cannot read {}: {error}", path.display())))?;
    let mut event: Event = toml::from_str(&text)
        .map_err(|error| Usage(format!("{} is no event: {error}", path.display())))?;
    if event.name.is_empty() {
        let stem = path.file_stem().unwrap_or_default();
        event.name = stem.to_string_lossy().into_owned();
    }
    versus::apply(&said.playing, &mut event);
    let shard = said.playing.shard.unwrap_or(Shard::WHOLE);
    if event.journal.is_none() {
        event.journal = Some(beside(path, shard));
    }
    let options = event::Options { shard, dry_run: said.playing.dry_run };
    event::run(event, &options, &|error| refuse(path, &text, error))
}

/// The journal of an event whose file does not name one: beside the file, with the number of the part.
fn beside(path: &Path, shard: Shard) -> PathBuf {
    match shard {
        Shard::WHOLE => path.with_extension("jsonl"),
        part => path.with_extension(format!("{}.jsonl", part.to_string().replace('/', "-of-"))),
    }
}

/// An error of the event with its place in the file.
fn refuse(path: &Path, text: &str, error: &PlanError) -> String {
    match line_of(text, error) {
        Some(line) => format!("{}, line {line}: {error}", path.display()),
        None => format!("{}: {error}", path.display()),
    }
}

/// The line of the key that an error is about: in the table of its player, or else above the players.
fn line_of(text: &str, error: &PlanError) -> Option<usize> {
    let is_player =
        |line: &str| line.split_whitespace().collect::<String>().starts_with("[[player]]");
    let mut player = None;
    let mut head = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if is_player(line) {
            player = Some(player.map_or(0, |player: usize| player + 1));
            if player == error.player {
                head = Some(number + 1);
            }
        }
        let inside = match error.player {
            Some(_) => player == error.player,
            None => player.is_none() || !is_table_of_player(error.key),
        };
        let rest = line.strip_prefix(error.key).map(str::trim_start);
        if inside && rest.is_some_and(|rest| rest.starts_with(['=', '.'])) {
            return Some(number + 1);
        }
        if error.player.is_none() && line.starts_with(&format!("[{}]", error.key)) {
            return Some(number + 1);
        }
    }
    head
}

/// Keys that players have too, so that a line below a player's head may be meant for the player.
fn is_table_of_player(key: &str) -> bool {
    matches!(key, "name" | "time" | "engine" | "player")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Format, Plan, PlayerSpec, Rulings, SprtSpec};

    /// The example names every key there is, and those that it gives as comments are accepted as well.
    #[test]
    fn the_example_is_an_event_and_names_every_key() {
        let event: Event = toml::from_str(EXAMPLE).expect("an event");
        Plan::new(event).expect("a plan");
        let bare: String = EXAMPLE
            .lines()
            .map(|line| match line.strip_prefix("#: ") {
                Some(key) => format!("{key}\n"),
                None => format!("{line}\n"),
            })
            .collect();
        let event: Event = toml::from_str(&bare).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(event.format, Format::Gauntlet);
        let full = Event {
            komi: Some(1.0),
            rules: Some(String::new()),
            journal: Some("x".into()),
            sgf: Some("x".into()),
            sprt: Some(SprtSpec { elo0: 0.0, elo1: 1.0, alpha: 0.1, beta: 0.1 }),
            rulings: Rulings { agree_winrate: Some(0.9), ..Rulings::default() },
            players: vec![PlayerSpec {
                folder: Some("x".into()),
                time: Some("1".into()),
                playouts: Some(1),
                depth: Some(1),
                error_log: Some("x".into()),
                ..PlayerSpec::default()
            }],
            ..Event::default()
        };
        let value = toml::Table::try_from(full).expect("a table");
        let mut keys: Vec<String> = value.keys().cloned().collect();
        for inner in ["rulings", "sprt"] {
            keys.extend(value[inner].as_table().expect("a table").keys().cloned());
        }
        keys.extend(value["player"][0].as_table().expect("a player").keys().cloned());
        assert!(keys.len() > 40, "{keys:?}");
        for key in keys {
            let said = bare.lines().any(|line| {
                line.starts_with(&format!("{key} ="))
                    || line.starts_with(&format!("[{key}]"))
                    || line.starts_with(&format!("[[{key}]]"))
                    || line.starts_with(&format!("[player.{key}]"))
            });
            assert!(said, "{key}");
        }
    }

    #[test]
    fn errors_have_lines() {
        let text = "game = 'go'\ntime = 'x'\n\n[rulings]\nmargin = -1\n\n[[player]]\nengine = 'a'\n\n[[ player ]]\ntime= '1'\n";
        let cases = [
            (None, "time", Some(2)),
            (None, "margin", Some(5)),
            (None, "size", None),
            (Some(0), "engine", Some(8)),
            (Some(0), "time", Some(7)),
            (Some(1), "time", Some(11)),
            (Some(1), "engine", Some(10)),
            (Some(2), "engine", None),
        ];
        for (player, key, line) in cases {
            let error = PlanError { player, key, text: String::new() };
            assert_eq!(line_of(text, &error), line, "{player:?} {key}");
        }
    }

    #[test]
    fn journals_lie_beside_the_event() {
        let path = |shard: &str| beside(Path::new("a/b.toml"), shard.parse().expect("a shard"));
        assert_eq!(path("1/1"), Path::new("a/b.jsonl"));
        assert_eq!(path("2/3"), Path::new("a/b.2-of-3.jsonl"));
    }
}
