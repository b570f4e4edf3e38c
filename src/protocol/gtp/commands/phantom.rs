//! Commands for Phantom Go: the referee's role, and that of a player whose referee is the controller.
//!
//! A refused try is an event of the game: it changes what its player knows, and only that. It is the one exception to the
//! rule that a failed command changes nothing, where plain `play` answers it with `illegal move`.

use super::{Row, has_hidden};
use crate::base::{Color, GRID, Move, Point};
use crate::engine::{Purpose, phantom};
use crate::game::{Information, State, Verdict};
use crate::games::go::phantom::{Event, Knowledge, Taken, View};
use crate::protocol::Ends;
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{Rest, Word, command};
use crate::session::phantom::{Phantom, Seat, SeatError};
use crate::session::{Asked, SessionError};

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    let rows = vec![
        command("phantom-try", "Tries a move; the referee accepts or refuses it.", try_move),
        command("phantom-events", "What a player was told since this was last asked.", events),
        command("phantom-view", "The board as a player knows it, as gogui-rules_board.", view),
        command("phantom-refused", "Points refused to a player in this turn.", refused),
        command("phantom-rules", "Lists the rules, or sets one (KEY VALUE) or a whole set.", rules),
        command("phantom-reveal", "The true board and the result, once the game is over.", reveal),
        command("phantom-new", "Takes one side's seat at a game with another referee.", sit_down),
        command("phantom-genmove", "Proposes a move for the seat; makes it not.", genmove),
        command("phantom-accept", "The referee accepted it: VERTEX [taken N VERTEX ...].", accept),
        command("phantom-refuse", "The referee refused it.", refuse),
        command("phantom-taken", "The opponent takes stones of the seat: N VERTEX ...", taken),
        command("phantom-opponent", "The opponent's turn is over: moved or passed.", opponent),
        command("phantom-belief", "How likely the opponent has a stone on each point.", belief),
        command("phantom-black", "The stones that Black knows of, as GoGui graphics.", black),
        command("phantom-white", "The stones that White knows of, as GoGui graphics.", white),
    ];
    rows.into_iter().map(|row| row.only(has_hidden)).collect()
}

fn books<'a>(server: &'a mut Server<'_>) -> Result<Phantom<'a>, Failure> {
    server.session.phantom().ok_or_else(|| SessionError::NotInThisGame.into())
}

fn seat<'a>(server: &'a mut Server<'_>) -> Result<&'a mut Seat, Failure> {
    let desk = books(server)?.desk;
    desk.seat.as_mut().ok_or_else(|| Failure::new("no game begun: phantom-new comes first"))
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Failure {
        Failure::new(error.to_string())
    }
}

