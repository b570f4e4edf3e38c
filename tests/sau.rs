//! The SAU platform's protocol: transcripts through the real binary, random bytes, a platform that is as strict as the real one
//! on the other side, and the time of a turn.

mod wire;

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::Cursor;
use std::time::{Duration, Instant};
use tesuji::base::{BoardSize, Color, Move, Point};
use tesuji::controller::{Launch, SauClient, SauMove};
use tesuji::game::{Information, State, Verdict};
use tesuji::games::go::phantom::{Event, PhantomRules, PhantomState, Taken};
use tesuji::protocol::sau::{self, COMMANDS};
use tesuji::record::coordinates::{Coordinates, sau_list};
use tesuji::regression::wire::Wire;
use wire::{SOON, binary};

fn launch(arguments: &str) -> Launch {
    wire::launch("sau", arguments)
}

#[test]
fn transcripts_replay() {
    wire::replay("sau", 6, 35);
}

#[test]
fn every_command_occurs_in_a_transcript() {
    let sent = wire::lines_sent("sau");
    let words: BTreeSet<&str> = sent
        .iter()
        .filter_map(|line| line.split([' ', '\\']).find(|word| !word.is_empty()))
        .collect();
    let names = COMMANDS.iter().flat_map(|row| [Some(row.name), row.synonym]).flatten();
    let missing: Vec<&str> = names.filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "no transcript has {missing:?}");
}

/// What the server says to this input, all at once.
fn serve(options: &[(&str, &str)], input: Vec<u8>) -> String {
    let mut output = Vec::new();
    sau::run(&wire::settings(options), Cursor::new(input), &mut output).expect("an end");
    String::from_utf8(output).expect("UTF-8")
}

#[test]
fn bytes_are_those_of_the_document() {
    let said = serve(
        &[("engine", "random"), ("seed", "1")],
        b"name?\r\nnew black\naccept\ntake 1 AA\nmove go\nrefuse\nname?".to_vec(),
    );
    let lines: Vec<&str> = said.split('\n').collect();
    let [first, one, two, three, last, ""] = lines[..] else { panic!("{said:?}") };
    assert_eq!((first, last), ("name tesuji", "name tesuji"));
    let moves = [one, two, three].map(|line| line.strip_prefix("move ").expect("a move"));
    let size = BoardSize::square(9).expect("a board");
    assert!(moves.iter().all(|text| Coordinates::Sau.read(text, size).is_some()), "{said:?}");
    assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), 3, "{said:?}");
}

/// Only lines of the protocol are said, no more of them than were asked for, and no point twice in a turn.
fn check(options: &[(&str, &str)], lines: &[Vec<u8>]) {
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    let said = serve(options, input.clone());
    let (mut names, mut moves) = (0, 0);
    let size = BoardSize::square(9).expect("a board");
    for line in said.lines() {
        if line == "name tesuji" {
            names += 1;
        } else {
            let text = line.strip_prefix("move ").unwrap_or_else(|| panic!("{line:?}"));
            assert!(text == "pass" || Coordinates::Sau.read(text, size).is_some(), "{line:?}");
            moves += 1;
        }
    }
    let (mut wanted_names, mut most_moves) = (0, 0);
    for line in input.split(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["quit"] => break,
            ["name?"] => wanted_names += 1,
            ["new", "black"] | ["move", "go" | "pass"] | ["refuse"] | ["error"] => most_moves += 1,
            _ => {}
        }
    }
    assert_eq!(names, wanted_names, "{said}");
    assert!(moves <= most_moves, "{said}");
}

fn command_line() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&str> =
        COMMANDS.iter().flat_map(|row| [Some(row.name), row.synonym]).flatten().collect();
    let words = vec![
        "black",
        "white",
        "go",
        "pass",
        "1",
        "2",
        "AA",
        "AABB",
        "EE",
        "II",
        "JA",
        "aa",
        "quest",
        "0",
        "-1",
        "99999999999",
        "\u{1f600}",
        "\t",
    ];
    let likely = vec![
        "new black",
        "new white",
        "move go",
        "move go",
        "move pass",
        "accept",
        "accept",
        "refuse",
        "error",
        "take 1 EE",
        "taked 1 EE",
        "take 2 AABB",
        "end",
        "name?",
    ];
    let built =
        (prop::sample::select(names), prop::collection::vec(prop::sample::select(words), 0..3))
            .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    prop_oneof![1 => built, 3 => prop::sample::select(likely).prop_map(String::from)]
        .prop_map(String::into_bytes)
}

