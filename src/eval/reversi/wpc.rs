//! The classical evaluation of Reversi by hand-set numbers: discs, weighted squares with corners that change their
//! surroundings, and mobility. For every even board from 4x4 to 16x16 and either goal.
//!
//! The weighted piece counter is that of Lucas and Runarsson (Temporal difference learning versus co-evolution, 2006) and
//! many programs before; the numbers are our own guess, set by the usual wisdom of the squares (corners are good, the
//! squares beside an empty corner bad, edges good, the inside almost indifferent) and fitted to nothing. That corners
//! change what is around them comes from Alliot and Durand (A genetic algorithm to improve an Othello program, 1996).

use crate::base::{Color, Point};
use crate::eval::StaticValue;
use crate::game::{Outcome, Reason, State};
use crate::games::reversi::{Board, Goal, ReversiState};

/// No value of an open position is as great as that, whatever the board.
pub const BOUND: i32 = 10_000;

/// Weights of squares by the distances of column and row from the nearest edge, from 3 on all alike.
const WEIGHTS: [[i32; 4]; 4] = [
    [100, -20, 10, 6], //
    [-20, -40, -4, -3],
    [10, -4, 3, 2],
    [6, -3, 2, 1],
];

/// A disc in a run along the edge that begins in a corner of its own colour: it can never be turned over again.
const STABLE: i32 = 12;

/// A move that one side has more than the other.
const MOVE: i32 = 8;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wpc {
    /// The difference in discs. Weak before the end: discs in hand are discs to be turned.
    Discs,
    /// Weighted squares: the three neighbours of a taken corner weigh nothing, and runs of its owner's discs along the edge
    /// from it are worth more.
    Squares,
    /// Those, and the difference in moves.
    SquaresAndMobility,
}

impl Wpc {
    /// Every kind with its name.
    pub const ALL: [(&'static str, Wpc); 3] =
        [("discs", Wpc::Discs), ("wpc", Wpc::Squares), ("wpc-mobility", Wpc::SquaresAndMobility)];

    /// The kind of that name, in any case.
    pub fn named(name: &str) -> Option<Wpc> {
        let found = Wpc::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|&(_, kind)| kind)
    }

    /// The value for the side to move, less than [`BOUND`] either way; units have no meaning beyond "more is better". Where
    /// the fewest discs win, discs and squares count the other way round; to have moves is good all the same. The value of a
    /// position that is over is that of any other: ask [`State::outcome`] first.
    pub fn value(self, state: &ReversiState) -> i32 {
        let (board, color) = (state.board(), state.to_move());
        let discs = match self {
            Wpc::Discs => difference(board, color, Board::count),
            Wpc::Squares | Wpc::SquaresAndMobility => {
                let black = squares(board);
                if color == Color::Black { black } else { -black }
            }
        };
        let discs = match state.rules().goal {
            Goal::Most => discs,
            Goal::Fewest => -discs,
        };
        match self {
            Wpc::SquaresAndMobility => discs + MOVE * difference(board, color, Board::mobility),
            Wpc::Discs | Wpc::Squares => discs,
        }
    }
}

impl StaticValue<ReversiState> for Wpc {
    const LIMIT: i32 = 32_000;

    fn value(&self, state: &ReversiState) -> i32 {
        Wpc::value(*self, state)
    }

    fn outcome(&self, state: &ReversiState, outcome: Outcome) -> i32 {
        let margin = match outcome {
            Outcome::Win { winner, reason: Reason::Points(margin) }
                if winner == state.to_move() =>
            {
                margin as i32
            }
            Outcome::Win { reason: Reason::Points(margin), .. } => -(margin as i32),
            Outcome::Win { winner, .. } if winner == state.to_move() => 1,
            Outcome::Win { .. } => -1,
            Outcome::Draw => 0,
        };
        margin.signum() * BOUND + margin * DISC
    }

    fn score(value: i32) -> f32 {
        if value.abs() > BOUND {
            (value.signum() * (value.abs() - BOUND) / DISC) as f32
        } else {
            value as f32 / UNITS_OF_A_DISC
        }
    }

