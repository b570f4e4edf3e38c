//! Where the Go engine's network comes from, and how it is searched with.

use crate::base::BoardSize;
use crate::engine::EngineError;
use crate::eval::go::{GLOBALS, PLANES};
use crate::eval::net::{Net, Precision, Weights};
use crate::search::mcts::{Choice, Selection, Settings};
use std::sync::Arc;

/// The constant c of PUCT in normal play.
pub const PUCT_C: f64 = 0.6;

/// How far below its parent a move starts in normal play that was not tried, where all others were.
pub const FIRST_PLAY: f64 = 0.12;

/// Positions that the network's answers are kept of in normal play: 12 MB on 9x9, 50 MB on 19x19.
pub const NET_CACHE: i64 = 16_384;

/// What c of PUCT grows by with the logarithm of a node's visits.
const C_GROWTH: f32 = 0.2;

/// Share of the lead in the value of a position, so that among moves that win alike the better score is preferred.
const MARGIN_SHARE: f32 = 0.1;

/// Which move is played: 58-42 against the most visited one, at 800 playouts a move on 9x9.
const CHOICE: Choice = Choice::Bound { deviations: 5.0, share: 0.15 };

/// The program's own networks, each with the number of points that a board may have for it; src/eval/weights/MANIFEST.toml tells
/// their history.
const BUILT_IN: [(usize, &[u8]); 2] = [
    (121, include_bytes!("../../eval/weights/go-small.net")),
    (usize::MAX, include_bytes!("../../eval/weights/go.net")),
];

/// The network for boards of that size by the option `net`: none, the program's own, or a file's.
pub fn network(
    value: &str,
    size: BoardSize,
    precision: Precision,
) -> Result<Option<Arc<Net>>, EngineError> {
    Ok(Networks::read(value)?.get(size, precision))
}

/// Networks for small boards and large ones, or one for all.
pub(super) struct Networks {
    /// Those for the smallest boards first.
    members: Vec<Member>,
}

/// A network, made ready for a precision when it is first asked for in it.
struct Member {
    /// The largest board that it judges, in points.
    most: usize,
    weights: Weights,
    ready: Vec<(Precision, Arc<Net>)>,
}

impl Networks {
    /// The networks by the option `net`.
    pub fn read(value: &str) -> Result<Networks, EngineError> {
        let failed = |reason: String| EngineError::NoNetwork { file: value.into(), reason };
        let read = |(most, bytes): (usize, &[u8])| {
            let weights = Weights::read(bytes).map_err(|error| failed(error.to_string()))?;
            if (weights.shape.planes, weights.shape.globals) != (PLANES, GLOBALS) {
                return Err(failed("made for other planes".into()));
            }
            Ok(Member { most, weights, ready: Vec::new() })
        };
        let members = match value {
            "none" => Vec::new(),
            "built-in" => BUILT_IN.into_iter().map(read).collect::<Result<_, _>>()?,
            path => {
                let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
                vec![read((usize::MAX, &bytes))?]
            }
        };
        Ok(Networks { members })
    }

    /// The network for boards of that size and that precision, if there is one.
    pub fn get(&mut self, size: BoardSize, precision: Precision) -> Option<Arc<Net>> {
        let member = self.members.iter_mut().find(|member| size.area() <= member.most)?;
        let known = member.ready.iter().find(|(for_precision, _)| *for_precision == precision);
        if let Some((_, net)) = known {
            return Some(net.clone());
        }
        let net = Arc::new(Net::new(&member.weights, precision));
        member.ready.push((precision, net.clone()));
        Some(net)
    }

    /// Their names, with a plus sign between them.
    pub fn name(&self) -> Option<String> {
        let names: Vec<&str> =
            self.members.iter().map(|member| member.weights.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join("+"))
    }
}

/// How to search with a network.
pub fn network_settings(c: f64, first_play: f64, common: Settings) -> Settings {
    let (c, reduction) = (c as f32, first_play as f32);
    Settings {
        selection: Selection::Puct { c, growth: C_GROWTH, reduction },
        expand_visits: 0,
        margin_share: MARGIN_SHARE,
        choice: CHOICE,
        ..common
    }
}
