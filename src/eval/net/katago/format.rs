//! A file of KataGo's, unpacked: the sizes and layers in the order in which they are computed (see the head of [`super`]).

use super::layers::{Convolution, Linear, Norm, activation, bias, fits};
use super::reader::{ModelError, Reader};
use super::{GLOBALS, PLANES};
use crate::eval::net::activation::Activation;

/// The versions that are read.
const VERSIONS: std::ops::RangeInclusive<i64> = 8..=14;

/// Blocks within blocks within blocks: networks that are known go two deep.
const DEEPEST: usize = 4;

/// Windows in the blocks.
const SIDES: [usize; 2] = [1, 3];

/// Windows of the first convolution, which sees points that are 0 or 1.
const FIRST_SIDES: [usize; 4] = [1, 3, 5, 7];

/// A block of a tower.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// Two convolutions.
    Ordinary {
        /// Before the first.
        pre: Norm,
        /// The first.
        first: Convolution,
        /// Between them.
        mid: Norm,
        /// The second, whose result is added.
        last: Convolution,
    },
    /// Two convolutions, and a third whose means and maxima shift what comes out of the first.
    Pooling {
        /// Before the first.
        pre: Norm,
        /// The first.
        first: Convolution,
        /// What is pooled.
        pooled: Convolution,
        /// Before pooling.
        pooled_norm: Norm,
        /// From what is pooled to the shifts.
        to_shift: Linear,
        /// Behind the shifts.
        mid: Norm,
        /// The second, whose result is added.
        last: Convolution,
    },
    /// Blocks of fewer channels between two convolutions.
    Nested {
        /// Before the first convolution.
        pre: Norm,
        /// To fewer channels.
        narrow: Convolution,
        /// The blocks on these.
        blocks: Vec<Block>,
        /// Behind them.
        post: Norm,
        /// Back to all channels, to be added.
        widen: Convolution,
    },
}

/// From the trunk to the moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    /// For the points.
    pub points: Convolution,
    /// What is pooled.
    pub pooled: Convolution,
    /// Before pooling.
    pub pooled_norm: Norm,
    /// From what is pooled to shifts of the points.
    pub to_shift: Linear,
    /// Behind the shifts.
    pub norm: Norm,
    /// To the logits.
    pub logits: Convolution,
    /// From what is pooled to the logit of the pass.
    pub pass: Linear,
}

/// From the trunk to result, score and owners.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    /// The first layer.
    pub points: Convolution,
    /// Behind it.
    pub norm: Norm,
    /// From what is pooled to the hidden units.
    pub hidden: Linear,
    /// Their bias.
    pub hidden_bias: Vec<f32>,
    /// Behind it.
    pub hidden_then: Activation,
    /// Logits of win, loss and no result.
    pub result: Linear,
    /// Their bias.
    pub result_bias: Vec<f32>,
    /// Score and what belongs to it: see [`Scales`].
    pub scores: Linear,
    /// Their bias.
    pub scores_bias: Vec<f32>,
    /// To the owners of the points.
    pub owners: Convolution,
}

/// What the numbers about the score are multiplied by. Files before version 13 have the values of [`Scales::OLD`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scales {
    /// The mean of the score.
    pub score: f32,
    /// Its deviation.
    pub deviation: f32,
    /// The lead.
    pub lead: f32,
    /// Moves until the game is decided.
    pub time: f32,
    /// Square of the error of the value.
    pub value_error: f32,
    /// Square of the error of the score.
    pub score_error: f32,
}

impl Scales {
    /// Those of files that do not tell them.
    pub const OLD: Scales = Scales {
        score: 20.0,
        deviation: 20.0,
        lead: 20.0,
        time: 40.0,
        value_error: 0.25,
        score_error: 30.0,
    };

