//! Positions that a search meets, labelled by a larger network, for training the small one that the search is led by.
//!
//! What a network is trained on should be what it will be asked. Games that policies play without a search are soon decided; a
//! search between equals asks of close positions, and of the mistakes that it refutes. So the small network's own
//! searches choose the positions, those of the game and those at the leaves of its trees, and the teacher says of each what it thinks
//! without a search, the mean over all symmetries (Ross, Gordon and Bagnell, "A reduction of imitation learning and structured
//! prediction to no-regret online learning", 2011).

use super::go_samples::{MOVES, Packer};
use super::go_selfplay::{LONGEST, searcher};
use super::shard::Label;
use crate::base::{BoardSize, Move, Rng, below};
use crate::eval::Evaluator;
use crate::eval::go::{GoNet, NetworkEvaluator, NetworkWorker};
use crate::eval::net::Output;
use crate::game::State;
use crate::games::go::{GoState, Rules};
use crate::search::mcts::Mcts;
use crate::search::{Limits, Unhurried};

/// How to play, and what to label.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// The board.
    pub size: BoardSize,
    /// Komi, before it is varied.
    pub komi: f32,
    /// Visits of a move.
    pub visits: u64,
    /// Leaves of the tree that are labelled at each move, beside the position itself.
    pub leaves: u32,
    /// Most moves at the beginning that are drawn by the policy alone.
    pub opening: u32,
}

/// One move in so many is drawn by the policy alone, so that games differ and mistakes are met.
const WILD: u32 = 16;

/// A player and its teacher.
pub struct Pupil {
    search: Mcts<GoState, NetworkEvaluator>,
    worker: NetworkWorker,
    teacher: NetworkEvaluator,
    listener: NetworkWorker,
}

impl Pupil {
    /// One with that network that learns from the other, on one thread.
    pub fn new(net: GoNet, teacher: GoNet) -> Pupil {
        let search = searcher(net);
        let worker = search.evaluator().worker(0);
        let teacher = NetworkEvaluator::new(teacher, 0);
        let listener = teacher.worker(0);
        Pupil { search, worker, teacher, listener }
    }

    /// A move drawn by the policy of the player's network.
    fn draw(&mut self, state: &GoState, rng: &mut Rng) -> Option<Move> {
        let opinion = self.search.evaluator().opinion(&mut self.worker, state);
        let policy = policy(state, &opinion);
        let mut left = f64::from(below(rng, 1 << 24)) / f64::from(1 << 24);
        let drawn = policy.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        drawn.or(policy.first()).map(|(mv, _)| *mv)
    }

    /// Appends the record of a position, as the teacher sees it.
    fn label(&mut self, state: &GoState, packer: &mut Packer, out: &mut Vec<u8>) {
        let opinion = self.teacher.opinion(&mut self.listener, state);
        let owners = opinion.ownership.iter();
        let label = Label {
            state,
            policy: &policy(state, &opinion),
            win: opinion.win,
            lead: opinion.lead,
            deviation: opinion.deviation,
            ownership: &owners.map(|owner| (owner * 7.0).round() as i8).collect::<Vec<_>>(),
        };
        packer.pack(&label, out);
    }
}

/// The likeliest legal moves with their probabilities, as many as a record holds.
fn policy(state: &GoState, opinion: &Output) -> Vec<(Move, f64)> {
    let points = state.size().points().map(Move::at).chain([Move::PASS]);
    let mut moves: Vec<(Move, f64)> = (points.zip(&opinion.policy))
        .filter(|(mv, _)| state.is_legal(*mv))
        .map(|(mv, &logit)| (mv, f64::from(logit)))
        .collect();
    let top = moves.iter().fold(f64::MIN, |top, (_, logit)| top.max(*logit));
    moves.iter_mut().for_each(|(_, logit)| *logit = libm::exp(*logit - top));
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves.truncate(MOVES);
    let total: f64 = moves.iter().map(|(_, share)| share).sum();
    moves.iter_mut().for_each(|(_, share)| *share /= total);
    moves
}

