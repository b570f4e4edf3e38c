//! The history of a game: where it started, what was played, and enough positions on the way to go back quickly.

use super::Game;
use crate::base::{Color, Move};
use crate::game::{Illegal, State};

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
}

impl<G: Game> Timeline<G> {
    /// A game that starts here.
    pub fn new(start: G::State) -> Timeline<G> {
        Timeline { now: start.clone(), start, moves: Vec::new(), kept: Vec::new(), version: 0 }
    }

    /// Starts anew from that position.
    pub fn restart(&mut self, start: G::State) {
        self.now = start.clone();
        self.start = start;
        self.moves.clear();
        self.kept.clear();
        self.version += 1;
    }

    /// Takes over another history.
    pub fn replace(&mut self, other: Timeline<G>) {
        let version = self.version + 1;
        *self = Timeline { version, ..other };
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

    /// Counts the changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// May that colour make this move? A game that is over goes on.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        if self.now.to_move() == color && self.now.outcome().is_none() {
            self.now.check(mv)
        } else {
            G::check_out_of_turn(&self.now, color, mv)
        }
    }

    /// Makes a move that [`Timeline::check`] has allowed.
    pub fn play(&mut self, color: Color, mv: Move) {
        let length = self.moves.len();
        let spacing = (length / STEPS).next_power_of_two().max(SPACING);
        if length > 0 && length.is_multiple_of(spacing) {
            self.keep();
        }
        G::enter(&mut self.now, color, mv);
        self.moves.push((color, mv));
        self.version += 1;
    }

    /// Makes all these moves, or none when one of them is not allowed.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), Illegal> {
        let (before, length, version) = (self.now.clone(), self.moves.len(), self.version);
        for &(color, mv) in moves {
            if let Err(illegal) = self.check(color, mv) {
                self.now = before;
                self.moves.truncate(length);
                self.kept.retain(|(at, _)| *at <= length);
                self.version = version;
                return Err(illegal);
            }
            self.play(color, mv);
        }
        Ok(())
    }

    /// Takes moves back; false, and nothing done, when there are not so many.
    pub fn undo(&mut self, count: usize) -> bool {
        let Some(length) = self.moves.len().checked_sub(count) else {
            return false;
        };
        let tail: Vec<(Color, Move)>;
        self.kept.retain(|(at, _)| *at <= length);
        match self.kept.last() {
            Some((at, state)) => {
                self.now.copy_from(state);
                tail = self.moves.get(*at..length).unwrap_or_default().to_vec();
                self.moves.truncate(*at);
                // The position is kept again when play goes on from it.
                self.kept.pop();
            }
            None => {
                self.now.copy_from(&self.start);
                tail = self.moves.get(..length).unwrap_or_default().to_vec();
                self.moves.clear();
            }
        }
        for (color, mv) in tail {
            self.play(color, mv);
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
    use crate::session::go::Go;

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
