use super::*;
use crate::base::{Color, below, seeded};
use crate::session::{GAMES, Session, Settings};
use crate::tournament::{Claim, Ending, FaultNote, Format, Played, PlayerSpec, Side};

/// A random game of that kind, and the stones after every number of moves.
fn random_game(kind: &str, number: usize, seed: u64) -> (Entry, Vec<Vec<Option<Color>>>) {
    let row = GAMES.iter().find(|row| row.name == kind).expect("a game");
    let settings = if kind == "go" {
        Settings { size: crate::base::BoardSize::new(5, 6), ..Settings::default() }
    } else {
        Settings::default()
    };
    let mut session = (row.open)(&settings).expect("a session");
    let mut rng = seeded(seed);
    let look = |session: &dyn Session| -> Vec<Option<Color>> {
        session.size().points().map(|point| session.stone(point)).collect()
    };
    let mut positions = vec![look(session.as_ref())];
    let mut moves = Vec::new();
    while session.outcome().is_none() && moves.len() < 150 {
        let color = session.to_move();
        let legal = session.legal_moves(color);
        let mv = legal[below(&mut rng, legal.len() as u32) as usize];
        if session.play(color, mv).is_err() {
            assert!(session.passport().refusals, "a legal move");
            continue;
        }
        positions.push(look(session.as_ref()));
        moves.push(Played {
            color: if color == Color::Black { 'b' } else { 'w' },
            vertex: mv.to_string(),
            ms: Some(1.234_567),
            left: None,
            winrate: Some(0.5),
            comment: String::new(),
            refused: Vec::new(),
        });
    }
    let size = session.size().to_string();
    let side = |name: &str| Side { name: name.into(), moves: 3, seconds: 1.5, ..Side::default() };
    let even = number.is_multiple_of(2);
    let entry = Entry {
        game: number,
        round: 1,
        pair: number.div_ceil(2),
        black: side(if even { "beta" } else { "alpha" }),
        white: side(if even { "alpha" } else { "beta" }),
        opening: None,
        kind: kind.into(),
        size,
        komi: None,
        handicap: Vec::new(),
        moves,
        refused: Vec::new(),
        result: ["B+2", "W+R", "0"][number % 3].into(),
        ending: [Ending::Score, Ending::Resignation, Ending::Score][number % 3],
        margin: Some(2.0),
        claims: Vec::new(),
        faults: Vec::new(),
        begun: "2026-11-30T12:00:00Z".into(),
        took: 2.0,
    };
    (entry, positions)
}

fn event() -> Event {
    let player = |name: &str| PlayerSpec { name: name.into(), ..PlayerSpec::default() };
    Event {
        name: "Test".into(),
        players: vec![player("alpha"), player("beta")],
        ..Event::default()
    }
}

#[test]
fn a_viewer_shows_the_positions_of_the_session() {
    for row in GAMES {
        let mut captures = 0;
        for seed in 0..30 {
            let (entry, positions) = random_game(row.name, 1, seed);
            let event = Event { game: row.name.into(), ..event() };
            let replay = Replay::new(&event, &entry).expect("a board");
            assert_eq!(replay.trouble, None);
            assert_eq!(replay.moves.len(), entry.moves.len());
            for (moves, position) in positions.iter().enumerate() {
                assert_eq!(&replay.position(moves), position, "{} {seed} {moves}", row.name);
            }
            captures += replay.changes.len();
        }
        // Gomoku and NoGo take nothing off the board; the others do.
        assert_eq!(captures > 0, !["gomoku", "nogo"].contains(&row.name), "{}", row.name);
    }
}

#[test]
fn what_cannot_be_replayed_is_told() {
    let (good, positions) = random_game("go", 1, 1);
    let event = event();
    let broken = |change: &dyn Fn(&mut Entry)| {
        let mut entry = good.clone();
        change(&mut entry);
        Replay::new(&event, &entry)
    };
    let vertex = |text: &'static str| {
        broken(&move |entry| entry.moves[4].vertex = text.into()).expect("a board")
    };
    for text in ["Z9", "", "no move", "resign"] {
        let replay = vertex(text);
        assert_eq!(replay.moves.len(), 4, "{text}");
        assert_eq!(replay.position(4), positions[4]);
        assert!(replay.trouble.is_some_and(|why| why.starts_with("move 5")), "{text}");
    }
    let colour = broken(&|entry| entry.moves[0].color = '<').expect("a board");
    assert_eq!(colour.trouble.as_deref(), Some("move 1: < is no colour"));
    let handicap = broken(&|entry| entry.handicap = vec!["A1".into(), "Q99".into()]);
    assert!(handicap.expect("a board").trouble.is_some());
    let stones = broken(&|entry| {
        entry.handicap = vec!["A1".into(), "E6".into()];
        entry.moves.clear();
    });
    let stones = stones.expect("a board");
    assert_eq!((stones.start[0], stones.start[29]), (Some(Color::Black), Some(Color::Black)));
    for size in ["", "0", "26", "9x", "-1", "9x9x9"] {
        assert_eq!(broken(&|entry| entry.size = size.into()), None, "{size}");
    }
    assert_eq!(broken(&|entry| entry.kind = "chess".into()), None);
}

