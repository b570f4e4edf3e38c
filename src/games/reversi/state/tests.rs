//! The rules against counts by others, positions by others, and a plain reading of the rules.

use super::*;
use crate::base::{below, seeded};
use crate::game::Reason;
use crate::games::reversi::{Empties, USUAL_SIZE};

fn legal(state: &ReversiState) -> Vec<Move> {
    let mut list = MoveList::new();
    state.legal_moves(&mut list);
    list.to_vec()
}

fn square(side: usize) -> BoardSize {
    BoardSize::square(side).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Counts sequences; a finished game is one, however long it lasted.
fn perft(state: &mut ReversiState, depth: usize) -> u64 {
    let moves = legal(state);
    if moves.is_empty() || depth == 0 {
        return 1;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| state.with_child(mv, |child| perft(child, depth - 1))).sum()
}

/// The rows of a data file.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Compares with the known counts of so many plies.
fn perft_counts(depths: std::ops::RangeInclusive<usize>) {
    let table = include_str!("../../../../protocol-tests/reversi/perft.txt");
    let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
    let mut seen = 0;
    for row in rows(table) {
        let (depth, count) = row.split_once(' ').expect(row);
        let depth = depth.parse().unwrap();
        if depths.contains(&depth) {
            assert_eq!(perft(&mut state, depth).to_string(), count, "{depth}");
            seen += 1;
        }
    }
    assert_eq!(seen, depths.count());
}

#[test]
fn perft_9() {
    perft_counts(0..=9);
}

#[test]
#[ignore = "takes seconds; cargo test --lib perft_11 -- --ignored"]
fn perft_11() {
    perft_counts(10..=11);
}

/// The moves that the FFO test positions list with a score are the legal ones.
#[test]
fn the_moves_of_the_ffo_positions_are_the_legal_ones() {
    let mut seen = 0;
    for row in rows(include_str!("../../../../protocol-tests/reversi/ffo.txt")) {
        let [number, cells, side, scores] =
            row.split("; ").collect::<Vec<_>>().try_into().expect(row);
        let state = position(cells, if side == "X" { Color::Black } else { Color::White });
        let moves = scores.split(' ').map(|score| mv(score.split_once(':').expect(score).0));
        let mut moves: Vec<Move> = moves.collect();
        moves.sort_unstable();
        assert_eq!(legal(&state), moves, "{number}");
        seen += 1;
    }
    assert_eq!(seen, 79);
}

#[test]
fn the_start_in_othello_labels() {
    let state = ReversiState::new(USUAL_SIZE, Rules::default());
    let discs = |color| -> Vec<String> {
        let points = USUAL_SIZE.points().filter(|&p| state.board().color(p) == Some(color));
        points.map(|p| p.to_string()).collect()
    };
    assert_eq!(discs(Color::White), ["D4", "E5"]);
    assert_eq!(discs(Color::Black), ["E4", "D5"]);
    assert_eq!(legal(&state), ["D3", "C4", "F5", "E6"].map(mv));
    assert_eq!(state.board().bitboards(), Some([0x0000_0008_1000_0000, 0x0000_0010_0800_0000]));
    let mut state = state;
    state.play(mv("F5"));
    assert_eq!(state.board().count(Color::Black), 4);
    assert_eq!(legal(&state), ["F4", "D6", "F6"].map(mv));
}

/// The board as a plain reading of the rules has it: an array, and eight directions walked one step at a time.
struct Plain {
    side: i32,
    cells: Vec<Option<Color>>,
}

impl Plain {
    fn of(state: &ReversiState) -> Plain {
        let points = state.size().points();
        let cells = points.map(|p| state.board().color(p)).collect();
        Plain { side: state.size().width() as i32, cells }
    }

    fn at(&self, x: i32, y: i32) -> Option<Color> {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        if inside { self.cells[(y * self.side + x) as usize] } else { None }
    }

    fn turned(&self, color: Color, x: i32, y: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(x, y).is_some() {
            return all;
        }
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut line = Vec::new();
            let (mut u, mut v) = (x + dx, y + dy);
            while self.at(u, v) == Some(color.other()) {
                line.push((u, v));
                (u, v) = (u + dx, v + dy);
            }
            if self.at(u, v) == Some(color) {
                all.extend(line);
            }
        }
        all
    }

    fn moves(&self, color: Color) -> Vec<Move> {
        let all = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y)));
        let good = all.filter(|&(x, y)| !self.turned(color, x, y).is_empty());
        good.map(|(x, y)| Move::xy(x as usize, y as usize)).collect()
    }

    fn play(&mut self, color: Color, point: Point) {
        let (x, y) = (point.x() as i32, point.y() as i32);
        for (u, v) in self.turned(color, x, y).into_iter().chain([(x, y)]) {
            self.cells[(v * self.side + u) as usize] = Some(color);
        }
    }
}

