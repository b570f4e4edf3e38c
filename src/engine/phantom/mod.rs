//! The engine for Phantom Go: a search over games imagined from the player's view.
//!
//! | value of `engine` | player |
//! |---|---|
//! | `belief` | imagines the hidden stones ([`crate::games::go::phantom::Sampler`]) and tries his moves in what he imagines |
//! | `blind` | the same search without hidden stones: a refusal is taken for an enemy stone, and what is not known is empty |
//! | `random` | uniform over the points that may be empty, own eyes spared |
//!
//! Whatever is asked, only the view of the player to move is looked at.

mod worlds;

use super::effort::{self, FIXED_SEED, Seeds};
use super::{
    Due, Engine, EngineError, Options, PHANTOM_OPTIONS, PointStatus, Purpose, Stop, Task, Thought,
    Watch,
};
use crate::base::{Color, GRID, Move, Point, Rng, below, seeded};
use crate::clock::Budget;
use crate::eval::Evaluator;
use crate::eval::go::{KnowledgePlayouts, LightPlayouts};
use crate::game::{Information, State};
use crate::games::go::phantom::{Knowledge, PhantomState, View};
use crate::games::go::{Board, GoState};
use crate::search::belief::{BeliefSearch, Settings, Worlds};
use crate::search::{Limits, Report, Supervisor};
use std::time::{Duration, Instant};
use worlds::{Imagined, Known};

/// Time for a turn when nothing limits it.
const UNLIMITED: Duration = Duration::from_secs(5);

/// Positions that a belief is made of.
const BELIEF: u32 = 400;

/// An engine for Phantom Go.
pub struct PhantomEngine {
    options: Options,
    seeds: Seeds,
    rng: Rng,
    knowledge: KnowledgePlayouts,
    /// The games imagined for the last try.
    imagined: Option<Imagined>,
}

impl PhantomEngine {
    /// An engine with default options.
    pub fn new() -> PhantomEngine {
        let options = Options::new(&PHANTOM_OPTIONS);
        let seeds = Seeds::new(&options);
        let rng = seeded(seeds.seed());
        PhantomEngine { options, seeds, rng, knowledge: KnowledgePlayouts::new(), imagined: None }
    }

    /// Chooses a move for the player of a view, who is to move. The move is a try: it may be refused.
    pub fn propose(&mut self, view: &View, task: &Task, watch: &mut dyn FnMut(&Report)) -> Thought {
        let knowledge = Knowledge::of(view);
        let moves = self.moves(view, &knowledge, task);
        if self.options.choice("engine") == "random" {
            return self.random(view, &moves, task);
        }
        let report = self.search(view, &knowledge, &moves, task, watch);
        let resigns = task.purpose == Purpose::Play && self.resigns(view, &report);
        let mv = if resigns { Move::RESIGN } else { decide(view, &report, task) };
        Thought { mv, report }
    }

    /// The moves worth trying: points that may be empty and are no own eyes, and the pass.
    fn moves(&self, view: &View, knowledge: &Knowledge, task: &Task) -> Vec<Move> {
        let refused = view.refused();
        let board = known_board(view, knowledge);
        let player = view.player();
        let worth = |point: &Point| {
            !knowledge.own().contains(*point)
                && !knowledge.enemy().contains(*point)
                && !refused.contains(*point)
                && !board.is_eye(player, *point)
        };
        let mut moves: Vec<Move> = view.size().points().filter(worth).map(Move::at).collect();
        moves.push(Move::PASS);
        if moves.iter().any(|&mv| task.allows(mv)) {
            moves.retain(|&mv| task.allows(mv));
        }
        moves
    }

    fn random(&mut self, view: &View, moves: &[Move], task: &Task) -> Thought {
        let plays = moves.iter().filter(|mv| !mv.is_pass()).count();
        let mut fixed = seeded(FIXED_SEED);
        let rng = if task.purpose == Purpose::Play { &mut self.rng } else { &mut fixed };
        let pick = below(rng, plays.max(1) as u32) as usize;
        let mv = moves.get(pick).copied().unwrap_or(Move::PASS);
        Thought { mv, report: Report::nothing(view.player()) }
    }

