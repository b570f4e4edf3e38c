//! Facts about the moves of a position, as sets of yes-or-no features.

use super::Scratch;
use super::pattern::Patterns;
use super::policy::{atari_moves, ladder_moves, nakade_moves};
use super::tactics::is_bad_self_atari;
use crate::base::{Color, GRID, Move, Point};
use crate::game::State;
use crate::games::go::{Board, GoState, WALL};

/// A move that is worth considering, and what is true of it: bit `f` for feature `f` below [`FEATURES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Described {
    /// The point.
    pub point: Point,
    /// The features.
    pub facts: u64,
}

/// Steps to the last move, 1, 2, 3; stones of one string count as one.
const NEAR: u32 = 0;
/// The same to the move before it.
const NEAR_BEFORE: u32 = 3;
/// First to fourth line where stones are near.
const LINE: u32 = 6;
/// First to fourth line, and further in, in the open.
const OPEN_LINE: u32 = 10;
/// Takes one stone, two or three, more.
const CAPTURE: u32 = 15;
/// Takes stones beside an own string in atari.
const CAPTURE_SAVES: u32 = 18;
/// Gives an own string in atari (one stone, more) two liberties or more.
const SAVE: u32 = 19;
/// Gives it no more than one.
const VAIN_SAVE: u32 = 21;
/// Answers the last move's atari.
const ANSWER: u32 = 22;
/// Starts a ladder on the last move's string or runs from one.
const LADDER: u32 = 23;
/// Vital point beside the last move.
const NAKADE: u32 = 24;
/// Leaves a string of its own with one liberty: a lone stone, more in a good shape, more in a bad one.
const SELF_ATARI: u32 = 25;
/// Puts an enemy string into atari: one stone, more.
const ATARI: u32 = 28;
/// A 3x3 pattern advises it.
const PATTERN: u32 = 30;
/// Leaves exactly two liberties.
const TWO_LIBERTIES: u32 = 31;
/// Enemy and own stones among the four neighbours, 1, 2, 3 and more each.
const ENEMIES: u32 = 32;
const OWN: u32 = 35;
/// Enemy and own stones among the four diagonal points, likewise.
const DIAGONAL_ENEMIES: u32 = 38;
const DIAGONAL_OWN: u32 = 41;
/// A ko is taken.
const KO: u32 = 44;
/// Fills a point whose neighbours are all own stones.
const FALSE_EYE: u32 = 45;
/// Takes the second but last liberty of the last move's string, or extends an own string to three.
const SHORT_OF_LIBERTIES: u32 = 46;
const RELIEF: u32 = 47;

/// Number of features.
pub const FEATURES: usize = 48;

/// Their names, in the order of their numbers, as the table of odds has them.
#[rustfmt::skip]
pub const NAMES: [&str; FEATURES] = [
    "near-last-1", "near-last-2", "near-last-3",
    "near-before-1", "near-before-2", "near-before-3",
    "line-1", "line-2", "line-3", "line-4",
    "open-line-1", "open-line-2", "open-line-3", "open-line-4", "open-line-5",
    "capture-1", "capture-2", "capture-4",
    "capture-saves",
    "save-1", "save-2",
    "vain-save",
    "answer-atari",
    "ladder",
    "vital-point",
    "self-atari-1", "self-atari-good-shape", "self-atari-bad-shape",
    "atari-1", "atari-2",
    "pattern",
    "two-liberties",
    "enemies-1", "enemies-2", "enemies-3",
    "own-1", "own-2", "own-3",
    "diagonal-enemies-1", "diagonal-enemies-2", "diagonal-enemies-3",
    "diagonal-own-1", "diagonal-own-2", "diagonal-own-3",
    "ko",
    "false-eye",
    "short-of-liberties",
    "relief",
];

