//! Go evaluated by a network: policy, winning chance, lead and owners of a position at one look.
//!
//! Each leaf is looked at in one of the board's symmetries, which its key chooses, and the root in all of them. What was seen
//! is kept in a table of fixed size, shared by all threads, so that a position reached by another order of moves, or again
//! after the tree was forgotten, costs nothing.

use super::planes::{GLOBALS, KOMI_SCALE, PLANES, PlaneReader};
use crate::base::{BoardSize, Color, GRID, Move, Point};
use crate::eval::net::{Input, Net, Output, Runner};
use crate::eval::{Evaluator, Leaf, Prior};
use crate::game::State;
use crate::games::go::GoState;
use std::sync::{Arc, Mutex, PoisonError};

/// Leaves evaluated side by side: the network's weights are read once for all of them.
const BATCH: usize = 8;

/// Positions kept for each of the [`SHARDS`] parts of the table.
const KEPT: usize = 1024;

/// Parts of the table, each behind a lock of its own.
const SHARDS: usize = 16;

/// A symmetry of the board: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps the axes (square boards only).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symmetry(u8);

impl Symmetry {
    /// How many a board has.
    fn count(size: BoardSize) -> u8 {
        if size.width() == size.height() { 8 } else { 4 }
    }

    /// Where a point, as `y * width + x`, comes to lie.
    fn place(self, size: BoardSize, x: usize, y: usize) -> usize {
        let (w, h) = (size.width(), size.height());
        let x = if self.0 & 1 == 0 { x } else { w - 1 - x };
        let y = if self.0 & 2 == 0 { y } else { h - 1 - y };
        if self.0 & 4 == 0 { y * w + x } else { x * w + y }
    }
}

/// What the network says of a position, for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Opinion {
    /// Logits of the points row by row, and of the pass last.
    pub policy: Vec<f32>,
    /// Expected owner of each point, row by row: 1 the player to move.
    pub ownership: Vec<f32>,
    /// Chance to win, 0..=1.
    pub win: f32,
    /// Lead in points, komi included.
    pub lead: f32,
    /// Standard deviation of the final lead.
    pub deviation: f32,
}

struct Kept {
    key: u64,
    opinion: Arc<Opinion>,
}

/// Opinions by position.
struct Table {
    shards: Vec<Mutex<Vec<Option<Kept>>>>,
}

impl Table {
    fn new() -> Table {
        let shard = || Mutex::new(std::iter::repeat_with(|| None).take(KEPT).collect());
        Table { shards: std::iter::repeat_with(shard).take(SHARDS).collect() }
    }

    fn shard(&self, key: u64) -> std::sync::MutexGuard<'_, Vec<Option<Kept>>> {
        let shard = &self.shards[(key >> 60) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: u64) -> Option<Arc<Opinion>> {
        let shard = self.shard(key);
        let kept = shard[key as usize % KEPT].as_ref()?;
        (kept.key == key).then(|| kept.opinion.clone())
    }

    fn keep(&self, key: u64, opinion: Arc<Opinion>) {
        self.shard(key)[key as usize % KEPT] = Some(Kept { key, opinion });
    }

    fn clear(&self) {
        for shard in &self.shards {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.iter_mut().for_each(|slot| *slot = None);
        }
    }
}

/// How opinions become priors and values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkSettings {
    /// The policy's logits are divided by this: above 1 evens it out.
    pub temperature: f32,
}

impl NetworkSettings {
    /// Those of normal play.
    pub const NORMAL: NetworkSettings = NetworkSettings { temperature: 1.0 };
}

/// The evaluator of Go with a network.
pub struct NetworkEvaluator {
    net: Arc<Net>,
    settings: NetworkSettings,
    table: Table,
}

