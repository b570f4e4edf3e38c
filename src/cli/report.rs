//! Reports on events from their journals.

use super::Usage;
use super::arguments::report::ReportOptions;
use crate::session;
use crate::tournament::{Event, journal, report};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Writes what was asked for, and returns what is to be printed.
pub fn run(options: &ReportOptions) -> Result<String> {
    let journals = journals(&options.events)?;
    let (event, entries) = journal::read(&journals)?;
    let mut printed = String::new();
    let mut outputs: Vec<(PathBuf, String)> = Vec::new();
    let page = match (&options.html, options.text, journals.first()) {
        (Some(path), _, _) => Some(path.clone()),
        (None, false, Some(first)) => Some(first.with_extension("html")),
        _ => None,
    };
    if let Some(path) = page {
        outputs.push((path, report::html(&event, &entries)));
    }
    if let Some(path) = &options.csv {
        outputs.push((path.clone(), report::csv(&event, &entries)));
    }
    if let Some(path) = &options.games_csv {
        outputs.push((path.clone(), report::games_csv(&event, &entries)));
    }
    let to_screen = outputs.iter().filter(|(path, _)| is_screen(path)).count();
    if to_screen > 1 || (to_screen == 1 && options.text) {
        bail!(Usage("only one thing can go to standard output".into()));
    }
    if to_screen == 0 {
        printed.push_str(&report::text(&event, &entries));
    }
    for (path, content) in outputs {
        if is_screen(&path) {
            printed.push_str(&content);
            continue;
        }
        session::write_file(&path, content.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        if to_screen == 0 {
            printed.push_str(&format!("\nWritten: {}\n", path.display()));
        }
    }
    Ok(printed)
}

fn is_screen(path: &Path) -> bool {
    path == Path::new("-")
}

/// The journals meant: those named, and that of each event file named.
fn journals(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    named
        .iter()
        .map(|path| if is_event_file(path) { journal_of(path) } else { Ok(path.clone()) })
        .collect()
}

fn is_event_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn journal_of(path: &Path) -> Result<PathBuf> {
    let name = path.display();
    let bytes = session::read_file(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text"))?;
    let event: Event =
        toml::from_str(&text).map_err(|error| Usage(format!("{name} is no event: {error}")))?;
    Ok(event.journal.unwrap_or_else(|| path.with_extension("jsonl")))
}
