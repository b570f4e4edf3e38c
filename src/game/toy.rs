//! A toy game that can be broken in many ways, to see that the kit finds each of them.

use super::kit::{Law, check_game, check_views};
use super::{Illegal, Information, Open, Outcome, PassRule, Passport, Reason, State, Verdict};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, below, player_key, stone_key};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What is wrong with the game, if anything.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    Nothing,
    CheckForgetsNeighbors,
    ListForgetsOne,
    ListRepeats,
    KeyForgetsTurn,
    KeyForgetsStones,
    ChildStays,
    CopyForgetsTurn,
    RefusedMoveStays,
    PassAllowed,
    Draws,
    Margins,
    TooShort,
    NeverEnds,
    ResumeLies,
    PlayoutRemembers,
}

/// A toy: players take turns in marking points of a rectangle that touch no marked one; who cannot move loses.
#[derive(Clone, Debug)]
struct Toy {
    size: BoardSize,
    marked: Vec<Point>,
    to_move: Color,
    key: u64,
    fault: Fault,
    played_out: Arc<AtomicU32>,
}

impl Toy {
    fn new(fault: Fault) -> Toy {
        Toy {
            size: BoardSize::new(4, 3).unwrap(),
            marked: Vec::new(),
            to_move: Color::Black,
            key: 0,
            fault,
            played_out: Arc::default(),
        }
    }

    fn free(&self, point: Point) -> bool {
        self.size.contains(point)
            && !self.marked.contains(&point)
            && point.neighbors().iter().all(|n| !self.marked.contains(n))
    }

    fn over(&self) -> bool {
        self.fault != Fault::NeverEnds && !self.size.points().any(|p| self.free(p))
    }
}

impl Open for Toy {}

impl State for Toy {
    fn passport(&self) -> Passport {
        Passport {
            name: "toy",
            title: "Toy",
            passes: PassRule::Never,
            hidden: false,
            draws: false,
            margins: self.fault == Fault::Margins,
            history_matters: false,
            refusals: false,
            size: self.size,
            longest_game: Some(if self.fault == Fault::TooShort { 3 } else { 6 }),
        }
    }

    fn size(&self) -> BoardSize {
        self.size
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.key ^= player_key(Color::White);
            self.to_move = color;
        }
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        for point in self.size.points().filter(|&p| self.free(p)) {
            out.push(point.into());
            if self.fault == Fault::ListRepeats {
                out.push(point.into());
            }
        }
        if self.fault == Fault::ListForgetsOne && out.len() > 1 {
            let short: Vec<Move> = out[1..].to_vec();
            out.clear();
            short.into_iter().for_each(|mv| out.push(mv));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        match mv.point() {
            Some(p) if self.free(p) => Ok(()),
            Some(p)
                if self.fault == Fault::CheckForgetsNeighbors
                    && self.size.contains(p)
                    && !self.marked.contains(&p) =>
            {
                Ok(())
            }
            Some(_) => Err(Illegal::Rule("touches")),
            None if mv == Move::RESIGN || self.fault == Fault::PassAllowed => Ok(()),
            None => Err(Illegal::Pass),
        }
    }

    fn play(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            self.marked.push(point);
            if self.fault != Fault::KeyForgetsStones {
                self.key ^= stone_key(Color::Black, point);
            }
        }
        self.to_move = self.to_move.other();
        if self.fault != Fault::KeyForgetsTurn {
            self.key ^= player_key(Color::White);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.fault == Fault::Draws && self.over() {
            return Some(Outcome::Draw);
        }
        self.over().then(|| Outcome::Win { winner: self.to_move.other(), reason: Reason::Rule })
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        self.marked
            .iter()
            .fold(player_key(self.to_move), |key, &p| key ^ stone_key(Color::Black, p))
    }

    fn resume(&mut self) -> bool {
        self.fault == Fault::ResumeLies
    }

    fn copy_from(&mut self, other: &Toy) {
        let turn = self.to_move;
        self.clone_from(other);
        if self.fault == Fault::CopyForgetsTurn {
            self.to_move = turn;
        }
    }

    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        let verdict = self.check(mv);
        if verdict.is_ok() || self.fault == Fault::RefusedMoveStays {
            self.play(mv);
        }
        verdict
    }

    fn with_child<R>(&mut self, mv: Move, visit: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.clone();
        self.play(mv);
        let result = visit(self);
        if self.fault != Fault::ChildStays {
            *self = before;
        }
        result
    }

    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        let calls = self.played_out.fetch_add(1, Ordering::Relaxed);
        let turns = if self.fault == Fault::PlayoutRemembers { calls } else { 0 };
        for _ in 0..limit {
            let Some(outcome) = self.outcome() else {
                let mut moves = MoveList::new();
                self.legal_moves(&mut moves);
                if moves.is_empty() {
                    return None;
                }
                self.play(moves[below(rng, moves.len() as u32) as usize]);
                continue;
            };
            if turns % 2 == 1 {
                self.to_move = self.to_move.other();
                return self.outcome();
            }
            return Some(outcome);
        }
        self.outcome()
    }
}

fn laws_broken(fault: Fault) -> Vec<Law> {
    let mut laws: Vec<Law> = (0..40)
        .filter_map(|seed| check_game(&Toy::new(fault), seed, 100).err().map(|b| b.law))
        .collect();
    laws.dedup();
    laws
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(laws_broken(Fault::Nothing), []);
}

