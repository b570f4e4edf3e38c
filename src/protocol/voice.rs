//! The answers of protocols whose answers are lines. Knows no protocol.

use std::io::{self, Write};

/// Where the answers go, line by line, each flushed. After an error nothing more is written.
pub(crate) struct Voice<'w> {
    output: &'w mut dyn Write,
    broken: Option<io::Error>,
}

impl<'w> Voice<'w> {
    /// Speaks there.
    pub(crate) fn new(output: &'w mut dyn Write) -> Voice<'w> {
        Voice { output, broken: None }
    }

    /// One line.
    pub(crate) fn say(&mut self, text: &str) {
        if self.broken.is_none()
            && let Err(error) = self
                .output
                .write_all(format!("{text}\n").as_bytes())
                .and_then(|()| self.output.flush())
        {
            self.broken = Some(error);
        }
    }

    /// Did the last line not go through?
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Should serving go on? Not when the reader went away, which is no failure.
    pub(crate) fn goes_on(&mut self) -> io::Result<bool> {
        match self.broken.take() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Some(error) => Err(error),
            None => Ok(true),
        }
    }
}
