//! The Go board and rules against a slow reference, against known counts, and against their own past.

mod go_reference;

use go_reference::{Reference, stone};
use tesuji::base::{BoardSize, Color, Move, Point, Rng, below, seeded};
use tesuji::game::State;
use tesuji::games::go::{Board, GoState, Ko, Rules};

const SIZES: [(usize, usize); 18] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 6),
    (25, 1),
    (2, 2),
    (2, 3),
    (3, 3),
    (4, 3),
    (4, 4),
    (5, 5),
    (3, 8),
    (7, 6),
    (9, 9),
    (13, 11),
    (25, 4),
    (19, 19),
    (25, 25),
];

/// Moves on each size under each of the six combinations of ko rule and suicide: 18 * 6 * 9,600 > 1,000,000.
const MOVES: usize = 9_600;

fn cell(size: BoardSize, point: Point) -> usize {
    point.y() * size.width() + point.x()
}

/// Everything that can be asked of every point.
fn compare_all(state: &GoState, reference: &Reference) {
    let (size, board) = (state.size(), state.board());
    let mut empties: Vec<Point> =
        (0..board.empty_count()).map(|slot| board.empty_at(slot)).collect();
    empties.sort();
    let expected: Vec<Point> =
        size.points().filter(|&p| reference.grid[cell(size, p)] == 0).collect();
    assert_eq!(empties, expected);
    for point in size.points() {
        let at = cell(size, point);
        let legal = reference.after(at);
        assert_eq!(
            state.is_legal(point.into()),
            legal.is_some(),
            "{point} for {} on {state:?}",
            state.to_move()
        );
        if let Some(after) = legal {
            let hash =
                after.grid.iter().zip(size.points()).fold(0, |hash, (&content, p)| match content {
                    1 => hash ^ tesuji::base::stone_key(Color::Black, p),
                    2 => hash ^ tesuji::base::stone_key(Color::White, p),
                    _ => hash,
                });
            assert_eq!(board.hash_after(state.to_move(), point), hash);
        }
        let around: Vec<u8> = reference.neighbors(at).map(|n| reference.grid[n]).collect();
        let empty = around.iter().filter(|&&content| content == 0).count();
        assert_eq!(board.empty_neighbors(point) as usize, empty);
        assert_eq!(board.has_empty_neighbor(point), empty > 0);
        for color in Color::BOTH {
            let surrounded = around.iter().all(|&content| content == stone(color));
            assert_eq!(board.is_surrounded(color, point), surrounded, "{point}");
        }
        if reference.grid[at] != 0 {
            let (stones, liberties) = reference.string(&reference.grid, at);
            let chain = board.chain(point);
            assert_eq!(board.chain_size(chain), stones.len());
            let mut found = [Point::at(0, 0); 640];
            let count = board.liberties(chain, &mut found);
            let mut found: Vec<usize> = found[..count].iter().map(|&p| cell(size, p)).collect();
            found.sort_unstable();
            let mut liberties = liberties;
            liberties.sort_unstable();
            assert_eq!(found, liberties);
            let atari = board.atari(chain).map(|p| cell(size, p));
            assert_eq!(atari, if liberties.len() == 1 { Some(liberties[0]) } else { None });
        }
    }
}

fn compare_board(state: &GoState, reference: &Reference) {
    let (size, board) = (state.size(), state.board());
    let same = size.points().zip(&reference.grid).all(|(p, &content)| board.content(p) == content);
    assert!(same, "{state:?}");
    assert_eq!(board.hash(), board.compute_hash());
    assert_eq!(state.key(), state.compute_key());
    for color in Color::BOTH {
        assert_eq!(board.captured(color), reference.captured[color.index()]);
        let stones = reference.grid.iter().filter(|&&c| c == stone(color)).count();
        assert_eq!(board.stone_count(color), stones);
    }
}

