//! What all formats tell: where a game began and what was played.

use super::{OthelloError, Position};
use crate::base::{Color, Move};
use crate::clock::{TimeSystem, seconds};
use crate::game::{Outcome, Reason};
use std::time::Duration;

/// A move as a record tells it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ply {
    /// Who made it, where the format says so.
    pub color: Option<Color>,
    /// The square or a pass.
    pub mv: Move,
    /// Its value for the mover, in discs.
    pub eval: Option<f64>,
    /// Seconds it took.
    pub seconds: Option<f64>,
}

impl Ply {
    /// A move of which no more is known.
    pub fn new(color: Option<Color>, mv: Move) -> Ply {
        Ply { color, mv, eval: None, seconds: None }
    }
}

/// The time that GGF gives each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSetting {
    /// Main time.
    pub main: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// What is added once when main time is used up (on GGS the game is lost by then, but may be drawn or be lost by less).
    pub extension: Duration,
}

impl TimeSetting {
    /// The time system without the extension.
    pub fn system(&self) -> TimeSystem {
        match self.increment.is_zero() {
            true => TimeSystem::Absolute { main: self.main },
            false => TimeSystem::Fischer {
                main: self.main,
                increment: self.increment,
                limit: None,
                per_move_limit: None,
            },
        }
    }
}

/// A game, or a position that one might begin with.
#[derive(Clone, PartialEq, Debug)]
pub struct OthelloGame {
    /// Where it began.
    pub start: Position,
    /// What was played, as written: forced passes may be missing.
    pub plies: Vec<Ply>,
    /// The players' names, by [`Color::index`].
    pub players: [Option<String>; 2],
    /// Where it was played.
    pub place: Option<String>,
    /// When, as written.
    pub date: Option<String>,
    /// Black's disc difference as GGF writes it (`+4.000`), perhaps with `:r` (resigned), `:t` (out of time), `:s` (agreed).
    pub result: Option<String>,
    /// The time of each player.
    pub time: Option<TimeSetting>,
    /// Is the winner who has fewest discs?
    pub anti: bool,
    /// Exact scores of moves from the start position, for the side to move there, best first.
    pub scores: Vec<(Move, i32)>,
    /// A remark.
    pub comment: Option<String>,
}

impl OthelloGame {
    /// A game that has not begun.
    pub fn new(start: Position) -> OthelloGame {
        OthelloGame {
            start,
            plies: Vec::new(),
            players: [None, None],
            place: None,
            date: None,
            result: None,
            time: None,
            anti: false,
            scores: Vec::new(),
            comment: None,
        }
    }

    /// The moves without what is said of them, with the colours that the record tells.
    pub fn moves(&self) -> Vec<(Option<Color>, Move)> {
        self.plies.iter().map(|ply| (ply.color, ply.mv)).collect()
    }

    /// The result; `None` when it is missing or unknown.
    pub fn outcome(&self) -> Option<Outcome> {
        let (number, how) = match self.result.as_deref()?.split_once(':') {
            Some((number, how)) => (number, how.trim()),
            None => (self.result.as_deref()?, ""),
        };
        let margin: f32 = number.trim().parse().ok().filter(|margin: &f32| margin.is_finite())?;
        let reason = match how {
            "r" => Reason::Resignation,
            "t" => Reason::Time,
            _ => return Some(Outcome::from_margin(margin)),
        };
        let winner = if margin < 0.0 { Color::White } else { Color::Black };
        Some(Outcome::Win { winner, reason })
    }

    /// Sets the result. What has no number of discs (a resignation) is left unknown.
    pub fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.result = match outcome {
            Some(Outcome::Draw) => Some("+0.000".into()),
            Some(Outcome::Win { winner, reason: Reason::Points(points) }) => {
                let margin = if winner == Color::Black { points } else { -points };
                Some(format!("{margin:+.3}"))
            }
            _ => None,
        };
    }

    /// What a player has left after the moves of the record: the main time and the increments, less the times used; once
    /// that is gone, what is left of the extension. `None` without a time setting.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        let time = self.time?;
        // Moves without a colour are taken to alternate.
        let mut turn = self.start.to_move();
        let (mut made, mut used) = (0u32, 0.0);
        for ply in &self.plies {
            let mover = ply.color.unwrap_or(turn);
            turn = mover.other();
            if mover == color {
                made = made.saturating_add(1);
                used += ply.seconds.unwrap_or(0.0);
            }
        }
        let used = seconds(used).unwrap_or(Duration::MAX);
        let earned = time.main.saturating_add(time.increment.saturating_mul(made));
        Some(match earned.checked_sub(used) {
            Some(left) if !left.is_zero() => left,
            _ => earned.saturating_add(time.extension).saturating_sub(used),
        })
    }
}

/// A number of seconds that makes sense.
pub(super) fn time_used(text: &str) -> Option<f64> {
    let value: f64 = text.trim().parse().ok()?;
    seconds(value).is_ok().then_some(value)
}

/// Where something is wrong in a file of many lines, unless it is the only one.
pub(super) fn each_line<T>(
    text: &str,
    what: &'static str,
    read: impl Fn(&str) -> Result<Option<T>, OthelloError>,
) -> Result<Vec<T>, OthelloError> {
    let mut found = Vec::new();
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['%', '#']) {
            continue;
        }
        found.extend(read(line).map_err(|error| error.in_line(at + 1))?);
    }
    if found.is_empty() { Err(OthelloError::Nothing(what)) } else { Ok(found) }
}
