//! Whole games: the table of rulings, with scripted players inside this process.

use super::*;
use crate::base::{BoardSize, Point};
use crate::clock::Remaining;
use crate::games::gomoku::swap2::Reply;
use crate::record::sgf;
use crate::tournament::{Answer, PlayerSpec, Scorer, players, sgf as record};
use std::collections::VecDeque;

fn fixture() -> Fixture {
    Fixture { game: 3, round: 2, pair: 2, black: 0, white: 1, opening: None, seed: 7 }
}

fn event(engines: [&str; 2]) -> Event {
    let spec = |engine: &str| PlayerSpec { engine: engine.into(), ..PlayerSpec::default() };
    Event { size: "9".into(), players: engines.map(spec).to_vec(), ..Event::default() }
}

/// Does as it is told, word by word: a vertex, `pass`, `resign`; the name of a fault; `+50:D4` after 50 ms; `90%:D4` with
/// that win rate. Then passes. Beforehand: `score=B+3.5`, `refuse=2` (the second move of the opponent), `start`, `say=text`,
/// `swap2=7,7+8,8` (the next answer in that opening).
#[derive(Default)]
struct Scripted {
    moves: VecDeque<String>,
    score: Option<String>,
    say: Option<String>,
    refuse: usize,
    swap2: VecDeque<String>,
    fails_to_start: bool,
    heard: Vec<String>,
}

impl Scripted {
    fn new(script: &str) -> Scripted {
        let mut player = Scripted::default();
        for word in script.split_whitespace() {
            match word.split_once('=') {
                Some(("score", score)) => player.score = Some(score.into()),
                Some(("say", text)) => player.say = Some(text.into()),
                Some(("swap2", text)) => player.swap2.push_back(text.replace('+', " ")),
                Some(("refuse", number)) => player.refuse = number.parse().unwrap(),
                _ if word == "start" => player.fails_to_start = true,
                _ => player.moves.push_back(word.into()),
            }
        }
        player
    }
}

impl Player for Scripted {
    fn own_name(&mut self) -> Result<String, Trouble> {
        Ok("scripted".into())
    }

    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble> {
        self.heard.push(format!("{} {}", setting.size, setting.color));
        self.heard.extend(setting.opening.iter().map(|(color, mv)| format!("{color} {mv}")));
        if self.fails_to_start { Err(Trouble::new(Fault::Start, "no program")) } else { Ok(()) }
    }

    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Trouble> {
        self.heard.push(format!("{color} {mv}"));
        self.refuse = self.refuse.wrapping_sub(1);
        if self.refuse == 0 { Err(Trouble::new(Fault::Refusal, "illegal move")) } else { Ok(()) }
    }

    fn choose(
        &mut self,
        _color: Color,
        left: [Option<Remaining>; 2],
        _limit: Duration,
    ) -> Result<Answer, Trouble> {
        self.heard.push(format!("{:?}", left.map(|left| left.map(|left| left.gtp().0.as_secs()))));
        let word = self.moves.pop_front().unwrap_or("pass".into());
        if let Some(fault) = Fault::ALL.into_iter().find(|fault| fault.name() == word) {
            return Err(Trouble::new(fault, "scripted"));
        }
        let (mut winrate, mut vertex) = (None, word.as_str());
        if let Some((head, tail)) = word.split_once(':') {
            vertex = tail;
            match head.strip_suffix('%') {
                Some(percent) => winrate = Some(percent.parse::<f64>().unwrap() / 100.0),
                None => std::thread::sleep(Duration::from_millis(head.parse().unwrap())),
            }
        }
        let mv = if vertex == "resign" { Move::RESIGN } else { vertex.parse().unwrap() };
        Ok(Answer { mv, winrate, comment: String::new() })
    }

    fn take_back(&mut self, moves: &[(Color, Move)]) -> Result<(), Trouble> {
        self.heard.push(format!("back to {}", moves.len()));
        Ok(())
    }

