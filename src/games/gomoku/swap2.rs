//! The opening protocol swap2: who places which of the first stones, and who gets which colour.
//!
//! One player, the *proposer*, places three stones: black, white, black. The other, the *responder*, then takes Black (the
//! proposer plays on as White), or keeps White by placing the fourth stone, or places the fourth and the fifth stone, white
//! and black, and leaves the choice of colours to the proposer, who takes Black or plays on as White with the sixth stone.
//!
//! [`Swap2`] is the procedure as a value: what has been placed, whose turn it is and what may be answered. It knows the
//! words of the Gomocup protocol's `SWAP2BOARD` (coordinates `x,y` from 0, `SWAP`), in which the stones are listed without
//! colours, and nothing of how they travel.

use super::{GomokuState, Rules};
use crate::base::{BoardSize, Color, Move, Point};
use crate::game::{Illegal, State};
use std::fmt;

/// One of the two players of the procedure, by what they do first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// Places the first three stones.
    Proposer,
    /// Answers them.
    Responder,
}

impl Party {
    /// The other one.
    pub const fn other(self) -> Party {
        match self {
            Party::Proposer => Party::Responder,
            Party::Responder => Party::Proposer,
        }
    }
}

/// What a player says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// I take Black: the other player moves next, as White.
    Swap,
    /// These stones, in order.
    Stones(Vec<Point>),
}

impl Reply {
    /// Reads `SWAP`, or one to three points `x,y` between blanks, of a board of that size; the case of `SWAP` does not
    /// matter. `None` for anything else. The first number is the column, the second the row, both from 0: the protocol counts
    /// rows from the top, but answers stay the same however the board is held as long as everybody counts alike.
    pub fn parse(text: &str, size: BoardSize) -> Option<Reply> {
        if text.trim().eq_ignore_ascii_case("swap") {
            return Some(Reply::Swap);
        }
        let number = |text: &str| match text.bytes().all(|b| b.is_ascii_digit()) {
            true => text.parse::<usize>().ok().filter(|&n| n < crate::base::MAX_SIDE),
            false => None,
        };
        let point = |word: &str| {
            let (x, y) = word.split_once(',')?;
            Some(Point::at(number(x)?, number(y)?)).filter(|&point| size.contains(point))
        };
        let points: Option<Vec<Point>> = text.split_whitespace().map(point).collect();
        points.filter(|points| (1..=3).contains(&points.len())).map(Reply::Stones)
    }
}

impl fmt::Display for Reply {
    /// As [`Reply::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Swap => f.write_str("SWAP"),
            Reply::Stones(points) => {
                let words: Vec<String> =
                    points.iter().map(|point| format!("{},{}", point.x(), point.y())).collect();
                f.write_str(&words.join(" "))
            }
        }
    }
}

/// Where the procedure stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The proposer places three stones.
    Propose,
    /// The responder answers three stones: swap, one stone or two.
    Respond,
    /// The proposer answers five stones: swap or one stone.
    Choose,
    /// The colours are settled.
    Done {
        /// Who has Black.
        black: Party,
    },
}

/// Why a reply is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Swap2Error {
    /// The procedure is over.
    #[error("the opening is over")]
    Over,
    /// There is nothing to swap yet.
    #[error("no swap before three stones are placed")]
    NoSwap,
    /// Another number of stones is due.
    #[error("{given} stones where {due} are due")]
    Count {
        /// How many were placed.
        given: usize,
        /// How many may be.
        due: &'static str,
    },
    /// A stone cannot stand there.
    #[error("{point}: {illegal}")]
    Stone {
        /// Where.
        point: Point,
        /// Why.
        illegal: Illegal,
    },
}

/// A swap2 opening under way.
#[derive(Clone, Debug)]
pub struct Swap2 {
    state: GomokuState,
    stones: Vec<Point>,
    stage: Stage,
}

