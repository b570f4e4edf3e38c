//! Refusals in a session's history, secrecy, records, seats.

use super::*;
use crate::base::{below, seeded};
use crate::engine::{Purpose, Stop};
use crate::game::Verdict;
use crate::session::Asked;

fn session(options: &[(&str, &str)]) -> Box<dyn Session> {
    let options = options.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())).collect();
    open(&Settings { size: BoardSize::square(5), options, ..Settings::default() }).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn told(session: &mut dyn Session, player: Color) -> Vec<String> {
    session.phantom().unwrap().state.told(player).iter().map(Event::to_string).collect()
}

/// Random tries, then undo by random counts: what players have been told is what a replay tells them.
#[test]
fn undo_takes_tries_back_with_their_move() {
    let mut session = session(&[]);
    // What both had been told after each move, and how often that was undone.
    let mut after = vec![(Vec::new(), Vec::new())];
    let mut rng = seeded(3);
    let (mut refusals, mut undone) = (0, 0);
    for _ in 0..3000 {
        if below(&mut rng, 6) == 0 {
            let count = below(&mut rng, 20.min(after.len() as u32)) as usize;
            session.undo(count).unwrap();
            if count > 0 {
                after.truncate(after.len() - count);
                undone += 1;
                let now = (told(&mut *session, Color::Black), told(&mut *session, Color::White));
                assert_eq!(Some(&now), after.last());
            }
            continue;
        }
        let color = session.to_move();
        let pick = below(&mut rng, 26) as usize;
        let mv = session.size().points().nth(pick).map_or(Move::PASS, Move::at);
        match session.attempt(color, mv) {
            Ok(Verdict::Accepted) => {
                let now = (told(&mut *session, Color::Black), told(&mut *session, Color::White));
                after.push(now);
            }
            Ok(_) => refusals += 1,
            Err(_) => session.undo(0).unwrap(),
        }
        if session.outcome().is_some() {
            session.clear();
            after.truncate(1);
        }
        assert_eq!(session.moves().len() + 1, after.len());
    }
    assert!(refusals > 500 && undone > 200, "{refusals} {undone}");
}

#[test]
fn a_refusal_is_an_illegal_move_that_is_remembered() {
    let mut session = session(&[]);
    session.play(Color::Black, mv("C3")).unwrap();
    let version = session.version();
    let refused = session.play(Color::White, mv("C3"));
    assert_eq!(refused, Err(SessionError::IllegalMove(Illegal::Rule("refused"))));
    assert_ne!(session.version(), version);
    assert_eq!(told(&mut *session, Color::White), ["opponent played", "refused C3"]);
    assert_eq!(session.to_move(), Color::White);
    // A second time is no try at all, and changes nothing.
    let version = session.version();
    assert!(session.play(Color::White, mv("C3")).is_err());
    assert_eq!(session.version(), version);
}

/// A forced pass is a move of the game, goes with its try, and comes back with it from a record.
#[test]
fn a_turn_that_passes_with_a_refusal() {
    let mut session = session(&[("tries", "1")]);
    session.play(Color::Black, mv("C3")).unwrap();
    assert_eq!(session.attempt(Color::White, mv("C3")), Ok(Verdict::Passed));
    assert_eq!(session.moves(), [(Color::Black, mv("C3")), (Color::White, Move::PASS)]);
    session.play(Color::Black, mv("A1")).unwrap();
    let (black, white) = (told(&mut *session, Color::Black), told(&mut *session, Color::White));
    let record = session.save(&Stop::default()).unwrap();
    assert!(record.contains("TRY[cc]"), "{record}");
    session.undo(1).unwrap();
    session.undo(1).unwrap();
    assert_eq!(told(&mut *session, Color::White), ["opponent played"]);
    session.load(record.as_bytes(), 0).unwrap();
    assert_eq!(told(&mut *session, Color::Black), black);
    assert_eq!(told(&mut *session, Color::White), white);
}