    fn explain(&mut self) -> Result<Option<String>, Trouble> {
        Ok(self.say.clone())
    }

    fn swap2(
        &mut self,
        stones: &[Point],
        _left: [Option<Remaining>; 2],
        _limit: Duration,
    ) -> Result<Reply, Trouble> {
        self.heard.push(format!("swap2 {}", stones.len()));
        let answer = self
            .swap2
            .pop_front()
            .and_then(|text| Reply::parse(&text, const { BoardSize::square(15).unwrap() }));
        answer.ok_or_else(|| Trouble::new(Fault::Crash, "scripted"))
    }

    fn score(&mut self) -> Result<Option<String>, Trouble> {
        match self.score.as_deref() {
            Some("crash") => Err(Trouble::new(Fault::Crash, "scripted")),
            score => Ok(score.map(str::to_owned)),
        }
    }

    fn game_over(&mut self, result: &str) {
        self.heard.push(format!("over {result}"));
    }

    fn cpu_time(&mut self) -> Option<Duration> {
        Some(Duration::from_millis(100 * self.heard.len() as u64))
    }

    fn close(&mut self, _patience: Duration) -> Result<(), Trouble> {
        Ok(())
    }

    fn kill(&mut self) {}
}

fn play_players(event: &Event, black: &mut dyn Player, white: &mut dyn Player) -> Entry {
    match play(event, &fixture(), None, ["A", "B"], [black, white], &Stop::default()).unwrap() {
        Outcome::Finished(entry) => *entry,
        Outcome::BrokenOff => panic!("broken off"),
    }
}

fn play_scripts(event: &Event, black: &str, white: &str) -> Entry {
    play_players(event, &mut Scripted::new(black), &mut Scripted::new(white))
}

fn play_built_in(event: &Event) -> Entry {
    let mut black = players::open(&event.players[0], event, &[]).unwrap();
    let mut white = players::open(&event.players[1], event, &[]).unwrap();
    play_players(event, &mut *black, &mut *white)
}

/// `result ending`, then the faults as `COLOR-FAULT@MOVES`.
fn verdict(entry: &Entry) -> String {
    let ending = serde_json::to_string(&entry.ending).unwrap();
    let faults = entry
        .faults
        .iter()
        .map(|note| format!(" {}-{}@{}", note.color, note.fault, note.after))
        .collect::<String>();
    format!("{} {}{faults}", entry.result, ending.trim_matches('"'))
}

