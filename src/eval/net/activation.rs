//! What is done to numbers between two layers, lane by lane.

use super::lanes::{Lanes, ROUNDER};

/// A function from numbers to numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    /// x.
    Identity,
    /// The larger of x and 0.
    Relu,
    /// x tanh(ln(1 + exp x)) (Misra, "Mish: a self regularized non-monotonic activation function", 2019).
    Mish,
}

/// The activations as parameters of functions, which are compiled once for each.
pub const IDENTITY: u8 = 0;
pub const RELU: u8 = 1;
pub const MISH: u8 = 2;

/// The activation F.
///
/// # Safety
/// See [`Lanes`].
#[inline(always)]
pub unsafe fn apply<L: Lanes, const F: u8>(x: L::V) -> L::V {
    // SAFETY: as the caller promises.
    unsafe {
        match F {
            IDENTITY => x,
            RELU => L::max(x, L::splat(0.0)),
            _ => mish::<L>(x),
        }
    }
}

/// With e = exp x, tanh(ln(1 + e)) is n / (n + 2) for n = e (e + 2): no logarithm is needed, and nothing cancels.
///
/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn mish<L: Lanes>(x: L::V) -> L::V {
    // SAFETY: as the caller promises.
    unsafe {
        let two = L::splat(2.0);
        let e = exp::<L>(x);
        let n = L::fma(e, e, L::add(e, e));
        L::div(L::fma(x, n, L::splat(0.0)), L::add(n, two))
    }
}

/// exp x within a few units of the last place; beyond -80 and 20 that of -80 and 20, which [`mish`] does not feel.
///
/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn exp<L: Lanes>(x: L::V) -> L::V {
    /// Coefficients of Taylor's series, the highest power first; half a power of two of reach needs no more.
    const SERIES: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    /// ln 2 in two parts, the first with so few digits that whole multiples of it are exact (Cody and Waite, 1980).
    const LN2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    // SAFETY: as the caller promises.
    unsafe {
        let zero = L::splat(0.0);
        let least = L::max(x, L::splat(-80.0));
        let x = L::sub(zero, L::max(L::sub(zero, least), L::splat(-20.0)));
        let n = L::fma(x, L::splat(std::f32::consts::LOG2_E), L::splat(ROUNDER));
        let whole = L::sub(n, L::splat(ROUNDER));
        let rest = L::fma(whole, L::splat(-LN2[0]), x);
        let rest = L::fma(whole, L::splat(-LN2[1]), rest);
        let mut sum = L::splat(SERIES[0]);
        for coefficient in &SERIES[1..] {
            sum = L::fma(sum, rest, L::splat(*coefficient));
        }
        L::fma(sum, L::power(n), zero)
    }
}
