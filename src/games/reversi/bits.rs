//! Sets of cells: 64 bits for boards up to 8x8, 256 for the others. The rules are written once over both.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells, numbered row by row from a1.
pub(super) trait Bits:
    Copy
    + Eq
    + Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const EMPTY: Self;

    /// That cell alone.
    fn cell(index: usize) -> Self;

    /// Number of cells.
    fn count(self) -> u32;

    /// The lowest cell; meaningless for the empty set.
    fn first(self) -> usize;

    /// The set without its lowest cell.
    fn rest(self) -> Self;

    /// Is there no cell in it?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Is the cell in it?
    #[inline]
    fn has(self, index: usize) -> bool {
        !(self & Self::cell(index)).is_empty()
    }

    /// The cells, lowest first.
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let cell = (!left.is_empty()).then(|| left.first());
            left = left.rest();
            cell
        })
    }

    /// The cell with that many lower ones in the set, which must have it.
    #[inline]
    fn nth(self, count: u32) -> usize {
        (0..count).fold(self, |set, _| set.rest()).first()
    }
}

impl Bits for u64 {
    const EMPTY: u64 = 0;

    #[inline]
    fn cell(index: usize) -> u64 {
        1 << (index & 63)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn rest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
}

/// 256 bits, the lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wide([u64; 4]);

impl Wide {
    /// The set with these words.
    pub(super) const fn new(words: [u64; 4]) -> Wide {
        Wide(words)
    }

    #[inline]
    fn zip(self, other: Wide, join: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

/// By 1 to 63 cells: no direction of a board of up to 16 columns is longer.
impl Shl<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shl(self, by: u32) -> Wide {
        let [a, b, c, d] = self.0;
        let carry = |low: u64| low >> (64 - by);
        Wide([a << by, b << by | carry(a), c << by | carry(b), d << by | carry(c)])
    }
}

/// By 1 to 63 cells, as [`Shl`].
impl Shr<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shr(self, by: u32) -> Wide {
        let [a, b, c, d] = self.0;
        let carry = |high: u64| high << (64 - by);
        Wide([a >> by | carry(b), b >> by | carry(c), c >> by | carry(d), d >> by])
    }
}

impl Bits for Wide {
    const EMPTY: Wide = Wide([0; 4]);

    #[inline]
    fn cell(index: usize) -> Wide {
        let mut words = [0; 4];
        words[(index >> 6) & 3] = 1 << (index & 63);
        Wide(words)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(3);
        word * 64 + self.0[word].trailing_zeros() as usize
    }

    #[inline]
    fn rest(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Wide(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both widths against sets of numbers.
    fn agrees<B: Bits>(cells: &[usize], end: usize) {
        let set = cells.iter().fold(B::EMPTY, |set, &cell| set | B::cell(cell));
        assert!(set.cells().eq(cells.iter().copied()));
        assert_eq!(set.count() as usize, cells.len());
        for (n, &cell) in cells.iter().enumerate() {
            assert_eq!(set.nth(n as u32), cell);
            assert!(set.has(cell));
        }
        for by in [1, 3, 7, 9, 15, 17, 63] {
            let up: Vec<usize> = cells.iter().map(|c| c + by).filter(|&c| c < end).collect();
            assert!((set << by as u32).cells().eq(up), "{cells:?} << {by}");
            let down: Vec<usize> = cells.iter().filter_map(|c| c.checked_sub(by)).collect();
            assert!((set >> by as u32).cells().eq(down), "{cells:?} >> {by}");
        }
        assert_eq!((!set).count() as usize, end - cells.len());
    }

    #[test]
    fn sets_of_both_widths() {
        for cells in [&[][..], &[0], &[63], &[0, 1, 5, 62, 63], &[7, 8, 31, 32]] {
            agrees::<u64>(cells, 64);
            agrees::<Wide>(cells, 256);
        }
        for cells in [&[64][..], &[63, 64, 127, 128, 191, 192, 255], &[0, 100, 200]] {
            agrees::<Wide>(cells, 256);
        }
    }
}
