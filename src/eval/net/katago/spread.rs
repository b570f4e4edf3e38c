//! What is done to the channels of every point between convolutions.

use crate::eval::net::activation::{Activation, IDENTITY, MISH, RELU, apply};
use crate::eval::net::floats::PANEL;
use crate::eval::net::kernel::per_kernel;
use crate::eval::net::lanes::Lanes;
use crate::eval::net::points::Field;

per_kernel! {
    /// Every point becomes `f(number * scale + shift)`, for as many channels as `scale` has, which stand side by side in `to`; its
    /// rows begin `pitch` points apart.
    pub fn normalise(
        from: Field<'_>,
        f: Activation,
        scale: &[f32],
        shift: &[f32],
        to: &mut [f32],
        pitch: usize,
    ) = normalise_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn normalise_lanes<L: Lanes>(
    from: Field<'_>,
    f: Activation,
    scale: &[f32],
    shift: &[f32],
    to: &mut [f32],
    pitch: usize,
) {
    check(&from, scale.len(), shift, to, pitch);
    // SAFETY: as the caller promises; the lengths have been looked at.
    unsafe {
        match f {
            Activation::Identity => normalise_by::<L, IDENTITY>(from, scale, shift, to, pitch),
            Activation::Relu => normalise_by::<L, RELU>(from, scale, shift, to, pitch),
            Activation::Mish => normalise_by::<L, MISH>(from, scale, shift, to, pitch),
        }
    }
}

/// Panics unless the numbers go as far as the points do.
fn check(from: &Field<'_>, channels: usize, shift: &[f32], to: &[f32], pitch: usize) {
    from.check(channels);
    assert!(channels.is_multiple_of(PANEL) && shift.len() >= channels);
    let last = (from.height - 1) * pitch + from.width;
    assert!(to.len() >= last * channels);
}

/// # Safety
/// See [`Lanes`]; the slices are long enough.
#[inline(always)]
unsafe fn normalise_by<L: Lanes, const F: u8>(
    from: Field<'_>,
    scale: &[f32],
    shift: &[f32],
    to: &mut [f32],
    pitch: usize,
) {
    let channels = scale.len();
    for y in 0..from.height {
        for x in 0..from.width {
            let mut channel = 0;
            while channel < channels {
                // SAFETY: as the caller promises.
                unsafe {
                    let source = (y * from.pitch + x) * from.stride + channel;
                    let number = L::load(from.numbers.as_ptr().add(source));
                    let scale = L::load(scale.as_ptr().add(channel));
                    let shift = L::load(shift.as_ptr().add(channel));
                    let value = apply::<L, F>(L::fma(number, scale, shift));
                    L::store(to.as_mut_ptr().add((y * pitch + x) * channels + channel), value);
                }
                channel += L::N;
            }
        }
    }
}
