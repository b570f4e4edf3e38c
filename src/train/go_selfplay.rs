//! Games of Go against oneself, for training a network on what its own search finds.
//!
//! Moves are chosen as in Gumbel AlphaZero (Danihelka et al., "Policy improvement by planning with Gumbel", 2022): some moves drawn
//! without replacement by the policy share the visits by sequential halving, and the policy to learn is the network's
//! own, sharpened by the values found. Most moves are made with few visits and teach nothing; some are made with many and are
//! recorded (playout cap randomisation; Wu, "Accelerating self-play learning in Go", 2019). Winner, lead and owners to learn are those
//! of the end of the game, counted as it stands.

use super::go_samples::{MOVES, Packer};
use super::shard::Label;
use crate::base::{BoardSize, Color, Move, Rng, below};
use crate::engine::go::{FIRST_PLAY, PUCT_C, network_settings};
use crate::eval::Evaluator;
use crate::eval::go::{NetworkEvaluator, NetworkWorker};
use crate::eval::net::Net;
use crate::game::State;
use crate::games::go::{GoState, Rules};
use crate::search::mcts::{Mcts, Settings};
use crate::search::{Limits, Unhurried};
use std::sync::Arc;

/// How to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// The board.
    pub size: BoardSize,
    /// Komi, before it is varied.
    pub komi: f32,
    /// Visits of a move that is recorded.
    pub visits: u64,
    /// Visits of a move that is not.
    pub fast: u64,
    /// Share of moves that are recorded, 0..=1.
    pub recorded: f64,
    /// Moves that share the visits.
    pub considered: usize,
    /// Most moves at the beginning that are drawn by the policy alone.
    pub opening: u32,
}

/// Weights of values beside logits: `(VISIT + most visits of a move) * SCALE` (Danihelka et al., section 3.4).
const VISIT: f32 = 50.0;
const SCALE: f32 = 0.5;

/// Memory of a player's tree, MiB.
const MEMORY: usize = 32;

/// Longest game, in moves for each point of the board.
const LONGEST: usize = 3;

struct Recorded {
    state: GoState,
    policy: Vec<(Move, f64)>,
    win: f32,
    deviation: f32,
}

/// A player with its memory.
pub struct Player {
    search: Mcts<GoState, NetworkEvaluator>,
    worker: NetworkWorker,
}

/// A move considered: the move, its logit, the logit with noise, its value and visits so far.
#[derive(Clone, Copy)]
struct Choice {
    mv: Move,
    logit: f32,
    noisy: f32,
    value: Option<f32>,
    visits: u64,
}

impl Player {
    /// A player with that network, on one thread.
    pub fn new(net: Arc<Net>) -> Player {
        let evaluator = NetworkEvaluator::new(net);
        let worker = evaluator.worker(0);
        let common = Settings { threads: 1, memory: MEMORY, ..Settings::default() };
        let settings = network_settings(PUCT_C, FIRST_PLAY, common);
        Player { search: Mcts::new(evaluator, settings), worker }
    }

    /// The legal moves with their logits, and the chance to win.
    fn look(&mut self, state: &GoState) -> (Vec<(Move, f32)>, f32, f32) {
        let opinion = self.search.evaluator().opinion(&mut self.worker, state);
        let points = state.size().points().map(Move::at).chain([Move::PASS]);
        let moves = points.zip(opinion.policy).filter(|(mv, _)| state.is_legal(*mv)).collect();
        (moves, opinion.win, opinion.deviation)
    }

    /// Chooses a move by that many visits; the policy to learn comes with it.
    fn choose(
        &mut self,
        state: &GoState,
        visits: u64,
        considered: usize,
        rng: &mut Rng,
    ) -> (Move, Vec<(Move, f64)>, f32, f32) {
        let (moves, win, deviation) = self.look(state);
        let mut choices: Vec<Choice> = (moves.iter())
            .map(|&(mv, logit)| {
                let noisy = logit + gumbel(rng);
                Choice { mv, logit, noisy, value: None, visits: 0 }
            })
            .collect();
        choices.sort_by(|a, b| b.noisy.total_cmp(&a.noisy));
        let mut kept = considered.clamp(1, choices.len());
        let rounds = kept.next_power_of_two().trailing_zeros().max(1) as u64;
        loop {
            let each = (visits / (rounds * kept as u64)).max(1);
            for choice in &mut choices[..kept] {
                let limits =
                    Limits { playouts: Some(each), allow: vec![choice.mv], ..Limits::default() };
                let seed = u64::from(below(rng, u32::MAX));
                let report = self.search.search(state, &limits, seed, &Unhurried, &mut |_| {});
                if let Some(found) = report.candidates.iter().find(|c| c.mv == choice.mv) {
                    choice.value = Some(found.winrate);
                    choice.visits = found.visits;
                }
            }
            let most = choices.iter().map(|c| c.visits).max().unwrap_or(0) as f32;
            let worth = |c: &Choice| c.noisy + (VISIT + most) * SCALE * c.value.unwrap_or(win);
            choices[..kept].sort_by(|a, b| worth(b).total_cmp(&worth(a)));
            if kept <= 2 {
                break;
            }
            kept = kept.div_ceil(2);
        }
        (choices[0].mv, improved(&choices, win), win, deviation)
    }
}

