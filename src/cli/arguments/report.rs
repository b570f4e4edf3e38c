//! Arguments of what shows games: `report`, `render`, `selfplay`.

use crate::base::BoardSize;
use clap::Args;
use std::path::PathBuf;

/// What to report on.
#[derive(Args, Debug)]
#[command(after_help = REPORT_HELP)]
pub struct ReportOptions {
    /// Journals (those of several shards of one event are merged), or the event's TOML file, whose journals are read.
    #[arg(value_name = "JOURNAL|EVENT.toml", required = true)]
    pub events: Vec<PathBuf>,
    /// Write the page here instead of beside the first journal; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the tables as text only; no page is written unless --html says so.
    #[arg(long)]
    pub text: bool,
    /// Write the standings as CSV (RFC 4180); - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write one row a game as CSV; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub games_csv: Option<PathBuf>,
}

const REPORT_HELP: &str = "\
Without options the page is written beside the first journal (its name with .html) and the tables are printed. The page is one file that needs no network: cross table, ratings with 95 % intervals, score over the games, margins, times, lengths, faults, and every game to step through (keys: left, right, home, end). A part of its address selects a game and a move: EVENT.html#game=3&move=20.

Examples:
  tesuji report event.jsonl
  tesuji report shard-*.jsonl --html event.html
  tesuji report EVENT.toml --text --games-csv games.csv

Exit status: 0 done, 1 a journal cannot be read or a file not be written, 2 wrong options.";

/// What to draw.
#[derive(Args, Debug)]
#[command(after_help = RENDER_HELP)]
pub struct RenderOptions {
    /// The record; its first game and main line are read.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Draw the position before this move; 0 or a number beyond the last move = at the end.
    #[arg(long = "move", value_name = "N", default_value = "0")]
    pub number: usize,
    /// Where to write the picture; standard output if not given.
    #[arg(short, long, value_name = "FILE.svg")]
    pub output: Option<PathBuf>,
    /// Letters and numbers at the edge.
    #[arg(long)]
    pub coordinates: bool,
    /// Number the stones from this move on; moves whose stone is no longer to be seen are listed below the board.
    #[arg(long, value_name = "FROM", value_parser = clap::value_parser!(u32).range(1..))]
    pub numbers: Option<u32>,
}

const RENDER_HELP: &str = "\
Examples:
  tesuji render game.sgf -o end.svg
  tesuji render game.sgf --move 31 --numbers 1 --coordinates -o opening.svg

Exit status: 0 done, 1 the record cannot be read or the picture not be written, 2 wrong options.";

/// What to play.
#[derive(Args, Debug)]
#[command(after_help = SELFPLAY_HELP)]
pub struct SelfplayOptions {
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: String,
    /// Board: N for a square, WxH for a rectangle [default: 9 for Go, otherwise the game's usual one].
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Who plays Black: a value of the game's option `engine` (such as mcts, uct, random), options key=value after it, or
    /// human [default: the game's usual engine].
    #[arg(long, value_name = "ENGINE")]
    pub black: Option<String>,
    /// Who plays White.
    #[arg(long, value_name = "ENGINE")]
    pub white: Option<String>,
    /// Most seconds for a move of an engine [default: 1, without --playouts].
    #[arg(long, value_name = "SECONDS", conflicts_with = "playouts")]
    pub time_per_move: Option<String>,
    /// Playouts for a move of an engine.
    #[arg(long, value_name = "N")]
    pub playouts: Option<String>,
    /// Seconds to wait after each move, so that it can be seen.
    #[arg(long, value_name = "SECONDS", default_value = "0.5", allow_negative_numbers = true, value_parser = delay)]
    pub delay: f64,
    /// End the game after so many moves; 0 = play to the end.
    #[arg(long, value_name = "N", default_value = "0")]
    pub moves: usize,
    /// Write the record here, also when the game is broken off.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Never clear the screen: print one board after the other, as is done when standard output is no terminal.
    #[arg(long)]
    pub plain: bool,
    /// Seed of all chance; -1 = a new one each time. The same seed plays the same game where engines have a number of
    /// playouts and one thread (threads=1).
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<String>,
}

const SELFPLAY_HELP: &str = "\
A human types moves such as D4, pass, undo (takes back to the human's last move), resign or quit. Ctrl-C ends the game; the record is written all the same.

Examples:
  tesuji selfplay                                            the engine against itself on 9x9
  tesuji selfplay --black human --white \"uct playouts=500\"
  tesuji selfplay --size 13 --black \"mcts threads=1\" --white \"uct threads=1\" --playouts 500 --seed 1 --delay 0 --plain --sgf game.sgf

Exit status: 0 the game ended or was ended by the user, 1 the record cannot be written, 2 wrong options.";

fn delay(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=3600.0).contains(&value) => Ok(value),
        _ => Err("a delay is a number of seconds from 0 to 3600".into()),
    }
}
