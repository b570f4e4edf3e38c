//! Discs that can never be turned over again.

/// Tells stable discs, from a table of edges.
pub struct Stability {
    /// For the discs of one side and of the other on an edge (8 bits each): those of the first that no further disc on the
    /// edge, of whatever colour, can turn over.
    edges: Box<[u8]>,
}

fn edges() -> Box<[u8]> {
    let mut table = vec![0u8; 1 << 16].into_boxed_slice();
    // By falling number of discs, so that what a further disc leads to is known already.
    let mut lines: Vec<(u8, u8)> = (0..=u8::MAX)
        .flat_map(|own| (0..=u8::MAX).map(move |other| (own, other)))
        .filter(|(own, other)| own & other == 0)
        .collect();
    lines.sort_by_key(|(own, other)| (own | other).count_zeros());
    for (own, other) in lines {
        let mut stable = own;
        for cell in (0..8).filter(|cell| (own | other) >> cell & 1 == 0) {
            let flips = turned(own, other, cell);
            stable &= table[index(own | flips | 1 << cell, other & !flips)];
            let flips = turned(other, own, cell);
            stable &= table[index(own & !flips, other | flips | 1 << cell)];
        }
        table[index(own, other)] = stable;
    }
    table
}

fn index(own: u8, other: u8) -> usize {
    usize::from(own) << 8 | usize::from(other)
}

/// What a disc on that cell of a line of eight turns over.
fn turned(own: u8, other: u8, cell: u32) -> u8 {
    let mut flips = 0;
    for up in [true, false] {
        let step = |set: u8| if up { set << 1 } else { set >> 1 };
        let (mut at, mut line) = (step(1 << cell), 0);
        while at & other != 0 {
            line |= at;
            at = step(at);
        }
        if at & own != 0 {
            flips |= line;
        }
    }
    flips
}

/// Column a as a byte, a1 the lowest bit.
#[inline]
fn column(discs: u64) -> u8 {
    ((discs & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as column a.
#[inline]
fn spread(line: u8) -> u64 {
    let low = u64::from(line & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101;
    low | u64::from(line >> 7) << 56
}

/// Cells in lines without an empty cell: in rows, columns, falling and rising diagonals.
#[inline]
fn full_lines(taken: u64) -> [u64; 4] {
    let mut rows = taken;
    rows &= rows >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    rows = (rows & 0x0101_0101_0101_0101).wrapping_mul(0xff);
    let mut columns = taken;
    columns &= columns.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    // Empty cells spread along the diagonals, without a step over the edge.
    const RIGHT: [u64; 3] = [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
    const LEFT: [u64; 3] = [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
    let diagonal = |by: u32, up: [u64; 3], down: [u64; 3]| {
        let mut above = !taken;
        let mut below = !taken;
        for (step, (up, down)) in up.into_iter().zip(down).enumerate() {
            above |= above << (by << step) & up;
            below |= below >> (by << step) & down;
        }
        !(above | below)
    };
    [rows, columns, diagonal(7, LEFT, RIGHT), diagonal(9, RIGHT, LEFT)]
}

impl Default for Stability {
    fn default() -> Stability {
        Stability { edges: edges() }
    }
}

impl Stability {
    /// Discs of `own` that are stable: at the edge, in full lines only, or held in every direction by a stable disc or a
    /// full line. A lower bound of all that are.
    pub fn stable(&self, own: u64, other: u64) -> u64 {
        let edge = |own: u8, other: u8| self.edges[index(own, other)];
        let mut stable = u64::from(edge(own as u8, other as u8));
        stable |= u64::from(edge((own >> 56) as u8, (other >> 56) as u8)) << 56;
        stable |= spread(edge(column(own), column(other)));
        stable |= spread(edge(column(own >> 7), column(other >> 7))) << 7;
        let [rows, columns, falling, rising] = full_lines(own | other);
        const INSIDE: u64 = 0x007e_7e7e_7e7e_7e00;
        let inside = own & INSIDE;
        stable |= inside & rows & columns & falling & rising;
        if stable == 0 {
            return 0;
        }
        loop {
            let held = (stable << 1 | stable >> 1 | rows)
                & (stable << 8 | stable >> 8 | columns)
                & (stable << 7 | stable >> 7 | falling)
                & (stable << 9 | stable >> 9 | rising)
                & inside;
            if held & !stable == 0 {
                return stable;
            }
            stable |= held;
        }
    }
}