    fn search(
        &mut self,
        view: &View,
        knowledge: &Knowledge,
        moves: &[Move],
        task: &Task,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let started = Instant::now();
        let regress = task.purpose == Purpose::Regress;
        let limits = self.limits(view, task);
        let task = self.share(view, task, &limits);
        let spending = effort::spending(&self.options, &task, &limits);
        let supervisor = Watch::new(&task.stop, started, spending);
        let mut due = Due::new(&task, started);
        let mut observer = |report: &Report| {
            if due.is_due(false) {
                watch(report);
            }
        };
        let settings = Settings {
            threads: if regress { 1 } else { effort::threads(&self.options) },
            c: self.options.float("uct_c") as f32,
            equivalence: self.options.float("amaf_equiv") as f32,
            reuse: u32::try_from(self.options.int("reuse")).unwrap_or(1),
            tree: self.options.choice("search") == "tree",
        };
        let seed = if regress { FIXED_SEED } else { self.seeds.next() };
        let question = Question { view, moves, limits: &limits, settings, seed };
        let blind = self.options.choice("engine") == "blind";
        let heavy = self.options.choice("playout") == "knowledge";
        let light = &LightPlayouts;
        if blind {
            let mut worlds = Known::new(view, knowledge);
            return match heavy {
                false => question.ask(light, &mut worlds, &supervisor, &mut observer),
                true => question.ask(&self.knowledge, &mut worlds, &supervisor, &mut observer),
            };
        }
        let mut worlds = match self.imagined.take().filter(|_| !regress) {
            Some(imagined) => imagined.carried_to(view, &mut seeded(!seed)),
            None => Imagined::new(view),
        };
        let report = match heavy {
            false => question.ask(light, &mut worlds, &supervisor, &mut observer),
            true => question.ask(&self.knowledge, &mut worlds, &supervisor, &mut observer),
        };
        self.imagined = (!regress).then_some(worlds);
        report
    }

    fn limits(&self, view: &View, task: &Task) -> Limits {
        let fixed = (400_000 / view.size().area().max(1) as u64).clamp(1000, 5000);
        effort::limits(&self.options, task, fixed)
    }

    /// The task with this try's share of the turn's time. Refusals cost time too, so the first try takes three quarters, the
    /// second an eighth, and each one more half as much as the one before.
    fn share(&self, view: &View, task: &Task, limits: &Limits) -> Task {
        let mut task = task.clone();
        if !matches!(task.purpose, Purpose::Play | Purpose::Cleanup) {
            return task;
        }
        let exactly = |time| Budget { target: time, maximum: time };
        let own = Duration::try_from_secs_f64(self.options.float("time_per_move")).ok();
        let own = own.filter(|time| !time.is_zero()).map(exactly);
        let whole = match (task.budget, own) {
            (Some(clock), Some(own)) => Some(clock.tightest(own)),
            (None, None) if limits.playouts.is_none() => Some(exactly(UNLIMITED)),
            (clock, own) => clock.or(own),
        };
        let refusals = u32::try_from(view.refusals()).unwrap_or(u32::MAX).min(8);
        let part = |time: Duration| match refusals {
            0 => time / 4 * 3,
            more => time / (4 << more),
        };
        task.budget = whole
            .map(|budget| Budget { target: part(budget.target), maximum: part(budget.maximum) });
        task
    }

    /// Is the game lost beyond doubt?
    fn resigns(&self, view: &View, report: &Report) -> bool {
        let threshold = self.options.float("resign_threshold") as f32;
        self.options.bool("resign")
            && report.playouts >= 200
            && view.events().len() > view.size().area() / 2
            && report.candidates.first().is_some_and(|best| best.winrate < threshold)
    }
}

/// The move to try. Area is counted, so a play that spares own eyes costs nothing: a pass is chosen only where it is clearly
/// better, or where it ends a game that is won.
fn decide(view: &View, report: &Report, task: &Task) -> Move {
    let allowed = || report.candidates.iter().filter(|candidate| task.allows(candidate.mv));
    let Some(play) = allowed().find(|candidate| !candidate.mv.is_pass()) else { return Move::PASS };
    let Some(pass) = allowed().find(|candidate| candidate.mv.is_pass()) else { return play.mv };
    let ends = view.passes() > 0;
    let enough = if ends {
        pass.winrate >= PASS_WINS
    } else {
        // By its lower bound: a pass too many, which a few lucky games have spoken for, loses to one that ends the game.
        pass.lcb >= play.winrate + PASS_GAIN
    };
    if pass.visits >= 20 && enough { Move::PASS } else { play.mv }
}

/// A pass that ends the game is made when it wins in so many of the imagined games.
const PASS_WINS: f32 = 0.95;

/// Another pass is made when it is better than every play by so much.
const PASS_GAIN: f32 = 0.1;

