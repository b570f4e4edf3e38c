//! What was said on the command line. Nothing here decides what it means.

mod book;
pub mod convert;
mod openings;
mod regression;
pub mod report;
pub mod solve;
pub mod tournament;
pub mod train;
pub mod train_go;
pub mod train_gomoku;

pub use book::{
    BookBuildOptions, BookCheckOptions, BookCommand, BookExtendOptions, BookFile, BookGrowing,
    BookImportOptions, BookShowOptions,
};
pub use openings::{MoveChoice, OpeningsOptions};
pub use regression::{ComplianceOptions, Protocol, RecordOptions, RegressOptions};

use crate::base::BoardSize;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A game engine behind a text protocol: GTP 2 on standard input and output, Go to play.
///
/// Without a sub-command, `tesuji` speaks GTP (the Go Text Protocol, version 2): attach it to Sabaki, GoGui, gtp2ogs,
/// kgsGtp, a CGOS client or a script, as command `tesuji` with arguments `gtp`.
#[derive(Parser, Debug)]
#[command(
    name = "tesuji",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP
)]
pub struct Arguments {
    /// Options of the gtp sub-command, when none is named.
    #[command(flatten)]
    pub gtp: PlayOptions,
    /// The sub-command.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const AFTER_HELP: &str = "\
Protocols: gtp (GTP 2 with the extensions of KataGo, KGS, GoGui and Leela Zero that clients use), nboard (Othello, versions 1 and 2), gomocup (Gomoku and Renju, with Yixin's extensions), sau (Phantom Go on the SAU platform).

Examples:
  tesuji                                        Go on 19x19 in GTP, Chinese rules
  tesuji gtp --size 9 --komi 7.5 --time-per-move 2
  tesuji gtp --rules tromp-taylor --threads 1 --playouts 2000 --seed 1
  tesuji gtp --set ko=positional --set lag_ms=500 --log-file game.log
  tesuji config --threads 2 > tesuji.toml       then: tesuji --config tesuji.toml

Exit status: 0 done, 1 failed, 2 wrong options or configuration. Diagnostics go to standard error; RUST_LOG (for example RUST_LOG=debug) says how many. The keys of --set are listed by `tesuji docs options`, the commands of GTP by `tesuji docs commands`.";

/// The sub-commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Speak GTP 2 on standard input and output (this is the default).
    Gtp(PlayOptions),
    /// Speak the NBoard protocol, versions 1 and 2, on standard input and output: Othello.
    ///
    /// For the NBoard window (Engine > Select Opponent, command `tesuji nboard`) and other hosts. Depth and clock come from the
    /// host; the options here are those of gtp. `tesuji docs nboard` tells every command.
    ///
    /// Example: tesuji nboard --threads 2 --set memory=512 --log-file othello.log
    #[command(verbatim_doc_comment)]
    Nboard(PlayOptions),
    /// Speak the Gomocup (Piskvork) protocol on standard input and output: Gomoku, Renju, Caro.
    ///
    /// For Gomocup managers (Piskvork, GomocupJudge, c-gomoku-cli) and, with Yixin's extensions, for Yixin-Board and
    /// gomoku-calculator. Board, rules, times and memory limit come from the manager; the options here are those of gtp, with
    /// one search thread unless told otherwise. A manager that starts a bare executable wants it under a name that begins
    /// with pbrain- (pbrain-tesuji, pbrain-tesuji64.exe): so called, and without arguments, this program is `tesuji gomocup`.
    /// `tesuji docs gomocup` tells every command.
    ///
    /// Examples:
    ///   tesuji gomocup
    ///   tesuji gomocup --threads 2 --set lag_ms=100 --log-file brain.log
    #[command(verbatim_doc_comment)]
    Gomocup(PlayOptions),
    /// Speak the text protocol of the SAU game platform on standard input and output: Phantom Go.
    ///
    /// For the platform of the Chinese computer games contest: the engine is the command line `tesuji sau`. Board 9x9 unless
    /// told otherwise. The platform has no clock: a turn, tries that are refused included, takes two seconds unless
    /// --time-per-move or --playouts says otherwise. Standard error, which the platform reads as answers, stays silent
    /// unless RUST_LOG is set. `tesuji docs sau` tells every command.
    ///
    /// Examples:
    ///   tesuji sau --time-per-move 5
    ///   tesuji sau --threads 2 --log-file phantom.log
    #[command(verbatim_doc_comment)]
    Sau(PlayOptions),
    /// Play against the engine in the terminal.
    ///
    /// Any game: vertices are typed as GTP spells them (D4, pass). In Phantom Go only the stones that your side knows of
    /// are shown, and what the referee says is read out; the true board is shown at the end.
    ///
    /// Examples:
    ///   tesuji play --game phantom-go --time-per-move 2
    ///   tesuji play --game reversi --color white --set depth=8
    #[command(verbatim_doc_comment)]
    Play(PlayCommand),
    /// Measure speeds, or print the bench signature.
    ///
    /// Go: random playouts and playouts of the search a second, for each board and number of threads. Reversi: leaves of
    /// perft 11 and positions searched a second, in searches of fixed positions to fixed depths: 14 plies with 35 empty squares
    /// at 73 % confidence, and 20 empty squares exactly. Its count of nodes is the same on every machine with one thread. Gomoku:
    /// stones put and taken back a second, and depth and positions a second of searches of ten positions, in --seconds each.
    ///
    /// Examples:
    ///   tesuji bench --game reversi --threads 1,2
    ///   tesuji bench --game gomoku --seconds 5
    #[command(verbatim_doc_comment)]
    Bench(BenchOptions),
    /// Count the move sequences of a length from the start of a game.
    ///
    /// Passes count as moves; a finished game of Reversi is one sequence whatever its length. Reversi on 8x8 is counted on
    /// bitboards with the instructions that the processor has, unless --slow is given; all else by the rules as games use them.
    ///
    /// Examples:
    ///   tesuji perft 11 --game reversi
    ///   tesuji perft 4 --rules tromp-taylor --size 3
    #[command(verbatim_doc_comment)]
    Perft(PerftOptions),
    /// Build, extend and read opening books of Reversi (8x8, most discs win).
    ///
    /// A book is a file of positions, each with what a search found to be the best move out of the book; all values follow
    /// from these. Positions that are images of each other, or reached by other orders of moves, are one. The program holds a
    /// book of its own (src/engine/reversi/book.bin), which the options book and book_random of play are about.
    #[command(subcommand)]
    Book(BookCommand),
    /// Make a list of balanced openings for matches.
    ///
    /// Plays beginnings of games by chance and keeps those after which the engine gives both players about the same
    /// chance; no two are alike up to the symmetries of the board. Prints a text list that `--openings FILE` of match and
    /// tournament reads: lines beginning with # tell how it was made, then an opening a line as vertices. The same
    /// options give the same list. Exit status 1 when there are too few such beginnings.
    ///
    /// Example: tesuji openings --size 9 --komi 7.5 --plies 4 --count 40 --playouts 4000 --balance 0.45:0.55 > go-9.txt
    #[command(verbatim_doc_comment)]
    Openings(OpeningsOptions),
    /// Print the board of a game record (SGF, or Othello in any format of `convert`) as text.
    Show(ShowOptions),
    /// Play games between two engines.
    ///
    /// Players are built-in engines or programs behind GTP, the Gomocup or the NBoard protocol; this program is the referee.
    /// Colours alternate from game to game, and two games in a row have the same opening. An engine that crashes, hangs, talks
    /// nonsense or plays an illegal move loses that game; it is started again, and the fault stands in the journal.
    #[command(after_help = tournament::MATCH_HELP)]
    Match(Box<tournament::MatchOptions>),
    /// Play an event of two or more engines that a file describes: match, round robin, gauntlet, Swiss.
    ///
    /// The file is TOML; --example prints one that explains every key. Each finished game is a line of the journal (EVENT.jsonl
    /// beside the file if no other is named), on the disk before the next one counts. Whatever ends the program, the same
    /// command goes on with the games that are missing.
    #[command(after_help = tournament::EVENT_HELP)]
    Tournament(tournament::TournamentOptions),
    /// Report on an event from its journal: an HTML page with a game viewer, tables, CSV.
    Report(report::ReportOptions),
    /// Convert Othello records: SGF, GGF, transcripts, OBF, WTHOR, pasted positions.
    #[command(after_help = convert::HELP)]
    Convert(convert::ConvertOptions),
    /// Solve positions: at Othello the best move and the exact score, to the end of the game; at Gomoku the forced win.
    #[command(after_help = solve::HELP)]
    Solve(solve::SolveOptions),
    /// Draw a position of a game record (SGF, or Othello in any format of `convert`) as a picture (SVG).
    Render(report::RenderOptions),
    /// Show a game move by move in the terminal: the engine against itself or against you.
    Selfplay(report::SelfplayOptions),
    /// Make labelled positions, and fit the numbers that play uses to them (for developers).
    #[command(subcommand)]
    Train(TrainCommand),
    /// Run regression tests and exact transcripts over an engine.
    Regress(RegressOptions),
    /// Stand between a client and an engine and write a transcript that `regress` plays.
    Record(RecordOptions),
    /// Check an engine against its protocol, and print a table.
    Compliance(ComplianceOptions),
    /// Print the configuration that these options amount to, as TOML that --config reads.
    Config(PlayOptions),
    /// Print a page of the reference as Markdown.
    Docs {
        /// Which page.
        page: Page,
    },
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// A page of the generated reference.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// Every GTP command.
    Commands,
    /// Every command of the NBoard protocol.
    Nboard,
    /// Every command of the Gomocup protocol and every key of INFO.
    Gomocup,
    /// Every command of the SAU platform's protocol, and how to plug in.
    Sau,
    /// Every option of --set, the configuration file and kata-set-param.
    Options,
}

/// Who plays what.
#[derive(Args, Debug)]
pub struct PlayCommand {
    /// Your colour.
    #[arg(long, value_enum, default_value = "black")]
    pub color: Side,
    /// How the engine plays.
    #[command(flatten)]
    pub play: PlayOptions,
}

/// A colour on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one that begins.
    Black,
    /// The other.
    White,
}

