//! What one thread does: principal variation search from a node down.

use super::confidence::{FULL, deviations};
use super::shared::{Busy, Meter, Shared};
use super::table::{DEEPEST, Entry, LOWER, NONE, UPPER};
use super::{FARTHEST, Ordered, Plan, Position, Told, Turn};
use crate::base::Move;

/// From this depth on, children are looked up in the table before any is searched.
const LOOK_AHEAD: i32 = 6;
/// From this depth on, a node without a move from the table gets one by a shallower search.
const DEEPENING: i32 = 5;
/// From this depth on, moves that another thread is at are put off.
const DEFERRING: i32 = 3;
/// Largest history of a move.
const MOST: i32 = 1024;
const MOVES: usize = crate::base::GRID;
/// Tells keys of positions without one of their moves from those of whole ones.
const OTHERS: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a node's moves are searched with.
struct Node {
    key: u64,
    /// Where its moves begin in the list of all.
    start: usize,
    /// Moves to be tried first.
    hint: [Move; 2],
    /// Plies more for the first of them.
    deeper: i32,
    /// A move to be left out.
    without: Move,
}

/// The value of a node, fail-soft, and which sides of it are proved ([`LOWER`], [`UPPER`]): neither depth nor selective
/// cuts nor anything but the rules of the game stands behind a proved bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub value: i32,
    pub proof: u8,
}

impl Found {
    const NOTHING: Found = Found { value: 0, proof: 0 };

    /// The child's value for its parent whose player is the other one.
    #[inline]
    fn other_side<P: Position>(self) -> Found {
        Found { value: fade::<P>(-self.value), proof: self.proof >> 1 | (self.proof & 1) << 1 }
    }
}

impl From<Told> for Found {
    fn from(told: Told) -> Found {
        let lower = if told.at_least { LOWER } else { 0 };
        Found { value: told.value, proof: lower | if told.at_most { UPPER } else { 0 } }
    }
}

/// What a value is worth one ply earlier.
#[inline]
fn fade<P: Position>(value: i32) -> i32 {
    match P::WON {
        0 => value,
        won if value > won - FARTHEST => value - 1,
        won if value < FARTHEST - won => value + 1,
        _ => value,
    }
}

/// The least value that is at least `bound` one ply earlier.
#[inline]
fn unfade<P: Position>(bound: i32) -> i32 {
    match P::WON {
        0 => bound,
        won if bound > won - FARTHEST => (bound + 1).min(P::LIMIT),
        won if bound <= FARTHEST - won => (bound - 1).max(-P::LIMIT),
        _ => bound,
    }
}

/// A root move and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub found: Found,
    /// Is `found` a value of its own, not only an upper bound?
    pub exact: bool,
    pub nodes: u64,
    pub depth: i32,
    pub level: u8,
}

impl RootMove {
    /// A move nothing is known of.
    pub fn new(mv: Move) -> RootMove {
        RootMove { mv, found: Found::NOTHING, exact: false, nodes: 0, depth: 0, level: FULL }
    }
}

/// A thread's memory, kept from search to search.
pub(super) struct Worker<P: Position> {
    stack: Vec<P>,
    moves: Vec<Ordered>,
    killers: Vec<[Move; 2]>,
    history: Box<[[i32; MOVES]; 2]>,
    /// Static values of the nodes down to the present one, where the search is selective.
    values: Vec<i32>,
    aid: P::Aid,
}

impl<P: Position> Worker<P> {
    pub fn new() -> Worker<P> {
        Worker {
            stack: Vec::new(),
            moves: Vec::with_capacity(1024),
            killers: vec![[NONE; 2]; DEEPEST as usize + 2],
            history: Box::new([[0; MOVES]; 2]),
            values: vec![0; DEEPEST as usize + 2],
            aid: P::Aid::default(),
        }
    }

