use super::grow::{Grower, Growth};
use super::*;
use crate::base::{BoardSize, Color, Move, Point, below, seeded};
use crate::engine::reversi::node::{Knowledge, Node};
use crate::engine::reversi::{ReversiEngine, engine};
use crate::engine::{Engine, Purpose, Task, Thought};
use crate::eval::reversi::patterns::turned;
use crate::game::State;
use crate::games::reversi::{Board, Goal, ReversiState, Rules, USUAL_SIZE};
use crate::search::alphabeta::Position;
use crate::search::{Basis, Candidate, Report};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::time::Duration;

const SMALL: Growth = Growth {
    depth: 3,
    confidence: 73,
    ply: DISC / 2,
    seed: 0,
    least_empties: 30,
    threads: 1,
    memory: 1,
};

fn grow(book: &mut Book, growth: Growth, positions: usize) {
    let mut grower = Grower::new(growth, &crate::engine::reversi::built_in_weights());
    while book.len() < positions {
        let room = positions - book.len();
        if grower.round(book, room).unwrap() == 0 {
            return;
        }
    }
}

fn grown(growth: Growth, positions: usize) -> Book {
    let mut book = Book::default();
    grow(&mut book, growth, positions);
    book
}

/// A book that searches made.
fn small() -> Arc<Book> {
    static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| Arc::new(grown(SMALL, 60)));
    BOOK.clone()
}

/// A book by hand: after f5, d6 is a draw, f6 one disc worse for White, f4 (out of the book) three quarters.
fn by_hand() -> Arc<Book> {
    let text = "# by hand\n\
        start; out -; depth 4@73\n\
        f5; out f4 -0.75; depth 4@73; value 0\n\
        f5d6; out c3 0.0; depth 4@73\n\
        \n\
        f5f6; out e6 1; depth 5@95\n";
    Arc::new(Book::import(text).unwrap().0)
}

// The book itself.

#[test]
fn the_book_in_the_program_is_sound() {
    let book = Book::decode(BUILT_IN).unwrap();
    assert_eq!(book.encode(), BUILT_IN);
    assert!(book.len() >= 100 && BUILT_IN.len() < 200_000, "{}", book.len());
    assert_eq!(built_in().len(), book.len());
    assert_eq!(book.unsearched(), []);
    assert_eq!(book.paths().len(), book.len());
    // Even, as far as anybody knows.
    assert!(book.worth(Key::start()).unwrap().value.abs() < 4 * DISC);
}

/// All images of a position have the image of the same moves, with the same values.
#[test]
fn images_share_what_is_known() {
    let book = small();
    let paths = book.paths();
    assert_eq!(paths.len(), book.len());
    for (moves, at) in paths.values() {
        let told =
            |outlook: &Outlook, turn: &dyn Fn(usize) -> usize| -> BTreeSet<(usize, i32, u32)> {
                let moves = outlook.moves.iter().chain(&outlook.out);
                // Where a position is its own image, the way out may be any image of itself.
                moves.filter(|k| k.lines > 0).map(|k| (turn(k.square), k.value, k.lines)).collect()
            };
        let outlook = book.outlook(*at, 0).unwrap();
        for symmetry in 0..8 {
            let image = at.image(symmetry);
            let other = book.outlook(image, 0).unwrap();
            let expected = told(&outlook, &|square| turned(square, symmetry));
            assert_eq!(told(&other, &|square| square), expected, "{moves:?} {symmetry}");
            assert_eq!(other.worth, outlook.worth);
            assert_eq!(other.out.as_ref().map(|k| k.value), outlook.out.as_ref().map(|k| k.value));
            if let (Some(a), Some(b)) = (&outlook.out, &other.out) {
                let behind = |at: Placed, k: &Known| Key::of(at.step(k.square).unwrap().to).0;
                assert_eq!(behind(*at, a), behind(image, b), "{moves:?} {symmetry}");
            }
            // The lines are legal, and end behind the book.
            for known in other.moves.iter().chain(&other.out) {
                let mut position = image;
                for (ply, &mv) in known.line.iter().enumerate() {
                    let step = position.step(mv).expect("a legal move");
                    position = step.to;
                    let last = ply + 1 == known.line.len();
                    assert_eq!(!book.contains(Key::of(position).0), last);
                }
            }
        }
    }
}

