//! Games of self-play as text, a line each: `freestyle 15 4 1 h8 g7 ... k9:120 j8:-95 ...`: rule, side, number of opening moves,
//! what Black got (1, 0.5, 0), and the moves, those that were searched with their values for the player who made them.

use crate::base::{BoardSize, Move, Point};
use crate::game::State;
use crate::games::gomoku::{GomokuState, Rules};

/// A move and what the search thought of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Where.
    pub point: Point,
    /// For the player who moved, in the search's units; `None` for a move of the opening or by chance.
    pub value: Option<i32>,
}

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Its rules.
    pub rules: Rules,
    /// Its board.
    pub size: BoardSize,
    /// How many moves were the opening.
    pub opening: usize,
    /// What Black got: 2 for a win, 1 for a draw, 0.
    pub black: u8,
    /// All moves, Black first.
    pub moves: Vec<Played>,
}

impl Record {
    /// The line.
    pub fn write(&self) -> String {
        let Record { rules, size, opening, black, moves } = self;
        let result = ["0", "0.5", "1"][usize::from(*black).min(2)];
        let mut line = format!("{rules} {} {opening} {result}", size.width());
        for played in moves {
            let mv = Move::at(played.point).to_string().to_ascii_lowercase();
            match played.value {
                Some(value) => line += &format!(" {mv}:{value}"),
                None => line += &format!(" {mv}"),
            }
        }
        line
    }

    /// Reads a line; `None` if it is not one, or its moves are not legal.
    pub fn read(line: &str) -> Option<Record> {
        let mut words = line.split_whitespace();
        let rules = Rules::named(words.next()?)?;
        let size = BoardSize::square(words.next()?.parse().ok()?)?;
        let opening = words.next()?.parse().ok()?;
        let black = ["0", "0.5", "1"].iter().position(|&r| Some(r) == words.clone().next())?;
        words.next()?;
        let mut state = GomokuState::new(size, rules);
        let mut moves = Vec::new();
        for word in words {
            let (mv, value) = match word.split_once(':') {
                Some((mv, value)) => (mv, Some(value.parse().ok()?)),
                None => (word, None),
            };
            let mv: Move = mv.parse().ok()?;
            let point = mv.point()?;
            state.try_play(mv).ok()?;
            moves.push(Played { point, value });
        }
        (opening <= moves.len()).then_some(Record {
            rules,
            size,
            opening,
            black: black as u8,
            moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_and_print() {
        let lines =
            ["freestyle 15 2 1 h8 g7 k9:120 j8:-95", "renju 15 1 0.5 h8 h9:0", "exact-caro 20 0 0"];
        for line in lines {
            assert_eq!(Record::read(line).map(|record| record.write()).as_deref(), Some(line));
        }
        for line in [
            "",
            "go 19 0 1",
            "renju 15 3 1 h8",
            "renju 15 0 2 h8",
            "renju 15 0 1 h8 h8",
            "renju 15 0 1 h8:x",
            "renju 4000 0 1",
        ] {
            assert_eq!(Record::read(line), None, "{line}");
        }
    }
}
