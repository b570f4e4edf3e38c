//! Plots as SVG text. Colours are classes (`s0` to `s7` for series, `axis`, `grid`, `level`), so that the page's style
//! sheet chooses them for light and dark.

use crate::record::svg::escape;
use std::fmt::Write as _;

/// Width of every plot, in units.
const WIDTH: f64 = 640.0;

/// Height of plots that have no rows.
const HEIGHT: f64 = 260.0;

/// Space for the labels at the left, at the bottom, and elsewhere.
const LEFT: f64 = 52.0;
const BOTTOM: f64 = 44.0;
const EDGE: f64 = 14.0;

/// Points of a line at most; longer ones are thinned out.
const POINTS: usize = 600;

/// Colours there are.
pub const COLORS: usize = 8;

/// One line.
pub struct Series {
    /// Its name, for the legend.
    pub name: String,
    /// Which colour.
    pub color: usize,
    /// Games from one value to the next.
    pub every: usize,
    /// Values, the first one before any game.
    pub values: Vec<f64>,
}

/// A column of a histogram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The text below it, where there is room.
    pub label: String,
    /// What falls into it.
    pub range: String,
    /// How many do.
    pub count: usize,
}

/// A value with an interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Interval {
    /// Whose.
    pub name: String,
    /// Which colour.
    pub color: usize,
    /// The value.
    pub value: f64,
    /// The ends of the interval; may be infinite.
    pub low: f64,
    /// The upper one.
    pub high: f64,
}

/// What every plot is told.
pub struct Frame<'a> {
    /// A text that stands for the plot where it is not seen.
    pub about: &'a str,
    /// The name of the axis at the bottom.
    pub x: &'a str,
    /// The name of the axis at the left.
    pub y: &'a str,
}

fn begin(frame: &Frame<'_>, height: f64) -> String {
    let about = escape(frame.about);
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{about}\"><title>{about}</title>\n"
    )
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, content: &str) {
    let content = escape(content);
    let _ =
        writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>");
}

fn segment(out: &mut String, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
    let _ = writeln!(
        out,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

/// A step of 1, 2 or 5 times a power of ten that cuts `span` into at most `most` pieces.
pub fn step(span: f64, most: usize) -> f64 {
    let least = span / most.max(1) as f64;
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= least * 0.999_999);
    factor.unwrap_or(10.0) * power
}

/// Multiples of a step from `low` to `high`.
fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let step = step(high - low, most);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// A number without needless digits, with a real minus sign.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        let sign = if value > 0.0 { "" } else { "\u{2212}" };
        return if value.is_nan() { "?".into() } else { format!("{sign}\u{221e}") };
    }
    let rounded = (value * 100.0).round() / 100.0;
    let text = format!("{}", rounded.abs());
    if rounded < 0.0 { format!("\u{2212}{text}") } else { text }
}