/// A number of the standard Gumbel distribution: the largest of logits with such numbers added is drawn by their softmax.
fn gumbel(rng: &mut Rng) -> f32 {
    let uniform = (below(rng, 1 << 24) as f32 + 0.5) / (1 << 24) as f32;
    -libm::logf(-libm::logf(uniform))
}

/// The policy sharpened by the values found; a move without one counts as the mean of the network's value and of those found,
/// weighed by the policy.
fn improved(choices: &[Choice], win: f32) -> Vec<(Move, f64)> {
    let top = choices.iter().fold(f32::MIN, |top, c| top.max(c.logit));
    let share = |c: &Choice| libm::expf(c.logit - top);
    let seen = || choices.iter().filter_map(|c| c.value.map(|value| (share(c), value, c.visits)));
    let (weight, sum) = seen().fold((0.0, 0.0), |(w, s), (p, v, _)| (w + p, s + p * v));
    let visits: u64 = seen().map(|(_, _, n)| n).sum();
    let mixed = if weight > 0.0 {
        (win + visits as f32 * sum / weight) / (1.0 + visits as f32)
    } else {
        win
    };
    let most = choices.iter().map(|c| c.visits).max().unwrap_or(0) as f32;
    let scale = (VISIT + most) * SCALE;
    let sharp = |c: &Choice| c.logit + scale * c.value.unwrap_or(mixed);
    let high = choices.iter().fold(f32::MIN, |high, c| high.max(sharp(c)));
    let mut policy: Vec<(Move, f64)> =
        choices.iter().map(|c| (c.mv, f64::from(libm::expf(sharp(c) - high)))).collect();
    policy.sort_by(|a, b| b.1.total_cmp(&a.1));
    policy.truncate(MOVES);
    let total: f64 = policy.iter().map(|(_, p)| p).sum();
    policy.iter_mut().for_each(|(_, p)| *p /= total);
    policy
}

/// Plays a game and appends its records; returns how many there are.
pub fn game(
    player: &mut Player,
    plan: &Plan,
    packer: &mut Packer,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> usize {
    player.search.clear();
    // A half-point komi around the fair one, so that the network learns what points are worth.
    let shift = below(rng, 9) as f32 - 4.0;
    let komi = if below(rng, 2) == 0 { plan.komi } else { plan.komi + shift };
    let mut state = GoState::new(plan.size, Rules::CHINESE_SUPERKO, komi);
    for _ in 0..below(rng, plan.opening + 1) {
        let (moves, ..) = player.look(&state);
        let noisy = |&(mv, logit): &(Move, f32)| (mv, logit + gumbel(rng));
        let drawn = moves.iter().filter(|(mv, _)| !mv.is_pass()).map(noisy);
        let Some((best, _)) = drawn.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        state.play(best);
    }
    let mut recorded = Vec::new();
    for _ in 0..LONGEST * plan.size.area() {
        if state.outcome().is_some() {
            break;
        }
        let full = f64::from(below(rng, 1 << 24)) < plan.recorded * f64::from(1 << 24);
        let (visits, considered) =
            if full { (plan.visits, plan.considered) } else { (plan.fast, plan.considered / 4) };
        let (mv, policy, win, deviation) = player.choose(&state, visits, considered.max(2), rng);
        if full {
            recorded.push(Recorded { state: state.clone(), policy, win, deviation });
        }
        state.play(mv);
    }
    let score = state.score(&[]);
    let black: Vec<i8> = (plan.size.points())
        .map(|point| match score.owner(point) {
            Some(Color::Black) => 7,
            Some(Color::White) => -7,
            None => 0,
        })
        .collect();
    for position in &recorded {
        let mine = position.state.to_move() == Color::Black;
        let ownership: Vec<i8> = black.iter().map(|&o| if mine { o } else { -o }).collect();
        let lead = if mine { score.margin } else { -score.margin };
        let won = if lead == 0.0 { 0.5 } else { f32::from(u8::from(lead > 0.0)) };
        let label = Label {
            state: &position.state,
            policy: &position.policy,
            // The network's own opinion takes half of the chance out of a single game.
            win: 0.5 * (won + position.win),
            lead,
            deviation: position.deviation,
            ownership: &ownership,
        };
        packer.pack(&label, out);
    }
    recorded.len()
}
