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

/// The journals meant: those named, and those of each event file named.
fn journals(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in named {
        match is_event_file(path) {
            true => found.extend(journals_of(path)?),
            false => found.push(path.clone()),
        }
    }
    Ok(found)
}

fn is_event_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// The journal that an event file names, or those that lie beside it: the one of the whole event, those of its parts.
fn journals_of(path: &Path) -> Result<Vec<PathBuf>> {
    let name = path.display();
    let bytes = session::read_file(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text"))?;
    let event: Event =
        toml::from_str(&text).map_err(|error| Usage(format!("{name} is no event: {error}")))?;
    if let Some(journal) = event.journal {
        return Ok(vec![journal]);
    }
    let whole = path.with_extension("jsonl");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = std::fs::read_dir(folder.unwrap_or(Path::new(".")));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut parts: Vec<PathBuf> = beside
        .with_context(|| format!("cannot look beside {name}"))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| is_part(&path.file_name().unwrap_or_default().to_string_lossy(), &stem))
        .collect();
    parts.sort();
    if whole.exists() || parts.is_empty() {
        parts.insert(0, whole);
    }
    Ok(parts)
}

/// `STEM.I-of-N.jsonl`
fn is_part(name: &str, stem: &str) -> bool {
    let part = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.'));
    let part = part.and_then(|rest| rest.strip_suffix(".jsonl"));
    let numbers = part.and_then(|part| part.split_once("-of-"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.is_some_and(|(part, parts)| is_number(part) && is_number(parts))
}
