//! Matches and events through the real binary: what is played, what is kept, and what survives a death.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tesuji-match-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).expect("a file");
        self.file(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin("tesuji"));
        command.args(arguments).current_dir(&self.0).env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    /// Exit status, standard output, standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.command(arguments).output().expect("an end");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a process")
    }

    /// The games of a journal, its header apart.
    fn games(&self, journal: &str) -> Vec<Value> {
        let text = self.read(journal);
        assert!(text.ends_with('\n'), "a whole journal");
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("an entry")).collect()
    }

    /// Every game exactly once?
    fn assert_complete(&self, journal: &str, count: usize) {
        let games = self.games(journal);
        let numbers: BTreeSet<u64> = games.iter().map(number).collect();
        assert_eq!(games.len(), count, "no game twice");
        assert_eq!(numbers, (1..=count as u64).collect(), "no game missing");
    }

    fn records(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(folder)).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn number(game: &Value) -> u64 {
    game["game"].as_u64().expect("a number")
}

/// What of a game must not depend on time: who played what.
fn essence(games: &[Value]) -> Vec<String> {
    let mut list: Vec<(u64, String)> = games
        .iter()
        .map(|game| {
            let moves = game["moves"].as_array().expect("moves").iter();
            let moves: Vec<&str> = moves.map(|mv| mv["move"].as_str().expect("a move")).collect();
            let [black, white] = ["black", "white"].map(|c| game[c]["name"].to_string());
            (number(game), format!("{black} {white} {} {}", game["result"], moves.join(" ")))
        })
        .collect();
    list.sort();
    list.into_iter().map(|(number, text)| format!("{number} {text}")).collect()
}

const RANDOM: [&str; 7] = ["match", "--black", "random", "--white", "random", "--size", "5"];

fn random<'a>(more: &[&'a str]) -> Vec<&'a str> {
    RANDOM.iter().chain(more).copied().collect()
}

/// An engine in a shell script: answers everything; `on` are its cases for single commands.
fn script(on: &str) -> String {
    format!(
        "i=0\nwhile read -r line; do\n case \"$line\" in\n{on}\n  name) printf '= scripted\\n\\n';;\n  \
         protocol_version) printf '= 2\\n\\n';;\n  list_commands) printf '= name\\nversion\\nboardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\nquit\\n\\n';;\n  \
         quit) printf '= \\n\\n'; exit 0;;\n  genmove*) printf '= pass\\n\\n';;\n  *) printf '= \\n\\n';;\n esac\ndone\n"
    )
}

