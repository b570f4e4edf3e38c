//! Plays an exact transcript over an engine.

use super::results::{FileResult, Status, TestResult, seconds};
use super::run::{Plan, Tested, USUAL_ARGUMENTS};
use super::template;
use super::transcript::{Protocol, Step, Transcript, bytes, is_answered, trimmed};
use super::wire::Wire;
use crate::controller::{Fault, Trouble};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Plays it and adds what came out to the result.
pub(super) fn play(path: &Path, transcript: &Transcript, plan: &Plan, result: &mut FileResult) {
    // The replies of another engine are not to be written over by ours.
    if plan.bless
        && let (Tested::Own(_), None, Some(engine)) =
            (&plan.tested, &transcript.arguments, transcript.recorded_with())
    {
        let text =
            format!("recorded with another engine: name one by --engine, such as {engine:?}");
        let trouble = Trouble::new(Fault::Start, text);
        give_up(&trouble, transcript, &owners(transcript, plan.bless), 0, result);
        return;
    }
    let arguments = transcript.arguments.as_deref().unwrap_or(USUAL_ARGUMENTS);
    let launch = plan.launch(path, transcript.protocol, Some(arguments));
    let mut wire = match Wire::start(&launch, plan.timeout) {
        Ok(wire) => wire,
        Err(trouble) => {
            give_up(&trouble, transcript, &owners(transcript, plan.bless), 0, result);
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
    let owners = owners(transcript, plan.bless);
    for (at, step) in transcript.steps.iter().enumerate() {
        let Step::Send { line, replies, .. } = step else {
            if let Step::Sleep(time) = step {
                std::thread::sleep(Duration::from_millis(*time));
            }
            continue;
        };
        let asked = owners.get(at).map_or(&[][..], Vec::as_slice);
        let start = Instant::now();
        let sent = bytes(line, scratch).unwrap_or_default();
        let mut got = Vec::new();
        let mut outcome = wire.send(sent);
        while outcome.is_ok() && got.len() < asked.len() {
            let wanted = replies.get(got.len()).map_or("", String::as_str);
            match hear(wire, transcript.protocol, wanted, plan) {
                Ok(reply) => got.push(reply),
                Err(trouble) => outcome = Err(trouble),
            }
        }
        if let Err(trouble) = outcome {
            give_up(&trouble, transcript, &owners, at, result);
            return None;
        }
        let time = seconds(start.elapsed());
        for (number, (reply, owner)) in got.iter().zip(asked).enumerate() {
            let wanted = replies.get(number).map_or("", String::as_str);
            let met = template::fits(wanted, reply) || plan.bless;
            let test = blank(transcript.steps.get(*owner)?, wanted)?;
            let status = Status::judged(met, false);
            result.add(TestResult { status, got: reply.clone(), seconds: time, ..test });
        }
        if got.is_empty() {
            continue;
        }
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

/// The next reply, of which that one is awaited.
fn hear(wire: &mut Wire, protocol: Protocol, wanted: &str, plan: &Plan) -> Result<String, Trouble> {
    match protocol {
        Protocol::Gtp => {
            let reply = wire.reply(plan.timeout)?;
            // An empty line too many is for the compliance check to find; in our own program it is a fault.
            Ok(match &plan.tested {
                Tested::Own(_) => trimmed(&reply),
                Tested::Engine(_) => trimmed(reply.trim_start_matches('\n')),
            })
        }
        Protocol::NBoard | Protocol::Gomocup | Protocol::Sau => {
            let start = Instant::now();
            loop {
                let left = plan.timeout.saturating_sub(start.elapsed());
                let Some(line) = wire.line(left)? else {
                    return Err(Trouble::new(Fault::Hang, format!("it does not say: {wanted}")));
                };
                let line = line.trim_end();
                if !protocol.is_talk(line) || template::fits(wanted, line) {
                    return Ok(line.into());
                }
            }
        }
    }
}

/// For each step the steps whose replies are read behind it: replies come in the order of the lines that are answered.
fn owners(transcript: &Transcript, bless: bool) -> Vec<Vec<usize>> {
    let awaited = transcript.awaited(bless);
    let mut asked = VecDeque::new();
    let owners = transcript.steps.iter().zip(awaited).enumerate().map(|(at, (step, count))| {
        if transcript.protocol.is_by_line() {
            return vec![at; count];
        }
        if matches!(step, Step::Send { line, .. } if is_answered(line)) {
            asked.push_back(at);
        }
        (0..count).map(|_| asked.pop_front().unwrap_or(at)).collect()
    });
    owners.collect()
}

fn blank(step: &Step, wanted: &str) -> Option<TestResult> {
    let Step::Send { number, line, .. } = step else { return None };
    Some(TestResult {
        name: line.clone(),
        line: *number,
        command: line.clone(),
        expected: wanted.into(),
        got: String::new(),
        status: Status::Error,
        seconds: 0.0,
        record: None,
        board: None,
    })
}

/// The engine cannot be talked to any more: from this step on no reply has come.
fn give_up(
    trouble: &Trouble,
    transcript: &Transcript,
    owners: &[Vec<usize>],
    from: usize,
    result: &mut FileResult,
) {
    result.broken = true;
    result.errors.push(trouble.to_string());
    for (step, asked) in transcript.steps.iter().zip(owners).skip(from) {
        let Step::Send { replies, .. } = step else { continue };
        for (number, owner) in asked.iter().enumerate() {
            let wanted = replies.get(number).map_or("", String::as_str);
            let test = transcript.steps.get(*owner).and_then(|step| blank(step, wanted));
            if let Some(test) = test {
                result.add(TestResult { got: trouble.to_string(), ..test });
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::transcript::parse;

    #[test]
    fn replies_belong_to_the_lines_in_order() {
        let text = "> a\n> b\n> \n> c\n= 1\n\n= 2\n\n> d\n= 3\n\n= 4\n\n";
        let owners = owners(&parse(text).unwrap(), false);
        assert_eq!(owners, [vec![], vec![], vec![], vec![0, 1], vec![3, 4]]);
    }
}
