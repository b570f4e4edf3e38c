//! What a search shows of itself.

use super::confidence::percent_of;
use super::table::{LOWER, NONE, Table, UPPER};
use super::worker::RootMove;
use super::{FARTHEST, Position};
use crate::base::Move;
use crate::search::{Basis, Candidate, Report};

/// Longest continuation reported.
const LONGEST_PV: usize = 60;

/// A look at the root moves.
pub(super) struct Look<'a, P> {
    pub root: &'a P,
    pub table: &'a Table,
    pub list: &'a [RootMove],
    /// How many moves at the front of the list have values of their own.
    pub lines: usize,
    pub nodes: u64,
}

impl<P: Position> Look<'_, P> {
    /// The whole picture: the lines, then the other moves by the bounds of their values.
    pub fn report(&self) -> Report {
        let (lines, others) = self.list.split_at(self.lines.min(self.list.len()));
        let mut others: Vec<&RootMove> = others.iter().collect();
        others.sort_by_key(|root| std::cmp::Reverse(root.found.value));
        let mut candidates: Vec<Candidate> =
            lines.iter().map(|root| self.candidate(root, true)).collect();
        candidates.extend(others.iter().map(|root| self.candidate(root, false)));
        let best = candidates.first();
        Report {
            winrate: best.map_or(0.5, |best| best.winrate),
            score: best.map_or(0.0, |best| best.score),
            visits: self.nodes,
            playouts: self.nodes,
            nodes: self.table.capacity() * self.table.fill() / 1000,
            candidates,
            ..Report::nothing(self.root.to_move())
        }
    }

    fn candidate(&self, root: &RootMove, line: bool) -> Candidate {
        let winrate = P::winrate(root.found.value);
        Candidate {
            mv: root.mv,
            visits: root.nodes,
            winrate,
            lcb: winrate,
            prior: 0.0,
            score: P::score(root.found.value),
            score_stdev: 0.0,
            decided: decided::<P>(root.found.value),
            basis: basis(root),
            pv: if line { self.continuation(root.mv) } else { vec![root.mv] },
        }
    }

    /// The moves that the table thinks best from a root move on, as long as they are legal and lead to new positions.
    fn continuation(&self, mv: Move) -> Vec<Move> {
        let mut moves = vec![mv];
        let mut position = self.root.clone();
        let mut seen = vec![position.key()];
        let mut legal = Vec::new();
        position.play(mv);
        while moves.len() < LONGEST_PV && position.outcome().is_none() {
            let key = position.key();
            let Some(entry) = self.table.probe(key) else { break };
            legal.clear();
            position.moves(0, &mut legal);
            let best = entry.best[0];
            if seen.contains(&key)
                || best == NONE
                || !legal.iter().any(|ordered| ordered.mv == best)
            {
                break;
            }
            seen.push(key);
            moves.push(best);
            position.play(best);
        }
        moves
    }
}

/// The plies to a win (above 0) or a loss, see [`Position::WON`].
fn decided<P: Position>(value: i32) -> Option<i32> {
    let plies = P::WON - value.abs();
    (P::WON > 0 && (0..FARTHEST).contains(&plies)).then(|| plies * value.signum())
}

/// What stands behind a root move's value.
fn basis(root: &RootMove) -> Basis {
    let (value, proof) = (root.found.value, root.found.proof);
    if proof == LOWER | UPPER {
        Basis::Exact
    } else if proof & LOWER != 0 && value > 0 || proof & UPPER != 0 && value < 0 {
        Basis::Outcome
    } else {
        Basis::Depth { plies: root.depth as u32, confidence: percent_of(root.level) }
    }
}
