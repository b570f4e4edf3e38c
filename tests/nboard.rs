//! The NBoard protocol: transcripts through the real binary, random bytes, what a `ping` stops, this program on both sides.

mod wire;

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::Cursor;
use std::time::{Duration, Instant};
use tesuji::base::MoveList;
use tesuji::controller::{Launch, NBoardClient};
use tesuji::game::State;
use tesuji::protocol::nboard::{self, COMMANDS};
use tesuji::record::othello::{OthelloGame, Ply, Position, ggf, parse_move};
use tesuji::regression::wire::Wire;
use tesuji::session::reversi::state_of;
use wire::{SOON, binary};

fn launch(arguments: &str) -> Launch {
    wire::launch("nboard", arguments)
}

#[test]
fn transcripts_replay() {
    wire::replay("nboard", 8, 60);
}

#[test]
fn every_command_occurs_in_a_transcript() {
    let sent = wire::lines_sent("nboard");
    let found = |line: &String| COMMANDS.iter().find(|row| line.trim().starts_with(row.name));
    let seen: BTreeSet<&str> = sent.iter().filter_map(found).map(|row| row.name).collect();
    let missing: Vec<&str> =
        COMMANDS.iter().map(|row| row.name).filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "no transcript has {missing:?}");
}

/// What the server says to this input, all at once.
fn serve(options: &[(&str, &str)], input: Vec<u8>) -> String {
    let settings = wire::settings(options);
    let mut output = Vec::new();
    nboard::run(&settings, Cursor::new(input), &mut output).expect("an end without error");
    String::from_utf8(output).expect("UTF-8")
}

/// Only lines of the protocol are said, each in its form, and each ping is answered in order.
fn check(lines: &[Vec<u8>]) {
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    let said = serve(&[("engine", "random"), ("seed", "1")], input.clone());
    let mut pongs = Vec::new();
    for line in said.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        assert!(!line.chars().any(char::is_control), "{line:?}");
        match word {
            "pong" => pongs.push(rest.parse::<i64>().expect("a number")),
            "===" => {
                let mut fields = rest.split('/');
                let mv = fields.next().unwrap_or_default();
                assert!(mv == "PA" || (2..=3).contains(&mv.len()), "{line}");
                assert!(
                    fields.all(|field| field.is_empty() || field.parse::<f64>().is_ok()),
                    "{line}"
                );
            }
            "set" => assert!(rest.starts_with("myname tesuji"), "{line}"),
            "search" | "book" => {
                let fields: Vec<&str> = rest.split(' ').collect();
                assert!(fields.len() >= 4 && fields[1].parse::<f64>().is_ok(), "{line}");
                assert!(fields[3].starts_with(|c: char| c.is_ascii_digit()), "{line}");
            }
            "nodestats" | "analysis" | "learned" | "status" => {}
            _ => panic!("{line:?}"),
        }
    }
    let mut wanted = Vec::new();
    for line in input.split(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["quit"] => break,
            ["ping", number] if !number.starts_with('+') => {
                wanted.extend(number.parse::<i64>().ok())
            }
            _ => {}
        }
    }
    assert_eq!(pongs, wanted, "{said}");
}

const START: &str = "8 ---------------------------O*------*O--------------------------- *";

fn command_line() -> impl Strategy<Value = Vec<u8>> {
    let names = COMMANDS.iter().map(|row| row.name).collect::<Vec<_>>();
    let words = vec![
        "F5",
        "D6//1.5",
        "c3/52/0.02",
        "PA",
        "pa//nan",
        "X9",
        "6",
        "0",
        "-1",
        "99999999999",
        "1",
        "2",
        "(;GM[Othello]",
        "TY[8]",
        "TI[0:01]",
        "BO[8",
        "B[F5]",
        "W[D6/1/9e99]",
        "];)",
        ";)",
        "\u{1f600}",
        "\t",
    ];
    let whole = format!("set game (;GM[Othello]TI[0:01]TY[8]BO[{START}]B[F5]W[D6/0.10/1.2];)");
    let built =
        (prop::sample::select(names), prop::collection::vec(prop::sample::select(words), 0..4))
            .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    prop_oneof![4 => built, 1 => Just(whole)]
        // hint waits for a line, which comes or does not.
        .prop_filter("ends", |line| !line.starts_with("hint"))
        .prop_map(String::into_bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20)) {
        check(&lines);
    }

    #[test]
    fn any_commands(lines in prop::collection::vec(command_line(), 0..30)) {
        check(&lines);
    }
}

