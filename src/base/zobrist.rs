//! Zobrist keys (Zobrist, 1970), fixed at compile time so that keys agree between runs and machines.

use super::{Color, GRID, Point};

const fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5851_f42d_4c95_7f2d);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static STONES: [[u64; GRID]; 2] = {
    let mut keys = [[0; GRID]; 2];
    let mut i = 0;
    while i < GRID {
        keys[0][i] = splitmix(2 * i as u64 + 1);
        keys[1][i] = splitmix(2 * i as u64 + 2);
        i += 1;
    }
    keys
};

/// The key of a stone of that colour on that point.
#[inline]
pub fn stone_key(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// The key that tells "White to move" from "Black to move" (whose key is 0).
#[inline]
pub const fn player_key(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => splitmix(0xb1ac_4a11),
    }
}
