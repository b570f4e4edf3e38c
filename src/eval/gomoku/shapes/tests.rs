use super::marks::*;
use super::*;
use crate::base::{MoveList, Rng, below, seeded};
use crate::game::State;
use crate::games::gomoku::{GomokuState, Rules};

const VARIANTS: [Variant; 5] =
    [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro, Variant::ExactCaro];

/// The tables of a rule; tests do not give them back.
fn tables(variant: Variant) -> &'static Tables {
    Box::leak(Box::new(Tables::new(variant)))
}

fn values(rng: &mut Rng) -> Arc<Values> {
    let mut values = Values::zero();
    for value in values.points.iter_mut().flat_map(|side| side.iter_mut()) {
        *value = below(rng, 1000) as i16 - 500;
    }
    Arc::new(values)
}

/// Random stones, close enough together to make shapes.
fn scatter(side: usize, variant: Variant, stones: usize, rng: &mut Rng) -> Board {
    let size = BoardSize::square(side).unwrap();
    let mut board = Board::new(size);
    // Now and then a square is nobody's.
    for _ in 0..below(rng, 4) {
        board.block(Point::at(below(rng, 9.min(side as u32)) as usize, below(rng, 5) as usize));
    }
    let mut color = Color::Black;
    for _ in 0..stones {
        let span = (side as u32).min(9);
        let point = Point::at(below(rng, span) as usize, below(rng, span) as usize);
        if board.is_empty(point) && !board.wins(variant, color, point) {
            board.put(color, point);
            color = color.other();
        }
    }
    board
}

/// Would a stone there threaten to win: the number of points that would then win, and whether some single answer stops all.
fn threat(board: &Board, variant: Variant, color: Color, point: Point) -> (usize, bool) {
    let mut after = board.clone();
    after.put(color, point);
    let size = board.size();
    let wins = |board: &Board| {
        size.points().filter(|&p| board.is_empty(p) && board.wins(variant, color, p)).count()
    };
    let count = wins(&after);
    let stopped = size.points().filter(|&p| after.is_empty(p)).any(|answer| {
        let mut answered = after.clone();
        answered.put(color.other(), answer);
        wins(&answered) == 0
    });
    (count, stopped)
}

#[test]
fn marks_say_what_the_rules_say() {
    let mut rng = seeded(5);
    let all = VARIANTS.map(tables);
    for round in 0..200 {
        let tables = all[round % VARIANTS.len()];
        let variant = tables.variant();
        let board = scatter(9, variant, 8 + round % 30, &mut rng);
        let quiet = |color| {
            let size = board.size();
            !size.points().any(|p| board.is_empty(p) && board.wins(variant, color, p))
        };
        if !Color::BOTH.into_iter().all(quiet) {
            continue;
        }
        let shapes = Shapes::new(&board, tables, Arc::new(Values::zero()));
        for point in board.size().points().filter(|&p| board.is_empty(p)) {
            for color in Color::BOTH {
                let marks = shapes.marks(color, point);
                assert_eq!(marks & FIVE != 0, board.wins(variant, color, point));
                if variant == Variant::Renju && color == Color::Black {
                    let foul = foul(&board, point).is_some();
                    assert_eq!(shapes.is_foul(color, point), foul, "{point}\n{board:?}");
                    if foul {
                        continue;
                    }
                }
                let (fives, stopped) = threat(&board, variant, color, point);
                assert_eq!(
                    marks & FOUR != 0,
                    fives > 0,
                    "{variant:?} {color:?} {point}\n{board:?}"
                );
                let open = fives > 0 && !stopped;
                assert_eq!(
                    marks & OPEN_FOUR != 0,
                    open,
                    "{variant:?} {color:?} {point}\n{board:?}"
                );
            }
        }
    }
}

