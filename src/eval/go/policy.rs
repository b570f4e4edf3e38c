//! The choice of a playout's next move.

use super::ladder::LadderReader;
use super::pattern::Patterns;
use super::tactics::{is_bad_self_atari, nakade_points};
use crate::base::{Color, Point, Rng, below};
use crate::games::go::Board;

/// How often each part of the policy is asked, in 256ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Vital points of small eye spaces beside the last move.
    pub nakade: u8,
    /// Captures and saves after an atari by or beside the last move.
    pub atari: u8,
    /// Ladders beside the last move: starting and running from them.
    pub ladder: u8,
    /// 3x3 patterns around the last move.
    pub pattern: u8,
    /// 3x3 patterns around the move before it.
    pub pattern_before: u8,
    /// A capture anywhere.
    pub capture: u8,
}

impl Policy {
    /// Plain random play that spares own eyes and refuses bad self-ataris.
    pub const RANDOM: Policy =
        Policy { nakade: 0, atari: 0, ladder: 0, pattern: 0, pattern_before: 0, capture: 0 };

    /// All parts.
    pub const FULL: Policy = Policy {
        nakade: 100,
        atari: 240,
        ladder: 128,
        pattern: 240,
        pattern_before: 100,
        capture: 50,
    };
}

/// A short list of points, most often with one entry or none.
pub struct Candidates {
    points: [Point; 64],
    len: usize,
}

