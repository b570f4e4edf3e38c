//! Regression files as GNU Go and gogui-regress read them (`.tst`): commands, and what their answers must be.
//!
//! | line | meaning |
//! |---|---|
//! | `10 reg_genmove black` | a command; with a number it is a test |
//! | `#? [E5\|E6]` | the answer to the command before must succeed and match as a whole |
//! | `#? [!D5]` | it must succeed and not match |
//! | `#? [D7]*` | the test is known to fail |
//! | `#? [D7]&` | the answer is shown and not judged (GNU Go's `regress.awk`) |
//! | `#?` | the command must succeed, whatever it answers |
//! | `# ...`, empty | remarks |
//!
//! A numbered command without a `#?` line must succeed. An unnumbered one is judged only if a `#?` line follows. As in
//! gogui-regress `.` matches line ends and `^`, `$` match at each line. A closing bracket that is missing at the end of the
//! line is forgiven, as GNU Go's script does: its own `unconditional.tst` needs it.

use regex::{Regex, RegexBuilder};

/// What an answer must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The regular expression; empty brackets demand an empty answer.
    pub pattern: String,
    /// The answer must not match.
    pub negated: bool,
    /// The test is known to fail.
    pub fails: bool,
    /// The answer is not judged.
    pub ignored: bool,
}

/// A command of a regression file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its line, from 1.
    pub line: usize,
    /// Its number, if it is a test.
    pub id: Option<u32>,
    /// The command, without the number.
    pub command: String,
    /// What the answer must be; a wrong `#?` line is kept as what is wrong with it.
    pub demand: Option<Result<Demand, String>>,
}

/// A file that cannot be read as a regression file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub text: String,
}

/// Reads a regression file.
///
/// # Errors
/// [`FormatError`] for a `#?` line that follows no command.
pub fn parse(text: &str) -> Result<Vec<Step>, FormatError> {
    let mut steps: Vec<Step> = Vec::new();
    // May a `#?` line speak of the last command? Remarks between the two are forgiven, as GNU Go's script does.
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if let Some(demand) = line.strip_prefix("#?") {
            let step = steps.last_mut().filter(|_| open).ok_or_else(|| FormatError {
                line: number,
                text: format!("{line:?} follows no command"),
            })?;
            let demand = demand.trim();
            step.demand = (!demand.is_empty()).then(|| parse_demand(demand));
            open = false;
        } else if !line.is_empty() && !line.starts_with('#') {
            let line = line.replace('\t', " ");
            let (id, command) = match line.split_once(' ') {
                Some((word, rest)) => match word.parse::<u32>() {
                    Ok(id) => (Some(id), rest.trim().to_owned()),
                    Err(_) => (None, line),
                },
                None => (None, line),
            };
            steps.push(Step { line: number, id, command, demand: None });
            open = true;
        }
    }
    Ok(steps)
}

fn parse_demand(text: &str) -> Result<Demand, String> {
    let marks = text.len() - text.trim_end_matches(['*', '&']).len();
    // A `*` inside an unclosed bracket belongs to the expression.
    let (body, marks) = match text.split_at(text.len() - marks) {
        (body, marks) if body.ends_with(']') => (body, marks),
        _ => (text, ""),
    };
    let body = body.strip_prefix('[').ok_or_else(|| {
        format!(
            "{text:?} is no demand: accepted are [REGEX] and [!REGEX], each with * or & behind it"
        )
    })?;
    let body = body.strip_suffix(']').unwrap_or(body).trim();
    let (pattern, negated) = match body.strip_prefix('!') {
        Some(pattern) => (pattern, true),
        None => (body, false),
    };
    let (fails, ignored) = (marks.contains('*'), marks.contains('&'));
    Ok(Demand { pattern: pattern.into(), negated, fails, ignored })
}

impl Demand {
    /// As the file writes it, without marks.
    pub fn text(&self) -> String {
        format!("{}{}", if self.negated { "!" } else { "" }, self.pattern)
    }

    /// Does a successful answer meet it?
    ///
    /// # Errors
    /// A text that says what of the expression is not understood. gogui-regress reads Java's dialect; what Java has and
    /// this one lacks is told by name.
    pub fn met_by(&self, answer: &str) -> Result<bool, String> {
        Ok(self.compile()?.is_match(answer.trim()) != self.negated)
    }

    fn not_supported(&self, what: &str) -> String {
        format!("[{}]: {what} of Java's dialect is not supported", self.pattern)
    }

    fn compile(&self) -> Result<Regex, String> {
        // The crate would read it as a repetition of the repetition.
        if is_possessive(&self.pattern) {
            return Err(self.not_supported("the possessive quantifier"));
        }
        let whole = format!(r"\A(?:{})\z", self.pattern);
        let built = RegexBuilder::new(&whole).multi_line(true).dot_matches_new_line(true).build();
        built.map_err(|error| {
            let error = error.to_string();
            let why = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
            match foreign(&self.pattern) {
                Some(what) => self.not_supported(what),
                None => format!("[{}] is no regular expression: {why}", self.pattern),
            }
        })
    }
}

