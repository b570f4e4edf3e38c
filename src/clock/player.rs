//! One player's clock.

use super::TimeSystem;
use std::time::Duration;

/// Overtime of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overtime {
    /// Time left in the current period.
    pub time: Duration,
    /// Canadian: moves to make in the current period. Japanese: periods left, the current one included.
    pub count: u32,
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remaining {
    /// Main time, or the move's time under [`TimeSystem::PerMove`]; zero in overtime.
    pub main: Duration,
    /// The current or coming period of a system that has them.
    pub overtime: Option<Overtime>,
    /// Was the time overstepped?
    pub expired: bool,
}

impl Remaining {
    /// Does overtime run?
    pub fn in_overtime(&self) -> bool {
        self.overtime.is_some() && self.main.is_zero()
    }

    /// As GTP's `time_left` tells it: time, then 0 while main time runs and otherwise the stones or periods left.
    pub fn gtp(&self) -> (Duration, u32) {
        match self.overtime {
            Some(overtime) if self.main.is_zero() => (overtime.time, overtime.count),
            _ => (self.main, 0),
        }
    }

    /// Longest time the next move may take in truth, before any margin.
    pub fn longest_move(&self, system: &TimeSystem) -> Duration {
        let overtime = self.overtime.map_or(Duration::ZERO, |o| match *system {
            TimeSystem::ByoYomi { period, .. } => {
                o.time.saturating_add(period.saturating_mul(o.count.saturating_sub(1)))
            }
            _ => o.time,
        });
        let longest = self.main.saturating_add(overtime);
        match *system {
            TimeSystem::Fischer { per_move_limit: Some(limit), .. } => longest.min(limit),
            _ => longest,
        }
    }
}

/// One player's clock: keeps its own books from the times it is started and stopped, and takes a controller's word
/// ([`Clock::set_left`]) over them.
#[derive(Clone, Debug)]
pub struct Clock {
    system: TimeSystem,
    left: Remaining,
    /// Is there a limit? Always, except without a time system as long as no controller tells a time.
    limited: bool,
    running_since: Option<Duration>,
    unconfirmed: u32,
    /// Is it known, not reckoned, with which move overtime began? If not, the stones left in a period may be wrong.
    counting_sure: bool,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new(TimeSystem::None)
    }
}

impl Clock {
    /// A clock at the start of a game, not running.
    pub fn new(system: TimeSystem) -> Clock {
        let (main, overtime) = match system {
            TimeSystem::None => (Duration::ZERO, None),
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => (main, None),
            TimeSystem::PerMove { time } => (time, None),
            TimeSystem::Canadian { main, period, stones } => {
                (main, Some(Overtime { time: period, count: stones }))
            }
            TimeSystem::ByoYomi { main, period, periods } => {
                (main, Some(Overtime { time: period, count: periods }))
            }
        };
        Clock {
            system,
            left: Remaining { main, overtime, expired: false },
            limited: !system.is_unlimited(),
            running_since: None,
            unconfirmed: 0,
            counting_sure: main.is_zero(),
        }
    }

    /// Its time system.
    pub fn system(&self) -> TimeSystem {
        self.system
    }

    /// Back to the start of a game.
    pub fn reset(&mut self) {
        *self = Clock::new(self.system);
    }

    /// Starts the player's time; a clock that runs goes on running.
    pub fn start(&mut self, now: Duration) {
        self.running_since.get_or_insert(now);
    }

    /// Ends the player's move: takes the time off and renews what the system renews. Does nothing to a clock that does
    /// not run.
    pub fn stop(&mut self, now: Duration) {
        if let Some(since) = self.running_since.take() {
            self.left = self.after_move(now.saturating_sub(since));
            self.unconfirmed = self.unconfirmed.saturating_add(1);
        }
    }

    /// Stops without a move: the time is taken off, nothing is renewed (a search that was given up, `undo`).
    pub fn pause(&mut self, now: Duration) {
        if let Some(since) = self.running_since.take() {
            self.left = self.spend(now.saturating_sub(since)).0;
        }
    }

