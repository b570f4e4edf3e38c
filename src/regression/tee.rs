//! Stands between a client and an engine and writes down what passes, as a transcript ([`super::transcript`]).
//!
//! Bytes pass unchanged and as they come. Each piece is written down before it is passed on, so the order of the file is
//! that in which the two parties learnt of things: a line stands above every reply to it, and a reply that the client knew
//! when it wrote a line stands above that line.

use super::template;
use super::transcript::{escape, is_answered};
use crate::protocol::gtp::{preprocess, split};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Commands whose answers differ from time to time, and what is written in the place of the answer with
/// [`Recorder::new`]'s `patterns`.
const VARYING: &[(&str, &str)] = &[
    ("genmove", " {text}"),
    ("reg_genmove", " {text}"),
    ("kgs-genmove_cleanup", " {text}"),
    ("place_free_handicap", " {text}"),
    ("kata-search", " {text}"),
    ("kata-search_cancellable", " {text}"),
    ("cputime", " {text}"),
    ("gomill-cpu_time", " {text}"),
    ("analyze", "{...}"),
    ("lz-analyze", "{...}"),
    ("kata-analyze", "{...}"),
    ("genmove_analyze", "{...}"),
    ("lz-genmove_analyze", "{...}"),
    ("kata-genmove_analyze", "{...}"),
    ("kata-search_analyze", "{...}"),
    ("kata-search_analyze_cancellable", "{...}"),
    ("kata-raw-nn", "{...}"),
];

/// Longest time that is written as `@sleep`, in milliseconds.
const LONGEST_SLEEP: u128 = 2000;

/// How long the last output of an engine that has ended may be on its way.
const LAST_OUTPUT: Duration = Duration::from_secs(2);

/// Writes a conversation down. Errors of the file do not disturb the conversation; they are kept for the end.
#[derive(Debug)]
pub struct Recorder<W> {
    log: W,
    patterns: bool,
    sending: Vec<u8>,
    /// Was that line begun within a reply?
    within: bool,
    sent_at: Option<Instant>,
    receiving: Vec<u8>,
    reply: String,
    /// Lines that are not answered yet.
    asked: VecDeque<String>,
    failure: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// A conversation with that engine, into that file.
    pub fn new(log: W, engine: &str, patterns: bool) -> Recorder<W> {
        let mut recorder = Recorder {
            log,
            patterns,
            sending: Vec::new(),
            within: false,
            sent_at: None,
            receiving: Vec::new(),
            reply: String::new(),
            asked: VecDeque::new(),
            failure: None,
        };
        recorder.write(&format!("# engine: {}\n", escape(engine.as_bytes())));
        recorder
    }

    fn write(&mut self, text: &str) {
        if let Err(error) = self.log.write_all(text.as_bytes()).and_then(|()| self.log.flush()) {
            self.failure.get_or_insert(error);
        }
    }

    /// The client sends these bytes now.
    pub fn sent(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.sending.is_empty() {
                self.within = !self.reply.is_empty();
            }
            self.sending.extend_from_slice(piece.strip_suffix(b"\n").unwrap_or(piece));
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let raw = std::mem::take(&mut self.sending);
        let line = escape(&raw);
        let mut text = String::new();
        if self.within
            && let Some(at) = self.sent_at
        {
            // The client speaks within a reply: an analysis, which must have its time.
            let time = at.elapsed().as_millis().min(LONGEST_SLEEP);
            text = format!("@sleep {time}\n");
        }
        text.push_str(&format!("> {line}\n"));
        if is_answered(&line) {
            let command = preprocess(&raw).map(|line| split(&line).name).unwrap_or_default();
            self.asked.push_back(String::from_utf8_lossy(&command).into_owned());
        }
        self.sent_at = Some(Instant::now());
        self.write(&text);
    }

