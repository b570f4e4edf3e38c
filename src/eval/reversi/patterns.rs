//! What a position of 8x8 Reversi is worth by the patterns on its edges, corners, rows and diagonals (Buro, Improving
//! heuristic mini-max search by supervised learning, 2002).
//!
//! A pattern is a list of squares; what stands on them is a number in base 3, and a table tells what that is worth. A
//! pattern lies on the board in up to eight ways, and all of them share one table, as do two contents that are mirror images
//! of each other where the pattern is its own mirror image. The value of a position is the sum over all [`INSTANCES`], in
//! units of 1/128 disc, for the side to move. Tables change with the number of empty squares: [`STAGES`] of four each.

use crate::base::{Color, filled};
use crate::games::reversi::eight::{Cpu, on_cpu, per_cpu, squares};

/// Units of a disc.
pub const DISC: i32 = 128;

/// No value is greater: a win of all squares but half a disc, so that estimates stay below what is certain.
pub const MOST: i32 = 64 * DISC - DISC / 2;

/// Sets of tables: by empty squares, four to a stage.
pub const STAGES: usize = 15;

/// The stage of a position with that many empty squares.
#[inline]
pub fn stage(empties: u32) -> usize {
    (empties.saturating_sub(1) / 4).min(STAGES as u32 - 1) as usize
}

/// A pattern: its name and one of the ways in which it lies on the board.
struct Pattern {
    squares: &'static [&'static str],
}