    /// A controller tells the time left (GTP `time_left`): `count` is 0 while main time runs, then the stones left in
    /// the period (Canadian) or the periods left (Japanese). If the clock runs, it runs on from `now`.
    pub fn set_left(&mut self, now: Duration, time: Duration, count: u32) {
        self.unconfirmed = 0;
        self.left.expired = false;
        if let Some(since) = &mut self.running_since {
            *since = now;
        }
        let fresh = Clock::new(self.system).left.overtime;
        match fresh {
            Some(_) if count > 0 => {
                self.left.main = Duration::ZERO;
                self.left.overtime = Some(Overtime { time, count });
                self.counting_sure = true;
            }
            _ => {
                self.left.main = time;
                self.left.overtime = fresh;
                self.counting_sure = time.is_zero();
                // Without a time system "0 0" is how controllers say that there is none.
                self.limited = !self.system.is_unlimited() || !time.is_zero();
            }
        }
    }

    /// What is left at `now`; `None` without a limit.
    pub fn remaining(&self, now: Duration) -> Option<Remaining> {
        self.limited.then(|| self.spend(self.running_for(now)).0)
    }

    /// How long the current move has lasted.
    pub fn running_for(&self, now: Duration) -> Duration {
        self.running_since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// Moves made since a controller last told the time.
    pub(super) fn unconfirmed(&self) -> u32 {
        self.unconfirmed
    }

    /// See the field.
    pub(super) fn is_counting_sure(&self) -> bool {
        self.counting_sure
    }

    /// What is left after `elapsed` of a move, and whether overtime was touched.
    fn spend(&self, elapsed: Duration) -> (Remaining, bool) {
        let mut left = self.left;
        if !self.limited {
            return (left, false);
        }
        if let TimeSystem::Fischer { per_move_limit: Some(limit), .. } = self.system {
            left.expired |= elapsed > limit;
        }
        let mut over = elapsed.saturating_sub(left.main);
        left.main = left.main.saturating_sub(elapsed);
        let Some(overtime) = &mut left.overtime else {
            left.expired |= !over.is_zero();
            return (left, false);
        };
        if let TimeSystem::ByoYomi { period, .. } = self.system {
            while over > overtime.time && overtime.count > 1 {
                over -= overtime.time;
                overtime.count -= 1;
                overtime.time = period;
                // Whole periods at once: the loop must not depend on how long the process slept.
                let whole =
                    u32::try_from(over.as_nanos().saturating_sub(1) / period.as_nanos().max(1));
                let skip = whole.unwrap_or(u32::MAX).min(overtime.count - 1);
                over = over.saturating_sub(period.saturating_mul(skip));
                overtime.count -= skip;
            }
        }
        left.expired |= over > overtime.time;
        overtime.time = overtime.time.saturating_sub(over);
        (left, self.left.main.is_zero() || elapsed > self.left.main)
    }

    /// What is left after a move that took `elapsed`.
    fn after_move(&self, elapsed: Duration) -> Remaining {
        let (mut left, touched) = self.spend(elapsed);
        match (self.system, &mut left.overtime) {
            (TimeSystem::Fischer { increment, limit, .. }, _) => {
                left.main = left.main.saturating_add(increment);
                if let Some(limit) = limit {
                    left.main = left.main.min(limit);
                }
            }
            (TimeSystem::PerMove { time }, _) => left.main = time,
            (TimeSystem::ByoYomi { period, .. }, Some(overtime)) if touched => {
                overtime.time = period;
            }
            (TimeSystem::Canadian { period, stones, .. }, Some(overtime)) if touched => {
                overtime.count = overtime.count.saturating_sub(1);
                if overtime.count == 0 {
                    *overtime = Overtime { time: period, count: stones };
                }
            }
            _ => {}
        }
        left
    }
}
