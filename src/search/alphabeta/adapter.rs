//! Any game's state with a static value, as a position of alpha-beta.

use super::{Ordered, Position};
use crate::base::{Color, Move, MoveList};
use crate::eval::StaticValue;
use crate::game::State;

/// A state and its judge.
///
/// What is proved in such a search holds for the rules that [`State::key`] tells all about. Where the repetition history
/// matters ([`crate::game::Passport::history_matters`]), equal keys may stand for positions with different legal moves:
/// search a state under rules without it.
#[derive(Clone, Debug)]
pub struct Judged<S, V> {
    /// The state.
    pub state: S,
    /// Its judge.
    pub judge: V,
}

impl<S: State, V: StaticValue<S>> Position for Judged<S, V> {
    type Aid = ();

    const LIMIT: i32 = V::LIMIT;
    const COMPLETE: bool = V::COMPLETE;

    fn key(&self) -> u64 {
        self.state.key()
    }

    fn to_move(&self) -> Color {
        self.state.to_move()
    }

    fn outcome(&self) -> Option<i32> {
        let outcome = self.state.outcome()?;
        Some(self.judge.outcome(&self.state, outcome).clamp(1 - V::LIMIT, V::LIMIT - 1))
    }

    fn evaluate(&self) -> i32 {
        self.judge.value(&self.state).clamp(1 - V::LIMIT, V::LIMIT - 1)
    }

    fn score(value: i32) -> f32 {
        V::score(value)
    }

    fn winrate(value: i32) -> f32 {
        V::winrate(value)
    }

    fn moves(&self, _depth: i32, moves: &mut Vec<Ordered>) {
        let mut list = MoveList::new();
        self.judge.moves(&self.state, &mut list);
        let order = |&mv: &Move| Ordered { mv, urgency: self.judge.urgency(&self.state, mv) };
        moves.extend(list.iter().map(order));
    }

    fn play(&mut self, mv: Move) {
        self.state.play(mv);
    }

    fn copy_from(&mut self, other: &Self) {
        self.state.copy_from(&other.state);
    }

    fn bounds(&self) -> (i32, i32) {
        self.judge.bounds(&self.state)
    }
}
