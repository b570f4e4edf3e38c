//! Alpha-beta against plain minimax on random small games.

use super::table::Table;
use super::*;
use crate::base::Color;
use crate::search::Basis;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A random game: positions are numbers on levels, so that move orders meet again; who moves where is chance; some
/// lines end early.
#[derive(Debug)]
struct Game {
    seed: u64,
    length: i32,
    width: u64,
    /// True values for Black by level and number.
    values: Vec<Vec<i32>>,
    /// Does a position know how many plies are left, bounds of its value, and two plies from the end its value?
    knows: [bool; 3],
}

#[derive(Clone, Debug)]
struct Toy {
    game: Arc<Game>,
    ply: i32,
    id: u64,
}

const SPREAD: u64 = 41;

impl Toy {
    fn new(seed: u64, length: i32, width: u64, knows: [bool; 3]) -> Toy {
        let game = Game { seed, length, width, values: Vec::new(), knows };
        let mut toy = Toy { game: Arc::new(game), ply: 0, id: 0 };
        let mut values = vec![vec![0; width as usize]; length as usize + 1];
        for ply in (0..=length).rev() {
            for id in 0..width {
                let at = Toy { ply, id, ..toy.clone() };
                let after = at.children().into_iter();
                let after = after.map(|(_, child)| values[ply as usize + 1][child.id as usize]);
                values[ply as usize][id as usize] = match (at.over(), at.to_move()) {
                    (true, _) => at.chance(1, SPREAD) as i32 - 20,
                    (false, Color::Black) => after.max().unwrap_or(0),
                    (false, Color::White) => after.min().unwrap_or(0),
                };
            }
        }
        toy.game = Arc::new(Game { seed, length, width, values, knows });
        toy
    }

    /// A number below `bound` that depends on game, position and question.
    fn chance(&self, question: u64, bound: u64) -> u64 {
        let mut x = self.game.seed ^ question << 48 ^ (self.ply as u64) << 32 ^ self.id;
        for _ in 0..2 {
            x = (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23);
            x = (x ^ x >> 32).wrapping_mul(0x94d0_49bb_1331_11eb);
        }
        (x >> 20) % bound
    }

    fn over(&self) -> bool {
        self.ply == self.game.length || self.ply > 1 && self.chance(2, 12) == 0
    }

    fn mv(index: u64) -> Move {
        if index == 0 { Move::PASS } else { Move::xy(index as usize, 0) }
    }

    fn children(&self) -> Vec<(Move, Toy)> {
        if self.over() {
            return Vec::new();
        }
        let count = 1 + self.chance(3, 5);
        let list = (0..count).map(|index| {
            let id = self.chance(10 + index, self.game.width);
            (Toy::mv(index), Toy { ply: self.ply + 1, id, ..self.clone() })
        });
        list.collect()
    }

    fn sign(&self) -> i32 {
        if self.to_move() == Color::Black { 1 } else { -1 }
    }

    fn truth(&self) -> i32 {
        self.sign() * self.game.values[self.ply as usize][self.id as usize]
    }

    /// Plain full-width minimax.
    fn minimax(&self, depth: i32) -> i32 {
        match self.outcome() {
            Some(value) => value,
            None if depth == 0 => self.evaluate(),
            None => {
                let list = self.children().into_iter();
                let value =
                    |(_, child): (Move, Toy)| self.sign() * child.sign() * child.minimax(depth - 1);
                list.map(value).max().unwrap_or(0)
            }
        }
    }

    /// True values of the root moves, best first.
    fn best(&self) -> Vec<i32> {
        let value = |(_, child): (Move, Toy)| self.sign() * child.sign() * child.truth();
        let mut values: Vec<i32> = self.children().into_iter().map(value).collect();
        values.sort_by_key(|&value| std::cmp::Reverse(value));
        values
    }
}

impl Position for Toy {
    type Aid = ();

    const LIMIT: i32 = 1000;
    const ASPIRATION: i32 = 4;

    fn key(&self) -> u64 {
        self.chance(4, u64::MAX) << 12 ^ (self.ply as u64) << 5 ^ self.id
    }

    fn to_move(&self) -> Color {
        if self.chance(5, 5) < 2 { Color::White } else { Color::Black }
    }

    fn outcome(&self) -> Option<i32> {
        self.over().then(|| self.sign() * (self.chance(1, SPREAD) as i32 - 20))
    }

    fn evaluate(&self) -> i32 {
        self.sign() * (self.chance(6, SPREAD) as i32 - 20)
    }

    fn score(value: i32) -> f32 {
        value as f32
    }

    fn winrate(value: i32) -> f32 {
        0.5 + value as f32 / 2000.0
    }

