//! Who owns what: the fate of every chain, by Benson's theorem where it speaks and by small searches where it does not.
//!
//! The same stones get the same answer at every call: two searches of their own, one for either colour to move,
//! with one thread, fixed seeds and a fixed number of simulations, on a copy of the board without ko, passes and history.
//! One kind asks playouts, and a second one the network, where there is one.
//! Their value is in good part the margin, so that the side that is behind still fights for its stones.

use super::network::{FIRST_PLAY, PUCT_C, network_settings};
use crate::base::{Color, GRID, Point};
use crate::engine::{PointStatus, Stop};
use crate::eval::go::{GoNet, KnowledgePlayouts, NetworkEvaluator, settle};
use crate::eval::{Evaluator, Leaf};
use crate::game::State;
use crate::games::go::{Board, GoState, PointSet, Score, UnconditionalLife};
use crate::search::mcts::{Mcts, Settings};
use crate::search::{Limits, Progress, Supervisor};

/// Plain playouts that estimate the margin.
const SAMPLES: usize = 32;
/// Simulations for either colour, on a board of 81 points or less; fewer on larger ones.
const SIMULATIONS: usize = 600;
/// The same where the network is asked.
const VISITS: usize = 200;
/// Weight of what the network says beside the playouts. It knows more of open positions, and playouts more of ended games with
/// large groups dead, which nobody lets happen in the games that it has seen: alone it gets 14 of GNU Go's 29 scored
/// games (score.tst) right, playouts 25, and both by these shares 23.
const NETWORK_SHARE: f32 = 0.3;
/// Share of the margin in the value of a position.
const MARGIN_SHARE: f32 = 0.5;
/// Memory of a search, MiB.
const MEMORY: usize = 16;
/// A chain this sure (mean owner, 0..1) is settled.
const SURE: f32 = 0.75;

/// A judged position.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Mean owner of each point by [`Point::index`]: 1 Black, -1 White.
    pub ownership: Vec<f32>,
    /// The stones that are dead.
    pub dead: Vec<Point>,
    /// The count with them off the board.
    pub score: Score,
    /// Stones and points whose fate is not beyond doubt, neutral points apart.
    pub doubtful: usize,
    /// Neutral points that are still empty.
    pub dame: Vec<Point>,
}

/// Ends a search when the flag is raised.
struct Flag<'a>(&'a Stop);

impl Supervisor for Flag<'_> {
    fn keep_going(&self) -> bool {
        !self.0.is_raised()
    }

    fn watch(&self, _: &Progress) -> bool {
        true
    }
}

/// The playouts of the engine, and the owners as they stand where the game is over: in a seki, that is after two passes.
struct Owners(KnowledgePlayouts);

impl Evaluator<GoState> for Owners {
    type Worker = <KnowledgePlayouts as Evaluator<GoState>>::Worker;

    const TRACES: bool = true;
    const BATCH: usize = 1;

    fn worker(&self, seed: u64) -> Self::Worker {
        self.0.worker(seed)
    }

    fn evaluate(&self, worker: &mut Self::Worker, batch: &mut [Leaf<GoState>]) {
        self.0.evaluate(worker, batch);
    }

    fn settle(&self, leaf: &mut Leaf<GoState>) {
        settle(leaf);
    }
}

impl Judgement {
    /// Judges the stones of a position by playouts, and by the network where there is one; `None` when stopped.
    pub fn of(state: &GoState, net: Option<GoNet>, stop: &Stop) -> Option<Judgement> {
        let mut ownership = by_playouts(state, stop)?;
        if let Some(net) = net {
            for (owner, other) in ownership.iter_mut().zip(by_network(state, net, stop)?) {
                *owner += NETWORK_SHARE * (other - *owner);
            }
        }
        Some(Judgement::by(state, ownership))
    }

    /// Judges the stones of a position whose points have these mean owners.
    pub fn by(state: &GoState, ownership: Vec<f32>) -> Judgement {
        let board = state.board();
        let families = Families::of(board).stones(board);
        let life = Color::BOTH.map(|color| board.unconditional_life(color));
        let mut ownership = share_fates(&families, ownership);
        for family in families.iter().filter(|family| is_lost(board, family, &life)) {
            let taker = if board.color(family[0]) == Some(Color::Black) { -1.0 } else { 1.0 };
            family.iter().for_each(|stone| ownership[stone.index()] = taker);
        }
        let dead = dead_stones(board, &families, &ownership, &life);
        let score = state.score(&dead);
        let sure = |p: Point| ownership[p.index()].abs() >= SURE;
        let size = board.size();
        let neutral = |p: Point| board.is_empty(p) && score.owner(p).is_none();
        let certain = |p: Point| {
            if board.color(p).is_some() {
                score.seki.contains(p) || sure(p)
            } else {
                neutral(p) || score.seki.contains(p) || sure(p)
            }
        };
        let doubtful = size.points().filter(|&p| !certain(p)).count();
        let dame = size.points().filter(|&p| neutral(p)).collect();
        Judgement { ownership, dead, score, doubtful, dame }
    }