    /// The engine writes these bytes now.
    pub fn received(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.receiving.extend_from_slice(piece.strip_suffix(b"\n").unwrap_or(piece));
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.receiving);
                self.read_line(&String::from_utf8_lossy(&line));
            }
        }
    }

    fn read_line(&mut self, line: &str) {
        let line = line.trim_end();
        if !self.reply.is_empty() {
            if line.is_empty() {
                self.end_reply();
            } else {
                self.reply.push('\n');
                self.reply.push_str(line);
            }
        } else if line.starts_with(['=', '?']) {
            self.reply.push_str(line);
        } else if !line.is_empty() {
            self.write(&format!("# no reply: {}\n", escape(line.as_bytes())));
        }
    }

    fn end_reply(&mut self) {
        let reply = std::mem::take(&mut self.reply);
        let command = self.asked.pop_front().unwrap_or_default();
        let pattern = VARYING.iter().find(|(name, _)| self.patterns && *name == command);
        let text = match pattern {
            Some((_, pattern)) if reply.starts_with('=') => {
                let rest =
                    reply.trim_start_matches('=').trim_start_matches(|c: char| c.is_ascii_digit());
                let head = reply.get(..reply.len() - rest.len()).unwrap_or("=");
                match rest.trim().is_empty() {
                    true => head.to_owned(),
                    false => format!("{head}{pattern}"),
                }
            }
            _ => template::literal(&reply),
        };
        self.write(&format!("{text}\n\n"));
    }

    /// The conversation is over.
    ///
    /// # Errors
    /// The first error of the file.
    pub fn end(&mut self) -> io::Result<()> {
        if !self.sending.is_empty() {
            self.end_line();
        }
        let rest = std::mem::take(&mut self.receiving);
        if !rest.is_empty() {
            self.read_line(&String::from_utf8_lossy(&rest));
        }
        if !self.reply.is_empty() {
            let reply = std::mem::take(&mut self.reply);
            self.write(&format!("# unfinished reply: {}\n", escape(reply.as_bytes())));
        }
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// Creates the file, under another name (`game-2.gtp`) if there is one: a client that starts its engine again must not cost
/// the first conversation.
///
/// # Errors
/// When the file cannot be created.
pub fn create(path: &Path) -> io::Result<(File, PathBuf)> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|text| format!(".{}", text.to_string_lossy()));
    let mut number = 1;
    loop {
        let name = match number {
            1 => path.to_path_buf(),
            _ => path
                .with_file_name(format!("{stem}-{number}{}", extension.as_deref().unwrap_or(""))),
        };
        match File::create_new(&name) {
            Ok(file) => return Ok((file, name)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 10_000 => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// How a recorded conversation ended.
#[derive(Debug)]
pub struct Ended {
    /// The engine.
    pub status: ExitStatus,
    /// Was everything written down?
    pub log: io::Result<()>,
}

/// Starts the engine and passes bytes until it ends. Standard error is the engine's own. `started` is told of the engine at
/// once, so that signals can be passed on to it.
///
/// # Errors
/// When the engine cannot be started or waited for.
pub fn converse<W: Write + Send + 'static>(
    mut command: Command,
    recorder: Recorder<W>,
    client: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    started: impl FnOnce(&Child),
) -> io::Result<Ended> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    started(&child);
    let (Some(input), Some(source)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("no pipes"));
    };
    let recorder = Arc::new(Mutex::new(recorder));
    let own = Arc::clone(&recorder);
    // It may wait for the client for ever; it ends with the program.
    std::thread::Builder::new().name("client".into()).spawn(move || {
        pass(client, input, |bytes| own.lock().unwrap_or_else(PoisonError::into_inner).sent(bytes));
    })?;
    let own = Arc::clone(&recorder);
    let (sender, done) = channel();
    std::thread::Builder::new().name("engine".into()).spawn(move || {
        pass(source, output, |bytes| {
            own.lock().unwrap_or_else(PoisonError::into_inner).received(bytes);
        });
        // Nobody may be waiting any more.
        let _ = sender.send(());
    })?;
    let status = child.wait()?;
    // The engine may have left its output to others: they are not waited for.
    let _ = done.recv_timeout(LAST_OUTPUT);
    let log = recorder.lock().unwrap_or_else(PoisonError::into_inner).end();
    Ok(Ended { status, log })
}

/// Passes bytes as they come, until one side ends.
fn pass(mut from: impl Read, mut to: impl Write, mut seen: impl FnMut(&[u8])) {
    let mut chunk = vec![0; 64 << 10];
    loop {
        let bytes = match from.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => chunk.get(..count).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        seen(bytes);
        if to.write_all(bytes).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::transcript;

    fn recorded(patterns: bool, steps: &[(char, &str)]) -> String {
        let mut log = Vec::new();
        let mut recorder = Recorder::new(&mut log, "engine", patterns);
        for (mark, text) in steps {
            match mark {
                '>' => recorder.sent(text.as_bytes()),
                _ => recorder.received(text.as_bytes()),
            }
        }
        recorder.end().unwrap();
        String::from_utf8(log).unwrap()
    }

    #[test]
    fn lines_and_replies() {
        let steps = [
            ('>', "1 na"),
            ('>', "me\r\n\n# x\n2 version\n3 foo"),
            ('<', "=1 x\n"),
            ('<', "\n=2 "),
            ('>', "\n"),
            ('<', "\n\n\nhello\n?3 unknown {move}\r\n\r\n"),
            ('>', "quit"),
            ('<', "=\na"),
        ];
        let log = recorded(false, &steps);
        let expected = "# engine: engine\n> 1 name\\r\n> \n> # x\n> 2 version\n=1 x\n\n> 3 foo\n=2\n\n# no reply: hello\n\
                        ?3 unknown {{}move}\n\n> quit\n# unfinished reply: =\\x0aa\n";
        assert_eq!(log, expected);
        let transcript = transcript::parse(&log).unwrap();
        assert_eq!(transcript.awaited(false), [0, 0, 0, 0, 1, 2, 0, 0, 0]);
    }

    #[test]
    fn an_analysis_has_its_time_and_patterns() {
        let steps = [
            ('>', "7 lz-analyze b 5\n"),
            ('<', "=7\ninfo move A1\n"),
            ('>', "8 genmove b\n9 genmove w\n"),
            ('<', "\n=8 D4\n\n?9 no\n\n"),
            ('>', "cputime\n"),
            ('<', "= 1.5\n\n"),
        ];
        let log = recorded(true, &steps);
        let sleep = log.lines().find(|line| line.starts_with("@sleep")).unwrap();
        assert!(transcript::parse(sleep).is_ok());
        let rest: Vec<&str> = log.lines().filter(|line| !line.starts_with(['@', '#'])).collect();
        assert_eq!(
            rest,
            [
                "> 7 lz-analyze b 5",
                "> 8 genmove b",
                "> 9 genmove w",
                "=7{...}",
                "",
                "=8 {text}",
                "",
                "?9 no",
                "",
                "> cputime",
                "= {text}",
                ""
            ]
        );
    }

    #[test]
    fn a_file_that_is_there_stays() {
        let folder = std::env::temp_dir().join(format!("tesuji-tee-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let names: Vec<PathBuf> =
            (0..3).map(|_| create(&folder.join("a.gtp")).unwrap().1).collect();
        assert_eq!(names, ["a.gtp", "a-2.gtp", "a-3.gtp"].map(|name| folder.join(name)));
        assert!(create(&folder.join("no/such/a.gtp")).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
