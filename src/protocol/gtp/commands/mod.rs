//! The commands: one row and one function each, grouped by subject.

mod analyze;
mod gogui;
mod network;
mod parameters;
mod phantom;
mod play;
mod protocol;
mod records;
mod score;
mod setup;
mod show;
mod time;

pub use show::draw;

use super::{Command, Server, Table};
use crate::session::Feature;
use std::fmt::Write;

/// Every command. `list_commands`, `known_command`, `help`, argument errors and docs/commands.md derive from it.
pub fn table<'w>() -> Table<Server<'w>> {
    let mut rows = protocol::rows();
    rows.extend(setup::rows());
    rows.extend(play::rows());
    rows.extend(time::rows());
    rows.extend(score::rows());
    rows.extend(show::rows());
    rows.extend(records::rows());
    rows.extend(parameters::rows());
    rows.extend(analyze::rows());
    rows.extend(network::rows());
    rows.extend(gogui::rows());
    rows.extend(phantom::rows());
    Table::new(rows)
}

/// The table as Markdown, for docs/commands.md and the README.
pub fn documentation() -> String {
    let mut text = String::from("| command | arguments | |\n|---|---|---|\n");
    for row in table().rows() {
        let usage = row.usage.replace('|', "\\|");
        let usage = if usage.is_empty() { usage } else { format!("`{usage}`") };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{}` | {usage} | {} |", row.name, row.help.replace('|', "\\|"));
    }
    text
}

fn has_komi(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Komi)
}

fn has_rules(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Rules)
}

fn has_handicap(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Handicap)
}

fn has_status(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Status)
}

fn has_captures(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Captures)
}

fn has_records(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Records)
}

fn has_hidden(server: &Server<'_>) -> bool {
    server.session.offers(Feature::Hidden)
}

/// The row type of this table.
type Row<'w> = Command<Server<'w>>;
