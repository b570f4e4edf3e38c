//! Go evaluated by playouts that know captures, saves, ladders, patterns, vital points and self-atari.
//!
//! The parts follow what is published of MoGo, Fuego and Pachi; see each file for its sources.

mod area;
mod features;
mod katago;
mod ladder;
mod light;
mod network;
mod odds;
mod pattern;
mod planes;
mod policy;
mod priors;
mod raw;
mod tactics;
#[cfg(test)]
mod tests;

pub use area::Area;
pub use features::{Described, FEATURES, NAMES};
pub use katago::FeatureReader;
pub use light::LightPlayouts;
pub use network::{GoNet, NetworkEvaluator, NetworkWorker};
pub use odds::{KIND_NAMES, KINDS, Odds, OddsError};
pub use pattern::Patterns;
pub use planes::{GLOBALS, PLANES, PlaneReader};
pub use policy::Policy;
pub use priors::Weights;
pub use raw::{RawLook, SYMMETRIES};

use crate::base::{BoardSize, Color, GRID, Move, Point, Rng, seeded};
use crate::eval::{Evaluator, Leaf};
use crate::game::State;
use crate::games::go::{Board, EMPTY, GoState, Rules, Scoring};
use ladder::LadderReader;
use policy::{Candidates, Chooser};

/// The owners of a position that is over, as it stands.
pub fn settle(leaf: &mut Leaf<GoState>) {
    leaf.ownership.clear();
    leaf.ownership.resize(GRID, 0.0);
    for (owned, owner) in leaf.state.score(&[]).owned.iter().zip([1.0, -1.0]) {
        owned.iter().for_each(|point| leaf.ownership[point.index()] = owner);
    }
}

/// The evaluator of Go without a network: priors from local knowledge, value from one playout.
pub struct KnowledgePlayouts {
    policy: Policy,
    weights: Weights,
    patterns: Patterns,
}

/// What a thread keeps for itself.
pub struct Worker {
    rng: Rng,
    scratch: Scratch,
}

/// Boards and lists that spare allocations.
struct Scratch {
    board: Board,
    reader: LadderReader,
    candidates: Candidates,
}

/// How a playout went.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    /// Moves, passes not counted.
    moves: usize,
    /// Moves and passes of the first player minus those of the second.
    surplus: i32,
    /// Was it stopped because one side was far ahead?
    decided: bool,
}

/// Counts of a series of playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Playouts.
    pub playouts: u64,
    /// Moves, passes not counted.
    pub moves: u64,
    /// Wins of Black.
    pub black_wins: u64,
}

impl KnowledgePlayouts {
    /// With the normal policy and weights.
    pub fn new() -> KnowledgePlayouts {
        KnowledgePlayouts::with(Policy::FULL, Weights::NORMAL)
    }

    /// With given settings.
    pub fn with(policy: Policy, weights: Weights) -> KnowledgePlayouts {
        KnowledgePlayouts { policy, weights, patterns: Patterns::new() }
    }

    /// Plays from a position to the end; appends the moves to `trace`.
    fn playout(
        &self,
        state: &GoState,
        rng: &mut Rng,
        scratch: &mut Scratch,
        trace: &mut Vec<(Color, Move)>,
    ) -> End {
        let Scratch { board, reader, candidates } = scratch;
        board.copy_from(state.board());
        let mut chooser =
            Chooser { policy: &self.policy, patterns: &self.patterns, reader, candidates };
        let area = board.size().area();
        let mercy = mercy_lead(area);
        let compensation = state.compensation() as i32;
        let mut color = state.to_move();
        let [mut last, mut before, ..] = state.recent().map(|mv| mv.and_then(Move::point));
        let mut passes = 0;
        let mut end = End { moves: 0, surplus: 0, decided: false };
        let mut sign = 1;
        for _ in 0..3 * area {
            end.surplus += sign;
            sign = -sign;
            let mv = chooser.choose(board, color, last, before, rng);
            match mv {
                Some(point) => {
                    board.play(color, point);
                    trace.push((color, Move::at(point)));
                    end.moves += 1;
                    passes = 0;
                    let lead = board.stone_count(Color::Black) as i32
                        - board.stone_count(Color::White) as i32
                        - compensation;
                    if lead.abs() > mercy {
                        end.decided = true;
                        break;
                    }
                }
                None => {
                    board.clear_ko();
                    passes += 1;
                    if passes == 2 {
                        break;
                    }
                }
            }
            before = last;
            last = mv;
            color = color.other();
        }
        end
    }

    /// The plays worth considering in a position, with their features: what the priors are computed from.
    pub fn describe(&self, worker: &mut Worker, state: &GoState, out: &mut Vec<Described>) {
        out.clear();
        features::describe(state, &self.patterns, &mut worker.scratch, |move_| out.push(move_));
    }

