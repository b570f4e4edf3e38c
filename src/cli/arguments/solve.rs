//! Arguments of `tesuji solve`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What is to be proved.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The score in discs.
    Exact,
    /// Who wins; takes less.
    Outcome,
}

/// What to solve.
#[derive(Args, Debug)]
pub struct SolveOptions {
    /// Files of positions, in any format of `convert`; of a game, the position at its end. - is standard input.
    #[arg(value_name = "FILE", required_unless_present = "position")]
    pub files: Vec<PathBuf>,
    /// A position as text, in any of these formats; may be repeated.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Vec<String>,
    /// Search threads; 0 = as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=256), default_value = "1")]
    pub threads: u64,
    /// MiB for what is remembered.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(8..=1_048_576), default_value = "256")]
    pub memory: u64,
    /// What to prove.
    #[arg(long, value_name = "WHAT", default_value = "exact")]
    pub proof: Proof,
    /// Search only that many plies, unless fewer squares are empty: estimates instead of proofs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=60))]
    pub depth: Option<i32>,
    /// How sure, per cent, the search must be to cut a line by a shallower search: 73, 87, 95, 98, 99, or 100 for no such
    /// cuts. Below 100 scores are estimates.
    #[arg(long, value_name = "PERCENT", value_parser = ["73", "87", "95", "98", "99", "100"], default_value = "100")]
    pub confidence: String,
    /// The first position, by the numbers of the table.
    #[arg(long, value_name = "N", default_value = "0")]
    pub from: u32,
    /// The last position.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    pub to: u32,
    /// Solve every move, not the best alone, and list all of them on a line of their own.
    #[arg(long)]
    pub all_moves: bool,
}

/// Examples under the help.
pub const HELP: &str = "\
The table has a line for each position: number, empty squares, best move, score in discs for the side to move (empty squares to the winner), the score that the file tells, ok or WRONG (differs where only an estimate was asked for), positions visited, seconds, millions of positions a second. Numbers are those of a suite of numbered positions (NUMBER; CELLS; SIDE; A2:+38 C7:+36, see protocol-tests/reversi), otherwise positions are counted from 1 through all files. A forced pass of the side to move is shown as pass. With --proof outcome scores are win, draw or loss. What is remembered is forgotten before each position, so with one thread the visits of a position do not depend on the others; the time that takes is not counted.

Exit status: 0 all solved and none wrong, 1 a score or best move is not what the file tells, or stopped by Ctrl-C, 2 wrong options.

Examples:
  tesuji solve protocol-tests/reversi/ffo.txt --from 40 --to 49
  tesuji solve game.ggf suite.obf --threads 0 --memory 1024 --proof outcome
  tesuji solve suite.obf --all-moves
  tesuji solve --position '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'
  tesuji solve hard.obf --depth 16 --confidence 95";
