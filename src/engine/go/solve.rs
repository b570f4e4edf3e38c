//! Solves Go on tiny boards: alpha-beta finds the value, and where its proof needs superko, a second search proves it.
//!
//! **Rules.** Area scoring without komi, no suicide, stones inside the enemy's unconditional territory off at the end.
//! Most positions need no more than simple ko: see [`Validity::AnyRepetition`]. On some boards one side can always go
//! round in a circle, and simple ko gives no result; there the value is proved under situational superko.
//!
//! **The proof under superko** walks through the game with its history: it shows that the prover has, whatever the opponent does, a
//! legal way to the value. The first search only says which moves to try. A position may be taken as proved without its
//! history where no repetition was met below it: the strategy found there never comes back to a position, and if it led
//! to one further up the path, that one would have been proved, and cut off, before. So nothing proved is
//! ever forgotten. Where a move of the opponent was left out as a repetition, the result holds for that path only and is not kept (the graph-history interaction problem; Palay, 1983;
//! Kishimoto and Müller, 2004). Van der Werf, van den Herik and Uiterwijk (Solving Go on small boards, 2003) found 3x3
//! to be +9, 4x4 +2 and 5x5 +25.

use super::SmallGo;
use crate::base::{BoardSize, Color, Move};
use crate::games::go::{GoState, Rules};
use crate::search::alphabeta::{AlphaBeta, Ordered, Position, Reach, Settings};
use crate::search::{Basis, Limits, Report, Supervisor};
use std::collections::HashSet;

/// Under which rules of repetition a value is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// Not proved.
    Open,
    /// Under simple ko, however longer repetitions are judged: no line of the proof has any.
    AnyRepetition,
    /// Under situational superko.
    SituationalSuperko,
}

/// What [`solve`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// Black's score with Black to move first, in points.
    pub score: f32,
    /// Under which rules it is proved.
    pub validity: Validity,
    /// The first move.
    pub first: Option<Move>,
    /// Depth of the last iteration, in plies.
    pub plies: i32,
    /// Positions visited.
    pub nodes: u64,
}

/// Iterations of one value and about one cost after which the search is taken to be going round in circles.
const CIRCLING: usize = 6;

/// Solves the empty board of that size. `observer` is called after every iteration. `None` if the board is too large.
pub fn solve(
    size: BoardSize,
    settings: Settings,
    supervisor: &dyn Supervisor,
    observer: &mut dyn FnMut(&Solution),
) -> Option<Solution> {
    let root = SmallGo::turned(&GoState::new(size, Rules::CHINESE, 0.0))?;
    let mut search = AlphaBeta::new(settings);
    let mut solution =
        Solution { score: 0.0, validity: Validity::Open, first: None, plies: 0, nodes: 0 };
    let mut costs: Vec<u64> = Vec::new();
    for depth in 1..=127 {
        // The table keeps what the iterations before found, so that each begins where the last one ended.
        let reach = Reach { depth, first: depth, ..Reach::default() };
        let report =
            search.search(&root, &Limits::default(), &reach, supervisor, &mut |_: &Report| {});
        let Some(best) = report.candidates.first() else { break };
        if !supervisor.keep_going() {
            solution.nodes += report.playouts;
            return Some(solution);
        }
        let same = best.score == solution.score && costs.last() == Some(&report.playouts);
        if !same {
            costs.clear();
        }
        costs.push(report.playouts);
        solution = Solution {
            score: best.score,
            first: Some(best.mv),
            plies: depth,
            nodes: solution.nodes + report.playouts,
            ..solution
        };
        if best.basis == Basis::Exact {
            solution.validity = Validity::AnyRepetition;
        }
        observer(&solution);
        if solution.validity != Validity::Open || costs.len() >= CIRCLING {
            break;
        }
    }
    if solution.validity == Validity::Open {
        let root = SmallGo::new(&GoState::new(size, Rules::CHINESE, 0.0))?;
        let value = SmallGo::value_of(solution.score);
        let mut holds = true;
        for (prover, goal) in [(Color::Black, value), (Color::White, -value)] {
            let mut proof = Proof::new(prover, goal, settings, supervisor);
            holds = holds && proof.proves(&root) != Verdict::Failed;
            solution.nodes += proof.nodes;
        }
        if holds {
            solution.validity = Validity::SituationalSuperko;
        }
    }
    Some(solution)
}

