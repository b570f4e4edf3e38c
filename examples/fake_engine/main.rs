//! A scripted engine for tests of programs that run engines: `fake_engine --help`.

mod arguments;
mod gomocup;
mod gtp;
mod nboard;
mod script;
mod wrap;

use anyhow::{Context, Result};
use arguments::{Arguments, Chatter, Protocol};
use clap::Parser;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

fn main() {
    let arguments = Arguments::parse();
    if arguments.no_start {
        std::process::exit(3);
    }
    thread::sleep(Duration::try_from_secs_f64(arguments.slow_start).unwrap_or_default());
    let done = run(&arguments);
    if arguments.no_quit {
        script::hang();
    }
    if let Err(error) = done {
        // Whoever has started us may be gone, which is no fault of ours.
        let gone = error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if !gone {
            let _ = writeln!(io::stderr(), "fake engine: {error:#}");
            std::process::exit(2);
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let mut told = Told::new(arguments)?;
    match (&arguments.wrap, arguments.protocol) {
        (Some(command), _) => wrap::run(arguments, command, &mut told),
        (None, Protocol::Gtp) => gtp::run(arguments, &mut told),
        (None, Protocol::Gomocup) => gomocup::run(arguments, &mut told),
        (None, Protocol::NBoard) => nboard::run(arguments, &mut told),
    }
}

/// What the engine is told, and kept.
pub struct Told {
    log: Option<File>,
    chatter: Option<Chatter>,
}

impl Told {
    fn new(arguments: &Arguments) -> Result<Told> {
        let log = arguments.log.as_ref().map(|path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("cannot write {}", path.display()))
        });
        Ok(Told { log: log.transpose()?, chatter: arguments.chatter })
    }

    /// The next line, without its end; `None` at the end of input.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_string();
        if let Some(log) = &mut self.log {
            log.write_all(format!("{line}\n").as_bytes())?;
        }
        Ok(Some(line))
    }

    /// Talks, if it is to.
    pub fn chatter(&self) -> io::Result<()> {
        match self.chatter {
            Some(Chatter::Stdout) => script::say("I am thinking about it"),
            Some(Chatter::Stderr) => {
                io::stderr().write_all("thinking aloud\n".repeat(7000).as_bytes())
            }
            None => Ok(()),
        }
    }
}
