//! Products of matrices: rows of numbers times packed weights.

#![allow(clippy::needless_range_loop, reason = "loops of constant length over registers")]

use super::floats::{Floats, PANEL, padded};
use super::form::{Form, Full};
use super::kernel::per_kernel;
use super::lanes::Lanes;

/// Weights `[out][in]` packed for a product: panels of sixteen outputs, in each the sixteen weights of every input in turn;
/// outputs are filled up with zeros.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Inputs.
    pub inputs: usize,
    /// Outputs, filled up.
    pub outputs: usize,
    packed: Floats,
}

impl Matrix {
    /// Packs `weight(out, in)`.
    pub fn pack(outputs: usize, inputs: usize, weight: impl Fn(usize, usize) -> f32) -> Matrix {
        let mut packed = Floats::zeros(padded(outputs) * inputs);
        for output in 0..outputs {
            let panel = &mut packed[output / PANEL * PANEL * inputs..];
            for input in 0..inputs {
                panel[input * PANEL + output % PANEL] = weight(output, input);
            }
        }
        Matrix { inputs, outputs: padded(outputs), packed }
    }

    /// Packs a matrix that stands row by row.
    pub fn of(outputs: usize, inputs: usize, weights: &[f32]) -> Matrix {
        Matrix::pack(outputs, inputs, |output, input| weights[output * inputs + input])
    }
}

/// Where a block of a product lies: `c[row][..] = a[row][..depth] * b`, with a and b in some [`Form`].
#[derive(Clone, Copy)]
pub struct Block {
    /// First row of numbers.
    pub a: *const f32,
    /// From row to row of `a`.
    pub a_stride: usize,
    /// First panel of weights.
    pub b: *const f32,
    /// Lanes in a row: weights of a panel are sixteen times as many.
    pub depth: usize,
    /// First row of results.
    pub c: *mut f32,
    /// From row to row of `c`.
    pub c_stride: usize,
    /// As much more weights, which the next product will want.
    pub next: *const f32,
}

/// Computes a block of R rows and V vectors, held in registers. Every result is summed up input by input in order, whatever
/// the size of the block: the bits do not depend on what else is computed along with it.
///
/// # Safety
/// The pointers are good for that many rows and columns; and see [`Lanes`].
#[inline(always)]
pub unsafe fn block<L: Lanes, F: Form<L>, const R: usize, const V: usize>(at: Block) {
    let per_panel = PANEL / L::N;
    // SAFETY: as the caller promises; vector j lies in panel j / per_panel.
    unsafe {
        let mut sums = [[L::splat(0.0); V]; R];
        for k in 0..at.depth {
            let mut weights = [L::splat(0.0); V];
            for j in 0..V {
                let panel = j / per_panel * PANEL * at.depth;
                weights[j] = L::load(at.b.add(panel + k * PANEL + j % per_panel * L::N));
            }
            L::fetch(at.next.wrapping_add(k * PANEL));
            for r in 0..R {
                let x = L::splat(*at.a.add(r * at.a_stride + k));
                for j in 0..V {
                    sums[r][j] = F::add_products(x, weights[j], sums[r][j]);
                }
            }
        }
        for r in 0..R {
            for j in 0..V {
                L::store(at.c.add(r * at.c_stride + j * L::N), sums[r][j]);
            }
        }
    }
}

/// A whole product of `rows` rows and `panels` panels, cut into even blocks.
///
/// # Safety
/// The pointers are good for that; and see [`Lanes`].
#[inline(always)]
pub unsafe fn gemm<L: Lanes, F: Form<L>>(rows: usize, panels: usize, at: Block) {
    let across = panels.div_ceil(L::PANELS);
    let (mut panel, mut fetched) = (0, 0);
    for column in 0..across {
        let width = (panels - panel).div_ceil(across - column);
        let down = rows.div_ceil(L::rows(width));
        let mut row = 0;
        for line in 0..down {
            let height = (rows - row).div_ceil(down - line);
            // Each block asks for a panel of the next weights; when all are asked for, for what is there anyway.
            let next = if fetched < panels { at.next } else { at.b };
            let fetch = if fetched < panels { fetched } else { panel };
            // SAFETY: the block lies within the whole.
            unsafe {
                let inner = Block {
                    a: at.a.add(row * at.a_stride),
                    b: at.b.add(panel * PANEL * at.depth),
                    c: at.c.add(row * at.c_stride + panel * PANEL),
                    next: next.wrapping_add(fetch * PANEL * at.depth),
                    ..at
                };
                L::block::<F>(height, width, inner);
            }
            fetched += 1;
            row += height;
        }
        panel += width;
    }
}

per_kernel! {
    /// `results[row] = numbers[row][..inputs] * matrix`, `numbers` with that stride, `results` with the outputs as theirs.
    pub fn product(matrix: &Matrix, rows: usize, numbers: &[f32], stride: usize, results: &mut [f32]) = multiply
}

/// # Safety
/// See [`Lanes`].
#[inline(always)]
unsafe fn multiply<L: Lanes>(
    matrix: &Matrix,
    rows: usize,
    numbers: &[f32],
    stride: usize,
    results: &mut [f32],
) {
    if rows == 0 {
        return;
    }
    assert!(numbers.len() >= (rows - 1) * stride + matrix.inputs);
    assert!(results.len() >= rows * matrix.outputs);
    assert!(matrix.packed.len() >= matrix.inputs * matrix.outputs);
    let at = Block {
        a: numbers.as_ptr(),
        a_stride: stride,
        b: matrix.packed.as_ptr(),
        depth: matrix.inputs,
        c: results.as_mut_ptr(),
        c_stride: matrix.outputs,
        next: matrix.packed.as_ptr(),
    };
    // SAFETY: the lengths have been looked at.
    unsafe { gemm::<L, Full>(rows, matrix.outputs / PANEL, at) }
}
