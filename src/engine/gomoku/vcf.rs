//! Victory by continuous fours: a search of moves that threaten a five at once, so that every answer is forced.
//!
//! Made for the leaves of a search, where it is asked for at every other node: depth first, a bound on its work, and a small
//! table of positions from which it has failed. What it finds is a win against every answer; what it does not find may be
//! there, if its bound was reached.

use crate::base::{Color, Point};
use crate::eval::gomoku::shapes::{Log, Shapes, marks};

/// Fours in a row at most.
const DEEPEST: usize = 60;
/// Positions the table of failures has room for, a power of two.
const ROOM: usize = 1 << 14;

/// A searcher's memory.
pub struct Vcf {
    log: Log,
    /// Keys of positions without such a win, with the attacker.
    failed: Vec<u64>,
    /// Moves under consideration, of all levels.
    moves: Vec<(i32, Point)>,
    nodes: u64,
    limit: u64,
    first: Option<Point>,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf {
            log: Log::default(),
            failed: vec![0; ROOM],
            moves: Vec::new(),
            nodes: 0,
            limit: 0,
            first: None,
        }
    }
}

/// What stops a colour's five on a point, of which there may be more than one only under Caro.
pub fn stops(shapes: &mut Shapes, attacker: Color, log: &mut Log, out: &mut Vec<Point>) {
    out.clear();
    let Some(five) = shapes.first(attacker, marks::FIVE) else { return };
    if !shapes.variant().is_caro() {
        if shapes.count(attacker, marks::FIVE) == 1 {
            out.push(five);
        }
        return;
    }
    let mut near = Vec::new();
    shapes.along_lines(five, |point| near.push(point));
    for point in near {
        shapes.put_logged(attacker.other(), point, log);
        if shapes.count(attacker, marks::FIVE) == 0 {
            out.push(point);
        }
        shapes.take_back(log);
    }
}

impl Vcf {
    /// Plies to the five, the first move, and the positions looked at, if the attacker, who is to move, can win by fours
    /// within that many positions.
    pub fn search(
        &mut self,
        shapes: &mut Shapes,
        attacker: Color,
        limit: u64,
    ) -> (Option<i32>, u64) {
        self.nodes = 0;
        self.limit = limit;
        self.first = None;
        self.moves.clear();
        let plies = self.attack(shapes, attacker, 0);
        (plies, self.nodes)
    }

    /// The first move of the win found last.
    pub fn first_move(&self) -> Option<Point> {
        self.first
    }

    fn slot(&self, shapes: &Shapes, attacker: Color) -> (usize, u64) {
        let key = shapes.key() ^ (attacker as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((key >> 40) as usize & (ROOM - 1), key)
    }

    fn attack(&mut self, shapes: &mut Shapes, attacker: Color, level: usize) -> Option<i32> {
        self.nodes += 1;
        let defender = attacker.other();
        if let Some(five) = shapes.first(attacker, marks::FIVE) {
            return self.found(level, five, 1);
        }
        let threats = shapes.count(defender, marks::FIVE);
        let must = if threats > 0 { shapes.first(defender, marks::FIVE) } else { None };
        if threats > 1 {
            return None;
        }
        if must.is_none() && shapes.count(attacker, marks::OPEN_FOUR) > 0 {
            let open = shapes.points(attacker, marks::OPEN_FOUR);
            let mut legal = open.filter(|&point| !shapes.is_foul(attacker, point));
            if let Some(point) = legal.next() {
                drop(legal);
                return self.found(level, point, 3);
            }
        }
        if level >= DEEPEST || self.nodes >= self.limit || shapes.count(attacker, marks::FOUR) == 0
        {
            return None;
        }
        let (slot, key) = self.slot(shapes, attacker);
        if self.failed[slot] == key {
            return None;
        }
        let start = self.moves.len();
        for point in shapes.points(attacker, marks::FOUR) {
            if must.is_none_or(|must| must == point) {
                let marks = shapes.marks(attacker, point);
                let combined = i32::from(marks & (marks::OPEN_FOUR | marks::FOUR_THREE) != 0);
                let order = combined * 4096 + shapes.worth(attacker, point);
                self.moves.push((order, point));
            }
        }
        self.moves[start..].sort_unstable_by_key(|&(order, _)| std::cmp::Reverse(order));
        let end = self.moves.len();
        let mut won = None;
        for index in start..end {
            let point = self.moves[index].1;
            if shapes.is_foul(attacker, point) {
                continue;
            }
            shapes.put_logged(attacker, point, &mut self.log);
            won = self.defend(shapes, attacker, level).map(|plies| plies + 1);
            shapes.take_back(&mut self.log);
            if let Some(plies) = won {
                self.moves.truncate(start);
                return self.found(level, point, plies);
            }
        }
        self.moves.truncate(start);
        if self.nodes < self.limit {
            self.failed[slot] = key;
        }
        won
    }

    /// All answers to a four; the longest win, if all lose.
    fn defend(&mut self, shapes: &mut Shapes, attacker: Color, level: usize) -> Option<i32> {
        let defender = attacker.other();
        let fives = shapes.count(attacker, marks::FIVE);
        if fives == 0 || shapes.count(defender, marks::FIVE) > 0 {
            // Under Caro a four of the lines can be stopped in advance; the defender's five comes first in any case.
            return None;
        }
        if !shapes.variant().is_caro() {
            let answer = shapes.first(attacker, marks::FIVE)?;
            if fives > 1 || shapes.is_foul(defender, answer) {
                return Some(2);
            }
            shapes.put_logged(defender, answer, &mut self.log);
            let plies = self.attack(shapes, attacker, level + 1);
            shapes.take_back(&mut self.log);
            return plies.map(|plies| plies + 1);
        }
        let mut answers = Vec::new();
        stops(shapes, attacker, &mut self.log, &mut answers);
        let mut longest = 2;
        for answer in answers {
            shapes.put_logged(defender, answer, &mut self.log);
            let plies = self.attack(shapes, attacker, level + 1);
            shapes.take_back(&mut self.log);
            longest = longest.max(plies? + 1);
        }
        Some(longest)
    }

    fn found(&mut self, level: usize, point: Point, plies: i32) -> Option<i32> {
        if level == 0 {
            self.first = Some(point);
        }
        Some(plies)
    }
}
