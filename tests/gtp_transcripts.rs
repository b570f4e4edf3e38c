//! The transcripts of `protocol-tests/gtp`, played through the real binary. The format is told in
//! `protocol-tests/README.md`; with `TESUJI_BLESS=1` the replies are written anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Options of every transcript that names none: a player that costs no time.
const USUAL: &str = "--engine random --seed 1";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/gtp")
}

fn transcripts() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in [folder(), folder().join("cases")] {
        for entry in std::fs::read_dir(folder).expect("the folder of transcripts") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "gtp") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}

/// What a transcript says, in order.
#[derive(Debug)]
enum Step {
    /// A comment or an empty line, kept for bless.
    Remark(String),
    /// Milliseconds to wait.
    Sleep(u64),
    /// A line to send, and the replies that follow it; `None` = as yet unknown.
    Send { line: String, replies: Vec<String> },
}

struct Transcript {
    arguments: Vec<String>,
    steps: Vec<Step>,
}

fn parse(text: &str) -> Transcript {
    let mut arguments = USUAL;
    let mut steps: Vec<Step> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        if let Some(given) = line.strip_prefix("@args ") {
            arguments = given;
            steps.push(Step::Remark(line.into()));
        } else if let Some(time) = line.strip_prefix("@sleep ") {
            steps.push(Step::Sleep(time.parse().expect("milliseconds")));
        } else if let Some(sent) = line.strip_prefix('>') {
            let line = sent.strip_prefix(' ').unwrap_or(sent).into();
            steps.push(Step::Send { line, replies: Vec::new() });
        } else if let Some(Step::Send { replies, .. }) = steps.last_mut()
            && (open || line.starts_with(['=', '?']))
        {
            if line.is_empty() {
                open = false;
                continue;
            }
            match replies.last_mut() {
                Some(reply) if open => {
                    reply.push('\n');
                    reply.push_str(line);
                }
                _ => replies.push(line.into()),
            }
            open = true;
            continue;
        } else if !line.is_empty() {
            assert!(line.starts_with('#'), "neither remark nor command nor reply: {line}");
            steps.push(Step::Remark(line.into()));
        }
        open = false;
    }
    let arguments = arguments.split_whitespace().map(str::to_owned).collect();
    Transcript { arguments, steps }
}

/// The bytes of a line as the transcript writes it: `\t`, `\r`, `\xHH` and `\\` are escapes; `{tmp}` is a folder to write to.
fn bytes(line: &str) -> Vec<u8> {
    let line = line.replace("{tmp}", env!("CARGO_TARGET_TMPDIR"));
    let mut out = Vec::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.extend(c.to_string().into_bytes());
            continue;
        }
        match chars.next() {
            Some('t') => out.push(b'\t'),
            Some('r') => out.push(b'\r'),
            Some('x') => {
                let digits: String = chars.by_ref().take(2).collect();
                out.push(u8::from_str_radix(&digits, 16).expect("two hexadecimal digits"));
            }
            Some('\\') => out.push(b'\\'),
            other => panic!("unknown escape {other:?}"),
        }
    }
    out.push(b'\n');
    out
}

/// Does the line get a reply (GTP 2, section 3.1)?
fn is_answered(line: &str) -> bool {
    let command: Vec<u8> = bytes(line).into_iter().take_while(|&b| b != b'#').collect();
    command.iter().any(|&b| b > 32 && b != 127)
}

/// Does a text fit a pattern? `{move}`, `{vertex}`, `{number}`, `{text}` stand for what they say, `{a|b}` for one of the
/// words, `{...}` for anything at all, line ends included.
fn fits(pattern: &str, text: &str) -> bool {
    let Some(open) = pattern.find('{') else {
        return pattern == text;
    };
    let (literal, rest) = pattern.split_at(open);
    let Some(text) = text.strip_prefix(literal) else {
        return false;
    };
    let Some(close) = rest.find('}') else {
        return pattern == text;
    };
    let (kind, after) = (&rest[1..close], &rest[close + 1..]);
    let ends = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
    ends.into_iter().any(|end| {
        let part = &text[..end];
        let is = match kind {
            "..." => true,
            "text" => !part.is_empty() && !part.contains('\n'),
            "number" => part.parse::<f64>().is_ok(),
            "vertex" => is_vertex(part),
            "move" => is_vertex(part) || part == "pass" || part == "resign",
            words if words.contains('|') => words.split('|').any(|word| word == part),
            // A brace that opens no pattern stands for itself.
            _ => return text.strip_prefix('{').is_some_and(|text| fits(&rest[1..], text)),
        };
        is && fits(after, &text[end..])
    })
}

fn is_vertex(text: &str) -> bool {
    text.parse::<tesuji::base::Move>().is_ok_and(|mv| mv.point().is_some())
        && text.chars().all(|c| !c.is_ascii_lowercase())
}

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
}

/// How long a reply may take; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

