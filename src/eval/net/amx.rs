//! Convolution of 3x3, and of points alone, with bfloat16 by the tile registers of AMX (Intel, "Instruction set extensions programming reference", chapter
//! 3): sixteen points times thirty-two inputs times sixteen outputs at one instruction, summed up in f32.
//!
//! Boards lie flat ([`Geometry::flat`]), so that what a place of the window sees of sixteen points in a row is again sixteen
//! points in a row: a convolution is nine products of matrices over the same numbers, and nothing is copied for them. What comes out for
//! points of the border, which is some of the row, is thrown away.
//!
//! [`Geometry::flat`]: super::geometry::Geometry::flat

use super::conv::{Pass, Then};
use super::floats::{Floats, PANEL, padded, put_half};
use super::geometry::Geometry;
use super::kernel::{Checked, Kernel};
use std::arch::asm;
use std::arch::x86_64::*;

/// Rows of a tile: points.
const ROWS: usize = 16;

/// Inputs of a tile: sixteen pairs.
const DEPTH: usize = 32;

/// f32 in a tile.
const TILE: usize = 256;

/// Points that are worked on at a time.
const POINTS: usize = 2 * ROWS;

/// Does this processor have AMX for bfloat16, and does the system let us use it?
pub fn permitted() -> bool {
    // State components 17 and 18: configuration and data of the tiles.
    const STATE: u64 = 3 << 17;
    const BF16_AND_TILES: u32 = 1 << 22 | 1 << 24;
    const ASK: std::ffi::c_long = 0x1023;
    const DATA: std::ffi::c_long = 18;
    if !is_x86_feature_detected!("xsave") || __cpuid(0).eax < 7 {
        return false;
    }
    let has = __cpuid_count(7, 0).edx & BF16_AND_TILES == BF16_AND_TILES;
    // SAFETY: the processor has XGETBV, and a system call with numbers alone touches no memory of ours. Linux gives room for the
    // tiles to processes that ask (arch_prctl, ARCH_REQ_XCOMP_PERM).
    unsafe {
        has && enabled_states() & STATE == STATE
            && nix::libc::syscall(nix::libc::SYS_arch_prctl, ASK, DATA) == 0
    }
}

/// The states that the system saves.
///
/// # Safety
/// The processor must have XSAVE, switched on.
#[target_feature(enable = "xsave")]
unsafe fn enabled_states() -> u64 {
    // SAFETY: as the caller promises.
    unsafe { _xgetbv(0) }
}

/// The weights of a convolution: for each place of the window, for each thirty-two inputs, for each sixteen outputs a tile of sixteen rows,
/// each of a pair of inputs: output by output both weights.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Channels of the source.
    inputs: usize,
    /// Channels of the result, filled up.
    outputs: usize,
    /// Places of the window: 9 or 1.
    places: usize,
    /// Two bfloat16 in the place of an f32.
    tiles: Floats,
}

impl Weights {
    /// Packs weights `[out][in][ky][kx]` of windows of 3x3, or `[out][in]` of windows of a point.
    ///
    /// # Panics
    /// If there are other numbers of weights.
    pub fn new(outputs: usize, inputs: usize, weights: &[f32]) -> Weights {
        let (deep, panels) = (inputs.div_ceil(DEPTH), padded(outputs) / PANEL);
        let places = weights.len() / (outputs * inputs);
        assert!(matches!(places, 1 | 9) && weights.len() == outputs * inputs * places);
        let mut tiles = Floats::zeros(places * deep * panels * TILE);
        for (index, window) in weights.chunks_exact(places).enumerate() {
            let (output, input) = (index / inputs, index % inputs);
            for (place, &weight) in window.iter().enumerate() {
                let tile = (place * deep + input / DEPTH) * panels + output / PANEL;
                let pair = tile * TILE + input % DEPTH / 2 * PANEL + output % PANEL;
                put_half(&mut tiles[pair], input % 2, weight);
            }
        }
        Weights { inputs, outputs: padded(outputs), places, tiles }
    }
}

/// What the tile registers hold: all of them sixteen rows of 64 bytes.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    start: u8,
    reserved: [u8; 14],
    columns: [u16; 16],
    rows: [u8; 16],
}

const CONFIGURATION: Configuration = {
    let (mut columns, mut rows) = ([0; 16], [0; 16]);
    let mut tile = 0;
    while tile < 8 {
        columns[tile] = 64;
        rows[tile] = ROWS as u8;
        tile += 1;
    }
    Configuration { palette: 1, start: 0, reserved: [0; 14], columns, rows }
};