    /// Makes ready for searches of that depth from `root`.
    pub fn prepare(&mut self, root: &P, depth: i32) {
        match self.stack.first_mut() {
            Some(first) => first.copy_from(root),
            None => self.stack.push(root.clone()),
        }
        // Selective searches go deeper here and there.
        let deepest = if P::SELECTIVE { DEEPEST } else { depth };
        let wanted = deepest.clamp(0, DEEPEST) as usize + 2;
        while self.stack.len() < wanted {
            self.stack.push(root.clone());
        }
        self.moves.clear();
        self.killers.fill([NONE; 2]);
    }

    /// Forgets what earlier searches taught.
    pub fn forget(&mut self) {
        self.stack.clear();
        self.history.iter_mut().flatten().for_each(|h| *h = 0);
        self.aid = P::Aid::default();
    }
}

/// One thread at work.
pub(super) struct Run<'a, 's, P: Position> {
    pub shared: &'a Shared<'s>,
    pub meter: &'a Meter<'s>,
    pub worker: &'a mut Worker<P>,
    /// Level of confidence of selective cuts.
    pub level: u8,
}

impl<P: Position> Run<'_, '_, P> {
    /// Searches the position prepared, in full.
    pub fn value(&mut self, depth: i32, alpha: i32, beta: i32) -> Found {
        self.node(0, depth.clamp(0, DEEPEST), alpha, beta)
    }

    /// Searches the root moves in the order of the list, which must not be empty; `None` if stopped. In any case `searched`
    /// tells how many of them now hold what was found, and the best of these, if it was better than `alpha`, has been
    /// moved to the front.
    pub fn root(
        &mut self,
        list: &mut [RootMove],
        depth: i32,
        alpha: i32,
        beta: i32,
        searched: &mut usize,
    ) -> Option<Found> {
        let mut best = Found { value: -P::LIMIT, proof: 0 };
        let mut bound = alpha;
        let mut proof = if self.worker.stack[0].is_complete() { UPPER } else { 0 };
        *searched = 0;
        let mut deferred: Vec<usize> = Vec::new();
        let mut turn = 0;
        let mut second = 0;
        // The move at the front so far; the list is put in order only at the end, so that places stay what they are.
        let mut front = 0;
        let mut stopped = false;
        loop {
            let (place, again) = if turn < list.len() {
                turn += 1;
                (turn - 1, false)
            } else if second < deferred.len() {
                second += 1;
                (deferred[second - 1], true)
            } else {
                break;
            };
            let same = self.step(0, list[place].mv);
            let mark = self.mark(0, depth);
            if place > 0 && !again && mark.is_some_and(|mark| self.shared.busy.contains(mark)) {
                deferred.push(place);
                continue;
            }
            let before = self.meter.nodes();
            if let Some(mark) = mark {
                self.shared.busy.enter(mark);
            }
            let mut reduced = None;
            if P::SELECTIVE && place > 0 {
                let position = &self.worker.stack[0];
                self.worker.values[0] = position.evaluate();
                let turn = Turn {
                    mv: list[place].mv,
                    before: place,
                    moves: list.len(),
                    top: i32::MIN,
                    alpha: bound,
                    ..self.turn(0, depth, alpha, beta)
                };
                if let Plan::Reduced(plies) = position.plan(&turn)
                    && plies > 0
                {
                    let found = self.below(0, depth - plies, bound, bound + 1, same);
                    reduced = Some(found).filter(|found| found.value <= bound);
                }
            }
            let found = match reduced {
                Some(found) => found,
                None => self.child(0, depth, bound, beta, same, place == 0),
            };
            if let Some(mark) = mark {
                self.shared.busy.leave(mark);
            }
            list[place].nodes += self.meter.nodes() - before;
            if self.meter.stopped() {
                stopped = true;
                break;
            }
            *searched += 1;
            let entry = &mut list[place];
            (entry.found, entry.depth, entry.level) = (found, depth, self.level);
            entry.exact = found.value > bound && found.value < beta;
            proof &= found.proof;
            if found.value > best.value {
                best = found;
                if found.value > bound || place == 0 {
                    front = place;
                }
            }
            if found.value >= beta {
                proof = 0;
                break;
            }
            bound = bound.max(found.value);
        }
        list[..=front].rotate_right(1);
        let proof = best.proof & LOWER | proof & UPPER;
        (!stopped).then_some(Found { value: best.value, proof })
    }

