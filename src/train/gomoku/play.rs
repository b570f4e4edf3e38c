//! Self-play from openings that neither side can be happy with.

use super::record::{Played, Record};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, below, seeded};
use crate::engine::gomoku::node::{Node, WON};
use crate::eval::gomoku::weights::Weights;
use crate::game::State;
use crate::games::gomoku::{GomokuState, Rules};
use crate::search::alphabeta::{AlphaBeta, FARTHEST, Position, Reach};
use crate::search::{Limits, Unhurried};
use std::sync::Arc;

/// How games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Positions a search may look at for a move.
    pub nodes: u64,
    /// Moves of an opening at most; at least one.
    pub opening: u32,
    /// An opening is taken if neither side's chance is said to be above this.
    pub fair: f32,
    /// Chance in a thousand that a move is drawn from those near stones.
    pub stray: u32,
}

/// A search's answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub point: Point,
    /// Its value for the player who makes it.
    pub value: i32,
}

/// The best move of a position by a search of so many positions, `None` where there is none.
pub fn choose(
    search: &mut AlphaBeta<Node>,
    state: &GomokuState,
    weights: &Arc<Weights>,
    nodes: u64,
) -> Option<Choice> {
    let root = Node::new(state, weights.clone());
    let limits = Limits { playouts: Some(nodes), ..Limits::default() };
    let report = search.search(&root, &limits, &Reach::default(), &Unhurried, &mut |_| {});
    let best = report.candidates.first()?;
    let value = match best.decided {
        Some(plies) => plies.signum() * WON - plies,
        None => best.score as i32,
    };
    Some(Choice { point: best.mv.point()?, value })
}

/// Is that the value of a game won or lost?
pub fn is_decided(value: i32) -> bool {
    value.abs() >= WON - FARTHEST
}

/// A random opening near the centre that a short search calls fair; `None` after too many tries.
pub fn opening(
    search: &mut AlphaBeta<Node>,
    weights: &Arc<Weights>,
    (size, rules): (BoardSize, Rules),
    plan: &Plan,
    rng: &mut Rng,
) -> Option<Vec<Point>> {
    for _ in 0..100 {
        let count = 1 + below(rng, plan.opening);
        let mut state = GomokuState::new(size, rules);
        let mut moves = Vec::new();
        // Around a point near the centre, as wide as the number of stones asks for.
        let reach = 2 + count / 4;
        let middle = (size.width() / 2) as i32;
        let spread = (size.width() as i32 - 9).max(0) / 3;
        let mut shift = || below(rng, 2 * spread as u32 + 1) as i32 - spread;
        let (cx, cy) = (middle + shift(), middle + shift());
        let mut tries = 0;
        while moves.len() < count as usize && tries < 200 {
            tries += 1;
            let mut near = |center: i32| center + below(rng, 2 * reach + 1) as i32 - reach as i32;
            let (x, y) = (near(cx), near(cy));
            let side = size.width() as i32;
            if !(0..side).contains(&x) || !(0..side).contains(&y) {
                continue;
            }
            let point = Point::at(x as usize, y as usize);
            if state.try_play(Move::at(point)).is_ok() {
                moves.push(point);
            }
        }
        if state.outcome().is_some() || moves.len() < count as usize {
            continue;
        }
        search.clear();
        let fair = choose(search, &state, weights, plan.nodes).is_some_and(|choice| {
            let chance = Node::winrate(choice.value);
            (1.0 - plan.fair..=plan.fair).contains(&chance)
        });
        if fair {
            return Some(moves);
        }
    }
    None
}

/// A game, by its seed: to the end, or until a search has seen the end. `None` if no fair opening was found.
pub fn game(
    search: &mut AlphaBeta<Node>,
    weights: &Arc<Weights>,
    (size, rules): (BoardSize, Rules),
    plan: &Plan,
    seed: u64,
) -> Option<Record> {
    let mut rng = seeded(seed);
    let opening = opening(search, weights, (size, rules), plan, &mut rng)?;
    let mut state = GomokuState::new(size, rules);
    let mut moves = Vec::new();
    for &point in &opening {
        state.play(Move::at(point));
        moves.push(Played { point, value: None });
    }
    search.clear();
    let mut black = None;
    while black.is_none() {
        let Some(choice) = choose(search, &state, weights, plan.nodes) else { break };
        let stray = below(&mut rng, 1000) < plan.stray && !is_decided(choice.value);
        let played = match stray.then(|| stray_move(&state, &mut rng)).flatten() {
            Some(point) => Played { point, value: None },
            None => Played { point: choice.point, value: Some(choice.value) },
        };
        if is_decided(choice.value) {
            let wins = (choice.value > 0) == (state.to_move() == Color::Black);
            black = Some(if wins { 2 } else { 0 });
        }
        state.play(Move::at(played.point));
        moves.push(played);
        if let Some(outcome) = state.outcome() {
            black = Some(match outcome.winner() {
                Some(Color::Black) => 2,
                Some(Color::White) => 0,
                None => 1,
            });
        }
    }
    Some(Record { rules, size, opening: opening.len(), black: black?, moves })
}

fn stray_move(state: &GomokuState, rng: &mut Rng) -> Option<Point> {
    let mut near = MoveList::new();
    state.nearby_moves(&mut near);
    let legal: Vec<Move> = near.iter().copied().filter(|&mv| state.is_legal(mv)).collect();
    let pick = (!legal.is_empty()).then(|| below(rng, legal.len() as u32) as usize)?;
    legal.get(pick)?.point()
}
