//! Numbers that begin on a cache line, so that no vector of sixteen lies across two.

use std::ops::{Deref, DerefMut};

/// Numbers side by side: the lanes of the widest vector, and a panel of packed weights.
pub const PANEL: usize = 16;

/// `n` rounded up to whole panels.
pub const fn padded(n: usize) -> usize {
    n.next_multiple_of(PANEL)
}

/// The nearest bfloat16, ties to even; for finite numbers.
fn bfloat16(x: f32) -> u16 {
    let bits = x.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// Puts a number as the first or the second bfloat16 into the room of an f32, where there is none yet.
pub fn put_half(pair: &mut f32, place: usize, x: f32) {
    *pair = f32::from_bits(pair.to_bits() | u32::from(bfloat16(x)) << (16 * place));
}

/// A cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
struct Line([f32; PANEL]);

/// A slice of numbers that begins on a cache line; its length is a whole number of lines.
#[derive(Clone, Debug, Default)]
pub struct Floats(Vec<Line>);

impl Floats {
    /// `len` zeros, rounded up.
    pub fn zeros(len: usize) -> Floats {
        Floats(vec![Line([0.0; PANEL]); len.div_ceil(PANEL)])
    }

    /// These numbers, and zeros up to `len`.
    pub fn padded_to(len: usize, numbers: &[f32]) -> Floats {
        let mut floats = Floats::zeros(len.max(numbers.len()));
        floats[..numbers.len()].copy_from_slice(numbers);
        floats
    }

    /// Makes room for at least `len` numbers; what was there stays, what is new is zero.
    pub fn grow(&mut self, len: usize) {
        let lines = len.div_ceil(PANEL);
        if self.0.len() < lines {
            self.0.resize(lines, Line([0.0; PANEL]));
        }
    }
}

impl Deref for Floats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: lines are sixteen numbers each without a gap, and the vector holds that many lines.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * PANEL) }
    }
}

impl DerefMut for Floats {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * PANEL) }
    }
}