/// Depth of the searches that say which move to try.
const ADVICE: i32 = 40;
/// Longest line of a proof.
const LONGEST: usize = 120;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Failed,
    /// For this path only.
    Here,
    Always,
}

/// A search for a strategy that is worth at least `goal` to the prover under situational superko.
struct Proof<'a> {
    prover: Color,
    goal: i32,
    advice: AlphaBeta<SmallGo>,
    supervisor: &'a dyn Supervisor,
    proved: HashSet<u64>,
    /// Situations since the start.
    path: Vec<u64>,
    nodes: u64,
}

impl<'a> Proof<'a> {
    fn new(
        prover: Color,
        goal: i32,
        settings: Settings,
        supervisor: &'a dyn Supervisor,
    ) -> Proof<'a> {
        let advice = AlphaBeta::new(settings);
        Proof {
            prover,
            goal,
            advice,
            supervisor,
            proved: HashSet::new(),
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// Does the prover get its goal from here?
    fn proves(&mut self, position: &SmallGo) -> Verdict {
        self.nodes += 1;
        let own = position.to_move() == self.prover;
        let at_least = |value: i32| if own { value >= self.goal } else { -value >= self.goal };
        if let Some(value) = position.outcome() {
            return if at_least(value) { Verdict::Always } else { Verdict::Failed };
        }
        let (low, high) = position.bounds();
        if at_least(if own { low } else { high }) {
            return Verdict::Always;
        }
        if !at_least(if own { high } else { low }) {
            return Verdict::Failed;
        }
        let key = position.key();
        if self.proved.contains(&key) {
            return Verdict::Always;
        }
        if self.path.len() >= LONGEST || !self.supervisor.keep_going() {
            return Verdict::Failed;
        }
        self.path.push(position.situation());
        let verdict = if own { self.some_move(position) } else { self.all_moves(position) };
        self.path.pop();
        if verdict == Verdict::Always {
            self.proved.insert(key);
        }
        verdict
    }

    /// The position after a move, unless it recreates a situation of the path. A pass may do that.
    fn after(&self, position: &SmallGo, mv: Move) -> Option<SmallGo> {
        let mut child = *position;
        child.play(mv);
        let repeats = !mv.is_pass() && self.path.contains(&child.situation());
        (!repeats).then_some(child)
    }

    fn some_move(&mut self, position: &SmallGo) -> Verdict {
        let advice = self.advice.value(position, ADVICE, self.goal - 1, self.goal);
        self.nodes += advice.nodes;
        if advice.value < self.goal && advice.proved {
            return Verdict::Failed;
        }
        let mut moves: Vec<Ordered> = Vec::new();
        position.moves(1, &mut moves);
        moves.sort_by_key(|ordered| {
            let first = Some(ordered.mv) == advice.best;
            std::cmp::Reverse((first, ordered.urgency))
        });
        for ordered in moves {
            let Some(child) = self.after(position, ordered.mv) else { continue };
            let hope = self.advice.value(&child, ADVICE, -self.goal, 1 - self.goal);
            self.nodes += hope.nodes;
            if hope.value > -self.goal {
                continue;
            }
            let verdict = self.proves(&child);
            if verdict != Verdict::Failed {
                return verdict;
            }
        }
        Verdict::Failed
    }

    fn all_moves(&mut self, position: &SmallGo) -> Verdict {
        let mut moves: Vec<Ordered> = Vec::new();
        position.moves(1, &mut moves);
        moves.sort_by_key(|ordered| std::cmp::Reverse(ordered.urgency));
        let mut verdict = Verdict::Always;
        for ordered in moves {
            let Some(child) = self.after(position, ordered.mv) else {
                verdict = Verdict::Here;
                continue;
            };
            match self.proves(&child) {
                Verdict::Failed => return Verdict::Failed,
                Verdict::Here => verdict = Verdict::Here,
                Verdict::Always => {}
            }
        }
        verdict
    }
}
