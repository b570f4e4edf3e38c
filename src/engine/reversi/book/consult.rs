//! How the engine asks the book: for a move to play, and for what to show beside a search.

use super::{Book, Known, Placed};
use crate::base::{Color, Move, below, seeded};
use crate::engine::{Options, Task};
use crate::eval::reversi::patterns::DISC;
use crate::search::alphabeta::Position;
use crate::search::{Basis, Candidate, Report};

/// What a player wants of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine::reversi) struct Wish {
    /// Moves within that much of the best one are as good, in 1/128 disc.
    pub within: i32,
    /// What drawn lines are worth to Black, in 1/128 disc.
    pub contempt: i32,
}

impl Wish {
    /// By the options `book_random` and `contempt`.
    pub fn new(options: &Options) -> Wish {
        let within = libm::floor(options.float("book_random") * f64::from(DISC)) as i32;
        let contempt = i32::try_from(options.int("contempt")).unwrap_or(0) * DISC;
        Wish { within, contempt }
    }

    fn contempt_of(&self, color: Color) -> i32 {
        if color == Color::Black { self.contempt } else { -self.contempt }
    }
}

/// What the book says about a position.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::engine::reversi) struct Advice {
    /// Moves to choose from; the first is the one that is chosen without chance.
    pub choice: Vec<Move>,
    /// All moves that stay in the book, best first.
    pub candidates: Vec<Candidate>,
}

fn move_of(square: usize) -> Move {
    Move::xy(square % 8, square / 8)
}

fn candidate<P: Position>(known: &Known) -> Candidate {
    let winrate = P::winrate(known.value);
    Candidate {
        mv: move_of(known.square),
        visits: 0,
        winrate,
        lcb: winrate,
        prior: 0.0,
        score: P::score(known.value),
        score_stdev: 0.0,
        decided: None,
        basis: Basis::Book { games: known.lines },
        pv: known.line.iter().copied().map(move_of).collect(),
    }
}

impl Advice {
    /// What the book says, if it knows the position. No move to choose from is left when the best allowed one leads out of
    /// the book: then a search does better.
    pub fn ask<P: Position>(
        book: &Book,
        position: Placed,
        color: Color,
        wish: &Wish,
        task: &Task,
    ) -> Option<Advice> {
        let outlook = book.outlook(position, wish.contempt_of(color))?;
        let allowed = |known: &&Known| task.allows(move_of(known.square));
        let best = outlook.moves.iter().chain(&outlook.out).filter(allowed);
        let best = best.map(|known| known.weighed).max()?;
        let within = |known: &&Known| known.weighed.saturating_add(wish.within) >= best;
        let choice = outlook.moves.iter().filter(allowed).filter(within);
        Some(Advice {
            choice: choice.map(|known| move_of(known.square)).collect(),
            candidates: outlook.moves.iter().map(candidate::<P>).collect(),
        })
    }

    /// The move to play, drawn evenly with that seed if there is one.
    pub fn draw(&self, seed: Option<u64>) -> Option<Move> {
        let count = u32::try_from(self.choice.len()).unwrap_or(u32::MAX);
        let at = seed.map_or(0, |seed| below(&mut seeded(seed), count) as usize);
        self.choice.get(at).copied()
    }

    /// A report of the book alone, the move that is played first.
    pub fn report(&self, mv: Move, to_move: Color) -> Report {
        let mut candidates = self.candidates.clone();
        // The others stay in their order.
        candidates.sort_by_key(|candidate| candidate.mv != mv);
        let best = candidates.first();
        Report {
            winrate: best.map_or(0.5, |best| best.winrate),
            score: best.map_or(0.0, |best| best.score),
            candidates,
            ..Report::nothing(to_move)
        }
    }
}

impl Book {
    /// Puts what the book knows in the place of what a search has found so far of the same moves, unless the search looks
    /// deeper than the book. Of the search's candidates the first `lines` have values, the others bounds only.
    pub(in crate::engine::reversi) fn inform<P: Position>(
        &self,
        report: &mut Report,
        position: Placed,
        lines: usize,
    ) {
        let Some(outlook) = self.outlook(position, 0) else { return };
        for (index, found) in report.candidates.iter_mut().enumerate() {
            let known = outlook.moves.iter().find(|known| move_of(known.square) == found.mv);
            let deeper = match found.basis {
                Basis::Depth { plies, .. } => known.is_some_and(|known| plies > known.depth),
                Basis::Exact | Basis::Outcome => true,
                Basis::Visits | Basis::Book { .. } => false,
            };
            if let Some(known) = known.filter(|_| !(deeper && index < lines)) {
                *found = Candidate { visits: found.visits, ..candidate::<P>(known) };
            }
        }
        let has_value = |index: usize, found: &Candidate| {
            index < lines || matches!(found.basis, Basis::Book { .. })
        };
        let (mut with, without): (Vec<_>, Vec<_>) = std::mem::take(&mut report.candidates)
            .into_iter()
            .enumerate()
            .partition(|(index, found)| has_value(*index, found));
        with.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
        report.candidates = with.into_iter().chain(without).map(|(_, found)| found).collect();
        if let Some(best) = report.candidates.first() {
            (report.winrate, report.score) = (best.winrate, best.score);
        }
    }
}
