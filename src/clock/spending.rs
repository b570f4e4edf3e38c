//! Whether a running search has used its budget.

use super::Budget;
use std::time::Duration;

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Time since the budget was asked for.
    pub elapsed: Duration,
    /// Simulations of this search.
    pub playouts: u64,
    /// Visits of the most visited root move, earlier searches included.
    pub best_visits: u64,
    /// Visits of the runner-up.
    pub second_visits: u64,
    /// Does the move with the best value differ from the most visited one?
    pub unstable: bool,
}

/// Spends a budget on one search.
#[derive(Clone, Copy, Debug)]
pub struct Spending {
    budget: Option<Budget>,
    playouts: Option<u64>,
}

/// Simulations below which a speed is guesswork and no search is cut short.
const SETTLED: u64 = 128;

impl Spending {
    /// Within that time and that many simulations; `None` is no bound.
    pub fn new(budget: Option<Budget>, playouts: Option<u64>) -> Spending {
        Spending { budget, playouts }
    }

    /// The latest moment at which the search must end, since the budget was asked for.
    pub fn deadline(&self) -> Option<Duration> {
        self.budget.map(|budget| budget.maximum)
    }

    /// Should the search go on?
    ///
    /// It goes on to the target, and beyond it up to the maximum while the best move is in doubt: value and visits
    /// disagree, or the runner-up is close. It ends before the target when the runner-up could not catch up with the
    /// best move even if it got every simulation still to come.
    pub fn keep_going(&self, effort: &Effort) -> bool {
        if self.playouts.is_some_and(|limit| effort.playouts >= limit) {
            return false;
        }
        let by_playouts = self.playouts.map(|limit| limit - effort.playouts);
        let Some(budget) = self.budget else {
            return by_playouts.is_none_or(|left| !is_settled(effort, left));
        };
        if effort.elapsed >= budget.maximum {
            return false;
        }
        if effort.elapsed >= budget.target {
            return in_doubt(effort) && effort.elapsed < budget.target.saturating_mul(3);
        }
        let by_time = expected_playouts(effort, budget.target - effort.elapsed);
        let left = by_playouts.map_or(by_time, |left| left.min(by_time));
        !is_settled(effort, left)
    }
}

/// Simulations that fit into the time, at the speed so far.
fn expected_playouts(effort: &Effort, time: Duration) -> u64 {
    let elapsed = effort.elapsed.as_nanos().max(1);
    let expected = u128::from(effort.playouts).saturating_mul(time.as_nanos()) / elapsed;
    // One in eight on top: searches speed up as their tree warms up.
    u64::try_from(expected + expected / 8 + 1).unwrap_or(u64::MAX)
}

/// Can nothing change the choice of move within `left` simulations?
fn is_settled(effort: &Effort, left: u64) -> bool {
    effort.playouts >= SETTLED && effort.best_visits > effort.second_visits.saturating_add(left)
}

/// Is the choice of move still open?
fn in_doubt(effort: &Effort) -> bool {
    effort.unstable || effort.second_visits.saturating_mul(5) > effort.best_visits.saturating_mul(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn effort(elapsed: u64, playouts: u64, best: u64, second: u64, unstable: bool) -> Effort {
        Effort {
            elapsed: MS(elapsed),
            playouts,
            best_visits: best,
            second_visits: second,
            unstable,
        }
    }

    #[test]
    fn spending_a_second() {
        let budget = Budget { target: MS(1000), maximum: MS(4000) };
        let cases = [
            // elapsed, playouts, best, second, unstable, goes on, why
            (0, 0, 0, 0, false, true, "nothing known yet"),
            (100, 100, 100, 0, false, true, "too early to judge the speed"),
            (100, 1000, 600, 300, false, true, "could be caught in the 9000 to come"),
            (900, 9000, 6000, 3000, false, false, "1000 to come, 3000 behind"),
            (900, 9000, 6000, 5500, false, true, "1000 to come, 500 behind"),
            (1000, 10000, 6000, 3000, false, false, "target reached, clear"),
            (1000, 10000, 6000, 5500, false, true, "target reached, close"),
            (1000, 10000, 6000, 3000, true, true, "target reached, unstable"),
            (3000, 30000, 9000, 8999, true, false, "three targets are enough"),
        ];
        for (elapsed, playouts, best, second, unstable, goes_on, why) in cases {
            let spending = Spending::new(Some(budget), None);
            let effort = effort(elapsed, playouts, best, second, unstable);
            assert_eq!(spending.keep_going(&effort), goes_on, "{why}");
        }
        let tight = Spending::new(Some(Budget { target: MS(1000), maximum: MS(1000) }), None);
        assert!(!tight.keep_going(&effort(1000, 10, 5, 5, true)), "the maximum is kept");
    }

    #[test]
    fn playouts_alone() {
        let spending = Spending::new(None, Some(1000));
        assert!(spending.keep_going(&effort(0, 0, 0, 0, false)));
        assert!(spending.keep_going(&effort(99_000, 600, 400, 100, false)), "400 to come");
        assert!(!spending.keep_going(&effort(0, 800, 600, 100, false)), "200 to come");
        assert!(!spending.keep_going(&effort(0, 1000, 500, 500, true)));
        let free = Spending::new(None, None);
        assert!(free.keep_going(&effort(1 << 40, 1 << 40, 1 << 39, 0, false)));
        assert_eq!((free.deadline(), spending.deadline()), (None, None));
    }
}
