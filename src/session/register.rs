//! The register of games: one row each.

use super::{Session, SessionError, go};
use crate::base::BoardSize;
use crate::record::sgf::{GoNotation, Notation};

/// How a session begins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// Board; the game's usual one if not given.
    pub size: Option<BoardSize>,
    /// Points for White.
    pub komi: Option<f32>,
    /// Rule set.
    pub rules: Option<String>,
    /// Options of the game's table, names and values.
    pub options: Vec<(String, String)>,
}

/// A game that can be played.
pub struct GameRow {
    /// Its public name, as in [`crate::game::Passport::name`].
    pub name: &'static str,
    /// The name clients know it by.
    pub title: &'static str,
    /// How records spell it.
    pub notation: &'static dyn Notation,
    /// Opens a session.
    pub open: fn(&Settings) -> Result<Box<dyn Session>, SessionError>,
}

/// Every game.
pub static GAMES: &[GameRow] =
    &[GameRow { name: "go", title: "Go", notation: &GoNotation, open: go::open }];

/// The game of that name or title, in any case.
pub fn find(name: &str) -> Option<&'static GameRow> {
    GAMES
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name) || row.title.eq_ignore_ascii_case(name))
}
