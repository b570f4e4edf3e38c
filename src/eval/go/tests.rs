use super::policy::{atari_moves, ladder_moves, nakade_moves, pattern_moves};
use super::tactics::is_bad_self_atari;
use super::*;
use crate::game::State;
use crate::games::go::{Ko, Rules};

/// The position drawn by rows from the top, and the point of the last move, drawn as a small letter.
fn position(rows: &[&str]) -> (GoState, Option<Point>) {
    let size = BoardSize::new(rows[0].len(), rows.len()).expect("size");
    let mut last = None;
    let mut stones = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        assert_eq!(row.len(), size.width(), "{row}");
        for (x, c) in row.chars().enumerate() {
            let color = match c.to_ascii_uppercase() {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            if c.is_ascii_lowercase() {
                last = Some(Point::at(x, y));
            }
            stones.push((color, Point::at(x, y)));
        }
    }
    let mut state = GoState::new(size, Rules::CHINESE, 0.5);
    state.set_position(&stones).expect("a position");
    (state, last)
}

fn names(points: &[Point]) -> Vec<String> {
    let mut names: Vec<_> = points.iter().map(Point::to_string).collect();
    names.sort();
    names.dedup();
    names
}

type Part = fn(&Board, &mut LadderReader, Color, Point, &mut Candidates);

/// Rows, the small letter being the last move; what the part must offer the other side.
type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

fn check(part: Part, cases: &[Case<'_>]) {
    for (name, rows, expected) in cases {
        let (state, last) = position(rows);
        let last = last.expect("a last move");
        let color = state.board().color(last).expect("a stone").other();
        let mut list = Candidates::new();
        part(state.board(), &mut LadderReader::new(state.size()), color, last, &mut list);
        assert_eq!(names(list.points()), *expected, "{name}");
    }
}

#[test]
fn captures_and_saves() {
    check(
        atari_moves,
        &[
            (
                "takes the stone that put itself into atari",
                &["....", "XX..", "oX..", "...."],
                &["A1"],
            ),
            ("nothing is in atari", &["....", ".X..", ".o..", "...."], &[]),
            (
                "runs out of atari",
                &[".......", "...o...", "..OXO..", ".......", "......."],
                &["D2"],
            ),
            (
                "does not run along the edge into a net",
                &["......", "......", "......", "OOO...", "oX...."],
                &[],
            ),
            (
                "takes an attacker or runs",
                &[".......", "..XX...", ".XOo...", "..XXO..", "..OO...", "......."],
                &["B3", "E4"],
            ),
        ],
    );
}

#[test]
fn a_ko_is_not_taken_back_at_once() {
    let (state, _) = position(&["....", ".XO.", "XO.O", ".XO."]);
    let mut board = state.board().clone();
    let taking = Point::at(2, 1);
    assert_eq!(board.play(Color::Black, taking), 1);
    for (banned, expected) in [(true, vec![]), (false, vec!["B2"])] {
        if !banned {
            board.clear_ko();
        }
        let mut list = Candidates::new();
        let mut reader = LadderReader::new(state.size());
        atari_moves(&board, &mut reader, Color::White, taking, &mut list);
        assert_eq!(names(list.points()), expected);
    }
}

#[test]
fn a_ladder_is_not_run_from() {
    // White has just given atari at D4; the ladder goes down to the right.
    let rows = [
        ".........",
        ".........",
        ".........",
        "...OO....",
        "..OX.....",
        "...o.....",
        ".........",
        ".........",
        ".........",
    ];
    check(atari_moves, &[("no breaker", &rows, &[])]);
    let mut broken = rows;
    broken[6] = "......X..";
    check(atari_moves, &[("a breaker in the way", &broken, &["E5"])]);
}

#[test]
fn ladders_are_started_and_seen() {
    let rows = [".........", "...OO....", "..Ox.....", ".........", ".........", "........."];
    // Black's last stone has two liberties: White can catch it.
    let mut wide = vec!["........."; 3];
    wide.splice(0..0, rows);
    let (state, last) = position(&wide);
    let last = last.expect("a stone");
    let mut reader = LadderReader::new(state.size());
    assert!(reader.caught(state.board(), last));
    check(ladder_moves, &[("an open stone is safe", &["....", ".x..", "....", "...."], &[])]);
    let mut list = Candidates::new();
    ladder_moves(state.board(), &mut reader, Color::White, last, &mut list);
    assert!(!list.points().is_empty());
}

#[test]
fn vital_points() {
    check(
        |board, _, color, last, out| nakade_moves(board, color, last, out),
        &[
            ("three in a row", &["......", "OOOOO.", "O...o.", "OOOOO."], &["C2"]),
            ("bent three in the corner", &["OO...", ".OO..", "..o.."], &["A1"]),
            ("four in a row has none", &["OOOOOO", "O....o", "OOOOOO"], &[]),
            ("a square has none", &["OOOO", "O..o", "O..O", "OOOO"], &[]),
            ("pyramid four", &["OOOOO", "O...o", "OO.OO", ".OOO."], &["C3"]),
            ("bulky five", &["OOOOO", "O..oO", "O...O", "OOOOO"], &["C2"]),
            ("cross five", &[".OOO.", "OO.OO", "O...o", "OO.OO", ".OOO."], &["C3"]),
            ("rabbity six", &["OOOOO", "O..OO", "O...o", "OO.OO", ".OOO."], &["C3"]),
            ("a region with a stone of the other side is none", &["OOOOO", "O.X.o", "OOOOO"], &[]),
        ],
    );
}

#[test]
fn self_ataris() {
    type Case<'a> = (&'a str, &'a [&'a str], (usize, usize), bool);
    // Rows; the point of the play by Black; is it refused?
    let cases: [Case<'_>; 7] = [
        ("two liberties are enough", &["....", ".X..", "....", "...."], (2, 2), false),
        ("a throw-in", &["OOO.", "O..X", "OOO."], (1, 1), false),
        ("two stones in the open", &["....", "OO..", "X...", "OO.."], (1, 1), true),
        ("two stones in a shut eye", &["OOOO", "X..O", "OOOO"], (1, 1), false),
        ("two stones beside a capture", &["....", "XXX.", "X.OX", "OOX."], (1, 1), false),
        ("bent three in a shut eye", &["OOOO.", "XX.O.", "..OO.", "OOO.."], (0, 1), false),
        ("four in a row", &["OOOOOO", "XXX..O", "OOOOOO"], (3, 1), true),
    ];
    for (name, rows, (x, y), refused) in cases {
        let (state, _) = position(rows);
        let bad = is_bad_self_atari(state.board(), Color::Black, Point::at(x, y));
        assert_eq!(bad, refused, "{name}");
    }
}

