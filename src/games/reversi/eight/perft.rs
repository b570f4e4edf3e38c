//! Counts of the positions reachable in so many moves: the measure of rules and speed.

use super::{Cpu, on_cpu, per_cpu};

/// Leaves `depth` moves below a position, forced passes counted as moves; a finished game is one leaf at whatever depth.
pub fn perft(cpu: Cpu, own: u64, other: u64, depth: u32) -> u64 {
    if depth == 0 { 1 } else { on_cpu!(cpu, count(own, other, depth)) }
}

per_cpu! {
    /// Leaves below, `depth` at least 1.
    pub fn count(own: u64, other: u64, depth: u32) -> u64 {
        let mut moves = cpu::mobility(own, other);
        if depth == 1 {
            // A pass and a finished game are one leaf each.
            return u64::from(moves.count_ones().max(1));
        }
        if moves == 0 {
            let over = cpu::mobility(other, own) == 0;
            return if over { 1 } else { count(other, own, depth - 1) };
        }
        let mut leaves = 0;
        if depth == 2 {
            while moves != 0 {
                let square = moves.trailing_zeros() as usize;
                let flips = cpu::flips(own, other, square);
                let (next, last) = (other ^ flips, own ^ flips | moves & moves.wrapping_neg());
                leaves += u64::from(cpu::mobility(next, last).count_ones().max(1));
                moves &= moves - 1;
            }
            return leaves;
        }
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            let flips = cpu::flips(own, other, square);
            leaves += count(other ^ flips, own ^ flips | moves & moves.wrapping_neg(), depth - 1);
            moves &= moves - 1;
        }
        leaves
    }
}
