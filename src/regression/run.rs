//! Runs files over an engine: each with an engine of its own, several at a time.

use super::files::{self, Content};
use super::results::{FileResult, Results, seconds};
use super::transcript::Protocol;
use super::{play_tests, play_transcript};
use crate::controller::Launch;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Options for transcripts that name none: a player that costs no time.
pub const USUAL_ARGUMENTS: &str = "--engine random --seed 1";

/// What is tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tested {
    /// This program, under that path, as `gtp` (or what a transcript says) with usual options; transcripts may bring their own.
    Own(PathBuf),
    /// Any engine. What transcripts say of options is not for it.
    Engine(Launch),
}

impl Tested {
    /// The command line, as a shell would read it.
    pub fn command(&self) -> String {
        match self {
            Tested::Own(program) => shell_words::join([program.to_string_lossy().as_ref(), "gtp"]),
            Tested::Engine(launch) => shell_words::join(&launch.words),
        }
    }
}

/// How files are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The engine.
    pub tested: Tested,
    /// How long an answer may take.
    pub timeout: Duration,
    /// How many files are run at the same time; at least one is.
    pub jobs: usize,
    /// Commands sent before those of a file of tests.
    pub start: Vec<String>,
    /// Ask for the board after an unexpected failure.
    pub boards: bool,
    /// Write the replies of transcripts anew where they do not fit.
    pub bless: bool,
}

impl Plan {
    /// The program for a file, speaking that protocol: its working folder is the file's. `None` for the arguments = no
    /// transcript.
    pub(super) fn launch(
        &self,
        file: &Path,
        protocol: Protocol,
        arguments: Option<&str>,
    ) -> Launch {
        let mut launch = match &self.tested {
            Tested::Engine(launch) => launch.clone(),
            Tested::Own(program) => {
                let mut words =
                    vec![program.to_string_lossy().into_owned(), protocol.name().into()];
                let arguments = arguments.map(|text| {
                    shell_words::split(text)
                        .unwrap_or_else(|_| text.split_whitespace().map(str::to_owned).collect())
                });
                words.extend(arguments.into_iter().flatten());
                Launch { words, ..Launch::default() }
            }
        };
        // The folder of a file that is named without one is the present folder.
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        launch.folder = launch.folder.or(folder.map(Path::to_path_buf));
        launch
    }
}

/// Runs the files and returns what came out, in their order. `observe` sees each file when it is done.
pub fn run(files: &[PathBuf], plan: &Plan, observe: &(dyn Fn(&FileResult) + Sync)) -> Results {
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<FileResult>>> = Mutex::new(vec![None; files.len()]);
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.clamp(1, files.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(at) else { return };
                    let result = run_file(file, plan);
                    observe(&result);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(place) = done.get_mut(at) {
                        *place = Some(result);
                    }
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    Results {
        command: plan.tested.command(),
        files: done.into_iter().flatten().collect(),
        seconds: seconds(start.elapsed()),
    }
}

fn run_file(path: &Path, plan: &Plan) -> FileResult {
    let start = Instant::now();
    let mut result = FileResult { file: path.display().to_string(), ..FileResult::default() };
    match files::load(path) {
        Ok(Content::Tests(steps)) => play_tests::play(path, &steps, plan, &mut result),
        Ok(Content::Transcript(transcript)) => {
            play_transcript::play(path, &transcript, plan, &mut result);
        }
        Err(error) => {
            result.errors.push(error.to_string());
            result.broken = true;
        }
    }
    result.seconds = seconds(start.elapsed());
    result
}
