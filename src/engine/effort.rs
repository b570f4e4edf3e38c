//! How much an engine thinks about a move, by its options and its task: threads, limits, time, random numbers.

use super::{Options, Purpose, Task};
use crate::base::seeded;
use crate::clock::{Budget, Spending};
use crate::search::Limits;
use rand::TryRng;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Time for a move when nothing limits it.
const UNLIMITED: Duration = Duration::from_secs(5);

/// Seed of answers that must not depend on chance.
pub(super) const FIXED_SEED: u64 = 0x7465_7375_6a69;

/// Search threads by the option `threads`.
pub(super) fn threads(options: &Options) -> usize {
    match options.int("threads") {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => usize::try_from(n).unwrap_or(1),
    }
}

/// Do the options ask for play that is the same on every machine: one thread, a seed, a number of playouts?
pub(super) fn replays(options: &Options) -> bool {
    threads(options) == 1 && options.int("seed") >= 0 && options.int("playouts") > 0
}

/// MiB for a search by the option `memory`.
pub(super) fn memory(options: &Options) -> usize {
    usize::try_from(options.int("memory")).unwrap_or(1)
}

/// Limits by the option `playouts` and the task. An answer without chance gets `fixed` playouts unless told otherwise.
pub(super) fn limits(options: &Options, task: &Task, fixed: u64) -> Limits {
    let own = u64::try_from(options.int("playouts")).ok().filter(|&n| n > 0);
    let playouts = match (own, task.playouts) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let playouts = match task.purpose {
        Purpose::Regress => playouts.or(Some(fixed)),
        // Thinking until stopped: the limit of a move does not count.
        Purpose::Analyze | Purpose::Ponder => task.playouts,
        Purpose::Play | Purpose::Cleanup => playouts,
    };
    Limits { playouts, allow: task.allow.clone(), avoid: task.avoid.clone() }
}

/// What ends a search for a move, by the option `time_per_move` and the task; `None` for one that goes on until stopped.
pub(super) fn spending(options: &Options, task: &Task, limits: &Limits) -> Option<Spending> {
    let budget = match task.purpose {
        Purpose::Analyze | Purpose::Ponder => return None,
        // Time would make the answer depend on the machine.
        Purpose::Regress => None,
        Purpose::Play | Purpose::Cleanup => {
            let exactly = |time| Budget { target: time, maximum: time };
            let own = Duration::try_from_secs_f64(options.float("time_per_move"));
            let own = own.ok().filter(|time| !time.is_zero()).map(exactly);
            match (task.budget, own) {
                (Some(clock), Some(own)) => Some(clock.tightest(own)),
                (None, None) if limits.playouts.is_none() => Some(exactly(UNLIMITED)),
                (clock, own) => clock.or(own),
            }
        }
    };
    Some(Spending::new(budget, limits.playouts))
}

/// The seed in use and the random numbers that come of it.
#[derive(Clone, Debug)]
pub(super) struct Seeds {
    seed: u64,
    /// Searches since the seed was set: each has random numbers of its own.
    searches: u64,
}

impl Seeds {
    /// By the option `seed`: that one, or a fresh one.
    pub(super) fn new(options: &Options) -> Seeds {
        let seed = match u64::try_from(options.int("seed")) {
            Ok(seed) => seed,
            // The keys of std's hasher are the process's own source of chance.
            Err(_) => RandomState::new().hash_one(0u8) >> 1,
        };
        Seeds::of(seed)
    }

    /// Those of that seed.
    pub(super) fn of(seed: u64) -> Seeds {
        Seeds { seed, searches: 0 }
    }

    /// The seed in use, so that a game can be played again.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The seed of the next search.
    pub(super) fn next(&mut self) -> u64 {
        self.searches += 1;
        let Ok(word) = seeded(self.seed ^ self.searches << 32).try_next_u64();
        word
    }
}
