//! Gomoku's rules against known positions and against a slow judge written apart (`gomoku_reference`).

mod gomoku_reference;

use gomoku_reference::{Grid, has_won, judge};
use proptest::prelude::*;
use tesuji::base::{BoardSize, Color, Move, MoveList, Point, below, seeded};
use tesuji::game::{Illegal, Outcome, Reason, State};
use tesuji::games::gomoku::{Foul, GomokuState, RULE_SETS, Rules, Variant, foul};

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|word| word.parse::<Move>().unwrap().point().unwrap()).collect()
}

fn set_up(rules: Rules, side: usize, black: &[Point], white: &[Point]) -> GomokuState {
    let mut state = GomokuState::new(BoardSize::square(side).unwrap(), rules);
    let edits = black.iter().map(|&p| (p, Some(Color::Black)));
    let edits: Vec<_> = edits.chain(white.iter().map(|&p| (p, Some(Color::White)))).collect();
    state.edit(&edits).unwrap();
    state
}

fn grid(state: &GomokuState) -> Grid {
    let size = state.size();
    let row = |y| {
        (0..size.width()).map(move |x| match state.board().color(Point::at(x, y)) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        })
    };
    (0..size.height()).map(|y| row(y).collect()).collect()
}

fn name(foul: Option<Foul>) -> &'static str {
    match foul {
        None => "legal",
        Some(Foul::Overline) => "overline",
        Some(Foul::DoubleFour) => "double-four",
        Some(Foul::DoubleThree) => "double-three",
    }
}

/// The board turned or mirrored in one of the eight ways.
fn turned(point: Point, side: usize, way: usize) -> Point {
    let (mut x, mut y) = (point.x(), point.y());
    if way & 1 != 0 {
        x = side - 1 - x;
    }
    if way & 2 != 0 {
        y = side - 1 - y;
    }
    if way & 4 != 0 { Point::at(y, x) } else { Point::at(x, y) }
}

