//! Writes a conversation into the log as it passes: what is read with `>`, what is written with `<`.

use std::io::{self, Read, Write};

/// Where the log says the lines come from.
const TARGET: &str = "conversation";

/// Bytes of a line that the log shows.
const SHOWN: usize = 4096;

/// Cuts a stream of bytes into lines and logs them.
struct Lines {
    mark: char,
    line: Vec<u8>,
    length: usize,
}

impl Lines {
    fn new(mark: char) -> Lines {
        Lines { mark, line: Vec::new(), length: 0 }
    }

    fn pass(&mut self, bytes: &[u8]) {
        if !log::log_enabled!(target: TARGET, log::Level::Debug) {
            return;
        }
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = SHOWN - self.line.len();
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            self.length += text.len();
            if piece.len() > text.len() {
                self.end();
            }
        }
    }

    fn end(&mut self) {
        let text = String::from_utf8_lossy(&self.line);
        let text = text.trim_end();
        if self.length > SHOWN {
            log::debug!(target: TARGET, "{} {text} ... ({} bytes)", self.mark, self.length);
        } else if !text.is_empty() {
            log::debug!(target: TARGET, "{} {text}", self.mark);
        }
        self.line.clear();
        self.length = 0;
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.end();
    }
}

/// A reader whose bytes the log sees.
pub struct Heard<R> {
    inner: R,
    lines: Lines,
}

impl<R> Heard<R> {
    /// Around that reader.
    pub fn new(inner: R) -> Heard<R> {
        Heard { inner, lines: Lines::new('>') }
    }
}

impl<R: Read> Read for Heard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.lines.pass(&buffer[..count]);
        Ok(count)
    }
}

/// A writer whose bytes the log sees.
pub struct Spoken<W> {
    inner: W,
    lines: Lines,
}

impl<W> Spoken<W> {
    /// Around that writer.
    pub fn new(inner: W) -> Spoken<W> {
        Spoken { inner, lines: Lines::new('<') }
    }
}

impl<W: Write> Write for Spoken<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.lines.pass(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_pass_unchanged() {
        let bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        let mut read = Vec::new();
        assert_eq!(Heard::new(&bytes[..]).read_to_end(&mut read).ok(), Some(bytes.len()));
        let mut written = Spoken::new(Vec::new());
        assert!(written.write_all(&bytes).is_ok());
        assert_eq!((&read, &written.inner), (&bytes, &bytes));
    }
}
