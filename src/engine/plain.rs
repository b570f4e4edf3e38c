//! The engine of a game that has no recipe of its own: `mcts` and `uct`, tree search over random games, `random`, and
//! `alphabeta` where somebody judges positions.
//!
//! `uct` is the textbook: UCB1, every leaf expanded. `mcts` is the same search with more to set: random children now and
//! then (`epsilon`, `epsilon_decay`), leaves expanded later (`expand_visits`). In a game whose table has the option
//! `rave_equiv`, `mcts` blends in all-moves-as-first values (RAVE); its evaluator must tell the moves of its games.

use super::deep::{DeepJudge, DeepSearch};
use super::{
    Due, Engine, EngineError, OptionTable, Options, PointStatus, Purpose, Random, Stop, Task,
    Thought, Watch, effort,
};
use crate::base::{Move, MoveList};
use crate::eval::{Evaluator, StaticValue};
use crate::game::State;
use crate::search::mcts::{Choice, Look, Mcts, Selection, Settings};
use crate::search::{Limits, Report};
use effort::{FIXED_SEED, Seeds};
use std::time::Instant;

/// An engine for any game, with an evaluator of random games. Its table has the option `engine` (`mcts`, `uct`,
/// `random`) and the options of a search. It
/// never resigns and judges no points.
pub struct Plain<S: State, E: Evaluator<S>> {
    evaluator: E,
    options: Options,
    /// Made when first needed, since it takes memory.
    searcher: Option<Mcts<S, E>>,
    deep: Option<Box<dyn DeepSearch<S>>>,
    random: Random<S>,
    seeds: Seeds,
    terms: fn(&S) -> u64,
    /// The terms of the tree in memory.
    known: Option<u64>,
}

impl<S: State, E: Evaluator<S> + Clone + 'static> Plain<S, E> {
    /// An engine with default options. `terms` is a number for what a tree depends on beside [`State::key`], the rules in
    /// force above all.
    pub fn new(table: &'static OptionTable, evaluator: E, terms: fn(&S) -> u64) -> Plain<S, E> {
        let options = Options::new(table);
        let seeds = Seeds::new(&options);
        let random = Random::new(table, |_, _| false, |_| Vec::new());
        let mut engine = Plain {
            evaluator,
            options,
            searcher: None,
            deep: None,
            random,
            seeds,
            terms,
            known: None,
        };
        engine.reseed();
        engine
    }

    /// The same engine, with alpha-beta over the values of that judge as another choice of the option `engine`
    /// (`alphabeta`). Its table needs the option `depth`.
    pub fn with_alphabeta(mut self, judge: impl StaticValue<S>) -> Plain<S, E> {
        self.judge_by(judge);
        self
    }

    /// Alpha-beta goes by another judge from now on.
    pub fn judge_by(&mut self, judge: impl StaticValue<S>) {
        self.deep = Some(Box::new(DeepJudge::new(judge)));
    }

    /// The seed in use: the option's, or the one that was drawn for it.
    pub fn seed(&self) -> u64 {
        self.seeds.seed()
    }

    fn is_deep(&self) -> bool {
        self.deep.is_some() && self.options.choice("engine") == "alphabeta"
    }

    fn reseed(&mut self) {
        self.seeds = Seeds::new(&self.options);
        // Cannot fail: every seed in use is a value of the option.
        let _ = self.random.set_option("seed", &self.seeds.seed().to_string());
    }

    fn build(&self, single: bool) -> Mcts<S, E> {
        let c = self.options.float("uct_c") as f32;
        let full = self.options.choice("engine") == "mcts";
        let selection = match self.options.table().find("rave_equiv") {
            Ok(_) if full => {
                let equivalence = self.options.float("rave_equiv") as f32;
                Selection::Rave { c: 0.0, equivalence, first_play: 1.1 }
            }
            Err(_) if full => {
                let [epsilon, decay] =
                    ["epsilon", "epsilon_decay"].map(|name| self.options.float(name) as f32);
                Selection::EpsilonUcb { c, epsilon, decay }
            }
            _ => Selection::Ucb { c },
        };
        let expand_visits =
            if full { u32::try_from(self.options.int("expand_visits")).unwrap_or(1) } else { 1 };
        let settings = Settings {
            threads: if single { 1 } else { effort::threads(&self.options) },
            memory: effort::memory(&self.options),
            selection,
            choice: Choice::Visits,
            expand_visits,
            margin_share: 0.0,
        };
        Mcts::new(self.evaluator.clone(), settings)
    }

    fn search(
        &mut self,
        state: &S,
        task: &Task,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        if self.is_deep()
            && let Some(deep) = &mut self.deep
        {
            let terms = (self.terms)(state);
            let keep = self.options.bool("reuse_tree") && self.known == Some(terms);
            self.known = Some(terms);
            let mut report = deep.think(state, &self.options, task, limits, keep, watch);
            if !matches!(task.purpose, Purpose::Analyze | Purpose::Ponder) {
                // The others have bounds only, which would look like values.
                report.candidates.truncate(task.lines.max(1));
            }
            return report;
        }
        let started = Instant::now();
        let spending = effort::spending(&self.options, task, limits);
        let supervisor = Watch::new(&task.stop, started, spending);
        let mut due = Due::new(task, started);
        let mut observer = |look: &Look<'_>| {
            if due.is_due(false) {
                watch(&look.report());
            }
        };
        if task.purpose == Purpose::Regress {
            return self.build(true).search(state, limits, FIXED_SEED, &supervisor, &mut observer);
        }
        let terms = (self.terms)(state);
        let keep = self.options.bool("reuse_tree") && self.known == Some(terms);
        self.known = Some(terms);
        let seed = self.seeds.next();
        let mut searcher = self.searcher.take().unwrap_or_else(|| self.build(false));
        if !keep {
            searcher.clear();
        }
        let report = searcher.search(state, limits, seed, &supervisor, &mut observer);
        self.searcher = Some(searcher);
        report
    }
}

