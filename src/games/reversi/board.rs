//! Discs on a board: which moves are possible, and what they turn over. Knows no turn and no end.

use super::bits::{Bits, Wide};
use crate::base::{BoardSize, Color, Point, Rng, below};

/// What the rules must know of a board's shape.
#[derive(Clone, Copy, Debug)]
struct Shape<B> {
    side: u32,
    /// All cells.
    all: B,
    /// All cells that are not in the first or last column.
    inner: B,
}

impl<B: Bits> Shape<B> {
    /// The four pairs of directions: how far apart two neighbours are, and the cells that can stand between two others
    /// in that direction (not at the edge it leads to).
    #[inline]
    fn directions(&self) -> [(u32, B); 4] {
        let side = self.side;
        [(1, self.inner), (side, self.all), (side - 1, self.inner), (side + 1, self.inner)]
    }

    /// Where the owner of `own` may play: empty cells from which a line of discs of `other` leads to an own one.
    #[inline]
    fn mobility(&self, own: B, other: B) -> B {
        let mut found = B::EMPTY;
        for (by, between) in self.directions() {
            let between = between & other;
            let (mut up, mut down) = ((own << by) & between, (own >> by) & between);
            // The longest line has two ends.
            for _ in 3..self.side {
                up = up | (up << by) & between;
                down = down | (down >> by) & between;
            }
            found = found | up << by | down >> by;
        }
        found & self.all & !(own | other)
    }

    /// What a disc of the owner of `own` put on that cell turns over.
    #[inline]
    fn flips(&self, own: B, other: B, cell: usize) -> B {
        let disc = B::cell(cell);
        let mut flips = B::EMPTY;
        for (by, between) in self.directions() {
            let between = between & other;
            let (mut up, mut down) = ((disc << by) & between, (disc >> by) & between);
            for _ in 3..self.side {
                up = up | (up << by) & between;
                down = down | (down >> by) & between;
            }
            if !((up << by) & own).is_empty() {
                flips = flips | up;
            }
            if !((down >> by) & own).is_empty() {
                flips = flips | down;
            }
        }
        flips
    }

    /// Plays uniformly random moves for that side first; returns whether the game has ended within `limit` moves, forced
    /// passes among them.
    #[inline]
    fn playout(&self, discs: &mut [B; 2], first: usize, rng: &mut Rng, limit: usize) -> bool {
        let mut side = first;
        let mut passed = false;
        let mut moves = 0;
        loop {
            let (own, other) = (discs[side], discs[1 - side]);
            let mobility = self.mobility(own, other);
            if mobility.is_empty() {
                if passed {
                    return true;
                }
                passed = true;
            } else {
                moves += usize::from(passed);
                if moves >= limit {
                    return false;
                }
                passed = false;
                moves += 1;
                let cell = mobility.nth(below(rng, mobility.count()));
                put_down(discs, side, cell, self.flips(own, other, cell));
            }
            side = 1 - side;
        }
    }
}

/// The cells of a board of that side as words, all of them or only those that are not in the first or last column.
const fn cells(side: usize, inner: bool) -> [u64; 4] {
    let mut words = [0; 4];
    let mut cell = 0;
    while cell < side * side {
        let column = cell % side;
        if !inner || (column > 0 && column + 1 < side) {
            words[cell / 64] |= 1 << (cell % 64);
        }
        cell += 1;
    }
    words
}

impl Shape<u64> {
    const fn new(side: usize) -> Shape<u64> {
        Shape { side: side as u32, all: cells(side, false)[0], inner: cells(side, true)[0] }
    }

    /// 8x8, known to the compiler.
    const EIGHT: Shape<u64> = Shape::<u64>::new(8);

    /// The shape of a board of up to eight columns.
    fn of(side: u8) -> &'static Shape<u64> {
        static SHAPES: [Shape<u64>; 2] = [Shape::<u64>::new(4), Shape::<u64>::new(6)];
        if side == 4 { &SHAPES[0] } else { &SHAPES[1] }
    }
}

impl Shape<Wide> {
    const fn new(side: usize) -> Shape<Wide> {
        let (all, inner) = (Wide::new(cells(side, false)), Wide::new(cells(side, true)));
        Shape { side: side as u32, all, inner }
    }

    /// The shape of a board of more than eight columns.
    fn of(side: u8) -> &'static Shape<Wide> {
        static SHAPES: [Shape<Wide>; 4] = [
            Shape::<Wide>::new(10),
            Shape::<Wide>::new(12),
            Shape::<Wide>::new(14),
            Shape::<Wide>::new(16),
        ];
        &SHAPES[usize::from(side.saturating_sub(10) / 2).min(3)]
    }
}

/// Black's and White's discs. Boards up to 8x8 fit into one word a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Discs {
    Narrow([u64; 2]),
    Wide([Wide; 2]),
}

/// Runs an expression over the discs (a reference to the two sets) in whatever width they have, with the board's shape.
/// On 8x8 the shape is a constant.
macro_rules! over {
    ($side:expr, $all:expr, $discs:ident, $shape:ident, $work:expr) => {
        match $all {
            Discs::Narrow($discs) if $side == 8 => {
                let $shape = &Shape::EIGHT;
                $work
            }
            Discs::Narrow($discs) => {
                let $shape = Shape::<u64>::of($side);
                $work
            }
            Discs::Wide($discs) => {
                let $shape = Shape::<Wide>::of($side);
                $work
            }
        }
    };
}

