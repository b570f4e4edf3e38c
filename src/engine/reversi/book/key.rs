//! Positions as the book knows them: discs of the side to move and of the other, forced passes made, and one form for all
//! eight images of a position under the symmetries of the board.

use crate::eval::reversi::patterns::turned;
use crate::games::reversi::eight::{START, final_margin, portable, squares};

/// A position as it lies on the board. The side to move can move, or the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Discs of the side to move, bit 0 = a1, bit 1 = b1.
    pub own: u64,
    /// Discs of the other side.
    pub other: u64,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the disc was put, 0 = a1, 1 = b1.
    pub square: usize,
    /// The position after it, and after the pass of the other side where that is forced.
    pub to: Placed,
    /// What a value there has to be multiplied with to be one for the mover: -1, or 1 where the mover moves again.
    pub sign: i32,
    /// Is the game over?
    pub over: bool,
}

impl Placed {
    /// The start of the game, Black to move.
    pub const START: Placed = Placed { own: START[0], other: START[1] };

    /// Where the side to move may play.
    pub fn mobility(self) -> u64 {
        portable::mobility(self.own, self.other)
    }

    /// The legal moves, lowest square first.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        squares(self.mobility()).map(move |square| self.after(square))
    }

    /// The move on that square, if it is legal.
    pub fn step(self, square: usize) -> Option<Step> {
        let legal = square < 64 && self.mobility() >> square & 1 != 0;
        legal.then(|| self.after(square))
    }

    fn after(self, square: usize) -> Step {
        let flips = portable::flips(self.own, self.other, square);
        let mover = self.own ^ flips | 1 << square;
        let to = Placed { own: self.other ^ flips, other: mover };
        let back = Placed { own: to.other, other: to.own };
        let moves = to.mobility() != 0;
        let again = !moves && back.mobility() != 0;
        let (to, sign) = if again { (back, 1) } else { (to, -1) };
        Step { square, to, sign, over: !moves && !again }
    }

    /// The same position under a symmetry of the board, as [`turned`] numbers them.
    pub fn image(self, symmetry: usize) -> Placed {
        Placed { own: image(self.own, symmetry), other: image(self.other, symmetry) }
    }

    /// Empty squares.
    pub fn empties(self) -> u32 {
        (self.own | self.other).count_zeros()
    }
}

impl Step {
    /// What the mover wins by, in discs, if the game is over.
    pub fn margin(&self) -> Option<i32> {
        self.over.then(|| self.sign * final_margin(self.to.own, self.to.other))
    }
}

/// A set of squares under a symmetry of the board.
fn image(set: u64, symmetry: usize) -> u64 {
    let mut set = set;
    if symmetry & 1 != 0 {
        set = set.reverse_bits().swap_bytes();
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes();
    }
    if symmetry & 4 != 0 {
        // Transposes blocks of one, two and four columns (Warren, Hacker's Delight, 7-3).
        for (mask, by) in
            [(0x00aa_00aa_00aa_00aa, 7), (0x0000_cccc_0000_cccc, 14), (0x0000_0000_f0f0_f0f0, 28)]
        {
            let swap = (set ^ set >> by) & mask;
            set ^= swap ^ swap << by;
        }
    }
    set
}

/// The symmetry that takes another one back.
fn inverse(symmetry: usize) -> usize {
    match symmetry {
        // First columns and rows are mirrored, then exchanged: the other way round the mirrors change places.
        5 => 6,
        6 => 5,
        other => other,
    }
}

/// A position in its one form: of its eight images the one with the least numbers. Positions with fewer discs come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    discs: u32,
    own: u64,
    other: u64,
}

impl Key {
    /// The form of a position, and the symmetry that leads to it.
    pub fn of(position: Placed) -> (Key, usize) {
        let form = |symmetry| {
            let Placed { own, other } = position.image(symmetry);
            (Key { discs: 64 - position.empties(), own, other }, symmetry)
        };
        (1..8).map(form).fold(form(0), |least, other| if other.0 < least.0 { other } else { least })
    }

    /// The form of the start.
    pub fn start() -> Key {
        Key::of(Placed::START).0
    }

    /// The position.
    pub fn position(self) -> Placed {
        Placed { own: self.own, other: self.other }
    }
}

/// The square of the form that a square of the position is, where `symmetry` leads to the form.
pub fn into_form(square: usize, symmetry: usize) -> usize {
    turned(square, symmetry)
}

/// The square of the position that a square of the form is, where `symmetry` leads to the form.
pub fn out_of_form(square: usize, symmetry: usize) -> usize {
    turned(square, inverse(symmetry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Color;
    use crate::game::State;
    use crate::games::reversi::{ReversiState, Rules, USUAL_SIZE};

    #[test]
    fn images_and_their_inverses() {
        for symmetry in 0..8 {
            for square in 0..64 {
                let there = turned(square, symmetry);
                assert_eq!(image(1 << square, symmetry), 1 << there, "{symmetry} {square}");
                assert_eq!(out_of_form(into_form(square, symmetry), symmetry), square);
            }
        }
    }

    #[test]
    fn the_start_is_the_games() {
        let state = ReversiState::new(USUAL_SIZE, Rules::default());
        let [black, white] = state.board().bitboards().unwrap();
        assert_eq!(state.to_move(), Color::Black);
        assert_eq!(Placed::START, Placed { own: black, other: white });
    }

    /// Moves, passes and ends are the game's, on many random games; all eight images of a position have one form.
    #[test]
    fn steps_are_those_of_the_game() {
        use crate::base::{Move, MoveList, below, seeded};
        let mut rng = seeded(3);
        let (mut passes, mut ends) = (0, 0);
        for _ in 0..60 {
            let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
            let mut at = Placed::START;
            loop {
                let (key, symmetry) = Key::of(at);
                assert_eq!(at.image(symmetry), key.position());
                for symmetry in 0..8 {
                    assert_eq!(Key::of(at.image(symmetry)).0, key);
                }
                let mut legal = MoveList::new();
                state.legal_moves(&mut legal);
                let squares: Vec<Move> =
                    at.steps().map(|step| Move::xy(step.square % 8, step.square / 8)).collect();
                assert_eq!(squares, legal.to_vec());
                let step = at.steps().nth(below(&mut rng, legal.len() as u32) as usize).unwrap();
                let mover = state.to_move();
                state.play(Move::xy(step.square % 8, step.square / 8));
                if step.over {
                    let margin =
                        if mover == Color::Black { state.margin() } else { -state.margin() };
                    assert_eq!(step.margin(), Some(margin));
                    assert!(state.outcome().is_some());
                    ends += 1;
                    break;
                }
                if step.sign == 1 {
                    state.play(Move::PASS);
                    passes += 1;
                }
                at = step.to;
                let [black, white] = state.board().bitboards().unwrap();
                let turn = state.to_move() == Color::Black;
                let (own, other) = if turn { (black, white) } else { (white, black) };
                assert_eq!(at, Placed { own, other });
            }
        }
        assert!(passes > 0 && ends == 60);
    }
}