impl From<Side> for crate::base::Color {
    fn from(side: Side) -> crate::base::Color {
        match side {
            Side::Black => crate::base::Color::Black,
            Side::White => crate::base::Color::White,
        }
    }
}

/// How to play.
#[derive(Args, Debug, Default)]
pub struct PlayOptions {
    /// The game: go, reversi, gomoku, renju, phantom-go, nogo, capture-go.
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Rule set, for example chinese, japanese, aga, tromp-taylor (Go), standard, renju, caro (Gomoku).
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Board at the start: N for a square, WxH for a rectangle, 1 to 25 each way.
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Points for White.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = finite)]
    pub komi: Option<f32>,
    /// Search threads; 0 = as many as there are processors.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub threads: Option<String>,
    /// Most playouts for a move; 0 = no limit.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub playouts: Option<String>,
    /// Most seconds for a move; 0 = no limit but the clock's.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub time_per_move: Option<String>,
    /// Seed of all chance; -1 = a new one each time.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<String>,
    /// Most MiB for the search tree.
    #[arg(long, value_name = "MIB", allow_negative_numbers = true)]
    pub memory: Option<String>,
    /// Who chooses moves: mcts (Go only), uct, random.
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// The network to judge by (Go): built-in, or a file.
    #[arg(long, value_name = "FILE", conflicts_with = "no_net")]
    pub net: Option<String>,
    /// A network of KataGo's to judge by (Go): a .bin.gz or .txt.gz of model version 8 to 14, or such a file unpacked.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_net", "net"])]
    pub katago_net: Option<String>,
    /// Judge by playouts, without a network (Go).
    #[arg(long)]
    pub no_net: bool,
    /// Think on the opponent's time.
    #[arg(long)]
    pub ponder: bool,
    /// Any option of the reference (`tesuji docs options`); may be repeated, the last one wins.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Configuration file (TOML); options of the command line win over it.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Append the log and the whole GTP conversation to this file.
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
}

