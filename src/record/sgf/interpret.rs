//! Between trees and games: which property means what.

use super::game::Stones;
use super::{GameRecord, Node, Notation, RecordError, RecordErrorKind, Setup, Step, Tree, Value};
use crate::base::{BoardSize, Color, Point};

/// Name and version as written to `AP`.
pub(super) fn this_program() -> (String, String) {
    ("tesuji".to_owned(), env!("CARGO_PKG_VERSION").to_owned())
}

/// Where an error is.
struct Place<'a> {
    node: usize,
    property: &'a str,
    value: &'a str,
}

impl Place<'_> {
    fn error(&self, kind: RecordErrorKind) -> RecordError {
        RecordError {
            kind,
            property: self.property.to_owned(),
            value: self.value.chars().take(20).collect(),
            node: self.node,
        }
    }
}

pub(super) fn from_tree(tree: &Tree, notation: &dyn Notation) -> Result<GameRecord, RecordError> {
    let root = tree.node(tree.root());
    if let Some(value) = root.value("GM") {
        // An unreadable number is as good as none; a readable one must be right.
        let number = value.to_simple_text().trim().parse::<u32>();
        if number.is_ok_and(|number| number != notation.game()) {
            let place = Place { node: 0, property: "GM", value: value.raw() };
            return Err(place.error(RecordErrorKind::OtherGame));
        }
    }
    let size = match root.value("SZ") {
        None => notation.default_size(),
        Some(value) => read_size(value).ok_or_else(|| {
            Place { node: 0, property: "SZ", value: value.raw() }.error(RecordErrorKind::BadSize)
        })?,
    };
    let mut record = GameRecord::new(size);
    read_info(root, &mut record);
    record.steps.clear();
    for (number, id) in tree.main_line().enumerate() {
        record.steps.push(read_step(tree.node(id), number, size, notation)?);
    }
    Ok(record)
}

/// `19`, `9:13` (width:height), and `9x13`, which some programs write.
fn read_size(value: &Value) -> Option<BoardSize> {
    let text = value.to_simple_text();
    let (width, height) = text.split_once([':', 'x', 'X']).unwrap_or((&text, &text));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    BoardSize::new(side(width)?, side(height)?)
}

