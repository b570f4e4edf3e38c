//! The clocks of both players. Kept here as well when a controller keeps them, since not every controller tells the
//! time left (GoGui's twogtp never does).

use crate::base::Color;
use crate::clock::{Budget, Clock, Phase, TimeSystem};
use std::time::{Duration, Instant};

/// Two clocks of one time system.
#[derive(Clone, Debug)]
pub struct Clocks {
    clocks: [Clock; 2],
    epoch: Instant,
}

impl Clocks {
    /// Both wound up, none running.
    pub fn new(system: TimeSystem) -> Clocks {
        Clocks { clocks: [Clock::new(system), Clock::new(system)], epoch: Instant::now() }
    }

    /// The time system.
    pub fn system(&self) -> TimeSystem {
        self.of(Color::Black).system()
    }

    /// Both as at the start of a game.
    pub fn reset(&mut self) {
        *self = Clocks::new(self.system());
    }

    /// That player's move begins.
    pub fn start(&mut self, color: Color) {
        let now = self.now();
        self.of_mut(color).start(now);
    }

    /// That player's move is made.
    pub fn stop(&mut self, color: Color) {
        let now = self.now();
        self.of_mut(color).stop(now);
    }

    /// A controller tells the time left.
    pub fn set_left(&mut self, color: Color, time: Duration, count: u32) {
        let now = self.now();
        self.of_mut(color).set_left(now, time, count);
    }

    /// Time for that player's next move; `None` without a limit.
    pub fn budget(&self, color: Color, phase: &Phase, lag: Duration) -> Option<Budget> {
        self.of(color).budget(self.now(), phase, lag)
    }

    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    fn of(&self, color: Color) -> &Clock {
        &self.clocks[color.index()]
    }

    fn of_mut(&mut self, color: Color) -> &mut Clock {
        &mut self.clocks[color.index()]
    }
}