/// How likely the opponent has a stone on each point, by [`Point::index`], 0..=1.
pub fn belief(view: &View, stop: &Stop) -> Vec<f32> {
    let mut rng = seeded(FIXED_SEED);
    let mut worlds = Imagined::new(view);
    let mut world = view.start().clone();
    let mut counts = vec![0u32; GRID];
    let mut drawn = 0u32;
    let enemy = view.player().other();
    while drawn < BELIEF && !stop.is_raised() && worlds.draw(&mut rng, &mut world).is_some() {
        drawn += 1;
        for point in view.size().points() {
            if world.board().color(point) == Some(enemy) {
                counts[point.index()] += 1;
            }
        }
    }
    counts.iter().map(|&count| count as f32 / drawn.max(1) as f32).collect()
}

/// What one search is asked.
struct Question<'a> {
    view: &'a View,
    moves: &'a [Move],
    limits: &'a Limits,
    settings: Settings,
    seed: u64,
}

impl Question<'_> {
    fn ask<E, W>(
        &self,
        evaluator: &E,
        worlds: &mut W,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Report),
    ) -> Report
    where
        E: Evaluator<GoState>,
        W: Worlds<GoState>,
    {
        BeliefSearch::new(evaluator, self.settings).search(
            worlds,
            self.view.start(),
            self.view.player(),
            self.moves,
            self.limits,
            self.seed,
            supervisor,
            observer,
        )
    }
}

/// A board with the stones that are known; none that cannot stand without those that are not.
fn known_board(view: &View, knowledge: &Knowledge) -> Board {
    let mut game = view.start().clone();
    let all: Vec<(Point, Option<Color>)> =
        view.size().points().map(|point| (point, knowledge.stone(point))).collect();
    // Known stones always stand: each string of the player has a liberty, and what surrounds nothing is breathing too.
    if let Err(error) = game.edit(&all) {
        log::debug!("the known stones do not stand by themselves: {error}");
    }
    game.board().clone()
}

impl Default for PhantomEngine {
    fn default() -> PhantomEngine {
        PhantomEngine::new()
    }
}

impl Engine<PhantomState> for PhantomEngine {
    fn think(
        &mut self,
        state: &PhantomState,
        task: &Task,
        watch: &mut dyn FnMut(&Report),
    ) -> Thought {
        self.propose(&state.view(state.to_move()), task, watch)
    }

    /// The board is counted as it stands.
    fn status(
        &mut self,
        state: &PhantomState,
        _stop: &Stop,
    ) -> Result<Vec<PointStatus>, EngineError> {
        Ok(super::as_it_stands(state.game()))
    }

    fn clear(&mut self) {
        self.imagined = None;
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if self.options.set(name, value)?.name == "seed" {
            self.seeds = Seeds::new(&self.options);
            self.rng = seeded(self.seeds.seed());
            self.imagined = None;
        }
        Ok(())
    }

    fn option(&self, name: &str) -> Result<String, EngineError> {
        if self.options.table().find(name)?.name == "seed" {
            return Ok(self.seeds.seed().to_string());
        }
        self.options.get(name).map(|value| value.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;
    use crate::games::go::phantom::{Event, PhantomRules};
    use crate::search::{Basis, Candidate};

    fn candidate(mv: Move, visits: u64, winrate: f32) -> Candidate {
        let error = 1.96 * (winrate * (1.0 - winrate) / visits as f32).sqrt();
        Candidate {
            mv,
            visits,
            winrate,
            lcb: winrate - error,
            prior: 1.0,
            score: 0.0,
            score_stdev: 0.0,
            decided: None,
            basis: Basis::Visits,
            pv: vec![mv],
        }
    }

    #[test]
    fn when_to_pass() {
        let play: Move = "E5".parse().unwrap();
        // Visits and values of the pass and the play, whether the opponent has passed, and whether to pass.
        let cases = [
            ((36, 0.75), 0.55, false, false),
            ((400, 0.75), 0.55, false, true),
            ((400, 0.60), 0.55, false, false),
            ((40, 0.96), 0.99, true, true),
            ((40, 0.90), 0.50, true, false),
            ((10, 1.0), 0.50, true, false),
        ];
        for ((visits, winrate), other, ends, passes) in cases {
            let size = BoardSize::square(9).unwrap();
            let mut view = View::empty(Color::Black, size, PhantomRules::CONTEST, 0.5);
            if ends {
                view.tell(Event::OpponentPassed);
            }
            let candidates =
                vec![candidate(Move::PASS, visits, winrate), candidate(play, 400, other)];
            let report = Report { candidates, ..Report::nothing(Color::Black) };
            let mv = decide(&view, &report, &Task::new(Purpose::Play));
            assert_eq!(mv.is_pass(), passes, "{visits} {winrate} {other} {ends}");
        }
    }
}
