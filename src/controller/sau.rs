//! The platform's side of the SAU text protocol for Phantom Go (SAUGamePlatform of Shenyang Aerospace University).

use super::process::shortened;
use super::talk::{Limit, Talk};
use super::{Fault, Launch, Process, Trouble};
use std::time::Duration;

/// How many lines without a move may come in place of one. The platform skips whatever it does not understand.
const SKIPPED: usize = 10_000;

/// What an engine says when it is its turn, as it spells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SauMove {
    /// `move pass`.
    Pass,
    /// `move XY`; nothing is known of what stands there.
    Point(String),
}

/// An engine. After any [`Trouble`] every later command has the same trouble.
#[derive(Debug)]
pub struct SauClient {
    talk: Talk,
    name: String,
    /// A move was asked for, and none has come.
    owes: bool,
}

impl SauClient {
    /// Starts an engine and asks for its name, without which it is not ready.
    ///
    /// # Errors
    /// [`Fault::Start`] if it does not start or ends at once, [`Fault::Hang`] if it does not tell its name in time.
    pub fn start(launch: &Launch, patience: Duration) -> Result<SauClient, Trouble> {
        let talk = Talk::start(launch, patience)?;
        let mut client = SauClient { talk, name: String::new(), owes: false };
        client.ask_name(patience)?;
        Ok(client)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn ask_name(&mut self, limit: Duration) -> Result<(), Trouble> {
        self.name = self.talk.exchange("name?", |process| {
            process.write_line("name?")?;
            wait(process, limit, "name ", |text| Some(shortened(text)))
        })?;
        Ok(())
    }

    /// Sees to it that a move that was asked for in vain is not taken for the next one: a name is asked for, and all that
    /// comes before it is dropped.
    ///
    /// # Errors
    /// As [`SauClient::start`].
    pub fn calm(&mut self, patience: Duration) -> Result<(), Trouble> {
        if std::mem::take(&mut self.owes) {
            self.ask_name(patience)?;
        }
        Ok(())
    }

    /// Sends lines at one stroke that are not answered.
    ///
    /// # Errors
    /// [`Fault::Hang`] or [`Fault::Crash`] if the engine does not take them.
    pub fn tell(&mut self, lines: &[String]) -> Result<(), Trouble> {
        let Some(last) = lines.last() else { return Ok(()) };
        self.talk.tell(last, |process| process.write_lines(lines.iter().map(String::as_str)))
    }

    /// Sends lines at one stroke, the last of which asks for a move that nobody will wait for.
    ///
    /// # Errors
    /// As [`SauClient::tell`].
    pub fn tell_in_vain(&mut self, lines: &[String]) -> Result<(), Trouble> {
        self.owes = true;
        self.tell(lines)
    }

    /// Sends lines at one stroke, the last of which asks for a move, and waits for it.
    ///
    /// # Errors
    /// [`Fault::Hang`], [`Fault::Crash`], and [`Fault::Garbage`] if nothing but other lines come within the limit.
    pub fn ask(&mut self, lines: &[String], limit: Duration) -> Result<SauMove, Trouble> {
        let last = lines.last().map_or("move go", String::as_str);
        self.talk.exchange(last, |process| {
            // What is said out of turn is no move.
            while let Some(line) = process.try_line()? {
                log::debug!("out of turn: {}", shortened(&line));
            }
            process.write_lines(lines.iter().map(String::as_str))?;
            wait(process, limit, "move ", read_move)
        })
    }

    /// The program behind it.
    pub fn process(&mut self) -> &mut Process {
        self.talk.process()
    }

    /// See [`Process::cpu_time`].
    pub fn cpu_time(&mut self) -> Option<Duration> {
        self.talk.process().cpu_time()
    }

    /// See [`Process::error_tail`].
    pub fn error_tail(&self) -> String {
        self.talk.error_tail()
    }

    /// Sends `quit` and ends the engine; one that was in trouble before is killed.
    ///
    /// # Errors
    /// [`Fault::Quit`] if a sound engine had to be killed.
    pub fn close(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.talk.close("quit", patience)
    }

    /// Kills the engine.
    pub fn kill(&mut self) {
        self.talk.process().kill();
    }
}

/// What stands behind a word, looked for as the platform does: at the beginning of a line or behind a blank.
fn behind<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let begins =
        |at: usize| at == 0 || line.get(..at).is_some_and(|head| head.ends_with([' ', '\t']));
    let (at, _) = line.match_indices(word).find(|&(at, _)| begins(at))?;
    line.get(at + word.len()..).map(str::trim)
}

fn read_move(text: &str) -> Option<SauMove> {
    match text.split_whitespace().next()? {
        "pass" => Some(SauMove::Pass),
        point => Some(SauMove::Point(shortened(point))),
    }
}

/// Reads lines until one holds the word with something behind it.
fn wait<T>(
    process: &mut Process,
    limit: Duration,
    word: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, Trouble> {
    let limit = Limit::new(limit);
    let (mut last, mut skipped) = (String::new(), 0);
    loop {
        let line = limit.line(process, "no answer").map_err(|trouble| match trouble.fault {
            Fault::Hang if !last.is_empty() => {
                Trouble::new(Fault::Garbage, format!("{} but: {last}", trouble.text))
            }
            _ => trouble,
        })?;
        if let Some(found) = behind(&line, word).and_then(&read) {
            return Ok(found);
        }
        if !line.trim().is_empty() {
            last = shortened(line.trim());
            skipped += 1;
        }
        if skipped > SKIPPED {
            let text = format!("{SKIPPED} lines without an answer, the last: {last}");
            return Err(Trouble::new(Fault::Garbage, text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_lines() {
        let point = |text: &str| Some(SauMove::Point(text.into()));
        let cases = [
            ("move EE", point("EE")),
            ("move EE\r", point("EE")),
            ("  move  EE ", point("EE")),
            ("move pass", Some(SauMove::Pass)),
            ("thinking: move IA now", point("IA")),
            ("move JA", point("JA")),
            ("move aa", point("aa")),
            ("remove EE", None),
            ("move", None),
            ("move ", None),
            ("moves EE", None),
            ("name x", None),
            ("", None),
        ];
        for (line, mv) in cases {
            assert_eq!(behind(line, "move ").and_then(read_move), mv, "{line:?}");
        }
        assert_eq!(behind("name tesuji 1\r", "name "), Some("tesuji 1"));
    }
}
