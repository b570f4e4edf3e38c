//! The players of Reversi in games.

use super::*;
use crate::base::{BoardSize, Color, Move};
use crate::engine::{Engine, Purpose, Task};
use crate::game::{Outcome, State};
use crate::games::reversi::{Rules, USUAL_SIZE};

fn engine_of(name: &str, playouts: u64, seed: u64) -> ReversiEngine {
    let mut engine = engine();
    let (playouts, seed) = (playouts.to_string(), seed.to_string());
    let options = [
        ("engine", name),
        ("seed", &seed),
        ("threads", "1"),
        ("memory", "32"),
        ("playouts", &playouts),
        // Of these only mcts hears.
        ("epsilon", "0.2"),
        ("epsilon_decay", "0.9999"),
        ("expand_visits", "2"),
    ];
    for (key, value) in options {
        engine.set_option(key, value).unwrap();
    }
    engine
}

fn choice(engine: &mut ReversiEngine, state: &ReversiState) -> Move {
    engine.think(state, &Task::new(Purpose::Play), &mut |_| {}).mv
}

/// A whole game; every move is legal.
fn play(state: &mut ReversiState, players: &mut [ReversiEngine; 2]) -> Outcome {
    loop {
        if let Some(outcome) = state.outcome() {
            return outcome;
        }
        let mv = choice(&mut players[state.to_move().index()], state);
        assert_eq!(state.try_play(mv), Ok(()), "{mv}");
    }
}

/// Search beats chance with either colour and either goal, on boards of both widths.
#[test]
fn search_beats_random() {
    let cases = [
        (6, "uct"),
        (8, "uct"),
        (8, "mcts"),
        (10, "mcts"),
        (6, "alphabeta"),
        (8, "alphabeta"),
        (10, "alphabeta"),
    ];
    for (side, name) in cases {
        for goal in [Goal::Most, Goal::Fewest] {
            let size = BoardSize::square(side).unwrap();
            let mut won = 0.0;
            for game in 0..4 {
                let color = Color::BOTH[game % 2];
                let names = if color == Color::Black { [name, "random"] } else { ["random", name] };
                let mut players = names.map(|name| engine_of(name, 300, game as u64));
                let mut state = ReversiState::new(size, Rules { goal, ..Rules::default() });
                won += play(&mut state, &mut players).value(color);
            }
            assert!(won >= 3.0, "{name} {side} {goal:?}: {won} of 4");
        }
    }
}

#[test]
fn seeds_replay() {
    for name in ["mcts", "uct", "random"] {
        let game = || {
            let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
            play(&mut state, &mut [engine_of(name, 60, 3), engine_of(name, 60, 4)]);
            state.key()
        };
        assert_eq!(game(), game(), "{name}");
    }
}

/// Without its options mcts is uct; with random children every move is looked at more often, and that fades with decay.
#[test]
fn random_children_spread_the_search() {
    let state = ReversiState::new(USUAL_SIZE, Rules::default());
    let visits = |name: &str, options: &[(&str, &str)]| {
        let mut engine = engine_of(name, 4000, 5);
        for (key, value) in options {
            engine.set_option(key, value).unwrap();
        }
        let mut position = state;
        for mv in ["F5", "D6", "C3"] {
            position.play(mv.parse().unwrap());
        }
        let report = engine.think(&position, &Task::new(Purpose::Play), &mut |_| {}).report;
        report.candidates.iter().map(|c| (c.mv, c.visits)).collect::<Vec<_>>()
    };
    let none = [("epsilon", "0"), ("expand_visits", "1")];
    let plain = visits("uct", &[]);
    assert_eq!(plain, visits("uct", &none));
    assert_eq!(plain, visits("mcts", &none));
    let least = |list: &[(Move, u64)]| list.iter().map(|&(_, visits)| visits).min().unwrap();
    let with = |epsilon, decay| [("epsilon", epsilon), ("epsilon_decay", decay), ("uct_c", "0.1")];
    let [no, half, fading] =
        [with("0", "1"), with("0.5", "1"), with("0.5", "0.99")].map(|o| least(&visits("mcts", &o)));
    let share = 4000 / 2 / plain.len() as u64;
    assert!(half > share / 2 && no < half / 2 && fading < half / 2, "{no} {half} {fading}");
}

/// One engine asked about one position for either goal: what is good for one is bad for the other.
#[test]
fn goals_are_not_mixed_up() {
    let mut state = ReversiState::new(USUAL_SIZE, Rules::default());
    let mut players = [engine_of("uct", 300, 1), engine_of("random", 1, 1)];
    while state.board().empties() > 16 {
        let mv = choice(&mut players[state.to_move().index()], &state);
        assert_eq!(state.try_play(mv), Ok(()));
    }
    let mut engine = engine_of("uct", 2000, 1);
    let mut winrate = |goal| {
        state.set_rules(Rules { goal, ..Rules::default() });
        engine.think(&state, &Task::new(Purpose::Play), &mut |_| {}).report.winrate
    };
    let (most, fewest) = (winrate(Goal::Most), winrate(Goal::Fewest));
    assert!((most - 0.5) * (fewest - 0.5) < 0.0, "{most} {fewest}");
}

#[test]
fn forced_and_finished() {
    let mut board = crate::games::reversi::Board::empty(USUAL_SIZE);
    board.put(crate::base::Point::at(0, 0), Some(Color::White));
    board.put(crate::base::Point::at(1, 0), Some(Color::Black));
    let forced = ReversiState::from_board(board, Color::Black, Rules::default());
    let mut over = forced;
    over.play(Move::PASS);
    over.play(Move::xy(2, 0));
    assert!(over.outcome().is_some());
    for name in ["uct", "random"] {
        let mut engine = engine_of(name, 100, 1);
        assert_eq!(choice(&mut engine, &forced), Move::PASS, "{name}");
        assert_eq!(choice(&mut engine, &over), Move::PASS, "{name}");
        let open = ReversiState::new(USUAL_SIZE, Rules::default());
        let task = Task::new(Purpose::Play);
        task.stop.raise();
        assert!(open.is_legal(engine.think(&open, &task, &mut |_| {}).mv));
    }
}