/// Does a quantifier have a `+` behind it, outside of brackets?
fn is_possessive(pattern: &str) -> bool {
    let (mut escaped, mut class, mut braces, mut quantifier) = (false, 0usize, false, false);
    for c in pattern.chars() {
        if std::mem::take(&mut escaped) {
            quantifier = false;
            continue;
        }
        match c {
            '\\' => escaped = true,
            '[' => class += 1,
            ']' => class = class.saturating_sub(1),
            _ if class > 0 => {}
            '+' if quantifier => return true,
            '{' => braces = true,
            _ => {}
        }
        let ends = matches!(c, '*' | '+' | '?') || (c == '}' && braces);
        quantifier = class == 0 && ends && !quantifier;
        braces &= c != '}';
    }
    false
}

/// What Java's regular expressions have and the crate `regex` has not; all of it needs backtracking, but the quotation.
fn foreign(pattern: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| pattern.contains(word));
    if has(&["(?=", "(?!", "(?<=", "(?<!"]) {
        Some("lookaround")
    } else if has(&["(?>"]) {
        Some("the atomic group")
    } else if has(&[r"\Q", r"\E"]) {
        Some(r"the quotation \Q...\E")
    } else if has(&[r"\1", r"\2", r"\3", r"\k<"]) {
        Some("the back reference")
    } else if has(&[r"\G", r"\Z", r"\R", r"\X", r"\h", r"\H"]) {
        Some("an escape")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(text: &str) -> Demand {
        parse_demand(text).unwrap()
    }

    #[test]
    fn files() {
        let text = "# A remark\nloadsgf games/a.sgf 4\n10\treg_genmove  black\n#? [E5|E6]\n\n20 name\n#?\n  30 version \n\
                    40 x\n# in between\nplay b A1\n#? []*\n";
        let steps = parse(text).unwrap();
        let facts: Vec<_> =
            steps.iter().map(|s| (s.line, s.id, s.command.as_str(), s.demand.is_some())).collect();
        assert_eq!(
            facts,
            [
                (2, None, "loadsgf games/a.sgf 4", false),
                (3, Some(10), "reg_genmove  black", true),
                (6, Some(20), "name", false),
                (8, Some(30), "version", false),
                (9, Some(40), "x", false),
                (11, None, "play b A1", true),
            ]
        );
        for (text, line) in [("#? [a]", 1), ("1 a\n#? [a]\n#? [b]", 3)] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
        assert!(matches!(&parse("1 a\n# b\n#? a").unwrap()[0].demand, Some(Err(_))));
    }

    #[test]
    fn demands() {
        for (text, pattern, negated, fails, ignored) in [
            ("[E5]", "E5", false, false, false),
            ("[!E5]*", "E5", true, true, false),
            ("[E5]&", "E5", false, false, true),
            ("[ E5 ]", "E5", false, false, false),
            ("[[AB]5]", "[AB]5", false, false, false),
            ("[undecided", "undecided", false, false, false),
            ("[1 .*]*", "1 .*", false, true, false),
            ("[1 .*", "1 .*", false, false, false),
            ("[]", "", false, false, false),
        ] {
            let expected = Demand { pattern: pattern.into(), negated, fails, ignored };
            assert_eq!(demand(text), expected, "{text}");
        }
    }

    #[test]
    fn matching_is_of_the_whole_answer() {
        for (text, answer, met) in [
            ("[E5|E6]", "E6", true),
            ("[E5|E6]", " E6\n", true),
            ("[E5|E6]", "E66", false),
            ("[E5|E6]", "E5 E6", false),
            ("[!E5]", "E5", false),
            ("[!E5]", "E55", true),
            ("[!E5|D4]", "D4", false),
            ("[]", "", true),
            ("[]", "x", false),
            ("[!]", "x", true),
            ("[.*]", "a\nb", true),
            ("[.*^b$.*]", "a\nb\nc", true),
            (r"[W\+3.5]", "W+3.5", true),
            ("[.*(?i)pass]", "PASS", true),
        ] {
            assert_eq!(demand(text).met_by(answer), Ok(met), "{text} {answer:?}");
        }
    }

    #[test]
    fn foreign_expressions_are_named() {
        for (text, word) in [
            ("[(?!E5).*]", "lookaround"),
            ("[(a)\\1]", "back reference"),
            ("[a*+]", "possessive"),
            ("[a{1,2}+]", "possessive"),
            ("[(?>a)b]", "atomic"),
            ("[\\QW+3\\E]", "quotation"),
            ("[(a]", "unclosed group"),
        ] {
            let error = demand(text).met_by("a").unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
        for (text, answer) in [(r"[a\++]", "a++"), ("[[*+]+]", "*+"), (r"[\{a\}+]", "{a}}")] {
            assert_eq!(demand(text).met_by(answer), Ok(true), "{text}");
        }
    }
}
