//! The page. Everything that somebody else has written goes through [`escape`] or, for the viewer's data, through JSON
//! in which no `<` is left.

use super::plot::{self, Frame, Series};
use super::replay::Replayer;
use super::summary::{self, Summary, Tally, ending_name};
use crate::base::{BoardSize, Color};
use crate::record::svg::{CELL, Picture, Style, escape};
use crate::tournament::Entry;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("viewer.js");

/// Players that get lines and columns of their own in plots.
const PLOTTED: usize = plot::COLORS;

/// The whole page.
pub fn page(summary: &Summary<'_>) -> String {
    let title = escape(&summary.title());
    let mut body = String::new();
    head(&mut body, summary, &title);
    standings(&mut body, summary);
    if summary.names.len() > 2 {
        cross_table(&mut body, summary);
    }
    plots(&mut body, summary);
    viewer(&mut body, summary);
    faults(&mut body, summary);
    game_table(&mut body, summary);
    let data = data(summary);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn head(out: &mut String, summary: &Summary<'_>, title: &str) {
    let _ = write!(out, "<header>\n<h1>{title}</h1>\n<dl class=\"facts\">\n");
    for (name, value) in summary.facts() {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(&value));
    }
    out.push_str(
        "</dl>\n<nav aria-label=\"Sections\"><a href=\"#standings\">Standings</a> <a href=\"#plots\">Plots</a> \
         <a href=\"#viewer\">Viewer</a> <a href=\"#faults\">Faults</a> <a href=\"#games\">Games</a></nav>\n</header>\n",
    );
}

/// The head of a table: `left` columns are texts, all others numbers.
fn table_head(out: &mut String, caption: &str, names: &[(&str, bool)], sortable: bool) {
    let class = if sortable { " class=\"sortable\"" } else { "" };
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\"><table{class}>\n<caption>{caption}</caption>\n<thead><tr>"
    );
    for (name, left) in names {
        let class = if *left { " class=\"left\"" } else { "" };
        let _ = write!(out, "<th scope=\"col\"{class}>{name}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
}

const TABLE_END: &str = "</tbody></table></div>\n";

/// A colour mark that a plot's legend shares.
fn swatch(player: usize) -> String {
    format!("<span class=\"swatch s{}\" aria-hidden=\"true\"></span>", player % plot::COLORS)
}

fn standings(out: &mut String, summary: &Summary<'_>) {
    out.push_str("<section id=\"standings\">\n<h2>Standings</h2>\n");
    let names = [
        ("#", false),
        ("Player", true),
        ("Games", false),
        ("Points", false),
        ("Won", false),
        ("Drawn", false),
        ("Lost", false),
        ("Share", false),
        ("As Black", false),
        ("As White", false),
        ("Time a move", false),
        ("Longest", false),
        ("CPU", false),
        ("Late", false),
        ("Faults", false),
    ];
    table_head(
        out,
        "Points and times of every player; as Black and as White: wins-draws-losses",
        &names,
        true,
    );
    for (place, line) in summary.lines.iter().enumerate() {
        let share = 100.0 * line.all.points() / line.all.games().max(1) as f64;
        let cpu = line.cpu.map(summary::duration).unwrap_or_default();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><th scope=\"row\" class=\"left\">{}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{share:.1} %</td><td data-v=\"{}\">{}</td><td data-v=\"{}\">{}</td><td data-v=\"{:.6}\">{}</td>\
             <td data-v=\"{:.6}\">{}</td><td data-v=\"{:.6}\">{cpu}</td><td>{}</td><td>{}</td></tr>",
            place + 1,
            swatch(line.player),
            escape(&line.name),
            line.all.games(),
            line.all.points(),
            line.all.wins,
            line.all.draws,
            line.all.losses,
            line.colors[0].points(),
            line.colors[0].text(),
            line.colors[1].points(),
            line.colors[1].text(),
            line.seconds_a_move(),
            milliseconds(1000.0 * line.seconds_a_move()),
            line.longest,
            milliseconds(1000.0 * line.longest),
            line.cpu.unwrap_or(0.0),
            line.late,
            line.faults
        );
    }
    out.push_str(TABLE_END);
    out.push_str("</section>\n");
}

/// A time of a move.
fn milliseconds(ms: f64) -> String {
    match ms {
        _ if ms < 10.0 => format!("{ms:.2} ms"),
        _ if ms < 1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.2} s", ms / 1000.0),
    }
}

