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

/// Starts logging; once a process.
pub fn start(log_file: Option<&Path>) -> Result<()> {
    let mut builder = Builder::new();
    // A controller may never read our standard error: by default nothing is written to it in normal work.
    builder.filter_level(LevelFilter::Warn).parse_env("RUST_LOG");
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
