//! Levels and clocks of the strong player.

use super::*;
use crate::clock::{Clock, Phase, TimeSystem};
use crate::engine::reversi::{ReversiEngine, engine};
use crate::engine::{Engine, Thought};
use crate::game::State;
use crate::games::reversi::{ReversiState, Rules, USUAL_SIZE};
use crate::search::Basis;
use std::time::Duration;

fn player(options: &[(&str, &str)]) -> ReversiEngine {
    let mut engine = engine();
    for (name, value) in [("threads", "1"), ("memory", "16")].iter().chain(options) {
        engine.set_option(name, value).unwrap();
    }
    engine
}

fn think(engine: &mut impl Engine<ReversiState>, state: &ReversiState, task: &Task) -> Thought {
    engine.think(state, task, &mut |_| {})
}

/// A game at a low level up to that many empty squares, with a choice of moves there.
fn played_to(empties: u32) -> ReversiState {
    let mut engine = player(&[("depth", "2")]);
    let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
    while state.board().empties() > empties || moves(&state) < 2 {
        let mv = think(&mut engine, &state, &Task::new(Purpose::Play)).mv;
        assert_eq!(state.try_play(mv), Ok(()));
    }
    state
}

fn moves(state: &ReversiState) -> usize {
    let mut list = crate::base::MoveList::new();
    state.legal_moves(&mut list);
    list.len()
}

/// As the option `depth` documents it: twice the level up to 10, then 20 + (N - 10) / 2, never fewer than N; 60 from the first move.
#[test]
fn levels_solve_from_where_they_say() {
    for (level, empties) in [
        (1, 2),
        (5, 10),
        (10, 20),
        (11, 20),
        (12, 21),
        (20, 25),
        (30, 30),
        (31, 31),
        (40, 40),
        (60, 60),
    ] {
        assert_eq!(solved_from(level), empties, "{level}");
    }
    for level in [4, 6, 8] {
        let solved = 2 * level;
        let mut engine = player(&[("depth", &level.to_string())]);
        // The numbers at a position with a choice of moves: one may have been passed over.
        for target in [solved, solved + 2] {
            let state = played_to(target);
            let empties = state.board().empties();
            let report = think(&mut engine, &state, &Task::new(Purpose::Play)).report;
            let basis = report.candidates[0].basis;
            if empties <= solved {
                assert_eq!(basis, Basis::Exact, "level {level}, {empties} empty");
            } else {
                // Stable discs may prove who wins before the end is seen.
                let expected = Basis::Depth { plies: level, confidence: 73 };
                assert!(
                    basis == expected || basis == Basis::Outcome,
                    "level {level}, {empties} empty: {basis:?}"
                );
            }
        }
    }
    // Who wins is enough, where that was asked for.
    let state = played_to(12);
    let mut engine = player(&[("depth", "10"), ("proof", "outcome")]);
    let best = think(&mut engine, &state, &Task::new(Purpose::Play)).report.candidates.remove(0);
    assert!(matches!(best.basis, Basis::Outcome | Basis::Exact), "{:?}", best.basis);
}

/// What was asked not to depend on time does not, nor on what was searched before.
#[test]
fn regression_answers_do_not_depend_on_time() {
    let state = played_to(36);
    let mut answers = Vec::new();
    for _ in 0..2 {
        let mut engine = player(&[]);
        think(
            &mut engine,
            &played_to(40),
            &Task { playouts: Some(3000), ..Task::new(Purpose::Play) },
        );
        let thought = think(
            &mut engine,
            &state,
            &Task { playouts: Some(20_000), ..Task::new(Purpose::Regress) },
        );
        answers.push((thought.mv, thought.report));
    }
    assert_eq!(answers[0], answers[1]);
}

/// Whole games with a second for each player, on the clock that the session keeps: nobody is late. The allowance is for
/// machines with other work, on which a thread may wait for a while after it was told to stop.
#[test]
fn a_second_for_a_game_is_enough() {
    for threads in ["1", "2"] {
        let system = TimeSystem::Absolute { main: Duration::from_secs(1) };
        let (lag, allowance) = (Duration::from_millis(50), Duration::from_millis(250));
        let mut clocks = [Clock::new(system), Clock::new(system)];
        let mut players = [0, 1].map(|_| player(&[("threads", threads)]));
        let mut used = [Duration::ZERO; 2];
        let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
        let mut thought = 0;
        while state.outcome().is_none() {
            let side = state.to_move().index();
            let clock = &mut clocks[side];
            clock.start(used[side]);
            let started = Instant::now();
            let empty = state.board().empties() as usize;
            let phase = Phase { moves_played: 60 - empty, area: 64, empty, usual: 0 };
            let budget = clock.budget(used[side], &phase, lag);
            let task = Task { budget, ..Task::new(Purpose::Play) };
            let mv = think(&mut players[side], &state, &task).mv;
            used[side] += started.elapsed();
            clock.stop(used[side]);
            assert_eq!(state.try_play(mv), Ok(()));
            thought += 1;
        }
        assert!(thought >= 40, "{thought}");
        for used in used {
            assert!(used < Duration::from_secs(1) + allowance, "{used:?} with {threads} threads");
        }
    }
}
