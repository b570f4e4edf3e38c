//! Stands between a client and an engine and writes a transcript.

use super::arguments::RecordOptions;
use super::{Ended, Usage};
use crate::regression::tee::{self, Recorder};
use anyhow::{Context, Result};
use std::io;
use std::process::{Command, ExitStatus};

/// Passes everything on until the engine ends, and then ends as it did.
pub fn run(options: &RecordOptions) -> Result<()> {
    let (program, arguments) = options.engine.split_first().context("an engine")?;
    let (log, path) = tee::create(&options.log)
        .map_err(|error| Usage(format!("cannot write {}: {error}", options.log.display())))?;
    let words = options.engine.iter().map(|word| word.to_string_lossy());
    let recorder = Recorder::new(log, &shell_words::join(words), options.patterns);
    let mut command = Command::new(program);
    command.args(arguments);
    let ended = tee::converse(command, recorder, io::stdin(), io::stdout(), |child| {
        pass_signals_on(child.id());
    });
    let ended = ended
        .map_err(|error| Usage(format!("cannot start {}: {error}", program.to_string_lossy())))?;
    if let Err(error) = ended.log {
        return Err(Usage(format!("{} is not complete: {error}", path.display())).into());
    }
    match code(ended.status) {
        0 => Ok(()),
        code => Err(Ended(code).into()),
    }
}

/// As a shell tells it: the status, or 128 and the number of the signal.
fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

/// Whoever tells this program to end means the engine. It is waited for as long as it takes.
#[cfg(unix)]
fn pass_signals_on(engine: u32) {
    use nix::sys::signal::{SigSet, Signal, kill};
    use nix::unistd::Pid;
    let Ok(engine) = i32::try_from(engine).map(Pid::from_raw) else { return };
    let signals: SigSet =
        [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT].into_iter().collect();
    // The threads that are started from now on block them too, so they come to the one that waits for them.
    if let Err(error) = signals.thread_block() {
        log::warn!("signals are not passed on: {error}");
        return;
    }
    let waiting = std::thread::Builder::new().name("signals".into()).spawn(move || {
        while let Ok(signal) = signals.wait() {
            // It may have ended already.
            let _ = kill(engine, signal);
        }
    });
    if let Err(error) = waiting {
        log::warn!("signals are not passed on: {error}");
    }
}

#[cfg(not(unix))]
fn pass_signals_on(_engine: u32) {}
