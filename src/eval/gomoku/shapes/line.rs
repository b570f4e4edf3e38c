//! What a stone would make of one line: shapes of one colour in one direction, by table.
//!
//! The shape of an empty point is what a stone there would be part of, looked at along one line: a five, a four, a three.
//! It is defined by what could be made of it with one stone more, down from the five, so it knows no list of drawn
//! patterns and holds for every rule: a three is what can become a straight four, a two what can become a three.
//!
//! A point's window holds its neighbours within [`LineTable::radius`] cells on either side: four where any longer row
//! wins as well, five where a row's ends matter. A cell is two bits, one for a black and one for a white stone; both for
//! the wall. The whole window is a number, and the table holds the shapes of both colours for each.

use crate::games::gomoku::Variant;

/// What a stone makes in one direction. Where several hold, the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Shape {
    /// Nothing that can become a five.
    Dead,
    /// Can become a [`Shape::Two`] with one more stone.
    One,
    /// Can become an open two.
    OpenOne,
    /// Can become a [`Shape::Three`].
    Two,
    /// Can become an open three, by one point only.
    NarrowTwo,
    /// By two or three points.
    OpenTwo,
    /// By four or more.
    WideTwo,
    /// Can become a four.
    Three,
    /// Can become a straight four, by one point only.
    NarrowThree,
    /// By two points.
    OpenThree,
    /// Threatens a five that one move stops.
    Four,
    /// Threatens two fives in one line that is no straight four. Under Renju a double four of Black's; elsewhere it is an
    /// [`Shape::OpenFour`].
    LineFours,
    /// Threatens fives that no single move stops.
    OpenFour,
    /// A row longer than five that does not win.
    Long,
    /// Wins.
    Five,
}

impl Shape {
    const ALL: [Shape; 15] = [
        Shape::Dead,
        Shape::One,
        Shape::OpenOne,
        Shape::Two,
        Shape::NarrowTwo,
        Shape::OpenTwo,
        Shape::WideTwo,
        Shape::Three,
        Shape::NarrowThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::LineFours,
        Shape::OpenFour,
        Shape::Long,
        Shape::Five,
    ];

    /// Number of shapes.
    pub const COUNT: usize = Shape::ALL.len();

    /// The shape with that number; those beyond the last are dead.
    #[inline]
    pub const fn from_number(number: u8) -> Shape {
        if (number as usize) < Shape::COUNT { Shape::ALL[number as usize] } else { Shape::Dead }
    }
}

/// What wins on a line, for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Five or more.
    FiveOrMore,
    /// Exactly five.
    Five,
    /// Exactly five, and under Renju's prohibitions.
    BlackRenju,
    /// Five unless both ends are enemy stones; six or more.
    Caro,
    /// Exactly five, unless both ends are enemy stones.
    ExactCaro,
}

/// A window for one colour: bit `radius` is the point itself, thought to hold a stone of that colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    own: u32,
    foe: u32,
    wall: u32,
}

/// Widest window: five cells on either side and the point.
const MIDDLE: u32 = 5;
const CELLS: u32 = 2 * MIDDLE + 1;

impl Window {
    fn empty(self) -> u32 {
        !(self.own | self.foe | self.wall) & ((1 << CELLS) - 1)
    }

    fn with_own(self, cell: u32) -> Window {
        Window { own: self.own | 1 << cell, ..self }
    }

    fn with_foe(self, cell: u32) -> Window {
        Window { foe: self.foe | 1 << cell, ..self }
    }

    /// First and last cell of the unbroken row through the middle.
    fn row(self) -> (u32, u32) {
        let (mut first, mut last) = (MIDDLE, MIDDLE);
        while first > 0 && self.own >> (first - 1) & 1 != 0 {
            first -= 1;
        }
        while self.own >> (last + 1) & 1 != 0 {
            last += 1;
        }
        (first, last)
    }

    /// Does the row through the middle win?
    fn wins(self, goal: Goal) -> bool {
        let (first, last) = self.row();
        let length = last - first + 1;
        let caught = || {
            let behind = first > 0 && self.foe >> (first - 1) & 1 != 0;
            behind && self.foe >> (last + 1) & 1 != 0
        };
        match goal {
            Goal::FiveOrMore => length >= 5,
            Goal::Five | Goal::BlackRenju => length == 5,
            Goal::Caro => length > 5 || length == 5 && !caught(),
            Goal::ExactCaro => length == 5 && !caught(),
        }
    }

