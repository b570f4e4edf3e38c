//! The fast board against the general one.

use super::portable::{flips, mobility};
use super::*;
use crate::base::{BoardSize, Color, MoveList, Point, below, seeded};
use crate::game::State;
use crate::games::reversi::{ReversiState, Rules};

/// Positions of random games, as (own, other).
fn positions(games: u64) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut state = ReversiState::new(BoardSize::square(8).unwrap(), Rules::default());
        let mut moves = MoveList::new();
        while state.outcome().is_none() {
            let [black, white] = state.board().bitboards().unwrap();
            let black_moves = state.to_move() == Color::Black;
            found.push(if black_moves { (black, white) } else { (white, black) });
            state.legal_moves(&mut moves);
            state.play(moves[below(&mut rng, moves.len() as u32) as usize]);
        }
    }
    found
}

per_cpu! {
    pub fn moves(own: u64, other: u64) -> u64 {
        cpu::mobility(own, other)
    }

    pub fn turned(own: u64, other: u64, square: usize) -> u64 {
        cpu::flips(own, other, square)
    }
}

/// Steps away from a square until the line ends.
fn slow_flips(own: u64, other: u64, square: usize) -> u64 {
    let mut flips = 0;
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
        let mut line = 0u64;
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let cell = 1u64 << (y * 8 + x);
            if own & cell != 0 {
                flips |= line;
                break;
            }
            if other & cell == 0 {
                break;
            }
            line |= cell;
            (x, y) = (x + dx, y + dy);
        }
    }
    flips
}

#[test]
fn every_version_moves_alike() {
    let mut boards = positions(60);
    // Boards that no game reaches, too.
    let mut rng = seeded(7);
    for _ in 0..3000 {
        let mut word =
            || u64::from(below(&mut rng, u32::MAX)) << 32 | u64::from(below(&mut rng, u32::MAX));
        let (a, b) = (word(), word());
        boards.extend([(a & !b, b & !a), (a, !a & b), (a & b, !(a & b) & (a | b))]);
    }
    for (own, other) in boards {
        let empty = !(own | other);
        let slow: Vec<u64> = (0..64).map(|square| slow_flips(own, other, square)).collect();
        let legal = squares(empty).filter(|&s| slow[s] != 0).fold(0, |set, s| set | 1 << s);
        for cpu in Cpu::all() {
            assert_eq!(on_cpu!(cpu, moves(own, other)), legal, "{cpu:?} {own:x} {other:x}");
            for square in squares(empty) {
                let found = on_cpu!(cpu, turned(own, other, square));
                assert_eq!(found, slow[square], "{cpu:?} {own:x} {other:x} {square}");
            }
        }
    }
}

/// The known counts up to so many plies.
fn counts(cpu: Cpu, depth: u32) {
    let table = include_str!("../../../../protocol-tests/reversi/perft.txt");
    let [own, other] = START;
    let mut seen = 0;
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let (plies, leaves) = row.split_once(' ').expect(row);
        let (plies, leaves): (u32, u64) = (plies.parse().unwrap(), leaves.parse().unwrap());
        if plies <= depth {
            assert_eq!(perft(cpu, own, other, plies), leaves, "{cpu:?} {plies}");
            seen += 1;
        }
    }
    assert_eq!(seen, depth + 1);
}

#[test]
fn perft_9() {
    Cpu::all().into_iter().for_each(|cpu| counts(cpu, 9));
}

#[test]
fn perft_11() {
    counts(Cpu::detect(), 11);
}

#[test]
fn the_start_is_the_start() {
    let state = ReversiState::new(BoardSize::square(8).unwrap(), Rules::default());
    assert_eq!(state.board().bitboards(), Some(START));
}

/// A disc called stable is never turned over in random play from there on.
#[test]
fn stable_discs_stay() {
    let stability = Stability::default();
    let mut rng = seeded(3);
    let mut seen = 0;
    for (own, other) in positions(150) {
        let kept = [stability.stable(own, other), stability.stable(other, own)];
        seen += kept[0].count_ones() + kept[1].count_ones();
        for _ in 0..4 {
            let (mut sides, mut turn, mut passed) = ([own, other], 0, false);
            loop {
                let moves = mobility(sides[turn], sides[1 - turn]);
                if moves == 0 {
                    if passed {
                        break;
                    }
                    passed = true;
                } else {
                    passed = false;
                    let pick = below(&mut rng, moves.count_ones()) as usize;
                    let square = squares(moves).nth(pick).unwrap();
                    let flips = flips(sides[turn], sides[1 - turn], square);
                    sides[turn] ^= flips | 1 << square;
                    sides[1 - turn] ^= flips;
                }
                turn = 1 - turn;
                assert_eq!(kept[0] & !sides[0], 0, "{own:x} {other:x}");
                assert_eq!(kept[1] & !sides[1], 0, "{own:x} {other:x}");
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn stable_by_hand() {
    let stability = Stability::default();
    let stable = |own, other| stability.stable(own, other);
    let at = |labels: &[&str]| {
        labels.iter().fold(0u64, |set, label| {
            let mv: crate::base::Move = label.parse().unwrap();
            let point: Point = mv.point().unwrap();
            set | 1 << (point.y() * 8 + point.x())
        })
    };
    // A corner and what hangs on it along the edge.
    let edge = at(&["A1", "B1", "C1", "A2"]);
    assert_eq!(stable(edge, at(&["D1", "D4"])), edge);
    assert_eq!(stable(at(&["B1", "C1"]), at(&["D1"])), 0);
    // An edge that is full.
    assert_eq!(stable(0x0f, 0xf0), 0x0f);
    // A triangle in a corner holds its inside.
    let triangle = at(&["A1", "B1", "C1", "D1", "A2", "B2", "C2", "A3", "B3", "A4"]);
    assert_eq!(stable(triangle, at(&["E1"])), triangle);
    // A full board is stable.
    assert_eq!(stable(0x00ff_00ff_00ff_00ff, !0x00ff_00ff_00ff_00ff), 0x00ff_00ff_00ff_00ff);
}
