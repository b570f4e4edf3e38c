//! Judgement, passing, resigning and reproducibility, on small positions.

use super::*;
use crate::base::{BoardSize, Color, Point};
use crate::eval::net::katago::tests::model::{Act, Model, Plan};
use crate::games::go::{Rules, Scoring};
use decide::Resignation;

/// A position from rows, the top one first: `X` Black, `O` White.
fn position(rows: &[&str], rules: Rules, komi: f32, to_move: Color) -> GoState {
    let (width, height) = (rows[0].len(), rows.len());
    let mut stones = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, c) in row.chars().enumerate() {
            match c {
                'X' => stones.push((Color::Black, Point::at(x, y))),
                'O' => stones.push((Color::White, Point::at(x, y))),
                _ => {}
            }
        }
    }
    let size = BoardSize::new(width, height).expect("a size");
    let mut state = GoState::new(size, rules, komi);
    state.set_position(&stones).expect("a legal position");
    state.set_to_move(to_move);
    state
}

fn engine(options: &[(&str, &str)]) -> GoEngine {
    let mut engine = GoEngine::new();
    let common =
        [("seed", "1"), ("threads", "1"), ("memory", "16"), ("playouts", "600"), ("net", "none")];
    for (name, value) in common {
        engine.set_option(name, value).expect("an option");
    }
    for (name, value) in options {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

fn choose(state: &GoState, purpose: Purpose, options: &[(&str, &str)]) -> Move {
    engine(options).think(state, &Task::new(purpose), &mut |_| {}).mv
}

fn picture(state: &GoState, net: &str) -> Vec<String> {
    let status = engine(&[("net", net)]).status(state, &Stop::default()).expect("a judgement");
    let letter = |s: &PointStatus| match s {
        PointStatus::Alive => 'A',
        PointStatus::Dead => 'D',
        PointStatus::Seki => 'S',
        PointStatus::Territory(Color::Black) => 'b',
        PointStatus::Territory(Color::White) => 'w',
        PointStatus::Dame => '.',
    };
    let row = |chunk: &[PointStatus]| chunk.iter().map(letter).collect();
    status.chunks(state.size().width()).rev().map(row).collect()
}

/// A finished 7x7 game: Black left, White right, the white stone on A4 dead.
const FINISHED: [&str; 7] =
    ["..XO.O.", ".XXOO..", "..XO.O.", "OXXOO..", "..XO.O.", ".XXOO..", "..XO.O."];

#[test]
fn fates() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            "a stone among enemies is dead, whole territories are counted",
            &FINISHED,
            &["bbAAwAw", "bAAAAww", "bbAAwAw", "DAAAAww", "bbAAwAw", "bAAAAww", "bbAAwAw"],
        ),
        (
            "neutral points belong to nobody",
            &[".XX.O.", ".XX.O.", ".XX.O.", ".XX.OO", ".XX.O.", ".XX.O."],
            &["bAA.Aw", "bAA.Aw", "bAA.Aw", "bAA.AA", "bAA.Aw", "bAA.Aw"],
        ),
        (
            "a dead group of several chains dies as a whole",
            &[".X.XO.O", "XXXXOOO", "OOOOO..", "O.OXXOO", "OOOXXO.", ".OOO.OO", "O.OOOO."],
            &["bAbAAwA", "AAAAAAA", "AAAAAww", "AwADDAA", "AAADDAw", "wAAAwAA", "AwAAAAw"],
        ),
        (
            "stones in atari among unconditionally alive ones are dead, however much room they leave",
            &[
                ".OXXXXOX.",
                "XO.XXOOXX",
                "XOXXOOXXX",
                "XOXO.OOOO",
                "OOO.O.OXX",
                ".O.OOOOXX",
                "XOXXOXXXX",
                "XOXXOXX.X",
                "XOXXOXXXX",
            ],
            &[
                "wADDDDADw",
                "DAwDDAADD",
                "DADDAADDD",
                "DADAwAAAA",
                "AAAwAwADD",
                "wAwAAAADD",
                "DADDADDDD",
                "DADDADDwD",
                "DADDADDDD",
            ],
        ),
        (
            "seki: one eye each and a liberty between them",
            &[".OOXXX.", "O.OX.XX", "OOOXXX.", "OOOXXXX", "OOOXXXX", "XXXOOOX", ".X.O.OX"],
            &["wAAAAAb", "AwAAbAA", "AAAAAAb", "AAAAAAA", "AAAAAAA", "SSSSSSA", ".S.S.SA"],
        ),
    ];
    for (name, rows, expected) in cases {
        for (to_move, net) in Color::BOTH.into_iter().flat_map(|c| [(c, "none"), (c, "built-in")]) {
            let state = position(rows, Rules::CHINESE, 0.5, to_move);
            assert_eq!(picture(&state, net), *expected, "{name}, network {net}");
        }
    }
}

