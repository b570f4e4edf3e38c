//! What a referee tells a player.

use crate::base::Point;
use std::fmt;

/// Why a try was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is a stone.
    Occupied,
    /// The stone and its string would have no liberty.
    Suicide,
    /// A repetition that the rules forbid.
    Ko,
}

impl Refusal {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Occupied => "occupied",
            Refusal::Suicide => "suicide",
            Refusal::Ko => "ko",
        }
    }
}

/// What the player is told of the stones that a play of his has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// Where they stood, in the order of [`Point`]s.
    Points(Box<[Point]>),
    /// How many.
    Count(usize),
}

impl Taken {
    /// How many.
    pub fn count(&self) -> usize {
        match self {
            Taken::Points(points) => points.len(),
            Taken::Count(count) => *count,
        }
    }
}

/// One thing that a player is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// His try was legal and is played.
    Played {
        /// Where.
        point: Point,
        /// What it took.
        taken: Taken,
    },
    /// His try was refused.
    Refused {
        /// Where.
        point: Point,
        /// Why, where the rules tell.
        reason: Option<Refusal>,
    },
    /// He passed, or the turn passed from him after too many refusals.
    Passed,
    /// The opponent played, and these stones of the player are gone (in the order of [`Point`]s).
    OpponentPlayed {
        /// Where they stood.
        lost: Box<[Point]>,
    },
    /// The opponent passed.
    OpponentPassed,
    /// The opponent's turn is over, and the rules do not tell whether by a play or by a pass.
    OpponentMoved,
    /// A try of the opponent was refused.
    OpponentRefused,
    /// The play just told has put stones of the other player in atari.
    Atari,
    /// The game is over.
    Over,
}

impl fmt::Display for Event {
    /// One line: `played E5 taken 2 E4 D4`, `refused E5 ko`, `passed`, `opponent played lost 1 E4`, `over`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, word: &str, points: &[Point]| {
            if points.is_empty() {
                return Ok(());
            }
            write!(f, " {word} {}", points.len())?;
            points.iter().try_for_each(|point| write!(f, " {point}"))
        };
        match self {
            Event::Played { point, taken } => {
                write!(f, "played {point}")?;
                match taken {
                    Taken::Points(points) => list(f, "taken", points),
                    Taken::Count(0) => Ok(()),
                    Taken::Count(count) => write!(f, " taken {count}"),
                }
            }
            Event::Refused { point, reason: None } => write!(f, "refused {point}"),
            Event::Refused { point, reason: Some(reason) } => {
                write!(f, "refused {point} {}", reason.name())
            }
            Event::Passed => f.write_str("passed"),
            Event::OpponentPlayed { lost } => {
                f.write_str("opponent played")?;
                list(f, "lost", lost)
            }
            Event::OpponentPassed => f.write_str("opponent passed"),
            Event::OpponentMoved => f.write_str("opponent moved"),
            Event::OpponentRefused => f.write_str("opponent refused"),
            Event::Atari => f.write_str("atari"),
            Event::Over => f.write_str("over"),
        }
    }
}
