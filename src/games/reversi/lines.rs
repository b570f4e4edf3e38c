//! Mobility from a table of lines: a second, independent way to find the legal moves of 8x8, which the bitboards are tested
//! against.
//!
//! Every row, column and diagonal is a number in base 3, one digit a cell (0 empty, 1 black, 2 white), and a table of the
//! 3^8 lines of eight cells tells where each side may move in a line. Of the 46 lines the eight diagonals of one or two
//! cells can turn nothing over; 38 are left. A cell is a move if it is one in any line.
//!
//! **Short diagonals** are looked up in the same table, the missing cells taken as empty. The table then knows moves on
//! cells that do not exist (`own enemy enemy` in the corner of the board, then "empty"): everything behind the line's end
//! has to be dropped, and tables that hold counts of moves alone are wrong for such lines.

use super::Board;
use crate::base::Color;

/// Cells of a full line.
const LENGTH: usize = 8;

/// Different lines of eight cells.
const CODES: usize = 3usize.pow(LENGTH as u32);

/// A straight line of cells of the 8x8 board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    /// Its first cell; a1 is 0, b1 is 1.
    start: usize,
    /// From one cell to the next.
    step: usize,
    /// Number of cells.
    length: usize,
}

impl Line {
    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.length).map(move |at| self.start + at * self.step)
    }
}

/// All 46 lines: rows, columns, diagonals.
fn all_lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for at in 0..LENGTH {
        lines.push(Line { start: at * LENGTH, step: 1, length: LENGTH });
        lines.push(Line { start: at, step: LENGTH, length: LENGTH });
    }
    for at in 0..LENGTH {
        // From row 1 to the right and to the left; from the columns a and h the rest.
        lines.push(Line { start: at, step: LENGTH + 1, length: LENGTH - at });
        lines.push(Line { start: at, step: LENGTH - 1, length: at + 1 });
        if at > 0 {
            lines.push(Line { start: at * LENGTH, step: LENGTH + 1, length: LENGTH - at });
            let last = at * LENGTH + LENGTH - 1;
            lines.push(Line { start: last, step: LENGTH - 1, length: LENGTH - at });
        }
    }
    lines
}

/// The table, and the lines that can hold a move.
#[derive(Clone, Debug)]
pub struct LineTable {
    /// For Black and White the cells of each line where that side may move, as bits.
    moves: [Box<[u8]>; 2],
    lines: Vec<Line>,
}

impl Default for LineTable {
    fn default() -> LineTable {
        LineTable::new()
    }
}

impl LineTable {
    /// Computes the table.
    pub fn new() -> LineTable {
        let moves = Color::BOTH.map(|color| (0..CODES).map(|code| moves_in(code, color)).collect());
        let lines = all_lines().into_iter().filter(|line| line.length > 2).collect();
        LineTable { moves, lines }
    }

    /// Where that colour may move on an 8x8 board, bit 0 = a1, bit 1 = b1; `None` for other boards.
    pub fn moves(&self, board: &Board, color: Color) -> Option<u64> {
        let discs = board.bitboards()?;
        let found = self.lines.iter().map(|&line| self.moves_on(line, discs, color));
        Some(found.fold(0, |all, moves| all | moves))
    }

    /// Number of moves of that colour less those of the other; `None` for other boards than 8x8.
    pub fn difference(&self, board: &Board, color: Color) -> Option<i32> {
        let count = |color| self.moves(board, color).map(|moves| moves.count_ones().cast_signed());
        Some(count(color)? - count(color.other())?)
    }

    /// The moves that one line makes.
    fn moves_on(&self, line: Line, discs: [u64; 2], color: Color) -> u64 {
        let code = code_of(line, discs);
        let here = self.moves[color.index()].get(code).copied().unwrap_or_default();
        // Only cells of the line are looked at: what the table says of those behind its end falls away.
        let cells = line.cells().enumerate().filter(|(at, _)| here >> at & 1 == 1);
        cells.fold(0, |moves, (_, cell)| moves | 1 << cell)
    }
}

/// The line in base 3; cells that it lacks are empty.
fn code_of(line: Line, [black, white]: [u64; 2]) -> usize {
    let mut power = 1;
    let mut code = 0;
    for cell in line.cells() {
        code += power * ((black >> cell & 1) + 2 * (white >> cell & 1)) as usize;
        power *= 3;
    }
    code
}