/// What a thread keeps for itself.
pub struct NetworkWorker {
    reader: PlaneReader,
    runner: Runner,
    canonical: Vec<f32>,
    planes: Vec<Vec<f32>>,
    globals: Vec<[f32; GLOBALS]>,
    outputs: Vec<Output>,
    jobs: Vec<Job>,
    found: Vec<Option<Arc<Opinion>>>,
}

/// A look that the network is to take.
#[derive(Clone, Copy)]
struct Job {
    leaf: usize,
    key: u64,
    symmetry: Symmetry,
}

impl NetworkEvaluator {
    /// With that network.
    pub fn new(net: Arc<Net>, settings: NetworkSettings) -> NetworkEvaluator {
        NetworkEvaluator { net, settings, table: Table::new() }
    }

    /// The network.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Forgets what was seen.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// What the network says of a position, the mean over all symmetries of the board.
    pub fn opinion(&self, worker: &mut NetworkWorker, state: &GoState) -> Opinion {
        let count = Symmetry::count(state.size());
        worker.jobs.clear();
        worker.jobs.extend((0..count).map(|s| Job { leaf: 0, key: 0, symmetry: Symmetry(s) }));
        worker.look(&self.net, |_| state);
        let mut mean = Opinion::default();
        for (job, output) in worker.jobs.iter().zip(&worker.outputs) {
            let one = turned_back(state.size(), job.symmetry, output);
            add(&mut mean, &one, 1.0 / f32::from(count));
        }
        mean
    }

    /// A number that tells positions apart which the network may see differently.
    fn key(state: &GoState) -> u64 {
        let mut key = state.key();
        let mut mix = |word: u64| {
            key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^= key >> 29;
        };
        for mv in state.recent() {
            mix(mv.map_or(u64::MAX, |mv| u64::from(mv.raw())));
        }
        mix(u64::from(super::planes::given(state).to_bits()));
        mix((state.size().width() * 64 + state.size().height()) as u64);
        let rules = state.rules();
        mix(rules.ko as u64 | (rules.scoring as u64) << 8 | u64::from(rules.suicide) << 16);
        key
    }

    fn answer(&self, leaf: &mut Leaf<GoState>, opinion: &Opinion) {
        let state = &leaf.state;
        let black = state.to_move() == Color::Black;
        let sign = if black { 1.0 } else { -1.0 };
        leaf.value = if black { opinion.win } else { 1.0 - opinion.win };
        leaf.margin = sign * opinion.lead;
        leaf.ownership.clear();
        leaf.ownership.resize(GRID, 0.0);
        for (point, owner) in state.size().points().zip(&opinion.ownership) {
            leaf.ownership[point.index()] = sign * owner;
        }
        if leaf.expand {
            priors(state, opinion, self.settings.temperature, &mut leaf.priors);
        }
    }
}

/// The legal moves with their probabilities: those of a softmax over the logits.
fn priors(state: &GoState, opinion: &Opinion, temperature: f32, out: &mut Vec<Prior>) {
    out.clear();
    let legal = |point: &Point| state.is_legal(Move::at(*point));
    let scale = 1.0 / temperature;
    let mut entry = |mv: Move, logit: f32| {
        out.push(Prior { mv, policy: logit * scale, value: opinion.win, weight: 0.0 });
    };
    for (point, &logit) in state.size().points().zip(&opinion.policy) {
        if legal(&point) {
            entry(Move::at(point), logit);
        }
    }
    entry(Move::PASS, opinion.policy.last().copied().unwrap_or(0.0));
    let top = out.iter().fold(f32::MIN, |top, prior| top.max(prior.policy));
    let mut total = 0.0;
    for prior in out.iter_mut() {
        prior.policy = libm::expf(prior.policy - top);
        total += prior.policy;
    }
    for prior in out.iter_mut() {
        prior.policy /= total;
    }
}

