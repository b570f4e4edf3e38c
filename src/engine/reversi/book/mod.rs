//! The opening book of 8x8 Reversi, played for the most discs.
//!
//! A position of the book has one search behind it: of its moves that lead **out** of the book, which is best and what is
//! it worth. Everything else follows. The value of a position is the best of that and of the values of the book positions its
//! other moves lead to (Buro, Toward opening book learning, 1997), so a better search anywhere changes all lines that meet
//! there; and the book grows where such a way out is worth most (`grow`, after Lincke, Strategies for the automatic
//! construction of opening books, 2000). Positions are kept in one form for all symmetries of the board (`key`), without
//! colours, so all orders of moves to a position share what is known of it.
//!
//! Values are in units of 1/128 disc for the side to move. This knows neither files nor clocks.

mod bytes;
mod consult;
pub mod grow;
mod key;
mod text;

pub use bytes::BookError;
pub(super) use consult::{Advice, Wish};
pub use key::{Key, Placed, Step};
pub use text::Stated;

use crate::eval::reversi::patterns::DISC;
use key::{into_form, out_of_form};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

/// The best of a position's moves that lead out of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Out {
    /// Where, in the form of the position.
    pub square: usize,
    /// Its value for the side to move.
    pub value: i32,
}

/// What a search found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The best move out of the book; `None` where every move stays in it.
    pub out: Option<Out>,
    /// Plies of the search, 1..=60.
    pub depth: u8,
    /// Chance per cent that no selective cut of it was wrong, 100 where none was made.
    pub confidence: u8,
}

/// A legal move of a position in its form.
#[derive(Clone, Copy, Debug)]
struct Link {
    square: usize,
    /// Where it leads to; `None` where the game is over.
    child: Option<Key>,
    sign: i32,
}

/// A position of the book.
#[derive(Clone, Debug)]
struct Entry {
    finding: Finding,
    links: Vec<Link>,
    worth: Worth,
}

/// What follows from the book for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Its value.
    pub value: i32,
    /// Plies to the end of the best line and of the search behind that.
    pub depth: u32,
    /// Lines of the book that go through it.
    pub lines: u32,
}

/// A move at a position, as the book sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Where.
    pub square: usize,
    /// Its value for the mover.
    pub value: i32,
    /// The same, where draws are worth what contempt says.
    pub weighed: i32,
    /// Plies behind the value, this move included.
    pub depth: u32,
    /// Lines of the book that go on with it; 0 for the move out of the book.
    pub lines: u32,
    /// The best line, this move first.
    pub line: Vec<usize>,
}

/// What the book knows of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Moves that stay in the book, best first.
    pub moves: Vec<Known>,
    /// The best one of those that do not.
    pub out: Option<Known>,
    /// What follows for the position.
    pub worth: Worth,
}

/// An opening book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    entries: BTreeMap<Key, Entry>,
}

/// The book in the program. Read once, when first used; a file that does not read would be an empty book, which the tests
/// would notice.
pub fn built_in() -> Arc<Book> {
    static BOOK: LazyLock<Arc<Book>> =
        LazyLock::new(|| Arc::new(Book::decode(BUILT_IN).unwrap_or_default()));
    BOOK.clone()
}

/// The file in the program.
pub(super) const BUILT_IN: &[u8] = include_bytes!("../book.bin");

/// Among moves of one value: the one furthest right, then furthest down, so that the first move is f5, as by custom.
fn custom(square: usize) -> (usize, usize) {
    (square % 8, square / 8)
}

/// Is that the value of a drawn line, as far as one can tell?
fn is_draw(value: i32) -> bool {
    2 * value.abs() < DISC
}

