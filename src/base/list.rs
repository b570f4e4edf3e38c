//! A list of moves on the stack.

use super::Move;
use std::ops::Deref;

const CAPACITY: usize = 640;

/// Up to 640 moves without an allocation: the 625 points of the largest board, the pass, and room to spare.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::PASS; CAPACITY], len: 0 }
    }

    /// Adds a move. Panics when the list is full, which no game's rules can bring about.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}