    /// Puts the position after a move on the stack; true if the same player is to move there.
    #[inline]
    fn step(&mut self, ply: usize, mv: Move) -> bool {
        let (above, below) = self.worker.stack.split_at_mut(ply + 1);
        let (position, child) = (&above[ply], &mut below[0]);
        child.copy_from(position);
        child.play(mv);
        child.to_move() == position.to_move()
    }

    /// The mark of the child on the stack, if its parent is deep enough to share the work on it.
    #[inline]
    fn mark(&self, ply: usize, depth: i32) -> Option<u64> {
        let wanted = self.shared.parallel && depth >= DEFERRING;
        wanted.then(|| Busy::mark(self.worker.stack[ply + 1].key(), depth))
    }

    /// The value, for the player at `ply`, of the child on the stack: the first one by the whole window, others by a null
    /// window first.
    #[inline]
    fn child(
        &mut self,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        same: bool,
        first: bool,
    ) -> Found {
        if !first && beta - alpha > 1 {
            let found = self.below(ply, depth, alpha, alpha + 1, same);
            if found.value <= alpha || found.value >= beta || self.meter.stopped() {
                return found;
            }
        }
        self.below(ply, depth, alpha, beta, same)
    }

    #[inline]
    fn below(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32, same: bool) -> Found {
        let (alpha, beta) = (unfade::<P>(alpha + 1) - 1, unfade::<P>(beta));
        if same {
            let found = self.node(ply + 1, depth - 1, alpha, beta);
            Found { value: fade::<P>(found.value), ..found }
        } else {
            self.node(ply + 1, depth - 1, -beta, -alpha).other_side::<P>()
        }
    }

