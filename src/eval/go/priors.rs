//! What is known of a leaf's moves before any search: the priors.

use super::Scratch;
use super::ladder::liberties_after;
use super::pattern::Patterns;
use super::policy::{atari_moves, ladder_moves, nakade_moves};
use super::tactics::is_bad_self_atari;
use crate::base::{Color, GRID, Move, Point};
use crate::eval::Prior;
use crate::game::State;
use crate::games::go::{Board, GoState};

/// Experience that each piece of knowledge is worth, in simulations, and how much a move that has it is preferred.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Of the even result every move starts with.
    pub even: f32,
    /// Of a capture or a save that the last move calls for.
    pub atari: f32,
    /// Of a ladder move.
    pub ladder: f32,
    /// Against a bad self-atari.
    pub self_atari: f32,
    /// Of a 3x3 pattern.
    pub pattern: f32,
    /// Of a vital point.
    pub nakade: f32,
    /// Of a move next to the last one; falls with the distance.
    pub near: f32,
    /// Against the first and second line in the open, for the third and fourth.
    pub line: f32,
    /// Against a pass before the end.
    pub pass: f32,
}

impl Weights {
    /// The weights of normal play.
    pub const NORMAL: Weights = Weights {
        even: 10.0,
        atari: 20.0,
        ladder: 15.0,
        self_atari: 20.0,
        pattern: 10.0,
        nakade: 20.0,
        near: 10.0,
        line: 8.0,
        pass: 20.0,
    };
}

/// A move's wins and simulations so far.
#[derive(Clone, Copy)]
struct Tally {
    wins: f32,
    weight: f32,
    gamma: f32,
}

impl Tally {
    fn add(&mut self, value: f32, weight: f32) {
        self.wins += value * weight;
        self.weight += weight;
    }
}

/// Fills `priors` with the legal moves that spare own eyes, and the pass.
pub fn fill(
    state: &GoState,
    weights: &Weights,
    patterns: &Patterns,
    scratch: &mut Scratch,
    priors: &mut Vec<Prior>,
) {
    priors.clear();
    let board = state.board();
    let color = state.to_move();
    let [last, _] = state.recent().map(|mv| mv.and_then(Move::point));
    let near = Distances::from(board, last);
    let mut urgent = [0u8; GRID];
    let list = &mut scratch.candidates;
    if let Some(last) = last {
        for (bit, kind) in [1u8, 2, 4].into_iter().enumerate() {
            list.clear();
            match bit {
                0 => atari_moves(board, &mut scratch.reader, color, last, list),
                1 => ladder_moves(board, &mut scratch.reader, color, last, list),
                _ => nakade_moves(board, color, last, list),
            }
            for point in list.points() {
                urgent[point.index()] |= kind;
            }
        }
    }
    let mut total = 0.0;
    for slot in board.size().points().filter(|&p| board.is_empty(p)) {
        let mv = Move::at(slot);
        if spares_nothing(board, color, slot) || state.check(mv).is_err() {
            continue;
        }
        let mut tally = Tally { wins: 0.0, weight: 0.0, gamma: 1.0 };
        tally.add(0.5, weights.even);
        judge(board, color, slot, weights, patterns, &mut tally);
        if let Some(distance) = near.of(slot) {
            let share = [1.0, 1.0, 0.7, 0.4][distance.min(3)];
            tally.add(1.0, weights.near * share);
            tally.gamma *= 1.0 + 3.0 * share;
        }
        let kinds = urgent[slot.index()];
        if kinds & 1 != 0 {
            tally.add(1.0, weights.atari);
            tally.gamma *= 10.0;
        }
        if kinds & 2 != 0 {
            tally.add(1.0, weights.ladder);
            tally.gamma *= 5.0;
        }
        if kinds & 4 != 0 {
            tally.add(1.0, weights.nakade);
            tally.gamma *= 10.0;
        }
        total += tally.gamma;
        priors.push(entry(mv, tally));
    }
    let mut pass = Tally { wins: 0.0, weight: 0.0, gamma: 0.05 };
    pass.add(0.5, weights.even);
    // The fewer plays are left, the less can be said against passing: in a seki it is the only good move.
    let plenty = (priors.len() as f32 / 20.0).min(1.0);
    pass.add(0.0, weights.pass * plenty);
    total += pass.gamma;
    priors.push(entry(Move::PASS, pass));
    for prior in priors.iter_mut() {
        prior.policy /= total;
    }
}

fn entry(mv: Move, tally: Tally) -> Prior {
    let value = if tally.weight > 0.0 { tally.wins / tally.weight } else { 0.5 };
    Prior { mv, policy: tally.gamma, value, weight: tally.weight }
}