/// What comes of two scripts under an event.
#[test]
fn rulings() {
    let usual = event(["", ""]);
    let with = |change: &dyn Fn(&mut Event)| {
        let mut event = usual.clone();
        change(&mut event);
        event
    };
    let scorer = |scorer: Scorer| with(&move |e| e.rulings.scorer = scorer.clone());
    let plain = with(&|e| e.rules = Some("tromp-taylor".into()));
    let agree = with(&|e| {
        e.rulings.agree_winrate = Some(0.9);
        (e.rulings.agree_moves, e.rulings.agree_after) = (2, 4);
    });
    let timed = |time: &str, late: LateMoves| {
        with(&|e| {
            e.time = time.into();
            e.rules = Some("tromp-taylor".into());
            (e.rulings.late, e.rulings.margin) = (late, 0.05);
        })
    };
    let thrice = with(&|e| {
        e.rules = Some("tromp-taylor".into());
        e.rulings.illegal_moves_lose = 3;
    });
    let minute = with(&|e| {
        e.rules = Some("tromp-taylor".into());
        (e.time, e.rulings.margin) = ("0.3/move".into(), 0.05);
        e.rulings.illegal_moves_lose = 3;
    });
    let (lose, tolerate) = (timed("0.2", LateMoves::Lose), timed("0.2", LateMoves::Tolerate));
    let cases: &[(&str, &Event, &str, &str, &str)] = &[
        // The board: one stone each, nothing enclosed, komi 7.5.
        ("two passes", &plain, "D4", "E5", "W+7.5 score"),
        ("players agree", &usual, "D4 score=B+3.50", "E5 score=b+3.5", "B+3.5 score"),
        ("a draw agreed", &usual, "D4 score=Draw", "E5 score=0", "0 score"),
        ("nothing to agree on", &plain, "D4 score=W+7.5", "E5 score=W+7.5", "W+7.5 score"),
        ("both wrong", &plain, "D4 score=B+1", "E5 score=B+1", "W+7.5 score b-score@4 w-score@4"),
        ("resigned", &usual, "D4", "resign score=W+9.5", "B+R resignation"),
        ("crashed", &usual, "D4 crash", "E5", "W+F forfeit b-crash@2"),
        ("hung", &usual, "D4", "hang", "B+F forfeit w-hang@1"),
        ("garbage", &usual, "garbage", "", "W+F forfeit b-garbage@0"),
        ("cannot move", &usual, "refusal", "", "W+F forfeit b-refusal@0"),
        ("on a stone", &usual, "D4", "D4", "B+F forfeit w-illegal@1"),
        ("off the board", &usual, "K1", "", "W+F forfeit b-illegal@0"),
        (
            "third time",
            &thrice,
            "D4 D4 K1 D4",
            "E5",
            "W+F forfeit b-illegal@2 b-illegal@2 b-illegal@2",
        ),
        (
            "another chance",
            &thrice,
            "D4 D4 illegal pass",
            "E5",
            "W+7.5 score b-illegal@2 b-illegal@2",
        ),
        (
            "a legal one between",
            &thrice,
            "D4 D4 D4 C4 D4 D4 pass",
            "E5 E6",
            "W+7.5 score b-illegal@2 b-illegal@2 b-illegal@4 b-illegal@4",
        ),
        ("resigns after all", &thrice, "K1 resign", "", "W+R resignation b-illegal@0"),
        ("time goes on", &minute, "200:K1 200:D4", "", "W+T time b-illegal@0 b-time@0"),
        (
            "time is renewed",
            &minute,
            "K1 200:D4 200:E4",
            "K1",
            "B+73.5 score b-illegal@0 w-illegal@1",
        ),
        ("refuses a legal move", &usual, "D4 refuse=1", "E5", "W+F forfeit b-refusal@2"),
        ("refuses the last pass", &plain, "refuse=1", "", "W+7.5 score b-refusal@2"),
        ("does not start", &usual, "start", "", "W+F forfeit b-start@0"),
        ("neither starts", &usual, "start", "start", "0 forfeit b-start@0 w-start@0"),
        ("dies while scoring", &plain, "score=crash", "", "W+7.5 score b-crash@2"),
        ("the board counts", &scorer(Scorer::Board), "D4", "E5", "W+7.5 score"),
        ("too late", &lose, "300:D4", "", "W+T time b-time@0"),
        ("too late, resigning", &lose, "300:resign", "", "W+R resignation"),
        ("late, tolerated", &tolerate, "300:D4 60:E4 pass", "C3", "W+6.5 score"),
        ("in time", &lose, "100:D4", "", "B+73.5 score"),
        ("agreed", &agree, "95%:A1 95%:B1 95%:C1", "5%:A9 9%:B9 4%:C9", "B+ agreement"),
        ("agreed on White", &agree, "1%:A1 9%:B1 C1", "95%:A9 99%:B9", "W+ agreement"),
        ("one doubt", &agree, "95%:A1 50%:B1 95%:C1", "5%:A9 9%:B9 resign", "B+R resignation"),
    ];
    for (name, event, black, white, expected) in cases {
        // Where the usual rules and nobody's claim leave a board open, the referee judges: not tested here.
        let entry = play_scripts(event, black, white);
        assert_eq!(&verdict(&entry), expected, "{name}: {:?}", entry.faults);
        let text = record::record(event, &entry);
        let read = sgf::parse(text.as_bytes()).unwrap();
        let read = sgf::GameRecord::from_tree(read.first().unwrap()).unwrap();
        assert_eq!(read.result.as_deref(), Some(entry.result.as_str()), "{name}");
        assert_eq!(read.move_count(), entry.moves.len(), "{name}");
        assert!(!text.contains("resign"), "{name}: {text}");
    }
}

