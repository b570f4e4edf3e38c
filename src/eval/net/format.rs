//! The file of a network: the sizes, then all weights as half-precision numbers (see the head of [`crate::eval::net`]).

use sha2::{Digest, Sha256};

/// First bytes of a file.
pub const MAGIC: &[u8; 4] = b"TSGN";

/// The version that this module reads.
pub const VERSION: u32 = 1;

/// Why bytes are no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// Another kind of file.
    #[error("not a network file")]
    Magic,
    /// A file of another time.
    #[error("version {0} of the network file is not known")]
    Version(u32),
    /// It ends too early.
    #[error("the network file is cut off")]
    Truncated,
    /// Bytes after the end.
    #[error("the network file has {0} bytes too many")]
    Surplus(usize),
    /// A size that no network has.
    #[error("the network file says {value} for {what}")]
    Size {
        /// What the size is of.
        what: &'static str,
        /// What is said.
        value: u32,
    },
    /// The name is no text.
    #[error("the name in the network file is not UTF-8")]
    Name,
    /// The number of weights does not follow from the sizes.
    #[error("the network file says {found} weights, its sizes say {expected}")]
    Count {
        /// By the sizes.
        expected: u64,
        /// As said.
        found: u32,
    },
    /// An infinity, or not a number.
    #[error("weight {0} of the network file is not finite")]
    NotFinite(usize),
    /// The bytes are not those that were written.
    #[error("the checksum of the network file is wrong")]
    Checksum,
}

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Input planes: P.
    pub planes: usize,
    /// Numbers about the whole position: G.
    pub globals: usize,
    /// Channels of the trunk, a multiple of eight: C.
    pub channels: usize,
    /// Residual blocks: N.
    pub blocks: usize,
    /// Bit i: block i pools.
    pub pooled: u32,
    /// Channels of the policy head: Q.
    pub policy: usize,
    /// Channels of the value head: V.
    pub value: usize,
    /// Hidden units of the value head: D.
    pub hidden: usize,
}

impl Shape {
    /// Does this block pool?
    pub fn pools(&self, block: usize) -> bool {
        self.pooled >> block & 1 != 0
    }

    /// How many weights there are.
    pub fn weights(&self) -> u64 {
        let [p, g, c, q, v, d] =
            [self.planes, self.globals, self.channels, self.policy, self.value, self.hidden]
                .map(|size| size as u64);
        let conv = 9 * c * c + c;
        let pools = u64::from(self.pooled.count_ones());
        9 * p * c
            + c
            + c * g
            + self.blocks as u64 * 2 * conv
            + pools * 3 * c * c
            + 2 * (q * c + q)
            + 3 * q * q
            + q
            + 3 * q
            + g
            + 1
            + (v * c + v)
            + v
            + 1
            + d * (3 * v + 4 + g)
            + d
            + 3 * d
            + 12
            + 3
    }
}

/// The weights of a residual block, each matrix row by row: out, in (, ky, kx).
#[derive(Clone, PartialEq, Debug)]
pub struct BlockWeights {
    /// First convolution.
    pub w1: Vec<f32>,
    /// Its bias.
    pub b1: Vec<f32>,
    /// From the pooled numbers, where the block pools.
    pub wp: Option<Vec<f32>>,
    /// Second convolution.
    pub w2: Vec<f32>,
    /// Its bias.
    pub b2: Vec<f32>,
}

/// All weights as they stand in the file, in its order and under its names.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Weights {
    pub shape: Shape,
    pub name: String,
    pub stem_w: Vec<f32>,
    pub stem_b: Vec<f32>,
    pub wg: Vec<f32>,
    pub blocks: Vec<BlockWeights>,
    pub wp: Vec<f32>,
    pub bp: Vec<f32>,
    pub wq: Vec<f32>,
    pub bq: Vec<f32>,
    pub wu: Vec<f32>,
    pub wl: Vec<f32>,
    pub wpass: Vec<f32>,
    pub bpass: f32,
    pub wv: Vec<f32>,
    pub bv: Vec<f32>,
    pub wo: Vec<f32>,
    pub bo: f32,
    pub w1: Vec<f32>,
    pub b1: Vec<f32>,
    pub w2: Vec<f32>,
    pub w3: Vec<f32>,
    pub b2: Vec<f32>,
}