/// An output in the board's own order of points.
fn turned_back(size: BoardSize, symmetry: Symmetry, output: &Output) -> Opinion {
    let places = || size.points().map(|p| symmetry.place(size, p.x(), p.y()));
    let mut policy: Vec<f32> = places().map(|place| output.policy[place]).collect();
    policy.push(output.policy[size.area()]);
    let ownership = places().map(|place| output.ownership[place]).collect();
    let (win, lead, deviation) = (output.win, output.lead, output.deviation);
    Opinion { policy, ownership, win, lead, deviation }
}

fn add(sum: &mut Opinion, one: &Opinion, share: f32) {
    let each = |sum: &mut Vec<f32>, one: &[f32]| {
        sum.resize(one.len(), 0.0);
        for (sum, one) in sum.iter_mut().zip(one) {
            *sum += share * one;
        }
    };
    each(&mut sum.policy, &one.policy);
    each(&mut sum.ownership, &one.ownership);
    sum.win += share * one.win;
    sum.lead += share * one.lead;
    sum.deviation += share * one.deviation;
}

impl NetworkWorker {
    /// Lets the network look at all jobs; `outputs` has an entry for each afterwards.
    fn look<'a>(&mut self, net: &Net, state: impl Fn(usize) -> &'a GoState) {
        let jobs = std::mem::take(&mut self.jobs);
        let Some(first) = jobs.first() else {
            self.jobs = jobs;
            return;
        };
        let size = state(first.leaf).size();
        let area = size.area();
        self.canonical.resize(area * PLANES, 0.0);
        self.planes.resize_with(self.planes.len().max(jobs.len()), Vec::new);
        self.outputs.resize_with(self.outputs.len().max(jobs.len()), Output::default);
        self.globals.resize(jobs.len(), [0.0; GLOBALS]);
        let mut read = None;
        for (n, job) in jobs.iter().enumerate() {
            if read != Some(job.leaf) {
                self.globals[n] = self.reader.read(state(job.leaf), &mut self.canonical);
                read = Some(job.leaf);
            } else {
                self.globals[n] = self.globals[n - 1];
            }
            let planes = &mut self.planes[n];
            planes.resize(area * PLANES, 0.0);
            for (point, cell) in size.points().zip(self.canonical.chunks_exact(PLANES)) {
                let place = job.symmetry.place(size, point.x(), point.y());
                planes[place * PLANES..(place + 1) * PLANES].copy_from_slice(cell);
            }
        }
        let inputs: Vec<Input<'_>> = (self.planes.iter().zip(&self.globals).take(jobs.len()))
            .map(|(planes, globals)| Input { planes, globals, komi: globals[0] * KOMI_SCALE })
            .collect();
        self.runner.run(
            net,
            (size.width(), size.height()),
            &inputs,
            &mut self.outputs[..jobs.len()],
        );
        self.jobs = jobs;
    }
}

impl Evaluator<GoState> for NetworkEvaluator {
    type Worker = NetworkWorker;

    const TRACES: bool = false;
    const BATCH: usize = BATCH;
    const ROOT_PRIORS: bool = true;

    fn worker(&self, _seed: u64) -> NetworkWorker {
        NetworkWorker {
            reader: PlaneReader::new(),
            runner: Runner::new(),
            canonical: Vec::new(),
            planes: Vec::new(),
            globals: Vec::new(),
            outputs: Vec::new(),
            jobs: Vec::with_capacity(BATCH),
            found: Vec::with_capacity(BATCH),
        }
    }