/// A one-line text; `None` if there is nothing in it.
fn line(node: &Node, name: &str) -> Option<String> {
    let value = node.value(name)?.to_simple_text();
    let text = value.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A text of many lines; `None` if it is empty.
fn text(node: &Node, name: &str) -> Option<String> {
    let value = node.value(name)?.to_text();
    (!value.is_empty()).then(|| value.into_owned())
}

fn number<T: std::str::FromStr>(node: &Node, name: &str) -> Option<T> {
    line(node, name)?.parse().ok()
}

/// A finite real number; a decimal comma is read as a point, so that `6,5` is neither 65 nor 6.
fn real(node: &Node, name: &str) -> Option<f64> {
    let value: f64 = line(node, name)?.replacen(',', ".", 1).parse().ok()?;
    value.is_finite().then_some(value)
}

fn read_info(root: &Node, record: &mut GameRecord) {
    record.komi = real(root, "KM").map(|komi| komi as f32).filter(|komi| komi.is_finite());
    record.handicap = number(root, "HA");
    record.rules = line(root, "RU");
    record.result = line(root, "RE");
    record.main_time = real(root, "TM").filter(|&seconds| seconds >= 0.0);
    record.overtime = line(root, "OT");
    record.date = line(root, "DT");
    record.event = line(root, "EV");
    record.round = line(root, "RO");
    record.place = line(root, "PC");
    record.game_name = line(root, "GN");
    record.game_comment = text(root, "GC");
    record.user = line(root, "US");
    record.source = line(root, "SO");
    record.application = root.value("AP").map(|value| {
        let (name, version) = value.split().unwrap_or_else(|| (value.clone(), Value::default()));
        let part = |value: Value| value.to_simple_text().trim().to_owned();
        (part(name), part(version))
    });
    for (color, [name, rank, team]) in Color::BOTH.into_iter().zip(PLAYER_NAMES) {
        let player = record.player_mut(color);
        player.name = line(root, name);
        player.rank = line(root, rank);
        player.team = line(root, team);
    }
}

const PLAYER_NAMES: [[&str; 3]; 2] = [["PB", "BR", "BT"], ["PW", "WR", "WT"]];
const TIME_LEFT: [&str; 2] = ["BL", "WL"];
const MOVES_LEFT: [&str; 2] = ["OB", "OW"];
const REFUSED: &str = "TRY";

fn read_step(
    node: &Node,
    number_in_line: usize,
    size: BoardSize,
    notation: &dyn Notation,
) -> Result<Step, RecordError> {
    let mut stones = Stones::default();
    let mut step = Step::default();
    for property in &node.properties {
        let name = property.name.as_str();
        for value in &property.values {
            let place = Place { node: number_in_line, property: name, value: value.raw() };
            let spelled = || value.to_simple_text();
            match name {
                "AB" => put(value, Some(Color::Black), size, notation, &mut stones, &place)?,
                "AW" => put(value, Some(Color::White), size, notation, &mut stones, &place)?,
                "AE" => put(value, None, size, notation, &mut stones, &place)?,
                "B" | "W" => {
                    let color = if name == "B" { Color::Black } else { Color::White };
                    let mv = notation
                        .parse_move(&spelled(), size)
                        .ok_or_else(|| place.error(RecordErrorKind::BadPoint))?;
                    step.moves.push((color, mv));
                }
                // A private property may mean something else in another program's file.
                REFUSED => step.refused.extend(notation.point(&spelled(), size)),
                "PL" => {
                    step.to_play = Some(
                        read_color(&spelled())
                            .ok_or_else(|| place.error(RecordErrorKind::BadColor))?,
                    )
                }
                _ => {}
            }
        }
    }
    step.setup = stones.into_setup();
    step.number = number(node, "MN");
    step.name = line(node, "N");
    step.comment = text(node, "C");
    for color in Color::BOTH {
        let index = color.index();
        step.time_left[index] = real(node, TIME_LEFT[index]);
        step.moves_left[index] = number(node, MOVES_LEFT[index]);
    }
    Ok(step)
}

/// `B`, `W`, the full names, and the digits 1 and 2 of `FF[3]` writers.
fn read_color(text: &str) -> Option<Color> {
    match text.trim() {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        name => name.parse().ok(),
    }
}

/// Puts the points of one list value: a point, or a rectangle `upper left:lower right` (`FF[4]`, section 3.5.1), whose
/// corners are taken in any order. An empty value is an empty list.
fn put(
    value: &Value,
    color: Option<Color>,
    size: BoardSize,
    notation: &dyn Notation,
    stones: &mut Stones,
    place: &Place<'_>,
) -> Result<(), RecordError> {
    let point = |text: &str| {
        notation.point(text, size).ok_or_else(|| place.error(RecordErrorKind::BadPoint))
    };
    let text = value.to_simple_text();
    let Some((first, second)) = text.split_once(':') else {
        if !text.trim().is_empty() {
            stones.put(point(&text)?, color);
        }
        return Ok(());
    };
    let (a, b) = (point(first)?, point(second)?);
    for y in a.y().min(b.y())..=a.y().max(b.y()) {
        for x in a.x().min(b.x())..=a.x().max(b.x()) {
            stones.put(Point::at(x, y), color);
        }
    }
    Ok(())
}

pub(super) fn to_tree(record: &GameRecord, notation: &dyn Notation) -> Tree {
    let mut tree = Tree::new();
    let root = tree.root();
    write_info(record, notation, tree.node_mut(root));
    let mut at = root;
    for (i, step) in record.steps.iter().enumerate() {
        if i > 0 {
            match tree.add_child(at) {
                Ok(child) => at = child,
                Err(_) => break,
            }
        }
        write_step(step, record.size, notation, tree.node_mut(at));
    }
    tree
}

fn write_info(record: &GameRecord, notation: &dyn Notation, root: &mut Node) {
    let size = record.size;
    let (name, version) = this_program();
    root.add("GM", Value::text(&notation.game().to_string()));
    root.add("FF", Value::text("4"));
    root.add("CA", Value::text("UTF-8"));
    root.add("AP", Value::composed(&name, &version));
    root.add(
        "SZ",
        if size.width() == size.height() {
            Value::text(&size.width().to_string())
        } else {
            Value::composed(&size.width().to_string(), &size.height().to_string())
        },
    );
    let mut add = |name: &str, text: Option<&str>| {
        if let Some(text) = text {
            root.add(name, Value::text(text));
        }
    };
    add("KM", record.komi.map(|komi| komi.to_string()).as_deref());
    add("HA", record.handicap.map(|stones| stones.to_string()).as_deref());
    add("RU", record.rules.as_deref());
    add("TM", record.main_time.map(|seconds| seconds.to_string()).as_deref());
    add("OT", record.overtime.as_deref());
    for (player, [name, rank, team]) in record.players.iter().zip(PLAYER_NAMES) {
        add(name, player.name.as_deref());
        add(rank, player.rank.as_deref());
        add(team, player.team.as_deref());
    }
    add("GN", record.game_name.as_deref());
    add("EV", record.event.as_deref());
    add("RO", record.round.as_deref());
    add("PC", record.place.as_deref());
    add("DT", record.date.as_deref());
    add("US", record.user.as_deref());
    add("SO", record.source.as_deref());
    add("GC", record.game_comment.as_deref());
    add("RE", record.result.as_deref());
}

fn write_step(step: &Step, size: BoardSize, notation: &dyn Notation, node: &mut Node) {
    let Setup { black, white, empty } = &step.setup;
    for (name, points) in [("AB", black), ("AW", white), ("AE", empty)] {
        let spell = |&point: &Point| Value::text(&notation.point_text(point, size));
        node.add_list(name, points.iter().map(spell).collect());
    }
    if let Some(color) = step.to_play {
        node.add("PL", Value::text(&color.letter().to_string()));
    }
    let refused = step.refused.iter();
    let refused = refused.map(|&point| Value::text(&notation.point_text(point, size)));
    node.add_list(REFUSED, refused.collect());
    for &(color, mv) in &step.moves {
        if let Some(text) = notation.move_text(mv, size) {
            node.add(&color.letter().to_string(), Value::text(&text));
        }
    }
    if let Some(number) = step.number {
        node.add("MN", Value::text(&number.to_string()));
    }
    for color in Color::BOTH {
        let index = color.index();
        if let Some(seconds) = step.time_left[index] {
            node.add(TIME_LEFT[index], Value::text(&seconds.to_string()));
        }
        if let Some(moves) = step.moves_left[index] {
            node.add(MOVES_LEFT[index], Value::text(&moves.to_string()));
        }
    }
    if let Some(name) = &step.name {
        node.add("N", Value::text(name));
    }
    if let Some(comment) = &step.comment {
        node.add("C", Value::text(comment));
    }
}
