//! Self-play: random moves first, then the search, then the exact end.

use super::sample::Sample;
use crate::base::{Color, Move, Rng, below, seeded};
use crate::engine::reversi::node::{Knowledge, Node};
use crate::games::reversi::eight::{START, squares};
use crate::search::alphabeta::{Control, Position};
use std::sync::Arc;

/// How games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Random moves at the beginning: a number drawn evenly from this to `random_to`.
    pub random_from: u32,
    /// The most random moves at the beginning.
    pub random_to: u32,
    /// Plies of search for a move; 0 = moves stay random until the end is solved.
    pub depth: u32,
    /// From that many empty squares on, the game is solved.
    pub solve: u32,
    /// Chance per cent that a move in the solved part is drawn at random.
    pub stray: u32,
}

struct Free;

impl Control for Free {
    fn visit(&self, _nodes: u64) -> bool {
        true
    }
}

/// Chooses a move and tells its value for the side to move in 1/128 disc: a fixed-depth search.
pub type Choose<'f> = dyn FnMut(&Node, u32) -> (Move, i32) + 'f;

/// A game, by its seed: the samples of all its positions from the end of the random part on. Where games are not
/// searched (`depth` 0), of the solved positions only.
pub fn game(
    knowledge: &Arc<Knowledge>,
    plan: &Plan,
    seed: u64,
    choose: &mut Choose<'_>,
) -> Vec<Sample> {
    let mut rng = seeded(seed);
    let span = plan.random_to.saturating_sub(plan.random_from) + 1;
    let random = plan.random_from + below(&mut rng, span);
    let mut node = Node::new(knowledge, START[0], START[1], Color::Black);
    let mut played = 0;
    // Searched positions that wait for the result.
    let mut open: Vec<(Node, i32)> = Vec::new();
    let mut samples = Vec::new();
    while node.outcome().is_none() {
        let mv = if node.empties() <= plan.solve {
            let (value, best) = exact(knowledge, &node);
            for (earlier, searched) in open.drain(..) {
                let same = earlier.to_move() == node.to_move();
                let result = if same { value } else { -value };
                samples.push(sample(&earlier, result, searched, false));
            }
            samples.push(sample(&node, value, value * 128, true));
            match best {
                Some(best) if below(&mut rng, 100) >= plan.stray => best,
                _ => random_move(&node, &mut rng),
            }
        } else if played < random || plan.depth == 0 {
            random_move(&node, &mut rng)
        } else {
            let (mv, value) = choose(&node, plan.depth);
            open.push((node.clone(), value));
            mv
        };
        node.play(mv);
        played += 1;
    }
    if let Some(value) = node.outcome() {
        for (earlier, searched) in open {
            let same = earlier.to_move() == node.to_move();
            let result = if same { value / 128 } else { -value / 128 };
            samples.push(sample(&earlier, result, searched, false));
        }
    }
    samples
}

fn exact(knowledge: &Arc<Knowledge>, node: &Node) -> (i32, Option<Move>) {
    let (own, other) = node.discs();
    let solved = knowledge.solver.solve(own, other, -65, 65, &Free);
    (solved.value, solved.best)
}

fn random_move(node: &Node, rng: &mut Rng) -> Move {
    let moves = node.mobility();
    let pick = below(rng, moves.count_ones()) as usize;
    squares(moves).nth(pick).map_or(Move::PASS, |s| Move::xy(s % 8, s / 8))
}

fn sample(node: &Node, result: i32, value: i32, exact: bool) -> Sample {
    let (own, other) = node.discs();
    Sample { own, other, result: result as i8, value: value as i16, exact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::reversi::built_in_weights;
    use crate::search::alphabeta::{AlphaBeta, Settings};
    use crate::train::reversi::duel::{Tally, pair};

    const PLAN: Plan = Plan { random_from: 6, random_to: 20, depth: 1, solve: 10, stray: 30 };

    fn choose(search: &mut AlphaBeta<Node>) -> impl FnMut(&Node, u32) -> (Move, i32) {
        move |node, depth| {
            let found = search.value(node, depth as i32, -8320, 8320);
            (found.best.expect("a move"), found.value)
        }
    }

    #[test]
    fn samples_are_what_they_say() {
        let knowledge = Arc::new(Knowledge::new(built_in_weights(), 1 << 20));
        let mut search = AlphaBeta::new(Settings { threads: 1, memory: 1 });
        let (mut exact, mut open) = (0, 0);
        for seed in 0..12 {
            let samples = game(&knowledge, &PLAN, seed, &mut choose(&mut search));
            let again = game(&knowledge, &PLAN, seed, &mut choose(&mut search));
            assert_eq!(samples, again, "{seed}");
            for sample in samples {
                if sample.exact {
                    exact += 1;
                    assert!(sample.empties() <= PLAN.solve);
                    let solved = knowledge.solver.solve(sample.own, sample.other, -65, 65, &Free);
                    assert_eq!(i32::from(sample.result), solved.value);
                    assert_eq!(i32::from(sample.value), solved.value * 128);
                } else {
                    open += 1;
                    assert!(sample.empties() > PLAN.solve);
                }
            }
        }
        assert!(exact > 80 && open > 200, "{exact} {open}");
    }

    #[test]
    fn random_games_tell_their_ends_only() {
        let knowledge = Arc::new(Knowledge::new(built_in_weights(), 1 << 20));
        let plan = Plan { depth: 0, random_from: 60, random_to: 60, ..PLAN };
        let samples = game(&knowledge, &plan, 3, &mut |_, _| unreachable!("no search"));
        assert!(!samples.is_empty() && samples.iter().all(|sample| sample.exact));
    }

    /// Deeper search wins, and a player against itself takes one game of each pair.
    #[test]
    fn duels() {
        let knowledge = Arc::new(Knowledge::new(built_in_weights(), 1 << 20));
        let settings = Settings { threads: 1, memory: 1 };
        let mut searches = [AlphaBeta::new(settings), AlphaBeta::new(settings)];
        let mut play = |depths: [u32; 2], pairs: u64| {
            let mut tally = Tally::default();
            let [a, b] = &mut searches;
            let (mut first, mut second) = (choose(a), choose(b));
            let [own, other] = depths;
            let mut first = |node: &Node, _: u32| first(node, own);
            let mut second = |node: &Node, _: u32| second(node, other);
            for seed in 0..pairs {
                let both = [&knowledge, &knowledge];
                let _ = pair(both, [&mut first, &mut second], 1, 8, seed, &mut tally);
            }
            tally
        };
        let even = play([2, 2], 4);
        assert_eq!((even.won, even.discs), (even.lost, 0));
        let deep = play([4, 1], 8);
        assert!(deep.score() > 0.6, "{deep:?}");
    }
}
