//! What an engine behind GTP is told about time.
//!
//! `time_settings` knows absolute time and Canadian byo-yomi in whole seconds; `kgs-time_settings` adds Japanese byo-yomi,
//! `kata-time_settings` Fischer time and fractions. An engine that cannot be told the truth is told the nearest time
//! system under which it never uses more than it has.

use crate::base::Color;
use crate::clock::{Remaining, TimeSystem};
use std::time::Duration;

/// The words in which an engine has been told its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Form {
    /// Nothing was told.
    #[default]
    None,
    /// Whole seconds, nothing after main time.
    Main,
    /// Whole seconds, then so many stones in a period.
    Stones,
    /// Whole seconds, then a period for each move (in place of several periods).
    OnePeriod,
    /// Whole seconds, then periods.
    Periods,
    /// Fractions; the numbers are those of the clock.
    Exact,
    /// The same time for each move: there is never anything new to tell.
    PerMove,
}

/// How time is told to one engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TimeTalk {
    form: Form,
    /// Has the engine been told a time since it was started?
    told: bool,
}

impl TimeTalk {
    /// The command that sets the time for a game. `None`: there is nothing to tell, as for an engine that has never been
    /// told of a clock and has none.
    pub(super) fn settings(
        &mut self,
        system: &TimeSystem,
        engine: &str,
        mut knows: impl FnMut(&str) -> bool,
    ) -> Option<String> {
        let kata = knows("kata-time_settings");
        let kgs = knows("kgs-time_settings");
        let plain = knows("time_settings");
        if *system == TimeSystem::None {
            self.form = Form::None;
            let line = match (kata, kgs, plain) {
                (true, ..) => Some("kata-time_settings none"),
                (_, true, _) => Some("kgs-time_settings none"),
                (.., true) => Some("time_settings 0 1 0"),
                _ => None,
            };
            return std::mem::take(&mut self.told).then_some(line?.to_owned());
        }
        let (form, line, honest) = told(system, kata, kgs, plain)?;
        if !honest && !self.told {
            log::warn!("{engine} cannot be told the time {system} and is told: {line}");
        }
        *self = TimeTalk { form, told: true };
        Some(line)
    }

    /// The command that tells the time left.
    pub(super) fn left(&self, color: Color, left: &Remaining) -> Option<String> {
        let (time, count) = left.gtp();
        let line = |time: String, count: u32| {
            let letter = color.letter().to_ascii_lowercase();
            Some(format!("time_left {letter} {time} {count}"))
        };
        match self.form {
            Form::None | Form::PerMove => None,
            Form::Exact => line(time.as_secs_f64().to_string(), count),
            Form::Main => line(time.as_secs().to_string(), 0),
            Form::OnePeriod => line(time.as_secs().to_string(), count.min(1)),
            Form::Stones | Form::Periods => line(time.as_secs().to_string(), count),
        }
    }
}

