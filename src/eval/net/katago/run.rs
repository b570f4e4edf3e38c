//! Runs a network of KataGo's on boards.

use super::prepared::{Block, Layer, Net, Scaled, Shifted};
use super::sparse::{self, Seen};
use super::spread::normalise;
use super::{GLOBALS, PLANES};
use crate::base::BoardSize;
use crate::eval::net::activation::Activation;
use crate::eval::net::conv::{self, Pass, Then, Work, geometry};
use crate::eval::net::floats::Floats;
use crate::eval::net::gemm::{Matrix, product};
use crate::eval::net::geometry::Geometry;
use crate::eval::net::kernel::Checked;
use crate::eval::net::points::{Field, dots, pool};

/// What a network is given.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// All planes of a point side by side, the points row by row: A times [`PLANES`] numbers.
    pub planes: &'a [f32],
    /// [`GLOBALS`] numbers.
    pub globals: &'a [f32],
    /// May the game end without a result, under the rules in force?
    pub no_result: bool,
}

/// What a network says, for the player to move. Points are those of a game against oneself unless something else is said.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Output {
    /// Logits of the points, then of the pass.
    pub policy: Vec<f32>,
    /// From -1, the opponent's, to +1, one's own, by point.
    pub ownership: Vec<f32>,
    /// The chance to win, 0 to 1.
    pub win: f32,
    /// The chance to lose.
    pub loss: f32,
    /// The chance that the game has no result.
    pub no_result: f32,
    /// By how many points one will win.
    pub score: f32,
    /// The mean square of that, in square points.
    pub score_square: f32,
    /// By how many points one is ahead.
    pub lead: f32,
    /// The standard deviation of the score if there is a result, in points.
    pub deviation: f32,
    /// Moves until the winner will be clear; networks before version 9 are not asked.
    pub time_left: Option<f32>,
    /// How wrong win minus loss, and the score, are likely to be as compared with a short search; networks before version 9
    /// do not know.
    pub errors: Option<[f32; 2]>,
}

/// Boards by the number of channels of a point: the borders of each stay zero.
#[derive(Clone, Debug, Default)]
struct Boards(Vec<(usize, Floats)>);

impl Boards {
    /// The boards of that many channels.
    fn of(&mut self, channels: usize) -> &mut Floats {
        let known = self.0.iter().position(|(of, _)| *of == channels);
        let index = known.unwrap_or_else(|| {
            self.0.push((channels, Floats::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(|(_, floats)| floats.fill(0.0));
    }
}

/// Room for one thread to run networks in; it grows when it must and never shrinks.
#[derive(Clone, Debug, Default)]
pub struct Runner {
    geometry: Option<Geometry>,
    seen: Seen,
    /// The trunk, and what blocks within blocks work on.
    streams: Vec<Floats>,
    room: Room,
    flat: Floats,
    heads: Floats,
}

/// What a block needs beside what it works on.
#[derive(Clone, Debug, Default)]
struct Room {
    /// What a convolution sees.
    acted: Boards,
    /// What the first convolution of a block makes.
    inner: Boards,
    work: Work,
    /// A row of numbers for each board, and what a matrix makes of them.
    pooled: Floats,
    shifts: Floats,
    sums: Floats,
    maxima: Floats,
    ones: Floats,
    zeros: Floats,
}

/// How many boards there are, how they lie, and what they are computed with.
#[derive(Clone, Copy)]
struct Task {
    kernel: Checked,
    geometry: Geometry,
    boards: usize,
}

impl Task {
    /// The points of a board of so many numbers a point.
    fn field<'a>(&self, numbers: &'a [f32], board: usize, stride: usize) -> Field<'a> {
        let Geometry { width, height, pitch, .. } = self.geometry;
        let numbers = &numbers[(board * self.geometry.area + self.geometry.row(0)) * stride..];
        Field { numbers, stride, width, height, pitch }
    }

    /// Where in memory the first point of a board lies.
    fn first(&self, board: usize, stride: usize) -> usize {
        (board * self.geometry.area + self.geometry.row(0)) * stride
    }

    /// Room for all boards with so many channels.
    fn numbers(&self, channels: usize) -> usize {
        self.boards * self.geometry.area * channels
    }
}

impl Runner {
    /// Empty.
    pub fn new() -> Runner {
        Runner::default()
    }

    /// Computes boards of one size. The vectors of the outputs are used again. An output depends on its input, the network
    /// and the kernel alone, bit by bit; all kernels of f32 with fused multiplication compute the same bits.
    ///
    /// # Panics
    /// If there are fewer outputs than inputs, or a slice does not have the length that follows from the size.
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
            assert_eq!(input.planes.len(), geometry.points() * PLANES, "planes");
            assert_eq!(input.globals.len(), GLOBALS, "globals");
        }
        if self.geometry != Some(geometry) {
            self.geometry = Some(geometry);
            self.room.acted.clear();
            self.room.inner.clear();
        }
        let (mut inputs, mut outputs) = (inputs, outputs);
        while !inputs.is_empty() {
            let count = geometry.group(inputs.len(), net.first.outputs);
            let (now, later) = inputs.split_at(count);
            let (put, left) = outputs.split_at_mut(count);
            let task = Task { kernel: net.checked(), geometry, boards: count };
            self.group(net, task, now, put);
            (inputs, outputs) = (later, left);
        }
    }

