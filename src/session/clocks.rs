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

    /// That player's move began so long ago.
    pub fn start(&mut self, color: Color, ago: Duration) {
        let began = self.now().saturating_sub(ago);
        self.of_mut(color).start(began);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_charged_from_when_it_was_asked_for() {
        let mut clocks = Clocks::new(TimeSystem::Absolute { main: Duration::from_secs(60) });
        std::thread::sleep(Duration::from_millis(30));
        clocks.start(Color::Black, Duration::from_millis(25));
        clocks.stop(Color::Black);
        let left = Color::BOTH.map(|color| {
            clocks.of(color).remaining(clocks.now()).map_or(Duration::ZERO, |left| left.main)
        });
        assert!(left[0] <= Duration::from_millis(59_975), "{left:?}");
        assert_eq!(left[1], Duration::from_secs(60));
    }
}
