//! Numbered test positions, this project's own form of endgame suites: `NUMBER; CELLS; SIDE; A2:+38 C7:+36`, one a line, the cells
//! from a1 along the rows, then the exact scores of moves for the side to move, `PS` for a pass. Lines that begin with # are remarks.

use super::game::each_line;
use super::position::{cells, side};
use super::square::move_text;
use super::{OthelloError, OthelloGame, Position, parse_move};
use crate::base::Color;
use std::fmt::Write as _;

/// A position, as a game that begins there, with its number in the suite.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbered {
    /// As the suite counts.
    pub number: u32,
    /// The position, with scores of moves.
    pub game: OthelloGame,
}

/// Does the first line that is no remark begin with a number and a semicolon?
pub fn is_suite(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let number = first.and_then(|line| line.split_once(';')).map(|(number, _)| number.trim());
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Reads one position a line.
///
/// # Errors
/// [`OthelloError`] for the first line that is none, or when there is no line.
pub fn parse(text: &str) -> Result<Vec<Numbered>, OthelloError> {
    each_line(text, "numbered position", |line| line_of(line).map(Some))
}

fn line_of(line: &str) -> Result<Numbered, OthelloError> {
    let mut fields = line.splitn(4, ';').map(str::trim);
    let mut field = || fields.next().unwrap_or_default();
    let number = field();
    let number =
        number.parse().map_err(|_| OthelloError::Number(number.chars().take(20).collect()))?;
    let cells = cells(field())?;
    let to_move = side(field()).ok_or(OthelloError::Side)?;
    let mut game = OthelloGame::new(Position::from_cells(cells, to_move)?);
    for word in field().split_whitespace() {
        let wrong = || OthelloError::Score(word.chars().take(40).collect());
        let (mv, score) = word.split_once(':').ok_or_else(wrong)?;
        let mv = parse_move(mv, game.start.size()).ok_or_else(wrong)?;
        game.scores.push((mv, score.parse().map_err(|_| wrong())?));
    }
    Ok(Numbered { number, game })
}

/// Writes a position with the scores of its moves.
pub fn write(number: u32, game: &OthelloGame) -> String {
    let mark = if game.start.to_move() == Color::Black { 'X' } else { 'O' };
    let mut out = format!("{number}; {}; {mark};", game.start.text(['X', 'O', '-']));
    for (mv, score) in &game.scores {
        let name = if mv.is_pass() { "PS".into() } else { move_text(*mv).to_uppercase() };
        // Writing to memory does not fail.
        let _ = write!(out, " {name}:{score:+}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Move;
    use proptest::prelude::*;

    const LINE: &str =
        "40; O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------; X; A2:+38 C7:-2";

    #[test]
    fn what_is_read() {
        let text = format!("# remark\n\n{LINE}\n");
        assert!(is_suite(&text));
        let found = &parse(&text).unwrap()[0];
        assert_eq!((found.number, found.game.start.discs().len()), (40, 44));
        assert_eq!(found.game.start.to_move(), Color::Black);
        assert_eq!(found.game.scores, [(Move::xy(0, 1), 38), (Move::xy(2, 6), -2)]);
        assert_eq!(write(40, &found.game), LINE);
        let alone = LINE.rsplit_once(';').unwrap().0;
        assert!(parse(alone).unwrap()[0].game.scores.is_empty());
    }

    #[test]
    fn what_is_refused() {
        let cells = "-".repeat(64);
        for (text, error) in [
            (String::new(), "no numbered position"),
            (format!("x; {cells}; X;"), "line 1: \"x\" is no number of a position, like 40"),
            (
                "1".into(),
                "line 1: the side to move is missing: X, * or B for Black, O or W for White",
            ),
            (
                format!("1; {cells}; Z;"),
                "line 1: the side to move is missing: X, * or B for Black, O or W for White",
            ),
            (
                format!("1; {cells}; X; A9:+3"),
                "line 1: \"A9:+3\" is no move with a score, like A2:+38",
            ),
        ] {
            assert_eq!(parse(&text).map_err(|e| e.to_string()), Err(error.to_owned()), "{text}");
        }
        for text in ["", "# 1;", "f5d6", &format!("{cells} X; A1:+3"), "; x"] {
            assert!(!is_suite(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_itself(
            number in any::<u32>(),
            cells in prop::collection::vec(prop::option::of(any::<bool>()), 36),
            black in any::<bool>(),
            scores in prop::collection::vec((0usize..37, -64i32..65), 0..20),
        ) {
            let color = |black: bool| if black { Color::Black } else { Color::White };
            let cells = cells.into_iter().map(|cell| cell.map(color)).collect();
            let mv = |square: usize| if square == 36 { Move::PASS } else { Move::xy(square % 6, square / 6) };
            let scores = scores.into_iter().map(|(square, score)| (mv(square), score)).collect();
            let start = Position::from_cells(cells, color(black)).unwrap();
            let game = OthelloGame { scores, ..OthelloGame::new(start) };
            prop_assert!(is_suite(&write(number, &game)));
            prop_assert_eq!(parse(&write(number, &game)), Ok(vec![Numbered { number, game }]));
        }

        #[test]
        fn no_text_panics(text in "\\PC*", other in "[0-9]{0,3};[xXoO -]{16}[;:A-H0-9% +-]*") {
            let _ = (is_suite(&text), parse(&text), parse(&other));
        }
    }
}
