//! The clients of the three protocols: what they make of answers, and of everything that goes wrong. The engine is
//! `examples/fake_engine`.

use super::{SHORT, SOON, fake};
use std::time::{Duration, Instant};
use tesuji::controller::{
    Cell, Fault, GomocupClient, GtpClient, Launch, NBoardClient, Swap2, Trouble,
};

/// Long enough for a move of an engine that moves at once, also on a busy machine, and short enough to wait for in vain.
const MOVE: Duration = Duration::from_millis(1500);

fn launch(arguments: &str) -> Launch {
    Launch::parse(&fake::command(arguments)).expect("a command")
}

fn gtp(arguments: &str) -> GtpClient {
    GtpClient::start(&launch(arguments), SOON).expect("an engine")
}

fn gomocup(arguments: &str) -> GomocupClient {
    let launch = launch(&format!("--protocol gomocup {arguments}"));
    let mut client = GomocupClient::start(&launch, SOON).expect("a brain");
    client.start_board((15, 15), SOON).expect("a board");
    client
}

fn nboard(arguments: &str) -> NBoardClient {
    NBoardClient::start(&launch(&format!("--protocol nboard {arguments}")), SOON)
        .expect("an engine")
}

/// What goes wrong, the limit to wait, and what the clients of GTP, Gomocup and NBoard make of it. `None`: an answer that is for the
/// referee to judge.
const FAULTS: &[(&str, Duration, [Option<Fault>; 3])] = &[
    ("crash", SOON, [Some(Fault::Crash); 3]),
    ("silent-exit", SOON, [Some(Fault::Crash); 3]),
    ("hang", SHORT, [Some(Fault::Hang); 3]),
    ("illegal", SOON, [None; 3]),
    ("error", SOON, [Some(Fault::Refusal), Some(Fault::Refusal), Some(Fault::Garbage)]),
    // NBoard engines may print anything.
    ("garbage", MOVE, [Some(Fault::Garbage), Some(Fault::Garbage), Some(Fault::Hang)]),
    ("nonsense", MOVE, [None, Some(Fault::Garbage), Some(Fault::Garbage)]),
    ("flood", SOON, [Some(Fault::Garbage); 3]),
    ("flood-lines", MOVE, [Some(Fault::Garbage), Some(Fault::Garbage), Some(Fault::Hang)]),
];

#[test]
fn every_fault_is_told_apart() {
    fn check<T>(
        kind: &str,
        protocol: &str,
        result: &Result<T, Trouble>,
        again: &Result<T, Trouble>,
        expected: Option<Fault>,
    ) {
        let found = result.as_ref().err().map(|trouble| trouble.fault);
        assert_eq!(found, expected, "{protocol}, {kind}: {:?}", result.as_ref().err());
        // Only a refusal leaves the engine fit for more.
        if let Some(fault) = expected
            && fault != Fault::Refusal
        {
            assert_eq!(again.as_ref().err(), result.as_ref().err(), "{protocol}, {kind}");
        }
        if kind == "crash" {
            let text =
                result.as_ref().err().map(|trouble| trouble.text.clone()).unwrap_or_default();
            assert!(text.contains("exit status 1") && text.contains("crashing as told"), "{text}");
        }
    }
    for (kind, limit, [in_gtp, in_gomocup, in_nboard]) in FAULTS {
        let mut engine = gtp(&format!("--moves 'D4' --then {kind}"));
        assert_eq!(engine.send("genmove b", SOON).unwrap(), "D4");
        let result = engine.send("genmove b", *limit);
        check(kind, "GTP", &result, &engine.send("name", SOON), *in_gtp);
        assert_eq!(engine.close(SOON), Ok(()), "{kind}");

        let mut brain = gomocup(&format!("--moves '7,7' --then {kind}"));
        assert_eq!(brain.begin(SOON).unwrap().answer, (7, 7));
        let result = brain.turn((8, 8), *limit);
        let again = brain.turn((9, 9), *limit);
        check(kind, "Gomocup", &result, &again, *in_gomocup);
        assert_eq!(brain.close(SOON), Ok(()), "{kind}");

        let mut engine = nboard(&format!("--moves 'F5' --then {kind}"));
        assert_eq!(engine.go(SOON).unwrap().mv, "F5");
        let result = engine.go(*limit);
        let again = engine.go(*limit);
        check(kind, "NBoard", &result, &again, *in_nboard);
        assert_eq!(engine.close(SOON), Ok(()), "{kind}");
    }
}

