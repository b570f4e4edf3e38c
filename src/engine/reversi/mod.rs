//! The Reversi engine. On 8x8, played for the most discs, alpha-beta over fitted patterns with an exact endgame (`eight`);
//! otherwise, and for the plain players, what any game has. It never resigns: every disc counts.

pub mod bare;
pub mod book;
mod eight;
pub mod node;
pub mod probcut;

use super::effort::Seeds;
use super::{
    Engine, EngineError, Options, Plain, PointStatus, Purpose, REVERSI_OPTIONS, Stop, Task, Thought,
};
use crate::base::{Color, Move, MoveList};
use crate::eval::RandomPlayouts;
use crate::eval::reversi::WEIGHTS;
use crate::eval::reversi::patterns::Weights;
use crate::eval::reversi::wpc::Wpc;
use crate::game::State;
use crate::games::reversi::{Empties, Goal, ReversiState};
use crate::search::{Basis, Candidate, Report};
use book::{Advice, Book, Placed, Wish};
use eight::Eight;
pub use eight::solved_from;
use node::Node;
use std::sync::{Arc, LazyLock};

/// Plies of a look at what comes behind a forced pass.
const GLANCE: i64 = 6;

/// An engine for Reversi. Which player it is is one of its options.
pub struct ReversiEngine {
    options: Options,
    /// Made when first needed, since it takes memory.
    eight: Option<Eight>,
    /// The players that go by random games.
    plain: Plain<ReversiState, RandomPlayouts>,
    book: Arc<Book>,
    /// Of the choice among moves of the book.
    seeds: Seeds,
}

/// The weights in the program, decoded once, however many engines use them. A file that does not read would be all zeros,
/// which the tests would notice.
pub fn built_in_weights() -> Arc<Weights> {
    static BUILT_IN: LazyLock<Arc<Weights>> = LazyLock::new(|| {
        let read = Weights::decode(WEIGHTS);
        Arc::new(read.unwrap_or_else(|_| Weights::zero()))
    });
    BUILT_IN.clone()
}

/// An engine with default options.
pub fn engine() -> ReversiEngine {
    let plain = Plain::new(&REVERSI_OPTIONS, RandomPlayouts, terms);
    let plain = plain.with_alphabeta(Wpc::SquaresAndMobility);
    let seeds = Seeds::of(plain.seed());
    let options = Options::new(&REVERSI_OPTIONS);
    ReversiEngine { options, eight: None, plain, book: book::built_in(), seeds }
}

impl ReversiEngine {
    /// The same engine with another opening book.
    pub fn with_book(mut self, book: Arc<Book>) -> ReversiEngine {
        self.book = book;
        self
    }

    /// The value of a forced pass. In a game it is played at once, so that a glance has to do.
    fn forced(
        &mut self,
        (black, white, color): (u64, u64, Color),
        task: &Task,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut options = self.options.clone();
        let level = match options.int("depth") {
            0 => GLANCE,
            depth => depth.min(GLANCE),
        };
        // Cannot fail: every level up to that is a value of the option.
        let _ = options.set("depth", &level.to_string());
        let eight = self.eight.get_or_insert_with(|| Eight::new(&self.options));
        let root = (black, white, color.other());
        let mut observe = |report: &Report| watch(&before_the_pass(report));
        before_the_pass(&eight.think(root, &options, task, &mut observe))
    }

    /// A move of the book, if a game is played and the book has one.
    fn by_book(&mut self, position: Placed, color: Color, task: &Task) -> Option<Thought> {
        if task.purpose != Purpose::Play || !self.options.bool("book") {
            return None;
        }
        let wish = Wish::new(&self.options);
        let advice = Advice::ask::<Node>(&self.book, position, color, &wish, task)?;
        let chance = wish.within > 0 && !advice.choice.is_empty();
        let mv = advice.draw(chance.then(|| self.seeds.next()))?;
        Some(Thought { mv, report: advice.report(mv, color) })
    }
}

/// The rules in one number.
fn terms(state: &ReversiState) -> u64 {
    let rules = state.rules();
    u64::from(rules.goal == Goal::Fewest) << 1 | u64::from(rules.empties == Empties::Nobody)
}

/// The pass, where it is forced.
fn only_move(state: &ReversiState) -> Option<Move> {
    let mut legal = MoveList::new();
    state.legal_moves(&mut legal);
    legal.first().copied().filter(|mv| mv.is_pass())
}

