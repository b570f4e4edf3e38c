//! Speeds of Reversi on 8x8, and its part of the bench signature: fixed positions and depths, so that with one thread the
//! same positions are visited on every machine.

use super::Fingerprint;
use crate::base::{Color, Rng, below, seeded};
use crate::engine::Stop;
use crate::engine::reversi::bare::Bare;
use crate::games::reversi::eight::{Cpu, START, perft, portable, squares};
use crate::search::alphabeta::Reach;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Moves whose sequences are counted.
const PERFT: u32 = 11;

/// MiB of the searches that are measured.
const MEMORY: usize = 256;

/// A set of searches.
#[derive(Clone, Copy)]
struct Course {
    name: &'static str,
    positions: u64,
    empties: u32,
    /// Plies.
    depth: i32,
    /// Level of selective cuts, per cent.
    confidence: u8,
}

impl Course {
    const fn middle(positions: u64, empties: u32, depth: i32) -> Course {
        Course { name: "middle", positions, empties, depth, confidence: 73 }
    }

    /// Exact scores.
    const fn end(positions: u64, empties: u32) -> Course {
        Course { name: "end", positions, empties, depth: empties.cast_signed(), confidence: 100 }
    }
}

const MEASURED: [Course; 2] = [Course::middle(12, 35, 14), Course::end(12, 20)];
const SIGNED: [Course; 2] = [Course::middle(6, 38, 8), Course::end(4, 16)];

/// A position: discs of Black and White, and the side to move.
type Discs = (u64, u64, Color);

/// A game in which both sides keep the other's choice small until that many squares are empty; random where moves are as good. `None` if it ends before.
fn played(rng: &mut Rng, empties: u32) -> Option<Discs> {
    let [mut own, mut other] = START;
    let mut color = Color::Black;
    while (own | other).count_zeros() > empties {
        let moves = portable::mobility(own, other);
        if moves == 0 {
            if portable::mobility(other, own) == 0 {
                return None;
            }
            (own, other, color) = (other, own, color.other());
            continue;
        }
        let after = |square: usize| {
            let flips = portable::flips(own, other, square);
            (other ^ flips, own ^ flips | 1 << square)
        };
        let answers = |square: usize| {
            let (own, other) = after(square);
            portable::mobility(own, other).count_ones()
        };
        let fewest = squares(moves).map(answers).min()?;
        // A little more than the fewest will do, or all games would be alike.
        let good: Vec<usize> =
            squares(moves).filter(|&square| answers(square) <= fewest + 1).collect();
        let square = good.get(below(rng, good.len() as u32) as usize)?;
        (own, other) = after(*square);
        color = color.other();
    }
    let open = portable::mobility(own, other) != 0;
    let (black, white) = if color == Color::Black { (own, other) } else { (other, own) };
    open.then_some((black, white, color))
}

fn positions(course: &Course) -> Vec<Discs> {
    let found = (1..).filter_map(|seed| played(&mut seeded(seed), course.empties));
    found.take(course.positions as usize).collect()
}

/// Searches every position with a memory that is empty: nodes, and what was found.
fn search(course: &Course, bare: &mut Bare) -> (u64, Fingerprint, Duration) {
    let reach = Reach {
        depth: course.depth,
        confidence: 73,
        end_confidence: course.confidence,
        ..Reach::default()
    };
    let (mut nodes, mut found, mut time) = (0, Fingerprint::default(), Duration::ZERO);
    for (black, white, to_move) in positions(course) {
        bare.clear();
        let root = bare.node(black, white, to_move);
        let started = Instant::now();
        let report = bare.search(&root, &reach, &Stop::default(), &mut |_| {});
        time += started.elapsed();
        nodes += report.playouts;
        found.add(report.playouts);
        if let Some(best) = report.candidates.first() {
            found.add(u64::from(best.mv.raw()));
            // Values are whole 128ths of a disc.
            found.add((best.score * 128.0).round() as i64 as u64);
        }
    }
    (nodes, found, time)
}

/// A table of speeds.
pub(super) fn speeds(threads: &[u64]) -> String {
    let mut out = format!(
        "{:<34} {:>7} {:>14} {:>9} {:>9}\n",
        "what", "threads", "nodes", "seconds", "million/s"
    );
    let mut line = |what: &str, threads: u64, nodes: u64, time: Duration| {
        let seconds = time.as_secs_f64();
        let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
        // Writing to memory does not fail.
        let _ = writeln!(out, "{what:<34} {threads:>7} {nodes:>14} {seconds:>9.3} {rate:>9.2}");
    };
    let started = Instant::now();
    let [own, other] = START;
    let leaves = perft(Cpu::detect(), own, other, PERFT);
    line(&format!("perft {PERFT}"), 1, leaves, started.elapsed());
    for course in &MEASURED {
        let Course { name, positions, empties, depth, confidence } = course;
        let what = match course.depth == empties.cast_signed() {
            true => format!("{positions} {name}, {empties} empty, exact"),
            false => format!("{positions} {name}, {empties} empty, {depth} plies, {confidence}%"),
        };
        for &threads in threads {
            let mut bare = Bare::new(Cpu::detect(), usize::try_from(threads).unwrap_or(1), MEMORY);
            let (nodes, _, time) = search(course, &mut bare);
            line(&what, threads, nodes, time);
        }
    }
    out
}

/// Lines `name value` of the signature, by that processor's version of the operations.
pub(super) fn signature(cpu: Cpu) -> Vec<(String, u64)> {
    let mut lines = Vec::new();
    for course in &SIGNED {
        let mut bare = Bare::new(cpu, 1, 16);
        let (nodes, found, _) = search(course, &mut bare);
        lines.push((format!("reversi {} nodes", course.name), nodes));
        lines.push((format!("reversi {} found", course.name), found.0));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_signs_alike() {
        let plain = signature(Cpu::Portable);
        assert!(plain.iter().all(|(_, value)| *value > 1000), "{plain:?}");
        for cpu in Cpu::all() {
            assert_eq!(signature(cpu), plain, "{cpu:?}");
        }
    }

    #[test]
    fn positions_differ_and_have_their_empty_squares() {
        for course in MEASURED.iter().chain(&SIGNED) {
            let mut found = positions(course);
            assert!(
                found.iter().all(|(b, w, _)| (b | w).count_zeros() == course.empties && b & w == 0)
            );
            found.sort_by_key(|&(black, white, _)| (black, white));
            found.dedup();
            assert_eq!(found.len() as u64, course.positions);
        }
    }
}