#[test]
fn orders_of_moves_share_what_is_known() {
    let [one, two] = ["f5d6c3d3c4", "f5d6c4d3c3"].map(|text| text::after(text).unwrap());
    assert_eq!(one, two);
    let text = "f5d6c3d3c4; out f4 0.5; depth 4@73\nf5d6c3d3; out c5 0.25; depth 4@73\n\
                f5d6c4d3; out c5 -3; depth 4@73\n";
    let book = Book::import(text).unwrap().0;
    assert_eq!(book.worth(Key::of(one).0).map(|worth| worth.value), Some(DISC / 2));
    // The way out of one position is better than the move both have in common, that of the other worse.
    for (moves, value, depth) in [("f5d6c3d3", DISC / 4, 4), ("f5d6c4d3", -DISC / 2, 5)] {
        let worth = book.worth(Key::of(text::after(moves).unwrap()).0).unwrap();
        assert_eq!((worth.value, worth.depth, worth.lines), (value, depth, 1), "{moves}");
    }
}

/// The value of a position by the plainest recursion, over boards and without one form for their images.
fn plainly(book: &Book, at: Placed, contempt: i32) -> Option<i32> {
    let same = |key: &Key| (0..8).any(|symmetry| key.position().image(symmetry) == at);
    let key = book.keys().find(same)?;
    let finding = book.finding(key)?;
    let mut best: Option<i32> = None;
    for step in key.position().steps() {
        let inside = if step.over { None } else { plainly(book, step.to, step.sign * contempt) };
        let outside = finding.out.filter(|out| out.square == step.square).map(|out| {
            let drawn = contempt != 0 && out.value > -DISC / 2 && out.value < DISC / 2;
            if drawn { contempt } else { out.value }
        });
        best = best.max(inside.map(|value| step.sign * value).or(outside));
    }
    best
}

#[test]
fn values_follow_as_plain_recursion_has_it() {
    let mut rng = seeded(11);
    let mut overtaken = 0;
    for graph in 0..40 {
        let mut book = Book::default();
        // From the start, or from a position close to the end, where sides pass and games end.
        let mut root = Placed::START;
        for _ in 0..if graph % 2 == 0 { 0 } else { 52 } {
            let steps: Vec<Step> = root.steps().filter(|step| !step.over).collect();
            let Some(step) = steps.get(below(&mut rng, steps.len() as u32) as usize) else { break };
            root = step.to;
        }
        for _ in 0..40 {
            let mut at = root;
            for _ in 0..below(&mut rng, 5) {
                let steps: Vec<Step> = at.steps().filter(|step| !step.over).collect();
                let Some(step) = steps.get(below(&mut rng, steps.len() as u32) as usize) else {
                    break;
                };
                at = step.to;
            }
            let (key, _) = Key::of(at);
            let steps: Vec<Step> = key.position().steps().collect();
            let square = steps[below(&mut rng, steps.len() as u32) as usize].square;
            let value = below(&mut rng, 400) as i32 - 200;
            let out = Some(Out { square, value });
            let all = steps.iter().all(|step| book.contains(Key::of(step.to).0));
            let finding = Finding { out: out.filter(|_| !all), depth: 3, confidence: 73 };
            book.put(key, finding);
        }
        book.settle().unwrap();
        overtaken += book.unsearched().len();
        for key in book.keys() {
            let value = book.worth(key).map(|worth| worth.value);
            assert_eq!(value, plainly(&book, key.position(), 0));
            let [one, other] = [3 * DISC, -100 * DISC];
            for contempt in [one, other] {
                let weighed = book.weighed(key, contempt, &mut HashMap::new());
                assert_eq!(Some(weighed), plainly(&book, key.position(), contempt));
            }
        }
    }
    assert!(overtaken > 0);
}

// Growth.