/// Stones lost: every point of the board, so that some of them are the engine's.
fn anything_taken() -> impl Strategy<Value = Vec<u8>> {
    let letter = || prop::sample::select("ABCDEFGHI".chars().collect::<Vec<_>>());
    (letter(), letter(), any::<bool>())
        .prop_map(|(x, y, own)| format!("{} 1 {x}{y}", if own { "taked" } else { "take" }).into())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20)) {
        check(&[("engine", "random"), ("seed", "1")], &lines);
    }

    #[test]
    fn any_commands(lines in prop::collection::vec(prop_oneof![3 => command_line(), 1 => anything_taken()], 0..60)) {
        check(&[("engine", "random"), ("seed", "1")], &lines);
    }

    /// An engine that imagines games must not come to grief over what no game explains.
    #[test]
    fn any_commands_to_a_searching_engine(lines in prop::collection::vec(prop_oneof![3 => command_line(), 1 => anything_taken()], 0..12)) {
        let options = [("playouts", "3"), ("seed", "1"), ("threads", "1"), ("time_per_move", "0.05")];
        check(&options, &lines);
    }
}

/// The platform, to the letter of its source: what it sends to whom, at one stroke or not. `old` is a build that says
/// `access` and `error`.
struct Platform {
    wires: [Wire; 2],
    state: PhantomState,
    old: bool,
}

impl Platform {
    fn new(arguments: [&str; 2], old: bool) -> Platform {
        let mut rules = PhantomRules::CONTEST;
        // It never enforces ko, and knows no longest game.
        rules.set("ko", "none").expect("a rule");
        rules.set("cap", "none").expect("a rule");
        let size = BoardSize::square(9).expect("a board");
        let wires =
            arguments.map(|arguments| Wire::start(&launch(arguments), SOON).expect("an engine"));
        Platform { wires, state: PhantomState::new(size, rules, 0.5), old }
    }

    fn send(&mut self, color: Color, text: &str) {
        self.wires[color.index()].send(text.as_bytes().to_vec()).expect("sent");
    }

    fn line(&mut self, color: Color) -> String {
        self.wires[color.index()].line(SOON).expect("a line").expect("a line in time")
    }

    fn list(&self, points: &[Point]) -> String {
        sau_list(points, self.state.size())
    }

    /// Plays a game; tells how many moves and refusals it had.
    fn play(&mut self) -> [usize; 2] {
        for color in Color::BOTH {
            self.send(color, "name?\n");
            assert_eq!(self.line(color), "name tesuji");
            self.send(color, &format!("new {}\n", color.name()));
        }
        let mut refusals = 0;
        let mut moves = 0;
        let mut tried = BTreeSet::new();
        let said =
            |old: bool, new: &'static str, before: &'static str| if old { before } else { new };
        loop {
            let color = self.state.to_move();
            let line = self.line(color);
            let text = line.strip_prefix("move ").unwrap_or_else(|| panic!("{line:?}"));
            if text == "pass" {
                self.state.attempt(Move::PASS).expect("a pass");
                moves += 1;
                tried.clear();
                if self.state.outcome().is_some() {
                    self.send(color, "end\n");
                    self.send(color.other(), "move pass\nend\n");
                    return [moves, refusals];
                }
                self.send(color.other(), "move pass\n");
                continue;
            }
            let point = Coordinates::Sau.read(text, self.state.size()).expect("a point");
            assert!(tried.insert(point), "{point} twice in a turn");
            match self.state.attempt(Move::at(point)).expect("a try") {
                Verdict::Refused => {
                    refusals += 1;
                    let word = said(self.old, "refuse\n", "error\n");
                    self.send(color, word);
                }
                Verdict::Accepted => {
                    moves += 1;
                    tried.clear();
                    let Some(Event::Played { taken: Taken::Points(points), .. }) = self
                        .state
                        .told(color)
                        .iter()
                        .rfind(|event| **event != Event::Over)
                        .cloned()
                    else {
                        panic!("what was played?");
                    };
                    let word = said(self.old, "accept\n", "access\n");
                    if points.is_empty() {
                        self.send(color, word);
                        self.send(color.other(), "move go\n");
                    } else {
                        let list = self.list(&points);
                        self.send(color, &format!("{word}take {list}\n"));
                        self.send(color.other(), &format!("taked {list}\nmove go\n"));
                    }
                    assert!(moves < 2000, "an endless game");
                }
                // All points are refused: the engine has nothing left but the pass.
                Verdict::Passed => {
                    refusals += 1;
                    self.send(color, said(self.old, "refuse\n", "error\n"));
                    assert_eq!(self.line(color), "move pass");
                    tried.clear();
                    moves += 1;
                    if self.state.outcome().is_some() {
                        self.send(color, "end\n");
                        self.send(color.other(), "move pass\nend\n");
                        return [moves, refusals];
                    }
                    self.send(color.other(), "move pass\n");
                }
            }
        }
    }

