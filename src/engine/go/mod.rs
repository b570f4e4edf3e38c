//! The Go engine: a search, an evaluator, and the judgement when to pass and when to resign.

mod decide;
mod exact;
mod network;
mod small;
mod solve;
mod status;

use network::Networks;
pub use network::{FIRST_PLAY, NET_CACHE, PUCT_C, network, network_settings};
pub use small::SmallGo;
pub use solve::{Solution, solve};
pub use status::Judgement;

use super::effort::{self, FIXED_SEED, Seeds};
use super::{
    Due, Engine, EngineError, GO_OPTIONS, Options, PointStatus, Purpose, Random, Stop, Task,
    Thought, Watch,
};
use crate::base::{BoardSize, Move};
use crate::clock::Budget;
use crate::eval::go::{GoNet, KnowledgePlayouts, NetworkEvaluator, RawLook, SYMMETRIES};
use crate::eval::net::Precision;
use crate::eval::{Evaluator, RandomPlayouts};
use crate::game::State;
use crate::games::go::GoState;
use crate::search::mcts::{Look, Mcts, Selection, Settings};
use crate::search::{Limits, Report, Supervisor};
use decide::Resignation;
use exact::Exact;
use std::time::{Duration, Instant};

/// What an exact judgement of the position may take.
const JUDGEMENT: Duration = Duration::from_millis(400);

/// A search of Go positions, whatever its evaluator. Called once per command.
trait Searcher: Send {
    fn search(
        &mut self,
        state: &GoState,
        limits: &Limits,
        seed: u64,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Look<'_>),
    ) -> Report;

    fn clear(&mut self);
}

impl<E: Evaluator<GoState>> Searcher for Mcts<GoState, E> {
    fn search(
        &mut self,
        state: &GoState,
        limits: &Limits,
        seed: u64,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Look<'_>),
    ) -> Report {
        Mcts::search(self, state, limits, seed, supervisor, observer)
    }

    fn clear(&mut self) {
        Mcts::clear(self);
    }
}

/// What the tree depends on beside the position: it is forgotten when any of it changes.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Terms {
    rules: crate::games::go::Rules,
    compensation: f32,
}

/// A search with the network that it was made for.
struct Ready {
    net: Option<GoNet>,
    search: Box<dyn Searcher>,
}

