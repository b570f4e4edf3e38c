//! When a search ends: budget, playouts, a choice that cannot change any more, the stop flag.

use crate::clock::{Effort, Spending};
use crate::engine::{Stop, Task};
use crate::search::{Progress, Supervisor};
use std::time::{Duration, Instant};

/// Watches one search.
pub struct Watch<'a> {
    stop: &'a Stop,
    started: Instant,
    /// `None`: only the stop flag counts.
    spending: Option<Spending>,
    deadline: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// Ends the search when the flag is raised or `spending` says so, counting time from `started`.
    pub fn new(stop: &'a Stop, started: Instant, spending: Option<Spending>) -> Watch<'a> {
        let deadline = spending.as_ref().and_then(Spending::deadline);
        Watch { stop, started, spending, deadline }
    }
}

impl Supervisor for Watch<'_> {
    fn keep_going(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| self.started.elapsed() >= deadline);
        !late && !self.stop.is_raised()
    }

    fn watch(&self, progress: &Progress) -> bool {
        let Some(spending) = &self.spending else { return true };
        spending.keep_going(&Effort {
            elapsed: self.started.elapsed(),
            playouts: progress.playouts,
            best_visits: progress.best.map_or(0, |(_, visits, _)| visits),
            second_visits: progress.second_visits,
            unstable: progress.unstable,
        })
    }
}

/// When a task wants to be told how far a search is.
pub(super) struct Due {
    interval: Option<Duration>,
    at: Instant,
}

impl Due {
    /// Every interval of the task from `started` on; never, where it has none.
    pub fn new(task: &Task, started: Instant) -> Due {
        Due { interval: task.interval, at: started + task.interval.unwrap_or_default() }
    }

    /// Is it time, or is there `news` that will not wait? The next interval begins if so.
    pub fn is_due(&mut self, news: bool) -> bool {
        let Some(interval) = self.interval else { return false };
        let now = Instant::now();
        let due = news || now >= self.at;
        if due {
            self.at = now + interval;
        }
        due
    }
}
