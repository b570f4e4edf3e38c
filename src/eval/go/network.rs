//! Go evaluated by a network: policy, winning chance, lead and owners of a position at one look.
//!
//! Each leaf is looked at in one of the board's symmetries, which its key chooses, and the root in all of them. What was seen
//! of a leaf is kept in a table of fixed size, shared by all threads, so that a position reached by another order of moves, or again
//! after the tree was forgotten, costs nothing.

use super::katago::FeatureReader;
use super::planes::{GLOBALS, PLANES, PlaneReader};
use crate::base::{BoardSize, Color, GRID, Move, Point, Symmetry, stone_key};
use crate::eval::net::{Input, Net, Output, Runner, katago};
use crate::eval::{Evaluator, Leaf, Prior};
use crate::game::State;
use crate::games::go::{GoState, Ko, Scoring};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Leaves evaluated side by side: the network's weights are read once for all of them.
const BATCH: usize = 8;

/// Parts of the table, each behind a lock of its own.
const SHARDS: usize = 16;

/// A position's key, and what the network said of it.
type Entry = (u64, Arc<Output>);

/// What the network said, by position. Takes at most so many positions; a new one takes the place of an old one.
struct Table {
    shards: Vec<Mutex<Vec<Option<Entry>>>>,
}

impl Table {
    fn new(positions: usize) -> Table {
        let shard = || Mutex::new(vec![None; positions.div_ceil(SHARDS)]);
        Table { shards: std::iter::repeat_with(shard).take(SHARDS).collect() }
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, Vec<Option<Entry>>> {
        let shard = &self.shards[(key >> 60) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: u64) -> Option<Arc<Output>> {
        let shard = self.shard(key);
        let (kept, output) = shard.get(key as usize % shard.len().max(1))?.as_ref()?;
        (*kept == key).then(|| output.clone())
    }

    fn keep(&self, key: u64, output: Arc<Output>) {
        let mut shard = self.shard(key);
        let place = key as usize % shard.len().max(1);
        if let Some(entry) = shard.get_mut(place) {
            *entry = Some((key, output));
        }
    }
}

/// A network that judges positions of Go. It is shared, not copied.
#[derive(Clone, Debug)]
pub enum GoNet {
    /// One of this program.
    Own(Arc<Net>),
    /// One of KataGo's. They were trained on boards from 7x7 to 19x19 and are computed on any.
    Katago(Arc<katago::Net>),
}

impl GoNet {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            GoNet::Own(net) => net.name(),
            GoNet::Katago(net) => net.name(),
        }
    }

