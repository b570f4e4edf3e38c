//! The transposition table: bounds of the values of positions, shared by all threads without locks.
//!
//! A slot is two words. The first holds all that is believed (bounds, depth, confidence, best move), so it is never torn;
//! the second is the first combined by exclusive-or with 48 bits of the key and the second-best move. A slot whose words
//! were written by two threads therefore fails the comparison with the key, except with chance 2^-48 (Hyatt and Mann, A
//! lock-less transposition table, 2002). The other 16 bits of the key, and those 48 again, choose the bucket.

use crate::base::{Move, Zero, zeros};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// It is proved that the true value is at least the value told.
pub(super) const LOWER: u8 = 1;
/// It is proved that the true value is at most the value told.
pub(super) const UPPER: u8 = 2;
/// The deepest search an entry can tell of.
pub(super) const DEEPEST: i32 = 127;
/// "No move": never in a list of legal moves.
pub(super) const NONE: Move = Move::RESIGN;

const SLOTS: usize = 4;
const AGES: u64 = 8;
/// Depth by which an entry is worth less for each search that has begun since.
const AGEING: i32 = 8;

/// What the table knows of a position, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub lower: i32,
    pub upper: i32,
    /// Which of the bounds are proved ([`LOWER`], [`UPPER`]); the others are those of a search of `depth` and `level`.
    pub proof: u8,
    pub depth: i32,
    /// Level of confidence, 0..=7.
    pub level: u8,
    /// The best move and the one that was best before it; [`NONE`] where none is known.
    pub best: [Move; 2],
}

impl Entry {
    /// Does the lower bound hold for a search of that depth and level?
    #[inline]
    pub fn tells_lower(&self, depth: i32, level: u8) -> bool {
        self.proof & LOWER != 0 || self.depth >= depth && self.level >= level
    }

    /// Does the upper bound hold for a search of that depth and level?
    #[inline]
    pub fn tells_upper(&self, depth: i32, level: u8) -> bool {
        self.proof & UPPER != 0 || self.depth >= depth && self.level >= level
    }

    fn pack(&self, age: u64) -> u64 {
        u64::from(self.lower as i16 as u16)
            | u64::from(self.upper as i16 as u16) << 16
            | u64::from(self.best[0].raw()) << 32
            | (self.depth.clamp(0, DEEPEST) as u64) << 48
            | u64::from(self.level & 7) << 55
            | u64::from(self.proof & 3) << 58
            | (age % AGES) << 60
            | 1 << 63
    }

    fn unpack(word: u64, second: u64) -> Entry {
        Entry {
            lower: i32::from(word as u16 as i16),
            upper: i32::from((word >> 16) as u16 as i16),
            best: [Move::from_raw((word >> 32) as u16), Move::from_raw(second as u16)],
            depth: (word >> 48 & 127) as i32,
            level: (word >> 55 & 7) as u8,
            proof: (word >> 58 & 3) as u8,
        }
    }
}

/// Depth of a packed entry, less what its age costs; unused slots come first.
fn worth(word: u64, age: u64) -> i32 {
    if word == 0 {
        return i32::MIN;
    }
    let past = (age + AGES - (word >> 60 & (AGES - 1))) % AGES;
    // A proof holds for every depth.
    (word >> 48 & 127) as i32 + 2 * (word >> 58 & 3).count_ones() as i32 - AGEING * past as i32
}

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; SLOTS]);

// SAFETY: it is made of whole numbers.
unsafe impl Zero for Bucket {}

/// The table.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    age: u64,
}

impl Table {
    /// A table of that many MiB, at least one bucket.
    pub fn new(mebibytes: usize) -> Table {
        Table::with_buckets(mebibytes.saturating_mul((1 << 20) / size_of::<Bucket>()))
    }

    /// A table of that many buckets of four entries, at least one.
    pub fn with_buckets(count: usize) -> Table {
        Table { buckets: zeros(count.max(1)), age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // Giving memory back and asking for new is quicker than writing to all of it.
        let count = self.buckets.len();
        self.buckets = Box::default();
        *self = Table::with_buckets(count);
    }

    /// A new search begins: older entries are replaced first.
    pub fn renew(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with that key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let word = slot[0].load(Relaxed);
            let second = slot[1].load(Relaxed) ^ word;
            if second >> 16 == key & (u64::MAX >> 16) && word != 0 {
                return Some(Entry::unpack(word, second));
            }
        }
        None
    }

