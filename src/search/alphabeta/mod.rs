//! Iterative-deepening alpha-beta for any game: principal variation search over a transposition table.
//!
//! **The search.** Fail-soft PVS (Marsland and Campbell, 1982; Reinefeld, 1983) with an aspiration window at the root,
//! enhanced transposition cut-offs, internal iterative deepening, killers and history, and Multi-ProbCut where the game
//! has fitted it. Nothing alternates by itself: the sign of a child's value follows from whose turn it is there.
//!
//! **What is exact.** A value carries two marks: whether it is proved that the true value is at least, and at most, that.
//! Ends of games, a position's own bounds and its solver prove; a depth that ran out or a selective cut does not; and a
//! node takes its marks from its children. So a search knows by itself when a game is solved, with [`Position::remaining`]
//! or without, and table entries that are proved hold for every later search. A proof never goes in a circle, since it is
//! made of proofs that were finished before it: in games with repetition the player it speaks for can follow it without
//! ever coming back to an earlier position.
//!
//! **Iterations.** Depth 1, 2, 3 and so on, at one level of confidence for selective cuts; once a search reaches the end of the game, the
//! levels are stepped through at that depth until the cuts are off.
//!
//! **Selective games.** Where a position says so, moves are searched less deep, deeper, or not at all ([`Position::plan`]), and
//! nodes are left on a look ([`Position::glance`]). What rests on that is not proved. Where values tell how soon a game is
//! won ([`Position::WON`]), they fade by one with each ply on their way up, so that a table's entry needs no correction for where it
//! is found.
//!
//! **Threads** search the same root over one table; a move that another thread is at is put off to the end of the list
//! (simplified ABDADA). The first to finish ends the iteration. One thread with a cleared table replays bit for bit.

mod adapter;
mod confidence;
mod look;
mod position;
mod shared;
mod table;
mod worker;

pub use adapter::Judged;
pub use position::{Control, FARTHEST, Ordered, Plan, Position, ProbCut, Solved, Told, Turn};

use super::{Limits, Progress, Report, Supervisor, Unhurried};
use crate::base::Move;
use confidence::{FULL, level_of};
use look::Look;
use shared::{Busy, Meter, Shared, Shown};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use table::{DEEPEST, LOWER, NONE, Table, UPPER};
use worker::{Found, RootMove, Run, Worker};

/// What a search takes of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Memory for the transposition table, in MiB.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, memory: 64 }
    }
}

/// How far a search is to go, if its limits and its supervisor let it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Depth of the first iteration in plies, 1..=127: more than 1 where the table knows the shallow ones already.
    pub first: i32,
    /// Depth of the deepest one.
    pub depth: i32,
    /// How many of the best moves are wanted with values of their own, at least 1.
    pub lines: usize,
    /// Level of selective cuts, in per cent of confidence, for searches that do not reach the end and for the first that does: the
    /// lowest of 73, 87, 95, 98, 99 and 100 (no selective cuts) that is at least that.
    pub confidence: u8,
    /// The same for the last search that reaches the end; 100 for exact scores.
    pub end_confidence: u8,
    /// Values outside this window need only be bounds: (-1, 1) asks who wins.
    pub window: (i32, i32),
}

impl Default for Reach {
    fn default() -> Reach {
        Reach {
            first: 1,
            depth: DEEPEST,
            lines: 1,
            confidence: 73,
            end_confidence: 100,
            window: (-i32::MAX, i32::MAX),
        }
    }
}

/// What [`AlphaBeta::value`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// For the player to move; fail-soft outside the window.
    pub value: i32,
    /// The best move, if one is known.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Is the value proved (within the window)?
    pub proved: bool,
}

/// One iteration: plies and level of confidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    depth: i32,
    level: u8,
}

