//! NoGo and Capture Go against a slow reference, plain minimax, and what is known of small boards.

mod go_reference;

use go_reference::{After, Reference};
use std::collections::HashMap;
use tesuji::base::{BoardSize, Color, Move, MoveList, Point, below, seeded};
use tesuji::engine::{Engine, Purpose, Task, must_move};
use tesuji::game::{Illegal, Outcome, Reason, State};
use tesuji::games::go::{Aim, CaptureRules, CaptureState, Ko, MustMove, Nogo, NogoState};
use tesuji::search::Basis;

const SIZES: [(usize, usize); 13] = [
    (1, 1),
    (1, 2),
    (1, 7),
    (2, 2),
    (3, 2),
    (3, 3),
    (4, 3),
    (4, 4),
    (5, 5),
    (7, 6),
    (9, 9),
    (13, 11),
    (25, 4),
];

/// A game of the reference: how many stones win; 0 = nobody may take any.
#[derive(Clone)]
struct Slow {
    reference: Reference,
    captures: usize,
}

impl Slow {
    fn new(size: BoardSize, captures: usize) -> Slow {
        let reference = Reference::new(size.width(), size.height(), Ko::Simple, false);
        Slow { reference, captures }
    }

    fn taken(&self, by: Color) -> usize {
        self.reference.captured[by.other() as usize]
    }

    /// The play at that cell, if it is legal.
    fn after(&self, at: usize) -> Option<After> {
        let after = self.reference.after(at)?;
        let takes = after.captured != self.reference.captured;
        (self.captures > 0 || !takes).then_some(after)
    }

    fn legal(&self) -> Vec<usize> {
        if Color::BOTH.iter().any(|&color| self.captures > 0 && self.taken(color) >= self.captures)
        {
            return Vec::new();
        }
        (0..self.reference.grid.len()).filter(|&at| self.after(at).is_some()).collect()
    }

    fn play(&mut self, at: usize) {
        let after = self.after(at).expect("a legal play");
        self.reference.make(Some(after));
    }

    /// Who has won, if the game is over.
    fn winner(&self) -> Option<Color> {
        let enough = |color: &Color| self.captures > 0 && self.taken(*color) >= self.captures;
        let stuck = || self.legal().is_empty().then(|| self.reference.to_move.other());
        Color::BOTH.into_iter().find(enough).or_else(stuck)
    }

    /// Sequences of so many moves.
    fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |at| {
            let mut child = self.clone();
            child.play(at);
            child.perft(depth - 1)
        };
        self.legal().into_iter().map(after).sum()
    }

    /// Does the player to move win? By trying everything; only for games in which nothing is ever taken, or the first
    /// capture ends it, so that boards tell all.
    fn wins(&self, known: &mut HashMap<(Vec<u8>, Color), bool>) -> bool {
        let key = (self.reference.grid.clone(), self.reference.to_move);
        if let Some(&wins) = known.get(&key) {
            return wins;
        }
        let wins = match self.winner() {
            Some(winner) => winner == self.reference.to_move,
            None => self.legal().into_iter().any(|at| {
                let mut child = self.clone();
                child.play(at);
                // A board after a capture may look like one before any.
                let won = self.captures > 0 && child.taken(self.reference.to_move) >= self.captures;
                won || !child.wins(known)
            }),
        };
        known.insert(key, wins);
        wins
    }
}

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("a size")
}

fn cell(size: BoardSize, point: Point) -> usize {
    point.y() * size.width() + point.x()
}

fn legal<S: State>(state: &S) -> Vec<Move> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves.to_vec()
}

/// Plays a random game and compares everything on the way.
fn compare<A: Aim>(mut state: MustMove<A>, mut slow: Slow, seed: u64) {
    let size = state.size();
    let mut rng = seeded(seed);
    loop {
        let expected = slow.legal();
        let moves = legal(&state);
        let cells: Vec<usize> =
            moves.iter().filter_map(|mv| mv.point()).map(|point| cell(size, point)).collect();
        assert_eq!(cells, expected, "{state:?}");
        let won = |winner| Outcome::Win { winner, reason: Reason::Rule };
        assert_eq!(state.outcome(), slow.winner().map(won), "{state:?}");
        for color in Color::BOTH {
            assert_eq!(state.board().captured(color), slow.reference.captured[color as usize]);
        }
        for point in size.points() {
            let color = state.to_move();
            if let Some(after) = slow.reference.after(cell(size, point)) {
                let other = color.other() as usize;
                let taken = after.captured[other] - slow.reference.captured[other];
                assert_eq!(state.board().taken_by(color, point), taken, "{point} {state:?}");
            }
        }
        if moves.is_empty() {
            return;
        }
        let mv = moves[below(&mut rng, moves.len() as u32) as usize];
        state.play(mv);
        slow.play(cell(size, mv.point().expect("nobody passes")));
    }
}