#[test]
fn a_match_is_played_recorded_and_replayed_by_its_seed() {
    let folder = Folder::new("plain");
    fs::create_dir(folder.0.join("sgf")).expect("a folder");
    let (status, out, err) =
        folder.run(&random(&["--games", "5", "--journal", "a", "--sgf", "sgf"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("random"), "{out}");
    assert_eq!(err.lines().filter(|line| line.starts_with("game ")).count(), 5, "{err}");
    assert!(err.contains("score "), "{err}");
    folder.assert_complete("a", 5);
    let names: Vec<String> = (1..=5).map(|game| format!("game-{game:04}.sgf")).collect();
    assert_eq!(folder.records("sgf"), names);
    let first = folder.games("a");
    for game in &first {
        let (black, white) = (game["black"]["name"].as_str(), game["white"]["name"].as_str());
        assert_ne!(black, white, "names are distinct");
        let swapped = number(game).is_multiple_of(2);
        assert_eq!(black == first[0]["black"]["name"].as_str(), !swapped, "colours alternate");
    }
    // The same again, at two games a time, records in one file; and with another seed.
    let more = ["--games", "5", "--journal", "b", "--sgf", "b.sgf", "--concurrency", "2"];
    assert_eq!(folder.run(&random(&more)).0, 0);
    assert_eq!(essence(&folder.games("b")), essence(&first));
    assert_eq!(folder.read("b.sgf").matches("(;").count(), 5);
    assert_eq!(folder.run(&random(&["--games", "5", "--journal", "c", "--seed", "2"])).0, 0);
    assert_ne!(essence(&folder.games("c")), essence(&first));
}

/// Games without a score: a program that begins with Go is told the game and its rules, and records tell them too.
#[test]
fn games_that_end_by_rule_are_played_and_recorded() {
    let folder = Folder::new("rule");
    let program = format!("{} gtp --threads 1 --playouts 50", cargo_bin("tesuji").display());
    let table: [(&str, &[&str], &str); 2] = [
        ("nogo", &[], "RU[NoGo]"),
        ("capture-go", &["--set", "captures=3"], "RU[Capture-Go captures=3]"),
    ];
    for (game, more, rules) in table {
        let (journal, records) = (format!("{game}.jsonl"), format!("{game}/"));
        let players = ["--black", "mcts playouts=50", "--white", &program];
        let plan = ["match", "--game", game, "--size", "5", "--games", "4"];
        let output = ["--journal", &journal, "--sgf", &records];
        let (status, _, err) = folder.run(&[&plan[..], &players, more, &output].concat());
        assert_eq!(status, 0, "{err}");
        for entry in folder.games(&journal) {
            let result = entry["result"].as_str().expect("a result");
            assert!(["B+", "W+"].contains(&result), "{entry}");
            assert!(!entry.to_string().contains("\"fault\""), "{entry}");
        }
        for name in folder.records(game) {
            assert!(folder.read(&format!("{game}/{name}")).contains(rules), "{name}");
        }
        assert_eq!(folder.records(game).len(), 4);
    }
}

#[test]
fn an_event_goes_on_where_its_journal_ends() {
    let folder = Folder::new("resume");
    let play = random(&["--games", "6", "--journal", "j", "--sgf", "sgf/"]);
    assert_eq!(folder.run(&play).0, 0);
    let whole = essence(&folder.games("j"));
    let text = folder.read("j");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // Half of the fourth game; its record and that of the second game are gone.
    folder.write("j", &(lines[..4].concat() + &lines[4][..40]));
    for name in ["game-0004.sgf", "game-0002.sgf"] {
        fs::remove_file(folder.0.join("sgf").join(name)).expect("a record");
    }
    let (status, _, err) = folder.run(&play);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("torn last line") && err.contains("3 of 6 games were played"), "{err}");
    folder.assert_complete("j", 6);
    assert_eq!(essence(&folder.games("j")), whole);
    assert_eq!(folder.records("sgf").len(), 6);
    // Once more: nothing is played.
    let text = folder.read("j");
    let (status, out, err) = folder.run(&play);
    assert_eq!((status, folder.read("j") == text), (0, true), "{err}");
    assert!(out.contains("random") && !err.contains("\ngame "), "{err}");
    // Another event, or records of nobody knows whom.
    let (status, _, err) = folder.run(&random(&["--games", "8", "--journal", "j"]));
    assert_eq!(status, 2);
    assert!(err.contains("games is 8 now, 6 in the journal"), "{err}");
    let (status, _, err) = folder.run(&random(&["--games", "6", "--sgf", "sgf/"]));
    assert_eq!(status, 2);
    assert!(err.contains("game-0001.sgf is there already"), "{err}");
    folder.write("j", &(lines[..3].concat() + "{}\n" + lines[4]));
    let (status, _, err) = folder.run(&play);
    assert_eq!(status, 2);
    assert!(err.contains("line 4"), "{err}");
}

/// Waits until the journal has that many lines.
fn wait_for(folder: &Folder, journal: &str, lines: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    let count = || fs::read_to_string(folder.0.join(journal)).map_or(0, |t| t.lines().count());
    while count() < lines {
        assert!(Instant::now() < until, "{} lines of {lines}", count());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn kill_it_five_times_and_every_game_is_there_once() {
    let folder = Folder::new("kill");
    let play = random(&["--games", "60", "--journal", "j", "--sgf", "sgf/", "--concurrency", "2"]);
    for lines in [2, 10, 20, 30, 40] {
        let mut child = folder.start(&play);
        wait_for(&folder, "j", lines);
        child.kill().expect("killed");
        child.wait().expect("dead");
    }
    let (status, _, err) = folder.run(&play);
    assert_eq!(status, 0, "{err}");
    folder.assert_complete("j", 60);
    assert_eq!(folder.records("sgf").len(), 60);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_games_and_keeps_what_is_played() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = Folder::new("interrupt");
    let play = random(&["--games", "100000", "--journal", "j", "--concurrency", "2"]);
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let before = fs::read_to_string(folder.0.join("j")).map_or(1, |text| text.lines().count());
        let child = folder.start(&play);
        wait_for(&folder, "j", before + 2);
        // Nobody else plays this event meanwhile.
        let (status, _, err) = folder.run(&play);
        assert_eq!(status, 2);
        assert!(err.contains("another tesuji plays this event"), "{err}");
        kill(Pid::from_raw(child.id() as i32), signal).expect("a signal");
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stdout).contains("random"), "the table");
    }
    let count = folder.games("j").len();
    let numbers: BTreeSet<u64> = folder.games("j").iter().map(number).collect();
    assert!(count >= 4 && numbers.len() == count, "{count}");
}

