//! The search on games where the right move is known.

use super::{BeliefSearch, Settings, Worlds};
use crate::base::{BoardSize, Color, Move, MoveList, Rng, below};
use crate::eval::RandomPlayouts;
use crate::eval::go::LightPlayouts;
use crate::game::State;
use crate::games::go::{GoState, Rules};
use crate::search::{Limits, Report, Unhurried};

/// One position, or one of two by chance.
#[derive(Clone, Debug)]
struct Either(Vec<GoState>);

impl Worlds<GoState> for Either {
    fn draw(&mut self, rng: &mut Rng, out: &mut GoState) -> Option<u32> {
        let pick = below(rng, self.0.len() as u32) as usize;
        out.copy_from(self.0.get(pick)?);
        Some(0)
    }
}

const SETTINGS: Settings = Settings { threads: 1, c: 0.2, equivalence: 100.0, reuse: 1 };

/// Rows from the top; Black to move.
fn position(rows: &[&str]) -> GoState {
    let size = BoardSize::new(rows[0].len(), rows.len()).unwrap();
    let mut state = GoState::new(size, Rules::CHINESE, 0.5);
    let mut stones = Vec::new();
    for (row, y) in rows.iter().zip((0..rows.len()).rev()) {
        for (x, letter) in row.chars().enumerate() {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            stones.push((color, crate::base::Point::at(x, y)));
        }
    }
    state.set_position(&stones).unwrap();
    state
}

fn moves(state: &GoState) -> Vec<Move> {
    let mut list = MoveList::new();
    state.legal_moves(&mut list);
    list.to_vec()
}

fn search(worlds: Vec<GoState>, moves: &[Move], settings: Settings, seed: u64) -> Report {
    let scratch = worlds[0].clone();
    let limits = Limits { playouts: Some(2000), ..Limits::default() };
    BeliefSearch::new(&LightPlayouts, settings).search(
        &Either(worlds),
        &scratch,
        Color::Black,
        moves,
        &limits,
        seed,
        &Unhurried,
        &mut |_| {},
    )
}

/// White's three points in a row have one vital point: Black wins by playing there and nowhere else.
#[test]
fn the_one_good_move_is_found() {
    let state = position(&["XXXXX", "X.X.X", "OOOOO", "O..OO", "OO.OO"]);
    let all: Vec<Move> = ["B2", "C1", "C2", "pass"].map(|text| text.parse().unwrap()).to_vec();
    for equivalence in [0.0, 100.0, 1000.0] {
        let report = search(vec![state.clone()], &all, Settings { equivalence, ..SETTINGS }, 1);
        assert_eq!(report.playouts, 2000);
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!(visits, 2000);
        assert_eq!(report.candidates[0].mv.to_string(), "C2", "{equivalence}");
    }
}

/// A move that is legal in some of the positions only is judged by those.
#[test]
fn a_move_is_worth_what_it_is_worth_where_it_is_accepted() {
    // Black catches everything at C1 where it is free; in the other game White has a stone there already.
    let free = position(&["XXXXX", "X.XXX", "XXXOX", "OOOOX", "OO.OX"]);
    let taken = position(&["XXXXX", "X.XXX", "XXX.X", "OOOOX", "O.O.X"]);
    let c1: Move = "C1".parse().unwrap();
    assert!(free.is_legal(c1) && !taken.is_legal(c1));
    let report = search(vec![free.clone(), taken], &[c1, Move::PASS], SETTINGS, 5);
    let candidate = report.candidates.iter().find(|candidate| candidate.mv == c1).unwrap();
    assert!((candidate.prior - 0.5).abs() < 0.06, "legal in {}", candidate.prior);
    assert!(candidate.winrate > 0.95, "{}", candidate.winrate);
    assert_eq!(report.candidates[0].mv, c1);
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let state = position(&[".....", ".....", ".....", ".....", "....."]);
    let all = moves(&state);
    let first = search(vec![state.clone()], &all, SETTINGS, 3);
    assert_eq!(first, search(vec![state.clone()], &all, SETTINGS, 3));
    assert_ne!(first, search(vec![state], &all, SETTINGS, 4));
}

/// Every thread's simulations count, whatever the evaluator.
#[test]
fn threads_add_up() {
    let state = position(&[".....", ".....", ".....", ".....", "....."]);
    let all = moves(&state);
    let limits = Limits { playouts: Some(1000), ..Limits::default() };
    let settings = Settings { threads: 3, ..SETTINGS };
    let worlds = Either(vec![state.clone()]);
    let report = BeliefSearch::new(&RandomPlayouts, settings).search(
        &worlds,
        &state,
        Color::Black,
        &all,
        &limits,
        1,
        &Unhurried,
        &mut |_| {},
    );
    assert!((1000..1003).contains(&report.playouts), "{}", report.playouts);
    let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(visits, report.playouts);
}
