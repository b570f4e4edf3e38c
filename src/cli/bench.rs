//! Speeds, and the bench signature.

mod gomoku;
mod reversi;

use super::Usage;
use super::arguments::BenchOptions;
use crate::base::{BoardSize, Color, Rng, seeded};
use crate::engine::go::{self, Solution};
use crate::engine::{self, Engine, Purpose, Task};
use crate::eval::go::{FeatureReader, GoNet, PLANES, PlaneReader};
use crate::eval::net::{Input, Output, Precision, Runner, katago};
use crate::game::State;
use crate::games::go::{Board, GoState, Rules};
use crate::games::reversi::eight::Cpu;
use crate::search::alphabeta::Settings;
use crate::search::{Progress, Supervisor};
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// Moves after which a random playout is given up, for each point of the board.
const LONGEST: usize = 4;

/// Runs what was asked for.
pub fn run(options: &BenchOptions) -> Result<String> {
    if options.signature {
        return signature();
    }
    if !options.solve.is_empty() {
        return solve(options);
    }
    match options.game.as_str() {
        "go" => go(options),
        "gomoku" => gomoku::speeds(&options.threads, Duration::from_secs_f64(options.seconds)),
        "reversi" => Ok(reversi::speeds(&options.threads)),
        other => Err(Usage(format!("no measure of {other}; accepted: go, gomoku, reversi")).into()),
    }
}

fn go(options: &BenchOptions) -> Result<String> {
    let mut out = format!("{:<24} {:>7} {:>8} {:>10}\n", "what", "board", "threads", "a second");
    let time = Duration::from_secs_f64(options.seconds);
    for &size in &options.size {
        for &threads in &options.threads {
            let file = options.net.as_str();
            let net = |precision: &str| network_speed(size, threads, time, file, precision);
            let search = |net: &str| search_speed(size, threads, time, net);
            let speeds = [
                ("random playouts", random_speed(size, threads, time)),
                ("playouts of a search", search("none")?),
                ("network, full precision", net("full")?),
                ("network, fast", net("fast")?),
                ("visits with the network", search(file)?),
            ];
            for (what, speed) in speeds {
                let size = size.to_string();
                writeln!(out, "{what:<24} {size:>7} {threads:>8} {speed:>10.0}")?;
            }
        }
    }
    Ok(out)
}

/// Time for one board.
struct Deadline(Instant);

impl Supervisor for Deadline {
    fn keep_going(&self) -> bool {
        Instant::now() < self.0
    }

    fn watch(&self, _progress: &Progress) -> bool {
        self.keep_going()
    }
}

/// Solves the boards named, a line for each iteration.
fn solve(options: &BenchOptions) -> Result<String> {
    let mut out = format!(
        "{:<7} {:>5} {:>7} {:>6} {:>12} {:>9}\n",
        "board", "plies", "score", "first", "positions", "seconds"
    );
    let threads = options.threads.first().map_or(1, |&threads| threads as usize);
    for &size in &options.solve {
        let start = Instant::now();
        let settings = Settings { threads, memory: options.memory as usize };
        let deadline = Deadline(start + Duration::from_secs_f64(options.seconds));
        let board = size.to_string();
        let mut line = |solution: &Solution| {
            let first = solution.first.map_or(String::new(), |mv| mv.to_string());
            let Solution { plies, score, nodes, .. } = solution;
            let seconds = start.elapsed().as_secs_f64();
            let _ = writeln!(
                out,
                "{board:<7} {plies:>5} {score:>+7} {first:>6} {nodes:>12} {seconds:>9.2}"
            );
        };
        let solution = go::solve(size, settings, &deadline, &mut line)
            .with_context(|| format!("{size}: a board must have (width + 1) * height <= 64"))?;
        let proved = if solution.proved {
            "proved, however long repetitions are judged"
        } else if solution.circles {
            "not proved: all that is left is lines that go round in circles"
        } else {
            "not proved in this time"
        };
        let Solution { score, nodes, .. } = solution;
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "{board}: {score:+} for Black, {proved}; {nodes} positions, {seconds:.2} s")?;
    }
    Ok(out)
}

/// Bare random playouts from the empty board a second, all threads together.
fn random_speed(size: BoardSize, threads: u64, time: Duration) -> f64 {
    let start = Instant::now();
    let counts: Vec<u64> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|seed| {
                scope.spawn(move || {
                    let mut rng = seeded(seed);
                    let empty = Board::new(size);
                    let mut board = Board::new(size);
                    let mut count = 0u64;
                    while start.elapsed() < time {
                        for _ in 0..16 {
                            board.copy_from(&empty);
                            play_out(&mut board, &mut rng);
                        }
                        count += 16;
                    }
                    count
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0)).collect()
    });
    counts.iter().sum::<u64>() as f64 / start.elapsed().as_secs_f64()
}

/// Positions a second that a network values, eight at a time on each thread.
fn network_speed(
    size: BoardSize,
    threads: u64,
    time: Duration,
    file: &str,
    precision: &str,
) -> Result<f64> {
    let precision = if precision == "full" { Precision::Full } else { Precision::Fast };
    let net = go::network(file, size, precision)?.context("no network to measure")?;
    let state = GoState::new(size, Rules::default(), 7.5);
    let mut planes = vec![0.0; size.area() * PLANES];
    match &net {
        GoNet::Own(net) => {
            let globals = PlaneReader::new().read(&state, &mut planes);
            let input = Input { planes: &planes, globals: &globals, komi: 7.5 };
            Ok(rate(threads, time, || {
                let (inputs, mut outputs) = ([input; 8], vec![Output::default(); 8]);
                let mut runner = Runner::new();
                move || {
                    runner.run(net, size, &inputs, &mut outputs);
                    inputs.len() as u64
                }
            }))
        }
        GoNet::Katago(net) => {
            let globals = FeatureReader.read(&state, &mut planes);
            let input = katago::Input { planes: &planes, globals: &globals, no_result: true };
            Ok(rate(threads, time, || {
                let (inputs, mut outputs) = ([input; 8], vec![katago::Output::default(); 8]);
                let mut runner = katago::Runner::new();
                move || {
                    runner.run(net, size, &inputs, &mut outputs);
                    inputs.len() as u64
                }
            }))
        }
    }
}

