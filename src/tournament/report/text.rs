//! The report as plain text.

use super::summary::{Summary, Tally};
use std::fmt::Write as _;

/// Games whose faults are listed one by one; of more, only the numbers are told.
const LISTED: usize = 20;

/// The whole report.
pub fn text(summary: &Summary<'_>) -> String {
    let mut out = format!("{}\n\n", summary.title());
    let facts = summary.facts();
    let wide = facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in facts {
        let _ = writeln!(out, "{name:<wide$}  {value}");
    }
    out.push('\n');
    standings(&mut out, summary);
    if summary.names.len() > 2 {
        cross_table(&mut out, summary);
    }
    faults(&mut out, summary);
    // What engines say may hold what moves a terminal.
    out.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

fn standings(out: &mut String, summary: &Summary<'_>) {
    let mut rows = vec![
        [
            "", "player", "games", "points", "+", "=", "-", "%", "as black", "as white", "s/move",
            "cpu s", "late", "faults",
        ]
        .map(String::from)
        .to_vec(),
    ];
    for (place, line) in summary.lines.iter().enumerate() {
        let share = 100.0 * line.all.points() / line.all.games().max(1) as f64;
        rows.push(vec![
            (place + 1).to_string(),
            line.name.clone(),
            line.all.games().to_string(),
            line.all.points().to_string(),
            line.all.wins.to_string(),
            line.all.draws.to_string(),
            line.all.losses.to_string(),
            format!("{share:.1}"),
            line.colors[0].text(),
            line.colors[1].text(),
            format!("{:.3}", line.seconds_a_move()),
            line.cpu.map(|cpu| format!("{cpu:.1}")).unwrap_or_default(),
            line.late.to_string(),
            line.faults.to_string(),
        ]);
    }
    table(out, &rows);
}

fn cross_table(out: &mut String, summary: &Summary<'_>) {
    let mut head = vec![String::new(), "wins-draws-losses".to_string()];
    head.extend((1..=summary.lines.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, line) in summary.lines.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), line.name.clone()];
        for other in &summary.lines {
            let tally = summary.cross[line.player][other.player];
            row.push(if tally == Tally::default() { "\u{b7}".into() } else { tally.text() });
        }
        rows.push(row);
    }
    table(out, &rows);
}

fn faults(out: &mut String, summary: &Summary<'_>) {
    let faults = summary.faults();
    if faults.is_empty() {
        out.push_str("No faults.\n");
        return;
    }
    for (kind, counts) in summary.fault_counts() {
        let parts: Vec<String> = summary
            .names
            .iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        let _ = writeln!(out, "Faults, {kind}: {}", parts.join(", "));
    }
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
}

/// Columns side by side: the second one (names) to the left, the others to the right. The first row is the header.
fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide: Vec<usize> = (0..columns)
        .map(|c| {
            rows.iter().filter_map(|row| row.get(c)).map(|t| t.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for row in rows {
        let mut line = String::new();
        for (column, (text, &wide)) in row.iter().zip(&wide).enumerate() {
            let _ = match column {
                1 => write!(line, "{text:<wide$}  "),
                _ => write!(line, "{text:>wide$}  "),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push('\n');
}
