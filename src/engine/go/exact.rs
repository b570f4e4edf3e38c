//! Alpha-beta for Go: an exact solver where the board is small enough, elsewhere a plain player.
//!
//! **Repetition.** A transposition table cannot know the history that superko depends on. So the search plays under simple
//! ko from a position without a past; only the root's moves are checked against the game's history. A proof that it
//! finds never comes back to an earlier position ([`crate::search::alphabeta`]), so under simple ko it holds however
//! longer cycles are judged, and is reported as exact. Under superko a move of the proof might still be forbidden, by
//! what was played before or by a board that recurs with the other player to move: there the same value is reported as
//! that of a depth.

use super::small::SmallGo;
use super::{Options, Purpose, Task};
use crate::base::{Move, MoveList};
use crate::engine::deep::Deep;
use crate::eval::go::Area;
use crate::game::State;
use crate::games::go::{GoState, Ko, Rules};
use crate::search::alphabeta::Judged;
use crate::search::{Basis, Limits, Report};

/// The searches with their memory.
pub struct Exact {
    any: Deep<Judged<GoState, Area>>,
    small: Deep<SmallGo>,
}

impl Exact {
    /// Without memory.
    pub fn new() -> Exact {
        Exact { any: Deep::new(), small: Deep::new() }
    }

    /// Frees the memory: settings have changed.
    pub fn discard(&mut self) {
        self.any.discard();
        self.small.discard();
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.any.clear();
        self.small.clear();
    }

    /// Searches as options and task say; see [`Deep::think`].
    pub fn think(
        &mut self,
        state: &GoState,
        options: &Options,
        task: &Task,
        limits: &Limits,
        keep: bool,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut limits = limits.clone();
        let past = state.rules().ko != Ko::Simple;
        if past {
            let mut legal = MoveList::new();
            state.legal_moves(&mut legal);
            let wanted = |mv: &Move| limits.allow.is_empty() || limits.allow.contains(mv);
            limits.allow = legal.iter().copied().filter(wanted).collect();
        }
        let mut watch = |report: &Report| {
            let mut report = report.clone();
            if past {
                forget_proofs(&mut report);
            }
            watch(&report);
        };
        let root = without_past(state);
        let mut report = match SmallGo::new(&root) {
            Some(root) => self.small.think(&root, options, task, &limits, keep, &mut watch),
            None => {
                let root = Judged { state: root, judge: Area };
                self.any.think(&root, options, task, &limits, keep, &mut watch)
            }
        };
        if past {
            forget_proofs(&mut report);
        }
        if matches!(task.purpose, Purpose::Play | Purpose::Regress | Purpose::Cleanup) {
            // The others have bounds only, which would look like values.
            report.candidates.truncate(task.lines.max(1));
        }
        report
    }
}

/// The same position under simple ko, without a past but a pass just made.
fn without_past(state: &GoState) -> GoState {
    let rules = Rules { ko: Ko::Simple, ..*state.rules() };
    let mut bare = GoState::with_board(state.board().clone(), rules, state.komi());
    bare.set_handicap(state.handicap());
    if state.passes() == 1 {
        bare.set_to_move(state.to_move().other());
        bare.play(Move::PASS);
    } else {
        bare.set_to_move(state.to_move());
    }
    for _ in 0..if state.outcome().is_some() { 2 } else { 0 } {
        bare.play(Move::PASS);
    }
    bare
}

fn forget_proofs(report: &mut Report) {
    for candidate in &mut report.candidates {
        if matches!(candidate.basis, Basis::Exact | Basis::Outcome) {
            let plies = candidate.pv.len() as u32;
            candidate.basis = Basis::Depth { plies, confidence: 100 };
        }
    }
}
