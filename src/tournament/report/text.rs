//! The report as plain text.

use super::digest::Digest;
use crate::tournament::statistics::table;
use std::fmt::Write as _;

/// Faults that are listed one by one; of more, only the number is told.
const LISTED: usize = 20;

/// The table of the event, and its faults.
pub fn text(digest: &Digest<'_>) -> String {
    let mut out = table::text(digest.event, digest.games);
    let faults = digest.faults();
    for (game, fault) in faults.iter().take(LISTED) {
        let _ = writeln!(
            out,
            "  game {}, {} ({}), after {} moves: {}: {}",
            game.game, fault.player, fault.color, fault.after, fault.fault, fault.text
        );
    }
    if faults.len() > LISTED {
        let _ = writeln!(out, "  and {} more", faults.len() - LISTED);
    }
    // What engines say may hold what moves a terminal.
    out.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}
