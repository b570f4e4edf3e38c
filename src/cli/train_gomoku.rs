//! Trains Gomoku's weights: self-play, fit, matches between sets of weights.

use super::Usage;
use super::arguments::train_gomoku::{
    GomokuDuelOptions, GomokuFitOptions, GomokuGames, GomokuPlayOptions, GomokuTraining,
};
use super::training::{Slices, files, range, side_by_side};
use crate::base::BoardSize;
use crate::engine::gomoku::built_in_weights;
use crate::engine::gomoku::node::Node;
use crate::eval::gomoku::weights::{Family, WeightSet};
use crate::games::gomoku::{Rules, Variant};
use crate::search::alphabeta::{AlphaBeta, Settings};
use crate::session::write_file;
use crate::tournament::statistics::{Z95, wilson};
use crate::train::gomoku::duel::{Player, Tally, pair};
use crate::train::gomoku::fit::{Fitting, Quality, fit};
use crate::train::gomoku::play::{Plan, game};
use crate::train::gomoku::record::Record;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Games of a file.
const SLICE: u64 = 500;
/// MiB of the table of one player.
const MEMORY: usize = 8;
/// One game in so many is held out of the fit; which one of them.
const HELD_OUT: (usize, usize) = (20, 7);
/// How files of games end.
const ENDING: &str = "games";

/// One step of the training.
pub fn run(step: &GomokuTraining) -> Result<String> {
    match step {
        GomokuTraining::Play(options) => play(options),
        GomokuTraining::Fit(options) => fit_files(options),
        GomokuTraining::Duel(options) => duel(options),
    }
}

fn weights(file: Option<&Path>) -> Result<Arc<WeightSet>> {
    let Some(file) = file else { return Ok(built_in_weights()) };
    if file == Path::new("hand") {
        return Ok(Arc::new(WeightSet::by_hand()));
    }
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Arc::new(WeightSet::decode(&bytes).with_context(|| file.display().to_string())?))
}

fn board(games: &GomokuGames) -> Result<(BoardSize, Rules)> {
    let rules = Rules::named(&games.rules)
        .ok_or_else(|| Usage(format!("unknown rules {}", games.rules)))?;
    let size = BoardSize::square(games.size as usize);
    Ok((size.ok_or_else(|| Usage(format!("no board of side {}", games.size)))?, rules))
}

fn plan(games: &GomokuGames, stray: u32) -> Plan {
    let fair = games.fair as f32 / 100.0;
    Plan { nodes: games.nodes, opening: games.opening, fair, stray }
}

fn searcher() -> AlphaBeta<Node> {
    AlphaBeta::new(Settings { threads: 1, memory: MEMORY })
}

fn play(options: &GomokuPlayOptions) -> Result<String> {
    let numbers = range(&options.slices, "--slices")?;
    let board = board(&options.games)?;
    let weights = weights(options.weights.as_deref())?;
    let plan = plan(&options.games, options.stray);
    let name = format!("{}-{}", options.games.rules, options.games.size);
    let threads = options.games.threads;
    let slices = Slices { numbers, folder: &options.out, threads, what: "games" };
    slices.make(
        |slice| format!("{name}-{slice:06}.{ENDING}"),
        searcher,
        |search, slice| {
            let (mut text, mut count) = (String::new(), 0);
            for number in 0..SLICE {
                let seed = options.games.seed << 40 ^ (slice * SLICE + number);
                // A game without a fair opening is left out.
                let weights = weights.of(board.1.variant);
                if let Some(record) = game(search, weights, board, &plan, seed) {
                    writeln!(text, "{}", record.write())?;
                    count += 1;
                }
            }
            Ok((text.into_bytes(), count))
        },
    )
}

fn fit_files(options: &GomokuFitOptions) -> Result<String> {
    let mut set = WeightSet::clone(&*weights(options.weights.as_deref())?);
    let (mut train, mut held_out) = (Vec::new(), Vec::new());
    let mut number = 0;
    for file in files(&options.data, ENDING)? {
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        for line in text.lines() {
            let record = Record::read(line);
            let record =
                record.with_context(|| format!("{}: not a game: {line}", file.display()))?;
            number += 1;
            let held = number % HELD_OUT.0 == HELD_OUT.1;
            if held { &mut held_out } else { &mut train }.push(record);
        }
    }
    ensure!(!train.is_empty(), "no games to fit to");
    let fitting = Fitting { rounds: options.rounds, trust: options.trust, rate: options.rate };
    let mut report = String::from(
        "rules       games  held-out positions    before: loss   error  first    after: loss   error  first\n",
    );
    let figures = |q: &Quality| format!("{:.4} {:>7.3} {:>5.1}%", q.loss, q.error, 100.0 * q.first);
    for family in Family::ALL {
        let of = |record: &&Record| Family::of(record.rules.variant) == family;
        let games: Vec<&Record> = train.iter().filter(of).collect();
        let held: Vec<&Record> = held_out.iter().filter(of).collect();
        if games.is_empty() {
            continue;
        }
        let weights = &mut set.families[family as usize];
        let (fitted, before, after) =
            fit(weights, &games, &held, family == Family::Renju, &fitting);
        *weights = Arc::new(fitted);
        writeln!(
            report,
            "{:<8} {:>8} {:>19}         {}         {}",
            family.name(),
            games.len(),
            after.positions,
            figures(&before),
            figures(&after)
        )?;
    }
    write_file(&options.out, &set.encode())
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    Ok(report)
}

fn duel(options: &GomokuDuelOptions) -> Result<String> {
    let sets = [weights(Some(&options.new))?, weights(options.old.as_deref())?];
    let board = board(&options.play)?;
    let plan = plan(&options.play, 0);
    let next = AtomicU64::new(0);
    let variant: Variant = board.1.variant;
    let worker = || -> Result<Tally> {
        let [mut first, mut second] = sets.each_ref().map(|set| Player {
            weights: set.of(variant).clone(),
            search: searcher(),
            nodes: options.play.nodes,
        });
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if 2 * number >= options.games {
                return Ok(tally);
            }
            let seed = options.play.seed << 32 ^ number;
            tally.add(&pair([&mut first, &mut second], board, &plan, seed));
        }
    };
    let mut tally = Tally::default();
    side_by_side(options.play.threads, worker)?.iter().for_each(|part| tally.add(part));
    let games = f64::from(tally.won + tally.drawn + tally.lost).max(1.0);
    let (low, high) = wilson(tally.score() * games, games, Z95);
    Ok(format!(
        "new against old, {games} games of {} {}, {} positions a move: won {}, drawn {}, lost {}: {:.1} % (95 %: {:.1} to {:.1})\n",
        options.play.rules,
        board.0,
        options.play.nodes,
        tally.won,
        tally.drawn,
        tally.lost,
        100.0 * tally.score(),
        100.0 * low,
        100.0 * high
    ))
}