fn list(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

// The referee.

fn try_move(server: &mut Server<'_>, color: Color, mv: Move) -> Answer {
    if server.session.outcome().is_some() {
        return Err(Failure::new("game over"));
    }
    if server.session.to_move() != color {
        return Err(Failure::new("wrong side"));
    }
    if mv.point().is_some_and(|point| !server.session.size().contains(point)) {
        return Err(Failure::new("invalid vertex"));
    }
    let verdict = match server.session.attempt(color, mv) {
        Err(SessionError::IllegalMove(reason)) => return Err(Failure::new(reason.to_string())),
        verdict => verdict?,
    };
    let over = server.session.outcome().is_some();
    let books = books(server)?;
    let mut answer = match verdict {
        Verdict::Accepted if mv.is_pass() => String::from("accepted pass"),
        Verdict::Accepted => String::from("accepted"),
        Verdict::Refused => String::from("refused"),
        Verdict::Passed => String::from("refused pass"),
    };
    // What the player was told of the try: one event of his own, and perhaps that it gave atari.
    let mut atari = false;
    for event in books.state.told(color).iter().rev() {
        match event {
            Event::Atari => atari = true,
            Event::Over => {}
            Event::Played { taken: Taken::Points(points), .. } if !points.is_empty() => {
                answer.push_str(&format!(" taken {} {}", points.len(), list(points)));
                break;
            }
            Event::Played { taken: Taken::Count(count), .. } if *count > 0 => {
                answer.push_str(&format!(" taken {count}"));
                break;
            }
            Event::Refused { reason: Some(reason), .. } => {
                answer.push_str(&format!(" {}", reason.name()));
                break;
            }
            // The pass that came with a refusal.
            Event::Passed if verdict == Verdict::Passed => {}
            _ => break,
        }
    }
    if atari {
        answer.push_str(" atari");
    }
    if over {
        answer.push_str(" over");
    }
    Ok(answer)
}

/// One line for one event, in the words of the SAU protocol's table: what happened since the player last asked.
fn line(event: &Event) -> Option<String> {
    Some(match event {
        Event::OpponentPlayed { lost } if lost.is_empty() => "moved".into(),
        Event::OpponentPlayed { lost } => format!("taken {} {}\nmoved", lost.len(), list(lost)),
        Event::OpponentPassed => "passed".into(),
        Event::OpponentMoved => "moved or passed".into(),
        Event::OpponentRefused => "refused".into(),
        Event::Atari => "atari".into(),
        Event::Over => "over".into(),
        // The answers to his own tries.
        Event::Played { .. } | Event::Refused { .. } | Event::Passed => return None,
    })
}

fn events(server: &mut Server<'_>, color: Color) -> Answer {
    let mut books = books(server)?;
    Ok(books.news(color).iter().filter_map(line).collect::<Vec<_>>().join("\n"))
}

/// Rows of `X`, `O` and `.`, the uppermost first.
fn picture(view: &View) -> String {
    let knowledge = Knowledge::of(view);
    let size = view.size();
    let rows = (0..size.height()).rev().map(|y| {
        let row = (0..size.width()).map(|x| match knowledge.stone(Point::at(x, y)) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        });
        row.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn view(server: &mut Server<'_>, color: Color) -> Answer {
    Ok(picture(&books(server)?.state.view(color)))
}

fn refused(server: &mut Server<'_>, color: Color) -> Answer {
    let books = books(server)?;
    let state = books.state;
    if state.to_move() != color {
        return done(Ok(()));
    }
    Ok(list(&state.refused().iter().collect::<Vec<_>>()))
}

fn rules(server: &mut Server<'_>, text: Rest) -> Answer {
    let words: Vec<&str> = text.0.split_whitespace().collect();
    match words.as_slice() {
        [] => {
            let books = books(server)?;
            let rules = books.rules;
            let keys = crate::games::go::phantom::PhantomRules::KEYS.iter();
            let lines =
                keys.map(|(key, _)| format!("{key} {}", rules.get(key).unwrap_or_default()));
            let komi = format!("komi {}", books.komi);
            Ok(lines.chain([komi]).collect::<Vec<_>>().join("\n"))
        }
        [set] => done(server.session.set_rules(set)),
        [key, value] if key.eq_ignore_ascii_case("komi") => {
            let komi = value.parse().ok().filter(|komi: &f32| komi.is_finite());
            done(server.session.set_komi(komi.ok_or_else(Failure::syntax)?))
        }
        [key, value] => done(server.session.set_rule(key, value)),
        _ => Err(Failure::syntax()),
    }
}

fn reveal(server: &mut Server<'_>) -> Answer {
    let books = books(server)?;
    let Some(outcome) = books.state.outcome() else {
        return Err(Failure::new("game not over"));
    };
    let board = books.state.game().board();
    let size = board.size();
    let rows = (0..size.height()).rev().map(|y| {
        let row = (0..size.width()).map(|x| match board.color(Point::at(x, y)) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        });
        row.collect::<Vec<_>>().join(" ")
    });
    Ok(format!("{}\n{outcome}", rows.collect::<Vec<_>>().join("\n")))
}

// The player.

fn sit_down(server: &mut Server<'_>, color: Color) -> Answer {
    books(server)?.sit_down(color);
    done(Ok(()))
}

fn genmove(server: &mut Server<'_>, color: Color) -> Answer {
    let seat = seat(server)?;
    if seat.view().is_over() {
        return Err(Failure::new("game over"));
    }
    if seat.color() != color || !seat.is_to_move() {
        return Err(Failure::new("wrong side"));
    }
    let asked = Asked::new(color, Purpose::Play);
    let ends = server.ends(asked.purpose);
    let thought = server.attend(ends, |session, stop| session.propose(&asked, stop, &mut |_| {}));
    let thought = thought.ok_or_else(|| Failure::from(SessionError::NotInThisGame))?;
    Ok(thought.mv.to_string())
}

/// `taken N VERTEX ...`, or only the vertices' number, or nothing.
fn stones(words: &[&str]) -> Result<(usize, Vec<Point>), Failure> {
    let [count, vertices @ ..] = words else { return Err(Failure::syntax()) };
    let count: usize = count.parse().map_err(|_| Failure::syntax())?;
    let points: Option<Vec<Point>> =
        vertices.iter().map(|text| text.parse::<Move>().ok()?.point()).collect();
    Ok((count, points.ok_or_else(|| Failure::new("invalid vertex"))?))
}

fn accept(server: &mut Server<'_>, mv: Move, text: Rest) -> Answer {
    let words: Vec<&str> = text.0.split_whitespace().collect();
    let seat = seat(server)?;
    let (count, points) = match words.as_slice() {
        [] => (0, Vec::new()),
        ["taken", rest @ ..] => stones(rest)?,
        _ => return Err(Failure::syntax()),
    };
    match mv.point() {
        Some(point) if points.is_empty() && count > 0 => seat.accept_count(point, count)?,
        _ if points.len() != count => return Err(SeatError::Count.into()),
        _ => seat.accept(mv, &points)?,
    }
    done(Ok(()))
}

fn refuse(server: &mut Server<'_>, point: Point) -> Answer {
    seat(server)?.refuse(point)?;
    done(Ok(()))
}

fn taken(server: &mut Server<'_>, text: Rest) -> Answer {
    let words: Vec<&str> = text.0.split_whitespace().collect();
    let (count, points) = stones(&words)?;
    let seat = seat(server)?;
    if count != points.len() {
        return Err(SeatError::Count.into());
    }
    seat.lose(&points)?;
    done(Ok(()))
}

fn opponent(server: &mut Server<'_>, how: Word) -> Answer {
    let seat = seat(server)?;
    match how.0.as_str() {
        "moved" => seat.opponent_moved()?,
        "passed" => seat.opponent_passed()?,
        _ => return Err(Failure::syntax()),
    }
    done(Ok(()))
}

/// Of the seat, where one is taken and no other colour is asked for; otherwise of the referee's game.
fn belief(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    let books = books(server)?;
    let seat = books.desk.seat.as_ref().filter(|seat| color.is_none_or(|c| c == seat.color()));
    let view = match seat {
        Some(seat) => seat.view().clone(),
        None => books.state.view(color.unwrap_or(books.state.to_move())),
    };
    let chances = server.attend(Ends::WhenDone, |_, stop| phantom::belief(&view, stop));
    let chance = |point: Point| chances.get(point.index()).copied().unwrap_or_default();
    debug_assert_eq!(chances.len(), GRID);
    Ok(super::gogui::board(view.size(), |point| format!("{:.2}", chance(point))))
}

fn graphics(server: &mut Server<'_>, color: Color) -> Answer {
    let view = books(server)?.state.view(color);
    let knowledge = Knowledge::of(&view);
    let of = |wanted: Color| -> Vec<Point> {
        view.size().points().filter(|&p| knowledge.stone(p) == Some(wanted)).collect()
    };
    let [least, most] = knowledge.enemy_count();
    let known = knowledge.enemy().len();
    let hidden = match most - known.min(most) {
        most if least == most + known => format!("{most}"),
        most => format!("{} to {most}", least.saturating_sub(known)),
    };
    Ok(format!(
        "BLACK {}\nWHITE {}\nTEXT {} sees these; hidden stones of {}: {hidden}",
        list(&of(Color::Black)),
        list(&of(Color::White)),
        color.name(),
        color.other().name()
    ))
}

fn black(server: &mut Server<'_>) -> Answer {
    graphics(server, Color::Black)
}

fn white(server: &mut Server<'_>) -> Answer {
    graphics(server, Color::White)
}
