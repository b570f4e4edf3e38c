//! Commands that make moves and take them back.

use super::{Row, has_status};
use crate::base::{Color, Move};
use crate::engine::Purpose;
use crate::protocol::Ends;
use crate::protocol::gtp::command;
use crate::protocol::gtp::response::Answer;
use crate::protocol::gtp::server::{Server, done};
use crate::session::Asked;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command("play", "Makes a move.", play),
        command("gogui-play_sequence", "Makes all these moves, or none.", play_sequence),
        command("genmove", "Chooses a move and makes it.", genmove),
        command(
            "kgs-genmove_cleanup",
            "As genmove, but passes only when no dead enemy stone is left.",
            cleanup,
        )
        .only(has_status),
        command("reg_genmove", "Chooses a move without randomness; makes it not.", reg_genmove),
        command("kata-search", "Chooses a move as genmove does; makes it not.", search),
        command(
            "kata-search_cancellable",
            "As kata-search; any line ends it with the answer cancelled.",
            search_cancellable,
        ),
        command("undo", "Takes the last move back.", undo),
        command("gg-undo", "Takes the last moves back; one if no number is given.", gg_undo),
        command("stop", "Stops thinking on the opponent's time.", stop),
        command("clear_cache", "Forgets what earlier searches have found.", clear_cache),
        command(
            "gogui-interrupt",
            "Tells that the comment line '# interrupt' ends a running command.",
            nothing,
        ),
        command("kgs-game_over", "Tells that the game has ended.", kgs_game_over),
    ]
}

fn play(server: &mut Server<'_>, color: Color, vertex: Move) -> Answer {
    done(server.session.play(color, vertex))
}

fn play_sequence(server: &mut Server<'_>, moves: Vec<(Color, Move)>) -> Answer {
    done(server.session.play_all(&moves))
}

fn genmove(server: &mut Server<'_>, color: Color) -> Answer {
    server.session.check_turn(color)?;
    Ok(server.genmove(Asked::new(color, Purpose::Play), &mut |_, _| {}).mv.to_string())
}

fn cleanup(server: &mut Server<'_>, color: Color) -> Answer {
    Ok(server.genmove(Asked::new(color, Purpose::Cleanup), &mut |_, _| {}).mv.to_string())
}

fn reg_genmove(server: &mut Server<'_>, color: Color) -> Answer {
    let asked = Asked::new(color, Purpose::Regress);
    let ends = server.ends(asked.purpose);
    let (thought, _) = server.think(&asked, ends, &mut |_, _| {});
    Ok(thought.mv.to_string())
}

fn search(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    let asked = Asked::new(color.unwrap_or(server.session.to_move()), Purpose::Play);
    let ends = server.ends(asked.purpose);
    let (thought, _) = server.think(&asked, ends, &mut |_, _| {});
    Ok(thought.mv.to_string())
}

fn search_cancellable(server: &mut Server<'_>, color: Option<Color>) -> Answer {
    let asked = Asked::new(color.unwrap_or(server.session.to_move()), Purpose::Play);
    let (thought, cut) = server.think(&asked, Ends::OnAnyLine, &mut |_, _| {});
    Ok(if cut { "cancelled".into() } else { thought.mv.to_string() })
}

fn undo(server: &mut Server<'_>) -> Answer {
    done(server.session.undo(1))
}

fn gg_undo(server: &mut Server<'_>, count: Option<u32>) -> Answer {
    done(server.session.undo(count.unwrap_or(1) as usize))
}

fn stop(server: &mut Server<'_>) -> Answer {
    server.stop_pondering();
    done(Ok(()))
}

fn clear_cache(server: &mut Server<'_>) -> Answer {
    server.session.forget();
    done(Ok(()))
}

fn kgs_game_over(server: &mut Server<'_>) -> Answer {
    server.stop_pondering();
    done(Ok(()))
}

fn nothing(_: &mut Server<'_>) -> Answer {
    done(Ok(()))
}