/// Rules, and points for White: mostly the plan's komi, else one around it.
fn start(plan: &Plan, rng: &mut Rng) -> GoState {
    let half_points = below(rng, 17) as f32 - 8.0;
    let komi = if below(rng, 2) == 0 { plan.komi } else { plan.komi + half_points / 2.0 };
    let rules = Rules { friendly_pass: below(rng, 2) == 0, ..Rules::CHINESE_SUPERKO };
    GoState::new(plan.size, rules, komi)
}

/// Plays a game and appends its records; returns how many there are.
pub fn game(
    pupil: &mut Pupil,
    plan: &Plan,
    packer: &mut Packer,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> usize {
    pupil.search.clear();
    let mut state = start(plan, rng);
    for _ in 0..below(rng, plan.opening + 1) {
        let Some(mv) = pupil.draw(&state, rng).filter(|mv| !mv.is_pass()) else { break };
        state.play(mv);
    }
    let mut count = 0;
    let mut leaf = state.clone();
    for _ in 0..LONGEST * plan.size.area() {
        if state.outcome().is_some() {
            break;
        }
        let limits = Limits { playouts: Some(plan.visits), ..Limits::default() };
        let seed = u64::from(below(rng, u32::MAX));
        let report = pupil.search.search(&state, &limits, seed, &Unhurried, &mut |_| {});
        pupil.label(&state, packer, out);
        count += 1;
        for _ in 0..plan.leaves {
            leaf.copy_from(&state);
            pupil.search.wander(rng).into_iter().for_each(|mv| leaf.play(mv));
            if leaf.outcome().is_none() {
                pupil.label(&leaf, packer, out);
                count += 1;
            }
        }
        let best = report.candidates.first().map(|candidate| candidate.mv);
        let drawn = if below(rng, WILD) == 0 { pupil.draw(&state, rng) } else { best };
        let Some(mv) = drawn.or(best) else { break };
        state.play(mv);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::seeded;
    use crate::engine;
    use crate::eval::net::Precision;
    use crate::train::go_samples::record_length;

    #[test]
    fn games_give_the_teachers_labels_and_the_same_ones_again() {
        let size = BoardSize::square(5).expect("a size");
        let net = |file| {
            engine::go::network(file, size, Precision::Full).expect("a network").expect("a network")
        };
        let plan = Plan { size, komi: 2.0, visits: 12, leaves: 3, opening: 2 };
        let play = |seed| {
            let mut pupil = Pupil::new(net("protocol-tests/net/golden.net"), net("built-in"));
            let (mut packer, mut bytes) = (Packer::default(), Vec::new());
            let count = game(&mut pupil, &plan, &mut packer, &mut seeded(seed), &mut bytes);
            assert_eq!(bytes.len(), count * record_length(25));
            (count, bytes)
        };
        let (count, bytes) = play(1);
        assert!(count > 8, "{count}");
        assert_eq!(play(1), (count, bytes.clone()));
        assert_ne!(play(2).1, bytes);
    }

    #[test]
    fn labels_are_what_the_teacher_says() {
        let size = BoardSize::square(5).expect("a size");
        let net = engine::go::network("built-in", size, Precision::Full).expect("networks");
        let net = net.expect("a network");
        let mut pupil = Pupil::new(net.clone(), net);
        let mut state = GoState::new(size, Rules::CHINESE_SUPERKO, 2.5);
        state.play(Move::xy(2, 2));
        let mut bytes = Vec::new();
        pupil.label(&state, &mut Packer::default(), &mut bytes);
        let opinion = pupil.teacher.opinion(&mut pupil.listener, &state);
        let values = bytes.len() - 25 - 96 - 12;
        let number = |at: usize| {
            f32::from_le_bytes(bytes[values + 4 * at..][..4].try_into().expect("four bytes"))
        };
        assert_eq!([0, 1, 2].map(number), [opinion.win, opinion.lead, opinion.deviation]);
        let shares = policy(&state, &opinion);
        assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(shares.is_sorted_by(|a, b| a.1 >= b.1) && shares.len() == MOVES);
        assert!(shares.iter().all(|(mv, _)| state.is_legal(*mv)));
    }
}
