//! What was said to `tesuji match` and `tesuji tournament`.

use super::finite;
use crate::base::BoardSize;
use crate::tournament::{LateMoves, OpeningOrder, OpeningSource, Scorer, Shard, SprtSpec};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Below the options of `tesuji match`.
pub const MATCH_HELP: &str = "\
Examples:
  tesuji match --black mcts --white \"gnugo --mode gtp --level 1\" --size 9 --games 100 --time 60+1 --journal m.jsonl
  tesuji match --black \"uct playouts=200\" --white \"mcts playouts=200\" --size 9 --games 2000 --openings built-in
      --concurrency 2 --sprt elo0=0,elo1=30 --sgf records/
  tesuji match --black random --white random --size 5 --games 4 --dry-run

Progress goes to standard error (a live line on a terminal, a line a game elsewhere), the table at the end to standard output. Ctrl-C ends the games after the current moves, which then do not count, and prints the table; a second one ends everything at once. With --journal nothing that was finished is lost, whatever happens: the same command again plays what is missing.

An engine that cannot be started three times in a row loses no games by that: its games are left out, and the match is not completed. A game of a decided --sprt that is still being played is broken off.

Exit status: 0 the match is completed, or its test decided; 1 it is not; 2 wrong options, or a player that cannot be started or does not take the game, before anything is played; 130 ended at once.";

/// Below the options of `tesuji tournament`.
pub const EVENT_HELP: &str = "\
Examples:
  tesuji tournament --example > event.toml
  tesuji tournament event.toml --dry-run
  tesuji tournament event.toml --concurrency 2 --sgf records/
  tesuji tournament event.toml --shard 1/4       part 1 of 4, with the journal event.1-of-4.jsonl

Progress, interrupts and exit status are those of `tesuji match`: 0 the event is completed, or its test decided; 1 it is not; 2 a wrong file or options; 130 ended at once.";

/// What can be said of how an event is played, whatever it is.
#[derive(Args, Debug, Default)]
pub struct PlayingOptions {
    /// The journal, one JSON line a game. If the file is there, the event goes on: only missing games are played.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// SGF records: an existing folder (or a path that ends in /) for one file a game, game-0001.sgf and so on; otherwise
    /// one file for all games.
    #[arg(long, value_name = "PATH")]
    pub sgf: Option<PathBuf>,
    /// Games at the same time.
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Give each game processors of its own (there must be one for each).
    #[arg(long)]
    pub pin: bool,
    /// Seed of all chance: shuffled openings, the seeds that players get. The same seed gives the same schedule.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Play part I of N: the pairs of games whose number leaves the remainder I when divided by N. Every part needs a
    /// journal of its own; `tesuji report` merges them.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// End the event when an engine crashes, hangs or cannot be started, instead of starting it anew.
    #[arg(long)]
    pub no_recover: bool,
    /// Start and check the players, print the schedule, play nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// A match of two players.
#[derive(Args, Debug)]
pub struct MatchOptions {
    /// The first player, Black in game 1: a GTP command line, gtp:CMD, gomocup:CMD, nboard:CMD, sau:CMD, or a built-in engine
    /// (mcts, uct, random) with options, for example "mcts playouts=1000".
    #[arg(long, value_name = "PLAYER")]
    pub black: String,
    /// The second player.
    #[arg(long, value_name = "PLAYER")]
    pub white: String,
    /// Name of the first player; what the engine calls itself if not given.
    #[arg(long, value_name = "NAME")]
    pub black_name: Option<String>,
    /// Name of the second player.
    #[arg(long, value_name = "NAME")]
    pub white_name: Option<String>,
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: String,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "2")]
    pub games: usize,
    /// Board: N or WxH; the game's usual one if not given.
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Points for White.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = finite)]
    pub komi: Option<f32>,
    /// Rule set.
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// A part of the rules, for example ko=positional; may be repeated.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// Handicap stones on the fixed points.
    #[arg(long, value_name = "N", default_value = "0")]
    pub handicap: usize,
    /// Time of each player: none, 60 or 5m (absolute), 60+1 (with an increment), 60+10/5 (five moves in each ten seconds
    /// of overtime), 60+5x10 (five periods of ten seconds), 1/move.
    #[arg(long, value_name = "TIME", default_value = "none")]
    pub time: String,
    /// Time of the first player, in place of --time.
    #[arg(long, value_name = "TIME")]
    pub black_time: Option<String>,
    /// Time of the second player, in place of --time.
    #[arg(long, value_name = "TIME")]
    pub white_time: Option<String>,
    /// Playouts or nodes a move of both players, as far as their protocols can say it.
    #[arg(long, value_name = "N")]
    pub playouts: Option<u64>,
    /// Where openings come from: none, built-in, an SGF file or folder, or a text list.
    #[arg(long, value_name = "none|built-in|PATH", value_parser = opening_source, default_value = "none")]
    pub openings: OpeningSource,
    /// Order of the openings.
    #[arg(long, value_name = "ORDER", value_enum, default_value = "sequential")]
    pub opening_order: Order,
    /// Moves of an SGF record that belong to the opening; 0 = all.
    #[arg(long, value_name = "N", default_value = "0")]
    pub opening_moves: usize,
    /// The first player keeps Black in all games.
    #[arg(long)]
    pub no_alternate: bool,
    /// Gomoku games begin with the swap2 protocol.
    #[arg(long)]
    pub swap2: bool,
    /// Who decides the score of a game that ended by passes: the players if they agree and otherwise the referee, the
    /// referee, the board as it stands, or a GTP program.
    #[arg(long, value_name = "players|referee|board|CMD", value_parser = scorer, default_value = "players")]
    pub scorer: Scorer,
    /// Moves after which a game is broken off; 0 = three times the points of the board, and at least 30.
    #[arg(long, value_name = "N", default_value = "0")]
    pub max_moves: usize,
    /// Score a game that was broken off, instead of calling it a draw.
    #[arg(long)]
    pub score_at_limit: bool,
    /// End a game when both players have given one of them this win rate (0.5 to 1) for that many moves each.
    #[arg(long, value_name = "WINRATE:MOVES", value_parser = agreement)]
    pub agree: Option<(f64, usize)>,
    /// What a late move costs: the game, or nothing (it is counted).
    #[arg(long, value_name = "WHAT", value_enum, default_value = "lose")]
    pub late: Late,
    /// So many illegal moves in a row lose the game. With more than one the player is set back and asked again, and its
    /// time goes on; "--illegal-moves-lose 3 --time 1m/move" are the rules of some Reversi servers.
    #[arg(long, value_name = "N", default_value = "1")]
    pub illegal_moves_lose: usize,
    /// Seconds a move may be late, for the way through pipes and processes.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value = "0.1")]
    pub margin: f64,
    /// Seconds to wait for the answer to a command that no clock bounds; for a move without a clock, five times as long.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value = "60")]
    pub patience: f64,
    /// End the match when a sequential probability ratio test of the first player against the second is decided: Elo
    /// differences of the hypotheses, and the probabilities of error (0.05 each if not given).
    #[arg(long, value_name = "elo0=X,elo1=Y[,alpha=A,beta=B]", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<SprtSpec>,
    /// How it is played.
    #[command(flatten)]
    pub playing: PlayingOptions,
    /// Write this match as an event file for `tesuji tournament`, and play nothing.
    #[arg(long, value_name = "FILE.toml")]
    pub save_event: Option<PathBuf>,
}