/// Describes the legal plays that spare own eyes.
pub(super) fn describe(
    state: &GoState,
    patterns: &Patterns,
    scratch: &mut Scratch,
    mut visit: impl FnMut(Described),
) {
    let board = state.board();
    let color = state.to_move();
    let [last, before, ..] = state.recent().map(|mv| mv.and_then(Move::point));
    let near = Distances::from(board, last);
    let near_before = Distances::from(board, before);
    let mut urgent = [0u64; GRID];
    if let Some(last) = last {
        let Scratch { reader, candidates: list, .. } = scratch;
        let mut note = |list: &mut super::policy::Candidates, feature: u32| {
            for point in list.points() {
                urgent[point.index()] |= 1 << feature;
            }
            list.clear();
        };
        list.clear();
        atari_moves(board, reader, color, last, list);
        note(list, ANSWER);
        ladder_moves(board, reader, color, last, list);
        note(list, LADDER);
        nakade_moves(board, color, last, list);
        note(list, NAKADE);
    }
    for point in board.size().points().filter(|&p| board.is_empty(p)) {
        if spares_nothing(board, color, point) || state.check(Move::at(point)).is_err() {
            continue;
        }
        let facts = urgent[point.index()]
            | near.fact(point) << NEAR
            | near_before.fact(point) << NEAR_BEFORE
            | line(board, point)
            | contact(board, color, point)
            | u64::from(patterns.advises(color, board.surroundings(point))) << PATTERN;
        visit(Described { point, facts });
    }
}

/// An own eye none of whose stones is in atari: nothing is gained by filling it.
fn spares_nothing(board: &Board, color: Color, point: Point) -> bool {
    board.is_eye(color, point)
        && point
            .neighbors()
            .into_iter()
            .all(|n| board.color(n).is_none() || board.atari(board.chain(n)).is_none())
}

/// Bit 0, 1 or 2 for a count of 1, 2 or more.
fn up_to_three(count: usize) -> u64 {
    match count {
        0 => 0,
        n => 1 << (n.min(3) - 1),
    }
}

/// What follows from the stones it touches.
fn contact(board: &Board, color: Color, point: Point) -> u64 {
    let mut facts = 0;
    let (mut enemies, mut own) = (0, 0);
    let (mut captured, mut in_atari) = (0, 0);
    let mut seen = [0usize; 4];
    for (k, n) in point.neighbors().into_iter().enumerate() {
        let Some(c) = board.color(n) else { continue };
        if c == color {
            own += 1;
        } else {
            enemies += 1;
        }
        let chain = board.chain(n);
        if seen.contains(&chain) {
            continue;
        }
        seen[k] = chain;
        let size = board.chain_size(chain);
        if board.atari(chain).is_some() {
            if c == color {
                in_atari = in_atari.max(size);
            } else {
                captured += size;
                if touches_atari(board, color, chain) {
                    facts |= 1 << CAPTURE_SAVES;
                }
            }
        } else if board.two_liberties(chain).is_some() {
            if c == color {
                facts |= 1 << RELIEF;
            } else {
                facts |= 1 << (ATARI + u32::from(size > 1));
            }
        } else if c != color && board.pseudo_liberties(chain) <= 6 {
            facts |= 1 << SHORT_OF_LIBERTIES;
        }
    }
    let after = board.liberties_after(color, point, None);
    if after < 3 {
        facts &= !(1 << RELIEF);
    }
    match captured {
        0 => {}
        1 => facts |= 1 << CAPTURE,
        2 | 3 => facts |= 1 << (CAPTURE + 1),
        _ => facts |= 1 << (CAPTURE + 2),
    }
    if in_atari > 0 && captured == 0 {
        facts |= match after {
            0 | 1 => 1 << VAIN_SAVE,
            _ => 1 << (SAVE + u32::from(in_atari > 1)),
        };
    }
    if after < 2 {
        facts |= if own == 0 {
            1 << SELF_ATARI
        } else if is_bad_self_atari(board, color, point) {
            1 << (SELF_ATARI + 2)
        } else {
            1 << (SELF_ATARI + 1)
        };
    } else if after == 2 {
        facts |= 1 << TWO_LIBERTIES;
    }
    if captured == 1 && own == 0 && board.is_surrounded(color.other(), point) {
        facts |= 1 << KO;
    }
    if board.is_surrounded(color, point) {
        facts |= 1 << FALSE_EYE;
    }
    let diagonal =
        |c: Color| point.diagonals().into_iter().filter(|&d| board.color(d) == Some(c)).count();
    facts
        | up_to_three(enemies) << ENEMIES
        | up_to_three(own) << OWN
        | up_to_three(diagonal(color.other())) << DIAGONAL_ENEMIES
        | up_to_three(diagonal(color)) << DIAGONAL_OWN
}