    fn read(reader: &mut Reader<'_>, version: i64) -> Result<Scales, ModelError> {
        if version < 13 {
            return Ok(Scales::OLD);
        }
        let mut scale = || {
            const HEAD: &str = "the head of the file";
            let scale: f32 = reader.number(HEAD, "a scale")?;
            if scale > 0.0 && scale.is_finite() {
                return Ok(scale);
            }
            Err(ModelError::NotFinite(HEAD.into()))
        };
        // The first is for training only.
        scale()?;
        Ok(Scales {
            score: scale()?,
            deviation: scale()?,
            lead: scale()?,
            time: scale()?,
            value_error: scale()?,
            score_error: scale()?,
        })
    }
}

/// All that a file holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Its name.
    pub name: String,
    /// Its version: see the head of [`super`].
    pub version: i64,
    /// Of the numbers about the score.
    pub scales: Scales,
    /// From the planes to the trunk.
    pub first: Convolution,
    /// From the numbers of the whole board to the trunk.
    pub globals: Linear,
    /// The trunk.
    pub blocks: Vec<Block>,
    /// Behind it.
    pub tip: Norm,
    /// Head of the moves.
    pub policy: Policy,
    /// Head of result, score and owners.
    pub value: Value,
}

impl Weights {
    /// Reads a file that is not packed, with its weights as words or as bytes; any bytes are a network or an error. What
    /// stands behind the last layer is not looked at.
    pub fn read(bytes: &[u8]) -> Result<Weights, ModelError> {
        const HEAD: &str = "the head of the file";
        let mut reader = Reader::new(bytes);
        let reader = &mut reader;
        let name = reader.word(HEAD).map_err(|_| ModelError::NotAModel)?.to_string();
        let version: i64 = reader.number(HEAD, "").map_err(|_| ModelError::NotAModel)?;
        if !VERSIONS.contains(&version) {
            return Err(ModelError::Version(version));
        }
        let planes = reader.size(HEAD, "the planes", 1, 9999)?;
        let globals = reader.size(HEAD, "the numbers of the whole board", 1, 9999)?;
        fits(HEAD, "planes", planes, PLANES)?;
        fits(HEAD, "numbers of the whole board", globals, GLOBALS)?;
        let scales = Scales::read(reader, version)?;
        let trunk = reader.word("the trunk")?.to_string();
        let count = reader.size(&trunk, "the number of blocks", 1, 1000)?;
        let channels = reader.size(&trunk, "the channels", 1, 4096)?;
        // The usual channels within blocks; each layer says its own again.
        for what in ["mid", "regular", "dilated", "gpool"] {
            reader.number::<i64>(&trunk, what)?;
        }
        let first = Convolution::read(reader, PLANES, &FIRST_SIDES)?;
        fits(&trunk, "channels of the first convolution", first.outputs, channels)?;
        let globals = Linear::read(reader, GLOBALS)?;
        fits(&trunk, "channels of the first matrix", globals.outputs, channels)?;
        let blocks = read_blocks(reader, version, count, channels, 0)?;
        let tip = Norm::read(reader, version, channels)?;
        let policy = Policy::read(reader, version, channels)?;
        let value = Value::read(reader, version, channels)?;
        Ok(Weights { name, version, scales, first, globals, blocks, tip, policy, value })
    }
}

