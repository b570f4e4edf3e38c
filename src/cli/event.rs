//! What `tesuji match` and `tesuji tournament` have in common: a plan is made, the players are met, the games are played, and
//! the table is printed.

use super::progress::Watch;
use super::{Usage, logging, print};
use crate::engine::Stop;
use crate::tournament::statistics::table;
use crate::tournament::{Conclusion, Event, Fixture, Plan, PlanError, Run, Shard, Summary};
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is said beside the event.
pub(super) struct Options {
    /// The part to play.
    pub(super) shard: Shard,
    /// Is nothing to be played?
    pub(super) dry_run: bool,
}

/// Plays the event, or goes on with it. `word` puts an error of the event into the words of whoever described it.
pub(super) fn run(
    event: Event,
    options: &Options,
    word: &dyn Fn(&PlanError) -> String,
) -> Result<()> {
    logging::start(None)?;
    let refuse = |error: PlanError| Usage(word(&error));
    let mut plan = Plan::new(event).map_err(refuse)?;
    let stop = interruptible()?;
    let engines = plan.meet().map_err(refuse)?;
    if options.dry_run {
        return print(&schedule(&plan, options.shard));
    }
    let run = Run::begin(&plan, options.shard).map_err(|error| Usage(error.to_string()))?;
    let mut watch = Watch::new(&plan);
    let summary = run.play(engines, &mut watch, &stop);
    watch.close();
    print(&table::text(&plan.event, &summary.entries))?;
    conclude(&summary, &plan.event)
}

/// Is the event completed? If not, that is an error that says why.
fn conclude(summary: &Summary, event: &Event) -> Result<()> {
    let played = format!("{} of {} games are played", summary.entries.len(), summary.total);
    let hint = match &event.journal {
        Some(path) => format!("the same command goes on with {}", path.display()),
        None => "without a journal it cannot go on".into(),
    };
    match &summary.conclusion {
        Conclusion::Completed | Conclusion::Decided => Ok(()),
        Conclusion::Interrupted => bail!("interrupted: {played}; {hint}"),
        Conclusion::Unstarted(who) => bail!("could not be started: {who}: {played}; {hint}"),
        Conclusion::Failed(why) => bail!("the event is not completed: {why}: {played}; {hint}"),
    }
}

/// A flag that the first interrupt (Ctrl-C, a request to terminate) raises; the second one ends the program at once, and
/// with it every engine, since none outlives it.
fn interruptible() -> Result<Stop> {
    let stop = Stop::default();
    let (raised, again) = (stop.clone(), AtomicBool::new(false));
    ctrlc::set_handler(move || {
        if again.swap(true, Ordering::AcqRel) {
            std::process::exit(INTERRUPTED);
        }
        raised.raise();
        let _ = writeln!(
            io::stderr(),
            "\nThe games end after the current moves and do not count; once more ends everything at once."
        );
    })
    .context("interrupts cannot be caught")?;
    Ok(stop)
}

/// Exit status of a program that an interrupt has ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// The games as a table.
fn schedule(plan: &Plan, shard: Shard) -> String {
    let name = |player: usize| {
        let spec = plan.event.players.get(player);
        spec.map_or_else(String::new, |spec| spec.name.clone())
    };
    let opening = |fixture: &Fixture| {
        let found = fixture.opening.and_then(|number| plan.openings.get(number));
        found.map_or_else(|| "-".into(), |opening| opening.name.clone())
    };
    let heads = ["game", "round", "pair", "black", "white", "opening"].map(String::from);
    let games = plan.fixtures.iter().filter(|fixture| shard.holds(fixture.pair));
    let rows: Vec<[String; 6]> = std::iter::once(heads)
        .chain(games.map(|game| {
            let [number, round, pair] = [game.game, game.round, game.pair].map(|n| n.to_string());
            [number, round, pair, name(game.black), name(game.white), opening(game)]
        }))
        .collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: [usize; 6] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (number, (cell, width)) in row.iter().zip(widths).enumerate() {
            let _ = match number {
                0..=2 => write!(line, "{cell:>width$}  "),
                _ => write!(line, "{cell:<width$}  "),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let played = rows.len() - 1;
    let _ = match plan.total > plan.fixtures.len() {
        true => writeln!(out, "{} games; the later rounds depend on the results", plan.total),
        false => writeln!(out, "{played} games"),
    };
    out
}
