//! Floor 9: the command line. One file per sub-command; what was said ([`arguments`]) is apart from what it means
//! (`settings`). Errors are `anyhow` here and nowhere below.

pub mod arguments;
mod bench;
mod book;
mod compliance;
mod conversation;
mod convert;
mod documents;
mod event;
mod gomocup;
mod gtp;
mod logging;
mod nboard;
mod openings;
mod othello;
mod perft;
mod play;
mod progress;
mod record;
mod record_files;
mod regress;
mod render;
mod report;
mod sau;
mod selfplay;
mod settings;
mod show;
mod solve;
mod solve_gomoku;
mod tournament;
mod train;
mod train_go;
mod train_gomoku;
mod train_label;
mod train_reversi;
mod training;
mod versus;

use anyhow::Result;
use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// What the user asked for is not there or not acceptable; the text says what is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// The work is done, and what came out is an exit status of its own.
#[derive(Debug, thiserror::Error)]
#[error("exit status {0}")]
pub struct Ended(pub u8);

/// Exit status when the work failed.
const FAILURE: u8 = 1;

/// Exit status when the command line or the configuration is wrong (as `clap` has it).
const USAGE: u8 = 2;

/// Runs the program with these arguments (the first one is its name).
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(as_brain(args)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version come this way too. Nobody may be reading them: that is no failure.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE));
        }
    };
    match dispatch(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Ended>() => {
            ExitCode::from(error.downcast_ref::<Ended>().map_or(FAILURE, |ended| ended.0))
        }
        Err(error) => {
            let usage = error.is::<Usage>();
            let hint = if usage { "\n\nFor more information, try '--help'." } else { "" };
            let _ = writeln!(io::stderr(), "error: {error:#}{hint}");
            ExitCode::from(if usage { USAGE } else { FAILURE })
        }
    }
}

/// Gomocup managers start a bare executable `pbrain-NAME`: without arguments that is the sub-command `gomocup`.
fn as_brain(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if let [program] = &args[..] {
        let name = Path::new(program).file_name().map(|name| name.to_string_lossy().to_lowercase());
        if name.is_some_and(|name| name.starts_with("pbrain-")) {
            args.push("gomocup".into());
        }
    }
    args
}

fn dispatch(arguments: Arguments) -> Result<()> {
    let command = arguments.command.unwrap_or(Command::Gtp(arguments.gtp));
    match command {
        Command::Gtp(options) => gtp::run(serving(&options)?),
        Command::Nboard(mut options) => {
            options.game.get_or_insert_with(|| "reversi".into());
            nboard::run(serving(&options)?)
        }
        Command::Gomocup(mut options) => {
            options.game.get_or_insert_with(|| "gomoku".into());
            gomocup::run(serving(&options)?)
        }
        Command::Sau(mut options) => {
            options.game.get_or_insert_with(|| "phantom-go".into());
            sau::run(serving_in_silence(&options)?)
        }
        Command::Play(options) => play::run(serving(&options.play)?, options.color.into()),
        Command::Bench(options) => print(&bench::run(&options)?),
        Command::Perft(options) => print(&perft::run(&options)?),
        Command::Book(command) => {
            logging::start(None)?;
            book::run(&command, &print)
        }
        Command::Openings(options) => {
            logging::start(None)?;
            print(&openings::run(&options)?)
        }
        Command::Show(options) => print(&show::run(&options)?),
        Command::Match(options) => versus::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Report(options) => print(&report::run(&options)?),
        Command::Convert(options) => print(&convert::run(&options)?),
        Command::Solve(options) => solve::run(&options),
        Command::Render(options) => print(&render::run(&options)?),
        Command::Selfplay(options) => {
            logging::start(None)?;
            selfplay::run(&options)
        }
        Command::Train(command) => {
            logging::start(None)?;
            print(&train::run(&command)?)
        }
        Command::Regress(options) => {
            logging::start(None)?;
            regress::run(&options)
        }
        Command::Record(options) => {
            logging::start(None)?;
            record::run(&options)
        }
        Command::Compliance(options) => {
            logging::start(None)?;
            compliance::run(&options)
        }
        Command::Config(options) => print(&settings::Effective::new(&options)?.to_toml()),
        Command::Docs { page } => print(&documents::page(page)),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "tesuji", &mut text);
            print(&String::from_utf8_lossy(&text))
        }
    }
}

/// The settings of a server, with the log begun.
fn serving(options: &arguments::PlayOptions) -> Result<settings::Effective> {
    serve(options, logging::USUAL)
}

/// The same for a client that reads standard error as if it were answers.
fn serving_in_silence(options: &arguments::PlayOptions) -> Result<settings::Effective> {
    serve(options, logging::SILENT)
}

fn serve(options: &arguments::PlayOptions, level: log::LevelFilter) -> Result<settings::Effective> {
    let settings = settings::Effective::new(options)?;
    logging::start_at(level, settings.log_file.as_deref())?;
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    log::info!("tesuji {} starts with {words:?}", env!("CARGO_PKG_VERSION"));
    Ok(settings)
}

/// Writes a whole answer to standard output.
fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Did whoever read our output go away? That ends the work, and is no failure of it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
