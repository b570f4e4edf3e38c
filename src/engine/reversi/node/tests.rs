//! The searched position against plain minimax over the same leaf values, and searches of it against each other.

use super::*;
use crate::base::{Rng, below, seeded};
use crate::engine::Stop;
use crate::engine::reversi::bare::Bare;
use crate::games::reversi::eight::{START, portable, squares};
use crate::search::Basis;
use crate::search::alphabeta::{AlphaBeta, Reach, Settings};
use std::thread;
use std::time::{Duration, Instant};

const MIB: usize = 16;

/// Discs of Black and White and the side to move, after random play.
type Discs = (u64, u64, Color);

/// Random play until that many squares are empty; `None` if the game ends before.
fn random_position(rng: &mut Rng, empties: u32) -> Option<Discs> {
    let [mut own, mut other] = START;
    let mut color = Color::Black;
    while (own | other).count_zeros() > empties {
        let moves = portable::mobility(own, other);
        if moves == 0 {
            if portable::mobility(other, own) == 0 {
                return None;
            }
        } else {
            let square = squares(moves).nth(below(rng, moves.count_ones()) as usize)?;
            let flips = portable::flips(own, other, square);
            (own, other) = (own ^ flips | 1 << square, other ^ flips);
        }
        (own, other, color) = (other, own, color.other());
    }
    Some(if color == Color::Black { (own, other, color) } else { (other, own, color) })
}

fn random_positions(seed: u64, empties: u32, count: usize) -> Vec<Discs> {
    let mut rng = seeded(seed);
    std::iter::repeat_with(|| random_position(&mut rng, empties)).flatten().take(count).collect()
}

fn node(knowledge: &Arc<Knowledge>, (black, white, to_move): Discs) -> Node {
    Node::new(knowledge, black, white, to_move)
}

/// What plain minimax saw on its way.
#[derive(Default)]
struct Seen {
    /// Positions after which the same side moved again.
    passes: u64,
    /// Did any position know bounds of its value, to which searches cut static values?
    bounds: bool,
}

fn minimax(node: &Node, depth: i32, seen: &mut Seen) -> i32 {
    if let Some(value) = node.outcome() {
        return value;
    }
    seen.bounds |= node.bounds() != (-Node::LIMIT, Node::LIMIT);
    if depth == 0 {
        return node.evaluate();
    }
    let mut best = i32::MIN;
    for square in squares(node.mobility()) {
        let mut child = node.clone();
        child.play(Move::xy(square % 8, square / 8));
        let same = child.to_move() == node.to_move();
        seen.passes += u64::from(same && child.outcome().is_none());
        let value = minimax(&child, depth - 1, seen);
        best = best.max(if same { value } else { -value });
    }
    best
}

/// In the middle of the game: forced passes are rare, nothing else is special.
#[test]
fn fixed_depths_equal_minimax() {
    for cpu in Cpu::all() {
        let knowledge =
            Arc::new(Knowledge::on(cpu, crate::engine::reversi::built_in_weights(), 1 << 20));
        let mut search: AlphaBeta<Node> = AlphaBeta::new(Settings { threads: 1, memory: 2 });
        for (number, discs) in random_positions(1, 40, 6).into_iter().enumerate() {
            let root = node(&knowledge, discs);
            // The longest ones take most of the time.
            for depth in 1..=if number == 0 { 5 } else { 4 } {
                search.clear();
                let mut seen = Seen::default();
                let value = minimax(&root, depth, &mut seen);
                assert!(!seen.bounds);
                let found = search.value(&root, depth, -Node::LIMIT, Node::LIMIT);
                assert_eq!(found.value, value, "{cpu:?} {discs:x?} depth {depth}");
                // Null windows, where most of a search takes place.
                for alpha in [value - 1, value] {
                    search.clear();
                    let found = search.value(&root, depth, alpha, alpha + 1).value;
                    assert_eq!(found > alpha, value > alpha, "{cpu:?} {discs:x?} depth {depth}");
                }
            }
        }
    }
}

