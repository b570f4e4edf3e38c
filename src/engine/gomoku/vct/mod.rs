//! Forced wins: victory by continuous fours (VCF) and by continuous threats (VCT), for the side to move.
//!
//! Both searches are AND-OR searches in which the attacker may only threaten and the defender tries every answer that
//! could refute the threat (`duel` finds them), so a win told is a win against every defence. What is told not to exist
//! does not exist *of that kind*: a win may still be had by a quiet move.
//!
//! - *Fours*: depth-first with a table of failures (`fours`), complete.
//! - *Threats*, that is fours and everything that threatens an open four or two fours: df-pn (Nagai 2002) with weak proof
//!   numbers (the hardest child plus one for each other), the search of fours before every new position (`proof`).
//!
//! Numbers of moves count the attacker's stones, the five included. Knows shapes and rules, no clock: the caller's closure
//! says when to stop. Draws are not looked at: a caller whose game ends after so many stones bounds the moves.

mod duel;
mod fours;
mod line;
mod proof;
pub mod suite;
mod table;

use crate::base::{Color, Move, player_key};
use crate::eval::gomoku::shapes::Shapes;
use duel::Duel;
use table::{Fours, Proofs};

/// Positions between two looks at the closure that stops a search.
const LOOK: u64 = 256;
/// Positions that the search of fours may visit before that of threats, at most a quarter of what is left.
const ROOT_FOURS: u64 = 10_000;
/// No bound on moves.
const ENDLESS: u16 = u16::MAX;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The side to move.
    pub attacker: Color,
    /// Most stones of the attacker's, the five included; `u16::MAX` = any number.
    pub most_moves: u16,
    /// Most positions to visit, those for a shorter win included.
    pub nodes: u64,
    /// Look for the least number of moves, as far as the positions allow.
    pub shortest: bool,
}

impl Question {
    /// Any win of that side, at whatever cost.
    pub fn of(attacker: Color) -> Question {
        Question { attacker, most_moves: ENDLESS, nodes: u64::MAX, shortest: false }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins by force.
    Win {
        /// The attacker's moves and a longest defence against them, to the five; cut short where the search was stopped
        /// before it was all put together. Where no defence helps, some legal answer.
        line: Vec<Move>,
        /// Moves of both sides that are enough against every defence.
        plies: u16,
        /// Is it known that no fewer are?
        shortest: bool,
    },
    /// There is no win of that kind within that many moves.
    NoWin,
    /// The bound on positions was reached, or the search was stopped.
    Unknown,
}

/// An answer and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The finding.
    pub verdict: Verdict,
    /// Positions visited.
    pub nodes: u64,
}

/// The kinds of wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Fours,
    Threats,
}

/// The solver. What it finds is remembered for later questions, also of other boards and rules.
pub struct Vct {
    fours: Fours,
    proofs: Proofs,
}

impl Vct {
    /// A solver that remembers in so many MiB.
    pub fn new(memory_mib: usize) -> Vct {
        let bytes = memory_mib.max(1) << 20;
        Vct { fours: Fours::new(bytes / 4), proofs: Proofs::new(bytes / 4 * 3) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.fours.clear();
        self.proofs.clear();
    }

    /// Is there a win by continuous fours? The shapes are as before afterwards.
    pub fn vcf(
        &mut self,
        shapes: &mut Shapes,
        question: &Question,
        stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        self.ask(Kind::Fours, shapes, question, stop)
    }

    /// Is there a win by continuous threats? The shapes are as before afterwards.
    pub fn vct(
        &mut self,
        shapes: &mut Shapes,
        question: &Question,
        stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        self.ask(Kind::Threats, shapes, question, stop)
    }

    fn ask(
        &mut self,
        kind: Kind,
        shapes: &mut Shapes,
        question: &Question,
        stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        let base = terms(shapes, question.attacker);
        let mut search = Search {
            duel: Duel::new(shapes, question.attacker),
            fours: &mut self.fours,
            proofs: &mut self.proofs,
            base,
            nodes: 0,
            limit: question.nodes,
            stop,
            stopped: false,
            points: Vec::new(),
            children: Vec::new(),
        };
        let verdict = search.answer(kind, question);
        Answer { verdict, nodes: search.nodes }
    }
}

/// All that a finding depends on beside the stones: attacker, rule, board.
fn terms(shapes: &Shapes, attacker: Color) -> u64 {
    let (board, size) = (shapes.board(), shapes.size());
    let mut terms = mix(shapes.variant() as u64 + 1) ^ player_key(attacker);
    terms = mix(terms ^ (size.width() * 32 + size.height()) as u64);
    let closed = |&p: &crate::base::Point| !board.is_empty(p) && board.color(p).is_none();
    size.points().filter(closed).fold(terms, |terms, point| mix(terms ^ point.index() as u64))
}

/// Spreads a number over 64 bits (the finalizer of SplitMix64).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A move less to go.
fn less(left: u16) -> u16 {
    if left == ENDLESS { ENDLESS } else { left.saturating_sub(1) }
}

/// One search.
struct Search<'a> {
    duel: Duel<'a>,
    fours: &'a mut Fours,
    proofs: &'a mut Proofs,
    base: u64,
    nodes: u64,
    limit: u64,
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
    /// Lists of points, one upon the other.
    points: Vec<crate::base::Point>,
    /// Children of the positions on the way, one list upon the other.
    children: Vec<proof::Child>,
}

impl Search<'_> {
    /// Counts a position; false when the search is over.
    #[inline]
    fn visit(&mut self) -> bool {
        if self.stopped || self.nodes >= self.limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && (self.stop)() {
            self.stopped = true;
        }
        !self.stopped
    }

    fn answer(&mut self, kind: Kind, question: &Question) -> Verdict {
        let most = question.most_moves;
        let Some(mut moves) = self.win_within(kind, most) else {
            return if self.stopped { Verdict::Unknown } else { Verdict::NoWin };
        };
        let shortest = question.shortest && self.shorten(kind, &mut moves);
        // A line is found again in the tables; that is given what it takes.
        if !(self.stop)() {
            (self.stopped, self.limit) = (false, u64::MAX);
        }
        let line = self.line(kind, moves, shortest);
        Verdict::Win { line, plies: 2 * moves - 1, shortest }
    }

    /// The attacker to move: moves that are enough, if so many are.
    fn win_within(&mut self, kind: Kind, left: u16) -> Option<u16> {
        match kind {
            Kind::Fours => self.four(left).map(|(moves, _)| moves),
            Kind::Threats => {
                let nodes = ((self.limit - self.nodes.min(self.limit)) / 4).min(ROOT_FOURS);
                if let Some(moves) = self.quick_four(left, nodes) {
                    return Some(moves);
                }
                let value = self.attack(proof::ALL, left);
                value.is_won().then_some(value.moves)
            }
        }
    }

    /// Looks for the least number of moves; false if stopped before it was certain.
    fn shorten(&mut self, kind: Kind, moves: &mut u16) -> bool {
        for fewer in 1..*moves {
            if let Some(found) = self.win_within(kind, fewer) {
                *moves = found;
                return true;
            }
            if self.stopped {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
