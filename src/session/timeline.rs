//! The history of a game: where it started, what was played, and enough positions on the way to go back quickly.

use super::Game;
use crate::base::{Color, Move};
use crate::game::{Illegal, Information, State, Verdict};
use std::collections::BTreeSet;

/// Moves between two kept positions in a game of usual length. In longer ones the distance grows with the length, since
/// positions carry their history and keeping many would cost the square of it.
const SPACING: usize = 16;

/// Positions to keep on the way to the present.
const STEPS: usize = 64;

/// Kept positions at most. Beyond, every second one of the older half is dropped, so that memory stays small in games
/// of any length; taking back costs a replay from the nearest one.
const KEPT: usize = 24;

/// A starting position and the moves from there.
#[derive(Clone, Debug)]
pub struct Timeline<G: Game> {
    start: G::State,
    moves: Vec<(Color, Move)>,
    now: G::State,
    kept: Vec<(usize, G::State)>,
    version: u64,
    /// Is a forced pass put in when the other colour moves ([`Game::must_pass`])?
    inserts: bool,
    /// The moves that were put in like that, by their number. They go when the move behind them is taken back.
    inserted: BTreeSet<usize>,
    /// Tries that were refused, with the number of the move before which that was.
    tries: Vec<(usize, Color, Move)>,
}

impl<G: Game> Timeline<G> {
    /// A game that starts here.
    pub fn new(start: G::State) -> Timeline<G> {
        Timeline {
            now: start.clone(),
            start,
            moves: Vec::new(),
            kept: Vec::new(),
            version: 0,
            inserts: false,
            inserted: BTreeSet::new(),
            tries: Vec::new(),
        }
    }

    /// Sets whether a forced pass that was left out is put in when the other colour moves.
    pub fn set_inserts(&mut self, inserts: bool) {
        self.inserts = inserts;
    }

    /// Starts anew from that position.
    pub fn restart(&mut self, start: G::State) {
        self.now = start.clone();
        self.start = start;
        self.moves.clear();
        self.kept.clear();
        self.inserted.clear();
        self.tries.clear();
        self.version += 1;
    }

    /// Takes over another history. Whether passes are put in stays as it was.
    pub fn replace(&mut self, other: Timeline<G>) {
        let (version, inserts) = (self.version + 1, self.inserts);
        *self = Timeline { version, inserts, ..other };
    }

    /// The position now.
    pub fn now(&self) -> &G::State {
        &self.now
    }

