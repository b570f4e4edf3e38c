//! The manager's side of the Gomocup (Piskvork) protocol (P. Lasticka and T. Kubovy; the protocol page of Piskvork).

use super::process::shortened;
use super::talk::{Limit, Talk};
use super::{Fault, Launch, Process, Trouble};
use std::time::Duration;

/// A point as the protocol has it: column and row, both from 0, the rows counted from the top. What a brain sends need
/// not lie on the board.
pub type Cell = (i32, i32);

/// How many lines of one answer may make no sense. Managers skip what they do not understand.
const SKIPPED: usize = 10_000;

/// How much of what a brain says of a move is kept, in bytes.
const COMMENT: usize = 4 << 10;

/// What a brain answers, and what it has said before (`MESSAGE`, `DEBUG`), one line each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrainReply<T> {
    /// The answer.
    pub answer: T,
    /// The lines before it; the last 4 KiB of them.
    pub comment: String,
}

/// The answer to `SWAP2BOARD`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Swap2 {
    /// The other colour.
    Swap,
    /// One to three stones.
    Stones(Vec<Cell>),
}

/// Who a brain says it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// Its name; empty if the text has no such field.
    pub name: String,
    /// Its version; empty if the text has no such field.
    pub version: String,
    /// The whole line.
    pub text: String,
}

/// A brain. After any [`Trouble`] but a refusal every later command has the same trouble.
#[derive(Debug)]
pub struct GomocupClient {
    talk: Talk,
    skipped: Vec<String>,
}

impl GomocupClient {
    /// Starts a brain. Nothing is sent yet: the protocol begins with `START`.
    ///
    /// # Errors
    /// [`Fault::Start`]; a program that ends before its first answer shows as such with the first command.
    pub fn start(launch: &Launch, patience: Duration) -> Result<GomocupClient, Trouble> {
        Ok(GomocupClient { talk: Talk::start(launch, patience)?, skipped: Vec::new() })
    }

    /// `ABOUT`: who the brain is.
    ///
    /// # Errors
    /// As every command: [`Fault::Refusal`] for `UNKNOWN` and `ERROR`, [`Fault::Hang`], [`Fault::Crash`], and
    /// [`Fault::Garbage`] if nothing but senseless lines come within the limit.
    pub fn about(&mut self, limit: Duration) -> Result<About, Trouble> {
        self.command(&["ABOUT".into()], limit, |line| Some(about(line))).map(|reply| reply.answer)
    }

    /// `START` (or `RECTSTART`): an empty board.
    ///
    /// # Errors
    /// As [`GomocupClient::about`].
    pub fn start_board(&mut self, size: (usize, usize), limit: Duration) -> Result<(), Trouble> {
        let line = match size {
            (width, height) if width == height => format!("START {width}"),
            (width, height) => format!("RECTSTART {width},{height}"),
        };
        self.command(&[line], limit, okay).map(|_| ())
    }

    /// `RESTART`: an empty board of the same size. Brains need not know it.
    ///
    /// # Errors
    /// As [`GomocupClient::about`].
    pub fn restart(&mut self, limit: Duration) -> Result<(), Trouble> {
        self.command(&["RESTART".into()], limit, okay).map(|_| ())
    }

    /// `INFO`, which has no answer.
    ///
    /// # Errors
    /// [`Fault::Hang`] or [`Fault::Crash`] if the brain does not take it.
    pub fn info(&mut self, key: &str, value: &str) -> Result<(), Trouble> {
        self.tell(&format!("INFO {key} {value}"))
    }

    /// Sends a line as it is, which must be of a kind that has no answer.
    ///
    /// # Errors
    /// [`Fault::Hang`] or [`Fault::Crash`] if the brain does not take it.
    pub fn tell(&mut self, line: &str) -> Result<(), Trouble> {
        self.talk.tell(line, |process| process.write_line(line))
    }

    /// `BEGIN`: asks for the first move of the game.
    ///
    /// # Errors
    /// As [`GomocupClient::about`].
    pub fn begin(&mut self, limit: Duration) -> Result<BrainReply<Cell>, Trouble> {
        self.command(&["BEGIN".into()], limit, cell)
    }

