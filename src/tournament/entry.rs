//! What was played: the entry of one game in the journal. Everything a report, a table or a record shows is in it.

use crate::controller::Fault;
use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The rules ended it and gave a score.
    Score,
    /// The rules ended it without a margin (five in a row).
    Rule,
    /// The loser resigned.
    Resignation,
    /// The loser was late.
    Time,
    /// The loser played an illegal move, crashed, hung or talked nonsense; the fault tells.
    Forfeit,
    /// It had too many moves.
    MoveLimit,
    /// Both players had agreed for long enough who wins.
    Agreement,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// `b` or `w`.
    pub color: char,
    /// A vertex as in GTP, or `pass`.
    #[serde(rename = "move")]
    pub vertex: String,
    /// Milliseconds by the referee's clock; missing for moves of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// Seconds left on the player's clock after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// The mover's win rate as the mover sees it, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winrate: Option<f64>,
    /// What the engine said of the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Vertices refused to the player in this turn (Phantom Go).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
}

/// Something that went wrong, and with whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultNote {
    /// The player's name, or `scorer` for the program that scores.
    pub player: String,
    /// `b`, `w`, or `-` for the program that scores.
    pub color: char,
    /// What kind.
    pub fault: Fault,
    /// Moves made before it.
    pub after: usize,
    /// The particulars.
    pub text: String,
}

/// What a player says the score is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// The player's name.
    pub player: String,
    /// Its `final_score`, as said.
    pub score: String,
}

/// One player's part in a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// The name in the event.
    pub name: String,
    /// Moves made (those of the opening not counted).
    pub moves: usize,
    /// Seconds used, by the referee's clock.
    pub seconds: f64,
    /// Longest move, seconds.
    pub longest: f64,
    /// Processor seconds used by the engine's process, where they can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// Moves that came late (and were tolerated, or the one that lost).
    #[serde(default)]
    pub late: usize,
}

/// One game, as the journal keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// The round.
    pub round: usize,
    /// The pair of games with swapped colours.
    pub pair: usize,
    /// Black.
    pub black: Side,
    /// White.
    pub white: Side,
    /// The opening's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The game played, by its name in the register.
    pub kind: String,
    /// The board, `N` or `WxH`.
    pub size: String,
    /// Points for White, where the game has such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<f32>,
    /// Vertices of handicap stones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicap: Vec<String>,
    /// The moves, those of the opening first.
    pub moves: Vec<Played>,
    /// Vertices refused to the player to move after the last move (Phantom Go).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
    /// `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, or `0` for a draw.
    pub result: String,
    /// Why it ended.
    pub ending: Ending,
    /// Margin in points or discs from Black's side, where the ending is a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
    /// What the players said the score is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultNote>,
    /// When the game began, UTC, `2026-11-30T12:00:00Z`.
    pub begun: String,
    /// How long it took, seconds.
    pub took: f64,
}

impl Entry {
    /// Can that be the entry of a game? Tells what cannot.
    pub fn check(&self) -> Result<(), String> {
        if self.game == 0 {
            return Err("games count from 1".into());
        }
        let reason = ["B+", "W+"].iter().find_map(|winner| self.result.strip_prefix(winner));
        let points = |text: &str| text.parse::<f32>().is_ok_and(|points| points.is_finite());
        match reason {
            Some("" | "R" | "T" | "F") => Ok(()),
            Some(text) if points(text) => Ok(()),
            None if self.result == "0" => Ok(()),
            _ => Err(format!("{:?} is no result", self.result)),
        }
    }

    /// Points of the player with the black stones: 1, 0.5 or 0.
    pub fn black_points(&self) -> f64 {
        match self.result.chars().next() {
            Some('B') => 1.0,
            Some('W') => 0.0,
            _ => 0.5,
        }
    }
}
