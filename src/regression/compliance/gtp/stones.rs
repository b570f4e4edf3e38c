//! Vertices in replies.

use crate::base::Move;
use std::collections::BTreeSet;

/// The vertex that a text is, in capitals; `None` for anything else, a pass and a resignation among it.
pub(super) fn vertex(text: &str) -> Option<String> {
    let mv: Move = text.trim().parse().ok()?;
    mv.point().map(|_| mv.to_string().to_ascii_uppercase())
}

/// The vertices of a text; `None` if a word is none, or stands there twice.
pub(super) fn set(text: &str) -> Option<BTreeSet<String>> {
    let mut set = BTreeSet::new();
    text.split_whitespace().all(|word| vertex(word).is_some_and(|v| set.insert(v))).then_some(set)
}

/// They as a text.
pub(super) fn text(set: &BTreeSet<String>) -> String {
    set.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}