    fn evaluate(&self, worker: &mut NetworkWorker, batch: &mut [Leaf<GoState>]) {
        worker.jobs.clear();
        worker.found.clear();
        let mut roots = Vec::new();
        for (number, leaf) in batch.iter().enumerate() {
            let key = NetworkEvaluator::key(&leaf.state);
            if leaf.root {
                roots.push(number);
                worker.found.push(None);
                continue;
            }
            let found = self.table.find(key);
            if found.is_none() && !worker.jobs.iter().any(|job| job.key == key) {
                let symmetry = (key >> 32) % u64::from(Symmetry::count(leaf.state.size()));
                worker.jobs.push(Job { leaf: number, key, symmetry: Symmetry(symmetry as u8) });
            }
            worker.found.push(found);
        }
        worker.look(&self.net, |leaf| &batch[leaf].state);
        let mut fresh = Vec::with_capacity(worker.jobs.len());
        for (job, output) in worker.jobs.iter().zip(&worker.outputs) {
            let opinion = turned_back(batch[job.leaf].state.size(), job.symmetry, output);
            let opinion = Arc::new(opinion);
            self.table.keep(job.key, opinion.clone());
            fresh.push((job.key, opinion));
        }
        for (number, leaf) in batch.iter_mut().enumerate() {
            let opinion = if roots.contains(&number) {
                Some(Arc::new(self.opinion(worker, &leaf.state)))
            } else {
                worker.found[number].take().or_else(|| {
                    let key = NetworkEvaluator::key(&leaf.state);
                    fresh.iter().find(|(k, _)| *k == key).map(|(_, opinion)| opinion.clone())
                })
            };
            if let Some(opinion) = opinion {
                self.answer(leaf, &opinion);
            }
        }
    }

