//! Arguments of the training sub-commands for Gomoku.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The steps of training Gomoku's weights.
#[derive(Subcommand, Debug)]
pub enum GomokuTraining {
    /// Play games against oneself and write them.
    ///
    /// A game begins with a few random moves that a search calls fair, and goes on with a search of --nodes positions a
    /// move until one of them sees who wins. Files of 500 games, a line each (rule, side of the board, opening moves, what
    /// Black got, moves with values), go into the folder --out, each written as a whole; those that are there already are left
    /// alone, so the same command goes on where it was stopped. The same options give the same files.
    ///
    /// Example: tesuji train gomoku play --weights gen0.bin --rules renju --nodes 3000 --slices 0:10 --out gen1
    #[command(verbatim_doc_comment)]
    Play(GomokuPlayOptions),
    /// Fit weights to the games of self-play files.
    ///
    /// The worth of points and threats by logistic regression against results, the urgency of points against the moves
    /// searches chose; once for Renju and once for all other rules, where there are games of them, from the weights --weights on. Every twentieth game is held
    /// out and measured with: cross-entropy, error of the chance, and how often the searched move was the most urgent,
    /// before and after. The same files give the same weights.
    ///
    /// Example: tesuji train gomoku fit --weights gen0.bin --data gen1 --out gen1.bin
    #[command(verbatim_doc_comment)]
    Fit(GomokuFitOptions),
    /// Play a match between two sets of weights.
    ///
    /// Every fair opening is played twice, with either colour; both players look at --nodes positions a move. Prints the score
    /// with its 95 % interval (Wilson).
    ///
    /// Example: tesuji train gomoku duel --new gen1.bin --old gen0.bin --rules standard --nodes 5000 --games 400
    #[command(verbatim_doc_comment)]
    Duel(GomokuDuelOptions),
}

/// What games are played.
#[derive(Args, Debug)]
pub struct GomokuGames {
    /// The rule: freestyle, standard, renju, caro or exact-caro.
    #[arg(long, value_name = "NAME", default_value = "freestyle")]
    pub rules: String,
    /// Side of the board.
    #[arg(long, value_name = "N", default_value = "15", value_parser = clap::value_parser!(u32).range(9..=25))]
    pub size: u32,
    /// Positions a search may look at for a move.
    #[arg(long, value_name = "N", default_value = "3000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Most random moves of an opening.
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub opening: u32,
    /// Largest chance per cent that either side may have in an opening.
    #[arg(long, value_name = "N", default_value = "80", value_parser = clap::value_parser!(u32).range(51..=100))]
    pub fair: u32,
    /// Seed of all games.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Games played side by side.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

/// How to play.
#[derive(Args, Debug)]
pub struct GomokuPlayOptions {
    /// Weights to play with (a file, or `hand` for those made by hand); those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// The games.
    #[command(flatten)]
    pub games: GomokuGames,
    /// Chance in a thousand that a move is drawn at random from those near stones.
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub stray: u32,
    /// Which files of 500 games to make: from the first number up to, not including, the second.
    #[arg(long, value_name = "FROM:TO")]
    pub slices: String,
    /// Folder for the files.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// How to fit.
#[derive(Args, Debug)]
pub struct GomokuFitOptions {
    /// Weights to begin with (a file, or `hand`); those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Folders of self-play files.
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Times through all positions.
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Share of the search's value in what positions are fitted to; the rest is the result.
    #[arg(long, value_name = "X", default_value = "0.5")]
    pub trust: f32,
    /// Length of a step.
    #[arg(long, value_name = "X", default_value = "6")]
    pub rate: f32,
    /// Where to write the weights.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// How to compare.
#[derive(Args, Debug)]
pub struct GomokuDuelOptions {
    /// The weights to be judged.
    #[arg(long, value_name = "FILE")]
    pub new: PathBuf,
    /// The weights to be beaten (a file, or `hand`); those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub old: Option<PathBuf>,
    /// The games to play.
    #[command(flatten)]
    pub play: GomokuGames,
    /// How many; every opening gives two.
    #[arg(long, value_name = "N", default_value = "400")]
    pub games: u64,
}