/// Lines over games. `levels` are drawn across with their names.
pub fn lines(frame: &Frame<'_>, series: &[Series], levels: &[(f64, String)]) -> String {
    let longest =
        series.iter().map(|s| s.every * s.values.len().saturating_sub(1)).max().unwrap_or(0).max(1);
    let all = || {
        series
            .iter()
            .flat_map(|s| s.values.iter().copied())
            .chain(levels.iter().map(|(level, _)| *level))
            .filter(|value| value.is_finite())
    };
    let (mut low, mut high) = all().fold((0.0f64, 0.0f64), |(l, h), v| (l.min(v), h.max(v)));
    if high - low < 1e-9 {
        (low, high) = (low - 1.0, high + 1.0);
    }
    let pad = (high - low) * 0.05;
    (low, high) = (low - pad, high + pad);
    let legend = if series.len() > 1 { 22.0 * series.len().div_ceil(4) as f64 } else { 0.0 };
    let top = EDGE + legend;
    let height = HEIGHT + legend;
    let (right, bottom) = (WIDTH - EDGE, height - BOTTOM);
    let px = |x: f64| LEFT + (right - LEFT) * x / longest as f64;
    let py = |y: f64| bottom - (bottom - top) * (y - low) / (high - low);
    let mut out = begin(frame, height);
    // Whole values have no halves between them.
    let whole = all().all(|value| value.fract() == 0.0);
    for tick in ticks(low, high, 6).into_iter().filter(|tick| !whole || tick.fract() == 0.0) {
        segment(
            &mut out,
            if tick == 0.0 { "axis" } else { "grid" },
            [LEFT, py(tick), right, py(tick)],
        );
        text(&mut out, LEFT - 6.0, py(tick) + 4.0, "end", &number(tick));
    }
    for tick in ticks(0.0, longest as f64, 8).into_iter().filter(|tick| tick.fract() == 0.0) {
        text(&mut out, px(tick), bottom + 18.0, "middle", &number(tick));
    }
    for (level, name) in levels {
        segment(&mut out, "level", [LEFT, py(*level), right, py(*level)]);
        text(&mut out, right - 4.0, py(*level) - 5.0, "end", name);
    }
    for line in series {
        let every = line.values.len().div_ceil(POINTS).max(1);
        let last = line.values.len().saturating_sub(1);
        let mut points = String::new();
        for (x, &y) in line.values.iter().enumerate() {
            if (x % every == 0 || x == last) && y.is_finite() {
                let _ = write!(points, "{:.1},{:.1} ", px((x * line.every) as f64), py(y));
            }
        }
        let class = line.color % COLORS;
        let _ =
            writeln!(out, "<polyline class=\"line s{class}\" points=\"{}\"/>", points.trim_end());
    }
    if series.len() > 1 {
        for (place, line) in series.iter().enumerate() {
            let x = LEFT + (place % 4) as f64 * 145.0;
            let y = EDGE + 8.0 + (place / 4) as f64 * 22.0;
            let class = line.color % COLORS;
            segment(&mut out, &format!("line s{class}"), [x, y - 4.0, x + 18.0, y - 4.0]);
            text(&mut out, x + 24.0, y, "start", &shortened(&line.name, 16));
        }
    }
    axes(&mut out, frame, height);
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, frame: &Frame<'_>, height: f64) {
    text(out, (LEFT + WIDTH - EDGE) / 2.0, height - 6.0, "middle", frame.x);
    if !frame.y.is_empty() {
        let middle = (height - BOTTOM) / 2.0;
        let _ = writeln!(
            out,
            "<text transform=\"translate(13 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(frame.y)
        );
    }
}

/// A histogram.
pub fn columns(frame: &Frame<'_>, color: usize, bars: &[Column]) -> String {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1) as f64;
    let (right, bottom) = (WIDTH - EDGE, HEIGHT - BOTTOM);
    let wide = (right - LEFT) / bars.len().max(1) as f64;
    let py = |y: f64| bottom - (bottom - EDGE) * y / most;
    let mut out = begin(frame, HEIGHT);
    for tick in ticks(0.0, most, 5).into_iter().filter(|tick| tick.fract() == 0.0) {
        segment(
            &mut out,
            if tick == 0.0 { "axis" } else { "grid" },
            [LEFT, py(tick), right, py(tick)],
        );
        text(&mut out, LEFT - 6.0, py(tick) + 4.0, "end", &number(tick));
    }
    let letters = bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0) + 1;
    let every = ((letters as f64 * 8.0) / wide).ceil().max(1.0) as usize;
    for (place, bar) in bars.iter().enumerate() {
        let x = LEFT + place as f64 * wide;
        if bar.count > 0 {
            let y = py(bar.count as f64);
            let _ = writeln!(
                out,
                "<rect class=\"bar s{}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {}</title></rect>",
                color % COLORS,
                x + wide * 0.06,
                wide * 0.88,
                bottom - y,
                escape(&bar.range),
                bar.count
            );
        }
        if place % every == 0 {
            text(&mut out, x + wide / 2.0, bottom + 18.0, "middle", &bar.label);
        }
    }
    axes(&mut out, frame, HEIGHT);
    out.push_str("</svg>\n");
    out
}

