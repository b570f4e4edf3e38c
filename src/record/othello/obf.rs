//! OBF, positions for tests (Edax): `<cells> <side>; A2:+38; C7:+36; % comment`, one a line, the cells from a1 along the
//! rows, then for each move the exact score for the side to move, best first. `--:-127`, which some lists have for moves
//! without a score, says nothing and is left out.

use super::game::each_line;
use super::position::{cells, side, size_of};
use super::square::move_text;
use super::{OthelloError, OthelloGame, Position, parse_move};
use crate::base::Color;
use std::fmt::Write as _;

/// The score that stands for none.
const FILLER: i32 = -127;

/// Reads one position a line, as a game that begins there. Lines that begin with # or % are remarks.
///
/// # Errors
/// [`OthelloError`] for the first line that is none, or when there is no line.
pub fn parse(text: &str) -> Result<Vec<OthelloGame>, OthelloError> {
    each_line(text, "position", |line| line_of(line).map(Some))
}

fn line_of(line: &str) -> Result<OthelloGame, OthelloError> {
    let (data, comment) = match line.split_once('%') {
        Some((data, comment)) => (data, Some(comment.trim())),
        None => (line, None),
    };
    let mut fields = data.split(';');
    let mut game = OthelloGame::new(position(fields.next().unwrap_or_default())?);
    game.comment = comment.filter(|comment| !comment.is_empty()).map(str::to_owned);
    for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
        let wrong = || OthelloError::Score(field.chars().take(40).collect());
        let (mv, score) = field.split_once(':').ok_or_else(wrong)?;
        let score: i32 = score.trim().parse().map_err(|_| wrong())?;
        let mv = parse_move(mv, game.start.size()).ok_or_else(wrong)?;
        if score != FILLER {
            game.scores.push((mv, score));
        }
    }
    Ok(game)
}

/// Cells and the side to move, blanks wherever they like.
pub(super) fn position(text: &str) -> Result<Position, OthelloError> {
    let dense: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut chars = dense.chars();
    let mover = chars.next_back().and_then(|c| side(c.encode_utf8(&mut [0; 4])));
    let cells = cells(chars.as_str())?;
    match size_of(cells.len()) {
        Some(_) => Position::from_cells(cells, mover.ok_or(OthelloError::Side)?),
        None if size_of(cells.len() + 1).is_some() => Err(OthelloError::Side),
        None => Err(OthelloError::Cells(cells.len())),
    }
}

/// Writes the start position of a game, with the scores of its moves.
pub fn write(game: &OthelloGame) -> String {
    let mark = if game.start.to_move() == Color::Black { 'X' } else { 'O' };
    let mut out = format!("{} {mark};", game.start.text(['X', 'O', '-']));
    for (mv, score) in &game.scores {
        // Writing to memory does not fail.
        let _ = match mv.is_pass() {
            true => write!(out, " PS:{score:+};"),
            false => write!(out, " {}:{score:+};", move_text(*mv).to_uppercase()),
        };
    }
    if let Some(comment) = &game.comment {
        let comment: String =
            comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = write!(out, " % {}", comment.trim());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Move;
    use proptest::prelude::*;

    #[test]
    fn what_is_read() {
        let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:-2; --:-127;% FFO 40";
        let game = &parse(&format!("# remark\n{line}\n")).unwrap()[0];
        assert_eq!(game.start.to_move(), Color::Black);
        assert_eq!(game.start.cells().first(), Some(&Some(Color::White)));
        assert_eq!(game.start.discs().len(), 44);
        assert_eq!(game.scores, [(Move::xy(0, 1), 38), (Move::xy(2, 6), -2)]);
        assert_eq!(game.comment.as_deref(), Some("FFO 40"));
        let filler_gone = line.replace(" --:-127;%", " %");
        assert_eq!(write(game), filler_gone);
    }

    #[test]
    fn what_is_refused() {
        let cells = "-".repeat(64);
        for (text, error) in [
            (String::new(), "no position"),
            (
                cells.clone(),
                "line 1: the side to move is missing: X, * or B for Black, O or W for White",
            ),
            (
                format!("{cells}-"),
                "line 1: the side to move is missing: X, * or B for Black, O or W for White",
            ),
            (
                format!("{cells} X; A9:+3;"),
                "line 1: \"A9:+3\" is no move with a score, like A2:+38",
            ),
            (format!("{cells} X; A1;"), "line 1: \"A1\" is no move with a score, like A2:+38"),
            (
                format!("{cells} X; A1:99999999999;"),
                "line 1: \"A1:99999999999\" is no move with a score, like A2:+38",
            ),
        ] {
            assert_eq!(parse(&text).map_err(|e| e.to_string()), Err(error.to_owned()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_itself(
            cells in prop::collection::vec(prop::option::of(any::<bool>()), 64),
            black in any::<bool>(),
            scores in prop::collection::vec((0usize..65, -64i32..65), 0..20),
        ) {
            let color = |black: bool| if black { Color::Black } else { Color::White };
            let cells = cells.into_iter().map(|cell| cell.map(color)).collect();
            let mv = |square: usize| if square == 64 { Move::PASS } else { Move::xy(square % 8, square / 8) };
            let scores = scores.into_iter().map(|(square, score)| (mv(square), score)).collect();
            let game = OthelloGame { scores, ..OthelloGame::new(Position::from_cells(cells, color(black)).unwrap()) };
            prop_assert_eq!(parse(&write(&game)), Ok(vec![game]));
        }

        #[test]
        fn no_text_panics(text in "\\PC*", other in "[xXoO -]{60,70}[;:A-H0-9% +-]*") {
            let _ = parse(&text);
            let _ = parse(&other);
        }
    }
}