/// A `ping` ends a thought without end soon, and nothing about the old position follows it.
#[test]
fn ping_stops_thinking() {
    let mut wire =
        Wire::start(&launch("--engine uct --threads 1 --time-per-move 3600"), SOON).unwrap();
    for (number, thinking) in ["go", "hint 3", "go", "hint 1", "analyze"].into_iter().enumerate() {
        let game = format!("nboard 2\nset game (;GM[Othello]TY[8]BO[{START}]B[F5];)\n{thinking}\n");
        wire.send(game.into_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(if number < 2 { 600 } else { 30 }));
        let sent = Instant::now();
        wire.send(format!("ping {number}\n").into_bytes()).unwrap();
        let mut told = 0;
        loop {
            let line = wire.line(SOON).unwrap().expect("a pong");
            if line == format!("pong {number}") {
                break;
            }
            let word = line.split(' ').next().unwrap_or_default();
            assert!(["search", "nodestats"].contains(&word), "{thinking}: {line}");
            told += 1;
        }
        // Generous: what is looked for is an hour.
        assert!(sent.elapsed() < Duration::from_secs(20), "{thinking}");
        assert!(number >= 2 || told > 0, "{thinking} says nothing");
        assert_eq!(wire.line(Duration::from_millis(300)).unwrap(), None, "{thinking}");
    }
    assert_eq!(wire.finish(SOON), Ok(()));
}

#[test]
fn a_script_that_ends_gets_its_answers() {
    let game = format!("set game (;GM[Othello]TY[8]BO[{START}]B[F5];)");
    for end in ["", "quit\n", "quit"] {
        let said = serve(
            &[("engine", "uct"), ("threads", "1")],
            format!("nboard 2\n{game}\ngo\n{end}").into(),
        );
        let answers = said.lines().filter(|line| line.starts_with("=== ")).count();
        assert_eq!(answers, 1, "{said}");
    }
    // An hour a move, but the clock of the record has run down.
    let game = format!("set game (;GM[Othello]TI[0:05]TY[8]BO[{START}]B[F5//4]W[D6//4.9];)\ngo\n");
    let start = Instant::now();
    let mut wire =
        Wire::start(&launch("--engine uct --threads 1 --time-per-move 3600"), SOON).unwrap();
    wire.send(game.into_bytes()).unwrap();
    while !wire.line(SOON).unwrap().expect("an answer").starts_with("=== ") {}
    assert!(start.elapsed() < Duration::from_secs(40));
    assert_eq!(wire.finish(SOON), Ok(()));
}

/// Our client against our server: whole games, told move by move or as a record.
#[test]
fn a_game_with_our_own_client() {
    let mut client = NBoardClient::start(&launch("--engine random --seed 3"), SOON).unwrap();
    for by_moves in [true, false] {
        let mut game = OthelloGame::new(Position::usual());
        let mut state = state_of(&game.start, Default::default());
        client.set_depth(4).unwrap();
        client.set_game(&ggf::write(&game)).unwrap();
        while state.outcome().is_none() {
            client.ping(SOON).unwrap();
            let said = client.go(SOON).unwrap();
            let mv = parse_move(&said.mv, state.size()).expect("a move");
            let mut legal = MoveList::new();
            state.legal_moves(&mut legal);
            assert!(legal.contains(&mv), "{}", said.mv);
            game.plies.push(Ply::new(Some(state.to_move()), mv));
            state.play(mv);
            match by_moves {
                true => client.play(&said.mv, Some(12.0), Some(0.5)).unwrap(),
                false => client.set_game(&ggf::write(&game)).unwrap(),
            }
        }
        assert!(game.plies.len() >= 9, "{game:?}");
        client.ping(SOON).unwrap();
        assert_eq!(client.go(SOON).unwrap().mv, "PA");
        assert_eq!(client.name(), Some("tesuji4"));
    }
    assert_eq!(client.error_tail(), "");
    client.close(SOON).unwrap();
}

#[test]
fn a_match_between_two_of_us() {
    let engine =
        |seed| format!("nboard:{} nboard --engine random --seed {seed}", binary().display());
    let output = std::process::Command::new(binary())
        .args(["match", "--black", &engine(1), "--white", &engine(2)])
        .args(["--games", "4", "--game", "reversi", "--time", "5+0.1"])
        .env_remove("RUST_LOG")
        .output()
        .expect("an end");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Endings: score 4"), "{text}");
}
