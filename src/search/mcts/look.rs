//! Reading a tree, finished or growing.

use super::choice::Choice;
use super::node::Node;
use super::tree::Tree;
use super::worker::{Ownership, Shared};
use crate::base::{Color, Move};
use crate::eval::Evaluator;
use crate::game::State;
use crate::search::{Basis, Candidate, Progress, Report};
use std::sync::atomic::Ordering::Relaxed;

/// Longest continuation reported.
const LONGEST_PV: usize = 30;
/// A look at a tree from its root.
pub struct Look<'a> {
    tree: &'a Tree,
    ownership: &'a Ownership,
    barred: &'a [bool],
    choice: Choice,
    to_move: Color,
    playouts: u64,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        tree: &'a Tree,
        ownership: &'a Ownership,
        barred: &'a [bool],
        choice: Choice,
        to_move: Color,
        playouts: u64,
    ) -> Look<'a> {
        Look { tree, ownership, barred, choice, to_move, playouts }
    }

    pub(super) fn of<S: State, E: Evaluator<S>>(shared: &Shared<'a, S, E>) -> Look<'a> {
        Look {
            tree: shared.tree,
            ownership: shared.ownership,
            barred: shared.barred,
            choice: shared.settings.choice,
            to_move: shared.root.to_move(),
            playouts: shared.finished.load(Relaxed),
        }
    }

    fn root_children(&self) -> impl Iterator<Item = (u32, &'a Node)> + '_ {
        let (first, children) = self.tree.children(self.tree.node(self.tree.root()));
        (first..)
            .zip(children)
            .enumerate()
            .filter(|(i, (_, node))| {
                !node.is_illegal() && !self.barred.get(*i).is_some_and(|&barred| barred)
            })
            .map(|(_, pair)| pair)
    }

    /// The figures a supervisor wants. Allocates nothing.
    pub fn progress(&self) -> Progress {
        let (mut best, mut second) = (None::<(Move, u64, f32)>, 0);
        let (mut high, mut highest) = (f32::MIN, None);
        for (_, node) in self.root_children() {
            let visits = u64::from(node.visits());
            let Some(mean) = node.mean() else { continue };
            let most = best.map_or(0, |(_, v, _)| v);
            if visits > most {
                second = most;
                best = Some((node.mv(), visits, mean));
            } else {
                second = second.max(visits);
            }
            if mean > high {
                high = mean;
                highest = Some((node.mv(), visits));
            }
        }
        // A mean over a handful of visits says nothing; count only contenders.
        let unstable = match (best, highest) {
            (Some((mv, visits, _)), Some((other, n))) => mv != other && n * 10 >= visits,
            _ => false,
        };
        Progress {
            playouts: self.playouts,
            to_move: self.to_move,
            best,
            second_visits: second,
            unstable,
        }
    }

    /// The whole picture: all root moves with a visit, the choice first and the others behind it, most visited first; where none has one, all moves by their priors.
    pub fn report(&self) -> Report {
        let sign = if self.to_move == Color::Black { 1.0 } else { -1.0 };
        let mut candidates: Vec<Candidate> = Vec::new();
        let (mut visits, mut wins, mut score, mut squares) = (0u64, 0f64, 0f64, 0f64);
        for (index, node) in self.root_children() {
            let Some(mean) = node.mean() else { continue };
            let n = u64::from(node.visits());
            let (margin, deviation) = node.margin();
            visits += n;
            wins += f64::from(mean) * n as f64;
            score += f64::from(margin) * n as f64;
            squares += f64::from(margin * margin + deviation * deviation) * n as f64;
            candidates.push(Candidate {
                mv: node.mv(),
                visits: n,
                winrate: mean,
                lcb: mean - self.choice.deviations() * node.standard_error(),
                prior: node.policy(),
                score: sign * margin,
                score_stdev: deviation,
                decided: None,
                basis: Basis::Visits,
                pv: self.continuation(index),
            });
        }
        candidates.sort_by(|a, b| {
            b.visits.cmp(&a.visits).then(b.winrate.total_cmp(&a.winrate)).then(a.mv.cmp(&b.mv))
        });
        self.choice.put_first(&mut candidates);
        candidates.iter_mut().for_each(|candidate| candidate.lcb = candidate.lcb.clamp(0.0, 1.0));
        if candidates.is_empty() {
            candidates = self.unvisited();
        }
        let n = visits.max(1) as f64;
        let mean = score / n;
        Report {
            to_move: self.to_move,
            candidates,
            priors: self.root_children().map(|(_, node)| (node.mv(), node.policy())).collect(),
            visits: u64::from(self.tree.node(self.tree.root()).visits()),
            playouts: self.playouts,
            winrate: if visits == 0 { 0.5 } else { (wins / n) as f32 },
            score: sign * mean as f32,
            score_stdev: (squares / n - mean * mean).max(0.0).sqrt() as f32,
            ownership: self.ownership.mean(),
            nodes: self.tree.len(),
        }
    }

    /// Root moves by what the evaluator says of them, for a search too short to have tried any.
    fn unvisited(&self) -> Vec<Candidate> {
        let candidate = |(_, node): (u32, &Node)| Candidate {
            mv: node.mv(),
            visits: 0,
            winrate: node.prior().0,
            lcb: 0.0,
            prior: node.policy(),
            score: 0.0,
            score_stdev: 0.0,
            decided: None,
            basis: Basis::Visits,
            pv: vec![node.mv()],
        };
        let mut list: Vec<Candidate> = self.root_children().map(candidate).collect();
        list.sort_by(|a, b| b.prior.total_cmp(&a.prior).then(a.mv.cmp(&b.mv)));
        list
    }

    /// The most visited moves from a node on, its own first.
    fn continuation(&self, index: u32) -> Vec<Move> {
        let mut node = self.tree.node(index);
        let mut moves = vec![node.mv()];
        while moves.len() < LONGEST_PV {
            let children = self.tree.children(node).1.iter();
            let best = children.filter(|n| n.visits() > 0 && !n.is_illegal()).max_by(|a, b| {
                let key = |n: &Node| (n.visits(), n.mean().unwrap_or(0.0));
                let ((an, am), (bn, bm)) = (key(a), key(b));
                an.cmp(&bn).then(am.total_cmp(&bm)).then(b.mv().cmp(&a.mv()))
            });
            let Some(best) = best else { break };
            moves.push(best.mv());
            node = best;
        }
        moves
    }
}
