//! An engine under examination.

use crate::controller::{Fault, Launch, Trouble};
use crate::regression::wire::Wire;
use std::time::Duration;

/// The engine, and how to start it again.
#[derive(Debug)]
pub struct Bench {
    launch: Launch,
    timeout: Duration,
    begin: fn(&mut Bench) -> Result<(), Trouble>,
    wire: Option<Wire>,
    commands: Vec<String>,
    marks: u32,
}

/// Ids from here on mark the end of an exchange; no check uses them.
const MARKS: u32 = 700_000;

impl Bench {
    /// Nothing is started yet.
    pub(super) fn new(
        launch: Launch,
        timeout: Duration,
        begin: fn(&mut Bench) -> Result<(), Trouble>,
    ) -> Bench {
        Bench { launch, timeout, begin, wire: None, commands: Vec::new(), marks: MARKS }
    }

    /// A fresh engine in the place of the one there is, if one is.
    ///
    /// # Errors
    /// When it does not start or does not answer.
    pub fn restart(&mut self) -> Result<(), Trouble> {
        self.stop();
        self.wire = Some(Wire::start(&self.launch, self.timeout)?);
        (self.begin)(self)
    }

    /// A fresh engine to which nothing has been said.
    ///
    /// # Errors
    /// When it does not start.
    pub fn fresh(&self) -> Result<Wire, Trouble> {
        Wire::start(&self.launch, self.timeout)
    }

    /// Ends the engine.
    pub fn stop(&mut self) {
        self.wire = None;
    }

    /// Is there an engine?
    pub fn is_alive(&self) -> bool {
        self.wire.is_some()
    }

    /// How long a reply may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Does the engine list that command?
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The commands the engine lists.
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// Notes which commands the engine lists.
    pub fn set_commands(&mut self, commands: Vec<String>) {
        self.commands = commands;
    }

    /// The engine's pipes.
    ///
    /// # Errors
    /// When there is no engine.
    pub fn wire(&mut self) -> Result<&mut Wire, Trouble> {
        self.wire.as_mut().ok_or_else(|| Trouble::new(Fault::Crash, "the engine has ended"))
    }

    /// Sends bytes that end a line, behind them a command with an id that nothing else has, and returns every reply before
    /// the one to that command. So what is not answered is noticed at once, and what is answered twice disturbs no later check.
    ///
    /// # Errors
    /// [`Trouble`] when the engine ends or the last reply does not come.
    pub fn exchange(&mut self, bytes: &[u8]) -> Result<Vec<String>, Trouble> {
        self.marks += 1;
        let mark = self.marks;
        let timeout = self.timeout;
        let mut bytes = bytes.to_vec();
        bytes.extend_from_slice(format!("{mark} protocol_version\n").as_bytes());
        let wire = self.wire()?;
        wire.send(bytes)?;
        let (success, failure) = (format!("={mark}"), format!("?{mark}"));
        let mut replies = Vec::new();
        loop {
            let reply = wire.reply(timeout).map_err(|trouble| {
                let so_far = super::seen(&replies);
                Trouble::new(trouble.fault, format!("{} (before: {so_far})", trouble.text))
            })?;
            if reply.starts_with(&success) || reply.starts_with(&failure) {
                return Ok(replies);
            }
            replies.push(reply);
        }
    }

    /// Sends a command and returns its one reply.
    ///
    /// # Errors
    /// As [`Bench::exchange`], and [`Fault::Garbage`] when not exactly one reply comes.
    pub fn ask(&mut self, command: &str) -> Result<String, Trouble> {
        let mut replies = self.exchange(format!("{command}\n").as_bytes())?;
        match (replies.pop(), replies.len()) {
            (Some(reply), 0) => Ok(reply),
            (_, _) => Err(Trouble::new(Fault::Garbage, format!("{command}: not one reply"))),
        }
    }

    /// The text of a successful reply to a command; `None` if it fails.
    ///
    /// # Errors
    /// As [`Bench::ask`].
    pub fn text(&mut self, command: &str) -> Result<Option<String>, Trouble> {
        let reply = self.ask(command)?;
        let cleaned: String =
            reply.chars().filter(|&c| c == '\n' || c == '\t' || !c.is_ascii_control()).collect();
        Ok(cleaned.strip_prefix('=').map(|text| text.trim().to_owned()))
    }
}
