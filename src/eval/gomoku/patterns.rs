//! The textbook's evaluator of Gomoku: patterns along lines with fixed scores, with the contradictions of the usual table
//! repaired.
//!
//! The usual table calls a three without a neighbour blocked, knows no plain blocked four, and weighs the opponent's patterns 1.1
//! times one's own, so that a position's values for the two players do not add up to nothing, which a search by negation
//! takes for granted. Here a pattern holds all the empty points it needs to become a five, what is blocked is what matches no
//! pattern with more of them, every stone counts in one pattern of a line, and what is left of the factor is its
//! antisymmetric part, (1 + 1.1) / 2.

use super::candidates;
use crate::base::{BoardSize, Color, Move, MoveList, Point};
use crate::eval::StaticValue;
use crate::game::{Outcome, State};
use crate::games::gomoku::{Board, GomokuState};

/// Patterns (`X` a stone, `.` an empty point) and their scores, the greatest first.
const PATTERNS: &[(&str, i32)] = &[
    ("XXXXX", 100_000),
    (".XXXX.", 10_000),
    // Fours: one point makes five.
    ("XXXX.", 1000),
    (".XXXX", 1000),
    ("X.XXX", 1000),
    ("XX.XX", 1000),
    ("XXX.X", 1000),
    // Open threes, in one piece and with a gap: one stone makes an open four.
    ("..XXX.", 500),
    (".XXX..", 500),
    (".X.XX.", 500),
    (".XX.X.", 500),
    // Sleeping threes: one stone makes a four.
    ("XXX..", 200),
    ("..XXX", 200),
    (".XXX.", 200),
    ("XX.X.", 200),
    ("XX..X", 200),
    ("X.XX.", 200),
    ("X.X.X", 200),
    ("X..XX", 200),
    (".XX.X", 200),
    (".X.XX", 200),
    // Open twos, in one piece and with a gap: one stone makes an open three.
    ("..XX..", 50),
    (".XX...", 50),
    ("...XX.", 50),
    ("..X.X.", 50),
    (".X.X..", 50),
];

const LONGEST: usize = 6;
/// Own less the opponent's patterns count that many twentieths: the factor's antisymmetric part.
const FACTOR: i32 = 21;
/// What scores are divided by to fit the search's numbers.
const UNIT: i32 = 4 * 20;
/// The value of a won game.
const WON: i32 = 31_000;
/// A value that makes an even chance three to one.
const CLEAR: f32 = 250.0;
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The pattern evaluator. The moves are those of [`super::NearbyPlayouts`]. It judges all variants alike, five or more: the
/// rules see to the rest at the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

/// The score of one line for the colour whose stones are `X`; the line's cells are `X`, `.` and anything else.
fn score_line(line: &[u8]) -> i32 {
    let mut used = [false; 32];
    let mut score = 0;
    for (pattern, worth) in PATTERNS {
        let pattern = pattern.as_bytes();
        for (start, cells) in line.windows(pattern.len()).enumerate() {
            let stones = || (0..pattern.len()).filter(|&n| pattern[n] == b'X').map(|n| start + n);
            if cells == pattern && !stones().any(|n| used[n]) {
                stones().for_each(|n| used[n] = true);
                score += worth;
            }
        }
    }
    score
}

/// The cells from a point on in a direction, at most `count` of them and only those of the board, as `color` sees them.
fn cells(
    board: &Board,
    color: Color,
    (x, y): (isize, isize),
    (dx, dy): (isize, isize),
    count: usize,
) -> ([u8; 32], usize) {
    let size: BoardSize = board.size();
    let mut line = [b'#'; 32];
    let mut len = 0;
    for n in 0..count.min(25) as isize {
        let (x, y) = (x + n * dx, y + n * dy);
        let inside = |at: isize, side: usize| (0..side as isize).contains(&at);
        if inside(x, size.width()) && inside(y, size.height()) {
            let point = Point::at(x as usize, y as usize);
            line[len] = match board.color(point) {
                Some(stone) if stone == color => b'X',
                None if board.is_empty(point) => b'.',
                _ => b'#',
            };
        }
        len += 1;
    }
    (line, len)
}

