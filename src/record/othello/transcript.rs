//! Transcripts: the squares played from the standard start, run together, `f5d6c3d3c4`; in any case, with or without blanks
//! and hyphens between. Passes are usually left out; where they are written (`pa`, `--`, `ps`) they are read as moves.

use super::game::each_line;
use super::square::{move_text, split_move};
use super::{OthelloError, OthelloGame, Ply, Position};
use crate::base::{BoardSize, Color, Move};

/// Reads moves that follow each other without colours.
///
/// # Errors
/// [`OthelloError::Move`] with the word where no move begins.
pub fn moves(text: &str, size: BoardSize) -> Result<Vec<Move>, OthelloError> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        let mut rest = word;
        while !rest.is_empty() {
            if let Some((mv, after)) = split_move(rest, size) {
                moves.push(mv);
                rest = after;
            } else if let Some(after) = rest.strip_prefix('-') {
                // Between moves; `--` is a pass.
                rest = after;
            } else {
                let shown: String = rest.chars().take(20).collect();
                return Err(OthelloError::Move(shown));
            }
        }
    }
    Ok(moves)
}

/// Reads one game a line, all from the standard start on 8x8. Lines that begin with # or % are remarks.
///
/// # Errors
/// [`OthelloError`] for the first line that is none, or when there is no line.
pub fn parse(text: &str) -> Result<Vec<OthelloGame>, OthelloError> {
    each_line(text, "transcript", |line| {
        let start = Position::usual();
        let moves = moves(line, start.size())?;
        let plies = moves.into_iter().map(|mv| Ply::new(None, mv)).collect();
        Ok(Some(OthelloGame { plies, ..OthelloGame::new(start) }))
    })
}

/// Writes the moves of a game without its passes: a reader puts forced passes in.
///
/// # Errors
/// [`OthelloError::CannotWrite`] for a game that did not begin at the standard start on 8x8.
pub fn write(game: &OthelloGame) -> Result<String, OthelloError> {
    if game.start != Position::usual() {
        return Err(OthelloError::CannotWrite(
            "a transcript tells games from the standard start on 8x8 only; write sgf, ggf or obf",
        ));
    }
    let moves = game.plies.iter().map(|ply| ply.mv).filter(|mv| !mv.is_pass());
    Ok(moves.map(move_text).collect())
}

/// The colours of moves that take turns, passes included.
pub fn alternating(first: Color, moves: impl IntoIterator<Item = Move>) -> Vec<(Color, Move)> {
    let turns = [first, first.other()].into_iter().cycle();
    turns.zip(moves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Option<String> {
        let moves = moves(text, Position::usual().size()).ok()?;
        Some(moves.into_iter().map(move_text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn spellings() {
        for (text, told) in [
            ("f5d6c3d3c4", "f5 d6 c3 d3 c4"),
            ("F5D6", "f5 d6"),
            ("F5-D6-C3", "f5 d6 c3"),
            ("f5 d6, c3\tpa", "f5 d6 c3 pa"),
            ("f5paps--passd6", "f5 pa pa pa pa d6"),
            ("f5---d6", "f5 pa d6"),
            ("", ""),
        ] {
            assert_eq!(words(text).as_deref(), Some(told), "{text}");
        }
        for text in ["f5x", "f", "f9", "i5", "5f", "f5 é", "0", "f55"] {
            assert_eq!(words(text), None, "{text}");
        }
        let error = parse("f5\n\n# x\nf5q9").map_err(|e| e.to_string());
        assert_eq!(
            error,
            Err("line 4: \"q9\" is no move: a square like f5, or a pass (pa, pass, ps, --)".into())
        );
        assert_eq!(parse("\n# x\n"), Err(OthelloError::Nothing("transcript")));
    }

    #[test]
    fn only_standard_games_are_written() {
        let game = &parse("F5D6PAC3").unwrap()[0];
        assert_eq!(write(game).as_deref(), Ok("f5d6c3"));
        let size = BoardSize::square(10).unwrap();
        assert!(write(&OthelloGame::new(Position::start(size).unwrap())).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_itself(squares in prop::collection::vec(0usize..64, 1..60)) {
            let plies = squares.iter().map(|s| Ply::new(None, Move::xy(s % 8, s / 8))).collect();
            let game = OthelloGame { plies, ..OthelloGame::new(Position::usual()) };
            prop_assert_eq!(parse(&write(&game).unwrap()), Ok(vec![game]));
        }

        #[test]
        fn no_text_panics(text in "\\PC*", other in "[a-h0-9 paPS@-]*") {
            let _ = parse(&text);
            let _ = parse(&other);
        }
    }
}