    fn winrate(value: i32) -> f32 {
        1.0 / (1.0 + libm::expf(-value as f32 / EVEN_TO_CLEAR))
    }
}

/// What a disc of the final margin is worth on top of [`BOUND`]; 256 of them fit below the limit.
const DISC: i32 = 64;
/// About how much of the value of an open position goes with a disc at the end.
const UNITS_OF_A_DISC: f32 = 12.0;
/// A value that makes an even chance three to one.
const EVEN_TO_CLEAR: f32 = 60.0;

/// That number of one colour less that of the other.
fn difference(board: &Board, color: Color, number: fn(&Board, Color) -> u32) -> i32 {
    number(board, color).cast_signed() - number(board, color.other()).cast_signed()
}

/// Weighted squares, corners and what they change, for Black.
fn squares(board: &Board) -> i32 {
    let fixed = match board.bitboards() {
        Some([black, white]) => fixed_of(black) - fixed_of(white),
        None => fixed(board),
    };
    fixed + corners(board)
}

fn sign(disc: Option<Color>) -> i32 {
    match disc {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}

/// How far from the nearest edge, as far as it matters.
const fn zone(at: usize, side: usize) -> usize {
    let other = side - 1 - at;
    let near = if at < other { at } else { other };
    if near < 3 { near } else { 3 }
}

/// The weights of all squares, as if no corner were taken.
fn fixed(board: &Board) -> i32 {
    let side = board.side();
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    cells
        .map(|(x, y)| sign(board.color(Point::at(x, y))) * WEIGHTS[zone(x, side)][zone(y, side)])
        .sum()
}

/// For each weight of the 8x8 board the squares that have it.
const MASKS: [(i32, u64); 10] = {
    let mut masks = [(0, 0); 10];
    let mut next = 0;
    let mut a = 0;
    while a < 4 {
        let mut b = a;
        while b < 4 {
            let mut mask = 0;
            let mut cell = 0;
            while cell < 64 {
                let (x, y) = (zone(cell % 8, 8), zone(cell / 8, 8));
                if (x == a && y == b) || (x == b && y == a) {
                    mask |= 1 << cell;
                }
                cell += 1;
            }
            masks[next] = (WEIGHTS[a][b], mask);
            next += 1;
            b += 1;
        }
        a += 1;
    }
    masks
};

/// The weights of one colour's squares on 8x8.
fn fixed_of(discs: u64) -> i32 {
    MASKS.iter().map(|(weight, mask)| weight * (discs & mask).count_ones().cast_signed()).sum()
}

/// What taken corners change: their neighbours' weights go, runs of discs from them count.
fn corners(board: &Board) -> i32 {
    let last = board.side() - 1;
    let mut sum = 0;
    for (right, low) in [(false, false), (true, false), (false, true), (true, true)] {
        // The square that many steps from the corner, along the row and along the column.
        let square = |x: usize, y: usize| {
            let x = if right { last - x } else { x };
            let y = if low { last - y } else { y };
            board.color(Point::at(x, y))
        };
        let Some(owner) = square(0, 0) else { continue };
        for (x, y) in [(1, 0), (0, 1), (1, 1)] {
            sum -= sign(square(x, y)) * WEIGHTS[x][y];
        }
        let run = |along: &dyn Fn(usize) -> Option<Color>| {
            (1..last).take_while(|&at| along(at) == Some(owner)).count() as i32
        };
        let stable = run(&|at| square(at, 0)) + run(&|at| square(0, at));
        sum += sign(Some(owner)) * STABLE * stable;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, MoveList, Rng, below, seeded};
    use crate::games::reversi::{Rules, USUAL_SIZE};

    fn state(size: BoardSize, discs: &str, to_move: Color) -> ReversiState {
        let mut board = Board::empty(size);
        for word in discs.split_whitespace() {
            let (color, vertex) = word.split_at(1);
            let mv: crate::base::Move = vertex.parse().unwrap();
            board.put(mv.point().unwrap(), Some(color.parse().unwrap()));
        }
        ReversiState::from_board(board, to_move, Rules::default())
    }

    fn random_board(size: BoardSize, rng: &mut Rng) -> Board {
        let mut board = Board::empty(size);
        for point in size.points() {
            board
                .put(point, [None, Some(Color::Black), Some(Color::White)][below(rng, 3) as usize]);
        }
        board
    }

    #[test]
    fn squares_and_corners_by_hand() {
        let ten = BoardSize::square(10).unwrap();
        let cases = [
            (USUAL_SIZE, "", 0),
            (USUAL_SIZE, "ba1", 100),
            (USUAL_SIZE, "bh1", 100),
            (USUAL_SIZE, "wh8", -100),
            (USUAL_SIZE, "bb1", -20),
            (USUAL_SIZE, "bb2 wg7", 0),
            (USUAL_SIZE, "wg2", 40),
            (USUAL_SIZE, "bc1 bf1 bd1", 26),
            (USUAL_SIZE, "bd4 be3 wc3", 0),
            // A taken corner: its neighbours weigh nothing, whose they are; its owner's run is stable.
            (USUAL_SIZE, "ba1 bb1", 100 + 12),
            (USUAL_SIZE, "ba1 bb1 bc1 bd1", 100 + 12 + 10 + 12 + 6 + 12),
            (USUAL_SIZE, "ba1 wb1 bc1", 100 + 10),
            (USUAL_SIZE, "ba1 wb2 wa2", 100),
            (USUAL_SIZE, "wh8 wh7 wh6 wg7", -100 - 12 - 10 - 12),
            (USUAL_SIZE, "wh8 bg7 bg8", -100),
            // Squares beside another corner are no concern of this one.
            (USUAL_SIZE, "ba1 bg1", 80),
            (ten, "bk10 wj9 bj10", 100 + 12),
            (ten, "be1 be5 wf10", 1),
            (BoardSize::square(4).unwrap(), "ba1 bb1 bc1 bd1", 200 + 4 * 12),
        ];
        for (size, discs, black) in cases {
            for (color, expected) in [(Color::Black, black), (Color::White, -black)] {
                assert_eq!(Wpc::Squares.value(&state(size, discs, color)), expected, "{discs}");
            }
        }
    }

    #[test]
    fn discs_and_moves() {
        let open = state(USUAL_SIZE, "ba1 wb1 bd5 we5", Color::White);
        assert_eq!(Wpc::Discs.value(&open), 0);
        // Black has c1 and f5, White c5.
        let squares = Wpc::Squares.value(&open);
        assert_eq!(Wpc::SquaresAndMobility.value(&open), squares - MOVE);
        let mut fewest = open;
        fewest.set_rules(Rules { goal: Goal::Fewest, ..Rules::default() });
        assert_eq!(Wpc::Squares.value(&fewest), -squares);
        assert_eq!(Wpc::SquaresAndMobility.value(&fewest), -squares - MOVE);
        assert_eq!(Wpc::Discs.value(&state(USUAL_SIZE, "ba1 bb1 wc8", Color::White)), -1);
        for (name, kind) in Wpc::ALL {
            assert_eq!(Wpc::named(&name.to_uppercase()), Some(kind));
        }
        assert_eq!(Wpc::named("patterns"), None);
    }

    /// On every board: turned and mirrored boards are worth the same, the other side the opposite, and no value is out of
    /// bounds. On 8x8 the masks say what the squares say one by one.
    #[test]
    fn symmetry() {
        let mut rng = seeded(8);
        for side in (4..=16).step_by(2) {
            let size = BoardSize::square(side).unwrap();
            for round in 0..40 {
                let mut board = random_board(size, &mut rng);
                if round == 0 {
                    size.points().for_each(|point| board.put(point, Some(Color::White)));
                }
                let mut mirrored = Board::empty(size);
                let mut turned = Board::empty(size);
                let mut swapped = Board::empty(size);
                for point in size.points() {
                    let (x, y, disc) = (point.x(), point.y(), board.color(point));
                    mirrored.put(Point::at(side - 1 - x, y), disc);
                    turned.put(Point::at(side - 1 - y, x), disc);
                    swapped.put(point, disc.map(Color::other));
                }
                for (_, kind) in Wpc::ALL {
                    let value = |board: Board, color| {
                        kind.value(&ReversiState::from_board(board, color, Rules::default()))
                    };
                    let black = value(board, Color::Black);
                    assert!(black.abs() < BOUND);
                    assert_eq!(value(board, Color::White), -black);
                    assert_eq!(value(swapped, Color::White), black);
                    assert_eq!(value(mirrored, Color::Black), black);
                    assert_eq!(value(turned, Color::Black), black);
                }
                if let Some([black, white]) = board.bitboards() {
                    assert_eq!(fixed_of(black) - fixed_of(white), fixed(&board));
                }
            }
        }
    }

    /// Takes the move after which the opponent's position is worth least.
    fn greedy(kind: Wpc, state: &ReversiState, rng: &mut Rng) -> crate::base::Move {
        let mut moves = MoveList::new();
        state.legal_moves(&mut moves);
        let start = below(rng, moves.len() as u32) as usize;
        let worth = |mv: crate::base::Move| {
            let mut child = *state;
            child.play(mv);
            kind.value(&child)
        };
        let order = moves.iter().cycle().skip(start).take(moves.len());
        order.copied().min_by_key(|&mv| worth(mv)).unwrap()
    }

    /// Looking one move ahead, squares with mobility beat the count of discs, whatever the goal and on boards of both widths.
    #[test]
    fn better_than_counting_discs() {
        let mut rng = seeded(2);
        for (side, goal) in [(8, Goal::Most), (8, Goal::Fewest), (6, Goal::Most), (10, Goal::Most)]
        {
            let size = BoardSize::square(side).unwrap();
            let mut won = 0.0;
            for game in 0..100 {
                let wpc = Color::BOTH[game % 2];
                let mut state = ReversiState::new(size, Rules { goal, ..Rules::default() });
                while state.outcome().is_none() {
                    let kind = match state.to_move() == wpc {
                        true => Wpc::SquaresAndMobility,
                        false => Wpc::Discs,
                    };
                    let mv = greedy(kind, &state, &mut rng);
                    state.play(mv);
                }
                won += state.outcome().unwrap().value(wpc);
            }
            assert!(won >= 65.0, "{side} {goal:?}: {won} of 100");
        }
    }
}
