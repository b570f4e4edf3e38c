//! The command line, through the real binary.

mod training;

use assert_cmd::Command;
use clap::CommandFactory;
use std::path::Path;
use tesuji::cli::arguments::Arguments;

/// The answer to these arguments: exit status, standard output, standard error.
fn tesuji(arguments: &[&str]) -> (i32, String, String) {
    talk(arguments, "")
}

fn talk(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("tesuji").expect("the binary");
    command.args(arguments).env_remove("RUST_LOG").write_stdin(input);
    let output = command.output().expect("an end");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn help_and_version() {
    let (status, out, err) = tesuji(&["--version"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out, format!("tesuji {}\n", env!("CARGO_PKG_VERSION")));
    let (status, out, err) = tesuji(&["--help"]);
    assert_eq!((status, err.as_str()), (0, ""));
    for word in ["GTP", "--rules", "--time-per-move", "Exit status", "Sabaki", "GoGui", "bench"] {
        assert!(out.contains(word), "{word}");
    }
}

#[test]
fn wrong_options_are_refused_and_told_what_is_accepted() {
    let cases: &[(&[&str], &str)] = &[
        (&["--no-such-option"], "unexpected argument"),
        (&["no-such-command"], "unrecognized subcommand"),
        (&["--size", "26"], "a board is N or WxH, each from 1 to 25"),
        (&["gtp", "--size", "0x5"], "a board is N or WxH, each from 1 to 25"),
        (&["--size", "9.5"], "a board is N or WxH, each from 1 to 25"),
        (&["--komi", "nan"], "komi is a finite number"),
        (&["sau", "--game", "go"], "sau plays phantom-go, not go"),
        (&["sau", "--rules", "chinese"], "contest, olympiad, openspiel"),
        (&["--game", "checkers"], "accepted: go, reversi, gomoku, "),
        (&["--rules", "house"], "tromp-taylor"),
        (&["--game", "gomoku", "--rules", "chinese"], "freestyle, standard, renju"),
        (&["--game", "gomoku", "--komi", "7"], "no komi"),
        (&["--game", "nogo", "--komi", "7"], "no komi"),
        (&["--game", "nogo", "--rules", "chinese"], "not part of this game"),
        (&["--game", "nogo", "--set", "captures=2"], "unknown option captures"),
        (&["--game", "capture-go", "--rules", "chinese"], "unknown rules: chinese"),
        (&["--game", "capture-go", "--set", "captures=101"], "a whole number from 1 to 100"),
        (&["perft", "2", "--game", "nogo", "--rules", "chinese"], "no rules to choose"),
        (&["--game", "gomoku", "--size", "4"], "unacceptable size"),
        (&["--game", "renju", "--set", "ko=simple"], "unknown option ko; gomoku has variant"),
        (&["--threads", "-1"], "a whole number from 0 to 256"),
        (&["--memory", "1"], "a whole number from 8"),
        (&["--engine", "magic"], "mcts"),
        (&["--set", "ko=super"], "one of simple, positional, situational"),
        (&["--set", "nonsense=1"], "unknown option nonsense"),
        (&["--set", "komi=7"], "use --komi"),
        (&["--set", "ko"], "KEY=VALUE"),
        (&["--config", "Cargo.toml"], "everything else under [options]"),
        (&["--config", "no/such/file.toml"], "cannot read no/such/file.toml"),
        (&["--log-file", "no/such/folder/log"], "cannot write the log file"),
        (&["nboard", "--game", "go"], "nboard plays reversi, not go"),
        (&["nboard", "--size", "7"], "unacceptable size"),
        (&["gomocup", "--game", "go"], "gomocup plays gomoku, not go"),
        (&["gomocup", "--size", "4"], "unacceptable size"),
        (&["convert"], "<FILE>"),
        (&["bench", "--threads", "0"], "1..=256"),
        (&["bench", "--game", "chess"], "accepted: go, gomoku, reversi"),
        (&["solve"], "were not provided"),
        (&["solve", "--position", "f5", "--confidence", "50"], "73, 87, 95, 98, 99, 100"),
        (&["solve", "--position", "f5", "--from", "2"], "no such position"),
        (&["perft", "2", "--set", "threads=1"], "threads=1"),
        (&["perft", "2", "--game", "gomoku", "--rules", "aga"], "freestyle, standard"),
        (&["perft", "2", "--game", "chess"], "accepted: go, reversi, gomoku, "),
        (&["docs", "nothing"], "commands, nboard, gomocup, sau, options"),
        (&["openings", "--balance", "0.6:0.4"], "0 <= LOW < HIGH <= 1"),
        (&["openings", "--game", "chess"], "unknown game chess; there are go"),
        (&["book", "build", "--depth", "0", "--out", "x"], "1..=60"),
        (&["book", "build", "--ply", "0", "--out", "x"], "a ply costs 0.01 to 64 discs"),
        (&["book", "show", "f5f5"], "move 2: f5 is illegal"),
        (&["train", "everything"], "unrecognized subcommand"),
        (&["train", "gomoku", "play", "--slices", "3", "--out", "x"], "FROM:TO"),
        (&["train", "gomoku", "duel", "--new", "hand", "--rules", "chess"], "unknown rules chess"),
        (&["train", "go-priors", "--holdout", "x", "--out", "y"], "--data"),
    ];
    for (arguments, message) in cases {
        let (status, out, err) = tesuji(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
        assert!(err.starts_with("error: "), "{arguments:?}: {err}");
    }
}

#[test]
fn gtp_with_and_without_its_name() {
    let input = "1 protocol_version\n2 quit\n";
    let cases: &[&[&str]] = &[
        &[],
        &["gtp"],
        &["--game", "go"],
        &["--game", "gomoku", "--rules", "caro", "--set", "draw_after=200"],
        &["--game", "Renju", "--size", "19"],
        &["gtp", "--game", "Go", "--size", "9x13", "--komi", "-0.5", "--rules", "aga"],
        &["--set", "ko=positional", "--set", "lag_ms=500", "--threads", "1", "--memory", "64"],
    ];
    for arguments in cases {
        let (status, out, err) = talk(arguments, input);
        assert_eq!((status, out.as_str()), (0, "=1 2\n\n=2 \n\n"), "{arguments:?}: {err}");
        assert_eq!(err, "", "{arguments:?}: standard error is quiet");
    }
    let (status, out, _) = talk(&["--size", "7", "--komi", "-3"], "get_komi\nquit\n");
    assert_eq!(status, 0);
    assert!(out.starts_with("= -3"), "{out}");
}

#[test]
fn rules_and_options_reach_the_game() {
    let arguments = ["--rules", "aga", "--set", "suicide=true", "--playouts", "77"];
    let (status, out, _) = talk(&arguments, "kata-get-rules\nkata-get-param playouts\nquit\n");
    assert_eq!(status, 0);
    let rules = out.lines().next().and_then(|line| line.strip_prefix("= ")).unwrap_or_default();
    let rules: serde_json::Value = serde_json::from_str(rules).expect("JSON");
    assert_eq!(rules["ko"], "SITUATIONAL");
    assert_eq!(rules["suicide"], true);
    assert_eq!(out.lines().nth(2), Some("= 77"));
}

#[test]
fn a_log_file_holds_the_conversation_and_is_appended_to() {
    let path = std::env::temp_dir().join(format!("tesuji-log-{}", std::process::id()));
    let arguments = ["--log-file", &path.to_string_lossy()];
    for _ in 0..2 {
        let (status, out, err) = talk(&arguments, "1 name\nplay b D4\nno_such\nquit\n");
        assert_eq!((status, err.as_str()), (0, ""));
        assert_eq!(out, "=1 tesuji\n\n= \n\n? unknown command\n\n= \n\n");
    }
    let log = std::fs::read_to_string(&path).expect("the log");
    std::fs::remove_file(&path).expect("the log");
    for text in ["1 name", "=1 tesuji", "play b D4", "? unknown command"] {
        assert_eq!(log.matches(text).count(), 2, "{text}: {log}");
    }
}

#[test]
fn printed_configuration_is_read_back() {
    let path = std::env::temp_dir().join(format!("tesuji-config-{}.toml", std::process::id()));
    let arguments = ["config", "--size", "9x13", "--komi", "7.1", "--set", "ko=situational"];
    let (status, printed, _) = tesuji(&arguments);
    assert_eq!(status, 0);
    std::fs::write(&path, &printed).expect("a file");
    let file = path.to_string_lossy();
    let (_, again, _) = tesuji(&["config", "--config", &file]);
    let (_, komi, _) = talk(&["--config", &file], "get_komi\nquit\n");
    std::fs::write(&path, "sise = 9\n").expect("a file");
    let (status, _, err) = tesuji(&["--config", &file]);
    std::fs::remove_file(&path).expect("the file");
    assert_eq!(again, printed);
    assert!(komi.starts_with("= 7.1"), "{komi}");
    assert_eq!(status, 2);
    assert!(err.contains("sise") && err.contains("size"), "{err}");
}

/// `docs/commands.md`, `docs/nboard.md`, `docs/gomocup.md`, `docs/sau.md` and `docs/options.md` are what the tables say. `TESUJI_BLESS=1 cargo test` rewrites them.
#[test]
fn committed_reference_pages_are_the_generated_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["commands", "nboard", "gomocup", "sau", "options"] {
        let (status, generated, _) = tesuji(&["docs", page]);
        assert_eq!(status, 0);
        let path = root.join("docs").join(format!("{page}.md"));
        if std::env::var_os("TESUJI_BLESS").is_some() {
            std::fs::write(&path, &generated).expect("a file");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == generated,
            "docs/{page}.md is old: TESUJI_BLESS=1 cargo test --test cli"
        );
    }
}

/// The commands and flags that the README shows exist.
#[test]
fn the_readme_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("README.md");
    let names = Arguments::command();
    let commands = names.get_subcommands().map(|command| command.get_name());
    let known: String = commands.map(|command| tesuji(&[command, "--help"]).1).collect();
    let words = readme.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let flags: Vec<&str> =
        words.filter(|word| word.starts_with("--") && word.contains(char::is_alphabetic)).collect();
    assert!(flags.len() > 10);
    // Flags of other programs that the README shows.
    let others =
        ["--release", "--mode", "--level", "--chinese-rules", "--positional-superko", "--nojoseki"];
    for flag in flags {
        assert!(known.contains(flag) || others.contains(&flag), "{flag}");
    }
}

#[test]
fn a_record_is_shown() {
    let path = std::env::temp_dir().join(format!("tesuji-show-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[1]SZ[5]KM[0.5];B[cc];W[dd])").expect("a file");
    let file = path.to_string_lossy();
    let (status, end, _) = tesuji(&["show", &file]);
    let (_, before, _) = tesuji(&["show", &file, "--move", "2"]);
    std::fs::write(&path, "(;GM[1]SZ[5];B[zz])").expect("a file");
    let (broken, out, err) = tesuji(&["show", &file]);
    std::fs::remove_file(&path).expect("the file");
    assert_eq!(status, 0);
    assert_eq!((end.matches('X').count(), end.matches('O').count()), (1, 1), "{end}");
    assert_eq!((before.matches('X').count(), before.matches('O').count()), (1, 0), "{before}");
    assert_eq!((broken, out.as_str()), (1, ""));
    assert!(err.starts_with("error: "), "{err}");
    assert_eq!(tesuji(&["show", "no_such_file.sgf"]).0, 1);
}

/// Sequences of Reversi are the same by bitboards and by the general rules.
#[test]
fn sequences_are_counted() {
    let fast = tesuji(&["perft", "7", "--game", "reversi"]);
    assert_eq!(fast, tesuji(&["perft", "7", "--game", "reversi", "--slow"]));
    assert_eq!((fast.0, fast.1.lines().last()), (0, Some("7 55092")));
    let anti = tesuji(&["perft", "7", "--game", "reversi", "--set", "goal=fewest"]);
    assert_eq!(anti.1, fast.1);
    let nogo = tesuji(&["perft", "2", "--game", "nogo", "--size", "1x2"]);
    assert_eq!(nogo.1, "0 1\n1 2\n2 0\n");
    let capture = ["perft", "3", "--game", "capture-go", "--size", "1x3", "--set", "captures=2"];
    assert_eq!(tesuji(&capture).1, "0 1\n1 3\n2 4\n3 2\n");
}

/// A table of solved positions: what the file tells is checked.
#[test]
fn positions_are_solved() {
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
    let rows = |arguments: &[&str], input: &str| {
        let (status, out, err) = talk(&[&["solve", "--memory", "16"], arguments].concat(), input);
        assert_eq!(err, "");
        let rows: Vec<Vec<String>> = out
            .lines()
            .skip(1)
            .map(|row| row.split_whitespace().map(str::to_owned).collect())
            .collect();
        (status, rows)
    };
    let suite = "protocol-tests/reversi/ffo.txt";
    let (status, found) = rows(&[suite, "--from", "1", "--to", "2"], "");
    assert_eq!(status, 0);
    assert_eq!(found[0][..6], ["1", "14", "G8", "+18", "+18", "ok"]);
    assert_eq!(found[1][..6], ["2", "14", "A4", "+10", "+10", "ok"]);
    assert_eq!(found[2][..6], ["total", "2:", "2", "ok,", "0", "wrong"]);
    // The same positions were visited as when it is alone and both threads agree.
    assert_eq!(rows(&[suite, "--from", "2", "--to", "2"], "").1[0][6], found[1][6]);
    let (_, two) = rows(&[suite, "--from", "1", "--to", "2", "--threads", "2"], "");
    assert_eq!((&two[0][..6], &two[1][..6]), (&found[0][..6], &found[1][..6]));
    // A file that is wrong.
    let (status, wrong) = rows(&["-"], &format!("5; {line}; X; G8:+16\n6; {line}; X; H1:+18\n"));
    assert_eq!(status, 1);
    assert_eq!(wrong[0][..6], ["5", "14", "G8", "+18", "+16", "WRONG"]);
    assert_eq!(wrong[1][5], "ok", "the best score, by a move that the file does not list");
    // Every move, and who wins.
    let (status, all) = rows(&[suite, "--to", "1", "--all-moves"], "");
    assert_eq!(status, 0);
    assert_eq!(all[1].len(), 8);
    assert_eq!(all[1].last().map(String::as_str), Some("G2:-24"));
    let (status, won) = rows(&["--position", &format!("{line} X"), "--proof", "outcome"], "");
    assert_eq!((status, won[0][3].as_str(), won[0][4].as_str()), (0, "win", "-"));
    // A side that must pass, a game that is over.
    let cells = format!("OX{}", "-".repeat(62));
    let (_, pass) = rows(&["--position", &format!("{cells} X")], "");
    assert_eq!(pass[0][2..4], ["pass", "-64"]);
    let cells = format!("XXX{}", "-".repeat(61));
    let (_, over) = rows(&["--position", &format!("{cells} O")], "");
    assert_eq!(over[0][2..4], ["-", "-64"]);
    // Estimates are no proofs, and no failures.
    let (status, guess) = rows(&[suite, "--to", "1", "--depth", "3"], "");
    assert_eq!(status, 0);
    assert!(guess[0][3].contains('.') && ["ok", "differs"].contains(&guess[0][5].as_str()));
}

/// Forced wins at Gomoku: what the file tells is checked.
#[test]
fn forced_wins_are_found() {
    let solve = |arguments: &[&str], input: &str| {
        let (status, out, err) = talk(&[&["solve", "--memory", "16"], arguments].concat(), input);
        let rows: Vec<Vec<String>> = out
            .lines()
            .skip(1)
            .map(|row| row.split_whitespace().map(str::to_owned).collect())
            .collect();
        (status, rows, err)
    };
    let (status, rows, _) = solve(&["protocol-tests/gomoku/mates.txt", "--from", "6"], "");
    assert_eq!(status, 0);
    assert_eq!(rows[0][..5], ["6", "F10", "9", "9", "ok"]);
    assert_eq!((rows[1].len(), rows[1][0].as_str()), (9, "F10"), "the line");
    assert_eq!(rows[6][..6], ["total", "3:", "3", "ok,", "0", "wrong"]);
    // A game in short, its side to move.
    let three = "freestyle 9 c5 a1 d5 a2 e5 j9";
    let (status, rows, _) = solve(&["--position", three], "");
    assert_eq!((status, &rows[0][2..4]), (0, &["3".to_owned(), "-".to_owned()][..]));
    let (_, rows, _) = solve(&["--position", three, "--plies", "2"], "");
    assert_eq!(rows[0][1..3], ["-", "none"]);
    // Files that are wrong, and what is not found out.
    let wrong =
        "x; renju; 15; C5 D5 E5; A1 B3; black; fours; 5\ny; renju; 15; H8; ; white; threats; none";
    let (status, rows, _) = solve(&["-"], wrong);
    assert_eq!((status, rows[0][4].as_str(), rows[2][4].as_str()), (1, "WRONG", "ok"));
    let open = ["protocol-tests/gomoku/mates.txt", "--from", "6", "--to", "6", "--nodes", "20"];
    let (status, rows, _) = solve(&open, "");
    assert_eq!((status, &rows[0][2..5]), (1, &["open", "9", "open"].map(str::to_owned)[..]));
    // Records; the rules are told where the file does not.
    let game = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea])";
    let (status, rows, _) = solve(&["-", "--rules", "renju"], game);
    assert_eq!((status, rows[0][2].as_str()), (0, "3"));
    let over = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga];B[lh])";
    assert!(solve(&["-"], over).2.contains("the game is over"));
    assert!(solve(&["-"], "renju 15 h8 h8").2.contains("line 1: h8"));
    assert!(solve(&["-", "--rules", "house"], game).2.contains("--rules: unknown rules house"));
}

