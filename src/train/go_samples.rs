//! Samples that a network of Go is trained with, as scripts/train/go reads them.
//!
//! A file holds positions of one board size, `SIDE x SIDE`, one record after the other, numbers little-endian, A = SIDE²:
//!
//! | bytes | content |
//! |---|---|
//! | (PLANES·A + 7) / 8 | planes, a bit each: bit `plane·A + point`, lowest bit of a byte first |
//! | 4·GLOBALS | numbers of the whole board, f32 |
//! | 12 | winning chance of the player to move, his lead, its standard deviation, f32 |
//! | 96 | 24 moves: point (A = pass) as u16, probability · 65535 as u16; 0 for the rest |
//! | A | owners, i8: 7 the player to move's, -7 the opponent's |
//!
//! Points go row by row from A1.

use super::shard::Label;
use crate::eval::go::{GLOBALS, PLANES, PlaneReader};
use crate::game::State;

/// Moves of a record.
pub const MOVES: usize = 24;

/// Length of a record for boards of that area, in bytes.
pub fn record_length(area: usize) -> usize {
    (PLANES * area).div_ceil(8) + 4 * GLOBALS + 12 + 4 * MOVES + area
}

/// Writes records.
#[derive(Default)]
pub struct Packer {
    reader: PlaneReader,
    planes: Vec<f32>,
}

impl Packer {
    /// Appends the record of a labelled position.
    pub fn pack(&mut self, label: &Label<'_>, out: &mut Vec<u8>) {
        let size = label.state.size();
        let area = size.area();
        self.planes.resize(area * PLANES, 0.0);
        let globals = self.reader.read(label.state, &mut self.planes);
        let start = out.len();
        out.resize(start + (PLANES * area).div_ceil(8), 0);
        for (point, cell) in self.planes.chunks_exact(PLANES).enumerate() {
            for (plane, _) in cell.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let bit = plane * area + point;
                out[start + bit / 8] |= 1 << (bit % 8);
            }
        }
        let numbers = globals.into_iter().chain([label.win, label.lead, label.deviation]);
        out.extend(numbers.flat_map(f32::to_le_bytes));
        let total: f64 = label.policy.iter().map(|(_, p)| p).sum();
        let none = (crate::base::Move::PASS, 0.0);
        let moves = label.policy.iter().chain(std::iter::repeat(&none)).take(MOVES);
        for (mv, probability) in moves {
            let point = mv.point().map_or(area, |p| p.y() * size.width() + p.x());
            let share = if total > 0.0 { probability / total } else { 0.0 };
            out.extend((point as u16).to_le_bytes());
            out.extend(((share * 65535.0).round() as u16).to_le_bytes());
        }
        out.extend(label.ownership.iter().map(|&owner| owner as u8));
    }
}
