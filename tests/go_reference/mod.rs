//! A slow Go board that is meant to be obviously right: a plain array, flood fill, and copies of all earlier boards.

use tesuji::base::Color;
use tesuji::games::go::Ko;

/// 0 empty, 1 Black, 2 White, row by row from A1.
pub type Grid = Vec<u8>;

pub fn stone(color: Color) -> u8 {
    if color == Color::Black { 1 } else { 2 }
}

#[derive(Clone)]
pub struct Reference {
    pub width: usize,
    pub height: usize,
    pub grid: Grid,
    pub to_move: Color,
    /// Stones of each colour taken off.
    pub captured: [usize; 2],
    ko: Ko,
    suicide: bool,
    /// Every board that occurred, with the player to move.
    history: Vec<(Grid, Color)>,
    /// Colour of the last play and the board before it; none after a pass and at the start.
    before: Option<(Color, Grid)>,
}

/// A play carried out on a copy.
pub struct After {
    pub grid: Grid,
    pub captured: [usize; 2],
}

impl Reference {
    pub fn new(width: usize, height: usize, ko: Ko, suicide: bool) -> Reference {
        let grid = vec![0; width * height];
        Reference {
            width,
            height,
            history: vec![(grid.clone(), Color::Black)],
            grid,
            to_move: Color::Black,
            captured: [0; 2],
            ko,
            suicide,
            before: None,
        }
    }

    pub fn neighbors(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y, width, height) = (at % self.width, at / self.width, self.width, self.height);
        [
            (x > 0).then(|| at - 1),
            (x + 1 < width).then(|| at + 1),
            (y > 0).then(|| at - width),
            (y + 1 < height).then(|| at + width),
        ]
        .into_iter()
        .flatten()
    }

    /// The string of the stone at `at`, and its distinct liberties.
    pub fn string(&self, grid: &Grid, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties) = (vec![at], Vec::new());
        let mut next = 0;
        while next < stones.len() {
            for n in self.neighbors(stones[next]) {
                if grid[n] == grid[at] && !stones.contains(&n) {
                    stones.push(n);
                } else if grid[n] == 0 && !liberties.contains(&n) {
                    liberties.push(n);
                }
            }
            next += 1;
        }
        (stones, liberties)
    }

    /// The play carried out, or `None` where the rules forbid it.
    pub fn after(&self, at: usize) -> Option<After> {
        if self.grid[at] != 0 {
            return None;
        }
        let me = self.to_move;
        let mut after = After { grid: self.grid.clone(), captured: self.captured };
        after.grid[at] = stone(me);
        for n in self.neighbors(at) {
            if after.grid[n] == stone(me.other()) {
                let (stones, liberties) = self.string(&after.grid, n);
                if liberties.is_empty() {
                    for s in &stones {
                        after.grid[*s] = 0;
                    }
                    after.captured[me.other() as usize] += stones.len();
                }
            }
        }
        let (stones, liberties) = self.string(&after.grid, at);
        if liberties.is_empty() {
            if stones.len() == 1 || !self.suicide {
                return None;
            }
            for s in &stones {
                after.grid[*s] = 0;
            }
            after.captured[me as usize] += stones.len();
        }
        let repeats = match self.ko {
            // Undoing the opponent's play of a moment ago.
            Ko::Simple => {
                matches!(&self.before, Some((color, grid)) if *color != me && *grid == after.grid)
            }
            Ko::Positional => self.history.iter().any(|(grid, _)| *grid == after.grid),
            Ko::Situational => {
                self.history.iter().any(|(grid, next)| *next != me && *grid == after.grid)
            }
        };
        (!repeats).then_some(after)
    }

    /// Carries out a play or (`None`) a pass.
    pub fn make(&mut self, play: Option<After>) {
        if self.history.last().map(|(_, color)| *color) != Some(self.to_move) {
            self.history.push((self.grid.clone(), self.to_move));
        }
        self.before = None;
        if let Some(after) = play {
            self.before = Some((self.to_move, std::mem::replace(&mut self.grid, after.grid)));
            self.captured = after.captured;
        }
        self.to_move = self.to_move.other();
        self.history.push((self.grid.clone(), self.to_move));
    }
}
