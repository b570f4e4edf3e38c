//! What the clients of all protocols share: a process, and the trouble that ended its usefulness.

use super::process::shortened;
use super::{Fault, Launch, Process, Trouble};
use std::time::{Duration, Instant};

/// A conversation with an engine. After any trouble but a refusal nobody can tell what the engine's next answer belongs to,
/// so every later exchange has the same trouble.
#[derive(Debug)]
pub(super) struct Talk {
    process: Process,
    heard: bool,
    broken: Option<Trouble>,
}

impl Talk {
    /// Starts the program. It must take its input, and is waited for where no limit is said, within `patience`.
    pub(super) fn start(launch: &Launch, patience: Duration) -> Result<Talk, Trouble> {
        let mut process = Process::start(launch)?;
        process.set_patience(patience);
        Ok(Talk { process, heard: false, broken: None })
    }

    /// Does something with the process on account of a command, which the text of any trouble names. A crash before anything
    /// was ever answered is a failed start.
    pub(super) fn exchange<T>(
        &mut self,
        command: &str,
        work: impl FnOnce(&mut Process) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let result = self.tell(command, work);
        if result.is_ok() || self.broken.is_none() {
            self.heard = true;
        }
        result
    }

    /// The same for what has no answer.
    pub(super) fn tell<T>(
        &mut self,
        command: &str,
        work: impl FnOnce(&mut Process) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        if let Some(trouble) = &self.broken {
            return Err(trouble.clone());
        }
        work(&mut self.process).map_err(|trouble| {
            let fault = match trouble.fault {
                Fault::Crash if !self.heard => Fault::Start,
                fault => fault,
            };
            let text = format!("at `{}`: {}", shortened(command), trouble.text);
            let trouble = Trouble::new(fault, text);
            if fault != Fault::Refusal {
                self.broken = Some(trouble.clone());
            }
            trouble
        })
    }

    pub(super) fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    pub(super) fn error_tail(&self) -> String {
        self.process.error_tail()
    }

    /// Says farewell and ends the program; one that was in trouble before is killed.
    pub(super) fn close(&mut self, farewell: &str, patience: Duration) -> Result<(), Trouble> {
        // A program that ends before it is told to has ended all the same.
        if self.broken.is_some() || self.process.write_line(farewell).is_err() {
            self.process.kill();
            return Ok(());
        }
        self.process.close(patience)
    }
}

/// The time an answer may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    start: Instant,
    limit: Duration,
}

impl Limit {
    /// It begins to run.
    pub(super) fn new(limit: Duration) -> Limit {
        Limit { start: Instant::now(), limit }
    }

    /// The next line; when the time is over, `missing` is what there should have been.
    pub(super) fn line(&self, process: &mut Process, missing: &str) -> Result<String, Trouble> {
        let left = self.limit.saturating_sub(self.start.elapsed());
        process.read_line(left).map_err(|trouble| match trouble.fault {
            Fault::Hang => {
                let text = format!("{missing} within {:.1} s", self.limit.as_secs_f64());
                Trouble::new(Fault::Hang, text)
            }
            _ => trouble,
        })
    }
}