    /// `TURN`: tells the opponent's move and asks for the next.
    ///
    /// # Errors
    /// As [`GomocupClient::about`].
    pub fn turn(&mut self, (x, y): Cell, limit: Duration) -> Result<BrainReply<Cell>, Trouble> {
        self.command(&[format!("TURN {x},{y}")], limit, cell)
    }

    /// `BOARD`: tells a whole position, in the order of play, and asks for a move. The field is 1 for the brain's own
    /// stones and 2 for the opponent's.
    ///
    /// # Errors
    /// As [`GomocupClient::about`].
    pub fn board(
        &mut self,
        stones: &[(Cell, u8)],
        limit: Duration,
    ) -> Result<BrainReply<Cell>, Trouble> {
        let stones = stones.iter().map(|((x, y), field)| format!("{x},{y},{field}"));
        let lines: Vec<String> = block("BOARD", stones);
        self.command(&lines, limit, cell)
    }

    /// `SWAP2BOARD` with 0, 3 or 5 stones: black, white, black, white, black.
    ///
    /// # Errors
    /// As [`GomocupClient::about`].
    pub fn swap2(
        &mut self,
        stones: &[Cell],
        limit: Duration,
    ) -> Result<BrainReply<Swap2>, Trouble> {
        let lines = block("SWAP2BOARD", stones.iter().map(|(x, y)| format!("{x},{y}")));
        self.command(&lines, limit, swap2)
    }