    fn moves(&self, _depth: i32, moves: &mut Vec<Ordered>) {
        let order = |(mv, child): (Move, Toy)| Ordered { mv, urgency: child.chance(7, 9) as i32 };
        moves.extend(self.children().into_iter().map(order));
    }

    fn play(&mut self, mv: Move) {
        let child = self.children().into_iter().find(|(other, _)| *other == mv);
        let (_, child) = child.unwrap_or_else(|| panic!("{mv} is not legal"));
        *self = child;
    }

    fn remaining(&self) -> Option<i32> {
        self.game.knows[0].then_some(self.game.length - self.ply)
    }

    fn bounds(&self) -> (i32, i32) {
        if !self.game.knows[1] {
            return (-Self::LIMIT, Self::LIMIT);
        }
        let truth = self.truth();
        (truth - self.chance(8, 30) as i32, truth + self.chance(9, 30) as i32)
    }

    fn solve(&self, alpha: i32, beta: i32, control: &dyn Control) -> Option<Solved> {
        if !self.game.knows[2] || self.game.length - self.ply > 2 {
            return None;
        }
        control.visit(3);
        // Fail-soft bounds are no more than bounds.
        let truth = self.truth();
        let value = if truth <= alpha {
            (truth + alpha) / 2
        } else if truth >= beta {
            (truth + beta) / 2
        } else {
            truth
        };
        let value = if truth <= alpha { value.max(truth) } else { value };
        Some(Solved { value, best: None })
    }
}

/// The same game with a poor guess of deep values.
#[derive(Clone, Debug)]
struct Hasty(Toy);

impl Position for Hasty {
    type Aid = ();

    const LIMIT: i32 = Toy::LIMIT;
    const PROBCUT: bool = true;
    const LEAP: i32 = 3;

    fn key(&self) -> u64 {
        self.0.key()
    }
    fn to_move(&self) -> Color {
        self.0.to_move()
    }
    fn outcome(&self) -> Option<i32> {
        self.0.outcome()
    }
    fn evaluate(&self) -> i32 {
        self.0.evaluate()
    }
    fn score(value: i32) -> f32 {
        Toy::score(value)
    }
    fn winrate(value: i32) -> f32 {
        Toy::winrate(value)
    }
    fn moves(&self, depth: i32, moves: &mut Vec<Ordered>) {
        self.0.moves(depth, moves);
    }
    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }
    fn remaining(&self) -> Option<i32> {
        self.0.remaining()
    }
    fn probcut(&self, depth: i32) -> Option<ProbCut> {
        (depth >= 3).then_some(ProbCut { shallow: depth - 2, bias: 0.5, sigma: 4.0 })
    }
}

/// The same game, won or lost by the sign of its value, the sooner the better.
#[derive(Clone, Debug)]
struct Timed(Toy);

impl Timed {
    /// Plain full-width minimax in which values fade on their way up.
    fn minimax(&self, depth: i32) -> i32 {
        match self.outcome() {
            Some(value) => value,
            None if depth == 0 => self.evaluate(),
            None => {
                let value = |(_, child): (Move, Toy)| {
                    let child = Timed(child);
                    let same = child.to_move() == self.to_move();
                    let found = child.minimax(depth - 1);
                    match if same { found } else { -found } {
                        value if value > Timed::WON - FARTHEST => value - 1,
                        value if value < FARTHEST - Timed::WON => value + 1,
                        value => value,
                    }
                };
                self.0.children().into_iter().map(value).max().unwrap_or(0)
            }
        }
    }
}

impl Position for Timed {
    type Aid = ();

    const LIMIT: i32 = 4000;
    const WON: i32 = 3000;
    const ASPIRATION: i32 = 4;

    fn key(&self) -> u64 {
        self.0.key()
    }
    fn to_move(&self) -> Color {
        self.0.to_move()
    }
    fn outcome(&self) -> Option<i32> {
        self.0.outcome().map(|value| value.signum() * Timed::WON)
    }
    fn evaluate(&self) -> i32 {
        self.0.evaluate()
    }
    fn score(value: i32) -> f32 {
        Toy::score(value)
    }
    fn winrate(value: i32) -> f32 {
        Toy::winrate(value)
    }
    fn moves(&self, depth: i32, moves: &mut Vec<Ordered>) {
        self.0.moves(depth, moves);
    }
    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }
}

/// Ends a search after so many looks.
struct Patience(AtomicU64);

impl Patience {
    fn of(looks: u64) -> Patience {
        Patience(AtomicU64::new(looks))
    }

    const ENDLESS: u64 = 1 << 60;
}