/// Random games with tries come back from their records, told and all.
#[test]
fn records_keep_the_tries() {
    for seed in 0..40 {
        let mut session = session(&[]);
        let mut rng = seeded(seed);
        for _ in 0..40 {
            let pick = below(&mut rng, 26) as usize;
            let mv = session.size().points().nth(pick).map_or(Move::PASS, Move::at);
            let _ = session.attempt(session.to_move(), mv);
            if session.outcome().is_some() {
                break;
            }
        }
        let (black, white) = (told(&mut *session, Color::Black), told(&mut *session, Color::White));
        let record = session.save(&Stop::default()).unwrap();
        let mut other = super::tests::session(&[]);
        other.load(record.as_bytes(), 0).unwrap();
        assert_eq!(told(&mut *other, Color::Black), black, "{record}");
        assert_eq!(told(&mut *other, Color::White), white, "{record}");
        // Any reader of SGF sees the same game.
        let go = crate::session::find("go").unwrap();
        let mut plain = (go.open)(&Settings::default()).unwrap();
        plain.load(record.as_bytes(), 0).unwrap();
        for point in session.size().points() {
            assert_eq!(plain.stone(point), session.stone(point), "{record}");
        }
    }
}

/// The mirror test: two true games with the same view give the same seeded choice, whatever the engine.
#[test]
fn what_is_hidden_has_no_influence() {
    let engines = [("belief", "flat"), ("belief", "tree"), ("blind", "flat"), ("random", "flat")];
    for (engine, search) in engines {
        for kind in ["moved", "captured", "refused", "passed"] {
            let games: Vec<_> = [["A5", "B5"], ["E1", "D1"]]
                .iter()
                .map(|[first, second]| {
                    let mut session = session(&[
                        ("engine", engine),
                        ("search", search),
                        ("seed", "7"),
                        ("playouts", "300"),
                        ("threads", "1"),
                    ]);
                    session.play(Color::Black, mv("C3")).unwrap();
                    session.play(Color::White, mv(first)).unwrap();
                    // What is imagined now is kept and carried on.
                    let asked = Asked::new(Color::Black, Purpose::Play);
                    session.think(&asked, &Stop::default(), &mut |_| {});
                    session.play(Color::Black, mv("C2")).unwrap();
                    match kind {
                        "captured" => {
                            // White takes the same stone in both games, by stones of the same points.
                            for (color, point) in
                                [(Color::White, "B1"), (Color::Black, "A1"), (Color::White, "A2")]
                            {
                                session.play(color, mv(point)).unwrap();
                            }
                        }
                        // White is refused at a black stone, which Black does not hear of.
                        "refused" => {
                            assert!(session.play(Color::White, mv("C3")).is_err());
                            session.play(Color::White, mv(second)).unwrap();
                        }
                        "passed" => session.play(Color::White, Move::PASS).unwrap(),
                        _ => session.play(Color::White, mv(second)).unwrap(),
                    }
                    session
                })
                .collect();
            let mut answers = games.into_iter().map(|mut session| {
                let told = told(&mut *session, Color::Black);
                let asked = Asked::new(Color::Black, Purpose::Play);
                let thought = session.think(&asked, &Stop::default(), &mut |_| {});
                (told, thought.mv, thought.report)
            });
            let first = answers.next();
            assert_eq!(answers.next(), first, "{engine} {search} {kind}");
        }
    }
}

