//! A position as people paste it: boards of the FFO test set and of GGS, rows or one line, with or without labels.
//!
//! Black is any of `x X b B *`, White any of `o O w W`, an empty cell any of `. - _`. The board is N lines of N cells, or all
//! cells in one line, perhaps with the side to move as one character more (`...X`, as Cassio has it). Column letters, row
//! numbers, `|` and blanks between cells are read over. The side to move is said by a word before or after the board (`X`,
//! `Black`, `* to move`, `White to play`); without one it is Black. After the board moves may follow, passes among them.

use super::position::{cell, side, size_of};
use super::transcript::moves;
use super::{OthelloError, OthelloGame, Ply, Position};
use crate::base::{BoardSize, Color};

/// Reads one position, with the moves after it.
///
/// # Errors
/// [`OthelloError`] when there is no board, or a line that is neither board nor side nor moves.
pub fn parse(text: &str) -> Result<OthelloGame, OthelloError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().flat_map(|line| line.split('/')).map(line_of);
    let lines: Vec<Line> = lines.filter(|line| !line.text.is_empty()).collect();
    let board = find_board(&lines)?;
    let mut to_move = board.side;
    let mut tail = String::new();
    for (at, line) in lines.iter().enumerate() {
        if board.lines.contains(&at) || is_columns(line.text, board.size) {
            continue;
        }
        if let Some(color) = turn(line.text) {
            to_move = Some(color);
        } else if at >= board.lines.end {
            tail.push_str(line.text);
            tail.push(' ');
        } else {
            return Err(OthelloError::Side);
        }
    }
    let start = Position::from_cells(board.cells, to_move.unwrap_or(Color::Black))?;
    let plies = moves(&tail, start.size())?.into_iter().map(|mv| Ply::new(None, mv)).collect();
    Ok(OthelloGame { plies, ..OthelloGame::new(start) })
}

/// A line and the cells on it, if it has nothing else but labels.
struct Line<'t> {
    text: &'t str,
    cells: Option<Vec<Option<Color>>>,
}

fn line_of(text: &str) -> Line<'_> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '|');
    let mut cells = Some(Vec::new());
    for word in text.split(|c: char| c.is_whitespace() || c == '|') {
        // Row numbers, also those that stand right at the cells.
        let word = word.trim_matches(|c: char| c.is_ascii_digit());
        for c in word.chars() {
            cells = cells.zip(cell(c)).map(|(mut cells, cell)| {
                cells.push(cell);
                cells
            });
        }
    }
    Line { text, cells }
}

struct Board {
    size: BoardSize,
    cells: Vec<Option<Color>>,
    side: Option<Color>,
    lines: std::ops::Range<usize>,
}

fn find_board(lines: &[Line]) -> Result<Board, OthelloError> {
    let mut most = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some(cells) = &line.cells else { continue };
        most = most.max(cells.len());
        // All in one line, perhaps with the side behind.
        if let Some(size) = size_of(cells.len())
            && (size.area() > 16 || alone(lines, at))
        {
            return Ok(Board { size, cells: cells.clone(), side: None, lines: at..at + 1 });
        }
        if let Some(count) = cells.len().checked_sub(1)
            && let (Some(size), Some(Some(color))) = (size_of(count), cells.last())
        {
            let head = cells.get(..count).unwrap_or_default().to_vec();
            return Ok(Board { size, cells: head, side: Some(*color), lines: at..at + 1 });
        }
        // Rows.
        let side = cells.len();
        let Some(size) = size_of(side.saturating_mul(side)) else { continue };
        let Some(rows) = lines.get(at..at + side) else { continue };
        let full = rows.iter().all(|row| row.cells.as_ref().is_some_and(|row| row.len() == side));
        if full {
            let cells =
                rows.iter().filter_map(|row| row.cells.as_ref()).flatten().copied().collect();
            return Ok(Board { size, cells, side: None, lines: at..at + side });
        }
    }
    Err(if most > 0 { OthelloError::Cells(most) } else { OthelloError::Nothing("board") })
}

/// Sixteen cells are a row of 16x16 or a whole 4x4 board: is there no second such line?
fn alone(lines: &[Line], at: usize) -> bool {
    let next = lines.get(at + 1).and_then(|line| line.cells.as_ref());
    next.is_none_or(|cells| cells.len() != 16)
}

