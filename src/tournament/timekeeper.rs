//! The clocks of a game, kept by the referee. Pure arithmetic over the times that moves took.

use super::LateMoves;
use crate::base::Color;
use crate::clock::{Clock, Remaining, TimeSystem};
use std::time::Duration;

/// How long an engine that has lost on time is still waited for, so that it need not be killed.
const GRACE: Duration = Duration::from_secs(5);

/// How many times the usual patience a move without a clock may take: engines think, and machines are busy.
const THINKING: u32 = 5;

/// The clocks of Black and White.
#[derive(Clone)]
pub(super) struct Timekeeper {
    clocks: [Clock; 2],
    /// Each clock's own present: the sum of what it was charged.
    now: [Duration; 2],
    margin: Duration,
}

impl Timekeeper {
    /// Both clocks wound up. A move may be late by `margin`: that much may pass on the way through pipes and processes.
    pub(super) fn new(systems: [TimeSystem; 2], margin: Duration) -> Timekeeper {
        Timekeeper { clocks: systems.map(Clock::new), now: [Duration::ZERO; 2], margin }
    }

    /// The players change colours, and keep their time.
    pub(super) fn swap(&mut self) {
        self.clocks.swap(0, 1);
        self.now.swap(0, 1);
    }

    /// What that player has left; `None` without a limit.
    pub(super) fn left(&self, color: Color) -> Option<Remaining> {
        let c = color.index();
        self.clocks[c].remaining(self.now[c])
    }

    /// The longest that player's next move may take before it is late.
    fn longest(&self, color: Color) -> Option<Duration> {
        let system = self.clocks[color.index()].system();
        self.left(color).map(|left| left.longest_move(&system))
    }

    /// How long to wait for that player's next move until it counts as hung: without a clock, five times
    /// `patience`. With one, until it
    /// is late, and for a while longer: `patience` where late moves are tolerated, otherwise at most a few seconds.
    pub(super) fn limit(&self, color: Color, patience: Duration, late: LateMoves) -> Duration {
        let Some(longest) = self.longest(color) else {
            return patience.saturating_mul(THINKING);
        };
        let more = match late {
            LateMoves::Lose => patience.min(GRACE),
            LateMoves::Tolerate => patience,
        };
        longest.saturating_add(self.margin).saturating_add(more)
    }

    /// That player's move took so long: takes it off the clock and tells whether the move was late. A clock never falls
    /// below nothing left, so that it runs on sensibly if the move is tolerated.
    pub(super) fn charge(&mut self, color: Color, elapsed: Duration) -> bool {
        self.run(color, elapsed, Clock::stop)
    }

    /// As [`Timekeeper::charge`] for an answer that is no move: the time is gone, and the move goes on. Nothing is renewed.
    pub(super) fn hold(&mut self, color: Color, elapsed: Duration) -> bool {
        self.run(color, elapsed, Clock::pause)
    }

    fn run(&mut self, color: Color, elapsed: Duration, end: fn(&mut Clock, Duration)) -> bool {
        let c = color.index();
        let longest = self.longest(color).unwrap_or(Duration::MAX);
        let charged = elapsed.min(longest);
        let begun = self.now[c];
        self.now[c] = begun.saturating_add(charged);
        self.clocks[c].start(begun);
        end(&mut self.clocks[c], self.now[c]);
        elapsed > longest.saturating_add(self.margin)
    }
}

