//! The simulations, by one thread or several.

use super::Worlds;
use super::bandit::{Bandit, choose};
use super::tree::{Step, Tree};
use crate::base::{Color, GRID, Move, Rng, seeded};
use crate::eval::{Evaluator, Leaf};
use crate::game::{Outcome, Reason, State};
use crate::search::{Basis, Candidate, Limits, Progress, Report, Supervisor};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Threads, at least 1. Each keeps statistics of its own; they are added at the end.
    pub threads: usize,
    /// Weight of exploration.
    pub c: f32,
    /// Visits at which a move's own statistics weigh as much as its all-moves-as-first ones (about); 0 leaves those out.
    pub equivalence: f32,
    /// Simulations in one imagined position before the next is drawn, at least 1.
    pub reuse: u32,
    /// Go on below the player's moves with a tree of what the two know, or play at random from there?
    pub tree: bool,
}

/// Prospects of a move that was never tried: better than any other, so that each is.
const UNTRIED: f64 = 1.1;

/// Standard errors that a move's value is reckoned lower when one is chosen, times the deviation of one result (a half).
const DOUBT: f64 = 0.5;

/// Simulations in one position at most.
const MOST_REUSED: u32 = 256;

/// Simulations between two looks at the clock.
const STRIDE: u64 = 16;

/// A search over imagined positions. It keeps nothing between searches.
#[derive(Clone, Debug)]
pub struct BeliefSearch<'a, E> {
    evaluator: &'a E,
    settings: Settings,
}

/// What the threads share.
struct Shared<'a> {
    limits: &'a Limits,
    supervisor: &'a dyn Supervisor,
    playouts: AtomicU64,
    player: Color,
}

/// What one thread has found.
struct Found {
    bandit: Bandit,
    playouts: u64,
    value: f64,
    margin: f64,
    margin_squares: f64,
    owners: Vec<f64>,
}

