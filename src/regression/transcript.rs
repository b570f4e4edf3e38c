//! Exact transcripts: what is sent to an engine, and the replies to the letter.
//!
//! | line | meaning |
//! |---|---|
//! | `> TEXT` | TEXT is sent; `\t`, `\r`, `\\` and `\xHH` are bytes, `{tmp}` is a folder that may be written to |
//! | `=...`, `?...` and what follows to the next empty line | a reply to the lines sent so far, perhaps with patterns ([`super::template`]) |
//! | `< TEXT` | NBoard, Gomocup, SAU: a line that must come, perhaps with patterns |
//! | `@protocol nboard`, `@protocol gomocup`, `@protocol sau` | the protocol, before anything is sent; without it, it is `gtp` |
//! | `@args OPTIONS` | options of `tesuji gtp` (or `nboard`, `gomocup`, `sau`), when that is what is tested |
//! | `@sleep MS` | wait |
//! | `# TEXT` | a remark |
//!
//! A line without a reply under it gets none, or one that stands further down: lines sent ahead are answered in order, and
//! an analysis is closed by the line after it. Blanks at line ends of a reply carry no meaning.
//!
//! In NBoard there is no telling how much a search says: lines that begin with `search`, `book`, `status` or `nodestats` are
//! passed over unless they are the ones awaited; any other line is the awaited one or wrong. So are, in Gomocup, lines that
//! begin with `MESSAGE`, `DEBUG` or `INFO`.

use std::fmt::Write as _;
use std::path::Path;

/// What a transcript says, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A remark or a directive, kept as it is.
    Remark(String),
    /// Milliseconds to wait.
    Sleep(u64),
    /// A line to send, and the replies that stand under it.
    Send {
        /// Its line in the file, from 1.
        number: usize,
        /// As the file writes it.
        line: String,
        /// Templates; several when lines were sent ahead.
        replies: Vec<String>,
    },
}

/// What is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// GTP 2.
    #[default]
    Gtp,
    /// NBoard.
    NBoard,
    /// The Gomocup protocol.
    Gomocup,
    /// The SAU platform's protocol.
    Sau,
}

impl Protocol {
    const ALL: [Protocol; 4] = [Protocol::Gtp, Protocol::NBoard, Protocol::Gomocup, Protocol::Sau];

    /// Its name, which is that of the sub-command of this program that speaks it.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Gomocup => "gomocup",
            Protocol::Sau => "sau",
        }
    }

    /// Are its answers lines, of which nobody knows how many come?
    pub fn is_by_line(self) -> bool {
        self != Protocol::Gtp
    }

    /// Words with which lines begin that an engine may say at any time.
    fn talk(self) -> &'static [&'static str] {
        match self {
            Protocol::Gtp | Protocol::Sau => &[],
            Protocol::NBoard => &["search", "book", "status", "nodestats"],
            Protocol::Gomocup => &["MESSAGE", "DEBUG", "INFO"],
        }
    }

    /// May an engine say this line at any time?
    pub fn is_talk(self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        self.talk().contains(&word)
    }
}

/// A transcript.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// What `@protocol` says.
    pub protocol: Protocol,
    /// What `@args` says.
    pub arguments: Option<String>,
    /// Everything else, `@args` among the remarks.
    pub steps: Vec<Step>,
}

pub use super::tst::FormatError;

/// Is this a transcript? The first line that is no remark tells: it is sent (`>`) or a directive (`@`).
pub fn is_transcript(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    let first = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with(['>', '@']))
}

