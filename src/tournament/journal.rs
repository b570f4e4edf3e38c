//! The journal of an event: JSON, one line a game, kept so that whatever dies loses nothing. Knows files, and nothing of how
//! games are played.
//!
//! The first line is the [`Header`]: the version of the format and the event. Every other line is one [`Entry`], appended by
//! a single write and synchronised with the disk before the game counts as played. A line without an end is what a kill or
//! a full disk leaves; it is cut off when the event goes on. Any other line that is no entry is an error, since something
//! else than a death must have written it.

use super::{Entry, Event};
use crate::session::may_write;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The version of the format that this program writes.
pub const FORMAT: u32 = 1;

/// Keys of an event that decide nothing about its games: a resumed event and the shards of one may differ in them.
const FREE: &[&str] = &["name", "concurrency", "pin", "recover", "journal", "sgf"];

/// Keys of a player that decide nothing about its games.
const FREE_OF_PLAYER: &[&str] = &["error-log"];

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    #[serde(rename = "tesuji-journal")]
    pub format: u32,
    /// The program that began the journal, with its version.
    pub program: String,
    /// Number and fingerprint of the openings; empty if there are none.
    #[serde(default)]
    pub openings: String,
    /// The event, every player with its name.
    pub event: Event,
}

impl Header {
    /// The header of a journal that begins now.
    pub fn new(event: &Event, openings: &str) -> Header {
        Header {
            format: FORMAT,
            program: concat!("tesuji ", env!("CARGO_PKG_VERSION")).into(),
            openings: openings.into(),
            event: event.clone(),
        }
    }

    /// Where two headers differ in what decides the games: one text a difference, `other` being called the journal's.
    pub fn differences(&self, journal: &Header) -> Vec<String> {
        let mut found = Vec::new();
        compare("", &deciding(&self.event), &deciding(&journal.event), &mut found);
        if self.openings != journal.openings {
            let name =
                |text: &str| if text.is_empty() { "none".into() } else { format!("{text:?}") };
            let (now, then) = (name(&self.openings), name(&journal.openings));
            found.push(format!("the openings found are {now} now, {then} in the journal"));
        }
        found
    }
}

/// What of an event decides its games.
fn deciding(event: &Event) -> Value {
    // Through text, so that numbers of both sides have gone the same way.
    let text = serde_json::to_string(event).unwrap_or_default();
    let mut value: Value = serde_json::from_str(&text).unwrap_or_default();
    if let Some(map) = value.as_object_mut() {
        map.retain(|key, _| !FREE.contains(&key.as_str()));
        let players = map.get_mut("player").and_then(Value::as_array_mut);
        for player in players.into_iter().flatten().filter_map(Value::as_object_mut) {
            player.retain(|key, _| !FREE_OF_PLAYER.contains(&key.as_str()));
        }
    }
    value
}

fn compare(place: &str, now: &Value, then: &Value, found: &mut Vec<String>) {
    let within = |key: &str| if place.is_empty() { key.into() } else { format!("{place}.{key}") };
    match (now, then) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let side = |map: &serde_json::Map<String, Value>| map.get(key).cloned();
                let (a, b) = (side(a).unwrap_or_default(), side(b).unwrap_or_default());
                compare(&within(key), &a, &b, found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (number, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{place} {}", number + 1), a, b, found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            found.push(format!("there are {} of {place} now, {} in the journal", a.len(), b.len()));
        }
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{place} is {} now, {} in the journal", plain(a), plain(b))),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "not set".into(),
        other => other.to_string(),
    }
}

/// A journal could not be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("cannot {action} the journal {}: {error}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        error: io::Error,
    },
    /// It does not begin as a journal does.
    #[error("{} is no journal of an event: its first line is no header", path.display())]
    NotOne {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a later version.
    #[error(
        "{} has version {format} of the journal's format; this program reads version {FORMAT}", path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// Its version.
        format: u32,
    },
    /// A line that is no entry.
    #[error("{}, line {line}, is no entry of a game: {text}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        text: String,
    },
    /// Another program writes to it.
    #[error("{} is in use: another tesuji plays this event", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to another event.
    #[error(
        "{} is the journal of another event: {}; name another journal, or make the event what it was",
        path.display(), differences.join("; ")
    )]
    OtherEvent {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// No file was named.
    #[error("no journal is named")]
    None,
}

/// What is in a file.
struct Content {
    header: Option<Header>,
    entries: Vec<Entry>,
    /// Bytes up to the end of the last whole line.
    sound: usize,
    /// Is all that the last line lacks its end?
    unended: bool,
}