/// Two seats, told by a referee, know what the referee's own views know, and choose what the referee's engine would.
#[test]
fn a_seat_knows_what_a_view_shows() {
    let options = [("engine", "belief"), ("seed", "5"), ("playouts", "60"), ("threads", "1")];
    let mut referee = session(&options);
    let mut seats: Vec<_> = Color::BOTH
        .iter()
        .map(|&color| {
            let mut session = session(&options);
            session.phantom().unwrap().sit_down(color);
            session
        })
        .collect();
    let mut tries = 0;
    while referee.outcome().is_none() && tries < 150 {
        tries += 1;
        let color = referee.to_move();
        let asked = Asked::new(color, Purpose::Regress);
        let own = seats[color.index()].propose(&asked, &Stop::default(), &mut |_| {}).unwrap();
        let view = referee.think(&asked, &Stop::default(), &mut |_| {});
        assert_eq!(own.mv, view.mv);
        referee.attempt(color, own.mv).unwrap();
        for player in Color::BOTH {
            let news = referee.phantom().unwrap().news(player).to_vec();
            let books = seats[player.index()].phantom().unwrap();
            let seat = books.desk.seat.as_mut().unwrap();
            for event in news {
                match event {
                    Event::Played {
                        point,
                        taken: crate::games::go::phantom::Taken::Points(taken),
                    } => {
                        seat.accept(Move::at(point), &taken).unwrap();
                    }
                    Event::Refused { point, .. } => seat.refuse(point).unwrap(),
                    Event::Passed => seat.accept(Move::PASS, &[]).unwrap(),
                    Event::OpponentPlayed { lost } => {
                        seat.lose(&lost).unwrap();
                        seat.opponent_moved().unwrap();
                    }
                    Event::OpponentPassed => seat.opponent_passed().unwrap(),
                    other => seat.tell(other),
                }
            }
            let state = referee.phantom().unwrap().state.view(player);
            assert_eq!(
                seats[player.index()].phantom().unwrap().desk.seat.as_ref().unwrap().view(),
                &state
            );
        }
    }
    assert!(tries > 20);
}

/// What a faulty referee says is refused where it cannot be, and changes nothing.
#[test]
fn a_seat_takes_no_nonsense() {
    let view = View::empty(Color::Black, BoardSize::square(5).unwrap(), PhantomRules::CONTEST, 0.5);
    let mut seat = Seat::new(view);
    let point = |text: &str| mv(text).point().unwrap();
    assert_eq!(seat.lose(&[point("A1")]), Err(SeatError::WrongSide));
    assert_eq!(seat.opponent_moved(), Err(SeatError::WrongSide));
    assert_eq!(seat.refuse(point("T19")), Err(SeatError::OffBoard));
    seat.accept(mv("C3"), &[]).unwrap();
    let before = seat.clone();
    assert_eq!(seat.accept(mv("C4"), &[]), Err(SeatError::WrongSide));
    assert_eq!(seat.lose(&[point("A1")]), Err(SeatError::NoOwnStone));
    assert_eq!(seat.lose(&[point("C3"), point("C3")]), Err(SeatError::Repeated));
    assert_eq!(seat, before);
    seat.lose(&[point("C3")]).unwrap();
    assert_eq!(seat.opponent_passed(), Err(SeatError::Count));
    seat.opponent_moved().unwrap();
    assert_eq!(seat.accept(mv("C3"), &[point("C3")]), Err(SeatError::OwnStone));
    seat.accept(mv("C3"), &[]).unwrap();
    seat.end();
    assert_eq!(seat.opponent_moved(), Err(SeatError::Over));
}

/// The engine plays whole games against itself through a session, each try its own, and finds an end.
#[test]
fn whole_games() {
    for (engine, rules) in [
        ("belief", "contest"),
        ("blind", "contest"),
        ("random", "olympiad"),
        ("belief", "openspiel"),
    ] {
        let mut session =
            session(&[("engine", engine), ("seed", "3"), ("playouts", "30"), ("threads", "1")]);
        session.set_rules(rules).unwrap();
        let mut moves = 0;
        while session.outcome().is_none() {
            let asked = Asked::new(session.to_move(), Purpose::Play);
            let before = session.moves().len();
            session.genmove(&asked, &Stop::default(), &mut |_| {});
            assert_eq!(session.moves().len(), before + 1);
            moves += 1;
            assert!(moves < 200, "{engine} {rules}");
        }
        session.score(&Stop::default()).unwrap();
    }
}
