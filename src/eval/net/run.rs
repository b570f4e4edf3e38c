//! Runs a network on boards.

use super::activation::Activation;
use super::conv::{Conv, Pass, Then, Work, convolve, geometry};
use super::floats::{Floats, padded};
use super::gemm::product;
use super::geometry::Geometry;
use super::points::{Field, dots, flatten, pool, shift};
use super::prepared::Net;
use crate::base::BoardSize;

/// What a network is given.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// All planes of a point side by side, the points row by row: A times P numbers.
    pub planes: &'a [f32],
    /// G numbers.
    pub globals: &'a [f32],
    /// What the player to move gets, in points.
    pub komi: f32,
}

/// What a network says, for the player to move.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Output {
    /// Logits of the points, then of the pass.
    pub policy: Vec<f32>,
    /// From -1, the opponent's, to +1, one's own, by point.
    pub ownership: Vec<f32>,
    /// The chance to win, 0 to 1.
    pub win: f32,
    /// By how many points one is ahead.
    pub lead: f32,
    /// The standard deviation of that.
    pub deviation: f32,
}

/// Room for one thread to run networks in; it grows when it must and never shrinks.
#[derive(Clone, Debug, Default)]
pub struct Runner {
    geometry: Option<(Geometry, usize, usize)>,
    planes: Floats,
    trunk: Floats,
    inner: Floats,
    work: Work,
    /// A row of numbers for each board, and what a matrix makes of them.
    rows: Floats,
    shifts: Floats,
    sums: Floats,
    maxima: Floats,
    zeros: Floats,
    flat: Floats,
    heads: Floats,
}

impl Runner {
    /// Empty.
    pub fn new() -> Runner {
        Runner::default()
    }

