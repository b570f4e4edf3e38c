//! Small networks of random weights, and the files that hold them.

use crate::base::{Rng, seeded};
use rand::RngExt;

/// An activation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Act {
    Identity,
    Relu,
    Mish,
}

/// `[ky][kx][in][out]`.
pub struct Conv {
    pub side: usize,
    pub inputs: usize,
    pub outputs: usize,
    pub w: Vec<f32>,
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + shift`, and an activation.
pub struct Norm {
    pub mean: Vec<f32>,
    pub variance: Vec<f32>,
    pub epsilon: f32,
    pub scale: Option<Vec<f32>>,
    pub shift: Option<Vec<f32>>,
    pub act: Act,
}

/// `[in][out]`.
pub struct Linear {
    pub inputs: usize,
    pub outputs: usize,
    pub w: Vec<f32>,
}

pub enum Block {
    Ordinary(Norm, Conv, Norm, Conv),
    Pooling { pre: Norm, conv: Conv, pooled: Conv, norm: Norm, to: Linear, mid: Norm, last: Conv },
    Nested(Norm, Conv, Vec<Block>, Norm, Conv),
}

pub struct Model {
    pub version: i64,
    pub act: Act,
    /// td score, score mean, deviation, lead, time, value error, score error; in files from version 13 on.
    pub scales: [f32; 7],
    pub first: Conv,
    pub globals: Linear,
    pub blocks: Vec<Block>,
    pub tip: Norm,
    pub p1: Conv,
    pub g1: Conv,
    pub g1_norm: Norm,
    pub to: Linear,
    pub p1_norm: Norm,
    pub p2: Conv,
    pub pass: Linear,
    pub v1: Conv,
    pub v1_norm: Norm,
    pub v2: Linear,
    pub v2_bias: Vec<f32>,
    pub v3: Linear,
    pub v3_bias: Vec<f32>,
    pub sv3: Linear,
    pub sv3_bias: Vec<f32>,
    pub owner: Conv,
}

/// Which network to make.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub version: i64,
    pub act: Act,
    /// Of the first window.
    pub side: usize,
    pub channels: usize,
    /// A letter for each block: `o`rdinary, `g`pool, `n`ested.
    pub blocks: &'static str,
}

struct Maker {
    rng: Rng,
    act: Act,
}

impl Maker {
    fn numbers(&mut self, count: usize, most: f32) -> Vec<f32> {
        (0..count).map(|_| (self.rng.random::<f32>() * 2.0 - 1.0) * most).collect()
    }

    /// Weights under which numbers keep their size.
    fn weights(&mut self, inputs: usize, outputs: usize) -> Vec<f32> {
        self.numbers(inputs * outputs, (3.0 / inputs as f32).sqrt())
    }

    fn conv(&mut self, side: usize, inputs: usize, outputs: usize) -> Conv {
        Conv { side, inputs, outputs, w: self.weights(side * side * inputs, outputs) }
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Linear {
        Linear { inputs, outputs, w: self.weights(inputs, outputs) }
    }

    fn norm(&mut self, channels: usize) -> Norm {
        let variance = self.numbers(channels, 0.5).iter().map(|n| n + 1.0).collect();
        let (scaled, shifted) = (self.rng.random_bool(0.5), self.rng.random_bool(0.8));
        Norm {
            mean: self.numbers(channels, 0.3),
            variance,
            epsilon: 1e-3,
            scale: scaled.then(|| self.numbers(channels, 0.3).iter().map(|n| n + 1.0).collect()),
            shift: shifted.then(|| self.numbers(channels, 0.3)),
            act: self.act,
        }
    }

    fn block(&mut self, kind: char, channels: usize) -> Block {
        let (half, third) = (channels / 2 + 3, channels / 3 + 2);
        match kind {
            'o' => Block::Ordinary(
                self.norm(channels),
                self.conv(3, channels, half),
                self.norm(half),
                self.conv(3, half, channels),
            ),
            'g' => Block::Pooling {
                pre: self.norm(channels),
                conv: self.conv(3, channels, half),
                pooled: self.conv(3, channels, third),
                norm: self.norm(third),
                to: self.linear(3 * third, half),
                mid: self.norm(half),
                last: self.conv(3, half, channels),
            },
            _ => Block::Nested(
                self.norm(channels),
                self.conv(1, channels, half),
                vec![self.block('o', half), self.block('g', half)],
                self.norm(half),
                self.conv(1, half, channels),
            ),
        }
    }
}

impl Model {
    pub fn random(plan: Plan, seed: u64) -> Model {
        let Plan { version, act, side, channels, blocks } = plan;
        let mut make = Maker { rng: seeded(seed), act };
        let (p, g, v, hidden) = (11, 9, 13, 17);
        let logits = if version >= 12 { 2 } else { 1 };
        let scores = if version >= 9 { 6 } else { 4 };
        let old = [20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 30.0];
        Model {
            version,
            act,
            scales: if version >= 13 { [1.0, 19.0, 18.0, 17.0, 35.0, 0.5, 25.0] } else { old },
            first: make.conv(side, 22, channels),
            globals: make.linear(19, channels),
            blocks: blocks.chars().map(|kind| make.block(kind, channels)).collect(),
            tip: make.norm(channels),
            p1: make.conv(1, channels, p),
            g1: make.conv(1, channels, g),
            g1_norm: make.norm(g),
            to: make.linear(3 * g, p),
            p1_norm: make.norm(p),
            p2: make.conv(1, p, logits),
            pass: make.linear(3 * g, logits),
            v1: make.conv(1, channels, v),
            v1_norm: make.norm(v),
            v2: make.linear(3 * v, hidden),
            v2_bias: make.numbers(hidden, 0.3),
            v3: make.linear(hidden, 3),
            v3_bias: make.numbers(3, 0.3),
            sv3: make.linear(hidden, scores),
            sv3_bias: make.numbers(scores, 0.3),
            owner: make.conv(1, v, 1),
        }
    }

    /// The file, not packed, with weights as bytes or as words.
    pub fn file(&self, binary: bool) -> Vec<u8> {
        let mut file = File { bytes: Vec::new(), binary, names: self.version >= 11 };
        file.words(format_args!("random-net\n{}\n22\n19\n", self.version));
        if self.version >= 13 {
            for scale in self.scales {
                file.words(format_args!("{scale}\n"));
            }
        }
        let (channels, blocks) = (self.first.outputs, self.blocks.len());
        file.words(format_args!("trunk\n{blocks}\n{channels}\n{channels}\n8\n8\n8\n"));
        file.conv(&self.first);
        file.linear(&self.globals);
        file.blocks(&self.blocks);
        file.norm(&self.tip);
        file.words(format_args!("policyhead\n"));
        file.conv(&self.p1);
        file.conv(&self.g1);
        file.norm(&self.g1_norm);
        file.linear(&self.to);
        file.norm(&self.p1_norm);
        file.conv(&self.p2);
        file.linear(&self.pass);
        file.words(format_args!("valuehead\n"));
        file.conv(&self.v1);
        file.norm(&self.v1_norm);
        file.linear(&self.v2);
        file.bias(&self.v2_bias);
        file.act(self.act);
        file.linear(&self.v3);
        file.bias(&self.v3_bias);
        file.linear(&self.sv3);
        file.bias(&self.sv3_bias);
        file.conv(&self.owner);
        file.bytes
    }
}

struct File {
    bytes: Vec<u8>,
    binary: bool,
    /// Are activations named?
    names: bool,
}

impl File {
    fn words(&mut self, words: std::fmt::Arguments<'_>) {
        self.bytes.extend(words.to_string().bytes());
    }

    fn numbers(&mut self, numbers: &[f32]) {
        if self.binary {
            self.words(format_args!("@BIN@"));
            self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        } else {
            numbers.iter().for_each(|number| self.words(format_args!("{number} ")));
        }
        self.words(format_args!("\n"));
    }

    fn conv(&mut self, conv: &Conv) {
        let Conv { side, inputs, outputs, w } = conv;
        self.words(format_args!("conv\n{side}\n{side}\n{inputs}\n{outputs}\n1\n1\n"));
        self.numbers(w);
    }

    fn linear(&mut self, linear: &Linear) {
        self.words(format_args!("matmul\n{}\n{}\n", linear.inputs, linear.outputs));
        self.numbers(&linear.w);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.words(format_args!("bias\n{}\n", bias.len()));
        self.numbers(bias);
    }

    fn norm(&mut self, norm: &Norm) {
        let flag = |numbers: &Option<Vec<f32>>| i32::from(numbers.is_some());
        let (scale, shift) = (flag(&norm.scale), flag(&norm.shift));
        let channels = norm.mean.len();
        self.words(format_args!("norm\n{channels}\n{}\n{scale}\n{shift}\n", norm.epsilon));
        for numbers in
            [Some(&norm.mean), Some(&norm.variance), norm.scale.as_ref(), norm.shift.as_ref()]
        {
            numbers.into_iter().for_each(|numbers| self.numbers(numbers));
        }
        self.act(norm.act);
    }

    fn act(&mut self, act: Act) {
        self.words(format_args!("act\n"));
        if self.names {
            let name = format!("{act:?}").to_uppercase();
            self.words(format_args!("ACTIVATION_{name}\n"));
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Ordinary(pre, first, mid, last) => {
                    self.words(format_args!("ordinary_block\nblock\n"));
                    self.norm(pre);
                    self.conv(first);
                    self.norm(mid);
                    self.conv(last);
                }
                Block::Pooling { pre, conv, pooled, norm, to, mid, last } => {
                    self.words(format_args!("gpool_block\nblock\n"));
                    self.norm(pre);
                    self.conv(conv);
                    self.conv(pooled);
                    self.norm(norm);
                    self.linear(to);
                    self.norm(mid);
                    self.conv(last);
                }
                Block::Nested(pre, narrow, blocks, post, widen) => {
                    let count = blocks.len();
                    self.words(format_args!("nested_bottleneck_block\nblock\n{count}\n"));
                    self.norm(pre);
                    self.conv(narrow);
                    self.blocks(blocks);
                    self.norm(post);
                    self.conv(widen);
                }
            }
        }
    }
}
