//! Property values: text between brackets, and the two readings of it (`FF[4]`, section 3.2).

use std::borrow::Cow;

/// One property value, kept as the file spells it: escapes in place, line breaks as they are.
///
/// ```
/// use tesuji::record::sgf::Value;
///
/// let value = Value::text("a ] and a \\");
/// assert_eq!(value.raw(), "a \\] and a \\\\");
/// assert_eq!(value.to_text(), "a ] and a \\");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Value(String);

impl Value {
    /// The value that reads as this text. Every kind of line break becomes a line feed.
    pub fn text(text: &str) -> Value {
        let mut raw = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' | ']' => raw.extend(['\\', c]),
                '\n' | '\r' => {
                    chars.next_if(|&next| pairs(c, next));
                    raw.push('\n');
                }
                _ => raw.push(c),
            }
        }
        Value(raw)
    }

    /// The composed value `first:second`; colons inside the parts are escaped.
    pub fn composed(first: &str, second: &str) -> Value {
        let part = |text: &str| Value::text(text).0.replace(':', "\\:");
        Value(format!("{}:{}", part(first), part(second)))
    }

    /// The value spelt exactly so in a file. A bracket that would end it early and a lone backslash at the end get the
    /// backslash they lack.
    pub fn from_raw(raw: &str) -> Value {
        let mut fixed = String::with_capacity(raw.len());
        let mut escaped = false;
        for c in raw.chars() {
            if c == ']' && !escaped {
                fixed.push('\\');
            }
            escaped = c == '\\' && !escaped;
            fixed.push(c);
        }
        if escaped {
            fixed.push('\\');
        }
        Value(fixed)
    }

    /// Trusts the reader, which has looked at every byte.
    pub(super) fn checked(raw: &str) -> Value {
        Value(raw.to_owned())
    }

    /// The value as the file spells it, without the brackets.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// Read as Text: escapes resolved, soft line breaks gone, line breaks as `\n`, other white space as blanks.
    pub fn to_text(&self) -> Cow<'_, str> {
        unescape(&self.0, '\n')
    }

    /// Read as SimpleText: as [`Value::to_text`], but line breaks are blanks too.
    pub fn to_simple_text(&self) -> Cow<'_, str> {
        unescape(&self.0, ' ')
    }

    /// The two parts of a composed value: what stands before and after the first unescaped colon.
    pub fn split(&self) -> Option<(Value, Value)> {
        let mut escaped = false;
        for (at, c) in self.0.char_indices() {
            if c == ':' && !escaped {
                let (first, rest) = self.0.split_at(at);
                let second = rest.strip_prefix(':').unwrap_or(rest);
                return Some((Value(first.to_owned()), Value(second.to_owned())));
            }
            escaped = c == '\\' && !escaped;
        }
        None
    }
}

/// Are these two characters one line break (CRLF or LFCR)?
fn pairs(first: char, second: char) -> bool {
    matches!((first, second), ('\n', '\r') | ('\r', '\n'))
}

/// Resolves escapes; `line_break` stands for each hard line break.
fn unescape(raw: &str, line_break: char) -> Cow<'_, str> {
    let special = |b: u8| matches!(b, b'\\' | b'\r' | b'\n' | b'\t' | 0x0b | 0x0c);
    if !raw.bytes().any(special) {
        return Cow::Borrowed(raw);
    }
    let blank = |c: char| if matches!(c, '\t' | '\x0b' | '\x0c') { ' ' } else { c };
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(c @ ('\n' | '\r')) => {
                    chars.next_if(|&next| pairs(c, next));
                }
                Some(c) => text.push(blank(c)),
                None => {}
            },
            '\n' | '\r' => {
                chars.next_if(|&next| pairs(c, next));
                text.push(line_break);
            }
            _ => text.push(blank(c)),
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_breaks() {
        let cases = [
            ("plain", "plain", "plain"),
            ("a\\]b", "a]b", "a]b"),
            ("a\\\\", "a\\", "a\\"),
            ("a\\\\\\]", "a\\]", "a\\]"),
            ("\\a\\:", "a:", "a:"),
            ("soft\\\nbreak", "softbreak", "softbreak"),
            ("soft\\\r\nbreak", "softbreak", "softbreak"),
            ("soft\\\n\rbreak", "softbreak", "softbreak"),
            ("soft\\\rbreak", "softbreak", "softbreak"),
            ("one\ntwo", "one\ntwo", "one two"),
            ("one\r\ntwo", "one\ntwo", "one two"),
            ("one\n\rtwo", "one\ntwo", "one two"),
            ("one\rtwo", "one\ntwo", "one two"),
            ("one\n\ntwo", "one\n\ntwo", "one  two"),
            ("one\r\rtwo", "one\n\ntwo", "one  two"),
            ("soft\\\r\n\r\nhard", "soft\nhard", "soft hard"),
            ("tab\there\\\tand\x0b\x0c", "tab here and  ", "tab here and  "),
            ("\u{3000}wide", "\u{3000}wide", "\u{3000}wide"),
            ("lone\\", "lone", "lone"),
        ];
        for (raw, text, simple) in cases {
            let value = Value::checked(raw);
            assert_eq!(value.to_text(), text, "{raw:?}");
            assert_eq!(value.to_simple_text(), simple, "{raw:?}");
        }
    }

    #[test]
    fn composed_values() {
        let cases = [
            ("aa:bc", Some(("aa", "bc"))),
            ("a\\:b:c:d", Some(("a:b", "c:d"))),
            ("a\\\\:b", Some(("a\\", "b"))),
            (":", Some(("", ""))),
            ("plain", None),
            ("a\\:b", None),
        ];
        for (raw, parts) in cases {
            let split = Value::checked(raw).split();
            let split = split.as_ref().map(|(a, b)| (a.to_text(), b.to_text()));
            let split = split.as_ref().map(|(a, b)| (a.as_ref(), b.as_ref()));
            assert_eq!(split, parts, "{raw:?}");
        }
        let value = Value::composed("a:b]", "c\\:");
        let (a, b) = value.split().expect("composed");
        assert_eq!((a.to_text().as_ref(), b.to_text().as_ref()), ("a:b]", "c\\:"));
    }

    #[test]
    fn raw_text_is_made_safe() {
        for (raw, safe) in
            [("a]b", "a\\]b"), ("a\\]", "a\\]"), ("a\\", "a\\\\"), ("\\\\]", "\\\\\\]")]
        {
            assert_eq!(Value::from_raw(raw).raw(), safe, "{raw:?}");
        }
    }
}
