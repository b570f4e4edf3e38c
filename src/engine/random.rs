//! The random player: uniform over the legal moves that are not own eyes, and a pass when there is none.

use super::{Engine, EngineError, PointStatus, Purpose, Stop, Task, Thought};
use crate::base::{Color, GRID, Move, MoveList, Point, Rng, below, seeded};
use crate::game::State;
use crate::games::go::GoState;
use crate::search::{Candidate, Report};
use std::thread;
use std::time::{Duration, Instant};

/// Plays at random; the seed fixes the moves.
#[derive(Debug)]
pub struct Random<S> {
    seed: u64,
    rng: Rng,
    spares: fn(&S, Move) -> bool,
    judge: fn(&S) -> Vec<PointStatus>,
}

impl<S: State> Random<S> {
    /// A player that never makes a move which `spares` names (own eyes). `judge` tells the fate of the points.
    pub fn new(
        seed: u64,
        spares: fn(&S, Move) -> bool,
        judge: fn(&S) -> Vec<PointStatus>,
    ) -> Random<S> {
        Random { seed, rng: seeded(seed), spares, judge }
    }

    fn candidates(&self, state: &S, task: &Task) -> Vec<Move> {
        let mut legal = MoveList::new();
        state.legal_moves(&mut legal);
        let wanted = |&mv: &Move| {
            (task.allow.is_empty() || task.allow.contains(&mv)) && !task.avoid.contains(&mv)
        };
        let moves: Vec<Move> = legal
            .iter()
            .copied()
            .filter(wanted)
            .filter(|&mv| !mv.is_pass() && !(self.spares)(state, mv))
            .collect();
        if moves.is_empty() { legal.last().copied().into_iter().collect() } else { moves }
    }
}

impl Random<GoState> {
    /// Plays Go. Every stone counts as alive.
    pub fn go(seed: u64) -> Random<GoState> {
        Random::new(seed, fills_own_eye, all_alive)
    }
}

fn fills_own_eye(state: &GoState, mv: Move) -> bool {
    mv.point().is_some_and(|point| state.board().is_eye(state.to_move(), point))
}

fn all_alive(state: &GoState) -> Vec<PointStatus> {
    let board = state.board();
    let mut fate = vec![PointStatus::Alive; GRID];
    let mut seen = vec![false; GRID];
    for start in board.size().points().filter(|&point| board.is_empty(point)) {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut region = vec![start];
        let mut borders = [false; 2];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for neighbor in point.neighbors() {
                if let Some(color) = board.color(neighbor) {
                    borders[color.index()] = true;
                } else if board.size().contains(neighbor)
                    && !std::mem::replace(&mut seen[neighbor.index()], true)
                {
                    region.push(neighbor);
                }
            }
        }
        let owner = match borders {
            [true, false] => PointStatus::Territory(Color::Black),
            [false, true] => PointStatus::Territory(Color::White),
            _ => PointStatus::Dame,
        };
        region.iter().for_each(|point| fate[point.index()] = owner);
    }
    board.size().points().map(|point: Point| fate[point.index()]).collect()
}

impl<S: State> Engine<S> for Random<S> {
    fn think(&mut self, state: &S, task: &Task, watch: &mut dyn FnMut(&Report)) -> Thought {
        let moves = self.candidates(state, task);
        let mut regress = seeded(self.seed);
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
            to_move: state.to_move(),
            candidates: moves.iter().map(|&mv| candidate(mv, chance)).collect(),
            visits: moves.len() as u64,
            playouts: 0,
            winrate: 0.5,
            score: 0.0,
            score_stdev: 0.0,
            ownership: Vec::new(),
            nodes: 0,
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
        if name != "seed" {
            return Err(EngineError::UnknownOption(name.into()));
        }
        self.seed = value.parse().map_err(|_| EngineError::BadValue {
            option: name.into(),
            value: value.into(),
            accepts: "an integer of 0 or more".into(),
        })?;
        self.rng = seeded(self.seed);
        Ok(())
    }

    fn option(&self, name: &str) -> Result<String, EngineError> {
        match name {
            "seed" => Ok(self.seed.to_string()),
            _ => Err(EngineError::UnknownOption(name.into())),
        }
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
        pv: vec![mv],
    }
}