/// Lines with forced passes at every depth, in positions without stable discs.
#[test]
fn passes_within_fixed_depths() {
    let knowledge = Arc::new(Knowledge::new(crate::engine::reversi::built_in_weights(), 1 << 20));
    let mut search: AlphaBeta<Node> = AlphaBeta::new(Settings { threads: 1, memory: 2 });
    let mut rng = seeded(4);
    let mut with_passes = [0; 5];
    let mut tries = 0;
    while with_passes[1..].iter().any(|&count| count < 3) {
        tries += 1;
        assert!(tries < 200_000, "{with_passes:?}");
        let Some(discs) = random_position(&mut rng, 36) else { continue };
        let root = node(&knowledge, discs);
        let mut moves = Vec::new();
        root.moves(1, &mut moves);
        let forces = |mv: Move| {
            let mut child = root.clone();
            child.play(mv);
            child.to_move() == root.to_move()
        };
        if !moves.iter().any(|ordered| forces(ordered.mv)) {
            continue;
        }
        for depth in 1..=4 {
            let mut seen = Seen::default();
            if with_passes[depth as usize] >= 3 || root.outcome().is_some() {
                continue;
            }
            let value = minimax(&root, depth, &mut seen);
            if seen.passes == 0 || seen.bounds {
                break;
            }
            with_passes[depth as usize] += 1;
            search.clear();
            let found = search.value(&root, depth, -Node::LIMIT, Node::LIMIT);
            assert_eq!(found.value, value, "{discs:x?} depth {depth}");
        }
    }
}

/// Plain alpha-beta to the end, discs only; counts forced passes by the squares that are empty then.
fn to_the_end(own: u64, other: u64, alpha: i32, beta: i32, passes: &mut [u64; 65]) -> i32 {
    let moves = portable::mobility(own, other);
    if moves == 0 {
        if portable::mobility(other, own) == 0 {
            return final_margin(own, other);
        }
        passes[(own | other).count_zeros() as usize] += 1;
        return -to_the_end(other, own, -beta, -alpha, passes);
    }
    let mut best = i32::MIN;
    for square in squares(moves) {
        let flips = portable::flips(own, other, square);
        let (next, last) = (other ^ flips, own ^ flips | 1 << square);
        best = best.max(-to_the_end(next, last, -beta, -alpha.max(best), passes));
        if best >= beta {
            break;
        }
    }
    best
}

fn value_to_the_end((black, white, to_move): Discs, passes: &mut [u64; 65]) -> i32 {
    let (own, other) = if to_move == Color::Black { (black, white) } else { (white, black) };
    to_the_end(own, other, -64, 64, passes)
}

/// The score for the side to move of `discs`, which need not be that of the root: a forced pass is made there.
fn solved(bare: &mut Bare, discs: Discs, reach: &Reach) -> i32 {
    let (black, white, to_move) = discs;
    let root = bare.node(black, white, to_move);
    let report = bare.search(&root, reach, &Stop::default(), &mut |_| {});
    let best = report.candidates.first().expect("a move");
    assert_eq!(best.basis, Basis::Exact, "{discs:x?}");
    let sign = if report.to_move == to_move { 1.0 } else { -1.0 };
    (sign * best.score) as i32
}

#[test]
fn endgames_equal_minimax() {
    let mut passes = [0; 65];
    for empties in 1..=11 {
        let found = random_positions(u64::from(empties), empties, 12);
        for cpu in Cpu::all() {
            let mut bare = Bare::new(cpu, 1, MIB);
            for &discs in &found {
                let (black, white, to_move) = discs;
                if bare.node(black, white, to_move).outcome().is_some() {
                    continue;
                }
                let value = value_to_the_end(discs, &mut passes);
                assert_eq!(
                    solved(&mut bare, discs, &Reach::default()),
                    value,
                    "{cpu:?} {discs:x?}"
                );
            }
        }
    }
    // Passes came with every number of empty squares.
    assert!(passes[1..=7].iter().all(|&count| count > 0), "{passes:?}");
}