/// What to measure.
#[derive(Args, Debug)]
pub struct BenchOptions {
    /// The game: go, gomoku, reversi.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: String,
    /// The network of Go: built-in, or a file.
    #[arg(long, value_name = "FILE", default_value = "built-in")]
    pub net: String,
    /// Board sizes of Go.
    #[arg(long, value_name = "N|WxH", value_delimiter = ',', default_value = "9,13,19")]
    pub size: Vec<BoardSize>,
    /// Numbers of threads.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=256), default_value = "1")]
    pub threads: Vec<u64>,
    /// Seconds for each measurement of Go and each position of Gomoku.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "2")]
    pub seconds: f64,
    /// Instead of speeds, solve Go on these boards: the score with Black to move on the empty board, under area scoring
    /// without komi, with simple ko, no suicide, and stones inside unconditional territory taken off at the end.
    ///
    /// A line per iteration of the search: board, plies, score for Black, best move, positions, seconds. The last one says
    /// whether the score is proved; the proof contains no repetition, so it holds under every rule about long ones. 3x3 is
    /// proved at once; on 4x4 some lines go round in circles, and its score is that of a search only; 5x5 is a benchmark.
    /// Boards of (width + 1) * height <= 64; --seconds is the limit for each board.
    ///
    /// Example: tesuji bench --solve 3x3,4x4 --seconds 600
    #[arg(
        long,
        value_name = "N|WxH",
        value_delimiter = ',',
        conflicts_with = "signature",
        verbatim_doc_comment
    )]
    pub solve: Vec<BoardSize>,
    /// MiB for the table of --solve.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20), default_value = "256")]
    pub memory: u64,
    /// Instead of speeds, print the bench signature: whole numbers that are the same on every machine as long as
    /// neither rules, playouts nor search change.
    #[arg(long)]
    pub signature: bool,
}