/// Reads a transcript.
///
/// # Errors
/// [`FormatError`] for a line that is none of those above.
pub fn parse(text: &str) -> Result<Transcript, FormatError> {
    let mut transcript = Transcript::default();
    let steps = &mut transcript.steps;
    // Is the last reply not yet closed by an empty line?
    let mut open = false;
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let fault = |text: String| FormatError { line: at + 1, text };
        if open {
            let said = steps.iter_mut().rev().find(|step| !matches!(step, Step::Remark(_)));
            let Some(Step::Send { replies, .. }) = said else { continue };
            if line.trim_end().is_empty() {
                open = false;
            } else if let Some(reply) = replies.last_mut() {
                reply.push('\n');
                reply.push_str(line.trim_end());
            }
            continue;
        }
        if let Some(sent) = line.strip_prefix('>') {
            let line: String = sent.strip_prefix(' ').unwrap_or(sent).into();
            bytes(&line, Path::new("")).map_err(fault)?;
            steps.push(Step::Send { number: at + 1, line, replies: Vec::new() });
        } else if transcript.protocol == Protocol::Gtp && line.starts_with(['=', '?']) {
            let said = steps.iter_mut().rev().find(|step| !matches!(step, Step::Remark(_)));
            let Some(Step::Send { replies, .. }) = said else {
                return Err(fault("a reply stands under the line it follows".into()));
            };
            replies.push(line.trim_end().into());
            open = true;
        } else if let (true, Some(said)) =
            (transcript.protocol.is_by_line(), line.strip_prefix('<'))
        {
            let asked = steps.iter_mut().rev().find(|step| !matches!(step, Step::Remark(_)));
            let Some(Step::Send { replies, .. }) = asked else {
                return Err(fault("a reply stands under the line it follows".into()));
            };
            replies.push(said.trim().into());
        } else if let Some(given) = line.strip_prefix("@protocol") {
            let named = Protocol::ALL.into_iter().find(|protocol| protocol.name() == given.trim());
            let sent = steps.iter().any(|step| matches!(step, Step::Send { .. }));
            transcript.protocol = named.filter(|_| !sent).ok_or_else(|| {
                fault("@protocol takes gtp, nboard, gomocup or sau, at the beginning".into())
            })?;
            steps.push(Step::Remark(line.into()));
        } else if let Some(given) = line.strip_prefix("@args") {
            transcript.arguments = Some(given.trim().into());
            steps.push(Step::Remark(line.into()));
        } else if let Some(time) = line.strip_prefix("@sleep ") {
            let time = time.trim().parse().ok().filter(|&time| time <= LONGEST_SLEEP);
            let time =
                time.ok_or_else(|| fault(format!("@sleep takes 0 to {LONGEST_SLEEP} ms")))?;
            steps.push(Step::Sleep(time));
        } else if line.starts_with('#') {
            steps.push(Step::Remark(line.into()));
        } else if !line.trim().is_empty() {
            let known = "accepted are > TEXT, a reply (= or ?, for NBoard, Gomocup and SAU <), # TEXT, @protocol, @args and @sleep";
            return Err(fault(format!("{line:?}: {known}")));
        }
    }
    Ok(transcript)
}

/// Longest time `@sleep` waits, in milliseconds.
const LONGEST_SLEEP: u64 = 600_000;

impl Transcript {
    /// The engine that it was recorded with, as `tesuji record` writes it down.
    pub fn recorded_with(&self) -> Option<&str> {
        self.steps.iter().find_map(|step| match step {
            Step::Remark(text) => text.strip_prefix("# engine: "),
            _ => None,
        })
    }