impl Candidates {
    /// An empty list.
    pub fn new() -> Candidates {
        Candidates { points: [Point::at(0, 0); 64], len: 0 }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a point; beyond the 64th they are dropped.
    #[inline]
    pub fn push(&mut self, point: Point) {
        if self.len < self.points.len() {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// One of them at random.
    #[inline]
    fn pick(&self, rng: &mut Rng) -> Option<Point> {
        match self.len {
            0 => None,
            1 => Some(self.points[0]),
            len => Some(self.points[below(rng, len as u32) as usize]),
        }
    }

    /// The points.
    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

#[inline]
fn chance(rng: &mut Rng, of_256: u8) -> bool {
    of_256 != 0 && below(rng, 256) < u32::from(of_256)
}

/// Captures and saves that the last move calls for.
pub fn atari_moves(
    board: &Board,
    reader: &mut LadderReader,
    color: Color,
    last: Point,
    out: &mut Candidates,
) {
    if board.color(last) == Some(color.other())
        && let Some(liberty) = board.atari(board.chain(last))
        && board.is_playable(color, liberty)
    {
        out.push(liberty);
    }
    let mut seen = [0usize; 4];
    for (k, n) in last.neighbors().into_iter().enumerate() {
        let chain = board.chain(n);
        if board.color(n) != Some(color) || seen.contains(&chain) {
            continue;
        }
        seen[k] = chain;
        if let Some(liberty) = board.atari(chain) {
            save_moves(board, reader, color, chain, liberty, out);
        }
    }
}

/// Ways to save a string in atari: taking an attacker, or running where that helps.
pub fn save_moves(
    board: &Board,
    reader: &mut LadderReader,
    color: Color,
    chain: usize,
    liberty: Point,
    out: &mut Candidates,
) {
    capture_attackers(board, color, chain, out);
    if board.is_playable(color, liberty) {
        let escapes = match board.liberties_after(color, liberty, None) {
            0 | 1 => false,
            2 => !reader.caught_after_extending(board, color, liberty),
            _ => true,
        };
        if escapes {
            out.push(liberty);
        }
    }
}

fn capture_attackers(board: &Board, color: Color, chain: usize, out: &mut Candidates) {
    for stone in board.chain_stones(chain) {
        for n in stone.neighbors() {
            if board.color(n) == Some(color.other())
                && let Some(liberty) = board.atari(board.chain(n))
                && board.is_playable(color, liberty)
                && !out.points().contains(&liberty)
            {
                out.push(liberty);
            }
        }
    }
}

/// Ladders to start against the last move's string, or to run from with a string beside it.
pub fn ladder_moves(
    board: &Board,
    reader: &mut LadderReader,
    color: Color,
    last: Point,
    out: &mut Candidates,
) {
    if board.color(last) == Some(color.other())
        && let Some(libs) = board.two_liberties(board.chain(last))
    {
        for mv in libs {
            if board.is_playable(color, mv)
                && !board.is_self_atari(color, mv)
                && reader.caught_after_atari(board, last, mv)
            {
                out.push(mv);
            }
        }
    }
    let mut seen = [0usize; 4];
    for (k, n) in last.neighbors().into_iter().enumerate() {
        let chain = board.chain(n);
        if board.color(n) != Some(color) || seen.contains(&chain) {
            continue;
        }
        seen[k] = chain;
        if let Some(libs) = board.two_liberties(chain)
            && reader.caught(board, n)
        {
            capture_attackers(board, color, chain, out);
            for mv in libs {
                if board.is_playable(color, mv)
                    && !board.is_eye(color, mv)
                    && board.liberties_after(color, mv, None) > 2
                {
                    out.push(mv);
                }
            }
        }
    }
}

/// Points around a move where a pattern advises to play.
pub fn pattern_moves(
    board: &Board,
    patterns: &Patterns,
    color: Color,
    last: Point,
    out: &mut Candidates,
) {
    for n in last.neighbors().into_iter().chain(last.diagonals()) {
        if board.is_empty(n)
            && patterns.advises(color, board.surroundings(n))
            && is_sensible(board, color, n)
        {
            out.push(n);
        }
    }
}

/// Vital points of the opponent's small eye spaces beside the last move.
pub fn nakade_moves(board: &Board, color: Color, last: Point, out: &mut Candidates) {
    nakade_points(board, color.other(), last, |point| {
        if board.is_playable(color, point) {
            out.push(point);
        }
    });
}

fn captures(board: &Board, color: Color, rng: &mut Rng) -> Option<Point> {
    let count = board.empty_count();
    if count == 0 {
        return None;
    }
    let start = below(rng, count as u32) as usize;
    let takes = |&point: &Point| board.is_capture(color, point) && board.is_playable(color, point);
    (start..count).chain(0..start).map(|slot| board.empty_at(slot)).find(takes)
}

/// Is the empty point no own eye, legal and no bad self-atari?
#[inline]
fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    // With two empty neighbours it is neither of them, nor the ko.
    board.empty_neighbors(point) >= 2
        || (!board.is_eye(color, point)
            && board.is_playable(color, point)
            && !is_bad_self_atari(board, color, point))
}

/// A random point that is no own eye and no bad self-atari.
#[inline]
fn random_point(board: &Board, color: Color, rng: &mut Rng) -> Option<Point> {
    let count = board.empty_count();
    if count == 0 {
        return None;
    }
    let start = below(rng, count as u32) as usize;
    let mut slot = start;
    loop {
        let point = board.empty_at(slot);
        if is_sensible(board, color, point) {
            return Some(point);
        }
        slot += 1;
        if slot == count {
            slot = 0;
        }
        if slot == start {
            return None;
        }
    }
}

/// What a choice needs besides the board.
pub struct Chooser<'a> {
    /// How often to ask what.
    pub policy: &'a Policy,
    /// The 3x3 patterns.
    pub patterns: &'a Patterns,
    /// For ladders.
    pub reader: &'a mut LadderReader,
    /// Scratch.
    pub candidates: &'a mut Candidates,
}

impl Chooser<'_> {
    /// The next playout move of `color` after `last` (the opponent's) and `before` (its own); `None` to pass.
    pub fn choose(
        &mut self,
        board: &Board,
        color: Color,
        last: Option<Point>,
        before: Option<Point>,
        rng: &mut Rng,
    ) -> Option<Point> {
        let list = &mut *self.candidates;
        let policy = self.policy;
        if let Some(last) = last {
            list.clear();
            if chance(rng, policy.nakade) {
                nakade_moves(board, color, last, list);
                if let Some(point) = list.pick(rng) {
                    return Some(point);
                }
            }
            if chance(rng, policy.atari) {
                atari_moves(board, self.reader, color, last, list);
                if let Some(point) = list.pick(rng) {
                    return Some(point);
                }
            }
            if chance(rng, policy.ladder) {
                ladder_moves(board, self.reader, color, last, list);
                if let Some(point) = list.pick(rng) {
                    return Some(point);
                }
            }
            if chance(rng, policy.pattern) {
                pattern_moves(board, self.patterns, color, last, list);
                if let Some(before) = before
                    && chance(rng, policy.pattern_before)
                {
                    pattern_moves(board, self.patterns, color, before, list);
                }
                if let Some(point) = list.pick(rng) {
                    return Some(point);
                }
            }
        }
        if chance(rng, policy.capture)
            && let Some(point) = captures(board, color, rng)
        {
            return Some(point);
        }
        random_point(board, color, rng)
    }
}
