//! How an event goes, for whoever started it: a live line on a terminal, a line a game elsewhere, both on standard error.

use crate::tournament::statistics::{Evidence, elo, sprt, table};
use crate::tournament::{Entry, Format, Observer, Plan, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// Shows the progress of an event.
pub(super) struct Watch {
    /// The live line, on a terminal.
    bar: Option<ProgressBar>,
    /// Games of the whole event, of which a shard plays a part.
    games: usize,
}

impl Watch {
    /// Watches the games of that plan.
    pub(super) fn new(plan: &Plan) -> Watch {
        let live = io::stderr().is_terminal();
        Watch { bar: live.then(live_line), games: plan.total }
    }

    /// Takes the live line away.
    pub(super) fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // Nobody may be reading: that is no reason to stop.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
    }
}

fn live_line() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{pos}/{len} games, {elapsed}, to go {eta}: {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Observer for Watch {
    fn begun(&mut self, progress: &Progress<'_>) {
        let played = progress.entries.len();
        if let Some(bar) = &self.bar {
            bar.set_length(progress.total as u64);
            bar.set_position(played as u64);
            bar.reset_eta();
            bar.set_message(standing(progress));
        } else if played > 0 {
            let total = progress.total;
            self.line(&format!(
                "{played} of {total} games were played before: {}",
                standing(progress)
            ));
        }
    }

    fn played(&mut self, entry: &Entry, progress: &Progress<'_>) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(progress.entries.len() as u64);
                bar.set_message(standing(progress));
                if !entry.faults.is_empty() {
                    self.line(&game(entry, self.games));
                }
            }
            None => {
                let text = format!("{}; {}", game(entry, self.games), standing(progress));
                self.line(&text);
            }
        }
    }

    fn note(&mut self, text: &str) {
        self.line(text);
    }
}

/// A game in a line.
fn game(entry: &Entry, games: usize) -> String {
    let (black, white) = (&entry.black.name, &entry.white.name);
    let met = match entry.result.chars().next() {
        Some('B') => format!("{black} (B) beats {white} (W) {}", entry.result),
        Some('W') => format!("{white} (W) beats {black} (B) {}", entry.result),
        _ => format!("{black} (B) and {white} (W) draw"),
    };
    let mut text = format!("game {}/{games}: {met}, {} moves", entry.game, entry.moves.len());
    for note in &entry.faults {
        let _ = write!(text, "; {}: {}: {}", note.player, note.fault, note.text);
    }
    text
}

/// The score of the first player (wins, draws, losses), where the event is about it, with everything that follows from it.
fn standing(progress: &Progress<'_>) -> String {
    let event = progress.event;
    let about_first = matches!(event.format, Format::Match | Format::Gauntlet);
    let Some(first) = event.players.first().filter(|_| about_first) else {
        return format!("{} of {} games played", progress.entries.len(), progress.total);
    };
    let evidence = Evidence::of(progress.entries, &first.name, None);
    let mut text = format!("score {}", table::wdl(&evidence.games));
    if let Some(found) = elo::estimate(&evidence) {
        let _ = write!(text, ", Elo {}", difference(&found));
        let _ = write!(text, ", LOS {:.1} %", 100.0 * found.los);
    }
    if let Some(spec) = &event.sprt {
        let state = sprt::test(spec, &evidence);
        let _ = write!(text, ", LLR {:.2} [{:.2}, {:.2}]", state.llr, state.lower, state.upper);
    }
    text
}

/// A difference with its error, or with its interval where that has no middle.
fn difference(found: &elo::Estimate) -> String {
    match found.elo.is_finite() && found.error().is_finite() {
        true => format!("{:+.0} \u{b1}{:.0}", found.elo, found.error()),
        false => format!("{:+.0} [{:+.0}, {:+.0}]", found.elo, found.low, found.high),
    }
}