/// The iteration after `last`.
fn next_step<P: Position>(root: &P, reach: &Reach, last: Option<Step>) -> Option<Step> {
    let deepest = reach.depth.clamp(1, DEEPEST);
    let (start, end) = if P::PROBCUT {
        (level_of(reach.confidence), level_of(reach.end_confidence.max(reach.confidence)))
    } else {
        (FULL, FULL)
    };
    let plies = root.remaining().map_or(i32::MAX, |plies| plies.max(1));
    let Some(last) = last else {
        return Some(Step { depth: reach.first.clamp(1, deepest.min(plies)), level: start });
    };
    if last.depth >= plies {
        return (last.level < end).then_some(Step { level: last.level + 1, ..last });
    }
    let mut depth = last.depth + 1;
    if depth > plies.saturating_sub(P::LEAP) && deepest >= plies {
        depth = plies;
    }
    (depth <= deepest).then_some(Step { depth, level: start })
}

/// How an attempt at the root ended.
struct Attempt {
    /// `None`: stopped.
    found: Option<Found>,
    list: Vec<RootMove>,
    /// How many of the list were searched.
    searched: usize,
}

/// A search with its memory.
pub struct AlphaBeta<P: Position> {
    settings: Settings,
    table: Table,
    busy: Busy,
    workers: Vec<Worker<P>>,
}

impl<P: Position> AlphaBeta<P> {
    /// A search without memories.
    pub fn new(settings: Settings) -> AlphaBeta<P> {
        AlphaBeta::with_table(settings, Table::new(settings.memory))
    }

    fn with_table(settings: Settings, table: Table) -> AlphaBeta<P> {
        const { assert!(P::LIMIT > 0 && P::LIMIT <= 32_000) };
        let workers = std::iter::repeat_with(Worker::new).take(settings.threads.max(1)).collect();
        AlphaBeta { settings, table, busy: Busy::new(), workers }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets what earlier searches found. To be called when anything changes that values depend on and
    /// [`Position::key`] leaves out.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::forget);
    }

    /// The value within (alpha, beta) of a search of exactly that depth, without selective cuts, on the calling thread.
    /// Deeper or proved findings of earlier searches are used. `beta` must be above `alpha`.
    pub fn value(&mut self, root: &P, depth: i32, alpha: i32, beta: i32) -> Value {
        self.estimate(root, depth, 100, alpha, beta)
    }

    /// As [`AlphaBeta::value`], with selective cuts of that confidence per cent (see [`Reach::confidence`]).
    pub fn estimate(
        &mut self,
        root: &P,
        depth: i32,
        confidence: u8,
        alpha: i32,
        beta: i32,
    ) -> Value {
        self.table.renew();
        let shared = Shared::new(&self.table, &self.busy, &Unhurried, u64::MAX / 2, false);
        let meter = Meter::helping(&shared);
        let worker = &mut self.workers[0];
        worker.prepare(root, depth);
        let level = if P::PROBCUT { level_of(confidence) } else { FULL };
        let mut run = Run { shared: &shared, meter: &meter, worker, level };
        let (alpha, beta) = (alpha.max(-P::LIMIT), beta.min(P::LIMIT));
        let found = run.value(depth, alpha, beta);
        let mut wanted = if found.value > alpha { LOWER } else { 0 };
        wanted |= if found.value < beta { UPPER } else { 0 };
        let entry = self.table.probe(root.key()).filter(|_| root.outcome().is_none());
        let best = entry.map(|entry| entry.best[0]).filter(|&mv| mv != NONE);
        let proved = found.proof & wanted == wanted;
        Value { value: found.value, best, nodes: meter.nodes(), proved }
    }

    /// Searches `root` until limits, reach or supervisor end it. [`Limits::playouts`] counts positions visited. `observer`
    /// is called after every iteration, and now and then in between, on the calling thread. [`Progress`] shows no
    /// visits but after an iteration: then those of the best move are a part of what the next iteration will take, so
    /// that a supervisor ends a search whose next iteration could not be finished.
    pub fn search(
        &mut self,
        root: &P,
        limits: &Limits,
        reach: &Reach,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table.renew();
        self.busy.clear();
        let limit = limits.playouts.unwrap_or(u64::MAX / 2);
        let list = root_moves(root, limits);
        let (Some((leader, helpers)), false) = (self.workers.split_first_mut(), list.is_empty())
        else {
            return Report::nothing(root.to_move());
        };
        let shared = Shared::new(&self.table, &self.busy, supervisor, limit, !helpers.is_empty());
        let meter = Meter::leading(&shared, observer);
        let mut iteration = Iteration {
            root,
            reach: *reach,
            shared: &shared,
            meter: &meter,
            leader,
            helpers,
            list,
            solved: false,
        };
        if limit > 0 {
            iteration.deepen();
        }
        iteration.report()
    }
}

