//! The kinds of players, and which of them an event's text means.
//!
//! | text | player |
//! |---|---|
//! | `gtp:CMD`, `CMD` | a program that speaks GTP |
//! | `gomocup:CMD` | a Gomoku program that speaks the Gomocup (Piskvork) protocol |
//! | `nboard:CMD` | a Reversi program that speaks NBoard |
//! | `sau:CMD` | a Phantom Go program that speaks the protocol of the SAU platform |
//! | `uct playouts=500` | a built-in engine: a value of the game's option `engine`, then options |

mod alarm;
mod built_in;
mod gomocup;
mod gtp;
mod gtp_time;
mod nboard;
mod phantom;
mod program;
mod sau;

use super::{Event, EventError, Player, PlayerSpec, Setting};
use crate::controller::{Fault, Launch, Trouble};
use built_in::BuiltIn;
use gomocup::GomocupPlayer;
use gtp::GtpPlayer;
use nboard::NBoardPlayer;
use sau::SauPlayer;
use std::time::Duration;

/// A protocol that programs speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Gtp,
    Gomocup,
    NBoard,
    Sau,
}

/// The prefixes that name protocols, and the one game that a protocol serves.
const PROTOCOLS: &[(&str, Protocol, Option<&str>)] = &[
    ("gtp:", Protocol::Gtp, None),
    ("gomocup:", Protocol::Gomocup, Some("gomoku")),
    ("nboard:", Protocol::NBoard, Some("reversi")),
    ("sau:", Protocol::Sau, Some("phantom-go")),
];

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
        Kind::Program(protocol, launch) => {
            let launch = Launch { processors: processors.to_vec(), ..launch };
            match protocol {
                Protocol::Gtp => Box::new(GtpPlayer::new(launch, spec, patience)),
                Protocol::Gomocup => Box::new(GomocupPlayer::new(launch, spec, patience)),
                Protocol::NBoard => Box::new(NBoardPlayer::new(launch, spec, patience)),
                Protocol::Sau => Box::new(SauPlayer::new(launch, spec, patience)),
            }
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
    let prefixed = PROTOCOLS.iter().find_map(|&(prefix, protocol, game)| {
        Some((prefix, protocol, game, text.strip_prefix(prefix)?))
    });
    let (protocol, command) = match prefixed {
        Some((prefix, _, Some(game), _)) if !event.game.eq_ignore_ascii_case(game) => {
            let text = format!("{prefix} is a protocol for {game}, not for {}", event.game);
            return Err(EventError::Engine(spec.engine.clone(), text));
        }
        Some((_, protocol, _, command)) => (protocol, command),
        None => {
            if let Some(player) = BuiltIn::of(spec, event)? {
                return Ok(Kind::BuiltIn(Box::new(player)));
            }
            let first = text.split_whitespace().next().unwrap_or_default();
            if let Some(engines) = built_in::engines_elsewhere(first, &event.game) {
                let text = format!("no engine for {}; there are {engines}", event.game);
                return Err(EventError::Engine(spec.engine.clone(), text));
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
