//! Commands about time.

use super::Row;
use crate::base::Color;
use crate::clock::{TimeError, TimeSystem, seconds};
use crate::protocol::gtp::argument::{Argument, text};
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{Seconds, command};
use nom::combinator::map_opt;
use nom::multi::many0;
use nom::{IResult, Parser};
use std::time::Duration;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command(
            "time_settings",
            "Main time, byo-yomi time and stones in it: Canadian byo-yomi.",
            time_settings,
        ),
        command(
            "time_left",
            "Time left, and the stones or periods left in byo-yomi (0 in main time).",
            time_left,
        ),
        command("kgs-time_settings", "Time system by name, times as ints.", kgs_time_settings),
        command("kata-time_settings", "Time system by name, times as floats.", kata_time_settings),
        command(
            "kata-list_time_settings",
            "Names of the time systems of kata-time_settings.",
            list_time_settings,
        ),
    ]
}

fn time_settings(server: &mut Server<'_>, main: u32, byo_yomi: u32, stones: u32) -> Answer {
    let time = |seconds: u32| Duration::from_secs(seconds.into());
    server.session.set_time_system(TimeSystem::from_gtp(time(main), time(byo_yomi), stones));
    server.fine_time = false;
    done(Ok(()))
}

fn time_left(server: &mut Server<'_>, color: Color, time: Seconds, count: u32) -> Answer {
    // Only kata-time_settings allows fractions of a second.
    if !time.whole && !server.fine_time {
        return Err(Failure::syntax());
    }
    server.session.set_time_left(color, time.time, count);
    done(Ok(()))
}

/// The names of time systems and their numbers.
const KINDS: [(&str, &str); 6] = [
    ("none", ""),
    ("absolute", "MAIN"),
    ("canadian", "MAIN PERIOD STONES"),
    ("byoyomi", "MAIN PERIOD PERIODS"),
    ("fischer", "MAIN INCREMENT"),
    ("fischer-capped", "MAIN INCREMENT LIMIT PER_MOVE"),
];

/// KGS knows the first of [`KINDS`] only.
const KGS_KINDS: usize = 4;

fn kinds_doc(count: usize) -> String {
    let kinds: Vec<String> = KINDS
        .iter()
        .take(count)
        .map(|(name, numbers)| format!("{name} {numbers}").trim_end().into())
        .collect();
    kinds.join(" | ")
}

/// A time system by name, and its numbers as they came.
#[derive(Clone, PartialEq, Debug)]
struct Named {
    name: &'static str,
    numbers: Vec<String>,
}

fn named(input: &[u8], count: usize) -> IResult<&[u8], Named> {
    let name = |input| {
        text(input, |word| KINDS.iter().take(count).map(|(name, _)| *name).find(|n| *n == word))
    };
    let number = |input| text(input, |word| Some(word.to_owned()));
    (name, many0(number)).map(|(name, numbers)| Named { name, numbers }).parse(input)
}

impl Named {
    fn system(&self) -> Option<Result<TimeSystem, TimeError>> {
        let float = |text: &String| {
            // The reader of floats decides what a float is.
            let (rest, value) = f32::read(text.as_bytes()).ok()?;
            // Seconds keep the precision they were written with.
            rest.is_empty().then(|| text.parse::<f64>().unwrap_or(f64::from(value)))
        };
        let time = |text: &String| seconds(float(text)?).ok();
        let limit = |text: &String| match float(text)? {
            negative if negative < 0.0 => Some(None),
            value => seconds(value).ok().map(Some),
        };
        let int = |text: &String| match u32::read(text.as_bytes()) {
            Ok((b"", count)) => Some(count),
            _ => None,
        };
        Some(match (self.name, self.numbers.as_slice()) {
            ("none", []) => Ok(TimeSystem::None),
            ("absolute", [main]) => Ok(TimeSystem::Absolute { main: time(main)? }),
            ("canadian", [main, period, stones]) => {
                TimeSystem::canadian(time(main)?, time(period)?, int(stones)?)
            }
            ("byoyomi", [main, period, periods]) => {
                TimeSystem::byo_yomi(time(main)?, time(period)?, int(periods)?)
            }
            ("fischer", [main, increment]) => {
                TimeSystem::fischer(time(main)?, time(increment)?, None, None)
            }
            ("fischer-capped", [main, increment, most, per_move]) => {
                TimeSystem::fischer(time(main)?, time(increment)?, limit(most)?, limit(per_move)?)
            }
            _ => return None,
        })
    }

    fn is_whole(&self) -> bool {
        self.numbers.iter().all(|text| text.bytes().all(|b| b.is_ascii_digit()))
    }
}

/// The arguments of `kgs-time_settings`.
struct KgsTime(Result<TimeSystem, TimeError>);

impl Argument for KgsTime {
    fn doc() -> String {
        kinds_doc(KGS_KINDS)
    }

    fn read(input: &[u8]) -> IResult<&[u8], KgsTime> {
        map_opt(
            |input| named(input, KGS_KINDS),
            |named| named.is_whole().then(|| named.system()).flatten().map(KgsTime),
        )
        .parse(input)
    }
}

/// The arguments of `kata-time_settings`.
struct KataTime(Result<TimeSystem, TimeError>);

impl Argument for KataTime {
    fn doc() -> String {
        kinds_doc(KINDS.len())
    }

    fn read(input: &[u8]) -> IResult<&[u8], KataTime> {
        map_opt(|input| named(input, KINDS.len()), |named| named.system().map(KataTime))
            .parse(input)
    }
}

fn set(server: &mut Server<'_>, system: Result<TimeSystem, TimeError>, fine: bool) -> Answer {
    let system = system.map_err(|error| Failure::new(error.to_string()))?;
    server.session.set_time_system(system);
    server.fine_time = fine;
    done(Ok(()))
}

fn kgs_time_settings(server: &mut Server<'_>, time: KgsTime) -> Answer {
    set(server, time.0, false)
}

fn kata_time_settings(server: &mut Server<'_>, time: KataTime) -> Answer {
    set(server, time.0, true)
}

fn list_time_settings(_: &mut Server<'_>) -> Answer {
    Ok(KINDS.map(|(name, _)| name).join(" "))
}
