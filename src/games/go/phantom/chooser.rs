//! Chooses what the opponent may have played in one of his turns, where a plan says what his turns have to bring about.

use super::PhantomKo;
use super::world::{accepts, captures};
use crate::base::{Color, Point, Rng, below};
use crate::games::go::{Board, GoState};

/// Points looked at for one turn of the opponent before the game is begun again.
const LOOKS: usize = 60;

/// A refusal that suicide or ko may be behind is explained by them at least once in so many.
const OTHER_REASONS: f64 = 12.0;

/// A point that is better left free is played all the same once in so many looks.
const SPARED: u32 = 16;

/// One turn in so many may fill an eye, which is possible and next to never done.
const FILLS_EYE: u32 = 64;

/// An enemy stone that has to stand on a point by a certain turn, placed in one of the turns from another on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Need {
    pub(super) point: Point,
    pub(super) from: usize,
    pub(super) until: usize,
    /// Is it certain? A refusal may have other reasons than a stone.
    pub(super) certain: bool,
}

/// What the opponent's turns have to bring about.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) needs: Vec<Need>,
    /// For each turn of the opponent the points that may be played in it, as far as can be told in advance.
    pub(super) open: Vec<Vec<Point>>,
    /// Did chance decide between explanations?
    pub(super) chance: bool,
    /// Can no game fit?
    pub(super) contradiction: bool,
}

/// Chooses a play for one turn of the opponent.
pub(super) struct Chooser<'a> {
    pub(super) plan: &'a Plan,
    pub(super) turn: usize,
    pub(super) lost: &'a [Point],
    pub(super) enemy: Color,
    pub(super) ko: PhantomKo,
    /// Does the play put stones in atari, where that is told?
    pub(super) atari: Option<bool>,
    /// Points better left free up to a turn, as this game has shown.
    pub(super) spared: &'a [(Point, usize)],
    /// Where a stone was missed later.
    pub(super) wanted: Option<Point>,
}

impl Chooser<'_> {
    /// A point to play in this turn; none, if nothing fits.
    pub(super) fn choose(&self, game: &mut GoState, rng: &mut Rng) -> Option<Point> {
        if let Some(point) = self.wanted
            && self.fits(game, point, rng)
        {
            return Some(point);
        }
        // What was needed before is there, and so may be what is needed later.
        let missing = |need: &&Need| {
            need.until >= self.turn
                && (need.from > self.turn || game.board().color(need.point) != Some(self.enemy))
        };
        let needs: Vec<Need> = self.plan.needs.iter().filter(missing).copied().collect();
        if let Some(point) = self.needed(game, &needs, rng) {
            return point;
        }
        let open = self.plan.open.get(self.turn)?;
        for _ in 0..LOOKS {
            let point = *open.get(below(rng, open.len() as u32) as usize)?;
            let spared = self.spared.iter().any(|&(p, until)| p == point && self.turn < until);
            if spared && below(rng, SPARED) != 0 {
                continue;
            }
            if self.fits(game, point, rng) {
                return Some(point);
            }
        }
        None
    }

    /// A needed stone, if one is due now: certainly when the turns left are as many as the stones needed, otherwise by
    /// chance, so that needed stones come at any of their turns. `Some(None)` if none can be placed that must be.
    fn needed(&self, game: &mut GoState, needs: &[Need], rng: &mut Rng) -> Option<Option<Point>> {
        let now = needs.iter().filter(|need| need.from <= self.turn);
        let mut due: Option<usize> = None;
        let mut chance = 0.0;
        for need in now.clone() {
            let until = need.until;
            let left = until + 1 - self.turn;
            if need.certain {
                let count = needs.iter().filter(|n| n.certain && n.until <= until).count();
                if count > left {
                    return Some(None);
                }
                if count == left {
                    due = Some(due.map_or(until, |due: usize| due.min(until)));
                }
                chance += 1.0 / left as f64;
            } else {
                chance += (1.0 - 1.0 / OTHER_REASONS) / left as f64;
            }
        }
        let must = due.is_some() || !self.lost.is_empty();
        if !must && (chance <= 0.0 || f64::from(below(rng, 1 << 20)) >= chance * f64::from(1 << 20))
        {
            return None;
        }
        let candidates: Vec<Point> = now
            .filter(|need| due.is_none_or(|due| need.certain && need.until <= due))
            .map(|need| need.point)
            .collect();
        let start = below(rng, candidates.len().max(1) as u32) as usize;
        let rotated = candidates.iter().cycle().skip(start).take(candidates.len());
        for &point in rotated {
            if self.fits(game, point, rng) {
                return Some(Some(point));
            }
        }
        // Stones of the player are taken by a stone beside them, and those are all needed.
        if must { Some(None) } else { None }
    }

    /// Can the opponent have played there, taking just what was lost?
    fn fits(&self, game: &mut GoState, point: Point, rng: &mut Rng) -> bool {
        let board = game.board();
        if !board.is_empty(point) || board.is_capture(self.enemy, point) == self.lost.is_empty() {
            return false;
        }
        if board.is_eye(self.enemy, point) && below(rng, FILLS_EYE) != 0 {
            return false;
        }
        if !self.lost.is_empty() && captures(board, self.enemy, point) != *self.lost {
            return false;
        }
        // Captures apart, which the step itself looks at.
        if let Some(atari) = self.atari
            && self.lost.is_empty()
            && atari != takes_a_liberty_of_two(board, self.enemy, point)
        {
            return false;
        }
        accepts(game, self.ko, self.enemy, point)
    }
}

/// Would a play there leave a string of the other colour beside it with one liberty?
fn takes_a_liberty_of_two(board: &Board, color: Color, point: Point) -> bool {
    point.neighbors().into_iter().any(|n| {
        let two = board.two_liberties(board.chain(n));
        board.color(n) == Some(color.other()) && two.is_some_and(|two| two.contains(&point))
    })
}
