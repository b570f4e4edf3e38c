//! Convolution of 3x3 by Winograd's minimal filtering (Lavin and Gray, "Fast algorithms for convolutional neural networks",
//! 2015): F(4x4,3x3) with the points 0, 1, -1, 2, -2 and infinity, and F(3x3,3x3) with 0, 1, -1, 2 and infinity.
//!
//! A tile of TxT points, T = M + 2, becomes T*T numbers a channel; for each of these "frequencies" the tiles of all positions
//! are the rows of one product of matrices. Boards lie in memory row by row with all channels of a point side by side, and with
//! a border of zeros: see [`Geometry`].

#![allow(clippy::needless_range_loop, reason = "loops of constant length over registers")]

use super::conv::{Pass, Then};
use super::floats::{Floats, PANEL, padded, put_half};
use super::form::{Form, Full};
use super::gemm::{Block, gemm};
use super::geometry::Geometry;
use super::kernel::{Checked, Kernel, per_kernel};
use super::lanes::Lanes;

/// Numbers of transformed tiles, inputs and results together, that are worked on at a time: they and the weights of a
/// layer should fit the second-level cache.
const CHUNK: usize = 1 << 18;

/// The longest side of a tile.
const LONGEST: usize = 6;

/// The weights of a convolution, transformed for both sizes of tile.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Channels of the source.
    inputs: usize,
    /// Channels of the result, filled up.
    outputs: usize,
    /// Numbers in the room of an f32: 2 for bfloat16.
    in_lane: usize,
    three: Floats,
    four: Floats,
}

/// Rows of the matrix G for tiles of 3 and of 4 results.
const G3: [[f64; 3]; 5] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];
const G4: [[f64; 3]; 6] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
    [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
    [0.0, 0.0, 1.0],
];

impl Weights {
    /// Transforms weights `[out][in][ky][kx]` for that kernel.
    pub fn new(kernel: Checked, outputs: usize, inputs: usize, weights: &[f32]) -> Weights {
        let in_lane = if kernel.kernel() == Kernel::Bf16 { 2 } else { 1 };
        Weights {
            inputs,
            outputs: padded(outputs),
            in_lane,
            three: transform(outputs, inputs, weights, &G3, in_lane),
            four: transform(outputs, inputs, weights, &G4, in_lane),
        }
    }
}

/// G w G' for all weights, packed for each frequency as in [`super::gemm::Matrix`], with one or two inputs to a lane.
fn transform<const T: usize>(
    outputs: usize,
    inputs: usize,
    weights: &[f32],
    g: &[[f64; 3]; T],
    in_lane: usize,
) -> Floats {
    let depth = inputs.div_ceil(in_lane);
    let plane = padded(outputs) * depth;
    let mut packed = Floats::zeros(T * T * plane);
    for (index, w) in weights.as_chunks::<9>().0.iter().enumerate() {
        let (output, input) = (index / inputs, index % inputs);
        let place = (output / PANEL * depth + input / in_lane) * PANEL + output % PANEL;
        let w = w.map(f64::from);
        let half = g.map(|r| [0, 1, 2].map(|x| r[0] * w[x] + r[1] * w[3 + x] + r[2] * w[6 + x]));
        for (i, h) in half.iter().enumerate() {
            for (j, r) in g.iter().enumerate() {
                let value = h[0] * r[0] + h[1] * r[1] + h[2] * r[2];
                let lane = &mut packed[(i * T + j) * plane + place];
                match in_lane {
                    1 => *lane = value as f32,
                    _ => put_half(lane, input % in_lane, value as f32),
                }
            }
        }
    }
    packed
}

/// Convolves with weights transformed for that kernel; the border of the target stays as it is.
pub fn convolve(kernel: Checked, layer: &Weights, pass: Pass<'_>) {
    match kernel.kernel() {
        // SAFETY: the kernel has been checked.
        #[cfg(target_arch = "x86_64")]
        Kernel::Bf16 => unsafe { in_halves(layer, pass) },
        _ => in_full(kernel, layer, pass),
    }
}

