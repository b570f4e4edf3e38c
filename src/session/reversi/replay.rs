//! Games from records that do not tell everything: whose move it was, and passes that were forced.

use crate::base::{Color, Move};
use crate::game::{Illegal, State};
use crate::games::reversi::{Board, ReversiState, Rules};
use crate::record::othello::{OthelloGame, Ply, Position, move_text};

/// A move of a record that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, {color} {mv}: {why}")]
pub struct ReplayError {
    /// Its number in the record, from 1, passes that are written counted.
    pub number: usize,
    /// Who would make it.
    pub color: Color,
    /// The move as text.
    pub mv: String,
    /// What is wrong with it.
    pub why: Illegal,
}

/// The position as the rules have it.
pub fn state_of(position: &Position, rules: Rules) -> ReversiState {
    let mut board = Board::empty(position.size());
    for (color, point) in position.discs() {
        board.put(point, Some(color));
    }
    ReversiState::from_board(board, position.to_move(), rules)
}

/// The same game with the colour of every move and with the forced passes that were left out; passes after the end, which
/// some programs write, are dropped. The second value is the position at its end.
///
/// # Errors
/// [`ReplayError`] for the first move that is not legal.
pub fn complete(game: &OthelloGame) -> Result<(OthelloGame, ReversiState), ReplayError> {
    let mut state = state_of(&game.start, Rules::default());
    let mut plies = Vec::with_capacity(game.plies.len());
    for (number, ply) in game.plies.iter().enumerate() {
        let turn = state.to_move();
        let fault =
            |color, why| ReplayError { number: number + 1, color, mv: move_text(ply.mv), why };
        let over = state.outcome().is_some();
        if over && ply.mv.is_pass() {
            continue;
        }
        let skipped = !over && !ply.mv.is_pass() && !state.can_move(turn);
        let color = ply.color.unwrap_or(if skipped { turn.other() } else { turn });
        if color != turn {
            if !skipped {
                return Err(fault(color, Illegal::Rule("it is not its turn")));
            }
            plies.push(Ply::new(Some(turn), Move::PASS));
            state.play(Move::PASS);
        }
        state.check(ply.mv).map_err(|why| fault(color, why))?;
        state.play(ply.mv);
        plies.push(Ply { color: Some(color), ..*ply });
    }
    Ok((OthelloGame { plies, ..game.clone() }, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{MoveList, below, seeded};
    use crate::record::othello::{ggf, transcript};

    /// Random games: the transcript without colours and passes gives the game back, and so does one with half the passes.
    #[test]
    fn forced_passes_come_back() {
        let mut rng = seeded(5);
        let mut passes = 0;
        for _ in 0..300 {
            let start = Position::usual();
            let mut state = state_of(&start, Rules::default());
            let mut game = OthelloGame::new(start);
            let mut legal = MoveList::new();
            while state.outcome().is_none() {
                state.legal_moves(&mut legal);
                let mv = legal[below(&mut rng, legal.len() as u32) as usize];
                passes += usize::from(mv.is_pass());
                game.plies.push(Ply::new(Some(state.to_move()), mv));
                state.play(mv);
            }
            let text = transcript::write(&game).unwrap();
            let bare = &transcript::parse(&text).unwrap()[0];
            assert_eq!(complete(bare), Ok((game.clone(), state)));
            let mut some = game.clone();
            some.plies.retain(|ply| !ply.mv.is_pass() || below(&mut rng, 2) == 0);
            some.plies.extend([Ply::new(None, Move::PASS), Ply::new(None, Move::PASS)]);
            assert_eq!(complete(&some), Ok((game.clone(), state)));
            assert_eq!(
                complete(&ggf::parse(&ggf::write(&game)).unwrap()[0]).map(|(g, _)| g.plies),
                Ok(game.plies)
            );
        }
        assert!(passes > 100, "{passes}");
    }

    #[test]
    fn what_is_refused() {
        for (moves, error) in [
            ("B[F5]W[F5]", "move 2, white f5: point is not empty"),
            ("B[F5]B[D6]", "move 2, black d6: it is not its turn"),
            ("W[F5]", "move 1, white f5: it is not its turn"),
            ("B[A1]", "move 1, black a1: turns no disc over"),
            ("B[PA]", "move 1, black pa: "),
        ] {
            let game = &ggf::parse(&format!("(;GM[Othello]TY[8]{moves};)")).unwrap()[0];
            let found = complete(game).map_err(|e| e.to_string()).expect_err(moves);
            assert!(found.starts_with(error), "{found}");
        }
    }
}
