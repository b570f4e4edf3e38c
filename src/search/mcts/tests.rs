//! Search against plain minimax on a small game whose colours do not alternate, and on small Go positions.

use super::*;
use crate::base::{BoardSize, Color, MoveList};
use crate::eval::RandomPlayouts;
use crate::game::{Illegal, Outcome, PassRule, Passport, Reason};
use crate::games::go::{GoState, Rules};
use crate::search::Progress;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A heap of counters. A move takes 1, 2 or 3 of them (column 0, 1, 2); taking 2 keeps the turn; the last wins.
#[derive(Clone, Debug)]
struct Heap {
    left: u32,
    to_move: Color,
    last: Color,
}

impl Heap {
    fn new(left: u32) -> Heap {
        Heap { left, to_move: Color::Black, last: Color::White }
    }

    /// Can the player to move win?
    fn wins(&self, color: Color) -> bool {
        match self.outcome() {
            Some(outcome) => outcome.winner() == Some(color),
            None => {
                let mut moves = MoveList::new();
                self.legal_moves(&mut moves);
                let reach = |mv: &Move| {
                    let mut child = self.clone();
                    child.play(*mv);
                    child.wins(color)
                };
                if self.to_move == color {
                    moves.iter().any(reach)
                } else {
                    moves.iter().all(reach)
                }
            }
        }
    }
}

impl State for Heap {
    fn passport(&self) -> Passport {
        Passport {
            name: "heap",
            title: "Heap",
            passes: PassRule::Never,
            hidden: false,
            draws: false,
            margins: false,
            history_matters: false,
            refusals: false,
            size: self.size(),
            longest_game: Some(100),
        }
    }

    fn size(&self) -> BoardSize {
        BoardSize::new(3, 1).expect("a size")
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        (1..=self.left.min(3)).for_each(|n| out.push(Move::xy(n as usize - 1, 0)));
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(Illegal::Rule("no")) }
    }

    fn play(&mut self, mv: Move) {
        let n = mv.point().map_or(0, |p| p.x() as u32 + 1);
        self.left -= n;
        self.last = self.to_move;
        if n != 2 {
            self.to_move = self.to_move.other();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win { winner: self.last, reason: Reason::Rule })
    }

    fn key(&self) -> u64 {
        u64::from(self.left) << 2 | (self.to_move as u64) << 1 | self.last as u64
    }

    fn compute_key(&self) -> u64 {
        self.key()
    }
}

/// Never stops a search.
struct Patient;

impl Supervisor for Patient {
    fn keep_going(&self) -> bool {
        true
    }

    fn watch(&self, _: &Progress) -> bool {
        true
    }
}

fn settings(selection: Selection) -> Settings {
    Settings { selection, memory: 32, expand_visits: 1, margin_share: 0.0, ..Settings::default() }
}

const UCB: Selection = Selection::Ucb { c: 1.0 };
const SELECTIONS: [Selection; 3] = [
    UCB,
    Selection::Rave { c: 0.5, equivalence: 1000.0, first_play: 1.0 },
    Selection::Puct { c: 1.5, growth: 0.2, reduction: 0.1 },
];

fn search<S: State>(mcts: &mut Mcts<S, RandomPlayouts>, state: &S, playouts: u64) -> Report {
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    mcts.search(state, &limits, 1, &Patient, &mut |_| {})
}

fn go(side: usize, komi: f32, rules: Rules, moves: &str) -> GoState {
    let mut state = GoState::new(BoardSize::square(side).expect("a size"), rules, komi);
    for mv in moves.split_whitespace() {
        state.try_play(mv.parse().expect("a move")).expect("a legal move");
    }
    state
}

#[test]
fn agrees_with_minimax() {
    for selection in SELECTIONS {
        for threads in [1, 2] {
            for left in 1..=10 {
                let heap = Heap::new(left);
                let settings = Settings { threads, ..settings(selection) };
                let report = search(&mut Mcts::new(RandomPlayouts, settings), &heap, 10_000);
                let best = &report.candidates[0];
                let mut child = heap.clone();
                child.play(best.mv);
                let wins = heap.wins(Color::Black);
                assert_eq!(child.wins(Color::Black), wins, "{selection:?} {left}: {report:?}");
                assert_eq!(report.winrate > 0.5, wins, "{selection:?} {left}: {report:?}");
            }
        }
    }
}

