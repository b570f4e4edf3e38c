//! Floor 6: one open game. History, undo, handicap, clocks, scoring and an engine behind one object-safe trait, so that
//! protocols serve every game alike; and the register of games.

mod clocks;
mod contract;
mod error;
mod file;
mod game;
pub mod go;
pub mod gomoku;
pub mod must_move;
mod open;
pub mod phantom;
mod record;
mod register;
pub mod reversi;
mod timeline;

pub use clocks::Clocks;
pub use contract::{Asked, Feature, Session};
pub use error::SessionError;
pub use file::{may_write, read_file, write_file};
pub use game::Game;
pub use open::Open;
pub use register::{GAMES, GameRow, Settings, find, named};
pub use timeline::Timeline;
