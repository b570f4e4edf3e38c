//! Convolutions of 3x3 and of points alone, whatever they are computed with.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use super::amx;
use super::floats::Floats;
use super::gemm::Matrix;
use super::geometry::Geometry;
use super::kernel::{Checked, Kernel};
use super::pointwise;
use super::winograd;
use crate::base::BoardSize;

/// The weights of a convolution, packed for a kernel.
#[derive(Clone, Debug)]
pub enum Conv {
    /// Transformed, for all kernels but AMX.
    Winograd(winograd::Weights),
    /// Of points alone, for the same, with f32.
    Points(Matrix),
    /// As bfloat16, for AMX.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    Amx(amx::Weights),
}

impl Conv {
    /// Packs weights `[out][in][ky][kx]` for that kernel.
    pub fn new(kernel: Checked, outputs: usize, inputs: usize, weights: &[f32]) -> Conv {
        match kernel.kernel() {
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kernel::Amx => Conv::Amx(amx::Weights::new(outputs, inputs, weights)),
            _ => Conv::Winograd(winograd::Weights::new(kernel, outputs, inputs, weights)),
        }
    }

    /// Packs weights `[out][in]` of a convolution that sees of each point that point alone.
    pub fn of_points(kernel: Checked, outputs: usize, inputs: usize, weights: &[f32]) -> Conv {
        match kernel.kernel() {
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kernel::Amx => Conv::Amx(amx::Weights::new(outputs, inputs, weights)),
            _ => Conv::Points(Matrix::of(outputs, inputs, weights)),
        }
    }
}

/// How boards lie in memory for that kernel.
pub fn geometry(kernel: Checked, size: BoardSize) -> Geometry {
    match kernel.kernel() {
        Kernel::Amx => Geometry::flat(size),
        Kernel::Bf16 => Geometry::finely_tiled(size),
        _ => Geometry::tiled(size),
    }
}

/// Convolves with weights packed for that kernel; the border of the target stays as it is.
pub fn convolve(kernel: Checked, layer: &Conv, pass: Pass<'_>) {
    match layer {
        Conv::Winograd(weights) => winograd::convolve(kernel, weights, pass),
        Conv::Points(matrix) => pointwise::convolve(kernel, matrix, pass),
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        Conv::Amx(weights) => amx::convolve(kernel, weights, pass),
    }
}

/// Room for what a convolution needs beside its boards.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// The boards as they are multiplied: transformed tiles, or pairs of halves.
    pub(super) tiles: Floats,
    /// What comes out.
    pub(super) results: Floats,
}

/// One convolution of some boards.
#[derive(Debug)]
pub struct Pass<'a> {
    /// How the boards lie.
    pub geometry: Geometry,
    /// How many there are.
    pub boards: usize,
    /// The boards, with the channels of a point filled up.
    pub source: &'a [f32],
    /// Negative numbers of the source count as zero.
    pub relu: bool,
    /// Where the results go.
    pub target: &'a mut [f32],
    /// Added to every point.
    pub bias: &'a [f32],
    /// From board to board in the bias; 0 if it is the same for all.
    pub bias_stride: usize,
    /// What to do with the results.
    pub then: Then,
    /// Room.
    pub work: &'a mut Work,
}

/// What becomes of the results of a convolution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// They are stored.
    Store,
    /// Negative ones become zero.
    Relu,
    /// They are added to what is there.
    Add,
}