/// Who decides where dead stones may be on the board: here a lone white stone in what Black has walled off.
#[test]
fn dead_stones() {
    let wall = "A5 B5 C5 D5 E5 F5 G5 H5 J5";
    let usual = event(["", ""]);
    let play = |scorer: Scorer, black: &str, white: &str| {
        let mut event = usual.clone();
        event.rulings.scorer = scorer;
        let black = format!("{wall} B3 D3 F3 H3 {black}");
        let white = format!("A7 B7 C7 D7 E7 F7 G7 H7 J7 E2 B8 H8 E8 {white}");
        let entry = play_scripts(&event, &black, &white);
        (verdict(&entry), entry.claims.len(), entry.margin)
    };
    // Black 45 points and the row between, White 27 and komi.
    let (judged, claims, margin) = play(Scorer::Referee, "", "");
    assert_eq!((judged.as_str(), claims, margin), ("B+10.5 score", 0, Some(10.5)));
    assert_eq!(play(Scorer::Players, "", "").0, "B+10.5 score");
    let (result, claims, _) = play(Scorer::Players, "score=B+10.5", "score=W+20");
    assert_eq!((result.as_str(), claims), ("B+10.5 score w-score@28", 2));
    let (result, ..) = play(Scorer::Players, "", "score=W+20");
    assert_eq!(result, "B+10.5 score w-score@28");
    let (result, ..) = play(Scorer::Players, "score=resigned", "score=B+10.5");
    assert_eq!(result, "B+10.5 score b-score@28");
    let (result, _, margin) = play(Scorer::Players, "score=W+20", "score=W+20.0");
    assert_eq!((result.as_str(), margin), ("W+20 score", Some(-20.0)));
    let (result, ..) = play(Scorer::Board, "score=W+20", "score=W+20");
    assert!(result.starts_with("W+") && result.ends_with("score"), "{result}");
    let (result, ..) = play(Scorer::Command("/no/such/program".into()), "", "");
    assert_eq!(result, "B+10.5 score --start@28");
}

#[test]
fn games_without_end_are_broken_off() {
    let mut event = Event { rules: Some("tromp-taylor".into()), ..event(["", ""]) };
    event.rulings.max_moves = 4;
    let entry = play_scripts(&event, "D4 D5 D6", "C4 C5 C6");
    assert_eq!((verdict(&entry).as_str(), entry.margin), ("0 move-limit", None));
    event.rulings.score_at_limit = true;
    let entry = play_scripts(&event, "D4 D5 D6", "C4 C5 C6");
    assert_eq!((verdict(&entry).as_str(), entry.margin), ("W+7.5 move-limit", Some(-7.5)));
}