/// Every fault is found, and under the right name.
#[test]
fn faults_are_found() {
    let table = [
        (Fault::CheckForgetsNeighbors, Law::LegalList),
        (Fault::ListForgetsOne, Law::LegalList),
        (Fault::ListRepeats, Law::LegalList),
        (Fault::PassAllowed, Law::LegalList),
        (Fault::KeyForgetsTurn, Law::Key),
        (Fault::KeyForgetsStones, Law::Key),
        (Fault::ChildStays, Law::Child),
        (Fault::CopyForgetsTurn, Law::Copy),
        (Fault::RefusedMoveStays, Law::Refusal),
        (Fault::Draws, Law::Result),
        (Fault::Margins, Law::Result),
        (Fault::TooShort, Law::Length),
        (Fault::NeverEnds, Law::End),
        (Fault::ResumeLies, Law::Resume),
        (Fault::PlayoutRemembers, Law::Playout),
    ];
    for (fault, law) in table {
        let found = laws_broken(fault);
        assert!(found.contains(&law), "{fault:?}: {found:?}");
    }
}

/// What is wrong with the hidden toy.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Keyhole {
    Sound,
    SampleForgets,
    AcceptsAll,
    RefusesAll,
    RefusalTakesTheTurn,
}

/// The toy as a game of hidden information: a player sees how many points are marked, and which of the own tries were
/// accepted.
#[derive(Clone, Debug)]
struct Hidden {
    toy: Toy,
    own: [Vec<Point>; 2],
    keyhole: Keyhole,
}

#[derive(Clone, PartialEq, Debug)]
struct View {
    player: Color,
    to_move: Color,
    own: Vec<Point>,
    marked: usize,
    keyhole: Keyhole,
}

impl State for Hidden {
    fn passport(&self) -> Passport {
        Passport { hidden: true, refusals: true, ..self.toy.passport() }
    }
    fn size(&self) -> BoardSize {
        self.toy.size()
    }
    fn to_move(&self) -> Color {
        self.toy.to_move()
    }
    fn set_to_move(&mut self, color: Color) {
        self.toy.set_to_move(color);
    }
    fn legal_moves(&self, out: &mut MoveList) {
        self.toy.legal_moves(out);
    }
    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.toy.check(mv)
    }
    fn play(&mut self, mv: Move) {
        self.own[self.toy.to_move.index()].extend(mv.point());
        self.toy.play(mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.toy.outcome()
    }
    fn key(&self) -> u64 {
        self.toy.key()
    }
    fn compute_key(&self) -> u64 {
        self.toy.compute_key()
    }
}

impl Information for Hidden {
    const EXACT: bool = false;

    type View = View;

    fn view(&self, player: Color) -> View {
        View {
            player,
            to_move: self.toy.to_move,
            own: self.own[player.index()].clone(),
            marked: self.toy.marked.len(),
            keyhole: self.keyhole,
        }
    }

    /// Puts the other player's marks anywhere: this toy's views do not forbid that they touch.
    fn sample(view: &View, _rng: &mut Rng) -> Hidden {
        let mut toy = Toy::new(Fault::Nothing);
        let mut own = [Vec::new(), Vec::new()];
        own[view.player.index()] = view.own.clone();
        toy.marked = view.own.clone();
        let missing = view.marked - view.own.len();
        let lost = usize::from(view.keyhole == Keyhole::SampleForgets).min(missing);
        let others: Vec<Point> =
            toy.size.points().filter(|p| !view.own.contains(p)).take(missing - lost).collect();
        own[view.player.other().index()] = others.clone();
        toy.marked.extend(others);
        toy.set_to_move(view.to_move);
        Hidden { toy, own, keyhole: view.keyhole }
    }

    fn attempt(&mut self, mv: Move) -> Result<Verdict, Illegal> {
        if mv.is_pass() {
            return Err(Illegal::Pass);
        }
        let accepted = match self.keyhole {
            Keyhole::AcceptsAll => true,
            Keyhole::RefusesAll => false,
            _ => self.is_legal(mv),
        };
        if accepted {
            self.play(mv);
            return Ok(Verdict::Accepted);
        }
        if self.keyhole == Keyhole::RefusalTakesTheTurn {
            self.set_to_move(self.to_move().other());
        }
        Ok(Verdict::Refused)
    }
}

#[test]
fn faults_of_hidden_games_are_found() {
    let table = [
        (Keyhole::Sound, None),
        (Keyhole::SampleForgets, Some(Law::Sample)),
        (Keyhole::AcceptsAll, Some(Law::Attempt)),
        (Keyhole::RefusesAll, Some(Law::Attempt)),
        (Keyhole::RefusalTakesTheTurn, Some(Law::Attempt)),
    ];
    for (keyhole, expected) in table {
        let start = Hidden { toy: Toy::new(Fault::Nothing), own: Default::default(), keyhole };
        let found = (0..40).find_map(|seed| check_views(&start, seed, 60).err().map(|b| b.law));
        assert_eq!(found, expected, "{keyhole:?}");
        let laws = (0..40).try_for_each(|seed| check_game(&start, seed, 60));
        assert_eq!(laws, Ok(()), "{keyhole:?}");
    }
}
