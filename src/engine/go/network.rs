//! Where the Go engine's network comes from, and how it is searched with.

use crate::engine::EngineError;
use crate::eval::go::{GLOBALS, PLANES};
use crate::eval::net::{Net, Precision, Weights};
use crate::search::mcts::{Selection, Settings};
use std::sync::Arc;

/// The constant c of PUCT in normal play.
pub const PUCT_C: f64 = 0.6;

/// How far below its parent a move starts in normal play that was not tried, where all others were.
pub const FIRST_PLAY: f64 = 0.12;

/// What c of PUCT grows by with the logarithm of a node's visits.
const C_GROWTH: f32 = 0.2;

/// Share of the lead in the value of a position, so that among moves that win alike the better score is preferred.
const MARGIN_SHARE: f32 = 0.1;

/// The program's own network; src/eval/weights/MANIFEST.toml tells its history.
const BUILT_IN: &[u8] = include_bytes!("../../eval/weights/go.net");

/// The network by the option `net`: none, the program's own, or a file's.
pub fn network(value: &str, precision: Precision) -> Result<Option<Arc<Net>>, EngineError> {
    Ok(Networks::read(value)?.get(precision))
}

/// A network, made ready for a precision when it is first asked for in it.
pub(super) struct Networks {
    weights: Option<Weights>,
    ready: Vec<(Precision, Arc<Net>)>,
}

impl Networks {
    /// The network by the option `net`.
    pub fn read(value: &str) -> Result<Networks, EngineError> {
        let failed = |reason: String| EngineError::NoNetwork { file: value.into(), reason };
        let read = |bytes: &[u8]| Weights::read(bytes).map_err(|error| failed(error.to_string()));
        let weights = match value {
            "none" => None,
            "built-in" => Some(read(BUILT_IN)?),
            path => Some(read(&std::fs::read(path).map_err(|error| failed(error.to_string()))?)?),
        };
        let shape = weights.as_ref().map(|weights| weights.shape);
        if shape.is_some_and(|shape| (shape.planes, shape.globals) != (PLANES, GLOBALS)) {
            return Err(failed("made for other planes".into()));
        }
        Ok(Networks { weights, ready: Vec::new() })
    }

    /// The network for that precision, if there is one.
    pub fn get(&mut self, precision: Precision) -> Option<Arc<Net>> {
        let weights = self.weights.as_ref()?;
        let known = self.ready.iter().find(|(for_precision, _)| *for_precision == precision);
        if let Some((_, net)) = known {
            return Some(net.clone());
        }
        let net = Arc::new(Net::new(weights, precision));
        self.ready.push((precision, net.clone()));
        Some(net)
    }

    /// Its name.
    pub fn name(&self) -> Option<&str> {
        self.weights.as_ref().map(|weights| weights.name.as_str())
    }
}

/// How to search with a network.
pub fn network_settings(c: f64, first_play: f64, common: Settings) -> Settings {
    let (c, reduction) = (c as f32, first_play as f32);
    Settings {
        selection: Selection::Puct { c, growth: C_GROWTH, reduction },
        expand_visits: 0,
        margin_share: MARGIN_SHARE,
        ..common
    }
}