/// `protocol-tests/gomoku/forbidden.txt`, seen from all eight sides.
#[test]
fn known_forbidden_points() {
    let text = include_str!("../protocol-tests/gomoku/forbidden.txt");
    let mut seen = 0;
    for row in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let [label, black, white, point, answer] =
            row.split(';').map(str::trim).collect::<Vec<_>>().try_into().expect(row);
        for way in 0..8 {
            let turn = |text| -> Vec<Point> {
                points(text).into_iter().map(|p| turned(p, 15, way)).collect()
            };
            let state = set_up(Rules::of(Variant::Renju), 15, &turn(black), &turn(white));
            let point = turn(point)[0];
            assert_eq!(name(foul(state.board(), point)), answer, "{label}, way {way}");
            let slow = judge(&grid(&state), point.x() as i32, point.y() as i32);
            let slow = if matches!(slow, "five" | "plain") { "legal" } else { slow };
            assert_eq!(slow, answer, "{label}, way {way}: the slow judge");
            let says = state.check(point.into());
            assert_eq!(says.is_ok(), answer == "legal", "{label}: {says:?}");
            if let Err(illegal) = says {
                let told = format!("forbidden: {}", answer.replace('-', " "));
                assert_eq!(illegal.to_string(), told, "{label}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 48);
}

/// Rows of the table: variant, colour, the line (`X` own, `O` enemy, `*` the move), does it win?
#[test]
fn rows_that_win() {
    let table: &[(&str, &str, [bool; 5])] = &[
        // In the order freestyle, standard, renju (as Black), caro, exact-caro.
        (".XX*XX...", "five", [true, true, true, true, true]),
        ("XX*XX....", "five at the edge", [true, true, true, true, true]),
        ("....XXXX*", "five into the corner", [true, true, true, true, true]),
        (".XXX*XX..", "six", [true, false, false, true, false]),
        ("XXXX*XXXX", "nine", [true, false, false, true, false]),
        ("OXX*XXO..", "five between enemies", [true, true, true, false, false]),
        ("XX*XXO...", "five between edge and enemy", [true, true, true, true, true]),
        ("OXX*XX.O.", "five with an open end", [true, true, true, true, true]),
        ("OXXX*XXO.", "six between enemies", [true, false, false, true, false]),
        (".XX*X.X..", "four", [false; 5]),
        (".X*OXX...", "broken", [false; 5]),
    ];
    for (line, label, wins) in table {
        for (set, wins) in RULE_SETS.iter().zip(wins) {
            for own in Color::BOTH {
                // White in renju wins with long rows too.
                let long = line.replace('*', "X").contains("XXXXXX");
                let renju_white = set.rules.variant == Variant::Renju && own == Color::White;
                let wins = *wins || renju_white && long;
                // Along a row, a column and both diagonals.
                for way in 0..4 {
                    let place = |n: usize| match way {
                        0 => Point::at(n, 4),
                        1 => Point::at(4, n),
                        2 => Point::at(n, n),
                        _ => Point::at(n, 8 - n),
                    };
                    let mut state = GomokuState::new(BoardSize::square(9).unwrap(), set.rules);
                    let stones = line.chars().enumerate().filter_map(|(n, c)| match c {
                        'X' => Some((place(n), Some(own))),
                        'O' => Some((place(n), Some(own.other()))),
                        _ => None,
                    });
                    state.edit(&stones.collect::<Vec<_>>()).unwrap();
                    state.set_to_move(own);
                    let mv = Move::at(place(line.find('*').unwrap()));
                    let legal = state.check(mv);
                    if set.rules.variant == Variant::Renju && own == Color::Black && long {
                        assert_eq!(legal, Err(Illegal::Rule("forbidden: overline")), "{label}");
                        continue;
                    }
                    assert_eq!(legal, Ok(()), "{label}");
                    state.play(mv);
                    let won = Outcome::Win { winner: own, reason: Reason::Rule };
                    let expected = wins.then_some(won);
                    assert_eq!(state.outcome(), expected, "{label}, {}, {own}", set.name);
                    assert!(state.check(Move::PASS).is_err());
                    if wins {
                        let mut moves = MoveList::new();
                        state.legal_moves(&mut moves);
                        assert!(moves.is_empty() && !state.clone().resume());
                    }
                }
            }
        }
    }
}

/// Games that end without a row.
#[test]
fn draws() {
    // On 4x4 nobody can make five.
    let fill = |rules: Rules| {
        let size = BoardSize::square(4).unwrap();
        let mut state = GomokuState::new(size, rules);
        let played = size.points().filter(|&point| state.try_play(point.into()).is_ok()).count();
        (played, state.outcome())
    };
    let caro = Rules::of(Variant::Caro);
    assert_eq!(fill(caro), (16, Some(Outcome::Draw)));
    assert_eq!(fill(Rules { draw_after: 7, ..caro }), (7, Some(Outcome::Draw)));
    // Five wins although the limit is reached with it.
    let mut state =
        GomokuState::new(BoardSize::square(9).unwrap(), Rules { draw_after: 9, ..caro });
    for point in points("A1 A9 B1 B9 C1 C9 D1 D9 E1") {
        assert_eq!(state.try_play(point.into()), Ok(()));
    }
    assert_eq!(state.outcome(), Some(Outcome::Win { winner: Color::Black, reason: Reason::Rule }));
}

#[test]
fn two_passes_draw_where_passes_are_allowed() {
    let size = BoardSize::square(15).unwrap();
    let mut state = GomokuState::new(size, Rules::of(Variant::Renju));
    assert_eq!(state.check(Move::PASS), Err(Illegal::Pass));
    state.set_rules(Rules { pass: true, ..*state.rules() });
    for mv in [Move::PASS, Move::xy(7, 7), Move::PASS, Move::PASS] {
        assert_eq!(state.outcome(), None);
        assert_eq!(state.try_play(mv), Ok(()));
    }
    assert_eq!(state.outcome(), Some(Outcome::Draw));
    assert!(state.resume() && state.outcome().is_none());
    assert_eq!(state.key(), state.compute_key());
}

/// Every empty point is forbidden for Black: Black to move has lost, White to move plays on.
#[test]
fn black_without_a_move_has_lost() {
    let rules = Rules::of(Variant::Renju);
    // Two fours with one point between them, and no other point on the board.
    let size = BoardSize::new(9, 1).unwrap();
    let hole = Point::at(4, 0);
    let mut state = GomokuState::new(size, rules);
    let edits = size.points().filter(|&p| p != hole).map(|p| (p, Some(Color::Black)));
    state.edit(&edits.collect::<Vec<_>>()).unwrap();
    assert_eq!(foul(state.board(), hole), Some(Foul::Overline));
    assert_eq!(state.outcome(), Some(Outcome::Win { winner: Color::White, reason: Reason::Rule }));
    assert_eq!(state.check(hole.into()), Err(Illegal::Over));
    state.set_to_move(Color::White);
    assert_eq!((state.outcome(), state.check(hole.into())), (None, Ok(())));
    state.set_to_move(Color::Black);
    state.set_rules(Rules { pass: true, ..rules });
    assert_eq!((state.outcome(), state.check(Move::PASS)), (None, Ok(())));
}

#[test]
fn edits_and_rules_decide_anew() {
    let five = points("A1 B1 C1 D1 E1");
    let six = points("A3 B3 C3 D3 E3 F3");
    let won = |winner| Some(Outcome::Win { winner, reason: Reason::Rule });
    let mut state = set_up(Rules::of(Variant::Standard), 9, &five, &six);
    assert_eq!(state.outcome(), won(Color::Black));
    let both = [(Point::at(5, 2), None)];
    let before = format!("{state:?}");
    assert!(state.edit(&both).is_err(), "two fives");
    assert_eq!(format!("{state:?}"), before);
    // Under freestyle both have won; White moved last.
    state.set_rules(Rules::default());
    assert_eq!(state.outcome(), won(Color::White));
    state
        .edit(&[
            (Point::at(0, 2), None),
            (Point::at(2, 2), Some(Color::Black)),
            (Point::at(4, 0), None),
        ])
        .unwrap();
    assert_eq!(state.outcome(), None);
    assert_eq!(state.key(), state.compute_key());
}

/// A board with about so many stones of each colour in a small area, where shapes meet.
fn crowd(seed: u64, side: usize, area: usize, black: u32, white: u32) -> GomokuState {
    let mut rng = seeded(seed);
    let mut state = GomokuState::new(BoardSize::square(side).unwrap(), Rules::of(Variant::Renju));
    let spare = (side - area) as u32 + 1;
    let corner = (below(&mut rng, spare) as usize, below(&mut rng, spare) as usize);
    let mut edits = Vec::new();
    for (count, color) in [(black, Color::Black), (white, Color::White)] {
        for _ in 0..count {
            let pick = |rng: &mut _| below(rng, area as u32) as usize;
            let point = Point::at(corner.0 + pick(&mut rng), corner.1 + pick(&mut rng));
            if edits.iter().all(|&(other, _)| other != point) {
                edits.push((point, Some(color)));
            }
        }
    }
    // Both may have a five; then there is no position.
    let _ = state.edit(&edits);
    state
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every empty point of crowded boards, as the slow judge sees it.
    #[test]
    fn forbidden_points_are_those_of_the_slow_judge(
        seed: u64, area in 6usize..=13, black in 8u32..34, white in 0u32..14,
    ) {
        let state = crowd(seed, 15, area, black, white);
        let grid = grid(&state);
        for point in state.size().points().filter(|&p| state.board().is_empty(p)) {
            let slow = judge(&grid, point.x() as i32, point.y() as i32);
            let slow = if matches!(slow, "five" | "plain") { "legal" } else { slow };
            let fast = name(foul(state.board(), point));
            prop_assert_eq!(fast, slow, "{} on\n{:?}", point, state.board());
        }
    }

    /// Random games: the game is over when the slow judge says so, and not before.
    #[test]
    fn games_end_when_the_slow_judge_says_so(seed: u64, set in 0..RULE_SETS.len(), side in 5usize..=8) {
        let row = &RULE_SETS[set];
        let mut state = GomokuState::new(BoardSize::square(side).unwrap(), row.rules);
        let mut rng = seeded(seed);
        let mut moves = MoveList::new();
        loop {
            let board = grid(&state);
            let winner = Color::BOTH.into_iter().find(|color| {
                has_won(&board, row.name, if *color == Color::Black { 'X' } else { 'O' })
            });
            let stuck = state.to_move() == Color::Black && state.size().points().all(|p| {
                !state.board().is_empty(p)
                    || !matches!(judge(&board, p.x() as i32, p.y() as i32), "plain" | "five")
            });
            let full = state.board().empty_count() == 0;
            let expected = match winner {
                Some(winner) => Some(Outcome::Win { winner, reason: Reason::Rule }),
                None if full => Some(Outcome::Draw),
                None if stuck && row.name == "renju" => {
                    Some(Outcome::Win { winner: Color::White, reason: Reason::Rule })
                }
                None => None,
            };
            prop_assert_eq!(state.outcome(), expected, "{:?}", state);
            if expected.is_some() {
                break;
            }
            state.legal_moves(&mut moves);
            state.play(moves[below(&mut rng, moves.len() as u32) as usize]);
        }
    }
}

/// Sequences of that many moves.
fn perft(state: &mut GomokuState, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| state.with_child(mv, |child| perft(child, depth - 1))).sum(),
    }
}

/// The same by the slow judge.
fn slow_perft(board: &Grid, variant: &str, mover: char, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if ['X', 'O'].into_iter().any(|stone| has_won(board, variant, stone)) {
        return 0;
    }
    let mut sum = 0;
    for y in 0..board.len() {
        for x in 0..board[y].len() {
            let foul = |board: &Grid| {
                variant == "renju"
                    && mover == 'X'
                    && !matches!(judge(board, x as i32, y as i32), "plain" | "five")
            };
            if board[y][x] == '.' && !foul(board) {
                let mut next = board.clone();
                next[y][x] = mover;
                sum += slow_perft(&next, variant, if mover == 'X' { 'O' } else { 'X' }, depth - 1);
            }
        }
    }
    sum
}

/// From crowded small boards, where games end and points are forbidden within three moves.
#[test]
fn counts_of_sequences_are_those_of_the_slow_judge() {
    let mut shorter = 0;
    for seed in 0..10 {
        let crowd = crowd(seed, 7, 6, 20, 14);
        for set in RULE_SETS {
            let mut state = crowd.clone();
            state.set_rules(set.rules);
            let count = perft(&mut state, 3);
            let slow = slow_perft(&grid(&state), set.name, 'X', 3);
            assert_eq!(count, slow, "{} on\n{:?}", set.name, state.board());
            let empty = state.board().empty_count() as u64;
            shorter += u32::from(count < empty * (empty - 1) * (empty - 2));
        }
    }
    assert!(shorter > 20, "too few games end: {shorter}");
}

/// The random boards above do hold what they are meant to test: all kinds of fouls, and threes that do not count because their
/// extension is forbidden.
#[test]
fn crowds_hold_nested_cases() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..400 {
        let state = crowd(seed, 15, 8, 22, 4);
        for point in state.size().points().filter(|&p| state.board().is_empty(p)) {
            *seen.entry(name(foul(state.board(), point))).or_insert(0) += 1;
        }
    }
    for what in ["overline", "double-four", "double-three"] {
        assert!(seen.get(what).copied().unwrap_or(0) > 100, "{seen:?}");
    }
}

