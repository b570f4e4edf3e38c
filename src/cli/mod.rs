//! Floor 9: the command line. One file per sub-command; what was said ([`arguments`]) is apart from what it means
//! (`settings`). Errors are `anyhow` here and nowhere below.

pub mod arguments;
mod bench;
mod conversation;
mod documents;
mod gtp;
mod logging;
mod openings;
mod perft;
mod settings;
mod show;
mod train;

use anyhow::Result;
use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// What the user asked for is not there or not acceptable; the text says what is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Exit status when the work failed.
const FAILURE: u8 = 1;

/// Exit status when the command line or the configuration is wrong (as `clap` has it).
const USAGE: u8 = 2;

/// Runs the program with these arguments (the first one is its name).
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(args) {
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
        Err(error) => {
            let usage = error.is::<Usage>();
            let hint = if usage { "\n\nFor more information, try '--help'." } else { "" };
            let _ = writeln!(io::stderr(), "error: {error:#}{hint}");
            ExitCode::from(if usage { USAGE } else { FAILURE })
        }
    }
}

fn dispatch(arguments: Arguments) -> Result<()> {
    let command = arguments.command.unwrap_or(Command::Gtp(arguments.gtp));
    match command {
        Command::Gtp(options) => {
            let settings = settings::Effective::new(&options)?;
            logging::start(settings.log_file.as_deref())?;
            let words: Vec<OsString> = std::env::args_os().skip(1).collect();
            log::info!("tesuji {} starts with {words:?}", env!("CARGO_PKG_VERSION"));
            gtp::run(settings)
        }
        Command::Bench(options) => print(&bench::run(&options)?),
        Command::Perft(options) => print(&perft::run(&options)?),
        Command::Openings(options) => {
            logging::start(None)?;
            print(&openings::run(&options)?)
        }
        Command::Show(options) => print(&show::run(&options)?),
        Command::Train(command) => {
            logging::start(None)?;
            print(&train::run(&command)?)
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
