//! Analysis: `lz-analyze`, `kata-analyze` and their kin.
//!
//! The plain names `analyze` and `genmove_analyze` are left out on purpose: Sabaki prefers them and then reads KataGo's
//! floats as Leela Zero's integers.

use super::Row;
use crate::base::{Color, Move};
use crate::engine::Purpose;
use crate::protocol::Ends;
use crate::protocol::gtp::argument::{Argument, MoveList, text};
use crate::protocol::gtp::command;
use crate::protocol::gtp::info::{self, Dialect, Layout};
use crate::protocol::gtp::response::{Answer, Failure, Responder};
use crate::protocol::gtp::server::Server;
use crate::search::Report;
use crate::session::Asked;
use nom::branch::alt;
use nom::{IResult, Parser};
use std::time::Duration;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command(
            "lz-analyze",
            "Searches until any line comes; reports every INT hundredths of a second.",
            lz_analyze,
        ),
        command("kata-analyze", "As lz-analyze, in KataGo's fields.", kata_analyze),
        command(
            "lz-genmove_analyze",
            "Chooses a move and makes it, reporting on the way.",
            lz_genmove,
        ),
        command("kata-genmove_analyze", "As lz-genmove_analyze, in KataGo's fields.", kata_genmove),
        command(
            "kata-search_analyze",
            "As kata-genmove_analyze, but does not make the move.",
            search,
        ),
        command(
            "kata-search_analyze_cancellable",
            "As kata-search_analyze; any line ends it with the answer play cancelled.",
            search_cancellable,
        ),
    ]
}

/// Reports come this often when no interval is told.
const INTERVAL: Duration = Duration::from_secs(1);

