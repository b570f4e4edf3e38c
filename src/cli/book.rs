//! Opening books of Reversi: build, extend, export, import, show, check.

use super::arguments::{BookCommand, BookFile, BookGrowing, BookImportOptions};
use super::{Ended, Usage};
use crate::engine::reversi::book::grow::{Grower, Growth};
use crate::engine::reversi::book::{self, Book, BookError, Key, Stated};
use crate::eval::reversi::patterns::{DISC, Weights};
use crate::session::{may_write, read_file, write_file};
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Does it, and tells what came of it. A check that finds faults prints them and ends with exit status 1.
pub fn run(command: &BookCommand, print: &dyn Fn(&str) -> Result<()>) -> Result<()> {
    match command {
        BookCommand::Build(options) => print(&build(options.from.as_deref(), &options.growing)?),
        BookCommand::Extend(options) => print(&build(Some(&options.from), &options.growing)?),
        BookCommand::Export(options) => print(&named(options)?.export()),
        BookCommand::Import(options) => print(&import(options)?),
        BookCommand::Show(options) => {
            let book = named(&options.book)?;
            print(&book.show(&options.moves).map_err(Usage)?)
        }
        BookCommand::Check(options) => {
            let (report, faults) = check(options.file.as_deref())?;
            print(&report)?;
            if faults { Err(Ended(1).into()) } else { Ok(()) }
        }
    }
}

fn read(path: &Path) -> Result<Book> {
    let name = path.display();
    let bytes = read_file(path).with_context(|| format!("cannot read {name}"))?;
    Book::decode(&bytes).with_context(|| name.to_string())
}

fn named(options: &BookFile) -> Result<Book> {
    match &options.from {
        Some(path) => read(path),
        None => Ok((*book::built_in()).clone()),
    }
}

fn write(path: &Path, book: &Book) -> Result<()> {
    write_file(path, &book.encode()).with_context(|| format!("cannot write {}", path.display()))
}

/// Builds, or goes on.
fn build(from: Option<&Path>, growing: &BookGrowing) -> Result<String> {
    may_write(&growing.out).with_context(|| format!("cannot write {}", growing.out.display()))?;
    let weights = match &growing.weights {
        Some(path) => {
            let bytes =
                read_file(path).with_context(|| format!("cannot read {}", path.display()))?;
            Arc::new(Weights::decode(&bytes).with_context(|| path.display().to_string())?)
        }
        None => crate::engine::reversi::built_in_weights(),
    };
    let mut book = match from {
        Some(path) => read(path)?,
        None => Book::default(),
    };
    // What was begun goes on.
    if growing.out.exists() {
        book.merge(&read(&growing.out)?)?;
    }
    let growth = Growth {
        depth: growing.depth,
        confidence: growing.confidence,
        ply: ((growing.ply * f64::from(DISC)).round() as i32).max(1),
        seed: growing.seed,
        least_empties: growing.empties,
        threads: growing.threads as usize,
        memory: growing.memory as usize,
    };
    let mut grower = Grower::new(growth, &weights);
    let wanted = growing.positions as usize;
    let before = book.len();
    let mut saved = before;
    loop {
        let room = wanted.saturating_sub(book.len());
        let added = grower.round(&mut book, room)?;
        if added == 0 {
            break;
        }
        if book.len() >= saved + growing.save as usize {
            write(&growing.out, &book)?;
            saved = book.len();
            log::info!("{saved} of {wanted} positions");
        }
    }
    write(&growing.out, &book)?;
    let mut report = format!("{} positions, {} of them new\n", book.len(), book.len() - before);
    if book.len() < wanted {
        writeln!(report, "no move is left that could come in; a smaller --empties lets more in")?;
    }
    Ok(report)
}

fn import(options: &BookImportOptions) -> Result<String> {
    let (text, _) = import_text(&options.text)?;
    let mut book = match &options.from {
        Some(path) => read(path)?,
        None => Book::default(),
    };
    let fresh = book.merge(&text)?;
    write(&options.out, &book)?;
    let mut report = format!("{} positions, {fresh} of them new\n", book.len());
    let open = book.unsearched().len();
    if open > 0 {
        writeln!(report, "{open} have moves that nobody has searched: extend does that")?;
    }
    Ok(report)
}

fn import_text(path: &Path) -> Result<(Book, Vec<Stated>)> {
    let name = path.display();
    let bytes = read_file(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text"))?;
    Book::import(&text).with_context(|| name.to_string())
}

/// The report, and whether there are faults.
fn check(path: Option<&Path>) -> Result<(String, bool)> {
    let (book, stated) = match path {
        None => ((*book::built_in()).clone(), Vec::new()),
        Some(path) => match read_file(path).map(|bytes| Book::decode(&bytes)) {
            Ok(Err(BookError::Head)) => import_text(path)?,
            _ => (read(path)?, Vec::new()),
        },
    };
    let mut report = format!("{} positions\n", book.len());
    let reached = book.paths().len();
    writeln!(report, "{reached} on lines from the start")?;
    let findings: Vec<_> = book.keys().filter_map(|key| book.finding(key)).collect();
    let depths = findings.iter().map(|finding| finding.depth);
    if let (Some(least), Some(most)) = (depths.clone().min(), depths.max()) {
        writeln!(report, "searched {least} to {most} plies deep")?;
    }
    if let Some(worth) = book.worth(Key::start()) {
        let discs = f64::from(worth.value) / f64::from(DISC);
        writeln!(report, "the start is worth {discs:.3} discs, {} lines", worth.lines)?;
    }
    let open = book.unsearched().len();
    if open > 0 {
        writeln!(report, "fault: {open} positions have moves that nobody has searched")?;
    }
    let mut wrong = 0;
    for Stated { line, key, value } in &stated {
        let Some(worth) = book.worth(*key).filter(|worth| worth.value != *value) else { continue };
        wrong += 1;
        let discs = |value: i32| f64::from(value) / f64::from(DISC);
        writeln!(
            report,
            "fault: line {line} states the value {:.3}; {:.3} follows",
            discs(*value),
            discs(worth.value)
        )?;
    }
    Ok((report, open + wrong > 0))
}
