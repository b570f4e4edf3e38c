//! `tesuji report`, `tesuji render` and `tesuji selfplay`, through the real binary.

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use tesuji::tournament::journal::{Header, Journal};
use tesuji::tournament::{Ending, Entry, Event, Played, PlayerSpec, Side};

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("tesuji").expect("the binary");
    command.args(arguments).env_remove("RUST_LOG").write_stdin(input);
    let output = command.output().expect("an end");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A fresh folder for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tesuji-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn entry(game: usize, moves: &str) -> Entry {
    let side = |name: &str| Side { name: name.into(), ..Side::default() };
    let colors = ['b', 'w'].into_iter().cycle();
    Entry {
        game,
        round: 1,
        pair: 1,
        black: side("one"),
        white: side("two, \"the second\""),
        opening: None,
        kind: "go".into(),
        size: "5".into(),
        komi: Some(0.5),
        handicap: Vec::new(),
        refused: Vec::new(),
        moves: moves
            .split(' ')
            .zip(colors)
            .map(|(vertex, color)| Played {
                color,
                vertex: vertex.into(),
                ms: Some(5.0),
                left: None,
                winrate: None,
                comment: "<i>".into(),
                refused: Vec::new(),
            })
            .collect(),
        result: "B+R".into(),
        ending: Ending::Resignation,
        margin: None,
        claims: Vec::new(),
        faults: Vec::new(),
        begun: "2026-11-30T12:00:00Z".into(),
        took: 1.0,
    }
}

/// Journals with these games.
fn journal(path: &str, games: &[usize]) {
    let player = |name: &str| PlayerSpec { name: name.into(), ..PlayerSpec::default() };
    let event = Event {
        name: "Small".into(),
        size: "5".into(),
        players: vec![player("one"), player("two, \"the second\"")],
        ..Event::default()
    };
    let (mut journal, _) =
        Journal::open(Path::new(path), &Header::new(&event, "")).expect("a journal");
    for &game in games {
        journal.append(&entry(game, "C3 B2 pass")).expect("appended");
    }
}

#[test]
fn a_journal_becomes_a_page_tables_and_csv() {
    let folder = Folder::new("report");
    let (first, second) = (folder.path("a.jsonl"), folder.path("b.jsonl"));
    journal(&first, &[1, 3]);
    journal(&second, &[2, 4]);
    let (status, out, err) = run(&["report", &first, &second], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("Small") && out.contains("Written: "), "{out}");
    let page = fs::read_to_string(folder.path("a.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("href=\"#game=").count(), 4, "both shards are in it");
    assert!(page.contains("\\u003ci>"));

    let (status, out, _) = run(&["report", &first, "--text"], "");
    assert_eq!(status, 0);
    assert!(!out.contains("Written") && !Path::new(&folder.path("b.html")).exists());
    let (status, csv, _) = run(&["report", &first, &second, "--text", "--games-csv", "-"], "");
    assert_eq!((status, csv.as_str()), (2, ""), "one thing to standard output");
    let (status, csv, _) =
        run(&["report", &first, &second, "--html", &folder.path("c.html"), "--games-csv", "-"], "");
    assert_eq!((status, csv.split("\r\n").count()), (0, 6));
    assert!(csv.contains(",\"two, \"\"the second\"\"\","), "{csv}");
    assert!(Path::new(&folder.path("c.html")).exists());

    // An event file stands for its journal.
    let toml = folder.path("event.toml");
    fs::write(&toml, format!("journal = {first:?}\n")).expect("a file");
    let (status, out, err) = run(&["report", &toml, "--text"], "");
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("two, \"the second\""), "{out}");
    // Without a name in it, what lies beside it: the parts that were played apart.
    let toml = folder.path("parts.toml");
    fs::write(&toml, "games = 4\n").expect("a file");
    journal(&folder.path("parts.1-of-2.jsonl"), &[1, 3]);
    journal(&folder.path("parts.2-of-2.jsonl"), &[2]);
    let (status, csv, err) =
        run(&["report", &toml, "--html", &folder.path("p.html"), "--games-csv", "-"], "");
    assert_eq!((status, csv.split("\r\n").count()), (0, 5), "{err}");
}

