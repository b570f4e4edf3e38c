//! Framing of responses (GTP 2, section 2).

use std::io::{self, Write};

/// The text after `=`, or the text after `?`.
pub type Answer = Result<String, Failure>;

/// Why a command failed: the text after `?`, on one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// The failure with that text.
    pub fn new(text: impl Into<String>) -> Failure {
        Failure(text.into())
    }

    /// `syntax error`: the arguments cannot be read.
    pub fn syntax() -> Failure {
        Failure::new("syntax error")
    }
}

/// Writes responses one after the other, each in one piece or, after [`Responder::open`], line by line.
pub struct Responder<'w> {
    output: &'w mut dyn Write,
    id: Option<u32>,
    open: bool,
    broken: Option<io::Error>,
}

impl<'w> Responder<'w> {
    /// Responses go there, flushed one by one.
    pub fn new(output: &'w mut dyn Write) -> Responder<'w> {
        Responder { output, id: None, open: false, broken: None }
    }

    /// The next response is to the command with this id.
    pub fn begin(&mut self, id: Option<u32>) {
        self.id = id;
        self.open = false;
    }

    /// Announces success at once: `=id` and LF. Lines may follow.
    pub fn open(&mut self) {
        if !self.open {
            self.open = true;
            let head = self.head('=');
            self.write(&format!("{head}\n"));
        }
    }

    /// One more line of an open response.
    pub fn line(&mut self, text: &str) {
        self.write(&format!("{}\n", tidy(text)));
    }

    /// Can the reader no longer be reached?
    pub fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Ends the response. After [`Responder::open`] a text makes the last lines. Fails when this or an earlier part
    /// could not be written.
    pub fn close(&mut self, answer: Answer) -> io::Result<()> {
        let text = match (&answer, self.open) {
            (Ok(text), true) if text.is_empty() => "\n".into(),
            (Ok(text), true) => format!("{}\n\n", tidy(text)),
            // A response that began as a success can only end as one.
            (Err(failure), true) => {
                log::error!("failed while answering: {failure}");
                "\n".into()
            }
            (Ok(text), false) => format!("{} {}\n\n", self.head('='), tidy(text)),
            (Err(failure), false) => {
                format!("{} {}\n\n", self.head('?'), one_line(&failure.to_string()))
            }
        };
        self.write(&text);
        self.open = false;
        self.broken.take().map_or(Ok(()), Err)
    }

    fn head(&self, sign: char) -> String {
        self.id.map_or_else(|| sign.to_string(), |id| format!("{sign}{id}"))
    }

    fn write(&mut self, text: &str) {
        if self.broken.is_none()
            && let Err(error) =
                self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush())
        {
            self.broken = Some(error);
        }
    }
}

/// A text that fits into a response: no control characters but HT and LF, no LF at its ends, and a blank on each empty
/// line, since an empty line would end the response.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.trim_matches('\n').chars() {
        if c == '\n' && out.ends_with('\n') {
            out.push(' ');
        }
        if c == '\n' || c == '\t' || !c.is_ascii_control() {
            out.push(c);
        }
    }
    out
}

fn one_line(text: &str) -> String {
    tidy(text).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(id: Option<u32>, answer: Answer) -> String {
        let mut output = Vec::new();
        let mut responder = Responder::new(&mut output);
        responder.begin(id);
        responder.close(answer).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn frames() {
        let fail = |text: &str| Err(Failure::new(text));
        let cases = [
            (None, Ok(String::new()), "= \n\n"),
            (Some(7), Ok("2".into()), "=7 2\n\n"),
            (Some(0), Ok("a\n\n\nb\r\n".into()), "=0 a\n \n \nb\n\n"),
            (None, fail("illegal move"), "? illegal move\n\n"),
            (Some(3), fail("two\nlines"), "?3 two lines\n\n"),
        ];
        for (id, answer, text) in cases {
            assert_eq!(written(id, answer), text);
        }
    }

    #[test]
    fn open_responses() {
        let mut output = Vec::new();
        let mut response = Responder::new(&mut output);
        response.begin(Some(5));
        response.open();
        response.line("info move A1");
        response.close(Ok("play A1".into())).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "=5\ninfo move A1\nplay A1\n\n");
        let mut output = Vec::new();
        let mut response = Responder::new(&mut output);
        response.open();
        response.close(Ok(String::new())).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "=\n\n");
    }

    #[test]
    fn a_reader_that_went_away_is_an_error_not_a_panic() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut gone = Gone;
        let error = Responder::new(&mut gone).close(Ok("2".into())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
