//! Planes and numbers by hand-made positions, and under symmetry.

use super::FeatureReader;
use super::area::area;
use super::stones::Stones;
use crate::base::{BoardSize, Color, Move, MoveList, Point, Symmetry, below, seeded};
use crate::eval::net::katago::{GLOBALS, PLANES};
use crate::game::State;
use crate::games::go::{GoState, Ko, Rules, Scoring, Tax};

/// A position from rows, the top one first, Black to move.
fn position(rows: &[&str], rules: Rules) -> GoState {
    let size = BoardSize::new(rows[0].len(), rows.len()).expect("size");
    let mut stones = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, c) in row.chars().enumerate() {
            match c {
                'X' => stones.push((Color::Black, Point::at(x, y))),
                'O' => stones.push((Color::White, Point::at(x, y))),
                _ => {}
            }
        }
    }
    let mut state = GoState::new(size, rules, 7.5);
    state.set_position(&stones).expect("position");
    state
}

fn play(state: &mut GoState, moves: &str) {
    for mv in moves.split_whitespace() {
        state.try_play(mv.parse().expect("a move")).expect("legal");
    }
}

fn read(state: &GoState) -> (Vec<f32>, [f32; GLOBALS]) {
    let mut planes = vec![7.0; state.size().area() * PLANES];
    let globals = FeatureReader.read(state, &mut planes);
    assert!(planes.iter().all(|&v| v == 0.0 || v == 1.0));
    (planes, globals)
}

/// The points where a plane is 1, by name.
fn marked(state: &GoState, plane: usize) -> String {
    let (planes, _) = read(state);
    let cells = state.size().points().zip(planes.chunks_exact(PLANES));
    let there = cells.filter(|(_, cell)| cell[plane] == 1.0);
    let mut names: Vec<String> = there.map(|(point, _)| point.to_string()).collect();
    names.sort();
    names.join(" ")
}

const SITUATIONAL: Rules = Rules { ko: Ko::Situational, ..Rules::CHINESE };

#[test]
fn planes_by_hand() {
    let rows = ["..O..", ".XXO.", "XX.XO", "OX.XO", ".OO.."];
    let stones = position(&rows, Rules::CHINESE);
    // C3 is in a ladder that Black begins at C4; A1 is caught from either side.
    let rows = [".....X", "....X.", "......", ".XO...", "..XX..", "O....."];
    let mut ladder = position(&rows, Rules::CHINESE);
    // The same with a stone in the way.
    let rows = [".....X", "....X.", "......", ".XO.O.", "..XX..", "O....."];
    let broken = position(&rows, Rules::CHINESE);
    // White in atari at B3 cannot run at B4, but takes C3 if that is in atari too.
    let counter = ["......", ".X....", "X.....", "XOXO..", ".XO...", "......"];
    let no_counter = ["......", ".X....", "X.....", "XOX...", ".XO...", "......"];
    for (rows, caught) in [(counter, false), (no_counter, true)] {
        let there = marked(&position(&rows, Rules::CHINESE), 14);
        assert_eq!(there.contains("B3"), caught, "{rows:?} {there}");
    }
    let mut ko = position(&[".XO.", "XO.O", ".XO.", "...."], Rules::CHINESE);
    play(&mut ko, "C3");
    let mut moved = ko.clone();
    play(&mut moved, "D1 pass A1 B1");
    let mut superko = position(&[".XO.", "XO.O", ".XO.", "...."], SITUATIONAL);
    play(&mut superko, "C3");
    let now = |state: &GoState| -> Vec<String> { (14..18).map(|p| marked(state, p)).collect() };
    assert_eq!(now(&ladder), ["A1 C3", "A1 C3", "A1 C3", "A2 B1 C4"]);
    let caught = now(&ladder);
    play(&mut ladder, "C4");
    // White runs first now.
    assert_eq!(now(&ladder)[0], caught[0]);
    play(&mut ladder, "C5 A2");
    assert_eq!(now(&ladder)[2], "A1 C3", "before the last two moves");
    let cases: &[(&str, &GoState, usize, &str)] = &[
        ("own", &stones, 1, "A3 B2 B3 B4 C4 D2 D3"),
        ("other", &stones, 2, "A2 B1 C1 C5 D4 E2 E3"),
        ("in atari", &stones, 3, "A2"),
        ("two liberties", &stones, 4, "C5 D4 E2 E3"),
        ("three liberties", &stones, 5, "B1 C1 D2 D3"),
        ("not to be taken back", &ko, 6, "B3"),
        ("not to be taken back, nor repeated", &superko, 6, "B3"),
        ("nobody may repeat", &position(&rows, SITUATIONAL), 6, ""),
        ("the last move", &moved, 9, "B1"),
        ("the one before", &moved, 10, "A1"),
        ("a pass has no point", &moved, 11, ""),
        ("the fourth", &moved, 12, "D1"),
        ("the fifth", &moved, 13, "C3"),
        ("the way is blocked", &broken, 14, "A1"),
        ("and so nothing begins at C4", &broken, 17, "A2 B1"),
        ("the end by territory has no plane", &stones, 7, ""),
        ("nor has its second phase", &stones, 20, ""),
    ];
    for (name, state, plane, expected) in cases {
        assert_eq!(marked(state, *plane), *expected, "{name}");
    }
}

