//! What is said to `regress`, `record` and `compliance`.

use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

const REGRESS_HELP: &str = "\
Files of tests (.tst, .gtp) hold GTP commands. A command with a number is a test, and a line behind it says what its answer must be:
  10 reg_genmove black
  #? [E5|E6]          the answer matches this regular expression as a whole
  #? [!D5]            it does not match
  #? [D7]*            known to fail: told only if it passes
  #? [D7]&            shown, not judged
A numbered command without such a line must succeed. Names of records are relative to the file. Regular expressions are those of https://docs.rs/regex; what only Java's have (lookaround, back references, possessive quantifiers) is an error of that test.

Exact transcripts hold lines that are sent, `> TEXT`, and the replies to the letter (protocol-tests/README.md tells the format). They are told from files of tests by their first line that is no remark. Without --engine they are played to `tesuji gtp` (or `tesuji nboard`, `tesuji gomocup` or `tesuji sau`, if a line `@protocol nboard`, `@protocol gomocup` or `@protocol sau` says so) with the options of their @args line, or else `--engine random --seed 1`.

@FILE is a suite: one name a line, # for remarks, suites within suites by @.

Examples:
  tesuji regress --engine \"gnugo --mode gtp --level 10\" 9x9.tst
  tesuji regress --jobs 2 --json new.json --compare old.json --html report.html @all.suite
  tesuji regress protocol-tests/gtp/*.gtp
  tesuji regress --bless protocol-tests/gtp/time.gtp
  tesuji regress --junit results.xml --engine \"./engine gtp\" tests/*.tst

Exit status: 0 everything as expected, 1 unexpected failures, or commands outside of tests that failed, 2 an engine crashed or hung, a file could not be read, or wrong usage.";

/// What to run, over what, and what to write.
#[derive(Args, Debug)]
#[command(after_help = REGRESS_HELP)]
pub struct RegressOptions {
    /// Files of tests (.tst, .gtp), exact transcripts, and suites (@FILE).
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The engine, a command line; each file gets a fresh one, started in the file's folder [default: this program as a
    /// GTP engine].
    #[arg(long, value_name = "CMD")]
    pub engine: Option<String>,
    /// A GTP command to send before each file of tests; may be repeated.
    #[arg(long, value_name = "COMMAND")]
    pub start: Vec<String>,
    /// Files run at the same time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256), default_value = "1")]
    pub jobs: u64,
    /// Seconds an answer may take.
    #[arg(long, value_name = "SECONDS", value_parser = timeout, default_value = "300")]
    pub timeout: f64,
    /// Print every test, not only what is unexpected.
    #[arg(long)]
    pub long: bool,
    /// Write the results as JSON, for --compare.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the results as JUnit XML, for CI servers.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write the results as a self-contained HTML page, with the boards of unexpected failures if the engine has
    /// showboard.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Tell what changed since the run that wrote this file with --json: newly failing, newly passing, other answers, new,
    /// gone, and tests that take twice as long (and a second longer).
    #[arg(long, value_name = "OLD.json")]
    pub compare: Option<PathBuf>,
    /// Write the replies of exact transcripts anew where they do not fit; patterns that fit and remarks stay. A file whose
    /// engine fails stays as it is.
    #[arg(long)]
    pub bless: bool,
}

const RECORD_HELP: &str = "\
Give this to a client in the place of the engine. Bytes pass in both directions as they come, standard error too; the exit status is the engine's (128 + N if signal N ended it), signals INT and TERM are passed on.

LOG is written anew, each exchange when it is complete, and holds the conversation in the form that `tesuji regress` plays: lines sent with `> `, and the replies to them. All replies are recorded to the letter. Where an engine may answer otherwise another time (genmove, analysis, cputime) write a pattern in their place, or record with --patterns, which does so for the commands of which that is known.

Examples:
  tesuji record game.gtp -- gnugo --mode gtp --level 1
  tesuji record --patterns session.gtp -- tesuji gtp --threads 1 --playouts 100
  tesuji regress --engine \"gnugo --mode gtp --level 1\" game.gtp

Exit status: the engine's; 2 if LOG cannot be written or the engine cannot be started.";

/// What to record.
#[derive(Args, Debug)]
#[command(after_help = RECORD_HELP)]
pub struct RecordOptions {
    /// The transcript to write.
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Write patterns instead of the answers of commands that may answer otherwise another time.
    #[arg(long)]
    pub patterns: bool,
    /// The engine and its arguments.
    #[arg(value_name = "ENGINE", required = true, last = true)]
    pub engine: Vec<OsString>,
}

const COMPLIANCE_HELP: &str = "\
The engine is started anew for each group of checks and is sent raw bytes. A check ends in one of these ways:
  ok            as the specification demands
  FAULT         against the specification; what was seen is told
  choice        the specification is silent; what the engine does is told
  not offered   the engine does not list the command

Examples:
  tesuji compliance \"gnugo --mode gtp\"
  tesuji compliance --json report.json \"./engine --gtp\"
  tesuji compliance --list

Exit status: 0 no fault, 1 faults, 2 the engine cannot be run, or wrong usage.";

/// What to check.
#[derive(Args, Debug)]
#[command(after_help = COMPLIANCE_HELP)]
pub struct ComplianceOptions {
    /// The engine, a command line.
    #[arg(value_name = "CMD", required_unless_present = "list")]
    pub engine: Option<String>,
    /// The protocol.
    #[arg(long, value_enum, default_value = "gtp")]
    pub protocol: Protocol,
    /// Print the checks, and run none.
    #[arg(long)]
    pub list: bool,
    /// Only the checks of these groups (see --list).
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    pub group: Vec<String>,
    /// Seconds a reply may take.
    #[arg(long, value_name = "SECONDS", value_parser = timeout, default_value = "30")]
    pub timeout: f64,
    /// Print only what is no `ok`.
    #[arg(long)]
    pub brief: bool,
    /// Write the results as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// A protocol that can be checked.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// GTP 2, for engines that play Go.
    Gtp,
}

fn timeout(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 86_400.0 => Ok(value),
        _ => Err("a time is more than 0 and at most 86400 seconds".into()),
    }
}