/// The score of all lines of a colour.
fn score(board: &Board, color: Color) -> i32 {
    let (w, h) = (board.size().width() as isize, board.size().height() as isize);
    let mut total = 0;
    let mut add = |start, step| {
        let (line, len) = cells(board, color, start, step, w.max(h) as usize);
        total += score_line(&line[..len]);
    };
    for y in 0..h {
        add((0, y), (1, 0));
        add((0, y), (1, 1));
        add((0, y), (1, -1));
    }
    for x in 0..w {
        add((x, 0), (0, 1));
        if x > 0 {
            add((x, 0), (1, 1));
            add((x, h - 1), (1, -1));
        }
    }
    total
}

/// What the lines through an empty point gain by a stone of that colour.
fn gain(board: &Board, color: Color, point: Point) -> i32 {
    let reach = LONGEST as isize - 1;
    let (x, y) = (point.x() as isize, point.y() as isize);
    let mut total = 0;
    for (dx, dy) in STEPS {
        let start = (x - reach * dx, y - reach * dy);
        let (mut line, len) = cells(board, color, start, (dx, dy), 2 * LONGEST - 1);
        let before = score_line(&line[..len]);
        line[LONGEST - 1] = b'X';
        total += score_line(&line[..len]) - before;
    }
    total
}

impl StaticValue<GomokuState> for Patterns {
    const LIMIT: i32 = 32_000;
    const COMPLETE: bool = false;

    fn value(&self, state: &GomokuState) -> i32 {
        let own = state.to_move();
        let lead = score(state.board(), own) - score(state.board(), own.other());
        (lead.saturating_mul(FACTOR) / UNIT).clamp(-WON / 2, WON / 2)
    }

    fn outcome(&self, state: &GomokuState, outcome: Outcome) -> i32 {
        outcome.winner().map_or(0, |winner| if winner == state.to_move() { WON } else { -WON })
    }

    fn moves(&self, state: &GomokuState, out: &mut MoveList) {
        candidates(state, out);
    }

    fn urgency(&self, state: &GomokuState, mv: Move) -> i32 {
        let Some(point) = mv.point() else { return -1000 };
        let own = state.to_move();
        (gain(state.board(), own, point) + gain(state.board(), own.other(), point)) / 10
    }

    fn score(value: i32) -> f32 {
        value as f32
    }

    fn winrate(value: i32) -> f32 {
        1.0 / (1.0 + libm::powf(3.0, -(value as f32) / CLEAR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::games::gomoku::{Rules, Variant};

    #[test]
    fn lines_are_worth_what_the_table_says() {
        let table = [
            ("..XXXXX..", 100_000),
            ("..XXXX..", 10_000),
            ("#XXXX.", 1000),
            ("#XXXX#", 0),
            (".XX.XX.", 1000),
            (".XXX..", 500),
            ("#.XXX.#", 200),
            ("#XXX..", 200),
            (".X.XX.", 500),
            ("#X.XX.", 200),
            // Not blocked, but with two gaps: no open four in one move.
            (".XX..X.", 200),
            ("...XX...", 50),
            ("#XX...", 0),
            ("..X.X..", 50),
            ("#.XX.#", 0),
            // Two patterns that share no stone.
            ("#XXXX.#.XXX..", 1500),
            ("......", 0),
        ];
        for (line, worth) in table {
            assert_eq!(score_line(line.as_bytes()), worth, "{line}");
            let back: Vec<u8> = line.bytes().rev().collect();
            assert_eq!(score_line(&back), worth, "{line} from behind");
        }
    }

    #[test]
    fn values_of_the_players_add_up_to_nothing() {
        let mut rng = seeded(3);
        for _ in 0..20 {
            let size = BoardSize::square(9).unwrap();
            let mut state = GomokuState::new(size, Rules::of(Variant::Freestyle));
            for _ in 0..20 {
                let mut list = MoveList::new();
                state.legal_moves(&mut list);
                if state.outcome().is_none() {
                    state.play(list.to_vec()[below(&mut rng, list.len() as u32) as usize]);
                }
            }
            let value = Patterns.value(&state);
            state.set_to_move(state.to_move().other());
            assert_eq!(Patterns.value(&state), -value);
        }
    }
}