/// One game; returns the number of moves.
fn game(size: BoardSize, rules: Rules, rng: &mut Rng) -> usize {
    let mut state = GoState::new(size, rules, 0.5);
    let mut reference = Reference::new(size.width(), size.height(), rules.ko, rules.suicide);
    let points: Vec<Point> = size.points().collect();
    let length = 3 * size.area() + 12;
    let thorough = 4 + size.area() as u32 / 3;
    let mut moves = 0;
    for _ in 0..length {
        if below(rng, 12) == 0 {
            // GTP lets a colour move twice.
            state.set_to_move(state.to_move().other());
            reference.to_move = reference.to_move.other();
        }
        if below(rng, thorough) == 0 {
            compare_all(&state, &reference);
        }
        let mut chosen = None;
        if below(rng, 24) != 0 {
            for _ in 0..8 {
                let point = points[below(rng, points.len() as u32) as usize];
                let after = reference.after(cell(size, point));
                assert_eq!(
                    state.is_legal(point.into()),
                    after.is_some(),
                    "{point} for {} on {state:?}",
                    state.to_move()
                );
                if let Some(after) = after {
                    chosen = Some((point, after));
                    break;
                }
            }
        }
        match chosen {
            Some((point, after)) => {
                state.play(point.into());
                reference.make(Some(after));
            }
            None => {
                assert!(state.is_legal(Move::PASS));
                state.play(Move::PASS);
                reference.make(None);
            }
        }
        moves += 1;
        assert_eq!(state.to_move(), reference.to_move);
        compare_board(&state, &reference);
        if state.outcome().is_some() {
            assert!(state.passes() == 2 && state.resume());
        }
    }
    moves
}

fn agrees(ko: Ko, suicide: bool) {
    let rules = Rules { ko, suicide, ..Rules::CHINESE };
    let mut rng = seeded(ko as u64 * 2 + u64::from(suicide));
    let mut total = 0;
    for (width, height) in SIZES {
        let size = BoardSize::new(width, height).unwrap();
        let mut moves = 0;
        while moves < MOVES {
            moves += game(size, rules, &mut rng);
        }
        total += moves;
    }
    assert!(6 * total >= 1_000_000);
}

#[test]
fn reference_agrees_simple() {
    agrees(Ko::Simple, false);
}

#[test]
fn reference_agrees_simple_suicide() {
    agrees(Ko::Simple, true);
}

#[test]
fn reference_agrees_positional() {
    agrees(Ko::Positional, false);
}

#[test]
fn reference_agrees_positional_suicide() {
    agrees(Ko::Positional, true);
}

#[test]
fn reference_agrees_situational() {
    agrees(Ko::Situational, false);
}

#[test]
fn reference_agrees_situational_suicide() {
    agrees(Ko::Situational, true);
}

/// Counts the ways to go on from `points[at..]` empty or coloured such that every chain has a liberty at the end. Points
/// not yet decided count as liberties, so a chain that loses its last one here can never have one.
fn count(board: &Board, points: &[Point]) -> u64 {
    let Some((&point, rest)) = points.split_first() else { return 1 };
    let mut sum = count(board, rest);
    for color in Color::BOTH {
        let captures = point.neighbors().iter().any(|&n| {
            board.color(n) == Some(color.other()) && board.atari(board.chain(n)) == Some(point)
        });
        if captures || board.is_suicide(color, point) {
            continue;
        }
        if rest.is_empty() {
            sum += 1;
        } else {
            let mut next = board.clone();
            next.play(color, point);
            sum += count(&next, rest);
        }
    }
    sum
}

fn legal_positions(width: usize, height: usize) -> u64 {
    let size = BoardSize::new(width, height).unwrap();
    let points: Vec<Point> = size.points().collect();
    count(&Board::new(size), &points)
}

/// Tromp and Farnebäck, "Combinatorics of Go" (2007), table of L(m, n).
#[test]
fn legal_position_counts() {
    let table = [
        (1, 1, 1),
        (1, 2, 5),
        (1, 3, 15),
        (1, 4, 41),
        (1, 5, 113),
        (1, 6, 313),
        (2, 2, 57),
        (2, 3, 489),
        (2, 4, 4125),
        (2, 5, 35117),
        (3, 3, 12675),
        (3, 4, 321_689),
    ];
    for (width, height, expected) in table {
        assert_eq!(legal_positions(width, height), expected, "{width}x{height}");
        assert_eq!(legal_positions(height, width), expected, "{height}x{width}");
    }
}

#[test]
fn legal_position_count_4x4() {
    assert_eq!(legal_positions(4, 4), 24_318_165);
}

/// A change of the board's playouts, intended or not, changes these sums.
#[test]
fn playout_statistics() {
    let size = BoardSize::square(9).unwrap();
    let empty = Board::new(size);
    let mut board = empty.clone();
    let mut rng = seeded(1);
    let (mut stones, mut margins, mut captured, mut hash) = (0, 0, 0, 0u64);
    for _ in 0..20_000 {
        board.copy_from(&empty);
        stones += board.random_playout(Color::Black, &mut rng, 1000);
        margins += board.playout_margin();
        captured += board.captured(Color::Black) + board.captured(Color::White);
        hash = hash.rotate_left(1) ^ board.hash();
    }
    assert_eq!(
        (stones, margins, captured, hash),
        (2_145_412, 38_034, 780_942, 16_559_902_984_764_173_720)
    );
}
