//! How long to think about one move.

use super::{Clock, Overtime, Phase, TimeSystem};
use std::time::Duration;

/// How long to think about one move, counted from the moment the budget was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What the move should take when nothing special happens.
    pub target: Duration,
    /// What it must never exceed, lag margin already taken off.
    pub maximum: Duration,
}

impl Budget {
    /// Exactly this time, less the lag margin.
    pub fn fixed(time: Duration, lag: Duration) -> Budget {
        let time = usable(time, lag);
        Budget { target: time, maximum: time }
    }

    /// The tighter of two budgets.
    pub fn tightest(self, other: Budget) -> Budget {
        Budget { target: self.target.min(other.target), maximum: self.maximum.min(other.maximum) }
    }

    /// A target within the maximum, and both within what is available. Where there is any time at all, neither is zero.
    fn within(target: Duration, maximum: Duration, available: Duration) -> Budget {
        let tick = Duration::from_nanos(1).min(available);
        let maximum = maximum.clamp(tick, available);
        Budget { target: target.clamp(tick, maximum), maximum }
    }
}

/// What may be planned with of a sum of time: all but the reserve, and a sixteenth where the reserve would eat that too,
/// so that thinking time dwindles instead of ending.
fn usable(time: Duration, reserve: Duration) -> Duration {
    let sixteenth = if time < Duration::from_nanos(16) { time } else { time / 16 };
    time.saturating_sub(reserve).max(sixteenth)
}

/// `time * percent / 100` without overflow.
fn percent(time: Duration, percent: u32) -> Duration {
    (time / 100).saturating_mul(percent)
}

impl Clock {
    /// Time for the next move, to be counted from `now`; `None` without a limit.
    ///
    /// `lag` is the delay between this clock and the opponent's or server's that must never cost the game. A tenth of it
    /// is reckoned for each move on top, as the part of a move's time that this clock does not see. It adds up until
    /// [`Clock::set_left`] tells the truth again, so moves made since then count as well as those to come.
    pub fn budget(&self, now: Duration, phase: &Phase, lag: Duration) -> Option<Budget> {
        let left = self.remaining(now)?;
        let moves = phase.own_moves_left();
        let unseen = |moves: u32| lag.saturating_add((lag / 10).saturating_mul(moves));
        let past = self.unconfirmed();
        // This move's share of a sum that must last to the end of the game.
        let reserve = unseen(past.saturating_add(phase.own_moves_at_most()));
        let share = |main: Duration| percent(usable(main, reserve) / moves.max(1), phase.weight());
        let hard = usable(left.main, unseen(past));
        if let Some(overtime) = left.overtime {
            let pace = self.pace(lag);
            if left.main.is_zero() {
                return Some(self.overtime_budget(&overtime, pace, lag));
            }
            // Overtime comes back with every move, so main time need not last to the end: it is best spent on moves that
            // get clearly more than overtime would give them. The last of them may run on into overtime, at its pace.
            let certain = left.main.saturating_sub((lag / 10).saturating_mul(past));
            let reach = certain.saturating_add(pace);
            let target = share(left.main).max(percent(pace, 150));
            return Some(Budget::within(target.min(reach), target.saturating_mul(4), reach));
        }
        Some(match self.system() {
            TimeSystem::PerMove { .. } => Budget::fixed(left.main, lag),
            TimeSystem::Fischer { increment, limit, per_move_limit, .. } => {
                // What the limit would cut off after the increment is free to spend.
                let free = limit.map_or(Duration::ZERO, |limit| {
                    left.main.saturating_add(increment).saturating_sub(limit)
                });
                let most = hard - hard / 4;
                let target = share(left.main).saturating_add(usable(increment, lag)).max(free);
                let mut maximum = target.saturating_mul(4).min(most);
                if let Some(limit) = per_move_limit {
                    let limit = limit.saturating_sub(self.running_for(now));
                    maximum = maximum.min(usable(limit, lag));
                }
                Budget::within(target, maximum, most)
            }
            _ => {
                let target = share(left.main);
                // Once the reserve is all that is left, no move is given more than its share.
                let spare = left.main.saturating_sub(reserve);
                let maximum = target.saturating_mul(4).min(spare / 2).max(target);
                Budget::within(target, maximum, hard)
            }
        })
    }

    /// What every move may take in overtime however the moves fall into periods: any `stones` moves in a row fit into one.
    fn pace(&self, lag: Duration) -> Duration {
        match self.system() {
            TimeSystem::Canadian { period, stones, .. } => {
                usable(period, lag.saturating_add((lag / 10).saturating_mul(stones)))
                    / stones.max(1)
            }
            TimeSystem::ByoYomi { period, .. } => usable(period, lag),
            _ => Duration::ZERO,
        }
    }

    fn overtime_budget(&self, overtime: &Overtime, pace: Duration, lag: Duration) -> Budget {
        let TimeSystem::Canadian { stones: all, .. } = self.system() else {
            return Budget::fixed(overtime.time, lag);
        };
        // Each stone of the period costs its unseen part, the stones played since the last word of a controller too.
        let stones = overtime.count.max(1);
        let played = all.saturating_sub(stones).min(self.unconfirmed());
        let unseen = (lag / 10).saturating_mul((stones - 1).saturating_add(played));
        let plan = usable(overtime.time, lag.saturating_add(unseen));
        let target = plan / stones;
        if self.is_counting_sure() {
            let others = (target / 2).saturating_mul(stones - 1);
            Budget::within(target, target.saturating_mul(3), plan.saturating_sub(others))
        } else {
            Budget::within(target.min(pace), pace, target)
        }
    }
}
