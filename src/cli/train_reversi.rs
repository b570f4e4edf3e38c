//! Trains Reversi's pattern weights: self-play, fit, matches between sets of weights, checks.

use super::Usage;
use super::arguments::train::{
    ReversiDuelOptions, ReversiFitOptions, ReversiPlayOptions, ReversiProbcutOptions,
    ReversiTraining, ReversiVerifyOptions,
};
use super::training::{Slices, files, range, side_by_side};
use crate::base::{Color, below, seeded};
use crate::engine::reversi::built_in_weights;
use crate::engine::reversi::node::{Knowledge, Node};
use crate::engine::reversi::solved_from;
use crate::eval::reversi::patterns::{DISC, Weights, encode};
use crate::record::othello::obf;
use crate::search::alphabeta::{AlphaBeta, Position, Settings};
use crate::session::write_file;
use crate::tournament::statistics::{Z95, wilson};
use crate::train::reversi::duel::{Tally, pair};
use crate::train::reversi::fit::{Fitting, fit, measure};
use crate::train::reversi::play::{Plan, game};
use crate::train::reversi::sample::{self, Sample};
use crate::train::reversi::spread::Spread;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Games of a file.
const SLICE: u64 = 1000;
/// MiB of the tables of one player.
const MEMORY: usize = 8;
/// A window that holds every value.
const WHOLE: i32 = 65 * DISC;
/// How files of positions end.
const ENDING: &str = "rvs";
/// One file in so many is held out of the fit; which one of them.
const HELD_OUT: (usize, usize) = (20, 7);

/// One step of the training.
pub fn run(step: &ReversiTraining) -> Result<String> {
    match step {
        ReversiTraining::Play(options) => play(options),
        ReversiTraining::Fit(options) => fit_files(options),
        ReversiTraining::Duel(options) => duel(options),
        ReversiTraining::Verify(options) => verify(options),
        ReversiTraining::Probcut(options) => probcut(options),
    }
}

fn weights(file: Option<&Path>) -> Result<Arc<Weights>> {
    let Some(file) = file else { return Ok(built_in_weights()) };
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let weights = Weights::decode(&bytes).with_context(|| file.display().to_string())?;
    Ok(Arc::new(weights))
}

/// A player: what it knows, and its search.
struct Player {
    knowledge: Arc<Knowledge>,
    search: AlphaBeta<Node>,
}

impl Player {
    fn new(weights: Arc<Weights>) -> Player {
        let settings = Settings { threads: 1, memory: MEMORY };
        let knowledge = Arc::new(Knowledge::new(weights, MEMORY << 20));
        Player { knowledge, search: AlphaBeta::new(settings) }
    }
}

fn play(options: &ReversiPlayOptions) -> Result<String> {
    let numbers = range(&options.slices, "--slices")?;
    let (random_from, random_to) = range(&options.random, "--random")?;
    ensure!(random_to <= 60, Usage("--random takes no more than 60 moves".into()));
    let plan = Plan {
        random_from: random_from as u32,
        random_to: random_to as u32,
        depth: options.depth,
        solve: options.solve,
        stray: options.stray,
    };
    let weights = weights(options.weights.as_deref())?;
    let confidence = options.confidence;
    let slices =
        Slices { numbers, folder: &options.out, threads: options.threads, what: "positions" };
    let begin = || Player::new(weights.clone());
    slices.make(
        |slice| format!("{slice:06}.{ENDING}"),
        begin,
        |player, slice| {
            // Files must not depend on which were made before.
            player.search.clear();
            player.knowledge.solver.clear();
            let mut samples = Vec::new();
            for number in 0..SLICE {
                let seed = options.seed << 40 ^ (slice * SLICE + number);
                let Player { knowledge, search } = &mut *player;
                samples.extend(game(knowledge, &plan, seed, &mut |node, depth| {
                    let found = search.estimate(node, depth as i32, confidence, -WHOLE, WHOLE);
                    (found.best.unwrap_or_else(|| first(node)), found.value)
                }));
            }
            Ok((sample::encode(&samples), samples.len()))
        },
    )
}

/// Some legal move, for a search that knows none.
fn first(node: &Node) -> crate::base::Move {
    let mut moves = Vec::new();
    node.moves(0, &mut moves);
    moves.first().map_or(crate::base::Move::PASS, |ordered| ordered.mv)
}

fn read(file: &Path) -> Result<Vec<Sample>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    sample::decode(&bytes).with_context(|| file.display().to_string())
}

fn fit_files(options: &ReversiFitOptions) -> Result<String> {
    let (mut train, mut held_out) = (Vec::new(), Vec::new());
    for (index, file) in files(&options.data, ENDING)?.iter().enumerate() {
        let part = if index % HELD_OUT.0 == HELD_OUT.1 { &mut held_out } else { &mut train };
        part.extend(read(file)?);
    }
    ensure!(!train.is_empty(), "no positions to fit to");
    let fitting = Fitting {
        steps: options.steps as usize,
        pull: options.pull,
        trust: options.trust,
        ..Fitting::NORMAL
    };
    let fitted =
        fit(&train, &fitting, |stage, count| log::info!("stage {stage}: {count} positions"));
    let bytes = encode(&fitted.stages, &fitted.constants);
    write_file(&options.out, &bytes)
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    let mut report = String::from(
        "empties   fitted to: positions  |error|   rms     held out: positions  |error|   rms\n",
    );
    let [fitted_to, kept_back] = [&train, &held_out].map(|set| measure(&fitted, set));
    for (stage, (fit, held)) in fitted_to.into_iter().zip(kept_back).enumerate() {
        writeln!(
            report,
            "{:>2} to {:>2}  {:>20} {:>8.3} {:>6.3}  {:>20} {:>8.3} {:>6.3}",
            4 * stage + 1,
            4 * stage + 4,
            fit.samples,
            fit.absolute,
            fit.root,
            held.samples,
            held.absolute,
            held.root
        )?;
    }
    Ok(report)
}

