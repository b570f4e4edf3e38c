//! The Gomocup protocol: transcripts through the real binary, random bytes, what ends a thought, memory and time, this program
//! on both sides.

mod wire;

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::Cursor;
use std::process::Command;
use std::time::{Duration, Instant};
use tesuji::controller::{GomocupClient, Launch, Swap2};
use tesuji::protocol::gomocup::{self, COMMANDS, INFO};
use tesuji::regression::wire::Wire;
use wire::{SOON, binary};

fn launch(arguments: &str) -> Launch {
    wire::launch("gomocup", arguments)
}

#[test]
fn transcripts_replay() {
    wire::replay("gomocup", 15, 150);
}

#[test]
fn every_command_and_key_occurs_in_a_transcript() {
    let (mut commands, mut keys) = (BTreeSet::new(), BTreeSet::new());
    for line in wire::lines_sent("gomocup") {
        let mut words = line.split([' ', '\\']).map(str::to_owned);
        commands.extend(words.next().map(|word| word.to_uppercase()));
        keys.extend(words.next().map(|word| word.to_lowercase()));
    }
    let missing = COMMANDS.iter().map(|row| row.name).filter(|&name| !commands.contains(name));
    let missing: Vec<&str> =
        missing.chain(INFO.iter().map(|row| row.key).filter(|&key| !keys.contains(key))).collect();
    assert!(missing.is_empty(), "no transcript has {missing:?}");
}

/// What the server says to this input, all at once.
fn serve(options: &[(&str, &str)], input: Vec<u8>) -> String {
    let settings = wire::settings(options);
    let mut output = Vec::new();
    gomocup::run(&settings, Cursor::new(input), &mut output).expect("an end without error");
    String::from_utf8(output).expect("UTF-8")
}

fn squares(line: &str) -> Option<Vec<(u32, u32)>> {
    let square = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    line.split(' ').map(square).collect()
}

/// Only lines of the protocol are said, moves only where a command asks for one, and each ABOUT is answered once.
fn check(lines: &[Vec<u8>]) {
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    let said = serve(&[("engine", "random"), ("seed", "1")], input.clone());
    let (mut moves, mut abouts) = (0, 0);
    for line in said.lines() {
        assert!(!line.chars().any(char::is_control), "{line:?}");
        if let Some(squares) = squares(line) {
            assert!(squares.iter().all(|&(x, y)| x < 25 && y < 25), "{line}");
            moves += 1;
            continue;
        }
        let word = line.split(' ').next().unwrap_or_default();
        abouts += usize::from(word.starts_with("name="));
        let known = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "INFO", "FORBID", "SWAP"];
        assert!(known.contains(&word) || word.starts_with("name="), "{line:?}");
    }
    let (mut questions, mut wanted) = (0, 0);
    for line in input.split(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        let word = text.split_whitespace().next().unwrap_or_default().to_uppercase();
        match word.as_str() {
            "END" => break,
            "ABOUT" => wanted += 1,
            "BEGIN" | "TURN" | "DONE" | "PLAY" | "YXNBEST" | "YXBALANCEONE" | "YXBALANCETWO" => {
                questions += 1;
            }
            _ => {}
        }
    }
    assert_eq!(abouts, wanted, "{said}");
    assert!(moves <= questions, "{said}");
}

fn command_line() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&str> = COMMANDS.iter().map(|row| row.name).collect();
    let keys: Vec<&str> = INFO.iter().map(|row| row.key).collect();
    let words = vec![
        "7,7",
        "8,8,1",
        "7,8,2",
        "0,0,3",
        "15",
        "5",
        "20 20",
        "-1,-1",
        "-1",
        "0",
        "1",
        "4",
        "2",
        "99999999999",
        "x",
        ",",
        "\u{1f600}",
        "\t",
    ];
    let values = vec!["0", "1", "2", "4", "8", "-5", "x", "300", "2147483647"];
    let word = prop::sample::select(words);
    prop_oneof![
        3 => (prop::sample::select(names), prop::collection::vec(word.clone(), 0..2))
            .prop_map(|(name, words)| format!("{name} {}", words.join(" "))),
        2 => word.prop_map(str::to_owned),
        1 => Just("done".to_owned()),
        1 => (prop::sample::select(keys), prop::sample::select(values))
            .prop_map(|(key, value)| format!("info {key} {value}")),
    ]
    .prop_filter("ends", |line| !line.starts_with("END"))
    .prop_map(String::into_bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20)) {
        check(&lines);
    }

    #[test]
    fn any_commands(lines in prop::collection::vec(command_line(), 0..40)) {
        check(&[vec![b"START 6".to_vec()], lines].concat());
    }
}