/// Text that would do harm in a page, a table or a terminal.
const HOSTILE: &str = "</script><script>alert(1)</script><!-- \"x\" 'y' & <img src=x onerror=alert(2)>,\r\n\u{1b}[2J \u{2028}";

fn hostile() -> (Event, Vec<Entry>) {
    let (mut entry, _) = random_game("go", 1, 3);
    for text in
        [&mut entry.black.name, &mut entry.moves[0].comment, &mut entry.result, &mut entry.begun]
    {
        *text = HOSTILE.into();
    }
    entry.moves[1].comment = "\u{20ac}".repeat(1_000_000);
    entry.opening = Some(HOSTILE.into());
    entry.claims = vec![Claim { player: HOSTILE.into(), score: HOSTILE.into() }];
    entry.faults = vec![FaultNote {
        player: HOSTILE.into(),
        color: 'b',
        fault: crate::controller::Fault::Garbage,
        after: 3,
        text: HOSTILE.into(),
    }];
    let (mut strange, _) = random_game("go", 2, 4);
    strange.kind = HOSTILE.into();
    let mut event = event();
    event.name = HOSTILE.into();
    event.rules = Some(HOSTILE.into());
    event.time = HOSTILE.into();
    event.set.insert(HOSTILE.into(), HOSTILE.into());
    event.players[0].name = HOSTILE.into();
    (event, vec![entry, strange])
}

#[test]
fn what_engines_say_is_text_on_the_page() {
    let (event, entries) = hostile();
    let page = html(&event, &entries);
    // The script elements are those of the page: its data and its viewer.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("<!--"));
    assert!(!page.contains("alert(1)</script"));
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("JSON");
    assert_eq!(data[0]["x"]["0"], HOSTILE, "and nothing of it is lost");
    assert_eq!(data[0]["b"], HOSTILE);
    let long = data[0]["x"]["1"].as_str().map(|text| text.chars().count());
    assert_eq!(long, Some(1001), "of a very long comment there is the beginning");
    let text = text(&event, &entries);
    assert!(text.chars().all(|c| !c.is_control() || c == '\n'), "{text:?}");
}

#[test]
fn the_page_is_self_contained_and_well_formed() {
    for format in [Format::Match, Format::RoundRobin] {
        let mut event = Event { format, ..event() };
        let mut entries: Vec<Entry> = (1..=6).map(|n| random_game("go", n, n as u64).0).collect();
        if format == Format::RoundRobin {
            event.players.push(PlayerSpec { name: "gamma".into(), ..PlayerSpec::default() });
            entries[0].black.name = "gamma".into();
        }
        let page = html(&event, &entries);
        // The only address is the name of SVG.
        let addresses = page.matches("http").count();
        let names = page.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(addresses, names + page.matches("http-equiv").count());
        for word in [" src=", "url(", "@import", "<link", "<iframe"] {
            let outside = page.split("id=\"data\">").next().unwrap_or_default();
            assert!(!outside.contains(word), "{word}");
        }
        let (_, mut wild) = hostile();
        entries.append(&mut wild);
        let page = html(&event, &entries);
        // What stands between body and the data is XML but for the void elements.
        let body = page.split("<body>").nth(1).and_then(|rest| rest.split("<script").next());
        let body = body.expect("a body");
        let body = body
            .replace("<div id=\"view\" hidden>", "<div id=\"view\">")
            .replace("step=\"1\">", "step=\"1\"/>")
            .replace("aria-label=\"Move\">", "aria-label=\"Move\"/>");
        let document = format!("<body>{body}</body>");
        let document = roxmltree::Document::parse(&document)
            .unwrap_or_else(|error| panic!("{error}\n{document}"));
        let count = |name: &str| document.descendants().filter(|n| n.has_tag_name(name)).count();
        assert!(count("table") >= 2);
        for table in document.descendants().filter(|node| node.has_tag_name("table")) {
            let has = |name: &str| table.descendants().any(|node| node.has_tag_name(name));
            assert!(has("caption") && has("thead") && has("th"));
        }
        let plots = document.descendants().filter(|node| node.attribute("class") == Some("plot"));
        for plot in plots {
            assert!(plot.attribute("aria-label").is_some_and(|text| text.len() > 20));
        }
    }
}

