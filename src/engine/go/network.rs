//! Where the Go engine's network comes from, and how it is searched with.

use crate::base::BoardSize;
use crate::engine::EngineError;
use crate::eval::go::{GLOBALS, GoNet, PLANES};
use crate::eval::net::{Net, Precision, Weights, katago};
use crate::search::mcts::{Choice, Selection, Settings};
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

/// The constant c of PUCT in normal play.
pub const PUCT_C: f64 = 0.4;

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
const BUILT_IN: [(usize, &[u8]); 3] = [
    (121, include_bytes!("../../eval/weights/go-small.net")),
    (169, include_bytes!("../../eval/weights/go-middle.net")),
    (usize::MAX, include_bytes!("../../eval/weights/go.net")),
];

/// First bytes of a file packed by gzip.
const PACKED: &[u8] = &[0x1f, 0x8b];

/// First bytes of a network file of this program.
const OWN: &[u8] = b"TSGN";

/// Bytes of an unpacked file that are not exceeded; the largest networks of KataGo have a third of that.
const LARGEST: u64 = 3 << 30;

/// The network for boards of that size by the option `net`: none, the program's own, or a file's.
pub fn network(
    value: &str,
    size: BoardSize,
    precision: Precision,
) -> Result<Option<GoNet>, EngineError> {
    Ok(Networks::read(value)?.get(size, precision))
}

/// Networks for small boards and large ones, or one for all.
pub(super) struct Networks {
    /// Those for the smallest boards first.
    members: Vec<Member>,
}

/// What a network's file holds.
enum File {
    Own(Box<Weights>),
    Katago(Box<katago::Weights>),
}

/// A network, made ready for a precision when it is first asked for in it.
struct Member {
    /// The largest board that it judges, in points.
    most: usize,
    file: File,
    ready: Vec<(Precision, GoNet)>,
}