    /// Computes boards of one size. The vectors of the outputs are used again. An output depends on
    /// its input, the network and the kernel alone, bit by bit, and not on what else is computed along with it; all kernels but
    /// [`super::Kernel::Scalar`] compute the same bits.
    ///
    /// # Panics
    /// If there are fewer outputs than inputs, or a slice does not have the length that follows from the network and the size.
    pub fn run(
        &mut self,
        net: &Net,
        size: BoardSize,
        inputs: &[Input<'_>],
        outputs: &mut [Output],
    ) {
        assert!(outputs.len() >= inputs.len(), "an output for every input");
        let geometry = geometry(net.checked(), size);
        for input in inputs {
            assert_eq!(input.planes.len(), geometry.points() * net.planes(), "planes");
            assert_eq!(input.globals.len(), net.globals(), "globals");
        }
        let channels = padded(net.shape().channels);
        let (mut inputs, mut outputs) = (inputs, outputs);
        while !inputs.is_empty() {
            let count = geometry.group(inputs.len(), channels);
            let (now, later) = inputs.split_at(count);
            let (put, left) = outputs.split_at_mut(count);
            self.group(net, geometry, now, put);
            (inputs, outputs) = (later, left);
        }
    }

    fn group(&mut self, net: &Net, geometry: Geometry, inputs: &[Input], outputs: &mut [Output]) {
        let channels = padded(net.shape().channels);
        self.make_room(net, geometry, inputs.len());
        self.stem(net, geometry, inputs);
        let boards = inputs.len();
        let kernel = net.checked();
        for block in &net.blocks {
            let then = if block.pool.is_some() { Then::Store } else { Then::Relu };
            let pass = Pass {
                geometry,
                boards,
                source: &self.trunk,
                relu: true,
                target: &mut self.inner,
                bias: &block.first_bias,
                bias_stride: 0,
                then,
                work: &mut self.work,
            };
            convolve(kernel, &block.first, pass);
            if let Some(matrix) = &block.pool {
                for board in 0..boards {
                    let from = (board * geometry.area + geometry.row(0)) * channels;
                    let field = Field {
                        numbers: &self.inner[from..],
                        stride: channels,
                        width: geometry.width,
                        height: geometry.height,
                        pitch: geometry.pitch,
                    };
                    let zeros = &self.zeros[..channels];
                    let (sums, maxima) = (&mut self.sums, &mut self.maxima);
                    pool(kernel, field, Activation::Relu, zeros, sums, maxima);
                    let real = net.shape().channels;
                    let row = &mut self.rows[board * 3 * real..][..3 * real];
                    spread(geometry, &self.sums[..real], &self.maxima[..real], row);
                }
                product(kernel, matrix, boards, &self.rows, matrix.inputs, &mut self.shifts);
                for board in 0..boards {
                    let points = &mut self.inner[board * geometry.area * channels..];
                    shift(kernel, &geometry, points, &self.shifts[board * channels..][..channels]);
                }
            }
            let pass = Pass {
                geometry,
                boards,
                source: &self.inner,
                relu: false,
                target: &mut self.trunk,
                bias: &block.second_bias,
                bias_stride: 0,
                then: Then::Add,
                work: &mut self.work,
            };
            convolve(kernel, &block.second, pass);
        }
        for (board, (input, output)) in inputs.iter().zip(outputs).enumerate() {
            self.heads(net, geometry, board, input, output);
        }
    }

    /// Buffers of at least the sizes needed, with zeros in the border of the boards.
    fn make_room(&mut self, net: &Net, geometry: Geometry, boards: usize) {
        let shape = net.shape();
        let (channels, planes) = (padded(shape.channels), padded(shape.planes));
        let kind = (geometry, channels, planes);
        if self.geometry != Some(kind) {
            self.geometry = Some(kind);
            for buffer in [&mut self.planes, &mut self.trunk, &mut self.inner] {
                buffer.fill(0.0);
            }
        }
        self.planes.grow(boards * geometry.area * planes);
        self.trunk.grow(boards * geometry.area * channels);
        self.inner.grow(boards * geometry.area * channels);
        let heads = &net.heads;
        let widest = channels.max(heads.pooled_bias.len()).max(heads.value_bias.len());
        let longest = (3 * shape.channels).max(3 * shape.policy).max(heads.hidden.inputs);
        self.rows.grow(boards * longest.max(shape.globals));
        self.shifts.grow(boards * widest.max(heads.hidden.outputs));
        self.sums.grow(widest);
        self.maxima.grow(widest);
        self.zeros.grow(widest);
        self.flat.grow(geometry.points() * channels);
        self.heads.grow(geometry.points() * heads.conv.outputs);
    }

    /// The planes and the globals into the trunk.
    fn stem(&mut self, net: &Net, geometry: Geometry, inputs: &[Input]) {
        let (planes, stride) = (net.planes(), padded(net.planes()));
        for (board, input) in inputs.iter().enumerate() {
            let mut points = input.planes.chunks_exact(planes);
            for y in 0..geometry.height {
                let row = (board * geometry.area + geometry.row(y)) * stride;
                let row = self.planes[row..].chunks_exact_mut(stride);
                for (to, from) in row.zip(points.by_ref().take(geometry.width)) {
                    to[..planes].copy_from_slice(from);
                }
            }
            self.rows[board * net.globals()..][..net.globals()].copy_from_slice(input.globals);
        }
        let kernel = net.checked();
        let matrix = &net.from_globals;
        product(kernel, matrix, inputs.len(), &self.rows, matrix.inputs, &mut self.shifts);
        for shift in self.shifts[..inputs.len() * matrix.outputs].chunks_exact_mut(matrix.outputs) {
            add(shift, &net.stem_bias);
        }
        let layer: &Conv = &net.stem;
        let pass = Pass {
            geometry,
            boards: inputs.len(),
            source: &self.planes,
            relu: false,
            target: &mut self.trunk,
            bias: &self.shifts,
            bias_stride: matrix.outputs,
            then: Then::Store,
            work: &mut self.work,
        };
        convolve(kernel, layer, pass);
    }

    /// From the trunk to the output of one board.
    fn heads(
        &mut self,
        net: &Net,
        geometry: Geometry,
        board: usize,
        input: &Input,
        output: &mut Output,
    ) {
        let (kernel, heads, shape) = (net.checked(), &net.heads, net.shape());
        let channels = padded(shape.channels);
        let points = geometry.points();
        let trunk = &self.trunk[board * geometry.area * channels..];
        flatten(kernel, &geometry, channels, trunk, &mut self.flat);
        product(kernel, &heads.conv, points, &self.flat, channels, &mut self.heads);
        let field = |first: usize| Field {
            numbers: &self.heads[first..],
            stride: heads.conv.outputs,
            width: points,
            height: 1,
            pitch: points,
        };
        let (q, v) = (heads.pooled_bias.len(), shape.value);
        let (sums, maxima) = (&mut self.sums, &mut self.maxima);

        let pooled = &mut self.rows[..3 * shape.policy];
        pool(kernel, field(q), Activation::Relu, &heads.pooled_bias, sums, maxima);
        spread(geometry, &sums[..shape.policy], &maxima[..shape.policy], pooled);
        product(kernel, &heads.from_pooled, 1, pooled, pooled.len(), &mut self.shifts);
        add(&mut self.shifts, &heads.policy_bias);
        output.policy.clear();
        output.policy.resize(points + 1, 0.0);
        dots(
            kernel,
            field(0),
            Activation::Relu,
            &self.shifts[..q],
            &heads.point,
            &mut output.policy,
        );
        let (by_pooled, by_globals) = heads.pass.split_at(pooled.len());
        output.policy[points] =
            heads.pass_bias + dot(by_pooled, pooled) + dot(by_globals, input.globals);

        output.ownership.clear();
        output.ownership.resize(points, 0.0);
        dots(
            kernel,
            field(2 * q),
            Activation::Relu,
            &heads.value_bias,
            &heads.owner,
            &mut output.ownership,
        );
        let mut score = input.komi;
        for point in &mut output.ownership {
            *point = libm::tanhf(*point + heads.owner_bias);
            score += *point;
        }
        let scores = [
            score / 20.0,
            libm::tanhf(score / 2.0),
            libm::tanhf(score / 8.0),
            libm::tanhf(score / 30.0),
        ];
        let known = &mut self.rows[..heads.hidden.inputs];
        pool(kernel, field(2 * q), Activation::Relu, &heads.value_bias, sums, maxima);
        spread(geometry, &sums[..v], &maxima[..v], &mut known[..3 * v]);
        known[3 * v..][..4].copy_from_slice(&scores);
        known[3 * v + 4..].copy_from_slice(input.globals);
        product(kernel, &heads.hidden, 1, known, known.len(), &mut self.shifts);
        let hidden = &mut self.shifts[..shape.hidden];
        add(hidden, &heads.hidden_bias);
        hidden.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        let say = |n: usize| {
            dot(&heads.values[n * shape.hidden..][..shape.hidden], hidden)
                + dot(&heads.values_score[4 * n..][..4], &scores)
                + heads.values_bias[n]
        };
        output.win = 1.0 / (1.0 + libm::expf(-say(0)));
        output.lead = 20.0 * say(1);
        let deviation = say(2);
        output.deviation = 20.0 * (deviation.max(0.0) + libm::log1pf(libm::expf(-deviation.abs())));
    }
}

/// Means, means scaled by the size of the board, and maxima, one after the other.
fn spread(geometry: Geometry, sums: &[f32], maxima: &[f32], pooled: &mut [f32]) {
    let points = geometry.points() as f32;
    let scale = (points.sqrt() - 14.0) / 10.0;
    let channels = sums.len();
    for (channel, sum) in sums.iter().enumerate() {
        let mean = sum / points;
        pooled[channel] = mean;
        pooled[channels + channel] = mean * scale;
    }
    pooled[2 * channels..].copy_from_slice(maxima);
}

/// Adds number by number, as far as both go.
fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// The sum of the products, added up in order.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
