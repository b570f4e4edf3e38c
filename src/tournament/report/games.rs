//! The games as the viewer of the page gets them: JSON that may stand in a script element.

use super::digest::Digest;
use super::replay::Replayer;
use crate::base::Color;
use crate::tournament::Entry;
use crate::tournament::statistics::table::ending_text;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Most characters of a comment on a move.
const COMMENT: usize = 1000;

/// What boards of the same look and size have in common.
pub fn board_key(game: &Entry) -> String {
    format!("{} {}", game.kind, game.size)
}

/// A game for the viewer. Names are short: there are many of them.
#[derive(Serialize)]
struct Game<'a> {
    /// Number, board, names, opening, result, how it ended.
    n: usize,
    k: String,
    b: &'a str,
    w: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<&'a str>,
    r: &'a str,
    e: &'static str,
    /// Stones before the first move, as in `d`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    s: Vec<usize>,
    /// Who moves: `bwbw...`.
    c: String,
    /// Points of the moves in row-by-row numbers; -1 is a pass.
    m: Vec<i32>,
    /// By move: points that changed otherwise than by the mover's stone, each as 3 * point + (0 empty, 1 black, 2 white).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    d: BTreeMap<usize, Vec<usize>>,
    /// Milliseconds, seconds left, and win rates in thousandths, by move; missing at the end = unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    t: Vec<Option<Short>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    l: Vec<Option<Short>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    p: Vec<Option<u16>>,
    /// Comments by move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    x: BTreeMap<usize, Cow<'a, str>>,
    /// Why the viewer does not show all.
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<String>,
    /// Faults: after which move, and what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    f: Vec<(usize, String)>,
}

/// A number with as many digits as a reader wants.
#[derive(Serialize)]
#[serde(untagged)]
enum Short {
    Whole(i64),
    Broken(f64),
}

impl Short {
    fn new(value: f64, decimals: i32) -> Option<Short> {
        let scale = 10f64.powi(decimals);
        let rounded = (value * scale).round() / scale;
        if !rounded.is_finite() {
            None
        } else if rounded.fract() == 0.0 && rounded.abs() < 1e15 {
            Some(Short::Whole(rounded as i64))
        } else {
            Some(Short::Broken(rounded))
        }
    }
}

fn coded(index: usize, stone: Option<Color>) -> usize {
    3 * index + stone.map_or(0, |color| 1 + color.index())
}

/// A list that ends with its last known value.
fn trimmed<T>(mut list: Vec<Option<T>>) -> Vec<Option<T>> {
    let known = list.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    list.truncate(known);
    list
}

/// A comment, or the beginning of one that would make the page too large; journal and records have the whole.
fn cut(comment: &str) -> Cow<'_, str> {
    match comment.char_indices().nth(COMMENT) {
        None => Cow::Borrowed(comment),
        Some((end, _)) => Cow::Owned(format!("{}\u{2026}", &comment[..end])),
    }
}

/// The games as JSON that may stand in a script element.
pub fn data(digest: &Digest<'_>) -> String {
    let mut replayer = Replayer::new(digest.event);
    let mut out = String::from("[");
    for (place, entry) in digest.games.iter().enumerate() {
        let game = game(&mut replayer, entry);
        // Numbers, texts and maps with whole numbers for keys always make JSON.
        let json = serde_json::to_string(&game).unwrap_or_else(|_| "null".into());
        if place > 0 {
            out.push_str(",\n");
        }
        // Within JSON a `<` stands in texts only; without it no text can end the script element or begin a comment.
        out.push_str(&json.replace('<', "\\u003c"));
    }
    out.push(']');
    out
}

fn game<'a>(replayer: &mut Replayer<'_>, entry: &'a Entry) -> Game<'a> {
    let replay = replayer.replay(entry);
    let mut game = Game {
        n: entry.game,
        k: board_key(entry),
        b: &entry.black.name,
        w: &entry.white.name,
        o: entry.opening.as_deref(),
        r: &entry.result,
        e: ending_text(entry.ending),
        s: Vec::new(),
        c: String::new(),
        m: Vec::new(),
        d: BTreeMap::new(),
        t: Vec::new(),
        l: Vec::new(),
        p: Vec::new(),
        x: BTreeMap::new(),
        u: Some(format!("{} on {} cannot be shown", entry.kind, entry.size)),
        f: entry
            .faults
            .iter()
            .map(|f| (f.after, format!("{}: {}: {}", f.player, f.fault, f.text)))
            .collect(),
    };
    let Some(replay) = replay else { return game };
    game.u = replay.trouble;
    let width = replay.size.width();
    let stones = replay.start.iter().enumerate().filter(|(_, stone)| stone.is_some());
    game.s = stones.map(|(index, stone)| coded(index, *stone)).collect();
    for (color, mv) in &replay.moves {
        game.c.push(color.letter().to_ascii_lowercase());
        game.m.push(mv.point().map_or(-1, |point| (point.y() * width + point.x()) as i32));
    }
    for (number, changes) in replay.changes {
        let changes = changes.into_iter().map(|(index, stone)| coded(index, stone));
        game.d.insert(number, changes.collect());
    }
    let played = || entry.moves.iter().take(game.m.len());
    game.t = trimmed(
        played()
            .map(|p| p.ms.and_then(|ms| Short::new(ms, if ms < 10.0 { 2 } else { 0 })))
            .collect(),
    );
    game.l = trimmed(played().map(|p| p.left.and_then(|left| Short::new(left, 1))).collect());
    let thousandths = |rate: f64| (rate.clamp(0.0, 1.0) * 1000.0).round() as u16;
    game.p = trimmed(played().map(|p| p.winrate.map(thousandths)).collect());
    game.x = played()
        .enumerate()
        .filter(|(_, p)| !p.comment.is_empty())
        .map(|(number, p)| (number, cut(&p.comment)))
        .collect();
    game
}
