//! Entries as SGF records.

use super::{Entry, Event};
use crate::record::sgf::GameRecord;

/// The record of a game: players, setting, result, times, and what the engines said.
pub fn record(event: &Event, entry: &Entry) -> String {
    let size = crate::base::BoardSize::square(19);
    let Some(size) = size else { return String::new() };
    let mut record = GameRecord::new(size);
    record.event = Some(event.name.clone());
    record.result = Some(entry.result.clone());
    record.to_sgf()
}