/// A blocked square holds no colour: nobody moves there, no row runs across it, a full board does without it.
#[test]
fn blocked_squares() {
    for (rules, text) in [
        // Five up to a blocked square; Caro takes it for the edge, not for an enemy stone.
        (Variant::Freestyle, "B+"),
        (Variant::Standard, "B+"),
        (Variant::Renju, "B+"),
        (Variant::Caro, "B+"),
        (Variant::ExactCaro, "B+"),
    ] {
        let four = points("C5 D5 E5 F5");
        let mut state = set_up(Rules::of(rules), 15, &four, &points("H5"));
        let before = state.key();
        state.block(&points("B5 A1")).unwrap();
        assert!(state.key() != before && state.key() == state.compute_key());
        assert_eq!(state.check(points("B5")[0].into()), Err(Illegal::Occupied), "{rules:?}");
        let mut legal = MoveList::new();
        state.legal_moves(&mut legal);
        assert_eq!(legal.len(), 225 - 7);
        // No stone is put on it, and what is not empty is not blocked; neither changes anything.
        assert!(state.edit(&[(points("B5")[0], Some(Color::Black))]).is_err());
        assert!(state.block(&points("A2 C5")).is_err() && state.block(&points("A1")).is_err());
        assert!(
            !state.board().is_blocked(points("A2")[0]) && state.board().is_empty(points("A2")[0])
        );
        let won = state.board().winning_stones(rules, Color::Black);
        assert!(won.is_empty());
        state.play(points("G5")[0].into());
        assert_eq!(state.outcome().map(|o| o.to_string()).as_deref(), Some(text), "{rules:?}");
        assert_eq!(state.board().winning_stones(rules, Color::Black).len(), 5);
    }
    // Four on each side of a blocked square are no row.
    let stones = points("C5 D5 E5 F5 H5 J5 K5 L5");
    let mut state = set_up(Rules::default(), 15, &stones, &[]);
    state.block(&points("G5")).unwrap();
    assert_eq!(state.outcome(), None);
    state.set_to_move(Color::Black);
    let mut wins = MoveList::new();
    state.winning_moves(Color::Black, &mut wins);
    let mut wins: Vec<String> = wins.iter().map(Move::to_string).collect();
    wins.sort();
    assert_eq!(wins, ["B5", "M5"]);
    // The last free square of a board that has blocked ones.
    let mut state = GomokuState::new(BoardSize::square(5).unwrap(), Rules::default());
    let all: Vec<Point> = state.size().points().collect();
    state.block(&all[..22]).unwrap();
    for mv in &all[22..] {
        assert_eq!(state.outcome(), None);
        state.play((*mv).into());
    }
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}
