//! Commands that go on over several lines: `BOARD`, squares, `DONE`.

use super::Row;
use super::line::{numbers, quoted, square};
use super::server::Refusal;
use crate::base::{BoardSize, Point};

/// Lines of a list that are kept; the largest board has 625 squares.
const LONGEST: usize = 2000;

/// A list that has begun.
#[derive(Debug)]
pub(super) struct List {
    /// The command.
    pub row: &'static Row,
    /// What stood behind its name.
    pub arguments: String,
    /// The lines so far.
    pub items: Vec<Vec<i64>>,
    /// What was wrong first.
    pub fault: Option<Refusal>,
}

impl List {
    /// Nothing has come yet.
    pub(super) fn new(row: &'static Row, arguments: &str) -> List {
        List { row, arguments: arguments.into(), items: Vec::new(), fault: None }
    }

    /// Takes a line.
    pub(super) fn add(&mut self, text: &str) {
        match numbers(text) {
            Some(item) if self.items.len() < LONGEST => self.items.push(item),
            Some(_) => self.refuse("too many lines".into()),
            None => self.refuse(format!("no square: {}", quoted(text))),
        }
    }

    fn refuse(&mut self, text: String) {
        let name = self.row.name;
        self.fault.get_or_insert_with(|| Refusal::new(format!("{name}: {text}")));
    }
}

/// Does a line look like one of a list?
pub(super) fn is_item(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// A line of `BOARD`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    /// Where.
    pub point: Point,
    /// Whose.
    pub field: Field,
}

/// The third number of a line of `BOARD`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// 1: a stone of the brain.
    Own,
    /// 2: a stone of the opponent.
    Opponent,
    /// 3: nobody's.
    Blocked,
}

/// The stones of `BOARD`, each square once. `-1,-1` is a pass of some managers and places nothing.
pub(super) fn placed(items: &[Vec<i64>], size: BoardSize) -> Result<Vec<Placed>, Refusal> {
    let mut stones: Vec<Placed> = Vec::new();
    for item in items {
        let &[x, y, field] = item.as_slice() else {
            return Err(Refusal::new(format!("{}: a line is x,y,field", told(item))));
        };
        if (x, y) == (-1, -1) {
            continue;
        }
        let field = match field {
            1 => Field::Own,
            2 => Field::Opponent,
            3 => Field::Blocked,
            _ => return Err(Refusal::new(format!("{}: the field is 1, 2 or 3", told(item)))),
        };
        let point = on_board(item, x, y, size)?;
        if stones.iter().any(|stone| stone.point == point) {
            return Err(Refusal::new(format!("{x},{y} comes twice")));
        }
        stones.push(Placed { point, field });
    }
    Ok(stones)
}

/// The squares of a list, each once; what stands behind two numbers is passed over.
pub(super) fn squares(items: &[Vec<i64>], size: BoardSize) -> Result<Vec<Point>, Refusal> {
    let mut points = Vec::new();
    for item in items {
        let &[x, y, ..] = item.as_slice() else {
            return Err(Refusal::new(format!("{}: a line is x,y", told(item))));
        };
        let point = on_board(item, x, y, size)?;
        if points.contains(&point) {
            return Err(Refusal::new(format!("{x},{y} comes twice")));
        }
        points.push(point);
    }
    Ok(points)
}

fn on_board(item: &[i64], x: i64, y: i64, size: BoardSize) -> Result<Point, Refusal> {
    square(x, y, size)
        .ok_or_else(|| Refusal::new(format!("{} is off the board of {size}", told(item))))
}

fn told(item: &[i64]) -> String {
    item.iter().take(4).map(i64::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_list() {
        let size = BoardSize::square(15).unwrap();
        let items = |text: &str| -> Vec<Vec<i64>> {
            text.split(' ').map(|line| numbers(line).unwrap()).collect()
        };
        let board = placed(&items("7,7,1 -1,-1,2 8,7,2 0,0,3"), size).unwrap();
        assert_eq!(board.len(), 3);
        assert_eq!(
            board[2],
            Placed {
                point: "A15".parse::<crate::base::Move>().unwrap().point().unwrap(),
                field: Field::Blocked
            }
        );
        for (text, message) in [
            ("7,7", "7,7: a line is x,y,field"),
            ("7,7,4", "7,7,4: the field is 1, 2 or 3"),
            ("7,15,1", "7,15,1 is off the board of 15"),
            ("-1,3,1", "-1,3,1 is off the board of 15"),
            ("7,7,1 7,7,2", "7,7 comes twice"),
        ] {
            assert_eq!(placed(&items(text), size).unwrap_err().to_string(), message);
        }
        assert_eq!(squares(&items("7,7 8,7,1"), size).map(|points| points.len()), Ok(2));
        assert!(squares(&items("7"), size).is_err() && squares(&items("7,7 7,7"), size).is_err());
    }
}
