//! Convolution of points alone: a product of matrices over the points of a board.

use super::conv::{Pass, Then};
use super::floats::padded;
use super::gemm::{Matrix, product};
use super::geometry::Geometry;
use super::kernel::{Checked, per_kernel};
use super::lanes::Lanes;
use super::points::Field;

/// Convolves; the border of the target stays as it is.
///
/// # Panics
/// If slices are too short, or negative numbers of the source are to count as zero, which no network asks for here.
pub fn convolve(kernel: Checked, matrix: &Matrix, pass: Pass<'_>) {
    assert!(!pass.relu, "sources are taken as they are");
    let (stride, outputs) = (padded(matrix.inputs), matrix.outputs);
    let Geometry { width, height, pitch, area, .. } = pass.geometry;
    let first = pass.geometry.row(0);
    // From the first point to the last, what lies between the rows included.
    let points = pass.geometry.row(height - 1) + width - first;
    pass.work.results.grow(points * outputs);
    for board in 0..pass.boards {
        let from = &pass.source[(board * area + first) * stride..];
        product(kernel, matrix, points, from, stride, &mut pass.work.results);
        let field = Field { numbers: &pass.work.results, stride: outputs, width, height, pitch };
        let bias = &pass.bias[board * pass.bias_stride..][..outputs];
        let target = &mut pass.target[(board * area + first) * outputs..];
        put(kernel, field, bias, pass.then, target);
    }
}

per_kernel! {
    /// What comes out, and the bias, to where they belong: rows that lie as those of the field do.
    fn put(from: Field<'_>, bias: &[f32], then: Then, to: &mut [f32]) = put_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn put_lanes<L: Lanes>(from: Field<'_>, bias: &[f32], then: Then, to: &mut [f32]) {
    let channels = bias.len();
    from.check(channels);
    assert!(to.len() >= ((from.height - 1) * from.pitch + from.width) * channels);
    for y in 0..from.height {
        for x in 0..from.width {
            let point = y * from.pitch + x;
            let mut channel = 0;
            while channel < channels {
                // SAFETY: as the caller promises; the lengths have been looked at.
                unsafe {
                    let number = from.numbers.as_ptr().add(point * from.stride + channel);
                    let target = to.as_mut_ptr().add(point * channels + channel);
                    let bias = L::load(bias.as_ptr().add(channel));
                    let value = L::add(L::load(number), bias);
                    let value = match then {
                        Then::Store => value,
                        Then::Relu => L::max(value, L::splat(0.0)),
                        Then::Add => L::add(L::load(target), value),
                    };
                    L::store(target, value);
                }
                channel += L::N;
            }
        }
    }
}
