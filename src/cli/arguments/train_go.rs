//! Arguments of the training sub-commands for Go.

use super::finite;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What to unpack.
#[derive(Args, Debug)]
pub struct GoExportOptions {
    /// The labelled positions: xz shards.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// How the names of the files to write begin.
    #[arg(long, value_name = "PREFIX")]
    pub out: String,
}

/// How to play against oneself.
#[derive(Args, Debug)]
pub struct SelfplayTraining {
    /// The game: go.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: String,
    /// The network to play with: built-in, or a file.
    #[arg(long, value_name = "FILE", default_value = "built-in")]
    pub net: String,
    /// Komi; half of the games are played with others up to 4 points away.
    #[arg(long, value_name = "POINTS", default_value = "7", value_parser = finite)]
    pub komi: f32,
    /// Visits of a move that is recorded.
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u64).range(2..))]
    pub visits: u64,
    /// Visits of a move that is not.
    #[arg(long, value_name = "N", default_value = "32", value_parser = clap::value_parser!(u64).range(1..))]
    pub fast: u64,
    /// Share of the moves that are recorded.
    #[arg(long, value_name = "SHARE", default_value = "0.25", value_parser = share)]
    pub recorded: f64,
    /// Moves that share the visits of a recorded move; a quarter as many of another.
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u32).range(2..=64))]
    pub considered: u32,
    /// Most moves at the beginning that are drawn by the policy.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub opening: u32,
    /// Which games.
    #[command(flatten)]
    pub games: GamesToMake,
}

/// How to have positions labelled that a search meets.
#[derive(Args, Debug)]
pub struct DistilOptions {
    /// The network that plays, whose searches choose the positions: built-in, or a file.
    #[arg(long, value_name = "FILE", default_value = "built-in")]
    pub net: String,
    /// The network that labels them.
    #[arg(long, value_name = "FILE")]
    pub teacher: String,
    /// Komi; half of the games are played with others up to 4 points away.
    #[arg(long, value_name = "POINTS", default_value = "7", value_parser = finite)]
    pub komi: f32,
    /// Visits of a move.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(2..))]
    pub visits: u64,
    /// Leaves of the search tree labelled at each move, beside the position itself.
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub leaves: u32,
    /// Most moves at the beginning that are drawn by the policy.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub opening: u32,
    /// Which games.
    #[command(flatten)]
    pub games: GamesToMake,
}

/// Games that are made file by file.
#[derive(Args, Debug)]
pub struct GamesToMake {
    /// Side of the board.
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u32).range(5..=19))]
    pub size: u32,
    /// Which files of 50 games to make: from the first number up to, not including, the second.
    #[arg(long, value_name = "FROM:TO")]
    pub slices: String,
    /// Seed of all games.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(..1 << 20))]
    pub seed: u64,
    /// Games played side by side.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Folder for the files.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// What to label, and by whom.
#[derive(Args, Debug)]
pub struct LabelOptions {
    /// Game records of Go (SGF); every game of a file, main lines only.
    #[arg(value_name = "FILE.sgf", required = true)]
    pub files: Vec<PathBuf>,
    /// Command line of the engine that labels.
    #[arg(long, value_name = "CMD")]
    pub teacher: String,
    /// How the names of the files to write begin: PREFIX.SIDE.bin, and PREFIX.jsonl, which tells what is done.
    #[arg(long, value_name = "PREFIX")]
    pub out: String,
    /// Visits of the root for a position. With 1 the policy is that of the engine's network (its priors), otherwise that of
    /// the visits.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub visits: u64,
    /// Share of the positions that are labelled, drawn by chance.
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = share)]
    pub share: f64,
    /// Seed of that choice.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Rules of games whose records do not tell them.
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    pub rules: String,
    /// Komi of games whose records do not tell it.
    #[arg(long, value_name = "POINTS", default_value = "7.5", allow_negative_numbers = true, value_parser = finite)]
    pub komi: f32,
    /// Whose side the engine's numbers are told from (KataGo's reportAnalysisWinratesAs).
    #[arg(long, value_name = "SIDE", value_enum, default_value = "detect")]
    pub perspective: Side,
    /// Seconds to wait for an answer. KataGo may need minutes for its first start on a machine.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = patience)]
    pub patience: f64,
}

/// Whose side numbers are told from.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Found out by two questions about a position that White wins.
    Detect,
    /// The player to move: KataGo over GTP, if its configuration does not say otherwise.
    Mover,
    /// Always Black.
    Black,
    /// Always White.
    White,
}

/// How to fit the odds of Go moves.
#[derive(Args, Debug)]
pub struct GoPriorsOptions {
    /// The labelled positions: xz shards.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// A shard to measure with; nothing is fitted to it.
    #[arg(long, value_name = "FILE")]
    pub holdout: PathBuf,
    /// Most positions for each kind of board.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), default_value = "40000")]
    pub positions: u64,
    /// Seed of the choice and the order of positions.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Where to write the table.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("a share is a number from 0 to 1".into()),
    }
}

fn patience(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 86_400.0 => Ok(value),
        _ => Err("a time is more than 0 and at most 86400 seconds".into()),
    }
}
