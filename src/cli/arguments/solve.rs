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

/// Moves that a win at Gomoku may be made of.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Every move threatens a five.
    Fours,
    /// Every move threatens a five, or an open four or two fours.
    Threats,
}

/// What to solve.
#[derive(Args, Debug)]
pub struct SolveOptions {
    /// Files of positions; of a game, the position at its end. Othello in any format of `convert`, Gomoku as SGF, as puzzles or as
    /// games in short (see below). - is standard input.
    #[arg(value_name = "FILE", required_unless_present = "position")]
    pub files: Vec<PathBuf>,
    /// A position as text, in any of these formats; may be repeated.
    ///
    /// Example: tesuji solve --position 'freestyle 15 h8 a1 h9 a3 h10 a5'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Vec<String>,
    /// Search threads; 0 = as many as there are processors. Gomoku uses one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=256), default_value = "1")]
    pub threads: u64,
    /// MiB for what is remembered.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(8..=1_048_576), default_value = "256")]
    pub memory: u64,
    /// What to prove of Othello.
    #[arg(long, value_name = "WHAT", default_value = "exact")]
    pub proof: Proof,
    /// Othello: search only that many plies, unless fewer squares are empty: estimates instead of proofs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=60))]
    pub depth: Option<i32>,
    /// Othello: how sure, per cent, the search must be to cut a line by a shallower search: 73, 87, 95, 98, 99, or 100 for no
    /// such cuts. Below 100 scores are estimates.
    #[arg(long, value_name = "PERCENT", value_parser = ["73", "87", "95", "98", "99", "100"], default_value = "100")]
    pub confidence: String,
    /// The first position, by the numbers of the table.
    #[arg(long, value_name = "N", default_value = "0")]
    pub from: u32,
    /// The last position.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    pub to: u32,
    /// Othello: solve every move, not the best alone, and list all of them on a line of their own.
    #[arg(long)]
    pub all_moves: bool,
    /// Gomoku: what the side to move may win by. Puzzles that tell are asked for what they tell.
    #[arg(long, value_name = "WHAT", default_value = "threats")]
    pub by: By,
    /// Gomoku: only wins in at most that many plies, the five included.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=625))]
    pub plies: Option<u16>,
    /// Gomoku: visit at most that many positions for each; 0 = no bound.
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub nodes: u64,
    /// Gomoku: be content with the first win found. Otherwise the shortest is looked for.
    #[arg(long)]
    pub any_win: bool,
    /// Gomoku: the rules of games that do not tell theirs.
    #[arg(long, value_name = "RULES", default_value = "freestyle")]
    pub rules: String,
}

/// Examples under the help.
pub const HELP: &str = "\
Othello. The table has a line for each position: number, empty squares, best move, score in discs for the side to move (empty squares to the winner), the score that the file tells, ok or WRONG (differs where only an estimate was asked for), positions visited, seconds, millions of positions a second. Numbers are those of a suite of numbered positions (NUMBER; CELLS; SIDE; A2:+38 C7:+36, see protocol-tests/reversi), otherwise positions are counted from 1 through all files. A forced pass of the side to move is shown as pass. With --proof outcome scores are win, draw or loss. What is remembered is forgotten before each position, so with one thread the visits of a position do not depend on the others; the time that takes is not counted.

Gomoku. The side to move is asked for a forced win by continuous threats. The table has a line for each position: number, first move, plies to the five (<= where fewer were not ruled out; none = there is no win of that kind, though there may be others; open = not found out within --nodes), the plies that the file tells, ok or WRONG, positions visited, seconds, millions of positions a second, name; and below, the win with a longest defence. A position is a game in short (RULES SIZE MOVES, as renju 15 h8 g7 h7) or a puzzle (NAME; RULES; SIZE; BLACK; WHITE; black or white to move; fours or threats; PLIES or none; LINE, of which only the first six are needed; see protocol-tests/gomoku/mates.txt), one a line, or a game as SGF GM[4]. Rules are freestyle, standard, renju, caro, exact-caro. All files of one run are of one game.

Exit status: 0 all solved and none wrong, 1 an answer is not what the file tells, was not found out, or the run was stopped by Ctrl-C, 2 wrong options.

Examples:
  tesuji solve protocol-tests/reversi/ffo.txt --from 40 --to 49
  tesuji solve game.ggf suite.obf --threads 0 --memory 1024 --proof outcome
  tesuji solve suite.obf --all-moves
  tesuji solve --position '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'
  tesuji solve hard.obf --depth 16 --confidence 95
  tesuji solve protocol-tests/gomoku/mates.txt
  tesuji solve --position 'freestyle 15 h8 a1 h9 a3 j8' --by fours
  tesuji solve game.sgf --rules renju --plies 15 --nodes 1000000";
