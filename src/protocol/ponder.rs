//! Thinking on the opponent's time.

use super::pump::{Attention, Ends};
use crate::engine::Purpose;
use crate::session::{Asked, Session};

/// Thinks, without a word, until the next line comes: if the option `ponder` says so, and if the position is still the one of
/// that version, in which the opponent's move is awaited. `number` is that of the last line.
pub(super) fn ponder(
    session: &mut dyn Session,
    attention: &Attention,
    number: u64,
    awaited: Option<u64>,
) {
    let turn = awaited == Some(session.version());
    let wanted = || session.option("ponder").is_ok_and(|value| value == "true");
    if turn && wanted() && session.outcome().is_none() {
        let asked = Asked::new(session.to_move(), Purpose::Ponder);
        attention.begin(number, Ends::OnAnyLine);
        session.think(&asked, attention.stop(), &mut |_| {});
        attention.end();
    }
}
