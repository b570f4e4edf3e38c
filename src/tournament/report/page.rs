//! The page. Everything that somebody else has written goes through [`escape`] or, for the viewer's data, through JSON
//! in which no `<` is left.

use super::digest::{Digest, duration};
use super::games;
use super::histogram;
use super::plot::{self, Frame, Interval, Series};
use crate::base::BoardSize;
use crate::controller::Fault;
use crate::record::svg::{CELL, Picture, Style, escape};
use crate::tournament::Entry;
use crate::tournament::statistics::table::{elo_text, ending_text, points_text, wdl};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("viewer.js");

/// Players that get lines and columns of their own in plots.
const PLOTTED: usize = plot::COLORS;

/// The whole page.
pub fn page(digest: &Digest<'_>) -> String {
    let title = escape(&digest.title());
    let mut body = String::new();
    head(&mut body, digest, &title);
    duel(&mut body, digest);
    standings(&mut body, digest);
    if digest.players() > 2 {
        cross_table(&mut body, digest);
    }
    plots(&mut body, digest);
    viewer(&mut body, digest);
    faults(&mut body, digest);
    game_table(&mut body, digest);
    let data = games::data(digest);
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

fn head(out: &mut String, digest: &Digest<'_>, title: &str) {
    let _ = write!(out, "<header>\n<h1>{title}</h1>\n<dl class=\"facts\">\n");
    for (name, value) in digest.facts() {
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

fn standings(out: &mut String, digest: &Digest<'_>) {
    out.push_str("<section id=\"standings\">\n<h2>Standings</h2>\n");
    let ratings = digest.numbers.ratings.as_ref().filter(|_| digest.players() > 2);
    let mut names = vec![("#", false), ("Player", true)];
    if ratings.is_some() {
        names.extend([("Elo", false), ("\u{b1}", false)]);
    }
    names.extend(
        [
            "Games",
            "Points",
            "Share",
            "W-D-L",
            "Black",
            "White",
            "Time a move",
            "Longest",
            "CPU",
            "Late",
            "Faults",
        ]
        .map(|name| (name, false)),
    );
    let caption = "Results of every player, in all and by colour: wins-draws-losses";
    table_head(out, caption, &names, true);
    for (rank, &at) in (1..).zip(&digest.order) {
        let Some(player) = digest.numbers.players.get(at) else { continue };
        let total = player.total();
        let _ = write!(
            out,
            "<tr><td>{rank}</td><th scope=\"row\" class=\"left\">{}{}</th>",
            swatch(at),
            escape(&player.name)
        );
        if let Some(rating) = ratings.and_then(|ratings| ratings.players.get(at)) {
            let _ = write!(
                out,
                "<td data-v=\"{:.3}\">{}</td><td>{:.0}</td>",
                rating.elo,
                plot::number(rating.elo.round()),
                rating.error
            );
        }
        let share = total.score().map_or("-".into(), |score| format!("{:.1} %", 100.0 * score));
        let pace = player.seconds_per_move().unwrap_or(0.0);
        let _ = write!(
            out,
            "<td>{}</td><td>{}</td><td>{share}</td>",
            total.games(),
            points_text(&total)
        );
        for tally in [&total, &player.black, &player.white] {
            let _ = write!(out, "<td data-v=\"{}\">{}</td>", tally.points(), wdl(tally));
        }
        let _ = writeln!(
            out,
            "<td data-v=\"{pace:.6}\">{}</td><td data-v=\"{:.6}\">{}</td><td data-v=\"{:.6}\">{}</td><td>{}</td><td>{}</td></tr>",
            milliseconds(1000.0 * pace),
            player.longest,
            milliseconds(1000.0 * player.longest),
            player.cpu.unwrap_or(0.0),
            player.cpu.map(duration).unwrap_or_default(),
            player.late,
            player.faults.values().sum::<usize>()
        );
    }
    out.push_str(TABLE_END);
    if let Some(ratings) = ratings {
        out.push_str("<p class=\"note\">Elo: Bradley-Terry ratings with two virtual draws a player, mean 0; \u{b1} is the reach of 95 %.");
        if let Some(first) = ratings.first_move {
            let _ = write!(
                out,
                " The first move is worth {} \u{b1} {:.0} Elo.",
                plot::number(first.elo.round()),
                first.error
            );
        }
        if !ratings.connected() {
            out.push_str(" Not all players are joined by games: ratings of groups that have not met cannot be compared.");
        }
        out.push_str("</p>\n");
    }
    out.push_str("</section>\n");
}

/// The comparison of the first player with the other, or the others.
fn duel(out: &mut String, digest: &Digest<'_>) {
    let Some(duel) = digest.duel() else { return };
    let estimate = &duel.estimate;
    let _ = write!(
        out,
        "<section id=\"strength\">\n<h2>{} against {}</h2>\n<dl class=\"facts\">\n",
        escape(&duel.first),
        escape(&duel.second)
    );
    let mut fact = |name: &str, value: String| {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    };
    fact("Score", format!("{:.1} %", 100.0 * estimate.score));
    fact("Elo difference", format!("<strong>{}</strong>", elo_text(estimate.elo)));
    let (low, high) = (elo_text(estimate.low), elo_text(estimate.high));
    fact("95 % interval", format!("{low} to {high} (by {})", estimate.basis.name()));
    fact("Likelihood of superiority", format!("{:.1} %", 100.0 * estimate.los));
    if duel.evidence.pairs.pairs() > 0 {
        let [none, half, one, more, two] = duel.evidence.pairs.0;
        fact(
            "Pairs of games with 0, \u{bd}, 1, 1\u{bd}, 2 points",
            format!("{none}, {half}, {one}, {more}, {two}"),
        );
    }
    if let Some((spec, state)) = &duel.sprt {
        fact(
            "SPRT",
            format!(
                "Elo {} against {}, \u{3b1} {}, \u{3b2} {}: LLR {:.2} between {:.2} and {:.2}: <strong>{}</strong>",
                spec.elo0,
                spec.elo1,
                spec.alpha,
                spec.beta,
                state.llr,
                state.lower,
                state.upper,
                state.verdict.text()
            ),
        );
    }
    out.push_str("</dl>\n</section>\n");
}

/// A time of a move.
fn milliseconds(ms: f64) -> String {
    match ms {
        _ if ms < 10.0 => format!("{ms:.2} ms"),
        _ if ms < 1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.2} s", ms / 1000.0),
    }
}

fn cross_table(out: &mut String, digest: &Digest<'_>) {
    out.push_str("<section id=\"cross\">\n<h2>Cross table</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n");
    out.push_str(
        "<caption>Wins-draws-losses of the row against the column</caption>\n<thead><tr><th scope=\"col\">#</th>\
         <th scope=\"col\" class=\"left\">Player</th>",
    );
    for (rank, &at) in (1..).zip(&digest.order) {
        let name = escape(digest.name(at));
        let _ = write!(out, "<th scope=\"col\" title=\"{name}\">{rank}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (rank, &at) in (1..).zip(&digest.order) {
        let name = escape(digest.name(at));
        let _ = write!(out, "<tr><td>{rank}</td><th scope=\"row\" class=\"left\">{name}</th>");
        for &other in &digest.order {
            let tally = digest.numbers.cross.get(at).and_then(|row| row.get(other)).copied();
            let tally = tally.unwrap_or_default();
            let class = match tally {
                _ if at == other => " class=\"self\"",
                _ if tally.wins > tally.losses => " class=\"good\"",
                _ if tally.wins < tally.losses => " class=\"bad\"",
                _ => "",
            };
            let text = if tally.games() == 0 { "\u{b7}".into() } else { wdl(&tally) };
            let _ = write!(out, "<td{class}>{text}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str(TABLE_END);
    out.push_str("</section>\n");
}

fn figure(out: &mut String, heading: &str, svg: &str) {
    let _ = writeln!(
        out,
        "<figure><figcaption>{}</figcaption><div class=\"scroll\" tabindex=\"0\">{svg}</div></figure>",
        escape(heading)
    );
}

fn plots(out: &mut String, digest: &Digest<'_>) {
    out.push_str("<section id=\"plots\">\n<h2>Plots</h2>\n<div class=\"plots\">\n");
    ratings(out, digest);
    let plotted = digest.players().min(PLOTTED);
    // In a match the second line would be the first one upside down.
    let shown = if digest.players() == 2 { 1 } else { plotted };
    let series: Vec<Series> = (0..shown)
        .map(|player| Series {
            name: digest.name(player).to_string(),
            color: player,
            every: 1,
            values: digest.balance(player),
        })
        .collect();
    let ends: Vec<String> = series
        .iter()
        .map(|s| format!("{} {}", s.name, plot::number(s.values.last().copied().unwrap_or(0.0))))
        .collect();
    let heading = match series.as_slice() {
        [only] => format!("Score over the games: wins minus losses of {}", only.name),
        _ => "Score over the games: wins minus losses".to_string(),
    };
    let about = format!("Wins minus losses after each game; at the end: {}", ends.join(", "));
    let frame = Frame { about: &about, x: "games", y: "wins \u{2212} losses" };
    figure(out, &heading, &plot::lines(&frame, &series, &[]));
    likelihood(out, digest);

    let margins = digest.margins();
    if !margins.is_empty() {
        let side = match digest.numbers.players.as_slice() {
            [first, _] => first.name.clone(),
            _ => "Black".to_string(),
        };
        let mean = margins.iter().sum::<f64>() / margins.len() as f64;
        let about = format!(
            "Histogram of the margins of {} counted games from the side of {side}; mean {}",
            margins.len(),
            plot::number(mean)
        );
        let frame = Frame { about: &about, x: "margin", y: "games" };
        let svg = plot::columns(&frame, 0, &histogram::columns(&margins, true));
        figure(out, &format!("Margins of counted games, seen by {side}"), &svg);
    }

    let lengths: Vec<f64> = digest.games.iter().map(|game| game.moves.len() as f64).collect();
    if !lengths.is_empty() {
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        let about =
            format!("Histogram of the lengths of {} games; mean {mean:.1} moves", lengths.len());
        let frame = Frame { about: &about, x: "moves", y: "games" };
        figure(
            out,
            "Length of the games",
            &plot::columns(&frame, 2, &histogram::columns(&lengths, true)),
        );
    }

    for player in 0..plotted {
        let times = digest.times(player);
        if times.is_empty() {
            continue;
        }
        let name = digest.name(player);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let longest = times.iter().copied().fold(0.0, f64::max);
        let about = format!(
            "Histogram of the time of {} moves of {name}; mean {}, longest {}",
            times.len(),
            milliseconds(mean),
            milliseconds(longest)
        );
        let frame = Frame { about: &about, x: "time of a move", y: "moves" };
        let svg = plot::columns(&frame, player, &histogram::time_columns(&times));
        figure(out, &format!("Time per move: {name}"), &svg);
    }
    out.push_str("</div>\n</section>\n");
}

/// Ratings with their intervals.
fn ratings(out: &mut String, digest: &Digest<'_>) {
    let Some(ratings) = digest.numbers.ratings.as_ref().filter(|_| digest.players() > 2) else {
        return;
    };
    let rows: Vec<Interval> = digest
        .order
        .iter()
        .filter_map(|&at| {
            let rating = ratings.players.get(at)?;
            let (low, high) = (rating.elo - rating.error, rating.elo + rating.error);
            Some(Interval { name: digest.name(at).into(), color: at, value: rating.elo, low, high })
        })
        .collect();
    let texts: Vec<String> = rows
        .iter()
        .map(|row| {
            let [value, low, high] =
                [row.value, row.low, row.high].map(|v| plot::number(v.round()));
            format!("{} {value} ({low} to {high})", row.name)
        })
        .collect();
    let about = format!("Elo ratings with their intervals of 95 %: {}", texts.join(", "));
    let frame = Frame { about: &about, x: "Elo", y: "" };
    figure(out, "Ratings with 95 % intervals", &plot::intervals(&frame, &rows));
}

/// The event's test over the games.
fn likelihood(out: &mut String, digest: &Digest<'_>) {
    let Some(duel) = digest.duel() else { return };
    let (Some((spec, state)), Some((every, values))) = (&duel.sprt, digest.likelihood(&duel))
    else {
        return;
    };
    let about = format!(
        "Logarithm of the likelihood ratio after each game; at the end {:.2}, bounds {:.2} and {:.2}: {}",
        state.llr,
        state.lower,
        state.upper,
        state.verdict.text()
    );
    let series = [Series { name: "LLR".into(), color: 3, every, values }];
    let levels = [
        (state.lower, format!("Elo {} accepted", spec.elo0)),
        (state.upper, format!("Elo {} accepted", spec.elo1)),
    ];
    let frame = Frame { about: &about, x: "games", y: "LLR" };
    figure(out, "Sequential test over the games", &plot::lines(&frame, &series, &levels));
}

fn viewer(out: &mut String, digest: &Digest<'_>) {
    out.push_str(include_str!("viewer.html"));
    let mut seen = BTreeSet::new();
    for game in digest.games {
        let Ok(size) = game.size.parse::<BoardSize>() else { continue };
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
        escape(&games::board_key(game)),
        size.width(),
        size.height(),
        picture.margin(),
        u8::from(style == Style::Reversi),
        picture.to_svg()
    );
}

fn faults(out: &mut String, digest: &Digest<'_>) {
    out.push_str("<section id=\"faults\">\n<h2>Faults</h2>\n");
    let faults = digest.faults();
    if faults.is_empty() {
        out.push_str("<p>None.</p>\n</section>\n");
        return;
    }
    let kinds: BTreeSet<Fault> = faults.iter().map(|(_, fault)| fault.fault).collect();
    out.push_str(
        "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>How many of each kind</caption>\n<thead><tr>\
         <th scope=\"col\" class=\"left\">Player</th>",
    );
    for kind in &kinds {
        let _ = write!(out, "<th scope=\"col\">{kind}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for player in digest.order.iter().filter_map(|&at| digest.numbers.players.get(at)) {
        let _ = write!(out, "<tr><th scope=\"row\" class=\"left\">{}</th>", escape(&player.name));
        for kind in &kinds {
            let _ = write!(out, "<td>{}</td>", player.faults.get(kind).copied().unwrap_or(0));
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

fn game_table(out: &mut String, digest: &Digest<'_>) {
    out.push_str("<section id=\"games\">\n<h2>Games</h2>\n");
    let names = [
        ("Game", false),
        ("Round", false),
        ("Black", true),
        ("White", true),
        ("Opening", true),
        ("Result", true),
        ("Ending", true),
        ("Moves", false),
        ("Black\u{2019}s time", false),
        ("White\u{2019}s time", false),
        ("Faults", false),
    ];
    table_head(out, "A click on a heading sorts; a game\u{2019}s number shows it", &names, true);
    for game in digest.games {
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
            ending_text(game.ending),
            game.moves.len(),
            game.black.seconds,
            duration(game.black.seconds),
            game.white.seconds,
            duration(game.white.seconds),
            game.faults.len()
        );
    }
    out.push_str(TABLE_END);
    out.push_str("</section>\n");
}
