//! What played games mean: counts, differences in strength with their intervals, sequential tests, ratings, tables. Pure
//! arithmetic over entries of the journal.
//!
//! Games are counted from one side's view ([`Tally`]) and, where two games in a row share an opening with colours swapped, in
//! pairs ([`Pentanomial`]); both together are the [`Evidence`]. From it come an Elo difference ([`elo`]) and a sequential
//! test ([`sprt`]); many players get ratings ([`bradley_terry`]). A [`Summary`] has everything that tables show, and
//! [`table`] shows it.

pub mod bradley_terry;
pub mod elo;
mod evidence;
pub mod sprt;
mod summary;
pub mod table;
mod wilson;

pub use evidence::{Evidence, Pentanomial, Tally};
pub use summary::{PlayerSummary, Spread, Summary};
pub use wilson::wilson;

/// Quantile of the normal distribution for two-sided intervals of 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The normal distribution function.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// What an estimate rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Single games (win, draw, loss).
    Games,
    /// Pairs of games with the same opening and swapped colours (pentanomial counts).
    Pairs,
}

impl Basis {
    /// `games` or `pairs`.
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Games => "games",
            Basis::Pairs => "pairs",
        }
    }
}