#[test]
fn solves_small_boards() {
    // Area scoring, positional superko: on 3x3 Black's centre owns the whole board.
    let report = {
        let state = go(3, 8.5, Rules::TROMP_TAYLOR, "");
        search(&mut Mcts::new(RandomPlayouts, settings(UCB)), &state, 60_000)
    };
    assert_eq!(report.candidates[0].mv.to_string(), "B2", "{report:?}");
}

#[test]
fn finds_the_capture_that_decides() {
    // White's string on the second row cuts Black in two and has one liberty, E2.
    let moves = "A3 A2 B3 B2 C3 C2 D3 D2 A1 A4 B1 B4 C1 C4 D1 D4 E3 E4 E1 pass";
    let state = go(5, 0.5, Rules::CHINESE, moves);
    for selection in SELECTIONS {
        let report = search(&mut Mcts::new(RandomPlayouts, settings(selection)), &state, 4000);
        assert_eq!(report.candidates[0].mv.to_string(), "E2", "{report:?}");
    }
}

#[test]
fn one_seed_replays_bit_for_bit() {
    let state = go(9, 7.5, Rules::CHINESE, "E5 C3");
    for selection in SELECTIONS {
        let run = || {
            let mut mcts = Mcts::new(RandomPlayouts, settings(selection));
            let first = search(&mut mcts, &state, 300);
            let mut next = state.clone();
            next.play(first.candidates[0].mv);
            (first, search(&mut mcts, &next, 300))
        };
        assert_eq!(run(), run());
    }
    let mut mcts = Mcts::new(RandomPlayouts, settings(UCB));
    let one = search(&mut mcts, &state, 300);
    mcts.clear();
    let limits = Limits { playouts: Some(300), ..Limits::default() };
    assert_ne!(one, mcts.search(&state, &limits, 2, &Patient, &mut |_| {}), "another seed");
    mcts.clear();
    assert_eq!(one, search(&mut mcts, &state, 300), "clear forgets everything");
}

#[test]
fn playout_limits_are_exact() {
    let state = go(7, 7.5, Rules::CHINESE, "");
    for threads in [1, 2, 4] {
        let settings = Settings { threads, ..settings(UCB) };
        let mut mcts = Mcts::new(RandomPlayouts, settings);
        for playouts in [0, 1, 2, 17, 500] {
            mcts.clear();
            let report = search(&mut mcts, &state, playouts);
            assert_eq!((report.playouts, report.visits), (playouts, playouts));
            let sum: u64 = report.candidates.iter().map(|c| c.visits).sum();
            assert_eq!(sum, playouts.saturating_sub(1), "the first simulation stays at the root");
        }
    }
}

#[test]
fn memory_stays_in_its_bound() {
    let state = go(19, 7.5, Rules::CHINESE, "");
    let mut settings = settings(UCB);
    settings.memory = 2;
    let mut mcts = Mcts::new(RandomPlayouts, settings);
    let report = search(&mut mcts, &state, 1000);
    assert_eq!(report.playouts, 1000);
    assert!(mcts.tree.is_full());
    assert!(mcts.tree.bytes() <= 2 << 20);
    assert!(report.nodes * size_of::<node::Node>() <= 2 << 20);
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut state = go(7, 7.5, Rules::CHINESE, "");
    let mut mcts = Mcts::new(RandomPlayouts, settings(UCB));
    for plies in [1, 2, 1, 2] {
        let report = search(&mut mcts, &state, 3000);
        let pv: Vec<Move> = report.candidates[0].pv.clone();
        let mut next = state.clone();
        pv[..plies].iter().for_each(|&mv| next.play(mv));
        // The statistics of the node that becomes the root, read before and after.
        let (mut index, mut expected) = (mcts.tree.root(), Vec::new());
        for &mv in &pv[..plies] {
            let (first, children) = mcts.tree.children(mcts.tree.node(index));
            index = first + children.iter().position(|n| n.mv() == mv).expect("in the tree") as u32;
        }
        let numbers = |n: &node::Node| (n.mv(), n.visits(), n.value_sum(), n.amaf());
        expected.extend(mcts.tree.children(mcts.tree.node(index)).1.iter().map(numbers));
        let visits = mcts.tree.node(index).visits();
        assert!(mcts.advance(&next));
        let root = mcts.tree.node(mcts.tree.root());
        assert_eq!(root.visits(), visits);
        assert_eq!(mcts.tree.children(root).1.iter().map(numbers).collect::<Vec<_>>(), expected);
        state = next;
    }
    let far = go(7, 7.5, Rules::CHINESE, "A1 B1 C1");
    assert!(!mcts.advance(&far));
    assert_eq!(mcts.tree.len(), 1);
}

