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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Move};
    use crate::games::go::{GoState, Rules};

    /// 3x3, Black in the centre, White on A1; Black to move.
    #[test]
    fn a_position_is_packed_bit_for_bit() {
        let size = BoardSize::square(3).expect("a size");
        let mut state = GoState::new(size, Rules::CHINESE, 0.5);
        state.play(Move::xy(1, 1));
        state.play(Move::xy(0, 0));
        let label = Label {
            state: &state,
            policy: &[(Move::xy(1, 0), 0.5), (Move::PASS, 0.25)],
            win: 0.75,
            lead: 8.5,
            deviation: 1.25,
            ownership: &[-7, 0, 1, 2, 3, 4, 5, 6, 7],
        };
        let mut record = vec![0xaa];
        Packer::default().pack(&label, &mut record);
        assert_eq!(record.remove(0), 0xaa, "what stood there stays");
        assert_eq!(record_length(9), 25 + 28 + 12 + 96 + 9);
        assert_eq!(record.len(), record_length(9));

        let (bits, rest) = record.split_at(25);
        let set = |plane: usize| -> Vec<usize> {
            let bit = |point: &usize| {
                let at = plane * 9 + point;
                bits[at / 8] >> (at % 8) & 1 == 1
            };
            (0..9).filter(bit).collect()
        };
        assert_eq!(set(0), [0, 1, 2, 3, 4, 5, 6, 7, 8], "the board");
        assert_eq!((set(1), set(2)), (vec![4], vec![0]), "own and other stones");
        // The centre has four liberties, the corner two.
        assert_eq!([3, 4, 5, 6, 7, 8].map(set), [vec![], vec![], vec![], vec![], vec![0], vec![]]);
        assert_eq!([9, 10, 11, 12].map(set), [vec![], vec![0], vec![4], vec![]], "last moves");
        let mut planes = vec![0.0; 9 * PLANES];
        let globals = PlaneReader::new().read(&state, &mut planes);
        for plane in 0..PLANES {
            let there = |point: &usize| planes[point * PLANES + plane] != 0.0;
            assert_eq!(set(plane), (0..9).filter(there).collect::<Vec<_>>(), "plane {plane}");
        }
        assert_eq!(bits[24] >> 6, 0, "no bits behind the last plane");

        let (numbers, rest) = rest.split_at(40);
        let numbers: Vec<f32> = (numbers.chunks_exact(4))
            .map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")))
            .collect();
        // Komi over 20; area; no passes; simple ko; the board.
        assert_eq!(numbers[..5], [-0.025, 0.0, 0.0, 0.0, 0.0]);
        assert!((numbers[6] + 1.1).abs() < 1e-6, "{}", numbers[6]);
        assert_eq!(numbers[..GLOBALS], globals);
        assert_eq!(numbers[GLOBALS..], [0.75, 8.5, 1.25]);

        let (moves, owners) = rest.split_at(96);
        let moves: Vec<u16> = (moves.chunks_exact(2))
            .map(|bytes| u16::from_le_bytes(bytes.try_into().expect("two bytes")))
            .collect();
        assert_eq!(moves[..4], [1, 43690, 9, 21845], "B1 two thirds, pass one");
        assert!(moves[4..].chunks(2).all(|entry| entry == [9, 0]));
        assert_eq!(owners, [249, 0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