    fn group(&mut self, net: &Net, task: Task, inputs: &[Input<'_>], outputs: &mut [Output]) {
        let channels = net.first.outputs;
        let mut streams = std::mem::take(&mut self.streams);
        let depth = deepest(&net.blocks) + 1;
        streams.resize_with(streams.len().max(depth), Floats::default);
        if let Some((trunk, inner)) = streams.split_first_mut() {
            trunk.grow(task.numbers(channels));
            for (board, input) in inputs.iter().enumerate() {
                self.room.shifts.grow(channels);
                product(
                    task.kernel,
                    &net.globals,
                    1,
                    input.globals,
                    GLOBALS,
                    &mut self.room.shifts,
                );
                self.seen.read(input.planes, PLANES);
                let area = task.geometry.area * channels;
                let board = &mut trunk[board * area..][..area];
                let shift = &self.room.shifts;
                sparse::convolve(task.kernel, &net.first, &task.geometry, &self.seen, shift, board);
            }
            for block in &net.blocks {
                self.room.block(task, block, trunk, inner);
            }
            for (board, (input, output)) in inputs.iter().zip(outputs).enumerate() {
                self.speak(net, task, task.field(trunk, board, channels), input, output);
            }
        }
        self.streams = streams;
    }

    /// From the trunk to the output of one board.
    fn speak(
        &mut self,
        net: &Net,
        task: Task,
        trunk: Field<'_>,
        input: &Input<'_>,
        output: &mut Output,
    ) {
        let (kernel, heads) = (task.kernel, &net.heads);
        let (points, width) = (task.geometry.points(), task.geometry.width);
        let channels = trunk.stride;
        let Room { pooled, shifts, sums, maxima, .. } = &mut self.room;
        self.flat.grow(points * channels);
        self.heads.grow(points * heads.conv.outputs);
        let Scaled { scale, shift, then } = &net.tip;
        normalise(kernel, trunk, *then, scale, shift, &mut self.flat, width);
        product(kernel, &heads.conv, points, &self.flat, channels, &mut self.heads);
        let field = |first: usize| Field {
            numbers: &self.heads[first..],
            stride: heads.conv.outputs,
            width: points,
            height: 1,
            pitch: points,
        };
        let policy = heads.policy.shift.len();
        let value = policy + heads.pooled.shift.len();
        let widest = heads.pooled.shift.len().max(heads.value.shift.len());
        sums.grow(widest);
        maxima.grow(widest);
        pooled.grow(3 * heads.pooled_channels.max(heads.value_channels));
        shifts.grow(policy.max(heads.hidden.outputs).max(heads.numbers.outputs));

        let Shifted { shift, then } = &heads.pooled;
        pool(kernel, field(policy), *then, shift, sums, maxima);
        let known = &mut pooled[..3 * heads.pooled_channels];
        spread(points, sums, Some(maxima), known);
        product(kernel, &heads.to_shift, 1, known, known.len(), shifts);
        add(&mut shifts[..policy], &heads.policy.shift);
        output.policy.clear();
        output.policy.resize(points + 1, 0.0);
        let (shifted, then) = (&shifts[..policy], heads.policy.then);
        dots(kernel, field(0), then, shifted, &heads.point, &mut output.policy);
        output.policy[points] = heads.pass.iter().zip(&*known).map(|(a, b)| a * b).sum();

        let Shifted { shift, then } = &heads.value;
        output.ownership.clear();
        output.ownership.resize(points, 0.0);
        dots(kernel, field(value), *then, shift, &heads.owner, &mut output.ownership);
        output.ownership.iter_mut().for_each(|owner| *owner = libm::tanhf(*owner));
        pool(kernel, field(value), *then, shift, sums, maxima);
        let known = &mut pooled[..3 * heads.value_channels];
        spread(points, sums, None, known);
        product(kernel, &heads.hidden, 1, known, known.len(), shifts);
        let units = heads.hidden.outputs;
        self.flat.grow(units);
        let Scaled { scale, shift, then } = &heads.hidden_then;
        let row = Field { numbers: shifts, stride: units, width: 1, height: 1, pitch: 1 };
        normalise(kernel, row, *then, scale, shift, &mut self.flat, 1);
        product(kernel, &heads.numbers, 1, &self.flat, units, shifts);
        add(shifts, &heads.numbers_bias);
        tell(net, &shifts[..heads.numbers_bias.len()], input.no_result, output);
    }
}

/// How deep blocks lie within blocks.
fn deepest(blocks: &[Block]) -> usize {
    let depth = |block: &Block| match block {
        Block::Nested { blocks, .. } => 1 + deepest(blocks),
        _ => 0,
    };
    blocks.iter().map(depth).max().unwrap_or(0)
}

impl Room {
    /// One block, on a stream; those of the blocks within it are behind.
    fn block(&mut self, task: Task, block: &Block, stream: &mut Floats, behind: &mut [Floats]) {
        match block {
            Block::Ordinary { pre, first, mid, last } => {
                self.act(task, pre, stream);
                let channels = first.outputs;
                // Where the convolution can do the activation itself, what it makes is what the next one sees.
                let direct = mid.then == Activation::Relu;
                let then = if direct { Then::Relu } else { Then::Store };
                let made = self.inner.of(channels);
                made.grow(task.numbers(channels));
                let seen = self.acted.of(pre.scale.len());
                convolve(task, first, seen, made, &mid.shift, then, &mut self.work);
                if !direct {
                    self.act_inner(task, mid.then, channels, None);
                }
                let Room { inner, acted, .. } = self;
                let seen = if direct { inner.of(channels) } else { acted.of(channels) };
                self.zeros.grow(last.outputs);
                convolve(task, last, seen, stream, &self.zeros, Then::Add, &mut self.work);
            }
            Block::Pooling { pre, both, pooled, pooled_channels, to_shift, mid, last } => {
                self.act(task, pre, stream);
                let made = self.inner.of(both.outputs);
                made.grow(task.numbers(both.outputs));
                self.zeros.grow(both.outputs);
                let seen = self.acted.of(pre.scale.len());
                convolve(task, both, seen, made, &self.zeros, Then::Store, &mut self.work);
                self.shift(task, both.outputs, pooled, *pooled_channels, (to_shift, mid));
                self.act_inner(task, mid.then, both.outputs, Some(mid.shift.len()));
                let seen = self.acted.of(mid.shift.len());
                self.zeros.grow(last.outputs);
                convolve(task, last, seen, stream, &self.zeros, Then::Add, &mut self.work);
            }
            Block::Nested { pre, narrow, blocks, post, widen } => {
                let Some((stream_of_fewer, behind)) = behind.split_first_mut() else { return };
                self.act(task, pre, stream);
                stream_of_fewer.grow(task.numbers(narrow.outputs));
                self.zeros.grow(narrow.outputs.max(widen.outputs));
                let (zeros, seen) = (&self.zeros, self.acted.of(pre.scale.len()));
                convolve(task, narrow, seen, stream_of_fewer, zeros, Then::Store, &mut self.work);
                for block in blocks {
                    self.block(task, block, stream_of_fewer, behind);
                }
                self.act(task, post, stream_of_fewer);
                let (zeros, seen) = (&self.zeros, self.acted.of(post.scale.len()));
                convolve(task, widen, seen, stream, zeros, Then::Add, &mut self.work);
            }
        }
    }