#[test]
fn nogo_is_what_the_reference_says() {
    for (width, height) in SIZES {
        let size = size(width, height);
        for seed in 0..(1000 / size.area() as u64).max(4) {
            compare(NogoState::new(size, Nogo), Slow::new(size, 0), seed);
        }
    }
}

#[test]
fn capture_go_is_what_the_reference_says() {
    for (width, height) in SIZES {
        let size = size(width, height);
        for captures in [1, 2, 3, 7, 30] {
            let rules = CaptureRules::new(captures).expect("a number in range");
            for seed in 0..(600 / size.area() as u64).max(3) {
                compare(CaptureState::new(size, rules), Slow::new(size, captures.into()), seed);
            }
        }
    }
}

fn perft<S: State>(state: &mut S, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    legal(state).into_iter().map(|mv| state.with_child(mv, |child| perft(child, depth - 1))).sum()
}

#[test]
fn sequences_are_counted_alike() {
    let table = [(1, 5, 6), (2, 2, 9), (2, 3, 6), (3, 3, 5), (5, 4, 3)];
    for (width, height, depth) in table {
        let size = size(width, height);
        for captures in [0, 1, 2, 5] {
            let slow = Slow::new(size, captures.into());
            for depth in 0..=depth {
                let count = match CaptureRules::new(captures) {
                    Some(rules) => perft(&mut CaptureState::new(size, rules), depth),
                    None => perft(&mut NogoState::new(size, Nogo), depth),
                };
                assert_eq!(count, slow.perft(depth), "{size} {captures} {depth}");
            }
        }
    }
    // By hand: on 1x2 the first stone of NoGo leaves no liberty for a second one, which could only take it.
    let counts = [1, 2, 0].into_iter().enumerate();
    counts.for_each(|(depth, count)| assert_eq!(Slow::new(size(1, 2), 0).perft(depth), count));
}

/// Martin Müller, "Solving NoGo on Small Board Sizes" (webdocs.cs.ualberta.ca/~mmueller/nogo/solving.html): on 3x3 every first
/// move wins, 4x4 is the second player's.
#[test]
fn nogo_on_small_boards_is_known() {
    let size3 = size(3, 3);
    let mut known = HashMap::new();
    let start = Slow::new(size3, 0);
    for at in start.legal() {
        let mut child = start.clone();
        child.play(at);
        assert!(!child.wins(&mut known), "{at}");
    }
    assert!(!proved(must_move::nogo(), &NogoState::new(size(4, 4), Nogo)));
}

/// Does the player to move win, as alpha-beta proves it?
fn proved<S: State>(mut engine: impl Engine<S>, state: &S) -> bool {
    for (name, value) in [("engine", "alphabeta"), ("playouts", "20000000")] {
        engine.set_option(name, value).expect("an option");
    }
    let report = engine.think(state, &Task::new(Purpose::Regress), &mut |_| {}).report;
    let best = report.candidates.first().expect("a move");
    assert_eq!(best.basis, Basis::Exact, "{state:?}");
    best.winrate > 0.5
}

#[test]
fn alpha_beta_agrees_with_minimax() {
    let mut seconds = 0;
    for (width, height) in [(1, 2), (1, 5), (1, 8), (2, 2), (3, 2), (2, 4), (3, 3), (2, 5)] {
        let size = size(width, height);
        for captures in [0, 1] {
            let wins = Slow::new(size, captures.into()).wins(&mut HashMap::new());
            let told = match CaptureRules::new(captures) {
                Some(rules) => proved(must_move::capture_go(), &CaptureState::new(size, rules)),
                None => proved(must_move::nogo(), &NogoState::new(size, Nogo)),
            };
            assert_eq!(told, wins, "{size} {captures}");
            seconds += usize::from(!wins);
        }
    }
    // Not everything is the first player's.
    assert!(seconds > 2, "{seconds}");
}

fn played(captures: u16, moves: &str) -> CaptureState {
    let rules = CaptureRules::new(captures).expect("a number in range");
    let mut state = CaptureState::new(size(5, 5), rules);
    for mv in moves.split_whitespace() {
        assert_eq!(state.try_play(mv.parse().expect("a move")), Ok(()), "{mv} on {state:?}");
    }
    state
}

/// One move that takes two strings, one that takes two stones.
#[test]
fn stones_taken_are_counted_together() {
    let black = Some(Outcome::Win { winner: Color::Black, reason: Reason::Rule });
    let cases = [(1, "A2 A1 B1", 1), (2, "A3 A2 B2 A1 B1", 2), (3, "A3 A2 B2 A1 B1", 2)];
    for (captures, moves, taken) in cases {
        let state = played(captures, moves);
        assert_eq!(state.board().captured(Color::White), taken, "{moves}");
        assert_eq!(state.outcome(), if taken >= captures.into() { black } else { None }, "{moves}");
    }
    // Two single stones with one last liberty between them.
    let state = played(2, "A2 A1 C2 C1 D1 E5 B1");
    assert_eq!((state.board().captured(Color::White), state.outcome()), (2, black));
    assert_eq!(state.check(Move::PASS), Err(Illegal::Over));
}