#[test]
fn liberties_after_a_play() {
    let cases: [(&[&str], (usize, usize), usize); 4] = [
        (&["...", "...", "..."], (1, 1), 3),
        (&["...", "...", "..."], (0, 0), 2),
        (&["OO.", "X.O", "OO."], (1, 1), 0),
        (&["XO.", ".X.", "..."], (2, 2), 2),
    ];
    for (rows, (x, y), count) in cases {
        let (state, _) = position(rows);
        let found = state.board().liberties_after(Color::Black, Point::at(x, y), None);
        assert_eq!(found, count, "{rows:?}");
    }
}

#[test]
fn liberty_arithmetic_agrees_with_counting() {
    let size = BoardSize::square(7).expect("a side");
    let mut rng = seeded(99);
    let mut two = 0;
    for _ in 0..200 {
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for _ in 0..60 {
            let Some(point) = board.random_move(color, &mut rng) else { break };
            let mut after = board.clone();
            let taken = after.play(color, point);
            let mut libs = [point; 3];
            let counted = after.liberties(after.chain(point), &mut libs);
            assert_eq!(board.is_capture(color, point), taken > 0, "{board:?}{point}");
            if taken == 0 {
                assert_eq!(board.liberties_after(color, point, None), counted, "{board:?}{point}");
                let fewer = board.liberties_after(color, point, Some(libs[0]));
                assert!(counted == 3 || fewer + 1 == counted, "{board:?}{point}");
                assert_eq!(board.is_self_atari(color, point), counted < 2, "{board:?}{point}");
            }
            for p in size.points().filter(|&p| after.color(p).is_some()) {
                let counted = after.liberties(after.chain(p), &mut libs);
                let told = after.two_liberties(after.chain(p));
                assert_eq!(told.is_some(), counted == 2, "{after:?}{p}");
                if let Some([a, b]) = told {
                    two += 1;
                    assert!(a != b && libs[..2].contains(&a) && libs[..2].contains(&b));
                }
            }
            board = after;
            color = color.other();
        }
    }
    assert!(two > 1000);
}

#[test]
fn patterns_are_found_around_the_last_move() {
    let patterns = Patterns::new();
    let (state, last) = position(&[".....", ".XO..", "...x.", ".....", "....."]);
    let mut list = Candidates::new();
    pattern_moves(state.board(), &patterns, Color::White, last.expect("a move"), &mut list);
    // The cut between the two black stones.
    assert!(names(list.points()).contains(&"C3".to_string()), "{:?}", names(list.points()));
}

