//! Ko families by position, under each ko rule.

use super::diagram::{play, state, try_play};
use super::{GoState, Ko, Rules};
use crate::base::{BoardSize, Color, Move, Point, below, seeded};
use crate::game::{Illegal, State};

const KOS: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

/// Plays `before`, then tries `tried` under simple ko, positional and situational superko.
fn verdicts(rows: &[&str], before: &str, tried: (&str, &str)) -> [Result<(), Illegal>; 3] {
    KOS.map(|ko| {
        let mut state = state(rows);
        state.set_rules(Rules { ko, suicide: true, ..Rules::CHINESE });
        let first = before.split_whitespace().next().unwrap_or(tried.0);
        state.set_to_move(first.parse().unwrap());
        play(&mut state, before);
        state.resume();
        try_play(&mut state, tried.0, tried.1)
    })
}

const OK: Result<(), Illegal> = Ok(());
const KO: Result<(), Illegal> = Err(Illegal::Ko);
const SUPERKO: Result<(), Illegal> = Err(Illegal::Superko);
const SUICIDE: Result<(), Illegal> = Err(Illegal::Suicide);

const ONE_KO: &[&str] = &[".....", ".XO..", "X.XO.", ".XO.."];
const SEND_TWO: &[&str] = &["......", ".....O", "OOX...", ".X.X.."];
const TWO_KOS: &[&str] = &[".XO.", "X.XO", ".XO.", ".XO.", "XO.O", ".XO."];
const THREE_KOS: &[&str] =
    &[".XO.", "X.XO", ".XO.", ".XO.", "X.XO", ".XO.", ".XO.", "XO.O", ".XO."];
const ETERNAL_LIFE: &[&str] = &[".O.X", "OOXX", ".X.O"];
const SNAPBACK: &[&str] = &["......", ".OOO..", "OXXXO.", "OX..O."];
const BENT_FOUR: &[&str] = &["OOO..", "XXO..", ".XO..", ".XXO.", "..XO."];
const FOUR_POINTS: &[&str] = &["....", "OO..", "..O.", "..O."];

#[test]
fn families() {
    /// Name, position, moves before, move tried, verdicts.
    type Row = (
        &'static str,
        &'static [&'static str],
        &'static str,
        (&'static str, &'static str),
        [Result<(), Illegal>; 3],
    );
    let table: &[Row] = &[
        ("the take itself", ONE_KO, "", ("W", "B2"), [OK, OK, OK]),
        ("direct retake", ONE_KO, "W B2", ("B", "C2"), [KO, SUPERKO, SUPERKO]),
        ("retake after an exchange", ONE_KO, "W B2 B E4 W E1", ("B", "C2"), [OK, OK, OK]),
        ("filling after the other's pass", ONE_KO, "W B2 B pass", ("W", "C2"), [OK, OK, OK]),
        ("filling by moving twice", ONE_KO, "W B2", ("W", "C2"), [OK, OK, OK]),
        // Passes lift the simple-ko ban and leave the history as it is.
        ("pass and retake", ONE_KO, "W B2 B pass W pass", ("B", "C2"), [OK, SUPERKO, SUPERKO]),
        // Black sends two, White takes them with one stone, Black takes that: the board is as before, with White and not
        // Black to move.
        ("send two, return one", SEND_TWO, "B A1 W C1", ("B", "B1"), [OK, SUPERKO, OK]),
        (
            "send two, return one after passes",
            SEND_TWO,
            "B A1 W C1 B pass W pass",
            ("B", "B1"),
            [OK, SUPERKO, OK],
        ),
        // Under situational superko the cycle ends one move later than under positional superko.
        ("double ko", TWO_KOS, "B C2 W B5 B pass W B2", ("B", "C5"), [OK, SUPERKO, OK]),
        ("double ko, the other ko", TWO_KOS, "B C2 W B5", ("B", "C5"), [KO, SUPERKO, SUPERKO]),
        ("triple ko, fifth move", THREE_KOS, "W B8 B C2 W B5 B C8", ("W", "B2"), [OK, OK, OK]),
        (
            "triple ko, sixth move",
            THREE_KOS,
            "W B8 B C2 W B5 B C8 W B2",
            ("B", "C5"),
            [OK, SUPERKO, SUPERKO],
        ),
        // Each side sends two and takes two, with no pass between: the cycle of eternal life.
        ("eternal life, third move", ETERNAL_LIFE, "B A1 W C1", ("B", "B1"), [OK, OK, OK]),
        (
            "eternal life, fourth move",
            ETERNAL_LIFE,
            "B A1 W C1 B B1",
            ("W", "D1"),
            [OK, SUPERKO, SUPERKO],
        ),
        ("snapback, throw-in", SNAPBACK, "", ("W", "C1"), [OK, OK, OK]),
        ("snapback, back at once", SNAPBACK, "W C1 B D1", ("W", "C1"), [OK, OK, OK]),
        ("bent four, throw-in", BENT_FOUR, "W A2 B A1", ("W", "B1"), [OK, OK, OK]),
        ("bent four, retake", BENT_FOUR, "W A2 B A1 W B1", ("B", "A1"), [KO, SUPERKO, SUPERKO]),
        (
            "bent four, retake after a threat",
            BENT_FOUR,
            "W A2 B A1 W B1 B E5 W E1",
            ("B", "A1"),
            [OK, OK, OK],
        ),
        (
            "bent four, White wins the ko",
            BENT_FOUR,
            "W A2 B A1 W B1 B E5",
            ("W", "A3"),
            [OK, OK, OK],
        ),
        // Suicide can bring back a board although no stone was ever taken off the point played.
        (
            "suicide that repeats",
            FOUR_POINTS,
            "B A2 W pass B B2 W pass B A1 W pass",
            ("B", "B1"),
            [OK, SUPERKO, OK],
        ),
        (
            "suicide that repeats a pass",
            FOUR_POINTS,
            "W pass B A2 W pass B B2 W pass B A1 W pass",
            ("B", "B1"),
            [OK, SUPERKO, SUPERKO],
        ),
        ("single-stone suicide", &["O.", ".O"], "", ("B", "A1"), [SUICIDE, SUICIDE, SUICIDE]),
    ];
    for &(name, rows, before, tried, expected) in table {
        assert_eq!(verdicts(rows, before, tried), expected, "{name}");
    }
}