    /// Lines of the latest answers that made no sense, at most ten.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// Sends lines and waits for one that `read` understands.
    fn command<T>(
        &mut self,
        lines: &[String],
        limit: Duration,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<BrainReply<T>, Trouble> {
        let name = lines.first().map_or("", String::as_str);
        let skipped = &mut self.skipped;
        self.talk.exchange(name, |process| {
            // What is said after an answer is not the next answer.
            while let Some(line) = process.try_line()? {
                if !is_comment(line.trim()) {
                    skip(skipped, line.trim());
                }
            }
            process.write_lines(lines.iter().map(String::as_str))?;
            answer(process, skipped, Limit::new(limit), read)
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

    /// Sends `END` and ends the brain; one that was in trouble before is killed.
    ///
    /// # Errors
    /// [`Fault::Quit`] if a sound brain had to be killed.
    pub fn close(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.talk.close("END", patience)
    }

    /// Kills the brain.
    pub fn kill(&mut self) {
        self.talk.process().kill();
    }
}

fn answer<T>(
    process: &mut Process,
    skipped: &mut Vec<String>,
    limit: Limit,
    read: impl Fn(&str) -> Option<T>,
) -> Result<BrainReply<T>, Trouble> {
    let mut comment = String::new();
    let mut senseless = 0;
    loop {
        let line = match limit.line(process, "no answer") {
            Err(trouble) if trouble.fault == Fault::Hang && senseless > 0 => {
                let last = skipped.last().map_or("", String::as_str);
                return Err(Trouble::new(Fault::Garbage, format!("{} but: {last}", trouble.text)));
            }
            line => line?,
        };
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if line.is_empty() {
            continue;
        } else if is_comment(line) {
            keep(&mut comment, line);
        } else if ["UNKNOWN", "ERROR"].iter().any(|refusal| word.eq_ignore_ascii_case(refusal)) {
            return Err(Trouble::new(Fault::Refusal, shortened(line)));
        } else if word.eq_ignore_ascii_case("SUGGEST") && cell(rest).is_some() {
            process.write_line(&format!("PLAY {}", rest.trim()))?;
        } else if let Some(answer) = read(line) {
            return Ok(BrainReply { answer, comment });
        } else {
            skip(skipped, line);
            senseless += 1;
            if senseless > SKIPPED {
                let text =
                    format!("{SKIPPED} lines without an answer, the last: {}", shortened(line));
                return Err(Trouble::new(Fault::Garbage, text));
            }
        }
    }
}

/// Is this said for people? `INFO` is how some brains tell what they see.
fn is_comment(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG", "INFO"].iter().any(|comment| word.eq_ignore_ascii_case(comment))
}

fn keep(comment: &mut String, line: &str) {
    let text = line.split_once(char::is_whitespace).map_or("", |(_, text)| text.trim());
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(&shortened(text));
    while comment.len() > COMMENT {
        match comment.find('\n') {
            Some(end) => drop(comment.drain(..=end)),
            None => comment.clear(),
        }
    }
}

fn skip(skipped: &mut Vec<String>, line: &str) {
    log::debug!("skipped: {}", shortened(line));
    if skipped.len() >= 10 {
        skipped.remove(0);
    }
    skipped.push(shortened(line));
}

fn block(name: &str, stones: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(name.to_string()).chain(stones).chain(["DONE".to_string()]).collect()
}

fn okay(line: &str) -> Option<()> {
    line.eq_ignore_ascii_case("OK").then_some(())
}

/// `x,y`, blanks around the numbers allowed.
fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn swap2(line: &str) -> Option<Swap2> {
    if line.eq_ignore_ascii_case("SWAP") {
        return Some(Swap2::Swap);
    }
    let stones: Vec<Cell> = line.split_whitespace().map(cell).collect::<Option<_>>()?;
    (1..=3).contains(&stones.len()).then_some(Swap2::Stones(stones))
}

/// `name="..", version="..", ...`; older brains write anything.
fn about(line: &str) -> About {
    let field = |key: &str| {
        let lower = line.to_ascii_lowercase();
        let value = lower.match_indices(key).find_map(|(at, _)| {
            let free = !lower.get(..at)?.ends_with(|c: char| c.is_alphanumeric());
            let rest = line.get(at + key.len()..)?.trim_start().strip_prefix('=')?.trim_start();
            let (value, _) = rest.strip_prefix('"')?.split_once('"')?;
            free.then(|| value.to_string())
        });
        value.unwrap_or_default()
    };
    About { name: field("name"), version: field("version"), text: line.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells() {
        let cases = [
            ("7,8", Some((7, 8))),
            ("0, 14", Some((0, 14))),
            ("-1,-1", Some((-1, -1))),
            ("7 8", None),
            ("7,8,1", None),
            ("H8", None),
            ("7,", None),
            ("99999999999,1", None),
        ];
        for (text, expected) in cases {
            assert_eq!(cell(text), expected, "{text}");
        }
        let stones = |cells: &[Cell]| Some(Swap2::Stones(cells.to_vec()));
        let cases = [
            ("SWAP", Some(Swap2::Swap)),
            ("swap", Some(Swap2::Swap)),
            ("1,2", stones(&[(1, 2)])),
            ("1,2 3,4  5,6", stones(&[(1, 2), (3, 4), (5, 6)])),
            ("1,2 3,4 5,6 7,8", None),
            ("1,2 x", None),
        ];
        for (text, expected) in cases {
            assert_eq!(swap2(text), expected, "{text}");
        }
    }

    #[test]
    fn abouts() {
        let cases = [
            (r#"name="Pela", version="1.0", author="x""#, "Pela", "1.0"),
            (r#"author="nickname="", Name = "A B" ,VERSION="""#, "A B", ""),
            ("Five in a row by somebody", "", ""),
            (r#"name="open"#, "", ""),
        ];
        for (line, name, version) in cases {
            let about = about(line);
            assert_eq!((about.name.as_str(), about.version.as_str()), (name, version), "{line}");
            assert_eq!(about.text, line);
        }
    }

    #[test]
    fn comments_keep_their_end() {
        let mut comment = String::new();
        keep(&mut comment, "MESSAGE first");
        keep(&mut comment, "DEBUG");
        keep(&mut comment, "MESSAGE  third one");
        assert_eq!(comment, "first\n\nthird one");
        for number in 0..1000 {
            keep(&mut comment, &format!("MESSAGE line {number}"));
        }
        assert!(comment.len() <= COMMENT && comment.ends_with("line 999"));
        assert!(comment.starts_with("line "), "whole lines");
    }
}
