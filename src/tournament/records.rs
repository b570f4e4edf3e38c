//! The SGF records of an event. They are always made from entries of the journal, so that an event that goes on makes those
//! that are missing.

use super::{Entry, Event, sgf};
use crate::session::{may_write, write_file};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Records could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// A file or folder cannot be written.
    #[error("cannot write the records to {}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// There are records that do not come from the journal.
    #[error(
        "{} is there already, and no journal says that it belongs to this event; move it, name another place, or go on \
         with its journal", path.display()
    )]
    InTheWay {
        /// Which file.
        path: PathBuf,
    },
}

/// Where the records of an event go.
#[derive(Debug)]
pub enum Records {
    /// Nowhere.
    None,
    /// One file a game, `game-0001.sgf` and so on, in a folder.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Digits of a game's number in the name of its file.
        digits: usize,
    },
    /// All games in one file.
    Collection {
        /// The file.
        path: PathBuf,
        /// The same file, open at its end.
        file: File,
    },
}

impl Records {
    /// Opens the place that the event names, and brings it up to the games played so far. `planned` are the numbers of the
    /// games still to come, `total` how many the whole event has.
    ///
    /// # Errors
    /// [`RecordsError`] when the place cannot be written, or holds records of those names although no game was played.
    pub fn open(
        event: &Event,
        played: &[Entry],
        planned: &[usize],
        total: usize,
    ) -> Result<Records, RecordsError> {
        let Some(path) = &event.sgf else { return Ok(Records::None) };
        let text = path.as_os_str().to_string_lossy();
        if path.is_dir() || text.ends_with(MAIN_SEPARATOR) || text.ends_with('/') {
            fs::create_dir_all(path).map_err(failed(path))?;
            let digits = total.to_string().len().max(4);
            let games = played.iter().map(|entry| entry.game).chain(planned.iter().copied());
            let mine: BTreeSet<PathBuf> = games.map(|game| name(path, digits, game)).collect();
            sweep(path, |file| mine.contains(file));
            let records = Records::Folder { folder: path.clone(), digits };
            let mut names = planned.iter().map(|&game| name(path, digits, game));
            if played.is_empty()
                && let Some(path) = names.find(|path| path.exists())
            {
                return Err(RecordsError::InTheWay { path });
            }
            for entry in played {
                records.write_missing(event, entry)?;
            }
            return Ok(records);
        }
        may_write(path).map_err(failed(path))?;
        let is_empty = fs::metadata(path).map_or(true, |facts| facts.len() == 0);
        if played.is_empty() && !is_empty {
            return Err(RecordsError::InTheWay { path: path.clone() });
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let file = folder.join(path.file_name().unwrap_or_default());
        sweep(folder, |found| found == file);
        write_collection(path, event, played)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed(path))?;
        Ok(Records::Collection { path: path.clone(), file })
    }

    /// Adds the record of a game. In a collection it stands at the end until [`Records::close`].
    ///
    /// # Errors
    /// [`RecordsError::File`].
    pub fn add(&mut self, event: &Event, entry: &Entry) -> Result<(), RecordsError> {
        match self {
            Records::None => Ok(()),
            Records::Folder { folder, digits } => {
                let path = name(folder, *digits, entry.game);
                write_file(&path, sgf::record(event, entry).as_bytes()).map_err(failed(&path))
            }
            Records::Collection { path, file } => {
                file.write_all(text_of(event, entry).as_bytes()).map_err(failed(path))
            }
        }
    }

    /// Brings a collection into the order of the games.
    ///
    /// # Errors
    /// [`RecordsError::File`].
    pub fn close(self, event: &Event, played: &[Entry]) -> Result<(), RecordsError> {
        match self {
            Records::Collection { path, file } => {
                drop(file);
                write_collection(&path, event, played)
            }
            Records::None | Records::Folder { .. } => Ok(()),
        }
    }

    fn write_missing(&self, event: &Event, entry: &Entry) -> Result<(), RecordsError> {
        let Records::Folder { folder, digits } = self else { return Ok(()) };
        let path = name(folder, *digits, entry.game);
        let text = sgf::record(event, entry);
        if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            return Ok(());
        }
        write_file(&path, text.as_bytes()).map_err(failed(&path))
    }
}

/// Removes what a death has left in the place of files that were being written (`NAME.PID.tmp`).
fn sweep(folder: &Path, is_mine: impl Fn(&Path) -> bool) {
    for found in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = found.path();
        let Some(rest) = path.to_str().and_then(|path| path.strip_suffix(".tmp")) else { continue };
        let Some((file, number)) = rest.rsplit_once('.') else { continue };
        if number.bytes().all(|byte| byte.is_ascii_digit()) && is_mine(Path::new(file)) {
            // If it stays, it is in nobody's way.
            let _ = fs::remove_file(&path);
        }
    }
}

fn name(folder: &Path, digits: usize, game: usize) -> PathBuf {
    folder.join(format!("game-{game:0digits$}.sgf"))
}

/// A record that ends its line, so that the next one begins another.
fn text_of(event: &Event, entry: &Entry) -> String {
    let text = sgf::record(event, entry);
    format!("{}\n", text.trim_end())
}

fn write_collection(path: &Path, event: &Event, played: &[Entry]) -> Result<(), RecordsError> {
    let mut sorted: Vec<&Entry> = played.iter().collect();
    sorted.sort_by_key(|entry| entry.game);
    let text: String = sorted.into_iter().map(|entry| text_of(event, entry)).collect();
    write_file(path, text.as_bytes()).map_err(failed(path))
}

fn failed(path: &Path) -> impl Fn(io::Error) -> RecordsError + use<> {
    let path = path.to_path_buf();
    move |error| RecordsError::File { path: path.clone(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_leftovers_of_its_own_are_swept_away() {
        let folder = std::env::temp_dir().join(format!("tesuji-sweep-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let stay = ["game-0001.sgf", "game-0002.sgf.77.tmp", "game-0001.sgf.x.tmp", "1.tmp", "tmp"];
        for name in stay.iter().chain(&["game-0001.sgf.77.tmp"]) {
            fs::write(folder.join(name), "").expect("a file");
        }
        let mine = name(&folder, 4, 1);
        sweep(&folder, |file| file == mine);
        let left = fs::read_dir(&folder).expect("the folder").count();
        assert!(stay.iter().all(|name| folder.join(name).exists()));
        fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(left, stay.len());
    }
}