    /// Is it that very network?
    pub fn is(&self, other: &GoNet) -> bool {
        match (self, other) {
            (GoNet::Own(one), GoNet::Own(other)) => Arc::ptr_eq(one, other),
            (GoNet::Katago(one), GoNet::Katago(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Can it tell the superkos apart, the taxes and whether dead stones may stay?
    fn knows_all_rules(&self) -> bool {
        matches!(self, GoNet::Katago(_))
    }
}

/// Numbers of the whole board, for those networks that see most of them.
const MOST_GLOBALS: usize = if GLOBALS > katago::GLOBALS { GLOBALS } else { katago::GLOBALS };

const _: () = assert!(PLANES == katago::PLANES, "buffers serve both kinds of network");

/// The evaluator of Go with a network.
pub struct NetworkEvaluator {
    net: GoNet,
    table: Table,
}

/// What a thread keeps for itself.
pub struct NetworkWorker {
    reader: PlaneReader,
    runner: Runner,
    katago: katago::Runner,
    canonical: Vec<f32>,
    planes: Vec<Vec<f32>>,
    globals: Vec<[f32; MOST_GLOBALS]>,
    outputs: Vec<Output>,
    /// What networks of KataGo say, of which `outputs` is a part.
    sayings: Vec<katago::Output>,
    jobs: Vec<Job>,
    answers: Vec<(u64, Option<Arc<Output>>)>,
}

/// A look that the network is to take at a leaf.
#[derive(Clone, Copy)]
struct Job {
    leaf: usize,
    symmetry: Symmetry,
}

impl NetworkEvaluator {
    /// With that network, and memory for what it says of that many positions.
    pub fn new(net: GoNet, positions: usize) -> NetworkEvaluator {
        NetworkEvaluator { net, table: Table::new(positions) }
    }

    /// What the network says of a position, the mean over all symmetries of the board.
    pub fn opinion(&self, worker: &mut NetworkWorker, state: &GoState) -> Output {
        let size = state.size();
        worker.jobs.clear();
        worker.jobs.extend(Symmetry::all(size).map(|symmetry| Job { leaf: 0, symmetry }));
        worker.look(&self.net, |_| state);
        let mut mean = Output::default();
        let share = 1.0 / worker.jobs.len() as f32;
        for (job, output) in worker.jobs.iter().zip(&worker.outputs) {
            add(&mut mean, &turned_back(size, job.symmetry, output), share);
        }
        mean
    }

    /// What the network says of a position, seen in a symmetry, the points in the board's own order.
    pub(super) fn look(
        &self,
        worker: &mut NetworkWorker,
        state: &GoState,
        symmetry: Symmetry,
    ) -> (Output, Option<katago::Output>) {
        worker.jobs.clear();
        worker.jobs.push(Job { leaf: 0, symmetry });
        worker.look(&self.net, |_| state);
        let output = worker.outputs.first().cloned().unwrap_or_default();
        let saying = worker.sayings.first().filter(|_| self.net.knows_all_rules()).cloned();
        (turned_back(state.size(), symmetry, &output), saying)
    }

    /// The network.
    pub fn net(&self) -> &GoNet {
        &self.net
    }

    /// A number that tells positions apart which the network may see differently.
    fn key(&self, state: &GoState) -> u64 {
        let mut key = state.key();
        let mut mix = |word: u64| {
            key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^= key >> 29;
        };
        for mv in state.recent() {
            mix(mv.map_or(u64::MAX, |mv| u64::from(mv.raw())));
        }
        mix(u64::from(state.given(state.to_move()).to_bits()));
        mix((state.size().width() * 64 + state.size().height()) as u64);
        let rules = state.rules();
        mix(rules.ko as u64 | (rules.scoring as u64) << 8 | u64::from(rules.suicide) << 16);
        if self.net.knows_all_rules() {
            mix(rules.tax as u64 | u64::from(rules.friendly_pass) << 8);
            // Ladders of the past are seen too.
            for change in state.changes() {
                mix(change.taken.iter().fold(0, |sum, point| sum ^ stone_key(Color::Black, point)));
                mix(change.ko.map_or(u64::MAX, |point| point.index() as u64));
            }
        }
        key
    }

    /// The symmetry that a leaf of that key is looked at in.
    fn symmetry(key: u64, size: BoardSize) -> Symmetry {
        let all = Symmetry::all(size);
        let number = (key >> 32) as usize % all.len();
        all.clone().nth(number).unwrap_or_else(|| unreachable!("one of the symmetries"))
    }
}

/// What a search is told of a leaf.
fn answer(leaf: &mut Leaf<GoState>, output: &Output) {
    let state = &leaf.state;
    let black = state.to_move() == Color::Black;
    let sign = if black { 1.0 } else { -1.0 };
    leaf.value = if black { output.win } else { 1.0 - output.win };
    leaf.margin = sign * output.lead;
    leaf.ownership.clear();
    leaf.ownership.resize(GRID, 0.0);
    for (point, owner) in state.size().points().zip(&output.ownership) {
        leaf.ownership[point.index()] = sign * owner;
    }
    if leaf.expand {
        priors(state, output, &mut leaf.priors);
    }
}

/// The legal moves with their probabilities: those of a softmax over the logits.
fn priors(state: &GoState, output: &Output, out: &mut Vec<Prior>) {
    out.clear();
    let points = state.size().points().map(Move::at).chain([Move::PASS]);
    let legal = points.zip(&output.policy).filter(|(mv, _)| state.is_legal(*mv));
    out.extend(legal.map(|(mv, &policy)| Prior { mv, policy, value: output.win, weight: 0.0 }));
    let top = out.iter().fold(f32::MIN, |top, prior| top.max(prior.policy));
    let mut total = 0.0;
    for prior in out.iter_mut() {
        prior.policy = libm::expf(prior.policy - top);
        total += prior.policy;
    }
    out.iter_mut().for_each(|prior| prior.policy /= total);
}

/// Where a point comes to lie, counted row by row.
fn place(size: BoardSize, symmetry: Symmetry, point: Point) -> usize {
    let image = symmetry.image(size, point);
    image.y() * size.width() + image.x()
}

/// What a search wants of what a network of KataGo says. A game without a result is half won.
fn take(from: &mut katago::Output, to: &mut Output) {
    std::mem::swap(&mut from.policy, &mut to.policy);
    std::mem::swap(&mut from.ownership, &mut to.ownership);
    to.win = from.win + 0.5 * from.no_result;
    to.lead = from.lead;
    to.deviation = from.deviation;
}

/// An output in the board's own order of points.
fn turned_back(size: BoardSize, symmetry: Symmetry, output: &Output) -> Output {
    let places = || size.points().map(|point| place(size, symmetry, point));
    let plays = places().map(|place| output.policy[place]);
    let policy = plays.chain([output.policy[size.area()]]).collect();
    let ownership = places().map(|place| output.ownership[place]).collect();
    Output { policy, ownership, ..*output }
}

fn add(sum: &mut Output, one: &Output, share: f32) {
    let each = |sum: &mut Vec<f32>, one: &[f32]| {
        sum.resize(one.len(), 0.0);
        sum.iter_mut().zip(one).for_each(|(sum, one)| *sum += share * one);
    };
    each(&mut sum.policy, &one.policy);
    each(&mut sum.ownership, &one.ownership);
    sum.win += share * one.win;
    sum.lead += share * one.lead;
    sum.deviation += share * one.deviation;
}

impl NetworkWorker {
    /// Lets the network look at all jobs; `outputs` has an entry for each afterwards.
    fn look<'a>(&mut self, net: &GoNet, state: impl Fn(usize) -> &'a GoState) {
        let Some(first) = self.jobs.first() else { return };
        let size = state(first.leaf).size();
        let (area, count) = (size.area(), self.jobs.len());
        self.canonical.resize(area * PLANES, 0.0);
        self.planes.resize_with(self.planes.len().max(count), Vec::new);
        self.outputs.resize_with(self.outputs.len().max(count), Output::default);
        self.globals.resize(count, [0.0; MOST_GLOBALS]);
        let mut read = None;
        for (number, job) in self.jobs.iter().enumerate() {
            self.globals[number] = match read {
                Some(leaf) if leaf == job.leaf => self.globals[number - 1],
                _ => read_for(net, &mut self.reader, state(job.leaf), &mut self.canonical),
            };
            read = Some(job.leaf);
            let planes = &mut self.planes[number];
            planes.resize(area * PLANES, 0.0);
            for (point, cell) in size.points().zip(self.canonical.chunks_exact(PLANES)) {
                let to = place(size, job.symmetry, point) * PLANES;
                planes[to..to + PLANES].copy_from_slice(cell);
            }
        }
        let seen = self.planes.iter().zip(&self.globals).zip(&self.jobs);
        let outputs = &mut self.outputs[..count];
        match net {
            GoNet::Own(net) => {
                let inputs: Vec<Input<'_>> = seen
                    .map(|((planes, globals), job)| {
                        let state = state(job.leaf);
                        let komi = state.given(state.to_move());
                        Input { planes, globals: &globals[..GLOBALS], komi }
                    })
                    .collect();
                self.runner.run(net, size, &inputs, outputs);
            }
            GoNet::Katago(net) => {
                let inputs: Vec<katago::Input<'_>> = seen
                    .map(|((planes, globals), job)| katago::Input {
                        planes,
                        globals: &globals[..katago::GLOBALS],
                        no_result: may_have_no_result(state(job.leaf)),
                    })
                    .collect();
                self.sayings.resize_with(self.sayings.len().max(count), katago::Output::default);
                self.katago.run(net, size, &inputs, &mut self.sayings);
                for (saying, output) in self.sayings.iter_mut().zip(outputs) {
                    take(saying, output);
                }
            }
        }
    }
}

/// The planes of a position as that network sees them, and the numbers of the whole board.
fn read_for(
    net: &GoNet,
    reader: &mut PlaneReader,
    state: &GoState,
    planes: &mut [f32],
) -> [f32; MOST_GLOBALS] {
    let mut globals = [0.0; MOST_GLOBALS];
    match net {
        GoNet::Own(_) => globals[..GLOBALS].copy_from_slice(&reader.read(state, planes)),
        GoNet::Katago(_) => {
            globals[..katago::GLOBALS].copy_from_slice(&FeatureReader.read(state, planes));
        }
    }
    globals
}

/// May a game end without a result? With simple ko, and where points are territory, by repetition.
fn may_have_no_result(state: &GoState) -> bool {
    let rules = state.rules();
    rules.ko == Ko::Simple || rules.scoring == Scoring::Territory
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
            katago: katago::Runner::new(),
            canonical: Vec::new(),
            planes: Vec::new(),
            globals: Vec::new(),
            outputs: Vec::new(),
            sayings: Vec::new(),
            jobs: Vec::with_capacity(BATCH),
            answers: Vec::with_capacity(BATCH),
        }
    }

    fn evaluate(&self, worker: &mut NetworkWorker, batch: &mut [Leaf<GoState>]) {
        worker.answers.clear();
        for leaf in batch.iter() {
            let key = self.key(&leaf.state);
            let known = if leaf.root {
                Some(Arc::new(self.opinion(worker, &leaf.state)))
            } else {
                self.table.find(key)
            };
            worker.answers.push((key, known));
        }
        worker.jobs.clear();
        for (leaf, (key, known)) in worker.answers.iter().enumerate() {
            // Two ways to one position in a batch are looked at once.
            let twice = || worker.jobs.iter().any(|job| worker.answers[job.leaf].0 == *key);
            if known.is_none() && !twice() {
                let symmetry = NetworkEvaluator::symmetry(*key, batch[leaf].state.size());
                worker.jobs.push(Job { leaf, symmetry });
            }
        }
        worker.look(&self.net, |leaf| &batch[leaf].state);
        for (job, output) in worker.jobs.iter().zip(&worker.outputs) {
            let output = turned_back(batch[job.leaf].state.size(), job.symmetry, output);
            let (key, output) = (worker.answers[job.leaf].0, Arc::new(output));
            self.table.keep(key, output.clone());
            let open = worker.answers.iter_mut().filter(|(k, known)| *k == key && known.is_none());
            open.for_each(|(_, known)| *known = Some(output.clone()));
        }
        for (leaf, (_, known)) in batch.iter_mut().zip(&worker.answers) {
            if let Some(output) = known {
                answer(leaf, output);
            }
        }
    }

    fn settle(&self, leaf: &mut Leaf<GoState>) {
        super::settle(leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::eval::net::Precision;
    use crate::games::go::Rules;

    /// A small network of random weights, and what PyTorch says of it.
    const GOLDEN: &[u8] = include_bytes!("../../../protocol-tests/net/golden.net");
    const ANSWERS: &str = include_str!("../../../protocol-tests/net/golden.json");

    fn evaluator(positions: usize) -> NetworkEvaluator {
        let net = Net::read(GOLDEN, Precision::Full).expect("a network");
        NetworkEvaluator::new(GoNet::Own(Arc::new(net)), positions)
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
        let size = BoardSize::new(width, height).expect("a size");
        let output = Net::read(GOLDEN, Precision::Full).expect("a network").evaluate(size, input);
        close(&output.policy, &numbers("policy"), "policy");
        close(&output.ownership, &numbers("ownership"), "owners");
        let scalars = [output.win, output.lead, output.deviation];
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
        let (single, together) = (evaluator(0), evaluator(1000));
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
        let evaluator = evaluator(0);
        for other in &others {
            assert_ne!(evaluator.key(&state), evaluator.key(other));
        }
        assert_eq!(evaluator.key(&state), evaluator.key(&state.clone()));
    }

    /// The mean over all symmetries turns with the board.
    #[test]
    fn opinions_turn_with_the_board() {
        let size = BoardSize::square(7).expect("a size");
        let evaluator = evaluator(0);
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