#[test]
fn a_report_says_what_it_cannot_read_or_write() {
    let folder = Folder::new("report-errors");
    let good = folder.path("a.jsonl");
    journal(&good, &[1]);
    fs::write(folder.path("not.jsonl"), "nothing\n").expect("a file");
    fs::write(folder.path("bad.toml"), "games = \"many\"\n").expect("a file");
    let (missing, not, bad) =
        (folder.path("no.jsonl"), folder.path("not.jsonl"), folder.path("bad.toml"));
    let nowhere = folder.path("no/page.html");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["report"], 2, "required"),
        (&["report", &missing], 1, "no.jsonl"),
        (&["report", &not], 1, "not.jsonl"),
        (&["report", &bad], 2, "bad.toml is no event"),
        (&["report", &good, "--html", &nowhere], 1, "cannot write"),
        (&["report", &good, "--html", "-", "--csv", "-"], 2, "only one thing"),
    ];
    for (arguments, expected, message) in cases {
        let (status, out, err) = run(arguments, "");
        assert_eq!((status, out.as_str()), (*expected, ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn a_record_is_drawn() {
    let folder = Folder::new("render");
    let file = folder.path("game.sgf");
    // White 2 is taken by 5; Black plays there again as 7.
    fs::write(&file, "(;GM[1]SZ[5];B[ba];W[aa];B[cc];W[dd];B[ab];W[];B[aa])").expect("a file");
    let count = |svg: &str, class: &str| {
        let document = roxmltree::Document::parse(svg).expect("XML");
        document.descendants().filter(|n| n.attribute("class") == Some(class)).count()
    };
    let (status, svg, err) = run(&["render", &file], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!((count(&svg, "black"), count(&svg, "white"), count(&svg, "label")), (4, 1, 0));
    assert_eq!((count(&svg, "last"), count(&svg, "coordinate")), (1, 0));
    // As `tesuji show`: the position before the move.
    let (_, svg, _) = run(&["render", &file, "--move", "3", "--coordinates"], "");
    assert_eq!((count(&svg, "black"), count(&svg, "white")), (1, 1));
    assert_eq!(count(&svg, "coordinate"), 20);
    let path = folder.path("board.svg");
    let (status, out, _) = run(&["render", &file, "--numbers", "2", "-o", &path], "");
    assert_eq!((status, out.as_str()), (0, ""));
    let svg = fs::read_to_string(&path).expect("a picture");
    assert_eq!(count(&svg, "label"), 4, "3, 4, 5, 7");
    assert!(svg.contains(">2 A5, 6 pass</text>"), "{svg}");
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let folder = Folder::new("render-errors");
    let write = |name: &str, text: &str| {
        let path = folder.path(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let good = write("good.sgf", "(;GM[1]SZ[5];B[aa])");
    let chess = write("chess.sgf", "(;GM[3])");
    let odd = write("odd.sgf", "(;GM[go])");
    let outside = write("outside.sgf", "(;SZ[5];B[zz])");
    let nothing = write("nothing.sgf", "hello");
    let nowhere = folder.path("no/board.svg");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["render"], 2, "FILE"),
        (&["render", "no_such.sgf"], 1, "cannot read no_such.sgf"),
        (&["render", &chess], 1, "GM[1] (Go)"),
        (&["render", &odd], 1, "names no game"),
        (&["render", &outside], 1, "not on the board"),
        (&["render", &nothing], 1, "no game tree"),
        (&["render", &good, "--numbers", "0"], 2, "--numbers"),
        (&["render", &good, "--numbers", "2"], 2, "after 1 moves"),
        (&["render", &good, "--move", "x"], 2, "--move"),
        (&["render", &good, "-o", &nowhere], 1, "cannot write"),
    ];
    for (arguments, expected, message) in cases {
        let (status, out, err) = run(arguments, "");
        assert_eq!((status, out.as_str()), (*expected, ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

const QUICK: &[&str] = &["selfplay", "--size", "5", "--delay", "0", "--seed", "3"];

fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [QUICK, more].concat()
}

#[test]
fn selfplay_shows_every_move_and_writes_the_record() {
    let folder = Folder::new("selfplay");
    let file = folder.path("game.sgf");
    let players = ["--black", "random", "--white", "uct playouts=20 threads=1", "--playouts", "5"];
    let (status, out, err) = run(&quick(&[&players[..], &["--sgf", &file]].concat()), "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(!out.contains('\u{1b}'), "no screen to clear");
    let record = fs::read_to_string(&file).expect("a record");
    let moves = record.matches(";B[").count() + record.matches(";W[").count();
    assert!(moves > 4, "{record}");
    assert_eq!(out.matches("captured by black").count(), moves + 1, "a board for every move");
    let result = out.lines().last().and_then(|line| line.strip_prefix("Result: "));
    let result = result.expect("a result");
    assert!(record.contains(&format!("RE[{result}]")), "{result}: {record}");
    assert!(record.contains("PB[random]") && record.contains("uct playouts=20"), "{record}");
    // Random moves have no comment of an engine; those of uct come from 20 playouts, not 5.
    assert!(record.contains("visits of 2") && !record.contains("visits of 5,"), "{record}");
    let (_, again, _) = run(&quick(&players), "");
    assert_eq!(again, out, "the same seed plays the same game");

    let (status, out, _) =
        run(&quick(&["--moves", "3", "--black", "random", "--white", "random"]), "");
    assert_eq!(status, 0);
    assert!(out.ends_with("Broken off after 3 moves\n"), "{out}");
}

#[test]
fn a_human_plays() {
    let folder = Folder::new("human");
    let file = folder.path("game.sgf");
    let arguments = quick(&["--black", "human", "--white", "random", "--sgf", &file]);
    let input = "D4\n\nnonsense\nz9\nundo\nundo\nc3\nresign\n";
    let (status, out, err) = run(&arguments, input);
    assert_eq!((status, err.as_str()), (0, ""));
    for text in [
        "nonsense is no move",
        "Z9 is not legal",
        "no move to take back",
        "Black resigns",
        "Result: W+R",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
    let record = fs::read_to_string(&file).expect("a record");
    assert!(record.contains("PB[human]") && record.contains("RE[W+R]"), "{record}");
    assert!(record.contains(";B[cc]") && !record.contains(";B[db]"), "{record}");
    // The end of input ends the game, and the record is there.
    let (status, out, _) = run(&arguments, "D4\n");
    assert_eq!(status, 0);
    assert!(out.ends_with("Broken off after 2 moves\n"), "{out}");
    assert!(fs::read_to_string(&file).expect("a record").contains(";B[db]"));
}

#[test]
fn selfplay_refuses_what_is_no_player() {
    let folder = Folder::new("selfplay-errors");
    let nowhere = folder.path("no/game.sgf");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--black", "magic"], 2, "accepted: human, mcts, uct, alphabeta, random"),
        (&["--white", ""], 2, "--white"),
        (&["--white", "uct playouts"], 2, "KEY=VALUE"),
        (&["--white", "uct playouts=x"], 2, "playouts"),
        (&["--white", "uct ko=simple"], 2, "one player has alone"),
        (&["--white", "human threads=1"], 2, "no options"),
        (&["--white", "'uct"], 2, "quotation mark"),
        (&["--playouts", "x"], 2, "playouts"),
        (&["--playouts", "1", "--time-per-move", "1"], 2, "cannot be used with"),
        (&["--delay", "-1"], 2, "--delay"),
        (&["--game", "checkers"], 2, "accepted: go"),
        (&["--moves", "1", "--black", "random", "--sgf", &nowhere], 1, "cannot write"),
    ];
    for (arguments, expected, message) in cases {
        let (status, _, err) = run(&quick(arguments), "");
        assert_eq!(status, *expected, "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_game_and_keeps_the_record() {
    use nix::sys::signal::{Signal, kill};
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new("interrupt");
    let file = folder.path("game.sgf");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("tesuji"))
        .args(["selfplay", "--size", "5", "--black", "random", "--white", "random"])
        .args(["--delay", "600", "--sgf", &file])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let moved = lines.any(|line| line.is_ok_and(|line| line.starts_with("1. Black (random)")));
    assert!(moved);
    kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("a signal");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert_eq!(rest.last().map(String::as_str), Some("Broken off after 1 moves"));
    assert_eq!(fs::read_to_string(&file).expect("a record").matches(";B[").count(), 1);
}
