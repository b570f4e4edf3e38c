//! Whole games on the clock, against a referee with books of its own.

use super::{Clock, Phase, TimeSystem};
use proptest::prelude::*;
use std::time::Duration;

/// The referee: true time in nanoseconds, lag included. Written apart from [`Clock`], move by move.
struct Referee {
    system: TimeSystem,
    main: i128,
    period: i128,
    count: u32,
    lost: bool,
}

fn ns(d: Duration) -> i128 {
    i128::try_from(d.as_nanos()).unwrap_or(i128::MAX)
}

impl Referee {
    fn new(system: TimeSystem) -> Referee {
        let (main, period, count) = match system {
            TimeSystem::None => (0, 0, 0),
            TimeSystem::Absolute { main } => (ns(main), 0, 0),
            TimeSystem::Canadian { main, period, stones } => (ns(main), ns(period), stones),
            TimeSystem::ByoYomi { main, period, periods } => (ns(main), ns(period), periods),
            TimeSystem::Fischer { main, .. } => (ns(main), 0, 0),
            TimeSystem::PerMove { time } => (ns(time), 0, 0),
        };
        Referee { system, main, period, count, lost: false }
    }

    fn take(&mut self, spent: i128) {
        match self.system {
            TimeSystem::None => {}
            TimeSystem::Absolute { .. } => {
                self.main -= spent;
                self.lost |= self.main < 0;
            }
            TimeSystem::PerMove { .. } => self.lost |= spent > self.main,
            TimeSystem::Fischer { increment, limit, per_move_limit, .. } => {
                self.main -= spent;
                self.lost |= self.main < 0 || per_move_limit.is_some_and(|l| spent > ns(l));
                self.main += ns(increment);
                if let Some(limit) = limit {
                    self.main = self.main.min(ns(limit));
                }
            }
            TimeSystem::Canadian { period, stones, .. } => {
                if spent <= self.main && self.main > 0 {
                    self.main -= spent;
                    return;
                }
                self.period -= spent - self.main;
                self.main = 0;
                self.lost |= self.period < 0;
                self.count -= 1;
                if self.count == 0 {
                    (self.period, self.count) = (ns(period), stones);
                }
            }
            TimeSystem::ByoYomi { period, .. } => {
                if spent <= self.main && self.main > 0 {
                    self.main -= spent;
                    return;
                }
                let lost_periods = (spent - self.main - 1) / ns(period).max(1);
                self.main = 0;
                if lost_periods >= i128::from(self.count) {
                    self.lost = true;
                } else {
                    self.count -= lost_periods as u32;
                }
            }
        }
    }

    fn tell(&self, clock: &mut Clock, now: Duration) {
        let main = Duration::from_nanos(self.main.max(0) as u64);
        let (time, count) = match self.system {
            TimeSystem::None => return,
            TimeSystem::ByoYomi { period, .. } if self.main == 0 => (period, self.count),
            TimeSystem::Canadian { .. } if self.main == 0 => {
                (Duration::from_nanos(self.period.max(0) as u64), self.count)
            }
            _ => (main, 0),
        };
        clock.set_left(now, time, count);
    }
}

const MS: fn(u64) -> Duration = Duration::from_millis;

fn systems() -> impl Strategy<Value = TimeSystem> {
    let main = || (0u64..60_000).prop_map(MS);
    let period = || (200u64..30_000).prop_map(MS);
    let maybe = |low: u64| proptest::option::of((low..100_000).prop_map(MS));
    prop_oneof![
        (1_000u64..600_000).prop_map(|main| TimeSystem::Absolute { main: MS(main) }),
        (main(), period(), 1u32..30).prop_map(|(main, period, stones)| TimeSystem::Canadian {
            main,
            period: period + MS(100) * stones,
            stones
        }),
        (main(), period(), 1u32..10).prop_map(|(main, period, periods)| TimeSystem::ByoYomi {
            main,
            period,
            periods
        }),
        (1_000u64..60_000, 0u64..10_000, maybe(60_000), maybe(200)).prop_map(
            |(main, increment, limit, per_move_limit)| TimeSystem::Fischer {
                main: MS(main),
                increment: MS(increment),
                limit,
                per_move_limit
            }
        ),
        period().prop_map(|time| TimeSystem::PerMove { time }),
    ]
}

