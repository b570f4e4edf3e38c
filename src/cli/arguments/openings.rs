//! What is said to `tesuji openings`.

use super::finite;
use crate::base::BoardSize;
use clap::{Args, ValueEnum};

/// What openings to make.
#[derive(Args, Debug, Clone)]
pub struct OpeningsOptions {
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: String,
    /// Board: N for a square, WxH for a rectangle; the game's usual one if not given.
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Rule set, for example chinese.
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Points for White.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = finite)]
    pub komi: Option<f32>,
    /// Any option of the reference (`tesuji docs options`); may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Moves of an opening.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u64).range(1..=60))]
    pub plies: u64,
    /// Openings to make.
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub count: u64,
    /// How moves are chosen; the default is ranked for Go and any for other games.
    #[arg(long, value_enum, value_name = "HOW")]
    pub moves: Option<MoveChoice>,
    /// With --moves any: only moves at most so many lines away from a stone, or, on an empty board, from the centre;
    /// 0 = everywhere.
    #[arg(long, value_name = "LINES", default_value = "0", value_parser = clap::value_parser!(u64).range(0..=25))]
    pub radius: u64,
    /// The engine that ranks moves and judges positions; the default of the option `engine` if not given.
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// Playouts of each search, one thread each.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub playouts: u64,
    /// Lowest and highest win rate of Black after the opening, as the engine sees it.
    #[arg(long, value_name = "LOW:HIGH", default_value = "0.45:0.55", value_parser = band)]
    pub balance: (f32, f32),
    /// Seed of all chance.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
}

/// How the moves of openings are chosen.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveChoice {
    /// At random among the moves that the engine ranks well.
    Ranked,
    /// At random among the legal ones.
    Any,
}

fn band(text: &str) -> Result<(f32, f32), String> {
    let number = |text: &str| text.parse::<f32>().ok().filter(|n| (0.0..=1.0).contains(n));
    let ends = text.split_once(':').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    ends.filter(|(low, high)| low < high)
        .ok_or_else(|| "a band is LOW:HIGH with 0 <= LOW < HIGH <= 1, for example 0.45:0.55".into())
}
