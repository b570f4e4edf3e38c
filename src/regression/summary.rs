//! A run as plain text, in the words of gogui-regress and of GNU Go's scripts.

use super::results::{Counts, FileResult, Results, Status};
use std::fmt::Write as _;

/// What there is to say of a file: its unexpected results (all of them with `long`), and its errors.
pub fn file(result: &FileResult, long: bool) -> String {
    let mut out = String::new();
    for test in &result.tests {
        let (name, expected, got) = (&test.name, &test.expected, &test.got);
        let correct = || match (expected.as_str(), got.contains('\n') || expected.contains('\n')) {
            ("", _) => format!("got '{got}'"),
            (_, false) => format!("Correct '{expected}', got '{got}'"),
            (_, true) => format!("Correct:\n{}\n  got:\n{}", indented(expected), indented(got)),
        };
        let words = match test.status {
            Status::Fail => format!("unexpected FAIL: {}", correct()),
            Status::UnexpectedPass => "unexpected PASS!".into(),
            Status::Error => format!("ERROR: {got}"),
            Status::ExpectedFail if long => format!("failed: {}", correct()),
            Status::Pass if long => "passed".into(),
            Status::Ignored if long => format!("ignored: '{got}'"),
            _ => continue,
        };
        // Writing to memory does not fail.
        let _ = match long {
            true => writeln!(
                out,
                "{}:{} {name} {words} ({:.3} s)",
                result.file, test.line, test.seconds
            ),
            false => writeln!(out, "{}:{} {name} {words}", result.file, test.line),
        };
    }
    for error in &result.errors {
        let _ = writeln!(out, "{}: {error}", result.file);
    }
    out
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// The table of files: tests, unexpected failures (FAIL), expected ones (fail), unexpected passes (PASS), expected ones
/// (pass), errors, seconds, and the processor seconds of the engines.
pub fn table(results: &Results) -> String {
    let mut rows = vec![
        ["File", "Tests", "FAIL", "fail", "PASS", "pass", "Error", "Time", "CpuTime"]
            .map(str::to_owned),
    ];
    for file in &results.files {
        rows.push(row(&file.file, file.counts(), file.seconds, file.cpu_seconds));
    }
    if results.files.len() > 1 {
        let cpu = results.files.iter().filter_map(|file| file.cpu_seconds).reduce(|a, b| a + b);
        rows.push(row("Total", results.counts(), results.seconds, cpu));
    }
    let widths: Vec<usize> = (0..9)
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(out, "{cell:<width$}"),
                _ => write!(out, "  {cell:>width$}"),
            };
        }
        out.push('\n');
    }
    let ignored = results.counts().ignored;
    if ignored > 0 {
        let _ = writeln!(out, "{ignored} not judged (&)");
    }
    out
}

fn row(name: &str, counts: Counts, seconds: f64, cpu: Option<f64>) -> [String; 9] {
    [
        name.to_owned(),
        counts.tests.to_string(),
        counts.fails.to_string(),
        counts.expected_fails.to_string(),
        counts.unexpected_passes.to_string(),
        counts.passes.to_string(),
        counts.errors.to_string(),
        format!("{seconds:.1}"),
        cpu.map_or_else(|| "-".into(), |cpu| format!("{cpu:.1}")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::results::samples;

    #[test]
    fn unexpected_results_are_told() {
        let mut one = samples::file("a.tst");
        one.errors.push("line 9: loadsgf x: ? cannot load file".into());
        let short = file(&one, false);
        let lines: Vec<&str> = short.lines().collect();
        assert_eq!(
            lines,
            [
                "a.tst:1 PASS unexpected PASS!",
                "a.tst:1 FAIL unexpected FAIL: Correct 'E5', got 'D4'",
                "a.tst:1 ERROR ERROR: D4",
                "a.tst: line 9: loadsgf x: ? cannot load file",
            ]
        );
        let long = file(&one, true);
        assert!(long.contains("a.tst:1 pass passed (1.000 s)"), "{long}");
        assert!(long.contains("fail failed: Correct 'E5', got 'D4'"), "{long}");
        one.tests[0].got = "D4\nD5".into();
        assert!(file(&one, false).contains("FAIL: Correct 'E5'"));
    }

    #[test]
    fn the_table_adds_up() {
        let files = vec![samples::file("a.tst"), samples::file("b.tst")];
        let results = Results { files, seconds: 12.0, ..Results::default() };
        let table = table(&results);
        let total = table.lines().find(|line| line.starts_with("Total")).unwrap();
        let cells: Vec<&str> = total.split_whitespace().collect();
        assert_eq!(cells, ["Total", "12", "2", "2", "2", "2", "2", "12.0", "-"]);
        assert!(table.ends_with("2 not judged (&)\n"), "{table}");
    }
}