impl Networks {
    /// The networks by the option `net`.
    pub fn read(value: &str) -> Result<Networks, EngineError> {
        let failed = |reason: String| EngineError::NoNetwork { file: value.into(), reason };
        let read = |(most, bytes): (usize, &[u8])| {
            let file = File::read(bytes).map_err(failed)?;
            Ok(Member { most, file, ready: Vec::new() })
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
    pub fn get(&mut self, size: BoardSize, precision: Precision) -> Option<GoNet> {
        let member = self.members.iter_mut().find(|member| size.area() <= member.most)?;
        let known = member.ready.iter().find(|(for_precision, _)| *for_precision == precision);
        if let Some((_, net)) = known {
            return Some(net.clone());
        }
        let net = match &member.file {
            File::Own(weights) => GoNet::Own(Arc::new(Net::new(weights, precision))),
            File::Katago(weights) => GoNet::Katago(Arc::new(katago::Net::new(weights, precision))),
        };
        member.ready.push((precision, net.clone()));
        Some(net)
    }

    /// Their names, with a plus sign between them.
    pub fn name(&self) -> Option<String> {
        let names: Vec<&str> = self.members.iter().map(|member| member.file.name()).collect();
        (!names.is_empty()).then(|| names.join("+"))
    }
}

impl File {
    /// The network's name.
    fn name(&self) -> &str {
        match self {
            File::Own(weights) => &weights.name,
            File::Katago(weights) => &weights.name,
        }
    }

    /// Reads a network of this program or one of KataGo's, packed or not; which it is its bytes tell.
    fn read(bytes: &[u8]) -> Result<File, String> {
        let bytes =
            if bytes.starts_with(PACKED) { unpacked(bytes)?.into() } else { Cow::from(bytes) };
        if !bytes.starts_with(OWN) {
            let weights = katago::Weights::read(&bytes).map_err(|error| error.to_string())?;
            return Ok(File::Katago(Box::new(weights)));
        }
        let weights = Weights::read(&bytes).map_err(|error| error.to_string())?;
        if (weights.shape.planes, weights.shape.globals) != (PLANES, GLOBALS) {
            return Err("made for other planes".into());
        }
        Ok(File::Own(Box::new(weights)))
    }
}

/// The bytes of a packed file, as long as there are not too many.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut unpacked = Vec::new();
    let mut reader = MultiGzDecoder::new(bytes).take(LARGEST + 1);
    reader.read_to_end(&mut unpacked).map_err(|error| error.to_string())?;
    if unpacked.len() as u64 > LARGEST {
        return Err(format!("more than {LARGEST} bytes when unpacked"));
    }
    Ok(unpacked)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, below, seeded};
    use crate::eval::Evaluator;
    use crate::eval::go::NetworkEvaluator;
    use crate::eval::net::katago::tests::model::{Act, Model, Plan};
    use crate::game::State;
    use crate::games::go::{GoState, Rules};
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    const PLAN: Plan = Plan { version: 8, act: Act::Relu, side: 5, channels: 8, blocks: "og" };

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes).and_then(|()| packer.finish()).expect("memory")
    }

    #[test]
    fn files_are_known_by_their_bytes() {
        let model = Model::random(PLAN, 1);
        let (bytes, words) = (model.file(true), model.file(false));
        for file in [&bytes, &words, &packed(&bytes), &packed(&words)] {
            assert!(matches!(File::read(file), Ok(File::Katago(weights)) if weights.version == 8));
        }
        for (_, file) in BUILT_IN {
            for file in [file, &packed(file)] {
                assert!(matches!(File::read(file), Ok(File::Own(_))));
            }
        }
        let whole = packed(&bytes);
        for end in [2, 11, whole.len() / 2, whole.len() - 1] {
            assert!(File::read(&whole[..end]).is_err(), "{end}");
        }
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 0x55;
        assert!(File::read(&damaged).is_err());
        for (bytes, says) in
            [(&b""[..], "not a network file"), (b"TSGN", "cut off"), (b"a b", "not")]
        {
            let error = File::read(bytes).err().expect("no network");
            assert!(error.contains(says), "{error}");
        }
    }

    /// Positions of a game at random.
    fn positions(side: usize) -> Vec<GoState> {
        let size = BoardSize::square(side).expect("a size");
        let mut state = GoState::new(size, Rules::CHINESE_SUPERKO, 7.0);
        let mut rng = seeded(5);
        let moves = (0..40).filter_map(|_| {
            let points: Vec<Move> = size.points().map(Move::at).collect();
            let mv = points[below(&mut rng, points.len() as u32) as usize];
            state.is_legal(mv).then(|| {
                state.play(mv);
                state.clone()
            })
        });
        moves.step_by(6).collect()
    }

    /// A network with silent blocks, which no other has beaten on 13x13 yet.
    const HALF_SILENT: &str = "b6c64-2";

    /// Without normalisation a block can fall silent in training and say the same about every position from then on.
    #[test]
    fn every_block_of_the_built_in_networks_has_a_say() {
        for ((_, bytes), side) in BUILT_IN.into_iter().zip([9, 13, 13]) {
            let weights = Weights::read(bytes).expect("a network");
            if weights.name == HALF_SILENT {
                continue;
            }
            let positions = positions(side);
            let policies = |weights: &Weights| -> Vec<Vec<f32>> {
                let net = GoNet::Own(Arc::new(Net::new(weights, Precision::Full)));
                let evaluator = NetworkEvaluator::new(net, 0);
                let mut worker = evaluator.worker(0);
                let opinions = positions.iter().map(|state| evaluator.opinion(&mut worker, state));
                opinions.map(|opinion| opinion.policy).collect()
            };
            let whole = policies(&weights);
            for block in 0..weights.blocks.len() {
                let mut without = weights.clone();
                without.blocks[block].w2.fill(0.0);
                let changes: f32 = (policies(&without).iter().flatten())
                    .zip(whole.iter().flatten())
                    .map(|(a, b)| (a - b).abs())
                    .sum();
                let change = changes / whole.iter().flatten().count() as f32;
                assert!(change > 0.01, "{} block {block}: {change}", weights.name);
            }
        }
    }
}
