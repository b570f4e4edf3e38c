//! Floor 0: the words every other module is written in. Knows no game.

mod color;
mod list;
mod memory;
mod moves;
mod point;
mod rng;
mod size;
mod symmetry;
mod zobrist;

pub use color::{Color, ParseColorError};
pub use list::MoveList;
pub use memory::{Zero, filled, zeros};
pub use moves::{Move, ParseMoveError};
pub use point::{GRID, Point, STRIDE};
pub use rng::{Rng, below, draw, seeded};
pub use size::{BoardSize, MAX_SIDE, ParseSizeError};
pub use symmetry::Symmetry;
pub use zobrist::{player_key, stone_key};