/// Takes the bytes of a journal apart. Games that are there twice are kept once.
fn parse(path: &Path, bytes: &[u8]) -> Result<Content, JournalError> {
    let mut content = Content { header: None, entries: Vec::new(), sound: 0, unended: false };
    let mut games = BTreeSet::new();
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let (text, whole) = match line.strip_suffix(b"\n") {
            Some(text) => (text, true),
            None => (line, false),
        };
        if number == 0 {
            match header(path, text) {
                Ok(header) => content.header = Some(header),
                Err(error) if whole => return Err(error),
                // A death while the header was written, if it is the beginning of one.
                Err(_) if text.starts_with(br#"{"tesuji-journal":"#) => return Ok(content),
                Err(_) if br#"{"tesuji-journal":"#.starts_with(text) => return Ok(content),
                Err(error) => return Err(error),
            }
        } else {
            let entry = serde_json::from_slice::<Entry>(text).map_err(|error| error.to_string());
            match entry.and_then(|entry| entry.check().map(|()| entry)) {
                Ok(entry) if games.insert(entry.game) => content.entries.push(entry),
                Ok(entry) => log::warn!(
                    "{}, line {}: game {} is there already; this line is left out",
                    path.display(),
                    number + 1,
                    entry.game
                ),
                Err(_) if !whole => return Ok(content),
                Err(text) => {
                    let (path, line) = (path.into(), number + 1);
                    return Err(JournalError::Line { path, line, text });
                }
            }
        }
        content.sound += line.len();
        content.unended = !whole;
    }
    Ok(content)
}

fn header(path: &Path, text: &[u8]) -> Result<Header, JournalError> {
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "tesuji-journal")]
        format: u32,
    }
    let none = || JournalError::NotOne { path: path.into() };
    let version: Version = serde_json::from_slice(text).map_err(|_| none())?;
    if version.format != FORMAT {
        return Err(JournalError::Format { path: path.into(), format: version.format });
    }
    serde_json::from_slice(text).map_err(|error| JournalError::Line {
        path: path.into(),
        line: 1,
        text: error.to_string(),
    })
}

/// Reads journals: one, or those of the shards of one event. The entries come in the order of their games; a game that is
/// there several times is kept once, and the log says so. A file that is being written may be read.
///
/// # Errors
/// [`JournalError`], also when the files do not belong to the same event.
pub fn read(paths: &[PathBuf]) -> Result<(Event, Vec<Entry>), JournalError> {
    let mut first: Option<Header> = None;
    let mut entries: Vec<Entry> = Vec::new();
    let mut games = BTreeSet::new();
    for path in paths {
        let bytes = crate::session::read_file(path).map_err(failed("read", path))?;
        let content = parse(path, &bytes)?;
        let header = content.header.ok_or_else(|| JournalError::NotOne { path: path.clone() })?;
        match &first {
            None => first = Some(header),
            Some(first) => check(path, first, &header)?,
        }
        for entry in content.entries {
            if games.insert(entry.game) {
                entries.push(entry);
            } else {
                let path = path.display();
                log::warn!("{path}: game {} is in another journal too; left out", entry.game);
            }
        }
    }
    let header = first.ok_or(JournalError::None)?;
    entries.sort_by_key(|entry| entry.game);
    Ok((header.event, entries))
}

fn check(path: &Path, now: &Header, journal: &Header) -> Result<(), JournalError> {
    let differences = now.differences(journal);
    if differences.is_empty() {
        return Ok(());
    }
    Err(JournalError::OtherEvent { path: path.into(), differences })
}

fn failed(action: &'static str, path: &Path) -> impl Fn(io::Error) -> JournalError + use<> {
    let path = path.to_path_buf();
    move |error| JournalError::File { action, path: path.clone(), error }
}

/// A journal that is being written. Nobody else writes to the file as long as this lives.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    length: u64,
    games: BTreeSet<usize>,
}