    /// Both engines leave at `quit`, and have said nothing that was not asked for.
    fn close(self) {
        for mut wire in self.wires {
            wire.send(b"quit\n".to_vec()).expect("sent");
            let end = wire.wait(SOON);
            assert_eq!((end.lines, end.code), (Vec::new(), Some(0)), "{}", end.how);
        }
    }
}

#[test]
fn whole_games_on_a_strict_platform() {
    for (number, old) in [false, true].into_iter().enumerate() {
        let seed = |more| format!("--engine random --seed {}", 2 * number + more);
        let mut platform = Platform::new([&seed(1), &seed(2)], old);
        // So many that some come to a ko which only a rule would end.
        for _ in 0..30 {
            let rules = *platform.state.rules();
            platform.state = PhantomState::new(platform.state.size(), rules, 0.5);
            let [moves, refusals] = platform.play();
            assert!(moves > 60 && refusals > 20, "{moves} moves, {refusals} refusals");
        }
        platform.close();
    }
}

#[test]
fn a_game_between_players_who_search() {
    let arguments = "--engine blind --playouts 200 --threads 1 --seed 1";
    let mut platform = Platform::new([arguments, arguments], false);
    platform.play();
    platform.close();
}

/// A turn with twenty refusals is no longer than one without.
#[test]
fn a_turn_stays_in_its_time() {
    let mut client = SauClient::start(&launch("--time-per-move 2 --threads 1"), SOON).unwrap();
    assert_eq!(client.name(), "tesuji");
    let begun = Instant::now();
    let mut ask = "new black";
    let mut tried = BTreeSet::new();
    for _ in 0..20 {
        match client.ask(&[ask.to_owned()], SOON).unwrap() {
            SauMove::Point(text) => assert!(tried.insert(text.clone()), "{text} twice"),
            SauMove::Pass => break,
        }
        ask = "refuse";
    }
    assert!(tried.len() > 3, "{tried:?}");
    // Each by itself would take forty seconds.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    client.close(SOON).unwrap();
}

#[test]
fn the_end_of_a_game_ends_a_thought() {
    let mut wire = Wire::start(&launch("--time-per-move 3600 --threads 1"), SOON).unwrap();
    let sent = Instant::now();
    wire.send(b"new black\n".to_vec()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    wire.send(b"end\nname?\n".to_vec()).unwrap();
    assert_eq!(wire.line(SOON).unwrap().as_deref(), Some("name tesuji"));
    wire.send(b"new black\n".to_vec()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    wire.send(b"quit\n".to_vec()).unwrap();
    assert!(wire.wait(SOON).ended);
    assert!(sent.elapsed() < Duration::from_secs(30), "{:?}", sent.elapsed());
}

/// Standard error goes into the pipe that the platform reads.
#[test]
fn standard_error_is_silent() {
    let output = assert_cmd::Command::new(binary())
        .args(["sau", "--engine", "random"])
        .env_remove("RUST_LOG")
        .write_stdin(
            "nonsense\n\x01\nnew black\ntake 1 AA\ntaked 9 ZZ\naccept\ntake 1 CC\nend\nquit\n",
        )
        .output()
        .expect("an end");
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr)),
        (Some(0), "".into())
    );
}
