//! A run as JUnit XML, the form that CI servers read.

use super::results::{FileResult, Results, Status, TestResult};
use std::fmt::Write as _;

/// The whole run: a suite a file. Expected failures are skipped tests with a message, unexpected passes pass and say so.
pub fn xml(results: &Results) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = results.counts();
    let errors = results.files.iter().map(errors).sum::<usize>();
    // Writing to memory does not fail, here and below.
    let _ = writeln!(
        out,
        "<testsuites name=\"tesuji regress\" tests=\"{}\" failures=\"{}\" errors=\"{errors}\" time=\"{:.3}\">",
        counts.tests + results.files.iter().map(|file| file.errors.len()).sum::<usize>(),
        counts.fails,
        results.seconds
    );
    for file in &results.files {
        suite(&mut out, file);
    }
    out.push_str("</testsuites>\n");
    out
}

fn errors(file: &FileResult) -> usize {
    file.counts().errors
}

fn suite(out: &mut String, file: &FileResult) {
    let counts = file.counts();
    let name = escape(&file.file);
    let _ = writeln!(
        out,
        " <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">",
        counts.tests + file.errors.len(),
        counts.fails,
        errors(file),
        counts.expected_fails + counts.ignored,
        file.seconds
    );
    for test in &file.tests {
        case(out, &name, test);
    }
    for (number, error) in file.errors.iter().enumerate() {
        let error = escape(error);
        let _ = writeln!(
            out,
            "  <testcase classname=\"{name}\" name=\"outside of tests {}\" time=\"0\"><error message=\"{error}\"/></testcase>",
            number + 1
        );
    }
    out.push_str(" </testsuite>\n");
}

fn case(out: &mut String, file: &str, test: &TestResult) {
    let name = match test.name.starts_with(&test.command) {
        true => escape(&test.name),
        false => escape(&format!("{} {}", test.name, test.command)),
    };
    let _ = write!(
        out,
        "  <testcase classname=\"{file}\" name=\"{name}\" line=\"{}\" time=\"{:.3}\"",
        test.line, test.seconds
    );
    let message = escape(&format!("expected '{}', got '{}'", test.expected, test.got));
    let got = escape(&test.got);
    let _ = match test.status {
        Status::Pass => writeln!(out, "/>"),
        Status::UnexpectedPass => {
            writeln!(out, "><system-out>unexpected pass: {got}</system-out></testcase>")
        }
        Status::Fail => {
            let board = escape(test.board.as_deref().unwrap_or_default());
            writeln!(out, "><failure message=\"{message}\">{board}</failure></testcase>")
        }
        Status::ExpectedFail => {
            writeln!(out, "><skipped message=\"fails as known: {message}\"/></testcase>")
        }
        Status::Ignored => writeln!(out, "><skipped message=\"not judged: {got}\"/></testcase>"),
        Status::Error => writeln!(out, "><error message=\"{got}\"/></testcase>"),
    };
}

/// Text within XML and HTML, also within quotation marks. What XML 1.0 cannot hold becomes U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::results::samples;

    #[test]
    fn numbers_and_marks() {
        let mut one = samples::file("a&b<\".tst");
        one.errors.push("crash: \u{1}\n]]>".into());
        let results = Results { files: vec![one], seconds: 6.0, ..Results::default() };
        let xml = xml(&results);
        assert!(xml.contains("<testsuite name=\"a&amp;b&lt;&quot;.tst\" tests=\"7\" failures=\"1\" errors=\"2\" skipped=\"2\" time=\"6.000\">"), "{xml}");
        assert!(xml.contains("message=\"crash: \u{fffd}&#10;]]&gt;\""), "{xml}");
        for (tag, count) in [
            ("<testcase ", 7),
            ("<failure ", 1),
            ("<error ", 2),
            ("<skipped ", 2),
            ("<system-out>", 1),
            ("</testsuites>", 1),
        ] {
            assert_eq!(xml.matches(tag).count(), count, "{tag}");
        }
        balanced(&xml);
    }

    /// Every element that is opened is closed, in order.
    fn balanced(xml: &str) {
        let mut open = Vec::new();
        for piece in xml.split('<').skip(1) {
            let (tag, rest) = piece.split_once('>').unwrap();
            assert!(!rest.contains('>'), "{rest}");
            match (tag.strip_prefix('/'), tag.ends_with('/') || tag.starts_with('?')) {
                (Some(name), _) => assert_eq!(open.pop(), Some(name)),
                (None, true) => {}
                (None, false) => open.push(tag.split(' ').next().unwrap()),
            }
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        }
        assert!(open.is_empty());
    }
}