    /// Cells where a stone would make a five through the middle.
    fn fives(self, goal: Goal) -> u32 {
        cells(self.empty())
            .filter(|&cell| {
                let after = self.with_own(cell);
                let (first, last) = after.row();
                (first..=last).contains(&cell) && after.wins(goal)
            })
            .fold(0, |fives, cell| fives | 1 << cell)
    }
}

fn cells(mask: u32) -> impl Iterator<Item = u32> {
    (0..CELLS).filter(move |cell| mask >> cell & 1 != 0)
}

/// Shapes that need no look ahead; `None` for less than a four.
fn strong(window: Window, goal: Goal) -> Option<Shape> {
    if window.wins(goal) {
        return Some(Shape::Five);
    }
    let (first, last) = window.row();
    if last - first + 1 > 5 {
        return Some(Shape::Long);
    }
    let fives = window.fives(goal);
    match fives.count_ones() {
        0 => return None,
        1 => return Some(Shape::Four),
        _ => {}
    }
    let straight = last - first == 3 && fives == 1 << (first - 1) | 1 << (last + 1);
    if goal == Goal::BlackRenju && !straight {
        return Some(Shape::LineFours);
    }
    // Under Caro a stone beyond the end may spoil both.
    let stoppable = cells(window.empty()).any(|cell| window.with_foe(cell).fives(goal) == 0);
    Some(if stoppable { Shape::Four } else { Shape::OpenFour })
}

/// The shapes of all windows of one colour, each found once.
struct Shapes {
    goal: Goal,
    radius: u32,
    /// By the window as a number of the table, 255 = not yet known.
    known: Vec<u8>,
}

impl Shapes {
    fn number(&self, window: Window) -> usize {
        let squeeze = |bits: u32| {
            let low = bits >> (MIDDLE - self.radius) & ((1 << self.radius) - 1);
            let high = bits >> (MIDDLE + 1) & ((1 << self.radius) - 1);
            low | high << self.radius
        };
        let own = squeeze(window.own | window.wall);
        let foe = squeeze(window.foe | window.wall);
        (own | foe << (2 * self.radius)) as usize
    }

    fn shape(&mut self, window: Window) -> Shape {
        self.at(self.number(window), || window)
    }

    /// The shape of the window with that number.
    fn at(&mut self, number: usize, window: impl FnOnce() -> Window) -> Shape {
        if self.known[number] == u8::MAX {
            self.known[number] = self.find(window()) as u8;
        }
        Shape::from_number(self.known[number])
    }

    fn find(&mut self, window: Window) -> Shape {
        if let Some(shape) = strong(window, self.goal) {
            return shape;
        }
        let (mut fours, mut straight, mut open_threes, mut threes) = (0, 0, 0, 0);
        let (mut open_twos, mut twos) = (0, 0);
        // A stone at the very end of a window cannot be in one five with the middle.
        let reach = (1 << (CELLS - 1)) - 2;
        for cell in cells(window.empty() & reach) {
            match self.shape(window.with_own(cell)) {
                Shape::OpenFour => straight += 1,
                Shape::Four => fours += 1,
                Shape::OpenThree | Shape::NarrowThree => open_threes += 1,
                Shape::Three => threes += 1,
                Shape::WideTwo | Shape::OpenTwo | Shape::NarrowTwo => open_twos += 1,
                Shape::Two => twos += 1,
                // What Black may not make under Renju leads nowhere.
                _ => {}
            }
        }
        match (straight, fours, open_threes, threes, open_twos, twos) {
            (2.., ..) => Shape::OpenThree,
            (1, ..) => Shape::NarrowThree,
            (_, 1.., ..) => Shape::Three,
            (_, _, 4.., ..) => Shape::WideTwo,
            (_, _, 2.., ..) => Shape::OpenTwo,
            (_, _, 1, ..) => Shape::NarrowTwo,
            (_, _, _, 1.., ..) => Shape::Two,
            (_, _, _, _, 1.., _) => Shape::OpenOne,
            (_, _, _, _, _, 1..) => Shape::One,
            _ => Shape::Dead,
        }
    }
}

/// The table of a rule.
#[derive(Debug)]
pub struct LineTable {
    /// Black's shape in the lower half of each byte, White's in the upper, by the number of the window.
    shapes: Box<[u8]>,
    radius: u32,
}

