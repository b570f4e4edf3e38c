//! The input pump: a thread that reads lines while the program thinks, so that the end of input, `quit` and interrupts
//! are seen at once. Knows no protocol beyond what [`Signal`] tells it about a line.

use crate::engine::Stop;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes a line may have; what lies beyond is dropped and the line is marked.
pub const MAX_LINE: usize = 64 << 20;

/// How long commands that were sent before `quit` or the end of input may still think, all together.
const GRACE: Duration = Duration::from_millis(250);

/// The same for commands whose work has an end of its own, so that a script's answers do not depend on when it closes
/// the input.
const LONG_GRACE: Duration = Duration::from_secs(60);

/// A raw line, its LF taken off.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number in the input, from 1.
    pub number: u64,
    /// When it was read.
    pub arrived: Instant,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Was it longer than [`MAX_LINE`]?
    pub cut: bool,
}

/// What came within a time.
#[derive(Clone, Debug)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// Nothing yet.
    Nothing,
    /// The end of the input.
    End,
}

/// What a line means to a command that is running when it arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Nothing special: the next command, or nothing at all.
    None,
    /// Commands sent before it are to end early.
    Interrupt,
    /// The last command of the session.
    Quit,
}

/// What makes a running command end before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// An interrupt, `quit` or the end of input.
    OnInterrupt,
    /// Any line.
    OnAnyLine,
    /// An interrupt; `quit` or the end of input only if it is not done a minute later.
    WhenDone,
}

#[derive(Debug, Default)]
struct Seen {
    running: Option<(u64, Ends)>,
    lines: u64,
    interrupt: u64,
    closing: bool,
    overdue: bool,
}

impl Seen {
    fn must_stop(&self, number: u64, ends: Ends) -> bool {
        let closing = match ends {
            Ends::OnInterrupt => self.closing,
            Ends::OnAnyLine => self.closing || self.lines > number,
            Ends::WhenDone => self.overdue,
        };
        closing || self.interrupt > number
    }
}

#[derive(Debug, Default)]
struct Shared {
    seen: Mutex<Seen>,
    stop: Stop,
    gone: AtomicBool,
}

impl Shared {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut Seen)) {
        let mut seen = self.seen();
        change(&mut seen);
        if seen.running.is_some_and(|(number, ends)| seen.must_stop(number, ends)) {
            self.stop.raise();
        }
    }
}

/// Tells the reading thread what is running, and what runs when to stop.
#[derive(Clone, Debug)]
pub struct Attention(Arc<Shared>);

impl Attention {
    /// The flag that the running search obeys.
    pub fn stop(&self) -> &Stop {
        &self.0.stop
    }

    /// The command of that line begins to think. Clears the flag, or raises it when its end has been asked for already.
    pub fn begin(&self, number: u64, ends: Ends) {
        let mut seen = self.0.seen();
        seen.running = Some((number, ends));
        if seen.must_stop(number, ends) {
            self.0.stop.raise();
        } else {
            self.0.stop.clear();
        }
    }

    /// Has a later line interrupted the command of that line?
    pub fn is_interrupted(&self, number: u64) -> bool {
        self.0.seen().interrupt > number
    }

    /// The command is done.
    pub fn end(&self) {
        self.0.seen().running = None;
    }
}

/// The lines of an input, read by a thread of their own.
#[derive(Debug)]
pub struct Pump {
    lines: Receiver<Line>,
    attention: Attention,
}

impl Pump {
    /// Starts reading. `classify` looks at each raw line as it arrives.
    pub fn start(
        input: impl Read + Send + 'static,
        classify: fn(&[u8]) -> Signal,
    ) -> std::io::Result<Pump> {
        let (sender, lines) = mpsc::channel();
        let shared = Arc::new(Shared::default());
        let attention = Attention(Arc::clone(&shared));
        thread::Builder::new().name("input".into()).spawn(move || {
            read_lines(input, &shared, &sender, classify);
            drop(sender);
            close(&shared);
        })?;
        Ok(Pump { lines, attention })
    }

    /// The shared view of what is running.
    pub fn attention(&self) -> &Attention {
        &self.attention
    }

    /// The next line; `None` at the end of input.
    pub fn next(&self) -> Option<Line> {
        self.lines.recv().ok()
    }

