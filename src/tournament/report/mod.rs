//! What came out of an event, for people: one self-contained HTML page with a viewer of its games, text tables, CSV. Pure
//! functions of the event and its entries; nothing is read or written here.

mod csv;
mod page;
mod plot;
mod replay;
mod summary;
#[cfg(test)]
mod tests;
mod text;

pub use replay::Replay;

use super::{Entry, Event};
use summary::Summary;

/// The page: HTML 5 in one piece, styles, script and games in it, nothing fetched from outside. Whatever engines have said
/// stands in it as text.
pub fn html(event: &Event, entries: &[Entry]) -> String {
    page::page(&Summary::new(event, entries))
}

/// Standings, cross table, match statistics and faults as text of at most 100 columns, names permitting.
pub fn text(event: &Event, entries: &[Entry]) -> String {
    text::text(&Summary::new(event, entries))
}

/// The standings as CSV (RFC 4180: CRLF, quotation marks doubled), with a header.
pub fn csv(event: &Event, entries: &[Entry]) -> String {
    csv::standings(&Summary::new(event, entries))
}

/// One row a game as CSV, with a header.
pub fn games_csv(event: &Event, entries: &[Entry]) -> String {
    csv::games(&Summary::new(event, entries))
}
