//! `tesuji regress`, `record` and `compliance`, through the real binary.

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of a test's own, gone when this goes.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn binary() -> String {
    assert_cmd::cargo::cargo_bin!("tesuji").to_string_lossy().into_owned()
}

fn tesuji(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tesuji"));
    command.args(arguments).env_remove("RUST_LOG").write_stdin(input);
    let output = command.output().expect("an end");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

const RECORD: &str = "(;GM[1]SZ[5]KM[0.5];B[cc];W[dd])";

const TESTS: &str = "# A file with every kind of result.
loadsgf games/a.sgf
1 play b E1
#? []*
2 play w E5
#? []
3 known_command play
#? [true]
4 known_command no_such
#? [true]*
5 known_command no_such
#? [true|yes]
6 known_command play
#? [!true]
7 name
8 version
#? [0\\..*]&
9 name
#? [(?!x).*]
";

#[test]
fn every_kind_of_result() {
    let folder = Folder::new("regress");
    folder.write("deep/games/a.sgf", RECORD);
    let file = folder.write("deep/all.tst", TESTS);
    let [json, junit, html] = ["r.json", "r.xml", "r.html"].map(|name| folder.path(name));
    let arguments = ["regress", "--json", &json, "--junit", &junit, "--html", &html, &file];
    let (status, out, err) = tesuji(&arguments, b"");
    assert_eq!((status, err.as_str()), (1, ""), "{out}");
    for text in [
        "all.tst:3 1 unexpected PASS!",
        "all.tst:11 5 unexpected FAIL: Correct 'true|yes', got 'false'",
        "all.tst:13 6 unexpected FAIL: Correct '!true', got 'true'",
        "all.tst:18 9 ERROR: [(?!x).*]: lookaround of Java's dialect is not supported",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
    let row = out.lines().find(|line| line.contains("all.tst  ")).expect("a row of the table");
    let cells: Vec<&str> = row.split_whitespace().skip(1).take(6).collect();
    // Tests, FAIL, fail, PASS, pass, Error.
    assert_eq!(cells, ["9", "2", "1", "1", "3", "1"], "{out}");
    assert!(out.contains("1 not judged"), "{out}");
    let results: serde_json::Value = serde_json::from_str(&folder.read("r.json")).expect("JSON");
    assert_eq!(results["files"][0]["tests"][4]["record"], "games/a.sgf");
    assert!(results["files"][0]["engine"].as_str().is_some_and(|name| name.starts_with("tesuji")));
    assert!(folder.read("r.xml").contains("tests=\"9\" failures=\"2\" errors=\"1\" skipped=\"2\""));
    let page = folder.read("r.html");
    assert!(page.contains("PASS (unexpected)") && page.contains("A B C D E"), "a board is shown");

    // What changed since then.
    let better = TESTS
        .replace("5 known_command no_such\n#? [true|yes]", "5 known_command play\n#? [true|yes]");
    folder.write("deep/all.tst", &(better.replace("7 name\n", "") + "10 name\n"));
    let (status, out, _) = tesuji(&["regress", "--compare", &json, &file], b"");
    assert_eq!(status, 1);
    for text in [
        "newly passing (1):\n",
        "all.tst 5: FAIL 'false' -> pass 'true'",
        "new (1):\n",
        "all.tst 10: pass",
        "gone (1):\n",
        "all.tst 7: pass",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
}

#[test]
fn suites_jobs_and_exit_status() {
    let folder = Folder::new("suites");
    let good = folder.write("good.tst", "1 protocol_version\n#? [2]\n");
    folder.write("setup.tst", "loadsgf missing.sgf\n1 protocol_version\n#? [2]\n");
    folder.write("talk.gtp", "> 1 protocol_version\n=1 2\n\n> name\n= {text}\n\n");
    folder.write("dead.tst", "1 name\n2 quit\n3 name\n#? [tesuji]\n4 name\n#? [x]*\n");
    let suite = folder.write("all", "good.tst\n@more # nested\n");
    folder.write("more", "talk.gtp\ngood.tst\n");
    let (status, out, err) = tesuji(&["regress", "--jobs", "3", &format!("@{suite}")], b"");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let total = out.lines().find(|line| line.starts_with("Total")).expect("a total");
    let cells: Vec<&str> = total.split_whitespace().skip(1).take(6).collect();
    assert_eq!(cells, ["4", "0", "0", "0", "4", "0"], "{out}");

    let (status, out, _) = tesuji(&["regress", &folder.path("setup.tst")], b"");
    assert_eq!(status, 1, "a command that leads to the test failed");
    assert!(out.contains("line 1: loadsgf missing.sgf: ? cannot load file"), "{out}");

    let (status, out, _) = tesuji(&["regress", &folder.path("dead.tst"), &good], b"");
    assert_eq!(status, 2, "an engine that has ended: {out}");
    assert!(out.contains("3 ERROR: crash") && out.contains("4 ERROR: crash"), "{out}");
    assert!(out.lines().any(|line| line.starts_with("Total") && line.contains("  3  ")), "{out}");

    for (arguments, text) in [
        (vec!["regress", "no_such.tst"], "cannot read no_such.tst"),
        (vec!["regress", "--engine", "", &good], "an empty command"),
        (vec!["regress", "--engine", "a 'b", &good], "quotation mark"),
        (vec!["regress", "--timeout", "0", &good], "more than 0"),
        (vec!["regress", "--compare", &good, &good], "was not written by regress --json"),
        (vec!["regress", "--html", "no/such/folder/a.html", &good], "no folder no/such/folder"),
        (vec!["regress"], "required"),
        (vec!["regress", "@no_such"], "cannot read no_such"),
    ] {
        let (status, out, err) = tesuji(&arguments, b"");
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(text), "{arguments:?}: {err}");
    }
    let (status, out, _) = tesuji(&["regress", "--engine", "no_such_engine_here", &good], b"");
    assert_eq!(status, 2);
    assert!(out.contains("cannot start no_such_engine_here"), "{out}");
}

#[test]
fn an_engine_that_hangs() {
    let folder = Folder::new("hang");
    let engine = "sh -c 'read a; printf \"= name\\n\\n\"; sleep 60'";
    let file = folder.write("a.tst", "1 name\n2 version\n");
    let (status, out, _) = tesuji(&["regress", "--timeout", "0.5", "--engine", engine, &file], b"");
    assert_eq!(status, 2);
    assert!(out.contains("1 ERROR: hang") && out.contains("2 ERROR: hang"), "{out}");
}

#[test]
fn bless_writes_what_does_not_fit_and_keeps_the_rest() {
    let folder = Folder::new("bless");
    let old = "# A remark\n> 1 protocol_version\n=1 3\n\n# Another\n> name\n= {text}\n\n> boardsize 2\n> komi 5\n\
               > no_such\n= x\n\n> genmove b\n@sleep 1\n> get_komi\n= {move}\n\n= {number}\n\n";
    let file = folder.write("a.gtp", old);
    let (status, out, _) = tesuji(&["regress", &file], b"");
    assert_eq!(status, 1);
    assert!(out.contains("got '=1 2'"), "{out}");
    assert_eq!(folder.read("a.gtp"), old, "nothing is written without --bless");
    let (status, out, _) = tesuji(&["regress", "--bless", &file], b"");
    assert_eq!(status, 0, "{out}");
    let new = "# A remark\n> 1 protocol_version\n=1 2\n\n# Another\n> name\n= {text}\n\n> boardsize 2\n=\n\n> komi 5\n=\n\n\
               > no_such\n? unknown command\n\n> genmove b\n@sleep 1\n> get_komi\n= {move}\n\n= {number}\n\n";
    assert_eq!(folder.read("a.gtp"), new);
    let (status, out, _) = tesuji(&["regress", &file], b"");
    assert_eq!(status, 0, "{out}");

    // An engine that fails on the way writes nothing.
    let broken = folder.write("b.gtp", "> name\n= x\n\n> quit\n=\n\n> name\n= x\n\n");
    let (status, _, _) = tesuji(&["regress", "--bless", &broken], b"");
    assert_eq!(status, 2);
    assert!(folder.read("b.gtp").starts_with("> name\n= x\n"));
}

#[test]
fn a_recorded_conversation_passes_unchanged_and_replays() {
    let folder = Folder::new("record");
    let log = folder.path("a.gtp");
    let input = b"1 protocol_version\n2 boardsize 5\r\n\n# remark\n3\tplay b c3\nplay w C3\nloadsgf \xe4\\{tmp}.sgf\n\
                  4 name \n5 showboard\n6 no_such {move}\n7 genmove w\nquit\n";
    let engine = ["gtp", "--engine", "random", "--seed", "3"];
    let (status, direct, _) = tesuji(&engine, input);
    assert_eq!(status, 0);
    let mut arguments = vec!["record", &log, "--"];
    let binary = binary();
    arguments.push(&binary);
    arguments.extend(engine);
    let (status, recorded, err) = tesuji(&arguments, input);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(recorded, direct, "the client sees the same bytes");
    let text = folder.read("a.gtp");
    for line in [
        "> 2 boardsize 5\\r",
        "> ",
        "> # remark",
        "> 3\\tplay b c3",
        "> loadsgf \\xe4\\\\\\x7btmp}.sgf",
        "> 4 name\\x20",
        "?6 unknown command",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    let command = format!("'{binary}' {}", engine.join(" "));
    let (status, out, _) = tesuji(&["regress", "--engine", &command, &log], b"");
    assert_eq!(status, 0, "{out}{text}");
    // A second conversation does not overwrite the first; with patterns it fits another seed.
    arguments.insert(1, "--patterns");
    let (status, _, _) = tesuji(&arguments, input);
    assert_eq!(status, 0);
    assert_eq!(folder.read("a.gtp"), text);
    let (status, out, _) = tesuji(&["regress", &folder.path("a-2.gtp")], b"");
    assert_eq!(status, 0, "{out}");
}

#[test]
fn record_ends_as_the_engine_does() {
    let folder = Folder::new("record-end");
    let log = folder.path("a.gtp");
    let run =
        |script: &str, input: &[u8]| tesuji(&["record", &log, "--", "sh", "-c", script], input);
    assert_eq!(run("exit 7", b""), (7, String::new(), String::new()));
    let (status, out, err) = run("cat; echo end >&2; exit 3", b"no\xffnewline");
    assert_eq!((status, err.as_str()), (3, "end\n"));
    assert_eq!(out, "no\u{fffd}newline");
    #[cfg(unix)]
    assert_eq!(run("kill -9 $$", b"").0, 137);
    // The engine leaves while the client still has its end of the pipe: nobody waits.
    let (status, out, _) = run("echo '= x'; echo; exit 0", b"1 name\n2 name\n");
    assert_eq!((status, out.as_str()), (0, "= x\n\n"));
    let (status, _, err) = tesuji(&["record", &log, "--", "no_such_engine_here"], b"");
    assert_eq!(status, 2);
    assert!(err.contains("cannot start no_such_engine_here"), "{err}");
    let (status, _, err) = tesuji(&["record", "no/such/folder/a", "--", "true"], b"");
    assert_eq!(status, 2);
    assert!(err.contains("cannot write no/such/folder/a"), "{err}");
}

/// A killed recorder has written every exchange that was complete, and signals reach the engine.
#[cfg(unix)]
#[test]
fn record_under_signals() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let folder = Folder::new("record-kill");
    for (name, signal, expected) in
        [("kill.gtp", Signal::SIGKILL, None), ("term.gtp", Signal::SIGTERM, Some(44))]
    {
        let log = folder.path(name);
        let script = "trap 'exit 44' TERM; while read -r a; do printf '= %s\\n\\n' \"$a\"; done";
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tesuji"))
            .args(["record", &log, "--", "sh", "-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        for command in ["name", "version"] {
            writeln!(input, "{command}").expect("a reading recorder");
            let mut next = || output.next().expect("a line").expect("a line");
            assert_eq!(next(), format!("= {command}"));
            assert_eq!(next(), "");
        }
        let id = Pid::from_raw(i32::try_from(child.id()).expect("a number"));
        kill(id, signal).expect("a signal");
        if signal == Signal::SIGTERM {
            // A shell looks at its traps when the read ends.
            let _ = writeln!(input, "more");
        }
        assert_eq!(child.wait().expect("an end").code(), expected, "{name}");
        let text = folder.read(name);
        assert!(text.contains("> name\n= name\n\n> version\n= version\n\n"), "{name}: {text}");
    }
}

#[test]
fn our_own_program_complies() {
    let folder = Folder::new("compliance");
    let json = folder.path("c.json");
    let command = format!("'{}' gtp --playouts 50 --threads 1", binary());
    let (status, out, err) =
        tesuji(&["compliance", "--timeout", "60", "--json", &json, &command], b"");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(out.contains(", 0 faults, "), "{out}");
    let found: serde_json::Value = serde_json::from_str(&folder.read("c.json")).expect("JSON");
    let checks = found["checks"].as_array().expect("a list");
    assert!(checks.len() > 130, "{}", checks.len());
    let offered = checks.iter().filter(|check| check["outcome"] != "not offered").count();
    assert_eq!(offered, checks.len(), "everything is offered: {out}");
}

#[test]
fn an_engine_that_does_everything_wrong() {
    // It answers every line, blank ones too, with the same words and without ids.
    let engine = "sh -c 'while read -r a; do printf \"=1 2\\n\\n\"; done'";
    let (status, out, _) =
        tesuji(&["compliance", "--timeout", "1", "--group", "framing", engine], b"");
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("failure with an id") && out.contains("FAULT"), "{out}");
    for (arguments, text) in [
        (vec!["compliance", "no_such_engine_here"], "cannot start no_such_engine_here"),
        (vec!["compliance", "--group", "nothing", "true"], "accepted: framing, ids"),
        (vec!["compliance", "true"], "cannot be checked"),
        (vec!["compliance"], "required"),
        (vec!["compliance", "--protocol", "chess", "true"], "possible values: gtp"),
    ] {
        let (status, out, err) = tesuji(&arguments, b"");
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(text), "{arguments:?}: {err}");
    }
    let (status, out, _) = tesuji(&["compliance", "--list"], b"");
    assert_eq!(status, 0);
    assert!(out.contains("ids: leading zeros: 007 protocol_version -> =7 2 or =007 2"), "{out}");
}

/// GNU Go 3.8 has the faults that are known of it and no other (`protocol-tests/compliance-gnugo-3.8.txt`).
#[test]
fn gnu_go_has_its_known_faults() {
    let program = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
    let Some(program) = program.iter().find(|path| Path::new(path).exists()) else {
        println!("skipped: GNU Go is not installed");
        return;
    };
    let version = Command::new(program).arg("--version").output().expect("an end").stdout;
    if !String::from_utf8_lossy(&version).starts_with("GNU Go 3.8") {
        println!("skipped: another version of GNU Go");
        return;
    }
    let folder = Folder::new("compliance-gnugo");
    let json = folder.path("c.json");
    let command = format!("{program} --mode gtp --level 1");
    let arguments = ["compliance", "--timeout", "60", "--json", &json, &command];
    let (status, out, _) = tesuji(&arguments, b"");
    assert_eq!(status, 1, "{out}");
    let found: serde_json::Value = serde_json::from_str(&folder.read("c.json")).expect("JSON");
    let checks = found["checks"].as_array().expect("a list");
    let faults: Vec<String> = checks
        .iter()
        .filter(|check| check["outcome"] == "FAULT")
        .map(|check| [&check["group"], &check["name"]].map(|t| t.as_str().unwrap_or("")).join(": "))
        .collect();
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/compliance-gnugo-3.8.txt");
    let known = fs::read_to_string(path).expect("the list");
    let known: Vec<&str> =
        known.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(faults, known, "{out}");
}
