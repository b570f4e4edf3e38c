//! Matches of Phantom Go: built-in players, programs behind SAU and GTP, ordinary Go engines, and programs that misbehave.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tesuji::session::{self, Settings};

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("tesuji-phantom-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn script(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        format!("sh {}", path.display())
    }

    /// Exit status and standard error.
    fn run(&self, black: &str, white: &str, more: &[&str]) -> (i32, String) {
        let output = Command::new(cargo_bin("tesuji"))
            .args(["match", "--game", "phantom-go", "--black", black, "--white", white])
            .args(["--journal", "j", "--sgf", "games.sgf"])
            .args(more)
            .current_dir(&self.0)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .output()
            .expect("an end");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap_or(-1), text)
    }

    /// The games, after a match that was played to its end.
    fn play(&self, black: &str, white: &str, more: &[&str]) -> Vec<Value> {
        let (status, err) = self.run(black, white, more);
        assert_eq!(status, 0, "{err}");
        self.games()
    }

    fn games(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.0.join("j")).expect("a journal");
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("an entry")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn faults(game: &Value) -> Vec<(&str, &str)> {
    let list = game["faults"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .map(|note| (note["color"].as_str().unwrap_or(""), note["fault"].as_str().unwrap_or("")))
        .collect()
}

/// Each move with the tries before it.
fn moves(game: &Value) -> Vec<String> {
    let list = game["moves"].as_array().expect("moves").iter();
    list.map(|mv| format!("{} {} after {}", mv["color"], mv["move"], mv["refused"])).collect()
}

fn assert_sound(games: &[Value], count: usize) {
    assert_eq!(games.len(), count);
    for game in games {
        assert_eq!(faults(game), [], "{game}");
        assert_eq!(game["ending"], "score", "{game}");
    }
}

fn own(arguments: &str) -> String {
    format!("'{}' {arguments}", cargo_bin("tesuji").display())
}

#[test]
fn built_in_players() {
    let folder = Folder::new("random");
    let games = folder.play("random", "random", &["--games", "6"]);
    assert_sound(&games, 6);
    let refused = |game: &Value| moves(game).iter().filter(|mv| !mv.ends_with("null")).count();
    assert!(games.iter().all(|game| refused(game) > 5), "tries are in the journal");
    let folder = Folder::new("belief");
    let games =
        folder.play("belief playouts=20", "blind playouts=100", &["--size", "5", "--games", "2"]);
    assert_sound(&games, 2);
    for rules in ["olympiad", "openspiel"] {
        let folder = Folder::new(rules);
        let more = ["--rules", rules, "--games", "2", "--set", "tell_passes=false"];
        for game in folder.play("random", "random", &more) {
            assert_eq!(faults(&game), [], "{game}");
        }
    }
}

/// The record is the true game with the refused tries; a session that loads it has both.
#[test]
fn records_hold_the_tries() {
    let folder = Folder::new("records");
    let games = folder.play("random", "random", &["--games", "1"]);
    let text = fs::read(folder.0.join("games.sgf")).expect("records");
    assert!(String::from_utf8_lossy(&text).contains("TRY["));
    let open = session::find("phantom-go").expect("the game").open;
    let mut session = open(&Settings::default()).expect("a session");
    session.load(&text, 0).expect("a record");
    let entry = games[0]["moves"].as_array().expect("moves");
    assert_eq!(session.moves().len(), entry.len());
    for ((color, mv), played) in session.moves().iter().zip(entry) {
        assert_eq!(played["move"], mv.to_string());
        assert_eq!(played["color"], color.letter().to_ascii_lowercase().to_string());
    }
    let told = session.phantom().expect("books").state.told(tesuji::base::Color::Black).to_vec();
    let refusals = |name: &str| told.iter().filter(|e| e.to_string().starts_with(name)).count();
    let tries = |color: &str| -> usize {
        let own = entry.iter().filter(|played| played["color"] == color);
        own.map(|played| played["refused"].as_array().map_or(0, Vec::len)).sum()
    };
    assert_eq!(refusals("refused"), tries("b"));
    assert_eq!(session.outcome().map(|o| o.to_string()).as_deref(), games[0]["result"].as_str());
}

/// The same player inside the process, behind SAU and behind GTP plays the same games: each is told all, and no more.
#[test]
fn three_ways_to_be_told_are_one() {
    let mut seen = Vec::new();
    let options = "--engine blind --playouts 40 --seed 5 --threads 1";
    let players = [
        "blind playouts=40 seed=5".to_owned(),
        format!("sau:{}", own(&format!("sau --rules contest {options}"))),
        own(&format!("gtp --game phantom-go {options}")),
    ];
    for (number, player) in players.iter().enumerate() {
        let folder = Folder::new(&format!("ways-{number}"));
        let games = folder.play(player, "random seed=3", &["--games", "2"]);
        assert_sound(&games, 2);
        seen.push(games.iter().map(moves).collect::<Vec<_>>());
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn engines_behind_sau_on_both_sides() {
    let folder = Folder::new("sau");
    let engine = |seed| format!("sau:{}", own(&format!("sau --engine random --seed {seed}")));
    let more = ["--games", "20", "--time", "30"];
    assert_sound(&folder.play(&engine(1), &engine(2), &more), 20);
}

/// Go engines that know of no hidden stones.
#[test]
fn ordinary_go_engines() {
    let mut engines =
        vec![own("gtp --game go --playouts 20 --threads 1"), own("gtp --engine random")];
    let gnugo =
        ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| Path::new(path).is_file());
    engines.extend(gnugo.map(|path| format!("{path} --mode gtp --level 0")));
    for (number, engine) in engines.iter().enumerate() {
        let folder = Folder::new(&format!("bridge-{number}"));
        for game in folder.play(engine, "random", &["--games", "4"]) {
            assert_eq!(faults(&game), [], "{game}");
            // Who thinks that the game is lost may say so.
            assert!(game["ending"] == "score" || game["ending"] == "resignation", "{game}");
        }
    }
}

/// A shell script that speaks SAU: what it does in place of each move.
fn sau_script(on_move: &str) -> String {
    format!(
        "while read -r word rest; do\n case \"$word $rest\" in\n  'name? ') echo name scripted;;\n  quit*) exit 0;;\n  \
         'new black'|'move go'|'move pass'|refuse*|error*) {on_move};;\n esac\ndone\n"
    )
}

#[test]
fn programs_that_misbehave() {
    let cases = [
        // The same point again and again: refused once, and then no try any more.
        ("repeats", "echo move EE", "illegal"),
        ("off-the-board", "echo move JA", "illegal"),
        ("small", "echo move ee", "illegal"),
        ("garbage", "echo thinking; echo 'move'", "garbage"),
        ("hangs", "sleep 100", "hang"),
        ("crashes", "exit 1", "crash"),
    ];
    for (name, on_move, fault) in cases {
        let folder = Folder::new(name);
        let engine = format!("sau:{}", folder.script("engine", &sau_script(on_move)));
        let games =
            folder.play(&engine, "random", &["--games", "2", "--time", "5", "--patience", "1"]);
        assert_eq!(games.len(), 2);
        for game in &games {
            let color = if game["black"]["name"] == "scripted" { "b" } else { "w" };
            assert_eq!(faults(game), [(color, fault)], "{name}: {game}");
            assert_eq!(game["ending"], "forfeit", "{name}: {game}");
        }
    }
    // Asked again, it may do better: the third answer is a pass.
    let folder = Folder::new("again");
    let script = "n=$((n+1)); if [ $n = 3 ]; then echo move pass; n=0; else echo move ZZ; fi";
    let engine = format!("sau:{}", folder.script("engine", &sau_script(script)));
    let more = ["--games", "2", "--illegal-moves-lose", "3", "--size", "5"];
    for game in folder.play(&engine, "random", &more) {
        assert!(faults(&game).iter().all(|(_, fault)| *fault == "illegal"), "{game}");
        assert_eq!(game["ending"], "score", "{game}");
    }
    // Where the rules set no bounds, a player who tries one taken point for ever still comes to an end.
    let folder = Folder::new("endless");
    let engine = format!("sau:{}", folder.script("engine", &sau_script("echo move EE")));
    let more = ["--games", "1", "--set", "tries=0", "--set", "cap=0"];
    assert_eq!(folder.play(&engine, "random", &more)[0]["ending"], "move-limit");
}

/// A Go engine that does not listen: it plays the same point for ever, or hangs, behind the bridge.
#[test]
fn go_engines_that_misbehave() {
    let gtp = |genmove: &str| {
        format!(
            "while read -r word rest; do\n case \"$word\" in\n  name) printf '= scripted\\n\\n';;\n  version) printf '= 1\\n\\n';;\n  \
             list_commands) printf '= name\\nundo\\nplay\\ngenmove\\n\\n';;\n  play|undo) printf '? no\\n\\n';;\n  \
             genmove) {genmove};;\n  quit) printf '= \\n\\n'; exit 0;;\n  *) printf '= \\n\\n';;\n esac\ndone\n"
        )
    };
    let cases = [
        ("stubborn", "printf '= E5\\n\\n'", None),
        ("corner", "printf '= J10\\n\\n'", Some("illegal")),
        ("silent", "sleep 100", Some("hang")),
        ("nonsense", "printf '= hello\\n\\n'", Some("garbage")),
    ];
    for (name, genmove, fault) in cases {
        let folder = Folder::new(&format!("gtp-{name}"));
        let engine = folder.script("engine", &gtp(genmove));
        let games =
            folder.play(&engine, "random", &["--games", "1", "--time", "20", "--patience", "1"]);
        let found = faults(&games[0]).first().map(|(_, fault)| *fault);
        assert_eq!(found, fault, "{name}: {}", games[0]);
    }
}

#[test]
fn what_hidden_games_do_not_have() {
    let folder = Folder::new("usage");
    let sau = format!("sau:{}", own("sau --engine random"));
    let cases: [(&str, &[&str], &str); 4] = [
        (&sau, &["--handicap", "2"], "no handicap stones"),
        (&sau, &["--rules", "openspiel"], "cannot tell taken=count"),
        ("random", &["--openings", "built-in"], "opening"),
        ("random", &["--set", "playouts=3"], "no part of the rules"),
    ];
    for (player, more, message) in cases {
        let (status, err) = folder.run(player, "random", more);
        assert_eq!(status, 2, "{message}: {err}");
        assert!(err.contains(message), "{message}: {err}");
    }
    let (status, err) = folder.run(&sau, "random", &["--game", "go"]);
    assert_eq!(status, 2);
    assert!(err.contains("cannot be used multiple times") || err.contains("protocol for"), "{err}");
}