/// Above the squares of the solver, alpha-beta says what the solver says by itself; two threads say the same, and so does a
/// search that has been interrupted and goes on.
#[test]
fn alpha_beta_says_what_the_solver_says() {
    struct Free;
    impl Control for Free {
        fn visit(&self, _nodes: u64) -> bool {
            true
        }
    }
    let solver = Solver::new(Cpu::detect(), MIB << 20);
    let mut one = Bare::new(Cpu::detect(), 1, MIB);
    let mut two = Bare::new(Cpu::detect(), 2, MIB);
    for discs in random_positions(3, SOLVE_AT + 2, 6) {
        let root = one.node(discs.0, discs.1, discs.2);
        if root.outcome().is_some() {
            continue;
        }
        let (own, other) = root.discs();
        let sign = if root.to_move() == discs.2 { 1 } else { -1 };
        let value = sign * solver.solve(own, other, -65, 65, &Free).value;
        for bare in [&mut one, &mut two] {
            assert_eq!(solved(bare, discs, &Reach::default()), value, "{discs:x?}");
            let outcome = Reach { window: (-1, 1), ..Reach::default() };
            bare.clear();
            let root = bare.node(discs.0, discs.1, discs.2);
            let report = bare.search(&root, &outcome, &Stop::default(), &mut |_| {});
            let best = report.candidates.first().expect("a move");
            let basis = if value == 0 { Basis::Exact } else { Basis::Outcome };
            assert!(best.basis == basis || best.basis == Basis::Exact, "{:?}", best.basis);
            assert_eq!((sign as f32 * best.score).partial_cmp(&0.0), value.partial_cmp(&0));
        }
    }
}

/// All moves with scores of their own, each what the position after it is worth.
#[test]
fn every_line_is_proved() {
    let mut passes = [0; 65];
    let mut bare = Bare::new(Cpu::detect(), 1, MIB);
    for (black, white, to_move) in random_positions(9, 11, 8) {
        let root = bare.node(black, white, to_move);
        if root.outcome().is_some() {
            continue;
        }
        let reach = Reach { lines: 60, ..Reach::default() };
        let report = bare.search(&root, &reach, &Stop::default(), &mut |_| {});
        assert_eq!(report.candidates.len(), root.mobility().count_ones() as usize);
        for line in &report.candidates {
            let (own, other) = root.discs();
            let point = line.mv.point().expect("a square");
            let square = point.y() * 8 + point.x();
            let flips = portable::flips(own, other, square);
            let (next, last) = (other ^ flips, own ^ flips | 1 << square);
            assert_eq!(line.basis, Basis::Exact);
            assert_eq!(line.score as i32, -to_the_end(next, last, -64, 64, &mut passes));
        }
    }
}

#[test]
fn all_processors_visit_the_same_positions() {
    let search = |cpu, discs: Discs| {
        let mut bare = Bare::new(cpu, 1, MIB);
        let root = bare.node(discs.0, discs.1, discs.2);
        let reach = Reach { depth: 9, ..Reach::default() };
        let report = bare.search(&root, &reach, &Stop::default(), &mut |_| {});
        assert!(report.playouts > 100);
        (report.playouts, report.candidates)
    };
    for empties in [44, 30, 16] {
        for discs in random_positions(21, empties, 3) {
            let plain = search(Cpu::Portable, discs);
            for cpu in Cpu::all() {
                assert_eq!(search(cpu, discs), plain, "{cpu:?} {discs:x?}");
            }
        }
    }
}

/// The flag ends a search soon, in the middle of the game and within the solver. It takes about a millisecond; the bound is
/// for machines with other work.
#[test]
fn stops_soon() {
    for (empties, threads) in [(40, 1), (40, 2), (28, 1)] {
        let mut bare = Bare::new(Cpu::detect(), threads, MIB);
        let (black, white, to_move) = random_positions(8, empties, 1)[0];
        let root = bare.node(black, white, to_move);
        let stop = Stop::default();
        let raised = thread::scope(|scope| {
            let timer = scope.spawn(|| {
                thread::sleep(Duration::from_millis(60));
                stop.raise();
                Instant::now()
            });
            bare.search(&root, &Reach::default(), &stop, &mut |_| {});
            timer.join().expect("a time")
        });
        assert!(raised.elapsed() < Duration::from_millis(500), "{:?}", raised.elapsed());
    }
}
