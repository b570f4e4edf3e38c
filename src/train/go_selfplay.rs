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
use crate::eval::go::{GoNet, NetworkEvaluator, NetworkWorker};
use crate::game::State;
use crate::games::go::{GoState, Rules};
use crate::search::mcts::{Mcts, Settings};
use crate::search::{Limits, Unhurried};

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

/// Positions that the network's answers are kept of.
const POSITIONS: usize = 16_384;

/// Longest game, in moves for each point of the board.
pub(super) const LONGEST: usize = 3;

struct Recorded {
    state: GoState,
    policy: Vec<(Move, f64)>,
    win: f32,
    deviation: f32,
}

/// A search on one thread, led by that network.
pub(super) fn searcher(net: GoNet) -> Mcts<GoState, NetworkEvaluator> {
    let evaluator = NetworkEvaluator::new(net, POSITIONS);
    let common = Settings { threads: 1, memory: MEMORY, ..Settings::default() };
    Mcts::new(evaluator, network_settings(PUCT_C, FIRST_PLAY, common))
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
    pub fn new(net: GoNet) -> Player {
        let search = searcher(net);
        let worker = search.evaluator().worker(0);
        Player { search, worker }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::seeded;
    use crate::engine;
    use crate::eval::go::{GLOBALS, PLANES};
    use crate::eval::net::Precision;
    use crate::train::go_samples::record_length;

    fn choice(logit: f32, value: Option<f32>, visits: u64) -> Choice {
        Choice { mv: Move::xy((logit + 8.0) as usize, 0), logit, noisy: 0.0, value, visits }
    }

    fn share(policy: &[(Move, f64)], choice: &Choice) -> f64 {
        policy.iter().find(|(mv, _)| *mv == choice.mv).map_or(0.0, |(_, share)| *share)
    }

    #[test]
    fn without_values_the_policy_is_the_networks() {
        let choices = [choice(1.0, None, 0), choice(0.0, None, 0), choice(-2.0, None, 0)];
        let policy = improved(&choices, 0.3);
        let weights = choices.map(|c| f64::from(c.logit).exp());
        let total: f64 = weights.iter().sum();
        for (choice, weight) in choices.iter().zip(weights) {
            let (found, expected) = (share(&policy, choice), weight / total);
            assert!((found - expected).abs() < 1e-5, "{}: {found}, {expected}", choice.logit);
        }
        assert!(policy.windows(2).all(|pair| pair[0].1 >= pair[1].1), "the best first");
    }

    #[test]
    fn the_policy_is_sharpened_towards_the_better_value() {
        let of = |first: f32, second: f32| {
            let choices = [
                choice(1.0, Some(first), 20),
                choice(0.0, Some(second), 20),
                choice(-0.5, None, 0),
            ];
            let policy = improved(&choices, 0.5);
            let total: f64 = policy.iter().map(|(_, share)| share).sum();
            assert!((total - 1.0).abs() < 1e-9);
            choices.map(|c| share(&policy, &c))
        };
        let even = of(0.5, 0.5);
        let better = of(0.4, 0.6);
        assert!(better[1] > even[1] && better[0] < even[0], "{even:?}, {better:?}");
        // (50 + 20) * 0.5 * 0.2 = 7 against a logit of 1.
        let odds = (better[1] / better[0]).ln();
        assert!((odds - 6.0).abs() < 1e-3, "{odds}");
        // A move that nobody looked at counts as the mean, which lies between the two.
        assert!(better[2] > better[0] && better[2] < better[1], "{better:?}");
    }

    #[test]
    fn games_give_sound_records_and_the_same_ones_again() {
        let side = 5;
        let size = BoardSize::square(side).expect("a size");
        let net = engine::go::network("protocol-tests/net/golden.net", size, Precision::Full)
            .expect("a network");
        let net = net.expect("a network");
        let plan =
            Plan { size, komi: 2.0, visits: 8, fast: 4, recorded: 0.5, considered: 4, opening: 2 };
        let play = |player: &mut Player, seed| {
            let (mut packer, mut bytes) = (Packer::default(), Vec::new());
            let count = game(player, &plan, &mut packer, &mut seeded(seed), &mut bytes);
            (count, bytes)
        };
        let mut player = Player::new(net.clone());
        let (count, bytes) = play(&mut player, 3);
        assert_ne!(bytes, play(&mut player, 4).1);
        // What was played before leaves no trace, in this player or another.
        assert_eq!(play(&mut player, 3), (count, bytes.clone()));
        assert_eq!(play(&mut Player::new(net), 3), (count, bytes.clone()));
        let area = side * side;
        assert!(count > 0 && bytes.len() == count * record_length(area), "{count} records");
        for record in bytes.chunks_exact(record_length(area)) {
            let numbers = &record[(PLANES * area).div_ceil(8)..];
            let number = |at: usize| {
                f32::from_le_bytes(numbers[4 * at..4 * at + 4].try_into().expect("four bytes"))
            };
            let [win, lead, deviation] = [0, 1, 2].map(|at| number(GLOBALS + at));
            assert!((0.0..=1.0).contains(&win) && deviation >= 0.0, "{win} {deviation}");
            let moves = &numbers[4 * (GLOBALS + 3)..][..4 * MOVES];
            let sum: u32 = moves
                .chunks_exact(4)
                .map(|entry| u32::from(u16::from_le_bytes([entry[2], entry[3]])))
                .sum();
            assert!(sum.abs_diff(65535) <= MOVES as u32, "{sum}");
            let owners: Vec<i8> = record[record.len() - area..].iter().map(|&b| b as i8).collect();
            assert!(owners.iter().all(|owner| (-7..=7).contains(owner)), "{owners:?}");
            // Owners, komi and lead are those of one end.
            let area: f32 = owners.iter().map(|&owner| f32::from(owner) / 7.0).sum();
            assert!((area + 20.0 * number(0) - lead).abs() < 1e-3, "{area} {lead}");
        }
    }
}
