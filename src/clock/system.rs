//! Time systems, and how the wire's numbers become one.

use std::fmt;
use std::time::Duration;

/// The time one player has for a game, and how it is renewed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeSystem {
    /// No limit.
    #[default]
    None,
    /// One sum for the whole game.
    Absolute {
        /// The sum.
        main: Duration,
    },
    /// Main time, then `stones` moves in each `period` (Canadian byo-yomi).
    Canadian {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to make in it, at least 1.
        stones: u32,
    },
    /// Main time, then `periods` periods; one is lost each time a move takes it up whole (Japanese byo-yomi).
    ByoYomi {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Main time that grows after every move.
    Fischer {
        /// Main time at the start.
        main: Duration,
        /// What is added after each move.
        increment: Duration,
        /// What main time is cut to after an increment.
        limit: Option<Duration>,
        /// What one move may take at most.
        per_move_limit: Option<Duration>,
    },
    /// The same time for each move; what is left of it is lost.
    PerMove {
        /// Time for one move.
        time: Duration,
    },
}

/// The numbers describe no time system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeError {
    /// Negative, not a number, or beyond 2^31 - 1 seconds.
    #[error("a time is between 0 and 2147483647 seconds")]
    Range,
    /// A period without moves, or no period at all.
    #[error("byo-yomi needs at least one stone or period")]
    Count,
    /// The main time exceeds the limit on it.
    #[error("the main time exceeds its limit")]
    Limit,
}

/// Seconds from the wire as a duration: finite, 0 ..= 2^31 - 1.
pub fn seconds(value: f64) -> Result<Duration, TimeError> {
    if (0.0..=2_147_483_647.0).contains(&value) {
        Ok(Duration::from_secs_f64(value))
    } else {
        Err(TimeError::Range)
    }
}

impl TimeSystem {
    /// GTP 2 `time_settings` (specification, section 4.2): `M B S` is Canadian, `M 0 S` absolute, and a period without
    /// stones (`M B 0`, B > 0) means no limit.
    pub fn from_gtp(main: Duration, period: Duration, stones: u32) -> TimeSystem {
        if period.is_zero() {
            TimeSystem::Absolute { main }
        } else if stones == 0 {
            TimeSystem::None
        } else {
            TimeSystem::Canadian { main, period, stones }
        }
    }

    /// `canadian M B S` of `kgs-time_settings` and `kata-time_settings`.
    pub fn canadian(main: Duration, period: Duration, stones: u32) -> Result<Self, TimeError> {
        match stones {
            0 => Err(TimeError::Count),
            _ if period.is_zero() => Ok(TimeSystem::Absolute { main }),
            _ => Ok(TimeSystem::Canadian { main, period, stones }),
        }
    }

    /// `byoyomi M B P` of `kgs-time_settings` and `kata-time_settings`.
    pub fn byo_yomi(main: Duration, period: Duration, periods: u32) -> Result<Self, TimeError> {
        match periods {
            0 => Err(TimeError::Count),
            _ if period.is_zero() => Ok(TimeSystem::Absolute { main }),
            _ => Ok(TimeSystem::ByoYomi { main, period, periods }),
        }
    }

    /// `fischer M INC` and `fischer-capped M INC LIMIT PER_MOVE` of `kata-time_settings`.
    pub fn fischer(
        main: Duration,
        increment: Duration,
        limit: Option<Duration>,
        per_move_limit: Option<Duration>,
    ) -> Result<Self, TimeError> {
        if limit.is_some_and(|limit| limit < main) {
            return Err(TimeError::Limit);
        }
        Ok(TimeSystem::Fischer { main, increment, limit, per_move_limit })
    }

    /// Is there no limit at all?
    pub fn is_unlimited(&self) -> bool {
        *self == TimeSystem::None
    }
}

impl fmt::Display for TimeSystem {
    /// In the words of `kata-time_settings`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |d: Duration| d.as_secs_f64();
        let or_none = |d: Option<Duration>| d.map_or(-1.0, |d| d.as_secs_f64());
        match *self {
            TimeSystem::None => f.write_str("none"),
            TimeSystem::Absolute { main } => write!(f, "absolute {}", s(main)),
            TimeSystem::Canadian { main, period, stones } => {
                write!(f, "canadian {} {} {stones}", s(main), s(period))
            }
            TimeSystem::ByoYomi { main, period, periods } => {
                write!(f, "byoyomi {} {} {periods}", s(main), s(period))
            }
            TimeSystem::Fischer { main, increment, limit: None, per_move_limit: None } => {
                write!(f, "fischer {} {}", s(main), s(increment))
            }
            TimeSystem::Fischer { main, increment, limit, per_move_limit } => write!(
                f,
                "fischer-capped {} {} {} {}",
                s(main),
                s(increment),
                or_none(limit),
                or_none(per_move_limit)
            ),
            TimeSystem::PerMove { time } => write!(f, "canadian 0 {} 1", s(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn gtp_numbers() {
        let cases = [
            ((60, 10, 5), "canadian 60 10 5"),
            ((60, 0, 5), "absolute 60"),
            ((60, 0, 0), "absolute 60"),
            ((0, 0, 0), "absolute 0"),
            ((60, 10, 0), "none"),
            ((0, 1, 0), "none"),
            ((1, 1, 0), "none"),
            ((0, 7, 1), "canadian 0 7 1"),
        ];
        for ((main, period, stones), text) in cases {
            let system = TimeSystem::from_gtp(S(main), S(period), stones);
            assert_eq!(system.to_string(), text, "{main} {period} {stones}");
        }
    }

    #[test]
    fn bad_numbers() {
        for bad in [-1.0, -1e-9, 2_147_483_648.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(seconds(bad), Err(TimeError::Range), "{bad}");
        }
        assert_eq!(seconds(1.5), Ok(Duration::from_millis(1500)));
        assert_eq!(seconds(2_147_483_647.0), Ok(S(2_147_483_647)));
        assert_eq!(TimeSystem::canadian(S(1), S(1), 0), Err(TimeError::Count));
        assert_eq!(TimeSystem::byo_yomi(S(1), S(1), 0), Err(TimeError::Count));
        assert_eq!(TimeSystem::fischer(S(9), S(1), Some(S(8)), None), Err(TimeError::Limit));
        let capped = TimeSystem::fischer(S(9), S(1), Some(S(9)), None);
        assert_eq!(capped.map(|s| s.to_string()), Ok("fischer-capped 9 1 9 -1".into()));
    }
}
