//! Monte-Carlo tree search over any game and any evaluator.
//!
//! **A tree, not a graph.** Positions reached by two move orders are two nodes. Under superko two such positions have
//! different futures (their histories differ), all-moves-as-first statistics already share what move orders have in
//! common, and a tree can be cut down to the subtree of the move played, which keeps the memory bound simple.
//!
//! **Memory.** The nodes live in an arena of fixed size ([`Settings::memory`]). When it is full, leaves are no longer
//! expanded, and the search goes on with the tree it has. A move played makes its node the new root; the rest is freed
//! by sliding compaction ([`Mcts::advance`]), without a second arena.
//!
//! **Threads.** All threads walk one tree without locks: statistics are atomic integer sums, expansion is claimed by
//! compare-and-swap, and a simulation on its way counts as a visit without value, so that others look elsewhere
//! (virtual loss). With one thread and one seed a search replays bit for bit.

mod choice;
mod look;
mod node;
mod select;
mod tree;
mod worker;

pub use choice::Choice;
pub use look::Look;
pub use select::Selection;

use super::{Limits, Report, Supervisor};
use crate::base::{Move, Rng, below};
use crate::eval::Evaluator;
use crate::game::State;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tree::Tree;
use worker::{Ownership, Shared, Worker};

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Memory for nodes, in MiB.
    pub memory: usize,
    /// How to choose among moves.
    pub selection: Selection,
    /// Which root move is the best.
    pub choice: Choice,
    /// A leaf gets children at its next visit after so many.
    pub expand_visits: u32,
    /// Share of the margin, 0..1, in the value that is maximised; the rest is winning and losing.
    pub margin_share: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            memory: 256,
            selection: Selection::Rave { c: 0.0, equivalence: 1000.0, first_play: 1.1 },
            choice: Choice::Visits,
            expand_visits: 8,
            margin_share: 0.03,
        }
    }
}

impl Settings {
    /// The value to back up, for Black: the result with a little of the margin in it, so that among moves that win
    /// (or lose) alike the better score is preferred.
    fn shape(&self, value: f32, margin: f32, area: usize) -> f32 {
        let value = value.clamp(0.0, 1.0);
        if margin == 0.0 || self.margin_share == 0.0 {
            return value;
        }
        // 0 .. 1, half-way to its end at an eighth of the board.
        let score = 0.5 + 0.5 * margin / (margin.abs() + area as f32 * 0.125);
        value + self.margin_share * (score - value)
    }
}

/// Grandchildren of the root tried at most in the search for a new root: some milliseconds.
const FIND_TRIES: usize = 8000;

/// A search with its memory.
pub struct Mcts<S: State, E: Evaluator<S>> {
    evaluator: E,
    settings: Settings,
    tree: Tree,
    /// The position of the tree's root; `None` for an empty tree.
    root: Option<S>,
    ownership: Ownership,
    barred: Vec<bool>,
}

impl<S: State, E: Evaluator<S>> Mcts<S, E> {
    /// A search without memories.
    pub fn new(evaluator: E, settings: Settings) -> Mcts<S, E> {
        let tree = Tree::new(settings.memory);
        let ownership = Ownership::new();
        Mcts { evaluator, settings, tree, root: None, ownership, barred: Vec::new() }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.root = None;
        self.tree.clear();
    }

    /// Makes `state` the root. When it is the old root, or one or two moves ahead of it, what is known below it is kept
    /// (true), otherwise the tree starts anew (false).
    ///
    /// Positions are told apart by [`State::key`], which leaves out komi, rules and repetition history: who changes the
    /// former must call [`Mcts::clear`]; a wrong history can only leave a move in or out of the tree below the root,
    /// since root moves are checked against `state` in every search.
    pub fn advance(&mut self, state: &S) -> bool {
        let found = self.find(state);
        match found {
            Some(index) if index == self.tree.root() => {}
            Some(index) => self.tree.reroot(index),
            None => self.tree.clear(),
        }
        match &mut self.root {
            Some(root) => root.copy_from(state),
            None => self.root = Some(state.clone()),
        }
        found.is_some()
    }

    /// The node of that position: the root, or an expanded node at most two moves below it.
    fn find(&self, state: &S) -> Option<u32> {
        let root = self.root.as_ref()?;
        if root.size() != state.size() {
            return None;
        }
        let key = state.key();
        if root.key() == key {
            return Some(self.tree.root());
        }
        // Only expanded nodes are worth finding, and those are fewer than simulations were made, so this costs little
        // beside the search that made them. Most visited first: the move played is mostly the move expected.
        let expanded = |index: u32| {
            let (first, children) = self.tree.children(self.tree.node(index));
            let mut list: Vec<_> = (first..)
                .zip(children)
                .filter(|(_, node)| node.children().is_some() && !node.is_illegal())
                .collect();
            list.sort_by_key(|(index, node)| (std::cmp::Reverse(node.visits()), *index));
            list
        };
        let mut level = Vec::new();
        let mut tries = 0;
        for (index, node) in expanded(self.tree.root()) {
            let mut child = root.clone();
            child.play(node.mv());
            if child.key() == key {
                return Some(index);
            }
            level.push((index, child));
        }
        let mut grandchild = root.clone();
        for (index, child) in level {
            for (below, node) in expanded(index) {
                tries += 1;
                if tries > FIND_TRIES {
                    return None;
                }
                grandchild.copy_from(&child);
                grandchild.play(node.mv());
                if grandchild.key() == key {
                    return Some(below);
                }
            }
        }
        None
    }