/// A corner whose white stone touches no black one: an eye, unless White may be taken off by its own move.
const CORNER: [&str; 5] = ["XXX..", "X.X..", "XXX..", ".XX..", "O.X.."];

#[test]
fn areas_by_hand() {
    let everything = "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4 E5";
    let without_corner = "A3 A4 A5 B2 B3 B4 B5 C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4 E5";
    let alive = position(&CORNER, Rules::CHINESE);
    assert_eq!((&*marked(&alive, 18), &*marked(&alive, 19)), (everything, ""));
    let not_sure = position(&CORNER, Rules::TROMP_TAYLOR);
    assert_eq!((&*marked(&not_sure, 18), &*marked(&not_sure, 19)), (without_corner, "A1"));
    let mut other = alive.clone();
    other.set_to_move(Color::White);
    assert_eq!((&*marked(&other, 18), &*marked(&other, 19)), ("", everything));
    let territory = position(&CORNER, Rules::JAPANESE);
    assert_eq!((&*marked(&territory, 18), &*marked(&territory, 19)), ("", ""));
    // Neutral points between the walls: with a tax what touches them counts stones only.
    let rows = [".XO.", ".X.O", ".XO.", ".XO."];
    let open = position(&rows, Rules::CHINESE);
    assert_eq!(marked(&open, 18), "A1 A2 A3 A4 B1 B2 B3 B4");
    assert_eq!(marked(&open, 19), "C1 C2 C4 D1 D2 D3 D4");
    let taxed = position(&rows, Rules::STONE_SCORING);
    assert_eq!(marked(&taxed, 18), "B1 B2 B3 B4");
    assert_eq!(marked(&taxed, 19), "C1 C2 C4 D3");
    assert_eq!(marked(&position(&["...", "...", "..."], Rules::CHINESE), 18), "");
}

/// What lives unconditionally by this analysis is what the rules' own says, where suicide is illegal.
#[test]
fn life_is_that_of_the_rules() {
    let mut rng = seeded(12);
    let size = BoardSize::new(6, 5).expect("a size");
    let mut living = 0;
    for _ in 0..60 {
        let mut state = GoState::new(size, Rules::CHINESE, 0.5);
        for _ in 0..70 {
            let point = Point::at(below(&mut rng, 6) as usize, below(&mut rng, 5) as usize);
            if state.is_legal(Move::at(point)) && !state.board().is_eye(state.to_move(), point) {
                state.play(Move::at(point));
            } else {
                state.set_to_move(state.to_move().other());
            }
            let owners = area(&Stones::of(state.board()), false);
            for color in Color::BOTH {
                let life = state.board().unconditional_life(color);
                for point in life.stones.iter() {
                    living += 1;
                    assert_eq!(owners[point.index()], Some(color), "{point}\n{state:?}");
                }
            }
        }
    }
    assert!(living > 500, "{living}");
}