    /// Is nothing in doubt?
    pub fn settled(&self) -> bool {
        self.doubtful == 0
    }

    /// The margin for that colour if everything in doubt went to the opponent.
    pub fn sure_margin(&self, color: Color) -> f32 {
        // A point that changes hands counts twice; a stone that does, three times at most where prisoners count.
        self.margin(color) - 3.0 * self.doubtful as f32
    }

    /// The margin for that colour, dead stones taken off.
    pub fn margin(&self, color: Color) -> f32 {
        if color == Color::Black { self.score.margin } else { -self.score.margin }
    }

    /// The fate of each point, row by row.
    pub fn statuses(&self, board: &Board) -> Vec<PointStatus> {
        let status = |p: Point| match board.color(p) {
            Some(_) if self.dead.contains(&p) => PointStatus::Dead,
            Some(_) if self.score.seki.contains(p) => PointStatus::Seki,
            Some(_) => PointStatus::Alive,
            None => match self.score.owner(p) {
                Some(color) if !self.score.seki.contains(p) => PointStatus::Territory(color),
                _ => PointStatus::Dame,
            },
        };
        board.size().points().map(status).collect()
    }
}

/// A position of these stones alone, an ordinary one for that colour to move.
fn fresh(state: &GoState, komi: f32, color: Color) -> GoState {
    let mut board = state.board().clone();
    board.clear_ko();
    let mut fresh = GoState::with_board(board, *state.rules(), komi);
    fresh.set_to_move(color);
    fresh
}

/// Mean owner of each cell after good play by either side first, by playouts.
fn by_playouts(state: &GoState, stop: &Stop) -> Option<Vec<f32>> {
    let evaluator = KnowledgePlayouts::new();
    let mut worker = evaluator.worker(1);
    let starts = Color::BOTH.map(|color| fresh(state, 0.0, color));
    let mut leaf = Leaf::new(starts[0].clone());
    let mut margin = 0.0;
    for sample in 0..SAMPLES {
        leaf.state.copy_from(&starts[sample % 2]);
        evaluator.evaluate(&mut worker, std::slice::from_mut(&mut leaf));
        margin += leaf.margin / SAMPLES as f32;
    }
    let settings = Settings { memory: MEMORY, margin_share: MARGIN_SHARE, ..Settings::default() };
    let search = Mcts::new(Owners(KnowledgePlayouts::new()), settings);
    owners(state, search, margin, SIMULATIONS, stop)
}

/// The same by a network.
fn by_network(state: &GoState, net: GoNet, stop: &Stop) -> Option<Vec<f32>> {
    let evaluator = NetworkEvaluator::new(net, 0);
    let mut worker = evaluator.worker(1);
    let leads = [1.0, -1.0].into_iter().zip(Color::BOTH);
    let margin = leads
        .map(|(sign, color)| {
            0.5 * sign * evaluator.opinion(&mut worker, &fresh(state, 0.0, color)).lead
        })
        .sum();
    let common = Settings { memory: MEMORY, ..Settings::default() };
    let settings =
        Settings { margin_share: MARGIN_SHARE, ..network_settings(PUCT_C, FIRST_PLAY, common) };
    owners(state, Mcts::new(evaluator, settings), margin, VISITS, stop)
}

/// The same by a search, about that margin without komi.
fn owners<E: Evaluator<GoState>>(
    state: &GoState,
    mut search: Mcts<GoState, E>,
    margin: f32,
    simulations: usize,
    stop: &Stop,
) -> Option<Vec<f32>> {
    // A komi that makes the game even, so that both sides have something to gain.
    let komi = margin.floor() + 0.5;
    let simulations = (simulations * 81 / state.size().area().max(81)).max(simulations / 4) as u64;
    let limits = Limits { playouts: Some(simulations), ..Limits::default() };
    let mut mean = vec![0.0; GRID];
    for color in Color::BOTH {
        search.clear();
        let start = fresh(state, komi, color);
        let report = search.search(&start, &limits, 1, &Flag(stop), &mut |_| {});
        if stop.is_raised() {
            return None;
        }
        for (sum, owner) in mean.iter_mut().zip(&report.ownership) {
            *sum += 0.5 * owner;
        }
    }
    Some(mean)
}