    fn settle(&self, leaf: &mut Leaf<GoState>) {
        leaf.ownership.clear();
        leaf.ownership.resize(GRID, 0.0);
        for (owned, owner) in leaf.state.score(&[]).owned.iter().zip([1.0, -1.0]) {
            owned.iter().for_each(|point| leaf.ownership[point.index()] = owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::games::go::Rules;

    /// A small network of random weights, and what PyTorch says of it.
    const GOLDEN: &[u8] = include_bytes!("../../../protocol-tests/net/golden.net");
    const ANSWERS: &str = include_str!("../../../protocol-tests/net/golden.json");

    fn evaluator() -> NetworkEvaluator {
        let net = Net::read(GOLDEN).expect("a network");
        NetworkEvaluator::new(Arc::new(net), NetworkSettings::NORMAL)
    }

    fn close(one: &[f32], two: &[f32], what: &str) {
        assert_eq!(one.len(), two.len(), "{what}");
        for (a, b) in one.iter().zip(two) {
            assert!((a - b).abs() < 1e-4, "{what}: {a} and {b}");
        }
    }

    /// The export of scripts/train/go gives a file that is read as what was trained.
    #[test]
    fn answers_are_those_of_the_training() {
        let golden: serde_json::Value = serde_json::from_str(ANSWERS).expect("JSON");
        let number = |value: &serde_json::Value| value.as_f64().expect("a number") as f32;
        let numbers = |key: &str| -> Vec<f32> {
            golden[key].as_array().expect("a list").iter().map(number).collect()
        };
        let side = |key: &str| golden[key].as_u64().expect("a side") as usize;
        let (width, height) = (side("width"), side("height"));
        let mut planes = vec![0.0; width * height * PLANES];
        for (plane, row) in golden["planes"].as_array().expect("planes").iter().enumerate() {
            for (point, bit) in row.as_str().expect("bits").bytes().enumerate() {
                planes[point * PLANES + plane] = f32::from(bit - b'0');
            }
        }
        let globals = numbers("globals");
        let input = Input { planes: &planes, globals: &globals, komi: number(&golden["komi"]) };
        let mut outputs = [Output::default()];
        let net = Net::read(GOLDEN).expect("a network");
        Runner::new().run(&net, (width, height), &[input], &mut outputs);
        close(&outputs[0].policy, &numbers("policy"), "policy");
        close(&outputs[0].ownership, &numbers("ownership"), "owners");
        let scalars = [outputs[0].win, outputs[0].lead, outputs[0].deviation];
        close(&scalars, &["win", "lead", "deviation"].map(|key| number(&golden[key])), "values");
    }

    /// A random game, its positions.
    fn positions(size: BoardSize, moves: usize, seed: u64) -> Vec<GoState> {
        let mut state = GoState::new(size, Rules::CHINESE_SUPERKO, 7.5);
        let mut rng = seeded(seed);
        let mut all = vec![state.clone()];
        while all.len() <= moves {
            let point = below(&mut rng, size.area() as u32) as usize;
            let mv = Move::xy(point % size.width(), point / size.width());
            if state.is_legal(mv) {
                state.play(mv);
                all.push(state.clone());
            }
        }
        all
    }

    #[test]
    fn answers_do_not_depend_on_company_or_memory() {
        let size = BoardSize::new(9, 6).expect("a size");
        let states = positions(size, 25, 3);
        let leaves = || -> Vec<Leaf<GoState>> {
            let leaf = |state: &GoState| Leaf { expand: true, ..Leaf::new(state.clone()) };
            states.iter().map(leaf).collect()
        };
        let (single, together) = (evaluator(), evaluator());
        let mut worker = single.worker(0);
        let (mut one, mut many) = (leaves(), leaves());
        for leaf in &mut one {
            single.evaluate(&mut worker, std::slice::from_mut(leaf));
        }
        // Each position twice in a batch, and then all of them once more.
        many.extend(leaves());
        for batch in many.chunks_mut(BATCH) {
            together.evaluate(&mut worker, batch);
        }
        for (n, leaf) in many.iter().enumerate() {
            let same = &one[n % one.len()];
            assert_eq!((leaf.value, leaf.margin), (same.value, same.margin));
            assert_eq!((&leaf.priors, &leaf.ownership), (&same.priors, &same.ownership));
            let sum: f32 = leaf.priors.iter().map(|prior| prior.policy).sum();
            assert!((sum - 1.0).abs() < 1e-4);
            assert!(leaf.priors.iter().all(|prior| leaf.state.is_legal(prior.mv)));
            let mut legal = crate::base::MoveList::new();
            leaf.state.legal_moves(&mut legal);
            assert_eq!(legal.len(), leaf.priors.len());
        }
    }

    #[test]
    fn keys_tell_apart_what_the_network_sees_differently() {
        let size = BoardSize::square(9).expect("a size");
        let state = positions(size, 8, 1).pop().expect("a position");
        let mut others = vec![state.clone(); 4];
        others[0].set_komi(6.5);
        others[1].set_rules(Rules { ko: crate::games::go::Ko::Simple, ..*state.rules() });
        others[2].play(Move::PASS);
        others[3].set_to_move(state.to_move().other());
        for other in &others {
            assert_ne!(NetworkEvaluator::key(&state), NetworkEvaluator::key(other));
        }
        assert_eq!(NetworkEvaluator::key(&state), NetworkEvaluator::key(&state.clone()));
    }

    /// The mean over all symmetries turns with the board.
    #[test]
    fn opinions_turn_with_the_board() {
        let size = BoardSize::square(7).expect("a size");
        let evaluator = evaluator();
        let mut worker = evaluator.worker(0);
        let mut game = GoState::new(size, Rules::CHINESE, 7.5);
        let mut turned = game.clone();
        let turn = |x: usize, y: usize| (6 - y, x);
        for (x, y) in [(2, 2), (4, 3), (3, 5), (0, 1), (5, 5)] {
            let (tx, ty) = turn(x, y);
            game.play(Move::xy(x, y));
            turned.play(Move::xy(tx, ty));
        }
        let [one, two] = [&game, &turned].map(|state| evaluator.opinion(&mut worker, state));
        close(&[one.win, one.lead], &[two.win, two.lead], "values");
        for y in 0..7 {
            for x in 0..7 {
                let (tx, ty) = turn(x, y);
                let pairs = [(&one.policy, &two.policy), (&one.ownership, &two.ownership)];
                for (a, b) in pairs {
                    assert!((a[y * 7 + x] - b[ty * 7 + tx]).abs() < 1e-4);
                }
            }
        }
    }
}