/// No engine outlives a match, however it ends.
#[cfg(unix)]
#[test]
fn no_engine_is_left_behind() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = Folder::new("orphans");
    // Thinks for ever, and tells who it is.
    let on = format!("  genmove*) echo $$ > {}; while :; do sleep 1; done;;", folder.file("pid"));
    let engine = format!("sh {}", folder.write("slow.sh", &script(&on)));
    let play = ["match", "--black", &engine, "--white", "random", "--size", "5"];
    let is_alive = |pid: &str| Path::new("/proc").join(pid.trim()).join("cmdline").exists();
    for signals in [&[Signal::SIGINT, Signal::SIGINT][..], &[Signal::SIGKILL]] {
        let mut child = folder.start(&play);
        wait_for(&folder, "pid", 1);
        let engine = folder.read("pid");
        assert!(cfg!(not(target_os = "linux")) || is_alive(&engine));
        for &signal in signals {
            kill(Pid::from_raw(child.id() as i32), signal).expect("a signal");
            std::thread::sleep(Duration::from_millis(300));
        }
        let status = child.wait().expect("an end");
        if signals.len() == 2 {
            assert_eq!(status.code(), Some(130));
        }
        let until = Instant::now() + Duration::from_secs(10);
        while is_alive(&engine) {
            assert!(Instant::now() < until, "the engine is left");
            std::thread::sleep(Duration::from_millis(20));
        }
        fs::remove_file(folder.0.join("pid")).expect("the file");
    }
}

#[test]
fn shards_together_are_the_whole() {
    let folder = Folder::new("shards");
    let play = |more: &[&str]| {
        let (status, _, err) = folder.run(&random(&[&["--games", "9"], more].concat()));
        assert_eq!(status, 0, "{err}");
    };
    play(&["--journal", "whole"]);
    play(&["--journal", "one", "--shard", "1/2"]);
    play(&["--journal", "two", "--shard", "2/2"]);
    let both = [folder.games("one"), folder.games("two")].concat();
    assert_eq!(essence(&both), essence(&folder.games("whole")));
    let (one, two) = (folder.games("one").len(), folder.games("two").len());
    assert_eq!((one, two), (5, 4), "pairs stay together");
}

#[test]
fn a_saved_match_is_the_same_event() {
    let folder = Folder::new("saved");
    let common = ["--games", "4", "--komi", "2.5", "--rules", "tromp-taylor", "--max-moves", "60"];
    let (status, _, err) =
        folder.run(&random(&[&common[..], &["--save-event", "e.toml", "--time", "9+1"]].concat()));
    assert_eq!(status, 0, "{err}");
    let (status, _, err) = folder.run(&["tournament", "e.toml"]);
    assert_eq!(status, 0, "{err}");
    folder.assert_complete("e.jsonl", 4);
    let (status, _, err) =
        folder.run(&random(&[&common[..], &["--journal", "m", "--time", "9+1"]].concat()));
    assert_eq!(status, 0, "{err}");
    assert_eq!(essence(&folder.games("m")), essence(&folder.games("e.jsonl")));
}

#[test]
fn a_swiss_event_goes_on_within_a_round() {
    let folder = Folder::new("swiss");
    let player = "[[player]]\nengine = 'random'\n";
    let event = format!("format = 'swiss'\nsize = '5'\ngames = 2\n{}", player.repeat(5));
    folder.write("s.toml", &event);
    let (status, out, err) = folder.run(&["tournament", "s.toml", "--dry-run"]);
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("12 games; the later rounds depend"), "{out}");
    let (status, _, err) = folder.run(&["tournament", "s.toml", "--concurrency", "2"]);
    assert_eq!(status, 0, "{err}");
    folder.assert_complete("s.jsonl", 12);
    let whole = essence(&folder.games("s.jsonl"));
    let text = folder.read("s.jsonl");
    for lines in [1, 3, 5, 7, 12] {
        let kept: String = text.split_inclusive('\n').take(lines).collect();
        folder.write("s.jsonl", &kept);
        assert_eq!(folder.run(&["tournament", "s.toml"]).0, 0);
        assert_eq!(essence(&folder.games("s.jsonl")), whole);
    }
    let (status, _, err) =
        folder.run(&["tournament", "s.toml", "--shard", "1/2", "--journal", "x"]);
    assert_eq!(status, 2);
    assert!(err.contains("cannot be played in shards"), "{err}");
}