/// The root moves that the limits leave, most urgent first; limits that leave none are not kept.
fn root_moves<P: Position>(root: &P, limits: &Limits) -> Vec<RootMove> {
    let mut moves = Vec::new();
    if root.outcome().is_none() {
        root.moves(2, &mut moves);
    }
    moves.sort_by_key(|ordered| std::cmp::Reverse(ordered.urgency));
    let wanted = |mv: Move| {
        (limits.allow.is_empty() || limits.allow.contains(&mv)) && !limits.avoid.contains(&mv)
    };
    if moves.iter().any(|ordered| wanted(ordered.mv)) {
        moves.retain(|ordered| wanted(ordered.mv));
    }
    moves.iter().map(|ordered| RootMove::new(ordered.mv)).collect()
}

/// A search on its way from iteration to iteration.
struct Iteration<'a, 's, P: Position> {
    root: &'a P,
    reach: Reach,
    shared: &'s Shared<'s>,
    meter: &'a Meter<'s>,
    leader: &'a mut Worker<P>,
    helpers: &'a mut [Worker<P>],
    /// The root moves: the best ones, as many as lines are wanted, then the others.
    list: Vec<RootMove>,
    /// Are the values of all lines proved?
    solved: bool,
}

/// Depth from which on it pays to wake other threads.
const PARALLEL: i32 = 5;