#[test]
fn an_event_without_games_or_players_has_a_report_too() {
    for event in [Event::default(), event()] {
        assert!(html(&event, &[]).contains("<h2>Games</h2>"));
        assert!(text(&event, &[]).contains("0 games"));
        assert_eq!(csv(&event, &[]).lines().count(), 1 + event.players.len());
        assert_eq!(games_csv(&event, &[]).lines().count(), 1);
    }
}

/// Reads CSV as RFC 4180 says.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let row = rows.last_mut().expect("a row");
        let field = row.last_mut().expect("a field");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted && chars.peek() == Some(&'\n') => {
                chars.next();
                rows.push(vec![String::new()]);
            }
            c => field.push(c),
        }
    }
    assert!(!quoted);
    assert_eq!(rows.pop(), Some(vec![String::new()]), "a line break ends the last record");
    rows
}

#[test]
fn csv_is_read_back() {
    let (event, entries) = hostile();
    for (text, rows) in [(csv(&event, &entries), 3), (games_csv(&event, &entries), 2)] {
        let records = records(&text);
        assert_eq!(records.len(), rows + 1, "{text}");
        assert!(records.iter().all(|record| record.len() == records[0].len()));
    }
    let games = records(&games_csv(&event, &entries));
    let field = |name: &str| {
        let column = games[0].iter().position(|head| head == name).expect("a column");
        games[1][column].clone()
    };
    assert_eq!(
        (field("black"), field("result"), field("moves")),
        (HOSTILE.to_string(), HOSTILE.to_string(), entries[0].moves.len().to_string(),)
    );
}

#[test]
fn standings_are_counted_by_colour() {
    // Odd games alpha has Black. Results by number modulo 3: B+2, W+R, draw.
    let entries: Vec<Entry> = (1..=6).map(|n| random_game("go", n, n as u64).0).collect();
    let event = event();
    let digest = Digest::new(&event, &entries);
    let player = |name: &str| {
        digest.numbers.players.iter().find(|player| player.name == name).expect("a player")
    };
    // 1: W+R alpha lost as Black; 2: draw; 3: B+2 alpha won as Black; 4: W+R alpha won as White; 5: draw; 6: B+2 alpha
    // lost as White.
    let csv = records(&csv(&event, &entries));
    let row = csv.iter().find(|row| row[1] == "alpha").expect("a row");
    assert_eq!(row[4..15].join(" "), "6 3 2 2 2 1 1 1 1 1 1");
    assert_eq!(player("beta").white.games(), 3);
    assert_eq!(digest.balance(0), [0.0, -1.0, -1.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(digest.balance(1), [0.0, 1.0, 1.0, 0.0, -1.0, -1.0, 0.0]);
    // Margins are alpha's: its own with Black, the opposite with White.
    assert_eq!(digest.margins(), [2.0, -2.0, 2.0, -2.0, 2.0, -2.0]);
    assert!(digest.facts().contains(&("Games", "6 of 2".to_string())));
}

#[test]
fn a_match_tells_its_test_and_many_players_their_ratings() {
    let entries: Vec<Entry> = (1..=700usize)
        .map(|n| {
            let (mut entry, _) = random_game("go", 1, 1);
            entry.moves.clear();
            (entry.game, entry.pair) = (n, n.div_ceil(2));
            if n.is_multiple_of(2) {
                std::mem::swap(&mut entry.black, &mut entry.white);
            }
            // Alpha wins two of three.
            let alpha = n % 3 > 0;
            entry.result = if alpha == (n % 2 == 1) { "B+R" } else { "W+R" }.into();
            entry
        })
        .collect();
    let sprt = crate::tournament::SprtSpec { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
    let mut event = Event { sprt: Some(sprt), games: 700, ..event() };
    let digest = Digest::new(&event, &entries);
    let duel = digest.duel().expect("a duel");
    let (every, line) = digest.likelihood(&duel).expect("a test");
    assert_eq!((every, line.len()), (3, 1 + 700usize.div_ceil(3)));
    let state = duel.sprt.map(|(_, state)| state).expect("a test");
    assert_eq!(line.last(), Some(&state.llr));
    let page = html(&event, &entries);
    for text in
        ["alpha against beta", "Likelihood of superiority", "Elo 30 accepted", "H1 accepted"]
    {
        assert!(page.contains(text), "{text}");
    }
    event.players.push(PlayerSpec { name: "gamma".into(), ..PlayerSpec::default() });
    event.format = Format::RoundRobin;
    let page = html(&event, &entries);
    for text in ["Ratings with 95 % intervals", "Cross table", "Not all players are joined"] {
        assert!(page.contains(text), "{text}");
    }
}