impl<'a, E> BeliefSearch<'a, E> {
    /// A search with that evaluator.
    pub fn new(evaluator: &'a E, settings: Settings) -> BeliefSearch<'a, E> {
        BeliefSearch { evaluator, settings }
    }

    /// Tries `moves` for `player` in positions drawn from `worlds` (each further thread has a copy of these); `scratch` is any position on the same board. The report
    /// has the moves by value; one that was legal in no position comes last.
    #[allow(clippy::too_many_arguments, reason = "each is a different thing and used once")]
    pub fn search<S: State, W: Worlds<S>>(
        &self,
        worlds: &mut W,
        scratch: &S,
        player: Color,
        moves: &[Move],
        limits: &Limits,
        seed: u64,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Report),
    ) -> Report
    where
        E: Evaluator<S>,
    {
        let shared = Shared { limits, supervisor, playouts: AtomicU64::new(0), player };
        let run = |number: u64, worlds: &mut W, observer: Option<&mut dyn FnMut(&Report)>| {
            let rng = seeded(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            self.run(&shared, worlds, scratch.clone(), moves, rng, observer)
        };
        let others = self.settings.threads.saturating_sub(1) as u64;
        let found = if others == 0 {
            run(0, worlds, Some(observer))
        } else {
            std::thread::scope(|scope| {
                let run = &run;
                let threads: Vec<_> = (1..=others)
                    .map(|number| {
                        let mut worlds = worlds.clone();
                        scope.spawn(move || run(number, &mut worlds, None))
                    })
                    .collect();
                let mut found = run(0, worlds, Some(observer));
                for thread in threads {
                    // A thread that panicked has brought nothing; the others have.
                    if let Ok(more) = thread.join() {
                        found.add(&more);
                    }
                }
                found
            })
        };
        found.report(player, f64::from(self.settings.equivalence), &mut Vec::new())
    }

    fn run<S: State, W: Worlds<S>>(
        &self,
        shared: &Shared<'_>,
        worlds: &mut W,
        scratch: S,
        moves: &[Move],
        mut rng: Rng,
        mut observer: Option<&mut dyn FnMut(&Report)>,
    ) -> Found
    where
        E: Evaluator<S>,
    {
        let mut found = Found::new(moves);
        let mut world = scratch.clone();
        let mut batch = [Leaf::new(scratch)];
        // The evaluator's random numbers follow from the thread's.
        let mut worker = self.evaluator.worker(crate::base::draw(&mut rng));
        let mut legal: Vec<usize> = Vec::new();
        let mut owed = 0;
        let (c, equivalence) = (f64::from(self.settings.c), f64::from(self.settings.equivalence));
        let mut misses = 0;
        let mut first = First { at: [0; GRID], stamp: 0 };
        let mut tree = self.settings.tree.then(|| Tree::new(world.size(), shared.limits.playouts));
        loop {
            if found.playouts.is_multiple_of(STRIDE) && found.playouts > 0 {
                let watching = observer.is_some();
                if !shared.supervisor.keep_going()
                    || watching && !shared.supervisor.watch(&found.progress(shared, equivalence))
                {
                    return found;
                }
                if found.playouts.is_multiple_of(64 * STRIDE)
                    && let Some(observer) = &mut observer
                {
                    observer(&found.report(shared.player, equivalence, &mut Vec::new()));
                }
            }
            if shared.limits.playouts.is_some_and(|most| shared.playouts.load(Relaxed) >= most) {
                return found;
            }
            if owed == 0 {
                let Some(cost) = worlds.draw(&mut rng, &mut world) else {
                    misses += 1;
                    if misses > 3 && found.playouts == 0 || !shared.supervisor.keep_going() {
                        return found;
                    }
                    continue;
                };
                // One that was hard to come by may have taken the rest of the time.
                if cost > 0 && found.playouts > 0 && !shared.supervisor.keep_going() {
                    return found;
                }
                // A position that was hard to come by is used for as long as that took.
                owed = self.settings.reuse.max(1).max(cost.min(MOST_REUSED));
                legal.clear();
                let places = 0..found.bandit.moves.len();
                legal.extend(places.filter(|&place| world.is_legal(found.bandit.moves[place])));
            }
            owed -= 1;
            shared.playouts.fetch_add(1, Relaxed);
            found.playouts += 1;
            let Some(place) = choose(&found.bandit.arms, &legal, c, equivalence, UNTRIED) else {
                continue;
            };
            let mv = found.bandit.moves[place];
            let leaf = &mut batch[0];
            leaf.state.copy_from(&world);
            let told = tree.is_some().then(|| W::told(&leaf.state, mv));
            leaf.state.play(mv);
            leaf.trace.clear();
            if let (Some(tree), Some(told)) = (&mut tree, told) {
                tree.begin(shared.player, mv, told, found.bandit.arms[place].visits);
                tree.descend::<S, W>(&mut leaf.state, c, equivalence, &mut rng);
            }
            match leaf.state.outcome() {
                Some(outcome) => {
                    leaf.value = outcome.value(Color::Black);
                    leaf.margin = margin(outcome);
                    leaf.ownership.clear();
                    self.evaluator.settle(leaf);
                }
                None => self.evaluator.evaluate(&mut worker, &mut batch),
            }
            let way = tree.as_ref().map_or(&[][..], Tree::way);
            found.learn(&batch[0], place, &legal, shared.player, way, &mut first, E::TRACES);
            if let Some(tree) = &mut tree {
                learn_below(tree, &batch[0], &mut first, E::TRACES);
            }
        }
    }
}

/// Where somebody has played in the games looked at.
struct First {
    at: [u32; GRID],
    stamp: u32,
}

impl First {
    /// Another game, or another part of it.
    fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
    }

    /// Is this the first move on its point?
    fn is_first(&mut self, mv: Move) -> bool {
        let Some(point) = mv.point() else { return false };
        std::mem::replace(&mut self.at[point.index()], self.stamp) != self.stamp
    }
}

/// Takes a simulation into account in the nodes that it went through.
fn learn_below<S>(tree: &mut Tree, leaf: &Leaf<S>, first: &mut First, traces: bool) {
    for number in 0..tree.way().len() {
        let player = tree.way()[number].player;
        let value = f64::from(if player == Color::Black { leaf.value } else { 1.0 - leaf.value });
        tree.result(number, value);
        if !traces {
            continue;
        }
        first.begin();
        for later in number..tree.way().len() {
            let step = tree.way()[later];
            if first.is_first(step.mv) && step.player == player {
                tree.result_as_first(number, step.mv, value);
            }
        }
        for &(color, mv) in &leaf.trace {
            if first.is_first(mv) && color == player {
                tree.result_as_first(number, mv, value);
            }
        }
    }
}

fn margin(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win { winner: Color::Black, reason: Reason::Points(points) } => points,
        Outcome::Win { winner: Color::White, reason: Reason::Points(points) } => -points,
        _ => 0.0,
    }
}

impl Found {
    fn new(moves: &[Move]) -> Found {
        Found {
            bandit: Bandit::new(moves),
            playouts: 0,
            value: 0.0,
            margin: 0.0,
            margin_squares: 0.0,
            owners: vec![0.0; GRID],
        }
    }

