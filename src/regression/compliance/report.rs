//! What was found, as a table and as JSON.

use super::{Check, Finding, Outcome, Suite};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The findings as a table; with `brief` only those that are not ok. The numbers stand at the end.
pub fn table(findings: &[Finding], brief: bool) -> String {
    let mut out = String::new();
    let shown = findings.iter().filter(|finding| !brief || finding.outcome != Outcome::Ok);
    let shown: Vec<&Finding> = shown.collect();
    let width = |of: fn(&Check) -> &'static str| {
        shown.iter().map(|finding| of(&finding.check).len()).max().unwrap_or(0)
    };
    let (group, name) = (width(|check| check.group), width(|check| check.name));
    for finding in &shown {
        let (check, outcome) = (&finding.check, &finding.outcome);
        // Writing to memory does not fail, here and below.
        let _ =
            write!(out, "{:<group$}  {:<name$}  {:<11}", check.group, check.name, outcome.word());
        let _ = match outcome {
            Outcome::Ok => Ok(()),
            Outcome::Fault(seen) => write!(
                out,
                "  sent {}; got {seen}; demanded {} [{}]",
                check.sent(),
                check.demanded(),
                check.source
            ),
            Outcome::Choice(seen) => write!(out, "  {}: {seen}", check.sent()),
            Outcome::NotOffered(seen) => write!(out, "  {seen}"),
        };
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
    let count = |word: &str| findings.iter().filter(|f| f.outcome.word() == word).count();
    let _ = writeln!(
        out,
        "{} checks: {} ok, {} faults, {} choices, {} not offered",
        findings.len(),
        count("ok"),
        count("FAULT"),
        count("choice"),
        count("not offered")
    );
    out
}

/// The findings as JSON.
pub fn json(suite: &Suite, command: &str, findings: &[Finding]) -> String {
    let rows: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let check = &finding.check;
            json!({
                "group": check.group,
                "name": check.name,
                "sent": check.sent(),
                "demanded": check.demanded(),
                "source": check.source,
                "outcome": finding.outcome.word(),
                "seen": finding.outcome.seen(),
            })
        })
        .collect();
    let all = json!({ "protocol": suite.protocol, "command": command, "checks": rows });
    // Strings always are JSON.
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}

/// The checks, and where each is demanded.
pub fn list(suite: &Suite) -> String {
    let mut out = String::new();
    for check in suite.rows() {
        let _ = writeln!(
            out,
            "{}: {}: {} -> {} [{}]",
            check.group,
            check.name,
            check.sent(),
            check.demanded(),
            check.source
        );
    }
    out
}
