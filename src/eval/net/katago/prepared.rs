//! A network of KataGo's ready to run: scales of normalisations multiplied into the weights before them, all packed.

use super::format::{self, Scales, Weights};
use super::layers::{Convolution, Linear, Norm};
use super::run::{Input, Output, Runner};
use super::sparse::Sparse;
use crate::base::BoardSize;
use crate::eval::net::activation::Activation;
use crate::eval::net::conv::Conv;
use crate::eval::net::floats::{Floats, PANEL, padded};
use crate::eval::net::gemm::Matrix;
use crate::eval::net::kernel::{Checked, Kernel, Precision};

/// A normalisation and the activation behind it, channels filled up.
#[derive(Clone, Debug)]
pub struct Scaled {
    pub(super) scale: Floats,
    pub(super) shift: Floats,
    pub(super) then: Activation,
}

/// What is left of a normalisation whose scale is in the weights before it.
#[derive(Clone, Debug)]
pub struct Shifted {
    pub(super) shift: Floats,
    pub(super) then: Activation,
}

/// A convolution within the trunk.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Channels of the result, filled up.
    pub(super) outputs: usize,
    pub(super) conv: Conv,
}

/// A block of a tower.
#[derive(Clone, Debug)]
pub enum Block {
    /// See [`format::Block::Ordinary`].
    Ordinary { pre: Scaled, first: Layer, mid: Shifted, last: Layer },
    /// See [`format::Block::Pooling`].
    Pooling {
        pre: Scaled,
        /// Both convolutions side by side, each filled up.
        both: Layer,
        pooled: Shifted,
        pooled_channels: usize,
        to_shift: Matrix,
        mid: Shifted,
        last: Layer,
    },
    /// See [`format::Block::Nested`].
    Nested { pre: Scaled, narrow: Layer, blocks: Vec<Block>, post: Scaled, widen: Layer },
}

/// What comes after the trunk.
#[derive(Clone, Debug)]
pub struct Heads {
    /// First layers of policy, of what it pools, and of value side by side; each filled up.
    pub(super) conv: Matrix,
    pub(super) policy: Shifted,
    pub(super) pooled: Shifted,
    pub(super) pooled_channels: usize,
    pub(super) to_shift: Matrix,
    pub(super) point: Floats,
    pub(super) pass: Vec<f32>,
    pub(super) value: Shifted,
    pub(super) value_channels: usize,
    pub(super) owner: Floats,
    pub(super) hidden: Matrix,
    pub(super) hidden_then: Scaled,
    /// Logits of the results, then the numbers about the score.
    pub(super) numbers: Matrix,
    pub(super) numbers_bias: Vec<f32>,
}

/// A network; shared between threads as it is, each with a [`Runner`] of its own.
#[derive(Clone, Debug)]
pub struct Net {
    name: String,
    version: i64,
    kernel: Checked,
    pub(super) scales: Scales,
    pub(super) first: Sparse,
    pub(super) globals: Matrix,
    pub(super) blocks: Vec<Block>,
    pub(super) tip: Scaled,
    pub(super) heads: Heads,
}

fn wide(numbers: &[f32]) -> Floats {
    Floats::padded_to(padded(numbers.len()), numbers)
}

impl Scaled {
    fn new(norm: &Norm) -> Scaled {
        Scaled { scale: wide(&norm.scale), shift: wide(&norm.shift), then: norm.then }
    }
}

impl Shifted {
    fn new(norm: &Norm) -> Shifted {
        Shifted { shift: wide(&norm.shift), then: norm.then }
    }
}

/// A convolution with the scale of each of its results.
type Part<'a> = (&'a Convolution, Option<&'a [f32]>);

