//! Commands that show the position.

use super::{Row, has_captures};
use crate::base::{Color, Point};
use crate::protocol::gtp::command;
use crate::protocol::gtp::response::Answer;
use crate::protocol::gtp::server::Server;
use crate::session::{Feature, Session};
use std::fmt::Write;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command("showboard", "Shows the board.", showboard),
        command("list_stones", "The stones of one colour.", list_stones),
        command("gogui-rules_game_id", "Name of the game.", game_id),
        command("gogui-rules_board", "The stones, row by row from the top.", board),
        command("gogui-rules_board_size", "Side of the board.", board_size),
        command(
            "gogui-rules_legal_moves",
            "All legal moves; nothing at the end of the game.",
            legal_moves,
        ),
        command("gogui-rules_side_to_move", "Whose turn it is.", side_to_move),
        command("gogui-rules_final_result", "How the game ended.", final_result),
        command(
            "gogui-rules_captured_count",
            "Stones taken by Black and by White.",
            captured_count,
        )
        .only(has_captures),
        command("gogui-rules_setup", "The stones, as pairs of colour and point.", rules_setup),
    ]
}

/// The board with coordinates, stones as `X` and `O`, the last move in brackets where everybody sees it.
pub fn draw(session: &dyn Session) -> String {
    let size = session.size();
    // Where moves are hidden the mark would tell the last one.
    let told = !session.offers(Feature::Hidden);
    let last = session.moves().last().filter(|_| told).and_then(|(_, mv)| mv.point());
    let letters: String = (0..size.width())
        .map(|x| format!(" {}", Point::at(x, 0).to_string().chars().next().unwrap_or(' ')))
        .collect();
    let mut text = format!("\n  {letters}\n");
    let up: Vec<usize> = (0..size.height()).rev().collect();
    let down: Vec<usize> = (0..size.height()).collect();
    for y in if session.first_row_on_top() { down } else { up } {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:2}", y + 1);
        for x in 0..size.width() {
            let point = Point::at(x, y);
            let mark = if last == Some(point) {
                '('
            } else if x > 0 && last == Some(Point::at(x - 1, y)) {
                ')'
            } else {
                ' '
            };
            let stone = match session.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            text.push(mark);
            text.push(stone);
        }
        let closed = size.width().checked_sub(1).map(|x| Point::at(x, y));
        text.push(if last.is_some() && last == closed { ')' } else { ' ' });
        let _ = writeln!(text, "{}", y + 1);
    }
    let _ = write!(text, "  {letters}\n{} to move", session.to_move());
    if session.offers(Feature::Captures) {
        let _ = write!(
            text,
            "\ncaptured by black {}, by white {}",
            session.captured(Color::White),
            session.captured(Color::Black)
        );
    }
    if let Ok(komi) = session.komi() {
        let _ = write!(text, "\nkomi {komi}");
    }
    if let Some(outcome) = session.outcome() {
        let _ = write!(text, "\ngame over");
        if !session.offers(Feature::Status) {
            let _ = write!(text, ": {outcome}");
        }
    }
    text
}

fn showboard(server: &mut Server<'_>) -> Answer {
    Ok(draw(server.session.as_ref()))
}

fn list_stones(server: &mut Server<'_>, color: Color) -> Answer {
    let session = &server.session;
    let stones = session.size().points().filter(|&point| session.stone(point) == Some(color));
    Ok(stones.map(|point| point.to_string()).collect::<Vec<_>>().join(" "))
}

fn game_id(server: &mut Server<'_>) -> Answer {
    Ok(server.session.passport().title.into())
}

fn board(server: &mut Server<'_>) -> Answer {
    let session = &server.session;
    let size = session.size();
    let rows = (0..size.height()).rev().map(|y| {
        let cells = (0..size.width()).map(|x| match session.stone(Point::at(x, y)) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

fn board_size(server: &mut Server<'_>) -> Answer {
    Ok(server.session.size().width().to_string())
}

fn legal_moves(server: &mut Server<'_>) -> Answer {
    let moves = server.session.legal_moves(server.session.to_move());
    Ok(moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn side_to_move(server: &mut Server<'_>) -> Answer {
    Ok(server.session.to_move().name().into())
}

fn final_result(server: &mut Server<'_>) -> Answer {
    let Some(outcome) = server.session.outcome() else {
        return Ok("the game is not over".into());
    };
    let outcome = if server.session.offers(Feature::Status) {
        server
            .attend(crate::protocol::Ends::WhenDone, |session, stop| session.score(stop))
            .unwrap_or(outcome)
    } else {
        outcome
    };
    Ok(outcome.to_string())
}

fn captured_count(server: &mut Server<'_>) -> Answer {
    let session = &server.session;
    Ok(format!("{} {}", session.captured(Color::White), session.captured(Color::Black)))
}

fn rules_setup(server: &mut Server<'_>) -> Answer {
    let session = &server.session;
    let stones = session.size().points().filter_map(|point| {
        session.stone(point).map(|color| format!("{} {point}", color.letter().to_ascii_lowercase()))
    });
    Ok(stones.collect::<Vec<_>>().join(" "))
}
