//! Speeds of Gomoku, and its part of the bench signature.

use super::Fingerprint;
use crate::base::{BoardSize, Color, Move, Point};
use crate::engine::gomoku::GomokuEngine;
use crate::engine::{self, Engine, Purpose, Task};
use crate::eval::gomoku::shapes::{Log, Shapes};
use crate::game::State;
use crate::games::gomoku::{GomokuState, Rules};
use crate::search::Basis;
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// The positions.
const POSITIONS: &str = include_str!("../../../protocol-tests/gomoku/bench.txt");
/// Positions that a search of the signature looks at.
const SIGNED: u64 = 20_000;
/// How often all stones of a position are put and taken back for the measure of that.
const ROUNDS: u32 = 20_000;

/// The positions with their names.
fn positions() -> Result<Vec<(String, GomokuState)>> {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let read = |row: &str| -> Option<(String, GomokuState)> {
        let mut parts = row.split(';').map(str::trim);
        let name = parts.next()?.to_string();
        let rules = Rules::named(parts.next()?)?;
        let size = BoardSize::square(parts.next()?.parse().ok()?)?;
        let mut state = GomokuState::new(size, rules);
        for mv in parts.next()?.split_whitespace() {
            state.try_play(mv.parse().ok()?).ok()?;
        }
        Some((name, state))
    };
    rows.map(|row| read(row).with_context(|| format!("not a position: {row}"))).collect()
}

fn engine(options: &[(&str, &str)]) -> Result<GomokuEngine> {
    let mut engine = engine::gomoku::engine();
    for (name, value) in options {
        engine.set_option(name, value)?;
    }
    Ok(engine)
}

/// Stones put and taken back a second, and what a search of every position comes to in that time on so many threads.
pub fn speeds(threads: &[u64], time: Duration) -> Result<String> {
    let positions = positions()?;
    let mut out = String::new();
    let (mut stones, started) = (0u64, Instant::now());
    for (_, state) in &positions {
        let weights = engine::gomoku::built_in_weights();
        let variant = state.rules().variant;
        let empty = GomokuState::new(state.size(), *state.rules());
        let mut shapes = Shapes::new(
            empty.board(),
            engine::gomoku::tables(variant),
            weights.of(variant).values.clone(),
        );
        let mut log = Log::default();
        let board = state.board();
        let placed: Vec<(Color, Point)> =
            state.size().points().filter_map(|p| Some((board.color(p)?, p))).collect();
        for _ in 0..ROUNDS / positions.len() as u32 {
            placed.iter().for_each(|&(color, point)| shapes.put_logged(color, point, &mut log));
            placed.iter().for_each(|_| shapes.take_back(&mut log));
            stones += placed.len() as u64;
        }
    }
    let speed = stones as f64 / started.elapsed().as_secs_f64();
    writeln!(out, "stones put and taken back: {:.2} million/s", speed / 1e6)?;
    writeln!(
        out,
        "{:<8} {:>10} {:>7} {:>6} {:>6} {:>12} {:>12}",
        "position", "rules", "threads", "depth", "move", "positions", "positions/s"
    )?;
    for &threads in threads {
        let mut total = (0, Duration::ZERO);
        for (name, state) in &positions {
            let mut engine = engine(&[("threads", &threads.to_string())])?;
            engine.prepare(state);
            let task = Task::new(Purpose::Analyze);
            let stop = task.stop.clone();
            let started = Instant::now();
            let thought = thread::scope(|scope| {
                scope.spawn(move || {
                    thread::sleep(time);
                    stop.raise();
                });
                let thought = engine.think(state, &task, &mut |_| {});
                (thought, started.elapsed())
            });
            let (thought, took) = thought;
            let report = &thought.report;
            let depth = report.candidates.first().map(|best| best.basis);
            let depth = match depth {
                Some(Basis::Depth { plies, .. }) => plies.to_string(),
                _ => "won".into(),
            };
            let nodes = report.playouts;
            total = (total.0 + nodes, total.1 + took);
            let speed = nodes as f64 / took.as_secs_f64();
            let rules = state.rules().to_string();
            writeln!(
                out,
                "{name:<8} {rules:>10} {threads:>7} {depth:>6} {:>6} {nodes:>12} {speed:>12.0}",
                thought.mv.to_string()
            )?;
        }
        let speed = total.0 as f64 / total.1.as_secs_f64();
        writeln!(out, "{:<8} {:>10} {threads:>7} {:>28} {:>12.0}", "all", "", total.0, speed)?;
    }
    Ok(out)
}

/// A search of every position, one thread and an empty memory: moves, values and positions.
pub fn signature() -> Result<Vec<(String, u64)>> {
    let mut found = Fingerprint::default();
    let mut nodes = 0;
    for (_, state) in positions()? {
        let mut engine = engine(&[("threads", "1"), ("memory", "16"), ("seed", "1")])?;
        let task = Task { playouts: Some(SIGNED), ..Task::new(Purpose::Play) };
        let thought = engine.think(&state, &task, &mut |_| {});
        found.add(u64::from(thought.mv.raw()));
        nodes += thought.report.playouts;
        for candidate in &thought.report.candidates {
            found.add(candidate.score as i64 as u64);
            candidate.pv.iter().for_each(|mv: &Move| found.add(u64::from(mv.raw())));
        }
    }
    Ok(vec![("gomoku nodes".into(), nodes), ("gomoku found".into(), found.0)])
}
