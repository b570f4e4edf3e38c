//! How a program is started.

use std::path::PathBuf;

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// Program and arguments; at least one word.
    pub words: Vec<String>,
    /// Its working folder; the present one if not given.
    pub folder: Option<PathBuf>,
    /// Variables added to the environment.
    pub environment: Vec<(String, String)>,
    /// The processors it may run on; empty = all.
    pub processors: Vec<usize>,
    /// A file that gets what it writes to standard error, appended.
    pub error_log: Option<PathBuf>,
}

/// A command line that starts nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LaunchError {
    /// There is no word in it.
    #[error("an empty command")]
    Empty,
    /// A quotation mark is open at the end.
    #[error("a quotation mark is not closed in: {0}")]
    Quotes(String),
}

impl Launch {
    /// The program of a command line, split into words as a POSIX shell does (quotes, backslashes); nothing is expanded.
    ///
    /// # Errors
    /// [`LaunchError`] when there is no word or a quotation mark is open.
    pub fn parse(command: &str) -> Result<Launch, LaunchError> {
        let words = shell_words::split(command).map_err(|_| LaunchError::Quotes(command.into()))?;
        if words.is_empty() {
            return Err(LaunchError::Empty);
        }
        Ok(Launch { words, ..Launch::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let launch = Launch::parse(r#"python3 'my engine.py' --moves "D4 E5" a\ b"#).unwrap();
        assert_eq!(launch.words, ["python3", "my engine.py", "--moves", "D4 E5", "a b"]);
        assert_eq!(Launch::parse("  "), Err(LaunchError::Empty));
        assert_eq!(Launch::parse("a 'b"), Err(LaunchError::Quotes("a 'b".into())));
    }
}
