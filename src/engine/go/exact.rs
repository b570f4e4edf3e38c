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
use std::time::Instant;

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
            Some(root) => {
                self.small.think(Instant::now(), &root, options, task, &limits, keep, &mut watch)
            }
            None => {
                let root = Judged { state: root, judge: Area };
                self.any.think(Instant::now(), &root, options, task, &limits, keep, &mut watch)
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

#[cfg(test)]
mod tests {
    use crate::base::{BoardSize, Color, Move};
    use crate::clock::Budget;
    use crate::engine::go::GoEngine;
    use crate::engine::{Engine, Purpose, Task};
    use crate::game::State;
    use crate::games::go::{GoState, Rules};
    use crate::search::Basis;
    use std::time::{Duration, Instant};

    fn engine(options: &[(&str, &str)]) -> GoEngine {
        let mut engine = GoEngine::new();
        let always = [("engine", "alphabeta"), ("threads", "1"), ("memory", "8"), ("seed", "1")];
        for (name, value) in always.iter().chain(options) {
            engine.set_option(name, value).expect("an option");
        }
        engine
    }

    fn start(side: usize, rules: Rules, komi: f32) -> GoState {
        GoState::new(BoardSize::square(side).expect("a size"), rules, komi)
    }

    #[test]
    fn whole_games_are_legal_and_beat_random_play() {
        for (side, rules, nodes, depth) in [
            (5, Rules::CHINESE, "3000", "0"),
            (5, Rules::TROMP_TAYLOR, "600", "0"),
            (7, Rules::AGA, "300", "2"),
            (9, Rules::CHINESE, "1000", "2"),
        ] {
            let mut state = start(side, rules, 0.5);
            let mut deep = engine(&[("playouts", nodes), ("depth", depth)]);
            let mut random = engine(&[("engine", "random")]);
            let task = Task::new(Purpose::Play);
            while state.outcome().is_none() {
                let white = state.to_move() == Color::White;
                let player = if white { &mut deep } else { &mut random };
                let mv = player.think(&state, &task, &mut |_| {}).mv;
                assert_ne!(mv, Move::RESIGN, "against random play");
                assert_eq!(state.try_play(mv), Ok(()), "{side} {rules:?}");
                if state.placed(Color::White) > 4 * side * side {
                    break;
                }
            }
            assert!(state.margin() < 0.0, "{side} {rules:?}: {}", state.margin());
        }
    }

    #[test]
    fn time_and_depth_are_kept() {
        let mut deep = engine(&[]);
        let (state, time) = (start(9, Rules::CHINESE, 7.5), Duration::from_millis(200));
        let budget = Some(Budget { target: time, maximum: time });
        let began = Instant::now();
        let thought = deep.think(&state, &Task { budget, ..Task::new(Purpose::Play) }, &mut |_| {});
        // Generous: machines under load.
        assert!(began.elapsed() < 5 * time, "{:?}", began.elapsed());
        assert!(state.is_legal(thought.mv) && thought.report.playouts > 0);

        let mut shallow = engine(&[("depth", "2"), ("playouts", "1000000")]);
        let thought = shallow.think(&state, &Task::new(Purpose::Play), &mut |_| {});
        let basis = thought.report.candidates[0].basis;
        assert_eq!(basis, Basis::Depth { plies: 2, confidence: 100 });
    }

    #[test]
    fn only_what_no_history_can_change_is_called_exact() {
        let task = Task { playouts: Some(50_000), ..Task::new(Purpose::Regress) };
        for (rules, exact) in
            [(Rules::CHINESE, true), (Rules::CHINESE_SUPERKO, false), (Rules::AGA, false)]
        {
            let state = start(3, rules, 0.5);
            let report = engine(&[]).think(&state, &task, &mut |_| {}).report;
            assert_eq!(report.candidates[0].mv, "B2".parse().expect("a vertex"));
            assert_eq!(report.score, 8.5, "{rules:?}");
            assert_eq!(report.candidates[0].basis == Basis::Exact, exact, "{rules:?}");
        }
    }

    #[test]
    fn several_lines_have_values_of_their_own() {
        let state = start(3, Rules::CHINESE, 0.0);
        let task = Task { lines: 3, playouts: Some(100_000), ..Task::new(Purpose::Regress) };
        let report = engine(&[]).think(&state, &task, &mut |_| {}).report;
        assert_eq!(report.candidates.len(), 3);
        assert!(report.candidates.is_sorted_by(|a, b| a.score >= b.score));
    }
}
