//! The solver against plain minimax.

use super::*;
use crate::base::{Rng, below, seeded};
use crate::games::reversi::eight::{START, portable as plain, squares};
use std::cell::Cell;

/// Never says stop.
struct Free(Cell<u64>);

impl Control for Free {
    fn visit(&self, nodes: u64) -> bool {
        self.0.set(self.0.get() + nodes);
        true
    }
}

fn minimax(own: u64, other: u64) -> i32 {
    let moves = plain::mobility(own, other);
    if moves == 0 {
        if plain::mobility(other, own) == 0 {
            return final_margin(own, other);
        }
        return -minimax(other, own);
    }
    let value = |square: usize| {
        let flips = plain::flips(own, other, square);
        -minimax(other ^ flips, own ^ flips | 1 << square)
    };
    squares(moves).map(value).max().unwrap_or(0)
}

/// Random play until that many squares are empty; `None` if the game ends before.
fn random_position(rng: &mut Rng, empties: u32) -> Option<(u64, u64)> {
    let [mut own, mut other] = START;
    while (own | other).count_zeros() > empties {
        let mut moves = plain::mobility(own, other);
        if moves == 0 {
            (own, other) = (other, own);
            moves = plain::mobility(own, other);
            if moves == 0 {
                return None;
            }
        }
        let square = squares(moves).nth(below(rng, moves.count_ones()) as usize)?;
        let flips = plain::flips(own, other, square);
        (own, other) = (other ^ flips, own ^ flips | 1 << square);
    }
    Some((own, other))
}

#[test]
fn equals_minimax() {
    let mut rng = seeded(11);
    for cpu in Cpu::all() {
        let solvers = [Solver::new(cpu, 64), Solver::new(cpu, 1 << 20)];
        let mut seen = 0;
        while seen < 150 {
            let empties = below(&mut rng, 10);
            let Some((own, other)) = random_position(&mut rng, empties) else { continue };
            seen += 1;
            let value = minimax(own, other);
            for solver in &solvers {
                let free = Free(Cell::new(0));
                let solved = solver.solve(own, other, -65, 65, &free);
                assert_eq!(solved.value, value, "{cpu:?} {own:x} {other:x}");
                for _ in 0..4 {
                    let alpha = below(&mut rng, 130).cast_signed() - 65;
                    let beta = alpha + 1 + below(&mut rng, 20).cast_signed();
                    let found = solver.solve(own, other, alpha, beta, &free).value;
                    let right = if value <= alpha {
                        (value..=alpha).contains(&found)
                    } else if value >= beta {
                        (beta..=value).contains(&found)
                    } else {
                        found == value
                    };
                    assert!(
                        right,
                        "{cpu:?} {own:x} {other:x}: {found} in {alpha}..{beta}, {value}"
                    );
                }
                let Some(best) = solved.best.and_then(Move::point) else {
                    assert_eq!(plain::mobility(own, other), 0, "{own:x} {other:x}: no move");
                    continue;
                };
                let square = best.y() * 8 + best.x();
                let flips = plain::flips(own, other, square);
                assert!(flips != 0);
                assert_eq!(-minimax(other ^ flips, own ^ flips | 1 << square), value);
            }
        }
    }
}

#[test]
fn stops_when_told() {
    struct Once;
    impl Control for Once {
        fn visit(&self, _nodes: u64) -> bool {
            false
        }
    }
    let mut rng = seeded(5);
    let (own, other) = random_position(&mut rng, 20).unwrap();
    Solver::new(Cpu::detect(), 1 << 20).solve(own, other, -65, 65, &Once);
}