    /// The value of the position on the stack.
    fn node(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Found {
        if !self.meter.tick() {
            return Found::NOTHING;
        }
        let position = &self.worker.stack[ply];
        if let Some(value) = position.outcome() {
            return Found { value, proof: LOWER | UPPER };
        }
        let (low, high) = position.bounds();
        if low == high {
            return Found { value: low, proof: LOWER | UPPER };
        }
        if low >= beta {
            return Found { value: low, proof: LOWER };
        }
        if high <= alpha {
            return Found { value: high, proof: UPPER };
        }
        let stack_ends = P::SELECTIVE && ply > DEEPEST as usize;
        if depth <= 0 && !position.is_forced() || stack_ends {
            let leaf = position.leaf(&mut self.worker.aid, alpha, beta, self.meter);
            return Found { value: leaf.value.clamp(low, high), ..leaf.into() };
        }
        let to_the_end = position.remaining().is_some_and(|plies| depth >= plies);
        // At the root a move is wanted, and that is told by the table.
        if ply > 0 && depth <= P::SHALLOW && !to_the_end {
            let mut nodes = 0;
            let value = position.shallow(depth, alpha, beta, &mut nodes);
            self.meter.count(nodes);
            return Found { value: value.clamp(low, high), proof: 0 };
        }

        let key = position.key();
        let level = self.level;
        let mut hint = [NONE; 2];
        if let Some(entry) = self.shared.table.probe(key) {
            if let Some(found) = cut(&entry, depth, level, alpha, beta) {
                return found;
            }
            hint = entry.best;
        }
        if to_the_end && let Some(solved) = position.solve(alpha, beta, self.meter) {
            if self.meter.stopped() {
                return Found::NOTHING;
            }
            let mut proof = if solved.value > alpha { LOWER } else { 0 };
            proof |= if solved.value < beta { UPPER } else { 0 };
            let found = Found { value: solved.value, proof };
            self.keep(key, depth, FULL, found, alpha, beta, [solved.best.unwrap_or(NONE), hint[0]]);
            return found;
        }
        if P::PROBCUT && level < FULL && beta - alpha == 1 {
            if let Some(found) = self.probcut(ply, depth, alpha, beta) {
                return found;
            }
            if self.meter.stopped() {
                return Found::NOTHING;
            }
        }
        if P::SELECTIVE {
            let value = self.worker.stack[ply].evaluate();
            self.worker.values[ply] = value;
            let turn = self.turn(ply, depth, alpha, beta);
            if ply > 0
                && let Some(told) =
                    self.worker.stack[ply].glance(&mut self.worker.aid, &turn, beta, self.meter)
            {
                return Found { value: told.value.clamp(low, high), ..told.into() };
            }
            if self.meter.stopped() {
                return Found::NOTHING;
            }
        }
        if hint[0] == NONE && depth >= DEEPENING {
            let shallow = if beta - alpha > 1 { depth - 3 } else { depth / 2 - 1 };
            self.node(ply, shallow, alpha, beta);
            if self.meter.stopped() {
                return Found::NOTHING;
            }
            if let Some(entry) = self.shared.table.probe(key) {
                hint = entry.best;
            }
        }
        let mut deeper = 0;
        if P::SELECTIVE
            && ply > 0
            && hint[0] != NONE
            && let Some(margin) = self.worker.stack[ply].singular(depth)
            && let Some(entry) = self.shared.table.probe(key)
            && entry.best[0] == hint[0]
            && entry.depth >= depth - 3
            && entry.lower.abs() < P::WON - FARTHEST
        {
            let goal = entry.lower - margin;
            let others = self.others(ply, depth / 2, goal, hint[0]);
            if self.meter.stopped() {
                return Found::NOTHING;
            }
            if others.value < goal {
                deeper = 1;
            }
        }
        let start = self.worker.moves.len();
        let node = Node { key, start, hint, deeper, without: NONE };
        let found = self.expand(ply, depth, alpha, beta, node);
        self.worker.moves.truncate(start);
        found
    }

    /// Are all moves but that one worth less than `goal`?
    fn others(&mut self, ply: usize, depth: i32, goal: i32, without: Move) -> Found {
        // What is found is true of no position, so it goes by a key of its own.
        let key = self.worker.stack[ply].key() ^ u64::from(without.raw()).wrapping_mul(OTHERS);
        let start = self.worker.moves.len();
        let node = Node { key, start, hint: [NONE; 2], deeper: 0, without };
        let found = self.expand(ply, depth, goal - 1, goal, node);
        self.worker.moves.truncate(start);
        found
    }

    /// The circumstances of a node before its first move.
    #[inline]
    fn turn(&self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Turn {
        let values = &self.worker.values;
        Turn {
            mv: NONE,
            before: 0,
            moves: 0,
            top: 0,
            depth,
            ply,
            open: beta - alpha > 1,
            improving: ply < 2 || values[ply] > values[ply - 2],
            history: 0,
            alpha,
            value: values[ply],
        }
    }

    /// Searches the moves of a node. They lie in the list of moves from `start` on, followed by those put off.
    fn expand(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32, node: Node) -> Found {
        let Node { key, start, hint, deeper, without } = node;
        let Worker { stack, moves, killers, history, .. } = &mut *self.worker;
        stack[ply].moves(depth, moves);
        if without != NONE
            && let Some(place) = moves[start..].iter().position(|ordered| ordered.mv == without)
        {
            moves.remove(start + place);
        }
        let end = moves.len();
        let side = stack[ply].to_move().index();
        let top = moves[start..end].iter().map(|ordered| ordered.urgency).max().unwrap_or(0);
        for ordered in &mut moves[start..end] {
            let mv = ordered.mv;
            if mv == hint[0] {
                ordered.urgency = i32::MAX;
            } else if mv == hint[1] {
                ordered.urgency = i32::MAX - 1;
            } else if P::HISTORY != 0 {
                let mut bonus = history[side][mv.raw() as usize % MOVES] * P::HISTORY / MOST;
                if killers[ply].contains(&mv) {
                    bonus += P::HISTORY;
                }
                ordered.urgency = ordered.urgency.saturating_add(bonus).min(i32::MAX - 2);
            }
        }
        if depth >= LOOK_AHEAD
            && let Some(found) = self.look_ahead(ply, depth, alpha, beta, start, end)
        {
            return found;
        }

        let mut best = Found { value: -P::LIMIT, proof: 0 };
        let mut names = [NONE; 2];
        let mut proof = if self.worker.stack[ply].is_complete() { UPPER } else { 0 };
        let mut bound = alpha;
        let (mut turn, mut second) = (start, end);
        loop {
            let (mv, first, again) = if turn < end {
                let mv = pick(&mut self.worker.moves[turn..end]);
                turn += 1;
                (mv, turn == start + 1, false)
            } else if second < self.worker.moves.len() {
                second += 1;
                (self.worker.moves[second - 1].mv, false, true)
            } else {
                break;
            };
            let mut plan = Plan::Deeper(0);
            if P::SELECTIVE {
                let position = &self.worker.stack[ply];
                let side = position.to_move().index();
                plan = position.plan(&Turn {
                    mv,
                    before: turn - start - 1,
                    moves: end - start,
                    top,
                    history: self.worker.history[side][mv.raw() as usize % MOVES],
                    alpha: bound,
                    ..self.turn(ply, depth, alpha, beta)
                });
                // A loss is told only after a look at everything.
                if matches!(plan, Plan::Skipped | Plan::Enough) && best.value > FARTHEST - P::WON {
                    proof = 0;
                    if plan == Plan::Enough {
                        turn = end;
                    }
                    continue;
                }
            }
            let same = self.step(ply, mv);
            let mark = self.mark(ply, depth);
            if let Some(mark) = mark {
                if !first && !again && self.shared.busy.contains(mark) {
                    self.worker.moves.push(Ordered { mv, urgency: 0 });
                    continue;
                }
                self.shared.busy.enter(mark);
            }
            let mut found = None;
            let mut full = depth;
            match plan {
                Plan::Reduced(plies) if plies > 0 && !first => {
                    let reduced = self.below(ply, depth - plies, bound, bound + 1, same);
                    found = Some(reduced).filter(|found| found.value <= bound);
                }
                Plan::Deeper(plies) => full += plies.max(if mv == hint[0] { deeper } else { 0 }),
                _ => {}
            }
            let found = match found {
                Some(found) => found,
                None => self.child(ply, full, bound, beta, same, first),
            };
            if let Some(mark) = mark {
                self.shared.busy.leave(mark);
            }
            if self.meter.stopped() {
                return Found::NOTHING;
            }
            proof &= found.proof;
            if found.value > best.value {
                best = found;
                names = [mv, names[0]];
                bound = bound.max(found.value);
                if found.value >= beta {
                    proof = 0;
                    if P::HISTORY != 0 {
                        self.learn(ply, depth, mv, start, turn);
                    }
                    break;
                }
            }
        }
        let found = Found { value: best.value, proof: best.proof & LOWER | proof & UPPER };
        if found.value <= alpha && hint[0] != NONE {
            // All moves failed: the one that was good before is a better guess than the one that failed least.
            names = hint;
        }
        self.keep(key, depth, self.level, found, alpha, beta, names);
        found
    }

    /// Does the table tell of a child that is enough to leave the window (enhanced transposition cut-off; Plaat et al.,
    /// 1996)?
    fn look_ahead(
        &mut self,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        start: usize,
        end: usize,
    ) -> Option<Found> {
        for index in start..end {
            let mv = self.worker.moves[index].mv;
            let (key, same) = match self.worker.stack[ply].key_after(mv) {
                Some(key) => (key, false),
                None => {
                    let same = self.step(ply, mv);
                    (self.worker.stack[ply + 1].key(), same)
                }
            };
            let Some(entry) = self.shared.table.probe(key) else { continue };
            // The child's bound that is a lower bound for its parent.
            let (tells, value, proof) = if same {
                (entry.tells_lower(depth - 1, self.level), entry.lower, entry.proof & LOWER)
            } else {
                let proof = (entry.proof & UPPER) >> 1;
                (entry.tells_upper(depth - 1, self.level), -entry.upper, proof)
            };
            let value = fade::<P>(value);
            if tells && value >= beta {
                let found = Found { value, proof };
                let names = [self.worker.moves[index].mv, NONE];
                let key = self.worker.stack[ply].key();
                self.keep(key, depth, self.level, found, alpha, beta, names);
                return Some(found);
            }
        }
        None
    }

    /// A shallow search so far outside the window that the deep one is taken to leave it as well (Buro, Experiments with
    /// Multi-ProbCut, 1997).
    fn probcut(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Option<Found> {
        let position = &self.worker.stack[ply];
        let cut = position.probcut(depth)?;
        if cut.shallow >= depth {
            return None;
        }
        let margin = deviations(self.level) * cut.sigma;
        let guess = position.evaluate() as f32 + cut.bias;
        // Only what the static value makes likely is tried.
        if guess >= beta as f32 {
            let goal = libm::ceilf(beta as f32 + margin - cut.bias) as i32;
            if goal < P::LIMIT {
                let found = self.node(ply, cut.shallow, goal - 1, goal);
                if !self.meter.stopped() && found.value >= goal {
                    return Some(Found {
                        value: beta,
                        proof: found.proof & proved_over(found, beta),
                    });
                }
            }
        } else if guess <= alpha as f32 {
            let goal = libm::floorf(alpha as f32 - margin - cut.bias) as i32;
            if goal > -P::LIMIT {
                let found = self.node(ply, cut.shallow, goal, goal + 1);
                if !self.meter.stopped() && found.value <= goal {
                    return Some(Found { value: alpha, proof: 0 });
                }
            }
        }
        None
    }

    /// Remembers that a move refuted a position, and that those before it did not.
    fn learn(&mut self, ply: usize, depth: i32, mv: Move, start: usize, turn: usize) {
        let Worker { stack, moves, killers, history, .. } = &mut *self.worker;
        let history = &mut history[stack[ply].to_move().index()];
        let bonus = (depth * depth).min(MOST / 4);
        let mut credit = |mv: Move, bonus: i32| {
            let h = &mut history[mv.raw() as usize % MOVES];
            *h += bonus - *h * bonus.abs() / MOST;
        };
        for before in &moves[start..turn] {
            if before.mv != mv {
                credit(before.mv, -bonus);
            }
        }
        credit(mv, bonus);
        let killers = &mut killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    fn keep(
        &self,
        key: u64,
        depth: i32,
        level: u8,
        found: Found,
        alpha: i32,
        beta: i32,
        best: [Move; 2],
    ) {
        let Found { value, proof } = found;
        let lower = if value > alpha || proof & LOWER != 0 { value } else { -P::LIMIT };
        let upper = if value < beta || proof & UPPER != 0 { value } else { P::LIMIT };
        self.shared.table.store(key, Entry { lower, upper, proof, depth, level, best });
    }
}

/// What of a finding's proof holds for the lesser lower bound `value`.
fn proved_over(found: Found, value: i32) -> u8 {
    if found.value >= value { LOWER } else { 0 }
}

/// What a table entry says about a search of that depth and level, if it is enough.
#[inline]
fn cut(entry: &Entry, depth: i32, level: u8, alpha: i32, beta: i32) -> Option<Found> {
    let lower = entry.tells_lower(depth, level);
    let upper = entry.tells_upper(depth, level);
    if lower && upper && entry.lower == entry.upper {
        return Some(Found { value: entry.lower, proof: entry.proof });
    }
    if lower && entry.lower >= beta {
        return Some(Found { value: entry.lower, proof: entry.proof & LOWER });
    }
    if upper && entry.upper <= alpha {
        return Some(Found { value: entry.upper, proof: entry.proof & UPPER });
    }
    None
}

/// Moves the most urgent of the moves to the front; the first among equals.
#[inline]
fn pick(moves: &mut [Ordered]) -> Move {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].urgency > moves[best].urgency {
            best = index;
        }
    }
    moves.swap(0, best);
    moves[0].mv
}