#[test]
fn growth_is_the_same_again() {
    let book = small();
    assert_eq!(book.len(), 60);
    assert_eq!(book.unsearched(), []);
    assert_eq!(grown(SMALL, 60).encode(), book.encode());
    // Stopped, written, read and gone on with.
    let mut parts = Book::decode(&grown(SMALL, 23).encode()).unwrap();
    grow(&mut parts, SMALL, 60);
    assert_eq!(parts.encode(), book.encode());
    let two = Growth { threads: 2, ..SMALL };
    assert_eq!(grown(two, 40).encode(), grown(two, 40).encode());
    let other = grown(Growth { seed: 5, ..SMALL }, 60);
    assert_ne!(other.encode(), book.encode());
    // A dear ply makes a broad book, a cheap one a book of long lines.
    let longest = |ply| {
        let book = grown(Growth { ply, ..SMALL }, 40);
        book.paths().values().map(|(moves, _)| moves.len()).max().unwrap()
    };
    assert!(longest(4 * DISC) < longest(1), "{} {}", longest(4 * DISC), longest(1));
}

#[test]
fn growth_ends_where_it_may_not_go() {
    let mut book = Book::default();
    grow(&mut book, Growth { least_empties: 57, depth: 1, ..SMALL }, 1000);
    // The positions after up to three moves that alpha-beta of one ply finds ways out to: up to symmetry there are 1, 1, 3
    // and 14 of them.
    assert!(book.keys().all(|key| key.position().empties() >= 57));
    assert_eq!(book.len(), 1 + 1 + 3 + 14);
    assert_eq!(book.unsearched(), []);
}

/// Every way out has the value that a search of the other moves gives.
#[test]
fn ways_out_are_what_a_search_finds() {
    let book = grown(Growth { depth: 2, confidence: 100, ..SMALL }, 30);
    let knowledge = Arc::new(Knowledge::new(crate::engine::reversi::built_in_weights(), 1 << 16));
    // Plain minimax of one more ply.
    fn value(node: &Node, depth: u32) -> i32 {
        if depth == 0 {
            return node.evaluate();
        }
        let mut moves = Vec::new();
        node.moves(1, &mut moves);
        let child = |mv| {
            let mut child = node.clone();
            child.play(mv);
            let value = value(&child, depth - 1);
            if child.to_move() == node.to_move() { value } else { -value }
        };
        moves.iter().map(|ordered| child(ordered.mv)).max().unwrap()
    }
    for key in book.keys() {
        let position = key.position();
        let outside = position.steps().filter(|step| !book.contains(Key::of(step.to).0));
        let best = outside.map(|step| {
            let Placed { own, other } = step.to;
            let node = Node::new(&knowledge, own, other, Color::Black);
            step.sign * value(&node, 1)
        });
        let out = book.outlook(position, 0).unwrap().out;
        assert_eq!(out.map(|out| out.value), best.max());
    }
}

// Files and texts.

#[test]
fn texts_read_as_what_was_written() {
    for book in [small(), by_hand(), built_in()] {
        let text = book.export();
        let (again, stated) = Book::import(&text).unwrap();
        assert_eq!(again.encode(), book.encode(), "{text}");
        assert_eq!(stated.len(), book.len());
        for Stated { key, value, line } in stated {
            assert_eq!(book.worth(key).map(|worth| worth.value), Some(value), "line {line}");
        }
    }
    // A position that no line leads to is written by its cells.
    let lone = Book::import("f5d6c3; out d3 -1.5; depth 9@87").unwrap().0;
    let text = lone.export();
    assert!(text.lines().any(|line| line.find(" X; out ") == Some(64)), "{text}");
    assert_eq!(Book::import(&text).unwrap().0.encode(), lone.encode());
    // The same in another orientation, and with a value that does not count.
    let image = Book::import("d3c5 f6 ; out f5 -1.5; depth 9@87; anything at all").unwrap().0;
    assert_eq!(image.encode(), Book::import("F5d6c3; out d3 -1.5; depth 9@87").unwrap().0.encode());
}

