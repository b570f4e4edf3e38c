//! Random numbers with a documented, stable stream: the same seed gives the same numbers on every machine.

use rand::SeedableRng;
use rand::TryRng;

/// The generator behind all seeded play: xoshiro256++ (Blackman and Vigna, 2019).
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// The generator for a seed (expanded by SplitMix64).
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// All 64 bits, for the seed of another generator.
pub fn draw(rng: &mut Rng) -> u64 {
    let Ok(word) = rng.try_next_u64();
    word
}

/// A number in `0..bound` by multiply-and-shift (Lemire, 2019). The bias, below `bound / 2^32`, is accepted for speed.
#[inline]
pub fn below(rng: &mut Rng, bound: u32) -> u32 {
    let Ok(word) = rng.try_next_u32();
    ((u64::from(word) * u64::from(bound)) >> 32) as u32
}
