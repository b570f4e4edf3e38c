//! How events spell the time of a player.
//!
//! | text | time system |
//! |---|---|
//! | `none` | no limit |
//! | `60` | sixty seconds for the game |
//! | `60+1` | sixty seconds, and one more after each move (Fischer) |
//! | `60+10/5` | sixty seconds, then five moves in each ten seconds (Canadian byo-yomi) |
//! | `60+5x10` | sixty seconds, then five periods of ten seconds (Japanese byo-yomi) |
//! | `1/move` | one second for each move |
//!
//! Each duration is a number of seconds or carries a unit: `500ms`, `90s`, `5m`, `1h`, `1.5m`.

use crate::clock::{TimeSystem, seconds};
use std::time::Duration;

/// The text spells no time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{text:?} is no time ({why}); accepted are none, 60, 60+1 (with an increment), 60+10/5 (five moves in each ten \
     seconds), 60+5x10 (five periods of ten seconds) and 1/move, each duration in seconds or as 500ms, 90s, 5m, 1h"
)]
pub struct TimeTextError {
    text: String,
    why: &'static str,
}

/// Reads a time.
///
/// # Errors
/// [`TimeTextError`], which lists the forms.
pub fn parse(text: &str) -> Result<TimeSystem, TimeTextError> {
    system(text.trim()).map_err(|why| TimeTextError { text: text.into(), why })
}

fn system(text: &str) -> Result<TimeSystem, &'static str> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(TimeSystem::None);
    }
    if let Some((time, unit)) = text.split_once('/')
        && unit.trim().eq_ignore_ascii_case("move")
    {
        let time = positive(time)?;
        return Ok(TimeSystem::PerMove { time });
    }
    let Some((main, overtime)) = text.split_once('+') else {
        return Ok(TimeSystem::Absolute { main: positive(text)? });
    };
    let main = duration(main)?;
    if let Some((period, stones)) = overtime.split_once('/') {
        let (period, stones) = (positive(period)?, count(stones)?);
        return Ok(TimeSystem::Canadian { main, period, stones });
    }
    if let Some((periods, period)) = overtime.split_once(['x', 'X']) {
        let (period, periods) = (positive(period)?, count(periods)?);
        return Ok(TimeSystem::ByoYomi { main, period, periods });
    }
    if main.is_zero() {
        return Err("there is no time for the first move");
    }
    Ok(TimeSystem::Fischer {
        main,
        increment: duration(overtime)?,
        limit: None,
        per_move_limit: None,
    })
}

fn positive(text: &str) -> Result<Duration, &'static str> {
    let time = duration(text)?;
    if time.is_zero() { Err("there is no time at all") } else { Ok(time) }
}

fn count(text: &str) -> Result<u32, &'static str> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(count) if digits && count > 0 => Ok(count),
        _ => Err("a count is a whole number from 1"),
    }
}

fn duration(text: &str) -> Result<Duration, &'static str> {
    const WRONG: &str = "a duration is a number with ms, s, m, h or no unit";
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(WRONG),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let value: f64 = number.parse().ok().filter(|_| plain).ok_or(WRONG)?;
    seconds(value * factor).map_err(|_| "a time has at most 2147483647 seconds")
}

/// Spells a time as [`parse`] reads it. Fischer limits, which have no spelling here, are left out.
pub fn text(system: &TimeSystem) -> String {
    let s = |time: Duration| time.as_secs_f64();
    match *system {
        TimeSystem::None => "none".into(),
        TimeSystem::Absolute { main } => format!("{}", s(main)),
        TimeSystem::Canadian { main, period, stones } => {
            format!("{}+{}/{stones}", s(main), s(period))
        }
        TimeSystem::ByoYomi { main, period, periods } => {
            format!("{}+{periods}x{}", s(main), s(period))
        }
        TimeSystem::Fischer { main, increment, .. } => format!("{}+{}", s(main), s(increment)),
        TimeSystem::PerMove { time } => format!("{}/move", s(time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings() {
        let cases = [
            ("none", "none"),
            (" None ", "none"),
            ("60", "absolute 60"),
            ("5m", "absolute 300"),
            ("90s", "absolute 90"),
            ("500ms", "absolute 0.5"),
            ("1h", "absolute 3600"),
            ("1.5m", "absolute 90"),
            ("60+1", "fischer 60 1"),
            ("60+0", "fischer 60 0"),
            ("1m+500ms", "fischer 60 0.5"),
            ("60+10/5", "canadian 60 10 5"),
            ("0+10/5", "canadian 0 10 5"),
            ("60+5x10", "byoyomi 60 10 5"),
            ("1m + 3 x 30s", "byoyomi 60 30 3"),
            ("1/move", "canadian 0 1 1"),
            ("100ms/move", "canadian 0 0.1 1"),
        ];
        for (text, system) in cases {
            assert_eq!(parse(text).map(|s| s.to_string()), Ok(system.into()), "{text}");
        }
        assert_eq!(parse("1/move"), Ok(TimeSystem::PerMove { time: Duration::from_secs(1) }));
    }

    #[test]
    fn what_is_no_time_is_told_what_is() {
        for bad in [
            "",
            "0",
            "-1",
            "x",
            "60+",
            "+1",
            "60+1+1",
            "60+10/0",
            "60+0/5",
            "60+10/-5",
            "60+0x10",
            "60+5x0",
            "0+1",
            "0/move",
            "1/stone",
            "1e3",
            "inf",
            "nan",
            "5d",
            "60 60",
            "3000000000",
            "60+10/5.5",
            "60+99999999999x1",
            "..",
            "é",
        ] {
            let error = parse(bad).expect_err(bad).to_string();
            assert!(error.contains("60+10/5") && error.contains("1/move"), "{error}");
        }
    }

    fn systems() -> impl Strategy<Value = TimeSystem> {
        let ms = |low: u64| (low..100_000_000).prop_map(Duration::from_millis);
        let limit = None;
        prop_oneof![
            Just(TimeSystem::None),
            ms(1).prop_map(|main| TimeSystem::Absolute { main }),
            ms(1).prop_map(|time| TimeSystem::PerMove { time }),
            (ms(0), ms(1), 1u32..).prop_map(|(main, period, stones)| TimeSystem::Canadian {
                main,
                period,
                stones
            }),
            (ms(0), ms(1), 1u32..).prop_map(|(main, period, periods)| TimeSystem::ByoYomi {
                main,
                period,
                periods
            }),
            (ms(1), ms(0)).prop_map(move |(main, increment)| TimeSystem::Fischer {
                main,
                increment,
                limit,
                per_move_limit: limit
            }),
        ]
    }

    proptest! {
        #[test]
        fn spelling_and_reading_are_inverse(system in systems()) {
            prop_assert_eq!(parse(&text(&system)), Ok(system));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = parse(&text);
        }
    }
}