/// The patterns. Diagonals of four cells lie within the triangle.
const PATTERNS: [Pattern; 11] = [
    Pattern { squares: &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] },
    Pattern { squares: &["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"] },
    Pattern { squares: &["b2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "g2"] },
    Pattern { squares: &["a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"] },
    Pattern { squares: &["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"] },
    Pattern { squares: &["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"] },
    Pattern { squares: &["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"] },
    Pattern { squares: &["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"] },
    Pattern { squares: &["a2", "b3", "c4", "d5", "e6", "f7", "g8"] },
    Pattern { squares: &["a3", "b4", "c5", "d6", "e7", "f8"] },
    Pattern { squares: &["a4", "b5", "c6", "d7", "e8"] },
];

/// How often patterns lie on the board, all together.
pub const INSTANCES: usize = 46;

/// Instances with padding to whole vectors of numbers.
const LANES: usize = 48;

/// Length of all tables of a stage, one after the other: the sum of 3 to the number of squares.
pub const CODES: usize = 19_683 + 3 * 59_049 + 4 * 6561 + 2187 + 729 + 243;

/// Entries of a set of tables.
const SET: usize = CODES + 1;

/// More entries than any number of 16 bits can reach over, so that no code leaves the tables whatever it is.
const REACH: usize = (1 << 16) + 1;

/// Where patterns lie and how their contents are numbered.
pub struct Layout {
    /// For each square the place value it has in each instance, 0 where it is not part of it.
    places: [[u16; LANES]; 64],
    /// Where the table of each instance begins among the [`CODES`].
    offsets: [u32; LANES],
    /// The weight that each of the [`CODES`] has; mirror images share one.
    weights: Vec<u32>,
    /// For each code the code with the colours exchanged.
    swapped: Vec<u32>,
    /// Number of different weights.
    count: usize,
}

fn square(label: &str) -> usize {
    let bytes = label.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

/// A square under one of the eight symmetries of the board.
pub fn turned(square: usize, symmetry: usize) -> usize {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    y * 8 + x
}

/// The digits of a code, least first, put into another order or changed.
fn recoded(code: usize, length: usize, digit: impl Fn(usize, usize) -> (usize, usize)) -> usize {
    let mut left = code;
    (0..length).fold(0, |sum, place| {
        let (to, value) = digit(place, left % 3);
        left /= 3;
        sum + value * 3usize.pow(to as u32)
    })
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::new()
    }
}

impl Layout {
    fn new() -> Layout {
        let mut layout = Layout {
            places: [[0; LANES]; 64],
            offsets: [CODES as u32; LANES],
            weights: Vec::with_capacity(CODES),
            swapped: Vec::with_capacity(CODES),
            count: 0,
        };
        let (mut instance, mut offset) = (0, 0);
        for pattern in &PATTERNS {
            let cells: Vec<usize> = pattern.squares.iter().map(|label| square(label)).collect();
            let mut seen: Vec<Vec<usize>> = Vec::new();
            for symmetry in 0..8 {
                let image: Vec<usize> = cells.iter().map(|&c| turned(c, symmetry)).collect();
                let mut set = image.clone();
                set.sort_unstable();
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                for (place, &cell) in image.iter().enumerate() {
                    layout.places[cell][instance] = 3u16.pow(place as u32);
                }
                layout.offsets[instance] = offset as u32;
                instance += 1;
            }
            // A symmetry that maps the pattern on itself tells which contents are mirror images.
            let length = cells.len();
            let mirror = (1..8).find_map(|symmetry| {
                let place = |&cell: &usize| cells.iter().position(|&c| c == turned(cell, symmetry));
                cells.iter().map(place).collect::<Option<Vec<usize>>>()
            });
            let first = layout.count;
            for code in 0..3usize.pow(length as u32) {
                let image = mirror.as_ref().map_or(code, |mirror| {
                    recoded(code, length, |place, digit| (mirror[place], digit))
                });
                let weight = if image < code {
                    layout.weights[offset + image]
                } else {
                    layout.count += 1;
                    layout.count as u32 - 1
                };
                layout.weights.push(weight);
                let swap = recoded(code, length, |place, digit| (place, [0, 2, 1][digit]));
                layout.swapped.push((offset + swap) as u32);
            }
            debug_assert!(layout.count > first);
            offset += 3usize.pow(length as u32);
        }
        layout
    }

    /// What stands in the patterns of a board.
    pub fn codes(&self, black: u64, white: u64) -> Codes {
        let mut codes = Codes([0; LANES]);
        squares(black).for_each(|s| codes.add(&self.places[s]));
        squares(white).for_each(|s| {
            codes.add(&self.places[s]);
            codes.add(&self.places[s]);
        });
        codes
    }

    /// Number of weights of a stage, without the constant.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The weights whose sum a position is worth, for a side to move that has the discs `own`.
    pub fn features(&self, own: u64, other: u64) -> [u32; INSTANCES] {
        let codes = self.codes(own, other);
        std::array::from_fn(|i| self.weights[self.offsets[i] as usize + usize::from(codes.0[i])])
    }
}

/// What stands in every instance of the patterns: digits 0 for an empty square, 1 for Black's disc, 2 for White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Codes([u16; LANES]);

impl Codes {
    #[inline(always)]
    fn add(&mut self, places: &[u16; LANES]) {
        for (code, place) in self.0.iter_mut().zip(places) {
            *code = code.wrapping_add(*place);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, places: &[u16; LANES]) {
        for (code, place) in self.0.iter_mut().zip(places) {
            *code = code.wrapping_sub(*place);
        }
    }

    /// Follows a move: a disc of that colour on an empty square, and what it turns over.
    #[inline(always)]
    pub fn play(&mut self, layout: &Layout, color: Color, square: usize, flips: u64) {
        let places = &layout.places;
        let mut left = flips;
        match color {
            Color::Black => {
                self.add(&places[square & 63]);
                while left != 0 {
                    self.subtract(&places[left.trailing_zeros() as usize & 63]);
                    left &= left - 1;
                }
            }
            Color::White => {
                self.add(&places[square & 63]);
                self.add(&places[square & 63]);
                while left != 0 {
                    self.add(&places[left.trailing_zeros() as usize & 63]);
                    left &= left - 1;
                }
            }
        }
    }
}

/// Fitted weights, ready to be looked up.
pub struct Weights {
    layout: Layout,
    /// Per stage and colour to move a set of tables: a value for each of the [`CODES`] and a zero for lanes without a pattern;
    /// behind the last set [`REACH`] zeros.
    tables: Box<[i16]>,
    /// Per number of empty squares, what is added.
    constants: [i16; 61],
}

/// Why bytes are no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// They begin otherwise.
    #[error("not a file of Reversi pattern weights")]
    Header,
    /// There are too few or too many.
    #[error("{found} bytes of weights, not {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

/// What a file of weights begins with: a name and a version.
const HEADER: &[u8; 8] = b"TSJREV01";

impl Weights {
    /// Weights from their numbers in 1/128 disc: per stage one for each weight of the layout, and a constant for each number of
    /// empty squares.
    pub fn new(stages: &[Vec<i16>; STAGES], constants: [i16; 61]) -> Weights {
        let layout = Layout::new();
        let value = |stage: &[i16], code: u32| stage.get(code as usize).copied().unwrap_or(0);
        let mut place = 0;
        let tables = filled(STAGES * 2 * SET + REACH, || {
            let (stage, color, code) = (place / SET / 2, place / SET % 2, place % SET);
            place += 1;
            if code == CODES || stage >= STAGES {
                return 0;
            }
            let code = if color == 0 { code } else { layout.swapped[code] as usize };
            value(&stages[stage], layout.weights[code])
        });
        Weights { layout, tables, constants }
    }

    /// Weights that say nothing.
    pub fn zero() -> Weights {
        Weights::new(&std::array::from_fn(|_| Vec::new()), [0; 61])
    }

    /// Where the patterns lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Reads what [`encode`] wrote.
    pub fn decode(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let body = bytes.strip_prefix(HEADER).ok_or(WeightsError::Header)?;
        let per_stage = Layout::new().count();
        let expected = 2 * (61 + STAGES * per_stage);
        if body.len() != expected {
            return Err(WeightsError::Length { found: body.len(), expected });
        }
        let (pairs, _) = body.as_chunks::<2>();
        let mut numbers = pairs.iter().map(|pair| i16::from_le_bytes(*pair));
        let constants = std::array::from_fn(|_| numbers.next().unwrap_or(0));
        let stages = std::array::from_fn(|_| numbers.by_ref().take(per_stage).collect());
        Ok(Weights::new(&stages, constants))
    }

    /// The value of a position with these contents for that side to move, in 1/128 disc, short of what is certain.
    pub fn value(&self, layout: &Layout, codes: &Codes, to_move: Color, empties: u32) -> i32 {
        on_cpu!(Cpu::Portable, value(self, layout, codes, to_move, empties))
    }
}

per_cpu! {
    /// As [`Weights::value`].
    #[inline]
    pub fn value(
        weights: &Weights, layout: &Layout, codes: &Codes, to_move: Color, empties: u32,
    ) -> i32 {
        let start = (2 * stage(empties) + to_move.index()) * SET;
        let table = &weights.tables[start..];
        // SAFETY: offsets are at most CODES, codes below 2^16, and REACH entries lie behind the last set.
        let sum = unsafe { cpu::sum(table, &layout.offsets, &codes.0) };
        (sum + i32::from(weights.constants[empties.min(60) as usize])).clamp(-MOST, MOST)
    }
}

/// The bytes of weights as [`Weights::decode`] reads them: a header, the constants, then the stages from few empty
/// squares to many, each number in two bytes, the lower one first.
pub fn encode(stages: &[Vec<i16>; STAGES], constants: &[i16; 61]) -> Vec<u8> {
    let numbers = constants.iter().chain(stages.iter().flatten());
    HEADER.iter().copied().chain(numbers.flat_map(|number| number.to_le_bytes())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::games::reversi::eight::{START, portable};

    fn random_stages(seed: u64) -> ([Vec<i16>; STAGES], [i16; 61]) {
        let layout = Layout::default();
        let mut rng = seeded(seed);
        let mut number = || (below(&mut rng, 401).cast_signed() - 200) as i16;
        let stages = std::array::from_fn(|_| (0..layout.count()).map(|_| number()).collect());
        (stages, std::array::from_fn(|_| number()))
    }

    fn each(cpu: Cpu, weights: &Weights, codes: &Codes, color: Color, empties: u32) -> i32 {
        use super::{portable, v3, v4};
        on_cpu!(cpu, value(weights, weights.layout(), codes, color, empties))
    }

    #[test]
    fn the_layout_fits() {
        let layout = Layout::default();
        let instances = layout.places.iter().flatten().filter(|place| **place == 1).count();
        assert_eq!(instances, INSTANCES);
        assert_eq!(layout.weights.len(), CODES);
        assert!(
            layout.swapped.iter().enumerate().all(|(i, &s)| layout.swapped[s as usize] == i as u32)
        );
    }

    /// Values follow moves, do not depend on colours, and are the same for all eight views of a board.
    #[test]
    fn values_keep_the_symmetries() {
        let (stages, constants) = random_stages(1);
        let weights = Weights::new(&stages, constants);
        let layout = weights.layout();
        let mut rng = seeded(2);
        for _ in 0..40 {
            let [mut own, mut other] = START;
            let mut color = Color::Black;
            let mut codes = layout.codes(own, other);
            loop {
                let moves = portable::mobility(own, other);
                if moves == 0 {
                    break;
                }
                let pick = below(&mut rng, moves.count_ones()) as usize;
                let square = squares(moves).nth(pick).unwrap();
                let flips = portable::flips(own, other, square);
                codes.play(layout, color, square, flips);
                (own, other) = (other ^ flips, own ^ flips | 1 << square);
                color = color.other();
                let [black, white] =
                    if color == Color::Black { [own, other] } else { [other, own] };
                assert_eq!(codes, layout.codes(black, white));
                let empties = (own | other).count_zeros();
                let value = weights.value(layout, &codes, color, empties);
                let swapped = layout.codes(white, black);
                assert_eq!(weights.value(layout, &swapped, color.other(), empties), value);
                for cpu in Cpu::all() {
                    let same = each(cpu, &weights, &codes, color, empties);
                    assert_eq!(same, value, "{cpu:?}");
                }
                let sum: i32 = layout
                    .features(own, other)
                    .iter()
                    .map(|&f| i32::from(stages[stage(empties)][f as usize]))
                    .sum();
                let sum = sum + i32::from(constants[empties as usize]);
                assert_eq!(sum.clamp(-MOST, MOST), value);
                for symmetry in 0..8 {
                    let view = |set| squares(set).fold(0, |s, c| s | 1 << turned(c, symmetry));
                    let codes = layout.codes(view(black), view(white));
                    assert_eq!(weights.value(layout, &codes, color, empties), value);
                }
            }
        }
    }

    #[test]
    fn files_read_back() {
        let (stages, constants) = random_stages(3);
        let bytes = encode(&stages, &constants);
        let read = Weights::decode(&bytes).unwrap();
        assert_eq!(read.tables, Weights::new(&stages, constants).tables);
        assert!(matches!(Weights::decode(&bytes[..9]), Err(WeightsError::Length { found: 1, .. })));
        assert_eq!(Weights::decode(b"").err(), Some(WeightsError::Header));
        assert!(Weights::decode(&[&bytes[..], &[0]].concat()).is_err());
    }

    #[test]
    fn stages_by_empties() {
        let stages: Vec<usize> = [0, 1, 4, 5, 8, 57, 60].map(stage).to_vec();
        assert_eq!(stages, [0, 0, 0, 1, 1, 14, 14]);
    }
}
