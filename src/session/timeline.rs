//! The history of a game: where it started, what was played, and enough positions on the way to go back quickly.

use super::Game;
use crate::base::{Color, Move};
use crate::game::{Illegal, State};

/// Moves between two kept positions, while they are recent.
const SPACING: usize = 16;

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
        let over = self.now.outcome().is_some();
        if !over && self.now.to_move() == color {
            return self.now.check(mv);
        }
        let mut state = self.now.clone();
        if over {
            G::reopen(&mut state);
        }
        state.set_to_move(color);
        state.check(mv)
    }

    /// Makes a move that [`Timeline::check`] has allowed.
    pub fn play(&mut self, color: Color, mv: Move) {
        if !self.moves.is_empty() && self.moves.len().is_multiple_of(SPACING) {
            self.keep();
        }
        G::enter(&mut self.now, color, mv);
        self.moves.push((color, mv));
        self.version += 1;
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