#[test]
fn wrong_texts_are_told_by_line() {
    for (text, part) in [
        ("f5d6c3", "line 1: no \"out MOVE VALUE\""),
        ("\n# x\nf5; out -", "line 3: no \"depth PLIES@CONFIDENCE\""),
        ("f5d7; out f4 0; depth 1@73", "line 1: move 2: d7 is illegal"),
        ("f5pa; out f4 0; depth 1@73", "no pass is forced"),
        ("q9; out f4 0; depth 1@73", "is no move"),
        ("; out f4 0; depth 1@73", "no position"),
        ("f5; out a1 0; depth 1@73", "line 1: the move out of the book is illegal"),
        ("f5; out f9 0; depth 1@73", "f9 is no square"),
        ("f5; out f4 x; depth 1@73", "x is no number of discs"),
        ("f5; out f4 nan; depth 1@73", "nan is no number of discs"),
        ("f5; out f4 65; depth 1@73", "65 is no number of discs"),
        ("f5; out f4 0; depth 0@73", "a depth is 1 to 60"),
        ("f5; out f4 0; depth 7@101", "a confidence is 1 to 100"),
        ("f5; out f4 0; depth 7", "as in 12@73"),
        ("start; out -; depth 7@73", "nothing says what "),
        ("start; out f5 0; depth 7@73\nstart; out f5 0; depth 7@73", "line 2: this position"),
        (
            "f5; out f4 0; depth 1@73\nc4; out c5 0; depth 1@73",
            "line 2: this position, or an image",
        ),
    ] {
        let error = Book::import(text).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let blank = format!("{} X; out f5 0; depth 1@73", "-".repeat(64));
    let cells =
        [blank.clone(), blank.replace('-', "é"), blank.replace(" X;", " Y;"), "X".repeat(64)];
    for text in cells {
        assert!(Book::import(&text).is_err(), "{text}");
    }
}

#[test]
fn hostile_files_are_refused() {
    let bytes = small().encode();
    assert_eq!(Book::decode(&bytes).map(|book| book.encode()), Ok(bytes.clone()));
    for length in 0..bytes.len() {
        assert!(Book::decode(&bytes[..length]).is_err(), "{length}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(Book::decode(&longer), Err(BookError::Length { told: 60, .. })));
    let head = bytes.len() - 60 * 21;
    // Position 2 in place of position 1: what is the same twice is not in order.
    let mut twice = bytes.clone();
    twice.copy_within(head + 21..head + 42, head);
    let place = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[head + at] = value;
        Book::decode(&bytes).map(|book| book.len())
    };
    for (got, part) in [
        (Book::decode(&twice).map(|book| book.len()), "position 2: not greater"),
        (place(0, 255), "position"),
        (place(16, 0), "position 1: the move out of the book is illegal"),
        (place(16, 64), "position 1: the move out of the book is illegal"),
        (place(18, 127), "position 1"),
        (place(19, 0), "position 1: a depth is 1 to 60"),
        (place(19, 61), "position 1: a depth is 1 to 60"),
        (place(20, 0), "position 1: a confidence"),
        (place(20, 101), "position 1: a confidence"),
    ] {
        let error = got.map_err(|error| error.to_string());
        assert!(error.as_ref().is_err_and(|error| error.contains(part)), "{part}: {error:?}");
    }
    assert_eq!(Book::decode(b"").map(|book| book.len()), Err(BookError::Head));
    assert_eq!(Book::decode(b"TSJREV01").map(|book| book.len()), Err(BookError::Head));
}

proptest! {
    #[test]
    fn no_bytes_panic(places in prop::collection::vec((0usize..1300, any::<u8>()), 1..6)) {
        let mut bytes = small().encode();
        for (at, value) in places {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = value;
            }
        }
        if let Ok(book) = Book::decode(&bytes) {
            prop_assert_eq!(book.encode(), bytes);
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC*", other in "(start|f5d6c3|[X*O-]{64} [XO]);? out [a-h][1-9] -?[0-9.]{1,9}; depth [0-9@]*") {
        let _ = Book::import(&text);
        let _ = Book::import(&other);
        let _ = by_hand().show(&text);
    }
}

#[test]
fn merging_keeps_the_deeper_search() {
    let mut book = (*by_hand()).clone();
    let other =
        "f5d6; out c5 2; depth 3@100\nf5f6; out c4 3; depth 5@95\nf5f4; out e3 1; depth 1@73";
    let before = book.encode();
    let other = Book::import(other).unwrap().0;
    assert_eq!(book.merge(&other), Ok(1));
    let value = |moves: &str| book.worth(Key::of(text::after(moves).unwrap()).0).unwrap().value;
    assert_eq!((value("f5d6"), value("f5f6"), value("f5f4")), (0, 3 * DISC, DISC));
    // Now f4 stays in the book, and no other way out is known.
    assert_eq!(value("f5"), 0);
    assert_eq!(book.merge(&Book::decode(&before).unwrap()), Ok(0));
}

#[test]
fn the_book_is_shown() {
    let told = by_hand().show("f5").unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "value 0.000, 5 plies deep, 2 lines");
    assert_eq!(lines[2], "d6      0.000      5      1  d6c3");
    assert_eq!(lines[3], "f6     -1.000      6      1  f6e6");
    assert_eq!(lines[4], "f4     -0.750      4    out  f4");
    assert_eq!(by_hand().show("f5f4").as_deref(), Ok("not in the book\n"));
    assert!(by_hand().show("f5f5").is_err_and(|error| error == "move 2: f5 is illegal"));
}

// The engine.

fn player(book: &Arc<Book>, options: &[(&str, &str)]) -> ReversiEngine {
    let mut engine = engine().with_book(book.clone());
    let usual = [("threads", "1"), ("memory", "8"), ("depth", "2"), ("seed", "1")];
    for (name, value) in usual.iter().chain(options) {
        engine.set_option(name, value).unwrap();
    }
    engine
}

fn state_after(moves: &str, rules: Rules) -> ReversiState {
    let mut state = ReversiState::new(USUAL_SIZE, rules);
    for mv in moves.split_whitespace() {
        assert_eq!(state.try_play(mv.parse().unwrap()), Ok(()), "{mv}");
    }
    state
}

fn play(engine: &mut ReversiEngine, state: &ReversiState) -> Thought {
    engine.think(state, &Task::new(Purpose::Play), &mut |_| {})
}

fn is_book(report: &Report) -> bool {
    report.candidates.iter().all(|c| matches!(c.basis, Basis::Book { .. }))
        && !report.candidates.is_empty()
}

/// Each image of the positions of an opening is answered with the image of the same move.
#[test]
fn all_images_are_answered() {
    let book = small();
    let mut engine = player(&book, &[]);
    let mut at = Placed::START;
    let mut plies = 0;
    while let Some(outlook) = book.outlook(at, 0) {
        let best = match (outlook.moves.first(), &outlook.out) {
            (Some(best), out) if out.as_ref().is_none_or(|out| out.value <= best.value) => best,
            _ => break,
        };
        for symmetry in 0..8 {
            for color in Color::BOTH {
                let image = at.image(symmetry);
                let mut board = Board::empty(USUAL_SIZE);
                for (set, color) in [(image.own, color), (image.other, color.other())] {
                    for square in (0..64).filter(|square| set >> square & 1 != 0) {
                        board.put(Point::at(square % 8, square / 8), Some(color));
                    }
                }
                let state = ReversiState::from_board(board, color, Rules::default());
                let Thought { mv, report } = play(&mut engine, &state);
                assert!(state.is_legal(mv) && is_book(&report), "{mv}");
                assert_eq!(report.candidates[0].mv, mv);
                assert_eq!(report.score, best.value as f32 / DISC as f32);
                let square = mv.point().map(|point| point.y() * 8 + point.x()).unwrap();
                let key = |at: Placed, square| Key::of(at.step(square).unwrap().to).0;
                let equal = outlook.moves.iter().filter(|known| known.value == best.value);
                let equal: Vec<Key> = equal.map(|known| key(at, known.square)).collect();
                assert!(equal.contains(&key(image, square)), "{symmetry} {mv}");
            }
        }
        at = at.step(best.square).unwrap().to;
        plies += 1;
    }
    assert!(plies >= 3, "{plies}");
    // By custom the first move is f5.
    assert_eq!(play(&mut engine, &state_after("", Rules::default())).mv.to_string(), "F5");
}

#[test]
fn the_book_is_used_for_what_it_is_made_for() {
    let book = by_hand();
    let anti = Rules { goal: Goal::Fewest, ..Rules::default() };
    let ask = |options: &[(&str, &str)], moves: &str, rules: Rules, task: &Task| {
        let mut engine = player(&book, options);
        engine.think(&state_after(moves, rules), task, &mut |_| {})
    };
    let usual = Rules::default();
    let task = Task::new(Purpose::Play);
    let found = ask(&[], "F5", usual, &task);
    assert_eq!(found.mv.to_string(), "D6");
    assert!(is_book(&found.report));
    let line: Vec<String> = found.report.candidates[0].pv.iter().map(Move::to_string).collect();
    assert_eq!(line, ["D6", "C3"]);
    // Off, or at the end of a line, it is as if there were none.
    let none = Arc::new(Book::default());
    for (options, moves, purpose) in [
        (&[("book", "false")][..], "F5", Purpose::Play),
        (&[], "F5", Purpose::Regress),
        (&[], "F5 D6", Purpose::Play),
        (&[], "F5 F4", Purpose::Play),
    ] {
        let task = Task::new(purpose);
        let with = ask(options, moves, usual, &task);
        let mut without = player(&none, &[]);
        let without = without.think(&state_after(moves, usual), &task, &mut |_| {});
        assert_eq!((with.mv, &with.report), (without.mv, &without.report), "{options:?} {moves}");
        assert!(!is_book(&with.report), "{options:?} {moves}");
    }
    let others = [("engine", "random"), ("evaluator", "wpc"), ("engine", "uct")];
    for (name, value) in others {
        let found = ask(&[(name, value), ("playouts", "20")], "F5", usual, &task);
        assert!(!is_book(&found.report), "{name} {value}");
    }
    assert!(!is_book(&ask(&[("playouts", "100")], "F5", anti, &task).report));
    let ten = ReversiState::new(BoardSize::square(10).unwrap(), usual);
    assert!(!is_book(&play(&mut player(&book, &[("depth", "1")]), &ten).report));
    // Wishes: without d6 the move out of the book is better than what is left in it.
    let mv = |text: &str| text.parse::<Move>().unwrap();
    let avoid = Task { avoid: vec![mv("D6")], ..Task::new(Purpose::Play) };
    assert!(!is_book(&ask(&[], "F5", usual, &avoid).report));
    let avoid = Task { avoid: vec![mv("D6"), mv("F4")], ..Task::new(Purpose::Play) };
    let found = ask(&[], "F5", usual, &avoid);
    assert_eq!((found.mv, is_book(&found.report)), (mv("F6"), true));
    assert_eq!(found.report.candidates[0].mv, mv("F6"));
    let allow = Task { allow: vec![mv("F4")], ..Task::new(Purpose::Play) };
    let found = ask(&[], "F5", usual, &allow);
    assert_eq!((found.mv, is_book(&found.report)), (mv("F4"), false));
}

#[test]
fn near_equal_moves_are_drawn_evenly_and_again_by_seed() {
    let book = by_hand();
    let state = state_after("F5", Rules::default());
    for (within, expected) in [("0", &["D6"][..]), ("0.99", &["D6"]), ("1", &["D6", "F6"])] {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..60 {
            let seed = seed.to_string();
            let options = [("book_random", within), ("seed", &seed)];
            let mut engine = player(&book, &options);
            let mv = play(&mut engine, &state).mv.to_string();
            *counts.entry(mv).or_insert(0) += 1;
        }
        assert_eq!(counts.keys().collect::<Vec<_>>(), expected, "{within}");
        assert!(counts.values().all(|&count| count >= 60 / expected.len() / 2), "{counts:?}");
    }
    // One engine draws anew each time, and the same seed draws the same.
    let draws = |engine: &mut ReversiEngine| -> String {
        (0..40).map(|_| play(engine, &state).mv.to_string()).collect()
    };
    let mut engine = player(&book, &[("book_random", "1"), ("seed", "7")]);
    let first = draws(&mut engine);
    assert!(first.contains("D6") && first.contains("F6"));
    assert_ne!(draws(&mut engine), first);
    engine.set_option("seed", "7").unwrap();
    assert_eq!(draws(&mut engine), first);
    // A seed that was drawn is told, and replays.
    engine.set_option("seed", "-1").unwrap();
    let seed = engine.option("seed").unwrap();
    let first = draws(&mut engine);
    let mut other = player(&book, &[("book_random", "1"), ("seed", &seed)]);
    assert_eq!(draws(&mut other), first);
}

#[test]
fn contempt_weighs_drawn_lines() {
    let book = by_hand();
    let state = state_after("F5", Rules::default());
    for (contempt, expected) in [
        // White to move: d6 draws, f6 loses a disc, f4 leads out of the book and loses three quarters.
        ("0", Some("D6")),
        ("-100", Some("D6")),
        ("100", None),
    ] {
        let mut engine = player(&book, &[("contempt", contempt)]);
        let found = play(&mut engine, &state);
        assert_eq!(is_book(&found.report).then(|| found.mv.to_string()).as_deref(), expected);
        let mut engine = player(&book, &[("contempt", contempt)]);
        let task = Task { avoid: vec!["F4".parse().unwrap()], ..Task::new(Purpose::Play) };
        let found = engine.think(&state, &task, &mut |_| {});
        assert_eq!(found.mv.to_string(), expected.unwrap_or("F6"), "{contempt}");
        // What is shown is not weighed.
        assert_eq!(found.report.score, if expected.is_some() { 0.0 } else { -1.0 });
    }
    let outlook = |contempt| by_hand().outlook(Placed::START, contempt).unwrap().moves[0].weighed;
    // For Black at the start: White answers d6 unless draws are dear to Black, then f4 at three quarters.
    assert_eq!([0, 3 * DISC, -3 * DISC].map(outlook), [0, 3 * DISC / 4, -3 * DISC]);
    assert!(player(&book, &[]).set_option("contempt", "101").is_err());
}

/// An analysis shows the book until it looks deeper.
#[test]
fn analyses_show_the_book() {
    let book = by_hand();
    let state = state_after("F5", Rules::default());
    let reports = |options: &[(&str, &str)], lines: usize| {
        let mut engine = player(&book, options);
        let task = Task { lines, interval: Some(Duration::ZERO), ..Task::new(Purpose::Analyze) };
        let mut reports: Vec<Report> = Vec::new();
        engine.think(&state, &task, &mut |report| {
            reports.push(report.clone());
            let deep = |c: &Candidate| matches!(c.basis, Basis::Depth { plies: 9.., .. });
            if deep(&report.candidates[0]) || reports.len() > 200 {
                task.stop.raise();
            }
        });
        reports
    };
    let shown = reports(&[], 2);
    let of = |report: &Report, mv: &str| {
        let mv: Move = mv.parse().unwrap();
        report.candidates.iter().find(|c| c.mv == mv).cloned().unwrap()
    };
    let d6 = of(&shown[0], "D6");
    assert_eq!((d6.basis, d6.score), (Basis::Book { games: 1 }, 0.0));
    let f6 = of(&shown[0], "F6");
    assert_eq!((f6.basis, f6.score), (Basis::Book { games: 1 }, -1.0));
    let last = &shown[shown.len() - 1];
    assert!(matches!(last.candidates[0].basis, Basis::Depth { .. }), "{last:?}");
    for report in &shown {
        let lead: Vec<f32> = report.candidates.iter().take(2).map(|c| c.score).collect();
        assert!(lead[0] >= lead[1], "{report:?}");
        assert_eq!(report.score, report.candidates[0].score);
        assert_eq!(report.candidates.len(), 3);
    }
    for report in reports(&[("book", "false")], 1) {
        assert!(report.candidates.iter().all(|c| !matches!(c.basis, Basis::Book { .. })));
    }
}
