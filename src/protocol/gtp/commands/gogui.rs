//! Commands for GoGui: what it sends at start, and views of the position for its analyze menu.

use super::{Row, has_captures, has_status};
use crate::base::{BoardSize, Color, GRID, Point};
use crate::engine::{PointStatus, Purpose};
use crate::protocol::Ends;
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{Word, command};
use crate::search::Report;
use crate::session::{Asked, Session};

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command("gogui-version", "GoGui tells its version.", version),
        command("gogui-title", "Title for GoGui's window.", title),
        command("gogui-analyze_commands", "Commands for GoGui's analyze menu.", analyze_commands),
        command(
            "tesuji-candidates",
            "The moves a short search considers, as GoGui graphics.",
            candidates,
        ),
        command(
            "tesuji-ownership",
            "Who will own each point, by a short search: 1 Black, -1 White.",
            ownership,
        ),
        command("tesuji-territory", "Who owns each point if the game ended here.", territory)
            .only(has_status),
        command("tesuji-legal_moves", "Points where that colour may move.", legal_moves),
        command("tesuji-forbidden", "Empty points where that colour may not move.", forbidden),
        command("tesuji-atari", "Stones that can be taken by one move.", atari).only(has_captures),
    ]
}

/// Rows of GoGui's menu: type, label, command with wildcards.
const MENU: [(&str, &str, &str); 15] = [
    ("gfx", "Candidate moves", "tesuji-candidates %m"),
    ("dboard", "Ownership", "tesuji-ownership %m"),
    ("bwboard", "Territory", "tesuji-territory"),
    ("plist", "Legal moves", "tesuji-legal_moves %c"),
    ("plist", "Forbidden points", "tesuji-forbidden %c"),
    ("plist", "Stones in atari", "tesuji-atari"),
    ("plist", "Dead stones", "final_status_list dead"),
    ("string", "Score", "final_score"),
    ("string", "Engine's choice", "reg_genmove %m"),
    ("hstring", "Board", "showboard"),
    ("hstring", "Record", "printsgf"),
    ("param", "Options", "tesuji-options"),
    ("gfx", "What Black knows", "phantom-black"),
    ("gfx", "What White knows", "phantom-white"),
    ("dboard", "Where the opponent may stand", "phantom-belief %c"),
];

fn version(_: &mut Server<'_>, _version: Word) -> Answer {
    done(Ok(()))
}

fn title(server: &mut Server<'_>) -> Answer {
    let passport = server.session.passport();
    Ok(format!("tesuji: {} {}", passport.title, passport.size))
}

fn analyze_commands(server: &mut Server<'_>) -> Answer {
    let known = |command: &str| {
        let name = command.split(' ').next().unwrap_or_default();
        server.table.find(server, name.as_bytes()).is_some()
    };
    let rows = MENU.iter().filter(|(_, _, command)| known(command));
    let lines = rows.map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// A search as for a move that is not made.
fn look(server: &mut Server<'_>, color: Option<Color>) -> Report {
    let color = color.unwrap_or(server.session.to_move());
    let asked = Asked::new(color, Purpose::Regress);
    let ends = server.ends(asked.purpose);
    server.think(&asked, ends, &mut |_, _| {}).0.report
}

fn candidates(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    const SHOWN: usize = 10;
    let report = look(server, color);
    let visits: u64 = report.candidates.iter().map(|c| c.visits).sum();
    let mut influence = String::from("INFLUENCE");
    let mut labels = String::from("LABEL");
    for candidate in report.candidates.iter().take(SHOWN) {
        if let Some(point) = candidate.mv.point() {
            let share = candidate.visits as f64 / visits.max(1) as f64;
            influence.push_str(&format!(" {point} {share:.2}"));
            labels.push_str(&format!(" {point} {:.0}", candidate.winrate * 100.0));
        }
    }
    let best = report.candidates.first();
    let status = best.map_or_else(String::new, |c| {
        format!("\nTEXT {}: {:.1} % of {} visits", c.mv, c.winrate * 100.0, report.visits)
    });
    Ok(format!("{influence}\n{labels}{status}"))
}

fn ownership(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    let report = look(server, color);
    if report.ownership.is_empty() {
        return Err(Failure::new("the engine tells no ownership"));
    }
    let owner = |point: Point| report.ownership.get(point.index()).copied().unwrap_or_default();
    Ok(board(server.session.size(), |point| format!("{:.2}", owner(point))))
}

fn territory(server: &mut Server<'_>) -> Answer {
    let status = server.attend(Ends::WhenDone, |session, stop| session.status(stop))?;
    let session = server.session.as_ref();
    let size = session.size();
    let mut owner = [None; GRID];
    for (point, status) in size.points().zip(status) {
        let color = match status {
            PointStatus::Alive | PointStatus::Seki => session.stone(point),
            PointStatus::Dead => session.stone(point).map(Color::other),
            PointStatus::Territory(color) => Some(color),
            PointStatus::Dame => None,
        };
        if let Some(slot) = owner.get_mut(point.index()) {
            *slot = color;
        }
    }
    Ok(board(size, |point| match owner.get(point.index()).copied().flatten() {
        Some(Color::Black) => "b".into(),
        Some(Color::White) => "w".into(),
        None => "\"\"".into(),
    }))
}

/// A word for each point, row by row from the top.
pub(super) fn board(size: BoardSize, word: impl Fn(Point) -> String) -> String {
    let rows = (0..size.height()).rev().map(|y| {
        let words: Vec<String> = (0..size.width()).map(|x| word(Point::at(x, y))).collect();
        words.join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn legal_moves(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    let color = color.unwrap_or(server.session.to_move());
    let moves = server.session.legal_moves(color);
    let points = moves.iter().filter_map(|mv| mv.point());
    Ok(points.map(|point| point.to_string()).collect::<Vec<_>>().join(" "))
}

fn forbidden(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    let session = server.session.as_ref();
    if session.outcome().is_some() {
        return Ok(String::new());
    }
    let legal = session.legal_moves(color.unwrap_or(session.to_move()));
    let points = session.size().points().filter(|&point| session.stone(point).is_none());
    let points = points.filter(|&point| !legal.contains(&point.into()));
    Ok(points.map(|point| point.to_string()).collect::<Vec<_>>().join(" "))
}

fn atari(server: &mut Server<'_>) -> Answer {
    let session = server.session.as_ref();
    let points = session.size().points();
    let stones =
        points.filter(|&point| session.stone(point).is_some() && is_in_atari(session, point));
    Ok(stones.map(|point| point.to_string()).collect::<Vec<_>>().join(" "))
}

/// Has the string of stones there one liberty?
fn is_in_atari(session: &dyn Session, stone: Point) -> bool {
    let color = session.stone(stone);
    let size = session.size();
    let mut string = vec![stone];
    let mut liberties = Vec::new();
    let mut next = 0;
    while let Some(&point) = string.get(next) {
        next += 1;
        for neighbor in point.neighbors().into_iter().filter(|&n| size.contains(n)) {
            match session.stone(neighbor) {
                None if !liberties.contains(&neighbor) => liberties.push(neighbor),
                other if other == color && color.is_some() && !string.contains(&neighbor) => {
                    string.push(neighbor);
                }
                _ => {}
            }
        }
        if liberties.len() > 1 {
            return false;
        }
    }
    liberties.len() == 1
}