impl Ready {
    fn has(&self, net: Option<&GoNet>) -> bool {
        match (&self.net, net) {
            (Some(one), Some(other)) => one.is(other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

/// An engine for Go. Which player it is (`mcts`, `uct`, `alphabeta`, `random`) is one of its options.
pub struct GoEngine {
    options: Options,
    /// The network in use, read when first needed.
    networks: Option<Networks>,
    /// Made when first needed, since it takes memory; made anew for a board that another network judges.
    searcher: Option<Ready>,
    exact: Exact,
    random: Random<GoState>,
    seeds: Seeds,
    terms: Option<Terms>,
    resignation: Resignation,
}

impl GoEngine {
    /// An engine with default options.
    pub fn new() -> GoEngine {
        let options = Options::new(&GO_OPTIONS);
        let mut engine = GoEngine {
            seeds: Seeds::new(&options),
            options,
            networks: None,
            searcher: None,
            exact: Exact::new(),
            random: Random::go(),
            terms: None,
            resignation: Resignation::default(),
        };
        engine.reseed();
        engine
    }

    /// Begins the random numbers anew: those of the option `seed`, or fresh ones.
    fn reseed(&mut self) {
        self.seeds = Seeds::new(&self.options);
        self.random = Random::go();
        // Cannot fail: every seed in use is a value of the option.
        let _ = self.random.set_option("seed", &self.seeds.seed().to_string());
    }

    /// The settings the options ask for.
    fn settings(&self, single: bool) -> Settings {
        let threads = if single { 1 } else { effort::threads(&self.options) };
        let memory = effort::memory(&self.options);
        let common = Settings { threads, memory, ..Settings::default() };
        if self.uses_net() {
            let [c, first_play] = ["puct_c", "first_play"].map(|name| self.options.float(name));
            network_settings(c, first_play, common)
        } else if self.options.choice("engine") == "uct" {
            let c = self.options.float("uct_c") as f32;
            Settings {
                selection: Selection::Ucb { c },
                expand_visits: 1,
                margin_share: 0.0,
                ..common
            }
        } else {
            let equivalence = self.options.float("rave_equiv") as f32;
            Settings {
                selection: Selection::Rave { c: 0.0, equivalence, first_play: 1.1 },
                expand_visits: u32::try_from(self.options.int("expand_visits")).unwrap_or(0),
                ..common
            }
        }
    }

    fn uses_net(&self) -> bool {
        self.options.choice("engine") == "mcts" && self.options.text("net") != "none"
    }

    /// The network by the options, read at the first call.
    fn networks(&mut self) -> Option<&mut Networks> {
        if !self.uses_net() {
            return None;
        }
        if self.networks.is_none() {
            // Cannot fail: a file was read when the option was set, and the program's own is held to be good by a test.
            self.networks = Networks::read(&self.options.text("net")).ok();
        }
        self.networks.as_mut()
    }

    fn net(&mut self, size: BoardSize, precision: Precision) -> Option<GoNet> {
        self.networks()?.get(size, precision)
    }

    /// The network that judges dead stones: only one of this program's, which are small. One of KataGo's may take seconds
    /// where [`JUDGEMENT`] is a fraction of one.
    fn judging_net(&mut self, size: BoardSize) -> Option<GoNet> {
        self.net(size, Precision::Full).filter(|net| matches!(net, GoNet::Own(_)))
    }

    /// The precision of a search, one whose answer must not depend on chance or an ordinary one.
    fn precision(&self, single: bool) -> Precision {
        match self.options.choice("net_precision") {
            "full" => Precision::Full,
            "fast" => Precision::Fast,
            _ if single || effort::replays(&self.options) => Precision::Full,
            _ => Precision::Fast,
        }
    }

    fn build(&self, net: Option<GoNet>, single: bool) -> Box<dyn Searcher> {
        let settings = self.settings(single);
        if let Some(net) = net {
            let positions = usize::try_from(self.options.int("net_cache")).unwrap_or(0);
            Box::new(Mcts::new(NetworkEvaluator::new(net, positions), settings))
        } else if self.options.choice("engine") == "uct" {
            Box::new(Mcts::new(RandomPlayouts, settings))
        } else {
            Box::new(Mcts::new(KnowledgePlayouts::new(), settings))
        }
    }

    /// The search for boards of that size: the one at hand, if it fits, or a new one.
    fn searcher(&mut self, size: BoardSize) -> Ready {
        let net = self.net(size, self.precision(false));
        match self.searcher.take().filter(|ready| ready.has(net.as_ref())) {
            Some(ready) => ready,
            None => Ready { search: self.build(net.clone(), false), net },
        }
    }

    fn limits(&self, state: &GoState, task: &Task) -> Limits {
        let area = state.size().area() as u64;
        let fixed = if self.options.choice("engine") == "alphabeta" {
            // Positions, not games.
            100_000
        } else if self.uses_net() {
            (80_000 / area).clamp(400, 1000)
        } else {
            (1_000_000 / area).clamp(1000, 10_000)
        };
        effort::limits(&self.options, task, fixed)
    }

    /// Runs a search, with reports on the way.
    fn search(
        &mut self,
        state: &GoState,
        task: &Task,
        limits: &Limits,
        started: Instant,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let terms = Terms { rules: *state.rules(), compensation: state.compensation() };
        let keep = self.options.bool("reuse_tree") && self.terms == Some(terms);
        if self.options.choice("engine") == "alphabeta" {
            self.terms = Some(terms);
            return self.exact.think(state, &self.options, task, limits, keep, watch);
        }
        let supervisor =
            Watch::new(&task.stop, started, effort::spending(&self.options, task, limits));
        let mut due = Due::new(task, started);
        let mut observer = |look: &Look<'_>| {
            if due.is_due(false) {
                watch(&look.report());
            }
        };
        if task.purpose == Purpose::Regress {
            let net = self.net(state.size(), self.precision(true));
            let mut search = self.build(net, true);
            return search.search(state, limits, FIXED_SEED, &supervisor, &mut observer);
        }
        let seed = self.seeds.next();
        self.terms = Some(terms);
        let mut ready = self.searcher(state.size());
        if !keep {
            ready.search.clear();
        }
        let report = ready.search.search(state, limits, seed, &supervisor, &mut observer);
        self.searcher = Some(ready);
        report
    }

    /// The position judged by the owners that the search saw; where they allow a pass and time allows it, by the judgement
    /// that [`Engine::status`] gives.
    fn judge(
        &mut self,
        state: &GoState,
        task: &Task,
        report: &Report,
        started: Instant,
    ) -> Option<Judgement> {
        // A flag of its own: a stopped search still ends in a sound move.
        let mut exact = || Judgement::of(state, self.judging_net(state.size()), &Stop::default());
        if task.purpose == Purpose::Cleanup {
            return exact();
        }
        if !decide::nearly_over(state, report) {
            return None;
        }
        let time = |budget: Budget| started.elapsed() + JUDGEMENT < budget.maximum;
        if report.ownership.is_empty() {
            let answers = state.passes() > 0;
            return if answers || task.budget.is_none_or(time) { exact() } else { None };
        }
        let quick = Judgement::by(state, report.ownership.clone());
        if decide::may_pass(state, &quick, report) && task.budget.is_none_or(time) {
            exact()
        } else {
            Some(quick)
        }
    }

    /// Turns what the search found into a move.
    fn decide(
        &mut self,
        state: &GoState,
        task: &Task,
        mut report: Report,
        started: Instant,
        watch: &mut dyn FnMut(&Report),
    ) -> Thought {
        let cleanup = task.purpose == Purpose::Cleanup;
        let mut wanted = Vec::new();
        let mut pass = false;
        if let Some(judgement) = self.judge(state, task, &report, started) {
            let prey = !decide::prey(state, &judgement).is_empty();
            pass = !(cleanup && prey) && decide::may_pass(state, &judgement, &report);
            if !pass && judgement.settled() {
                wanted = decide::useful_dame(state, &judgement);
            }
            if !pass && prey && (cleanup || judgement.settled() && !state.rules().friendly_pass) {
                // Winning anyway, a search sees no difference between catching and waiting: it must be told. Its
                // figures for these moves are those of the tree at hand.
                let mut hunt = decide::hunt(state, &judgement);
                hunt.retain(|&mv| task.allows(mv));
                if !hunt.is_empty()
                    && !report.candidates.first().is_some_and(|c| hunt.contains(&c.mv))
                {
                    let limits = Limits { allow: hunt, ..self.limits(state, task) };
                    let hunted = self.search(state, task, &limits, started, watch);
                    // What is settled by this search's owners may be so only after its own best move.
                    if cleanup || decide::costs_nothing(&hunted, &report) {
                        report = hunted;
                    }
                }
            }
        }
        let late = state.board().empty_count() * 2 < state.size().area();
        let pass =
            task.allows(Move::PASS) && (pass || late && !cleanup && decide::prefers_pass(&report));
        let play = decide::best_play(&report, &wanted).filter(|c| task.allows(c.mv)).map(|c| c.mv);
        let mv = play.filter(|_| !pass).unwrap_or(Move::PASS);
        if task.purpose == Purpose::Play && self.options.bool("resign") && mv != Move::PASS {
            let threshold = self.options.float("resign_threshold") as f32;
            let enough =
                if self.uses_net() { decide::ENOUGH_LOOKS } else { decide::ENOUGH_PLAYOUTS };
            if self.resignation.is_due(state, &report, threshold, enough) {
                return Thought { mv: Move::RESIGN, report };
            }
        }
        Thought { mv, report }
    }
}

impl Default for GoEngine {
    fn default() -> GoEngine {
        GoEngine::new()
    }
}

impl Engine<GoState> for GoEngine {
    fn think(&mut self, state: &GoState, task: &Task, watch: &mut dyn FnMut(&Report)) -> Thought {
        let started = Instant::now();
        if self.options.choice("engine") == "random" {
            return self.random.think(state, task, watch);
        }
        let limits = self.limits(state, task);
        let report = self.search(state, task, &limits, started, watch);
        if state.outcome().is_some() {
            return Thought { mv: Move::PASS, report };
        }
        match task.purpose {
            Purpose::Analyze | Purpose::Ponder => {
                let mv = report.candidates.first().map_or(Move::PASS, |c| c.mv);
                Thought { mv, report }
            }
            Purpose::Play | Purpose::Regress | Purpose::Cleanup => {
                self.decide(state, task, report, started, watch)
            }
        }
    }

    fn status(&mut self, state: &GoState, stop: &Stop) -> Result<Vec<PointStatus>, EngineError> {
        let net = self.judging_net(state.size());
        let judgement = Judgement::of(state, net, stop).ok_or(EngineError::CannotScore)?;
        Ok(judgement.statuses(state.board()))
    }

    fn prepare(&mut self, state: &GoState) {
        if matches!(self.options.choice("engine"), "mcts" | "uct") {
            self.searcher = Some(self.searcher(state.size()));
        }
    }

    fn network(&mut self) -> Option<String> {
        self.networks()?.name()
    }

    fn raw_network(
        &mut self,
        state: &GoState,
        symmetry: Option<usize>,
    ) -> Result<Vec<RawLook>, EngineError> {
        let net = self.net(state.size(), self.precision(false));
        let net = net.ok_or(EngineError::PlaysWithoutNetwork)?;
        let evaluator = NetworkEvaluator::new(net, 0);
        let mut worker = evaluator.worker(0);
        let wanted = |number: &usize| symmetry.is_none_or(|wanted| wanted == *number);
        let symmetries = (0..SYMMETRIES).filter(wanted);
        Ok(symmetries.map(|number| RawLook::at(&evaluator, &mut worker, state, number)).collect())
    }

    fn clear(&mut self) {
        if let Some(ready) = &mut self.searcher {
            ready.search.clear();
        }
        self.exact.clear();
        self.random.clear();
        self.terms = None;
        self.resignation.clear();
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if self.options.table().find(name)?.name == "net" {
            self.networks = Some(Networks::read(value)?);
        }
        let before = self.precision(false);
        let row = self.options.set(name, value)?;
        if self.precision(false) != before {
            self.searcher = None;
        }
        match row.name {
            "seed" => {
                self.reseed();
                self.clear();
            }
            "engine" | "threads" | "memory" | "uct_c" | "rave_equiv" | "expand_visits" | "net"
            | "net_cache" | "puct_c" | "first_play" => {
                self.searcher = None;
                self.exact.discard();
            }
            _ => {}
        }
        Ok(())
    }

    fn option(&self, name: &str) -> Result<String, EngineError> {
        // The seed in use rather than the wish for a new one, so that a game can be played again.
        if self.options.table().find(name)?.name == "seed" {
            return Ok(self.seeds.seed().to_string());
        }
        self.options.get(name).map(|value| value.to_string())
    }
}

#[cfg(test)]
mod tests;