/// What to count.
#[derive(Args, Debug)]
pub struct PerftOptions {
    /// Length of the sequences.
    #[arg(value_parser = clap::value_parser!(u64).range(0..=20))]
    pub depth: u64,
    /// The game: go, reversi, gomoku, renju, nogo, capture-go.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: String,
    /// Board; the smallest of interest if none is named (Go 3x3, Reversi 8x8, Gomoku 5x5).
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Rule set; Go's is tromp-taylor if none is named.
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Parts of the rules, for example --set ko=positional.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Count Reversi on 8x8 by the general rules too, instead of the bitboards of the search; slower.
    #[arg(long)]
    pub slow: bool,
}

/// What to show.
#[derive(Args, Debug)]
pub struct ShowOptions {
    /// The record; its first game and main line are read.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show the position before this move; 0 or a number beyond the last move = at the end.
    #[arg(long = "move", value_name = "N", default_value = "0")]
    pub number: usize,
}

/// What to fit.
#[derive(Subcommand, Debug)]
pub enum TrainCommand {
    /// Play games against oneself and write records that scripts/train/go trains networks with (Go).
    ///
    /// Moves are chosen by Gumbel search with the network --net; a share of them gets many visits and is recorded, with the policy
    /// that the search found and the end of the game. Files of 50 games go into the folder --out, each written as a whole;
    /// those that are there already are left alone. The same options give the same files.
    ///
    /// Example: tesuji train selfplay --game go --net gen1.net --size 9 --slices 0:20 --out gen2
    #[command(verbatim_doc_comment)]
    Selfplay(train_go::SelfplayTraining),
    /// Have positions labelled by a larger network that the searches of a small one meet, as records that scripts/train/go trains
    /// networks with (Go).
    ///
    /// Games are played by search with the network --net. At each move the position and some leaves of the search tree go to the network
    /// --teacher, one of this program's or of KataGo's: its policy, winning chance, lead, deviation and owners, the mean over all
    /// symmetries, are the record. Files of 50 games go into the folder --out, each written as a whole; those that are there already
    /// are left alone. The same options give the same files on the same kind of processor.
    ///
    /// Example: tesuji train distil --net small.net --teacher g170-b6c96.bin.gz --size 9 --slices 0:20 --out records
    #[command(verbatim_doc_comment)]
    Distil(train_go::DistilOptions),
    /// Label positions of game records by another engine, as records that scripts/train/go trains networks with (Go).
    ///
    /// The engine speaks GTP with KataGo's kata-analyze. It is shown every game of the files, main lines only, square boards
    /// only, under the rules and the komi that the records tell, and asked about --share of their positions until the root
    /// has --visits visits. Policy, winning chance, lead, its deviation and the owners of the points go into
    /// PREFIX.SIDE.bin (src/train/go_samples.rs). A game that breaks our rules or is refused by the engine is labelled up to there.
    /// What is done stands in PREFIX.jsonl: the same command goes on behind the last file that was finished.
    ///
    /// Examples:
    ///   tesuji train label --teacher "katago gtp -model big.bin.gz -config gtp.cfg" --out records/tpro pro/*.sgf
    ///   tesuji train label --teacher "tesuji gtp" --visits 800 --share 0.1 --out records/town *.sgf
    #[command(verbatim_doc_comment)]
    Label(train_go::LabelOptions),
    /// Unpack labelled positions of Go into the records that scripts/train/go trains networks with.
    ///
    /// Reads shards (src/train/shard.rs) and writes a file for each board size, PREFIX.SIDE.bin (src/train/go_samples.rs).
    ///
    /// Example: tesuji train export --data self09_00.xz self09_01.xz --out records/t09
    #[command(verbatim_doc_comment)]
    Export(train_go::GoExportOptions),
    /// Fit the odds of Go moves' features to a teacher's policy.
    ///
    /// Reads shards of labelled positions (their format is told in src/train/shard.rs), takes as many positions as
    /// --positions says for each kind of board (up to 11x11, up to 15x15, larger) at random, fits a conditional logit to
    /// the teacher's policy, writes the table, and prints for the numbers in the program and the fitted ones the
    /// cross-entropy (nats) and how often the first choice is the teacher's. The same files in the same order with the same seed
    /// give the same table. To use it, put it in the place of src/eval/weights/go_priors.txt and build again.
    GoPriors(train_go::GoPriorsOptions),
    /// Train the weights of Gomoku (scripts/train/gomoku.sh goes through all steps).
    #[command(subcommand)]
    Gomoku(train_gomoku::GomokuTraining),
    /// Train the pattern weights of Reversi (scripts/train/reversi.sh goes through all steps).
    #[command(subcommand)]
    Reversi(train::ReversiTraining),
}

fn finite(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err("komi is a finite number".into()),
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 600.0 => Ok(value),
        _ => Err("a time is more than 0 and at most 600 seconds".into()),
    }
}
