//! The times that a manager tells, as a time system for one move.

use crate::clock::TimeSystem;
use std::time::Duration;

/// `INFO time_left` for a game without limit.
const UNLIMITED: i64 = 2_147_483_647;

/// `INFO timeout_match` from here on is no limit (the protocol's skeleton has a thousand million milliseconds).
const FOREVER: Duration = Duration::from_millis(1_000_000_000);

/// The thought of a move that is wanted as fast as possible.
const GLANCE: Duration = Duration::from_millis(15);

/// With less time than that for the game no share of it is worth reckoning: each move gets a twentieth.
const SHORT: Duration = Duration::from_secs(2);

/// What has been told of the time left in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    /// Nothing since the game began: the match time less what was used counts.
    Unknown,
    /// No limit.
    Unlimited,
    /// So much.
    Time(Duration),
}

/// The manager's times and the books on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Times {
    /// Most for a move, lag included; `None` until a manager tells it.
    turn: Option<Duration>,
    /// For the game; zero = no limit.
    game: Duration,
    left: Left,
    increment: Duration,
    /// Time of our own moves in this game.
    used: Duration,
}

impl Times {
    /// Nothing has been told.
    pub(super) fn new() -> Times {
        Times {
            turn: None,
            game: Duration::ZERO,
            left: Left::Unknown,
            increment: Duration::ZERO,
            used: Duration::ZERO,
        }
    }

    /// A new game: what is left of the old one counts no more.
    pub(super) fn new_game(&mut self) {
        self.left = Left::Unknown;
        self.used = Duration::ZERO;
    }

    /// `INFO timeout_turn`; 0 = as fast as possible.
    pub(super) fn set_turn(&mut self, ms: i64) {
        self.turn = Some(milliseconds(ms));
    }

    /// `INFO timeout_match`; 0 = no limit.
    pub(super) fn set_game(&mut self, ms: i64) {
        self.game = milliseconds(ms);
    }

    /// `INFO time_left`; it may be negative.
    pub(super) fn set_left(&mut self, ms: i64) {
        self.left = match ms {
            UNLIMITED => Left::Unlimited,
            ms => Left::Time(milliseconds(ms)),
        };
    }

    /// `INFO time_increment`.
    pub(super) fn set_increment(&mut self, ms: i64) {
        self.increment = milliseconds(ms);
    }

    /// A move of ours took that long.
    pub(super) fn spend(&mut self, time: Duration) {
        self.used = self.used.saturating_add(time);
        if let Left::Time(left) = &mut self.left {
            *left = left.saturating_sub(time).saturating_add(self.increment);
        }
    }

    fn left(&self) -> Option<Duration> {
        match self.left {
            Left::Time(left) => Some(left),
            Left::Unlimited => None,
            Left::Unknown if self.game.is_zero() || self.game >= FOREVER => None,
            Left::Unknown => Some(self.game.saturating_sub(self.used)),
        }
    }

    /// The time system of the next move; `lag` is what the clock's budget will leave of it.
    pub(super) fn system(&self, lag: Duration) -> TimeSystem {
        let at_most = |time: Duration| match self.turn {
            Some(turn) => time.min(turn),
            None => time,
        };
        let fast = TimeSystem::PerMove { time: lag.saturating_add(GLANCE) };
        match (self.turn, self.left()) {
            (Some(Duration::ZERO), _) => fast,
            (None, None) => TimeSystem::None,
            (Some(turn), None) => TimeSystem::PerMove { time: turn },
            (_, Some(left)) if left <= SHORT => {
                let thought = (left / 20).max(GLANCE);
                TimeSystem::PerMove { time: at_most(lag.saturating_add(thought)) }
            }
            (turn, Some(main)) => TimeSystem::Fischer {
                main,
                increment: self.increment,
                limit: None,
                per_move_limit: turn,
            },
        }
    }

    /// What an answer that takes several searches may take in all, lag included; `None` without a limit.
    pub(super) fn whole(&self, lag: Duration) -> Option<Duration> {
        match self.system(lag) {
            TimeSystem::PerMove { time } => Some(time),
            TimeSystem::Fischer { main, per_move_limit, .. } => {
                Some((main / 20).min(per_move_limit.unwrap_or(main)))
            }
            _ => None,
        }
    }
}

/// Nothing, where the number is negative.
fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_limit_counts() {
        let lag = Duration::from_millis(50);
        let system = |turn: Option<i64>, game: i64, left: Option<i64>, used: u64| {
            let mut times = Times::new();
            turn.into_iter().for_each(|ms| times.set_turn(ms));
            times.set_game(game);
            left.into_iter().for_each(|ms| times.set_left(ms));
            times.spend(Duration::from_millis(used));
            match times.system(lag) {
                TimeSystem::None => "none".into(),
                TimeSystem::PerMove { time } => format!("{} a move", time.as_millis()),
                TimeSystem::Fischer { main, per_move_limit, .. } => {
                    format!(
                        "{} of {}",
                        per_move_limit.unwrap_or(main).as_millis(),
                        main.as_millis()
                    )
                }
                other => other.to_string(),
            }
        };
        for (turn, game, left, used, wanted) in [
            (None, 0, None, 0, "none"),
            (Some(500), 0, Some(UNLIMITED), 0, "500 a move"),
            (Some(0), 100_000, Some(90_000), 0, "65 a move"),
            (Some(5000), 100_000, Some(300), 0, "65 a move"),
            (Some(5000), 100_000, Some(1200), 0, "110 a move"),
            (Some(5000), 100_000, Some(-50), 0, "65 a move"),
            (Some(30), 100_000, Some(300), 0, "30 a move"),
            (Some(5000), 100_000, None, 4000, "5000 of 96000"),
            (Some(5000), 100_000, Some(70_000), 4000, "5000 of 66000"),
            (Some(30_000), 1_000_000_000, None, 0, "30000 a move"),
            (None, 60_000, None, 0, "60000 of 60000"),
            (Some(-5), 0, None, 0, "65 a move"),
        ] {
            let case = (turn, game, left, used);
            assert_eq!(system(turn, game, left, used), wanted, "{case:?}");
        }
    }

    #[test]
    fn a_new_game_has_its_own_time() {
        let mut times = Times::new();
        times.set_turn(5000);
        times.set_game(60_000);
        times.set_left(10_000);
        times.set_increment(100);
        times.spend(Duration::from_secs(2));
        assert_eq!(times.left(), Some(Duration::from_millis(8100)));
        times.new_game();
        assert_eq!(times.left(), Some(Duration::from_secs(60)));
        assert_eq!(times.whole(Duration::ZERO), Some(Duration::from_secs(3)));
    }
}
