//! Gomoku, Renju and Caro as alpha-beta sees them, by the shapes of lines.

use super::tables;
use super::vcf::{Vcf, stops};
use crate::base::{Color, Move, Point, player_key, stone_key};
use crate::eval::gomoku::shapes::{Log, Shapes, marks};
use crate::eval::gomoku::weights::Weights;
use crate::game::State;
use crate::games::gomoku::{GomokuState, Variant};
use crate::search::alphabeta::{Control, Ordered, Plan, Position, Told, Turn};
use std::sync::Arc;

/// The value of a game won.
pub const WON: i32 = 31_000;
/// Static values lie within plus and minus that.
const MOST: i32 = 20_000;
/// A value that makes an even chance e to one.
pub const CLEAR: f32 = 200.0;
/// Positions that the search of fours may look at in a leaf.
const LEAF_FOURS: u64 = 200;

/// Stones that may still be placed before the game is drawn.
pub fn stones_left(state: &GomokuState) -> usize {
    let board = state.board();
    let stones = board.stones(Color::Black) + board.stones(Color::White);
    match usize::from(state.rules().draw_after) {
        0 => board.empty_count(),
        limit => limit.saturating_sub(stones).min(board.empty_count()),
    }
}

/// A position.
#[derive(Clone)]
pub struct Node {
    shapes: Shapes,
    weights: Arc<Weights>,
    to_move: Color,
    /// What the shapes were worth before the last move.
    before: i32,
    /// Stones that may still be placed before the game is drawn.
    left: u16,
    /// Has the last move won?
    won: bool,
}

/// What a thread needs for its searches of fours.
#[derive(Default)]
pub struct Aid {
    vcf: Vcf,
    scratch: Option<Shapes>,
}

impl Node {
    /// The position of an open game.
    pub fn new(state: &GomokuState, weights: Arc<Weights>) -> Node {
        let board = state.board();
        let rules = state.rules();
        let shapes = Shapes::new(board, tables(rules.variant), weights.values.clone());
        Node {
            before: shapes.value(),
            shapes,
            weights,
            to_move: state.to_move(),
            left: stones_left(state) as u16,
            won: false,
        }
    }

    /// The shapes.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// A move of the mover's to an open four that is allowed, if there is one.
    fn opens_four(&self, color: Color) -> Option<Point> {
        if self.shapes.count(color, marks::OPEN_FOUR) == 0 {
            return None;
        }
        let mut open = self.shapes.points(color, marks::OPEN_FOUR);
        open.find(|&point| !self.shapes.is_foul(color, point))
    }

    fn urgency(&self, point: Point) -> i32 {
        let own = self.shapes.code(self.to_move, point);
        let other = self.shapes.code(self.to_move.other(), point);
        i32::from(self.weights.urgency[0][own]) + i32::from(self.weights.urgency[1][other])
    }

    fn push(&self, point: Point, moves: &mut Vec<Ordered>) {
        if !self.shapes.is_foul(self.to_move, point) {
            moves.push(Ordered { mv: point.into(), urgency: self.urgency(point) });
        }
    }

    /// What may be done about the opponent's open fours to come: points where a stone takes all of them away, and own fours,
    /// which come first. Where the attacker's keys do not depend on prohibitions, nothing else can help.
    fn defences(&self, moves: &mut Vec<Ordered>) {
        let other = self.to_move.other();
        let mut keys = self.shapes.points(other, marks::OPEN_FOUR);
        let mut seen = [0u32; 25];
        if let Some(key) = keys.find(|&key| !self.shapes.is_foul(other, key)) {
            let rest: Vec<Point> = keys.filter(|&key| !self.shapes.is_foul(other, key)).collect();
            self.shapes.along_lines(key, |point| {
                let all = || rest.iter().all(|&key| self.shapes.helps(other, key, point));
                if self.shapes.helps(other, key, point) && all() {
                    seen[point.y()] |= 1 << point.x();
                    self.push(point, moves);
                }
            });
        }
        for point in self.shapes.points(self.to_move, marks::FOUR) {
            if seen[point.y()] >> point.x() & 1 == 0 {
                self.push(point, moves);
            }
        }
    }
}

impl Position for Node {
    type Aid = Aid;

