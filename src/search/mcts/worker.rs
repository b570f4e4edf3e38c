//! What one search thread does: walk down, have leaves evaluated, carry the results up.

use super::node::Node;
use super::select::best_child;
use super::tree::Tree;
use super::{Look, Selection, Settings};
use crate::base::{Color, GRID, Move, Rng, below, seeded};
use crate::eval::{Evaluator, Leaf};
use crate::game::{Outcome, Reason, State};
use crate::search::Supervisor;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

/// Every so many simulations the owners of the points are added up.
const OWNERSHIP_EVERY: u64 = 4;
/// Visits of the root for each leaf of a batch beside the first.
const VISITS_A_LEAF: usize = 16;
/// Fixed-point one of the ownership sums.
pub(super) const OWNED: f32 = 1024.0;

/// Sums of ownership samples of the root position.
#[derive(Debug)]
pub(super) struct Ownership {
    sums: Box<[AtomicI64]>,
    samples: AtomicU64,
}

impl Ownership {
    pub(super) fn new() -> Ownership {
        let sums = std::iter::repeat_with(AtomicI64::default).take(GRID).collect();
        Ownership { sums, samples: AtomicU64::new(0) }
    }

    pub(super) fn clear(&self) {
        self.sums.iter().for_each(|sum| sum.store(0, Relaxed));
        self.samples.store(0, Relaxed);
    }

    fn add(&self, owners: &[f32]) {
        for (sum, &owner) in self.sums.iter().zip(owners) {
            if owner != 0.0 {
                sum.fetch_add((owner * OWNED) as i64, Relaxed);
            }
        }
        self.samples.fetch_add(1, Relaxed);
    }

    /// Mean owner of each cell; empty without samples.
    pub(super) fn mean(&self) -> Vec<f32> {
        let samples = self.samples.load(Relaxed);
        if samples == 0 {
            return Vec::new();
        }
        let scale = 1.0 / (f64::from(OWNED) * samples as f64);
        self.sums.iter().map(|sum| (sum.load(Relaxed) as f64 * scale) as f32).collect()
    }
}

/// What the threads of one search share.
pub(super) struct Shared<'a, S: State, E: Evaluator<S>> {
    pub(super) tree: &'a Tree,
    pub(super) evaluator: &'a E,
    pub(super) settings: &'a Settings,
    pub(super) root: &'a S,
    /// Root moves left out, by the number of the child; empty = none.
    pub(super) barred: &'a [bool],
    pub(super) ownership: &'a Ownership,
    pub(super) supervisor: &'a dyn Supervisor,
    /// Simulations to make.
    pub(super) limit: u64,
    pub(super) started: AtomicU64,
    pub(super) finished: AtomicU64,
    pub(super) stop: AtomicBool,
}

impl<S: State, E: Evaluator<S>> Shared<'_, S, E> {
    /// The right to start up to `wanted` simulations.
    fn reserve(&self, wanted: usize) -> usize {
        let wanted = wanted as u64;
        let before = self.started.fetch_add(wanted, Relaxed);
        self.limit.saturating_sub(before).min(wanted) as usize
    }
}

#[derive(Clone, Copy)]
struct Step {
    node: u32,
    /// Who moves in this node's position.
    mover: Color,
}

/// Scratch of one thread.
pub(super) struct Worker<S: State, E: Evaluator<S>> {
    rng: Rng,
    /// How to choose among moves in the simulation at hand.
    selection: Selection,
    scratch: E::Worker,
    leaves: Vec<Leaf<S>>,
    /// For each leaf the nodes on the way to it, root first.
    paths: Vec<Vec<Step>>,
    /// Who played first on each cell in the simulation at hand, as `stamp << 1 | color`.
    first: Box<[u32; GRID]>,
    stamp: u32,
    simulations: u64,
}

impl<S: State, E: Evaluator<S>> Worker<S, E> {
    pub(super) fn new(evaluator: &E, root: &S, selection: Selection, seed: u64) -> Worker<S, E> {
        let batch = E::BATCH.max(1);
        Worker {
            rng: seeded(seed ^ 0x6d63_7473),
            selection,
            scratch: evaluator.worker(seed),
            leaves: std::iter::repeat_with(|| Leaf::new(root.clone())).take(batch).collect(),
            paths: std::iter::repeat_with(|| Vec::with_capacity(64)).take(batch).collect(),
            first: Box::new([0; GRID]),
            stamp: 0,
            simulations: 0,
        }
    }

