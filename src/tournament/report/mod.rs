//! What came out of an event, for people: one self-contained HTML page with a viewer of its games, text tables, CSV. Pure
//! functions of the event and its entries; nothing is read or written here.

mod csv;
mod digest;
mod games;
mod histogram;
mod page;
mod plot;
mod replay;
#[cfg(test)]
mod tests;
mod text;

pub use replay::Replay;

use super::{Entry, Event};
use digest::Digest;

/// The page: HTML 5 in one piece, styles, script and games in it, nothing fetched from outside. Whatever engines have said
/// stands in it as text. For this as for the other forms, the entries are those of an event, each game once, in the order
/// of their numbers, as `journal::read` gives them.
pub fn html(event: &Event, entries: &[Entry]) -> String {
    page::page(&Digest::new(event, entries))
}

/// The event's table and its faults as text.
pub fn text(event: &Event, entries: &[Entry]) -> String {
    text::text(&Digest::new(event, entries))
}

/// The standings as CSV (RFC 4180: CRLF, quotation marks doubled), with a header.
pub fn csv(event: &Event, entries: &[Entry]) -> String {
    csv::standings(&Digest::new(event, entries))
}

/// One row a game as CSV, with a header.
pub fn games_csv(event: &Event, entries: &[Entry]) -> String {
    csv::games(&Digest::new(event, entries))
}
