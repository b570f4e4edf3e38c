//! Files of samples for networks of Go, one for each board: `PREFIX.SIDE.bin`, side as two digits.

use crate::train::go_samples::record_length;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};

/// A file that is being written.
struct Growing {
    file: BufWriter<File>,
    /// Bytes in it.
    length: u64,
}

/// The files of one prefix.
pub(super) struct RecordFiles {
    prefix: String,
    files: BTreeMap<usize, Growing>,
}

impl RecordFiles {
    /// Files that are made when their first record comes; old ones of the same name go.
    pub(super) fn new(prefix: &str) -> RecordFiles {
        RecordFiles { prefix: prefix.into(), files: BTreeMap::new() }
    }

    /// Files that go on behind their first so many bytes, by side of the board; what is behind them goes.
    ///
    /// # Errors
    /// If one is not there or shorter, or the length is not that of whole records.
    pub(super) fn resume(prefix: &str, lengths: &BTreeMap<usize, u64>) -> Result<RecordFiles> {
        let mut files = RecordFiles::new(prefix);
        for (&side, &length) in lengths {
            let name = files.name(side);
            ensure!(length % record_length(side * side) as u64 == 0, "{name}: a broken record");
            let mut file = OpenOptions::new()
                .write(true)
                .open(&name)
                .with_context(|| format!("cannot go on with {name}"))?;
            let found = file.metadata().with_context(|| name.clone())?.len();
            ensure!(found >= length, "{name} holds {found} bytes, and should hold {length}");
            file.set_len(length)
                .and_then(|()| file.seek(SeekFrom::End(0)))
                .with_context(|| format!("cannot write {name}"))?;
            files.files.insert(side, Growing { file: BufWriter::new(file), length });
        }
        Ok(files)
    }

    fn name(&self, side: usize) -> String {
        format!("{}.{side:02}.bin", self.prefix)
    }

    /// Appends records of boards of that side.
    pub(super) fn write(&mut self, side: usize, records: &[u8]) -> Result<()> {
        let name = self.name(side);
        let context = || format!("cannot write {name}");
        let growing = match self.files.entry(side) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let file = BufWriter::new(File::create(&name).with_context(context)?);
                entry.insert(Growing { file, length: 0 })
            }
        };
        growing.file.write_all(records).with_context(context)?;
        growing.length += records.len() as u64;
        Ok(())
    }

    /// Hands everything to the system.
    pub(super) fn flush(&mut self) -> Result<()> {
        for (side, growing) in &mut self.files {
            let name = || format!("cannot write {}.{side:02}.bin", self.prefix);
            growing.file.flush().with_context(name)?;
        }
        Ok(())
    }

    /// How many bytes each file holds, by side of the board.
    pub(super) fn lengths(&self) -> BTreeMap<usize, u64> {
        self.files.iter().map(|(&side, growing)| (side, growing.length)).collect()
    }

    /// How many records of each board there are, a line a board.
    pub(super) fn table(&self) -> String {
        let mut out = String::new();
        for (side, length) in self.lengths() {
            let count = length / record_length(side * side) as u64;
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{side:>2}x{side:<2} {count:>8}");
        }
        out
    }
}