/// An event from a file.
#[derive(Args, Debug)]
pub struct TournamentOptions {
    /// The event, as TOML.
    #[arg(value_name = "EVENT.toml", required_unless_present = "example")]
    pub event: Option<PathBuf>,
    /// Print an event file that explains every key.
    #[arg(long, conflicts_with_all = ["event", "dry_run"])]
    pub example: bool,
    /// How it is played; each of these wins over the file.
    #[command(flatten)]
    pub playing: PlayingOptions,
}

/// Order of openings.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they stand.
    Sequential,
    /// Shuffled by the seed.
    Random,
}

impl From<Order> for OpeningOrder {
    fn from(order: Order) -> OpeningOrder {
        match order {
            Order::Sequential => OpeningOrder::Sequential,
            Order::Random => OpeningOrder::Random,
        }
    }
}

/// What a late move costs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// The game.
    Lose,
    /// Nothing.
    Tolerate,
}

impl From<Late> for LateMoves {
    fn from(late: Late) -> LateMoves {
        match late {
            Late::Lose => LateMoves::Lose,
            Late::Tolerate => LateMoves::Tolerate,
        }
    }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().into(), value.trim().into()))
        }
        _ => Err("a part of the rules is KEY=VALUE".into()),
    }
}

fn opening_source(text: &str) -> Result<OpeningSource, String> {
    Ok(match text {
        "none" => OpeningSource::None,
        "built-in" => OpeningSource::BuiltIn,
        "" => return Err("none, built-in, or the path of a file or folder".into()),
        path => OpeningSource::Path(path.into()),
    })
}

fn scorer(text: &str) -> Result<Scorer, String> {
    Ok(match text {
        "players" => Scorer::Players,
        "referee" => Scorer::Referee,
        "board" => Scorer::Board,
        "" => return Err("players, referee, board, or the command line of a GTP program".into()),
        command => Scorer::Command(command.into()),
    })
}

fn agreement(text: &str) -> Result<(f64, usize), String> {
    let pair = text.split_once(':');
    pair.and_then(|(winrate, moves)| Some((winrate.parse().ok()?, moves.parse().ok()?)))
        .ok_or_else(|| "an agreement is WINRATE:MOVES, for example 0.95:4".into())
}

fn sprt(text: &str) -> Result<SprtSpec, String> {
    const FORM: &str = "a test is elo0=X,elo1=Y, with alpha=A and beta=B if wished";
    let (mut elo, mut error) = ([None; 2], [0.05; 2]);
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or(FORM)?;
        let value: f64 =
            value.trim().parse().map_err(|_| format!("{value} is no number; {FORM}"))?;
        match key.trim() {
            "elo0" => elo[0] = Some(value),
            "elo1" => elo[1] = Some(value),
            "alpha" => error[0] = value,
            "beta" => error[1] = value,
            other => return Err(format!("there is no {other:?}; {FORM}")),
        }
    }
    let [Some(elo0), Some(elo1)] = elo else { return Err(FORM.into()) };
    Ok(SprtSpec { elo0, elo1, alpha: error[0], beta: error[1] })
}