    /// Adds what a search has found: bounds of that depth and level, some of them proved, and the best move.
    #[inline]
    pub fn store(&self, key: u64, found: Entry) {
        let tag = key & (u64::MAX >> 16);
        let bucket = &self.bucket(key).0;
        let mut victim = 0;
        let mut least = i32::MAX;
        for (index, slot) in bucket.iter().enumerate() {
            let word = slot[0].load(Relaxed);
            let second = slot[1].load(Relaxed) ^ word;
            if second >> 16 == tag && word != 0 {
                let current = word >> 60 & (AGES - 1) == self.age;
                let merged = merge(Entry::unpack(word, second), found, current);
                return self.write(slot, tag, merged);
            }
            let worth = worth(word, self.age);
            if worth < least {
                least = worth;
                victim = index;
            }
        }
        self.write(&bucket[victim], tag, found);
    }

    fn write(&self, slot: &[AtomicU64; 2], tag: u64, entry: Entry) {
        let word = entry.pack(self.age);
        slot[0].store(word, Relaxed);
        slot[1].store((tag << 16 | u64::from(entry.best[1].raw())) ^ word, Relaxed);
    }

    /// Entries of this search among the first thousand buckets, in thousandths.
    pub fn fill(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let used = |slot: &&[AtomicU64; 2]| {
            let word = slot[0].load(Relaxed);
            word != 0 && word >> 60 & (AGES - 1) == self.age
        };
        let count = sample.iter().flat_map(|bucket| &bucket.0).filter(used).count();
        count * 1000 / (sample.len() * SLOTS)
    }

    /// Entries the table has room for.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * SLOTS
    }
}

