//! Words and numbers of a file of KataGo's.
//!
//! The file is words with blanks or line ends between them. Weights are either words too or, in a `.bin` file, bytes: the mark
//! `@BIN@` and behind it numbers of 32 bits, little-endian.

/// Why bytes are no network of KataGo's that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// Another kind of file.
    #[error("not a network file")]
    NotAModel,
    /// A version that is older or newer than those that are known.
    #[error("version {0} of KataGo's network files is not known, only 8 to 14 are")]
    Version(i64),
    /// It ends too early.
    #[error("the network file is cut off in {0}")]
    Truncated(String),
    /// A word where something else stands in a network.
    #[error("the network file says {found} for {what} in {layer}")]
    Unexpected {
        /// The part of the network.
        layer: String,
        /// What the word is for.
        what: &'static str,
        /// The word.
        found: String,
    },
    /// Sizes of two layers do not fit together.
    #[error("{what} in {layer} are {found}, not {expected}")]
    Mismatch {
        /// The part of the network.
        layer: String,
        /// What is counted.
        what: &'static str,
        /// What would fit.
        expected: usize,
        /// What is there.
        found: usize,
    },
    /// A weight is an infinity or no number.
    #[error("a weight of {0} is not a finite number")]
    NotFinite(String),
    /// A layer of a kind that cannot be computed.
    #[error("{layer} is a {what}, which is not known")]
    Unknown {
        /// The part of the network.
        layer: String,
        /// What it is.
        what: String,
    },
}

/// The mark before weights in bytes.
const MARK: &[u8] = b"@BIN@";

/// Longest word: names of layers are shorter.
const LONGEST: usize = 256;

/// Bytes still to be read.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// From the first byte on.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// The next word.
    pub fn word(&mut self, layer: &str) -> Result<&'a str, ModelError> {
        let rest = self.0.trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        if end == 0 {
            return Err(ModelError::Truncated(layer.into()));
        }
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        let shown = || String::from_utf8_lossy(&word[..end.min(20)]).escape_debug().to_string();
        let text = std::str::from_utf8(word).ok().filter(|text| text.len() <= LONGEST);
        text.filter(|text| !text.chars().any(char::is_control)).ok_or_else(|| {
            ModelError::Unexpected { layer: layer.into(), what: "a word", found: shown() }
        })
    }

    /// The next word as a number.
    pub fn number<T: std::str::FromStr>(
        &mut self,
        layer: &str,
        what: &'static str,
    ) -> Result<T, ModelError> {
        let word = self.word(layer)?;
        word.parse().map_err(|_| unexpected(layer, what, word))
    }

    /// The next word as a size within bounds.
    pub fn size(
        &mut self,
        layer: &str,
        what: &'static str,
        least: usize,
        most: usize,
    ) -> Result<usize, ModelError> {
        let word = self.word(layer)?;
        let size = word.parse().ok().filter(|size| (least..=most).contains(size));
        size.ok_or_else(|| unexpected(layer, what, word))
    }

    /// That many weights. Room is made only for as many as the rest of the file can hold.
    pub fn weights(&mut self, layer: &str, count: usize) -> Result<Vec<f32>, ModelError> {
        let truncated = || ModelError::Truncated(layer.into());
        let rest = self.0.trim_ascii_start();
        let weights: Vec<f32> = if let Some(bytes) = rest.strip_prefix(MARK) {
            let length = count.checked_mul(4).ok_or_else(truncated)?;
            let (bytes, rest) = bytes.split_at_checked(length).ok_or_else(truncated)?;
            self.0 = rest;
            bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
        } else {
            // A number and a blank are two bytes.
            if count > rest.len().div_ceil(2) {
                return Err(truncated());
            }
            let mut weights = Vec::with_capacity(count);
            for _ in 0..count {
                weights.push(self.number(layer, "a weight")?);
            }
            weights
        };
        if weights.iter().all(|weight| weight.is_finite()) {
            Ok(weights)
        } else {
            Err(ModelError::NotFinite(layer.into()))
        }
    }
}

fn unexpected(layer: &str, what: &'static str, word: &str) -> ModelError {
    let found = word.chars().take(20).collect();
    ModelError::Unexpected { layer: layer.into(), what, found }
}
