//! Speeds, and the bench signature.

use super::arguments::BenchOptions;
use crate::base::{BoardSize, Color, Rng, seeded};
use crate::games::go::Board;
use anyhow::Result;
use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// Moves after which a random playout is given up, for each point of the board.
const LONGEST: usize = 4;

/// Runs what was asked for.
pub fn run(options: &BenchOptions) -> Result<String> {
    if options.signature {
        return Ok(signature());
    }
    let mut out = format!("{:<18} {:>7} {:>8} {:>14}\n", "what", "board", "threads", "playouts/s");
    let time = Duration::from_secs_f64(options.seconds);
    for &size in &options.size {
        for &threads in &options.threads {
            let speed = random_speed(size, threads, time);
            writeln!(
                out,
                "{:<18} {:>7} {threads:>8} {speed:>14.0}",
                "random playouts",
                size.to_string()
            )?;
        }
    }
    Ok(out)
}

/// Bare random playouts from the empty board a second, all threads together.
fn random_speed(size: BoardSize, threads: u64, time: Duration) -> f64 {
    let start = Instant::now();
    let counts: Vec<u64> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|seed| {
                scope.spawn(move || {
                    let mut rng = seeded(seed);
                    let empty = Board::new(size);
                    let mut board = Board::new(size);
                    let mut count = 0u64;
                    while start.elapsed() < time {
                        for _ in 0..16 {
                            board.copy_from(&empty);
                            play_out(&mut board, &mut rng);
                        }
                        count += 16;
                    }
                    count
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0)).collect()
    });
    counts.iter().sum::<u64>() as f64 / start.elapsed().as_secs_f64()
}

/// One random game; its length and Black's margin.
fn play_out(board: &mut Board, rng: &mut Rng) -> (usize, i32) {
    let length = board.random_playout(Color::Black, rng, LONGEST * board.size().area());
    (length, board.playout_margin())
}

/// Lines `name value`, whole numbers only, then all of them in one number.
fn signature() -> String {
    let mut lines = Vec::new();
    for (width, height) in [(5, 5), (9, 9), (13, 13), (19, 19), (9, 13), (25, 25)] {
        if let Some(size) = BoardSize::new(width, height) {
            lines.push((format!("random {width}x{height}"), random_signature(size)));
        }
    }
    let mut all = Fingerprint::default();
    let mut out = String::new();
    for (name, value) in &lines {
        all.add(*value);
        let _ = writeln!(out, "{name} {value}");
    }
    let _ = writeln!(out, "signature {}", all.0);
    out
}

/// 200 seeded random games: lengths, margins and last boards.
fn random_signature(size: BoardSize) -> u64 {
    let mut rng = seeded(1);
    let mut fingerprint = Fingerprint::default();
    for _ in 0..200 {
        let mut board = Board::new(size);
        let (length, margin) = play_out(&mut board, &mut rng);
        fingerprint.add(length as u64);
        fingerprint.add(i64::from(margin) as u64);
        fingerprint.add(board.hash());
    }
    fingerprint.0
}

/// FNV-1a over 64-bit words.
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_every_time_and_sees_a_change() {
        assert_eq!(signature(), signature());
        let sizes = [BoardSize::square(9), BoardSize::square(13)].map(|s| s.expect("size"));
        assert_ne!(random_signature(sizes[0]), random_signature(sizes[1]));
    }

    #[test]
    fn fnv_test_vectors() {
        // Of the 64-bit zero word, by hand: eight rounds of multiplying alone.
        let mut f = Fingerprint::default();
        f.add(0);
        let prime: u64 = 0x0000_0100_0000_01b3;
        let by_hand = (0..8).fold(0xcbf2_9ce4_8422_2325u64, |hash, _| hash.wrapping_mul(prime));
        assert_eq!(f.0, by_hand);
    }
}
