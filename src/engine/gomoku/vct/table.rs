//! What threat searches remember, in bounded tables.

use crate::base::{Point, filled};

/// More than any count.
pub(super) const INFINITE: u32 = u32::MAX / 8;

/// How near a proof or its opposite is (Allis 1994): the least number of positions still to be proved, or disproved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    /// To prove the win; 0 = proved.
    pub(super) proof: u32,
    /// To prove that there is none; 0 = proved.
    pub(super) disproof: u32,
    /// Of a proved win: the attacker's moves that are enough.
    pub(super) moves: u16,
}

impl Value {
    pub(super) const LOST: Value = Value { proof: INFINITE, disproof: 0, moves: 0 };

    pub(super) fn won(moves: u16) -> Value {
        Value { proof: 0, disproof: INFINITE, moves }
    }

    pub(super) fn open(proof: u32, disproof: u32) -> Value {
        Value { proof, disproof, moves: 0 }
    }

    pub(super) fn is_won(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_lost(self) -> bool {
        self.disproof == 0
    }

    pub(super) fn is_known(self) -> bool {
        self.is_won() || self.is_lost()
    }
}

/// Entries that are looked through for a key.
const BUCKET: usize = 4;

/// A table of entries by key; the least valuable entry of a bucket gives way.
struct Table<E> {
    entries: Box<[E]>,
}

trait Entry: Copy {
    const EMPTY: Self;

    fn key(&self) -> u64;
    fn worth(&self) -> u32;
}

impl<E: Entry> Table<E> {
    fn new(bytes: usize) -> Table<E> {
        let count = (bytes / size_of::<E>()).max(BUCKET) / BUCKET * BUCKET;
        Table { entries: filled(count, || E::EMPTY) }
    }

    fn clear(&mut self) {
        self.entries.fill(E::EMPTY);
    }

    #[inline]
    fn bucket(&mut self, key: u64) -> &mut [E] {
        let buckets = (self.entries.len() / BUCKET) as u128;
        let number = ((u128::from(key) * buckets) >> 64) as usize;
        &mut self.entries[number * BUCKET..(number + 1) * BUCKET]
    }

    #[inline]
    fn get(&mut self, key: u64) -> Option<&mut E> {
        self.bucket(key).iter_mut().find(|entry| entry.key() == key)
    }

    fn put(&mut self, new: E) {
        let bucket = self.bucket(new.key());
        let same = bucket.iter().position(|entry| entry.key() == new.key());
        let least = (0..BUCKET).min_by_key(|&n| bucket[n].worth()).unwrap_or(0);
        bucket[same.unwrap_or(least)] = new;
    }
}

#[derive(Clone, Copy)]
struct Proof {
    key: u64,
    proof: u32,
    disproof: u32,
    work: u32,
    moves: u16,
}

impl Entry for Proof {
    const EMPTY: Proof = Proof { key: 0, proof: 1, disproof: 1, work: 0, moves: 0 };

    fn key(&self) -> u64 {
        self.key
    }

    fn worth(&self) -> u32 {
        self.work
    }
}

/// Proof numbers by position.
pub(super) struct Proofs(Table<Proof>);

impl Proofs {
    pub(super) fn new(bytes: usize) -> Proofs {
        Proofs(Table::new(bytes))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn get(&mut self, key: u64) -> Option<Value> {
        let &mut Proof { proof, disproof, moves, .. } = self.0.get(key)?;
        Some(Value { proof, disproof, moves })
    }

    /// Keeps a value that so many positions were visited for.
    pub(super) fn put(&mut self, key: u64, value: Value, work: u64) {
        let Value { proof, disproof, moves } = value;
        let work = work.try_into().unwrap_or(u32::MAX).max(1);
        self.0.put(Proof { key, proof, disproof, work, moves });
    }
}

#[derive(Clone, Copy)]
struct Four {
    key: u64,
    /// There is no win with so many moves of the attacker's.
    fails: u16,
    /// A win with so many is known; 0 = none.
    wins: u16,
    /// The move that wins.
    best: u16,
}

impl Entry for Four {
    const EMPTY: Four = Four { key: 0, fails: 0, wins: 0, best: 0 };

    fn key(&self) -> u64 {
        self.key
    }

    fn worth(&self) -> u32 {
        // A win is the rarer finding.
        if self.wins > 0 { u32::from(u16::MAX) + 1 } else { self.fails.into() }
    }
}

/// What is known of continuous fours, by position.
pub(super) struct Fours(Table<Four>);

impl Fours {
    pub(super) fn new(bytes: usize) -> Fours {
        Fours(Table::new(bytes))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The most moves of the attacker's that are known not to be enough, and a win: its moves, and the first.
    pub(super) fn get(&mut self, key: u64) -> (u16, Option<(u16, Point)>) {
        self.0.get(key).map_or((0, None), |entry| {
            let best = Point::from_index(entry.best.into());
            (entry.fails, (entry.wins > 0).then_some((entry.wins, best)))
        })
    }

    pub(super) fn fails(&mut self, key: u64, moves: u16) {
        match self.0.get(key) {
            Some(entry) => entry.fails = entry.fails.max(moves),
            None => self.0.put(Four { key, fails: moves, ..Four::EMPTY }),
        }
    }

    pub(super) fn wins(&mut self, key: u64, moves: u16, best: Point) {
        let best = best.index() as u16;
        match self.0.get(key) {
            Some(entry) if entry.wins > 0 && entry.wins <= moves => {}
            Some(entry) => (entry.wins, entry.best) = (moves, best),
            None => self.0.put(Four { key, wins: moves, best, ..Four::EMPTY }),
        }
    }
}