#[test]
fn the_judgement_never_changes() {
    let mut state = position(&FINISHED, Rules::CHINESE, 0.0, Color::White);
    let stop = Stop::default();
    let mut engine = engine(&[]);
    let first = engine.status(&state, &stop).expect("a judgement");
    assert_eq!(state.score(&[Point::at(0, 3)]).margin, -7.0);
    engine.think(&state, &Task::new(Purpose::Play), &mut |_| {});
    assert_eq!(engine.status(&state, &stop).as_ref(), Ok(&first));
    state.play(Move::PASS);
    state.play(Move::PASS);
    assert_eq!(engine.status(&state, &stop).as_ref(), Ok(&first));
    stop.raise();
    assert_eq!(engine.status(&state, &stop), Err(EngineError::CannotScore));
}

#[test]
fn passes_when_passing_is_right() {
    let agreed = Rules::CHINESE;
    let strict = Rules::TROMP_TAYLOR;
    let territory = Rules { scoring: Scoring::Territory, ..Rules::CHINESE };
    const OPEN: [&str; 7] =
        ["..XO...", ".XXO...", "..XO...", ".X.....", "..XO...", ".XXO...", "..XO..."];
    const DAME: [&str; 7] =
        ["..X.O..", "..X.O..", "..X.O..", "..X.O..", "..X.O..", "..X.O..", "..X.O.."];
    // rows, rules, komi, to move, passed before, passes
    type Case = (&'static str, &'static [&'static str], Rules, f32, Color, bool, bool);
    let cases: &[Case] = &[
        ("all settled", &FINISHED, agreed, -8.5, Color::Black, false, true),
        ("all settled, lost", &FINISHED, agreed, 0.5, Color::Black, true, true),
        ("wins by passing", &FINISHED, agreed, 0.5, Color::White, true, true),
        ("dead stone counts, so take it", &FINISHED, strict, -7.5, Color::Black, true, false),
        ("wins as it stands", &FINISHED, strict, 0.5, Color::White, true, true),
        ("points are open", &OPEN, agreed, 0.5, Color::Black, false, false),
        ("dame counts in area scoring", &DAME, agreed, -3.5, Color::Black, false, false),
        ("territory: nothing to gain", &FINISHED, territory, -5.5, Color::Black, false, true),
    ];
    for &(name, rows, rules, komi, color, passed, expected) in cases {
        let mut state = position(rows, rules, komi, color);
        if passed {
            state.set_to_move(color.other());
            state.play(Move::PASS);
        }
        let mv = choose(&state, Purpose::Play, &[("resign", "false")]);
        assert_eq!(mv == Move::PASS, expected, "{name}: {mv}");
    }
}

#[test]
fn cleanup_takes_dead_stones_before_it_passes() {
    let mut state = position(&FINISHED, Rules::CHINESE, 0.5, Color::Black);
    for _ in 0..4 {
        if state.board().color(Point::at(0, 3)).is_none() {
            break;
        }
        let mv = choose(&state, Purpose::Cleanup, &[]);
        assert_ne!(mv, Move::PASS);
        state.play(mv);
        state.play(Move::PASS);
    }
    assert_eq!(state.board().color(Point::at(0, 3)), None, "{state:?}");
    assert_eq!(choose(&state, Purpose::Cleanup, &[]), Move::PASS);
}

#[test]
fn resigns_late_twice_and_never_in_doubt() {
    let report = |winrate: f32, visits: u64| {
        let candidate = crate::search::Candidate {
            mv: Move::xy(0, 0),
            visits,
            winrate,
            lcb: 0.0,
            prior: 0.0,
            score: 0.0,
            score_stdev: 0.0,
            decided: None,
            basis: crate::search::Basis::Visits,
            pv: Vec::new(),
        };
        Report {
            candidates: vec![candidate],
            visits,
            playouts: visits,
            winrate,
            ..Report::nothing(Color::White)
        }
    };
    let game = |black: usize, white: usize| {
        let size = BoardSize::square(9).expect("a size");
        let mut state = GoState::new(size, Rules::CHINESE, 0.5);
        let row = |n: usize, y: usize| (0..n).map(move |i| Point::at(i % 9, y + i / 9));
        let stones: Vec<_> = row(black, 0)
            .map(|p| (Color::Black, p))
            .chain(row(white, 5).map(|p| (Color::White, p)))
            .collect();
        state.set_position(&stones).expect("a legal position");
        state.set_to_move(Color::White);
        state
    };
    // stones of both, winrates and visits of two turns, resigns at the second
    type Case = (&'static str, (usize, usize), [(f32, u64); 2], bool);
    let cases: &[Case] = &[
        ("hopeless twice", (20, 20), [(0.03, 1000), (0.03, 1000)], true),
        ("once only", (20, 20), [(0.3, 1000), (0.03, 1000)], false),
        ("hope again", (20, 20), [(0.03, 1000), (0.3, 1000)], false),
        ("too few simulations", (20, 20), [(0.03, 50), (0.03, 50)], false),
        ("too early", (4, 3), [(0.03, 1000), (0.03, 1000)], false),
        ("handicap: more patience", (20, 15), [(0.04, 1000), (0.04, 1000)], false),
        ("handicap: early", (18, 14), [(0.01, 1000), (0.01, 1000)], false),
        ("handicap: late and lost", (27, 24), [(0.01, 1000), (0.01, 1000)], true),
    ];
    for (name, (black, white), turns, expected) in cases {
        let mut resignation = Resignation::default();
        let first = game(*black, white - 1);
        assert!(!resignation.is_due(&first, &report(turns[0].0, turns[0].1), 0.08, 200), "{name}");
        let second = game(*black, *white);
        let due = resignation.is_due(&second, &report(turns[1].0, turns[1].1), 0.08, 200);
        assert_eq!(due, *expected, "{name}");
    }
}

#[test]
fn reads_life_and_death() {
    // One point decides, whoever takes it: three in a row become two eyes or one.
    let rows = ["XXXXXX.", "X...XOO", "XXXXXO.", "OOOOOO.", "......."];
    for color in Color::BOTH {
        let state = position(&rows, Rules::CHINESE, -5.5, color);
        for player in [("engine", "mcts"), ("engine", "uct")] {
            let mv = choose(&state, Purpose::Play, &[("playouts", "2000"), player]);
            assert_eq!(mv.to_string(), "C4", "{player:?}\n{state:?}");
        }
    }
}

#[test]
fn a_seed_replays_and_reg_genmove_needs_none() {
    let size = BoardSize::square(9).expect("a size");
    let start = GoState::new(size, Rules::CHINESE, 7.5);
    let play = |seed: &str| {
        let mut engine = engine(&[("seed", seed), ("playouts", "100")]);
        let mut state = start.clone();
        let mut moves = Vec::new();
        for _ in 0..10 {
            let mv = engine.think(&state, &Task::new(Purpose::Play), &mut |_| {}).mv;
            state.play(mv);
            moves.push(mv);
        }
        moves
    };
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
    let task = Task::new(Purpose::Regress);
    let first = engine(&[("seed", "1")]).think(&start, &task, &mut |_| {});
    let mut other = engine(&[("seed", "2")]);
    other.think(&start, &Task::new(Purpose::Play), &mut |_| {});
    let second = other.think(&start, &task, &mut |_| {});
    assert_eq!((first.mv, first.report), (second.mv, second.report));
}

#[test]
fn every_player_answers() {
    let state = position(&["...", "...", "..."], Rules::CHINESE, 0.5, Color::Black);
    for player in ["mcts", "uct", "random"] {
        for playouts in ["1", "2", "50"] {
            let options = [("engine", player), ("playouts", playouts)];
            let mv = choose(&state, Purpose::Play, &options);
            assert!(state.is_legal(mv), "{player} {mv}");
        }
    }
    let mut over = state.clone();
    over.play(Move::PASS);
    over.play(Move::PASS);
    assert_eq!(choose(&over, Purpose::Play, &[]), Move::PASS);
    let tiny = position(&["."], Rules::CHINESE, 0.5, Color::Black);
    assert_eq!(choose(&tiny, Purpose::Play, &[]), Move::PASS);
}

#[test]
fn thinking_ends_in_time() {
    let size = BoardSize::square(19).expect("a size");
    let state = GoState::new(size, Rules::CHINESE, 7.5);
    let mut engine = engine(&[("playouts", "0"), ("threads", "2")]);
    let mut task = Task::new(Purpose::Play);
    let time = Duration::from_millis(100);
    task.budget = Some(Budget { target: time, maximum: time });
    let started = Instant::now();
    engine.think(&state, &task, &mut |_| {});
    // Generous, for loaded machines.
    assert!(started.elapsed() < 3 * time, "{:?}", started.elapsed());

    // Its own limit counts whether a clock gives more time or none at all.
    engine.set_option("time_per_move", "0.1").expect("an option");
    for budget in [None, Some(Budget { target: 20 * time, maximum: 40 * time })] {
        let task = Task { budget, ..Task::new(Purpose::Play) };
        let started = Instant::now();
        engine.think(&state, &task, &mut |_| {});
        assert!(started.elapsed() < 3 * time, "{budget:?}: {:?}", started.elapsed());
    }

    let task = Task { interval: Some(Duration::from_millis(20)), ..Task::new(Purpose::Analyze) };
    let (stop, mut reports) = (task.stop.clone(), 0);
    let started = Instant::now();
    engine.think(&state, &task, &mut |report| {
        assert!(!report.candidates.is_empty());
        reports += 1;
        if reports == 5 {
            stop.raise();
        }
    });
    assert!(started.elapsed() < Duration::from_millis(600), "{:?}", started.elapsed());
    assert_eq!(reports, 5);
}

/// Ends of games against another program, which agrees with these margins. In each a stone that touches no enemy shares
/// the fate of the dead stones around its eye.
#[test]
fn stones_that_share_an_eye_share_its_fate() {
    let ends: [(&[&str], Color, f32); 4] = [
        (
            &[
                ".O.OXXX..",
                "..O.OXX..",
                "...O.OX..",
                "..O.OOX..",
                "....OXXX.",
                "...OOXOOO",
                "..OOX.XO.",
                "OOOXXXXO.",
                "XXXXX.O.O",
            ],
            Color::Black,
            -2.5,
        ),
        (
            &[
                "...OX....",
                "...OXX.O.",
                "...OOXXX.",
                ".OOOXXOXX",
                "...OOXOOX",
                "..OOXXOOO",
                "...OXXXOO",
                "..OOXOXO.",
                "..OXX.O.O",
            ],
            Color::Black,
            -0.5,
        ),
        (
            &[
                ".X.X.....",
                ".OX.XOOO.",
                ".OOXXOXO.",
                "OOOOOOXOO",
                "XXOXXXXXO",
                ".XXX...XX",
                "..X.XXX..",
                "...X.O.X.",
                ".........",
            ],
            Color::White,
            1.5,
        ),
        (
            &[
                "OOO......",
                "XXO.OOO..",
                "XXXOOXO..",
                "XOOOOXO..",
                "XXXXXXOO.",
                ".....XXO.",
                ".OOX.XOOO",
                ".OXX.XOXX",
                "O.OOOXXXX",
            ],
            Color::Black,
            -0.5,
        ),
    ];
    for (rows, to_move, margin) in ends {
        let state = position(rows, Rules::CHINESE, 7.5, to_move);
        for net in ["none", "built-in"] {
            let net = network(net, state.size(), Precision::Full).expect("a network");
            let judgement = Judgement::of(&state, net, &Stop::default()).expect("a judgement");
            assert_eq!(judgement.margin(Color::Black), margin, "{state:?}{:?}", judgement.dead);
        }
    }
}

/// A small network of random weights.
const GOLDEN: &str = "protocol-tests/net/golden.net";

#[test]
fn searches_with_a_network_replay() {
    let state = GoState::new(BoardSize::square(9).expect("a size"), Rules::CHINESE, 7.5);
    let game = || {
        let mut engine = engine(&[("net", GOLDEN), ("playouts", "150")]);
        let mut state = state.clone();
        let mut reports = Vec::new();
        for _ in 0..4 {
            let thought = engine.think(&state, &Task::new(Purpose::Play), &mut |_| {});
            state.play(thought.mv);
            reports.push(thought.report);
        }
        reports
    };
    let reports = game();
    assert_eq!(reports, game());
    assert!(reports.iter().all(|report| report.playouts == 150));
    let kept = reports[1..].iter().any(|report| report.visits > 150);
    assert!(kept, "what was known of the position is kept");
    assert!(reports[0].ownership.iter().any(|&owner| owner != 0.0));
    for report in reports {
        let sum: f32 = report.priors.iter().map(|(_, prior)| prior).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        let known = |mv| report.priors.iter().any(|&(other, _)| other == mv);
        assert!(report.candidates.iter().all(|candidate| known(candidate.mv)));
        assert!(report.priors.len() > report.candidates.len(), "moves that were not tried");
    }
}

#[test]
fn networks_are_chosen() {
    let mut engine = GoEngine::new();
    let name = |engine: &mut GoEngine, net: &str| {
        engine.set_option("net", net).map(|()| Engine::network(engine))
    };
    assert_eq!(name(&mut engine, "none"), Ok(None));
    assert_eq!(name(&mut engine, GOLDEN), Ok(Some("golden".into())));
    for (file, reason) in [("Cargo.toml", "not"), ("no such file", "No such file")] {
        let error = name(&mut engine, file).expect_err("no network").to_string();
        assert!(error.contains(file) && error.contains(reason), "{error}");
        assert_eq!(engine.option("net").as_deref(), Ok(GOLDEN), "nothing changes");
    }
    assert!(name(&mut engine, "built-in").expect("a network").is_some());
    engine.set_option("engine", "uct").expect("an engine");
    assert_eq!(Engine::network(&mut engine), None, "plain UCT has none");
}

/// One engine on boards that different networks judge searches each with the right one, and forgets nothing else.
#[test]
fn the_board_decides_which_network_judges() {
    let size = |side| BoardSize::square(side).expect("a size");
    let mut networks = Networks::read("built-in").expect("networks");
    let mut net = |size| networks.get(size, Precision::Full).expect("a network");
    let [small, edge, middle] = [size(5), size(11), size(12)].map(&mut net);
    assert!(small.is(&edge) && !small.is(&middle));
    let [thirteen, large] = [size(13), size(14)].map(&mut net);
    assert!(middle.is(&thirteen) && !middle.is(&large) && !small.is(&large));
    assert!(large.is(&net(size(25))));
    assert!(middle.is(&net(BoardSize::new(5, 25).expect("a size"))));
    assert_eq!(networks.name().map(|name| name.matches('+').count()), Some(2));
    let mut engine = engine(&[("net", "built-in"), ("playouts", "16")]);
    let mut value = |side| {
        let state = GoState::new(size(side), Rules::CHINESE, 7.5);
        engine.clear();
        engine.set_option("seed", "3").expect("a seed");
        engine.think(&state, &Task::new(Purpose::Play), &mut |_| {}).report.winrate
    };
    let [nine, thirteen] = [value(9), value(13)];
    assert_eq!([value(9), value(9), value(13)], [nine, nine, thirteen]);
}

/// A network of KataGo's from a file plays, and tells what it sees.
#[test]
fn networks_of_katago_play() {
    let plan = Plan { version: 11, act: Act::Mish, side: 3, channels: 12, blocks: "gn" };
    let file = std::env::temp_dir().join(format!("tesuji-{}.bin", std::process::id()));
    std::fs::write(&file, Model::random(plan, 1).file(true)).expect("a file");
    let path = file.to_str().expect("a path");
    let mut engine = engine(&[("net", path), ("playouts", "40")]);
    std::fs::remove_file(&file).expect("the file");
    assert_eq!(Engine::network(&mut engine).as_deref(), Some("random-net"));
    for size in [BoardSize::square(7), BoardSize::new(9, 5), BoardSize::square(21)] {
        let state = GoState::new(size.expect("a size"), Rules::CHINESE, 7.5);
        let thought = engine.think(&state, &Task::new(Purpose::Play), &mut |_| {});
        assert_eq!(thought.report.playouts, 40);
        assert!(state.is_legal(thought.mv));
        let one = engine.raw_network(&state, Some(3)).expect("a network");
        let all = engine.raw_network(&state, None).expect("a network");
        assert_eq!((one.len(), all.len()), (1, 8));
        assert_eq!(one[0], all[3]);
        engine.clear();
    }
    engine.set_option("net", "none").expect("none");
    let state = GoState::new(BoardSize::square(7).expect("a size"), Rules::CHINESE, 7.5);
    assert_eq!(engine.raw_network(&state, None), Err(EngineError::PlaysWithoutNetwork));
}

#[test]
fn answers_that_must_replay_are_computed_in_full() {
    let cases: [(&[(&str, &str)], Precision); 5] = [
        (&[], Precision::Full),
        (&[("playouts", "0")], Precision::Fast),
        (&[("seed", "-1")], Precision::Fast),
        (&[("threads", "2")], Precision::Fast),
        (&[("net_precision", "fast")], Precision::Fast),
    ];
    for (options, expected) in cases {
        assert_eq!(engine(options).precision(false), expected, "{options:?}");
    }
    assert_eq!(engine(&[("threads", "2")]).precision(true), Precision::Full);
    assert_eq!(engine(&[("net_precision", "full")]).precision(false), Precision::Full);
}

/// The network knows what any komi is worth, those that it was not trained with included.
#[test]
fn any_komi_counts() {
    for side in [7, 9, 19] {
        let size = BoardSize::square(side).expect("a size");
        for (komi, black_wins) in [(-500.0, true), (-60.0, true), (60.0, false), (500.0, false)] {
            let state = GoState::new(size, Rules::CHINESE, komi);
            let mut engine = engine(&[("net", "built-in"), ("playouts", "20")]);
            let report = engine.think(&state, &Task::new(Purpose::Play), &mut |_| {}).report;
            let wins = report.winrate > 0.5;
            assert_eq!(wins, black_wins, "{side} {komi}: {}", report.winrate);
        }
    }
}

/// Black must connect at E3. After that all is settled, and under rules by which dead stones must be taken there is one to
/// take, but not before.
#[test]
fn what_must_be_played_comes_before_dead_stones() {
    let game = "G7 D6 E7 C8 E4 C4 C3 B3 D4 C5 G3 C2 D3 D2 D7 C7 E2 E6 F6 F5 B2 B1 G5 E8 D1 A2 F8 D8 F7 F2 F3 E5 E9 F4 G4 \
                D9 F9 C1 E1 D5";
    let mut state = GoState::new(BoardSize::square(9).expect("a size"), Rules::TROMP_TAYLOR, 7.5);
    for mv in game.split_whitespace() {
        state.try_play(mv.parse().expect("a move")).expect("legal");
    }
    for net in ["built-in", "none"] {
        let mv = choose(&state, Purpose::Play, &[("net", net)]);
        assert_eq!(mv.to_string(), "E3", "network {net}");
    }
}