/// Convolves; the border of the target stays as it is.
///
/// # Panics
/// If slices are too short, or the kernel is another one.
pub fn convolve(kernel: Checked, layer: &Weights, pass: Pass<'_>) {
    assert_eq!(kernel.kernel(), Kernel::Amx);
    let (area, boards) = (pass.geometry.area, pass.boards);
    assert!(pass.source.len() >= boards * area * padded(layer.inputs));
    assert!(pass.target.len() >= boards * area * layer.outputs);
    assert!(pass.bias.len() >= boards.saturating_sub(1) * pass.bias_stride + layer.outputs);
    assert_eq!(pass.geometry, Geometry { tile: 1, ..pass.geometry }, "flat boards");
    // SAFETY: the kernel has been checked, and so have the lengths.
    unsafe { checked(layer, pass) }
}

/// # Safety
/// The processor has AMX and AVX-512 with BF16, and the slices are long enough.
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512bf16")]
unsafe fn checked(layer: &Weights, pass: Pass<'_>) {
    let geometry = pass.geometry;
    let (channels, outputs) = (padded(layer.inputs), layer.outputs);
    let wide = layer.inputs.next_multiple_of(DEPTH);
    let first = geometry.row(0);
    let blocks = (geometry.row(geometry.height - 1) + geometry.width - first).div_ceil(POINTS);
    // The last block may look at points past the board.
    let points = (first + blocks * POINTS + geometry.pitch + 1).max(geometry.area);
    pass.work.tiles.grow(points * wide / 2);
    pass.work.results.grow(POINTS * outputs);
    let halves = pass.work.tiles.as_mut_ptr();
    let results = pass.work.results.as_mut_ptr();
    let mut places = [0; 9];
    for (place, offset) in places.iter_mut().enumerate() {
        *offset = (place / 3 * geometry.pitch + place % 3) * wide / 2;
    }
    let places = if layer.places == 1 { &places[4..5] } else { &places[..] };
    let corner = first - geometry.pitch - 1;
    let configuration = CONFIGURATION;
    // SAFETY: as the caller promises; room has just been made for all points that any block looks at.
    unsafe {
        asm!("ldtilecfg [{}]", in(reg) &raw const configuration, options(readonly, nostack));
        for board in 0..pass.boards {
            let source = pass.source.as_ptr().add(board * geometry.area * channels);
            halve(source, geometry.area, channels, wide, pass.relu, halves);
            let target = pass.target.as_mut_ptr().add(board * geometry.area * outputs);
            let bias = pass.bias.as_ptr().add(board * pass.bias_stride);
            for block in 0..blocks {
                let from = halves.add((corner + block * POINTS) * wide / 2);
                product(layer, from, wide, places, results);
                let out = Out { geometry, first, outputs, results, bias, target };
                match pass.then {
                    Then::Store => out.put::<false, false>(block),
                    Then::Relu => out.put::<true, false>(block),
                    Then::Add => out.put::<false, true>(block),
                }
            }
        }
        asm!("tilerelease", options(nomem, nostack));
    }
}

/// Numbers as bfloat16, each point filled up with zeros to `wide` of them.
///
/// # Safety
/// The pointers are good for that many points.
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512bf16")]
unsafe fn halve(
    from: *const f32,
    points: usize,
    channels: usize,
    wide: usize,
    relu: bool,
    to: *mut f32,
) {
    let least = _mm512_set1_ps(if relu { 0.0 } else { f32::NEG_INFINITY });
    for point in 0..points {
        let mut channel = 0;
        while channel < wide {
            // SAFETY: as the caller promises; sixteen channels are filled up to thirty-two.
            unsafe {
                let at = from.add(point * channels + channel);
                let low = _mm512_max_ps(_mm512_loadu_ps(at), least);
                let high = if channel + PANEL < channels {
                    _mm512_max_ps(_mm512_loadu_ps(at.add(PANEL)), least)
                } else {
                    _mm512_setzero_ps()
                };
                let pair: __m512i = std::mem::transmute(_mm512_cvtne2ps_pbh(high, low));
                _mm512_storeu_si512(to.add((point * wide + channel) / 2).cast(), pair);
            }
            channel += DEPTH;
        }
    }
}

