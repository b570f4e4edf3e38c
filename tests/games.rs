//! Games of an event against engines in processes of their own (`examples/fake_engine`): what goes wrong, and what becomes
//! of the game. The rulings themselves are tested beside the referee with players that are no processes.

mod fake;

use std::time::Duration;
use tesuji::engine::Stop;
use tesuji::tournament::game::{self, Outcome};
use tesuji::tournament::{
    Entry, Event, Fixture, LateMoves, Opening, Player, PlayerSpec, Scorer, players,
};

fn fixture(number: usize) -> Fixture {
    Fixture {
        game: number,
        round: 1,
        pair: 1,
        black: 0,
        white: 1,
        opening: None,
        seed: number as u64,
    }
}

/// An event of two scripted engines, with these arguments.
fn event(prefix: &str, engines: [&str; 2]) -> Event {
    let spec = |arguments: &str| PlayerSpec {
        engine: format!("{prefix}{}", fake::command(arguments)),
        ..PlayerSpec::default()
    };
    let mut event = Event {
        size: "9".into(),
        rules: Some("tromp-taylor".into()),
        players: engines.map(spec).to_vec(),
        ..Event::default()
    };
    event.rulings.patience = 30.0;
    event
}

fn open(event: &Event) -> [Box<dyn Player>; 2] {
    [0, 1].map(|n: usize| players::open(&event.players[n], event, &[]).expect("a player"))
}

fn play(event: &Event, number: usize, [black, white]: &mut [Box<dyn Player>; 2]) -> Entry {
    let (names, stop) = (["A", "B"], Stop::default());
    let fixture = fixture(number);
    let outcome = game::play(event, &fixture, None, names, [&mut **black, &mut **white], &stop);
    match outcome.expect("an event") {
        Outcome::Finished(entry) => *entry,
        Outcome::BrokenOff => panic!("broken off"),
    }
}

fn once(event: &Event) -> Entry {
    let mut players = open(event);
    let entry = play(event, 1, &mut players);
    for player in &mut players {
        player.close(Duration::from_secs(20)).expect("an end");
    }
    entry
}

/// The result, then the faults as `COLOR-FAULT@MOVES`.
fn verdict(entry: &Entry) -> String {
    let mut text = entry.result.clone();
    for note in &entry.faults {
        text.push_str(&format!(" {}-{}@{}", note.color, note.fault, note.after));
    }
    text
}

#[test]
fn what_engines_do_wrong() {
    let cases = [
        ("--moves 'D4 D5 D6'", "--moves E5 --then crash", "B+F w-crash@3"),
        ("--moves 'D4 D5 D6'", "--moves E5 --then silent-exit", "B+F w-crash@3"),
        ("--moves D4 --then illegal", "--moves 'E5 E6'", "W+F b-illegal@2"),
        ("--moves D4 --then error", "--moves 'E5 E6'", "W+F b-refusal@2"),
        ("--moves D4 --then nonsense", "--moves 'E5 E6'", "W+F b-garbage@2"),
        ("--moves D4 --then garbage", "--moves 'E5 E6'", "W+F b-garbage@2"),
        ("--moves 'D4 D5 D6'", "--moves E5 --then resign", "B+R"),
        ("--no-start", "", "W+F b-start@0"),
        ("--moves D4 --score W+7.50", "--moves E5 --score B+1", "W+7.5 w-score@4"),
        ("--moves D4 --chatter stderr", "--moves E5", "W+7.5"),
        ("--moves K10", "", "W+F b-illegal@0"),
    ];
    for (black, white, expected) in cases {
        let entry = once(&event("", [black, white]));
        assert_eq!(verdict(&entry), expected, "{black} | {white}: {:?}", entry.faults);
    }
}

/// Some servers of Reversi let the third illegal move in a row lose. A player that is asked again finds the position as it
/// was, whatever its protocol: the random players would answer another illegal move otherwise.
#[test]
fn illegal_moves_in_a_row() {
    let random = |game: &str, seed, more: &str| format!("--random {seed} --game {game} {more}");
    let faulty = |games: &str| format!("--fault illegal --fault-move 1 --fault-games {games}");
    let gomocup = "--protocol gomocup";
    let cases = [
        // To this engine every new board is another game.
        ("", "reversi", faulty("1,2"), 3, vec!["w-illegal@1"; 2]),
        ("", "reversi", faulty("1,2,3"), 3, vec!["w-illegal@1"; 3]),
        ("", "reversi", faulty("1,2,3"), 4, vec!["w-illegal@1"; 3]),
        ("", "reversi", faulty("1"), 1, vec!["w-illegal@1"]),
        ("gomocup:", "gomoku", format!("{gomocup} {}", faulty("1,2")), 3, vec!["w-illegal@1"; 2]),
        ("gomocup:", "gomoku", format!("{gomocup} {}", faulty("1,2,3")), 3, vec!["w-illegal@1"; 3]),
    ];
    for (prefix, game, white, most, faults) in cases {
        let protocol = if prefix.is_empty() { "" } else { gomocup };
        let mut event = event(prefix, [&random(game, 1, protocol), &random(game, 2, &white)]);
        (event.game, event.size, event.rules) = (game.into(), String::new(), None);
        event.time = "1m/move".into();
        event.rulings.illegal_moves_lose = most;
        let entry = once(&event);
        let told = verdict(&entry);
        let told: Vec<&str> = told.split(' ').collect();
        assert_eq!(told[1..], faults, "{white}: {:?}", entry.faults);
        let lost = faults.len() == most;
        assert_eq!(told[0] == "B+F", lost, "{white}: {told:?}");
        assert_eq!(entry.moves.len() > 1, !lost, "{white}");
        let last = &entry.faults[faults.len() - 1].text;
        assert_eq!(last.contains("asked again"), !lost, "{last}");
    }
}