/// Random games, from the start and from random heaps of discs, on every board.
#[test]
fn random_games_follow_a_plain_reading_of_the_rules() {
    let mut rng = seeded(5);
    let (mut passes, mut wipeouts) = (0, 0);
    for side in [4, 6, 8, 10, 12, 14, 16] {
        let games = if side <= 8 { 300 } else { 25 };
        for game in 0..games {
            let mut state = ReversiState::new(square(side), Rules::default());
            if game % 3 == 0 {
                let dense = 2 + below(&mut rng, 6);
                for point in square(side).points() {
                    let disc = match below(&mut rng, dense) {
                        0 => Some(Color::Black),
                        1 => Some(Color::White),
                        _ => None,
                    };
                    state.put(point, disc);
                }
            }
            loop {
                let mut plain = Plain::of(&state);
                let color = state.to_move();
                let mut expected = plain.moves(color);
                let over = expected.is_empty() && plain.moves(color.other()).is_empty();
                if expected.is_empty() && !over {
                    expected.push(Move::PASS);
                    passes += 1;
                }
                let moves = legal(&state);
                assert_eq!(moves, expected, "{side}x{side}: {state:?}");
                assert_eq!(state.outcome().is_some(), over);
                if over {
                    break;
                }
                let mv = moves[below(&mut rng, moves.len() as u32) as usize];
                if let Some(point) = mv.point() {
                    plain.play(color, point);
                }
                state.play(mv);
                assert_eq!(Plain::of(&state).cells, plain.cells, "{side}x{side} {mv}");
                assert_eq!(state.to_move(), color.other());
            }
            let plain = Plain::of(&state);
            let count = |c| plain.cells.iter().filter(|cell| **cell == Some(c)).count() as i32;
            let [black, white] = Color::BOTH.map(count);
            wipeouts += usize::from(black == 0 || white == 0);
            let empty = (side * side) as i32 - black - white;
            let margin = black - white + (black - white).signum() * empty;
            assert_eq!(state.outcome(), Some(Outcome::from_margin(margin as f32)));
        }
    }
    assert!(passes > 300 && wipeouts > 5, "{passes} passes, {wipeouts} wipe-outs");
}