    /// Simulates until the limit, or until the supervisor has had enough. Only the leading thread has an observer.
    pub(super) fn run(
        &mut self,
        shared: &Shared<'_, S, E>,
        mut observer: Option<&mut dyn FnMut(&Look<'_>)>,
    ) {
        let every = 16u64.div_ceil(E::BATCH.max(1) as u64);
        let root = shared.tree.node(shared.tree.root());
        let mut rounds = 0;
        while !shared.stop.load(Relaxed) {
            // In a young tree many leaves at a time would be many times the same.
            let fits = 1 + root.visits() as usize / VISITS_A_LEAF;
            let granted = shared.reserve(self.leaves.len().min(fits));
            if granted == 0 {
                break;
            }
            self.simulate(shared, granted);
            shared.finished.fetch_add(granted as u64, Relaxed);
            rounds += 1;
            let mut go = shared.supervisor.keep_going();
            if let Some(observe) = observer.as_deref_mut()
                && rounds % every == 0
            {
                let look = Look::of(shared);
                observe(&look);
                go = go && shared.supervisor.watch(&look.progress());
            }
            if !go {
                shared.stop.store(true, Relaxed);
            }
        }
    }

    /// Gives the children of an expanded root the priors that the evaluator has for roots.
    pub(super) fn renew_priors(&mut self, shared: &Shared<'_, S, E>) {
        let leaf = &mut self.leaves[0];
        leaf.state.copy_from(shared.root);
        (leaf.root, leaf.expand) = (true, true);
        shared.evaluator.evaluate(&mut self.scratch, std::slice::from_mut(leaf));
        for child in shared.tree.children(shared.tree.node(shared.tree.root())).1 {
            let prior = leaf.priors.iter().find(|prior| prior.mv == child.mv());
            child.set_policy(prior.map_or(0.0, |prior| prior.policy));
        }
    }

    /// Makes that many simulations, evaluated together.
    fn simulate(&mut self, shared: &Shared<'_, S, E>, count: usize) {
        let mut waiting = 0;
        for _ in 0..count {
            if self.descend(shared, waiting) {
                waiting += 1;
            } else {
                self.back_up(shared, waiting);
            }
        }
        if waiting > 0 {
            shared.evaluator.evaluate(&mut self.scratch, &mut self.leaves[..waiting]);
        }
        for slot in 0..waiting {
            if self.leaves[slot].expand
                && let Some(step) = self.paths[slot].last()
            {
                shared.tree.expand(step.node, &self.leaves[slot].priors);
            }
            self.back_up(shared, slot);
        }
    }

    /// Walks from the root to a leaf. True when the leaf wants evaluation, false when the game is over there and its
    /// result is already in the slot.
    fn descend(&mut self, shared: &Shared<'_, S, E>, slot: usize) -> bool {
        let tree = shared.tree;
        let leaf = &mut self.leaves[slot];
        let path = &mut self.paths[slot];
        leaf.state.copy_from(shared.root);
        leaf.trace.clear();
        leaf.ownership.clear();
        leaf.expand = false;
        leaf.margin = 0.0;
        path.clear();
        let mut index = tree.root();
        let mut node = tree.node(index);
        let mut mover = leaf.state.to_move();
        // The root's own move, if it had one, was the other side's.
        let mut came_by = mover.other();
        let mut before = node.begin();
        path.push(Step { node: index, mover });
        loop {
            let (first, children) = tree.children(node);
            if children.is_empty() {
                break;
            }
            let start = below(&mut self.rng, children.len() as u32) as usize;
            let at_root = path.len() == 1;
            let bars = if at_root { shared.barred } else { &[] };
            let mean = node.mean().unwrap_or(0.5);
            let parent = if came_by == mover { mean } else { 1.0 - mean };
            let barred = |i: usize| bars.get(i).is_some_and(|&b| b);
            let rng = &mut self.rng;
            let Some(choice) =
                best_child(self.selection, children, before, parent, start, barred, rng)
            else {
                break;
            };
            let child = &children[choice];
            // Evaluators list legal moves, but under superko they may not see them all: the first visit checks.
            if child.visits() == 0 && !leaf.state.is_legal(child.mv()) {
                child.mark_illegal();
                continue;
            }
            leaf.state.play(child.mv());
            index = first + choice as u32;
            node = child;
            came_by = mover;
            mover = leaf.state.to_move();
            before = node.begin();
            path.push(Step { node: index, mover });
        }
        if let Some(outcome) = leaf.state.outcome() {
            leaf.value = outcome.value(Color::Black);
            if let Outcome::Win { winner, reason: Reason::Points(points) } = outcome {
                leaf.margin = if winner == Color::Black { points } else { -points };
            }
            shared.evaluator.settle(leaf);
            return false;
        }
        let ripe = path.len() == 1 || before >= shared.settings.expand_visits;
        leaf.root = path.len() == 1;
        leaf.expand = ripe && !tree.is_full() && node.claim();
        true
    }

    /// Adds the result in the slot to the nodes on its path and, as AMAF samples, to their children.
    fn back_up(&mut self, shared: &Shared<'_, S, E>, slot: usize) {
        let leaf = &self.leaves[slot];
        let path = &self.paths[slot];
        self.simulations += 1;
        self.selection = self.selection.after_simulation();
        if self.simulations % OWNERSHIP_EVERY == 1 && !leaf.ownership.is_empty() {
            shared.ownership.add(&leaf.ownership);
        }
        let value = shared.settings.shape(leaf.value, leaf.margin, leaf.state.size().area());
        let for_color = |color: Color| if color == Color::Black { value } else { 1.0 - value };
        if E::TRACES {
            self.stamp += 1;
            if self.stamp >= u32::MAX >> 1 {
                self.first.fill(0);
                self.stamp = 1;
            }
            let mark = |color: Color| self.stamp << 1 | color as u32;
            for &(color, mv) in leaf.trace.iter().rev() {
                self.first[mv.raw() as usize & (GRID - 1)] = mark(color);
            }
            let mut next: Option<Move> = None;
            for step in path.iter().rev() {
                if let Some(mv) = next {
                    self.first[mv.raw() as usize & (GRID - 1)] = mark(step.mover);
                }
                let node = shared.tree.node(step.node);
                let wanted = mark(step.mover);
                let sample = Node::amaf_sample(for_color(step.mover), 1);
                // Passes share cell 0, which no trace marks: they have no AMAF value.
                self.first[0] = 0;
                for child in shared.tree.children(node).1 {
                    if self.first[child.mv().raw() as usize & (GRID - 1)] == wanted {
                        child.add_amaf(sample);
                    }
                }
                next = Some(node.mv());
            }
        }
        let mut came_by = shared.root.to_move().other();
        for step in path {
            shared.tree.node(step.node).finish(for_color(came_by), leaf.margin);
            came_by = step.mover;
        }
    }
}