/// How much threads do a second, each with a worker of its own that tells how much it has done.
fn rate<W: FnMut() -> u64>(threads: u64, time: Duration, worker: impl Fn() -> W + Sync) -> f64 {
    let start = Instant::now();
    let count: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut work = worker();
                    let mut count = 0;
                    while start.elapsed() < time {
                        count += work();
                    }
                    count
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0)).sum()
    });
    count as f64 / start.elapsed().as_secs_f64()
}

/// The full engine's playouts a second in a search of the empty board, with that network.
fn search_speed(size: BoardSize, threads: u64, time: Duration, net: &str) -> Result<f64> {
    let mut engine = engine(&[("threads", &threads.to_string()), ("net", net)])?;
    let state = GoState::new(size, Rules::default(), 7.5);
    engine.prepare(&state);
    let task = Task::new(Purpose::Analyze);
    // The clock runs out on a thread of its own: analysis has no other end.
    let stop = task.stop.clone();
    let start = Instant::now();
    let thought = thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(time);
            stop.raise();
        });
        engine.think(&state, &task, &mut |_| {})
    });
    Ok(thought.report.playouts as f64 / start.elapsed().as_secs_f64())
}

/// The full engine with these options.
fn engine(options: &[(&str, &str)]) -> Result<Box<dyn Engine<GoState>>> {
    let mut engine = engine::go("mcts").context("this version has no full engine")?;
    for (name, value) in options {
        engine.set_option(name, value)?;
    }
    Ok(engine)
}

/// One random game; its length and Black's margin.
fn play_out(board: &mut Board, rng: &mut Rng) -> (usize, i32) {
    let length = board.random_playout(Color::Black, rng, LONGEST * board.size().area());
    (length, board.playout_margin())
}

/// Lines `name value`, whole numbers only, then all of them in one number.
fn signature() -> Result<String> {
    let mut lines = Vec::new();
    for (width, height) in [(5, 5), (9, 9), (13, 13), (19, 19), (9, 13), (25, 25)] {
        if let Some(size) = BoardSize::new(width, height) {
            lines.push((format!("random {width}x{height}"), random_signature(size)));
        }
    }
    for side in [7, 9, 13, 19] {
        if let Some(size) = BoardSize::square(side) {
            lines.push((format!("search {side}x{side}"), search_signature(size)?));
        }
    }
    lines.extend(reversi::signature(Cpu::detect()));
    lines.extend(gomoku::signature()?);
    let mut all = Fingerprint::default();
    let mut out = String::new();
    for (name, value) in &lines {
        all.add(*value);
        let _ = writeln!(out, "{name} {value}");
    }
    let _ = writeln!(out, "signature {}", all.0);
    Ok(out)
}

/// A seeded search of one thread, over a few moves with tree reuse: moves, visits and nodes.
fn search_signature(size: BoardSize) -> Result<u64> {
    // Without the network, whose sums of floating point numbers are no part of the signature.
    let options = [("threads", "1"), ("seed", "1"), ("memory", "64"), ("net", "none")];
    let mut engine = engine(&options)?;
    let mut state = GoState::new(size, Rules::default(), 7.5);
    let mut fingerprint = Fingerprint::default();
    for _ in 0..4 {
        let task = Task { playouts: Some(300), ..Task::new(Purpose::Play) };
        let thought = engine.think(&state, &task, &mut |_| {});
        fingerprint.add(u64::from(thought.mv.raw()));
        fingerprint.add(thought.report.playouts);
        fingerprint.add(thought.report.nodes as u64);
        for candidate in &thought.report.candidates {
            fingerprint.add(u64::from(candidate.mv.raw()));
            fingerprint.add(candidate.visits);
        }
        state.try_play(thought.mv)?;
    }
    Ok(fingerprint.0)
}

/// 200 seeded random games: lengths, margins and last boards.
fn random_signature(size: BoardSize) -> u64 {
    let mut rng = seeded(1);
    let mut fingerprint = Fingerprint::default();
    for _ in 0..200 {
        let mut board = Board::new(size);
        let (length, margin) = play_out(&mut board, &mut rng);
        fingerprint.add(length as u64);
        fingerprint.add(i64::from(margin) as u64);
        fingerprint.add(board.hash());
    }
    fingerprint.0
}

/// FNV-1a over 64-bit words.
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_every_time_and_sees_a_change() {
        assert_eq!(signature().ok(), signature().ok());
        assert!(signature().is_ok());
        let sizes = [BoardSize::square(9), BoardSize::square(13)].map(|s| s.expect("size"));
        assert_ne!(random_signature(sizes[0]), random_signature(sizes[1]));
    }

    #[test]
    fn fnv_test_vectors() {
        // Of the 64-bit zero word, by hand: eight rounds of multiplying alone.
        let mut f = Fingerprint::default();
        f.add(0);
        let prime: u64 = 0x0000_0100_0000_01b3;
        let by_hand = (0..8).fold(0xcbf2_9ce4_8422_2325u64, |hash, _| hash.wrapping_mul(prime));
        assert_eq!(f.0, by_hand);
    }
}