    const LIMIT: i32 = 32_000;
    const WON: i32 = WON;
    const COMPLETE: bool = false;
    const SELECTIVE: bool = true;
    const HISTORY: i32 = 60;
    const ASPIRATION: i32 = 40;

    fn key(&self) -> u64 {
        self.shapes.key() ^ player_key(self.to_move)
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.key() ^ stone_key(self.to_move, mv.point()?) ^ player_key(Color::White))
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn outcome(&self) -> Option<i32> {
        if self.won {
            return Some(-WON);
        }
        (self.left == 0).then_some(0)
    }

    fn evaluate(&self) -> i32 {
        self.weights.value(&self.shapes, self.to_move, self.before).clamp(-MOST, MOST)
    }

    fn bounds(&self) -> (i32, i32) {
        let other = self.to_move.other();
        if self.shapes.count(self.to_move, marks::FIVE) > 0 {
            return (WON - 1, WON - 1);
        }
        if self.left <= 2 {
            return (1 - WON, WON - 1);
        }
        let fives = self.shapes.count(other, marks::FIVE);
        if fives > 0 {
            if fives > 1 && !self.shapes.variant().is_caro() {
                return (2 - WON, 2 - WON);
            }
            let stop = self.shapes.first(other, marks::FIVE);
            if stop.is_some_and(|stop| {
                !self.shapes.variant().is_caro() && self.shapes.is_foul(self.to_move, stop)
            }) {
                return (2 - WON, 2 - WON);
            }
            return (2 - WON, WON - 3);
        }
        if self.opens_four(self.to_move).is_some() {
            return (WON - 3, WON - 3);
        }
        // A four alone wins as soon as an open one where Black may not stop it.
        let four = self.shapes.variant() == Variant::Renju && self.to_move == Color::White;
        (4 - WON, if four { WON - 3 } else { WON - 5 })
    }

    fn leaf(&self, aid: &mut Aid, _alpha: i32, beta: i32, control: &dyn Control) -> Told {
        let value = self.evaluate();
        if value < beta
            && self.shapes.count(self.to_move, marks::FOUR) > 0
            && let Some(told) = self.fours(aid, LEAF_FOURS, control)
        {
            return told;
        }
        Told::guess(value)
    }

    fn glance(&self, aid: &mut Aid, node: &Turn, beta: i32, control: &dyn Control) -> Option<Told> {
        if node.open || self.is_forced() || node.depth <= 0 {
            return None;
        }
        let margin = 25 * node.depth;
        let threatened = self.shapes.count(self.to_move.other(), marks::OPEN_FOUR) > 0;
        if node.depth <= 5 && node.value - margin >= beta && !threatened && beta > -MOST {
            return Some(Told::guess(node.value));
        }
        if node.depth <= 3 && node.value + 40 + 40 * node.depth <= node.alpha && node.alpha < MOST {
            let told = self.leaf(aid, node.alpha, beta, control);
            if told.value <= node.alpha || told.at_least {
                return Some(told);
            }
        }
        None
    }

    fn is_forced(&self) -> bool {
        self.shapes.count(self.to_move.other(), marks::FIVE) > 0
    }

    fn is_complete(&self) -> bool {
        let other = self.to_move.other();
        // Black's threats may also be answered by making their points forbidden.
        let lines_only = self.shapes.variant() != Variant::Renju || other == Color::White;
        self.is_forced() || lines_only && self.opens_four(other).is_some()
    }

