//! Lets a book grow: drop-out expansion from the start (Lincke, Strategies for the automatic construction of opening
//! books, 2000).
//!
//! Each round takes the way out of the book that costs least to come to: a ply costs [`Growth::ply`], a move that is worse
//! than the best one what it gives away, whoever makes it. The position behind it comes into the book, and the way out of the
//! position before it is searched anew among the moves that are left. Every search begins without memory, so what comes of
//! it depends on position, depth and confidence only: a book that was stopped and goes on becomes the same book.

use super::{Book, BookError, Finding, Key, Out, Placed};
use crate::base::{Color, Move, below, seeded};
use crate::engine::reversi::node::{Knowledge, Node};
use crate::eval::reversi::patterns::{DISC, Weights};
use crate::search::alphabeta::{AlphaBeta, Reach, Settings};
use crate::search::{Basis, Limits, Unhurried};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a book grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Plies of a search, 1..=60.
    pub depth: u8,
    /// Confidence of its selective cuts, per cent.
    pub confidence: u8,
    /// What a ply costs, in 1/128 disc, at least 1: the less, the narrower the book and the longer its lines.
    pub ply: i32,
    /// 0, or the seed of small random costs (below that of a ply), which make another book.
    pub seed: u64,
    /// Positions with fewer empty squares do not come into the book.
    pub least_empties: u32,
    /// Searches side by side, a thread each. The number has a say in which positions come in.
    pub threads: usize,
    /// MiB for each of them.
    pub memory: usize,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth {
            depth: 12,
            confidence: 73,
            ply: DISC / 2,
            seed: 0,
            least_empties: 30,
            threads: 1,
            memory: 32,
        }
    }
}

/// A search without memory of what it did before.
struct Judge {
    knowledge: Arc<Knowledge>,
    search: AlphaBeta<Node>,
}

/// A question: the best way out of a position, some moves left out.
struct Question {
    key: Key,
    avoid: Vec<Move>,
}

/// Lets books grow.
pub struct Grower {
    growth: Growth,
    judges: Vec<Judge>,
}

impl Grower {
    /// With these weights behind the searches.
    pub fn new(growth: Growth, weights: &Arc<Weights>) -> Grower {
        let judge = || {
            let settings = Settings { threads: 1, memory: growth.memory.max(1) };
            let solver = (growth.memory << 20) / 4;
            Judge {
                knowledge: Arc::new(Knowledge::new(weights.clone(), solver)),
                search: AlphaBeta::new(settings),
            }
        };
        let judges = std::iter::repeat_with(judge).take(growth.threads.max(1)).collect();
        Grower { growth, judges }
    }

    /// Lets a book grow by as many positions as there are threads, at most by `room`, and searches what is unsearched. Returns
    /// how many positions are new: none when nothing is left to add.
    ///
    /// # Errors
    /// [`BookError::NoValue`] never comes of a book that was settled.
    pub fn round(&mut self, book: &mut Book, room: usize) -> Result<usize, BookError> {
        self.search_out(book)?;
        let mut fresh = self.frontier(book);
        fresh.truncate(self.judges.len().min(room));
        self.ask(book, &fresh);
        self.search_out(book)?;
        Ok(fresh.len())
    }

    /// Finds the ways out that no search has told.
    fn search_out(&mut self, book: &mut Book) -> Result<(), BookError> {
        let keys = book.unsearched();
        self.ask(book, &keys);
        book.settle()
    }

    /// Positions behind the ways out that cost least, the cheapest first.
    fn frontier(&self, book: &Book) -> Vec<Key> {
        let start = Key::start();
        if !book.contains(start) {
            return vec![start];
        }
        let mut costs = BTreeMap::from([(start, 0i32)]);
        let mut outside: BTreeMap<Key, i32> = BTreeMap::new();
        // From fewest discs on: every way to a position is known before its turn comes.
        for (key, entry) in &book.entries {
            let Some(&cost) = costs.get(key) else { continue };
            let way_out = book.way_out(entry);
            for link in &entry.links {
                let Some(child) = link.child else { continue };
                let (value, to) = match book.worth(child) {
                    Some(worth) => (link.sign * worth.value, &mut costs),
                    None => match way_out {
                        Some(out) if out.square == link.square => (out.value, &mut outside),
                        _ => continue,
                    },
                };
                let further = cost + self.growth.ply + (entry.worth.value - value);
                let known = to.entry(child).or_insert(further);
                *known = further.min(*known);
            }
        }
        let mut found: Vec<(i32, Key)> = outside
            .into_iter()
            .filter(|(key, _)| key.position().empties() >= self.growth.least_empties)
            .map(|(key, cost)| (cost + self.chance(key), key))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, key)| key).collect()
    }

    /// The random cost of a position.
    fn chance(&self, key: Key) -> i32 {
        if self.growth.seed == 0 {
            return 0;
        }
        let Placed { own, other } = key.position();
        let mut rng = seeded(self.growth.seed ^ own ^ other.rotate_left(31));
        below(&mut rng, self.growth.ply.max(1).cast_unsigned()).cast_signed()
    }

    /// Searches the ways out of positions and puts what is found into the book, which is to be settled then.
    fn ask(&mut self, book: &mut Book, keys: &[Key]) {
        let question = |&key: &Key| {
            let stays = |square| book.contains(Key::of(square).0);
            let steps = key.position().steps().filter(|step| !step.over && stays(step.to));
            let avoid = steps.map(|step| Move::xy(step.square % 8, step.square / 8)).collect();
            Question { key, avoid }
        };
        let questions: Vec<Question> = keys.iter().map(question).collect();
        let growth = self.growth;
        let many = self.judges.len();
        let answers: Vec<(Key, Finding)> = std::thread::scope(|scope| {
            let questions = &questions;
            let threads: Vec<_> = self
                .judges
                .iter_mut()
                .enumerate()
                .map(|(first, judge)| {
                    scope.spawn(move || {
                        let own = questions.iter().skip(first).step_by(many);
                        own.map(|question| (question.key, judge.answer(question, &growth)))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            // A search that panicked has nothing to tell; its positions stay unsearched.
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        for (key, finding) in answers {
            book.put(key, finding);
        }
    }
}

impl Judge {
    fn answer(&mut self, question: &Question, growth: &Growth) -> Finding {
        let position = question.key.position();
        let depth = i32::from(growth.depth).clamp(1, 60);
        let none = Finding { out: None, depth: depth as u8, confidence: growth.confidence };
        if position.mobility().count_ones() as usize <= question.avoid.len() {
            return none;
        }
        self.search.clear();
        self.knowledge.solver.clear();
        let root = Node::new(&self.knowledge, position.own, position.other, Color::Black);
        let limits = Limits { avoid: question.avoid.clone(), ..Limits::default() };
        let reach = Reach { depth, confidence: growth.confidence, ..Reach::default() };
        let report = self.search.search(&root, &limits, &reach, &Unhurried, &mut |_| {});
        let Some(best) = report.candidates.first() else { return none };
        let Some(point) = best.mv.point() else { return none };
        // Scores are whole numbers of 1/128 disc.
        let value = libm::roundf(best.score * DISC as f32) as i32;
        let out = Some(Out { square: point.y() * 8 + point.x(), value });
        let (depth, confidence) = match best.basis {
            Basis::Depth { plies, confidence } => (plies as u8, confidence),
            _ => (position.empties() as u8, 100),
        };
        Finding { out, depth: depth.clamp(1, 60), confidence }
    }
}