/// An own eye none of whose stones is in atari: nothing is gained by filling it.
fn spares_nothing(board: &Board, color: Color, point: Point) -> bool {
    board.is_eye(color, point)
        && point
            .neighbors()
            .into_iter()
            .all(|n| board.color(n).is_none() || board.atari(board.chain(n)).is_none())
}

/// What can be said of a move without looking at the last one.
fn judge(
    board: &Board,
    color: Color,
    point: Point,
    weights: &Weights,
    patterns: &Patterns,
    tally: &mut Tally,
) {
    if is_bad_self_atari(board, color, point) {
        tally.add(0.0, weights.self_atari);
        tally.gamma *= 0.05;
        return;
    }
    let mut captured = 0;
    let mut saved = 0;
    for n in point.neighbors() {
        if let Some(c) = board.color(n)
            && board.atari(board.chain(n)).is_some()
        {
            let size = board.chain_size(board.chain(n));
            if c == color {
                saved = saved.max(size);
            } else {
                captured = captured.max(size);
            }
        }
    }
    if captured > 0 {
        tally.add(1.0, weights.atari * if captured > 1 { 1.0 } else { 0.5 });
        tally.gamma *= if captured > 1 { 8.0 } else { 4.0 };
    } else if saved > 0 && liberties_after(board, color, point, None) > 1 {
        tally.add(1.0, weights.atari * if saved > 1 { 0.75 } else { 0.4 });
        tally.gamma *= 3.0;
    }
    if patterns.advises(color, board.surroundings(point)) {
        tally.add(1.0, weights.pattern);
        tally.gamma *= 3.0;
    }
    judge_line(board, point, weights, tally);
}

/// Low lines are bad and, on large boards, the third and fourth good, where no stone is near.
fn judge_line(board: &Board, point: Point, weights: &Weights, tally: &mut Tally) {
    let (x, y) = (point.x(), point.y());
    let (width, height) = (board.size().width(), board.size().height());
    let line = x.min(y).min(width - 1 - x).min(height - 1 - y);
    if line > 3 || width.min(height) < 7 {
        return;
    }
    let reach = 3;
    for v in y.saturating_sub(reach)..(y + reach + 1).min(height) {
        for u in x.saturating_sub(reach)..(x + reach + 1).min(width) {
            if u.abs_diff(x) + v.abs_diff(y) <= reach && !board.is_empty(Point::at(u, v)) {
                return;
            }
        }
    }
    match line {
        0 => {
            tally.add(0.0, weights.line * 2.0);
            tally.gamma *= 0.1;
        }
        1 => {
            tally.add(0.0, weights.line);
            tally.gamma *= 0.3;
        }
        _ if width.min(height) >= 11 => {
            tally.add(1.0, weights.line);
            tally.gamma *= 2.0;
        }
        _ => {}
    }
}

/// Steps from the last move, where going from stone to stone of one string costs nothing (the "common fate graph" of
/// Graepel, Goutrié, Krüger and Herbrich, 2001), up to three.
struct Distances {
    steps: Option<[u8; GRID]>,
}

const FAR: u8 = 255;

impl Distances {
    fn from(board: &Board, last: Option<Point>) -> Distances {
        let Some(last) = last.filter(|&p| board.size().contains(p)) else {
            return Distances { steps: None };
        };
        let mut steps = [FAR; GRID];
        let mut queue = [last; GRID];
        let (mut head, mut tail) = (0, 0);
        let enter = |board: &Board,
                     steps: &mut [u8; GRID],
                     p: Point,
                     d: u8,
                     tail: &mut usize,
                     queue: &mut [Point; GRID]| {
            if steps[p.index()] != FAR {
                return;
            }
            let chain = board.chain(p);
            if board.color(p).is_none() {
                steps[p.index()] = d;
                queue[*tail] = p;
                *tail += 1;
                return;
            }
            for stone in board.chain_stones(chain) {
                steps[stone.index()] = d;
                queue[*tail] = stone;
                *tail += 1;
            }
        };
        enter(board, &mut steps, last, 0, &mut tail, &mut queue);
        while head < tail {
            let p = queue[head];
            head += 1;
            let d = steps[p.index()];
            if d == 3 {
                continue;
            }
            for n in p.neighbors() {
                if board.size().contains(n) {
                    enter(board, &mut steps, n, d + 1, &mut tail, &mut queue);
                }
            }
        }
        Distances { steps: Some(steps) }
    }

    fn of(&self, point: Point) -> Option<usize> {
        let steps = self.steps.as_ref()?[point.index()];
        (steps != FAR).then_some(usize::from(steps))
    }
}
