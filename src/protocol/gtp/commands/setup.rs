//! Commands that prepare a game: board, komi, handicap, positions.

use super::{Row, has_handicap, has_komi};
use crate::base::{BoardSize, Color, Point};
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{HandicapStones, Rest, command};
use crate::record::othello::{OthelloError, paste};
use crate::session::SessionError;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command(
            "boardsize",
            "New game on a board of that side, or of that width and height.",
            boardsize,
        ),
        command(
            "rectangular_boardsize",
            "New game on a board of that width and height.",
            rectangle,
        ),
        command(
            "clear_board",
            "New game; board size, komi, rules and time settings stay.",
            clear_board,
        ),
        command("komi", "Sets the points White gets.", komi).only(has_komi),
        command("get_komi", "The points White gets.", get_komi).only(has_komi),
        command(
            "fixed_handicap",
            "Places handicap stones where tradition has them.",
            fixed_handicap,
        )
        .only(has_handicap),
        command(
            "place_free_handicap",
            "Places handicap stones where the engine likes.",
            place_free_handicap,
        )
        .only(has_handicap),
        command("set_free_handicap", "Places these handicap stones.", set_free_handicap)
            .only(has_handicap),
        command(
            "set_position",
            "Replaces the position by these stones, without history.",
            set_position,
        ),
        command("gogui-setup", "Puts stones on an empty board.", gogui_setup),
        command("gogui-setup_player", "Sets the player to move.", gogui_setup_player),
        command(
            "tesuji-setup_board",
            "Replaces the position by a pasted one: cells from a1 row by row, X O and - (or x b B * for Black, o w W for \
             White, . for empty), blanks and / between rows as you like, then the side to move, Black if none is told; \
             for example ---------------------------OX------XO--------------------------- X. The board gets as many \
             rows as that are. Without a text it tells the present position so.",
            setup_board,
        )
        .only(is_othello),
    ]
}

fn boardsize(server: &mut Server<'_>, width: u32, height: Option<u32>) -> Answer {
    resize(server, width, height.unwrap_or(width))
}

fn rectangle(server: &mut Server<'_>, width: u32, height: u32) -> Answer {
    resize(server, width, height)
}

fn resize(server: &mut Server<'_>, width: u32, height: u32) -> Answer {
    let side = |n: u32| usize::try_from(n).ok();
    let size = side(width)
        .zip(side(height))
        .and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or(SessionError::UnacceptableSize)?;
    done(server.session.set_size(size))
}

fn clear_board(server: &mut Server<'_>) -> Answer {
    server.session.clear();
    done(Ok(()))
}

fn komi(server: &mut Server<'_>, komi: f32) -> Answer {
    done(server.session.set_komi(komi))
}

fn get_komi(server: &mut Server<'_>) -> Answer {
    Ok(server.session.komi()?.to_string())
}

fn fixed_handicap(server: &mut Server<'_>, count: u32) -> Answer {
    vertices(server.session.fixed_handicap(count as usize))
}

fn place_free_handicap(server: &mut Server<'_>, count: u32) -> Answer {
    vertices(server.session.free_handicap(count as usize))
}

fn vertices(stones: Result<Vec<Point>, SessionError>) -> Answer {
    Ok(stones?.iter().map(Point::to_string).collect::<Vec<_>>().join(" "))
}

fn set_free_handicap(server: &mut Server<'_>, stones: HandicapStones) -> Answer {
    done(server.session.set_handicap(&stones.0))
}

fn set_position(server: &mut Server<'_>, stones: Vec<(Color, Point)>) -> Answer {
    done(server.session.set_position(&stones, None))
}

fn gogui_setup(server: &mut Server<'_>, stones: Vec<(Color, Point)>) -> Answer {
    let session = &mut server.session;
    if !session.is_clear() {
        return Err(SessionError::BoardNotEmpty.into());
    }
    done(session.set_position(&stones, Some(session.to_move())))
}

fn is_othello(server: &Server<'_>) -> bool {
    server.session.passport().name == "reversi"
}

fn setup_board(server: &mut Server<'_>, text: Rest) -> Answer {
    let session = &mut server.session;
    let text = text.0.trim();
    if text.is_empty() {
        let letter = |color| match color {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '-',
        };
        let cells: String =
            session.size().points().map(|point| letter(session.stone(point))).collect();
        return Ok(format!("{cells} {}", letter(Some(session.to_move()))));
    }
    // The side stands on a line of its own, apart from the last row and from cells that a word would be taken for.
    let is_side = |word: &str| match word.len() {
        1 => text.contains('/') && "xXbB*oOwW".contains(word),
        _ => word.parse::<Color>().is_ok(),
    };
    let lines = match text.rsplit_once(char::is_whitespace) {
        Some((cells, side)) if is_side(side) => format!("{cells}\n{side}"),
        _ => text.to_owned(),
    };
    let game = paste::parse(&lines).map_err(|error| match error {
        OthelloError::Nothing(_) => Failure::new(format!(
            "no board: N x N cells of X O - (64 on 8x8) and the side to move are wanted, not {text:?}"
        )),
        error => Failure::new(error.to_string()),
    })?;
    if !game.plies.is_empty() {
        return Err(Failure::new("a board and the side to move are all that is taken here"));
    }
    let start = &game.start;
    if start.size() != session.size() {
        session.set_size(start.size())?;
    }
    done(session.set_position(&start.discs(), Some(start.to_move())))
}

fn gogui_setup_player(server: &mut Server<'_>, color: Color) -> Answer {
    server.session.set_to_move(color);
    done(Ok(()))
}