    /// A normalisation and an activation of a stream, into what the next convolution sees.
    fn act(&mut self, task: Task, norm: &Scaled, stream: &Floats) {
        let channels = norm.scale.len();
        let seen = self.acted.of(channels);
        seen.grow(task.numbers(channels));
        for board in 0..task.boards {
            let to = &mut seen[task.first(board, channels)..];
            let from = task.field(stream, board, channels);
            let Scaled { scale, shift, then } = norm;
            normalise(task.kernel, from, *then, scale, shift, to, task.geometry.pitch);
        }
    }

    /// The activation alone, of what the first convolution of a block has made, of `stride` numbers a point; where shifts for
    /// each board are given, they are added to so many channels before.
    fn act_inner(&mut self, task: Task, then: Activation, stride: usize, shifted: Option<usize>) {
        let channels = shifted.unwrap_or(stride);
        self.zeros.grow(channels);
        self.ones.grow(channels);
        self.ones.fill(1.0);
        let (made, seen) = (self.inner.of(stride), self.acted.of(channels));
        seen.grow(task.numbers(channels));
        for board in 0..task.boards {
            let shift = match shifted {
                Some(_) => &self.shifts[board * channels..],
                None => &self.zeros[..],
            };
            let to = &mut seen[task.first(board, channels)..];
            let from = task.field(made, board, stride);
            let ones = &self.ones[..channels];
            normalise(task.kernel, from, then, ones, shift, to, task.geometry.pitch);
        }
    }

