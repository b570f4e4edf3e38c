//! Operations for x86-64-v4: all eight directions in one AVX-512 register, leading zeros counted side by side.

pub use super::v3::sum;
use super::v3::{DOWN, UP, load, union};
use std::arch::x86_64::*;

/// Where the owner of `own` may play.
///
/// # Safety
/// The processor must have the instructions named below; see [`super::Cpu`].
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512cd,avx512vl,avx512dq,avx512bw"
)]
pub fn mobility(own: u64, other: u64) -> u64 {
    // A rotation to the left by 64 - n is one to the right by n. Discs on the edge are never between two others across
    // it, so with them masked out nothing wraps around.
    let by = _mm512_set_epi64(64 - 9, 64 - 7, 64 - 8, 64 - 1, 9, 7, 8, 1);
    let twice = _mm512_set_epi64(64 - 18, 64 - 14, 64 - 16, 64 - 2, 18, 14, 16, 2);
    const ROW: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const COLUMN: i64 = 0x00ff_ffff_ffff_ff00;
    const BOTH: i64 = 0x007e_7e7e_7e7e_7e00;
    let mask = _mm512_set_epi64(BOTH, BOTH, COLUMN, ROW, BOTH, BOTH, COLUMN, ROW);
    let o = _mm512_and_si512(_mm512_set1_epi64(other.cast_signed()), mask);
    let p = _mm512_set1_epi64(own.cast_signed());
    let mut line = _mm512_and_si512(o, _mm512_rolv_epi64(p, by));
    // 0xf8: a | (b & c).
    line = _mm512_ternarylogic_epi64(line, o, _mm512_rolv_epi64(line, by), 0xf8);
    let pair = _mm512_and_si512(o, _mm512_rolv_epi64(o, by));
    line = _mm512_ternarylogic_epi64(line, pair, _mm512_rolv_epi64(line, twice), 0xf8);
    line = _mm512_ternarylogic_epi64(line, pair, _mm512_rolv_epi64(line, twice), 0xf8);
    let found = _mm512_rolv_epi64(line, by);
    let half = _mm256_or_si256(_mm512_castsi512_si256(found), _mm512_extracti64x4_epi64(found, 1));
    union(half) & !(own | other)
}

/// What a disc of the owner of `own` on an empty square turns over.
///
/// # Safety
/// The processor must have the instructions named below; see [`super::Cpu`].
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512cd,avx512vl,avx512dq,avx512bw"
)]
pub fn flips(own: u64, other: u64, square: usize) -> u64 {
    let square = square & 63;
    let p = _mm256_set1_epi64x(own.cast_signed());
    let o = _mm256_set1_epi64x(other.cast_signed());
    let ones = _mm256_set1_epi64x(-1);
    // Upwards as in `v3`; 0xcf: b | !c is not needed twice, so it is spelt a | !b by 0xf3 of (a, b, _).
    let ray = load(&UP[square]);
    let filled = _mm256_ternarylogic_epi64(o, ray, ray, 0xf3);
    // 0x80: a & b & c.
    let behind = _mm256_ternarylogic_epi64(_mm256_sub_epi64(filled, ones), ray, p, 0x80);
    let some = _mm256_test_epi64_mask(behind, behind);
    let up = _mm256_maskz_and_epi64(some, _mm256_add_epi64(behind, ones), ray);
    // Downwards the nearest cell that is no enemy disc is the highest one.
    let ray = load(&DOWN[square]);
    let open = _mm256_andnot_si256(o, ray);
    let high = _mm256_set1_epi64x(i64::MIN);
    let behind = _mm256_and_si256(p, _mm256_srlv_epi64(high, _mm256_lzcnt_epi64(open)));
    // Minus twice a power of two is everything above it; nothing if there is none.
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(behind, behind));
    union(_mm256_ternarylogic_epi64(up, above, ray, 0xf8))
}
