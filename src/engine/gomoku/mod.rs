//! The Gomoku engine: alpha-beta over the shapes of lines (`node`), with forced wins by fours at its leaves (`vcf`); otherwise
//! what any game has, over random games that make and stop fives.

pub mod node;
pub mod vcf;
pub mod vct;

use super::deep::Deep;
use super::{
    Engine, EngineError, GOMOKU_OPTIONS, Options, Plain, PointStatus, Purpose, Stop, Task, Thought,
    effort,
};
use crate::base::{Move, MoveList};
use crate::eval::gomoku::shapes::{Shapes, Tables};
use crate::eval::gomoku::weights::{BUILT_IN, WeightSet};
use crate::eval::gomoku::{Lines, NearbyPlayouts, Patterns};
use crate::game::State;
use crate::games::gomoku::{GomokuState, Variant};
use crate::search::alphabeta::Position;
use crate::search::{Basis, Candidate, Limits, Report};
use node::Node;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Instant;
use vct::{Question, Vct, Verdict};

/// Positions that an answer without chance may look at.
const FIXED_NODES: u64 = 200_000;

/// Positions that the search of forced wins may visit before a move, and its share of a move's time or positions.
const FORCED_NODES: u64 = 400_000;
const FORCED_SHARE: u32 = 8;
/// MiB it remembers in.
const FORCED_MEMORY: usize = 8;

/// An engine for Gomoku, Renju and Caro. Which player it is is one of its options.
pub struct GomokuEngine {
    options: Options,
    weights: Arc<WeightSet>,
    deep: Deep<Node>,
    /// Of forced wins at the root; made when first needed.
    forced: Option<Vct>,
    /// The rules of what the search remembers.
    known: Option<u64>,
    /// The players that go by random games or a plain count of lines.
    plain: Plain<GomokuState, NearbyPlayouts>,
}

/// The weights in the program, decoded once. A file that does not read would be those made by hand, which the tests would notice.
pub fn built_in_weights() -> Arc<WeightSet> {
    static WEIGHTS: LazyLock<Arc<WeightSet>> = LazyLock::new(|| {
        let read = WeightSet::decode(BUILT_IN);
        Arc::new(read.unwrap_or_else(|_| WeightSet::by_hand()))
    });
    WEIGHTS.clone()
}

/// The tables of that rule's lines, made when first needed.
pub fn tables(variant: Variant) -> &'static Tables {
    static TABLES: [OnceLock<Tables>; 5] = [const { OnceLock::new() }; 5];
    TABLES[variant as usize].get_or_init(|| Tables::new(variant))
}

/// An engine with default options.
pub fn engine() -> GomokuEngine {
    let plain = Plain::new(&GOMOKU_OPTIONS, NearbyPlayouts, terms).with_alphabeta(Lines);
    GomokuEngine {
        options: Options::new(&GOMOKU_OPTIONS),
        weights: built_in_weights(),
        deep: Deep::new(),
        forced: None,
        known: None,
        plain,
    }
}

/// The rules in one number: [`crate::game::State::key`] leaves them out.
fn terms(state: &GomokuState) -> u64 {
    let rules = state.rules();
    rules.variant as u64 | u64::from(rules.pass) << 8 | u64::from(rules.draw_after) << 16
}

impl GomokuEngine {
    /// A win by continuous fours and threes, if a short search finds one: deeper than the search of all moves would see.
    fn forced_win(
        &mut self,
        state: &GomokuState,
        task: &Task,
        limits: &Limits,
        started: Instant,
    ) -> Option<Report> {
        let plays = matches!(task.purpose, Purpose::Play | Purpose::Regress | Purpose::Cleanup);
        if !plays || task.lines > 1 || !task.allow.is_empty() || !task.avoid.is_empty() {
            return None;
        }
        let depth = self.options.int("depth");
        let variant = state.rules().variant;
        let values = self.weights.of(variant).values.clone();
        let mut shapes = Shapes::new(state.board(), tables(variant), values);
        let attacker = state.to_move();
        let spending = effort::spending(&self.options, task, limits);
        let time =
            spending.and_then(|spending| spending.deadline()).map(|time| time / FORCED_SHARE);
        let question = Question {
            attacker,
            most_moves: (node::stones_left(state) as u16).div_ceil(2),
            nodes: limits
                .playouts
                .map_or(FORCED_NODES, |nodes| (nodes / u64::from(FORCED_SHARE)).min(FORCED_NODES)),
            shortest: false,
        };
        if depth > 0 || question.nodes == 0 {
            return None;
        }
        let fresh = task.purpose == Purpose::Regress;
        let kept = if fresh { None } else { self.forced.take() };
        let mut vct = kept.unwrap_or_else(|| Vct::new(FORCED_MEMORY));
        let mut stop =
            || task.stop.is_raised() || time.is_some_and(|time| started.elapsed() >= time);
        let answer = vct.vct(&mut shapes, &question, &mut stop);
        if !fresh {
            self.forced = Some(vct);
        }
        let Verdict::Win { line, plies, .. } = answer.verdict else { return None };
        let value = node::WON - i32::from(plies);
        let best = Candidate {
            mv: *line.first()?,
            visits: answer.nodes,
            winrate: Node::winrate(value),
            lcb: Node::winrate(value),
            prior: 0.0,
            score: Node::score(value),
            score_stdev: 0.0,
            decided: Some(i32::from(plies)),
            basis: Basis::Outcome,
            pv: line,
        };
        Some(Report {
            winrate: best.winrate,
            score: best.score,
            visits: answer.nodes,
            playouts: answer.nodes,
            candidates: vec![best],
            ..Report::nothing(attacker)
        })
    }