    /// What comes within that time.
    pub fn next_within(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

impl Drop for Pump {
    fn drop(&mut self) {
        self.attention.0.gone.store(true, Ordering::Release);
    }
}

/// The end of input has been seen: what thinks at once for an answer nobody may read gets a little time, and analyses
/// (which any line ends) get none.
fn close(shared: &Shared) {
    shared.update(|seen| seen.lines += 1);
    thread::sleep(GRACE);
    shared.update(|seen| seen.closing = true);
    thread::sleep(LONG_GRACE);
    shared.update(|seen| seen.overdue = true);
}

fn read_lines(
    mut input: impl Read,
    shared: &Shared,
    sender: &Sender<Line>,
    classify: fn(&[u8]) -> Signal,
) {
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = Vec::new();
    let mut cut = false;
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("cannot read the input: {error}");
                break;
            }
        };
        let mut rest = buffer.get(..count).unwrap_or_default();
        while let Some(end) = rest.iter().position(|&b| b == b'\n') {
            let (head, tail) = rest.split_at(end);
            append(&mut bytes, head, &mut cut);
            rest = tail.get(1..).unwrap_or_default();
            let line = std::mem::take(&mut bytes);
            if !deliver(line, std::mem::take(&mut cut), shared, sender, classify) {
                return;
            }
        }
        append(&mut bytes, rest, &mut cut);
    }
    if !bytes.is_empty() {
        deliver(bytes, cut, shared, sender, classify);
    }
}

fn append(bytes: &mut Vec<u8>, part: &[u8], cut: &mut bool) {
    let room = MAX_LINE.saturating_sub(bytes.len());
    *cut |= part.len() > room;
    bytes.extend_from_slice(part.get(..room).unwrap_or(part));
}

/// Hands a line on; false when no further line is wanted.
fn deliver(
    bytes: Vec<u8>,
    cut: bool,
    shared: &Shared,
    sender: &Sender<Line>,
    classify: fn(&[u8]) -> Signal,
) -> bool {
    if shared.gone.load(Ordering::Acquire) {
        return false;
    }
    let signal = classify(&bytes);
    // The number is given and the line sent under one lock, so that a command that sees "more lines" finds them queued.
    let mut delivered = false;
    shared.update(|seen| {
        seen.lines += 1;
        if signal == Signal::Interrupt {
            seen.interrupt = seen.lines;
        }
        let line = Line { number: seen.lines, arrived: Instant::now(), bytes, cut };
        delivered = sender.send(line).is_ok();
    });
    delivered && signal != Signal::Quit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classify(line: &[u8]) -> Signal {
        match line {
            b"quit" => Signal::Quit,
            b"!" => Signal::Interrupt,
            _ => Signal::None,
        }
    }

    #[test]
    fn lines_and_the_half_line_at_the_end() {
        let pump = Pump::start(&b"a\n\nb\r\nlast"[..], classify).unwrap();
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| pump.next()).map(|l| l.bytes).collect();
        assert_eq!(lines, [&b"a"[..], b"", b"b\r", b"last"]);
    }

    #[test]
    fn nothing_is_read_after_quit() {
        let pump = Pump::start(&b"a\nquit\nb\n"[..], classify).unwrap();
        assert_eq!(std::iter::from_fn(|| pump.next()).count(), 2);
    }

    #[test]
    fn an_interrupt_stops_what_was_sent_before_it_and_nothing_else() {
        let (writer, reader) = pipe();
        let pump = Pump::start(reader, classify).unwrap();
        writer.send(b"think\n!\nthink\n".to_vec()).unwrap();
        let attention = pump.attention().clone();
        let lines: Vec<Line> = (0..3).filter_map(|_| pump.next()).collect();
        attention.begin(lines[0].number, Ends::OnInterrupt);
        assert!(attention.stop().is_raised());
        attention.begin(lines[2].number, Ends::OnInterrupt);
        assert!(!attention.stop().is_raised());
        attention.begin(lines[2].number, Ends::OnAnyLine);
        assert!(!attention.stop().is_raised());
        writer.send(b"\n".to_vec()).unwrap();
        pump.next().unwrap();
        // The line is handed on a moment before the flag goes up.
        while !attention.stop().is_raised() {
            thread::yield_now();
        }
        for ends in [Ends::OnInterrupt, Ends::WhenDone] {
            attention.begin(lines[2].number, ends);
            assert!(!attention.stop().is_raised());
        }
        attention.begin(lines[2].number, Ends::OnInterrupt);
        drop(writer);
        while !attention.stop().is_raised() {
            thread::yield_now();
        }
    }

    /// A reader fed from a channel.
    fn pipe() -> (Sender<Vec<u8>>, impl Read + Send + 'static) {
        struct Pipe(Receiver<Vec<u8>>);
        impl Read for Pipe {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let bytes = self.0.recv().unwrap_or_default();
                buffer[..bytes.len()].copy_from_slice(&bytes);
                Ok(bytes.len())
            }
        }
        let (sender, receiver) = mpsc::channel();
        (sender, Pipe(receiver))
    }
}
