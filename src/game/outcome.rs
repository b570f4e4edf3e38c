//! How a game ended.

use crate::base::Color;
use std::fmt;

/// Why the winner won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// By that many points, discs or whatever the game counts; positive.
    Points(f32),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke a rule or failed to answer.
    Forfeit,
    /// The rules name a winner without a margin (five in a row, last move, first capture).
    Rule,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// One player won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        reason: Reason,
    },
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The outcome for a margin seen from Black; 0 is a draw.
    pub fn from_margin(black_margin: f32) -> Outcome {
        if black_margin > 0.0 {
            Outcome::Win { winner: Color::Black, reason: Reason::Points(black_margin) }
        } else if black_margin < 0.0 {
            Outcome::Win { winner: Color::White, reason: Reason::Points(-black_margin) }
        } else {
            Outcome::Draw
        }
    }

    /// The winner, unless the game was drawn.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw => None,
        }
    }

    /// 1 for a win of `color`, 0 for a loss, 0.5 for a draw.
    pub fn value(self, color: Color) -> f32 {
        match self.winner() {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

impl fmt::Display for Outcome {
    /// `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, or `0` for a draw (GTP 2 `final_score`, SGF `RE`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Draw => f.write_str("0"),
            Outcome::Win { winner, reason } => {
                write!(f, "{}+", winner.letter())?;
                match reason {
                    Reason::Points(points) => write!(f, "{points}"),
                    Reason::Resignation => f.write_str("R"),
                    Reason::Time => f.write_str("T"),
                    Reason::Forfeit => f.write_str("F"),
                    Reason::Rule => Ok(()),
                }
            }
        }
    }
}