#[test]
fn training_refuses_what_is_no_data() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = std::env::temp_dir().join(format!("tesuji-train-{}", std::process::id()));
    let out = out.to_string_lossy();
    let train = |data: &str| {
        tesuji(&["train", "go-priors", "--data", data, "--holdout", data, "--out", &out])
    };
    let (status, text, err) = train("no_such_shard.xz");
    assert_eq!((status, text.as_str()), (1, ""));
    assert!(err.contains("cannot read no_such_shard.xz"), "{err}");
    let (status, _, err) = train(&root.join("Cargo.toml").to_string_lossy());
    assert_eq!(status, 1);
    assert!(err.contains("Cargo.toml: not an xz stream"), "{err}");
    assert!(!Path::new(out.as_ref()).exists());
}

#[test]
fn a_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (status, out, _) = tesuji(&["completions", shell]);
        assert_eq!(status, 0);
        assert!(out.contains("time-per-move") && out.contains("tesuji"), "{shell}");
    }
}

#[test]
fn the_bench_signature_is_the_committed_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("protocol-tests/bench.txt");
    let (status, signature, _) = tesuji(&["bench", "--signature"]);
    assert_eq!(status, 0);
    if std::env::var_os("TESUJI_BLESS").is_some() {
        std::fs::write(&path, &signature).expect("a file");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(committed, signature, "play has changed: TESUJI_BLESS=1 cargo test --test cli");
}