/// A wish about an analysis.
#[derive(Clone, PartialEq, Debug)]
enum Wish {
    Interval(u32),
    MinMoves(u32),
    MaxMoves(u32),
    Avoid(Color, Vec<Move>),
    Allow(Color, Vec<Move>),
    /// KataGo's extra output, wanted or not.
    Extra(&'static str, bool),
}

const EXTRAS: [&str; 8] = [
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
];

fn key<'k>(name: &'static str) -> impl Fn(&'k [u8]) -> IResult<&'k [u8], ()> {
    move |input| text(input, |word| (word == name).then_some(()))
}

impl Argument for Wish {
    fn doc() -> String {
        "KEY VALUE".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Wish> {
        let points = || (Color::read, MoveList::read, u32::read);
        let extra = |input| text(input, |word| EXTRAS.iter().copied().find(|extra| *extra == word));
        alt((
            (key("interval"), u32::read).map(|(_, n)| Wish::Interval(n)),
            (key("minmoves"), u32::read).map(|(_, n)| Wish::MinMoves(n)),
            (key("maxmoves"), u32::read).map(|(_, n)| Wish::MaxMoves(n)),
            (key("avoid"), points()).map(|(_, (color, list, _))| Wish::Avoid(color, list.0)),
            (key("allow"), points()).map(|(_, (color, list, _))| Wish::Allow(color, list.0)),
            (extra, bool::read).map(|(name, wanted)| Wish::Extra(name, wanted)),
        ))
        .parse(input)
    }
}

/// What all these commands take.
struct Question {
    color: Option<Color>,
    interval: Option<u32>,
    wishes: Vec<Wish>,
}

impl Argument for Question {
    fn doc() -> String {
        [Option::<Color>::doc(), Option::<u32>::doc(), Vec::<Wish>::doc()].join(" ")
    }

    fn read(input: &[u8]) -> IResult<&[u8], Question> {
        (Option::<Color>::read, Option::<u32>::read, Vec::<Wish>::read)
            .map(|(color, interval, wishes)| Question { color, interval, wishes })
            .parse(input)
    }
}

/// Puts a question and its layout together. Points for the colour that is not to move lie deeper than the root, where
/// nothing is restricted.
fn prepare(
    server: &Server<'_>,
    purpose: Purpose,
    dialect: Dialect,
    question: Question,
) -> Result<(Asked, Layout), Failure> {
    let Question { color, interval, wishes } = question;
    let color = color.unwrap_or(server.session.to_move());
    let mut asked = Asked::new(color, purpose);
    let mut layout = Layout {
        dialect,
        most: usize::MAX,
        extra: Vec::new(),
        root: false,
        ownership: false,
        ownership_stdev: false,
    };
    let hundredths = |n: u32| Duration::from_millis(u64::from(n) * 10);
    asked.interval = Some(interval.map_or(INTERVAL, hundredths));
    let (mut allows, mut avoids) = (0, 0);
    for wish in wishes {
        match wish {
            Wish::Interval(n) => asked.interval = Some(hundredths(n)),
            Wish::MinMoves(n) => {
                layout.extra = server.session.legal_moves(color);
                layout.extra.truncate(n as usize);
            }
            Wish::MaxMoves(n) => layout.most = n as usize,
            Wish::Avoid(whose, moves) => {
                avoids += 1;
                if whose == color {
                    asked.avoid.extend(moves);
                }
            }
            Wish::Allow(whose, moves) => {
                allows += 1;
                if whose == color {
                    asked.allow = moves;
                }
            }
            Wish::Extra(..) if dialect == Dialect::Lz => return Err(Failure::syntax()),
            Wish::Extra("rootInfo", wanted) => layout.root = wanted,
            Wish::Extra("ownership", wanted) => layout.ownership = wanted,
            Wish::Extra("ownershipStdev", wanted) => layout.ownership_stdev = wanted,
            // Readers must do without the others, as they do with other programs.
            Wish::Extra(..) => {}
        }
    }
    if allows > 1 || (allows > 0 && avoids > 0) {
        return Err(Failure::syntax());
    }
    Ok((asked, layout))
}

fn tell(
    responder: &mut Responder<'_>,
    report: &Report,
    server_size: crate::base::BoardSize,
    layout: &Layout,
) {
    if let Some(text) = info::line(report, server_size, layout) {
        responder.line(&text);
    }
}

fn analyze(server: &mut Server<'_>, dialect: Dialect, question: Question) -> Answer {
    let (asked, layout) = prepare(server, Purpose::Analyze, dialect, question)?;
    let size = server.session.size();
    server.responder.open();
    server.think(&asked, Ends::OnAnyLine, &mut |responder, report| {
        tell(responder, report, size, &layout);
    });
    Ok(String::new())
}

fn lz_analyze(server: &mut Server<'_>, question: Question) -> Answer {
    analyze(server, Dialect::Lz, question)
}

fn kata_analyze(server: &mut Server<'_>, question: Question) -> Answer {
    analyze(server, Dialect::Kata, question)
}

fn genmove(server: &mut Server<'_>, dialect: Dialect, question: Question) -> Answer {
    let (asked, layout) = prepare(server, Purpose::Play, dialect, question)?;
    server.session.check_turn(asked.color)?;
    let size = server.session.size();
    server.responder.open();
    let thought = server.genmove(asked, &mut |responder, report| {
        tell(responder, report, size, &layout);
    });
    tell(&mut server.responder, &thought.report, size, &layout);
    Ok(format!("play {}", thought.mv))
}

fn lz_genmove(server: &mut Server<'_>, question: Question) -> Answer {
    genmove(server, Dialect::Lz, question)
}

fn kata_genmove(server: &mut Server<'_>, question: Question) -> Answer {
    genmove(server, Dialect::Kata, question)
}

fn searched(server: &mut Server<'_>, ends: Ends, question: Question) -> Answer {
    let (asked, layout) = prepare(server, Purpose::Play, Dialect::Kata, question)?;
    let size = server.session.size();
    server.responder.open();
    let (thought, cut) = server.think(&asked, ends, &mut |responder, report| {
        tell(responder, report, size, &layout);
    });
    if cut && ends == Ends::OnAnyLine {
        return Ok("play cancelled".into());
    }
    tell(&mut server.responder, &thought.report, size, &layout);
    Ok(format!("play {}", thought.mv))
}

fn search(server: &mut Server<'_>, question: Question) -> Answer {
    let ends = server.ends(Purpose::Play);
    searched(server, ends, question)
}

fn search_cancellable(server: &mut Server<'_>, question: Question) -> Answer {
    searched(server, Ends::OnAnyLine, question)
}