#[test]
fn an_entry_tells_everything() {
    let mut event = event(["", ""]);
    (event.time, event.handicap) = ("60+10/5".into(), 2);
    event.rulings.scorer = Scorer::Board;
    event.komi = Some(0.5);
    let opening = Opening {
        name: "corner".into(),
        moves: vec![(Color::White, "G3".parse().unwrap()), (Color::Black, "D3".parse().unwrap())],
    };
    let mut black = Scripted::new("20:E4 say=fine.");
    let mut white = Scripted::new("75%:E5");
    let (names, stop) = (["A", "B"], Stop::default());
    let outcome = play(&event, &fixture(), Some(&opening), names, [&mut black, &mut white], &stop);
    let Ok(Outcome::Finished(entry)) = outcome else { panic!("{outcome:?}") };
    let moves: Vec<String> =
        entry.moves.iter().map(|m| format!("{}{}", m.color, m.vertex)).collect();
    assert_eq!(moves, ["wG3", "bD3", "wE5", "bE4", "wpass", "bpass"]);
    assert_eq!((entry.game, entry.round, entry.pair), (3, 2, 2));
    assert_eq!((entry.kind.as_str(), entry.size.as_str(), entry.komi), ("go", "9", Some(0.5)));
    assert_eq!(
        (entry.handicap.join(" ").as_str(), entry.opening.as_deref()),
        ("C3 G7", Some("corner"))
    );
    // Four black stones against two white ones, komi, and two points for the handicap.
    assert_eq!((entry.result.as_str(), entry.margin), ("W+0.5", Some(-0.5)), "{:?}", entry.ending);
    let last = &entry.moves[3];
    assert!(last.ms.is_some_and(|ms| ms >= 20.0) && last.left.is_some_and(|left| left < 60.0));
    assert_eq!((last.comment.as_str(), entry.moves[2].winrate), ("fine.", Some(0.75)));
    assert!(entry.moves[..2].iter().all(|mv| mv.ms.is_none() && mv.left.is_none()));
    for (side, name) in [(&entry.black, "A"), (&entry.white, "B")] {
        assert_eq!((side.name.as_str(), side.moves, side.late), (name, 2, 0));
        assert!(side.seconds >= side.longest && side.cpu.is_some_and(|cpu| cpu > 0.0));
    }
    assert!(entry.took >= 0.02 && entry.begun.len() == 20);
    assert_eq!(black.heard[..3], ["9 black", "white G3", "black D3"]);
    assert_eq!(black.heard[3..5], ["white E5", "[Some(60), Some(59)]"]);
    assert_eq!(white.heard.last().map(String::as_str), Some("over W+0.5"));

    let text = record::record(&Event { name: "cup".into(), ..event }, &entry);
    let read = sgf::parse(text.as_bytes()).unwrap();
    let read = sgf::GameRecord::from_tree(read.first().unwrap()).unwrap();
    let told = |text: &Option<String>| text.clone().unwrap_or_default();
    assert_eq!((told(&read.event), told(&read.round)), ("cup".into(), "2".into()));
    assert_eq!(
        (told(&read.game_name), told(&read.date)),
        ("game 3".into(), entry.begun[..10].into())
    );
    assert_eq!((read.komi, read.handicap, read.main_time), (Some(0.5), Some(2), Some(60.0)));
    assert_eq!(
        (told(&read.overtime), told(&read.rules)),
        ("5/10 Canadian".into(), "chinese".into())
    );
    assert_eq!([0, 1].map(|c| told(&read.players[c].name)), ["A", "B"]);
    let stones: Vec<String> = read.steps[0].setup.black.iter().map(ToString::to_string).collect();
    assert_eq!(stones, ["C3", "G7"]);
    let comments: Vec<String> = read.steps[1..].iter().map(|step| told(&step.comment)).collect();
    assert_eq!(comments[..2], ["opening: corner", "opening"]);
    assert!(comments[2].ends_with(" s\nwinrate 75.0 %"), "{comments:?}");
    assert!(comments[3].ends_with(" s\nfine."), "{comments:?}");
    let left = read.steps[4].time_left[0].unwrap();
    assert!((left - entry.moves[3].left.unwrap()).abs() < 1e-3);
}

