//! In what form the numbers of a product of matrices stand.

use super::lanes::Lanes;

/// A form: how many numbers there are to a lane, and how they are multiplied and summed up.
///
/// # Safety
/// All functions are for processors that have the instructions of the lanes and of the form, and are inlined into functions compiled
/// for those.
pub trait Form<L: Lanes> {
    /// Numbers in the room of an f32.
    const IN_LANE: usize;

    /// Writes a vector, in [`Lanes::N`] / [`Form::IN_LANE`] lanes.
    unsafe fn store(to: *mut f32, v: L::V);

    /// c, and added to each lane of it the products of the numbers in that lane of a and b.
    unsafe fn add_products(a: L::V, b: L::V, c: L::V) -> L::V;
}

/// Numbers as they are.
pub struct Full;

impl<L: Lanes> Form<L> for Full {
    const IN_LANE: usize = 1;

    #[inline(always)]
    unsafe fn store(to: *mut f32, v: L::V) {
        // SAFETY: as the trait says.
        unsafe { L::store(to, v) }
    }

    #[inline(always)]
    unsafe fn add_products(a: L::V, b: L::V, c: L::V) -> L::V {
        // SAFETY: as the trait says.
        unsafe { L::fma(a, b, c) }
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::Halves;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use crate::eval::net::lanes::Avx512;
    use std::arch::x86_64::*;
    use std::mem::transmute;

    /// Pairs of bfloat16, whose products are summed up in f32 (AVX-512 BF16).
    pub struct Halves;

    impl Form<Avx512> for Halves {
        const IN_LANE: usize = 2;

        #[inline(always)]
        unsafe fn store(to: *mut f32, v: __m512) {
            // SAFETY: as the trait says; both types are sixteen times sixteen bits.
            unsafe {
                let halves: __m256i = transmute(_mm512_cvtneps_pbh(v));
                _mm256_storeu_si256(to.cast(), halves);
            }
        }

        #[inline(always)]
        unsafe fn add_products(a: __m512, b: __m512, c: __m512) -> __m512 {
            // SAFETY: as the trait says; all types are 512 bits.
            unsafe {
                let a = transmute::<__m512, __m512bh>(a);
                let b = transmute::<__m512, __m512bh>(b);
                _mm512_dpbf16_ps(c, a, b)
            }
        }
    }
}