/// The number that sixteen bits say; infinities and not-a-numbers as such.
pub fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    let size = match exponent {
        // Exact: a whole number below 1024 times a power of two.
        0 => (fraction as f32 * (1.0 / 16_777_216.0)).to_bits(),
        31 => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | size)
}

/// What is still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or(NetError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, NetError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(NetError::Truncated)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*taken))
    }

    fn size(&mut self, what: &'static str, least: u32, most: u32) -> Result<usize, NetError> {
        let value = self.u32()?;
        if !(least..=most).contains(&value) {
            return Err(NetError::Size { what, value });
        }
        Ok(value as usize)
    }
}

impl Weights {
    /// Reads a file; any bytes are a network or an error.
    pub fn read(bytes: &[u8]) -> Result<Weights, NetError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len())? != MAGIC {
            return Err(NetError::Magic);
        }
        let version = reader.u32()?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let shape = read_shape(&mut reader)?;
        let length = reader.size("the length of the name", 0, 256)?;
        let name = std::str::from_utf8(reader.take(length)?).map_err(|_| NetError::Name)?;
        let found = reader.u32()?;
        let expected = shape.weights();
        if u64::from(found) != expected {
            return Err(NetError::Count { expected, found });
        }
        let count = found as usize;
        let (pairs, _) = reader.take(count.saturating_mul(2))?.as_chunks::<2>();
        let said = reader.take(8)?;
        if !reader.0.is_empty() {
            return Err(NetError::Surplus(reader.0.len()));
        }
        let digest = Sha256::digest(&bytes[..bytes.len() - said.len()]);
        if digest[..said.len()] != *said {
            return Err(NetError::Checksum);
        }
        let mut values = Vec::with_capacity(count);
        for (index, &pair) in pairs.iter().enumerate() {
            let value = half(u16::from_le_bytes(pair));
            if !value.is_finite() {
                return Err(NetError::NotFinite(index));
            }
            values.push(value);
        }
        Ok(Weights::deal(shape, name.to_string(), values))
    }

    /// Deals out the weights in the order of the file; there are [`Shape::weights`] of them.
    pub fn deal(shape: Shape, name: String, values: Vec<f32>) -> Weights {
        let Shape { planes, globals, channels: c, policy: q, value: v, hidden: d, .. } = shape;
        let mut values = values.into_iter();
        let mut list = |len: usize| -> Vec<f32> { values.by_ref().take(len).collect() };
        let one = |list: Vec<f32>| list.first().copied().unwrap_or_default();
        Weights {
            shape,
            name,
            stem_w: list(c * planes * 9),
            stem_b: list(c),
            wg: list(c * globals),
            blocks: (0..shape.blocks)
                .map(|block| BlockWeights {
                    w1: list(c * c * 9),
                    b1: list(c),
                    wp: shape.pools(block).then(|| list(c * 3 * c)),
                    w2: list(c * c * 9),
                    b2: list(c),
                })
                .collect(),
            wp: list(q * c),
            bp: list(q),
            wq: list(q * c),
            bq: list(q),
            wu: list(q * 3 * q),
            wl: list(q),
            wpass: list(3 * q + globals),
            bpass: one(list(1)),
            wv: list(v * c),
            bv: list(v),
            wo: list(v),
            bo: one(list(1)),
            w1: list(d * (3 * v + 4 + globals)),
            b1: list(d),
            w2: list(3 * d),
            w3: list(3 * 4),
            b2: list(3),
        }
    }
}

fn read_shape(reader: &mut Reader) -> Result<Shape, NetError> {
    let planes = reader.size("input planes", 1, 256)?;
    let globals = reader.size("globals", 1, 64)?;
    let channels = reader.size("channels", 8, 512)?;
    if !channels.is_multiple_of(8) {
        return Err(NetError::Size { what: "channels", value: channels as u32 });
    }
    let blocks = reader.size("blocks", 1, 32)?;
    let last = u32::MAX >> (32 - blocks);
    let pooled = reader.size("pooling blocks", 0, last)? as u32;
    let policy = reader.size("policy channels", 1, 256)?;
    let value = reader.size("value channels", 1, 256)?;
    let hidden = reader.size("hidden units", 1, 1024)?;
    Ok(Shape { planes, globals, channels, blocks, pooled, policy, value, hidden })
}
