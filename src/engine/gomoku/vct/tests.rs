//! Tests of the threat searches, against plain searches that know nothing but the rules.

use super::*;
use crate::base::{BoardSize, MoveList, Point, Rng, below, seeded};
use crate::engine::gomoku::tables;
use crate::eval::gomoku::shapes::Values;
use crate::game::State;
use crate::games::gomoku::{Board, GomokuState, Rules, Variant, foul};
use std::sync::Arc;

const ROUNDS: usize = 120;
const VARIANTS: [Variant; 5] =
    [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro, Variant::ExactCaro];

fn shapes(state: &GomokuState) -> Shapes {
    Shapes::new(state.board(), tables(state.rules().variant), Arc::new(Values::zero()))
}

fn ask(solver: &mut Vct, kind: Kind, state: &GomokuState, question: &Question) -> Verdict {
    let mut shapes = shapes(state);
    let key = shapes.key();
    let answer = solver.ask(kind, &mut shapes, question, &mut || false);
    assert_eq!(shapes.key(), key, "all stones are taken back");
    answer.verdict
}

/// A position with that many random stones in a square in the middle, some more of the side to move, in which nobody has
/// won.
fn random(side: usize, span: usize, variant: Variant, stones: usize, rng: &mut Rng) -> GomokuState {
    loop {
        let mut state = GomokuState::new(BoardSize::square(side).unwrap(), Rules::of(variant));
        let mut edits = Vec::new();
        let attacker = Color::BOTH[below(rng, 2) as usize];
        while edits.len() < stones {
            let mut place = || (side - span) / 2 + below(rng, span as u32) as usize;
            let point = Point::at(place(), place());
            if edits.iter().all(|&(other, _)| other != point) {
                let own = edits.len() % 5 < 3;
                edits.push((point, Some(if own { attacker } else { attacker.other() })));
            }
        }
        let fits = state.edit(&edits).is_ok();
        state.set_to_move(attacker);
        if fits && state.outcome().is_none() {
            return state;
        }
    }
}

fn after(state: &GomokuState, mv: Move) -> GomokuState {
    let mut next = state.clone();
    assert_eq!(next.try_play(mv), Ok(()), "{mv}\n{:?}", state.board());
    next
}

fn legal(state: &GomokuState) -> Vec<Move> {
    let mut list = MoveList::new();
    state.legal_moves(&mut list);
    list.to_vec()
}

/// The plain search: rules, a board, and whose attack it is.
struct Plain {
    board: Board,
    variant: Variant,
    attacker: Color,
    kind: Kind,
}

impl Plain {
    fn empty(&self) -> Vec<Point> {
        self.board.size().points().filter(|&p| self.board.is_empty(p)).collect()
    }

    fn legal(&self, color: Color) -> Vec<Point> {
        let renju = self.variant == Variant::Renju && color == Color::Black;
        let mut all = self.empty();
        all.retain(|&p| !renju || foul(&self.board, p).is_none());
        all
    }

    fn has_five(&self, color: Color) -> bool {
        self.empty().into_iter().any(|p| self.board.wins(self.variant, color, p))
    }

    fn with<T>(&mut self, color: Color, point: Point, look: impl FnOnce(&mut Plain) -> T) -> T {
        self.board.put(color, point);
        let found = look(self);
        self.board.remove(point);
        found
    }

    /// Does the attacker, who has just moved, threaten a five; or, where threes count, a move after which no one stone
    /// stops all fives?
    fn threatens(&mut self) -> bool {
        let (attacker, kind) = (self.attacker, self.kind);
        let unstoppable = |plain: &mut Plain| {
            plain.has_five(attacker)
                && !plain.empty().into_iter().any(|stone| {
                    plain.with(attacker.other(), stone, |plain| !plain.has_five(attacker))
                })
        };
        self.has_five(attacker)
            || kind == Kind::Threats
                && self.legal(attacker).into_iter().any(|p| self.with(attacker, p, unstoppable))
    }

    /// Does the attacker to move win with at most so many stones by threats alone? All legal moves of both are tried.
    fn wins(&mut self, left: u16) -> bool {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.has_five(attacker) {
            return left > 0;
        }
        left > 1
            && self.legal(attacker).into_iter().any(|mv| {
                self.with(attacker, mv, |plain| {
                    !plain.has_five(defender)
                        && plain.threatens()
                        && plain.legal(defender).into_iter().all(|answer| {
                            plain.with(defender, answer, |plain| plain.wins(left - 1))
                        })
                })
            })
    }
}

#[test]
fn all_wins_that_a_plain_search_finds_and_no_others() {
    let mut rng = seeded(1);
    let mut solver = Vct::new(4);
    let (mut won, mut threes) = ([0; 2], 0);
    let deepest = [(Kind::Fours, 4), (Kind::Threats, 3)];
    for round in 0..ROUNDS {
        let variant = VARIANTS[round % VARIANTS.len()];
        // Full of fours, or with room for threes.
        let state = if round % 2 == 0 {
            let side = 5 + below(&mut rng, 4) as usize;
            let stones = side * side / 4 + below(&mut rng, side as u32) as usize;
            random(side, side, variant, stones, &mut rng)
        } else {
            let stones = 7 + below(&mut rng, 4) as usize;
            random(8, 5, variant, stones, &mut rng)
        };
        let attacker = state.to_move();
        let mut by_fours = None;
        for (number, (kind, deepest)) in deepest.into_iter().enumerate() {
            let board = state.board().clone();
            let mut plain = Plain { board, variant, attacker, kind };
            let least = (1..=deepest).find(|&left| plain.wins(left));
            let question =
                Question { most_moves: deepest, shortest: true, ..Question::of(attacker) };
            let verdict = ask(&mut solver, kind, &state, &question);
            let told = match &verdict {
                Verdict::Win { plies, shortest: true, .. } => Some(plies.div_ceil(2)),
                Verdict::NoWin => None,
                other => panic!("{other:?}"),
            };
            let board = state.board();
            assert_eq!(told, least, "{variant:?} {kind:?} {attacker:?} {verdict:?}\n{board:?}");
            won[number] += u32::from(least.is_some_and(|moves| moves > 1));
            threes += u32::from(least.is_some() && number == 1 && by_fours.is_none());
            by_fours = least;
        }
    }
    assert!(won[0] >= 20 && threes >= 5, "{won:?} and {threes} wins are too few for a test");
}