/// The cells of the line with that number where that colour may move, by walking from each empty cell both ways.
fn moves_in(code: usize, color: Color) -> u8 {
    let own = color.index() + 1;
    let digit = |at: usize| code / 3usize.pow(at as u32) % 3;
    let turns = |cells: &mut dyn Iterator<Item = usize>| {
        let mut enemies = 0;
        for at in cells {
            match digit(at) {
                0 => return false,
                disc if disc == own => return enemies > 0,
                _ => enemies += 1,
            }
        }
        false
    };
    let may =
        |at: usize| digit(at) == 0 && (turns(&mut (0..at).rev()) || turns(&mut (at + 1..LENGTH)));
    (0..LENGTH).filter(|&at| may(at)).fold(0, |moves, at| moves | 1 << at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, MoveList, Point, below, seeded};
    use crate::game::State;
    use crate::games::reversi::{ReversiState, Rules, USUAL_SIZE};

    fn bits(board: &Board, color: Color) -> u64 {
        let mut moves = 0;
        board.for_each_move(color, |point| moves |= 1 << (point.y() * 8 + point.x()));
        moves
    }

    #[test]
    fn lines_cover_the_board() {
        let lines = all_lines();
        assert_eq!(lines.len(), 46);
        assert_eq!(lines.iter().filter(|line| line.length < 3).count(), 8);
        for cell in 0..64 {
            let through: Vec<&Line> =
                lines.iter().filter(|line| line.cells().any(|other| other == cell)).collect();
            let mut steps: Vec<usize> = through.iter().map(|line| line.step).collect();
            steps.sort_unstable();
            assert_eq!(steps, [1, 7, 8, 9], "cell {cell}");
        }
        for line in lines {
            // Neighbours in a line are neighbours on the board: no line goes around the edge.
            for (a, b) in line.cells().zip(line.cells().skip(1)) {
                let (dx, dy) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
                assert!(dx <= 1 && dy <= 1 && b < 64, "{line:?}");
            }
        }
    }

    #[test]
    fn lines_by_hand() {
        // From the first cell on: `.` empty, X black, O white; then where Black and White may move.
        for (line, black, white) in [
            (".OX.....", "*.......", "...*...."),
            ("XOOOOOO.", ".......*", "........"),
            ("XOOOOOOO", "........", "........"),
            (".XO.OX..", "...*....", "*.....*."),
            ("X.OOX...", ".*......", ".....*.."),
            ("........", "........", "........"),
        ] {
            let digit = |c: char| ".XO".find(c).expect(line);
            let code = line.chars().rev().fold(0, |code, c| 3 * code + digit(c));
            for (color, expected) in [(Color::Black, black), (Color::White, white)] {
                let moves = moves_in(code, color);
                let text: String =
                    (0..8).map(|at| if moves >> at & 1 == 1 { '*' } else { '.' }).collect();
                assert_eq!(text, expected, "{line} {color}");
            }
        }
    }

    /// The tables and the bitboards agree on all positions of random games and on boards filled at random.
    #[test]
    fn tables_equal_bitboards() {
        let table = LineTable::new();
        let mut rng = seeded(11);
        let compare = |board: &Board| {
            let [black, white] = Color::BOTH.map(|color| bits(board, color));
            for (color, moves) in [(Color::Black, black), (Color::White, white)] {
                assert_eq!(table.moves(board, color), Some(moves), "{board:?} {color}");
            }
            let difference = black.count_ones().cast_signed() - white.count_ones().cast_signed();
            assert_eq!(table.difference(board, Color::Black), Some(difference));
            assert_eq!(table.difference(board, Color::White), Some(-difference));
        };
        for _ in 0..40 {
            let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
            while state.outcome().is_none() {
                let mut moves = MoveList::new();
                state.legal_moves(&mut moves);
                state.play(moves[below(&mut rng, moves.len() as u32) as usize]);
                compare(state.board());
            }
        }
        for _ in 0..3000 {
            let mut board = Board::empty(USUAL_SIZE);
            let dense = below(&mut rng, 9) + 2;
            for point in USUAL_SIZE.points() {
                let disc = match below(&mut rng, dense) {
                    0 => None,
                    n => Some(Color::BOTH[n as usize % 2]),
                };
                board.put(point, disc);
            }
            compare(&board);
        }
        let wide = BoardSize::square(10).unwrap();
        assert_eq!(table.moves(&Board::start(wide), Color::Black), None);
    }

    /// A short diagonal filled up to its end: the table, read without regard to the length, has a move behind it.
    #[test]
    fn padding_invents_moves() {
        let mut board = Board::empty(USUAL_SIZE);
        for (x, y, color) in [(0, 2, Color::Black), (1, 1, Color::White), (2, 0, Color::White)] {
            board.put(Point::at(x, y), Some(color));
        }
        let line = Line { start: 2, step: 7, length: 3 };
        assert_eq!(line.cells().collect::<Vec<_>>(), [2, 9, 16]);
        let discs = board.bitboards().unwrap();
        let code = code_of(line, discs);
        // c1 and b2 white, a3 black, and a white move on a fourth cell that is none.
        assert_eq!(code, 2 + 2 * 3 + 9);
        let mut reversed = Board::empty(USUAL_SIZE);
        for (x, y, color) in [(2, 0, Color::Black), (1, 1, Color::White), (0, 2, Color::White)] {
            reversed.put(Point::at(x, y), Some(color));
        }
        let code = code_of(line, reversed.bitboards().unwrap());
        assert_eq!(moves_in(code, Color::Black), 1 << 3, "the padded line");
        let table = LineTable::new();
        for color in Color::BOTH {
            for board in [&board, &reversed] {
                assert_eq!(table.moves(board, color), Some(bits(board, color)));
                assert_eq!(table.moves(board, color), Some(0));
            }
        }
    }
}