impl Engine {
    fn start(arguments: &[String]) -> Engine {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tesuji"))
            .arg("gtp")
            .args(arguments)
            .current_dir(folder())
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary");
        let input = child.stdin.take();
        let mut pipe = child.stdout.take().expect("a pipe");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 1 << 16];
            while let Ok(count @ 1..) = pipe.read(&mut chunk) {
                if sender.send(chunk[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Engine { child, input, output, buffer: Vec::new() }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(&bytes(line)).and_then(|()| input.flush()).expect("a reading engine");
    }

    /// The next reply without the two line ends that close it; `None` at the end of output, or when none comes.
    fn reply(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let reply: Vec<u8> = self.buffer.drain(..end + 2).take(end).collect();
                return Some(String::from_utf8_lossy(&reply).into_owned());
            }
            self.buffer.extend(self.output.recv_timeout(PATIENCE).ok()?);
        }
    }

    /// Ends the input; the engine then leaves with status 0 and says no more.
    fn finish(&mut self) -> Result<(), String> {
        drop(self.input.take());
        let deadline = Instant::now() + PATIENCE;
        let mut rest = std::mem::take(&mut self.buffer);
        while let Ok(chunk) = self.output.recv_timeout(PATIENCE) {
            rest.extend(chunk);
        }
        if !rest.is_empty() {
            return Err(format!("more output: {}", String::from_utf8_lossy(&rest)));
        }
        loop {
            match self.child.try_wait().map_err(|error| error.to_string())? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("ended with {status}")),
                None if Instant::now() > deadline => return Err("does not end".into()),
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Trailing blanks of a line carry no meaning: `=` and `= ` are one reply.
fn trimmed(reply: &str) -> String {
    reply.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Plays a transcript. Returns it as it should be, or tells the first line where it is not.
fn play(transcript: &Transcript, bless: bool) -> Result<String, String> {
    let mut engine = Engine::start(&transcript.arguments);
    let mut written = String::new();
    for (at, step) in transcript.steps.iter().enumerate() {
        match step {
            Step::Remark(text) => writeln!(written, "{text}").expect("memory"),
            Step::Sleep(time) => {
                std::thread::sleep(Duration::from_millis(*time));
                writeln!(written, "@sleep {time}").expect("memory");
            }
            Step::Send { line, replies } => {
                writeln!(written, "> {line}").expect("memory");
                engine.send(line);
                let expected = match replies.len() {
                    // A line that is waited behind is an analysis, which the next line closes.
                    0 if matches!(transcript.steps.get(at + 1), Some(Step::Sleep(_))) => 0,
                    0 if bless => usize::from(is_answered(line)),
                    count => count,
                };
                for number in 0..expected {
                    let reply = engine.reply().ok_or(format!("> {line}: no reply"))?;
                    let reply = trimmed(&reply);
                    let wanted = replies.get(number).map(|wanted| trimmed(wanted));
                    match wanted {
                        Some(wanted) if fits(&wanted, &reply) => {
                            writeln!(written, "{wanted}\n").expect("memory");
                        }
                        _ if bless => writeln!(written, "{reply}\n").expect("memory"),
                        wanted => {
                            return Err(format!(
                                "> {line}\nreplied:\n{reply}\nexpected:\n{}",
                                wanted.unwrap_or_default()
                            ));
                        }
                    }
                }
            }
        }
    }
    engine.finish()?;
    Ok(written)
}

#[test]
fn transcripts_replay() {
    let bless = std::env::var_os("TESUJI_BLESS").is_some();
    let mut failures = Vec::new();
    let paths = transcripts();
    assert!(paths.len() > 40, "only {} transcripts", paths.len());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        match play(&parse(&text), bless) {
            Ok(written) if bless => std::fs::write(&path, written).expect("a writable transcript"),
            Ok(_) => {}
            Err(error) => failures.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_command_occurs_in_a_transcript() {
    let mut seen = BTreeSet::new();
    for path in transcripts() {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        let steps = parse(&text).steps;
        for (at, step) in steps.iter().enumerate() {
            if let Step::Send { line, replies } = step {
                let mut words = line.split_whitespace();
                let name = words.find(|word| word.parse::<u32>().is_err());
                // A command that only ever fails has not been shown.
                let waited = matches!(steps.get(at + 1), Some(Step::Sleep(_)));
                if waited || replies.iter().any(|reply| reply.starts_with('=')) {
                    seen.extend(name.map(str::to_owned));
                }
            }
        }
    }
    let table = tesuji::protocol::gtp::table();
    let names = table.rows().iter().map(|row| row.name);
    let missing: Vec<&str> = names.filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "no transcript has {missing:?}");
}

#[test]
fn patterns() {
    for (pattern, text, is) in [
        ("= {vertex}", "= D4", true),
        ("= {vertex}", "= pass", false),
        ("= {move}", "= pass", true),
        ("= {number} s", "= 1.5 s", true),
        ("= {number}", "= 1.5x", false),
        ("= {a|b}{...}", "= b\nmore", true),
        ("= {a|b}", "= c", false),
        ("= {text}!", "= a\nb!", false),
        ("= {\"ko\":1}", "= {\"ko\":1}", true),
        ("= {\"ko\":1}", "= {\"ko\":2}", false),
        ("=", "=", true),
    ] {
        assert_eq!(fits(pattern, text), is, "{pattern} {text}");
    }
}