/// Plays the attacker by asking again after every legal answer; false if the win slips away.
fn holds(
    solver: &mut Vct,
    state: &GomokuState,
    kind: Kind,
    left: u16,
    wide: u32,
    rng: &mut Rng,
) -> bool {
    let attacker = state.to_move();
    let question = Question { most_moves: left, ..Question::of(attacker) };
    let Verdict::Win { line, plies, .. } = ask(solver, kind, state, &question) else {
        return false;
    };
    assert!(plies < 2 * left);
    let next = after(state, line[0]);
    if let Some(outcome) = next.outcome() {
        return outcome.winner() == Some(attacker);
    }
    let answers = legal(&next);
    let one = below(rng, answers.len().max(1) as u32) as usize;
    // All answers as far as that is affordable, then the best and a random one.
    let tried: Vec<Move> = if wide > 0 {
        answers
    } else {
        answers.get(one).copied().into_iter().chain(line.get(1).copied()).collect()
    };
    tried.into_iter().all(|answer| {
        let next = after(&next, answer);
        next.outcome().is_none()
            && holds(solver, &next, kind, left - 1, wide.saturating_sub(1), rng)
    })
}

/// Plays a told line by the rules.
fn assert_line(state: &GomokuState, line: &[Move], plies: u16) {
    let attacker = state.to_move();
    let mut end = state.clone();
    for &mv in line {
        assert_eq!(end.outcome(), None, "{line:?}\n{:?}", state.board());
        end = after(&end, mv);
    }
    let winner = end.outcome().and_then(|outcome| outcome.winner());
    assert_eq!(winner, Some(attacker), "{line:?}\n{:?}", state.board());
    assert!(line.len() <= usize::from(plies), "{line:?} {plies}");
}

#[test]
fn no_defence_refutes_a_win() {
    let mut rng = seeded(2);
    let mut solver = Vct::new(4);
    let mut deep = 0;
    for round in 0..80 {
        let variant = VARIANTS[round % VARIANTS.len()];
        let side = 7 + round % 6;
        let stones = side * side / 6 + below(&mut rng, 6) as usize;
        let state = random(side, side, variant, stones, &mut rng);
        let attacker = state.to_move();
        let question = Question { nodes: 20_000, ..Question::of(attacker) };
        let shortest = Question { shortest: true, ..question };
        for (kind, question) in
            [(Kind::Fours, question), (Kind::Threats, question), (Kind::Threats, shortest)]
        {
            if let Verdict::Win { line, plies, .. } = ask(&mut solver, kind, &state, &question) {
                assert_line(&state, &line, plies);
                let left = plies.div_ceil(2);
                deep += u32::from(left > 4);
                let board = state.board();
                let holds = holds(&mut solver, &state, kind, left, 2, &mut rng);
                assert!(holds, "{variant:?} {kind:?} {line:?}\n{board:?}");
            }
        }
    }
    assert!(deep > 5, "{deep} long wins are too few for a test");
}

/// Quintet's puzzles (see the file): all are proved, in as many plies as it tells and no fewer.
#[test]
fn puzzles_are_solved_as_told() {
    let text = include_str!("../../../../protocol-tests/gomoku/mates.txt");
    for puzzle in suite::parse(text).unwrap() {
        let (name, state, told) = (&puzzle.name, &puzzle.state, puzzle.told.unwrap());
        let least = told.plies;
        let mut solver = Vct::new(16);
        let any = Question { nodes: 20_000, ..Question::of(state.to_move()) };
        // Proving that there is no shorter win than 73 fours takes a while.
        let shortest = told.plies.is_some_and(|plies| plies < 99);
        let question = Question { shortest, nodes: 200_000, ..any };
        let kinds = if told.fours { vec![Kind::Fours, Kind::Threats] } else { vec![Kind::Threats] };
        for kind in kinds {
            let first = ask(&mut solver, kind, state, &any);
            let verdict = ask(&mut solver, kind, state, &question);
            for verdict in [&first, &verdict] {
                let Verdict::Win { line, plies, .. } = verdict else {
                    panic!("{name}: {kind:?} {verdict:?}")
                };
                assert_line(state, line, *plies);
            }
            let Verdict::Win { line, plies, shortest: least_known } = verdict else {
                unreachable!()
            };
            assert_eq!((Some(plies), least_known), (least, shortest), "{name} {kind:?}");
            assert_eq!(line.len(), usize::from(plies), "{name} {kind:?}");
            // The told first move wins as quickly.
            let theirs = Question { most_moves: plies / 2, shortest: false, ..question };
            let next = after(state, told.line[0]);
            let held = legal(&next).into_iter().all(|answer| {
                let verdict = ask(&mut solver, kind, &after(&next, answer), &theirs);
                matches!(verdict, Verdict::Win { .. })
            });
            assert!(held, "{name} {kind:?}");
            if shortest {
                let fewer = Question { most_moves: plies / 2, ..question };
                assert_eq!(ask(&mut solver, kind, state, &fewer), Verdict::NoWin, "{name}");
            }
        }
    }
}
