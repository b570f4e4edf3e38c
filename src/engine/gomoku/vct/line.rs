//! The moves of a proved win: the attacker's, and the defence that holds out longest.

use super::duel::{Sight, Threat};
use super::{Kind, Search, less, proof};
use crate::base::{Move, Point, stone_key};

impl Search<'_> {
    /// A line from a position that the attacker to move wins in so many moves. Where these are the least possible, it is
    /// quickest win against longest defence; otherwise the defence is the one that the proof at hand found hardest.
    pub(super) fn line(&mut self, kind: Kind, moves: u16, shortest: bool) -> Vec<Move> {
        let mut line = Vec::new();
        let mut left = moves;
        while left > 0 {
            let Some(point) = self.winner(kind, left) else { break };
            self.duel.play(self.duel.attacker(), point);
            line.push(Move::at(point));
            left -= 1;
            if left == 0 {
                break;
            }
            let Some((point, needed)) = self.defence(kind, left, shortest) else { break };
            self.duel.play(self.duel.defender(), point);
            line.push(Move::at(point));
            left = needed;
        }
        line.iter().for_each(|_| self.duel.take_back());
        line
    }

    /// A move that wins with so many of the attacker's.
    fn winner(&mut self, kind: Kind, left: u16) -> Option<Point> {
        match self.duel.sight() {
            Sight::Five(point) | Sight::OpenFour(point) => return Some(point),
            Sight::Pressed | Sight::Quiet => {}
        }
        if kind == Kind::Fours {
            return self.four(left).map(|(_, point)| point);
        }
        let mut attacks = Vec::new();
        self.duel.attacks(&mut attacks);
        let (color, stones) = (self.duel.attacker(), self.duel.shapes().key());
        let proved = attacks.iter().filter_map(|&point| {
            let child = stones ^ stone_key(color, point);
            let value = self.remembered(child, false, less(left)).filter(|v| v.is_won())?;
            Some((point, value.moves))
        });
        if let Some((point, _)) = proved.min_by_key(|&(_, moves)| moves) {
            return Some(point);
        }
        // Where the proof is one by fours, or is no longer remembered.
        if let Some((_, point)) = self.four(left) {
            return Some(point);
        }
        attacks.into_iter().find(|&point| {
            self.duel.play(color, point);
            let won = self.defend(proof::ALL, less(left)).is_won();
            self.duel.take_back();
            won
        })
    }

    /// The defender's answer against which the attacker needs most moves, at most so many, and how many.
    fn defence(&mut self, kind: Kind, left: u16, shortest: bool) -> Option<(Point, u16)> {
        let mut answers = Vec::new();
        let threat = self.duel.answers(&mut answers);
        if threat == Threat::None {
            return None;
        }
        let least = threat.moves();
        let Some(&first) = answers.first() else {
            return Some((self.duel.any_answer()?, least));
        };
        if !shortest {
            let needed = answers.iter().map(|&point| (point, self.after(kind, point, left)));
            let known = needed.filter_map(|(point, moves)| Some((point, moves?)));
            return known.max_by_key(|&(_, moves)| moves);
        }
        for fewer in (least..left).rev() {
            let holds = answers.iter().find(|&&point| self.after(kind, point, fewer).is_none());
            if let Some(&point) = holds {
                return Some((point, fewer + 1));
            }
        }
        Some((first, least))
    }

    /// The moves that the attacker is known to need after that answer, at most so many.
    fn after(&mut self, kind: Kind, answer: Point, left: u16) -> Option<u16> {
        self.duel.play(self.duel.defender(), answer);
        let moves = self.win_within(kind, left);
        self.duel.take_back();
        moves
    }
}
