//! Tables as comma-separated values (RFC 4180).

use super::digest::Digest;
use crate::tournament::statistics::table::ending_text;

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
pub fn standings(digest: &Digest<'_>) -> String {
    let mut out = header(
        "rank player elo elo_error games points wins draws losses black_wins black_draws black_losses white_wins \
         white_draws white_losses moves seconds longest_move cpu_seconds late_moves faults",
    );
    let ratings = digest.numbers.ratings.as_ref();
    for (rank, &at) in (1..).zip(&digest.order) {
        let Some(player) = digest.numbers.players.get(at) else { continue };
        let rating = ratings.and_then(|ratings| ratings.players.get(at));
        let total = player.total();
        let mut fields = vec![
            rank.to_string(),
            player.name.clone(),
            optional(rating.map(|rating| decimals(rating.elo))),
            optional(rating.map(|rating| decimals(rating.error))),
            total.games().to_string(),
            total.points().to_string(),
        ];
        for tally in [total, player.black, player.white] {
            fields.extend([tally.wins, tally.draws, tally.losses].map(|n| n.to_string()));
        }
        fields.extend([
            player.moves.to_string(),
            decimals(player.seconds),
            decimals(player.longest),
            optional(player.cpu.map(decimals)),
            player.late.to_string(),
            player.faults.values().sum::<usize>().to_string(),
        ]);
        out.push_str(&line(&fields));
    }
    out
}

/// The games.
pub fn games(digest: &Digest<'_>) -> String {
    let mut out = header(
        "game round pair black white opening kind size komi handicap result ending margin moves black_moves \
         white_moves black_seconds white_seconds black_longest white_longest black_cpu white_cpu black_late \
         white_late claims faults begun took",
    );
    for game in digest.games {
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
            ending_text(game.ending).to_string(),
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
