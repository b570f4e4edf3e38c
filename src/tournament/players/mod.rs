//! The kinds of players, and which of them an event's text means.

mod alarm;
mod built_in;

use super::{Event, EventError, Player, PlayerSpec};
use built_in::BuiltIn;

/// The player that `spec` describes; nothing is started yet. Processes it starts may run on these processors only (empty =
/// all).
///
/// # Errors
/// [`EventError`] as [`check`].
pub fn open(
    spec: &PlayerSpec,
    event: &Event,
    processors: &[usize],
) -> Result<Box<dyn Player>, EventError> {
    check(spec, event)?;
    let _ = processors;
    if let Some(player) = BuiltIn::of(spec, event)? {
        return Ok(Box::new(player));
    }
    Err(EventError::Engine(spec.engine.clone(), "this kind of player is not there yet".into()))
}

/// Is that a player of this event? Starts nothing.
///
/// # Errors
/// [`EventError::Engine`] for an empty command, an open quotation mark, an unknown option of a built-in engine or a value
/// that it does not take.
pub fn check(spec: &PlayerSpec, event: &Event) -> Result<(), EventError> {
    super::time::parse(spec.time.as_ref().unwrap_or(&event.time))?;
    BuiltIn::of(spec, event)?;
    Ok(())
}
