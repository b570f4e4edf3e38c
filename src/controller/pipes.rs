//! The threads between an engine's pipes and the program: they wait so that nobody else has to, and hold little, so that
//! an engine that floods costs no memory.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Longest line of an engine, in bytes; what is longer is no line of any protocol.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Lines read ahead. With [`LONGEST_LINE`] it bounds the memory; an engine that writes more waits.
const LINES_AHEAD: usize = 16;

/// Lines written ahead of an engine that does not read.
const WAITING_TO_BE_READ: usize = 64;

/// How much of standard error is kept, in bytes.
const TAIL: usize = 8 << 10;

/// What comes out of an engine.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Output {
    /// A line without its line feed; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line longer than [`LONGEST_LINE`]: its beginning. The rest is thrown away.
    TooLong(String),
}

/// Splits what an engine writes into lines. The channel closes at the end of the output; a last line without a line feed
/// is delivered.
pub(super) fn read_lines(source: impl Read + Send + 'static) -> Receiver<Output> {
    let (sender, lines) = sync_channel(LINES_AHEAD);
    spawn("engine output", move || split_lines(source, &sender));
    lines
}

fn split_lines(mut source: impl Read, lines: &SyncSender<Output>) {
    let mut chunk = vec![0; 16 << 10];
    let mut line: Vec<u8> = Vec::new();
    let mut skipping = false;
    loop {
        let bytes = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => chunk.get(..count).unwrap_or_default(),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, ends) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            if !skipping {
                line.extend_from_slice(text);
            }
            if line.len() > LONGEST_LINE {
                skipping = true;
                line.truncate(80);
                if lines.send(Output::TooLong(text_of(&line))).is_err() {
                    return;
                }
                line = Vec::new();
            }
            if ends {
                if !skipping && lines.send(Output::Line(text_of(&line))).is_err() {
                    return;
                }
                skipping = false;
                line.clear();
            }
        }
    }
    if !line.is_empty() {
        // Nobody may be listening any more, which is no fault.
        let _ = lines.send(Output::Line(text_of(&line)));
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes lines to an engine. The engine's input closes when the sender is dropped and everything is written; the
/// channel closes when the engine does not take any more.
pub(super) fn write_lines(mut target: impl Write + Send + 'static) -> SyncSender<Vec<u8>> {
    let (sender, lines) = sync_channel::<Vec<u8>>(WAITING_TO_BE_READ);
    spawn("engine input", move || {
        for line in lines {
            if target.write_all(&line).and_then(|()| target.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// The end of what an engine writes to standard error.
#[derive(Clone, Debug, Default)]
pub(super) struct ErrorTail {
    shared: Arc<Mutex<Tail>>,
}

#[derive(Debug, Default)]
struct Tail {
    bytes: VecDeque<u8>,
    ended: bool,
}

impl ErrorTail {
    /// Reads until the end, whatever comes, and copies it to the log.
    pub(super) fn read(mut source: impl Read + Send + 'static, mut log: Option<File>) -> ErrorTail {
        let tail = ErrorTail::default();
        let own = tail.clone();
        spawn("engine errors", move || {
            let mut chunk = vec![0; 16 << 10];
            loop {
                let bytes = match source.read(&mut chunk) {
                    Ok(0) => break,
                    Ok(count) => chunk.get(..count).unwrap_or_default(),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                own.add(bytes);
                if let Some(Err(error)) = log.as_mut().map(|log| log.write_all(bytes)) {
                    log::warn!("an engine's standard error is kept no longer: {error}");
                    log = None;
                }
            }
            own.lock().ended = true;
        });
        tail
    }

    fn add(&self, bytes: &[u8]) {
        let bytes = bytes.get(bytes.len().saturating_sub(TAIL)..).unwrap_or_default();
        let mut tail = self.lock();
        let surplus = (tail.bytes.len() + bytes.len()).saturating_sub(TAIL);
        tail.bytes.drain(..surplus);
        tail.bytes.extend(bytes);
    }

    fn lock(&self) -> MutexGuard<'_, Tail> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has everything come that can come?
    pub(super) fn ended(&self) -> bool {
        self.lock().ended
    }

    /// The text kept, at most 8 KiB; it may begin within a line.
    pub(super) fn text(&self) -> String {
        text_of(self.lock().bytes.make_contiguous())
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().name(name.into()).spawn(work) {
        // The work is dropped and with it its end of the pipe and of the channel: the engine counts as ended.
        log::error!("no thread for the {name}: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn lines(bytes: &[u8]) -> Vec<Output> {
        read_lines(std::io::Cursor::new(bytes.to_vec())).iter().collect()
    }

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        let line = |text: &str| Output::Line(text.into());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [line("")]);
        assert_eq!(lines(b"= a\r\n\nrest"), [line("= a\r"), line(""), line("rest")]);
        assert_eq!(lines(b"\xff\n"), [line("\u{fffd}")]);
    }

    #[test]
    fn a_line_without_end_is_reported_once_and_thrown_away() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend_from_slice(b"\nnext\n");
        assert_eq!(lines(&bytes), [Output::TooLong("x".repeat(80)), Output::Line("next".into())]);
    }

    #[test]
    fn the_reader_stays_a_few_lines_ahead() {
        let (mut near, far) = std::io::pipe().map(|(far, near)| (near, far)).unwrap();
        let lines = read_lines(far);
        let writer = thread::spawn(move || {
            let line = vec![b'y'; 1 << 10];
            for _ in 0..4096 {
                near.write_all(&line).and_then(|()| near.write_all(b"\n")).unwrap();
            }
        });
        thread::sleep(Duration::from_millis(50));
        assert!(!writer.is_finished(), "4 MiB were read although nobody asked for a line");
        assert_eq!(lines.iter().count(), 4096);
        writer.join().unwrap();
    }

    #[test]
    fn the_tail_is_the_end() {
        let tail = ErrorTail::default();
        tail.add(b"first\n");
        assert_eq!(tail.text(), "first\n");
        tail.add(&vec![b'a'; TAIL - 2]);
        assert_eq!(tail.text().len(), TAIL);
        assert!(
            tail.text().starts_with("t\n") || tail.text().starts_with("\na"),
            "{}",
            tail.text()
        );
        tail.add(&vec![b'b'; 3 * TAIL]);
        assert_eq!(tail.text(), "b".repeat(TAIL));
    }
}