    fn plan(&self, turn: &Turn) -> Plan {
        if turn.moves == 1 {
            return Plan::Deeper(1);
        }
        let Some(point) = turn.mv.point() else { return Plan::Deeper(0) };
        let own = self.shapes.marks(self.to_move, point);
        let other = self.shapes.marks(self.to_move.other(), point);
        let threatens = own & (marks::FOUR | marks::THREE) != 0;
        let stops = other & (marks::OPEN_FOUR | marks::FOUR_THREE | marks::THREES) != 0;
        if turn.ply > 0 && turn.before > 0 {
            let width = (6 + 4 * turn.depth) as usize;
            if turn.before >= if turn.improving { width } else { width * 2 / 3 } {
                return Plan::Enough;
            }
            if turn.depth <= 4 && !turn.open && !threatens && !stops {
                let hope = turn.value + 20 + 25 * turn.depth;
                if hope <= turn.alpha && turn.alpha < MOST {
                    return Plan::Skipped;
                }
            }
        }
        if turn.depth >= 3 && turn.before >= 2 {
            let logs = libm::logf(turn.depth as f32) * libm::logf(turn.before as f32 + 1.0);
            // How much less urgent than the most urgent move, in nats of its probability.
            let behind = if turn.top == i32::MIN {
                0.0
            } else {
                (turn.top - self.urgency(point)).max(0) as f32 / 100.0
            };
            let mut plies = logs / 1.5 + 0.3 * behind * libm::logf(turn.depth as f32);
            if turn.open {
                plies -= 0.3;
            }
            if threatens {
                plies -= 0.2;
            }
            if !turn.improving {
                plies += 0.5;
            }
            plies -= turn.history as f32 / 1024.0;
            return Plan::Reduced((plies as i32).clamp(0, turn.depth - 1));
        }
        Plan::Deeper(0)
    }

    fn singular(&self, depth: i32) -> Option<i32> {
        (depth >= 5).then_some(10 * depth)
    }

    /// In the units of the static value: there are no points in this game.
    fn score(value: i32) -> f32 {
        value as f32
    }

    fn winrate(value: i32) -> f32 {
        1.0 / (1.0 + libm::expf(-(value as f32) / CLEAR))
    }

    fn moves(&self, _depth: i32, moves: &mut Vec<Ordered>) {
        let start = moves.len();
        let other = self.to_move.other();
        if let Some(five) = self.shapes.first(self.to_move, marks::FIVE) {
            moves.push(Ordered { mv: five.into(), urgency: 0 });
            return;
        }
        if let Some(five) = self.shapes.first(other, marks::FIVE) {
            if self.shapes.variant().is_caro() {
                let (mut all, mut log) = (Vec::new(), Log::default());
                stops(&mut self.shapes.clone(), other, &mut log, &mut all);
                all.into_iter().for_each(|point| self.push(point, moves));
            } else {
                self.push(five, moves);
            }
        } else if self.opens_four(other).is_some() {
            if let Some(open) = self.opens_four(self.to_move) {
                moves.push(Ordered { mv: open.into(), urgency: 0 });
            }
            self.defences(moves);
        } else if self.shapes.board().empty_count() == self.shapes.size().area() {
            let size = self.shapes.size();
            let center = Point::at(size.width() / 2, size.height() / 2);
            moves.push(Ordered { mv: center.into(), urgency: 0 });
        } else {
            self.shapes.near_points().for_each(|point| self.push(point, moves));
        }
        if moves.len() == start {
            // Nothing near, or nothing that helps: then anything.
            let all = self.shapes.size().points().filter(|&p| self.shapes.board().is_empty(p));
            all.for_each(|point| self.push(point, moves));
        }
    }

    fn play(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            self.won = self.shapes.marks(self.to_move, point) & marks::FIVE != 0;
            self.before = self.shapes.value();
            self.shapes.put(self.to_move, point);
            self.left = self.left.saturating_sub(1);
        }
        self.to_move = self.to_move.other();
    }

    fn copy_from(&mut self, other: &Node) {
        self.shapes.copy_from(&other.shapes);
        if !Arc::ptr_eq(&self.weights, &other.weights) {
            self.weights = other.weights.clone();
        }
        self.to_move = other.to_move;
        self.before = other.before;
        self.left = other.left;
        self.won = other.won;
    }
}

impl Node {
    /// A win by fours, if a search of so many positions finds one.
    fn fours(&self, aid: &mut Aid, limit: u64, control: &dyn Control) -> Option<Told> {
        let Aid { vcf, scratch } = aid;
        let scratch = match scratch {
            Some(scratch) => {
                scratch.copy_from(&self.shapes);
                scratch
            }
            None => scratch.insert(self.shapes.clone()),
        };
        let (plies, nodes) = vcf.search(scratch, self.to_move, limit);
        control.visit(nodes);
        let plies = plies.filter(|&plies| plies <= i32::from(self.left))?;
        Some(Told { value: WON - plies, at_least: true, at_most: false })
    }
}

#[cfg(test)]
mod tests;
