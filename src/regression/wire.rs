//! An engine behind bytes: lines are sent as they are, replies are read as they come. For tests of the protocol itself,
//! where a client that is kind to engines would hide what is looked for.

use crate::controller::{Fault, Launch, Process, Trouble};
use std::time::{Duration, Instant};

/// Longest reply, in bytes.
const LONGEST_REPLY: usize = 16 << 20;

/// An engine and the pipes to it.
#[derive(Debug)]
pub struct Wire {
    process: Process,
}

impl Wire {
    /// Starts the engine.
    ///
    /// # Errors
    /// [`Fault::Start`].
    pub fn start(launch: &Launch, patience: Duration) -> Result<Wire, Trouble> {
        let mut process = Process::start(launch)?;
        process.set_patience(patience);
        Ok(Wire { process })
    }

    /// Sends bytes.
    ///
    /// # Errors
    /// [`Fault::Hang`] or [`Fault::Crash`].
    pub fn send(&mut self, bytes: Vec<u8>) -> Result<(), Trouble> {
        self.process.write_bytes(bytes)
    }

    /// The next reply: the lines up to the first empty one, joined by line feeds, without the one that ends it. Carriage
    /// returns stay. A line is empty when there is nothing in it but a carriage return. An empty line where a reply should
    /// begin comes back as the beginning of that reply.
    ///
    /// # Errors
    /// [`Fault::Hang`] if it is not complete in time, [`Fault::Crash`] at the end of the output, [`Fault::Garbage`] for
    /// one of more than 16 MiB.
    pub fn reply(&mut self, limit: Duration) -> Result<String, Trouble> {
        let start = Instant::now();
        let mut text = String::new();
        let mut begun = false;
        loop {
            let left = limit.saturating_sub(start.elapsed());
            let line = self.process.read_line(left).map_err(|trouble| match trouble.fault {
                Fault::Hang => {
                    let so_far = match text.trim() {
                        "" => String::new(),
                        text => format!(", only: {}", text.chars().take(200).collect::<String>()),
                    };
                    let limit = limit.as_secs_f64();
                    Trouble::new(Fault::Hang, format!("no reply within {limit:.1} s{so_far}"))
                }
                _ => trouble,
            })?;
            let empty = line.trim_end_matches('\r').is_empty();
            match (empty, begun) {
                (true, true) => return Ok(text),
                (true, false) => text.push('\n'),
                (false, false) => text.push_str(&line),
                (false, true) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
            begun |= !empty;
            if text.len() > LONGEST_REPLY {
                return Err(Trouble::new(Fault::Garbage, "a reply of more than 16 MiB"));
            }
        }
    }

    /// The line that comes within that time, if one comes.
    ///
    /// # Errors
    /// [`Fault::Crash`] at the end of the output.
    pub fn line(&mut self, limit: Duration) -> Result<Option<String>, Trouble> {
        match self.process.read_line(limit) {
            Ok(line) => Ok(Some(line)),
            Err(trouble) if trouble.fault == Fault::Hang => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// See [`Process::cpu_time`].
    pub fn cpu_time(&mut self) -> Option<Duration> {
        self.process.cpu_time()
    }

    /// Ends the input and listens until the engine has ended.
    pub fn end(&mut self, limit: Duration) -> End {
        self.process.close_input();
        self.wait(limit)
    }

    /// Listens until the engine has ended. What is left of it after the limit is killed.
    pub fn wait(&mut self, limit: Duration) -> End {
        let start = Instant::now();
        let mut lines = Vec::new();
        let ended = loop {
            match self.process.read_line(limit.saturating_sub(start.elapsed())) {
                Ok(line) if lines.len() < 100 => lines.push(line),
                Ok(_) => {}
                Err(trouble) if trouble.fault == Fault::Crash => {
                    let left = limit.saturating_sub(start.elapsed());
                    break self.process.wait_for_end(left);
                }
                Err(_) => break false,
            }
        };
        let code = if ended { self.process.exit_code() } else { None };
        let how = self.process.how_it_ended().to_owned();
        End { lines, ended, code, how }
    }

    /// Ends the input. The engine must then end with status 0 and say no more.
    ///
    /// # Errors
    /// What it did instead.
    pub fn finish(&mut self, limit: Duration) -> Result<(), String> {
        let end = self.end(limit);
        if end.lines.iter().any(|line| !line.trim().is_empty()) {
            return Err(format!("more output than the transcript has: {}", end.lines.join("\n")));
        }
        match (end.ended, end.code) {
            (true, Some(0)) => Ok(()),
            (true, _) => Err(end.how),
            (false, _) => {
                let limit = limit.as_secs_f64();
                Err(format!("it still runs {limit:.1} s after the end of its input"))
            }
        }
    }
}

/// The end of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// What it said before; at most the first hundred lines.
    pub lines: Vec<String>,
    /// Did it end in time?
    pub ended: bool,
    /// Its exit status, if it ended by itself and by no signal.
    pub code: Option<i32>,
    /// How it ended, in words; empty if it did not.
    pub how: String,
}