/// Chains that share an eye, true or false: they live or die together.
struct Families {
    /// The chain that stands for a chain's family, by the chains' cell numbers.
    leader: Vec<usize>,
}

impl Families {
    fn of(board: &Board) -> Families {
        let mut families = Families { leader: (0..GRID).collect() };
        for point in board.size().points().filter(|&p| board.is_empty(p)) {
            for color in Color::BOTH.into_iter().filter(|&c| board.is_surrounded(c, point)) {
                let mut around =
                    point.neighbors().into_iter().filter(|&n| board.color(n) == Some(color));
                let Some(first) = around.next().map(|n| families.name(board, n)) else { continue };
                for n in around {
                    let other = families.name(board, n);
                    families.leader[other] = first;
                }
            }
        }
        families
    }

    /// The family of the stone on a point.
    fn name(&self, board: &Board, point: Point) -> usize {
        let mut chain = board.chain(point);
        while self.leader[chain] != chain {
            chain = self.leader[chain];
        }
        chain
    }

    /// The stones of each family.
    fn stones(&self, board: &Board) -> Vec<Vec<Point>> {
        let mut stones = vec![Vec::new(); GRID];
        for point in board.size().points().filter(|&p| board.color(p).is_some()) {
            stones[self.name(board, point)].push(point);
        }
        stones.retain(|family| !family.is_empty());
        stones
    }
}

/// Gives the stones of each family their mean owner.
fn share_fates(families: &[Vec<Point>], mut ownership: Vec<f32>) -> Vec<f32> {
    for family in families {
        let mean = family.iter().map(|p| ownership[p.index()]).sum::<f32>() / family.len() as f32;
        for stone in family {
            ownership[stone.index()] = mean;
        }
    }
    ownership
}

/// Will the enemy take these stones whenever he likes, whoever moves first? They are in atari, have enemies about them that
/// live unconditionally, so that taking costs nothing and nothing can be taken from him, and cannot run. Playouts do not
/// tell: where much is taken, the room it leaves may let some of them live in it, and so do the stones that made it.
fn is_lost(board: &Board, family: &[Point], life: &[UnconditionalLife; 2]) -> bool {
    let Some(color) = family.first().and_then(|&stone| board.color(stone)) else { return false };
    let mut liberties = family
        .iter()
        .flat_map(|stone| stone.neighbors())
        .filter(|&point| board.size().contains(point) && board.is_empty(point));
    let Some(last) = liberties.next() else { return false };
    let in_atari = liberties.all(|point| point == last);
    let alive = &life[color.other().index()].stones;
    in_atari
        && family.iter().flat_map(|&stone| enemies(board, stone)).all(|enemy| alive.contains(enemy))
        && board.liberties_after(color, last, None) <= 1
}

/// Whole families that cannot live: all that stand in unconditional enemy territory, and those that mostly end up in enemy
/// hands, but none that lives unconditionally. The owners are those of the families.
fn dead_stones(
    board: &Board,
    families: &[Vec<Point>],
    ownership: &[f32],
    life: &[UnconditionalLife; 2],
) -> Vec<Point> {
    let mut dead = PointSet::new();
    let hope = |p: Point| match board.color(p) {
        Some(Color::Black) => ownership[p.index()],
        _ => -ownership[p.index()],
    };
    for &point in families.iter().flatten() {
        let Some(color) = board.color(point) else { continue };
        let lives = life[color.index()].stones.contains(point);
        let doomed = life[color.other().index()].territory.contains(point);
        if doomed || hope(point) < 0.0 && !lives {
            dead.insert(point);
        }
    }
    // A dead family has been killed by somebody: where all stones around it are dead as well, the likelier one lives.
    let mut changed = true;
    while changed {
        changed = false;
        for family in families {
            if !dead.contains(family[0]) {
                continue;
            }
            let around: Vec<Point> =
                family.iter().flat_map(|&stone| enemies(board, stone)).collect();
            let mine = hope(family[0]);
            if !around.is_empty() && around.iter().all(|&p| dead.contains(p) && hope(p) <= mine) {
                dead = dead.iter().filter(|p| !family.contains(p)).collect();
                changed = true;
            }
        }
    }
    dead.iter().collect()
}

/// Enemy stones next to a stone.
fn enemies(board: &Board, point: Point) -> impl Iterator<Item = Point> + '_ {
    let enemy = board.color(point).map(Color::other);
    point.neighbors().into_iter().filter(move |&n| enemy.is_some() && board.color(n) == enemy)
}
