//! Operations for x86-64-v3: the four lines through a square side by side in one AVX2 register.

use std::arch::x86_64::*;

/// For each square and line the cells on the way up (towards h8): row, column, both diagonals.
pub(super) const UP: [[u64; 4]; 64] = rays([1, 8, 7, 9]);
/// The same on the way down (towards a1).
pub(super) const DOWN: [[u64; 4]; 64] = rays([-1, -8, -7, -9]);

const fn rays(steps: [i32; 4]) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let step = steps[line];
            let (mut cell, mut column) = (square as i32, square as i32 % 8);
            loop {
                cell += step;
                let next = cell.rem_euclid(8);
                // A step sideways moves by one column, a step up or down by none; anything else has left the board.
                let aside = (next - column).abs();
                if cell < 0 || cell > 63 || aside > 1 || (aside == 0 && step % 8 != 0) {
                    break;
                }
                rays[square][line] |= 1 << cell;
                column = next;
            }
            line += 1;
        }
        square += 1;
    }
    rays
}

/// Where the owner of `own` may play.
///
/// # Safety
/// The processor must have the instructions named below; see [`super::Cpu`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub fn mobility(own: u64, other: u64) -> u64 {
    let by = _mm256_set_epi64x(9, 7, 8, 1);
    let twice = _mm256_add_epi64(by, by);
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let mask = _mm256_set_epi64x(INNER, INNER, -1, INNER);
    let o = _mm256_and_si256(_mm256_set1_epi64x(other.cast_signed()), mask);
    let p = _mm256_set1_epi64x(own.cast_signed());
    let mut up = _mm256_and_si256(o, _mm256_sllv_epi64(p, by));
    let mut down = _mm256_and_si256(o, _mm256_srlv_epi64(p, by));
    up = _mm256_or_si256(up, _mm256_and_si256(o, _mm256_sllv_epi64(up, by)));
    down = _mm256_or_si256(down, _mm256_and_si256(o, _mm256_srlv_epi64(down, by)));
    let pair_up = _mm256_and_si256(o, _mm256_sllv_epi64(o, by));
    let pair_down = _mm256_srlv_epi64(pair_up, by);
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    let found = _mm256_or_si256(_mm256_sllv_epi64(up, by), _mm256_srlv_epi64(down, by));
    union(found) & !(own | other)
}

/// The union of four sets.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn union(sets: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
    let whole = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(whole).cast_unsigned()
}

/// What a disc of the owner of `own` on an empty square turns over.
///
/// # Safety
/// The processor must have the instructions named below; see [`super::Cpu`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub fn flips(own: u64, other: u64, square: usize) -> u64 {
    let square = square & 63;
    let p = _mm256_set1_epi64x(own.cast_signed());
    let o = _mm256_set1_epi64x(other.cast_signed());
    // Upwards: adding 1 below the ray carries through the enemy discs to the cell behind them.
    let ray = load(&UP[square]);
    let ones = _mm256_set1_epi64x(-1);
    let filled = _mm256_or_si256(o, _mm256_xor_si256(ray, ones));
    let behind = _mm256_and_si256(_mm256_sub_epi64(filled, ones), _mm256_and_si256(ray, p));
    let none = _mm256_cmpeq_epi64(behind, _mm256_setzero_si256());
    // One less than the own disc behind is everything below it; nothing if there is none.
    let below = _mm256_andnot_si256(none, _mm256_add_epi64(behind, ones));
    let up = _mm256_and_si256(below, ray);
    // Downwards: the highest cell of the ray that is no enemy disc, found by smearing all such cells down one step.
    let ray = load(&DOWN[square]);
    let by = _mm256_set_epi64x(9, 7, 8, 1);
    let twice = _mm256_add_epi64(by, by);
    let o = _mm256_and_si256(o, ray);
    let disc = _mm256_set1_epi64x((1u64 << square).cast_signed());
    let mut down = _mm256_and_si256(o, _mm256_srlv_epi64(disc, by));
    down = _mm256_or_si256(down, _mm256_and_si256(o, _mm256_srlv_epi64(down, by)));
    let pair = _mm256_and_si256(o, _mm256_srlv_epi64(o, by));
    down = _mm256_or_si256(down, _mm256_and_si256(pair, _mm256_srlv_epi64(down, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair, _mm256_srlv_epi64(down, twice)));
    let p = _mm256_and_si256(p, ray);
    let behind = _mm256_and_si256(p, _mm256_srlv_epi64(down, by));
    let none = _mm256_cmpeq_epi64(behind, _mm256_setzero_si256());
    union(_mm256_or_si256(up, _mm256_andnot_si256(none, down)))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn load(sets: &[u64; 4]) -> __m256i {
    // SAFETY: the four words are readable; the load needs no alignment.
    unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) }
}

/// As [`super::portable::sum`], eight lanes at a time; `N` is a multiple of eight.
///
/// # Safety
/// Every one of these places and the entry behind it must lie in the table.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub unsafe fn sum<const N: usize>(table: &[i16], offsets: &[u32; N], codes: &[u16; N]) -> i32 {
    let mut total = _mm256_setzero_si256();
    for lane in (0..N).step_by(8) {
        // SAFETY: eight lanes are left, since N is a multiple of eight; each reads four bytes that the caller promises.
        let pairs = unsafe {
            let codes = _mm256_cvtepu16_epi32(_mm_loadu_si128(codes.as_ptr().add(lane).cast()));
            let offsets = _mm256_loadu_si256(offsets.as_ptr().add(lane).cast());
            let places = _mm256_add_epi32(offsets, codes);
            _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), places)
        };
        // The entry is the lower half of what was read.
        total = _mm256_add_epi32(total, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs)));
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    let quarter = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si32(quarter) + _mm_extract_epi32::<1>(quarter)
}
