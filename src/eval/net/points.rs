//! What is done to the channels of every point beside convolution.

use super::activation::{Activation, IDENTITY, MISH, RELU, apply};
use super::floats::PANEL;
use super::geometry::Geometry;
use super::kernel::per_kernel;
use super::lanes::Lanes;

/// Rows of points, each of which has `stride` numbers.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The numbers, from the first point on.
    pub numbers: &'a [f32],
    /// From point to point.
    pub stride: usize,
    /// Points in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// From row to row, in points.
    pub pitch: usize,
}

impl Field<'_> {
    /// Panics unless the numbers reach to `channels` of the last point.
    pub(super) fn check(&self, channels: usize) {
        let last = (self.height - 1) * self.pitch + self.width - 1;
        assert!(channels.is_multiple_of(PANEL));
        assert!(self.numbers.len() >= last * self.stride + channels);
    }
}

per_kernel! {
    /// Sum and maximum over the points of `f(number + bias)`, for as many channels as `bias` has; no maximum is below -1, which
    /// no activation but the identity goes under.
    pub fn pool(field: Field<'_>, f: Activation, bias: &[f32], sum: &mut [f32], max: &mut [f32]) = pool_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn pool_lanes<L: Lanes>(
    field: Field<'_>,
    f: Activation,
    bias: &[f32],
    sum: &mut [f32],
    max: &mut [f32],
) {
    let channels = bias.len();
    field.check(channels);
    assert!(sum.len() >= channels && max.len() >= channels);
    // SAFETY: as the caller promises; the lengths have been looked at.
    unsafe {
        match f {
            Activation::Identity => pool_by::<L, IDENTITY>(field, bias, sum, max),
            Activation::Relu => pool_by::<L, RELU>(field, bias, sum, max),
            Activation::Mish => pool_by::<L, MISH>(field, bias, sum, max),
        }
    }
}

/// # Safety
/// See [`Lanes`]; the slices are long enough.
#[inline(always)]
unsafe fn pool_by<L: Lanes, const F: u8>(
    field: Field<'_>,
    bias: &[f32],
    sum: &mut [f32],
    max: &mut [f32],
) {
    let channels = bias.len();
    let mut channel = 0;
    while channel < channels {
        // SAFETY: as the caller promises.
        unsafe {
            let (mut total, mut most) = (L::splat(0.0), L::splat(-1.0));
            let add = L::load(bias.as_ptr().add(channel));
            for y in 0..field.height {
                let row = field.numbers.as_ptr().add(y * field.pitch * field.stride + channel);
                for x in 0..field.width {
                    let value = apply::<L, F>(L::add(L::load(row.add(x * field.stride)), add));
                    total = L::add(total, value);
                    most = L::max(most, value);
                }
            }
            L::store(sum.as_mut_ptr().add(channel), total);
            L::store(max.as_mut_ptr().add(channel), most);
        }
        channel += L::N;
    }
}

per_kernel! {
    /// For every point the sum over the channels of `f(number + bias) * weight`, into `results`.
    pub fn dots(field: Field<'_>, f: Activation, bias: &[f32], weights: &[f32], results: &mut [f32]) = dots_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn dots_lanes<L: Lanes>(
    field: Field<'_>,
    f: Activation,
    bias: &[f32],
    weights: &[f32],
    results: &mut [f32],
) {
    let channels = bias.len();
    field.check(channels);
    assert!(weights.len() >= channels && results.len() >= field.width * field.height);
    // SAFETY: as the caller promises; the lengths have been looked at.
    unsafe {
        match f {
            Activation::Identity => dots_by::<L, IDENTITY>(field, bias, weights, results),
            Activation::Relu => dots_by::<L, RELU>(field, bias, weights, results),
            Activation::Mish => dots_by::<L, MISH>(field, bias, weights, results),
        }
    }
}

/// # Safety
/// See [`Lanes`]; the slices are long enough.
#[inline(always)]
unsafe fn dots_by<L: Lanes, const F: u8>(
    field: Field<'_>,
    bias: &[f32],
    weights: &[f32],
    results: &mut [f32],
) {
    let channels = bias.len();
    for y in 0..field.height {
        for x in 0..field.width {
            // The sixteen sums are the same whatever the vectors are, and so is the tree that adds them.
            let mut sums = [0.0; PANEL];
            let from = (y * field.pitch + x) * field.stride;
            let mut lane = 0;
            while lane < PANEL {
                // SAFETY: as the caller promises.
                unsafe {
                    let mut total = L::splat(0.0);
                    let mut channel = lane;
                    while channel < channels {
                        let number = L::load(field.numbers.as_ptr().add(from + channel));
                        let value = L::add(number, L::load(bias.as_ptr().add(channel)));
                        let weight = L::load(weights.as_ptr().add(channel));
                        total = L::fma(apply::<L, F>(value), weight, total);
                        channel += PANEL;
                    }
                    L::store(sums.as_mut_ptr().add(lane), total);
                }
                lane += L::N;
            }
            for width in [8, 4, 2, 1] {
                for lane in 0..width {
                    sums[lane] += sums[lane + width];
                }
            }
            results[y * field.width + x] = sums[0];
        }
    }
}

per_kernel! {
    /// Every point of a board becomes `relu(number + add)`.
    pub fn shift(geometry: &Geometry, board: &mut [f32], add: &[f32]) = shift_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn shift_lanes<L: Lanes>(geometry: &Geometry, board: &mut [f32], add: &[f32]) {
    let channels = add.len();
    assert!(channels.is_multiple_of(PANEL) && board.len() >= geometry.area * channels);
    for y in 0..geometry.height {
        for x in 0..geometry.width {
            let mut channel = 0;
            while channel < channels {
                // SAFETY: the lengths have been looked at.
                unsafe {
                    let at = board.as_mut_ptr().add((geometry.row(y) + x) * channels + channel);
                    let value = L::add(L::load(at), L::load(add.as_ptr().add(channel)));
                    L::store(at, L::max(value, L::splat(0.0)));
                }
                channel += L::N;
            }
        }
    }
}

per_kernel! {
    /// The points of a board without the border, negative numbers as zero.
    pub fn flatten(geometry: &Geometry, channels: usize, board: &[f32], flat: &mut [f32]) = flatten_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn flatten_lanes<L: Lanes>(
    geometry: &Geometry,
    channels: usize,
    board: &[f32],
    flat: &mut [f32],
) {
    assert!(channels.is_multiple_of(PANEL));
    assert!(board.len() >= geometry.area * channels);
    assert!(flat.len() >= geometry.points() * channels);
    for y in 0..geometry.height {
        let mut index = 0;
        while index < geometry.width * channels {
            // SAFETY: the lengths have been looked at.
            unsafe {
                let from = board.as_ptr().add(geometry.row(y) * channels + index);
                let to = flat.as_mut_ptr().add(y * geometry.width * channels + index);
                L::store(to, L::max(L::load(from), L::splat(0.0)));
            }
            index += L::N;
        }
    }
}