/// Does the chain touch a string of that colour in atari?
fn touches_atari(board: &Board, color: Color, chain: usize) -> bool {
    board.chain_stones(chain).any(|stone| {
        stone
            .neighbors()
            .into_iter()
            .any(|n| board.color(n) == Some(color) && board.atari(board.chain(n)).is_some())
    })
}

/// The line from the edge, apart where no stone is within three steps.
fn line(board: &Board, point: Point) -> u64 {
    let (x, y) = (point.x(), point.y());
    let (width, height) = (board.size().width(), board.size().height());
    let line = x.min(y).min(width - 1 - x).min(height - 1 - y) as u32;
    let reach = 3;
    for v in y.saturating_sub(reach)..(y + reach + 1).min(height) {
        for u in x.saturating_sub(reach)..(x + reach + 1).min(width) {
            if u.abs_diff(x) + v.abs_diff(y) <= reach && !board.is_empty(Point::at(u, v)) {
                return if line < 4 { 1 << (LINE + line) } else { 0 };
            }
        }
    }
    1 << (OPEN_LINE + line.min(4))
}

/// Steps from a move, where going from stone to stone of one string costs nothing (the "common fate graph" of Graepel,
/// Goutrie, Krueger and Herbrich, 2001), up to three.
struct Distances {
    steps: Option<[u8; GRID]>,
}

const FAR: u8 = 255;
const REACH: u8 = 3;

struct Queue {
    cells: [u16; 640],
    tail: usize,
}

impl Queue {
    /// Adds a point, with its whole string, unless it has been reached before.
    fn enter(&mut self, board: &Board, steps: &mut [u8; GRID], point: Point, d: u8) {
        if board.content(point) == WALL || steps[point.index()] != FAR {
            return;
        }
        if board.is_empty(point) {
            self.add(steps, point, d);
        } else {
            for stone in board.chain_stones(board.chain(point)) {
                self.add(steps, stone, d);
            }
        }
    }

    fn add(&mut self, steps: &mut [u8; GRID], point: Point, d: u8) {
        steps[point.index()] = d;
        self.cells[self.tail] = point.index() as u16;
        self.tail += 1;
    }
}

impl Distances {
    fn from(board: &Board, start: Option<Point>) -> Distances {
        let Some(start) = start.filter(|&p| board.size().contains(p)) else {
            return Distances { steps: None };
        };
        let mut steps = [FAR; GRID];
        let mut queue = Queue { cells: [0; 640], tail: 0 };
        queue.enter(board, &mut steps, start, 0);
        let mut head = 0;
        while head < queue.tail {
            let p = Point::from_index(usize::from(queue.cells[head]));
            head += 1;
            let d = steps[p.index()];
            if d < REACH {
                for n in p.neighbors() {
                    queue.enter(board, &mut steps, n, d + 1);
                }
            }
        }
        Distances { steps: Some(steps) }
    }

    /// Bit 0, 1, 2 for one, two, three steps.
    fn fact(&self, point: Point) -> u64 {
        match self.steps.as_ref().map(|steps| steps[point.index()]) {
            Some(d @ 1..=REACH) => 1 << (d - 1),
            _ => 0,
        }
    }
}