fn cross_table(out: &mut String, summary: &Summary<'_>) {
    out.push_str("<section id=\"cross\">\n<h2>Cross table</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n");
    out.push_str("<caption>Wins-draws-losses of the row against the column</caption>\n<thead><tr><th scope=\"col\">#</th><th scope=\"col\" class=\"left\">Player</th>");
    for (place, line) in summary.lines.iter().enumerate() {
        let _ =
            write!(out, "<th scope=\"col\" title=\"{}\">{}</th>", escape(&line.name), place + 1);
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (place, line) in summary.lines.iter().enumerate() {
        let _ = write!(
            out,
            "<tr><td>{}</td><th scope=\"row\" class=\"left\">{}</th>",
            place + 1,
            escape(&line.name)
        );
        for other in &summary.lines {
            let tally = summary.cross[line.player][other.player];
            let class = match tally {
                _ if line.player == other.player => " class=\"self\"",
                _ if tally.wins > tally.losses => " class=\"good\"",
                _ if tally.wins < tally.losses => " class=\"bad\"",
                _ => "",
            };
            let text = if tally == Tally::default() { "\u{b7}".into() } else { tally.text() };
            let _ = write!(out, "<td{class}>{text}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str(TABLE_END);
    out.push_str("</section>\n");
}

fn figure(out: &mut String, heading: &str, svg: &str) {
    let _ = write!(
        out,
        "<figure><figcaption>{}</figcaption><div class=\"scroll\" tabindex=\"0\">{svg}</div></figure>\n",
        escape(heading)
    );
}

fn plots(out: &mut String, summary: &Summary<'_>) {
    out.push_str("<section id=\"plots\">\n<h2>Plots</h2>\n<div class=\"plots\">\n");
    let plotted = summary.names.len().min(PLOTTED);
    // In a match the second line would be the first one upside down.
    let shown = if summary.names.len() == 2 { 1 } else { plotted };
    let series: Vec<Series> = (0..shown)
        .map(|player| Series {
            name: summary.names[player].clone(),
            color: player,
            values: summary.balance(player),
        })
        .collect();
    let ends: Vec<String> = series
        .iter()
        .map(|s| format!("{} {}", s.name, plot::number(s.values.last().copied().unwrap_or(0.0))))
        .collect();
    let heading = match summary.names.first() {
        Some(name) if shown == 1 => format!("Score over the games: wins minus losses of {name}"),
        _ => "Score over the games: wins minus losses".to_string(),
    };
    let about = format!("Wins minus losses after each game; at the end: {}", ends.join(", "));
    let frame = Frame { about: &about, x: "games", y: "wins \u{2212} losses" };
    figure(out, &heading, &plot::lines(&frame, &series, &[]));

    let margins = summary.margins();
    if !margins.is_empty() {
        let side = match summary.names.as_slice() {
            [first, _] => first.clone(),
            _ => "Black".to_string(),
        };
        let mean = margins.iter().sum::<f64>() / margins.len() as f64;
        let about = format!(
            "Histogram of the margins of {} counted games from the side of {side}; mean {}",
            margins.len(),
            plot::number(mean)
        );
        let frame = Frame { about: &about, x: "margin", y: "games" };
        let svg = plot::columns(&frame, 0, &summary::histogram(&margins, true));
        figure(out, &format!("Margins of counted games, seen by {side}"), &svg);
    }

    let lengths: Vec<f64> = summary.games.iter().map(|game| game.moves.len() as f64).collect();
    if !lengths.is_empty() {
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        let about =
            format!("Histogram of the lengths of {} games; mean {mean:.1} moves", lengths.len());
        let frame = Frame { about: &about, x: "moves", y: "games" };
        figure(
            out,
            "Length of the games",
            &plot::columns(&frame, 2, &summary::histogram(&lengths, true)),
        );
    }

    for player in 0..plotted {
        let times = summary.times(player);
        if times.is_empty() {
            continue;
        }
        let name = &summary.names[player];
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let longest = times.iter().copied().fold(0.0, f64::max);
        let about = format!(
            "Histogram of the time of {} moves of {name}; mean {}, longest {}",
            times.len(),
            milliseconds(mean),
            milliseconds(longest)
        );
        let frame = Frame { about: &about, x: "time of a move", y: "moves" };
        let svg = plot::columns(&frame, player, &summary::time_histogram(&times));
        figure(out, &format!("Time per move: {name}"), &svg);
    }
    out.push_str("</div>\n</section>\n");
}

fn viewer(out: &mut String, summary: &Summary<'_>) {
    out.push_str(include_str!("viewer.html"));
    let mut seen = BTreeSet::new();
    for game in &summary.games {
        let Some(size) = super::replay::board_size(&game.size) else { continue };
        if seen.insert((game.kind.clone(), game.size.clone())) {
            board(out, game, size);
        }
    }
}

/// An empty board for the script to copy.
fn board(out: &mut String, game: &Entry, size: BoardSize) {
    let style = Style::of(&game.kind);
    let mut picture = Picture::new(style, size);
    picture.coordinates = true;
    let _ = writeln!(
        out,
        "<template data-board=\"{}\" data-width=\"{}\" data-height=\"{}\" data-margin=\"{}\" data-cell=\"{CELL}\" data-down=\"{}\">{}</template>",
        escape(&board_key(game)),
        size.width(),
        size.height(),
        picture.margin(),
        u8::from(style == Style::Reversi),
        picture.to_svg()
    );
}

fn board_key(game: &Entry) -> String {
    format!("{} {}", game.kind, game.size)
}

fn faults(out: &mut String, summary: &Summary<'_>) {
    out.push_str("<section id=\"faults\">\n<h2>Faults</h2>\n");
    let faults = summary.faults();
    if faults.is_empty() {
        out.push_str("<p>None.</p>\n</section>\n");
        return;
    }
    let counts = summary.fault_counts();
    out.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>How many of each kind</caption>\n<thead><tr><th scope=\"col\" class=\"left\">Player</th>");
    for (kind, _) in &counts {
        let _ = write!(out, "<th scope=\"col\">{kind}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for line in &summary.lines {
        let _ = write!(out, "<tr><th scope=\"row\" class=\"left\">{}</th>", escape(&line.name));
        for (_, counts) in &counts {
            let _ = write!(out, "<td>{}</td>", counts.get(line.player).copied().unwrap_or(0));
        }
        out.push_str("</tr>\n");
    }
    out.push_str(TABLE_END);
    let names = [
        ("Game", false),
        ("Player", true),
        ("Colour", true),
        ("After move", false),
        ("Fault", true),
        ("Particulars", true),
    ];
    table_head(out, "Every fault; the number leads to the game", &names, true);
    for (game, fault) in faults {
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#game={0}&amp;move={1}\">{0}</a></td><td class=\"left\">{2}</td><td class=\"left\">{3}</td><td>{1}</td><td class=\"left\">{4}</td><td class=\"left wrap\">{5}</td></tr>",
            game.game,
            fault.after,
            escape(&fault.player),
            if fault.color == 'b' { "Black" } else { "White" },
            fault.fault,
            escape(&fault.text)
        );
    }
    out.push_str(TABLE_END);
    out.push_str("</section>\n");
}

fn game_table(out: &mut String, summary: &Summary<'_>) {
    out.push_str("<section id=\"games\">\n<h2>Games</h2>\n");
    let names = [
        ("Game", false),
        ("Round", false),
        ("Black", true),
        ("White", true),
        ("Opening", true),
        ("Result", true),
        ("Ended by", true),
        ("Moves", false),
        ("Black\u{2019}s time", false),
        ("White\u{2019}s time", false),
        ("Faults", false),
    ];
    table_head(out, "A click on a heading sorts; a game\u{2019}s number shows it", &names, true);
    for game in &summary.games {
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#game={0}\">{0}</a></td><td>{1}</td><td class=\"left\">{2}</td><td class=\"left\">{3}</td><td class=\"left\">{4}</td>\
             <td class=\"left\">{5}</td><td class=\"left\">{6}</td><td>{7}</td><td data-v=\"{8:.3}\">{9}</td><td data-v=\"{10:.3}\">{11}</td><td>{12}</td></tr>",
            game.game,
            game.round,
            escape(&game.black.name),
            escape(&game.white.name),
            escape(game.opening.as_deref().unwrap_or_default()),
            escape(&game.result),
            ending_name(game.ending),
            game.moves.len(),
            game.black.seconds,
            summary::duration(game.black.seconds),
            game.white.seconds,
            summary::duration(game.white.seconds),
            game.faults.len()
        );
    }
    out.push_str(TABLE_END);
    out.push_str("</section>\n");
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
    x: BTreeMap<usize, &'a str>,
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

/// The games as JSON that may stand in a script element.
fn data(summary: &Summary<'_>) -> String {
    let mut replayer = Replayer::new(summary.event);
    let mut out = String::from("[");
    for (place, entry) in summary.games.iter().enumerate() {
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
        e: ending_name(entry.ending),
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
        .map(|(number, p)| (number, p.comment.as_str()))
        .collect();
    game
}
