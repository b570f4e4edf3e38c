//! The strong player: alpha-beta on 8x8.

use super::bare::Bare;
use super::node::Node;
use crate::base::Color;
use crate::clock::Spending;
use crate::engine::effort;
use crate::engine::{Due, Options, Purpose, Task, Watch};
use crate::games::reversi::eight::Cpu;
use crate::search::alphabeta::{Position, Reach};
use crate::search::{Limits, Report};
use std::time::Instant;

/// Plies of a search that must not depend on time, where nothing else is asked for.
const FIXED_DEPTH: i32 = 12;

/// The most squares that can be empty.
const WHOLE_GAME: i32 = 60;

/// A search with its memory.
pub(super) struct Eight {
    bare: Bare,
}

/// Empty squares from which a level plays perfectly: twice the depth up to 20, then half a square more for each ply, at
/// least the depth itself.
pub fn solved_from(depth: i32) -> i32 {
    let slow = if depth <= 10 { 2 * depth } else { 20 + (depth - 10) / 2 };
    slow.max(depth)
}

impl Eight {
    /// With the memory and threads of these options.
    pub fn new(options: &Options) -> Eight {
        Eight::with(effort::threads(options), effort::memory(options))
    }

    fn with(threads: usize, memory: usize) -> Eight {
        Eight { bare: Bare::new(Cpu::detect(), threads, memory) }
    }

    pub fn clear(&mut self) {
        self.bare.clear();
    }

    /// Searches a position, given as discs of Black and White and the side to move, which can move.
    pub fn think(
        &mut self,
        (black, white, to_move): (u64, u64, Color),
        options: &Options,
        task: &Task,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        if task.purpose == Purpose::Regress {
            // Neither time nor what was searched before may matter.
            let depth = task.playouts.is_none().then_some(FIXED_DEPTH);
            return Eight::with(1, 32).search((black, white, to_move), options, task, depth, watch);
        }
        self.search((black, white, to_move), options, task, None, watch)
    }

    fn search(
        &mut self,
        (black, white, to_move): (u64, u64, Color),
        options: &Options,
        task: &Task,
        fixed: Option<i32>,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let started = Instant::now();
        let root = self.bare.node(black, white, to_move);
        let limits = effort::limits(options, task, u64::MAX / 2);
        let reach = reach(options, task, fixed, &root);
        let bounded = reach.depth < WHOLE_GAME || options.int("depth") > 0;
        let spending = spending(options, task, &limits, bounded);
        let supervisor = Watch::new(&task.stop, started, spending);
        let mut due = Due::new(task, started);
        let mut depth = None;
        let mut observer = |report: &Report| {
            // Every new depth is worth telling, and now and then how far the search is.
            let basis = report.candidates.first().map(|best| best.basis);
            if due.is_due(basis != depth) {
                depth = basis;
                watch(report);
            }
        };
        self.bare.supervised(&root, &limits, &reach, &supervisor, &mut observer)
    }
}

/// How far to look, by options and task.
fn reach(options: &Options, task: &Task, fixed: Option<i32>, root: &Node) -> Reach {
    let level = i32::try_from(options.int("depth")).ok().filter(|&depth| depth > 0);
    let level = match task.purpose {
        // Until stopped, however deep.
        Purpose::Analyze | Purpose::Ponder => None,
        _ => level.or(fixed),
    };
    let empties = root.remaining().unwrap_or(WHOLE_GAME);
    let depth = match level {
        Some(depth) if empties > solved_from(depth) => depth,
        _ => WHOLE_GAME,
    };
    let confidence = options.choice("confidence").parse().unwrap_or(100);
    let window = match options.choice("proof") {
        "outcome" if depth >= empties => (-1, 1),
        _ => Reach::default().window,
    };
    let lines = task.lines.max(1);
    Reach { depth, lines, confidence, end_confidence: 100, window, ..Reach::default() }
}

/// What ends the search beside its depth: without a clock, a depth that was asked for is bound enough.
fn spending(options: &Options, task: &Task, limits: &Limits, bounded: bool) -> Option<Spending> {
    let unhurried = task.budget.is_none() && options.float("time_per_move") <= 0.0;
    if bounded && unhurried && matches!(task.purpose, Purpose::Play | Purpose::Cleanup) {
        return Some(Spending::new(None, limits.playouts));
    }
    effort::spending(options, task, limits)
}

#[cfg(test)]
mod tests;