impl Book {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there no position?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The positions, those with fewest discs first.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Key> + '_ {
        self.entries.keys().copied()
    }

    /// Is the position in the book?
    pub fn contains(&self, key: Key) -> bool {
        self.entries.contains_key(&key)
    }

    /// What a search found out about a position.
    pub fn finding(&self, key: Key) -> Option<Finding> {
        self.entries.get(&key).map(|entry| entry.finding)
    }

    /// What follows for a position.
    pub fn worth(&self, key: Key) -> Option<Worth> {
        self.entries.get(&key).map(|entry| entry.worth)
    }

    /// Puts a position in, or a new finding for one that is in. Values follow with [`Book::settle`].
    fn put(&mut self, key: Key, finding: Finding) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.finding = finding;
            return;
        }
        let link = |step: Step| Link {
            square: step.square,
            child: (!step.over).then(|| Key::of(step.to).0),
            sign: step.sign,
        };
        let links = key.position().steps().map(link).collect();
        let worth = Worth { value: 0, depth: 0, lines: 0 };
        self.entries.insert(key, Entry { finding, links, worth });
    }

    /// Puts in what another book knows. Where both know a position, the finding of the deeper search stands, the other
    /// book's if they are equally deep. Returns how many positions are new.
    ///
    /// # Errors
    /// [`BookError::NoValue`] for a book that does not say what its positions are worth; this one is left as it is.
    pub fn merge(&mut self, other: &Book) -> Result<usize, BookError> {
        let mut merged = self.clone();
        for (&key, entry) in &other.entries {
            let rank = |finding: Finding| (finding.depth, finding.confidence);
            if merged.finding(key).is_none_or(|known| rank(entry.finding) >= rank(known)) {
                merged.put(key, entry.finding);
            }
        }
        merged.settle()?;
        let fresh = merged.len() - self.len();
        *self = merged;
        Ok(fresh)
    }

    /// Does a move stay in the book?
    fn stays(&self, link: &Link) -> bool {
        link.child.is_some_and(|child| self.contains(child))
    }

    /// The way out of a position, unless it has become a way on: positions come into the book by other orders of moves.
    fn way_out(&self, entry: &Entry) -> Option<Out> {
        let leads_out = |out: &Out| {
            entry.links.iter().any(|link| link.square == out.square && !self.stays(link))
        };
        entry.finding.out.filter(leads_out)
    }

    /// Positions some of whose moves lead out of the book where no search says what they are worth, fewest discs first.
    pub fn unsearched(&self) -> Vec<Key> {
        let open = |entry: &Entry| {
            self.way_out(entry).is_none() && entry.links.iter().any(|link| !self.stays(link))
        };
        self.entries.iter().filter(|(_, entry)| open(entry)).map(|(&key, _)| key).collect()
    }

    /// Lets the values of all positions follow from what searches found, from the ends of lines back to their beginnings.
    fn settle(&mut self) -> Result<(), BookError> {
        let keys: Vec<Key> = self.keys().rev().collect();
        for key in keys {
            let Some(entry) = self.entries.get(&key) else { continue };
            let worth = self.follow(entry).ok_or_else(|| BookError::NoValue(text::cells(key)))?;
            if let Some(entry) = self.entries.get_mut(&key) {
                entry.worth = worth;
            }
        }
        Ok(())
    }

    /// What follows for a position from the worth of those it leads to.
    fn follow(&self, entry: &Entry) -> Option<Worth> {
        let out = self.way_out(entry);
        let mut best = out.map(|out| (out.value, entry.finding.depth.into()));
        let mut lines = 0u32;
        let mut counted: Vec<Key> = Vec::new();
        for link in &entry.links {
            let Some(child) = link.child else { continue };
            let Some(worth) = self.worth(child) else { continue };
            // Moves that are images of each other make one line.
            if !counted.contains(&child) {
                counted.push(child);
                lines = lines.saturating_add(worth.lines);
            }
            let value = link.sign * worth.value;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, worth.depth + 1));
            }
        }
        best.map(|(value, depth)| Worth { value, depth, lines: lines.max(1) })
    }

    /// What the book knows of a position. `contempt` is what drawn lines are worth to the side to move.
    pub fn outlook(&self, position: Placed, contempt: i32) -> Option<Outlook> {
        let (key, symmetry) = Key::of(position);
        let entry = self.entries.get(&key)?;
        let mut weights = HashMap::new();
        let mut moves = Vec::new();
        for step in position.steps().filter(|step| !step.over) {
            let (child, _) = Key::of(step.to);
            let Some(worth) = self.worth(child) else { continue };
            let weighed = match contempt {
                0 => worth.value,
                _ => self.weighed(child, step.sign * contempt, &mut weights),
            };
            let mut line = vec![step.square];
            self.best_line(step.to, &mut line);
            moves.push(Known {
                square: step.square,
                value: step.sign * worth.value,
                weighed: step.sign * weighed,
                depth: worth.depth + 1,
                lines: worth.lines,
                line,
            });
        }
        moves.sort_by_key(|known| std::cmp::Reverse((known.weighed, custom(known.square))));
        let out = self.way_out(entry).map(|out| {
            let square = out_of_form(out.square, symmetry);
            Known {
                square,
                value: out.value,
                weighed: weighed_draw(out.value, contempt),
                depth: entry.finding.depth.into(),
                lines: 0,
                line: vec![square],
            }
        });
        Some(Outlook { moves, out, worth: entry.worth })
    }

    /// The value of a position where drawn lines are worth `contempt` to its side to move.
    fn weighed(&self, key: Key, contempt: i32, known: &mut HashMap<(Key, i32), i32>) -> i32 {
        if let Some(value) = known.get(&(key, contempt)) {
            return *value;
        }
        let Some(entry) = self.entries.get(&key) else { return 0 };
        let mut best = self.way_out(entry).map(|out| weighed_draw(out.value, contempt));
        for link in entry.links.iter().filter(|link| self.stays(link)) {
            if let Some(child) = link.child {
                let value = link.sign * self.weighed(child, link.sign * contempt, known);
                best = best.max(Some(value));
            }
        }
        let value = best.unwrap_or(entry.worth.value);
        known.insert((key, contempt), value);
        value
    }

    /// Adds the best moves from a position on, as long as the book knows them.
    fn best_line(&self, from: Placed, line: &mut Vec<usize>) {
        let mut at = from;
        loop {
            let (key, symmetry) = Key::of(at);
            let Some(entry) = self.entries.get(&key) else { return };
            let out = self.way_out(entry).filter(|out| out.value >= entry.worth.value);
            if let Some(out) = out {
                line.push(out_of_form(out.square, symmetry));
                return;
            }
            let worth = |step: &Step| self.worth(Key::of(step.to).0).map(|w| step.sign * w.value);
            let best = at
                .steps()
                .filter(|step| !step.over)
                .filter_map(|step| Some((worth(&step)?, custom(step.square), step)))
                .max_by_key(|(value, custom, _)| (*value, *custom));
            let Some((_, _, step)) = best else { return };
            line.push(step.square);
            at = step.to;
        }
    }
}

/// A value at the end of a line, drawn ones as contempt has it.
fn weighed_draw(value: i32, contempt: i32) -> i32 {
    if contempt != 0 && is_draw(value) { contempt } else { value }
}

#[cfg(test)]
mod tests;
