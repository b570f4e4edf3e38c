//! Vectors of numbers, one kind for each set of instructions. Every operation is on each lane alone, and those with fused
//! multiplication round alike, so that all of them but [`Plain`] compute the same bits.

use super::form::Form;
use super::gemm::{Block, block};

/// A number so large that one more is the next f32: what is added to it is rounded to a whole number, and stands in the low bits.
pub const ROUNDER: f32 = 12_582_912.0;

/// Where the exponent begins among the bits of an f32, and the exponent of one.
const EXPONENT: u32 = 23;
const ONE: u32 = 127 << EXPONENT;

/// A kind of vector.
///
/// # Safety
/// All functions are for processors that have the instructions of the kind; they are inlined into functions compiled for
/// those. Pointers are good for [`Lanes::N`] numbers.
pub trait Lanes {
    /// The vector.
    type V: Copy;
    /// Its numbers: 16 or a divisor of that.
    const N: usize;
    /// How many panels of sixteen columns a block of a product may have.
    const PANELS: usize;
    /// How many rows a block has at most, by its panels.
    fn rows(panels: usize) -> usize;
    /// Reads.
    unsafe fn load(from: *const f32) -> Self::V;
    /// Writes.
    unsafe fn store(to: *mut f32, v: Self::V);
    /// The same number in all lanes.
    unsafe fn splat(x: f32) -> Self::V;
    /// a + b.
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    /// a - b.
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    /// The larger.
    unsafe fn max(a: Self::V, b: Self::V) -> Self::V;
    /// a * b + c.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// a / b.
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V;
    /// 2 to the power of n, of numbers n + [`ROUNDER`] with a whole n from -126 to 127.
    unsafe fn power(n: Self::V) -> Self::V;
    /// Asks for a cache line that will be wanted soon; any address will do.
    unsafe fn fetch(_at: *const f32) {}
    /// Computes a block of a product of so many rows and panels.
    unsafe fn block<F: Form<Self>>(rows: usize, panels: usize, at: Block)
    where
        Self: Sized;
}

/// Calls [`block`] for a number of rows known only now.
macro_rules! rows {
    ($form:ty, $kind:ty, $vectors:literal, $rows:expr, $at:expr, $($r:literal)*) => {
        match $rows {
            // SAFETY: as the caller promises.
            $($r => unsafe { block::<$kind, $form, $r, $vectors>($at) },)*
            _ => unreachable!("a block of more rows than Lanes::rows says"),
        }
    };
}

/// For any processor; without fused multiplication.
pub struct Plain;

impl Lanes for Plain {
    type V = [f32; 4];
    const N: usize = 4;
    const PANELS: usize = 1;

    fn rows(_: usize) -> usize {
        2
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; 4] {
        // SAFETY: as the trait says.
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut f32, v: [f32; 4]) {
        // SAFETY: as the trait says.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(v) }
    }

    #[inline(always)]
    unsafe fn splat(x: f32) -> [f32; 4] {
        [x; 4]
    }

    #[inline(always)]
    unsafe fn add(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
    }

    #[inline(always)]
    unsafe fn sub(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
    }

    #[inline(always)]
    unsafe fn max(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        let larger = |a: f32, b: f32| if a > b { a } else { b };
        [larger(a[0], b[0]), larger(a[1], b[1]), larger(a[2], b[2]), larger(a[3], b[3])]
    }

    #[inline(always)]
    unsafe fn fma(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        [a[0] * b[0] + c[0], a[1] * b[1] + c[1], a[2] * b[2] + c[2], a[3] * b[3] + c[3]]
    }

    #[inline(always)]
    unsafe fn div(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        [a[0] / b[0], a[1] / b[1], a[2] / b[2], a[3] / b[3]]
    }

    #[inline(always)]
    unsafe fn power(n: [f32; 4]) -> [f32; 4] {
        n.map(|n| f32::from_bits((n.to_bits() << EXPONENT).wrapping_add(ONE)))
    }

