//! What can be wrong with a text.

/// Why a text is no Othello record of its kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OthelloError {
    /// A board of another shape.
    #[error("a board has N x N cells, N even from 4 to 16 (64 cells on 8x8), not {0}")]
    Cells(usize),
    /// A character that is no cell.
    #[error("a cell is X x B b * (Black), O o W w (White) or . - _ (empty), not {0:?}")]
    Cell(char),
    /// Who is to move is not told.
    #[error("the side to move is missing: X, * or B for Black, O or W for White")]
    Side,
    /// A word that is no move.
    #[error("{0:?} is no move: a square like f5, or a pass (pa, pass, ps, --)")]
    Move(String),
    /// No GGF.
    #[error("no GGF: {0}; a game is (;GM[Othello]...BO[8 <cells> *]B[F5]W[D6];)")]
    Ggf(&'static str),
    /// A game that is another one.
    #[error("GM[{0}] is not Othello")]
    OtherGame(String),
    /// A score that is none.
    #[error("{0:?} is no move with a score, like A2:+38")]
    Score(String),
    /// A test position without a number.
    #[error("{0:?} is no number of a position, like 40")]
    Number(String),
    /// Nothing there.
    #[error("no {0}")]
    Nothing(&'static str),
    /// Bytes that are no file of the WTHOR database.
    #[error("no WTHOR file: {0}")]
    Wthor(String),
    /// Another line than the first, with what is wrong there.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: Box<OthelloError>,
    },
    /// The format cannot tell this game.
    #[error("{0}")]
    CannotWrite(&'static str),
}

impl OthelloError {
    /// The same, in that line.
    pub(super) fn in_line(self, line: usize) -> OthelloError {
        OthelloError::Line { line, error: Box::new(self) }
    }
}
