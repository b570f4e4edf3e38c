//! Tables as comma-separated values (RFC 4180).

use super::summary::{Summary, ending_name};

/// One line of fields, CRLF at its end. A field is quoted when it must be.
fn line(fields: &[String]) -> String {
    let quoted: Vec<String> = fields
        .iter()
        .map(|field| {
            if field.contains(['"', ',', '\r', '\n']) {
                format!("\"{}\"", field.replace('"', "\"\""))
            } else {
                field.clone()
            }
        })
        .collect();
    format!("{}\r\n", quoted.join(","))
}

fn header(names: &str) -> String {
    line(&names.split(' ').map(String::from).collect::<Vec<_>>())
}

fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn decimals(value: f64) -> String {
    format!("{value:.3}")
}

/// The standings.
pub fn standings(summary: &Summary<'_>) -> String {
    let mut out = header(
        "rank player games points wins draws losses black_wins black_draws black_losses white_wins \
         white_draws white_losses moves seconds longest_move cpu_seconds late_moves faults",
    );
    for (place, row) in summary.lines.iter().enumerate() {
        let mut fields = vec![
            (place + 1).to_string(),
            row.name.clone(),
            row.all.games().to_string(),
            row.all.points().to_string(),
        ];
        for tally in [row.all, row.colors[0], row.colors[1]] {
            fields.extend([tally.wins, tally.draws, tally.losses].map(|n| n.to_string()));
        }
        fields.extend([
            row.moves.to_string(),
            decimals(row.seconds),
            decimals(row.longest),
            optional(row.cpu.map(decimals)),
            row.late.to_string(),
            row.faults.to_string(),
        ]);
        out.push_str(&line(&fields));
    }
    out
}

/// The games.
pub fn games(summary: &Summary<'_>) -> String {
    let mut out = header(
        "game round pair black white opening kind size komi handicap result ending margin moves black_moves \
         white_moves black_seconds white_seconds black_longest white_longest black_cpu white_cpu black_late \
         white_late claims faults begun took",
    );
    for game in &summary.games {
        let claims: Vec<String> =
            game.claims.iter().map(|claim| format!("{}: {}", claim.player, claim.score)).collect();
        let faults: Vec<String> = game
            .faults
            .iter()
            .map(|fault| {
                format!("{} after {}: {} {}", fault.player, fault.after, fault.fault, fault.text)
            })
            .collect();
        let sides = [&game.black, &game.white];
        let mut fields = vec![
            game.game.to_string(),
            game.round.to_string(),
            game.pair.to_string(),
            game.black.name.clone(),
            game.white.name.clone(),
            game.opening.clone().unwrap_or_default(),
            game.kind.clone(),
            game.size.clone(),
            optional(game.komi),
            game.handicap.join(" "),
            game.result.clone(),
            ending_name(game.ending).to_string(),
            optional(game.margin),
            game.moves.len().to_string(),
        ];
        fields.extend(sides.map(|side| side.moves.to_string()));
        fields.extend(sides.map(|side| decimals(side.seconds)));
        fields.extend(sides.map(|side| decimals(side.longest)));
        fields.extend(sides.map(|side| optional(side.cpu.map(decimals))));
        fields.extend(sides.map(|side| side.late.to_string()));
        fields.extend([
            claims.join("; "),
            faults.join("; "),
            game.begun.clone(),
            decimals(game.took),
        ]);
        out.push_str(&line(&fields));
    }
    out
}