impl Swap2 {
    /// The procedure before the first stone.
    pub fn new(size: BoardSize, rules: Rules) -> Swap2 {
        let state = GomokuState::new(size, rules);
        Swap2 { state, stones: Vec::new(), stage: Stage::Propose }
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who must answer; `None` when the colours are settled.
    pub fn due(&self) -> Option<Party> {
        match self.stage {
            Stage::Propose | Stage::Choose => Some(Party::Proposer),
            Stage::Respond => Some(Party::Responder),
            Stage::Done { .. } => None,
        }
    }

    /// The stones placed so far, in order: black, white, black, white, and so on.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// The position. When the colours are settled, the game goes on from it; its player to move is then the one with that
    /// colour, see [`Swap2::to_move`].
    pub fn state(&self) -> &GomokuState {
        &self.state
    }

    /// Who has Black, once it is settled.
    pub fn black(&self) -> Option<Party> {
        match self.stage {
            Stage::Done { black } => Some(black),
            _ => None,
        }
    }

    /// Whose turn it is in the game that begins, once the colours are settled.
    pub fn to_move(&self) -> Option<Party> {
        let black = self.black()?;
        Some(if self.state.to_move() == Color::Black { black } else { black.other() })
    }

    /// Takes the answer of the player who is [`Swap2::due`]; on error nothing changes.
    pub fn answer(&mut self, reply: &Reply) -> Result<(), Swap2Error> {
        let due = match self.stage {
            Stage::Propose => "3",
            Stage::Respond => "1 or 2",
            Stage::Choose => "1",
            Stage::Done { .. } => return Err(Swap2Error::Over),
        };
        let next = match (self.stage, reply) {
            (Stage::Propose, Reply::Swap) => return Err(Swap2Error::NoSwap),
            (Stage::Respond, Reply::Swap) => Stage::Done { black: Party::Responder },
            (_, Reply::Swap) => Stage::Done { black: Party::Proposer },
            (Stage::Propose, Reply::Stones(stones)) if stones.len() == 3 => Stage::Respond,
            // Placing a white stone and no black one is keeping White.
            (Stage::Respond, Reply::Stones(stones)) if stones.len() == 1 => {
                Stage::Done { black: Party::Proposer }
            }
            (Stage::Respond, Reply::Stones(stones)) if stones.len() == 2 => Stage::Choose,
            (Stage::Choose, Reply::Stones(stones)) if stones.len() == 1 => {
                Stage::Done { black: Party::Responder }
            }
            (_, Reply::Stones(stones)) => {
                return Err(Swap2Error::Count { given: stones.len(), due });
            }
        };
        if let Reply::Stones(points) = reply {
            let mut state = self.state.clone();
            for &point in points {
                let placed = state.try_play(Move::at(point));
                placed.map_err(|illegal| Swap2Error::Stone { point, illegal })?;
            }
            self.state = state;
            self.stones.extend(points);
        }
        self.stage = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::Variant;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn run(replies: &[&str]) -> Result<Swap2, Swap2Error> {
        let mut opening = Swap2::new(size(), Rules::of(Variant::Standard));
        for reply in replies {
            opening.answer(&Reply::parse(reply, size()).expect(reply))?;
        }
        Ok(opening)
    }

    #[test]
    fn every_way_to_the_colours() {
        use Party::{Proposer, Responder};
        /// Answers; who is due, who has Black, who moves next; stones placed.
        type Row<'a> = (&'a [&'a str], Option<Party>, Option<Party>, Option<Party>, usize);
        let table: &[Row<'_>] = &[
            (&[], Some(Proposer), None, None, 0),
            (&["7,7 8,7 9,9"], Some(Responder), None, None, 3),
            // Three stones and SWAP: the other player, White, moves (Gomocup protocol, swap2).
            (&["7,7 8,7 9,9", "SWAP"], None, Some(Responder), Some(Proposer), 3),
            (&["7,7 8,7 9,9", "8,8"], None, Some(Proposer), Some(Proposer), 4),
            (&["7,7 8,7 9,9", "8,8 8,6"], Some(Proposer), None, None, 5),
            (&["7,7 8,7 9,9", "8,8 8,6", "swap"], None, Some(Proposer), Some(Responder), 5),
            // The protocol's example: after 6,8 the other player gets 7,7,1 8,7,2 9,9,1 8,8,2 8,6,1 6,8,2, so it has Black.
            (&["7,7 8,7 9,9", "8,8 8,6", "6,8"], None, Some(Responder), Some(Responder), 6),
        ];
        for (replies, due, black, to_move, stones) in table {
            let opening = run(replies).expect("accepted");
            assert_eq!(opening.due(), *due, "{replies:?}");
            assert_eq!((opening.black(), opening.to_move()), (*black, *to_move), "{replies:?}");
            assert_eq!(opening.stones().len(), *stones);
            let board = opening.state().board();
            for (point, color) in opening.stones().iter().zip(Color::BOTH.iter().cycle()) {
                assert_eq!(board.color(*point), Some(*color));
            }
        }
    }

    #[test]
    fn wrong_answers_change_nothing() {
        let start = "7,7 8,7 9,9";
        let table: &[(&[&str], &str, &str)] = &[
            (&[], "SWAP", "no swap before three stones are placed"),
            (&[], "7,7", "1 stones where 3 are due"),
            (&[], "7,7 8,7 7,7", "H8: point is not empty"),
            (&[start], "1,1 2,2 3,3", "3 stones where 1 or 2 are due"),
            (&[start], "9,9", "K10: point is not empty"),
            (&[start, "8,8 8,6"], "1,1 2,2", "2 stones where 1 are due"),
            (&[start, "SWAP"], "1,1", "the opening is over"),
            (&[start, "8,8"], "SWAP", "the opening is over"),
        ];
        for (replies, wrong, message) in table {
            let mut opening = run(replies).expect("accepted");
            let before = format!("{opening:?}");
            let error = opening.answer(&Reply::parse(wrong, size()).expect(wrong));
            assert_eq!(error.map_err(|e| e.to_string()), Err((*message).into()), "{wrong}");
            assert_eq!(format!("{opening:?}"), before);
        }
    }

    #[test]
    fn replies_read_and_print() {
        for text in ["SWAP", "0,0", "14,0 3,14", "7,7 8,7 9,9"] {
            assert_eq!(Reply::parse(text, size()).map(|r| r.to_string()).as_deref(), Some(text));
        }
        for text in [
            "",
            "swap 1,1",
            "15,0",
            "0,15",
            "-1,0",
            "1,1,1",
            "1",
            "+1,1",
            "1,1 2,2 3,3 4,4",
            "1, 1",
            "99999999999999999999,1",
            "é,1",
        ] {
            assert_eq!(Reply::parse(text, size()), None, "{text}");
        }
    }
}