    fn search(
        &mut self,
        state: &GomokuState,
        task: &Task,
        limits: &Limits,
        started: Instant,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let root = Node::new(state, self.weights.of(state.rules().variant).clone());
        let terms = terms(state) | (state.size().width() as u64) << 40;
        let keep = self.options.bool("reuse_tree") && self.known == Some(terms);
        self.known = Some(terms);
        let mut report = self.deep.think(started, &root, &self.options, task, limits, keep, watch);
        if !matches!(task.purpose, Purpose::Analyze | Purpose::Ponder) {
            // The others have bounds only, which would look like values.
            report.candidates.truncate(task.lines.max(1));
        }
        report
    }
}

impl Engine<GomokuState> for GomokuEngine {
    fn think(
        &mut self,
        state: &GomokuState,
        task: &Task,
        watch: &mut dyn FnMut(&Report),
    ) -> Thought {
        let deep = self.options.choice("engine") == "alphabeta";
        if !deep || self.options.choice("evaluator") != "shapes" {
            return self.plain.think(state, task, watch);
        }
        if state.outcome().is_some() {
            return Thought { mv: Move::PASS, report: Report::nothing(state.to_move()) };
        }
        let started = Instant::now();
        let limits = effort::limits(&self.options, task, FIXED_NODES);
        if let Some(report) = self.forced_win(state, task, &limits, started) {
            watch(&report);
            return Thought { mv: report.candidates[0].mv, report };
        }
        let report = self.search(state, task, &limits, started, watch);
        let best = report.candidates.iter().find(|candidate| task.allows(candidate.mv));
        let mv = best.map(|candidate| candidate.mv).unwrap_or_else(|| first_move(state, task));
        Thought { mv, report }
    }

    fn status(
        &mut self,
        _state: &GomokuState,
        _stop: &Stop,
    ) -> Result<Vec<PointStatus>, EngineError> {
        Err(EngineError::CannotScore)
    }

    fn prepare(&mut self, state: &GomokuState) {
        let deep = self.options.choice("engine") == "alphabeta";
        match deep && self.options.choice("evaluator") == "shapes" {
            true => self.deep.prepare(&self.options),
            false => self.plain.prepare(state),
        }
    }

    fn clear(&mut self) {
        self.deep.clear();
        self.forced = None;
        self.known = None;
        self.plain.clear();
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match self.options.set(name, value)?.name {
            "evaluator" => match self.options.choice("evaluator") {
                "patterns" => self.plain.judge_by(Patterns),
                _ => self.plain.judge_by(Lines),
            },
            "threads" | "memory" | "engine" => {
                self.deep.discard();
                self.known = None;
            }
            _ => {}
        }
        self.plain.set_option(name, value)
    }

    fn option(&self, name: &str) -> Result<String, EngineError> {
        self.plain.option(name)
    }
}

/// A legal move for a search that was stopped before it saw any: one near the stones, if there is one.
fn first_move(state: &GomokuState, task: &Task) -> Move {
    let mut near = MoveList::new();
    state.nearby_moves(&mut near);
    let mut legal = MoveList::new();
    state.legal_moves(&mut legal);
    let wished = |mv: &&Move| task.allows(**mv);
    let close = near.iter().filter(|&&mv| state.is_legal(mv)).find(wished);
    let any = || legal.iter().find(wished).or(legal.first());
    close.or_else(any).copied().unwrap_or(Move::PASS)
}

#[cfg(test)]
mod tests;
