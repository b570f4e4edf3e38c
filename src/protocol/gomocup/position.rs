//! The position: from the manager's lists to the session.

use super::list::{Field, Placed};
use super::server::{Refusal, Server};
use crate::base::{Color, Move, Point};
use crate::game::Outcome;
use crate::games::gomoku::{Board, Rules};

/// Stones, blocked squares, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    /// In the order of play, as far as it is known.
    pub stones: Vec<(Color, Point)>,
    /// Squares that belong to nobody.
    pub blocked: Vec<Point>,
    /// Whose turn it is.
    pub to_move: Color,
}

/// The colour of the brain, whose turn it is when these stones stand. The numbers tell, if both fit; otherwise, and where
/// the list is in the order of play, Black placed the first stone.
pub(super) fn own_color(stones: &[Placed], in_order: bool) -> Color {
    let count = |field: Field| stones.iter().filter(|stone| stone.field == field).count();
    let by_number = match (count(Field::Own), count(Field::Opponent)) {
        (own, opponent) if own == opponent => Some(Color::Black),
        (own, opponent) if own + 1 == opponent => Some(Color::White),
        _ => None,
    };
    let first = stones.iter().find(|stone| stone.field != Field::Blocked);
    let by_order = match first.map(|stone| stone.field) {
        Some(Field::Opponent) => Color::White,
        _ => Color::Black,
    };
    by_number.filter(|_| !in_order).unwrap_or(by_order)
}

impl Server<'_> {
    /// The position at hand.
    pub(super) fn position(&self) -> Position {
        let played = self.session.moves();
        let is_played = |point: Point| played.iter().any(|(_, mv)| *mv == Move::at(point));
        let size = self.session.size();
        let others = size.points().filter(|&point| !is_played(point));
        let others = others.filter_map(|point| Some((self.session.stone(point)?, point)));
        let moves = played.iter().filter_map(|(color, mv)| Some((*color, mv.point()?)));
        Position {
            stones: others.chain(moves).collect(),
            blocked: self.blocked.clone(),
            to_move: self.session.to_move(),
        }
    }

    /// What a list of stones means.
    pub(super) fn read(&self, stones: &[Placed]) -> Position {
        let renju = self.session.option("variant").is_ok_and(|variant| variant == "renju");
        let own = own_color(stones, renju);
        let color = |field: Field| match field {
            Field::Own => Some(own),
            Field::Opponent => Some(own.other()),
            Field::Blocked => None,
        };
        let blocked = stones.iter().filter(|stone| stone.field == Field::Blocked);
        Position {
            stones: stones
                .iter()
                .filter_map(|stone| Some((color(stone.field)?, stone.point)))
                .collect(),
            blocked: blocked.map(|stone| stone.point).collect(),
            to_move: own,
        }
    }

    /// Goes to a position. What the session has of it already stays, so that its engine need not begin anew. On error
    /// nothing changes.
    pub(super) fn go_to(&mut self, position: &Position) -> Result<(), Refusal> {
        let position = &self.without_rows(position.clone());
        let known = |(color, point): &(Color, Point)| self.session.stone(*point) == Some(*color);
        let news: Vec<(Color, Move)> = position
            .stones
            .iter()
            .filter(|stone| !known(stone))
            .map(|&(color, point)| (color, Move::at(point)))
            .collect();
        let size = self.session.size();
        let stones = size.points().filter(|&point| self.session.stone(point).is_some()).count();
        let goes_on = stones + news.len() == position.stones.len()
            && position.blocked.len() == self.blocked.len()
            && position.blocked.iter().all(|point| self.blocked.contains(point))
            && self.session.play_all(&news).is_ok();
        if !goes_on {
            self.session.set_position(&position.stones, Some(position.to_move))?;
            self.blocked.clear();
            if !position.blocked.is_empty() {
                self.session.block(&position.blocked)?;
                self.blocked.clone_from(&position.blocked);
            }
        }
        if self.session.to_move() != position.to_move {
            self.session.set_to_move(position.to_move);
        }
        Ok(())
    }

    /// In a continuous game the stones of a row that has won belong to nobody any more.
    fn without_rows(&self, mut position: Position) -> Position {
        let variant = self.session.option("variant").unwrap_or_default();
        let Some(rules) = Rules::named(&variant).filter(|_| self.continuous) else {
            return position;
        };
        let mut board = Board::new(self.session.size());
        position.blocked.iter().for_each(|&point| board.block(point));
        for &(color, point) in &position.stones {
            if board.is_empty(point) {
                board.put(color, point);
            }
        }
        for color in Color::BOTH {
            position.blocked.extend(board.winning_stones(rules.variant, color));
        }
        position.stones.retain(|(_, point)| !position.blocked.contains(point));
        position
    }

    /// Goes on after a five, if the game is a continuous one.
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        if self.continuous && matches!(self.session.outcome(), Some(Outcome::Win { .. })) {
            let position = self.position();
            self.go_to(&position)?;
        }
        Ok(())
    }

    /// Is there a move to make?
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        if let Some(outcome) = self.session.outcome() {
            return Err(Refusal::new(format!("the game is over: {outcome}")));
        }
        if self.session.legal_moves(self.session.to_move()).is_empty() {
            return Err(Refusal::new("no square is left"));
        }
        Ok(())
    }

    /// Goes to a position that a move is wanted in. On error nothing changes.
    pub(super) fn go_to_open(&mut self, position: &Position) -> Result<(), Refusal> {
        let before = self.position();
        self.go_to(position)?;
        self.check_open().inspect_err(|_| {
            if let Err(error) = self.go_to(&before) {
                log::error!("the position before cannot be set up again: {error}");
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_the_stones_are() {
        let at = |at: usize, field: u8| Placed {
            point: Point::at(at, 0),
            field: match field {
                1 => Field::Own,
                2 => Field::Opponent,
                _ => Field::Blocked,
            },
        };
        let (black, white) = (Color::Black, Color::White);
        for (fields, any_order, in_order) in [
            (&[][..], black, black),
            (&[3], black, black),
            (&[1, 2], black, black),
            (&[2, 1], black, white),
            (&[2], white, white),
            (&[1, 2, 2], white, black),
            (&[2, 1, 2], white, white),
            (&[3, 2, 1, 2, 3], white, white),
            // Numbers that fit nobody.
            (&[1], black, black),
            (&[2, 2], white, white),
            (&[2, 1, 1], white, white),
        ] {
            let stones: Vec<Placed> =
                fields.iter().enumerate().map(|(n, &field)| at(n, field)).collect();
            let found = (own_color(&stones, false), own_color(&stones, true));
            assert_eq!(found, (any_order, in_order), "{fields:?}");
        }
    }
}