#[cfg(unix)]
#[test]
fn engines_that_fail() {
    let folder = Folder::new("faults");
    let engine = |name: &str, on: &str| format!("sh {}", folder.write(name, &script(on)));
    let crash = engine("crash.sh", "  genmove*) exit 3;;");
    let play = |engine: &str, more: &[&str]| {
        let all =
            ["match", "--black", engine, "--black-name", "bad", "--white", "random", "--size", "5"];
        folder.run(&[&all, more].concat())
    };
    // A crash loses the game; the engine is started again.
    let (status, _, err) = play(&crash, &["--games", "3", "--journal", "a"]);
    assert_eq!(status, 0, "{err}");
    let games = folder.games("a");
    assert_eq!(games.len(), 3);
    for game in &games {
        let color = if game["black"]["name"] == "bad" { "W+" } else { "B+" };
        assert!(game["result"].as_str().expect("a result").starts_with(color), "{game}");
        assert_eq!(game["faults"][0]["fault"], "crash");
        assert_eq!(game["faults"][0]["player"], "bad");
    }
    assert!(err.contains("bad: crash"), "{err}");
    // Unless that is the end of the event.
    let (status, out, err) = play(&crash, &["--games", "3", "--journal", "b", "--no-recover"]);
    assert_eq!((status, folder.games("b").len()), (1, 1), "{err}");
    assert!(out.contains("random") && err.contains("not completed: bad: crash"), "{err}");
    // Starts once, and then never again: that costs no games but the one of the crash.
    let on = format!(
        "  genmove*) echo > {0}; exit 3;;\n  name) [ -e {0} ] && exit 4;",
        folder.file("once")
    );
    let on = format!("{on} printf '= once\\n\\n';;");
    let once = engine("once.sh", &on);
    let (status, _, err) = play(&once, &["--games", "4", "--journal", "c"]);
    assert_eq!((status, folder.games("c").len()), (1, 1), "{err}");
    assert!(err.contains("tried 3 times, its games are left out"), "{err}");
    assert!(err.contains("1 of 4 games are played"), "{err}");
    fs::remove_file(folder.file("once")).expect("the mark");
    // In order again, the event goes on.
    folder.write("once.sh", &script("  name) printf '= once\\n\\n';;"));
    let (status, _, err) = play(&once, &["--games", "4", "--journal", "c"]);
    assert_eq!(status, 0, "{err}");
    folder.assert_complete("c", 4);
    // Does not quit: the fault is in its last game.
    let stay = engine("stay.sh", "  quit) printf '= \\n\\n'; while :; do sleep 1; done;;");
    let event = format!(
        "size = '5'\ngames = 2\njournal = 'd'\n[rulings]\nquit-patience = 0.1\n[[player]]\nname = 'bad'\nengine = '{stay}'\n[[player]]\nengine = 'random'\n"
    );
    folder.write("d.toml", &event);
    let (status, _, err) = folder.run(&["tournament", "d.toml"]);
    assert_eq!(status, 0, "{err}");
    let games = folder.games("d");
    assert!(games[0].get("faults").is_none(), "{}", games[0]);
    assert_eq!(games[1]["faults"][0]["fault"], "quit");
    folder.write("d.toml", &event.replace("name = 'bad'", "name = 'bad'\nrestart = true"));
    fs::remove_file(folder.file("d")).expect("the journal");
    assert_eq!(folder.run(&["tournament", "d.toml"]).0, 0);
    assert!(folder.games("d").iter().all(|game| game["faults"][0]["fault"] == "quit"));
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let folder = Folder::new("sprt");
    let play = [
        "match",
        "--black",
        "uct playouts=60",
        "--white",
        "random",
        "--size",
        "5",
        "--games",
        "400",
        "--sprt",
        "elo0=0,elo1=200",
        "--journal",
        "j",
        "--concurrency",
        "2",
    ];
    let (status, out, err) = folder.run(&play);
    assert_eq!(status, 0, "{err}");
    let count = folder.games("j").len();
    assert!((2..200).contains(&count), "{count}");
    assert!(out.contains("H1 accepted"), "{out}");
    assert!(err.contains("LLR"), "{err}");
    // It stays decided.
    assert_eq!(folder.run(&play).0, 0);
    assert_eq!(folder.games("j").len(), count);
}