#[test]
fn threes_become_open_fours() {
    let mut rng = seeded(6);
    let all = VARIANTS.map(tables);
    for round in 0..100 {
        let tables = all[round % VARIANTS.len()];
        let variant = tables.variant();
        let board = scatter(9, variant, 6 + round % 20, &mut rng);
        let shapes = Shapes::new(&board, tables, Arc::new(Values::zero()));
        for point in board.size().points().filter(|&p| board.is_empty(p)) {
            for color in Color::BOTH {
                let renju = variant == Variant::Renju && color == Color::Black;
                if renju || shapes.marks(color, point) & (FIVE | FOUR) != 0 {
                    continue;
                }
                // The stone gives the colour an open four in one line that it did not have.
                let mut after = shapes.clone();
                after.put(color, point);
                let open = |shapes: &Shapes, p: Point| {
                    let four = shapes.shapes(color, p);
                    (0..4).filter(|d| four >> (4 * d) & 15 == Shape::OpenFour as u16).count()
                };
                let gains = |p: Point| open(&after, p) > open(&shapes, p);
                // Fives that the next stone would threaten, and how many of them are thanks to this one.
                let thanks = |p: Point| {
                    let mut with = after.board().clone();
                    with.put(color, p);
                    let mut without = with.clone();
                    without.remove(point);
                    let size = board.size();
                    let wins = |q: &Point| with.is_empty(*q) && with.wins(variant, color, *q);
                    let fives: Vec<Point> = size.points().filter(wins).collect();
                    let owed = |q: &&Point| !without.wins(variant, color, **q);
                    (fives.len(), fives.iter().filter(owed).count())
                };
                let empty = || board.size().points().filter(|&p| p != point && board.is_empty(p));
                let marked = shapes.marks(color, point) & THREE != 0;
                if marked {
                    assert!(empty().any(gains), "{variant:?} {color:?} {point}\n{board:?}");
                } else {
                    let all = |p: Point| gains(p) && matches!(thanks(p), (a, b) if a == b);
                    assert!(!empty().any(all), "{variant:?} {color:?} {point}\n{board:?}");
                }
            }
        }
    }
}

#[test]
fn stones_come_and_go() {
    let mut rng = seeded(7);
    let all = VARIANTS.map(tables);
    for (round, side) in [5, 9, 15, 20, 25].into_iter().cycle().take(40).enumerate() {
        let tables = all[round % VARIANTS.len()];
        let variant = tables.variant();
        let values = values(&mut rng);
        let board = scatter(side, variant, 20, &mut rng);
        let start = Shapes::new(&board, tables, values.clone());
        let mut shapes = start.clone();
        let mut log = Log::default();
        let mut boards = vec![board];
        for _ in 0..20 {
            let mut board = boards.last().unwrap().clone();
            let point = Point::at(below(&mut rng, side as u32) as usize, 2);
            if !board.is_empty(point) {
                continue;
            }
            let color = Color::BOTH[below(&mut rng, 2) as usize];
            board.put(color, point);
            shapes.put_logged(color, point, &mut log);
            assert_same(&shapes, &Shapes::new(&board, tables, values.clone()));
            boards.push(board);
        }
        let mut copy = Shapes::new(&Board::new(BoardSize::square(side).unwrap()), tables, values);
        copy.copy_from(&shapes);
        assert_same(&copy, &shapes);
        while boards.len() > 1 {
            boards.pop();
            shapes.take_back(&mut log);
        }
        assert_same(&shapes, &start);
    }
}

fn assert_same(a: &Shapes, b: &Shapes) {
    assert_eq!(a.board, b.board);
    assert_eq!((a.value, a.key, a.counts), (b.value, b.key, b.counts), "{:?}", a.board);
    assert_eq!((a.lines, a.near, a.rows), (b.lines, b.near, b.rows), "{:?}", a.board);
    assert!(a.spots == b.spots, "{:?}", a.board);
}

#[test]
fn near_is_two_steps_or_three_along_a_line() {
    let mut state = GomokuState::new(BoardSize::square(15).unwrap(), Rules::default());
    state.play("C4".parse().unwrap());
    state.play("O15".parse().unwrap());
    let shapes = Shapes::new(state.board(), tables(Variant::Freestyle), Arc::new(Values::zero()));
    let mut nearby = MoveList::new();
    state.nearby_moves(&mut nearby);
    for point in state.size().points().filter(|&p| state.board().is_empty(p)) {
        let line = |point: Point| {
            let apart = |other: Point| {
                let (dx, dy) = (point.x().abs_diff(other.x()), point.y().abs_diff(other.y()));
                dx.max(dy) == 3 && (dx == 0 || dy == 0 || dx == dy)
            };
            ["C4", "O15"].iter().any(|stone| {
                let stone = stone.parse::<crate::base::Move>().unwrap().point().unwrap();
                apart(stone)
            })
        };
        let wanted = nearby.contains(&point.into()) || line(point);
        assert_eq!(shapes.is_near(point), wanted, "{point}");
    }
}

#[test]
fn codes_are_numbered_without_gaps() {
    let (shapes, sums) = (shapes_of_codes(), Sums::new());
    assert_eq!(shapes.len(), CODES);
    for (code, four) in shapes.iter().enumerate() {
        for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
            let joined = order.iter().fold(0u16, |all, &n| all << 4 | four[n] as u16);
            assert_eq!(sums.code(joined), code, "{four:?}");
        }
    }
}