/// All outputs of a block of points, which the window's first place sees from `from` on, into `results`.
///
/// # Safety
/// The tiles are configured; the pointers are good for what is said.
unsafe fn product(
    layer: &Weights,
    from: *const f32,
    wide: usize,
    places: &[usize],
    results: *mut f32,
) {
    let (deep, panels) = (wide / DEPTH, layer.outputs / PANEL);
    let (row, out_row) = (2 * wide, 4 * layer.outputs);
    let mut panel = 0;
    while panel < panels {
        let two = panel + 1 < panels;
        // SAFETY: as the caller promises. Registers 0 to 3 are sums, 4 and 5 points, 6 and 7 weights.
        unsafe {
            asm!(
                "tilezero tmm0",
                "tilezero tmm1",
                "tilezero tmm2",
                "tilezero tmm3",
                options(nomem, nostack)
            );
            let mut weights = layer.tiles.as_ptr().add(panel * TILE);
            for place in places {
                for chunk in 0..deep {
                    let upper = from.add(place + chunk * DEPTH / 2);
                    let lower = upper.add(ROWS * wide / 2);
                    if two {
                        asm!(
                            "tileloadd tmm6, [{w} + {line}]",
                            "tileloadd tmm4, [{a} + {row}]",
                            "tdpbf16ps tmm0, tmm4, tmm6",
                            "tileloadd tmm7, [{w} + {line} + 1024]",
                            "tdpbf16ps tmm1, tmm4, tmm7",
                            "tileloadd tmm5, [{b} + {row}]",
                            "tdpbf16ps tmm2, tmm5, tmm6",
                            "tdpbf16ps tmm3, tmm5, tmm7",
                            w = in(reg) weights, line = in(reg) 64usize,
                            a = in(reg) upper, b = in(reg) lower, row = in(reg) row,
                            options(readonly, nostack)
                        );
                    } else {
                        asm!(
                            "tileloadd tmm6, [{w} + {line}]",
                            "tileloadd tmm4, [{a} + {row}]",
                            "tdpbf16ps tmm0, tmm4, tmm6",
                            "tileloadd tmm5, [{b} + {row}]",
                            "tdpbf16ps tmm2, tmm5, tmm6",
                            w = in(reg) weights, line = in(reg) 64usize,
                            a = in(reg) upper, b = in(reg) lower, row = in(reg) row,
                            options(readonly, nostack)
                        );
                    }
                    weights = weights.wrapping_add(panels * TILE);
                }
            }
            let upper = results.add(panel * PANEL);
            let lower = upper.add(ROWS * layer.outputs);
            asm!(
                "tilestored [{a} + {row}], tmm0",
                "tilestored [{b} + {row}], tmm2",
                a = in(reg) upper, b = in(reg) lower, row = in(reg) out_row,
                options(nostack)
            );
            if two {
                asm!(
                    "tilestored [{a} + {row} + 64], tmm1",
                    "tilestored [{b} + {row} + 64], tmm3",
                    a = in(reg) upper, b = in(reg) lower, row = in(reg) out_row,
                    options(nostack)
                );
            }
        }
        panel += 2;
    }
}

/// Where results go.
struct Out {
    geometry: Geometry,
    first: usize,
    outputs: usize,
    results: *const f32,
    bias: *const f32,
    target: *mut f32,
}

impl Out {
    /// Puts the results of a block where they belong, those of the border excepted.
    ///
    /// # Safety
    /// The pointers are good for a block of results, a bias, and a board.
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512bf16")]
    unsafe fn put<const RELU: bool, const ADD: bool>(&self, block: usize) {
        let Geometry { width, height, pitch, .. } = self.geometry;
        let zero = _mm512_setzero_ps();
        let first = block * POINTS;
        let (mut x, left) = (first % pitch, (pitch * height).saturating_sub(first));
        for point in 0..POINTS.min(left) {
            let at = first + point;
            let border = x >= width;
            x = if x + 1 == pitch { 0 } else { x + 1 };
            if border {
                continue;
            }
            let mut channel = 0;
            while channel < self.outputs {
                // SAFETY: as the caller promises; the point lies on the board.
                unsafe {
                    let to = self.target.add((self.first + at) * self.outputs + channel);
                    let from = self.results.add(point * self.outputs + channel);
                    let bias = _mm512_loadu_ps(self.bias.add(channel));
                    let mut value = _mm512_add_ps(_mm512_loadu_ps(from), bias);
                    if RELU {
                        value = _mm512_max_ps(value, zero);
                    }
                    if ADD {
                        value = _mm512_add_ps(_mm512_loadu_ps(to), value);
                    }
                    _mm512_storeu_ps(to, value);
                }
                channel += PANEL;
            }
        }
    }
}