    /// Moves from the root to a leaf of the tree as it is, each child drawn as often as it was visited: a position that the search
    /// had to judge. Empty without a tree.
    pub fn wander(&self, rng: &mut Rng) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut node = self.tree.node(self.tree.root());
        loop {
            let children = self.tree.children(node).1;
            let visits = |child: &node::Node| if child.is_illegal() { 0 } else { child.visits() };
            let total: u32 = children.iter().map(visits).sum();
            if total == 0 {
                return moves;
            }
            let mut left = below(rng, total);
            let drawn = children.iter().find(|child| {
                let visits = visits(child);
                let here = left < visits;
                left = left.saturating_sub(visits);
                here
            });
            let Some(child) = drawn else { return moves };
            moves.push(child.mv());
            node = child;
        }
    }

    /// Searches `state` until the limits or the supervisor end it. `observer` is called now and then on the calling
    /// thread. What earlier searches learnt is used where it fits ([`Mcts::advance`]).
    pub fn search(
        &mut self,
        state: &S,
        limits: &Limits,
        seed: u64,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Look<'_>),
    ) -> Report {
        let known = self.advance(state);
        self.ownership.clear();
        self.barred.clear();
        let root = state.clone();
        let limit = limits.playouts.unwrap_or(u64::MAX / 2);
        let threads = self.settings.threads.max(1);
        let finished = AtomicU64::new(0);
        if root.outcome().is_none() && limit > 0 {
            let mut leader = Worker::new(&self.evaluator, &root, self.settings.selection, seed);
            let mut spent = 0;
            if self.tree.node(self.tree.root()).children().is_none() {
                // The first simulation gives the root its children, so that they can be barred.
                self.run(&root, &mut leader, 1, 1, seed, supervisor, &mut |_| {});
                spent = 1;
            } else if known && E::ROOT_PRIORS {
                leader.renew_priors(&self.shared(&root, 0, supervisor));
            }
            self.bar(&root, limits);
            let done =
                self.run(&root, &mut leader, limit - spent, threads, seed, supervisor, observer);
            finished.store(spent + done, Relaxed);
        }
        let to_move = root.to_move();
        let playouts = finished.load(Relaxed);
        let choice = self.settings.choice;
        Look::new(&self.tree, &self.ownership, &self.barred, choice, to_move, playouts).report()
    }

    /// Runs up to `limit` simulations on that many threads, the calling one included; returns how many were made.
    fn run(
        &self,
        root: &S,
        leader: &mut Worker<S, E>,
        limit: u64,
        threads: usize,
        seed: u64,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Look<'_>),
    ) -> u64 {
        let shared = self.shared(root, limit, supervisor);
        std::thread::scope(|scope| {
            for helper in 1..threads as u64 {
                let shared = &shared;
                let seed = seed.wrapping_add(helper.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                scope.spawn(move || {
                    let selection = shared.settings.selection;
                    Worker::new(shared.evaluator, shared.root, selection, seed).run(shared, None);
                });
            }
            leader.run(&shared, Some(observer));
        });
        shared.finished.load(Relaxed)
    }

    fn shared<'a>(
        &'a self,
        root: &'a S,
        limit: u64,
        supervisor: &'a dyn Supervisor,
    ) -> Shared<'a, S, E> {
        Shared {
            tree: &self.tree,
            evaluator: &self.evaluator,
            settings: &self.settings,
            root,
            barred: &self.barred,
            ownership: &self.ownership,
            supervisor,
            limit,
            started: AtomicU64::new(0),
            finished: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        }
    }

    /// Fixes which root moves are left out: illegal ones, and those the limits exclude. Limits that leave nothing are
    /// not kept.
    fn bar(&mut self, root: &S, limits: &Limits) {
        let children = self.tree.children(self.tree.node(self.tree.root())).1;
        let wanted = |mv: Move| {
            (limits.allow.is_empty() || limits.allow.contains(&mv)) && !limits.avoid.contains(&mv)
        };
        let legal: Vec<bool> = children.iter().map(|n| root.is_legal(n.mv())).collect();
        let any = children.iter().zip(&legal).any(|(n, &legal)| legal && wanted(n.mv()));
        let barred =
            children.iter().zip(&legal).map(|(n, &legal)| !legal || any && !wanted(n.mv()));
        self.barred = barred.collect();
    }
}

#[cfg(test)]
mod tests;