impl Journal {
    /// Begins a journal, or opens one to go on with it: then the entries of the games played come with it, in the order
    /// of the games.
    ///
    /// # Errors
    /// [`JournalError`]; the file is then as it was.
    pub fn open(path: &Path, header: &Header) -> Result<(Journal, Vec<Entry>), JournalError> {
        may_write(path).map_err(failed("write", path))?;
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(failed("open", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::Locked { path: path.into() });
            }
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) => {
                log::warn!("{} cannot be locked: {error}", path.display());
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read", path))?;
        let content = parse(path, &bytes)?;
        if let Some(found) = &content.header {
            check(path, header, found)?;
        }
        let torn = bytes.len() - content.sound;
        if torn > 0 {
            log::warn!("{}: {torn} bytes of a torn last line are cut off", path.display());
            file.set_len(content.sound as u64).map_err(failed("repair", path))?;
        }
        let games = content.entries.iter().map(|entry| entry.game).collect();
        let length = content.sound as u64;
        let mut journal = Journal { file, path: path.into(), length, games };
        match content.header {
            None => {
                let line = serde_json::to_string(header).map_err(io::Error::from);
                line.and_then(|line| journal.write(&line)).map_err(failed("begin", path))?;
                sync_folder(path);
            }
            Some(_) if content.unended => journal.write("").map_err(failed("repair", path))?,
            Some(_) => {}
        }
        let mut entries = content.entries;
        entries.sort_by_key(|entry| entry.game);
        Ok((journal, entries))
    }

    /// Appends a game; when this returns, it is on the disk.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be written (what was there before stays), or the game is in the journal already.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let error = failed("write", &self.path);
        if self.games.contains(&entry.game) {
            let text = format!("game {} is there already", entry.game);
            return Err(error(io::Error::new(io::ErrorKind::AlreadyExists, text)));
        }
        let line = serde_json::to_string(entry).map_err(|e| error(e.into()))?;
        self.write(&line).map_err(error)?;
        self.games.insert(entry.game);
        Ok(())
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.length += line.len() as u64,
            // Half a line would make one of the next; if it stays, it is cut off the next time.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        written
    }
}