    /// The position before the first move.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The moves so far.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The tries that were refused before the move of that number (from 0), or since the last move.
    pub fn refused_before(&self, number: usize) -> impl Iterator<Item = (Color, Move)> + '_ {
        let there = self.tries.iter().filter(move |(at, ..)| *at == number);
        there.map(|&(_, color, mv)| (color, mv))
    }

    /// Whose last try was refused and passed the turn, if nothing has happened since.
    pub fn passed_by_refusal(&self) -> Option<Color> {
        let last = self.moves.len().checked_sub(1)?;
        let &(at, color, _) = self.tries.last()?;
        (at == last && self.moves.last() == Some(&(color, Move::PASS))).then_some(color)
    }

    /// Counts the changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Would a move of that colour put in the pass of the player to move?
    pub fn lacks_pass(&self, color: Color) -> bool {
        self.inserts && color != self.now.to_move() && G::must_pass(&self.now)
    }

    /// May that colour make this move? A game that is over goes on.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        if self.lacks_pass(color) {
            let mut state = self.now.clone();
            state.play(Move::PASS);
            state.check(mv)
        } else if self.now.to_move() == color && self.now.outcome().is_none() {
            self.now.check(mv)
        } else {
            G::check_out_of_turn(&self.now, color, mv)
        }
    }

    /// Makes a move that [`Timeline::check`] has allowed, and the pass before it that was left out.
    pub fn play(&mut self, color: Color, mv: Move) {
        if self.lacks_pass(color) {
            self.inserted.insert(self.moves.len());
            self.enter(color.other(), Move::PASS);
        }
        self.enter(color, mv);
    }

    /// Tries a move on behalf of that colour. In a game of open information that is a move, legal or not; in one of hidden
    /// information a refusal is part of the game. On an error nothing has happened.
    pub fn attempt(&mut self, color: Color, mv: Move) -> Result<Verdict, Illegal> {
        if G::State::EXACT || mv.is_pass() && self.now.outcome().is_some() {
            self.check(color, mv)?;
            self.play(color, mv);
            return Ok(Verdict::Accepted);
        }
        let mut next = self.now.clone();
        if !mv.is_pass() {
            next.resume();
        }
        next.set_to_move(color);
        let verdict = next.attempt(mv)?;
        if verdict == Verdict::Accepted {
            self.enter(color, mv);
        } else {
            self.tries.push((self.moves.len(), color, mv));
            self.now = next;
            self.version += 1;
        }
        if verdict == Verdict::Passed {
            self.moves.push((color, Move::PASS));
            self.keep_now_and_then();
        }
        Ok(verdict)
    }

    fn enter(&mut self, color: Color, mv: Move) {
        G::enter(&mut self.now, color, mv);
        self.moves.push((color, mv));
        self.version += 1;
        self.keep_now_and_then();
    }

    /// Makes a move again, with the tries before it.
    fn enter_again(&mut self, color: Color, mv: Move) {
        let number = self.moves.len();
        let tries: Vec<_> = self.refused_before(number).collect();
        for (player, try_) in tries {
            self.now.resume();
            self.now.set_to_move(player);
            if self.now.attempt(try_) == Ok(Verdict::Passed) {
                // The pass is the move.
                self.moves.push((color, mv));
                self.keep_now_and_then();
                return;
            }
        }
        self.enter(color, mv);
    }

    fn keep_now_and_then(&mut self) {
        let length = self.moves.len();
        let spacing = (length / STEPS).next_power_of_two().max(SPACING);
        if length.is_multiple_of(spacing) {
            self.keep();
        }
    }

    /// Makes all these moves, or none when one of them is not allowed.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), Illegal> {
        let (before, length, version) = (self.now.clone(), self.moves.len(), self.version);
        for &(color, mv) in moves {
            if let Err(illegal) = self.check(color, mv) {
                self.now = before;
                self.moves.truncate(length);
                self.kept.retain(|(at, _)| *at <= length);
                self.inserted.split_off(&length);
                self.version = version;
                return Err(illegal);
            }
            self.play(color, mv);
        }
        Ok(())
    }

    /// Takes moves back; false, and nothing done, when there are not so many. A pass that was put in does not count: it
    /// goes together with the move that it was put in for.
    pub fn undo(&mut self, count: usize) -> bool {
        let mut length = self.moves.len();
        for _ in 0..count {
            let Some(before) = length.checked_sub(1) else { return false };
            let inserted = before.checked_sub(1).filter(|pass| self.inserted.contains(pass));
            length = inserted.unwrap_or(before);
        }
        self.inserted.split_off(&length);
        // Tries of the turn whose move is taken back go with it.
        self.tries.retain(|(at, ..)| *at < length);
        let tail: Vec<(Color, Move)>;
        self.kept.retain(|(at, _)| *at <= length);
        match self.kept.last() {
            Some((at, state)) => {
                self.now.copy_from(state);
                tail = self.moves.get(*at..length).unwrap_or_default().to_vec();
                self.moves.truncate(*at);
            }
            None => {
                self.now.copy_from(&self.start);
                tail = self.moves.get(..length).unwrap_or_default().to_vec();
                self.moves.clear();
            }
        }
        for (color, mv) in tail {
            self.enter_again(color, mv);
        }
        self.version += 1;
        true
    }

    /// Gives the turn to a colour.
    pub fn set_to_move(&mut self, color: Color) {
        self.now.set_to_move(color);
        if self.moves.is_empty() {
            self.start.set_to_move(color);
        }
        self.version += 1;
    }

    /// Changes a setting in every kept position.
    pub fn for_each(&mut self, change: impl Fn(&mut G::State)) {
        change(&mut self.start);
        change(&mut self.now);
        self.kept.iter_mut().for_each(|(_, state)| change(state));
        self.version += 1;
    }

    fn keep(&mut self) {
        self.kept.push((self.moves.len(), self.now.clone()));
        if self.kept.len() > KEPT {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index > KEPT / 2 || index % 2 == 0
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, MoveList, below, seeded};
    use crate::games::go::{GoState, Rules};
    use crate::games::reversi::ReversiState;
    use crate::session::go::Go;
    use crate::session::reversi::Reversi;

    fn start() -> GoState {
        GoState::new(BoardSize::square(5).unwrap(), Rules::NEW_ZEALAND, 0.0)
    }

    /// Random play, undo by random counts: the position is always the one that a replay from the start gives.
    #[test]
    fn undo_equals_replay() {
        let mut rng = seeded(7);
        let mut timeline: Timeline<Go> = Timeline::new(start());
        let mut deepest = 0;
        for round in 0..4000 {
            if below(&mut rng, 4) == 0 {
                let most = if below(&mut rng, 20) == 0 { timeline.moves().len() + 2 } else { 5 };
                let count = below(&mut rng, most as u32) as usize;
                let before = timeline.moves().len();
                let done = timeline.undo(count);
                assert_eq!(done, count <= before);
                assert_eq!(timeline.moves().len(), if done { before - count } else { before });
            } else {
                let color = crate::base::Color::BOTH[below(&mut rng, 2) as usize];
                let mut legal = MoveList::new();
                let mut state = timeline.now().clone();
                state.resume();
                state.set_to_move(color);
                state.legal_moves(&mut legal);
                let mv = legal[below(&mut rng, legal.len() as u32) as usize];
                assert_eq!(timeline.check(color, mv), Ok(()));
                timeline.play(color, mv);
            }
            deepest = deepest.max(timeline.moves().len());
            if round % 40 == 0 {
                let mut replayed = start();
                for &(color, mv) in timeline.moves() {
                    Go::enter(&mut replayed, color, mv);
                }
                assert_eq!(format!("{replayed:?}"), format!("{:?}", timeline.now()));
                assert!(timeline.kept.len() <= KEPT);
            }
        }
        assert!(deepest > 100, "{deepest}");
    }

    /// Whole games of Reversi told without their passes and taken back one by one: everywhere the position is that of the
    /// same game told in full.
    #[test]
    fn passes_left_out_are_put_in() {
        let size = BoardSize::square(6).unwrap();
        let start = ReversiState::new(size, Default::default());
        let mut rng = seeded(5);
        let mut passes = 0;
        for _ in 0..100 {
            let mut short: Timeline<Reversi> = Timeline::new(start);
            short.set_inserts(true);
            let mut full: Timeline<Reversi> = Timeline::new(start);
            let mut told = Vec::new();
            while full.now().outcome().is_none() {
                let mut legal = MoveList::new();
                full.now().legal_moves(&mut legal);
                let color = full.now().to_move();
                let mv = legal[below(&mut rng, legal.len() as u32) as usize];
                assert_eq!(full.check(color, mv), Ok(()));
                full.play(color, mv);
                if mv == Move::PASS {
                    passes += 1;
                    assert!(short.lacks_pass(color.other()) && full.check(color, mv).is_err());
                    continue;
                }
                assert_eq!(short.check(color, mv), Ok(()));
                told.push(*short.now());
                short.play(color, mv);
                assert_eq!((short.now(), short.moves()), (full.now(), full.moves()));
            }
            while let Some(before) = told.pop() {
                assert!(short.undo(1));
                assert_eq!(short.now(), &before);
            }
            assert!(short.moves().is_empty() && !short.undo(1));
        }
        assert!(passes > 50, "{passes}");
    }

    #[test]
    fn a_sequence_that_fails_leaves_no_trace() {
        let mut timeline: Timeline<Go> = Timeline::new(start());
        let mv = |text: &str| text.parse().unwrap();
        let (black, white) = (Color::Black, Color::White);
        timeline.play_all(&[(black, mv("A1")), (black, mv("pass")), (white, mv("pass"))]).unwrap();
        let (before, version) = (format!("{:?}", timeline.now()), timeline.version());
        let bad = [(black, mv("B2")), (white, mv("C3")), (black, mv("A1"))];
        assert_eq!(timeline.play_all(&bad), Err(Illegal::Occupied));
        assert_eq!((format!("{:?}", timeline.now()), timeline.version()), (before, version));
        assert_eq!(timeline.moves().len(), 3);
        assert!(timeline.undo(3) && !timeline.undo(1));
    }
}