#[test]
fn a_line_without_end_is_survived() {
    let mut input = b"START 15\n".to_vec();
    input.resize(input.len() + (65 << 20), b'7');
    input.extend(b"\nABOUT\nTURN ");
    input.resize(input.len() + (1 << 20), b'7');
    input.extend(b"\nEND\n");
    let said = serve(&[("engine", "random")], input);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!((lines[0], lines[1]), ("OK", "ERROR line too long"));
    assert!(lines[2].starts_with("name=") && lines[3].starts_with("ERROR a square"), "{lines:?}");
    assert!(lines[3].len() < 200);
}

fn wire(options: &str, first: &str) -> Wire {
    let mut wire = Wire::start(&launch(options), SOON).unwrap();
    wire.send(format!("START 15\n{first}").into_bytes()).unwrap();
    assert_eq!(wire.line(SOON).unwrap().as_deref(), Some("OK"));
    wire
}

/// The move among what is said.
fn answer(wire: &mut Wire) -> Option<String> {
    loop {
        let line = wire.line(SOON).unwrap()?;
        if squares(&line).is_some() {
            return Some(line);
        }
        assert!(line.starts_with("MESSAGE ") || line.starts_with("INFO "), "{line}");
    }
}

#[test]
fn stop_ends_a_thought_with_a_move() {
    let mut wire = wire("--engine uct", "INFO timeout_turn 3600000\nINFO show_detail 3\n");
    for stop in ["YXSTOP\r\n", "stop\n"] {
        wire.send(b"YXNBEST 2\n".to_vec()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let sent = Instant::now();
        wire.send(stop.into()).unwrap();
        assert!(answer(&mut wire).is_some());
        // Generous: what is looked for is an hour.
        assert!(sent.elapsed() < Duration::from_secs(20));
        assert_eq!(wire.line(Duration::from_millis(200)).unwrap(), None);
    }
    assert_eq!(wire.finish(SOON), Ok(()));
}

#[test]
fn end_ends_a_thought_and_the_program() {
    for end in ["END\r\n", ""] {
        let mut wire = wire("--engine uct", "INFO timeout_turn 3600000\n");
        wire.send(b"BEGIN\n".to_vec()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        if !end.is_empty() {
            wire.send(end.into()).unwrap();
        }
        let ended = if end.is_empty() { wire.end(SOON) } else { wire.wait(SOON) };
        assert!(start.elapsed() < Duration::from_secs(20));
        assert_eq!((ended.ended, ended.code), (true, Some(0)), "{}", ended.how);
        assert!(ended.lines.iter().all(|line| !line.starts_with("ERROR")), "{:?}", ended.lines);
    }
}

/// A manager that goes away without a word, and one that is silent for long.
#[test]
fn a_closed_pipe_is_no_failure() {
    use std::io::{BufRead, Write};
    let mut child = Command::new(binary())
        .args(["gomocup", "--engine", "random"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("a program");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"START 15\nBEGIN\n").expect("a write");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    drop(output);
    std::thread::sleep(Duration::from_millis(200));
    // It may have ended already.
    let _ = input.write_all(b"TURN 0,0\nTURN 0,1\n");
    drop(input);
    let ended = child.wait_with_output().expect("an end");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn a_script_that_ends_gets_its_answers() {
    for end in ["", "END\n", "END"] {
        let input = format!("START 15\nBEGIN\nTURN 0,0\n{end}");
        let said = serve(&[("engine", "uct"), ("threads", "1"), ("playouts", "100")], input.into());
        let answers = said.lines().filter(|line| squares(line).is_some()).count();
        assert_eq!(answers, 2, "{said}");
    }
}

/// The limits of the manager, each generously: what is looked for is the engine's own 5 s, or the larger limit.
#[test]
fn the_smaller_time_limit_holds() {
    let mut wire = wire("--engine uct", "");
    for settings in [
        "INFO timeout_turn 300\nINFO timeout_match 0\nINFO time_left 2147483647\n",
        "INFO timeout_turn 0\n",
        "INFO timeout_turn 60000\nINFO timeout_match 200000\nINFO time_left 300\n",
        "INFO time_left -50\n",
        "INFO timeout_turn 60000\nINFO timeout_match 500\nINFO time_left 400\n",
    ] {
        let start = Instant::now();
        wire.send(format!("RESTART\n{settings}BEGIN\n").into_bytes()).unwrap();
        assert_eq!(wire.line(SOON).unwrap().as_deref(), Some("OK"));
        assert!(answer(&mut wire).is_some());
        assert!(start.elapsed() < Duration::from_secs(4), "{settings}: {:?}", start.elapsed());
    }
    assert_eq!(wire.finish(SOON), Ok(()));
}

/// The whole process stays below `INFO max_memory`, also when it comes after START and after a first table has been made.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_limit() {
    use std::io::{BufRead, Write};
    for engine in ["uct", "alphabeta"] {
        let mut child = Command::new(binary())
            .args(["gomocup", "--engine", engine])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("a program");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
        let limit: u64 = 100 << 20;
        let said = format!("START 20\nINFO max_memory {limit}\nINFO timeout_turn 1500\nBEGIN\n");
        input.write_all(said.as_bytes()).expect("a write");
        let mut line = String::new();
        while squares(line.trim()).is_none() {
            line.clear();
            assert!(output.read_line(&mut line).expect("a line") > 0);
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a size");
        let most: u64 = most.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(most << 10 < limit, "{engine}: {most} kB");
        assert!(most > 10_000, "{engine}: nothing was searched: {most} kB");
        input.write_all(b"END\n").expect("a write");
        assert!(child.wait().expect("an end").success());
    }
}

/// Managers start a bare executable.
#[cfg(unix)]
#[test]
fn a_brain_by_its_name() {
    let folder = std::env::temp_dir().join(format!("tesuji-brain-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["pbrain-tesuji", "PBRAIN-Tesuji64.exe"] {
        let path = folder.join(name);
        std::os::unix::fs::symlink(binary(), &path).expect("a link");
        let words = vec![path.to_string_lossy().into_owned()];
        let mut wire = Wire::start(&Launch { words, ..Launch::default() }, SOON).unwrap();
        wire.send(b"START 15\r\n".to_vec()).unwrap();
        assert_eq!(wire.line(SOON).unwrap().as_deref(), Some("OK"));
        assert_eq!(wire.finish(SOON), Ok(()));
    }
    std::fs::remove_dir_all(&folder).expect("a folder");
}

/// Our client against our server: openings, a game by TURN, one by BOARD.
#[test]
fn a_game_with_our_own_client() {
    let mut client = GomocupClient::start(&launch("--engine random --seed 3"), SOON).unwrap();
    assert_eq!(client.about(SOON).unwrap().name, "tesuji");
    client.start_board((9, 9), SOON).unwrap();
    assert!(client.start_board((9, 10), SOON).is_err());
    client.info("timeout_turn", "1000").unwrap();
    let Swap2::Stones(stones) = client.swap2(&[], SOON).unwrap().answer else {
        panic!("no proposal")
    };
    assert_eq!(stones.len(), 3);
    client.swap2(&stones, SOON).unwrap();
    client.restart(SOON).unwrap();
    let mut taken = vec![client.begin(SOON).unwrap().answer];
    let free = |taken: &[(i32, i32)]| {
        let all = (0..9).flat_map(|y| (0..9).map(move |x| (x, y)));
        // Not along a row, so that nobody wins soon.
        all.filter(|(x, y)| (x + 2 * y) % 3 == 0).find(|cell| !taken.contains(cell))
    };
    for _ in 0..8 {
        let cell = free(&taken).expect("a free square");
        taken.push(cell);
        let answer = client.turn(cell, SOON).unwrap().answer;
        assert!(!taken.contains(&answer), "{answer:?} of {taken:?}");
        taken.push(answer);
    }
    // We have had White: the last stone is the brain's.
    let stones: Vec<_> =
        taken.iter().take(16).enumerate().map(|(at, &cell)| (cell, 1 + (at % 2) as u8)).collect();
    let answer = client.board(&stones, SOON).unwrap().answer;
    assert!(stones.iter().all(|(cell, _)| *cell != answer));
    assert_eq!((client.error_tail().as_str(), client.skipped().len()), ("", 0));
    client.close(SOON).unwrap();
}

/// Whole games between two brains on clocks that are short, in every rule; nobody loses on time or by a fault.
#[test]
fn matches_between_two_of_us() {
    for rules in ["freestyle", "standard", "renju", "caro"] {
        let engine =
            |seed| format!("gomocup:{} gomocup --engine uct --seed {seed}", binary().display());
        let output = Command::new(binary())
            .args(["match", "--black", &engine(1), "--white", &engine(2)])
            .args(["--games", "2", "--game", "gomoku", "--rules", rules, "--time", "0.6"])
            .env_remove("RUST_LOG")
            .output()
            .expect("an end");
        let text = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{text}{error}");
        for fault in ["time", "illegal", "crash", "hang", "garbage", "refus"] {
            let endings = text.lines().find(|line| line.starts_with("Endings:")).unwrap_or(&text);
            assert!(!endings.contains(fault), "{rules}: {text}");
        }
    }
}