/// A report about the position behind a forced pass as one about the pass.
fn before_the_pass(report: &Report) -> Report {
    let pass = |best: &Candidate| Candidate {
        mv: Move::PASS,
        winrate: 1.0 - best.winrate,
        lcb: 1.0 - best.winrate,
        score: -best.score,
        pv: std::iter::once(Move::PASS).chain(best.pv.iter().copied()).collect(),
        ..best.clone()
    };
    Report {
        to_move: report.to_move.other(),
        candidates: report.candidates.first().map(pass).into_iter().collect(),
        winrate: 1.0 - report.winrate,
        score: -report.score,
        ..report.clone()
    }
}

/// Puts the passes into the continuations, which the search makes without telling, and takes the rules into account.
fn complete(mut report: Report, state: &ReversiState) -> Report {
    for candidate in &mut report.candidates {
        let mut position = *state;
        let mut moves = Vec::with_capacity(candidate.pv.len());
        for &mv in &candidate.pv {
            if !position.is_legal(mv) && position.is_legal(Move::PASS) {
                position.play(Move::PASS);
                moves.push(Move::PASS);
            }
            if !position.is_legal(mv) {
                break;
            }
            position.play(mv);
            moves.push(mv);
        }
        candidate.pv = moves;
        // The solver gives empty squares to the winner. Who wins does not depend on that, by how much does.
        if candidate.basis == Basis::Exact && state.rules().empties == Empties::Nobody {
            candidate.basis = Basis::Outcome;
        }
    }
    report
}

impl Engine<ReversiState> for ReversiEngine {
    fn think(
        &mut self,
        state: &ReversiState,
        task: &Task,
        watch: &mut dyn FnMut(&Report),
    ) -> Thought {
        if self.options.choice("engine") != "alphabeta"
            || self.options.choice("evaluator") != "patterns"
        {
            return self.plain.think(state, task, watch);
        }
        let only = only_move(state);
        if state.outcome().is_some() {
            return Thought { mv: Move::PASS, report: Report::nothing(state.to_move()) };
        }
        let [black, white] = match state.board().bitboards() {
            Some(discs) if state.rules().goal == Goal::Most => discs,
            _ => return self.plain.think(state, task, watch),
        };
        let color = state.to_move();
        let (own, other) = if color == Color::Black { (black, white) } else { (white, black) };
        if let Some(mv) = only {
            let report = self.forced((black, white, color), task, &mut |report| {
                watch(&complete(report.clone(), state));
            });
            return Thought { mv, report: complete(report, state) };
        }
        let position = Placed { own, other };
        if let Some(Thought { mv, report }) = self.by_book(position, color, task) {
            return Thought { mv, report: complete(report, state) };
        }
        let shows = task.purpose == Purpose::Analyze && self.options.bool("book");
        let book = shows.then(|| self.book.clone());
        let informed = |report: &Report| {
            let mut report = report.clone();
            if let Some(book) = &book {
                book.inform::<Node>(&mut report, position, task.lines.max(1));
            }
            complete(report, state)
        };
        let eight = self.eight.get_or_insert_with(|| Eight::new(&self.options));
        let mut observe = |report: &Report| watch(&informed(report));
        let root = (black, white, color);
        let report = informed(&eight.think(root, &self.options, task, &mut observe));
        let best = report.candidates.iter().find(|candidate| task.allows(candidate.mv));
        let mv = best.map(|candidate| candidate.mv).unwrap_or_else(|| first_move(state, task));
        Thought { mv, report }
    }

    fn status(
        &mut self,
        _state: &ReversiState,
        _stop: &Stop,
    ) -> Result<Vec<PointStatus>, EngineError> {
        Err(EngineError::CannotScore)
    }

    fn clear(&mut self) {
        if let Some(eight) = &mut self.eight {
            eight.clear();
        }
        self.plain.clear();
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let row = self.options.set(name, value)?.name;
        let done = self.plain.set_option(name, value);
        match row {
            "threads" | "memory" => self.eight = None,
            "seed" => self.seeds = Seeds::of(self.plain.seed()),
            // Where patterns are not fitted, the best of the others has to do.
            "evaluator" => {
                let kind = Wpc::named(self.options.choice("evaluator"));
                self.plain.judge_by(kind.unwrap_or(Wpc::SquaresAndMobility));
            }
            _ => {}
        }
        done
    }

    fn option(&self, name: &str) -> Result<String, EngineError> {
        self.plain.option(name)
    }
}

/// A legal move for a search that was stopped before it saw any.
fn first_move(state: &ReversiState, task: &Task) -> Move {
    let mut legal = MoveList::new();
    state.legal_moves(&mut legal);
    let allowed = legal.iter().copied().find(|&mv| task.allows(mv));
    allowed.or(legal.first().copied()).unwrap_or(Move::PASS)
}

#[cfg(test)]
mod tests;
