//! Plays an exact transcript over an engine.

use super::results::{FileResult, Status, TestResult, seconds};
use super::run::{Plan, Tested, USUAL_ARGUMENTS};
use super::template;
use super::transcript::{Step, Transcript, bytes, trimmed};
use super::wire::Wire;
use crate::controller::Trouble;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Plays it and adds what came out to the result.
pub(super) fn play(path: &Path, transcript: &Transcript, plan: &Plan, result: &mut FileResult) {
    let arguments = transcript.arguments.as_deref().unwrap_or(USUAL_ARGUMENTS);
    let launch = plan.launch(path, Some(arguments));
    let mut wire = match Wire::start(&launch, plan.timeout) {
        Ok(wire) => wire,
        Err(trouble) => {
            give_up(&trouble, &transcript.steps, &transcript.awaited(false), result);
            return;
        }
    };
    let scratch = Scratch::new(transcript);
    let blessed = converse(transcript, plan, &scratch.path, &mut wire, result);
    result.cpu_seconds = wire.cpu_time().map(seconds);
    let sound = match blessed {
        Some(_) => match wire.finish(plan.timeout) {
            Ok(()) => true,
            Err(text) => {
                result.errors.push(text);
                false
            }
        },
        None => false,
    };
    if let Some(blessed) = blessed.filter(|blessed| plan.bless && sound && blessed != transcript)
        && let Err(error) = crate::session::write_file(path, blessed.to_text().as_bytes())
    {
        result.errors.push(format!("cannot write {}: {error}", path.display()));
        result.broken = true;
    }
}

/// Sends every line and reads every reply. Returns the transcript as it should be, or `None` when the engine is in trouble.
fn converse(
    transcript: &Transcript,
    plan: &Plan,
    scratch: &Path,
    wire: &mut Wire,
    result: &mut FileResult,
) -> Option<Transcript> {
    let mut blessed = transcript.clone();
    let awaited = transcript.awaited(plan.bless);
    for (at, step) in transcript.steps.iter().enumerate() {
        let Step::Send { line, replies, .. } = step else {
            if let Step::Sleep(time) = step {
                std::thread::sleep(Duration::from_millis(*time));
            }
            continue;
        };
        let count = awaited.get(at).copied().unwrap_or(0);
        let start = Instant::now();
        let sent = bytes(line, scratch).unwrap_or_default();
        let mut got = Vec::new();
        let mut outcome = wire.send(sent);
        while outcome.is_ok() && got.len() < count {
            match wire.reply(plan.timeout) {
                // An empty line too many is for the compliance check to find; in our own program it is a fault.
                Ok(reply) => got.push(match &plan.tested {
                    Tested::Own(_) => trimmed(&reply),
                    Tested::Engine(_) => trimmed(reply.trim_start_matches('\n')),
                }),
                Err(trouble) => outcome = Err(trouble),
            }
        }
        if let Err(trouble) = outcome {
            let steps = transcript.steps.get(at..).unwrap_or_default();
            give_up(&trouble, steps, awaited.get(at..).unwrap_or_default(), result);
            return None;
        }
        if count == 0 {
            continue;
        }
        let fits = |(at, reply): (usize, &String)| {
            replies.get(at).is_some_and(|wanted| template::fits(wanted, reply))
        };
        let met = got.iter().enumerate().all(fits) || plan.bless;
        let mut test = blank(step)?;
        test.status = Status::judged(met, false);
        test.got = got.join("\n\n");
        test.seconds = seconds(start.elapsed());
        result.add(test);
        if let Some(Step::Send { replies: written, .. }) = blessed.steps.get_mut(at) {
            *written = got
                .iter()
                .enumerate()
                .map(|(at, reply)| match replies.get(at) {
                    Some(wanted) if template::fits(wanted, reply) => wanted.clone(),
                    _ => template::literal(reply),
                })
                .collect();
        }
    }
    Some(blessed)
}

fn blank(step: &Step) -> Option<TestResult> {
    let Step::Send { number, line, replies } = step else { return None };
    Some(TestResult {
        name: line.clone(),
        line: *number,
        command: line.clone(),
        expected: replies.join("\n\n"),
        got: String::new(),
        status: Status::Error,
        seconds: 0.0,
        record: None,
        board: None,
    })
}

/// The engine cannot be talked to any more.
fn give_up(trouble: &Trouble, steps: &[Step], awaited: &[usize], result: &mut FileResult) {
    result.broken = true;
    result.errors.push(trouble.to_string());
    for (step, _) in steps.iter().zip(awaited).filter(|(_, count)| **count > 0) {
        if let Some(test) = blank(step) {
            result.add(TestResult { got: trouble.to_string(), ..test });
        }
    }
}

/// The folder that `{tmp}` stands for; it is there only if the transcript names it, and it goes when this goes.
struct Scratch {
    path: PathBuf,
    made: bool,
}

impl Scratch {
    fn new(transcript: &Transcript) -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tesuji-regress-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let named = |step: &Step| matches!(step, Step::Send { line, .. } if line.contains("{tmp}"));
        let made = transcript.steps.iter().any(named)
            && std::fs::create_dir_all(&path)
                .inspect_err(|error| log::warn!("cannot make {}: {error}", path.display()))
                .is_ok();
        Scratch { path, made }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.made {
            // What is left lies among temporary files.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