#[test]
fn engines_that_do_not_start() {
    for protocol in ["gtp", "gomocup", "nboard"] {
        let launch = launch(&format!("--protocol {protocol} --no-start"));
        let trouble = match protocol {
            "gtp" => GtpClient::start(&launch, SOON).err(),
            "gomocup" => {
                GomocupClient::start(&launch, SOON).unwrap().start_board((15, 15), SOON).err()
            }
            _ => NBoardClient::start(&launch, SOON).err(),
        };
        let trouble = trouble.expect(protocol);
        assert_eq!(trouble.fault, Fault::Start, "{protocol}: {trouble}");
        assert!(trouble.text.contains("exit status 3"), "{trouble}");
    }
    let slow = launch("--slow-start 30");
    assert_eq!(GtpClient::start(&slow, SHORT).unwrap_err().fault, Fault::Hang);
    let mut patient = GtpClient::start(&launch("--slow-start 0.3"), SOON).unwrap();
    assert_eq!(patient.close(SOON), Ok(()));
}

#[test]
fn engines_that_do_not_end() {
    let trouble = [
        gtp("--no-quit").close(SHORT),
        gomocup("--no-quit").close(SHORT),
        nboard("--no-quit").close(SHORT),
    ];
    for trouble in trouble {
        assert_eq!(trouble.unwrap_err().fault, Fault::Quit);
    }
    let before = Instant::now();
    gtp("--no-quit").kill();
    assert!(before.elapsed() < SOON);
}

#[test]
fn a_gtp_game() {
    let mut engine = gtp("--name 'Fake One' --moves 'D4 pass' --score B+3.5 --then resign");
    assert!(engine.knows("genmove") && engine.knows("final_score") && !engine.knows("no such"));
    assert_eq!(engine.send("name", SOON).unwrap(), "Fake One");
    for command in ["boardsize 9", "clear_board", "komi 6.5", "play w C3"] {
        assert_eq!(engine.send(command, SOON).unwrap(), "", "{command}");
    }
    assert_eq!(engine.ask("no such", SOON).unwrap(), Err("unknown command".into()));
    for mv in ["D4", "pass", "resign", "resign"] {
        assert_eq!(engine.send("genmove b", SOON).unwrap(), mv);
    }
    assert_eq!(engine.send("clear_board", SOON).unwrap(), "");
    assert_eq!(engine.send("genmove b", SOON).unwrap(), "D4", "a new game");
    assert_eq!(engine.send("final_score", SOON).unwrap(), "B+3.5");
    assert_eq!(engine.send("list_commands", SOON).unwrap(), engine.commands().join("\n"));
    assert_eq!(engine.close(SOON), Ok(()));
    assert!(!gtp("").knows("final_score"));
}

#[test]
fn noise_on_standard_output_is_garbage_in_gtp_and_skipped_elsewhere() {
    let trouble = GtpClient::start(&launch("--chatter stdout"), SOON).unwrap_err();
    assert_eq!(trouble.fault, Fault::Garbage);
    assert!(trouble.text.contains("I am thinking about it"), "{trouble}");
    let mut brain = gomocup("--chatter stdout --moves 7,7");
    assert_eq!(brain.begin(SOON).unwrap().answer, (7, 7));
    assert!(brain.skipped().iter().all(|line| line == "I am thinking about it"));
    assert_eq!(brain.skipped().len(), 2);
    assert_eq!(nboard("--chatter stdout --moves F5").go(SOON).unwrap().mv, "F5");
}

