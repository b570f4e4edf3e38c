//! A network ready to run: its weights transformed and packed.

use super::conv::Conv;
use super::floats::{Floats, padded};
use super::format::{NetError, Shape, Weights};
use super::gemm::Matrix;
use super::kernel::{Checked, Kernel, Precision};
use super::run::{Input, Output, Runner};
use crate::base::BoardSize;

/// A residual block.
#[derive(Clone, Debug)]
pub struct Residual {
    pub(super) first: Conv,
    pub(super) first_bias: Floats,
    pub(super) pool: Option<Matrix>,
    pub(super) second: Conv,
    pub(super) second_bias: Floats,
}

/// What comes after the trunk.
#[derive(Clone, Debug)]
pub struct Heads {
    /// The three 1x1 convolutions side by side: policy, what the policy pools, value; each filled up.
    pub(super) conv: Matrix,
    pub(super) policy_bias: Vec<f32>,
    pub(super) pooled_bias: Floats,
    pub(super) value_bias: Floats,
    pub(super) from_pooled: Matrix,
    pub(super) point: Floats,
    pub(super) pass: Vec<f32>,
    pub(super) pass_bias: f32,
    pub(super) owner: Floats,
    pub(super) owner_bias: f32,
    pub(super) hidden: Matrix,
    pub(super) hidden_bias: Vec<f32>,
    pub(super) values: Vec<f32>,
    pub(super) values_score: Vec<f32>,
    pub(super) values_bias: Vec<f32>,
}

/// A network; shared between threads as it is, each with a [`Runner`] of its own.
#[derive(Clone, Debug)]
pub struct Net {
    name: String,
    shape: Shape,
    kernel: Checked,
    pub(super) stem: Conv,
    pub(super) stem_bias: Floats,
    pub(super) from_globals: Matrix,
    pub(super) blocks: Vec<Residual>,
    pub(super) heads: Heads,
}

impl Net {
    /// Prepares weights to be computed with that precision, by the best kernel of this processor.
    pub fn new(weights: &Weights, precision: Precision) -> Net {
        Net::prepare(weights, Checked::best(precision))
    }

    /// Reads a file and prepares it; any bytes are a network or an error.
    pub fn read(bytes: &[u8], precision: Precision) -> Result<Net, NetError> {
        Ok(Net::new(&Weights::read(bytes)?, precision))
    }

    /// Prepares weights for a kernel; `None` if this processor does not have it.
    pub fn with_kernel(weights: &Weights, kernel: Kernel) -> Option<Net> {
        Some(Net::prepare(weights, kernel.check()?))
    }

    fn prepare(weights: &Weights, kernel: Checked) -> Net {
        let shape = weights.shape;
        let Shape { planes, globals, channels: c, policy: q, value: v, hidden: d, .. } = shape;
        let wide = |numbers: &[f32]| Floats::padded_to(padded(numbers.len()), numbers);
        let blocks = weights.blocks.iter().map(|block| Residual {
            first: Conv::new(kernel, c, c, &block.w1),
            first_bias: wide(&block.b1),
            pool: block.wp.as_ref().map(|wp| Matrix::of(c, 3 * c, wp)),
            second: Conv::new(kernel, c, c, &block.w2),
            second_bias: wide(&block.b2),
        });
        let conv = Matrix::pack(2 * padded(q) + padded(v), c, |output, input| {
            let (of, output) = match output / padded(q) {
                0 => (&weights.wp, output),
                1 => (&weights.wq, output - padded(q)),
                _ => (&weights.wv, output - 2 * padded(q)),
            };
            of.get(output * c + input).copied().unwrap_or_default()
        });
        let heads = Heads {
            conv,
            policy_bias: weights.bp.clone(),
            pooled_bias: wide(&weights.bq),
            value_bias: wide(&weights.bv),
            from_pooled: Matrix::of(q, 3 * q, &weights.wu),
            point: wide(&weights.wl),
            pass: weights.wpass.clone(),
            pass_bias: weights.bpass,
            owner: wide(&weights.wo),
            owner_bias: weights.bo,
            hidden: Matrix::of(d, 3 * v + 4 + globals, &weights.w1),
            hidden_bias: weights.b1.clone(),
            values: weights.w2.clone(),
            values_score: weights.w3.clone(),
            values_bias: weights.b2.clone(),
        };
        Net {
            name: weights.name.clone(),
            shape,
            kernel,
            stem: Conv::new(kernel, c, planes, &weights.stem_w),
            stem_bias: wide(&weights.stem_b),
            from_globals: Matrix::of(c, globals, &weights.wg),
            blocks: blocks.collect(),
            heads,
        }
    }

    /// The kernel that it is computed with.
    pub fn kernel(&self) -> Kernel {
        self.kernel.kernel()
    }

    pub(super) fn checked(&self) -> Checked {
        self.kernel
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Input planes: P.
    pub fn planes(&self) -> usize {
        self.shape.planes
    }

    /// Numbers about the whole position: G.
    pub fn globals(&self) -> usize {
        self.shape.globals
    }

    /// Computes one board, slowly: with room of its own. See [`Runner::run`].
    pub fn evaluate(&self, size: BoardSize, input: Input<'_>) -> Output {
        let mut output = [Output::default()];
        Runner::new().run(self, size, &[input], &mut output);
        let [output] = output;
        output
    }
}
