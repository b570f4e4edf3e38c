//! Checks an engine against its protocol: a table of checks, one row each, and what an engine does in them.
//!
//! A protocol is a [`Suite`]: its rows and how to begin. A row sends bytes and says which replies are demanded, or is a
//! function when that is not enough.

mod bench;
pub mod gtp;
mod report;

pub use bench::Bench;
pub use report::{json, list, table};

use super::template;
use super::transcript::{escape, trimmed};
use crate::controller::{Launch, Trouble};
use std::time::Duration;

/// A check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The group, whose checks share an engine.
    pub group: &'static str,
    /// What is looked at.
    pub name: &'static str,
    /// Commands it needs; the check is passed over when the engine does not list them.
    pub needs: &'static [&'static str],
    /// Commands that lead to it; they must succeed.
    pub before: &'static [&'static str],
    /// The bytes that are sent.
    pub send: &'static [u8],
    /// The replies that must come, in order; for each the templates ([`super::template`]) of which one must fit.
    pub want: &'static [&'static [&'static str]],
    /// Commands sent afterwards, each with what its reply must be: to see in which state the engine is.
    pub after: &'static [(&'static str, &'static [&'static str])],
    /// Does the specification say nothing? What the engine does is then told and not judged.
    pub silent: bool,
    /// Does the work, when bytes and templates do not suffice. `send` and `want` are not used then.
    pub run: Option<Probe>,
    /// Where it is demanded.
    pub source: &'static str,
}

/// A check that is more than bytes and templates.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// What is sent, in words.
    pub sent: &'static str,
    /// What is demanded, in words.
    pub demanded: &'static str,
    /// Does it.
    pub run: fn(&mut Bench) -> Result<Outcome, Trouble>,
}

impl Check {
    /// A row to fill in: nothing needed, nothing sent, judged.
    pub const ROW: Check = Check {
        group: "",
        name: "",
        needs: &[],
        before: &[],
        send: b"",
        want: &[],
        after: &[],
        silent: false,
        run: None,
        source: "",
    };

    /// What is sent, as text.
    pub fn sent(&self) -> String {
        if let Some(probe) = self.run {
            return probe.sent.into();
        }
        let lines = self.send.split(|&byte| byte == b'\n');
        let mut lines: Vec<String> = lines.map(escape).collect();
        if lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        let mut before: Vec<String> = self.before.iter().map(|line| line.to_string()).collect();
        if before.len() > 3 {
            before.splice(2.., ["...".to_owned()]);
        }
        let lines = before.into_iter().chain(lines);
        let lines = lines.chain(self.after.iter().map(|(line, _)| line.to_string()));
        lines.map(|line| shortened(&line)).collect::<Vec<_>>().join(" | ")
    }

    /// What is demanded, as text.
    pub fn demanded(&self) -> String {
        if let Some(probe) = self.run {
            return probe.demanded.into();
        }
        if self.silent {
            return "(nothing)".into();
        }
        let replies = self.want.iter().copied().chain(self.after.iter().map(|(_, want)| *want));
        let texts: Vec<String> = replies.map(|want| want.join(" or ")).collect();
        if texts.is_empty() { "no reply".into() } else { texts.join(" | ") }
    }
}

/// What an engine does in a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// As the specification demands.
    Ok,
    /// Against the specification: what was seen.
    Fault(String),
    /// The specification is silent: what the engine does.
    Choice(String),
    /// The engine does not have what the check needs.
    NotOffered(String),
}

impl Outcome {
    /// The word for it.
    pub const fn word(&self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Fault(_) => "FAULT",
            Outcome::Choice(_) => "choice",
            Outcome::NotOffered(_) => "not offered",
        }
    }

    /// What was seen.
    pub fn seen(&self) -> &str {
        match self {
            Outcome::Ok => "",
            Outcome::Fault(text) | Outcome::Choice(text) | Outcome::NotOffered(text) => text,
        }
    }
}

/// A check that was made.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// What came out.
    pub outcome: Outcome,
}

/// A protocol.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Its name.
    pub protocol: &'static str,
    /// Its checks, group by group.
    pub checks: &'static [&'static [Check]],
    /// Begins a conversation, and learns which commands there are. What goes wrong here makes every check impossible.
    pub begin: fn(&mut Bench) -> Result<(), Trouble>,
}

