//! Gomoku evaluated by random games, with the moves that are worth a thought.

mod lines;
mod patterns;
pub mod shapes;
pub mod weights;

pub use lines::Lines;
pub use patterns::Patterns;

use super::{Evaluator, Leaf, Prior, random};
use crate::base::{MoveList, Rng, seeded};
use crate::game::State;
use crate::games::gomoku::GomokuState;

/// Random games by [`State::playout`], and of the legal moves only those that matter: a five if there is one; else the points where
/// the opponent would make one; else the points at most two steps (king's moves) from a stone, on an empty board from its
/// centre; and only where none of these is legal, all. The first two leave nothing out, since every other move loses at once; without
/// them a tree that tries each move once takes a missed block for a good chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct NearbyPlayouts;

impl Evaluator<GomokuState> for NearbyPlayouts {
    type Worker = Rng;

    const TRACES: bool = false;
    const BATCH: usize = 1;

    fn worker(&self, seed: u64) -> Rng {
        seeded(seed)
    }

    fn evaluate(&self, rng: &mut Rng, batch: &mut [Leaf<GomokuState>]) {
        for leaf in batch {
            if leaf.expand {
                let mut moves = MoveList::new();
                candidates(&leaf.state, &mut moves);
                let policy = 1.0 / moves.len().max(1) as f32;
                let prior = |&mv| Prior { mv, policy, value: 0.5, weight: 0.0 };
                leaf.priors.clear();
                leaf.priors.extend(moves.iter().map(prior));
            }
            random::play_out(leaf, rng);
        }
    }
}

/// The moves that [`NearbyPlayouts`] looks at, in a fixed order.
fn candidates(state: &GomokuState, out: &mut MoveList) {
    let (own, enemy) = (state.to_move(), state.to_move().other());
    let lists: [&dyn Fn(&mut MoveList); 4] = [
        &|out| state.winning_moves(own, out),
        &|out| state.winning_moves(enemy, out),
        &|out| state.nearby_moves(out),
        &|out| state.legal_moves(out),
    ];
    for list in lists {
        let mut all = MoveList::new();
        list(&mut all);
        out.clear();
        all.iter().filter(|&&mv| state.is_legal(mv)).for_each(|&mv| out.push(mv));
        if !out.is_empty() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;
    use crate::games::gomoku::{Rules, Variant};

    #[test]
    fn moves_worth_a_thought() {
        let table = [
            (Variant::Freestyle, "", 25, "C3 G7"),
            (Variant::Freestyle, "A1", 8, "B1 C1 A2 B2 C2 A3 B3 C3"),
            // A five, although White has a four as well; a block; either end of an open four.
            (Variant::Freestyle, "C3 B5 D3 C5 E3 D5 F3 E5", 2, "B3 G3"),
            (Variant::Freestyle, "C3 B3 D3 A9 E3 J1 F3", 1, "G3"),
            (Variant::Freestyle, "C3 A9 D3 J1 E3 J9 F3", 2, "B3 G3"),
        ];
        for (variant, moves, count, some) in table {
            let size = BoardSize::square(9).unwrap();
            let mut state = GomokuState::new(size, Rules::of(variant));
            for mv in moves.split_whitespace() {
                assert_eq!(state.try_play(mv.parse().unwrap()), Ok(()), "{moves}: {mv}");
            }
            let mut list = MoveList::new();
            candidates(&state, &mut list);
            assert_eq!(list.len(), count, "{moves}: {:?}", list.to_vec());
            for mv in some.split_whitespace() {
                assert!(list.contains(&mv.parse().unwrap()), "{moves}: {mv}");
            }
        }
    }
}
