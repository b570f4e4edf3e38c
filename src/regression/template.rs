//! Answers that cannot be told to the letter: texts with patterns in braces.

use crate::base::Move;

/// Does a text fit a template? `{move}`, `{vertex}`, `{number}`, `{text}` stand for what they say, `{a|b}` for one of the
/// words, `{...}` for anything at all, line ends included, `{{}` for an opening brace. A brace that opens none of these
/// stands for itself.
pub fn fits(template: &str, text: &str) -> bool {
    let Some(open) = template.find('{') else {
        return template == text;
    };
    let (literal, rest) = template.split_at(open);
    let Some(text) = text.strip_prefix(literal) else {
        return false;
    };
    let Some(Kind { matches, after }) = kind(rest) else {
        return text.strip_prefix('{').is_some_and(|text| fits(&rest[1..], text));
    };
    let mut ends = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
    ends.any(|end| matches(&text[..end]) && fits(after, &text[end..]))
}

/// The same text as a template that fits nothing else.
pub fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c == '{' && kind(&text[at..]).is_some() {
            true => out.push_str("{{}"),
            false => out.push(c),
        }
    }
    out
}

struct Kind<'t> {
    matches: Box<dyn Fn(&str) -> bool + 't>,
    after: &'t str,
}

/// The pattern that begins with this brace, and what follows it.
fn kind(text: &str) -> Option<Kind<'_>> {
    let close = text.find('}')?;
    let (name, after) = (text.get(1..close)?, &text[close + 1..]);
    let matches: Box<dyn Fn(&str) -> bool> = match name {
        "..." => Box::new(|_| true),
        "text" => Box::new(|part| !part.is_empty() && !part.contains('\n')),
        "number" => Box::new(|part| part.parse::<f64>().is_ok()),
        "vertex" => Box::new(is_vertex),
        "move" => Box::new(|part| is_vertex(part) || part == "pass" || part == "resign"),
        "{" => Box::new(|part| part == "{"),
        words if words.contains('|') => Box::new(|part| words.split('|').any(|word| word == part)),
        _ => return None,
    };
    Some(Kind { matches, after })
}

fn is_vertex(text: &str) -> bool {
    text.parse::<Move>().is_ok_and(|mv| mv.point().is_some())
        && text.chars().all(|c| !c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (template, text, is) in [
            ("= {vertex}", "= D4", true),
            ("= {vertex}", "= pass", false),
            ("= {move}", "= pass", true),
            ("= {number} s", "= 1.5 s", true),
            ("= {number}", "= 1.5x", false),
            ("= {a|b}{...}", "= b\nmore", true),
            ("= {a|b}", "= c", false),
            ("= {text}!", "= a\nb!", false),
            ("= {\"ko\":1}", "= {\"ko\":1}", true),
            ("= {\"ko\":1}", "= {\"ko\":2}", false),
            ("= {{}move}", "= {move}", true),
            ("= {{}move}", "= pass", false),
            ("=", "=", true),
            ("= {", "= {", true),
        ] {
            assert_eq!(fits(template, text), is, "{template} {text}");
        }
    }

    #[test]
    fn a_literal_fits_itself_and_nothing_else() {
        for text in ["= {move}", "= {a|b} {x}", "= {{}", "= {...}", "= {", "= }{"] {
            assert!(fits(&literal(text), text), "{text}");
        }
        assert!(!fits(&literal("= {move}"), "= D4"));
        assert_eq!(literal("= {\"ko\":1}"), "= {\"ko\":1}");
    }
}