#[test]
fn no_playout_move_is_illegal_and_values_agree_with_the_board() {
    for (seed, side) in [(1, 2), (2, 3), (3, 5), (4, 7), (5, 9), (6, 13)] {
        let size = BoardSize::new(side, side + 1).expect("a size");
        let evaluator = KnowledgePlayouts::new();
        let mut worker = evaluator.worker(seed);
        let rules = Rules { ko: Ko::Simple, ..Rules::CHINESE };
        let mut leaf = [Leaf::new(GoState::new(size, rules, 0.5))];
        for round in 0..50 {
            evaluator.evaluate(&mut worker, &mut leaf);
            let mut board = Board::new(size);
            let mut expected = Color::Black;
            for &(color, mv) in &leaf[0].trace {
                let point = mv.point().expect("passes are not traced");
                if color != expected {
                    board.clear_ko();
                }
                assert!(board.is_empty(point) && board.is_playable(color, point), "{side} {mv}");
                let saves = point.neighbors().into_iter().any(|n| {
                    board.color(n) == Some(color) && board.atari(board.chain(n)).is_some()
                });
                assert!(saves || !board.is_eye(color, point), "{side} {mv}");
                board.play(color, point);
                expected = color.other();
            }
            let margin = GoState::with_board(board, rules, 0.5).margin();
            let owned: f32 = leaf[0].ownership.iter().sum();
            assert_eq!(leaf[0].margin, margin, "{side} {round}");
            assert_eq!(leaf[0].margin, owned - 0.5, "{side} {round}");
            assert_eq!(leaf[0].value, if margin > 0.0 { 1.0 } else { 0.0 });
        }
    }
}

#[test]
fn passing_while_the_other_fills_gains_nothing() {
    let (mut state, _) = position(&["..XO."]);
    let rules = Rules { scoring: Scoring::Territory, ..*state.rules() };
    state.set_rules(rules);
    // Black owns three points, White two, with a stone each: an area margin of 1, komi 0.5. A ply more by one side, pass
    // or play, costs that side a point.
    for (first, surplus, margin) in
        [(Color::Black, 0, 0.5), (Color::Black, 1, -0.5), (Color::White, 1, 1.5)]
    {
        state.set_to_move(first);
        assert_eq!(final_margin(&state, 1, surplus), margin, "{first} {surplus}");
    }
    state.set_rules(Rules::CHINESE);
    assert_eq!(final_margin(&state, 1, 1), 0.5);
}

#[test]
fn priors_cover_the_legal_moves_but_own_eyes() {
    let evaluator = KnowledgePlayouts::new();
    let mut worker = evaluator.worker(11);
    for side in [1, 2, 4, 9, 19] {
        let size = BoardSize::square(side).expect("a side");
        let rules = Rules { ko: Ko::Positional, ..Rules::CHINESE };
        let mut leaf = [Leaf::new(GoState::new(size, rules, 7.5))];
        leaf[0].expand = true;
        let mut eyes = 0;
        for step in 0..3 * size.area() {
            evaluator.evaluate(&mut worker, &mut leaf);
            let state = &leaf[0].state;
            let priors = &leaf[0].priors;
            let sum: f32 = priors.iter().map(|p| p.policy).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{side} {step}: {sum}");
            let listed: Vec<Move> = priors.iter().map(|p| p.mv).collect();
            let mut legal = crate::base::MoveList::new();
            state.legal_moves(&mut legal);
            for &mv in legal.iter() {
                let eye = mv.point().is_some_and(|p| state.board().is_eye(state.to_move(), p));
                assert!(listed.contains(&mv) || eye, "{side} {step} {mv}");
                eyes += usize::from(!listed.contains(&mv));
            }
            for prior in priors {
                assert!(legal.contains(&prior.mv), "{side} {step} {}", prior.mv);
                assert!((0.0..=1.0).contains(&prior.value) && prior.weight >= 0.0);
            }
            let choice = step * 7919 % listed.len();
            let mv = listed[choice];
            leaf[0].state.play(mv);
            if leaf[0].state.outcome().is_some() {
                break;
            }
        }
        assert!(side < 4 || eyes > 0, "no eye was met on {side}");
    }
}

#[test]
fn priors_prefer_what_is_urgent() {
    let evaluator = KnowledgePlayouts::new();
    let mut worker = evaluator.worker(1);
    let (state, _) = position(&[
        ".........",
        ".........",
        "...O.....",
        "..OXX....",
        "..OXXO...",
        "...OO....",
        ".........",
        ".........",
        ".........",
    ]);
    let mut state = state;
    state.set_to_move(Color::White);
    state.play("F6".parse().expect("a vertex"));
    let mut leaf = [Leaf::new(state)];
    leaf[0].expand = true;
    evaluator.evaluate(&mut worker, &mut leaf);
    let best = leaf[0]
        .priors
        .iter()
        .max_by(|a, b| a.policy.total_cmp(&b.policy))
        .map(|prior| prior.mv.to_string());
    assert_eq!(best.as_deref(), Some("E7"));
}

#[test]
fn playouts_repeat_with_their_seed() {
    let evaluator = KnowledgePlayouts::new();
    for side in [1, 2, 5, 9, 13] {
        let size = BoardSize::square(side).expect("a side");
        let a = evaluator.playouts(20, size, 7);
        assert_eq!(a, evaluator.playouts(20, size, 7), "{side}");
        assert!(side < 5 || a != evaluator.playouts(20, size, 8), "{side}");
    }
}
