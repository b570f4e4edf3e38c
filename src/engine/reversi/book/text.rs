//! The book as text, a position a line, for hands and scripts.
//!
//! ```text
//! # a remark
//! f5d6; out c3 -0.250; depth 12@73; value 0.125; c5 0.125, c4 -1.500
//! ```
//! A position is named by moves that lead to it from the start (`start`: by none), or by its 64 cells, `*` or `X` Black, `O`
//! White, `-` empty, a1 first, then a blank and the side to move. `out` is the best move that leads out of the book with its
//! value, or `-` where all moves stay in it; `depth` the plies and the confidence per cent of the search that found it; all
//! values are in discs for the side to move. The position's value and the moves within the book follow from the other
//! lines: they are written for the reader, and may be left out.

use super::{Book, BookError, Finding, Key, Out, Placed, custom, out_of_form};
use crate::base::Move;
use crate::eval::reversi::patterns::DISC;
use crate::games::reversi::USUAL_SIZE;
use crate::record::othello::{move_text, parse_move, transcript};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What begins an exported book.
const HEAD: &str = "\
# Opening book of 8x8 Reversi by tesuji, a position a line. Values are in discs for the side to move.
# POSITION; out BEST-MOVE-OUT-OF-THE-BOOK VALUE; depth PLIES@CONFIDENCE; value VALUE; MOVES WITHIN THE BOOK AND THEIR VALUES
# The first three parts are what `tesuji book import` reads; the others follow from them.
";

/// The value that a text says a position has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stated {
    /// Number of the line.
    pub line: usize,
    /// The position.
    pub key: Key,
    /// What it says.
    pub value: i32,
}

/// A square as `f5`.
pub(super) fn square(square: usize) -> String {
    move_text(Move::xy(square % 8, square / 8))
}

/// A value in discs. Three decimals tell every multiple of 1/128.
fn discs(value: i32) -> String {
    format!("{:.3}", f64::from(value) / f64::from(DISC))
}

fn value(text: &str) -> Option<i32> {
    let discs: f64 = text.parse().ok()?;
    let value = (discs * f64::from(DISC)).round();
    (value.abs() <= f64::from(super::bytes::MOST)).then_some(value as i32)
}

/// The cells of a position, as if Black were to move.
pub(super) fn cells(key: Key) -> String {
    let Placed { own, other } = key.position();
    let cell = |square: usize| match (own >> square & 1, other >> square & 1) {
        (0, 0) => '-',
        (0, _) => 'O',
        _ => 'X',
    };
    (0..64).map(cell).chain(" X".chars()).collect()
}

/// The position after moves from the start. A pass that is forced may be written or left out.
pub(super) fn after(text: &str) -> Result<Placed, String> {
    let moves = transcript::moves(text, USUAL_SIZE).map_err(|error| error.to_string())?;
    let mut at = Placed::START;
    let mut passed = false;
    for (number, mv) in (1..).zip(moves) {
        let Some(point) = mv.point() else {
            if !std::mem::take(&mut passed) {
                return Err(format!("move {number}: no pass is forced"));
            }
            continue;
        };
        let Some(step) = at.step(point.y() * 8 + point.x()) else {
            return Err(format!("move {number}: {} is illegal", move_text(mv)));
        };
        if step.over {
            return Err(format!("move {number} ends the game"));
        }
        passed = step.sign == 1;
        at = step.to;
    }
    Ok(at)
}

/// A position named in a line.
fn position(text: &str) -> Result<Placed, String> {
    if text.eq_ignore_ascii_case("start") {
        return Ok(Placed::START);
    }
    if text.is_empty() {
        return Err(
            "no position: moves from the start, the word start, or 64 cells and a side".into()
        );
    }
    let Some((cells, side)) = text.split_once(' ').filter(|(cells, _)| cells.len() == 64) else {
        return after(text);
    };
    let (mut black, mut white) = (0, 0);
    for (square, cell) in cells.bytes().enumerate() {
        match cell {
            b'*' | b'X' | b'x' => black |= 1u64 << square,
            b'O' | b'o' => white |= 1u64 << square,
            b'-' | b'.' => {}
            _ => return Err("cells are * or X (Black), O (White), - (empty)".into()),
        }
    }
    match side.trim() {
        "*" | "X" | "x" => Ok(Placed { own: black, other: white }),
        "O" | "o" => Ok(Placed { own: white, other: black }),
        _ => Err("the side to move is X or O".into()),
    }
}