/// Is this the line of column letters?
fn is_columns(text: &str, size: BoardSize) -> bool {
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let others =
        text.chars().any(|c| !c.is_ascii_alphabetic() && !c.is_whitespace() && !"|+-".contains(c));
    let wanted = |letters: &str| "abcdefghijklmnopqrstuvwxyz".get(..size.width()) == Some(letters);
    let rule = !text.is_empty() && text.chars().all(|c| "|+- ".contains(c)) && text.len() > 4;
    rule || (!others && wanted(&letters.to_ascii_lowercase()))
}

/// Whose turn a line tells: `X`, `Black`, `* to move`, `White to play`, `to move: O`.
fn turn(text: &str) -> Option<Color> {
    const AROUND: [&str; 6] = ["to", "move", "play", "turn", "side", "moves"];
    let words = text.split(|c: char| c.is_whitespace() || ":;,.()'".contains(c));
    let mut words = words.filter(|word| {
        !word.is_empty() && !AROUND.iter().any(|known| known.eq_ignore_ascii_case(word))
    });
    let color = side(words.next()?)?;
    words.next().is_none().then_some(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::othello::move_text;
    use proptest::prelude::*;

    const CELLS: &str = "---------------------------O*------*O---------------------------";

    fn rows(head: &str, row: impl Fn(usize, &str) -> String, tail: &str) -> String {
        let rows = (0..8).map(|y| row(y + 1, &CELLS[y * 8..y * 8 + 8]));
        format!("{head}\n{}\n{tail}\n", rows.collect::<Vec<_>>().join("\n"))
    }

    fn spaced(text: &str) -> String {
        text.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_people_paste() {
        let plain = |_: usize, row: &str| row.to_owned();
        let cases = [
            (CELLS.to_owned(), Color::Black, ""),
            (format!("{CELLS} O"), Color::White, ""),
            (format!("{CELLS}X"), Color::Black, ""),
            (format!("{CELLS}\nWhite"), Color::White, ""),
            (format!("{CELLS}\nBlack to move\n"), Color::Black, ""),
            (format!("White to move\n{CELLS}\n"), Color::White, ""),
            (format!("{CELLS}\nf5d6 PA\nc3"), Color::Black, "f5d6pac3"),
            (CELLS.replace('*', "x").replace('O', "w").replace('-', "."), Color::Black, ""),
            (CELLS.replace('*', "B").replace('O', "W").replace('-', "_"), Color::Black, ""),
            (rows("", plain, ""), Color::Black, ""),
            (rows("", plain, "O"), Color::White, ""),
            (rows("", plain, "\nto move: white"), Color::White, ""),
            (
                rows("  a b c d e f g h", |y, row| format!("{y} {}", spaced(row)), "White to play"),
                Color::White,
                "",
            ),
            (
                rows(
                    "|   A B C D E F G H",
                    |y, row| format!("| {y} {} {y}", spaced(row)),
                    "|   A B C D E F G H\n| O to move",
                ),
                Color::White,
                "",
            ),
            (
                rows("ABCDEFGH", |y, row| format!("{y}{row}{y}"), "* to move\nF5"),
                Color::Black,
                "f5",
            ),
            (rows("", |_, row| format!("{row}/"), ""), Color::Black, ""),
            (
                rows(
                    "+-----------------+",
                    |_, row| format!("| {} |", spaced(row)),
                    "+-----------------+\nO",
                ),
                Color::White,
                "",
            ),
        ];
        for (text, color, moves) in cases {
            let game = parse(&text).map_err(|error| format!("{error}: {text}")).unwrap();
            assert_eq!(game.start.text(['*', 'O', '-']), CELLS, "{text}");
            assert_eq!(game.start.to_move(), color, "{text}");
            let told: String = game.plies.iter().map(|ply| move_text(ply.mv)).collect();
            assert_eq!(told, moves, "{text}");
        }
    }

    #[test]
    fn other_sizes() {
        for side in [4usize, 6, 10, 12, 14, 16] {
            let row = format!("{}\n", "x".repeat(side));
            for text in [row.repeat(side), format!("{} O", "x".repeat(side * side))] {
                let game = parse(&text).expect(&text);
                assert_eq!(game.start.size().width(), side);
            }
        }
    }

    #[test]
    fn what_is_refused() {
        for text in [
            "",
            "hello",
            "f5d6",
            "x",
            "xxx\nxxx\nxxx",
            &CELLS[1..],
            &format!("{CELLS}\nnonsense"),
            &format!("nonsense\n{CELLS}"),
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*", other in "[xXoO.\n |/0-9a-h-]*") {
            let _ = parse(&text);
            let _ = parse(&other);
        }
    }
}