/// A board with its discs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    side: u8,
    discs: Discs,
}

impl Board {
    /// No disc. `size` is a board that [`super::accepts`].
    pub fn empty(size: BoardSize) -> Board {
        let side = size.width().min(16);
        let discs = if side <= 8 { Discs::Narrow([0; 2]) } else { Discs::Wide([Wide::EMPTY; 2]) };
        Board { side: side as u8, discs }
    }

    /// The standard start: on 8x8 White on d4 and e5, Black on e4 and d5.
    pub fn start(size: BoardSize) -> Board {
        let mut board = Board::empty(size);
        let (low, high) = (size.width() / 2 - 1, size.width() / 2);
        for (x, y, color) in [
            (low, low, Color::White),
            (high, high, Color::White),
            (high, low, Color::Black),
            (low, high, Color::Black),
        ] {
            board.put(Point::at(x, y), Some(color));
        }
        board
    }

    /// Columns and rows.
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// The bitboards, Black's first, bit 0 = a1, bit 1 = b1, of an 8x8 board.
    pub fn bitboards(&self) -> Option<[u64; 2]> {
        match self.discs {
            Discs::Narrow(discs) if self.side == 8 => Some(discs),
            _ => None,
        }
    }

    #[inline]
    fn cell(&self, point: Point) -> usize {
        point.y() * self.side() + point.x()
    }

    /// The disc on a point of the board.
    pub fn color(&self, point: Point) -> Option<Color> {
        let cell = self.cell(point);
        let has = |color: Color| match self.discs {
            Discs::Narrow(discs) => discs[color.index()].has(cell),
            Discs::Wide(discs) => discs[color.index()].has(cell),
        };
        Color::BOTH.into_iter().find(|&color| has(color))
    }

    /// Puts a disc on a point of the board, or takes it off.
    pub fn put(&mut self, point: Point, disc: Option<Color>) {
        let cell = self.cell(point);
        for color in Color::BOTH {
            let set = disc == Some(color);
            match &mut self.discs {
                Discs::Narrow(discs) => place(&mut discs[color.index()], cell, set),
                Discs::Wide(discs) => place(&mut discs[color.index()], cell, set),
            }
        }
    }

    /// Discs of that colour.
    pub fn count(&self, color: Color) -> u32 {
        match self.discs {
            Discs::Narrow(discs) => discs[color.index()].count(),
            Discs::Wide(discs) => discs[color.index()].count(),
        }
    }

    /// Empty cells.
    pub fn empties(&self) -> u32 {
        let area = u32::from(self.side) * u32::from(self.side);
        area - self.count(Color::Black) - self.count(Color::White)
    }

    /// Visits the points where that colour can play, row by row from a1.
    #[inline]
    pub fn for_each_move(&self, color: Color, mut visit: impl FnMut(Point)) {
        let (own, other) = (color.index(), color.other().index());
        over!(self.side, &self.discs, discs, shape, {
            let moves = shape.mobility(discs[own], discs[other]);
            moves.cells().for_each(|cell| visit(point_of(self.side(), cell)));
        });
    }

    /// Number of points where that colour can play.
    #[inline]
    pub fn mobility(&self, color: Color) -> u32 {
        let (own, other) = (color.index(), color.other().index());
        over!(
            self.side,
            &self.discs,
            discs,
            shape,
            shape.mobility(discs[own], discs[other]).count()
        )
    }

    /// Would a disc of that colour on that empty point turn any over?
    pub fn turns(&self, color: Color, point: Point) -> bool {
        let (own, other) = (color.index(), color.other().index());
        let cell = self.cell(point);
        over!(
            self.side,
            &self.discs,
            discs,
            shape,
            !shape.flips(discs[own], discs[other], cell).is_empty()
        )
    }

    /// Puts a disc of that colour on that empty point and turns over what it encloses, visiting each disc turned.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point, mut turned: impl FnMut(Point)) {
        let (own, other) = (color.index(), color.other().index());
        let cell = self.cell(point);
        let side = self.side();
        over!(self.side, &mut self.discs, discs, shape, {
            let flips = shape.flips(discs[own], discs[other], cell);
            put_down(discs, own, cell, flips);
            flips.cells().for_each(|cell| turned(point_of(side, cell)));
        });
    }

    /// Plays uniformly random moves, that colour first, until neither side can move; `false` when `limit` moves (forced
    /// passes among them) were not enough.
    pub fn playout(&mut self, first: Color, rng: &mut Rng, limit: usize) -> bool {
        let side = first.index();
        over!(self.side, &mut self.discs, discs, shape, shape.playout(discs, side, rng, limit))
    }
}

fn point_of(side: usize, cell: usize) -> Point {
    Point::at(cell % side, cell / side)
}

/// A disc of that side on that cell, and what it turns over.
#[inline]
fn put_down<B: Bits>(discs: &mut [B; 2], side: usize, cell: usize, flips: B) {
    discs[side] = discs[side] ^ flips | B::cell(cell);
    discs[1 - side] = discs[1 - side] ^ flips;
}

fn place<B: Bits>(discs: &mut B, cell: usize, set: bool) {
    let bit = B::cell(cell);
    *discs = if set { *discs | bit } else { *discs & !bit };
}
