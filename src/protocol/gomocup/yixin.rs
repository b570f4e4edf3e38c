//! Yixin's commands: analysis, squares that are not searched, forbidden points. Databases are not kept: queries find nothing,
//! and what would change one is refused, since the graphical managers wait for an answer to either.

use super::commands::{Call, Done};
use super::line::{coordinates, number, quoted};
use super::list::{placed, squares};
use super::server::{Refusal, Server};
use crate::base::Color;
use std::fmt::Write as _;

/// The most hash memory that is announced: 2^20 KiB, which is 1 GiB.
pub(super) const HASH_EXPONENT: u32 = 20;

/// Moves that `yxnbest` tells of at most.
const MOST_LINES: usize = 100;

pub(super) fn showinfo(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    server.say(&format!("MESSAGE INFO MAX_THREAD_NUM {threads}"));
    server.say(&format!("MESSAGE INFO MAX_HASH_SIZE {HASH_EXPONENT}"));
    Ok(())
}

pub(super) fn board(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let stones = placed(call.items, server.session.size())?;
    let position = server.read(&stones);
    server.go_to(&position)
}

pub(super) fn nbest(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let lines: Option<usize> = number(call.arguments);
    let lines = lines.ok_or_else(|| {
        Refusal::new(format!("takes a number of moves, not {}", quoted(call.arguments)))
    })?;
    server.answer(lines.clamp(1, MOST_LINES))
}

pub(super) fn showforbid(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    let session = &server.session;
    let renju = session.option("variant").is_ok_and(|variant| variant == "renju");
    let mut text = String::from("FORBID ");
    if renju && session.to_move() == Color::Black && session.outcome().is_none() {
        let legal = session.legal_moves(Color::Black);
        let size = session.size();
        for point in size.points() {
            let is_empty = session.stone(point).is_none() && !server.blocked.contains(&point);
            if is_empty && !legal.contains(&point.into()) {
                let (x, y) = coordinates(point, size);
                // Writing to memory does not fail.
                let _ = write!(text, "{x:02}{y:02}");
            }
        }
    }
    text.push('.');
    server.say(&text);
    Ok(())
}

pub(super) fn block(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    for point in squares(call.items, server.session.size())? {
        if !server.avoided.contains(&point) {
            server.avoided.push(point);
        }
    }
    Ok(())
}

pub(super) fn block_undo(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let points = squares(call.items, server.session.size())?;
    server.avoided.retain(|point| !points.contains(point));
    Ok(())
}

pub(super) fn block_reset(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.avoided.clear();
    Ok(())
}

pub(super) fn no_paths(_: &mut Server<'_>, _: &Call<'_>) -> Done {
    Err(Refusal::new("lines of play cannot be left out of a search here, only squares (yxblock)"))
}

pub(super) fn nothing(_: &mut Server<'_>, _: &Call<'_>) -> Done {
    Ok(())
}

pub(super) fn hash_clear(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.session.forget();
    Ok(())
}

pub(super) fn no_hash_files(_: &mut Server<'_>, _: &Call<'_>) -> Done {
    Err(Refusal::new("the hash table is not kept in files here"))
}

pub(super) fn draw(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    let session = &server.session;
    let size = session.size();
    let stones = size.points().filter(|&point| session.stone(point).is_some()).count();
    let late = stones * 2 > size.area();
    let answer = match server.hope {
        Some(chance) if late && chance <= 0.5 => "ACCEPT",
        _ => "REJECT",
    };
    server.say(&format!("MESSAGE DRAW {answer}"));
    Ok(())
}

pub(super) fn query_all(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.say("MESSAGE DATABASE REFRESH");
    server.say("MESSAGE DATABASE DONE");
    Ok(())
}

pub(super) fn query_all_with_text(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    query_all(server, call)?;
    query_text(server, call)
}

pub(super) fn query_one(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.say("MESSAGE DATABASE ONE 0 0 0 0");
    Ok(())
}

pub(super) fn query_text(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.say("MESSAGE DATABASE TEXT \"\"");
    Ok(())
}

pub(super) fn no_database(_: &mut Server<'_>, _: &Call<'_>) -> Done {
    Err(Refusal::new("there is no database here"))
}