#[test]
fn the_schedule_is_shown_without_playing() {
    let folder = Folder::new("dry");
    let (status, out, err) =
        folder.run(&random(&["--games", "3", "--dry-run", "--journal", "j", "--sgf", "s/"]));
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out.lines().count(), 5, "{out}");
    assert!(
        out.lines().next().is_some_and(|head| head.contains("round")) && out.ends_with("3 games\n")
    );
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 0, "nothing is written");
    let (_, part, _) = folder.run(&random(&["--games", "6", "--dry-run", "--shard", "2/3"]));
    assert!(part.ends_with("2 games\n"), "{part}");
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_is() {
    let folder = Folder::new("usage");
    folder.write(
        "bad.toml",
        "size = '5'\ntime = 'soon'\n[[player]]\nengine='random'\n[[player]]\nengine='random'\n",
    );
    folder.write("key.toml", "sise = '5'\n");
    folder.write("word.toml", "format = 'knockout'\n");
    folder.write("engine.toml", "[[player]]\nengine='random'\n[[player]]\nengine='uct x=1'\n");
    folder.write("notes", "my notes\n");
    let dead = "sh -c 'exit 7'";
    let cases: &[(&[&str], &str)] = &[
        (&["match", "--black", "random"], "--white"),
        (&random(&["--games", "0"]), "--games: from 1 to 1000000, not 0"),
        (&random(&["--games", "x"]), "--games"),
        (&["match", "--black", "random", "--white", "random", "--size", "26"], "N or WxH"),
        (&random(&["--time", "soon"]), "--time: "),
        (&random(&["--black-time", "60+"]), "--black-time: "),
        (&random(&["--rules", "house"]), "house"),
        (&random(&["--set", "ko"]), "KEY=VALUE"),
        (&random(&["--set", "no=1"]), "no"),
        (&random(&["--game", "chess"]), "there is no game chess"),
        (&random(&["--openings", "no-such-file"]), "no-such-file"),
        (&random(&["--opening-order", "best"]), "sequential, random"),
        (&random(&["--agree", "0.9"]), "WINRATE:MOVES"),
        (&random(&["--agree", "0.3:4"]), "--agree: "),
        (&random(&["--late", "never"]), "lose, tolerate"),
        (&random(&["--margin", "-1"]), "--margin"),
        (&random(&["--sprt", "elo0=0"]), "elo0=X,elo1=Y"),
        (&random(&["--sprt", "elo0=5,elo1=0"]), "--sprt: "),
        (&random(&["--sprt", "elo0=0,elo1=5,alpha=2"]), "--sprt: "),
        (&random(&["--shard", "3/2"]), "a shard is I/N"),
        (&random(&["--concurrency", "0"]), "--concurrency: from 1"),
        (&random(&["--concurrency", "500", "--pin"]), "--pin: "),
        (&random(&["--handicap", "1"]), "--handicap"),
        (&random(&["--journal", "notes"]), "is no journal"),
        (&random(&["--journal", "no/such/folder/j"]), "the journal"),
        (&random(&["--sgf", "no/such/folder/x.sgf"]), "cannot write the records"),
        (&["match", "--black", "no-such-program", "--white", "random"], "no-such-program"),
        (&["match", "--black", "random", "--white", dead, "--size", "5"], "--white: "),
        (&["match", "--black", "uct x=1", "--white", "random"], "--black: "),
        (&["match", "--black", "sh 'x", "--white", "random"], "--black: "),
        (&["tournament"], "EVENT.toml"),
        (&["tournament", "none.toml"], "cannot read none.toml"),
        (&["tournament", "bad.toml"], "bad.toml, line 2: time: "),
        (&["tournament", "key.toml"], "unknown field `sise`, expected one of"),
        (&["tournament", "word.toml"], "`round-robin`"),
        (&["tournament", "engine.toml"], "engine.toml, line 4: player 2, engine: "),
    ];
    let mut wrong = Vec::new();
    for (arguments, message) in cases {
        let (status, out, err) = folder.run(arguments);
        if (status, out.as_str()) != (2, "")
            || !err.contains(message)
            || !err.starts_with("error: ")
        {
            wrong.push(format!("{arguments:?} should say {message:?}: {status} {out} {err}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(folder.read("notes"), "my notes\n");
}

#[test]
fn the_example_event_is_played() {
    let folder = Folder::new("example");
    let (status, text, _) = folder.run(&["tournament", "--example"]);
    assert_eq!(status, 0);
    let short = text.replace("size = \"9\"", "size = \"5\"").replace("games = 4 ", "games = 2 ");
    folder.write("e.toml", &short);
    let (status, _, err) = folder.run(&["tournament", "e.toml", "--concurrency", "2", "--pin"]);
    // Two processors may not be there.
    if status == 2 {
        assert!(err.contains("each game needs a processor"), "{err}");
        return;
    }
    assert_eq!(status, 0, "{err}");
    folder.assert_complete("e.jsonl", 4);
}
