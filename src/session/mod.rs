//! Floor 6: one open game. History, undo, handicap, clocks, scoring and an engine behind one object-safe trait, so that
//! protocols serve every game alike; and the register of games.

mod contract;
mod error;
mod game;
pub mod go;
mod open;
mod register;
mod timeline;

pub use contract::{Asked, Feature, Session};
pub use error::SessionError;
pub use game::Game;
pub use open::Open;
pub use register::{GAMES, GameRow, Settings, find};
pub use timeline::Timeline;