#[test]
fn noise_on_standard_error_never_blocks() {
    // 100 KB before each answer, more than a pipe holds; 10 MB in all.
    let mut engine = gtp("--chatter stderr");
    for _ in 0..100 {
        assert_eq!(engine.send("protocol_version", SOON).unwrap(), "2");
    }
    // An answer may overtake what was written before it to the other pipe.
    let deadline = Instant::now() + SOON;
    while !engine.error_tail().ends_with("thinking aloud\n") {
        assert!(Instant::now() < deadline, "{}", engine.error_tail());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(engine.close(SOON), Ok(()));
}

#[test]
fn a_gomocup_game() {
    let mut brain = gomocup("--name Brain --moves '7,7 6,6 5,5'");
    let about = brain.about(SOON).unwrap();
    assert_eq!((about.name.as_str(), about.version.as_str()), ("Brain", "1"));
    brain.info("timeout_turn", "1000").unwrap();
    brain.info("rule", "0").unwrap();
    assert_eq!(brain.begin(SOON).unwrap().answer, (7, 7));
    assert_eq!(brain.turn((8, 8), SOON).unwrap().answer, (6, 6));
    brain.restart(SOON).unwrap();
    assert_eq!(brain.begin(SOON).unwrap().answer, (7, 7), "a new game");
    let stones: Vec<(Cell, u8)> =
        (0..15).flat_map(|y| (0..15).map(move |x| ((x, y), 1 + (x % 2) as u8))).collect();
    assert_eq!(brain.board(&stones, SOON).unwrap().answer, (6, 6));
    assert_eq!(brain.board(&[], SOON).unwrap().answer, (5, 5));
    let three = Swap2::Stones(vec![(7, 7), (8, 8), (9, 7)]);
    assert_eq!(brain.swap2(&[], SOON).unwrap().answer, three);
    assert_eq!(brain.swap2(&[(7, 7), (8, 8), (9, 7)], SOON).unwrap().answer, Swap2::Swap);
    assert_eq!(brain.start_board((15, 20), SOON), Ok(()));
    assert_eq!(brain.close(SOON), Ok(()));
}

/// A conversation with a brain written in shell, for what the scripted engine does not say.
#[test]
#[cfg(unix)]
fn gomocup_lines_for_people_and_suggestions() {
    let script = r#"while read -r c x; do case "$c" in
        START) printf 'MESSAGE hello\r\nOK\r\n';;
        BEGIN) printf 'MESSAGE depth 1\nDEBUG secret\nINFO EVAL 3\nMESSAGE depth 2\n\n  7,7 \r\nMESSAGE late\n';;
        TURN) printf 'SUGGEST 3,4\n';;
        PLAY) echo "$x";;
        RESTART) echo 'UNKNOWN command';;
        BOARD) echo 'ERROR no'; echo '1,1';;
        SWAP2BOARD) echo '5,6 7,8';;
        END) exit;; esac; done"#;
    let words = ["sh", "-c", script].map(String::from).to_vec();
    let launch = Launch { words, ..Launch::default() };
    let mut brain = GomocupClient::start(&launch, SOON).unwrap();
    brain.start_board((20, 20), SOON).unwrap();
    let first = brain.begin(SOON).unwrap();
    assert_eq!(first.answer, (7, 7));
    assert_eq!(first.comment, "depth 1\nsecret\nEVAL 3\ndepth 2");
    let second = brain.turn((1, 2), SOON).unwrap();
    assert_eq!(second.answer, (3, 4));
    let refusal = brain.restart(SOON).unwrap_err();
    assert_eq!(refusal.fault, Fault::Refusal);
    assert!(refusal.text.contains("`RESTART`: UNKNOWN command"), "{refusal}");
    assert_eq!(brain.board(&[], SOON).unwrap_err().fault, Fault::Refusal);
    // `1,1` may or may not be there already; the two stones come in any case.
    let two = brain.swap2(&[], SOON).unwrap().answer;
    assert!(two == Swap2::Stones(vec![(5, 6), (7, 8)]) || two == Swap2::Stones(vec![(1, 1)]));
    assert_eq!(brain.close(SOON), Ok(()));
}

const GGF: &str = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 \
                   ---------------------------O*------*O--------------------------- *]B[F5];)";

#[test]
fn an_nboard_game() {
    let mut engine = nboard("--name Fake --moves 'D6 PA'");
    assert_eq!(engine.name(), None);
    engine.set_depth(6).unwrap();
    engine.set_game(GGF).unwrap();
    engine.ping(SOON).unwrap();
    assert_eq!(engine.name(), Some("Fake6"));
    let first = engine.go(SOON).unwrap();
    assert_eq!((first.mv.as_str(), first.eval), ("D6", None));
    assert!(first.time.is_some());
    engine.play("D6", Some(12.0), Some(0.5)).unwrap();
    engine.play("C3", None, None).unwrap();
    engine.ping(SOON).unwrap();
    assert_eq!(engine.go(SOON).unwrap().mv, "PA");
    assert_eq!(engine.close(SOON), Ok(()));
}

/// An engine that prints anything, with blanks between the parts of a move, and answers of an old position.
#[test]
#[cfg(unix)]
fn nboard_engines_may_print_anything() {
    let script = r#"while read -r c x; do case "$c" in
        ping) echo '---- Heights ----'; echo '=== A1'; echo "pong $x";;
        set) echo 'set myname Rough';;
        go) printf 'search F5d6 0.5 0 4\nnodestats 3 0.1\nstatus\nstatus thinking hard\n=== f6 -1.00 0.0\n';;
        quit) exit;; esac; done"#;
    let words = ["sh", "-c", script].map(String::from).to_vec();
    let launch = Launch { words, ..Launch::default() };
    let mut engine = NBoardClient::start(&launch, SOON).unwrap();
    engine.set_game(GGF).unwrap();
    engine.ping(SOON).unwrap();
    assert_eq!(engine.name(), Some("Rough"));
    let found = engine.go(SOON).unwrap();
    assert_eq!((found.mv.as_str(), found.eval, found.time), ("F6", Some(-1.0), Some(0.0)));
    assert_eq!(found.comment, "thinking hard");
    assert_eq!(engine.close(SOON), Ok(()));
}
