//! The controller's side of GTP 2 (G. Farnebäck, draft 2, 2002).

use super::process::shortened;
use super::talk::{Limit, Talk};
use super::{Fault, Launch, Process, Trouble};
use std::time::Duration;

/// Longest answer, in bytes.
const LONGEST_ANSWER: usize = 4 << 20;

/// What every engine must know (GTP 2, section 6.1).
pub const REQUIRED_COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// An engine that speaks GTP. One command at a time, without ids. Any [`Trouble`] but a refusal leaves the engine unfit:
/// nobody can tell what its next answer belongs to, so every later command has the same trouble.
#[derive(Debug)]
pub struct GtpClient {
    talk: Talk,
    commands: Vec<String>,
}

impl GtpClient {
    /// Starts an engine and asks for its commands.
    ///
    /// # Errors
    /// [`Fault::Start`] if it does not start or ends at once; [`Fault::Hang`] and [`Fault::Garbage`] as for every command.
    pub fn start(launch: &Launch, patience: Duration) -> Result<GtpClient, Trouble> {
        let talk = Talk::start(launch, patience)?;
        let mut client = GtpClient { talk, commands: Vec::new() };
        client.commands = match client.ask("list_commands", patience)? {
            Ok(list) => list.split_whitespace().map(str::to_string).collect(),
            Err(_) => REQUIRED_COMMANDS.iter().map(|name| name.to_string()).collect(),
        };
        Ok(client)
    }

    /// Sends a command and waits for the answer: its text (which may have several lines), or as the inner error what
    /// the engine says with `?`.
    ///
    /// # Errors
    /// [`Fault::Hang`], [`Fault::Crash`], or [`Fault::Garbage`] for what is no answer.
    pub fn ask(
        &mut self,
        command: &str,
        limit: Duration,
    ) -> Result<Result<String, String>, Trouble> {
        self.talk.exchange(command, |process| exchange(process, command, limit))
    }

    /// [`GtpClient::ask`] for a command that must succeed.
    ///
    /// # Errors
    /// The same, and [`Fault::Refusal`] for a `?` answer (which leaves the engine fit for more).
    pub fn send(&mut self, command: &str, limit: Duration) -> Result<String, Trouble> {
        self.talk.exchange(command, |process| {
            exchange(process, command, limit)?
                .map_err(|text| Trouble::new(Fault::Refusal, shortened(&text)))
        })
    }

    /// Sends a command whose answer grows until the next line comes (`kata-analyze`), and shows each line of it to `enough`,
    /// which says whether the engine is to be stopped. The inner error is what the engine says with `?`. An engine that ends
    /// the answer by itself is not waited for.
    ///
    /// # Errors
    /// As [`GtpClient::ask`]; [`Fault::Garbage`] also with the text by which `enough` refuses a line. The limit holds for the
    /// analysis, and again for its end.
    pub fn watch(
        &mut self,
        command: &str,
        limit: Duration,
        mut enough: impl FnMut(&str) -> Result<bool, String>,
    ) -> Result<Result<(), String>, Trouble> {
        self.talk.exchange(command, |process| watch(process, command, limit, &mut enough))
    }