    /// The file.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for step in &self.steps {
            // Writing to memory does not fail.
            let _ = match step {
                Step::Remark(text) => writeln!(out, "{text}"),
                Step::Sleep(time) => writeln!(out, "@sleep {time}"),
                Step::Send { line, replies, .. } => {
                    let _ = writeln!(out, "> {line}");
                    replies.iter().try_for_each(|reply| match self.protocol {
                        Protocol::Gtp => writeln!(out, "{reply}\n"),
                        Protocol::NBoard | Protocol::Gomocup | Protocol::Sau => {
                            writeln!(out, "< {reply}")
                        }
                    })
                }
            };
        }
        out
    }

    /// How many replies are to be waited for after each step. With `fill`, lines that have no reply and none further down
    /// are given one, for transcripts whose replies are yet to be written.
    pub fn awaited(&self, fill: bool) -> Vec<usize> {
        if self.protocol.is_by_line() {
            // No line owes an answer.
            let count = |step: &Step| match step {
                Step::Send { replies, .. } => replies.len(),
                _ => 0,
            };
            return self.steps.iter().map(count).collect();
        }
        let mut counts = vec![0; self.steps.len()];
        let mut ahead = 0;
        for (at, step) in self.steps.iter().enumerate().rev() {
            let Step::Send { line, replies, .. } = step else { continue };
            let answered = is_answered(line);
            counts[at] = replies.len();
            match replies.len() {
                0 if !answered => {}
                0 if ahead > 0 => ahead -= 1,
                0 if fill => {
                    // What is waited behind is an analysis, which the next line closes.
                    let next = self.steps.get(at + 1);
                    let closer = match next {
                        Some(Step::Sleep(_)) => self.next_answered(at + 1),
                        _ => None,
                    };
                    counts[closer.unwrap_or(at)] += 1;
                }
                0 => {}
                count => ahead += count - usize::from(answered),
            }
        }
        counts
    }

    fn next_answered(&self, from: usize) -> Option<usize> {
        let is = |step: &Step| matches!(step, Step::Send { .. });
        (from..self.steps.len()).find(|&at| is(&self.steps[at]))
    }
}

/// The bytes of a line as the transcript writes it, LF included; `folder` is what `{tmp}` stands for.
///
/// # Errors
/// A text that names an escape that is none.
pub fn bytes(line: &str, folder: &Path) -> Result<Vec<u8>, String> {
    let line = line.replace("{tmp}", &folder.to_string_lossy().replace('\\', r"\\"));
    let mut out = Vec::with_capacity(line.len() + 1);
    let mut rest = line.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let (skip, byte) = match rest {
            [b't', ..] => (1, b'\t'),
            [b'r', ..] => (1, b'\r'),
            [b'\\', ..] => (1, b'\\'),
            [b'x', high, low, ..] => {
                let digit = |byte: u8| (byte as char).to_digit(16);
                let value = digit(*high).zip(digit(*low)).map(|(high, low)| high * 16 + low);
                let value = value.and_then(|value| u8::try_from(value).ok());
                (3, value.ok_or("\\x takes two hexadecimal digits")?)
            }
            _ => return Err("escapes are \\t, \\r, \\\\ and \\xHH".into()),
        };
        out.push(byte);
        rest = &rest[skip..];
    }
    out.push(b'\n');
    Ok(out)
}

/// Bytes that were sent, without LF, as a transcript writes them.
pub fn escape(sent: &[u8]) -> String {
    let mut out = String::with_capacity(sent.len());
    for chunk in sent.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                '\\' => out.push_str("\\\\"),
                '\0'..'\x20' | '\x7f' => push_hex(&mut out, c as u8),
                _ => out.push(c),
            }
        }
        for &byte in chunk.invalid() {
            push_hex(&mut out, byte);
        }
    }
    let mut out = out.replace("{tmp}", "\\x7btmp}");
    // A blank at the end must survive editors that take such blanks away.
    if out.ends_with(' ') {
        out.pop();
        out.push_str("\\x20");
    }
    out
}

fn push_hex(out: &mut String, byte: u8) {
    // Writing to memory does not fail.
    let _ = write!(out, "\\x{byte:02x}");
}

/// Does the line get a reply (GTP 2, section 3.1)?
pub fn is_answered(line: &str) -> bool {
    let sent = bytes(line, Path::new("")).unwrap_or_default();
    let mut command = sent.iter().take_while(|&&byte| byte != b'#');
    command.any(|&byte| byte > 32 && byte != 127)
}

