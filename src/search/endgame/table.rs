//! What the solver remembers of positions it has been in: bounds of their values and a move.
//!
//! Threads share the table without locks. An entry is two words, the second one xored over the first (Hyatt and Mann, A
//! lock-less transposition table, 2002), so an entry that two threads have mixed up does not match any position; and the
//! first word is a one-to-one scrambling of the position together with the slot's number, as far as 64 bits can tell.

use crate::base::filled;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is known of a position, for the side to move, in discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The value is at least that.
    pub lower: i8,
    /// The value is at most that.
    pub upper: i8,
    /// The best move, or the one that proved the lower bound; 64 if none did.
    pub best: u8,
}

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known { lower: -64, upper: 64, best: 64 };

    fn pack(self, empties: u32) -> u64 {
        u64::from(self.lower.cast_unsigned())
            | u64::from(self.upper.cast_unsigned()) << 8
            | u64::from(self.best) << 16
            | u64::from(empties) << 24
    }

    fn unpack(word: u64) -> Known {
        Known {
            lower: (word as u8).cast_signed(),
            upper: ((word >> 8) as u8).cast_signed(),
            best: (word >> 16) as u8,
        }
    }
}

fn empties_of(word: u64) -> u32 {
    (word >> 24) as u32 & 0xff
}

#[derive(Default)]
struct Entry {
    key: AtomicU64,
    data: AtomicU64,
}

/// A bounded table. Two entries a slot: one for whatever came last, one that only positions with as many empty squares
/// or more replace.
pub(super) struct Table {
    entries: Box<[Entry]>,
    /// Number of slots less 1.
    mask: u64,
}

/// The hash of a position.
#[inline]
pub(super) fn hash(own: u64, other: u64) -> u64 {
    // Two rounds of multiply and fold (as in wyhash, W. Yi) mix all 128 bits.
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    fold(
        own ^ 0x2d35_8dcc_aa6c_78a5,
        fold(other ^ 0x8bb8_4b93_962e_acc9, 0x4b33_a62e_d433_d4a3) | 1,
    ) ^ other.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Table {
    /// A table of at most that many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let slots = (bytes / (2 * size_of::<Entry>())).max(2);
        let slots = 1usize << slots.ilog2();
        let entries = filled(2 * slots, Entry::default);
        Table { entries, mask: slots as u64 - 1 }
    }

    /// What is known of the position with that hash.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Known> {
        let slot = 2 * (hash & self.mask) as usize;
        self.entries[slot..slot + 2].iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (entry.key.load(Relaxed) ^ data == hash).then(|| Known::unpack(data))
        })
    }

    /// Remembers a position with that many empty squares.
    #[inline]
    pub(super) fn put(&self, hash: u64, known: Known, empties: u32) {
        let slot = 2 * (hash & self.mask) as usize;
        let lasting = &self.entries[slot];
        let old = lasting.data.load(Relaxed);
        let same = lasting.key.load(Relaxed) ^ old == hash;
        let entry =
            if same || empties >= empties_of(old) { lasting } else { &self.entries[slot + 1] };
        let data = known.pack(empties);
        entry.data.store(data, Relaxed);
        entry.key.store(hash ^ data, Relaxed);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for entry in &self.entries {
            entry.key.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
    }
}