per_kernel! {
    /// With f32.
    fn in_full(layer: &Weights, pass: Pass<'_>) = full
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn full<L: Lanes>(layer: &Weights, pass: Pass<'_>) {
    // SAFETY: as the caller promises.
    unsafe { either::<L, Full>(layer, pass) }
}

/// With bfloat16.
///
/// # Safety
/// The processor has these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq,avx512bw,avx512bf16")]
unsafe fn in_halves(layer: &Weights, pass: Pass<'_>) {
    // SAFETY: as the caller promises.
    unsafe { either::<super::lanes::Avx512, super::form::Halves>(layer, pass) }
}

/// # Safety
/// See [`Lanes`] and [`Form`].
#[inline(always)]
unsafe fn either<L: Lanes, F: Form<L>>(layer: &Weights, pass: Pass<'_>) {
    assert_eq!(layer.in_lane, F::IN_LANE, "weights for this kernel");
    let (area, boards) = (pass.geometry.area, pass.boards);
    assert!(pass.source.len() >= boards * area * padded(layer.inputs));
    assert!(pass.target.len() >= boards * area * layer.outputs);
    assert!(pass.bias.len() >= boards.saturating_sub(1) * pass.bias_stride + layer.outputs);
    // SAFETY: as the caller promises; the lengths have been looked at.
    unsafe {
        match pass.geometry.tile {
            3 => tiled::<L, F, 3, 5>(layer, &layer.three, pass),
            _ => tiled::<L, F, 4, 6>(layer, &layer.four, pass),
        }
    }
}

/// # Safety
/// See [`Lanes`]; the slices of the pass are long enough.
#[inline(always)]
unsafe fn tiled<L: Lanes, F: Form<L>, const M: usize, const T: usize>(
    layer: &Weights,
    weights: &Floats,
    pass: Pass<'_>,
) {
    // In the room of f32.
    let (inner, outer) = (padded(layer.inputs) / F::IN_LANE, layer.outputs);
    let depth = layer.inputs.div_ceil(F::IN_LANE);
    assert!(weights.len() >= T * T * depth * outer);
    let total = pass.boards * pass.geometry.across * pass.geometry.down;
    let most = (CHUNK / (T * T * (inner + outer))).max(6);
    let chunks = total.div_ceil(most);
    let mut first = 0;
    for chunk in 0..chunks {
        let tiles = (total - first).div_ceil(chunks - chunk);
        // One line more, lest all frequencies of a tile fall on the same lines of the cache.
        let (plane, target_plane) = (tiles * inner + PANEL, tiles * outer + PANEL);
        pass.work.tiles.grow(T * T * plane);
        pass.work.results.grow(T * T * target_plane);
        let tiles_at = pass.work.tiles.as_mut_ptr();
        let results_at = pass.work.results.as_mut_ptr();
        // SAFETY: the room has just been made; tiles from `first` on are tiles of the boards.
        unsafe {
            let (from, wide) = (pass.source.as_ptr(), padded(layer.inputs));
            if pass.relu {
                input::<L, F, M, T, true>(pass.geometry, first, tiles, wide, from, tiles_at, plane);
            } else {
                input::<L, F, M, T, false>(
                    pass.geometry,
                    first,
                    tiles,
                    wide,
                    from,
                    tiles_at,
                    plane,
                );
            }
            for frequency in 0..T * T {
                let next = (frequency + 1) % (T * T);
                let at = Block {
                    a: tiles_at.add(frequency * plane),
                    a_stride: inner,
                    b: weights.as_ptr().add(frequency * depth * outer),
                    depth,
                    c: results_at.add(frequency * target_plane),
                    c_stride: outer,
                    next: weights.as_ptr().add(next * depth * outer),
                };
                gemm::<L, F>(tiles, outer / PANEL, at);
            }
            let out = Out {
                geometry: pass.geometry,
                first,
                tiles,
                channels: outer,
                from: results_at,
                plane: target_plane,
                to: pass.target.as_mut_ptr(),
                bias: pass.bias.as_ptr(),
                bias_stride: pass.bias_stride,
            };
            match pass.then {
                Then::Store => output::<L, M, T, false, false>(&out),
                Then::Relu => output::<L, M, T, true, false>(&out),
                Then::Add => output::<L, M, T, false, true>(&out),
            }
        }
        first += tiles;
    }
}

/// Board, row and column of a tile.
#[inline(always)]
fn place(geometry: &Geometry, tile: usize) -> (usize, usize, usize) {
    let (row, x) = (tile / geometry.across, tile % geometry.across);
    (row / geometry.down, row % geometry.down, x)
}

/// Transforms tiles of the boards: B' d B.
///
/// # Safety
/// See [`Lanes`]; the pointers are good for the boards and for the tiles.
#[inline(always)]
unsafe fn input<L: Lanes, F: Form<L>, const M: usize, const T: usize, const RELU: bool>(
    geometry: Geometry,
    first: usize,
    tiles: usize,
    channels: usize,
    from: *const f32,
    to: *mut f32,
    plane: usize,
) {
    let row = geometry.pitch * channels;
    // SAFETY: as the caller promises.
    unsafe {
        let zero = L::splat(0.0);
        for tile in 0..tiles {
            let (board, ty, tx) = place(&geometry, first + tile);
            let corner = board * geometry.area + ty * M * geometry.pitch + tx * M;
            let mut channel = 0;
            while channel < channels {
                let source = from.add(corner * channels + channel);
                let target = to.add((tile * channels + channel) / F::IN_LANE);
                let mut half = [[zero; LONGEST]; LONGEST];
                for x in 0..T {
                    let mut column = [zero; LONGEST];
                    for y in 0..T {
                        column[y] = L::load(source.add(y * row + x * channels));
                        if RELU {
                            column[y] = L::max(column[y], zero);
                        }
                    }
                    let column = input_line::<L, T>(column);
                    for y in 0..T {
                        half[y][x] = column[y];
                    }
                }
                for y in 0..T {
                    let line = input_line::<L, T>(half[y]);
                    for x in 0..T {
                        F::store(target.add((y * T + x) * plane), line[x]);
                    }
                }
                channel += L::N;
            }
        }
    }
}

/// B' d.
///
/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn input_line<L: Lanes, const T: usize>(d: [L::V; LONGEST]) -> [L::V; LONGEST] {
    // SAFETY: as the caller promises.
    unsafe {
        let two = L::splat(2.0);
        let minus_two = L::splat(-2.0);
        if T == 5 {
            let outer = L::sub(d[3], d[1]);
            let inner = L::sub(d[3], d[2]);
            return [
                L::fma(two, L::sub(d[0], d[2]), outer),
                L::fma(minus_two, d[1], inner),
                L::fma(two, L::sub(d[1], d[2]), inner),
                outer,
                L::fma(minus_two, outer, L::sub(d[4], d[2])),
                d[5],
            ];
        }
        let minus_four = L::splat(-4.0);
        let minus_five = L::splat(-5.0);
        let four = L::splat(4.0);
        let even = L::fma(minus_four, d[2], d[4]);
        let odd = L::fma(minus_four, d[1], d[3]);
        let outer = L::sub(d[4], d[2]);
        let inner = L::sub(d[3], d[1]);
        [
            L::fma(four, d[0], L::fma(minus_five, d[2], d[4])),
            L::add(even, odd),
            L::sub(even, odd),
            L::fma(two, inner, outer),
            L::fma(minus_two, inner, outer),
            L::fma(four, d[1], L::fma(minus_five, d[3], d[5])),
        ]
    }
}

/// What [`output`] works on.
struct Out {
    geometry: Geometry,
    first: usize,
    tiles: usize,
    channels: usize,
    from: *const f32,
    plane: usize,
    to: *mut f32,
    bias: *const f32,
    bias_stride: usize,
}

/// Transforms results back, A' m A, and puts those that lie on the board where they belong.
///
/// # Safety
/// See [`Lanes`]; the pointers are good for the tiles and for the boards.
#[inline(always)]
unsafe fn output<L: Lanes, const M: usize, const T: usize, const RELU: bool, const ADD: bool>(
    out: &Out,
) {
    let Out { geometry, channels, .. } = *out;
    let row = geometry.pitch * channels;
    // SAFETY: as the caller promises.
    unsafe {
        let zero = L::splat(0.0);
        for tile in 0..out.tiles {
            let (board, ty, tx) = place(&geometry, out.first + tile);
            let corner = board * geometry.area + geometry.row(ty * M) + tx * M;
            let height = (geometry.height - ty * M).min(M);
            let width = (geometry.width - tx * M).min(M);
            let mut channel = 0;
            while channel < channels {
                let source = out.from.add(tile * channels + channel);
                let target = out.to.add(corner * channels + channel);
                let bias = L::load(out.bias.add(board * out.bias_stride + channel));
                let mut half = [[zero; LONGEST]; LONGEST];
                for x in 0..T {
                    let mut column = [zero; LONGEST];
                    for y in 0..T {
                        column[y] = L::load(source.add((y * T + x) * out.plane));
                    }
                    let column = output_line::<L, T>(column);
                    for y in 0..M {
                        half[y][x] = column[y];
                    }
                }
                for y in 0..M {
                    if y >= height {
                        break;
                    }
                    let line = output_line::<L, T>(half[y]);
                    for x in 0..M {
                        if x >= width {
                            break;
                        }
                        let at = target.add(y * row + x * channels);
                        let mut value = L::add(line[x], bias);
                        if RELU {
                            value = L::max(value, zero);
                        }
                        if ADD {
                            value = L::add(L::load(at), value);
                        }
                        L::store(at, value);
                    }
                }
                channel += L::N;
            }
        }
    }
}

/// A' m.
///
/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn output_line<L: Lanes, const T: usize>(m: [L::V; LONGEST]) -> [L::V; 4] {
    // SAFETY: as the caller promises.
    unsafe {
        let two = L::splat(2.0);
        let four = L::splat(4.0);
        let sum = L::add(m[1], m[2]);
        let difference = L::sub(m[1], m[2]);
        if T == 5 {
            return [
                L::add(L::add(m[0], m[3]), sum),
                L::fma(two, m[3], difference),
                L::add(L::fma(four, m[3], m[4]), sum),
                sum,
            ];
        }
        let outer_sum = L::add(m[3], m[4]);
        let outer_difference = L::sub(m[3], m[4]);
        [
            L::add(L::add(m[0], sum), outer_sum),
            L::fma(two, outer_difference, difference),
            L::fma(four, outer_sum, sum),
            L::fma(L::splat(8.0), outer_difference, L::add(difference, m[5])),
        ]
    }
}