/// The form, the line, and whether it is the truth.
fn told(system: &TimeSystem, kata: bool, kgs: bool, plain: bool) -> Option<(Form, String, bool)> {
    let whole = |time: Duration| time.subsec_nanos() == 0;
    let absolute = |main: Duration| match (plain, kgs) {
        (true, _) => Some(format!("time_settings {} 0 0", main.as_secs())),
        (_, true) => Some(format!("kgs-time_settings absolute {}", main.as_secs())),
        _ => None,
    };
    let canadian = |main: Duration, period: Duration, stones: u32| {
        let (main, period) = (main.as_secs(), period.as_secs());
        match (plain, kgs) {
            (true, _) => Some(format!("time_settings {main} {period} {stones}")),
            (_, true) => Some(format!("kgs-time_settings canadian {main} {period} {stones}")),
            _ => None,
        }
    };
    // Fractions can be told in one way only.
    let all_whole = match *system {
        TimeSystem::None => true,
        TimeSystem::Absolute { main } => whole(main),
        TimeSystem::PerMove { time } => whole(time),
        TimeSystem::Canadian { main, period, .. } | TimeSystem::ByoYomi { main, period, .. } => {
            whole(main) && whole(period)
        }
        TimeSystem::Fischer { .. } => false,
    };
    if kata && (!all_whole || !plain) {
        let form = match system {
            TimeSystem::PerMove { .. } => Form::PerMove,
            _ => Form::Exact,
        };
        return Some((form, format!("kata-time_settings {system}"), true));
    }
    match *system {
        TimeSystem::None => None,
        TimeSystem::Absolute { main } => Some((Form::Main, absolute(main)?, all_whole)),
        // Half a second has no name in whole ones; none at all is less.
        TimeSystem::PerMove { time } if time.as_secs() == 0 => {
            Some((Form::PerMove, absolute(time)?, false))
        }
        TimeSystem::PerMove { time } => {
            Some((Form::PerMove, canadian(Duration::ZERO, time, 1)?, all_whole))
        }
        TimeSystem::Canadian { main, period, .. } if period.as_secs() == 0 => {
            Some((Form::Main, absolute(main)?, false))
        }
        TimeSystem::Canadian { main, period, stones } => {
            Some((Form::Stones, canadian(main, period, stones)?, all_whole))
        }
        TimeSystem::ByoYomi { main, period, .. } if period.as_secs() == 0 => {
            Some((Form::Main, absolute(main)?, false))
        }
        TimeSystem::ByoYomi { main, period, periods } => {
            if kata {
                Some((Form::Exact, format!("kata-time_settings {system}"), true))
            } else if kgs {
                let (main, period) = (main.as_secs(), period.as_secs());
                let line = format!("kgs-time_settings byoyomi {main} {period} {periods}");
                Some((Form::Periods, line, all_whole))
            } else {
                // One stone a period: spare periods are never touched.
                Some((Form::OnePeriod, canadian(main, period, 1)?, false))
            }
        }
        // Main time alone: what each move adds is told by `time_left`, or stays a reserve.
        TimeSystem::Fischer { main, .. } => Some((Form::Main, absolute(main)?, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::tournament::time;

    /// What engines with these commands are told at the start and, if anything, after a first move of 1.5 s.
    #[test]
    fn what_is_said() {
        let plain = &["time_settings"][..];
        let kgs = &["time_settings", "kgs-time_settings"][..];
        let kata = &["time_settings", "kgs-time_settings", "kata-time_settings"][..];
        let cases = [
            ("60", plain, "time_settings 60 0 0", "time_left b 58 0"),
            ("60", kata, "time_settings 60 0 0", "time_left b 58 0"),
            ("60", &["kata-time_settings"], "kata-time_settings absolute 60", "time_left b 58.5 0"),
            ("2.5", plain, "time_settings 2 0 0", "time_left b 1 0"),
            ("2.5", kata, "kata-time_settings absolute 2.5", "time_left b 1 0"),
            ("60+10/5", plain, "time_settings 60 10 5", "time_left b 58 0"),
            ("1+10/5", plain, "time_settings 1 10 5", "time_left b 9 4"),
            ("0+10/5", kgs, "time_settings 0 10 5", "time_left b 8 4"),
            ("1+3x10", plain, "time_settings 1 10 1", "time_left b 10 1"),
            ("1+3x10", kgs, "kgs-time_settings byoyomi 1 10 3", "time_left b 10 3"),
            ("1+3x10", kata, "kata-time_settings byoyomi 1 10 3", "time_left b 10 3"),
            ("60+1", plain, "time_settings 60 0 0", "time_left b 59 0"),
            ("60+1", kgs, "time_settings 60 0 0", "time_left b 59 0"),
            ("60+1", kata, "kata-time_settings fischer 60 1", "time_left b 59.5 0"),
            ("2/move", plain, "time_settings 0 2 1", ""),
            ("2/move", kata, "time_settings 0 2 1", ""),
            ("1500ms/move", plain, "time_settings 0 1 1", ""),
            ("1500ms/move", kata, "kata-time_settings canadian 0 1.5 1", ""),
            ("500ms/move", plain, "time_settings 0 0 0", ""),
            ("60", &[], "", ""),
            ("none", kata, "", ""),
        ];
        for (text, commands, settings, left) in cases {
            let system = time::parse(text).unwrap();
            let mut talk = TimeTalk::default();
            let line = talk.settings(&system, "engine", |command| commands.contains(&command));
            assert_eq!(line.unwrap_or_default(), settings, "{text} {commands:?}");
            let mut clock = Clock::new(system);
            clock.start(Duration::ZERO);
            clock.stop(Duration::from_millis(1500));
            let said = clock.remaining(Duration::from_millis(1500));
            let said = said.and_then(|remaining| talk.left(Color::Black, &remaining));
            assert_eq!(said.unwrap_or_default(), left, "{text} {commands:?}");
        }
    }

    #[test]
    fn the_end_of_a_clock_is_told() {
        let mut talk = TimeTalk::default();
        let knows = |command: &str| command == "time_settings";
        let minute = time::parse("60").unwrap();
        assert_eq!(talk.settings(&minute, "", knows).as_deref(), Some("time_settings 60 0 0"));
        let line = talk.settings(&TimeSystem::None, "", knows);
        assert_eq!(line.as_deref(), Some("time_settings 0 1 0"));
        assert_eq!(talk.settings(&TimeSystem::None, "", knows), None);
    }
}
