//! The interface between alpha-beta and evaluators: a position in, a whole number out.

use crate::base::{Move, MoveList};
use crate::game::{Outcome, State};

/// Judges positions of a game without playing on. Values are whole numbers for the player to move, in a unit of the
/// judge's own; above 0 that player wins. Anything that values depend on and [`State::key`] leaves out (komi, say) must
/// stay the same within a search.
pub trait StaticValue<S: State>: Clone + Send + Sync + 'static {
    /// All values lie strictly between `-LIMIT` and `LIMIT`; at most 32,000.
    const LIMIT: i32;

    /// Does [`StaticValue::moves`] list every move that may be best?
    const COMPLETE: bool = true;

    /// The value of an open position.
    fn value(&self, state: &S) -> i32;

    /// The value of a finished game.
    fn outcome(&self, state: &S, outcome: Outcome) -> i32;

    /// Proved bounds of the value that cost little to know.
    fn bounds(&self, _state: &S) -> (i32, i32) {
        (-Self::LIMIT, Self::LIMIT)
    }

    /// The moves worth a thought, at least one.
    fn moves(&self, state: &S, out: &mut MoveList) {
        state.legal_moves(out);
    }

    /// How soon a move should be tried: greater is sooner. A hundred is about what the search's own experience adds.
    fn urgency(&self, _state: &S, _mv: Move) -> i32 {
        0
    }

    /// A value in points; 0 for games without a margin.
    fn score(value: i32) -> f32;

    /// The chance to win, 0..=1, that goes with a value.
    fn winrate(value: i32) -> f32;
}