#[test]
fn engines_that_hang_or_are_late() {
    let mut event = event("gtp:", ["--moves D4 --then hang", "--moves E5"]);
    event.time = "3".into();
    assert_eq!(verdict(&once(&event)), "W+F b-hang@2");
    event.players[0].engine = fake::command("--moves 'D4 E4 F4' --slow 1.6");
    event.time = "2.6".into();
    assert_eq!(verdict(&once(&event)), "W+T b-time@2");
    event.rulings.late = LateMoves::Tolerate;
    event.rulings.scorer = Scorer::Board;
    event.rulings.patience = 30.0;
    let entry = once(&event);
    assert_eq!((entry.black.late, entry.black.moves, entry.faults.len()), (3, 4, 0));
}

/// The same two players for several games: what fails in one plays the next.
#[test]
fn engines_are_started_again() {
    let folder = std::env::temp_dir().join(format!("tesuji-games-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let state = folder.join("state");
    let black = format!("--random 1 --fault crash --fault-games 2 --state '{}'", state.display());
    let mut event = event("", [&black, "--random 2"]);
    event.rulings.scorer = Scorer::Board;
    let mut players = open(&event);
    let entries: Vec<Entry> = (1..=3).map(|game| play(&event, game, &mut players)).collect();
    let faults: Vec<usize> = entries.iter().map(|entry| entry.faults.len()).collect();
    assert_eq!(faults, [0, 1, 0], "{:?}", entries[1].faults);
    assert!(entries[0].black.cpu.is_some() && entries[2].moves.len() > 20);
    // Asked for its name, an engine starts as well.
    assert!(players[1].own_name().expect("a name").starts_with("fake"));
    players.iter_mut().for_each(|player| player.kill());
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

/// What an engine is told: the whole conversation.
#[test]
fn what_an_engine_is_told() {
    let log = std::env::temp_dir().join(format!("tesuji-told-{}.log", std::process::id()));
    let mut event = event("", [&format!("--moves E5 --log '{}'", log.display()), "--moves F5"]);
    event.time = "60+10/5".into();
    event.handicap = 2;
    event.komi = Some(0.5);
    event.players[0].commands = vec!["known_command play".into()];
    let opening = Opening {
        name: "o".into(),
        moves: vec![(tesuji::base::Color::White, "D4".parse().expect("a vertex"))],
    };
    let [mut black, mut white] = open(&event);
    let (names, stop) = (["A", "B"], Stop::default());
    let outcome =
        game::play(&event, &fixture(1), Some(&opening), names, [&mut *black, &mut *white], &stop);
    assert!(matches!(outcome, Ok(Outcome::Finished(_))), "{outcome:?}");
    black.close(Duration::from_secs(20)).expect("an end");
    white.close(Duration::from_secs(20)).expect("an end");
    let told = std::fs::read_to_string(&log).expect("the log");
    std::fs::remove_file(&log).expect("cleaned up");
    let known =
        ["time_left", "kata-", "set_free_handicap", "fixed_handicap", "play b C3", "play b G7"];
    let plain: Vec<&str> =
        told.lines().filter(|l| !known.iter().any(|k| l.starts_with(k))).collect();
    assert_eq!(
        plain,
        [
            "list_commands",
            "boardsize 9",
            "clear_board",
            "komi 0.5",
            "time_settings 60 10 5",
            "play w D4",
            "known_command play",
            "genmove b",
            "play w F5",
            "genmove b",
            "play w pass",
            "quit"
        ],
        "{told}"
    );
}

#[test]
fn a_program_scores() {
    let mut event = event("", ["--moves D4", "--moves E5"]);
    event.rules = None;
    event.rulings.scorer = Scorer::Command(fake::command("--score B+12.5"));
    let entry = once(&event);
    assert_eq!((verdict(&entry).as_str(), entry.margin), ("B+12.5", Some(12.5)));
}

#[test]
fn gomoku_over_both_protocols() {
    let brain = |arguments: &str| {
        format!("gomocup:{}", fake::command(&format!("--protocol gomocup {arguments}")))
    };
    let mut event = event("", ["", ""]);
    event.players[0].engine = brain("--moves '7,7 8,7 9,7 10,7 11,7'");
    event.players[1].engine = brain("--moves '0,0 1,0 2,0 3,0'");
    (event.game, event.size, event.rules) = ("gomoku".into(), "15".into(), None);
    let entry = once(&event);
    assert_eq!((verdict(&entry).as_str(), entry.moves[0].vertex.as_str()), ("B+", "H8"));
    event.players[1].engine = fake::command("--game gomoku --moves 'H8'");
    assert_eq!(verdict(&once(&event)), "B+F w-illegal@1");
    event.players[1].engine = "random".into();
    event.players[0].engine = brain("--game gomoku --random 5");
    let mut players = open(&event);
    for game in 1..=2 {
        let entry = play(&event, game, &mut players);
        assert!(entry.faults.is_empty() && entry.result.ends_with('+'), "{entry:?}");
    }
    players.iter_mut().for_each(|player| player.kill());
}
