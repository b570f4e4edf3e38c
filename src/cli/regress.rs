//! Runs regression files over an engine.

use super::arguments::RegressOptions;
use super::{Ended, Usage};
use crate::controller::Launch;
use crate::regression::results::Results;
use crate::regression::run::{Plan, Tested, run as run_files};
use crate::regression::{compare, files, html, junit, summary};
use crate::session::{may_write, read_file, write_file};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Some test failed unexpectedly.
const UNEXPECTED: u8 = 1;

/// An engine crashed or hung, or a file could not be read.
const BROKEN: u8 = 2;

/// Runs the files and prints what came out.
pub fn run(options: &RegressOptions) -> Result<()> {
    let files = files::expand(&options.files).map_err(|error| Usage(error.to_string()))?;
    for file in &files {
        // Told before anything runs: a file that is not there is a slip of whoever called.
        files::load(file).map_err(|error| Usage(error.to_string()))?;
    }
    for path in [&options.json, &options.junit, &options.html].into_iter().flatten() {
        check_place(path)?;
    }
    let old = options.compare.as_deref().map(earlier).transpose()?;
    let plan = Plan {
        tested: tested(options)?,
        timeout: Duration::from_secs_f64(options.timeout),
        jobs: usize::try_from(options.jobs).unwrap_or(1),
        start: options.start.clone(),
        boards: options.html.is_some() || options.junit.is_some(),
        bless: options.bless,
    };
    let results = run_files(&files, &plan, &|file| {
        // A reader that has gone away is found out when the table is printed.
        let _ = super::print(&summary::file(file, options.long));
    });
    write(&options.json, || results.to_json())?;
    write(&options.junit, || junit::xml(&results))?;
    write(&options.html, || html::page(&results))?;
    let mut text = summary::table(&results);
    if let Some(old) = &old {
        text.push('\n');
        text.push_str(&compare::text(old, &results));
    }
    super::print(&text)?;
    match (results.is_broken(), results.as_expected()) {
        (true, _) => Err(Ended(BROKEN).into()),
        (false, true) => Ok(()),
        (false, false) => Err(Ended(UNEXPECTED).into()),
    }
}

fn tested(options: &RegressOptions) -> Result<Tested> {
    match &options.engine {
        Some(command) => Ok(Tested::Engine(launch(command)?)),
        None => Ok(Tested::Own(std::env::current_exe().context("where this program is")?)),
    }
}

/// An engine's command line. Words that name files keep their meaning when the engine starts in another folder.
pub(super) fn launch(command: &str) -> Result<Launch> {
    let mut launch = Launch::parse(command).map_err(|error| Usage(error.to_string()))?;
    if let Some(program) = launch.words.first_mut()
        && program.contains(std::path::MAIN_SEPARATOR)
        && let Ok(path) = std::path::absolute(&*program)
    {
        *program = path.to_string_lossy().into_owned();
    }
    Ok(launch)
}

/// Can a file be written there? Asked before the work, not after it.
pub(super) fn check_place(path: &Path) -> Result<()> {
    let fault = |why: String| Usage(format!("cannot write {}: {why}", path.display()));
    may_write(path).map_err(|error| fault(error.to_string()))?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(fault(format!("no folder {}", folder.display())).into())
        }
        _ => Ok(()),
    }
}

fn earlier(path: &Path) -> Result<Results> {
    let name = path.display();
    let bytes = read_file(path).map_err(|error| Usage(format!("cannot read {name}: {error}")))?;
    let results = Results::from_json(&String::from_utf8_lossy(&bytes))
        .map_err(|error| Usage(format!("{name} was not written by regress --json: {error}")))?;
    Ok(results)
}

fn write(path: &Option<PathBuf>, content: impl FnOnce() -> String) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    write_file(path, content().as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
