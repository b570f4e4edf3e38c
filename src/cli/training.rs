//! What the training commands share: ranges, workers side by side, files made slice by slice, shards that are read.

use super::Usage;
use crate::session::write_file;
use crate::train::shard::{self, Label};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// `FROM:TO`, two whole numbers, the second not the smaller one; `what` is the option that says so.
pub(super) fn range(text: &str, what: &str) -> Result<(u64, u64)> {
    let ends = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let ends = ends.filter(|(from, to)| from <= to);
    Ok(ends.ok_or_else(|| Usage(format!("{what} takes FROM:TO, not {text}")))?)
}

/// What that many workers come to, each on a thread of its own.
pub(super) fn side_by_side<T: Send>(
    threads: u32,
    worker: impl Fn() -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let worker = &worker;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| anyhow::anyhow!("a player panicked"))?);
        joined.collect()
    })
}

/// The files of folders with that ending, in order.
pub(super) fn files(folders: &[PathBuf], ending: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders {
        let context = || format!("cannot read {}", folder.display());
        let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
            .with_context(context)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<std::io::Result<_>>()
            .with_context(context)?;
        found.retain(|file| file.extension().is_some_and(|end| end == ending));
        found.sort();
        ensure!(!found.is_empty(), "no self-play files (.{ending}) in {}", folder.display());
        files.extend(found);
    }
    Ok(files)
}

/// Files of games to make.
pub(super) struct Slices<'a> {
    /// The numbers of the files: from the first up to, not including, the second.
    pub(super) numbers: (u64, u64),
    /// Their folder, which is made if it is not there.
    pub(super) folder: &'a Path,
    /// Threads.
    pub(super) threads: u32,
    /// What is counted in them, in the plural.
    pub(super) what: &'a str,
}

impl Slices<'_> {
    /// Makes the files that are not there yet, each written as a whole, and reports how many there are of what. `name` is
    /// that of a file by its number, `begin` makes what one thread works with, `make` a file's content and the count of what it holds.
    /// The content must depend on the number alone.
    pub(super) fn make<W>(
        &self,
        name: impl Fn(u64) -> String + Sync,
        begin: impl Fn() -> W + Sync,
        make: impl Fn(&mut W, u64) -> Result<(Vec<u8>, usize)> + Sync,
    ) -> Result<String> {
        let (from, to) = self.numbers;
        let folder = self.folder.display();
        std::fs::create_dir_all(self.folder).with_context(|| format!("cannot make {folder}"))?;
        let next = AtomicU64::new(from);
        let worker = || -> Result<usize> {
            let mut means = begin();
            let mut total = 0;
            loop {
                let slice = next.fetch_add(1, Ordering::Relaxed);
                if slice >= to {
                    return Ok(total);
                }
                let file = self.folder.join(name(slice));
                if file.exists() {
                    continue;
                }
                let (content, count) = make(&mut means, slice)?;
                write_file(&file, &content)
                    .with_context(|| format!("cannot write {}", file.display()))?;
                log::info!("{}: {count} {}", file.display(), self.what);
                total += count;
            }
        };
        let total: usize = side_by_side(self.threads, worker)?.into_iter().sum();
        Ok(format!("{total} {} in {folder} of {} files\n", self.what, to - from))
    }
}

/// Shows every labelled position of these shards, in order. The first failure of `visit` ends it.
pub(super) fn read_shards(
    files: &[PathBuf],
    mut visit: impl FnMut(&Label<'_>) -> Result<()>,
) -> Result<()> {
    for file in files {
        let name = file.display();
        let packed = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
        let bytes = shard::unpack(&packed).with_context(|| name.to_string())?;
        let mut visited = Ok(());
        let read = shard::read(&bytes, |label| {
            if visited.is_ok() {
                visited = visit(&label);
            }
        });
        visited?;
        let read = read.with_context(|| name.to_string())?;
        log::info!(
            "{name}: {} games, {} labels, {} skipped",
            read.games,
            read.labels,
            read.skipped
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(range("3:7", "--slices").expect("a range"), (3, 7));
        assert_eq!(range("0:0", "--slices").expect("a range"), (0, 0));
        for text in ["", "3", "7:3", "a:b", "1:2:3", "-1:2", "1.5:2"] {
            let error = range(text, "--slices").expect_err(text);
            assert!(error.is::<Usage>() && error.to_string().contains("--slices"), "{error}");
        }
    }

    #[test]
    fn slices_that_are_there_are_left_alone() {
        let folder = std::env::temp_dir().join(format!("tesuji-slices-{}", std::process::id()));
        let slices = Slices { numbers: (2, 5), folder: &folder, threads: 2, what: "letters" };
        let make = |ending: &'static str| {
            slices.make(
                |slice| format!("{slice:03}.txt"),
                || ending,
                |ending, slice| Ok((format!("{slice}{ending}").into_bytes(), 2)),
            )
        };
        let shown = folder.display();
        assert_eq!(make("a").expect("made"), format!("6 letters in {shown} of 3 files\n"));
        std::fs::remove_file(folder.join("003.txt")).expect("removed");
        assert_eq!(make("b").expect("made"), format!("2 letters in {shown} of 3 files\n"));
        let texts: Vec<String> =
            (files(std::slice::from_ref(&folder), "txt").expect("files").iter())
                .map(|file| std::fs::read_to_string(file).expect("a file"))
                .collect();
        assert_eq!(texts, ["2a", "3b", "4a"]);
        assert!(files(std::slice::from_ref(&folder), "rvs").is_err());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
