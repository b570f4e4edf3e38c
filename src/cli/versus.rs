//! `tesuji match`: two players, from the command line.

use super::Usage;
use super::arguments::tournament::{MatchOptions, PlayingOptions};
use super::event;
use crate::session::{self, write_file};
use crate::tournament::{Event, Format, Plan, PlanError, PlayerSpec, Rulings, Shard};
use anyhow::{Context, Result};
use std::path::Path;

/// Plays the match, or goes on with it.
pub fn run(said: &MatchOptions) -> Result<()> {
    let event = event_of(said);
    if let Some(path) = &said.save_event {
        Plan::new(event.clone()).map_err(|error| refuse(&error))?;
        return save(path, &event);
    }
    let options = event::Options {
        shard: said.playing.shard.unwrap_or(Shard::WHOLE),
        dry_run: said.playing.dry_run,
    };
    event::run(event, &options, &|error| refuse(error).0)
}

fn save(path: &Path, event: &Event) -> Result<()> {
    let text = toml::to_string(event).context("the event cannot be written as TOML")?;
    Ok(write_file(path, text.as_bytes())
        .map_err(|error| Usage(format!("cannot write {}: {error}", path.display())))?)
}

/// The event that these options describe.
fn event_of(said: &MatchOptions) -> Event {
    let player = |engine: &str, name: &Option<String>, time: &Option<String>| PlayerSpec {
        name: name.clone().unwrap_or_default(),
        engine: engine.into(),
        time: time.clone(),
        playouts: said.playouts,
        ..PlayerSpec::default()
    };
    let usual = Rulings::default();
    // Renju is Gomoku under its own rules.
    let (game, rules) = match session::named(&said.game) {
        Some((row, implied)) => (row.name, said.rules.clone().or(implied.map(str::to_owned))),
        None => (said.game.as_str(), said.rules.clone()),
    };
    let mut event = Event {
        name: "match".into(),
        game: game.into(),
        size: said.size.map(|size| size.to_string()).unwrap_or_default(),
        komi: said.komi,
        rules,
        set: said.set.iter().cloned().collect(),
        handicap: said.handicap,
        format: Format::Match,
        games: said.games,
        openings: said.openings.clone(),
        opening_order: said.opening_order.into(),
        opening_moves: said.opening_moves,
        alternate: !said.no_alternate,
        swap2: said.swap2,
        time: said.time.clone(),
        rulings: Rulings {
            scorer: said.scorer.clone(),
            max_moves: said.max_moves,
            score_at_limit: said.score_at_limit,
            agree_winrate: said.agree.map(|(winrate, _)| winrate),
            agree_moves: said.agree.map_or(usual.agree_moves, |(_, moves)| moves),
            late: said.late.into(),
            illegal_moves_lose: said.illegal_moves_lose,
            margin: said.margin,
            patience: said.patience,
            ..usual
        },
        sprt: said.sprt,
        players: vec![
            player(&said.black, &said.black_name, &said.black_time),
            player(&said.white, &said.white_name, &said.white_time),
        ],
        ..Event::default()
    };
    apply(&said.playing, &mut event);
    event
}

/// What was said of the playing wins over what the event says.
pub(super) fn apply(said: &PlayingOptions, event: &mut Event) {
    let given = |path: &Option<std::path::PathBuf>| path.clone();
    event.journal = given(&said.journal).or(event.journal.take());
    event.sgf = given(&said.sgf).or(event.sgf.take());
    event.concurrency = said.concurrency.unwrap_or(event.concurrency);
    event.seed = said.seed.unwrap_or(event.seed);
    event.pin |= said.pin;
    event.recover &= !said.no_recover;
}

/// An error of the event in the words of the command line.
fn refuse(error: &PlanError) -> Usage {
    let side = match error.player {
        Some(0) => "black",
        Some(_) => "white",
        None => "",
    };
    let flag = match (side, error.key) {
        ("", "agree-winrate" | "agree-moves") => "agree".into(),
        ("", key) => key.into(),
        (side, "time") => format!("{side}-time"),
        (side, _) => side.to_string(),
    };
    Usage(format!("--{flag}: {}", error.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Arguments, Command};
    use crate::tournament::{LateMoves, OpeningOrder, OpeningSource, Scorer, SprtSpec};
    use clap::Parser;

    fn said(more: &[&str]) -> MatchOptions {
        let always = ["tesuji", "match", "--black", "random", "--white", "uct"];
        let arguments = Arguments::try_parse_from(always.iter().chain(more)).expect("options");
        match arguments.command {
            Some(Command::Match(options)) => *options,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn every_option_reaches_the_event_and_its_file() {
        let said = said(&[
            "--games",
            "7",
            "--size",
            "9x13",
            "--komi",
            "-0.5",
            "--rules",
            "aga",
            "--set",
            "ko=positional",
            "--handicap",
            "2",
            "--time",
            "60+1",
            "--black-time",
            "5",
            "--playouts",
            "9",
            "--openings",
            "list.txt",
            "--opening-order",
            "random",
            "--opening-moves",
            "3",
            "--no-alternate",
            "--swap2",
            "--scorer",
            "gnugo --mode gtp",
            "--max-moves",
            "80",
            "--score-at-limit",
            "--agree",
            "0.9:4",
            "--late",
            "tolerate",
            "--illegal-moves-lose",
            "3",
            "--margin",
            "0.5",
            "--patience",
            "7",
            "--sprt",
            "elo0=-5,elo1=5,beta=0.1",
            "--journal",
            "a.jsonl",
            "--sgf",
            "b/",
            "--concurrency",
            "3",
            "--pin",
            "--seed",
            "11",
            "--no-recover",
            "--white-name",
            "W",
            "--game",
            "Go",
        ]);
        let event = event_of(&said);
        let expected = Event {
            name: "match".into(),
            game: "go".into(),
            size: "9x13".into(),
            komi: Some(-0.5),
            rules: Some("aga".into()),
            set: [("ko".to_string(), "positional".to_string())].into(),
            handicap: 2,
            format: Format::Match,
            games: 7,
            rounds: 0,
            openings: OpeningSource::Path("list.txt".into()),
            opening_order: OpeningOrder::Random,
            opening_moves: 3,
            alternate: false,
            swap2: true,
            time: "60+1".into(),
            rulings: Rulings {
                scorer: Scorer::Command("gnugo --mode gtp".into()),
                max_moves: 80,
                score_at_limit: true,
                agree_winrate: Some(0.9),
                agree_moves: 4,
                late: LateMoves::Tolerate,
                illegal_moves_lose: 3,
                margin: 0.5,
                patience: 7.0,
                ..Rulings::default()
            },
            sprt: Some(SprtSpec { elo0: -5.0, elo1: 5.0, alpha: 0.05, beta: 0.1 }),
            concurrency: 3,
            pin: true,
            recover: false,
            seed: 11,
            journal: Some("a.jsonl".into()),
            sgf: Some("b/".into()),
            players: vec![
                PlayerSpec {
                    engine: "random".into(),
                    time: Some("5".into()),
                    playouts: Some(9),
                    ..PlayerSpec::default()
                },
                PlayerSpec {
                    name: "W".into(),
                    engine: "uct".into(),
                    playouts: Some(9),
                    ..PlayerSpec::default()
                },
            ],
        };
        assert_eq!(event, expected);
        for event in [event, event_of(&self::said(&[]))] {
            let text = toml::to_string(&event).expect("TOML");
            assert_eq!(toml::from_str::<Event>(&text).expect("an event"), event, "{text}");
        }
    }
}