/// Values with error bars, one a row.
pub fn intervals(frame: &Frame<'_>, rows: &[Interval]) -> String {
    const ROW: f64 = 30.0;
    const NAMES: f64 = 170.0;
    // What is infinite ends at the edge of the plot.
    let inside = |value: f64, low: f64, high: f64| {
        if value.is_nan() { 0.0f64.clamp(low, high) } else { value.clamp(low, high) }
    };
    let ends = rows
        .iter()
        .flat_map(|row| [row.value, row.low, row.high])
        .filter(|value| value.abs() <= 2000.0);
    let (mut low, mut high) = ends.fold((0.0f64, 0.0f64), |(l, h), v| (l.min(v), h.max(v)));
    let pad = ((high - low) * 0.06).max(10.0);
    (low, high) = (low - pad, high + pad);
    let height = EDGE + ROW * rows.len() as f64 + BOTTOM;
    let (right, bottom) = (WIDTH - EDGE, height - BOTTOM);
    let px = |x: f64| NAMES + (right - NAMES) * (inside(x, low, high) - low) / (high - low);
    let mut out = begin(frame, height);
    for tick in ticks(low, high, 7) {
        segment(
            &mut out,
            if tick == 0.0 { "axis" } else { "grid" },
            [px(tick), EDGE, px(tick), bottom],
        );
        text(&mut out, px(tick), bottom + 18.0, "middle", &number(tick));
    }
    for (place, row) in rows.iter().enumerate() {
        let y = EDGE + ROW * (place as f64 + 0.5);
        let color = row.color % COLORS;
        let class = format!("line s{color}");
        text(&mut out, NAMES - 10.0, y + 4.0, "end", &shortened(&row.name, 22));
        segment(&mut out, &class, [px(row.low), y, px(row.high), y]);
        for end in [row.low, row.high].into_iter().filter(|end| end.is_finite()) {
            segment(&mut out, &class, [px(end), y - 6.0, px(end), y + 6.0]);
        }
        let _ = writeln!(
            out,
            "<circle class=\"bar s{color}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}: {}</title></circle>",
            px(row.value),
            escape(&row.name),
            number(row.value)
        );
    }
    axes(&mut out, &Frame { y: "", ..*frame }, height);
    out.push_str("</svg>\n");
    out
}

/// At most so many characters.
fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_string();
    }
    name.chars().take(most - 1).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_ticks() {
        let cases =
            [(10.0, 5, 2.0), (10.0, 4, 5.0), (1.0, 5, 0.2), (363.0, 8, 50.0), (0.0, 5, 1.0)];
        for (span, most, expected) in cases {
            assert!((step(span, most) - expected).abs() < 1e-9, "{span} {most}");
        }
        assert_eq!(ticks(-3.0, 11.0, 4), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!([-0.001, -2.5, 100.0].map(number), ["0", "\u{2212}2.5", "100"]);
    }

    #[test]
    fn plots_are_well_formed_whatever_they_show() {
        let frame = Frame { about: "<b>&\"", x: "games & more", y: "<y>" };
        let values = [
            vec![],
            vec![0.0],
            vec![0.0, f64::NAN, f64::INFINITY, -4.0],
            (0..5000).map(f64::from).collect(),
        ];
        let mut plots = Vec::new();
        for values in values {
            let series = |color| Series {
                name: "<&>".repeat(9),
                color,
                every: 1 + color,
                values: values.clone(),
            };
            plots.push(lines(&frame, &[series(0)], &[]));
            plots.push(lines(&frame, &[series(0), series(9)], &[(2.94, "</svg>".into())]));
        }
        let bar = |count| Column { label: "<0>".into(), range: "&".into(), count };
        for bars in [vec![], vec![bar(0)], vec![bar(7); 40]] {
            plots.push(columns(&frame, 1, &bars));
        }
        let row = |value: f64, low: f64, high: f64| Interval {
            name: "<&>".into(),
            color: 9,
            value,
            low,
            high,
        };
        let infinite = row(0.0, f64::NEG_INFINITY, f64::INFINITY);
        for rows in [vec![], vec![row(1.0, -1.0, 3.0), infinite, row(f64::NAN, 0.0, 0.0)]] {
            plots.push(intervals(&frame, &rows));
        }
        for plot in plots {
            let document = roxmltree::Document::parse(&plot);
            let document = document.unwrap_or_else(|error| panic!("{error}\n{plot}"));
            assert_eq!(document.root_element().attribute("aria-label"), Some("<b>&\""));
            assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
        }
    }
}