impl LineTable {
    /// The table of that rule. Takes some tens of milliseconds.
    pub fn new(variant: Variant) -> LineTable {
        let (black, white) = match variant {
            Variant::Freestyle => (Goal::FiveOrMore, Goal::FiveOrMore),
            Variant::Standard => (Goal::Five, Goal::Five),
            Variant::Renju => (Goal::BlackRenju, Goal::FiveOrMore),
            Variant::Caro => (Goal::Caro, Goal::Caro),
            Variant::ExactCaro => (Goal::ExactCaro, Goal::ExactCaro),
        };
        let radius = if variant == Variant::Freestyle { 4 } else { 5 };
        let count = 1usize << (4 * radius);
        let mut table = vec![0; count];
        let mut first = Shapes { goal: black, radius, known: vec![u8::MAX; count] };
        let mut second = None;
        if white != black {
            second = Some(Shapes { goal: white, radius, known: vec![u8::MAX; count] });
        }
        // A number is put together from what either side adds to it.
        let sides: Vec<Side> = sides(radius).map(|side| Side::new(side, radius)).collect();
        for before in &sides {
            for behind in &sides {
                let number = before.walled[0] | behind.walled[1];
                let placed = || join(&before.cells, &behind.cells).with_own(MIDDLE);
                let own = first.at(number, placed);
                table[before.raw[0] | behind.raw[1]] |= own as u8;
                let white = second.as_mut().unwrap_or(&mut first);
                table[before.swapped[0] | behind.swapped[1]] |=
                    (white.at(number, placed) as u8) << 4;
            }
        }
        LineTable { shapes: table.into_boxed_slice(), radius }
    }

    /// How many cells on either side of a point its shape depends on.
    #[inline]
    pub fn radius(&self) -> usize {
        self.radius as usize
    }

    /// The shapes of both colours at `place` of a line: Black's in the lower half of the byte, White's in the upper. Bit n of
    /// `black` and `white` is the stone in place n; both are set for the wall, which must reach [`LineTable::radius`]
    /// places beyond the ends.
    #[inline]
    pub fn at(&self, black: u64, white: u64, place: usize) -> u8 {
        let radius = self.radius as usize;
        let half = (1u64 << radius) - 1;
        let squeeze = |bits: u64| {
            let bits = bits >> (place - radius);
            bits & half | bits >> 1 & half << radius
        };
        let number = squeeze(black) | squeeze(white) << (2 * radius);
        // The mask keeps every number inside the table.
        self.shapes[number as usize & (self.shapes.len() - 1)]
    }
}

/// What is on one side of a point, nearest first: 0 empty, 1 own, 2 foe, 3 wall.
type Cells = [u8; MIDDLE as usize];

/// One side of a point.
struct Side {
    /// With nothing but wall behind the first piece of it.
    cells: Cells,
    /// What it adds to a window's number before and behind the point; stones behind a wall change nothing, but have numbers of
    /// their own.
    raw: [usize; 2],
    /// The same with colours changed.
    swapped: [usize; 2],
    /// The same of `cells`.
    walled: [usize; 2],
}

impl Side {
    fn new(raw: Cells, radius: u32) -> Side {
        let mut met = false;
        let cells = raw.map(|cell| {
            met |= cell == 3;
            if met { 3 } else { cell }
        });
        let parts = |cells: Cells, colors: [u8; 2]| {
            [0, 1].map(|behind: u32| {
                let bit = |n: u32| if behind == 1 { radius + n } else { radius - 1 - n };
                let of = |color: u8| -> usize {
                    let held = (0..radius).filter(|&n| cells[n as usize] & color != 0);
                    held.map(|n| 1usize << bit(n)).sum()
                };
                of(colors[0]) | of(colors[1]) << (2 * radius)
            })
        };
        Side {
            cells,
            raw: parts(raw, [1, 2]),
            swapped: parts(raw, [2, 1]),
            walled: parts(cells, [1, 2]),
        }
    }
}

/// All contents of one side within the radius; beyond it is wall.
fn sides(radius: u32) -> impl Iterator<Item = Cells> {
    let cell = move |side: u32, n: u32| if n < radius { (side >> (2 * n) & 3) as u8 } else { 3 };
    (0..1u32 << (2 * radius)).map(move |side| std::array::from_fn(|n| cell(side, n as u32)))
}

/// The window with that content before and behind its middle, which stays empty. Cells outside the radius are wall.
fn join(before: &Cells, behind: &Cells) -> Window {
    let mut window = Window { own: 0, foe: 0, wall: 0 };
    let mut set = |cell: u32, content: u8| match content {
        0 => {}
        1 => window.own |= 1 << cell,
        2 => window.foe |= 1 << cell,
        _ => window.wall |= 1 << cell,
    };
    for distance in 1..=MIDDLE {
        set(MIDDLE - distance, before[distance as usize - 1]);
        set(MIDDLE + distance, behind[distance as usize - 1]);
    }
    window
}