/// The answers of A, who proposes, and B, then who resigns; what comes of it, who has Black, stones of the opening.
#[test]
fn swap2_settles_the_colours() {
    let mut event = event(["", ""]);
    (event.game, event.size, event.swap2) = ("gomoku".into(), "15".into(), true);
    let start = "swap2=7,7+8,7+9,9";
    let table: [(String, String, &str, &str, usize); 7] = [
        // B takes Black, so A moves, as White.
        (format!("{start} resign"), "swap2=SWAP".into(), "B+R resignation", "B", 3),
        (format!("{start} resign"), "swap2=8,8".into(), "W+R resignation", "A", 4),
        (format!("{start} swap2=swap"), "swap2=8,8+8,6 resign".into(), "B+R resignation", "A", 5),
        (format!("{start} swap2=6,8"), "swap2=8,8+8,6 resign".into(), "W+R resignation", "B", 6),
        ("swap2=7,7".into(), String::new(), "W+F forfeit b-illegal@0", "A", 0),
        (start.into(), "swap2=7,7".into(), "B+F forfeit w-illegal@0", "A", 0),
        (start.into(), String::new(), "B+F forfeit w-crash@0", "A", 0),
    ];
    for (a, b, expected, black, stones) in table {
        let entry = play_scripts(&event, &a, &b);
        assert_eq!(verdict(&entry), expected, "{a}; {b}");
        assert_eq!((entry.black.name.as_str(), entry.moves.len()), (black, stones), "{a}; {b}");
        let opening = (stones > 0).then_some("swap2");
        assert_eq!(entry.opening.as_deref(), opening);
        for (number, played) in entry.moves.iter().enumerate() {
            assert_eq!((played.color, played.ms), (['b', 'w'][number % 2], None));
        }
    }
    for engines in [["random", "random"], ["uct playouts=40", "random"]] {
        let spec = |engine: &str| PlayerSpec { engine: engine.into(), ..PlayerSpec::default() };
        let event = Event { players: engines.map(spec).to_vec(), ..event.clone() };
        let (entry, again) = (play_built_in(&event), play_built_in(&event));
        assert!(entry.faults.is_empty() && entry.ending == Ending::Rule, "{}", verdict(&entry));
        let vertices = |entry: &Entry| {
            entry.moves.iter().map(|played| played.vertex.clone()).collect::<Vec<_>>()
        };
        assert_eq!(vertices(&entry), vertices(&again), "the same seed, the same game");
    }
}

#[test]
fn late_moves_are_counted() {
    let mut event = event(["", ""]);
    (event.time, event.rulings.margin) = ("100ms/move".into(), 0.02);
    event.rulings.late = LateMoves::Tolerate;
    let entry = play_scripts(&event, "200:D4 E4 150:F4 pass", "C3 C4 C5 300:pass");
    assert_eq!((entry.black.late, entry.white.late), (2, 1));
    assert_eq!(entry.ending, Ending::Score);
    assert!(entry.moves.iter().all(|mv| mv.left == Some(0.1)));
}

#[test]
fn a_raised_flag_breaks_off_after_the_move() {
    let stop = Stop::default();
    stop.raise();
    let event = event(["", ""]);
    let (mut black, mut white) = (Scripted::new("D4"), Scripted::new("E5"));
    let outcome = play(&event, &fixture(), None, ["A", "B"], [&mut black, &mut white], &stop);
    assert_eq!(outcome, Ok(Outcome::BrokenOff));
}