#[test]
fn allowed_and_avoided_moves() {
    let state = go(5, 7.5, Rules::CHINESE, "C3");
    let mut mcts = Mcts::new(RandomPlayouts, settings(UCB));
    let moves: Vec<Move> = ["A1", "B2", "C3"].map(|m| m.parse().expect("a move")).to_vec();
    let limits = Limits { playouts: Some(400), allow: moves.clone(), ..Limits::default() };
    let report = mcts.search(&state, &limits, 1, &Patient, &mut |_| {});
    assert!(report.candidates.iter().all(|c| moves[..2].contains(&c.mv)), "{report:?}");
    let limits = Limits { playouts: Some(400), avoid: moves.clone(), ..Limits::default() };
    let report = mcts.search(&state, &limits, 1, &Patient, &mut |_| {});
    assert!(report.candidates.iter().all(|c| !moves.contains(&c.mv)));
    assert_eq!(report.candidates.len(), 25 - 3 + 1);
}

#[test]
fn superko_is_kept_in_the_tree() {
    // A ko fight: taking back is forbidden for one move, and under superko however often the board comes round.
    let moves = "B1 C1 A2 D2 B3 C3 C2 B2";
    for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR] {
        let state = go(4, 0.5, rules, moves);
        let mut mcts = Mcts::new(RandomPlayouts, settings(UCB));
        let report = search(&mut mcts, &state, 20_000);
        for candidate in &report.candidates {
            let mut line = state.clone();
            for &mv in &candidate.pv {
                assert_eq!(line.try_play(mv), Ok(()), "{mv} in {candidate:?}");
            }
        }
        let back: Move = "C2".parse().expect("a move");
        assert!(report.candidates.iter().all(|c| c.mv != back));
    }
}

/// Stops a search at an instant, and notes when it was last asked.
struct Deadline {
    at: Instant,
    asked: Mutex<Instant>,
}

impl Supervisor for Deadline {
    fn keep_going(&self) -> bool {
        let now = Instant::now();
        *self.asked.lock().expect("not poisoned") = now;
        now < self.at
    }

    fn watch(&self, _: &Progress) -> bool {
        true
    }
}

#[test]
fn a_stopped_search_ends_at_once() {
    let state = go(19, 7.5, Rules::CHINESE, "");
    for threads in [1, 2] {
        let settings = Settings { threads, ..settings(UCB) };
        let mut mcts = Mcts::new(RandomPlayouts, settings);
        let at = Instant::now() + Duration::from_millis(100);
        let supervisor = Deadline { at, asked: Mutex::new(at) };
        let mut looks = 0;
        mcts.search(&state, &Limits::default(), 1, &supervisor, &mut |_| looks += 1);
        // Generous, for loaded machines: simulations take well under a millisecond.
        assert!(at.elapsed() < Duration::from_millis(100), "{:?}", at.elapsed());
        assert!(looks > 1);
    }
}

#[test]
fn finished_games_are_not_searched() {
    let state = go(5, 7.5, Rules::CHINESE, "pass pass");
    let report = search(&mut Mcts::new(RandomPlayouts, settings(UCB)), &state, 100);
    assert_eq!((report.playouts, report.candidates.len()), (0, 0));
}
