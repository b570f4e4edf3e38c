//! Games of hidden information: a turn is as many tries as it takes until the referee accepts one, all on the player's
//! clock, and players hear of the game only what the referee tells them.

use super::{Ended, Table};
use crate::base::{Color, Move};
use crate::controller::{Fault, Trouble};
use crate::game::{Reason, Verdict};
use crate::tournament::{Answer, Ending};
use std::time::Duration;

/// The turn so far.
#[derive(Default)]
pub(super) struct Turn {
    /// Vertices that were refused.
    pub(super) refused: Vec<String>,
    /// Time of all answers.
    spent: Duration,
    /// Answers in a row that were no tries.
    illegal: usize,
}

impl Table<'_, '_> {
    /// Asks for a try and judges it. A refusal is no fault, and the same player is asked again.
    pub(super) fn one_try(&mut self) -> Result<(), Ended> {
        let color = self.referee.to_move();
        let (answer, elapsed) = self.ask_move(color)?;
        self.turn.spent = self.turn.spent.saturating_add(elapsed);
        let answer = match answer {
            Ok(answer) if answer.mv == Move::RESIGN => {
                return Err(Ended::lost(color, Reason::Resignation, Ending::Resignation));
            }
            Ok(answer) => answer,
            Err(trouble) => {
                self.charge(color, elapsed, "an illegal move", false)?;
                return self.no_try(color, trouble);
            }
        };
        let said = answer.mv.to_string();
        match self.referee.attempt(color, answer.mv) {
            Ok(Verdict::Accepted) => {
                self.charge(color, elapsed, &said, true)?;
                self.end_turn(color, answer)
            }
            Ok(Verdict::Refused) => {
                self.turn.refused.push(said.clone());
                self.turn.illegal = 0;
                self.charge(color, elapsed, &said, false)?;
                self.tell()
            }
            Ok(Verdict::Passed) => {
                self.turn.refused.push(said.clone());
                self.charge(color, elapsed, &said, true)?;
                self.end_turn(color, Answer { mv: Move::PASS, ..answer })
            }
            Err(text) => {
                self.charge(color, elapsed, &said, false)?;
                self.no_try(color, Trouble::new(Fault::Illegal, format!("{said}: {text}")))
            }
        }
    }

    /// The turn ends with that move.
    fn end_turn(&mut self, color: Color, answer: Answer) -> Result<(), Ended> {
        let turn = std::mem::take(&mut self.turn);
        self.enter(color, answer, turn.spent);
        if let Some(last) = self.moves.last_mut() {
            last.refused = turn.refused;
        }
        self.explain(color)?;
        self.tell()
    }

    /// The answer was nothing that may be tried.
    fn no_try(&mut self, color: Color, trouble: Trouble) -> Result<(), Ended> {
        let most = self.event.rulings.illegal_moves_lose.max(1);
        self.turn.illegal += 1;
        let tries = self.turn.illegal;
        if tries >= most {
            return Err(self.forfeit(color, trouble));
        }
        let text = format!("{} ({tries} of {most}, asked again)", trouble.text);
        self.note(color, Trouble::new(trouble.fault, text));
        // The moves are hidden: the player is told only that the answer did not count.
        match self.players[color.index()].take_back(&[]) {
            Ok(()) => Ok(()),
            Err(trouble) => Err(self.forfeit(color, trouble)),
        }
    }

    /// Tells each player what the referee has for it.
    fn tell(&mut self) -> Result<(), Ended> {
        // A game that is over stays so, whatever happens to an engine now.
        let over = self.referee.outcome().is_some();
        for color in Color::BOTH {
            for event in self.referee.news(color) {
                match self.players[color.index()].told(&event) {
                    Ok(()) => {}
                    Err(trouble) if over => {
                        self.note(color, trouble);
                        break;
                    }
                    Err(trouble) => return Err(self.forfeit(color, trouble)),
                }
            }
        }
        Ok(())
    }
}