    /// Runs `count` playouts from an empty board, without priors.
    pub fn playouts(&self, count: u64, size: BoardSize, seed: u64) -> Tally {
        let state = GoState::new(size, Rules::CHINESE, 7.5);
        let mut worker = self.worker(seed);
        let mut leaves = [Leaf::new(state.clone())];
        let mut tally = Tally::default();
        for _ in 0..count {
            self.evaluate(&mut worker, &mut leaves);
            tally.playouts += 1;
            tally.moves += leaves[0].trace.len() as u64;
            tally.black_wins += u64::from(leaves[0].value > 0.5);
        }
        tally
    }
}

impl Default for KnowledgePlayouts {
    fn default() -> KnowledgePlayouts {
        KnowledgePlayouts::new()
    }
}

const SMALLEST: BoardSize = match BoardSize::square(1) {
    Some(size) => size,
    None => unreachable!(),
};

/// Stones (komi included) by which a side must lead for the playout to stop.
fn mercy_lead(area: usize) -> i32 {
    (area as i32 * 3 / 5).max(10)
}

impl Evaluator<GoState> for KnowledgePlayouts {
    type Worker = Worker;

    const TRACES: bool = true;

    const BATCH: usize = 1;

    fn worker(&self, seed: u64) -> Worker {
        // Any size will do: boards are copied over.
        let size = SMALLEST;
        Worker {
            rng: seeded(seed),
            scratch: Scratch {
                board: Board::new(size),
                reader: LadderReader::new(size),
                candidates: Candidates::new(),
            },
        }
    }

    fn evaluate(&self, worker: &mut Worker, batch: &mut [Leaf<GoState>]) {
        let Worker { rng, scratch } = worker;
        for leaf in batch {
            leaf.priors.clear();
            if leaf.expand {
                priors::fill(&leaf.state, &self.weights, &self.patterns, scratch, &mut leaf.priors);
            }
            leaf.trace.clear();
            let end = self.playout(&leaf.state, rng, scratch, &mut leaf.trace);
            leaf.ownership.resize(GRID, 0.0);
            let area = count(&scratch.board, &mut leaf.ownership);
            leaf.margin = final_margin(&leaf.state, area, end.surplus);
            leaf.value = if leaf.margin > 0.0 {
                1.0
            } else if leaf.margin < 0.0 {
                0.0
            } else {
                0.5
            };
        }
    }
}

/// Black's margin after a playout. Under territory scoring every stone costs a point as in [`GoState::margin`], and in
/// the playout every pass does too, so that a player who passes while the other fills gains nothing by it.
fn final_margin(state: &GoState, area: i32, surplus: i32) -> f32 {
    let stones = match state.rules().scoring {
        Scoring::Area => 0.0,
        Scoring::Territory => {
            let sign = if state.to_move() == Color::Black { 1 } else { -1 };
            let played = state.placed(Color::Black) as i32 - state.placed(Color::White) as i32;
            (played + sign * surplus) as f32
        }
    };
    area as f32 - stones - state.compensation()
}

/// Owners of all points by [`Point::index`], and Black's points minus White's: stones, and empty regions that touch
/// one colour only.
fn count(board: &Board, ownership: &mut [f32]) -> i32 {
    let mut margin = 0;
    for point in board.size().points() {
        let owner = match board.content(point) {
            1 => 1,
            2 => -1,
            _ => 0,
        };
        ownership[point.index()] = owner as f32;
        margin += owner;
    }
    let mut seen = [0u64; GRID / 64];
    let mut region = [0u16; 640];
    for slot in 0..board.empty_count() {
        let start = board.empty_at(slot);
        if !mark(&mut seen, start) {
            continue;
        }
        region[0] = start.index() as u16;
        let (mut next, mut len, mut touched) = (0, 1, 0u8);
        while next < len {
            let point = Point::from_index(region[next] as usize);
            next += 1;
            for n in point.neighbors() {
                match board.content(n) {
                    EMPTY if mark(&mut seen, n) => {
                        region[len] = n.index() as u16;
                        len += 1;
                    }
                    content @ 1..=2 => touched |= content,
                    _ => {}
                }
            }
        }
        let owner = match touched {
            1 => 1,
            2 => -1,
            _ => continue,
        };
        for &cell in &region[..len] {
            ownership[cell as usize] = owner as f32;
        }
        margin += owner * len as i32;
    }
    margin
}

/// Marks a point; false if it was marked before.
fn mark(seen: &mut [u64; GRID / 64], point: Point) -> bool {
    let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
    let fresh = seen[word] & bit == 0;
    seen[word] |= bit;
    fresh
}