    /// Takes a simulation into account that began with the move in that place and went on with `way`.
    #[allow(clippy::too_many_arguments, reason = "buffers of the loop")]
    fn learn<S>(
        &mut self,
        leaf: &Leaf<S>,
        place: usize,
        legal: &[usize],
        player: Color,
        way: &[Step],
        first: &mut First,
        traces: bool,
    ) {
        let black = player == Color::Black;
        let value = f64::from(if black { leaf.value } else { 1.0 - leaf.value });
        let margin = f64::from(if black { leaf.margin } else { -leaf.margin });
        self.value += value;
        self.margin += margin;
        self.margin_squares += margin * margin;
        for &place in legal {
            self.bandit.arms[place].chances += 1;
        }
        let arm = &mut self.bandit.arms[place];
        arm.visits += 1;
        arm.value += value;
        arm.margin += margin;
        for (sum, owner) in self.owners.iter_mut().zip(&leaf.ownership) {
            *sum += f64::from(*owner);
        }
        if !traces {
            return;
        }
        first.begin();
        let own = std::iter::once((player, self.bandit.moves[place]));
        let below = way.iter().map(|step| (step.player, step.mv));
        for (color, mv) in own.chain(below).chain(leaf.trace.iter().copied()) {
            if first.is_first(mv)
                && color == player
                && let Some(place) = self.bandit.place(mv)
            {
                let arm = &mut self.bandit.arms[place];
                arm.amaf_visits += 1;
                arm.amaf_value += value;
            }
        }
    }

    fn add(&mut self, other: &Found) {
        self.bandit.add(&other.bandit);
        self.playouts += other.playouts;
        self.value += other.value;
        self.margin += other.margin;
        self.margin_squares += other.margin_squares;
        for (sum, more) in self.owners.iter_mut().zip(&other.owners) {
            *sum += more;
        }
    }

    /// The places of the moves, best first: by mean value, less what few simulations leave in doubt.
    fn order(&self, equivalence: f64, order: &mut Vec<usize>) {
        let score = |&place: &usize| {
            let arm = &self.bandit.arms[place];
            let doubt = DOUBT / (arm.weight(equivalence) + 1.0).sqrt();
            arm.mean(equivalence).map_or(-1.0, |mean| mean - doubt)
        };
        order.clear();
        order.extend(0..self.bandit.arms.len());
        order.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
    }

    fn progress(&self, shared: &Shared<'_>, equivalence: f64) -> Progress {
        let mut order = Vec::new();
        self.order(equivalence, &mut order);
        let arm = |number: usize| order.get(number).map(|&place| (place, self.bandit.arms[place]));
        let most = self.bandit.arms.iter().map(|arm| arm.visits).max().unwrap_or(0);
        let best = arm(0);
        Progress {
            playouts: shared.playouts.load(Relaxed),
            to_move: shared.player,
            best: best.map(|(place, arm)| {
                let mean = arm.mean(equivalence).unwrap_or(0.5) as f32;
                (self.bandit.moves[place], arm.visits, mean)
            }),
            second_visits: arm(1).map_or(0, |(_, arm)| arm.visits),
            unstable: best.is_some_and(|(_, arm)| arm.visits < most),
        }
    }

    fn report(&self, player: Color, equivalence: f64, order: &mut Vec<usize>) -> Report {
        self.order(equivalence, order);
        let all = self.playouts.max(1) as f64;
        let candidates = order.iter().map(|&place| {
            let arm = &self.bandit.arms[place];
            let visits = arm.visits.max(1) as f64;
            let mean = arm.mean(equivalence).unwrap_or(0.0);
            let error = 1.96 * (mean * (1.0 - mean) / visits).max(0.0).sqrt();
            Candidate {
                mv: self.bandit.moves[place],
                visits: arm.visits,
                winrate: mean as f32,
                lcb: (mean - error).max(0.0) as f32,
                prior: (arm.chances as f64 / all) as f32,
                score: (arm.margin / visits) as f32,
                score_stdev: 0.0,
                decided: None,
                basis: Basis::Visits,
                pv: vec![self.bandit.moves[place]],
            }
        });
        let mean = self.margin / all;
        Report {
            candidates: candidates.collect(),
            visits: self.playouts,
            playouts: self.playouts,
            winrate: (self.value / all) as f32,
            score: mean as f32,
            score_stdev: (self.margin_squares / all - mean * mean).max(0.0).sqrt() as f32,
            ownership: self.owners.iter().map(|sum| (sum / all) as f32).collect(),
            ..Report::nothing(player)
        }
    }
}