impl<S: State, E: Evaluator<S> + Clone + 'static> Engine<S> for Plain<S, E> {
    fn think(&mut self, state: &S, task: &Task, watch: &mut dyn FnMut(&Report)) -> Thought {
        if self.options.choice("engine") == "random" {
            return self.random.think(state, task, watch);
        }
        let fixed = if self.is_deep() {
            // Positions, not games.
            100_000
        } else {
            (1_000_000 / state.size().area().max(1) as u64).clamp(1000, 10_000)
        };
        let limits = effort::limits(&self.options, task, fixed);
        let report = self.search(state, task, &limits, watch);
        let best = report.candidates.iter().find(|candidate| task.allows(candidate.mv));
        let mv = best.map(|candidate| candidate.mv).unwrap_or_else(|| {
            // Nothing was searched: the game is over, or the stop flag was raised at once.
            let mut legal = MoveList::new();
            state.legal_moves(&mut legal);
            let allowed = legal.iter().copied().find(|&mv| task.allows(mv));
            allowed.or(legal.first().copied()).unwrap_or(Move::PASS)
        });
        Thought { mv, report }
    }

    fn status(&mut self, _state: &S, _stop: &Stop) -> Result<Vec<PointStatus>, EngineError> {
        Err(EngineError::CannotScore)
    }

    fn prepare(&mut self, _state: &S) {
        if self.is_deep()
            && let Some(deep) = &mut self.deep
        {
            deep.prepare(&self.options);
        } else if self.options.choice("engine") != "random" && self.searcher.is_none() {
            self.searcher = Some(self.build(false));
        }
    }

    fn clear(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
        if let Some(deep) = &mut self.deep {
            deep.clear();
        }
        self.random.clear();
        self.known = None;
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match self.options.set(name, value)?.name {
            "seed" => {
                self.reseed();
                self.clear();
            }
            "engine" | "threads" | "memory" | "uct_c" | "rave_equiv" | "epsilon"
            | "epsilon_decay" | "expand_visits" => {
                self.searcher = None;
                if let Some(deep) = &mut self.deep {
                    deep.discard();
                }
            }
            _ => {}
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
