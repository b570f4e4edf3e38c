//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// A scripted engine: for tests of programs that run engines.
///
/// It speaks GTP, the Gomocup protocol or NBoard, plays the moves it is told to (or random ones), and goes wrong in the way, the
/// games and at the move it is told to. A match runner that gets the results right against it will get them right against real
/// engines that fail.
#[derive(Parser, Debug)]
#[command(name = "fake_engine", after_long_help = EXAMPLES)]
pub struct Arguments {
    /// The protocol.
    #[arg(long, value_enum, default_value_t = Protocol::Gtp)]
    pub protocol: Protocol,
    /// What it calls itself.
    #[arg(long, default_value = "fake", value_name = "TEXT")]
    pub name: String,

    /// The moves it plays in every game, in the protocol's spelling (`D4 E5 pass`; `7,7 8,7`; `F5 PA`), whatever the position.
    #[arg(long, default_value = "", value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: String,
    /// After those: random legal moves (in Go none into an own eye). The same seed plays the same games.
    #[arg(long, value_name = "SEED")]
    pub random: Option<u64>,
    /// The game whose rules random moves keep to.
    #[arg(long, default_value = "go", value_name = "GAME")]
    pub game: String,
    /// Their rule set, as the game names it.
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Random moves in a game; then comes `--then`.
    #[arg(long, value_name = "N", requires = "random")]
    pub random_moves: Option<usize>,
    /// What it does when no moves are left, each time.
    #[arg(long, value_enum, default_value_t = Act::Pass, value_name = "ACT")]
    pub then: Act,

    /// What goes wrong in some games.
    #[arg(long, value_enum, value_name = "ACT")]
    pub fault: Option<Act>,
    /// In every N-th game.
    #[arg(long, value_name = "N", requires = "fault", value_parser = clap::value_parser!(u64).range(1..))]
    pub fault_every: Option<u64>,
    /// In these games, counted from 1.
    #[arg(long, value_name = "N,N", requires = "fault", value_delimiter = ',')]
    pub fault_games: Vec<u64>,
    /// In place of which own move of the game.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub fault_move: usize,
    /// A file in which games are counted, one byte each: so that the count goes on when the engine is started again, or runs
    /// several times at once. A game counts from its first move.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// The answer to `final_score` (GTP). Without it, and without `--random`, the command is unknown.
    #[arg(long, value_name = "RESULT")]
    pub score: Option<String>,
    /// Thinks for that share of the time it has left by the clocks it was told (in overtime: of a move's share).
    #[arg(long, value_name = "PERCENT")]
    pub use_clock: Option<f64>,
    /// Thinks for that many seconds a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    pub slow: f64,
    /// Waits that many seconds before it reads anything.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    pub slow_start: f64,
    /// Ends at once, with exit status 3.
    #[arg(long)]
    pub no_start: bool,
    /// Ends neither at `quit` nor at the end of its input.
    #[arg(long)]
    pub no_quit: bool,
    /// Talks before every answer: a line of noise on standard output, or 100 KB on standard error.
    #[arg(long, value_enum, value_name = "WHERE")]
    pub chatter: Option<Chatter>,
    /// A file to which every received line is appended.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Stands before a real GTP engine: everything goes to it and comes from it, but for the faults.
    #[arg(
        long,
        value_name = "COMMAND",
        conflicts_with_all = ["moves", "random", "then", "score", "use_clock", "slow", "chatter", "name"]
    )]
    pub wrap: Option<String>,
}

/// The protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Protocol {
    /// GTP 2, Go and every game of tesuji
    Gtp,
    /// The Gomocup (Piskvork) protocol
    Gomocup,
    /// NBoard 2
    #[value(name = "nboard")]
    NBoard,
}

/// What an engine may do in place of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Act {
    /// Passes (Gomocup: answers ERROR)
    Pass,
    /// Resigns (Gomocup: answers ERROR; NBoard: passes)
    Resign,
    /// Ends with exit status 1 and some last words on standard error
    Crash,
    /// Ends with exit status 0 without a word
    SilentExit,
    /// Says nothing and reads nothing any more
    Hang,
    /// Moves onto a stone (on the empty board: off the board)
    Illegal,
    /// Answers that it cannot (`?`, `ERROR`; NBoard has no such answer: nonsense)
    Error,
    /// Answers in the right form, but what it says is no move
    Nonsense,
    /// Writes a line that is no answer, and does not answer
    Garbage,
    /// Writes without end, no line feeds
    Flood,
    /// Writes lines without end
    FloodLines,
    /// Moves after twice the time it has left (no clock: after a second)
    Late,
}

/// Where it talks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Chatter {
    /// Standard output
    Stdout,
    /// Standard error
    Stderr,
}

const EXAMPLES: &str = "\
Examples:
  fake_engine --moves 'D4 E5' --then resign
  fake_engine --random 1 --fault crash --fault-every 5 --state /tmp/games
      random Go; the second own move of every fifth game is a crash
  fake_engine --random 1 --use-clock 90
      uses 90 % of the time left for each move: a runner must not count one late
  fake_engine --protocol gomocup --moves '7,7 8,8' --then hang
  fake_engine --wrap 'gnugo --mode gtp' --fault illegal --fault-games 2,5 --state /tmp/games

Exit status: 0 after quit or the end of input, 1 a crash on purpose, 2 a wrong command line or a wrapped engine that has ended, 3 --no-start.";
