//! Continuous fours: depth-first search with a table of failures.

use super::duel::Sight;
use super::{Search, less, mix};
use crate::base::Point;
use crate::eval::gomoku::shapes::marks::{FOUR_THREE, OPEN_FOUR};

impl Search<'_> {
    /// The attacker to move: a win by fours in at most so many moves, how many, and the first of them.
    pub(super) fn four(&mut self, left: u16) -> Option<(u16, Point)> {
        if !self.visit() {
            return None;
        }
        match self.duel.sight() {
            Sight::Five(point) => return (left >= 1).then_some((1, point)),
            Sight::OpenFour(point) => return (left >= 2).then_some((2, point)),
            Sight::Pressed | Sight::Quiet if left < 2 => return None,
            Sight::Pressed | Sight::Quiet => {}
        }
        let key = mix(self.base ^ self.duel.shapes().key());
        let (fails, win) = self.fours.get(key);
        if let Some((moves, best)) = win
            && moves <= left
        {
            return Some((moves, best));
        }
        if left <= fails {
            return None;
        }
        let start = self.points.len();
        self.duel.fours(&mut self.points);
        let end = self.points.len();
        let (shapes, color) = (self.duel.shapes(), self.duel.attacker());
        self.points[start..]
            .sort_by_key(|&p| shapes.marks(color, p) & (FOUR_THREE | OPEN_FOUR) == 0);
        let mut found = None;
        for at in start..end {
            let point = self.points[at];
            self.duel.play(color, point);
            let moves = self.four_holds(less(left));
            self.duel.take_back();
            if let Some(moves) = moves {
                found = Some((moves + 1, point));
                break;
            }
            if self.stopped {
                break;
            }
        }
        self.points.truncate(start);
        match found {
            Some((moves, best)) => self.fours.wins(key, moves, best),
            None if self.stopped => {}
            None => self.fours.fails(key, left),
        }
        found
    }

    /// The defender to move and facing a five: the most moves any answer makes the attacker need.
    pub(super) fn four_holds(&mut self, left: u16) -> Option<u16> {
        let start = self.points.len();
        let threat = self.duel.answers(&mut self.points);
        let end = self.points.len();
        let mut most = Some(threat.moves())
            .filter(|&moves| threat != super::duel::Threat::None && moves <= left);
        let color = self.duel.defender();
        for at in start..end {
            let Some(known) = most else { break };
            self.duel.play(color, self.points[at]);
            let found = self.four(left);
            self.duel.take_back();
            most = found.map(|(moves, _)| known.max(moves));
        }
        self.points.truncate(start);
        most
    }

    /// As [`Search::four`] for at most so many positions; not finding one says nothing.
    pub(super) fn quick_four(&mut self, left: u16, nodes: u64) -> Option<u16> {
        let limit = self.limit;
        self.limit = limit.min(self.nodes.saturating_add(nodes));
        let found = self.four(left);
        if self.stopped && self.nodes < limit && self.nodes >= self.limit {
            self.stopped = false;
        }
        self.limit = limit;
        found.map(|(moves, _)| moves)
    }
}