    #[inline(always)]
    unsafe fn block<F: Form<Self>>(rows: usize, _: usize, at: Block) {
        rows!(F, Plain, 4, rows, at, 1 2);
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use std::arch::x86_64::*;

    /// AVX2 and FMA.
    pub struct Avx2;

    impl Lanes for Avx2 {
        type V = __m256;
        const N: usize = 8;
        const PANELS: usize = 1;

        fn rows(_: usize) -> usize {
            6
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_loadu_ps(from) }
        }

        #[inline(always)]
        unsafe fn store(to: *mut f32, v: __m256) {
            // SAFETY: as the trait says.
            unsafe { _mm256_storeu_ps(to, v) }
        }

        #[inline(always)]
        unsafe fn splat(x: f32) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_set1_ps(x) }
        }

        #[inline(always)]
        unsafe fn add(a: __m256, b: __m256) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_add_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn sub(a: __m256, b: __m256) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_sub_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn max(a: __m256, b: __m256) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_max_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn fma(a: __m256, b: __m256, c: __m256) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_fmadd_ps(a, b, c) }
        }

        #[inline(always)]
        unsafe fn div(a: __m256, b: __m256) -> __m256 {
            // SAFETY: as the trait says.
            unsafe { _mm256_div_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn power(n: __m256) -> __m256 {
            // SAFETY: as the trait says.
            unsafe {
                let shifted = _mm256_slli_epi32::<{ EXPONENT as i32 }>(_mm256_castps_si256(n));
                _mm256_castsi256_ps(_mm256_add_epi32(shifted, _mm256_set1_epi32(ONE as i32)))
            }
        }

        #[inline(always)]
        unsafe fn fetch(at: *const f32) {
            // SAFETY: no address does harm.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
        }

        #[inline(always)]
        unsafe fn block<F: Form<Self>>(rows: usize, _: usize, at: Block) {
            rows!(F, Avx2, 2, rows, at, 1 2 3 4 5 6);
        }
    }

    /// AVX-512 F, VL, DQ, BW beside that.
    pub struct Avx512;

    impl Lanes for Avx512 {
        type V = __m512;
        const N: usize = 16;
        const PANELS: usize = 4;

        fn rows(panels: usize) -> usize {
            match panels {
                4 => 6,
                3 => 8,
                _ => 12,
            }
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_loadu_ps(from) }
        }

        #[inline(always)]
        unsafe fn store(to: *mut f32, v: __m512) {
            // SAFETY: as the trait says.
            unsafe { _mm512_storeu_ps(to, v) }
        }

        #[inline(always)]
        unsafe fn splat(x: f32) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_set1_ps(x) }
        }

        #[inline(always)]
        unsafe fn add(a: __m512, b: __m512) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_add_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn sub(a: __m512, b: __m512) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_sub_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn max(a: __m512, b: __m512) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_max_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn fma(a: __m512, b: __m512, c: __m512) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_fmadd_ps(a, b, c) }
        }

        #[inline(always)]
        unsafe fn div(a: __m512, b: __m512) -> __m512 {
            // SAFETY: as the trait says.
            unsafe { _mm512_div_ps(a, b) }
        }

        #[inline(always)]
        unsafe fn power(n: __m512) -> __m512 {
            // SAFETY: as the trait says.
            unsafe {
                let shifted = _mm512_slli_epi32::<EXPONENT>(_mm512_castps_si512(n));
                _mm512_castsi512_ps(_mm512_add_epi32(shifted, _mm512_set1_epi32(ONE as i32)))
            }
        }

        #[inline(always)]
        unsafe fn fetch(at: *const f32) {
            // SAFETY: no address does harm.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
        }

        #[inline(always)]
        unsafe fn block<F: Form<Self>>(rows: usize, panels: usize, at: Block) {
            match panels {
                4 => rows!(F, Avx512, 4, rows, at, 1 2 3 4 5 6),
                3 => rows!(F, Avx512, 3, rows, at, 1 2 3 4 5 6 7 8),
                2 => rows!(F, Avx512, 2, rows, at, 1 2 3 4 5 6 7 8 9 10 11 12),
                _ => rows!(F, Avx512, 1, rows, at, 1 2 3 4 5 6 7 8 9 10 11 12),
            }
        }
    }
}

#[cfg(target_arch = "aarch64")]
pub use arm::Neon;

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::*;
    use std::arch::aarch64::*;

    /// Advanced SIMD of 64-bit ARM.
    pub struct Neon;

    impl Lanes for Neon {
        type V = float32x4_t;
        const N: usize = 4;
        const PANELS: usize = 1;

        fn rows(_: usize) -> usize {
            6
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vld1q_f32(from) }
        }

        #[inline(always)]
        unsafe fn store(to: *mut f32, v: float32x4_t) {
            // SAFETY: as the trait says.
            unsafe { vst1q_f32(to, v) }
        }

        #[inline(always)]
        unsafe fn splat(x: f32) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vdupq_n_f32(x) }
        }

        #[inline(always)]
        unsafe fn add(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vaddq_f32(a, b) }
        }

        #[inline(always)]
        unsafe fn sub(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vsubq_f32(a, b) }
        }

        #[inline(always)]
        unsafe fn max(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vmaxq_f32(a, b) }
        }

        #[inline(always)]
        unsafe fn fma(a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vfmaq_f32(c, a, b) }
        }

        #[inline(always)]
        unsafe fn div(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe { vdivq_f32(a, b) }
        }

        #[inline(always)]
        unsafe fn power(n: float32x4_t) -> float32x4_t {
            // SAFETY: as the trait says.
            unsafe {
                let shifted = vshlq_n_u32::<{ EXPONENT as i32 }>(vreinterpretq_u32_f32(n));
                vreinterpretq_f32_u32(vaddq_u32(shifted, vdupq_n_u32(ONE)))
            }
        }

        #[inline(always)]
        unsafe fn block<F: Form<Self>>(rows: usize, _: usize, at: Block) {
            rows!(F, Neon, 4, rows, at, 1 2 3 4 5 6);
        }
    }
}
