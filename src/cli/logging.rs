//! Diagnostics: to standard error as `RUST_LOG` says (only warnings unless it is set), and with `--log-file` in full
//! detail to a file as well. Never to standard output.

use super::Usage;
use crate::session::may_write;
use anyhow::Result;
use env_logger::{Builder, Logger, Target};
use log::{LevelFilter, Log, Metadata, Record};
use std::fs::OpenOptions;
use std::path::Path;

/// One log to standard error, one to a file.
struct Both {
    terminal: Logger,
    file: Option<Logger>,
}

impl Log for Both {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.terminal.enabled(metadata) || self.file.as_ref().is_some_and(|f| f.enabled(metadata))
    }

    fn log(&self, record: &Record<'_>) {
        self.terminal.log(record);
        if let Some(file) = &self.file {
            file.log(record);
        }
    }

    fn flush(&self) {
        self.terminal.flush();
        if let Some(file) = &self.file {
            file.flush();
        }
    }
}

/// What is told on standard error unless `RUST_LOG` says otherwise. A controller may never read it: nothing is written
/// in normal work.
pub const USUAL: LevelFilter = LevelFilter::Warn;

/// The same where standard error goes into the pipe of the answers.
pub const SILENT: LevelFilter = LevelFilter::Off;

/// Starts logging; once a process.
pub fn start(log_file: Option<&Path>) -> Result<()> {
    start_at(USUAL, log_file)
}

/// Starts logging; standard error gets what is of that level or above, unless `RUST_LOG` says otherwise.
pub fn start_at(level: LevelFilter, log_file: Option<&Path>) -> Result<()> {
    let mut builder = Builder::new();
    builder.filter_level(level).parse_env("RUST_LOG");
    let terminal = builder.format_timestamp_millis().build();
    let file = match log_file {
        None => None,
        Some(path) => {
            let file = may_write(path)
                .and_then(|()| OpenOptions::new().create(true).append(true).open(path))
                .map_err(|error| {
                    Usage(format!("cannot write the log file {}: {error}", path.display()))
                })?;
            let mut builder = Builder::new();
            builder.filter_level(LevelFilter::Debug).format_timestamp_micros();
            Some(builder.target(Target::Pipe(Box::new(file))).build())
        }
    };
    let level = terminal.filter().max(file.as_ref().map_or(LevelFilter::Off, Logger::filter));
    if log::set_boxed_logger(Box::new(Both { terminal, file })).is_ok() {
        log::set_max_level(level);
    }
    Ok(())
}
