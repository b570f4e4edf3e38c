//! Reading ladders: can a string with two liberties be driven to its end by atari after atari?

use crate::base::{BoardSize, Color, Point};
use crate::games::go::Board;

/// Longest ladder read, in attacks; a ladder across the largest board takes fewer.
const LONGEST: usize = 80;

/// Boards to read ladders on, one for each fork of the reading.
pub struct LadderReader {
    boards: Vec<Board>,
}

enum Step {
    Captured,
    Escaped,
    GoesOn,
}

impl LadderReader {
    /// A reader with room for three forks.
    pub fn new(size: BoardSize) -> LadderReader {
        LadderReader { boards: (0..4).map(|_| Board::new(size)).collect() }
    }

    /// The defender plays `mv`, then the attacker moves: is the string with that stone caught in a ladder?
    pub fn caught_after_extending(&mut self, board: &Board, defender: Color, mv: Point) -> bool {
        self.boards[0].copy_from(board);
        self.boards[0].play(defender, mv);
        caught(&mut self.boards, mv)
    }

    /// The attacker moves first: is the string on `prey`, which has two liberties, caught in a ladder?
    pub fn caught(&mut self, board: &Board, prey: Point) -> bool {
        // Most strings are safe at a glance, which spares the copy.
        let Some(defender) = board.color(prey) else { return false };
        if let Some([a, b]) = board.two_liberties(board.chain(prey))
            && !is_viable(board, defender, a, b)
            && !is_viable(board, defender, b, a)
        {
            return false;
        }
        self.boards[0].copy_from(board);
        caught(&mut self.boards, prey)
    }

    /// The attacker plays `mv`, an atari on the string on `prey`: is it caught in a ladder?
    pub fn caught_after_atari(&mut self, board: &Board, prey: Point, mv: Point) -> bool {
        let Some(defender) = board.color(prey) else { return false };
        let Some(exit) = other_liberty(board, prey, mv) else { return false };
        if !is_viable(board, defender, mv, exit) {
            return false;
        }
        self.boards[0].copy_from(board);
        match step(&mut self.boards[0], defender, prey, mv, exit) {
            Step::Captured => true,
            Step::Escaped => false,
            Step::GoesOn => caught(&mut self.boards, prey),
        }
    }
}

/// Is the attack legal and leaves the defender fewer than three liberties after running to `exit`?
fn is_viable(board: &Board, defender: Color, mv: Point, exit: Point) -> bool {
    board.is_playable(defender.other(), mv) && board.liberties_after(defender, exit, Some(mv)) < 3
}

fn other_liberty(board: &Board, prey: Point, mv: Point) -> Option<Point> {
    let [a, b] = board.two_liberties(board.chain(prey))?;
    Some(if a == mv { b } else { a })
}

/// The attacker is to move on `boards[0]`.
fn caught(boards: &mut [Board], prey: Point) -> bool {
    let Some((board, forks)) = boards.split_first_mut() else { return false };
    let Some(defender) = board.color(prey) else { return true };
    for _ in 0..LONGEST {
        let chain = board.chain(prey);
        let Some([a, b]) = board.two_liberties(chain) else {
            return board.atari(chain).is_some();
        };
        let choices = [(a, b), (b, a)];
        let viable = choices.map(|(mv, exit)| is_viable(board, defender, mv, exit));
        let (mv, exit) = match viable {
            [false, false] => return false,
            [true, false] => choices[0],
            [false, true] => choices[1],
            [true, true] => {
                if let Some(fork) = forks.first_mut() {
                    fork.copy_from(board);
                    let (mv, exit) = choices[0];
                    let first = match step(fork, defender, prey, mv, exit) {
                        Step::Captured => true,
                        Step::Escaped => false,
                        Step::GoesOn => caught(forks, prey),
                    };
                    if first {
                        return true;
                    }
                }
                choices[1]
            }
        };
        match step(board, defender, prey, mv, exit) {
            Step::Captured => return true,
            Step::Escaped => return false,
            Step::GoesOn => {}
        }
    }
    false
}

/// One attack at `mv` and the answer at `exit`.
fn step(board: &mut Board, defender: Color, prey: Point, mv: Point, exit: Point) -> Step {
    let attacker = defender.other();
    board.play(attacker, mv);
    if attacker_in_atari(board, attacker, prey) {
        return Step::Escaped;
    }
    if !board.is_playable(defender, exit) {
        return Step::Captured;
    }
    board.play(defender, exit);
    let chain = board.chain(prey);
    if board.color(prey).is_none() || board.atari(chain).is_some() {
        Step::Captured
    } else if board.two_liberties(chain).is_some() {
        Step::GoesOn
    } else {
        Step::Escaped
    }
}

fn attacker_in_atari(board: &Board, attacker: Color, prey: Point) -> bool {
    board.chain_stones(board.chain(prey)).any(|stone| {
        stone
            .neighbors()
            .into_iter()
            .any(|n| board.color(n) == Some(attacker) && board.atari(board.chain(n)).is_some())
    })
}