impl Supervisor for Patience {
    fn keep_going(&self) -> bool {
        self.0.fetch_sub(1, Relaxed) > 1
    }

    fn watch(&self, _progress: &Progress) -> bool {
        true
    }
}

fn searcher<P: Position>(threads: usize, buckets: usize) -> AlphaBeta<P> {
    AlphaBeta::with_table(Settings { threads, memory: 1 }, Table::with_buckets(buckets))
}

fn search<P: Position>(
    alphabeta: &mut AlphaBeta<P>,
    root: &P,
    limits: &Limits,
    reach: &Reach,
) -> Report {
    alphabeta.search(root, limits, reach, &Patience::of(Patience::ENDLESS), &mut |_| {})
}

fn any_knowledge() -> impl Strategy<Value = [bool; 3]> {
    // A solver is asked only where the plies left are known.
    prop_oneof![
        Just([false, false, false]),
        Just([true, false, false]),
        Just([false, true, false]),
        Just([true, true, true]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_depth_is_worth_what_minimax_says(
        seed: u64, length in 1i32..9, width in 1u64..9, depth in 0i32..9, buckets in 1usize..9,
        alpha in -25i32..25, size in 1i32..30,
    ) {
        let toy = Toy::new(seed, length, width, [false; 3]);
        let truth = toy.minimax(depth);
        let mut alphabeta = searcher(1, buckets);
        let full = alphabeta.value(&toy, depth, -Toy::LIMIT, Toy::LIMIT);
        prop_assert_eq!(full.value, truth);
        prop_assert!(!full.proved || truth == toy.truth());
        prop_assert!(full.proved || depth < length);
        alphabeta.clear();
        let narrow = alphabeta.value(&toy, depth, alpha, alpha + size).value;
        prop_assert!(if narrow <= alpha { truth <= narrow }
            else if narrow >= alpha + size { truth >= narrow }
            else { truth == narrow }, "{} in ({}, {}), not {}", narrow, alpha, alpha + size, truth);
    }

    #[test]
    fn searches_of_one_table_agree(
        seed: u64, width in 1u64..9, knows in any_knowledge(), buckets in 1usize..40,
        windows in prop::collection::vec((-25i32..25, 1i32..30), 1..6),
    ) {
        let toy = Toy::new(seed, 7, width, knows);
        let mut alphabeta = searcher(1, buckets);
        for (alpha, size) in windows {
            let (found, truth) = (alphabeta.value(&toy, 7, alpha, alpha + size), toy.truth());
            prop_assert!(found.proved);
            prop_assert_eq!(found.value > alpha, truth > alpha);
            prop_assert_eq!(found.value < alpha + size, truth < alpha + size);
        }
    }

    #[test]
    fn games_are_solved(
        seed: u64, length in 1i32..9, width in 1u64..9, knows in any_knowledge(), threads in 1usize..4,
        buckets in prop_oneof![Just(1usize), Just(1000)], lines in 1usize..5,
    ) {
        let toy = Toy::new(seed, length, width, knows);
        prop_assume!(!toy.over());
        let mut alphabeta = searcher(threads, buckets);
        let reach = Reach { lines, ..Reach::default() };
        let report = search(&mut alphabeta, &toy, &Limits::default(), &reach);
        let best = toy.best();
        prop_assert_eq!(report.candidates.len(), best.len());
        prop_assert_eq!(report.score, best[0] as f32);
        for (line, (candidate, value)) in report.candidates.iter().zip(&best).enumerate().take(lines) {
            prop_assert_eq!(candidate.score, *value as f32, "line {}", line);
            prop_assert_eq!(candidate.basis, Basis::Exact);
            prop_assert_eq!(candidate.pv[0], candidate.mv);
            // A line is the best move when those before it are left out.
            let avoid: Vec<Move> = report.candidates[..line].iter().map(|c| c.mv).collect();
            let limits = Limits { avoid, ..Limits::default() };
            let alone = search(&mut searcher(1, buckets), &toy, &limits, &Reach::default());
            prop_assert_eq!(alone.score, candidate.score);
        }
        for (candidate, value) in report.candidates.iter().zip(&best).skip(lines) {
            prop_assert!(candidate.score >= *value as f32 && candidate.score <= best[lines - 1] as f32);
        }
    }

    #[test]
    fn selective_cuts_end_in_the_truth(seed: u64, length in 3i32..9, width in 2u64..9, threads in 1usize..3) {
        let toy = Toy::new(seed, length, width, [true, false, false]);
        prop_assume!(!toy.over());
        let report = search(&mut searcher(threads, 50), &Hasty(toy.clone()), &Limits::default(), &Reach::default());
        prop_assert_eq!(report.score, toy.truth() as f32);
        prop_assert_eq!(report.candidates[0].basis, Basis::Exact);
    }

    #[test]
    fn one_thread_replays(seed: u64, width in 2u64..9, nodes in 1u64..3000) {
        let toy = Toy::new(seed, 9, width, [false; 3]);
        prop_assume!(!toy.over());
        let limits = Limits { playouts: Some(nodes), ..Limits::default() };
        let mut alphabeta = searcher(1, 4);
        let first = search(&mut alphabeta, &toy, &limits, &Reach::default());
        prop_assert!(first.playouts <= nodes);
        alphabeta.clear();
        let second = search(&mut alphabeta, &toy, &limits, &Reach::default());
        prop_assert_eq!(first, second);
    }

    #[test]
    fn who_wins_is_told_without_the_score(seed: u64, width in 1u64..9) {
        let toy = Toy::new(seed, 8, width, [false; 3]);
        prop_assume!(!toy.over());
        let reach = Reach { window: (-1, 1), ..Reach::default() };
        let report = search(&mut searcher(1, 100), &toy, &Limits::default(), &reach);
        prop_assert_eq!((report.score as i32).signum(), toy.truth().signum());
        let basis = report.candidates[0].basis;
        prop_assert!(basis == Basis::Exact || basis == Basis::Outcome && report.score != 0.0, "{:?}", basis);
    }
}

#[test]
fn a_stopped_search_has_a_move() {
    for seed in 0..200u64 {
        let toy = Toy::new(seed, 9, 8, [false; 3]);
        if toy.over() {
            continue;
        }
        for threads in [1, 2] {
            let mut seen = 0;
            let looks = 1 + seed % 5;
            let report = searcher(threads, 1).search(
                &toy,
                &Limits::default(),
                &Reach::default(),
                &Patience::of(looks),
                &mut |_| seen += 1,
            );
            let legal: Vec<Move> = toy.children().into_iter().map(|(mv, _)| mv).collect();
            assert!(legal.contains(&report.candidates[0].mv), "seed {seed}");
            // Looks are 256 nodes apart.
            assert!(threads > 1 || report.playouts <= looks * 256, "seed {seed}");
        }
    }
}

#[test]
fn limits_that_leave_nothing_are_not_kept() {
    let toy = Toy::new(7, 5, 5, [false; 3]);
    let limits = Limits { allow: vec![Move::xy(9, 9)], ..Limits::default() };
    let report = search(&mut searcher(1, 10), &toy, &limits, &Reach::default());
    assert_eq!(report.candidates.len(), toy.children().len());
    let over = Toy { ply: 5, ..toy };
    assert!(search(&mut searcher(1, 10), &over, &limits, &Reach::default()).candidates.is_empty());
}

#[test]
fn a_depth_is_told_as_such() {
    let toy = Toy::new(3, 9, 9, [true, false, false]);
    let reach = Reach { depth: 3, ..Reach::default() };
    let report = search(&mut searcher(1, 100), &Hasty(toy.clone()), &Limits::default(), &reach);
    assert_eq!(report.candidates[0].basis, Basis::Depth { plies: 3, confidence: 73 });
    let report = search(&mut searcher(1, 100), &toy, &Limits::default(), &reach);
    assert_eq!(report.candidates[0].basis, Basis::Depth { plies: 3, confidence: 100 });
    assert_eq!(report.score, toy.minimax(3) as f32);
}

proptest! {
    /// Quickest win and longest defence, at every depth, with and without what is left in the table.
    #[test]
    fn wins_fade_as_in_minimax(seed: u64, length in 2..9i32, width in 1..6u64, depth in 1..9i32) {
        let root = Timed(Toy::new(seed, length, width, [false; 3]));
        if root.outcome().is_some() {
            return Ok(());
        }
        let truth = root.minimax(depth);
        let found = searcher(1, 64).value(&root, depth, -Timed::LIMIT, Timed::LIMIT);
        // A proof that the table holds may see further than the depth asked for.
        prop_assert!(found.value == truth || found.proved && found.value.abs() > 2000);
        for window in [truth - 3, truth - 1, truth, truth + 1] {
            let bound = searcher(1, 64).value(&root, depth, window, window + 1);
            if !bound.proved {
                prop_assert_eq!(bound.value > window, truth > window);
            }
        }
        let whole = root.minimax(40);
        let mut alphabeta = searcher(1, 256);
        let report = search(&mut alphabeta, &root, &Limits::default(), &Reach::default());
        let plies = 3000 - whole.abs();
        if (0..FARTHEST).contains(&plies) {
            prop_assert_eq!(report.candidates[0].decided, Some(plies * whole.signum()));
        }
    }
}
