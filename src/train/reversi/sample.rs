//! A position and what became of it, as self-play files hold it.

/// A position from the side of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Discs of the side to move, bit 0 = a1.
    pub own: u64,
    /// Discs of the other side.
    pub other: u64,
    /// Discs by which the side to move won, empty squares to the winner: the exact value of the position where the game was
    /// solved, otherwise that of the first solved position after it.
    pub result: i8,
    /// What the search said the position is worth, in 1/128 disc.
    pub value: i16,
    /// Is `result` the exact value of this very position?
    pub exact: bool,
}

/// Bytes of a sample in a file.
pub const BYTES: usize = 20;

/// What a file of samples begins with: a name and a version.
pub const HEADER: &[u8; 8] = b"TSJRVS01";

/// The bytes are no samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a file of Reversi self-play samples")]
pub struct SampleError;

impl Sample {
    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.other.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.value.to_le_bytes());
        bytes[18] = self.result.cast_unsigned();
        bytes[19] = u8::from(self.exact);
        bytes
    }

    fn from_bytes(bytes: &[u8; BYTES]) -> Option<Sample> {
        let word =
            |from: usize| Some(u64::from_le_bytes(bytes.get(from..from + 8)?.try_into().ok()?));
        let (own, other) = (word(0)?, word(8)?);
        let sound =
            own & other == 0 && bytes[19] < 2 && (-64..=64).contains(&bytes[18].cast_signed());
        sound.then_some(Sample {
            own,
            other,
            result: bytes[18].cast_signed(),
            value: i16::from_le_bytes([bytes[16], bytes[17]]),
            exact: bytes[19] == 1,
        })
    }

    /// Empty squares.
    pub fn empties(&self) -> u32 {
        (self.own | self.other).count_zeros()
    }
}

/// A whole file.
pub fn encode(samples: &[Sample]) -> Vec<u8> {
    HEADER.iter().copied().chain(samples.iter().flat_map(|sample| sample.to_bytes())).collect()
}

/// Reads a whole file.
pub fn decode(bytes: &[u8]) -> Result<Vec<Sample>, SampleError> {
    let body = bytes.strip_prefix(HEADER).ok_or(SampleError)?;
    let (samples, rest) = body.as_chunks::<BYTES>();
    if !rest.is_empty() {
        return Err(SampleError);
    }
    samples.iter().map(|bytes| Sample::from_bytes(bytes).ok_or(SampleError)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_back() {
        let sample = |own, result, exact| Sample { own, other: 0x10, result, value: -300, exact };
        let samples = [sample(0x8100, -64, true), sample(1, 12, false)];
        let bytes = encode(&samples);
        assert_eq!(decode(&bytes).as_deref(), Ok(&samples[..]));
        assert!(decode(&bytes[..bytes.len() - 1]).is_err());
        assert!(decode(b"").is_err() && decode(&encode(&[sample(0x10, 0, true)])).is_err());
        assert_eq!(decode(HEADER).as_deref(), Ok(&[][..]));
    }
}
