//! What is said to `tesuji book`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with a book.
#[derive(Subcommand, Debug)]
pub enum BookCommand {
    /// Build a book from the start position, or go on with one.
    ///
    /// Round by round the move out of the book that costs least to come to comes in: a ply costs --ply discs, a move that
    /// is worse than the best one what it gives away, whoever makes it. Then the best of the moves still outside is searched
    /// anew for every position that has lost its way out. The file is written as a whole every --save positions; where
    /// --out (or --in) holds a book already, that is gone on with, so the same command goes on where it was stopped. The
    /// same options give the same book, with as many threads; another --seed gives another one.
    ///
    /// Example: tesuji book build --positions 4000 --depth 18 --threads 2 --out book.bin
    #[command(verbatim_doc_comment)]
    Build(BookBuildOptions),
    /// Let the book of --in grow: build with a book to begin with.
    ///
    /// Example: tesuji book extend --in book.bin --positions 8000 --depth 18 --out larger.bin
    #[command(verbatim_doc_comment)]
    Extend(BookExtendOptions),
    /// Write a book as text, a position a line; the head of the text tells the format.
    ///
    /// Example: tesuji book export --in book.bin > book.txt
    #[command(verbatim_doc_comment)]
    Export(BookFile),
    /// Read such a text, check that all is legal, and write the book it amounts to.
    ///
    /// With --in the text is added to that book: where both know a position the deeper search stands, the text's if both are
    /// equally deep. Moves that nobody has searched are left to the next build or extend.
    ///
    /// Example: tesuji book import book.txt --in book.bin --out book.bin
    #[command(verbatim_doc_comment)]
    Import(BookImportOptions),
    /// Show what the book knows after some moves: each move with its value, depth, number of lines and best line.
    ///
    /// Example: tesuji book show f5d6c3
    #[command(verbatim_doc_comment)]
    Show(BookShowOptions),
    /// Check a book, as a file or as text: every position legal, every value what follows from the others.
    ///
    /// Prints how many positions there are, how many of them lines from the start come to, how deep they were searched and
    /// what the start is worth. Exit status 1 for positions with moves nobody has searched, or for stated values that
    /// do not follow.
    ///
    /// Example: tesuji book check book.txt
    #[command(verbatim_doc_comment)]
    Check(BookCheckOptions),
}

/// How to build.
#[derive(Args, Debug)]
pub struct BookBuildOptions {
    /// A book to begin with.
    #[arg(long = "in", value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// How the book grows.
    #[command(flatten)]
    pub growing: BookGrowing,
}

/// How to extend.
#[derive(Args, Debug)]
pub struct BookExtendOptions {
    /// The book to begin with.
    #[arg(long = "in", value_name = "FILE")]
    pub from: PathBuf,
    /// How the book grows.
    #[command(flatten)]
    pub growing: BookGrowing,
}

/// How a book grows.
#[derive(Args, Debug)]
pub struct BookGrowing {
    /// Positions of the finished book.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub positions: u32,
    /// Plies of each search.
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub depth: u8,
    /// Confidence of its selective cuts, per cent: 73, 87, 95, 98, 99, 100 (no such cuts).
    #[arg(long, value_name = "N", default_value = "73", value_parser = clap::value_parser!(u8).range(73..=100))]
    pub confidence: u8,
    /// What a ply costs, in discs: the less, the longer the lines and the fewer the moves beside the best ones.
    #[arg(long, value_name = "DISCS", default_value = "0.5", value_parser = ply_cost)]
    pub ply: f64,
    /// Positions with fewer empty squares do not come in.
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u32).range(10..=60))]
    pub empties: u32,
    /// Seed of small random costs that make another book; 0 = none.
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,
    /// Searches side by side.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// MiB of memory for each of them.
    #[arg(long, value_name = "MIB", default_value = "32", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub memory: u32,
    /// Pattern weights to search with; those of the program if not given.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Write the file every so many positions.
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..))]
    pub save: u32,
    /// Where to write the book.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Which book.
#[derive(Args, Debug)]
pub struct BookFile {
    /// The book; that of the program if not given.
    #[arg(long = "in", value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// What to read.
#[derive(Args, Debug)]
pub struct BookImportOptions {
    /// The text.
    #[arg(value_name = "TEXT")]
    pub text: PathBuf,
    /// A book to add it to.
    #[arg(long = "in", value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Where to write the book.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// What to show.
#[derive(Args, Debug)]
pub struct BookShowOptions {
    /// The moves from the start, as in f5d6c3; the start itself if none are given.
    #[arg(value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Which book.
    #[command(flatten)]
    pub book: BookFile,
}

/// What to check.
#[derive(Args, Debug)]
pub struct BookCheckOptions {
    /// A book, as a file or as text; that of the program if not given.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

fn ply_cost(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(discs) if (0.01..=64.0).contains(&discs) => Ok(discs),
        _ => Err("a ply costs 0.01 to 64 discs".into()),
    }
}
