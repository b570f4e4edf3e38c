//! The positions that the search tries moves in.

use crate::base::Rng;
use crate::game::State;
use crate::games::go::GoState;
use crate::games::go::phantom::{Knowledge, Sampler, View};
use crate::search::belief::Worlds;

/// Games in which the player would have been told just what he was told.
#[derive(Clone, Debug)]
pub(super) struct Imagined {
    sampler: Sampler,
    /// Draws in a row that found none.
    misses: u32,
}

/// Steps of the sampler that take about as long as a random game.
const STEPS_OF_A_PLAYOUT: u64 = 8;

/// After so many draws in vain the referee is taken to have broken his rules, and positions are guessed.
const MISSES: u32 = 2;

impl Imagined {
    pub fn new(view: &View) -> Imagined {
        Imagined { sampler: Sampler::new(view), misses: 0 }
    }
}

impl Worlds<GoState> for Imagined {
    fn draw(&mut self, rng: &mut Rng, out: &mut GoState) -> Option<u32> {
        let before = self.sampler.steps_made();
        if self.misses < MISSES {
            if self.sampler.draw(rng, out) {
                self.misses = 0;
                let steps = self.sampler.steps_made() - before;
                return Some(u32::try_from(steps / STEPS_OF_A_PLAYOUT).unwrap_or(u32::MAX));
            }
            self.misses += 1;
        }
        self.sampler.guess(rng, out);
        out.resume();
        Some(1)
    }
}

/// The stones that are known and no others.
#[derive(Clone, Debug)]
pub(super) struct Known(GoState);

impl Known {
    /// As players did that took every refusal for a stone and imagined nothing.
    pub fn new(view: &View, knowledge: &Knowledge) -> Known {
        let refused = view.refused_ever();
        let enemy = view.player().other();
        let stones: Vec<_> = view
            .size()
            .points()
            .map(|point| {
                let supposed = refused.contains(point).then_some(enemy);
                (point, knowledge.stone(point).or(supposed))
            })
            .collect();
        let mut game = view.start().clone();
        game.set_komi(view.komi());
        if let Err(error) = game.edit(&stones) {
            log::debug!("what is supposed cannot stand: {error}");
            let known: Vec<_> =
                view.size().points().map(|point| (point, knowledge.stone(point))).collect();
            if let Err(error) = game.edit(&known) {
                log::debug!("what is known does not stand by itself: {error}");
            }
        }
        game.set_to_move(view.to_move());
        Known(game)
    }
}

impl Worlds<GoState> for Known {
    fn draw(&mut self, _rng: &mut Rng, out: &mut GoState) -> Option<u32> {
        out.copy_from(&self.0);
        Some(0)
    }
}
