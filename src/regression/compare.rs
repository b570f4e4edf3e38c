//! What changed since an earlier run.

use super::results::{Results, Status, TestResult};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A test counts as slower or faster from this factor on ...
const FACTOR: f64 = 2.0;

/// ... if it is also that many seconds.
const SECONDS: f64 = 1.0;

/// A change of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// It passed and does not any more, or could be judged and cannot any more.
    NewlyFailing,
    /// It passes now.
    NewlyPassing,
    /// It fails both times, with another answer.
    OtherAnswer,
    /// It was not there.
    New,
    /// It is not there any more.
    Gone,
    /// It takes at least twice as long, and a second longer.
    Slower,
    /// It took at least twice as long, and a second longer.
    Faster,
}

impl Change {
    const ALL: [(Change, &'static str); 7] = [
        (Change::NewlyFailing, "newly failing"),
        (Change::NewlyPassing, "newly passing"),
        (Change::OtherAnswer, "failing with another answer"),
        (Change::New, "new"),
        (Change::Gone, "gone"),
        (Change::Slower, "slower"),
        (Change::Faster, "faster"),
    ];
}

/// A test that changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Changed {
    /// How.
    pub change: Change,
    /// File and name.
    pub test: String,
    /// What it was and what it is.
    pub text: String,
}

/// Every change, in order of kind, file and name. Files are the same if they are named the same.
pub fn changes(old: &Results, new: &Results) -> Vec<Changed> {
    let (old, new) = (index(old), index(new));
    let mut list = Vec::new();
    let mut add = |change, (file, name): &(&str, &str), text: String| {
        list.push(Changed { change, test: format!("{file} {name}"), text });
    };
    for (key, now) in &new {
        let Some(then) = old.get(key) else {
            add(Change::New, key, now.status.word().into());
            continue;
        };
        let answers = format!(
            "{} '{}' -> {} '{}'",
            then.status.word(),
            shown(&then.got),
            now.status.word(),
            shown(&now.got)
        );
        let error = |test: &TestResult| test.status == Status::Error;
        match (then.status.is_pass(), now.status.is_pass()) {
            (true, false) => add(Change::NewlyFailing, key, answers),
            (false, true) => add(Change::NewlyPassing, key, answers),
            (false, false) if error(now) && !error(then) => add(Change::NewlyFailing, key, answers),
            (false, false) if now.got != then.got => add(Change::OtherAnswer, key, answers),
            _ => {}
        }
        let times = format!("{:.3} s -> {:.3} s", then.seconds, now.seconds);
        let longer = |a: f64, b: f64| b >= FACTOR * a && b >= a + SECONDS;
        if longer(then.seconds, now.seconds) {
            add(Change::Slower, key, times);
        } else if longer(now.seconds, then.seconds) {
            add(Change::Faster, key, times);
        }
    }
    for (key, then) in old.iter().filter(|(key, _)| !new.contains_key(*key)) {
        add(Change::Gone, key, then.status.word().into());
    }
    list.sort_by_key(|changed| changed.change);
    list
}

fn index(results: &Results) -> BTreeMap<(&str, &str), &TestResult> {
    let mut index = BTreeMap::new();
    for file in &results.files {
        for test in &file.tests {
            index.insert((file.file.as_str(), test.name.as_str()), test);
        }
    }
    index
}

fn shown(text: &str) -> String {
    const ENOUGH: usize = 60;
    let line = text.replace('\n', "\\n");
    match line.char_indices().nth(ENOUGH) {
        Some((at, _)) => format!("{}...", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

/// The changes as text, with the times of both runs.
pub fn text(old: &Results, new: &Results) -> String {
    let changes = changes(old, new);
    let mut out = String::new();
    // Writing to memory does not fail.
    let _ = writeln!(
        out,
        "Compared with {}: {} passes of {} then, {} of {} now; {:.1} s then, {:.1} s now",
        if old.engine().is_empty() { &old.command } else { old.engine() },
        passes(old),
        old.counts().tests,
        passes(new),
        new.counts().tests,
        old.seconds,
        new.seconds
    );
    for (change, name) in Change::ALL {
        let of: Vec<&Changed> = changes.iter().filter(|changed| changed.change == change).collect();
        if !of.is_empty() {
            let _ = writeln!(out, "{name} ({}):", of.len());
            for changed in of {
                let _ = writeln!(out, "  {}: {}", changed.test, changed.text);
            }
        }
    }
    if changes.is_empty() {
        let _ = writeln!(out, "nothing changed");
    }
    out
}

fn passes(results: &Results) -> usize {
    let counts = results.counts();
    counts.passes + counts.unexpected_passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::results::{FileResult, samples::test};

    fn results(tests: &[(&str, Status, &str, f64)]) -> Results {
        let mut file = FileResult { file: "a.tst".into(), ..FileResult::default() };
        for &(name, status, got, seconds) in tests {
            file.add(TestResult { got: got.into(), seconds, ..test(name, status) });
        }
        Results { command: "engine".into(), files: vec![file], ..Results::default() }
    }

    #[test]
    fn every_kind_of_change() {
        use Status::{Error, ExpectedFail, Fail, Pass, UnexpectedPass};
        let old = results(&[
            ("1", Pass, "A1", 0.1),
            ("2", Fail, "A1", 0.1),
            ("3", Fail, "A1", 0.1),
            ("4", Pass, "A1", 0.1),
            ("5", Pass, "A1", 1.0),
            ("6", Pass, "A1", 5.0),
            ("7", ExpectedFail, "A1", 0.1),
            ("8", Fail, "A1", 0.1),
            ("9", Pass, "A1", 0.1),
        ]);
        let new = results(&[
            ("1", Fail, "B1", 0.1),
            ("2", Pass, "B1", 0.2),
            ("3", Fail, "B1", 0.1),
            ("5", Pass, "A1", 2.5),
            ("6", Pass, "A1", 1.0),
            ("7", UnexpectedPass, "E5", 0.1),
            ("8", Error, "crash", 0.0),
            ("9", Pass, "A2", 0.9),
            ("10", Pass, "A1", 0.1),
        ]);
        let found: Vec<_> =
            changes(&old, &new).into_iter().map(|changed| (changed.change, changed.test)).collect();
        let expected = [
            (Change::NewlyFailing, "a.tst 1"),
            (Change::NewlyFailing, "a.tst 8"),
            (Change::NewlyPassing, "a.tst 2"),
            (Change::NewlyPassing, "a.tst 7"),
            (Change::OtherAnswer, "a.tst 3"),
            (Change::New, "a.tst 10"),
            (Change::Gone, "a.tst 4"),
            (Change::Slower, "a.tst 5"),
            (Change::Faster, "a.tst 6"),
        ];
        assert_eq!(found, expected.map(|(change, name)| (change, name.to_owned())));
        let text = text(&old, &new);
        assert!(text.contains("newly failing (2):\n  a.tst 1: pass 'A1' -> FAIL 'B1'"), "{text}");
        assert!(text.starts_with("Compared with engine: 5 passes of 9 then, 6 of 9 now"), "{text}");
        assert!(super::text(&old, &old).ends_with("nothing changed\n"));
    }
}
