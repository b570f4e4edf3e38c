//! Arguments of the training sub-commands for Reversi.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The steps of training Reversi's pattern weights.
#[derive(Subcommand, Debug)]
pub enum ReversiTraining {
    /// Play games against oneself and write their positions with results.
    ///
    /// A game begins with random moves, goes on with a search of --depth plies (--depth 0: with random moves) and is played
    /// perfectly from --solve empty squares on. Every position after the random part is written with the exact result and what
    /// the search thought. Files of 1000 games go into the folder --out, each written as a whole; those that are there
    /// already are left alone, so the same command goes on where it was stopped. The same options give the same files.
    ///
    /// Example: tesuji train reversi play --weights gen1.bin --depth 6 --slices 0:200 --out gen2
    #[command(verbatim_doc_comment)]
    Play(ReversiPlayOptions),
    /// Fit weights to the positions of self-play files.
    ///
    /// Least squares of the patterns' sum against results, stage by stage from the end of the game to its beginning, by
    /// conjugate gradients; each stage is pulled towards the one after it. Every twentieth file is held out and measured with:
    /// the mean absolute and root mean square error in discs are printed for each stage. The same files give the same weights.
    ///
    /// Example: tesuji train reversi fit --data gen1 gen2 --out gen2.bin
    #[command(verbatim_doc_comment)]
    Fit(ReversiFitOptions),
    /// Play a match between two sets of weights at a fixed depth.
    ///
    /// Every opening of random moves is played twice, with either colour. Both players see the same depth and play perfectly
    /// near the end as levels do (see the option depth). Prints the score with its 95 % interval (Wilson).
    ///
    /// Example: tesuji train reversi duel --new gen2.bin --old gen1.bin --depth 6 --games 400
    #[command(verbatim_doc_comment)]
    Duel(ReversiDuelOptions),
    /// Measure weights: the error against exact values of positions in an OBF file.
    Verify(ReversiVerifyOptions),
    /// Fit what Multi-ProbCut must know of how far shallow and deep values lie apart.
    ///
    /// Searches positions of self-play files to every depth and fits bias and deviation of the difference; prints the
    /// constants that src/engine/reversi/probcut.rs holds.
    Probcut(ReversiProbcutOptions),
}

/// How to play.
#[derive(Args, Debug)]
pub struct ReversiPlayOptions {
    /// Weights to play with; those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Plies of search for a move; 0 = moves stay random until the end is solved.
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(0..=20))]
    pub depth: u32,
    /// How sure, per cent, a search must be to cut a line by a shallower one.
    #[arg(long, value_name = "N", default_value = "73", value_parser = clap::value_parser!(u8).range(50..=100))]
    pub confidence: u8,
    /// Random moves at the beginning of a game: a number drawn evenly between the two.
    #[arg(long, value_name = "FROM:TO", default_value = "4:30")]
    pub random: String,
    /// Empty squares from which games are solved.
    #[arg(long, value_name = "N", default_value = "14", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub solve: u32,
    /// Chance per cent of a random move in the solved part.
    #[arg(long, value_name = "N", default_value = "15", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub stray: u32,
    /// Which files of 1000 games to make: from the first number up to, not including, the second.
    #[arg(long, value_name = "FROM:TO")]
    pub slices: String,
    /// Seed of all games.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Games played side by side.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Folder for the files.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// How to fit.
#[derive(Args, Debug)]
pub struct ReversiFitOptions {
    /// Folders of self-play files.
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Steps of conjugate gradients.
    #[arg(long, value_name = "N", default_value = "40", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub steps: u64,
    /// Pull of each weight towards that of the stage after it, in samples.
    #[arg(long, value_name = "X", default_value = "4")]
    pub pull: f32,
    /// Share of the search's value in what unsolved positions are fitted to; the rest is the result.
    #[arg(long, value_name = "X", default_value = "0.5")]
    pub trust: f32,
    /// Where to write the weights.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// How to compare.
#[derive(Args, Debug)]
pub struct ReversiDuelOptions {
    /// The weights to be judged.
    #[arg(long, value_name = "FILE")]
    pub new: PathBuf,
    /// The weights to be beaten; those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub old: Option<PathBuf>,
    /// Plies of search for a move.
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// How sure, per cent, a search must be to cut a line by a shallower one.
    #[arg(long, value_name = "N", default_value = "73", value_parser = clap::value_parser!(u8).range(50..=100))]
    pub confidence: u8,
    /// Games; every opening gives two.
    #[arg(long, value_name = "N", default_value = "400")]
    pub games: u64,
    /// Random moves of an opening.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=40))]
    pub random: u32,
    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Pairs of games played side by side.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

/// What to measure.
#[derive(Args, Debug)]
pub struct ReversiVerifyOptions {
    /// Weights; those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Positions with exact values (OBF).
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub positions: Vec<PathBuf>,
}

/// What to search.
#[derive(Args, Debug)]
pub struct ReversiProbcutOptions {
    /// Weights; those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Folder of self-play files.
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// How many positions to search.
    #[arg(long, value_name = "N", default_value = "3000")]
    pub positions: u64,
    /// Deepest search.
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u32).range(3..=20))]
    pub depth: u32,
    /// Positions with at most that many empty squares are solved as well.
    #[arg(long, value_name = "N", default_value = "18", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub exact: u32,
    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value = "5")]
    pub seed: u64,
}
