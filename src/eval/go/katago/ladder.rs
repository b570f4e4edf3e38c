//! Ladders as the networks of KataGo were taught to see them: can a chain be taken by atari after atari, where its owner may
//! also take stones that stand around it?
//!
//! This is another reading than that of [`crate::eval::go`]'s own network: every ko works for the defender, a chain between two kos
//! that cannot gain anything is caught, and a reading that grows too long counts as an escape.

use super::stones::{Chain, Stones};
use crate::base::{Color, Point};

/// Moves after which a reading is given up.
const BUDGET: usize = 25_000;

/// A reading was given up.
struct TooLong;

/// Is the chain with that stone caught? One with a liberty if its owner moves first, one with two if the other player does:
/// then the moves that begin it are told. No other chain is caught.
pub fn caught(stones: &Stones, prey: Point) -> Option<Vec<Point>> {
    let defender = stones.color(prey)?;
    let Chain { liberties, .. } = stones.chain(prey);
    match liberties[..] {
        [_] => is_caught(stones, prey, defender).then(Vec::new),
        [_, _] => {
            let attacker = defender.other();
            let works = |mv: &Point| {
                if !stones.is_legal(attacker, *mv) {
                    return false;
                }
                let mut after = stones.clone();
                after.play(attacker, *mv);
                is_caught(&after, prey, defender)
            };
            let working: Vec<Point> = liberties.iter().copied().filter(works).collect();
            (!working.is_empty()).then_some(working)
        }
        _ => None,
    }
}

/// The owner moves first, free of any ko.
fn is_caught(stones: &Stones, prey: Point, defender: Color) -> bool {
    let mut free = stones.clone();
    free.clear_ko();
    let (width, height) = (stones.size().width(), stones.size().height());
    let mut reading = Reading { prey, defender, moves: 0, deepest: width * height * 3 / 2 };
    reading.runs(&free, 0).unwrap_or(false)
}

struct Reading {
    prey: Point,
    defender: Color,
    moves: usize,
    /// Longer sequences count as caught.
    deepest: usize,
}

impl Reading {
    fn play(&mut self, stones: &Stones, color: Color, mv: Point) -> Result<Stones, TooLong> {
        if self.moves >= BUDGET {
            return Err(TooLong);
        }
        self.moves += 1;
        let mut after = stones.clone();
        after.play(color, mv);
        Ok(after)
    }

    /// The defender is to move: is the chain caught?
    fn runs(&mut self, stones: &Stones, depth: usize) -> Result<bool, TooLong> {
        if depth >= self.deepest {
            return Ok(true);
        }
        let chain = stones.chain(self.prey);
        if chain.liberties.len() >= 2 || stones.ko().is_some() {
            return Ok(false);
        }
        for mv in counters(stones, &chain).into_iter().chain(chain.liberties) {
            if !stones.is_legal(self.defender, mv) {
                continue;
            }
            let after = self.play(stones, self.defender, mv)?;
            if !self.chases(&after, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The attacker is to move: is the chain caught?
    fn chases(&mut self, stones: &Stones, depth: usize) -> Result<bool, TooLong> {
        if depth >= self.deepest {
            return Ok(true);
        }
        let chain = stones.chain(self.prey);
        let [a, b] = match chain.liberties[..] {
            [] | [_] => return Ok(true),
            [a, b] => [a, b],
            _ => return Ok(false),
        };
        if self.is_between_kos(stones, &chain, [a, b]) {
            return Ok(true);
        }
        let room = |point: Point| free_around(stones, point);
        let mut moves = vec![a, b];
        if !a.neighbors().contains(&b) {
            // The defender would run to the liberty that is left: with three more the chase is over.
            moves.retain(|&mv| room(if mv == a { b } else { a }) < 3);
        }
        // The one first that would give the defender more.
        moves.sort_by_key(|&mv| std::cmp::Reverse(room(mv)));
        for mv in moves {
            if !stones.is_legal(self.defender.other(), mv) {
                continue;
            }
            let after = self.play(stones, self.defender.other(), mv)?;
            if self.runs(&after, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Two liberties, both mouths of kos that the attacker could take, where connecting gains nothing: the chain cannot get
    /// out, whoever has the threats.
    fn is_between_kos(&self, stones: &Stones, chain: &Chain, liberties: [Point; 2]) -> bool {
        let connected = |point: Point| {
            let mut after = stones.clone();
            after.play(self.defender, point);
            after.liberties(point, 3)
        };
        liberties.iter().all(|&point| is_mouth(stones, self.defender, point))
            && liberties.iter().all(|&point| connected(point) <= 2)
            && counters(stones, chain).is_empty()
    }
}

/// Where stones around a chain can be taken.
fn counters(stones: &Stones, chain: &Chain) -> Vec<Point> {
    let mut moves = Vec::new();
    for &enemy in &chain.enemies {
        if stones.liberties(enemy, 2) == 1 {
            let last = stones.chain(enemy).liberties;
            moves.extend(last.into_iter().filter(|mv| !moves.contains(mv)).collect::<Vec<_>>());
        }
    }
    moves
}

/// Is the point surrounded by that colour, one stone of which, alone and in atari, could be taken there?
fn is_mouth(stones: &Stones, color: Color, point: Point) -> bool {
    let around = point.neighbors();
    if around.iter().any(|&n| stones.is_empty(n) || stones.color(n) == Some(color.other())) {
        return false;
    }
    let own = |n: &Point| stones.color(*n) == Some(color);
    let mut in_atari = around.into_iter().filter(own).filter(|&n| stones.liberties(n, 2) == 1);
    match (in_atari.next(), in_atari.next()) {
        (Some(stone), None) => stones.chain(stone).stones.len() == 1,
        _ => false,
    }
}

fn free_around(stones: &Stones, point: Point) -> usize {
    point.neighbors().into_iter().filter(|&n| stones.is_empty(n)).count()
}