impl Suite {
    /// Its checks, in order.
    pub fn rows(&self) -> impl Iterator<Item = &'static Check> {
        self.checks.iter().copied().flatten()
    }

    /// The names of its groups, in order.
    pub fn groups(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.rows().map(|check| check.group).collect();
        names.dedup();
        names
    }

    /// Makes the checks of these groups (none = all). `observe` sees each finding.
    ///
    /// # Errors
    /// When the engine cannot be started, or does not answer at the very beginning.
    pub fn run(
        &self,
        launch: &Launch,
        timeout: Duration,
        groups: &[String],
        mut observe: impl FnMut(&Finding),
    ) -> Result<Vec<Finding>, Trouble> {
        let mut bench = Bench::new(launch.clone(), timeout, self.begin);
        bench.restart()?;
        let mut group = "";
        let mut findings = Vec::new();
        for check in self.rows() {
            if !groups.is_empty() && !groups.iter().any(|name| name == check.group) {
                continue;
            }
            if group != check.group || !bench.is_alive() {
                bench.restart()?;
                group = check.group;
            }
            let finding = Finding { check: *check, outcome: examine(check, &mut bench) };
            observe(&finding);
            findings.push(finding);
        }
        Ok(findings)
    }
}

fn examine(check: &Check, bench: &mut Bench) -> Outcome {
    if let Some(missing) = check.needs.iter().find(|name| !bench.knows(name)) {
        return Outcome::NotOffered(format!("{missing} is not listed"));
    }
    match attempt(check, bench) {
        Ok(outcome) => outcome,
        Err(trouble) => {
            bench.stop();
            Outcome::Fault(trouble.to_string())
        }
    }
}

fn attempt(check: &Check, bench: &mut Bench) -> Result<Outcome, Trouble> {
    for command in check.before {
        let reply = bench.ask(command)?;
        if !reply.starts_with('=') {
            return Ok(Outcome::NotOffered(format!("{command}: {}", seen(&[reply]))));
        }
    }
    if let Some(probe) = check.run {
        return (probe.run)(bench);
    }
    let replies = bench.exchange(check.send)?;
    if check.silent {
        return Ok(Outcome::Choice(seen(&replies)));
    }
    if replies.len() != check.want.len() || !replies.iter().zip(check.want).all(fit) {
        return Ok(Outcome::Fault(seen(&replies)));
    }
    for (command, want) in check.after {
        let reply = bench.ask(command)?;
        if !fit((&reply, want)) {
            return Ok(Outcome::Fault(format!("then {command}: {}", seen(&[reply]))));
        }
    }
    Ok(Outcome::Ok)
}

fn fit((reply, want): (&String, &&[&str])) -> bool {
    let reply = trimmed(reply);
    want.iter().any(|template| template::fits(template, &reply))
}

/// Replies as they are shown.
pub(super) fn seen(replies: &[String]) -> String {
    match replies {
        [] => "no reply".into(),
        [reply] => shortened(&trimmed(reply).replace('\n', "\\n")),
        [first, ..] => {
            let first = shortened(&trimmed(first).replace('\n', "\\n"));
            format!("{} replies: {first}, ...", replies.len())
        }
    }
}

/// A text for a table.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 100;
    match text.char_indices().nth(ENOUGH) {
        Some((at, _)) => format!("{}...", text.get(..at).unwrap_or_default()),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_whole_and_has_a_name_of_its_own() {
        let mut names = BTreeSet::new();
        for check in gtp::SUITE.rows() {
            let name = (check.group, check.name);
            assert!(names.insert(name), "{name:?} twice");
            assert!(!check.group.is_empty() && !check.name.is_empty(), "{name:?}");
            assert!(!check.source.is_empty(), "{name:?} has no source");
            assert_eq!(check.run.is_none(), !check.send.is_empty(), "{name:?}");
            assert!(!check.silent || check.want.is_empty(), "{name:?} judges what is free");
            assert!(check.run.is_some() || check.send.ends_with(b"\n"), "{name:?}");
        }
        let groups = gtp::SUITE.groups();
        let distinct: BTreeSet<_> = groups.iter().collect();
        assert_eq!(distinct.len(), groups.len(), "a group stands together: {groups:?}");
        assert!(names.len() > 100, "{}", names.len());
    }
}
