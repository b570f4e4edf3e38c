//! Operations for any processor.

/// Columns b to g: squares that can lie between two others in a line that is no column.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// How far apart neighbours of a line are (row, column, both diagonals), and the squares that can lie within it.
const LINES: [(u32, u64); 4] = [(1, INNER), (8, !0), (7, INNER), (9, INNER)];

/// The squares of `between` that follow each other from `start` on, `by` apart, on the way up and on the way down.
#[inline(always)]
fn runs(between: u64, start: u64, by: u32) -> (u64, u64) {
    let (mut up, mut down) = (between & start << by, between & start >> by);
    up |= between & up << by;
    down |= between & down >> by;
    let (twice_up, twice_down) = (between & between << by, between & between >> by);
    up |= twice_up & up << (2 * by);
    down |= twice_down & down >> (2 * by);
    up |= twice_up & up << (2 * by);
    down |= twice_down & down >> (2 * by);
    (up, down)
}

/// Where the owner of `own` may play.
#[inline]
pub fn mobility(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for (by, mask) in LINES {
        let (up, down) = runs(other & mask, own, by);
        found |= up << by | down >> by;
    }
    found & !(own | other)
}

/// What a disc of the owner of `own` on an empty square turns over.
#[inline]
pub fn flips(own: u64, other: u64, square: usize) -> u64 {
    let disc = 1u64 << (square & 63);
    let mut flips = 0;
    for (by, mask) in LINES {
        let (up, down) = runs(other & mask, disc, by);
        // A line counts when an own disc stands behind it.
        flips |= if own & up << by != 0 { up } else { 0 };
        flips |= if own & down >> by != 0 { down } else { 0 };
    }
    flips
}

/// The sum of table entries, one for each lane at the place `offsets` + `codes`.
///
/// # Safety
/// Every one of these places and the entry behind it must lie in the table.
#[inline]
pub unsafe fn sum<const N: usize>(table: &[i16], offsets: &[u32; N], codes: &[u16; N]) -> i32 {
    let entry = |(offset, code): (&u32, &u16)| {
        // SAFETY: the caller's promise.
        i32::from(unsafe { *table.get_unchecked(*offset as usize + usize::from(*code)) })
    };
    offsets.iter().zip(codes).map(entry).sum()
}