/// Whoever reads our output may go away at any time.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away() {
    use std::process::{Command, Stdio};
    let binary = assert_cmd::cargo::cargo_bin("tesuji");
    for arguments in
        [&["docs", "commands"][..], &["--help"], &["config"], &["bench", "--signature"]]
    {
        let mut child = Command::new(&binary)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

/// A book is built, stopped and gone on with, written as text, changed, read, checked and shown.
#[test]
fn books_are_built_and_read() {
    let folder = std::env::temp_dir().join(format!("tesuji-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let [whole, part, text, again] = ["whole", "part", "text", "again"].map(path);
    let build = |out: &str, positions: &str| {
        let how = ["--depth", "2", "--memory", "1", "--save", "3", "--positions", positions];
        let (status, said, err) = tesuji(&[&["book", "build", "--out", out][..], &how].concat());
        assert_eq!((status, err.as_str()), (0, ""));
        said
    };
    assert_eq!(build(&whole, "12"), "12 positions, 12 of them new\n");
    assert_eq!(build(&part, "5"), "5 positions, 5 of them new\n");
    assert_eq!(build(&part, "12"), "12 positions, 7 of them new\n");
    let bytes = |name: &str| std::fs::read(name).expect("a book");
    assert_eq!(bytes(&part), bytes(&whole));
    let (status, exported, _) = tesuji(&["book", "export", "--in", &whole]);
    assert_eq!(status, 0);
    std::fs::write(&text, &exported).expect("written");
    let (status, out, err) = tesuji(&["book", "import", &text, "--out", &again]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "12 positions, 12 of them new\n", ""));
    assert_eq!(bytes(&again), bytes(&whole));
    for book in [&whole, &text] {
        let (status, out, err) = tesuji(&["book", "check", book]);
        assert_eq!((status, err.as_str()), (0, ""), "{out}");
        assert!(out.starts_with("12 positions\n12 on lines from the start\n"), "{out}");
    }
    let (status, out, _) = tesuji(&["book", "show", "--in", &whole]);
    assert!(status == 0 && out.starts_with("value "), "{out}");
    let (status, out, _) = tesuji(&[
        "book",
        "extend",
        "--in",
        &whole,
        "--out",
        &again,
        "--positions",
        "14",
        "--depth",
        "2",
    ]);
    assert_eq!((status, out.as_str()), (0, "14 positions, 2 of them new\n"));
    // A value that does not follow.
    let head = exported.find("\nstart;").expect("the start") + 1;
    let value = exported[head..].find("; value ").expect("a value") + head;
    let wrong = format!("{}; value 60.000\n{}", &exported[..value], {
        let rest = &exported[value..];
        &rest[rest.find('\n').map_or(rest.len(), |end| end + 1)..]
    });
    std::fs::write(&text, wrong).expect("written");
    let (status, out, _) = tesuji(&["book", "check", &text]);
    assert_eq!(status, 1);
    assert!(out.contains("states the value 60.000"), "{out}");
    std::fs::write(&text, b"tesuji reversi book 1\n\x05\0\0\0").expect("written");
    let (status, _, err) = tesuji(&["book", "check", &text]);
    assert!(status == 1 && err.contains("but 0 bytes follow"), "{err}");
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// In the terminal a player of Phantom Go sees his own stones and those that a refusal proves, and all of them at the end.
#[test]
fn a_game_in_the_terminal_hides_what_is_hidden() {
    let arguments =
        ["play", "--game", "phantom-go", "--size", "5", "--engine", "random", "--seed", "1"];
    let rows = |text: &str| -> Vec<String> {
        let row = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        text.lines().filter(row).map(str::to_owned).collect()
    };
    let (status, out, err) = talk(&arguments, "C3\nD4\nrecord\nnonsense\nB2\nresign\n");
    assert_eq!((status, err.as_str()), (0, ""));
    let (before, after) = out.split_once("The true board:").expect("the end");
    assert!(before.contains("black> ") && before.contains("Not before the end"), "{out}");
    assert!(before.contains("The referee: opponent played."), "{out}");
    let seen = rows(before);
    assert!(seen.len() >= 15 && seen.iter().all(|row| !row.contains('O')), "{out}");
    assert!(rows(after).iter().any(|row| row.contains('O')), "{out}");
    assert!(out.ends_with("black resigns: W+R\n"), "{out}");
}

/// Other games show everything; moves are taken back in pairs, and the end of the input ends the game.
#[test]
fn a_game_in_the_terminal() {
    let arguments =
        ["play", "--game", "gomoku", "--size", "9", "--engine", "random", "--seed", "1"];
    let (status, out, err) = talk(&arguments, "E5\nE5\nundo\nundo\nrecord\nquit\n");
    assert_eq!((status, err.as_str()), (0, ""));
    for text in ["white plays ", "Not allowed: ", "There is nothing to take back.", "(;GM[4]"] {
        assert!(out.contains(text), "{text}: {out}");
    }
    let (status, out, _) =
        talk(&["play", "--game", "reversi", "--color", "white", "--engine", "random"], "");
    assert_eq!(status, 0);
    assert!(out.contains("black plays ") && out.trim_end().ends_with("white>"), "{out}");
}
