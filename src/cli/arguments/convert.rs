//! Arguments of `tesuji convert`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What Othello records are written as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// SGF of Othello (GM 2), squares as f5; a collection.
    Sgf,
    /// GGF, one game a line (NBoard, GGS).
    Ggf,
    /// Moves run together, one game a line; games from the standard start only.
    Transcript,
    /// The position at the end (or before --move), one a line; with the scores of moves that came with it.
    Obf,
    /// A table for people: number, date, place, players, result, moves.
    List,
}

/// What to convert.
#[derive(Args, Debug)]
pub struct ConvertOptions {
    /// Files; - is standard input. Files of WTHOR players (.JOU) and tournaments (.TRN) among them give the games of the
    /// others their names.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_name = "FORM")]
    pub to: Form,
    /// Take only what comes before this move; 0 or a number beyond the last move = whole games.
    #[arg(long = "move", value_name = "N", default_value = "0")]
    pub number: usize,
    /// Write here instead of to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Examples under the help.
pub const HELP: &str = "\
Formats that are read, told by their content: SGF (GM[2]), GGF, transcripts (f5d6c3..., a game a line), OBF (a position a line), numbered test positions (NUMBER; CELLS; SIDE; A2:+38 C7:+36), WTHOR (.wtb, .JOU, .TRN), and pasted positions: FFO or GGS boards in rows or one line, x X b B * for Black, o O w W for White, . - _ for empty, side to move and moves after it if you like. Moves are checked; forced passes that were left out are put in.

Examples:
  tesuji convert games.ggf --to sgf > games.sgf
  tesuji convert WTH_2019.wtb WTHOR.JOU WTHOR.TRN --to list
  echo f5d6c3d3c4f4 | tesuji convert - --to ggf
  tesuji convert game.sgf --move 40 --to obf";