/// The planes of ladders before the last moves are those that were seen then.
#[test]
fn moves_are_taken_back() {
    let mut rng = seeded(3);
    let (mut seen, mut taken) = (0, 0);
    for round in 0..40 {
        let size = BoardSize::new(5 + round % 3, 5).expect("a size");
        let mut state =
            GoState::new(size, Rules { friendly_pass: false, ..Rules::TROMP_TAYLOR }, 7.0);
        let mut before: [Vec<bool>; 2] = [Vec::new(), Vec::new()];
        for turn in 0..60 {
            let (planes, _) = read(&state);
            let plane = |plane: usize| -> Vec<bool> {
                planes.chunks_exact(PLANES).map(|cell| cell[plane] == 1.0).collect()
            };
            for age in (0..2).filter(|age| turn > *age) {
                assert_eq!(plane(15 + age), before[age], "{age} {state:?}");
            }
            before = [plane(14), std::mem::take(&mut before[0])];
            seen += before[0].iter().filter(|caught| **caught).count();
            let mut legal = MoveList::new();
            state.legal_moves(&mut legal);
            let mut legal = legal.to_vec();
            if state.passes() > 0 || below(&mut rng, 10) > 0 {
                legal.retain(|mv| *mv != Move::PASS);
            }
            let Some(&mv) = legal.get(below(&mut rng, legal.len().max(1) as u32) as usize) else {
                break;
            };
            state.play(mv);
            taken += state.changes()[0].taken.len();
        }
    }
    assert!(seen > 300 && taken > 20, "{seen} {taken}");
}

#[test]
fn numbers_by_hand() {
    let size = BoardSize::square(9).expect("a size");
    let start = |rules: Rules, komi: f32| GoState::new(size, rules, komi);
    let numbers = |state: &GoState| -> Vec<(usize, f32)> {
        let globals = read(state).1;
        globals.into_iter().enumerate().filter(|(_, number)| *number != 0.0).collect()
    };
    // Black is given -7.5; 7 makes a draw possible on a board of 81 points.
    let chinese = start(Rules::CHINESE, 7.5);
    assert_eq!(numbers(&chinese), [(5, -0.375), (18, -0.5)]);
    for (komi, wave) in [(7.0, 0.0), (6.0, 0.0), (6.5, -0.5), (7.25, 0.25), (5.5, 0.5)] {
        let mut state = start(Rules::CHINESE, komi);
        state.set_to_move(Color::White);
        assert_eq!(read(&state).1[18], wave, "{komi}");
    }
    assert_eq!(read(&start(Rules::CHINESE, 500.0)).1[5], -101.0 / 20.0);
    let tromp_taylor = start(Rules::TROMP_TAYLOR, 7.0);
    assert_eq!(numbers(&tromp_taylor), [(5, -0.35), (6, 1.0), (7, 0.5), (8, 1.0)]);
    assert_eq!(numbers(&start(SITUATIONAL, 7.0)), [(5, -0.35), (6, 1.0), (7, -0.5)]);
    let taxed = Rules { tax: Tax::All, scoring: Scoring::Territory, ..Rules::CHINESE };
    assert_eq!(numbers(&start(taxed, 0.0)), [(9, 1.0), (10, 1.0), (11, 1.0)]);
    assert_eq!(numbers(&start(Rules::JAPANESE, 6.5)), [(5, -0.325), (9, 1.0), (10, 1.0)]);

    // A stone more of Black's costs White's opponent a point by territory.
    let mut japanese = start(Rules::JAPANESE, 6.5);
    play(&mut japanese, "E5 pass");
    assert_eq!(numbers(&japanese), [(0, 1.0), (5, -0.375), (9, 1.0), (10, 1.0), (14, 1.0)]);
    // A pass ends the game, and is told, where nothing dead may stay.
    let mut strict = tromp_taylor.clone();
    play(&mut strict, "E5 pass");
    assert_eq!(numbers(&strict)[..2], [(0, 1.0), (5, -0.35)]);
    assert_eq!(read(&strict).1[14], 1.0);
    assert_eq!(marked(&strict, 10), "E5");
    play(&mut strict, "C3");
    assert_eq!((read(&strict).1[0], read(&strict).1[1], read(&strict).1[14]), (0.0, 1.0, 0.0));
    // Elsewhere neither the pass is told nor what was before it.
    let mut friendly = chinese.clone();
    play(&mut friendly, "E5 pass");
    assert_eq!(numbers(&friendly), [(5, -0.375), (18, -0.5)]);
    assert_eq!((marked(&friendly, 9), marked(&friendly, 10)), (String::new(), String::new()));
    play(&mut friendly, "C3");
    assert_eq!((&*marked(&friendly, 9), &*marked(&friendly, 11)), ("C3", "E5"));
    assert_eq!(read(&friendly).1[1], 1.0);
}