impl Layer {
    /// Convolutions of the same window side by side, the results of each filled up.
    fn new(kernel: Checked, parts: &[Part<'_>]) -> Layer {
        let outputs = parts.iter().map(|(layer, _)| padded(layer.outputs)).sum();
        let mut rows = Vec::with_capacity(outputs);
        for &(layer, scale) in parts {
            let scales = |output: usize| scale.map_or(1.0, |scale| scale[output]);
            rows.extend((0..layer.outputs).map(|o| Some((layer, o, scales(o)))));
            rows.resize(rows.len().next_multiple_of(PANEL), None);
        }
        let (side, inputs) = parts.first().map_or((1, 0), |(layer, _)| (layer.side, layer.inputs));
        let weight = |output: usize, input: usize, place: usize| match rows[output] {
            Some((layer, output, scale)) => scale * layer.weight(place, input, output),
            None => 0.0,
        };
        let pairs = (0..outputs).flat_map(|output| (0..inputs).map(move |input| (output, input)));
        let weights: Vec<f32> = pairs
            .flat_map(|(o, i)| (0..side * side).map(move |place| (o, i, place)))
            .map(|(output, input, place)| weight(output, input, place))
            .collect();
        let pack = if side == 1 { Conv::of_points } else { Conv::new };
        Layer { outputs, conv: pack(kernel, outputs, inputs, &weights) }
    }
}

/// A matrix with the scale of each of its results.
fn matrix(layer: &Linear, scale: Option<&[f32]>) -> Matrix {
    Matrix::pack(layer.outputs, layer.inputs, |output, input| {
        scale.map_or(1.0, |scale| scale[output]) * layer.weight(input, output)
    })
}

fn prepare(kernel: Checked, blocks: &[format::Block]) -> Vec<Block> {
    let block = |block: &format::Block| match block {
        format::Block::Ordinary { pre, first, mid, last } => Block::Ordinary {
            pre: Scaled::new(pre),
            first: Layer::new(kernel, &[(first, Some(&mid.scale))]),
            mid: Shifted::new(mid),
            last: Layer::new(kernel, &[(last, None)]),
        },
        format::Block::Pooling { pre, first, pooled, pooled_norm, to_shift, mid, last } => {
            let parts = [(first, Some(&*mid.scale)), (pooled, Some(&*pooled_norm.scale))];
            let both = Layer::new(kernel, &parts);
            Block::Pooling {
                pre: Scaled::new(pre),
                both,
                pooled: Shifted::new(pooled_norm),
                pooled_channels: pooled.outputs,
                to_shift: matrix(to_shift, Some(&mid.scale)),
                mid: Shifted::new(mid),
                last: Layer::new(kernel, &[(last, None)]),
            }
        }
        format::Block::Nested { pre, narrow, blocks, post, widen } => Block::Nested {
            pre: Scaled::new(pre),
            narrow: Layer::new(kernel, &[(narrow, None)]),
            blocks: prepare(kernel, blocks),
            post: Scaled::new(post),
            widen: Layer::new(kernel, &[(widen, None)]),
        },
    };
    blocks.iter().map(block).collect()
}

impl Heads {
    fn new(weights: &Weights) -> Heads {
        let (policy, value) = (&weights.policy, &weights.value);
        let parts = [
            (&policy.points, &policy.norm),
            (&policy.pooled, &policy.pooled_norm),
            (&value.points, &value.norm),
        ];
        let mut rows = Vec::new();
        for (layer, norm) in parts {
            rows.extend((0..layer.outputs).map(|o| Some((layer, o, norm.scale[o]))));
            rows.resize(rows.len().next_multiple_of(PANEL), None);
        }
        let conv = Matrix::pack(rows.len(), weights.tip.channels(), |output, input| {
            rows[output].map_or(0.0, |(layer, o, scale)| scale * layer.weight(0, input, o))
        });
        let channel = |layer: &Convolution| -> Vec<f32> {
            (0..layer.inputs).map(|input| layer.weight(0, input, 0)).collect()
        };
        let (result, scores) = (&value.result, &value.scores);
        let numbers =
            Matrix::pack(result.outputs + scores.outputs, value.hidden.outputs, |output, input| {
                match output.checked_sub(result.outputs) {
                    None => result.weight(input, output),
                    Some(output) => scores.weight(input, output),
                }
            });
        Heads {
            conv,
            policy: Shifted::new(&policy.norm),
            pooled: Shifted::new(&policy.pooled_norm),
            pooled_channels: policy.pooled.outputs,
            to_shift: matrix(&policy.to_shift, Some(&policy.norm.scale)),
            point: wide(&channel(&policy.logits)),
            pass: (0..policy.pass.inputs).map(|input| policy.pass.weight(input, 0)).collect(),
            value: Shifted::new(&value.norm),
            value_channels: value.points.outputs,
            owner: wide(&channel(&value.owners)),
            hidden: matrix(&value.hidden, None),
            hidden_then: Scaled {
                scale: wide(&vec![1.0; value.hidden.outputs]),
                shift: wide(&value.hidden_bias),
                then: value.hidden_then,
            },
            numbers,
            numbers_bias: [&*value.result_bias, &*value.scores_bias].concat(),
        }
    }
}

impl Net {
    /// Prepares weights to be computed with that precision, by the best kernel of this processor.
    pub fn new(weights: &Weights, precision: Precision) -> Net {
        Net::prepare(weights, Checked::best(precision))
    }

    /// Prepares weights for a kernel; `None` if this processor does not have it.
    pub fn with_kernel(weights: &Weights, kernel: Kernel) -> Option<Net> {
        Some(Net::prepare(weights, kernel.check()?))
    }

    fn prepare(weights: &Weights, kernel: Checked) -> Net {
        Net {
            name: weights.name.clone(),
            version: weights.version,
            kernel,
            scales: weights.scales,
            first: Sparse::new(&weights.first),
            globals: matrix(&weights.globals, None),
            blocks: prepare(kernel, &weights.blocks),
            tip: Scaled::new(&weights.tip),
            heads: Heads::new(weights),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of its file.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// The kernel that it is computed with.
    pub fn kernel(&self) -> Kernel {
        self.kernel.kernel()
    }

    pub(super) fn checked(&self) -> Checked {
        self.kernel
    }

    /// Computes one board, slowly: with room of its own. See [`Runner::run`].
    pub fn evaluate(&self, size: BoardSize, input: Input<'_>) -> Output {
        let mut output = [Output::default()];
        Runner::new().run(self, size, &[input], &mut output);
        let [output] = output;
        output
    }
}