/// One entry of the old and the new finding about a position. Proved bounds are never given up for weaker ones.
fn merge(old: Entry, new: Entry, current: bool) -> Entry {
    let alike = old.depth == new.depth && old.level == new.level;
    // A much deeper search of now is worth more than what a shallow one adds (selective cuts ask for shallow ones).
    let keep = current && !alike && old.depth > new.depth + 3 && old.level >= new.level;
    let (base, other) = if keep { (old, new) } else { (new, old) };
    let mut merged = base;
    if other.lower > merged.lower && (alike || other.proof & LOWER != 0) {
        merged.lower = other.lower;
        merged.proof = merged.proof & !LOWER | other.proof & LOWER;
    } else if other.lower == merged.lower {
        merged.proof |= other.proof & LOWER;
    }
    if other.upper < merged.upper && (alike || other.proof & UPPER != 0) {
        merged.upper = other.upper;
        merged.proof = merged.proof & !UPPER | other.proof & UPPER;
    } else if other.upper == merged.upper {
        merged.proof |= other.proof & UPPER;
    }
    if merged.lower > merged.upper {
        // Searches of one depth may disagree, since what the table told them differed. The proved bound is right,
        // otherwise the newer.
        match merged.proof {
            LOWER => merged.upper = merged.lower,
            UPPER => merged.lower = merged.upper,
            _ => (merged.lower, merged.upper, merged.proof) = (new.lower, new.upper, new.proof),
        }
    }
    if new.best[0] == NONE {
        merged.best = old.best;
    } else if new.best[0] != old.best[0] {
        merged.best = if keep { [old.best[0], new.best[0]] } else { [new.best[0], old.best[0]] };
        if merged.best[0] == NONE {
            merged.best.swap(0, 1);
        }
    } else {
        merged.best = old.best;
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(lower: i32, upper: i32, depth: i32, level: u8, proof: u8, mv: u16) -> Entry {
        Entry { lower, upper, proof, depth, level, best: [Move::from_raw(mv), NONE] }
    }

    #[test]
    fn entries_come_back_whole() {
        let table = Table::with_buckets(7);
        let cases = [
            (1, entry(-32000, 32000, 0, 0, 0, 40)),
            (0, entry(-5, -5, 127, 7, 3, 0)),
            (u64::MAX, entry(3, 32000, 64, 5, LOWER, 1023)),
            (1 << 63, entry(-32000, -1, 1, 2, UPPER, 33)),
        ];
        for (key, _) in cases {
            assert_eq!(table.probe(key), None, "{key:x} in an empty table");
        }
        for (key, entry) in cases {
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry), "{key:x}");
            assert_eq!(table.probe(key ^ 2), None, "a neighbour of {key:x}");
            assert_eq!(table.probe(key ^ 1 << 40), None, "a neighbour of {key:x}");
        }
    }

    #[test]
    fn two_findings_become_one() {
        let cases = [
            (
                "bounds of one search close in",
                entry(2, 9, 5, 0, 0, 40),
                entry(-9, 6, 5, 0, 0, 40),
                (2, 6, 5),
            ),
            (
                "a deeper one replaces",
                entry(2, 9, 5, 0, 0, 40),
                entry(-9, 6, 6, 0, 0, 40),
                (-9, 6, 6),
            ),
            (
                "a little shallower too",
                entry(2, 9, 5, 0, 0, 40),
                entry(-9, 6, 4, 0, 0, 40),
                (-9, 6, 4),
            ),
            (
                "much shallower does not",
                entry(2, 9, 9, 0, 0, 40),
                entry(-9, 6, 4, 0, 0, 40),
                (2, 9, 9),
            ),
            ("a proof stays", entry(2, 9, 5, 0, LOWER, 40), entry(-9, 6, 7, 0, 0, 40), (2, 6, 7)),
            (
                "a proof comes in",
                entry(2, 9, 9, 0, 0, 40),
                entry(5, 32, 1, 0, LOWER, 40),
                (5, 9, 9),
            ),
            (
                "a proof is right",
                entry(7, 9, 5, 0, LOWER, 40),
                entry(-9, 3, 7, 0, 0, 40),
                (7, 7, 7),
            ),
            (
                "the newer one is right",
                entry(7, 9, 5, 0, 0, 40),
                entry(-9, 3, 5, 0, 0, 40),
                (-9, 3, 5),
            ),
        ];
        for (why, old, new, expected) in cases {
            let merged = merge(old, new, true);
            assert_eq!((merged.lower, merged.upper, merged.depth), expected, "{why}");
        }
        let merged = merge(entry(0, 9, 5, 0, 0, 40), entry(0, 9, 6, 0, 0, 41), true);
        assert_eq!(merged.best.map(Move::raw), [41, 40]);
        let merged = merge(entry(0, 9, 5, 0, 0, 40), entry(0, 9, 6, 0, 0, NONE.raw()), true);
        assert_eq!(merged.best, [Move::from_raw(40), NONE]);
    }

    #[test]
    fn the_least_worth_goes_first() {
        let mut table = Table::with_buckets(1);
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 5)] {
            table.store(key, entry(0, 1, depth, 0, 0, 40));
        }
        table.store(5, entry(0, 1, 1, 0, 0, 40));
        assert!(table.probe(2).is_none() && table.probe(5).is_some(), "the shallowest");
        table.renew();
        for (key, depth) in [(6, 1), (7, 1), (8, 1)] {
            table.store(key, entry(0, 1, depth, 0, 0, 40));
        }
        assert!(table.probe(1).is_some_and(|e| e.depth == 9), "the deepest of the old ones");
        assert_eq!(table.fill(), 750);
        table.clear();
        assert_eq!((table.probe(1), table.fill()), (None, 0));
    }

    #[test]
    fn no_torn_entry_is_believed() {
        // Every entry can be told by its key; threads fight for one bucket.
        let table = Table::with_buckets(1);
        let mix = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n << 40;
        let of = |n: u64| {
            let value = (mix(n) >> 20) as i32 % 30_000;
            entry(value, value, (n % 100) as i32, 0, 3, 1000 + (n % 7) as u16)
        };
        std::thread::scope(|scope| {
            for thread in 0..3u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..60_000u64 {
                        let n = 1 + (round * 7 + thread * 3) % 16;
                        if let Some(seen) = table.probe(mix(n)) {
                            let (seen, told) = ((seen.lower, seen.upper, seen.depth), of(n));
                            assert_eq!(seen, (told.lower, told.upper, told.depth));
                        }
                        table.store(mix(n), of(n));
                    }
                });
            }
        });
    }
}
