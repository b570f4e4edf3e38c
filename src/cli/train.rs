//! Fits the numbers an evaluator uses to labelled positions, and writes the file that goes into the program.

use super::arguments::TrainCommand;
use super::arguments::train_go::GoPriorsOptions;
use super::training::read_shards;
use crate::eval::go::{FEATURES, KIND_NAMES, KINDS, Odds};
use crate::train::go_priors::{Collector, Fitting, Quality, fit, measure};
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Fits, writes the file, and tells how good it is.
pub fn run(command: &TrainCommand) -> Result<String> {
    match command {
        TrainCommand::Selfplay(options) => super::train_go::selfplay(options),
        TrainCommand::Distil(options) => super::train_go::distil(options),
        TrainCommand::Label(options) => super::train_label::run(options),
        TrainCommand::Export(options) => super::train_go::export(options),
        TrainCommand::GoPriors(options) => go_priors(options),
        TrainCommand::Gomoku(step) => super::train_gomoku::run(step),
        TrainCommand::Reversi(step) => super::train_reversi::run(step),
    }
}

fn go_priors(options: &GoPriorsOptions) -> Result<String> {
    let mut train = Collector::new(options.positions as usize, options.seed);
    let mut holdout = Collector::new(u32::MAX as usize, options.seed);
    collect(&options.data, &mut train)?;
    collect(std::slice::from_ref(&options.holdout), &mut holdout)?;
    let fitting = Fitting { seed: options.seed, ..Fitting::NORMAL };
    let mut columns = [[0.0; FEATURES]; KINDS];
    for ((column, samples), name) in columns.iter_mut().zip(train.samples()).zip(KIND_NAMES) {
        ensure!(!samples.is_empty(), "no position for boards {name}");
        log::info!("fitting {} positions, boards {name}", samples.len());
        *column = fit(samples, &fitting);
    }
    // What is measured is what the file says, rounded as it is.
    let text = Odds::new(columns).to_text();
    let fitted = Odds::parse(&text).context("the fitted numbers")?;
    std::fs::write(&options.out, &text)
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    let mut report = String::from(
        "boards       set       positions   built-in: loss  top-1     fitted: loss  top-1\n",
    );
    for (kind, name) in KIND_NAMES.iter().enumerate() {
        for (set, samples) in [("data", &train), ("hold-out", &holdout)] {
            let samples = &samples.samples()[kind];
            let [old, new]: [Quality; 2] =
                [Odds::normal(), &fitted].map(|odds| measure(odds.of_kind(kind), samples));
            writeln!(
                report,
                "{name:<12} {set:<9} {:>9}   {:>14.4} {:>5.1}%   {:>12.4} {:>5.1}%",
                new.positions,
                old.loss,
                100.0 * old.top,
                new.loss,
                100.0 * new.top
            )?;
        }
    }
    Ok(report)
}

fn collect(files: &[PathBuf], collector: &mut Collector) -> Result<()> {
    read_shards(files, |label| {
        collector.add(label);
        Ok(())
    })
}
