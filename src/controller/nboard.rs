//! The host's side of the NBoard protocol, version 2 (C. Welty).

use super::process::shortened;
use super::talk::{Limit, Talk};
use super::{Fault, Launch, Process, Trouble};
use std::time::Duration;

/// What an NBoard engine answers to `go`.
#[derive(Clone, PartialEq, Debug)]
pub struct NBoardMove {
    /// The square (`F5`) or a pass (`PA`), in capitals, as the engine spells it.
    pub mv: String,
    /// Its value for the mover, in the engine's unit (discs or hundredths of discs); of a pair, the mean.
    pub eval: Option<f64>,
    /// Seconds the engine says it took.
    pub time: Option<f64>,
    /// The last `search`, `book` or `status` line before it, without that word.
    pub comment: String,
}

/// An NBoard engine. Lines it should not send are ignored, as the protocol wants. After any [`Trouble`] every later
/// command has the same trouble.
#[derive(Debug)]
pub struct NBoardClient {
    talk: Talk,
    pings: u32,
    name: Option<String>,
}

impl NBoardClient {
    /// Starts an engine, says `nboard 2`, and waits until it answers a `ping`.
    ///
    /// # Errors
    /// [`Fault::Start`] if it does not start or ends at once, [`Fault::Hang`] if it does not answer in time.
    pub fn start(launch: &Launch, patience: Duration) -> Result<NBoardClient, Trouble> {
        let mut client =
            NBoardClient { talk: Talk::start(launch, patience)?, pings: 0, name: None };
        client.tell("nboard 2")?;
        client.ping(patience)?;
        Ok(client)
    }

    /// What the engine calls itself, if it has said so by now; it may do that with [`NBoardClient::set_depth`].
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Sends a line that has no answer.
    ///
    /// # Errors
    /// [`Fault::Hang`] or [`Fault::Crash`] if the engine does not take it.
    pub fn tell(&mut self, line: &str) -> Result<(), Trouble> {
        self.talk.tell(line, |process| process.write_line(line))
    }

    /// `set depth`: how deep to search in midgame.
    ///
    /// # Errors
    /// As [`NBoardClient::tell`].
    pub fn set_depth(&mut self, depth: u32) -> Result<(), Trouble> {
        self.tell(&format!("set depth {depth}"))
    }

    /// `set game`: the position at the end of that GGF record, with its clocks.
    ///
    /// # Errors
    /// As [`NBoardClient::tell`].
    pub fn set_game(&mut self, ggf: &str) -> Result<(), Trouble> {
        self.tell(&format!("set game {ggf}"))
    }

    /// `move`: a move that was made, its value in hundredths of discs and the seconds it took, if known.
    ///
    /// # Errors
    /// As [`NBoardClient::tell`].
    pub fn play(&mut self, mv: &str, eval: Option<f64>, time: Option<f64>) -> Result<(), Trouble> {
        let eval = eval.map_or(String::new(), |eval| format!("{eval:.2}"));
        self.tell(&match time {
            Some(time) => format!("move {mv}/{eval}/{time:.2}"),
            None if !eval.is_empty() => format!("move {mv}/{eval}"),
            None => format!("move {mv}"),
        })
    }

    /// `ping`: waits until the engine has taken in everything so far. What it says before is dropped.
    ///
    /// # Errors
    /// [`Fault::Hang`], [`Fault::Crash`], [`Fault::Garbage`] for a line of more than 1 MiB.
    pub fn ping(&mut self, limit: Duration) -> Result<(), Trouble> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        let name = &mut self.name;
        let ping = format!("ping {}", self.pings);
        self.talk.exchange(&ping, |process| {
            process.write_line(&ping)?;
            wait(process, name, limit, |line| (line == pong).then_some(()))
        })
    }

    /// `go`: asks for a move in the present position, which [`NBoardClient::ping`] should have confirmed.
    ///
    /// # Errors
    /// [`Fault::Hang`], [`Fault::Crash`], [`Fault::Garbage`] for a `===` without a move.
    pub fn go(&mut self, limit: Duration) -> Result<NBoardMove, Trouble> {
        let name = &mut self.name;
        self.talk.exchange("go", |process| {
            process.write_line("go")?;
            let mut comment = String::new();
            let found = wait(process, name, limit, |line| {
                let (word, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                if ["search", "book", "status"].contains(&word) && !text.trim().is_empty() {
                    comment = shortened(text.trim());
                }
                line.strip_prefix("===").map(|text| (line.to_string(), parse_move(text)))
            })?;
            match found {
                (_, Some(mv)) => Ok(NBoardMove { comment, ..mv }),
                (line, None) => {
                    Err(Trouble::new(Fault::Garbage, format!("no move in: {}", shortened(&line))))
                }
            }
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

    /// Sends `quit` and ends the engine (for which the end of its input is as good); one that was in trouble before is
    /// killed.
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

/// Reads lines until `read` finds what it looks for. The engine's name is learnt on the way.
fn wait<T>(
    process: &mut Process,
    name: &mut Option<String>,
    limit: Duration,
    mut read: impl FnMut(&str) -> Option<T>,
) -> Result<T, Trouble> {
    let limit = Limit::new(limit);
    let mut last = String::new();
    loop {
        let line = limit.line(process, "no answer").map_err(|trouble| match trouble.fault {
            Fault::Hang if !last.is_empty() => {
                Trouble::new(Fault::Hang, format!("{}; its last line: {last}", trouble.text))
            }
            _ => trouble,
        })?;
        let line = line.trim();
        if let Some(own) = line.strip_prefix("set myname ") {
            *name = Some(shortened(own.trim()));
        } else if let Some(found) = read(line) {
            return Ok(found);
        } else if !line.is_empty() {
            last = shortened(line);
        }
    }
}

/// What follows `===`: a move, its value, its time, between slashes or (Edax) blanks.
fn parse_move(text: &str) -> Option<NBoardMove> {
    let fields: Vec<&str> = match text.contains('/') {
        true => text.split('/').map(str::trim).collect(),
        false => text.split_whitespace().collect(),
    };
    let mv = fields.first()?.to_ascii_uppercase();
    let sound = (2..=4).contains(&mv.len()) && mv.bytes().all(|b| b.is_ascii_alphanumeric());
    let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
    let eval = fields.get(1).and_then(|text| match text.split_once(',') {
        Some((low, high)) => Some((number(low)? + number(high)?) / 2.0),
        None => number(text),
    });
    let time = fields.get(2).and_then(|text| number(text));
    sound.then_some(NBoardMove { mv, eval, time, comment: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves() {
        let cases = [
            (" F5", Some(("F5", None, None))),
            (" PA", Some(("PA", None, None))),
            (" C3/0.52/0.02", Some(("C3", Some(0.52), Some(0.02)))),
            (" c3//1.2", Some(("C3", None, Some(1.2)))),
            (" C3/", Some(("C3", None, None))),
            (" f6 -1.00 0.0", Some(("F6", Some(-1.0), Some(0.0)))),
            (" d3 nan 0.0", Some(("D3", None, Some(0.0)))),
            (" D3/-2,4/0", Some(("D3", Some(1.0), Some(0.0)))),
            ("F5", Some(("F5", None, None))),
            ("", None),
            (" /1/2", None),
            (" nonsense", None),
            (" ?!", None),
        ];
        for (text, expected) in cases {
            let found = parse_move(text);
            let found = found.as_ref().map(|found| (found.mv.as_str(), found.eval, found.time));
            assert_eq!(found, expected, "{text}");
        }
    }
}