fn duel(options: &ReversiDuelOptions) -> Result<String> {
    let sets = [weights(Some(&options.new))?, weights(options.old.as_deref())?];
    let next = AtomicU64::new(0);
    let confidence = options.confidence;
    let worker = || -> Result<Tally> {
        let [mut first, mut second] = sets.clone().map(Player::new);
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if 2 * number >= options.games {
                return Ok(tally);
            }
            for player in [&mut first, &mut second] {
                player.search.clear();
                player.knowledge.solver.clear();
            }
            let knowledge = [first.knowledge.clone(), second.knowledge.clone()];
            let mut choose = [&mut first.search, &mut second.search].map(|search| {
                move |node: &Node, depth: u32| {
                    // Both play as a level does: perfectly near the end.
                    let solved = node.empties() as i32 <= solved_from(depth as i32);
                    let (depth, confidence) = if solved { (60, 100) } else { (depth, confidence) };
                    let found = search.estimate(node, depth as i32, confidence, -WHOLE, WHOLE);
                    (found.best.unwrap_or_else(|| self::first(node)), found.value)
                }
            });
            let [a, b] = &mut choose;
            let seed = options.seed << 32 ^ number;
            // An opening that ends the game counts for nobody.
            let _ = pair(
                [&knowledge[0], &knowledge[1]],
                [a, b],
                options.depth,
                options.random,
                seed,
                &mut tally,
            );
        }
    };
    let mut tally = Tally::default();
    side_by_side(options.threads, worker)?.iter().for_each(|part| tally.add(part));
    let games = f64::from(tally.won + tally.drawn + tally.lost).max(1.0);
    let (low, high) = wilson(tally.score() * games, games, Z95);
    Ok(format!(
        "new against old, {games} games at depth {}: won {}, drawn {}, lost {}: {:.1} % (95 %: {:.1} to {:.1}), {:+.2} discs a game\n",
        options.depth,
        tally.won,
        tally.drawn,
        tally.lost,
        100.0 * tally.score(),
        100.0 * low,
        100.0 * high,
        tally.discs as f64 / games
    ))
}

fn verify(options: &ReversiVerifyOptions) -> Result<String> {
    let knowledge = Arc::new(Knowledge::new(weights(options.weights.as_deref())?, 1 << 20));
    let (mut count, mut absolute, mut squares) = (0u32, 0.0, 0.0);
    for file in &options.positions {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        for game in obf::parse(&text).with_context(|| file.display().to_string())? {
            let Some(best) = game.scores.iter().map(|(_, score)| *score).max() else { continue };
            let to_move = game.start.to_move();
            if game.start.cells().len() != 64 {
                continue;
            }
            let discs = |color| {
                let cells = game.start.cells().iter().enumerate();
                cells
                    .filter(|(_, cell)| **cell == Some(color))
                    .fold(0, |set, (at, _)| set | 1 << at)
            };
            let (black, white) = (discs(Color::Black), discs(Color::White));
            let node = Node::new(&knowledge, black, white, to_move);
            if node.outcome().is_some() || node.to_move() != to_move {
                continue;
            }
            let error = f64::from(node.evaluate()) / f64::from(DISC) - f64::from(best);
            count += 1;
            absolute += error.abs();
            squares += error * error;
        }
    }
    ensure!(count > 0, "no position with a score");
    let n = f64::from(count);
    Ok(format!(
        "{count} positions: mean absolute error {:.3}, root mean square {:.3} discs\n",
        absolute / n,
        (squares / n).sqrt()
    ))
}

fn probcut(options: &ReversiProbcutOptions) -> Result<String> {
    let mut player = Player::new(weights(options.weights.as_deref())?);
    let mut samples = Vec::new();
    for file in files(std::slice::from_ref(&options.data), ENDING)? {
        samples.extend(read(&file)?);
    }
    ensure!(!samples.is_empty(), "no positions");
    let mut rng = seeded(options.seed);
    let mut spread = Spread::default();
    for _ in 0..options.positions {
        let sample = samples[below(&mut rng, samples.len() as u32) as usize];
        let node = Node::new(&player.knowledge, sample.own, sample.other, Color::Black);
        if node.outcome().is_some() {
            continue;
        }
        player.search.clear();
        let search = &mut player.search;
        spread.add(&node, options.depth as i32, options.exact, &mut |node, depth| {
            search.value(node, depth, -WHOLE, WHOLE).value
        });
    }
    let mut report = String::new();
    for (name, end) in [("MIDDLE", false), ("END", true)] {
        let fit = spread.fit(end).context("too few positions for a fit; ask for more")?;
        let [a, b, c, d] = fit.deviation;
        writeln!(
            report,
            "const {name}: Deviation = [{a:.3}, {b:.3}, {c:.3}, {d:.3}]; // {} differences, {:.3}",
            fit.count, fit.error
        )?;
    }
    Ok(report)
}
