//! The lightest evaluator of Go that keeps a trace: uniformly random games that spare own eyes.
//!
//! In Phantom Go positions are imagined and full of stones that nobody would place like that, where playouts that answer the
//! last move see threats that are none: Golois (2007) found random ones better.

use crate::base::{Color, GRID, Move, Rng, seeded};
use crate::eval::{Evaluator, Leaf, uniform_priors};
use crate::game::State;
use crate::games::go::{Board, GoState};

/// Random games with traces and owners.
#[derive(Clone, Copy, Debug, Default)]
pub struct LightPlayouts;

/// What a thread keeps for itself.
pub struct LightWorker {
    rng: Rng,
    board: Option<Board>,
}

impl Evaluator<GoState> for LightPlayouts {
    type Worker = LightWorker;

    const TRACES: bool = true;
    const BATCH: usize = 1;

    fn worker(&self, seed: u64) -> LightWorker {
        LightWorker { rng: seeded(seed), board: None }
    }

    fn evaluate(&self, worker: &mut LightWorker, batch: &mut [Leaf<GoState>]) {
        for leaf in batch {
            if leaf.expand {
                uniform_priors(&leaf.state, &mut leaf.priors);
            }
            let board = match &mut worker.board {
                Some(board) => {
                    board.copy_from(leaf.state.board());
                    board
                }
                none => none.insert(leaf.state.board().clone()),
            };
            leaf.trace.clear();
            play(board, leaf.state.to_move(), &mut worker.rng, &mut leaf.trace);
            leaf.ownership.resize(GRID, 0.0);
            let area = super::count(board, &mut leaf.ownership);
            leaf.margin = area as f32 - leaf.state.compensation();
            leaf.value = match leaf.margin.total_cmp(&0.0) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
}

/// Plays random moves to two passes, three times as many as there are points at most.
fn play(board: &mut Board, mut color: Color, rng: &mut Rng, trace: &mut Vec<(Color, Move)>) {
    let mut passes = 0;
    for _ in 0..3 * board.size().area() {
        match board.random_move(color, rng) {
            Some(point) => {
                board.play(color, point);
                trace.push((color, Move::at(point)));
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
        color = color.other();
    }
}