    /// What the channels that are pooled shift the others by, for each board: `shifts`.
    fn shift(
        &mut self,
        task: Task,
        stride: usize,
        pooled: &Shifted,
        channels: usize,
        (to_shift, mid): (&Matrix, &Shifted),
    ) {
        let width = mid.shift.len();
        self.sums.grow(pooled.shift.len());
        self.maxima.grow(pooled.shift.len());
        self.pooled.grow(3 * channels);
        self.shifts.grow(task.boards * width);
        let made = self.inner.of(stride);
        for board in 0..task.boards {
            let field = task.field(made, board, stride);
            let field = Field { numbers: &field.numbers[width..], ..field };
            let (sums, maxima) = (&mut self.sums, &mut self.maxima);
            pool(task.kernel, field, pooled.then, &pooled.shift, sums, maxima);
            let known = &mut self.pooled[..3 * channels];
            spread(task.geometry.points(), sums, Some(maxima), known);
            let shifts = &mut self.shifts[board * width..][..width];
            product(task.kernel, to_shift, 1, known, known.len(), shifts);
            add(shifts, &mid.shift);
        }
    }
}

/// A convolution of all boards.
fn convolve(
    task: Task,
    layer: &Layer,
    source: &Floats,
    target: &mut Floats,
    bias: &[f32],
    then: Then,
    work: &mut Work,
) {
    let Task { kernel, geometry, boards } = task;
    let bias_stride = 0;
    let pass =
        Pass { geometry, boards, source, relu: false, target, bias, bias_stride, then, work };
    conv::convolve(kernel, &layer.conv, pass);
}

/// Means, means scaled by the size of the board, and maxima, one after the other; without maxima means scaled by the square of that.
fn spread(points: usize, sums: &[f32], maxima: Option<&Floats>, pooled: &mut [f32]) {
    let channels = pooled.len() / 3;
    let scale = ((points as f32).sqrt() - 14.0) * 0.1;
    for (channel, sum) in sums[..channels].iter().enumerate() {
        let mean = sum / points as f32;
        pooled[channel] = mean;
        pooled[channels + channel] = mean * scale;
        pooled[2 * channels + channel] = match maxima {
            Some(maxima) => maxima[channel],
            None => mean * (scale * scale - 0.1),
        };
    }
}

/// Adds number by number, as far as both go.
fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// What the last numbers of the network mean: logits of win, loss and no result, then score, deviation, lead, time, and from
/// version 9 on the two errors. Score and lead are those of games with a result, and a game without counts as even.
fn tell(net: &Net, numbers: &[f32], no_result: bool, output: &mut Output) {
    let (results, numbers) = numbers.split_at(3);
    let counted = if no_result { 3 } else { 2 };
    let top = results[..counted].iter().copied().fold(f32::MIN, f32::max);
    let mut chances = [0.0; 3];
    for (chance, result) in chances.iter_mut().zip(&results[..counted]) {
        *chance = libm::expf(result - top);
    }
    let total: f32 = chances.iter().sum();
    [output.win, output.loss, output.no_result] = chances.map(|chance| chance / total);
    let scales = &net.scales;
    let ends = 1.0 - output.no_result;
    let score = numbers[0] * scales.score;
    output.deviation = softplus(numbers[1]) * scales.deviation;
    output.score = score * ends;
    output.score_square = (score * score + output.deviation * output.deviation) * ends;
    output.lead = numbers[2] * scales.lead * ends;
    output.time_left = (net.version() >= 9).then(|| softplus(numbers[3]) * scales.time);
    output.errors = match numbers[4..] {
        [value, score] => Some(errors(net, value, score)),
        _ => None,
    };
}

fn errors(net: &Net, value: f32, score: f32) -> [f32; 2] {
    let scales = &net.scales;
    let pairs = [(value, scales.value_error), (score, scales.score_error)];
    match net.version() {
        14.. => pairs.map(|(number, scale)| softplus(number * 0.5) * scale.sqrt()),
        10.. => pairs.map(|(number, scale)| (softplus(number) * scale).sqrt()),
        _ => [softplus(value), softplus(score) * 10.0],
    }
}

/// ln(1 + exp x).
fn softplus(x: f32) -> f32 {
    x.max(0.0) + libm::log1pf(libm::expf(-x.abs()))
}
