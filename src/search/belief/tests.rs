//! The search on games where the right move is known.

use super::{BeliefSearch, Settings, Worlds};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, below};
use crate::eval::RandomPlayouts;
use crate::eval::go::LightPlayouts;
use crate::game::{Illegal, Outcome, PassRule, Passport, Reason, State};
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

const SETTINGS: Settings =
    Settings { threads: 1, c: 0.2, equivalence: 100.0, reuse: 1, tree: false };

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
        &mut Either(worlds),
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
    for (equivalence, tree) in [(0.0, false), (100.0, false), (1000.0, false), (100.0, true)] {
        let settings = Settings { equivalence, tree, ..SETTINGS };
        let report = search(vec![state.clone()], &all, settings, 1);
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
    let mut worlds = Either(vec![state.clone()]);
    let report = BeliefSearch::new(&RandomPlayouts, settings).search(
        &mut worlds,
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

/// One move each: Black's number in the bottom row, White's in the row above, and who has won then: B, W or nobody.
#[derive(Clone, Debug)]
struct Reply {
    table: &'static [&'static str],
    /// Does White see Black's move?
    open: bool,
    made: Vec<usize>,
}

impl State for Reply {
    fn passport(&self) -> Passport {
        Passport {
            name: "reply",
            title: "Reply",
            passes: PassRule::Never,
            hidden: true,
            draws: true,
            margins: false,
            history_matters: false,
            refusals: false,
            size: self.size(),
            longest_game: Some(2),
        }
    }

    fn size(&self) -> BoardSize {
        BoardSize::new(4, 3).unwrap()
    }

    fn to_move(&self) -> Color {
        if self.made.is_empty() { Color::Black } else { Color::White }
    }

    fn set_to_move(&mut self, _color: Color) {}

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        self.size()
            .points()
            .map(Move::at)
            .filter(|&mv| self.is_legal(mv))
            .for_each(|mv| out.push(mv));
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let count = if self.made.is_empty() { self.table.len() } else { self.table[0].len() };
        let fits = |point: Point| point.y() == self.made.len() && point.x() < count;
        if mv.point().is_some_and(fits) { Ok(()) } else { Err(Illegal::Occupied) }
    }

    fn play(&mut self, mv: Move) {
        self.made.extend(mv.point().map(Point::x));
    }

    fn outcome(&self) -> Option<Outcome> {
        let [black, white] = self.made[..] else { return None };
        let win = |winner| Outcome::Win { winner, reason: Reason::Resignation };
        Some(match self.table[black].as_bytes()[white] {
            b'B' => win(Color::Black),
            b'W' => win(Color::White),
            _ => Outcome::Draw,
        })
    }

    fn key(&self) -> u64 {
        self.made.iter().fold(1, |key, &mv| 5 * key + mv as u64)
    }

    fn compute_key(&self) -> u64 {
        self.key()
    }
}

#[derive(Clone, Debug)]
struct Tables(Vec<Reply>);

impl Worlds<Reply> for Tables {
    fn draw(&mut self, rng: &mut Rng, out: &mut Reply) -> Option<u32> {
        out.clone_from(self.0.get(below(rng, self.0.len() as u32) as usize)?);
        Some(0)
    }

    fn told(state: &Reply, mv: Move) -> u64 {
        if state.open { u64::from(mv.raw()) } else { 0 }
    }
}

fn reply(tables: &[&'static [&'static str]], open: bool, tree: bool) -> String {
    let worlds: Vec<_> =
        tables.iter().map(|&table| Reply { table, open, made: Vec::new() }).collect();
    let scratch = worlds[0].clone();
    let mut list = MoveList::new();
    scratch.legal_moves(&mut list);
    let settings = Settings { equivalence: 0.0, tree, ..SETTINGS };
    let limits = Limits { playouts: Some(4000), ..Limits::default() };
    let search = |seed| {
        BeliefSearch::new(&RandomPlayouts, settings).search(
            &mut Tables(worlds.clone()),
            &scratch,
            Color::Black,
            &list,
            &limits,
            seed,
            &Unhurried,
            &mut |_| {},
        )
    };
    assert_eq!(search(1), search(1), "replays bit for bit");
    search(1).candidates[0].mv.to_string()
}

/// The first move wins against all answers but one, the second never loses.
#[test]
fn the_tree_finds_the_answer_that_refutes() {
    let trap: &[&str] = &["WBBB", "===="];
    for open in [false, true] {
        assert_eq!(reply(&[trap], open, false), "A1", "flat");
        assert_eq!(reply(&[trap], open, true), "B1", "tree");
    }
}

/// Left and right win half of the games against one who must guess, and none against one who sees; the third move wins
/// in a quarter of the worlds whatever the answer. What is true White knows as little as Black does.
#[test]
fn the_tree_lets_no_one_answer_what_he_does_not_see() {
    let [lost, won]: [&[&str]; 2] = [&["WB", "BW", "WW"], &["WB", "BW", "BB"]];
    let tables = [lost, lost, lost, won];
    assert_ne!(reply(&tables, false, true), "C1", "hidden");
    assert_eq!(reply(&tables, true, true), "C1", "seen");
}
