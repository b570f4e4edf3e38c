//! What came out: of a test, of a file, of a run.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a test ended. The names in capitals of gogui-regress are the unexpected ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As demanded.
    Pass,
    /// Not as demanded, which the file knows (`*`).
    ExpectedFail,
    /// As demanded, though the file says that it fails (`*`).
    UnexpectedPass,
    /// Not as demanded.
    Fail,
    /// Could not be judged: the engine had crashed or hung, or the demand cannot be read.
    Error,
    /// Shown, not judged (`&`).
    Ignored,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 6] = [
        Status::Pass,
        Status::ExpectedFail,
        Status::UnexpectedPass,
        Status::Fail,
        Status::Error,
        Status::Ignored,
    ];

    /// The word gogui-regress has for it.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::ExpectedFail => "fail",
            Status::UnexpectedPass => "PASS",
            Status::Fail => "FAIL",
            Status::Error => "ERROR",
            Status::Ignored => "ignored",
        }
    }

    /// The status of a judged test.
    pub const fn judged(met: bool, known_to_fail: bool) -> Status {
        match (met, known_to_fail) {
            (true, false) => Status::Pass,
            (true, true) => Status::UnexpectedPass,
            (false, true) => Status::ExpectedFail,
            (false, false) => Status::Fail,
        }
    }

    /// Did the engine answer as demanded?
    pub const fn is_pass(self) -> bool {
        matches!(self, Status::Pass | Status::UnexpectedPass)
    }
}

/// A test that was run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestResult {
    /// What it is called within its file: its number, or else its command; `#2` and so on for the next ones of that name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// The command.
    pub command: String,
    /// The demand: a regular expression, `!` and one, or an exact reply.
    pub expected: String,
    /// The answer, or what happened instead.
    pub got: String,
    /// How it ended.
    pub status: Status,
    /// From the command to the answer.
    pub seconds: f64,
    /// The last record that was loaded before it, with the move number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// What `showboard` said after an unexpected failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
}

/// A file that was run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FileResult {
    /// The file, as it was named.
    pub file: String,
    /// Name and version of the engine, if asked.
    #[serde(default)]
    pub engine: String,
    /// The tests, in order.
    pub tests: Vec<TestResult>,
    /// What went wrong outside of tests: commands without a demand that failed, an engine that crashed, hung or did not end.
    pub errors: Vec<String>,
    /// Did the engine crash or hang, or was the file unreadable?
    pub broken: bool,
    /// From the start of the engine to its end.
    pub seconds: f64,
    /// Processor time of the engine, where it can be told.
    pub cpu_seconds: Option<f64>,
}

impl FileResult {
    /// Adds a test under a name of its own.
    pub fn add(&mut self, mut test: TestResult) {
        let same = |name: &str| self.tests.iter().any(|other| other.name == name);
        if same(&test.name) {
            let number = (2..).find(|number| !same(&format!("{}#{number}", test.name)));
            test.name = format!("{}#{}", test.name, number.unwrap_or(0));
        }
        self.tests.push(test);
    }

    /// Its numbers.
    pub fn counts(&self) -> Counts {
        let count = |status| self.tests.iter().filter(|test| test.status == status).count();
        let [passes, expected_fails, unexpected_passes, fails, errors, ignored] =
            Status::ALL.map(count);
        Counts {
            tests: self.tests.len(),
            fails,
            expected_fails,
            unexpected_passes,
            passes,
            ignored,
            errors: errors + self.errors.len(),
        }
    }
}

/// Numbers of tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All tests.
    pub tests: usize,
    /// Unexpected failures.
    pub fails: usize,
    /// Expected failures.
    pub expected_fails: usize,
    /// Unexpected passes.
    pub unexpected_passes: usize,
    /// Expected passes.
    pub passes: usize,
    /// Not judged.
    pub ignored: usize,
    /// Tests that could not be judged, and errors outside of tests.
    pub errors: usize,
}

impl Counts {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            tests: self.tests + other.tests,
            fails: self.fails + other.fails,
            expected_fails: self.expected_fails + other.expected_fails,
            unexpected_passes: self.unexpected_passes + other.unexpected_passes,
            passes: self.passes + other.passes,
            ignored: self.ignored + other.ignored,
            errors: self.errors + other.errors,
        }
    }
}

/// A whole run: what `--json` writes and `--compare` reads.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// The engine's command line.
    pub command: String,
    /// The files, in the order they were named.
    pub files: Vec<FileResult>,
    /// From beginning to end.
    pub seconds: f64,
}

impl Results {
    /// The numbers of all files together.
    pub fn counts(&self) -> Counts {
        self.files.iter().fold(Counts::default(), |sum, file| sum.plus(file.counts()))
    }

    /// Did an engine crash or hang, or could a file not be read?
    pub fn is_broken(&self) -> bool {
        self.files.iter().any(|file| file.broken)
    }

    /// Did everything end as the files expect?
    pub fn as_expected(&self) -> bool {
        let counts = self.counts();
        counts.fails == 0 && counts.errors == 0
    }

    /// What the engine calls itself, if a file's engine was asked.
    pub fn engine(&self) -> &str {
        self.files
            .iter()
            .map(|file| file.engine.as_str())
            .find(|name| !name.is_empty())
            .unwrap_or("")
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        // Strings and finite numbers always are JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// From what [`Results::to_json`] wrote.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_json(text: &str) -> Result<Results, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

/// Seconds rounded to milliseconds.
pub fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

#[cfg(test)]
pub(super) mod samples {
    use super::*;

    /// A test of that name and status that took a second.
    pub fn test(name: &str, status: Status) -> TestResult {
        TestResult {
            name: name.into(),
            line: 1,
            command: "reg_genmove b".into(),
            expected: "E5".into(),
            got: "D4".into(),
            status,
            seconds: 1.0,
            record: None,
            board: None,
        }
    }

    /// A file with one test of each status.
    pub fn file(name: &str) -> FileResult {
        let mut file = FileResult { file: name.into(), seconds: 6.0, ..FileResult::default() };
        for status in Status::ALL {
            file.add(test(status.word(), status));
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{file, test};
    use super::*;

    #[test]
    fn counts_and_names() {
        let mut one = file("a.tst");
        one.errors.push("loadsgf x failed".into());
        one.add(test("pass", Status::Pass));
        one.add(test("pass", Status::Pass));
        let names: Vec<_> = one.tests[6..].iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["pass#2", "pass#3"]);
        let counts = Counts {
            tests: 8,
            fails: 1,
            expected_fails: 1,
            unexpected_passes: 1,
            passes: 3,
            ignored: 1,
            errors: 2,
        };
        assert_eq!(one.counts(), counts);
        let results = Results { files: vec![one, file("b.tst")], ..Results::default() };
        assert_eq!(results.counts().tests, 14);
        assert!(!results.as_expected() && !results.is_broken());
        assert_eq!(Results::from_json(&results.to_json()).as_ref(), Ok(&results));
        assert!(Results::from_json("{}").is_err());
    }
}
