//! Reversi, also known as Othello: discs, flips, forced passes, counting.
//!
//! Point `a1` is the first cell of every text form (OBF, GGF) and stands in the top left corner of a printed board; labels
//! are those of GTP, letter for letter. Boards of more than eight columns leave out the letter I, as GTP does.

mod bits;
mod board;
pub mod eight;
mod lines;
mod rules;
mod state;

pub use board::Board;
pub use lines::LineTable;
pub use rules::{Empties, Goal, Rules, RulesError};
pub use state::ReversiState;

use crate::base::BoardSize;

/// The board nobody has to ask for.
pub const USUAL_SIZE: BoardSize = BoardSize::square(8).unwrap();

/// Is the game played on that board? Squares with an even side of 4 to 16.
pub fn accepts(size: BoardSize) -> bool {
    let side = size.width();
    side == size.height() && (4..=16).contains(&side) && side.is_multiple_of(2)
}
