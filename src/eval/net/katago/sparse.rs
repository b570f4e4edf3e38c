//! The first convolution. Most of the planes that it sees are 0 at a point, so that adding up the weights of those that are not takes
//! less than any transform, whatever the size of the window, and is exact.

use super::layers::Convolution;
use crate::eval::net::floats::{Floats, padded};
use crate::eval::net::geometry::Geometry;
use crate::eval::net::kernel::per_kernel;
use crate::eval::net::lanes::Lanes;

/// The weights: for each place of the window and each input all outputs, filled up.
#[derive(Clone, Debug)]
pub struct Sparse {
    side: usize,
    inputs: usize,
    /// Channels of the result, filled up.
    pub outputs: usize,
    weights: Floats,
}

impl Sparse {
    /// Packs a convolution.
    pub fn new(layer: &Convolution) -> Sparse {
        let (side, inputs, outputs) = (layer.side, layer.inputs, padded(layer.outputs));
        let mut weights = Floats::zeros(side * side * inputs * outputs);
        let rows = layer.weights.chunks_exact(layer.outputs);
        for (to, row) in weights.chunks_exact_mut(outputs).zip(rows) {
            to[..layer.outputs].copy_from_slice(row);
        }
        Sparse { side, inputs, outputs, weights }
    }
}

/// The planes that are not 0, point by point.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Where those of a point begin, and where the last one's end.
    starts: Vec<usize>,
    /// Plane and number.
    planes: Vec<(usize, f32)>,
}

impl Seen {
    /// Looks at the planes of a board, those of a point side by side.
    pub fn read(&mut self, planes: &[f32], inputs: usize) {
        self.starts.clear();
        self.planes.clear();
        for point in planes.chunks_exact(inputs) {
            self.starts.push(self.planes.len());
            let there = point.iter().copied().enumerate().filter(|(_, number)| *number != 0.0);
            self.planes.extend(there);
        }
        self.starts.push(self.planes.len());
    }
}

per_kernel! {
    /// Convolves a board; every point begins with `shift`. The border of the target stays as it is.
    ///
    /// # Panics
    /// If a slice is too short for the board.
    pub fn convolve(layer: &Sparse, geometry: &Geometry, seen: &Seen, shift: &[f32], board: &mut [f32]) = convolve_lanes
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn convolve_lanes<L: Lanes>(
    layer: &Sparse,
    geometry: &Geometry,
    seen: &Seen,
    shift: &[f32],
    board: &mut [f32],
) {
    let (channels, half) = (layer.outputs, layer.side / 2);
    let (width, height) = (geometry.width, geometry.height);
    assert!(seen.starts.len() > geometry.points() && shift.len() >= channels);
    assert!(board.len() >= geometry.area * channels);
    assert!(seen.planes.iter().all(|(plane, _)| *plane < layer.inputs));
    for y in 0..height {
        for x in 0..width {
            let start = (geometry.row(y) + x) * channels;
            let target = &mut board[start..start + channels];
            target.copy_from_slice(&shift[..channels]);
            for from_y in y.saturating_sub(half)..(y + half + 1).min(height) {
                for from_x in x.saturating_sub(half)..(x + half + 1).min(width) {
                    let place = (from_y + half - y) * layer.side + from_x + half - x;
                    let from = from_y * width + from_x;
                    for &(plane, number) in &seen.planes[seen.starts[from]..seen.starts[from + 1]] {
                        let weights = (place * layer.inputs + plane) * channels;
                        let weights = &layer.weights[weights..weights + channels];
                        let mut channel = 0;
                        while channel < channels {
                            // SAFETY: both slices have that many numbers, a multiple of sixteen.
                            unsafe {
                                let at = target.as_mut_ptr().add(channel);
                                let weight = L::load(weights.as_ptr().add(channel));
                                L::store(at, L::fma(L::splat(number), weight, L::load(at)));
                            }
                            channel += L::N;
                        }
                    }
                }
            }
        }
    }
}