#[test]
fn events_that_cannot_be_played() {
    let go = event(["", ""]);
    /// What is wrong with an event, and what is said about it.
    type Row<'a> = (&'a dyn Fn(&mut Event), &'a str);
    let cases: &[Row<'_>] = &[
        (&|e| e.game = "chess".into(), "there is no game chess"),
        (&|e| e.swap2 = true, "swap2: only a game of Gomoku"),
        (&|e| e.size = "26".into(), "size 26"),
        (&|e| e.size = "9x".into(), "size 9x"),
        (&|e| e.rules = Some("mornington".into()), "rules: "),
        (&|e| e.komi = Some(f32::NAN), "komi: "),
        (&|e| e.handicap = 1, "handicap: invalid number of stones"),
        (&|e| e.handicap = 10, "handicap: invalid number of stones"),
        (&|e| e.time = "fast".into(), "is no time"),
        (&|e| e.players[1].time = Some("x".into()), "is no time"),
        (&|e| drop(e.set.insert("threads".into(), "1".into())), "these are: ko"),
        (&|e| drop(e.set.insert("ko".into(), "x".into())), "ko: ko takes one of"),
        (&|e| e.rulings.scorer = Scorer::Command("a 'b".into()), "quotation mark"),
    ];
    for (change, message) in cases {
        let mut event = go.clone();
        change(&mut event);
        let error = check(&event, None).expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    let opening = |moves: &[&str]| Opening {
        name: "x".into(),
        moves: Color::BOTH.into_iter().zip(moves.iter().map(|mv| mv.parse().unwrap())).collect(),
    };
    assert_eq!(check(&go, Some(&opening(&["D4", "E5"]))), Ok(()));
    for (moves, message) in [
        (&["D4", "D4"][..], "opening x: move 2, W D4: point is not empty"),
        (&["T19"], "opening x: move 1, B T19: off the board"),
        (&["pass", "pass"], "opening x: the game is over at its end"),
    ] {
        let error = check(&go, Some(&opening(moves))).map_err(|error| error.to_string());
        assert_eq!(error, Err(message.into()));
    }
}

#[test]
fn built_in_players_replay() {
    for engines in [["random", "random"], ["uct playouts=30", "mcts playouts=20 threads=1"]] {
        let event = event(engines);
        let (one, two) = (play_built_in(&event), play_built_in(&event));
        assert_eq!((&one.result, one.moves.len()), (&two.result, two.moves.len()));
        let vertices = |entry: &Entry| {
            entry.moves.iter().map(|mv| mv.vertex.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(vertices(&one), vertices(&two));
        assert!(one.moves.len() > 10 && one.faults.is_empty(), "{one:?}");
        assert!(one.black.cpu.is_some_and(|cpu| cpu <= one.took));
        let thinks = engines[0] != "random";
        assert_eq!(one.moves[0].winrate.is_some(), thinks);
        assert_eq!(one.moves[0].comment.contains(" visits of "), thinks);
    }
}

#[test]
fn both_colours_play_differently() {
    let event = event(["random", "random"]);
    let entry = play_built_in(&event);
    let mirrored = entry.moves.chunks_exact(2).take(8).all(|two| two[0].vertex == two[1].vertex);
    assert!(!mirrored);
}

#[test]
fn built_in_players_keep_their_clocks() {
    let mut event = event(["uct", "uct"]);
    event.time = "1".into();
    event.size = "7".into();
    event.rulings.margin = 0.5;
    let entry = play_built_in(&event);
    assert_ne!(entry.ending, Ending::Time, "{:?}", entry.faults);
    for side in [&entry.black, &entry.white] {
        assert!(side.seconds < 1.5 && side.late == 0, "{side:?}");
    }
    assert!(entry.moves.iter().all(|mv| mv.left.is_some_and(|left| left <= 1.0)));
}

#[test]
fn players_that_are_none() {
    let go = event(["", ""]);
    let cases = [
        ("", "an empty command"),
        ("gtp:", "an empty command"),
        ("gnugo 'x", "quotation mark"),
        ("uct playout=5", "unknown option playout; the options are engine, net"),
        ("uct playouts", "KEY=VALUE"),
        ("mcts threads=-1", "threads takes a whole number"),
        ("random ko=simple", "ko is a part of the rules"),
    ];
    for (engine, message) in cases {
        let spec = PlayerSpec { engine: engine.into(), ..PlayerSpec::default() };
        let error = players::check(&spec, &go).expect_err(engine).to_string();
        assert!(error.contains(message), "{error}");
    }
    let mut spec = PlayerSpec { engine: "UCT".into(), playouts: Some(9), ..PlayerSpec::default() };
    assert_eq!(players::check(&spec, &go), Ok(()));
    spec.depth = Some(99);
    assert!(players::check(&spec, &go).is_err());
}

#[test]
fn dates() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_796_126_400, "2026-12-01T12:00:00Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(utc(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)), text);
    }
}
