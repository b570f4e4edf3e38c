//! The lines an engine says of its search.

use crate::base::Move;
use crate::record::othello::move_text;
use crate::search::{Basis, Candidate, Report};
use std::time::Duration;

/// A move as the protocol spells it.
pub(super) fn spell(mv: Move) -> String {
    move_text(mv).to_uppercase()
}

/// A number of discs; there is no negative zero, and no number that is none.
pub(super) fn discs(score: f32) -> String {
    let score = if score.is_finite() { f64::from(score) } else { 0.0 };
    format!("{:.2}", (score * 100.0).round() / 100.0 + 0.0)
}

/// `search PV EVAL 0 DEPTH TEXT` or, for a value of the opening book, `book PV EVAL GAMES DEPTH TEXT`. The depth of a search
/// that counts visits is that of the line it shows.
pub(super) fn candidate(candidate: &Candidate) -> String {
    // The move stands first whatever the line holds, and nothing stands between the moves: a blank would end the line.
    let tail = candidate.pv.iter().skip(1).copied().take_while(|mv| *mv != Move::RESIGN);
    let pv: String = std::iter::once(candidate.mv).chain(tail).map(spell).collect();
    let eval = discs(candidate.score);
    match candidate.basis {
        Basis::Book { games } => format!("book {pv} {eval} {games} 0"),
        Basis::Exact => format!("search {pv} {eval} 0 100%"),
        Basis::Outcome => format!("search {pv} {eval} 0 100%W"),
        Basis::Depth { plies, confidence: 100.. } => format!("search {pv} {eval} 0 {plies}"),
        Basis::Depth { plies, confidence } => {
            format!("search {pv} {eval} 0 {plies}@{confidence}%")
        }
        Basis::Visits => {
            let depth = candidate.pv.len().max(1);
            format!("search {pv} {eval} 0 {depth} {} visits", candidate.visits)
        }
    }
}

/// `nodestats NODES SECONDS`, since the search began.
pub(super) fn nodestats(report: &Report, time: Duration) -> String {
    format!("nodestats {} {:.2}", report.playouts, time.as_secs_f64())
}

/// `=== MOVE/EVAL/TIME`, the value left out where none is known.
pub(super) fn answer(mv: Move, best: Option<&Candidate>, time: Duration) -> String {
    let eval = best.map_or(String::new(), |candidate| discs(candidate.score));
    format!("=== {}/{eval}/{:.2}", spell(mv), time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(basis: Basis, score: f32, pv: &[&str]) -> String {
        let pv: Vec<Move> = pv.iter().map(|text| text.parse().unwrap()).collect();
        candidate(&Candidate {
            mv: pv[0],
            visits: 7,
            winrate: 0.5,
            lcb: 0.5,
            prior: 0.0,
            score,
            score_stdev: 0.0,
            decided: None,
            basis,
            pv,
        })
    }

    #[test]
    fn search_and_book() {
        let depth = |plies, confidence| Basis::Depth { plies, confidence };
        for (basis, score, pv, text) in [
            (depth(12, 100), 1.0, &["F5", "D6", "pass", "C3"][..], "search F5D6PAC3 1.00 0 12"),
            (depth(12, 95), -0.001, &["F5"], "search F5 0.00 0 12@95%"),
            (Basis::Exact, -64.0, &["pass"], "search PA -64.00 0 100%"),
            (Basis::Outcome, 1.0, &["A1"], "search A1 1.00 0 100%W"),
            (Basis::Book { games: 31 }, 0.5, &["F5", "F6"], "book F5F6 0.50 31 0"),
            (Basis::Visits, f32::NAN, &["F5", "F6"], "search F5F6 0.00 0 2 7 visits"),
        ] {
            assert_eq!(of(basis, score, pv), text);
        }
    }
}