/// Makes the name of a new file last.
fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Not every system lets a folder be opened; then there is nothing to do.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Ending, PlayerSpec, Side};
    use std::fs;

    fn event() -> Event {
        let player = |name: &str| PlayerSpec {
            name: name.into(),
            engine: "random".into(),
            ..PlayerSpec::default()
        };
        Event { komi: Some(7.1), players: vec![player("a"), player("b")], ..Event::default() }
    }

    fn entry(game: usize) -> Entry {
        let side = |name: &str| Side { name: name.into(), ..Side::default() };
        Entry {
            game,
            round: 1,
            pair: game.div_ceil(2),
            black: side("a"),
            white: side("b\u{e9}\n"),
            opening: None,
            kind: "go".into(),
            size: "5".into(),
            komi: Some(7.1),
            handicap: Vec::new(),
            moves: Vec::new(),
            refused: Vec::new(),
            result: "B+3.5".into(),
            ending: Ending::Score,
            margin: Some(3.5),
            claims: Vec::new(),
            faults: Vec::new(),
            begun: "2026-11-30T12:00:00Z".into(),
            took: 0.25,
        }
    }

    /// A file that is gone at the end of its test.
    struct Scratch(PathBuf);

    impl std::ops::Deref for Scratch {
        type Target = PathBuf;

        fn deref(&self) -> &PathBuf {
            &self.0
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// A file of its own for each test.
    fn file(name: &str) -> Scratch {
        let name = format!("tesuji-journal-{}-{name}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        Scratch(path)
    }

    fn games(entries: &[Entry]) -> Vec<usize> {
        entries.iter().map(|entry| entry.game).collect()
    }

    fn begin(path: &Path, numbers: &[usize]) {
        let (mut journal, _) = Journal::open(path, &Header::new(&event(), "")).expect("a journal");
        for &number in numbers {
            journal.append(&entry(number)).expect("an entry");
        }
    }

    #[test]
    fn whatever_is_cut_off_no_game_is_lost_or_doubled() {
        let path = file("torn");
        begin(&path, &[2, 1, 3]);
        let whole = fs::read(&*path).expect("the journal");
        let ends: Vec<usize> = (1..=whole.len()).filter(|&at| whole[at - 1] == b'\n').collect();
        assert_eq!(ends.len(), 4);
        // Every byte of the last line, and some of the others.
        let lengths = (0..=whole.len()).filter(|at| *at + 2 > ends[2] || at % 41 == 0);
        for length in lengths {
            fs::write(&*path, &whole[..length]).expect("a file");
            let header = Header::new(&event(), "");
            let (mut journal, kept) = Journal::open(&path, &header).expect("goes on");
            // A game counts when its line is there, with or without the end of the line.
            let count = ends[1..].iter().filter(|&&end| length + 1 >= end).count();
            assert_eq!(kept.len(), count, "{length} bytes");
            for number in 1..=3 {
                if !kept.iter().any(|entry| entry.game == number) {
                    journal.append(&entry(number)).expect("an entry");
                }
            }
            drop(journal);
            let (_, entries) = read(std::slice::from_ref(&*path)).expect("a whole journal");
            assert_eq!(entries, [entry(1), entry(2), entry(3)], "{length} bytes");
            assert_eq!(fs::read(&*path).expect("the journal").len(), whole.len());
        }
    }

    #[test]
    fn a_broken_line_is_named_and_the_file_left_alone() {
        let path = file("broken");
        begin(&path, &[1, 2]);
        let good = fs::read_to_string(&*path).expect("text");
        let lines: Vec<&str> = good.lines().collect();
        let cases = [
            (format!("{}\n{{\n{}\n", lines[0], lines[1]), "line 2, is no entry"),
            (format!("{}\n{}\nnothing\n", lines[0], lines[1]), "line 3, is no entry"),
            (good.replacen("\"result\":\"B", "\"result\":\"X", 1), "is no result"),
            ("my notes".into(), "is no journal"),
            ("{}\n".into(), "is no journal"),
            (lines[0].replacen(":1,", ":7,", 1) + "\n", "version 7"),
            (lines[0].replacen("\"game\"", "\"gmae\"", 1) + "\n", "unknown field `gmae`"),
        ];
        for (text, message) in cases {
            fs::write(&*path, &text).expect("a file");
            let error = Journal::open(&path, &Header::new(&event(), "")).expect_err(message);
            assert!(error.to_string().contains(message), "{error}");
            assert!(read(std::slice::from_ref(&*path)).is_err(), "{message}");
            assert_eq!(fs::read_to_string(&*path).expect("text"), text, "{message}");
        }
        assert!(Journal::open(Path::new("/"), &Header::new(&event(), "")).is_err());
    }

    #[test]
    fn another_event_is_refused_with_what_differs() {
        type Change = fn(&mut Event);
        let cases: &[(Change, &str)] = &[
            (|e| e.time = "60".into(), "time is \"60\" now, \"none\" in the journal"),
            (|e| e.komi = None, "komi is not set now, 7."),
            (|e| e.seed = 2, "seed is 2 now, 1 in the journal"),
            (|e| e.rulings.max_moves = 9, "rulings.max-moves is 9 now, 0 in the journal"),
            (|e| e.players[1].engine = "uct".into(), "player 2.engine is \"uct\" now, \"random\""),
            (|e| e.players.push(PlayerSpec::default()), "there are 3 of player now, 2 in the"),
        ];
        let path = file("other");
        begin(&path, &[1]);
        for (change, message) in cases {
            let mut other = event();
            change(&mut other);
            let error = Journal::open(&path, &Header::new(&other, "")).expect_err(message);
            assert!(error.to_string().contains(message), "{error}");
        }
        let error = Journal::open(&path, &Header::new(&event(), "7 xyz")).expect_err("openings");
        assert!(error.to_string().contains("openings found are \"7 xyz\" now, none"), "{error}");
        let mut same = event();
        same.concurrency = 7;
        same.name = "another shard".into();
        same.sgf = Some("records/".into());
        same.journal = Some("here.jsonl".into());
        let (_, kept) = Journal::open(&path, &Header::new(&same, "")).expect("the same games");
        assert_eq!(games(&kept), [1]);
    }

    #[test]
    fn one_writer_at_a_time() {
        let path = file("lock");
        let header = Header::new(&event(), "");
        let (mut journal, _) = Journal::open(&path, &header).expect("a journal");
        let error = Journal::open(&path, &header).expect_err("locked");
        assert!(matches!(error, JournalError::Locked { .. }), "{error}");
        journal.append(&entry(1)).expect("an entry");
        assert!(journal.append(&entry(1)).is_err(), "each game once");
        drop(journal);
        let (_, kept) = Journal::open(&path, &header).expect("free again");
        assert_eq!(games(&kept), [1]);
    }

    #[test]
    fn shards_merge() {
        let files = [file("shard-1"), file("shard-2"), file("shard-3")];
        let paths = files.each_ref().map(|file| file.to_path_buf());
        begin(&paths[0], &[1, 2, 5]);
        begin(&paths[1], &[4, 3, 5]);
        let (merged, entries) = read(&paths[..2]).expect("one event");
        assert_eq!(merged, event());
        assert_eq!(games(&entries), [1, 2, 3, 4, 5]);
        let other = Event { seed: 9, ..event() };
        drop(Journal::open(&paths[2], &Header::new(&other, "")).expect("a journal"));
        let error = read(&paths).expect_err("another event").to_string();
        assert!(error.contains("shard-3") && error.contains("seed"), "{error}");
        assert!(matches!(read(&[]), Err(JournalError::None)));
        assert!(read(&[file("none").to_path_buf()]).is_err());
    }
}