/// Situational superko stops sending two in the second round: White's pass makes it Black's turn on the first board.
#[test]
fn second_round_of_send_two() {
    for (ko, expected) in [(Ko::Simple, OK), (Ko::Situational, SUPERKO)] {
        let mut state = state(SEND_TWO);
        state.set_rules(Rules { ko, ..Rules::CHINESE });
        play(&mut state, "B A1 W C1 B B1 W pass");
        assert_eq!(try_play(&mut state, "B", "A1"), expected, "{ko:?}");
    }
}

#[test]
fn captures_in_the_families() {
    let mut snapback = state(SNAPBACK);
    play(&mut snapback, "W C1 B D1 W C1");
    assert_eq!(snapback.board().captured(Color::Black), 5);
    let mut bent = state(BENT_FOUR);
    play(&mut bent, "W A2 B A1 W B1 B E5 W A3");
    assert_eq!(bent.board().captured(Color::Black), 7);
}

/// On small boards random play under simple ko runs into repetitions of every kind. Whatever the family, each superko rule
/// must forbid exactly the first play that repeats, and simple ko must let it happen.
#[test]
fn the_first_repetition_is_what_superko_forbids() {
    let mut rng = seeded(7);
    let mut forbidden = [0, 0];
    for round in 0..3000 {
        let size = BoardSize::new(2 + round % 4, 1 + round / 4 % 4).unwrap();
        let simple = Rules { suicide: round % 2 == 0, ..Rules::CHINESE };
        for (kind, ko) in [Ko::Positional, Ko::Situational].into_iter().enumerate() {
            let mut free = GoState::new(size, simple, 0.0);
            let mut bound = GoState::new(size, Rules { ko, ..simple }, 0.0);
            let points: Vec<Point> = size.points().collect();
            let mut seen: Vec<(Vec<u8>, Color)> = Vec::new();
            let picture = |state: &GoState| -> Vec<u8> {
                points.iter().map(|&p| state.board().content(p)).collect()
            };
            seen.push((picture(&free), Color::Black));
            for _ in 0..60 {
                let point = points[below(&mut rng, points.len() as u32) as usize];
                let mv = if below(&mut rng, 8) == 0 { Move::PASS } else { point.into() };
                if !free.is_legal(mv) {
                    continue;
                }
                free.play(mv);
                free.resume();
                let now = (picture(&free), free.to_move());
                let repeated = seen.iter().any(|(board, next)| {
                    *board == now.0 && (ko == Ko::Positional || *next == now.1)
                });
                if mv != Move::PASS && repeated {
                    assert_eq!(bound.check(mv), Err(Illegal::Superko), "{mv} on {bound:?}");
                    forbidden[kind] += 1;
                    break;
                }
                assert_eq!(bound.try_play(mv), Ok(()), "{mv} on {bound:?}");
                bound.resume();
                seen.push(now);
            }
        }
    }
    assert!(forbidden.iter().all(|&n| n > 900), "{forbidden:?}");
}