#[test]
fn moves_out_of_turn_end_what_is_told() {
    let size = BoardSize::square(5).expect("a size");
    let mut state = GoState::new(size, Rules::TROMP_TAYLOR, 7.5);
    play(&mut state, "A1 B1 C1");
    state.set_to_move(Color::Black);
    assert_eq!(marked(&state, 9), "", "Black's own move is not the last of White's");
    play(&mut state, "D1");
    let seen: Vec<String> = (9..14).map(|plane| marked(&state, plane)).collect();
    assert_eq!(seen, ["D1", "", "", "", ""]);
    play(&mut state, "E1 A2");
    let seen: Vec<String> = (9..14).map(|plane| marked(&state, plane)).collect();
    assert_eq!(seen, ["A2", "E1", "D1", "", ""]);
}

/// Games seen in a mirror, turned or with exchanged colours have planes that are moved likewise.
#[test]
fn planes_turn_with_the_board() {
    let mut rng = seeded(5);
    let mut ladders = 0;
    for (width, height) in [(6, 6), (5, 7), (7, 7)] {
        let size = BoardSize::new(width, height).expect("a size");
        for (number, symmetry) in Symmetry::all(size).enumerate() {
            let swapped = number % 2 == 1;
            let komi = if swapped { -3.0 } else { 3.0 };
            let rules = if number < 3 { Rules::TROMP_TAYLOR } else { Rules::CHINESE_SUPERKO };
            let mut game = GoState::new(size, rules, 3.0);
            let mut image = GoState::new(size, rules, komi);
            if swapped {
                image.set_to_move(Color::White);
            }
            for _ in 0..2 * size.area() {
                let (x, y) = (below(&mut rng, width as u32), below(&mut rng, height as u32));
                let point = Point::at(x as usize, y as usize);
                if game.is_legal(Move::at(point)) {
                    game.play(Move::at(point));
                    image.play(Move::at(symmetry.image(size, point)));
                }
                let ((planes, globals), (turned, same)) = (read(&game), read(&image));
                assert_eq!(globals, same);
                for (point, cell) in size.points().zip(planes.chunks_exact(PLANES)) {
                    let to = symmetry.image(size, point);
                    let at = (to.y() * size.width() + to.x()) * PLANES;
                    assert_eq!(*cell, turned[at..at + PLANES], "{symmetry:?} {point} {game:?}");
                    ladders += usize::from(cell[14] == 1.0);
                }
            }
        }
    }
    assert!(ladders > 100, "{ladders}");
}