    /// Does the engine list that command?
    pub fn knows(&mut self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The commands that the engine lists.
    pub fn commands(&self) -> &[String] {
        &self.commands
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

fn exchange(
    process: &mut Process,
    command: &str,
    limit: Duration,
) -> Result<Result<String, String>, Trouble> {
    put(process, command)?;
    let limit = Limit::new(limit);
    let mut answer: Option<Answer> = None;
    loop {
        let missing = match answer {
            None => "no answer",
            Some(_) => "an answer without the empty line that ends it",
        };
        let line = cleaned(&limit.line(process, missing)?);
        match &mut answer {
            None if line.is_empty() => {}
            None => answer = Some(Answer::begin(&line)?),
            Some(answer) if line.is_empty() => return Ok(answer.take()),
            Some(answer) => answer.add(&line)?,
        }
    }
}

/// Sends a command, if nothing stands before its answer.
fn put(process: &mut Process, command: &str) -> Result<(), Trouble> {
    while let Some(line) = process.try_line()? {
        let line = cleaned(&line);
        if !line.is_empty() {
            return Err(Trouble::new(Fault::Garbage, format!("unasked: {}", shortened(&line))));
        }
    }
    process.write_line(command)
}

fn watch(
    process: &mut Process,
    command: &str,
    limit: Duration,
    enough: &mut dyn FnMut(&str) -> Result<bool, String>,
) -> Result<Result<(), String>, Trouble> {
    put(process, command)?;
    let mut clock = Limit::new(limit);
    let mut answer: Option<Answer> = None;
    let mut stopped = false;
    loop {
        let missing = match answer {
            None => "no answer",
            Some(_) if stopped => "an analysis that does not end when it is stopped",
            Some(_) => "an analysis that does not come far enough",
        };
        let line = cleaned(&clock.line(process, missing)?);
        match &mut answer {
            None if line.is_empty() => {}
            None => answer = Some(Answer::begin(&line)?),
            Some(answer) if line.is_empty() => return Ok(answer.take().map(drop)),
            Some(answer) if !answer.success => answer.add(&line)?,
            Some(_) if stopped => {}
            Some(_) => {
                if enough(&line).map_err(|text| Trouble::new(Fault::Garbage, text))? {
                    // Any line ends an analysis; an empty one is no command.
                    process.write_line("")?;
                    (clock, stopped) = (Limit::new(limit), true);
                }
            }
        }
    }
}

/// A line as a controller reads it: control characters dropped, tabs made blanks (GTP 2, section 3.1).
fn cleaned(line: &str) -> String {
    line.chars()
        .filter(|&c| c == '\t' || !c.is_ascii_control())
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect()
}

/// An answer on its way.
#[derive(Debug)]
struct Answer {
    success: bool,
    text: String,
}

impl Answer {
    /// The answer that begins with that line: `=` or `?`, an id perhaps, text. Ids are not asked for; one that comes can
    /// only be meant for the one command there is, so it is passed over.
    fn begin(line: &str) -> Result<Answer, Trouble> {
        let (success, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => {
                let text = format!("no answer but: {}", shortened(line));
                return Err(Trouble::new(Fault::Garbage, text));
            }
        };
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = if after.is_empty() || after.starts_with(' ') { after } else { rest };
        Ok(Answer { success, text: text.trim().to_string() })
    }

    fn add(&mut self, line: &str) -> Result<(), Trouble> {
        if self.text.len() + line.len() > LONGEST_ANSWER {
            let text = format!("an answer of more than {LONGEST_ANSWER} bytes");
            return Err(Trouble::new(Fault::Garbage, text));
        }
        self.text.push('\n');
        self.text.push_str(line.trim_end());
        Ok(())
    }

    fn take(&mut self) -> Result<String, String> {
        let text = std::mem::take(&mut self.text);
        if self.success { Ok(text) } else { Err(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines() {
        let cases = [
            ("= D4", Some((true, "D4"))),
            ("=", Some((true, ""))),
            ("= ", Some((true, ""))),
            ("=12 D4", Some((true, "D4"))),
            ("=12", Some((true, ""))),
            ("= 12", Some((true, "12"))),
            ("=D4", Some((true, "D4"))),
            ("=4D", Some((true, "4D"))),
            ("?3 illegal move ", Some((false, "illegal move"))),
            ("? unknown command", Some((false, "unknown command"))),
            ("  = D4", None),
            ("D4", None),
        ];
        for (line, expected) in cases {
            let answer = Answer::begin(line);
            let found = answer.as_ref().ok().map(|answer| (answer.success, answer.text.as_str()));
            assert_eq!(found, expected, "{line}");
        }
        assert_eq!(Answer::begin("hello").unwrap_err().fault, Fault::Garbage);
    }

    #[test]
    fn control_characters_are_dropped() {
        assert_eq!(cleaned("= a\u{7}b\tc\r"), "= ab c");
        assert_eq!(cleaned("\r"), "");
        assert_eq!(cleaned("= ä"), "= ä");
    }
}
