//! The layers that networks of KataGo's are made of, as they stand in a file.

use super::reader::{ModelError, Reader};
use crate::eval::net::activation::Activation;

/// Most channels of a layer; the largest networks there are have a quarter of that.
const MOST: usize = 4096;

/// The first version whose files name the activations.
const NAMES_ACTIVATIONS: i64 = 11;

/// A convolution without bias.
#[derive(Clone, PartialEq, Debug)]
pub struct Convolution {
    /// Points on a side of the window, an odd number.
    pub side: usize,
    /// Channels of the source.
    pub inputs: usize,
    /// Channels of the result.
    pub outputs: usize,
    /// `[ky][kx][in][out]`.
    pub weights: Vec<f32>,
}

/// A scale and a shift for each channel: batch normalisation, whose mean and variance are constants.
#[derive(Clone, PartialEq, Debug)]
pub struct Norm {
    /// Multiplied.
    pub scale: Vec<f32>,
    /// Added afterwards.
    pub shift: Vec<f32>,
    /// Done after that.
    pub then: Activation,
}

/// A product with a matrix.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// Numbers in.
    pub inputs: usize,
    /// Numbers out.
    pub outputs: usize,
    /// `[in][out]`.
    pub weights: Vec<f32>,
}

/// Is what is there what would fit?
pub fn fits(
    layer: &str,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), ModelError> {
    if found == expected {
        return Ok(());
    }
    Err(ModelError::Mismatch { layer: layer.into(), what, expected, found })
}

impl Convolution {
    /// Reads one of that many inputs; `sides` are those that can be computed.
    pub fn read(
        reader: &mut Reader<'_>,
        inputs: usize,
        sides: &[usize],
    ) -> Result<Convolution, ModelError> {
        let name = reader.word("a convolution")?.to_string();
        let height = reader.size(&name, "the height of the window", 1, 99)?;
        let width = reader.size(&name, "the width of the window", 1, 99)?;
        let found = reader.size(&name, "the channels in", 1, MOST)?;
        let outputs = reader.size(&name, "the channels out", 1, MOST)?;
        let down = reader.size(&name, "the distance down", 1, 99)?;
        let across = reader.size(&name, "the distance across", 1, 99)?;
        fits(&name, "channels in", found, inputs)?;
        if height != width || !sides.contains(&height) || (down, across) != (1, 1) {
            let what = format!("convolution of {height}x{width} at distance {down}x{across}");
            return Err(ModelError::Unknown { layer: name, what });
        }
        let weights = reader.weights(&name, height * width * inputs * outputs)?;
        Ok(Convolution { side: height, inputs, outputs, weights })
    }

    /// The weight of an input for an output at a place of the window, counted row by row.
    pub fn weight(&self, place: usize, input: usize, output: usize) -> f32 {
        self.weights[(place * self.inputs + input) * self.outputs + output]
    }
}

impl Norm {
    /// Reads a normalisation of that many channels, and the activation behind it.
    pub fn read(
        reader: &mut Reader<'_>,
        version: i64,
        channels: usize,
    ) -> Result<Norm, ModelError> {
        let name = reader.word("a normalisation")?.to_string();
        let found = reader.size(&name, "the channels", 1, MOST)?;
        let epsilon: f32 = reader.number(&name, "epsilon")?;
        let has_scale = reader.size(&name, "whether there are scales", 0, 1)? == 1;
        let has_shift = reader.size(&name, "whether there are shifts", 0, 1)? == 1;
        fits(&name, "channels", found, channels)?;
        let mean = reader.weights(&name, channels)?;
        let variance = reader.weights(&name, channels)?;
        let mut given = |there: bool, otherwise: f32| {
            if there { reader.weights(&name, channels) } else { Ok(vec![otherwise; channels]) }
        };
        let mut scale = given(has_scale, 1.0)?;
        let mut shift = given(has_shift, 0.0)?;
        for channel in 0..channels {
            scale[channel] /= (variance[channel] + epsilon).sqrt();
            shift[channel] -= scale[channel] * mean[channel];
            if !(scale[channel].is_finite() && shift[channel].is_finite()) {
                return Err(ModelError::NotFinite(name));
            }
        }
        Ok(Norm { scale, shift, then: activation(reader, version)? })
    }

    /// Its channels.
    pub fn channels(&self) -> usize {
        self.scale.len()
    }
}

/// Reads an activation: its name, and from version 11 on its kind.
pub fn activation(reader: &mut Reader<'_>, version: i64) -> Result<Activation, ModelError> {
    let name = reader.word("an activation")?;
    if version < NAMES_ACTIVATIONS {
        return Ok(Activation::Relu);
    }
    match reader.word(name)? {
        "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
        "ACTIVATION_RELU" => Ok(Activation::Relu),
        "ACTIVATION_MISH" => Ok(Activation::Mish),
        what => Err(ModelError::Unknown { layer: name.into(), what: what.into() }),
    }
}

impl Linear {
    /// Reads one of that many inputs.
    pub fn read(reader: &mut Reader<'_>, inputs: usize) -> Result<Linear, ModelError> {
        let name = reader.word("a matrix")?.to_string();
        let found = reader.size(&name, "the numbers in", 1, 3 * MOST)?;
        let outputs = reader.size(&name, "the numbers out", 1, 3 * MOST)?;
        fits(&name, "numbers in", found, inputs)?;
        let weights = reader.weights(&name, inputs * outputs)?;
        Ok(Linear { inputs, outputs, weights })
    }

    /// The weight of an input for an output.
    pub fn weight(&self, input: usize, output: usize) -> f32 {
        self.weights[input * self.outputs + output]
    }
}

/// Reads numbers to add, that many.
pub fn bias(reader: &mut Reader<'_>, count: usize) -> Result<Vec<f32>, ModelError> {
    let name = reader.word("a bias")?.to_string();
    let found = reader.size(&name, "the numbers", 1, 3 * MOST)?;
    fits(&name, "numbers", found, count)?;
    reader.weights(&name, count)
}
