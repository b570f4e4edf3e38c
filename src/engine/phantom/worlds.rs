//! The positions that the search tries moves in.

use crate::base::{Move, Point, Rng};
use crate::game::State;
use crate::games::go::GoState;
use crate::games::go::phantom::{Event, Knowledge, Sampler, View};
use crate::search::belief::Worlds;

/// Games in which the player would have been told just what he was told.
///
/// They are drawn anew as long as that is quick. Those drawn are kept, and from one try to the next each is taken on by what
/// was told since: late in a game full of refusals few games fit, and to carry on one that fitted is cheap where to find
/// another takes long. (A particle filter, as for the belief states of Silver and Veness, "Monte-Carlo planning in large
/// POMDPs", 2010.)
#[derive(Clone, Debug)]
pub(super) struct Imagined {
    sampler: Sampler,
    kept: Vec<GoState>,
    /// Where the next one drawn goes in `kept`, when that is full, and the next one given comes from.
    turn: usize,
    /// So many of those kept are given before the next one is drawn.
    due: u64,
    /// Steps made in vain since the last game that fitted.
    vain: u64,
}

/// Games kept at most.
const KEPT: usize = 64;

/// Tries to carry on a game that was kept.
const CARRIES: usize = 3;

/// Steps of the sampler that take about as long as a random game.
const STEPS_OF_A_PLAYOUT: u64 = 8;

/// For a game that was drawn in so many steps more, one more of those kept is given before the next.
const STEPS_OF_A_KEPT: u64 = 64;

/// Steps after which a draw is given up.
const STEPS: u64 = 8_000;

/// After so many steps in vain, and with no game kept, positions are guessed: the referee may have broken his rules.
const VAIN: u64 = 4 * STEPS;

impl Imagined {
    pub fn new(view: &View) -> Imagined {
        Imagined { sampler: Sampler::new(view), kept: Vec::new(), turn: 0, due: 0, vain: 0 }
    }

    /// The same for a view that continues this one; otherwise nothing is kept.
    pub fn carried_to(mut self, view: &View, rng: &mut Rng) -> Imagined {
        let earlier = self.sampler.view();
        if !view.continues(earlier) {
            return Imagined::new(view);
        }
        let known = earlier.events().len();
        let same_turn = view.events()[known..].iter().all(|e| matches!(e, Event::Refused { .. }));
        self.sampler = Sampler::new(view);
        let sampler = &mut self.sampler;
        self.kept.retain_mut(|game| (0..CARRIES).any(|_| sampler.carry(known, game, rng)));
        self.turn = 0;
        self.due = 0;
        // What was hard to find does not become easier by a refusal: one more draw is tried.
        self.vain = if same_turn { self.vain.min(VAIN - STEPS) } else { 0 };
        self
    }

    /// One of those kept.
    fn give(&mut self, out: &mut GoState) -> bool {
        self.turn += 1;
        let Some(number) = self.turn.checked_rem(self.kept.len()) else { return false };
        out.copy_from(&self.kept[number]);
        true
    }

    fn keep(&mut self, game: &GoState) {
        if self.kept.len() < KEPT {
            self.kept.push(game.clone());
        } else {
            self.turn = (self.turn + 1) % KEPT;
            self.kept[self.turn].copy_from(game);
        }
    }
}

impl Worlds<GoState> for Imagined {
    fn draw(&mut self, rng: &mut Rng, out: &mut GoState) -> Option<u32> {
        if self.due > 0 {
            self.due -= 1;
            if self.give(out) {
                return Some(0);
            }
        }
        while self.vain < VAIN {
            let before = self.sampler.steps_made();
            let fits = self.sampler.draw_within(STEPS, rng, out);
            let steps = self.sampler.steps_made() - before;
            self.due = steps / STEPS_OF_A_KEPT;
            if fits {
                self.vain = 0;
                self.keep(out);
                return Some(u32::try_from(steps / STEPS_OF_A_PLAYOUT).unwrap_or(u32::MAX));
            }
            self.vain += steps.max(1);
            if self.give(out) {
                return Some(1);
            }
        }
        if !self.give(out) {
            self.sampler.guess(rng, out);
            out.resume();
        }
        Some(1)
    }

    fn told(state: &GoState, mv: Move) -> u64 {
        taken_told(state, mv)
    }

    fn is_sensible(state: &GoState, mv: Move) -> bool {
        spares_eyes(state, mv)
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

    fn told(state: &GoState, mv: Move) -> u64 {
        taken_told(state, mv)
    }

    fn is_sensible(state: &GoState, mv: Move) -> bool {
        spares_eyes(state, mv)
    }
}

/// The stones that a play takes, which both players see go, as a number.
fn taken_told(state: &GoState, mv: Move) -> u64 {
    let (board, color) = (state.board(), state.to_move());
    let Some(point) = mv.point().filter(|&point| board.is_capture(color, point)) else { return 0 };
    let mut told = 0u64;
    for (number, n) in point.neighbors().into_iter().enumerate() {
        let taken =
            |n| board.color(n) == Some(color.other()) && board.atari(board.chain(n)).is_some();
        let again = |&before: &Point| taken(before) && board.chain(before) == board.chain(n);
        if taken(n) && !point.neighbors().iter().take(number).any(again) {
            let stones = board.chain_stones(board.chain(n));
            let hash =
                |stone: Point| (stone.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            told = stones.fold(told, |told, stone| told.wrapping_add(hash(stone).rotate_left(31)));
        }
    }
    told
}

/// Random games spare own eyes, and so does what comes before them.
fn spares_eyes(state: &GoState, mv: Move) -> bool {
    mv.point().is_none_or(|point| !state.board().is_eye(state.to_move(), point))
}