impl<'s, P: Position> Iteration<'_, 's, P> {
    fn lines(&self) -> usize {
        self.reach.lines.clamp(1, self.list.len())
    }

    fn report(&self) -> Report {
        Look {
            root: self.root,
            table: self.shared.table,
            list: &self.list,
            lines: self.lines(),
            nodes: self.meter.tell(),
        }
        .report()
    }

    /// Runs iteration after iteration.
    fn deepen(&mut self) {
        let mut last = None;
        let mut costs = [1, 1];
        let mut top = NONE;
        while let Some(step) = next_step(self.root, &self.reach, last) {
            let before = self.meter.tell();
            let finished = self.iterate(step);
            let after = self.meter.tell();
            if !finished {
                return;
            }
            costs = [costs[1], (after - before).max(1)];
            let report = self.report();
            self.meter.show(&report);
            let mut progress = Progress {
                playouts: after,
                to_move: report.to_move,
                best: report.candidates.first().map(|best| (best.mv, 0, best.winrate)),
                second_visits: 0,
                unstable: last.is_some() && top != self.list[0].mv,
            };
            if let Ok(mut shown) = self.shared.shown.lock() {
                *shown = Some(Shown { progress, report });
            }
            // A next iteration that would take more than twice and a half what is left is not begun; nor is any where
            // there is no choice.
            let growth = (costs[1] / costs[0]).clamp(2, 8);
            let forecast = costs[1].saturating_mul(growth) / 5 * 2;
            let settled = if self.list.len() == 1 { u64::MAX / 2 } else { forecast };
            progress.best = progress.best.map(|(mv, _, winrate)| (mv, settled, winrate));
            if self.solved
                || self.is_quickest(step.depth)
                || !self.shared.supervisor.watch(&progress)
            {
                return;
            }
            top = self.list[0].mv;
            last = Some(step);
        }
    }

    /// Is the game decided, for all lines, in no more plies than have been searched? Then nothing quicker is there to be found.
    fn is_quickest(&self, depth: i32) -> bool {
        let decided = |root: &RootMove| {
            let plies = P::WON - root.found.value.abs();
            (0..FARTHEST.min(depth + 1)).contains(&plies)
        };
        P::WON > 0 && self.list[..self.lines()].iter().all(decided)
    }

    /// One iteration: as many lines as are wanted, each with the moves of those before it left out. False if stopped.
    fn iterate(&mut self, step: Step) -> bool {
        let floor = self.reach.window.0.max(-P::LIMIT);
        let ceiling = self.reach.window.1.min(P::LIMIT).max(floor + 1);
        let lines = self.lines();
        let mut solved = true;
        for line in 0..lines {
            let guess = self.list[line].found.value;
            let mut delta = P::ASPIRATION.max(1);
            let (mut alpha, mut beta) = (floor, ceiling);
            if step.depth > 2 {
                alpha = (guess - delta).clamp(floor, ceiling - 1);
                beta = (guess + delta).clamp(floor + 1, ceiling);
            }
            loop {
                let attempt = self.attempt(line, step, alpha, beta);
                let better = attempt.searched > 0
                    && attempt.list.first().is_some_and(|first| first.found.value > alpha);
                let Some(found) = attempt.found else {
                    // A better move was found, or the old one was searched in full: that counts.
                    if better {
                        self.list[line..].copy_from_slice(&attempt.list);
                    }
                    return false;
                };
                let low = found.value <= alpha && alpha > floor;
                let high = found.value >= beta && beta < ceiling;
                if !low {
                    self.list[line..].copy_from_slice(&attempt.list);
                }
                if !low && !high {
                    let below = found.value <= floor || found.proof & LOWER != 0;
                    let above = found.value >= ceiling || found.proof & UPPER != 0;
                    solved &= below && above;
                    break;
                }
                if low
                    && let Ok(mut shown) = self.shared.shown.lock()
                    && let Some(shown) = shown.as_mut()
                {
                    // The move that was thought best is worse than thought: worth more time.
                    shown.progress.unstable = true;
                }
                delta = delta.saturating_mul(4);
                if low {
                    alpha = found.value.saturating_sub(delta).max(floor);
                } else {
                    beta = found.value.saturating_add(delta).min(ceiling);
                }
            }
        }
        // Lines are searched one after the other; searches of one depth may disagree.
        self.list[..lines].sort_by_key(|root| std::cmp::Reverse(root.found.value));
        self.solved = solved;
        true
    }

    /// Searches the root moves from `line` on, on all threads; the first to finish ends it for all.
    fn attempt(&mut self, line: usize, step: Step, alpha: i32, beta: i32) -> Attempt {
        let (root, shared) = (self.root, self.shared);
        shared.done.store(false, Relaxed);
        self.meter.resume();
        let list = &self.list[line..];
        let run = |meter: &Meter<'s>, worker: &mut Worker<P>| {
            worker.prepare(root, step.depth);
            let mut attempt = Attempt { found: None, list: list.to_vec(), searched: 0 };
            let mut run = Run { shared, meter, worker, level: step.level };
            let Attempt { list, searched, .. } = &mut attempt;
            attempt.found = run.root(list, step.depth, alpha, beta, searched);
            meter.tell();
            attempt
        };
        if self.helpers.is_empty() || step.depth < PARALLEL {
            return run(self.meter, self.leader);
        }
        let first: Mutex<Option<Attempt>> = Mutex::new(None);
        let offer = |attempt: Attempt| {
            if attempt.found.is_some() && !shared.done.swap(true, Relaxed) {
                if let Ok(mut first) = first.lock() {
                    *first = Some(attempt);
                }
                return None;
            }
            Some(attempt)
        };
        let own = std::thread::scope(|scope| {
            for worker in self.helpers.iter_mut() {
                let (run, offer) = (&run, &offer);
                scope.spawn(move || offer(run(&Meter::helping(shared), worker)));
            }
            offer(run(self.meter, self.leader))
        });
        let first = first.into_inner().ok().flatten();
        // Where nobody finished, the leader's part of the work counts.
        first.or(own).unwrap_or(Attempt { found: None, list: Vec::new(), searched: 0 })
    }
}

#[cfg(test)]
mod tests;
