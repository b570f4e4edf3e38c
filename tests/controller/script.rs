//! The scripted engine itself: it counts games, wraps engines, keeps clocks.

use super::{SOON, fake, temporary};
use std::fs;
use std::time::{Duration, Instant};
use tesuji::controller::{Fault, GtpClient, Launch};

fn gtp(arguments: &str) -> GtpClient {
    let launch = Launch::parse(&fake::command(arguments)).expect("a command");
    GtpClient::start(&launch, SOON).expect("an engine")
}

#[test]
fn games_are_counted_across_restarts() {
    let state = temporary("games");
    let _ = fs::remove_file(&state);
    let arguments =
        format!("--moves 'D4 E5' --fault crash --fault-every 3 --state '{}'", state.display());
    let mut crashed = Vec::new();
    let mut engine = gtp(&arguments);
    for game in 1..=7 {
        // Clearing twice, or clearing without playing, begins no game.
        for command in ["clear_board", "boardsize 9", "clear_board"] {
            engine.send(command, SOON).unwrap();
        }
        engine.send("genmove b", SOON).unwrap();
        match engine.send("genmove b", SOON) {
            Ok(mv) => assert_eq!(mv, "E5"),
            Err(trouble) => {
                assert_eq!(trouble.fault, Fault::Crash);
                crashed.push(game);
                engine = gtp(&arguments);
            }
        }
    }
    assert_eq!(crashed, [3, 6]);
    assert_eq!(fs::metadata(&state).unwrap().len(), 7);
    fs::remove_file(&state).unwrap();
}

#[test]
fn random_games_are_legal_and_repeat() {
    let game = |seed: u32| {
        let mut black = gtp(&format!("--random {seed}"));
        let mut white = gtp(&format!("--random {}", seed + 1));
        for engine in [&mut black, &mut white] {
            engine.send("boardsize 7", SOON).unwrap();
            engine.send("clear_board", SOON).unwrap();
        }
        let mut moves = Vec::new();
        for _ in 0..40 {
            let mv = black.send("genmove b", SOON).unwrap();
            white.send(&format!("play b {mv}"), SOON).unwrap();
            let reply = white.send("genmove w", SOON).unwrap();
            black.send(&format!("play w {reply}"), SOON).unwrap();
            moves.extend([mv, reply]);
        }
        let scores =
            [black.send("final_score", SOON).unwrap(), white.send("final_score", SOON).unwrap()];
        assert_eq!(scores[0], scores[1]);
        moves
    };
    let moves = game(5);
    assert_eq!(moves, game(5));
    assert_ne!(moves, game(6));
}

#[test]
fn it_uses_its_share_of_the_clock() {
    let mut engine = gtp("--random 1 --use-clock 50");
    engine.send("clear_board", SOON).unwrap();
    // What it is told, and the least it must then think.
    let cases: &[(&[&str], f64)] = &[
        (&["time_settings 1 0 0"], 0.5),
        (&["time_left b 0 0"], 0.0),
        (&["time_settings 10 2 4", "time_left b 1 2"], 0.25),
        (&["kgs-time_settings byoyomi 10 1 3", "time_left b 1 3"], 0.5),
        (&["kgs-time_settings none"], 0.0),
    ];
    for (commands, least) in cases {
        for command in *commands {
            engine.send(command, SOON).unwrap();
        }
        let before = Instant::now();
        engine.send("genmove b", SOON).unwrap();
        let spent = before.elapsed();
        assert!(spent >= Duration::from_secs_f64(*least), "{commands:?}: {spent:?}");
        assert!(spent < SOON, "{commands:?}: {spent:?}");
    }
}

#[test]
fn late_is_after_the_end_of_the_clock() {
    let mut engine = gtp("--then late");
    engine.send("time_left b 0.2 0", SOON).unwrap();
    let before = Instant::now();
    assert!(engine.send("genmove b", SOON).is_ok());
    assert!(before.elapsed() >= Duration::from_millis(400));
}

#[test]
fn a_wrapped_engine_fails_in_the_games_it_is_told_to() {
    for (fault, found) in [
        ("crash", Fault::Crash),
        ("hang", Fault::Hang),
        ("garbage", Fault::Garbage),
        ("error", Fault::Refusal),
    ] {
        let wrapped = shell_words::quote(&fake::command("--name Inner --random 3")).into_owned();
        let mut engine = gtp(&format!("--wrap {wrapped} --fault {fault} --fault-games 2"));
        assert_eq!(engine.send("name", SOON).unwrap(), "Inner");
        for game in 1..=2 {
            engine.send("boardsize 9", SOON).unwrap();
            engine.send("clear_board", SOON).unwrap();
            engine.send("genmove b", SOON).unwrap();
            let limit = if fault == "hang" && game == 2 { super::SHORT } else { SOON };
            let second = engine.send("genmove b", limit).map_err(|trouble| trouble.fault);
            match game {
                1 => assert!(second.is_ok(), "{fault}"),
                _ => assert_eq!(second, Err(found), "{fault}"),
            }
        }
        assert_eq!(engine.close(SOON), Ok(()), "{fault}");
    }
}

#[test]
fn illegal_moves_are_illegal() {
    let wrapped = shell_words::quote(&fake::command("--random 3")).into_owned();
    let mut engine = gtp(&format!("--wrap {wrapped} --fault illegal --fault-move 1"));
    engine.send("play b D4", SOON).unwrap();
    assert_eq!(engine.send("genmove w", SOON).unwrap(), "D4");
    let mut engine = gtp("--random 3 --then illegal --random-moves 1");
    let first = engine.send("genmove b", SOON).unwrap();
    assert_eq!(engine.send("genmove w", SOON).unwrap(), first);
}

#[test]
fn everything_it_hears_is_in_the_log() {
    let log = temporary("log");
    let _ = fs::remove_file(&log);
    let mut engine = gtp(&format!("--log '{}'", log.display()));
    engine.send("komi 0", SOON).unwrap();
    engine.close(SOON).unwrap();
    assert_eq!(fs::read_to_string(&log).unwrap(), "list_commands\nkomi 0\nquit\n");
    fs::remove_file(&log).unwrap();
}
