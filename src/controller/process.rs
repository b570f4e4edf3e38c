//! A running engine: lines in, lines out, and an end that nothing survives.

use super::group;
use super::pipes::{self, ErrorTail, LONGEST_LINE, Output};
use super::{Fault, Launch, Trouble};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may leave its input unread if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the last words of an ended program may be on their way.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How often to look whether a silent program has ended. A program that leaves its output to a child would be waited for
/// in vain otherwise.
const LOOK: Duration = Duration::from_millis(100);

/// A program that was started, with its pipes. Nobody waits for it longer than said: threads read its output (a few lines
/// ahead, lines of at most 1 MiB), its standard error (all of it; 8 KiB are kept) and write its input.
///
/// It leads a process group of its own, so that Ctrl-C at a terminal does not reach it and that its end is the end of
/// everything it has started. Dropping it kills the group. On Unix the group is also killed when this program itself ends in
/// whatever way, `kill -9` included; elsewhere engines see the end of their input.
#[derive(Debug)]
pub struct Process {
    child: Child,
    name: String,
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Output>,
    errors: ErrorTail,
    patience: Duration,
    cpu_time: Option<Duration>,
    end: Option<group::End>,
}

impl Process {
    /// Starts a program. A relative path of a program (with a separator in it) is first looked for in
    /// [`Launch::folder`], then in the present folder.
    ///
    /// # Errors
    /// [`Fault::Start`] if the program, its folder, its error log or a processor is not there.
    pub fn start(launch: &Launch) -> Result<Process, Trouble> {
        let Some((program, arguments)) = launch.words.split_first() else {
            return Err(Trouble::new(Fault::Start, "an empty command"));
        };
        let failed = |error: std::io::Error| {
            Trouble::new(Fault::Start, format!("cannot start {program}: {error}"))
        };
        if let Some(folder) = &launch.folder
            && !folder.is_dir()
        {
            let text = format!("cannot start {program}: no folder {}", folder.display());
            return Err(Trouble::new(Fault::Start, text));
        }
        let log = launch.error_log.as_deref().map(open_log).transpose()?;
        let mut command = Command::new(path_of(program, launch.folder.as_deref()));
        command.args(arguments).envs(launch.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = group::start(command, &launch.processors).map_err(failed)?;
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(input), Some(output), Some(errors)) => Ok(Process {
                child,
                name: program.clone(),
                input: Some(pipes::write_lines(input)),
                output: pipes::read_lines(output),
                errors: ErrorTail::read(errors, log),
                patience: PATIENCE,
                cpu_time: None,
                end: None,
            }),
            _ => {
                group::reap(&mut child);
                Err(failed(std::io::Error::other("no pipes")))
            }
        }
    }

    /// The program, as it was called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the process, which is also that of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How long the engine may leave its input unread; 10 s if nothing is said.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Sends a line. It may still be on its way when this returns. Control characters within it become blanks.
    ///
    /// # Errors
    /// [`Fault::Hang`] if the engine has not read earlier lines for so long that there is no room, [`Fault::Crash`] if it has closed its
    /// input or ended.
    pub fn write_line(&mut self, line: &str) -> Result<(), Trouble> {
        self.write_lines([line])
    }

    /// Sends several lines at one stroke.
    ///
    /// # Errors
    /// As [`Process::write_line`].
    pub fn write_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Trouble> {
        let mut text = String::new();
        for line in lines {
            log::trace!("{} < {line}", self.name);
            text.extend(line.chars().map(|c| if c.is_control() { ' ' } else { c }));
            text.push('\n');
        }
        self.write_bytes(text.into_bytes())
    }

    /// Sends bytes as they are, for tests of protocols.
    ///
    /// # Errors
    /// As [`Process::write_line`].
    pub fn write_bytes(&mut self, mut bytes: Vec<u8>) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.patience;
        loop {
            let Some(input) = &self.input else { return Err(self.ended("its input is closed")) };
            bytes = match input.try_send(bytes) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => {
                    return Err(self.ended("it has closed its input"));
                }
                Err(TrySendError::Full(bytes)) => bytes,
            };
            if Instant::now() >= deadline {
                let text =
                    format!("it has not read its input for {:.1} s", self.patience.as_secs_f64());
                return Err(Trouble::new(Fault::Hang, text));
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The next line, without its line feed; a carriage return before it stays.
    ///
    /// # Errors
    /// [`Fault::Hang`] if there is none within the limit, [`Fault::Crash`] (with exit status and the last line of standard
    /// error) at the end of the output, [`Fault::Garbage`] for a line of more than 1 MiB.
    pub fn read_line(&mut self, limit: Duration) -> Result<String, Trouble> {
        let deadline = Instant::now().checked_add(limit);
        let mut ended = false;
        loop {
            let left = deadline.map_or(LOOK, |at| at.saturating_duration_since(Instant::now()));
            let wait = if ended { LOOK } else { left.min(LOOK) };
            match self.output.recv_timeout(wait) {
                Ok(output) => return self.line(output),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended("it has closed its output"));
                }
                Err(RecvTimeoutError::Timeout) if ended => {
                    return Err(self.ended("it has closed its output"));
                }
                // What it wrote last may still be on its way: one more look.
                Err(RecvTimeoutError::Timeout) if group::has_ended(&mut self.child) => ended = true,
                Err(RecvTimeoutError::Timeout) if left > LOOK || deadline.is_none() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let text = format!("no line within {:.1} s", limit.as_secs_f64());
                    return Err(Trouble::new(Fault::Hang, text));
                }
            }
        }
    }

    /// A line that has already come, if there is one; `None` also at the end of the output.
    ///
    /// # Errors
    /// [`Fault::Garbage`] for a line of more than 1 MiB.
    pub fn try_line(&mut self) -> Result<Option<String>, Trouble> {
        match self.output.try_recv() {
            Ok(output) => self.line(output).map(Some),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
        }
    }

    fn line(&self, output: Output) -> Result<String, Trouble> {
        match output {
            Output::Line(line) => {
                log::trace!("{} > {line}", self.name);
                Ok(line)
            }
            Output::TooLong(start) => {
                let text = format!("a line of more than {LONGEST_LINE} bytes: {start} ...");
                Err(Trouble::new(Fault::Garbage, text))
            }
        }
    }

    /// The crash that the engine is found in: how it ended, or else what it did instead.
    fn ended(&mut self, otherwise: &str) -> Trouble {
        let until = Instant::now() + LAST_WORDS;
        while Instant::now() < until && !(group::has_ended(&mut self.child) && self.errors.ended())
        {
            thread::sleep(Duration::from_millis(1));
        }
        let mut text = match (&self.end, group::has_ended(&mut self.child)) {
            (Some(end), _) => end.text.clone(),
            (None, true) => self.finish(),
            (None, false) => otherwise.into(),
        };
        if let Some(words) = self.last_words() {
            text.push_str("; its last words: ");
            text.push_str(&words);
        }
        Trouble::new(Fault::Crash, text)
    }

    /// The last line of standard error that says something.
    fn last_words(&self) -> Option<String> {
        let text = self.errors.text();
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(shortened(line))
    }

    /// The end of what the engine has written to standard error, at most 8 KiB.
    pub fn error_tail(&self) -> String {
        self.errors.text()
    }

    /// Processor time used so far by the program and those it has started, to 0.01 s; after its end, all it has used.
    /// `None` where the system does not tell (elsewhere than on Linux).
    pub fn cpu_time(&mut self) -> Option<Duration> {
        if self.end.is_none() {
            // A program that did not wait for its children loses their times when they end.
            self.cpu_time = self.cpu_time.max(group::cpu_time(&self.child));
        }
        self.cpu_time
    }

    /// Has the program ended, or was it killed?
    pub fn has_ended(&mut self) -> bool {
        self.end.is_some() || group::has_ended(&mut self.child)
    }

    /// Closes the engine's input; what it still says can be read.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the program to end; has it?
    pub fn wait_for_end(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.finish();
        true
    }

    /// The exit status, once the end was noticed; `None` also when a signal ended the program.
    pub fn exit_code(&self) -> Option<i32> {
        self.end.as_ref().and_then(|end| end.code)
    }

    /// How the program ended, in words; empty until its end was noticed.
    pub fn how_it_ended(&self) -> &str {
        self.end.as_ref().map_or("", |end| end.text.as_str())
    }

    /// Closes the engine's input, waits for its end, and kills what is left of its group. The protocol's own farewell is
    /// sent before.
    ///
    /// # Errors
    /// [`Fault::Quit`] if the program itself had to be killed.
    pub fn close(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.input = None;
        if self.end.is_some() {
            return Ok(());
        }
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        while !group::has_ended(&mut self.child) {
            if Instant::now() >= deadline {
                self.finish();
                let text = format!(
                    "still running {:.1} s after it was told to end",
                    patience.as_secs_f64()
                );
                return Err(Trouble::new(Fault::Quit, text));
            }
            // It may have something to say first, and must find room for it.
            match self.output.recv_timeout(pause) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    pause = (2 * pause).min(Duration::from_millis(10))
                }
                Err(RecvTimeoutError::Disconnected) => thread::sleep(Duration::from_millis(1)),
            }
        }
        self.finish();
        Ok(())
    }

    /// Kills the program and everything in its group.
    pub fn kill(&mut self) {
        self.input = None;
        if self.end.is_none() {
            self.finish();
        }
    }

    fn finish(&mut self) -> String {
        if let Some(end) = &self.end {
            return end.text.clone();
        }
        self.cpu_time();
        let end = group::reap(&mut self.child);
        log::debug!("{} {}", self.name, end.text);
        self.end.insert(end).text.clone()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// An engine's words, short enough for a message.
pub(super) fn shortened(line: &str) -> String {
    const ENOUGH: usize = 160;
    let text: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match text.char_indices().nth(ENOUGH) {
        Some((at, _)) => format!("{} ...", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

fn open_log(path: &Path) -> Result<File, Trouble> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| {
        Trouble::new(Fault::Start, format!("cannot write {}: {error}", path.display()))
    })
}

/// Where the program is. The meaning of a relative path together with a folder differs from system to system.
fn path_of(program: &str, folder: Option<&Path>) -> PathBuf {
    let path = PathBuf::from(program);
    let (Some(folder), true, true) = (folder, path.is_relative(), path.components().count() > 1)
    else {
        return path;
    };
    let found = [folder.join(&path), path.clone()].into_iter().find(|path| path.is_file());
    found.and_then(|path| std::path::absolute(path).ok()).unwrap_or(path)
}