/// Plays `moves` own moves; returns a text when a rule of time keeping is broken.
fn play(
    system: TimeSystem,
    side: usize,
    moves: usize,
    lag: Duration,
    told: bool,
    mut random: impl FnMut() -> f64,
) -> Result<(), String> {
    let mut clock = Clock::new(system);
    let mut referee = Referee::new(system);
    let mut now = MS(random().mul_add(1e6, 0.0) as u64);
    let area = side * side;
    for k in 0..moves {
        let played = 2 * k;
        let empty = area.saturating_sub(played);
        let phase = Phase { moves_played: played, area, empty, usual: 0 };
        clock.start(now);
        if told {
            referee.tell(&mut clock, now);
        }
        let Some(budget) = clock.budget(now, &phase, lag) else {
            return if system.is_unlimited() { Ok(()) } else { Err("no budget".into()) };
        };
        let exists = clock.remaining(now).is_some_and(|l| !l.longest_move(&system).is_zero());
        if exists && budget.target.is_zero() || budget.target > budget.maximum {
            return Err(format!("move {k}: {budget:?} with {:?}", clock.remaining(now)));
        }
        // The engine uses anything up to the maximum, most often the target.
        let think = match random() {
            r if r < 0.5 => budget.target,
            r if r < 0.8 => budget.maximum,
            r => budget.maximum.mul_f64(r - 0.8),
        };
        now += think;
        clock.stop(now);
        // Lag that the engine does not see.
        let unseen = lag.mul_f64(0.1 * random());
        referee.take(ns(think + unseen));
        if referee.lost {
            return Err(format!("move {k}: lost on time with {budget:?}, {clock:?}"));
        }
        now += MS((random() * 5000.0) as u64);
    }
    Ok(())
}

fn stream(seed: u64) -> impl FnMut() -> f64 {
    use rand::Rng as _;
    let mut rng = crate::base::seeded(seed);
    move || f64::from((rng.next_u64() >> 32) as u32) / 4_294_967_296.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// No game of usual length is lost on time and no budget is zero, with lag unseen at every move.
    #[test]
    fn no_game_is_lost(
        system in systems(), seed in any::<u64>(), told in any::<bool>(), side in 5usize..=19,
        share in 0.1f64..0.74,
    ) {
        let moves = (side as f64 * side as f64 * share) as usize;
        // A lag that the time can bear at all.
        let total = Clock::new(system).remaining(Duration::ZERO).map_or(MS(0), |r| {
            r.main.max(r.overtime.map_or(MS(0), |o| o.time))
        });
        let lag = MS(50).min(total / (10 + side * side / 4) as u32);
        prop_assert_eq!(play(system, side, moves, lag, told, stream(seed)), Ok(()));
    }

    /// However long a game grows, the budgets alone never add up to more than there is.
    #[test]
    fn endless_games(system in systems(), seed in any::<u64>(), side in 1usize..=25) {
        prop_assert_eq!(play(system, side, 1500, Duration::ZERO, false, stream(seed)), Ok(()));
    }

    /// The clock's books are the referee's.
    #[test]
    fn books_agree(system in systems(), moves in proptest::collection::vec(0u64..20_000, 1..60)) {
        let mut clock = Clock::new(system);
        let mut referee = Referee::new(system);
        let mut now = MS(7);
        for spent in moves {
            clock.start(now);
            now += MS(spent) + Duration::from_nanos(1);
            clock.stop(now);
            referee.take(ns(MS(spent)) + 1);
            let left = clock.remaining(now);
            prop_assert_eq!(left.map(|l| l.expired), Some(referee.lost));
            if referee.lost {
                break;
            }
            let mut told = Clock::new(system);
            referee.tell(&mut told, now);
            prop_assert_eq!(left.map(|l| l.gtp()), told.remaining(now).map(|l| l.gtp()));
        }
    }
}

