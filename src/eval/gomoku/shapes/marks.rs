//! What the four shapes of a point add up to.

use super::Shape;

/// What a stone on a point would make, in bits.
pub type Marks = u8;

/// It wins.
pub const FIVE: Marks = 1;
/// It threatens fives that one move does not stop: an open four, or two fours.
pub const OPEN_FOUR: Marks = 2;
/// It threatens a five at least.
pub const FOUR: Marks = 4;
/// It threatens an open four (a three by the lines).
pub const THREE: Marks = 8;
/// A four and a three, no more.
pub const FOUR_THREE: Marks = 16;
/// Two threes or more, and no four.
pub const THREES: Marks = 32;
/// Under Renju the point may be forbidden: whether a three counts depends on more than lines.
pub const SUSPECT: Marks = 64;
/// Under Renju the point is forbidden: more than five in a row, or two fours.
pub const FOUL: Marks = 128;

/// Number of codes: choices of four shapes out of [`Shape::COUNT`], repetition allowed, without order.
pub const CODES: usize = {
    let n = Shape::COUNT + 3;
    n * (n - 1) * (n - 2) * (n - 3) / 24
};

/// What four shapes add up to, by the number of four bits for each.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    codes: Box<[u16]>,
    /// In general, and for Black under Renju.
    marks: [Box<[Marks]>; 2],
}

impl Sums {
    /// All of them.
    pub fn new() -> Sums {
        let marks = |renju| (0..=u16::MAX).map(|shapes| add_up(shapes, renju)).collect();
        Sums { codes: codes(), marks: [marks(false), marks(true)] }
    }

    /// The code of four shapes, 0..[`CODES`], whatever their order.
    #[inline]
    pub fn code(&self, shapes: u16) -> usize {
        usize::from(self.codes[usize::from(shapes)])
    }

    /// The marks of four shapes; `renju` for Black under Renju.
    #[inline]
    pub fn marks(&self, shapes: u16, renju: bool) -> Marks {
        self.marks[usize::from(renju)][usize::from(shapes)]
    }
}

/// The code of each four shapes: sorted ones are numbered in order, the others have the number of theirs.
fn codes() -> Box<[u16]> {
    let mut codes = vec![0u16; 1 << 16];
    let mut next = 0;
    for shapes in 0..=u16::MAX {
        let four = split(shapes);
        if is_known(four) && four.is_sorted() {
            codes[usize::from(shapes)] = next;
            next += 1;
        }
    }
    for shapes in 0..=u16::MAX {
        let mut four = split(shapes);
        if is_known(four) {
            four.sort_unstable();
            codes[usize::from(shapes)] = codes[usize::from(join(four))];
        }
    }
    codes.into_boxed_slice()
}

fn split(shapes: u16) -> [u8; 4] {
    [0, 4, 8, 12].map(|shift| (shapes >> shift & 15) as u8)
}

fn is_known(shapes: [u8; 4]) -> bool {
    shapes.iter().all(|&shape| usize::from(shape) < Shape::COUNT)
}

fn join(shapes: [u8; 4]) -> u16 {
    shapes.iter().rev().fold(0, |joined, &shape| joined << 4 | u16::from(shape))
}

/// The shapes behind a code, the least first.
pub fn shapes_of_codes() -> Vec<[Shape; 4]> {
    let codes = codes();
    let mut all = vec![[Shape::Dead; 4]; CODES];
    for shapes in 0..=u16::MAX {
        let four = split(shapes);
        if is_known(four) && four.is_sorted() {
            all[usize::from(codes[usize::from(shapes)])] = four.map(Shape::from_number);
        }
    }
    all
}

fn add_up(shapes: u16, renju: bool) -> Marks {
    let four = split(shapes).map(Shape::from_number);
    let count = |wanted: &[Shape]| four.iter().filter(|shape| wanted.contains(shape)).count();
    let fours = count(&[Shape::Four, Shape::LineFours, Shape::OpenFour]);
    let threes = count(&[Shape::NarrowThree, Shape::OpenThree]);
    let mut marks = 0;
    if four.contains(&Shape::Five) {
        return FIVE;
    }
    if renju && (four.contains(&Shape::Long) || four.contains(&Shape::LineFours) || fours >= 2) {
        return FOUL;
    }
    if renju && threes >= 2 {
        marks |= SUSPECT;
    }
    if fours >= 1 {
        marks |= FOUR;
    }
    if fours >= 2 || four.contains(&Shape::OpenFour) || four.contains(&Shape::LineFours) {
        marks |= OPEN_FOUR;
    }
    if threes >= 1 {
        marks |= THREE;
    }
    if marks & OPEN_FOUR == 0 {
        if fours == 1 && threes >= 1 {
            marks |= FOUR_THREE;
        }
        if fours == 0 && threes >= 2 {
            marks |= THREES;
        }
    }
    marks
}
