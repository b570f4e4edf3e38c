//! The swap2 opening in a game of an event. The player to whom the schedule gives Black proposes; when the colours are
//! settled the players change seats if they must, so the entry tells who truly had Black.

use super::{Ended, Table, played};
use crate::base::Color;
use crate::controller::{Fault, Trouble};
use crate::engine::Stop;
use crate::games::gomoku::swap2::{Party, Reply};

impl Table<'_, '_> {
    /// Conducts the opening, on the players' clocks. Tells whether they have changed seats; the error is how the game ended,
    /// nothing if it is to be broken off.
    pub(super) fn swap2(&mut self, stop: &Stop) -> Result<bool, Option<Ended>> {
        let mut opening = self.referee.swap2();
        while let Some(party) = opening.due() {
            if stop.is_raised() {
                return Err(None);
            }
            let color = match party {
                Party::Proposer => Color::Black,
                Party::Responder => Color::White,
            };
            let stones = opening.stones();
            let (reply, elapsed) =
                self.ask(color, |player, left, limit| player.swap2(stones, left, limit))?;
            self.charge(color, elapsed, &spelt(&reply), true)?;
            if let Err(error) = opening.answer(&reply) {
                let text = format!("{} in the swap2 opening: {error}", spelt(&reply));
                return Err(self.forfeit(color, Trouble::new(Fault::Illegal, text)).into());
            }
        }
        let swapped = opening.black() == Some(Party::Responder);
        if swapped {
            self.players.swap(0, 1);
            self.sides.swap(0, 1);
            self.keeper.swap();
            for note in &mut self.faults {
                note.color = if note.color == 'b' { 'w' } else { 'b' };
            }
        }
        self.referee.begin_with(opening.stones());
        self.moves = self.referee.opening().iter().map(|&(color, mv)| played(color, mv)).collect();
        Ok(swapped)
    }
}

/// An answer by vertices.
fn spelt(reply: &Reply) -> String {
    match reply {
        Reply::Swap => "swap".into(),
        Reply::Stones(points) => {
            points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
    }
}
