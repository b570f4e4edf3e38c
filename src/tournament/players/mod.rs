//! The kinds of players, and which of them an event's text means.
//!
//! | text | player |
//! |---|---|
//! | `gtp:CMD`, `CMD` | a program that speaks GTP |
//! | `uct playouts=500` | a built-in engine: a value of the game's option `engine`, then options |

mod alarm;
mod built_in;
mod gtp;
mod gtp_time;
mod program;

use super::{Event, EventError, Player, PlayerSpec, Setting};
use crate::controller::{Fault, Launch, Trouble};
use built_in::BuiltIn;
use gtp::GtpPlayer;
use std::time::Duration;

/// A protocol that programs speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Gtp,
}

/// The prefixes that name protocols.
const PROTOCOLS: &[(&str, Protocol)] = &[("gtp:", Protocol::Gtp)];

/// What the text of a player means.
enum Kind {
    BuiltIn(Box<BuiltIn>),
    Program(Protocol, Launch),
}

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
    let patience = Duration::try_from_secs_f64(event.rulings.patience).unwrap_or(Duration::MAX);
    Ok(match kind(spec, event)? {
        Kind::BuiltIn(player) => player,
        Kind::Program(Protocol::Gtp, launch) => {
            let launch = Launch { processors: processors.to_vec(), ..launch };
            Box::new(GtpPlayer::new(launch, spec, patience))
        }
    })
}

/// Is that a player of this event? Starts nothing.
///
/// # Errors
/// [`EventError::Engine`] for an empty command, an open quotation mark, an unknown option of a built-in engine or a value
/// that it does not take.
pub fn check(spec: &PlayerSpec, event: &Event) -> Result<(), EventError> {
    super::time::parse(spec.time.as_ref().unwrap_or(&event.time))?;
    kind(spec, event).map(|_| ())
}

/// Is that a command line that starts something? For the scorer of an event.
pub(super) fn check_command(command: &str) -> Result<(), EventError> {
    let launch = Launch::parse(command);
    launch.map(|_| ()).map_err(|error| EventError::Engine(command.into(), error.to_string()))
}

/// What a GTP program says the score is after the moves of `setting`.
pub(super) fn score_by(
    command: &str,
    setting: &Setting,
    patience: Duration,
    quit_patience: Duration,
) -> Result<String, Trouble> {
    let launch = Launch::parse(command.strip_prefix("gtp:").unwrap_or(command))
        .map_err(|error| Trouble::new(Fault::Start, error.to_string()))?;
    let mut scorer = GtpPlayer::new(launch, &PlayerSpec::default(), patience);
    scorer.new_game(setting)?;
    let score = scorer.score()?;
    if let Err(trouble) = scorer.close(quit_patience) {
        log::warn!("{command}: {trouble}");
    }
    score.ok_or_else(|| Trouble::new(Fault::Refusal, "has no final_score"))
}

fn kind(spec: &PlayerSpec, event: &Event) -> Result<Kind, EventError> {
    let text = spec.engine.trim();
    let prefixed = PROTOCOLS
        .iter()
        .find_map(|&(prefix, protocol)| Some((protocol, text.strip_prefix(prefix)?)));
    let (protocol, command) = match prefixed {
        Some(found) => found,
        None => {
            if let Some(player) = BuiltIn::of(spec, event)? {
                return Ok(Kind::BuiltIn(Box::new(player)));
            }
            (Protocol::Gtp, text)
        }
    };
    let launch = Launch::parse(command)
        .map_err(|error| EventError::Engine(spec.engine.clone(), error.to_string()))?;
    Ok(Kind::Program(
        protocol,
        Launch {
            folder: spec.folder.clone(),
            environment: spec.env.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
            error_log: spec.error_log.clone(),
            ..launch
        },
    ))
}