#[test]
fn a_second_for_a_game_of_sixty_moves() {
    for seed in 0..500 {
        for told in [false, true] {
            let system = TimeSystem::Absolute { main: MS(1000) };
            assert_eq!(play(system, 9, 60, MS(50), told, stream(seed)), Ok(()), "seed {seed}");
        }
    }
}

/// What the budgets look like: seconds of main time, own moves made, and the range the target must lie in.
#[test]
fn absolute_targets() {
    let cases = [(600, 0, 8_000, 20_000), (600, 12, 20_000, 50_000), (10, 5, 200, 600)];
    for (main, own, low, high) in cases {
        let clock = Clock::new(TimeSystem::Absolute { main: Duration::from_secs(main) });
        let phase = Phase { moves_played: 2 * own, area: 81, empty: 81 - 2 * own, usual: 0 };
        let target = clock.budget(MS(0), &phase, MS(50)).map(|b| b.target);
        assert!(target > Some(MS(low)) && target < Some(MS(high)), "{main} {own}: {target:?}");
    }
}

#[test]
fn what_controllers_tell() {
    let phase = Phase { moves_played: 0, area: 81, empty: 81, usual: 0 };
    let now = MS(5);
    // No time system: a time makes one, "0 0" does not, and a new game forgets it.
    let mut clock = Clock::default();
    clock.set_left(now, MS(0), 0);
    assert_eq!(clock.budget(now, &phase, MS(50)), None);
    clock.set_left(now, MS(9000), 0);
    assert!(clock.budget(now, &phase, MS(50)).is_some());
    clock.reset();
    assert_eq!(clock.budget(now, &phase, MS(50)), None);
    // Canadian stones and Japanese periods.
    let cases = [
        (TimeSystem::Canadian { main: MS(9000), period: MS(10_000), stones: 5 }, 10_000, 5, 1_200),
        (TimeSystem::Canadian { main: MS(9000), period: MS(10_000), stones: 5 }, 10_000, 1, 9_000),
        (TimeSystem::ByoYomi { main: MS(9000), period: MS(10_000), periods: 5 }, 10_000, 1, 9_000),
        (TimeSystem::ByoYomi { main: MS(9000), period: MS(10_000), periods: 5 }, 10_000, 3, 9_000),
    ];
    for (system, time, count, at_least) in cases {
        let mut clock = Clock::new(system);
        clock.set_left(now, MS(time), count);
        let budget = clock.budget(now, &phase, MS(50));
        assert!(budget.is_some_and(|b| b.target >= MS(at_least) && b.maximum < MS(time)));
        let left = clock.remaining(now);
        assert!(left.is_some_and(|l| l.in_overtime() && l.gtp() == (MS(time), count)));
        clock.set_left(now, MS(3000), 0);
        assert!(clock.remaining(now).is_some_and(|l| !l.in_overtime() && l.main == MS(3000)));
    }
    // An overstepped clock says so, and moves at once.
    let mut clock = Clock::new(TimeSystem::Absolute { main: MS(100) });
    clock.start(now);
    let late = clock.remaining(now + MS(101));
    assert!(late.is_some_and(|l| l.expired && l.main.is_zero()));
    let budget = clock.budget(now + MS(101), &phase, MS(50));
    assert_eq!(budget.map(|b| b.maximum), Some(MS(0)));
    // A search given up costs its time but is no move.
    let mut clock = Clock::new(TimeSystem::Canadian { main: MS(0), period: MS(9000), stones: 3 });
    clock.start(now);
    clock.pause(now + MS(1000));
    assert_eq!(clock.remaining(now).map(|l| l.gtp()), Some((MS(8000), 3)));
}