#[test]
fn setup_begins_a_new_history() {
    let mut game = state(ONE_KO);
    game.set_rules(Rules { ko: Ko::Positional, ..Rules::CHINESE });
    play(&mut game, "W B2");
    let retake: Move = "C2".parse().unwrap();
    assert_eq!(game.check(retake), SUPERKO);
    game.edit(&[(Point::at(4, 3), Some(Color::White)), (Point::at(0, 3), None)]).unwrap();
    assert_eq!((game.check(retake), game.to_move()), (Ok(()), Color::Black));
    assert_eq!(game.board().captured(Color::Black), 1, "an edit leaves prisoners alone");
    game.set_position(&[]).unwrap();
    assert_eq!((game.board().captured(Color::Black), game.board().hash()), (0, 0));
}

#[test]
fn setup_errors_change_nothing() {
    use super::SetupError::{NoLiberties, NotEmpty, OffBoard, Repeated};
    let at = |text: &str| text.parse::<Move>().unwrap().point().unwrap();
    let mut game = state(ONE_KO);
    play(&mut game, "W B2");
    let before = format!("{game:?}");
    let (b, w) = (Color::Black, Color::White);
    let table: &[(&[(Color, Point)], _)] = &[
        (&[(b, at("F1"))], OffBoard(at("F1"))),
        (&[(b, at("A1")), (w, at("A1"))], Repeated(at("A1"))),
        (&[(b, at("A2")), (b, at("B1")), (w, at("A1"))], NoLiberties(at("A1"))),
    ];
    for &(stones, error) in table {
        assert_eq!(game.set_position(stones), Err(error));
    }
    assert_eq!(game.edit(&[(at("F1"), Some(b))]), Err(OffBoard(at("F1"))));
    assert_eq!(game.edit(&[(at("C2"), Some(b))]), Err(NoLiberties(at("B2"))));
    assert_eq!(game.place_handicap(&[at("A1")]), Err(NotEmpty));
    assert_eq!(format!("{game:?}"), before);
}

#[test]
fn ends_and_resumes() {
    let mut game = state(&["...", "...", "..."]);
    play(&mut game, "B B2 W pass B pass");
    assert_eq!(game.outcome().map(|o| o.to_string()).as_deref(), Some("B+9"));
    assert_eq!(try_play(&mut game, "W", "A1"), Err(Illegal::Over));
    assert!(game.resume() && !game.resume());
    play(&mut game, "W A1");
    assert_eq!(game.outcome(), None);
    game.play(Move::RESIGN);
    assert_eq!(game.outcome().map(|o| o.to_string()).as_deref(), Some("W+R"));
    assert!(game.resume());
    // One colour alone cannot end the game by passing twice.
    play(&mut game, "B pass B pass");
    assert_eq!(game.outcome(), None);
    play(&mut game, "W pass");
    assert!(game.outcome().is_some());
}

#[test]
fn handicap_stones_are_no_moves() {
    let at = |text: &str| text.parse::<Move>().unwrap().point().unwrap();
    let mut game = GoState::new(BoardSize::square(9).unwrap(), Rules::AGA, 0.5);
    game.place_handicap(&[at("C3"), at("G7"), at("C7")]).unwrap();
    assert_eq!((game.to_move(), game.handicap(), game.compensation()), (Color::White, 3, 2.5));
    game.edit(&[(at("E5"), Some(Color::White))]).unwrap();
    assert_eq!((game.to_move(), game.handicap()), (Color::White, 3));
    game.set_position(&[(Color::White, at("E5"))]).unwrap();
    assert_eq!((game.to_move(), game.handicap()), (Color::Black, 0));
}
