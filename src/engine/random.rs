//! The random player: uniform over the legal moves that are not own eyes, and a pass when there is none.

use super::{
    Engine, EngineError, OptionTable, OptionValue, Options, PointStatus, Purpose, Stop, Task,
    Thought,
};
use crate::base::{Move, MoveList, Point, Rng, below, seeded};
use crate::game::State;
use crate::games::go::GoState;
use crate::search::{Basis, Candidate, Report};
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

/// Plays at random; the seed fixes the moves.
#[derive(Debug)]
pub struct Random<S> {
    options: Options,
    rng: Rng,
    spares: fn(&S, Move) -> bool,
    judge: fn(&S) -> Vec<PointStatus>,
}

impl<S: State> Random<S> {
    /// A player that never makes a move which `spares` names (own eyes). `judge` tells the fate of the points. Of
    /// the options only `seed` matters to it.
    pub fn new(
        table: &'static OptionTable,
        spares: fn(&S, Move) -> bool,
        judge: fn(&S) -> Vec<PointStatus>,
    ) -> Random<S> {
        let options = Options::new(table);
        Random { rng: stream(&options), options, spares, judge }
    }

    fn candidates(&self, state: &S, task: &Task) -> Vec<Move> {
        let mut legal = MoveList::new();
        state.legal_moves(&mut legal);
        let moves: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&mv| task.allows(mv))
            .filter(|&mv| !mv.is_pass() && !(self.spares)(state, mv))
            .collect();
        if moves.is_empty() { legal.last().copied().into_iter().collect() } else { moves }
    }
}

impl Random<GoState> {
    /// Plays Go. Every stone counts as alive.
    pub fn go() -> Random<GoState> {
        Random::new(&super::GO_OPTIONS, fills_own_eye, as_it_stands)
    }
}

fn fills_own_eye(state: &GoState, mv: Move) -> bool {
    mv.point().is_some_and(|point| state.board().is_eye(state.to_move(), point))
}

/// Fates of the points when every stone counts as alive, in [`crate::base::BoardSize::points`] order.
pub fn as_it_stands(state: &GoState) -> Vec<PointStatus> {
    let score = state.score(&[]);
    let fate = |point: Point| match (state.board().color(point), score.owner(point)) {
        (Some(_), _) if score.seki.contains(point) => PointStatus::Seki,
        (Some(_), _) => PointStatus::Alive,
        (None, Some(owner)) if !score.seki.contains(point) => PointStatus::Territory(owner),
        (None, _) => PointStatus::Dame,
    };
    state.size().points().map(fate).collect()
}

impl<S: State> Engine<S> for Random<S> {
    fn think(&mut self, state: &S, task: &Task, watch: &mut dyn FnMut(&Report)) -> Thought {
        let moves = self.candidates(state, task);
        let mut regress = seeded(0);
        let rng = if task.purpose == Purpose::Regress { &mut regress } else { &mut self.rng };
        let mv = match u32::try_from(moves.len()) {
            Ok(count)
                if count > 0 && !matches!(task.purpose, Purpose::Analyze | Purpose::Ponder) =>
            {
                moves[below(rng, count) as usize]
            }
            _ => moves.first().copied().unwrap_or(Move::PASS),
        };
        let chance = 1.0 / moves.len().max(1) as f32;
        let report = Report {
            candidates: moves.iter().map(|&mv| candidate(mv, chance)).collect(),
            visits: moves.len() as u64,
            ..Report::nothing(state.to_move())
        };
        if matches!(task.purpose, Purpose::Analyze | Purpose::Ponder) {
            let mut reported = Instant::now();
            while !task.stop.is_raised() {
                thread::sleep(Duration::from_millis(2));
                if task.interval.is_some_and(|interval| reported.elapsed() >= interval) {
                    reported = Instant::now();
                    watch(&report);
                }
            }
        }
        Thought { mv, report }
    }

    fn status(&mut self, state: &S, _stop: &Stop) -> Result<Vec<PointStatus>, EngineError> {
        Ok((self.judge)(state))
    }

    fn clear(&mut self) {}

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if self.options.set(name, value)?.name == "seed" {
            self.rng = stream(&self.options);
        }
        Ok(())
    }

    fn option(&self, name: &str) -> Result<String, EngineError> {
        Ok(self.options.get(name)?.to_string())
    }
}

/// The random numbers of the seed option; -1 asks for a new stream at each start.
fn stream(options: &Options) -> Rng {
    match options.get("seed") {
        Ok(OptionValue::Int(seed)) if seed >= 0 => seeded(seed.unsigned_abs()),
        _ => seeded(RandomState::new().hash_one(0)),
    }
}

fn candidate(mv: Move, prior: f32) -> Candidate {
    Candidate {
        mv,
        visits: 1,
        winrate: 0.5,
        lcb: 0.0,
        prior,
        score: 0.0,
        score_stdev: 0.0,
        decided: None,
        basis: Basis::Visits,
        pv: vec![mv],
    }
}
