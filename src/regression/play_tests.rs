//! Runs a file of commands with demands over an engine.

use super::results::{FileResult, Status, TestResult, seconds};
use super::run::Plan;
use super::transcript::Protocol;
use super::tst::Step;
use crate::controller::{GtpClient, Trouble};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long an engine may take to end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Runs the steps and adds what came out to the result.
pub(super) fn play(path: &Path, steps: &[Step], plan: &Plan, result: &mut FileResult) {
    let launch = plan.launch(path, Protocol::Gtp, None);
    let mut client = match GtpClient::start(&launch, plan.timeout) {
        Ok(client) => client,
        Err(trouble) => {
            fail_all(steps, &trouble, result);
            return;
        }
    };
    if let Err(trouble) = greet(&mut client, plan, result) {
        fail_all(steps, &trouble, result);
        return;
    }
    let mut record = None;
    for (at, step) in steps.iter().enumerate() {
        if let Some(name) = record_of(&step.command) {
            record = Some(name);
        }
        let start = Instant::now();
        let answer = match client.ask(&step.command, plan.timeout) {
            Ok(answer) => answer,
            Err(trouble) => {
                fail_all(steps.get(at..).unwrap_or_default(), &trouble, result);
                result.cpu_seconds = client.cpu_time().map(seconds);
                return;
            }
        };
        let time = seconds(start.elapsed());
        match judge(step, &answer) {
            Some((status, got)) => {
                let board = match plan.boards && status == Status::Fail {
                    true => board(&mut client, plan.timeout),
                    false => None,
                };
                result.add(TestResult {
                    status,
                    got,
                    seconds: time,
                    record: record.clone(),
                    board,
                    ..blank(step)
                });
            }
            None => {
                if let Err(text) = answer {
                    result.errors.push(format!("line {}: {}: ? {text}", step.line, step.command));
                }
            }
        }
    }
    result.cpu_seconds = client.cpu_time().map(seconds);
    if let Err(trouble) = client.close(FAREWELL) {
        result.errors.push(trouble.to_string());
    }
}

/// Asks who is there, as gogui-regress does, and sends the commands that come first.
fn greet(client: &mut GtpClient, plan: &Plan, result: &mut FileResult) -> Result<(), Trouble> {
    let mut words = Vec::new();
    for command in ["name", "version"] {
        if client.knows(command)
            && let Ok(text) = client.ask(command, plan.timeout)?
            && !text.is_empty()
        {
            words.push(text);
        }
    }
    result.engine = words.join(" ");
    for command in &plan.start {
        if let Err(text) = client.ask(command, plan.timeout)? {
            result.errors.push(format!("{command}: ? {text}"));
        }
    }
    Ok(())
}

/// The verdict on an answer, and what is shown of it; `None` for a command that is no test.
fn judge(step: &Step, answer: &Result<String, String>) -> Option<(Status, String)> {
    let got = match answer {
        Ok(text) => text.clone(),
        Err(text) => format!("? {text}"),
    };
    let demand = match &step.demand {
        None => {
            step.id?;
            return Some((Status::judged(answer.is_ok(), false), got));
        }
        Some(Err(wrong)) => return Some((Status::Error, wrong.clone())),
        Some(Ok(demand)) => demand,
    };
    if demand.ignored {
        return Some((Status::Ignored, got));
    }
    // An expression that cannot be read is told even when the command fails.
    let met = demand.met_by(answer.as_deref().unwrap_or_default());
    Some(match met {
        Ok(met) => (Status::judged(met && answer.is_ok(), demand.fails), got),
        Err(wrong) => (Status::Error, wrong),
    })
}

fn blank(step: &Step) -> TestResult {
    let expected = match &step.demand {
        Some(Ok(demand)) => demand.text(),
        _ => String::new(),
    };
    TestResult {
        name: step.id.map_or_else(|| step.command.clone(), |id| id.to_string()),
        line: step.line,
        command: step.command.clone(),
        expected,
        got: String::new(),
        status: Status::Error,
        seconds: 0.0,
        record: None,
        board: None,
    }
}

/// The engine cannot be asked any more.
fn fail_all(steps: &[Step], trouble: &Trouble, result: &mut FileResult) {
    result.broken = true;
    result.errors.push(trouble.to_string());
    for step in steps.iter().filter(|step| step.id.is_some() || step.demand.is_some()) {
        result.add(TestResult { got: trouble.to_string(), ..blank(step) });
    }
}

/// The record that a command loads, with the move number if there is one.
fn record_of(command: &str) -> Option<String> {
    let mut words = command.split_whitespace();
    (words.next()? == "loadsgf").then(|| words.collect::<Vec<_>>().join(" "))
}

fn board(client: &mut GtpClient, timeout: Duration) -> Option<String> {
    if !client.knows("showboard") {
        return None;
    }
    client.ask("showboard", timeout).ok()?.ok().map(|text| text.trim_matches('\n').to_owned())
}
