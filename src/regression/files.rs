//! Which files are run, and of which kind they are.

use super::transcript::{self, Transcript};
use super::tst;
use std::path::{Path, PathBuf};

/// What stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Commands with demands (`.tst`, `.gtp`).
    Tests(Vec<tst::Step>),
    /// An exact transcript: the first line that is no remark begins with `>` or `@`.
    Transcript(Transcript),
}

/// A file that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// What it holds is not understood.
    #[error("{}, {error}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: tst::FormatError,
    },
    /// A suite that holds itself.
    #[error("the suite {} holds itself", .0.display())]
    Circle(PathBuf),
    /// Nothing to run.
    #[error("the suite {} names no file", .0.display())]
    Empty(PathBuf),
}

/// Replaces suites, names that begin with `@`, by the files they name: one a line, `#` begins a remark, suites may hold
/// suites. A name is looked for in the suite's folder first and then in the present one (as gogui-regress does).
///
/// # Errors
/// [`FileError`] when a suite cannot be read, holds itself or is empty.
pub fn expand(names: &[PathBuf]) -> Result<Vec<PathBuf>, FileError> {
    let mut files = Vec::new();
    for name in names {
        expand_one(name, &mut Vec::new(), &mut files)?;
    }
    Ok(files)
}

fn expand_one(
    name: &Path,
    within: &mut Vec<PathBuf>,
    files: &mut Vec<PathBuf>,
) -> Result<(), FileError> {
    let text = name.to_string_lossy();
    let Some(suite) = text.strip_prefix('@').map(PathBuf::from) else {
        files.push(name.to_path_buf());
        return Ok(());
    };
    let same = std::path::absolute(&suite).unwrap_or_else(|_| suite.clone());
    if within.contains(&same) {
        return Err(FileError::Circle(suite));
    }
    within.push(same);
    let text = read(&suite)?;
    let folder = suite.parent().unwrap_or(Path::new(""));
    let before = files.len();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (mark, name) = match line.strip_prefix('@') {
            Some(name) => ("@", name.trim()),
            None => ("", line),
        };
        if name.is_empty() {
            continue;
        }
        let near = folder.join(name);
        let path = if near.exists() { near } else { PathBuf::from(name) };
        expand_one(Path::new(&format!("{mark}{}", path.display())), within, files)?;
    }
    within.pop();
    if files.len() == before { Err(FileError::Empty(suite)) } else { Ok(()) }
}

/// Reads a file. Bytes that are no UTF-8 are replaced.
///
/// # Errors
/// [`FileError`] when it cannot be read or understood.
pub fn load(path: &Path) -> Result<Content, FileError> {
    let text = read(path)?;
    let wrong = |error| FileError::Format { path: path.into(), error };
    Ok(match transcript::is_transcript(&text) {
        true => Content::Transcript(transcript::parse(&text).map_err(wrong)?),
        false => Content::Tests(tst::parse(&text).map_err(wrong)?),
    })
}

fn read(path: &Path) -> Result<String, FileError> {
    let bytes = crate::session::read_file(path)
        .map_err(|error| FileError::Unreadable { path: path.into(), error })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn suites_nest() {
        let folder = std::env::temp_dir().join(format!("tesuji-suites-{}", std::process::id()));
        fs::create_dir_all(folder.join("deep")).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write("a.tst", "1 name\n#? [x]\n");
        write("deep/b.gtp", "> name\n= x\n\n");
        write("all", "# everything\na.tst # the first\n\n@deep/more\nelsewhere.tst\n");
        write("deep/more", "b.gtp\n");
        write("circle", "@circle\n");
        write("empty", "# nothing\n");
        let suite = |name: &str| PathBuf::from(format!("@{}", folder.join(name).display()));
        let files = expand(&[PathBuf::from("plain.tst"), suite("all")]).unwrap();
        let expected = [
            PathBuf::from("plain.tst"),
            folder.join("a.tst"),
            folder.join("deep/b.gtp"),
            PathBuf::from("elsewhere.tst"),
        ];
        assert_eq!(files, expected);
        assert!(matches!(load(&files[1]), Ok(Content::Tests(steps)) if steps.len() == 1));
        assert!(matches!(load(&files[2]), Ok(Content::Transcript(_))));
        assert!(matches!(load(&files[3]), Err(FileError::Unreadable { .. })));
        assert!(matches!(expand(&[suite("circle")]), Err(FileError::Circle(_))));
        assert!(matches!(expand(&[suite("empty")]), Err(FileError::Empty(_))));
        assert!(matches!(expand(&[suite("missing")]), Err(FileError::Unreadable { .. })));
        fs::remove_dir_all(&folder).unwrap();
    }
}