/// A line: position, finding, the value it states.
fn line(text: &str) -> Result<(Placed, Finding, Option<i32>), String> {
    let mut parts = text.split(';').map(str::trim);
    let position = position(parts.next().unwrap_or_default())?;
    let (mut out, mut depth, mut stated) = (None, None, None);
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words[..] {
            ["out", "-"] => out = Some(None),
            ["out", mv, number] => {
                let point = parse_move(mv, USUAL_SIZE).and_then(Move::point);
                let point = point.ok_or_else(|| format!("{mv} is no square like f5"))?;
                let value =
                    value(number).ok_or_else(|| format!("{number} is no number of discs"))?;
                out = Some(Some(Out { square: point.y() * 8 + point.x(), value }));
            }
            ["depth", text] => {
                let numbers = text.split_once('@').and_then(|(plies, confidence)| {
                    Some((plies.parse().ok()?, confidence.parse().ok()?))
                });
                depth = Some(numbers.ok_or("a depth is PLIES@CONFIDENCE, as in 12@73")?);
            }
            ["value", number] => {
                stated =
                    Some(value(number).ok_or_else(|| format!("{number} is no number of discs"))?);
            }
            // The moves within the book follow from other lines.
            _ => {}
        }
    }
    let out = out.ok_or("no \"out MOVE VALUE\" and no \"out -\"")?;
    let (depth, confidence) = depth.ok_or("no \"depth PLIES@CONFIDENCE\"")?;
    Ok((position, Finding { out, depth, confidence }, stated))
}

impl Book {
    /// Reads a text, and what it says that its positions are worth.
    ///
    /// # Errors
    /// [`BookError::Line`] for the first line that is wrong, [`BookError::NoValue`] for a position that nothing says the
    /// value of.
    pub fn import(text: &str) -> Result<(Book, Vec<Stated>), BookError> {
        let mut book = Book::default();
        let mut values = Vec::new();
        for (number, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let wrong = |what| BookError::Line { number, what };
            let (position, finding, stated) = line(text).map_err(wrong)?;
            if book.contains(Key::of(position).0) {
                return Err(wrong("this position, or an image of it, stands above already".into()));
            }
            let key = book.accept(position, finding).map_err(|what| wrong(what.into()))?;
            values.extend(stated.map(|value| Stated { line: number, key, value }));
        }
        book.settle()?;
        Ok((book, values))
    }

    /// Moves from the start to each position that can be reached within the book, and the position as it lies then.
    pub fn paths(&self) -> BTreeMap<Key, (Vec<usize>, Placed)> {
        let mut paths = BTreeMap::new();
        if self.contains(Key::start()) {
            paths.insert(Key::start(), (Vec::new(), Placed::START));
        }
        for key in self.keys() {
            let Some((moves, at)) = paths.get(&key).cloned() else { continue };
            let mut steps: Vec<_> = at.steps().filter(|step| !step.over).collect();
            steps.sort_by_key(|step| std::cmp::Reverse(custom(step.square)));
            for step in steps {
                let child = Key::of(step.to).0;
                if self.contains(child) {
                    let longer = || moves.iter().copied().chain([step.square]).collect();
                    paths.entry(child).or_insert_with(|| (longer(), step.to));
                }
            }
        }
        paths
    }

    /// The book as text.
    pub fn export(&self) -> String {
        let mut text = String::from(HEAD);
        let paths = self.paths();
        for key in self.keys() {
            let (name, position) = match paths.get(&key) {
                Some((moves, at)) if moves.is_empty() => ("start".into(), *at),
                Some((moves, at)) => (moves.iter().map(|&mv| square(mv)).collect(), *at),
                None => (cells(key), key.position()),
            };
            let (Some(finding), Some(outlook)) = (self.finding(key), self.outlook(position, 0))
            else {
                continue;
            };
            // What is written is what was found, even where it has been overtaken.
            let (_, symmetry) = Key::of(position);
            let out = finding.out.map_or("-".into(), |out| {
                format!("{} {}", square(out_of_form(out.square, symmetry)), discs(out.value))
            });
            let _ = write!(
                text,
                "{name}; out {out}; depth {}@{}; value {}",
                finding.depth,
                finding.confidence,
                discs(outlook.worth.value)
            );
            let moves: Vec<String> = outlook
                .moves
                .iter()
                .map(|known| format!("{} {}", square(known.square), discs(known.value)))
                .collect();
            if !moves.is_empty() {
                let _ = write!(text, "; {}", moves.join(", "));
            }
            text.push('\n');
        }
        text
    }

    /// What the book knows of the position after moves from the start, as a table.
    ///
    /// # Errors
    /// The move that is none, or illegal.
    pub fn show(&self, moves: &str) -> Result<String, String> {
        let position = after(moves)?;
        let Some(outlook) = self.outlook(position, 0) else {
            return Ok("not in the book\n".into());
        };
        let mut text = format!(
            "value {}, {} plies deep, {} lines\n",
            discs(outlook.worth.value),
            outlook.worth.depth,
            outlook.worth.lines
        );
        let _ = writeln!(text, "move    value  depth  lines  best line");
        for known in outlook.moves.iter().chain(&outlook.out) {
            let line: String = known.line.iter().map(|&mv| square(mv)).collect();
            let lines = if known.lines == 0 { "out".into() } else { known.lines.to_string() };
            let _ = writeln!(
                text,
                "{:<4} {:>8} {:>6} {lines:>6}  {line}",
                square(known.square),
                discs(known.value),
                known.depth
            );
        }
        Ok(text)
    }
}