/// Seconds that the record shows as left: main time and the present period.
pub(super) fn seconds_left(left: &Remaining) -> f64 {
    match left.overtime {
        Some(overtime) if left.main.is_zero() => overtime.time.as_secs_f64(),
        _ => left.main.as_secs_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::time;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// The time system, then moves of Black: what each takes (ms), whether it is late (`!`), and what is left then.
    #[test]
    fn books() {
        let cases: &[(&str, &[(u64, &str)])] = &[
            ("none", &[(1_000_000, "-")]),
            ("10", &[(4000, "6"), (5999, "0.001"), (101, "0"), (100, "0"), (101, "0!")]),
            ("10", &[(10_100, "0"), (1, "0")]),
            ("10", &[(10_101, "0!"), (50, "0"), (150, "0!")]),
            ("10+2", &[(3000, "9"), (9000, "2"), (2100, "2"), (2101, "2!"), (0, "4")]),
            ("1/move", &[(900, "1"), (1100, "1"), (1101, "1!"), (1, "1")]),
            (
                "1+10/2",
                &[(400, "0.6"), (1600, "9/1"), (9050, "10/2"), (10_101, "0/1!"), (5, "10/2")],
            ),
            (
                "0+5x2",
                &[(1900, "2/5"), (2500, "2/4"), (6500, "2/1"), (2050, "2/1"), (2101, "2/1!")],
            ),
            ("3+2x2", &[(2500, "0.5"), (1000, "2/2"), (4000, "2/1")]),
        ];
        for (system, moves) in cases {
            let system = time::parse(system).unwrap();
            let mut keeper = Timekeeper::new([system; 2], MS(100));
            for (number, &(took, expected)) in moves.iter().enumerate() {
                let late = keeper.charge(Color::Black, MS(took));
                let mark = if late { "!" } else { "" };
                let text = match keeper.left(Color::Black) {
                    None => "-".into(),
                    Some(left) => match left.overtime {
                        Some(o) if left.main.is_zero() => {
                            format!("{}/{}", o.time.as_secs_f64(), o.count)
                        }
                        _ => left.main.as_secs_f64().to_string(),
                    },
                };
                assert_eq!(format!("{text}{mark}"), expected, "{system}, move {number}");
            }
            let fresh = Timekeeper::new([system; 2], MS(100));
            assert_eq!(keeper.left(Color::White), fresh.left(Color::White), "{system}");
        }
    }

    /// An illegal move in between takes time and renews nothing.
    #[test]
    fn answers_that_are_no_moves() {
        for (system, held, moved, longest) in [
            ("1/move", 0.4, 1.0, 400),
            ("10", 9.4, 9.1, 9400),
            ("10+2", 9.4, 11.1, 9400),
            ("0+5x2", 1.4, 2.0, 9400),
            ("0+10/2", 9.4, 9.1, 9400),
        ] {
            let system = time::parse(system).unwrap();
            let seconds = |keeper: &Timekeeper| seconds_left(&keeper.left(Color::Black).unwrap());
            let mut keeper = Timekeeper::new([system; 2], MS(100));
            assert!(!keeper.hold(Color::Black, MS(600)));
            assert_eq!(seconds(&keeper), held, "{system}");
            assert!(!keeper.clone().charge(Color::Black, MS(longest + 100)), "{system}");
            assert!(keeper.clone().charge(Color::Black, MS(longest + 101)), "{system}");
            assert!(!keeper.charge(Color::Black, MS(300)));
            assert_eq!(seconds(&keeper), moved, "{system}");
        }
        assert!(!Timekeeper::new([TimeSystem::None; 2], MS(100)).hold(Color::White, MS(1_000_000)));
    }

    #[test]
    fn waiting() {
        let limit = |system: &str, patience, late| {
            let system = time::parse(system).unwrap();
            Timekeeper::new([system; 2], MS(100)).limit(Color::White, MS(patience), late)
        };
        assert_eq!(limit("none", 60_000, LateMoves::Lose), MS(300_000));
        assert_eq!(limit("10", 60_000, LateMoves::Lose), MS(15_100));
        assert_eq!(limit("10", 60_000, LateMoves::Tolerate), MS(70_100));
        assert_eq!(limit("10+3x2", 500, LateMoves::Lose), MS(16_600));
        assert_eq!(limit("1/move", 500, LateMoves::Lose), MS(1_600));
    }
}
