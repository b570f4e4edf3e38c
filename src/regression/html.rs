//! A run as one HTML page that needs nothing else.

use super::junit::escape;
use super::results::{Counts, FileResult, Results, Status, TestResult};
use std::fmt::Write as _;

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Regression</title>
<style>
:root { color-scheme: light dark; --line: #8884; --bad: #c62828; --good: #2e7d32; --dim: #777; --odd: #e65100; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 75rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .7rem; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
tr.total td { font-weight: 600; }
code, pre { font: 13px/1.35 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.board { white-space: pre; overflow-x: auto; }
.fail, .error { color: var(--bad); font-weight: 600; } .unexpected-pass { color: var(--good); font-weight: 600; }
.expected-fail, .ignored { color: var(--dim); } .pass { color: var(--good); }
.zero { color: var(--dim); font-weight: normal; }
label { margin-right: 1rem; }
body:has(#unexpected:checked) tr.calm { display: none; }
</style>
</head>
<body>
";

/// The whole run: the table of files, then the tests of each.
pub fn page(results: &Results) -> String {
    let mut out = String::from(HEAD);
    let verdict = match (results.is_broken(), results.as_expected()) {
        (true, _) => {
            "<span class=\"error\">An engine crashed or hung, or a file could not be read.</span>"
        }
        (false, true) => "<span class=\"pass\">Everything as expected.</span>",
        (false, false) => "<span class=\"fail\">There are unexpected failures or errors.</span>",
    };
    // Writing to memory does not fail, here and below.
    let _ = writeln!(
        out,
        "<h1>Regression</h1>\n<p>{verdict}</p>\n<table>\n<tr><th>Engine</th><td>{}</td></tr>\n\
         <tr><th>Command</th><td><code>{}</code></td></tr>\n<tr><th>Time</th><td>{:.1} s</td></tr>\n</table>",
        escape(results.engine()),
        escape(&results.command),
        results.seconds
    );
    out.push_str(
        "<h2>Files</h2>\n<div class=\"wide\"><table>\n<tr><th>File</th><th class=\"n\">Tests</th>\
         <th class=\"n\">FAIL</th><th class=\"n\">fail</th><th class=\"n\">PASS</th><th class=\"n\">pass</th>\
         <th class=\"n\">Error</th><th class=\"n\">Time</th><th class=\"n\">CPU time</th></tr>\n",
    );
    for (number, file) in results.files.iter().enumerate() {
        let name = format!("<a href=\"#file{number}\">{}</a>", escape(&file.file));
        row(&mut out, "", &name, file.counts(), file.seconds, file.cpu_seconds);
    }
    let cpu = results.files.iter().filter_map(|file| file.cpu_seconds).reduce(|a, b| a + b);
    row(&mut out, "total", "Total", results.counts(), results.seconds, cpu);
    out.push_str(
        "</table></div>\n<p class=\"zero\">FAIL: unexpected failures. fail: expected ones. PASS: unexpected passes. \
         pass: expected ones. Error: could not be judged, or a command outside of tests failed.</p>\n\
         <p><label><input type=\"checkbox\" id=\"unexpected\"> only what is unexpected</label></p>\n",
    );
    for (number, file) in results.files.iter().enumerate() {
        section(&mut out, number, file);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn row(out: &mut String, class: &str, name: &str, counts: Counts, seconds: f64, cpu: Option<f64>) {
    let _ =
        write!(out, "<tr class=\"{class}\"><td>{name}</td><td class=\"n\">{}</td>", counts.tests);
    for (number, class) in [
        (counts.fails, "fail"),
        (counts.expected_fails, "expected-fail"),
        (counts.unexpected_passes, "unexpected-pass"),
        (counts.passes, "pass"),
        (counts.errors, "error"),
    ] {
        let class = if number == 0 { "zero" } else { class };
        let _ = write!(out, "<td class=\"n {class}\">{number}</td>");
    }
    let cpu = cpu.map_or_else(|| "-".into(), |cpu| format!("{cpu:.1}"));
    let _ = writeln!(out, "<td class=\"n\">{seconds:.1}</td><td class=\"n\">{cpu}</td></tr>");
}

fn section(out: &mut String, number: usize, file: &FileResult) {
    let _ = writeln!(out, "<h2 id=\"file{number}\">{}</h2>", escape(&file.file));
    if !file.errors.is_empty() {
        out.push_str("<ul>\n");
        for error in &file.errors {
            let _ = writeln!(out, "<li class=\"error\"><code>{}</code></li>", escape(error));
        }
        out.push_str("</ul>\n");
    }
    if file.tests.is_empty() {
        out.push_str("<p>No test.</p>\n");
        return;
    }
    out.push_str(
        "<div class=\"wide\"><table>\n<tr><th>Test</th><th>Command</th><th>Expected</th><th>Got</th><th>Result</th>\
         <th class=\"n\">Time</th></tr>\n",
    );
    for test in &file.tests {
        self::test(out, test);
    }
    out.push_str("</table></div>\n");
}

fn test(out: &mut String, test: &TestResult) {
    let (class, word) = match test.status {
        Status::Pass => ("pass", "pass"),
        Status::ExpectedFail => ("expected-fail", "fail (expected)"),
        Status::UnexpectedPass => ("unexpected-pass", "PASS (unexpected)"),
        Status::Fail => ("fail", "FAIL"),
        Status::Error => ("error", "ERROR"),
        Status::Ignored => ("ignored", "not judged"),
    };
    let calm = matches!(test.status, Status::Pass | Status::ExpectedFail | Status::Ignored);
    let name =
        if test.name == test.command { format!("line {}", test.line) } else { test.name.clone() };
    let record = match &test.record {
        Some(record) => format!("<br><span class=\"zero\">{}</span>", escape(record)),
        None => String::new(),
    };
    let board = match &test.board {
        Some(board) => format!(
            "<details><summary>board</summary><pre class=\"board\">{}</pre></details>",
            escape(board)
        ),
        None => String::new(),
    };
    let _ = writeln!(
        out,
        "<tr{}><td>{}</td><td><code>{}</code>{record}</td><td><code>{}</code></td><td><code>{}</code>{board}</td>\
         <td class=\"{class}\">{word}</td><td class=\"n\">{:.3}</td></tr>",
        if calm { " class=\"calm\"" } else { "" },
        escape(&name),
        escape(&test.command),
        escape(&test.expected),
        escape(&test.got),
        test.seconds
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::results::samples;

    #[test]
    fn everything_is_on_the_page_and_nothing_breaks_out() {
        let mut one = samples::file("<a>.tst");
        one.errors.push("<script>".into());
        one.tests[3].board = Some("  A B\n2 . X".into());
        one.tests[3].got = "\"<b>&".into();
        let page =
            page(&Results { files: vec![one], command: "e '<x>'".into(), ..Results::default() });
        for text in [
            "&lt;a&gt;.tst",
            "&lt;script&gt;",
            "  A B&#10;2 . X",
            "&quot;&lt;b&gt;&amp;",
            "e &#39;&lt;x&gt;&#39;",
            "PASS (unexpected)",
            "There are unexpected failures",
        ] {
            assert!(page.contains(text), "{text}");
        }
        assert!(!page.contains("<script>") && !page.contains("<b>"));
        for tag in ["table", "tr", "td", "div", "code", "ul"] {
            let (open, close) = (
                page.matches(&format!("<{tag}>")).count()
                    + page.matches(&format!("<{tag} ")).count(),
                page.matches(&format!("</{tag}>")).count(),
            );
            assert_eq!(open, close, "{tag}");
        }
        assert!(!page.contains("http"), "the page needs nothing from elsewhere");
    }
}