/// Reads blocks on that many channels.
fn read_blocks(
    reader: &mut Reader<'_>,
    version: i64,
    count: usize,
    channels: usize,
    depth: usize,
) -> Result<Vec<Block>, ModelError> {
    // No room in advance: the count may be a lie.
    let mut blocks = Vec::new();
    for _ in 0..count {
        let kind = reader.word("a block")?;
        let name = reader.word(kind)?.to_string();
        let block = match kind {
            "ordinary_block" => {
                let pre = Norm::read(reader, version, channels)?;
                let first = Convolution::read(reader, channels, &SIDES)?;
                let mid = Norm::read(reader, version, first.outputs)?;
                let last = Convolution::read(reader, first.outputs, &SIDES)?;
                fits(&name, "channels out", last.outputs, channels)?;
                Block::Ordinary { pre, first, mid, last }
            }
            "gpool_block" => {
                let pre = Norm::read(reader, version, channels)?;
                let first = Convolution::read(reader, channels, &SIDES)?;
                let pooled = Convolution::read(reader, channels, &[first.side])?;
                let pooled_norm = Norm::read(reader, version, pooled.outputs)?;
                let to_shift = Linear::read(reader, 3 * pooled.outputs)?;
                fits(&name, "shifts", to_shift.outputs, first.outputs)?;
                let mid = Norm::read(reader, version, first.outputs)?;
                let last = Convolution::read(reader, first.outputs, &SIDES)?;
                fits(&name, "channels out", last.outputs, channels)?;
                Block::Pooling { pre, first, pooled, pooled_norm, to_shift, mid, last }
            }
            "nested_bottleneck_block" if depth < DEEPEST => {
                let count = reader.size(&name, "the number of blocks", 1, 1000)?;
                let pre = Norm::read(reader, version, channels)?;
                let narrow = Convolution::read(reader, channels, &SIDES)?;
                let blocks = read_blocks(reader, version, count, narrow.outputs, depth + 1)?;
                let post = Norm::read(reader, version, narrow.outputs)?;
                let widen = Convolution::read(reader, narrow.outputs, &SIDES)?;
                fits(&name, "channels out", widen.outputs, channels)?;
                Block::Nested { pre, narrow, blocks, post, widen }
            }
            what => return Err(ModelError::Unknown { layer: name, what: what.into() }),
        };
        blocks.push(block);
    }
    Ok(blocks)
}

impl Policy {
    fn read(reader: &mut Reader<'_>, version: i64, channels: usize) -> Result<Policy, ModelError> {
        let name = reader.word("the policy head")?.to_string();
        let points = Convolution::read(reader, channels, &[1])?;
        let pooled = Convolution::read(reader, channels, &[1])?;
        let pooled_norm = Norm::read(reader, version, pooled.outputs)?;
        let to_shift = Linear::read(reader, 3 * pooled.outputs)?;
        fits(&name, "shifts", to_shift.outputs, points.outputs)?;
        let norm = Norm::read(reader, version, points.outputs)?;
        let logits = Convolution::read(reader, points.outputs, &[1])?;
        let pass = Linear::read(reader, 3 * pooled.outputs)?;
        let kinds = if version >= 12 { 2 } else { 1 };
        fits(&name, "logits of a point", logits.outputs, kinds)?;
        fits(&name, "logits of the pass", pass.outputs, kinds)?;
        Ok(Policy { points, pooled, pooled_norm, to_shift, norm, logits, pass })
    }
}

impl Value {
    fn read(reader: &mut Reader<'_>, version: i64, channels: usize) -> Result<Value, ModelError> {
        let name = reader.word("the value head")?.to_string();
        let points = Convolution::read(reader, channels, &[1])?;
        let norm = Norm::read(reader, version, points.outputs)?;
        let hidden = Linear::read(reader, 3 * points.outputs)?;
        let hidden_bias = bias(reader, hidden.outputs)?;
        let hidden_then = activation(reader, version)?;
        let result = Linear::read(reader, hidden.outputs)?;
        fits(&name, "results", result.outputs, 3)?;
        let result_bias = bias(reader, 3)?;
        let scores = Linear::read(reader, hidden.outputs)?;
        let kinds = if version >= 9 { 6 } else { 4 };
        fits(&name, "numbers about the score", scores.outputs, kinds)?;
        let scores_bias = bias(reader, kinds)?;
        let owners = Convolution::read(reader, points.outputs, &[1])?;
        fits(&name, "owners of a point", owners.outputs, 1)?;
        Ok(Value {
            points,
            norm,
            hidden,
            hidden_bias,
            hidden_then,
            result,
            result_bias,
            scores,
            scores_bias,
            owners,
        })
    }
}