/// The fast playout draws the same kind of games as the plain one: same lengths and margins on average.
#[test]
fn playouts_are_uniform_random_games() {
    for side in [4, 8, 12] {
        let start = ReversiState::new(square(side), Rules::default());
        let mut rng = seeded(11);
        let games = if side == 12 { 300 } else { 4000 };
        let (mut fast, mut slow) = ([0f64; 2], [0f64; 2]);
        for _ in 0..games {
            let mut state = start;
            let outcome = state.playout(&mut rng, 600).unwrap();
            fast[0] += f64::from(outcome.value(Color::Black));
            fast[1] += f64::from(state.margin());
            let mut state = start;
            while state.outcome().is_none() {
                let moves = legal(&state);
                state.play(moves[below(&mut rng, moves.len() as u32) as usize]);
            }
            slow[0] += f64::from(state.outcome().unwrap().value(Color::Black));
            slow[1] += f64::from(state.margin());
        }
        let games = f64::from(games);
        let area = (side * side) as f64;
        // Four standard errors or more.
        assert!(
            (fast[0] - slow[0]).abs() / games < 3.0 / games.sqrt(),
            "{side}: {fast:?} {slow:?}"
        );
        assert!((fast[1] - slow[1]).abs() / games < 3.0 * area / games.sqrt() / 2.0, "{side}");
        let (mut a, mut b) = (start, start);
        assert_eq!(a.playout(&mut seeded(1), 600), b.playout(&mut seeded(1), 600));
        assert_eq!(start.clone().playout(&mut seeded(1), 2), None);
    }
}

/// A position in OBF cells (a1 first), and the side to move.
fn position(cells: &str, to_move: Color) -> ReversiState {
    let mut board = Board::empty(USUAL_SIZE);
    for (point, cell) in USUAL_SIZE.points().zip(cells.chars()) {
        board.put(
            point,
            match cell {
                'X' => Some(Color::Black),
                'O' => Some(Color::White),
                _ => None,
            },
        );
    }
    ReversiState::from_board(board, to_move, Rules::default())
}

#[test]
fn refusals_say_why() {
    let start = ReversiState::new(USUAL_SIZE, Rules::default());
    for (text, why) in [
        ("D4", Illegal::Occupied),
        ("A1", Illegal::Rule("turns no disc over")),
        ("D6", Illegal::Rule("turns no disc over")),
        ("J9", Illegal::OffBoard),
        ("pass", Illegal::Pass),
    ] {
        assert_eq!(start.check(mv(text)), Err(why), "{text}");
    }
    assert_eq!(start.check(Move::RESIGN), Ok(()));
}

#[test]
fn a_pass_is_forced_or_forbidden() {
    // Only White can play, on c1; then nobody can.
    let mut state = position("OX", Color::Black);
    assert_eq!(legal(&state), [Move::PASS]);
    assert_eq!(state.outcome(), None);
    assert_eq!(state.check(mv("C1")), Err(Illegal::Rule("turns no disc over")));
    state.play(Move::PASS);
    assert_eq!(legal(&state), [mv("C1")]);
    assert_eq!(state.check(Move::PASS), Err(Illegal::Pass));
    state.play(mv("C1"));
    assert_eq!(state.outcome().map(|o| o.to_string()).as_deref(), Some("W+64"));
    // The same with no move for either side from the first: the game is over at once, with a draw.
    let state = position("O-X", Color::Black);
    assert_eq!((state.outcome(), legal(&state)), (Some(Outcome::Draw), Vec::new()));
}

/// The shortest game: Black has every disc after nine moves (a well-known curiosity).
#[test]
fn a_wipe_out_takes_the_empties_along() {
    for (rules, result) in [
        (Rules::default(), "B+64"),
        (Rules { empties: Empties::Nobody, ..Rules::default() }, "B+13"),
        (Rules { goal: Goal::Fewest, ..Rules::default() }, "W+64"),
    ] {
        let mut state = ReversiState::new(USUAL_SIZE, rules);
        for text in ["E6", "F4", "E3", "F6", "G5", "D6", "E7", "F5", "C5"] {
            assert_eq!(state.try_play(mv(text)), Ok(()), "{text}");
        }
        assert_eq!(state.outcome().map(|o| o.to_string()).as_deref(), Some(result));
        let points = |o| matches!(o, Outcome::Win { reason: Reason::Points(_), .. });
        assert!(state.outcome().is_some_and(points));
        assert_eq!(state.check(Move::PASS), Err(Illegal::Over));
        assert_eq!(state.check(mv("A1")), Err(Illegal::Over));
    }
}