/// A reply without what carries no meaning: blanks at line ends.
pub fn trimmed(reply: &str) -> String {
    reply.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "# A remark\n@args --seed 1\n> 1 name\n=1 x\n\n> \n> # no\n> lz-analyze b 5\n@sleep 300\n> stop\n=\n\
                          info {...}\n\n= \n\n";

    #[test]
    fn what_is_read_is_written_back() {
        let transcript = parse(SAMPLE).unwrap();
        assert_eq!(transcript.arguments.as_deref(), Some("--seed 1"));
        assert_eq!(transcript.to_text(), SAMPLE.replace("= \n", "=\n"));
        assert_eq!(transcript.awaited(false), [0, 0, 1, 0, 0, 0, 0, 2]);
        assert_eq!(transcript.awaited(true), [0, 0, 1, 0, 0, 0, 0, 2]);
        assert!(is_transcript(SAMPLE));
        assert!(!is_transcript("# x\n1 name\n#? [x]\n"));
    }

    #[test]
    fn other_protocols() {
        let text =
            "# A remark\n@protocol nboard\n> ping 1\n< pong 1\n> go\n< search {...}\n< === F5\n";
        let transcript = parse(text).unwrap();
        assert_eq!(transcript.protocol, Protocol::NBoard);
        assert_eq!(transcript.to_text(), text);
        assert_eq!(transcript.awaited(true), [0, 0, 1, 2]);
        assert!(Protocol::NBoard.is_talk("search F5 0 0 1") && !Protocol::Gtp.is_talk("search"));
        assert!(!Protocol::NBoard.is_talk("=== F5") && !Protocol::NBoard.is_talk("searching"));
        let text = "@protocol gomocup\n> START 15\\r\n< OK\n";
        let transcript = parse(text).unwrap();
        assert_eq!((transcript.protocol, transcript.to_text().as_str()), (Protocol::Gomocup, text));
        assert!(Protocol::Gomocup.is_talk("MESSAGE 1,2") && !Protocol::Gomocup.is_talk("1,2"));
    }

    #[test]
    fn replies_that_are_yet_to_be_written() {
        for (text, plain, filled) in [
            ("> a\n> b\n", vec![0, 0], vec![1, 1]),
            ("> a\n> b\n= x\n\n= y\n\n", vec![0, 2], vec![0, 2]),
            ("> \n> b\n", vec![0, 0], vec![0, 1]),
            ("> a\n@sleep 5\n> b\n", vec![0, 0, 0], vec![0, 0, 2]),
            ("> a\n@sleep 5\n> \n= x\n\n> c\n", vec![0, 0, 1, 0], vec![0, 0, 1, 1]),
        ] {
            let transcript = parse(text).unwrap();
            assert_eq!(transcript.awaited(false), plain, "{text}");
            assert_eq!(transcript.awaited(true), filled, "{text}");
        }
    }

    #[test]
    fn every_byte_can_be_written() {
        for sent in [
            (0..=255).filter(|&b| b != b'\n').collect::<Vec<u8>>(),
            b"loadsgf {tmp}\\a \xe4\xff.sgf ".to_vec(),
            "name ä".into(),
        ] {
            let mut line = sent.clone();
            line.push(b'\n');
            assert_eq!(bytes(&escape(&sent), Path::new("/elsewhere")), Ok(line));
        }
        assert_eq!(bytes("a {tmp}/b", Path::new("/t")), Ok(b"a /t/b\n".to_vec()));
        for wrong in ["\\q", "\\x1", "\\xzz", "a\\"] {
            assert!(bytes(wrong, Path::new("")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_transcript() {
        for (text, line) in [
            ("> a\n= x\n\nnonsense\n", 4),
            ("= x\n", 1),
            ("> a\\q\n", 1),
            ("> a\n@sleep x\n", 2),
            ("> a\n@sleep 99999999\n", 2),
            ("@what\n", 1),
            ("> a\n< x\n", 2),
            ("@protocol xboard\n", 1),
            ("> a\n@protocol nboard\n", 2),
            ("@protocol nboard\n< x\n", 2),
            ("@protocol nboard\n> a\n= x\n", 3),
        ] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
