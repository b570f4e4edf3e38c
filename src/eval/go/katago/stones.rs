//! The stones of a position alone: small enough to be copied at every step of a reading, and to be put back to what they were
//! before the last moves.

use crate::base::{BoardSize, Color, GRID, Move, Point};
use crate::games::go::{Board, EMPTY, GoState, PointSet};

/// Stones, and the point of a simple ko.
#[derive(Clone)]
pub struct Stones {
    size: BoardSize,
    /// As [`Board::contents`].
    cells: [u8; GRID],
    ko: Option<Point>,
}

/// A chain and what lies next to it.
pub struct Chain {
    /// Its stones.
    pub stones: PointSet,
    /// Its liberties, in no order that matters.
    pub liberties: Vec<Point>,
    /// Stones of the other colour next to it, one or more for each of their chains.
    pub enemies: Vec<Point>,
}

impl Stones {
    /// Those of a board.
    pub fn of(board: &Board) -> Stones {
        Stones { size: board.size(), cells: board.contents(), ko: board.ko() }
    }

    /// Takes a move back: the one of that age of a state, whose younger ones are taken back already.
    pub fn take_back(&mut self, state: &GoState, age: usize) {
        let (Some(mv), Some(mover)) = (state.recent()[age], state.mover(age)) else { return };
        let change = &state.changes()[age];
        if let Some(point) = mv.point() {
            let suicide = change.taken.contains(point);
            let taken = if suicide { mover } else { mover.other() };
            for stone in change.taken.iter() {
                self.cells[stone.index()] = content(taken);
            }
            self.cells[point.index()] = EMPTY;
        } else {
            debug_assert_eq!(mv, Move::PASS, "nothing else is remembered");
        }
        self.ko = change.ko;
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point.
    pub fn color(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.cells[point.index()] == content(color))
    }

    /// Is there no stone on this point of the board?
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == EMPTY
    }

    /// The point of a simple ko: nobody may play there.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Lifts the ban of a simple ko.
    pub fn clear_ko(&mut self) {
        self.ko = None;
    }

    /// The chain with that stone.
    pub fn chain(&self, stone: Point) -> Chain {
        let own = self.cells[stone.index()];
        let mut chain =
            Chain { stones: PointSet::new(), liberties: Vec::new(), enemies: Vec::new() };
        let mut seen = PointSet::new();
        let mut open = vec![stone];
        seen.insert(stone);
        while let Some(point) = open.pop() {
            chain.stones.insert(point);
            for n in point.neighbors() {
                let cell = self.cells[n.index()];
                if cell == own {
                    if seen.insert(n) {
                        open.push(n);
                    }
                } else if cell == EMPTY {
                    if seen.insert(n) {
                        chain.liberties.push(n);
                    }
                } else if self.color(n).is_some() && seen.insert(n) {
                    chain.enemies.push(n);
                }
            }
        }
        chain
    }

    /// How many liberties the chain with that stone has, `most` standing for more.
    pub fn liberties(&self, stone: Point, most: usize) -> usize {
        let own = self.cells[stone.index()];
        let (mut seen, mut count) = (PointSet::new(), 0);
        // Chains may be large, but most liberties are found near.
        let (mut open, mut left) = ([stone; GRID], 1);
        seen.insert(stone);
        while left > 0 {
            left -= 1;
            for n in open[left].neighbors() {
                let cell = self.cells[n.index()];
                if cell != own && cell != EMPTY || !seen.insert(n) {
                    continue;
                }
                if cell == own {
                    open[left] = n;
                    left += 1;
                } else {
                    count += 1;
                    if count == most {
                        return count;
                    }
                }
            }
        }
        count
    }

    /// May the colour play there, without suicide?
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        if !self.is_empty(point) || self.ko == Some(point) {
            return false;
        }
        // A free neighbour, an own chain with another liberty, or one of the other colour without.
        point.neighbors().into_iter().any(|n| {
            self.is_empty(n)
                || self.color(n).is_some_and(|c| (c == color) == (self.liberties(n, 2) > 1))
        })
    }

    /// Plays where that is legal.
    pub fn play(&mut self, color: Color, point: Point) {
        self.cells[point.index()] = content(color);
        let mut taken = (0, None);
        for n in point.neighbors() {
            if self.color(n) == Some(color.other()) && self.liberties(n, 1) == 0 {
                for stone in self.chain(n).stones.iter() {
                    self.cells[stone.index()] = EMPTY;
                    taken = (taken.0 + 1, Some(stone));
                }
            }
        }
        let alone = || point.neighbors().into_iter().all(|n| self.color(n) != Some(color));
        let ko = taken.0 == 1 && alone() && self.liberties(point, 2) == 1;
        self.ko = taken.1.filter(|_| ko);
    }
}

/// What a cell with a stone of that colour holds.
fn content(color: Color) -> u8 {
    color as u8 + 1
}
