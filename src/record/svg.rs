//! Board pictures as SVG text (SVG 1.1, no scripts, nothing fetched from outside). Whatever the page around it looks like,
//! light or dark, everything stands on the colour of the board.
//!
//! The elements carry classes, so that a page can dress them otherwise: `black`, `white`, `last`, `label`, `coordinate`.

use crate::base::{BoardSize, Color, Point};
use std::fmt::Write as _;

/// How a board looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Stones on the crossings of lines, star points; row 1 at the bottom.
    #[default]
    Go,
    /// Discs in the squares of a green board; row 1 on top, as every Othello record has it.
    Reversi,
    /// Stones on the crossings of lines; row 1 at the bottom.
    Gomoku,
}

impl Style {
    /// The style of the game of that public name; games without a style of their own look like Go.
    pub fn of(game: &str) -> Style {
        match game {
            "reversi" => Style::Reversi,
            "gomoku" => Style::Gomoku,
            _ => Style::Go,
        }
    }

    fn colors(self) -> (&'static str, &'static str) {
        match self {
            Style::Go => ("#e3b565", "#5b4420"),
            Style::Reversi => ("#2f7d4f", "#123c25"),
            Style::Gomoku => ("#ecd9a8", "#77663c"),
        }
    }
}

/// What is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The look.
    pub style: Style,
    /// The board.
    pub size: BoardSize,
    /// The stones, in [`BoardSize::points`] order; what is missing at the end is empty.
    pub stones: Vec<Option<Color>>,
    /// The last move, which gets a mark.
    pub last: Option<Point>,
    /// Texts on points: move numbers, letters.
    pub labels: Vec<(Point, String)>,
    /// Points that count for a colour.
    pub territory: Vec<(Point, Color)>,
    /// Stones that are dead.
    pub dead: Vec<Point>,
    /// Letters and numbers at the edge?
    pub coordinates: bool,
    /// A line below the board.
    pub caption: String,
}

/// Distance of two lines, in units of the picture.
pub const CELL: usize = 40;

/// Radius of a stone.
const STONE: usize = 18;

/// Height of a caption.
const LINE: usize = 30;

impl Picture {
    /// An empty board.
    pub fn new(style: Style, size: BoardSize) -> Picture {
        Picture {
            style,
            size,
            stones: Vec::new(),
            last: None,
            labels: Vec::new(),
            territory: Vec::new(),
            dead: Vec::new(),
            coordinates: false,
            caption: String::new(),
        }
    }

    /// Distance of the first line (of the first square's middle) from the edge of the picture.
    pub fn margin(&self) -> usize {
        if self.coordinates { CELL + CELL / 4 } else { CELL * 3 / 4 }
    }

    /// Width and height of the picture.
    pub fn extent(&self) -> (usize, usize) {
        let side = |lines: usize| 2 * self.margin() + (lines - 1) * CELL;
        let caption = if self.caption.is_empty() { 0 } else { LINE };
        (side(self.size.width()), side(self.size.height()) + caption)
    }

    /// The whole document, one `svg` element with a `viewBox` and its size in pixels.
    pub fn to_svg(&self) -> String {
        let (width, height) = self.extent();
        let (ground, line) = self.style.colors();
        let title = self.description();
        // Writing to a string cannot fail.
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{ground}\"/>\n",
            escape(&title)
        );
        self.lines(&mut out, line);
        if self.coordinates {
            self.edge(&mut out);
        }
        self.pieces(&mut out);
        self.marks(&mut out);
        if !self.caption.is_empty() {
            // As wide as the board at most: long captions are squeezed.
            let wide = self.caption.chars().count() * 9;
            let fit = match wide > width.saturating_sub(20) {
                true => format!(
                    " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                    width.saturating_sub(20)
                ),
                false => String::new(),
            };
            let _ = writeln!(
                out,
                "<text class=\"caption\" x=\"{}\" y=\"{}\" font-size=\"16\" fill=\"{}\"{fit}>{}</text>",
                width / 2,
                height - 14,
                self.ink(),
                escape(&self.caption)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// What a reader who does not see the picture is told.
    fn description(&self) -> String {
        let count = |color| self.stones.iter().filter(|stone| **stone == Some(color)).count();
        let mut text = format!(
            "{} board {}x{}, {} black and {} white stones",
            match self.style {
                Style::Go => "Go",
                Style::Reversi => "Reversi",
                Style::Gomoku => "Gomoku",
            },
            self.size.width(),
            self.size.height(),
            count(Color::Black),
            count(Color::White)
        );
        if let Some(point) = self.last {
            let _ = write!(text, ", last move {point}");
        }
        text
    }

    fn ink(&self) -> &'static str {
        if self.style == Style::Reversi { "#f2f7f2" } else { "#2b2010" }
    }

    /// The middle of a point.
    fn at(&self, point: Point) -> (usize, usize) {
        let rows = self.size.height() - 1;
        let down = match self.style {
            Style::Reversi => point.y().min(rows),
            Style::Go | Style::Gomoku => rows.saturating_sub(point.y()),
        };
        (self.margin() + point.x() * CELL, self.margin() + down * CELL)
    }

    fn lines(&self, out: &mut String, color: &str) {
        let (columns, rows) = (self.size.width(), self.size.height());
        // Lines go through the stones, or around the squares.
        let (columns, rows, from) = match self.style {
            Style::Reversi => (columns + 1, rows + 1, self.margin() - CELL / 2),
            Style::Go | Style::Gomoku => (columns, rows, self.margin()),
        };
        let far = |count: usize| from + (count - 1) * CELL;
        let mut path = String::new();
        for x in (0..columns).map(|i| from + i * CELL) {
            let _ = write!(path, "M{x} {from}V{}", far(rows));
        }
        for y in (0..rows).map(|i| from + i * CELL) {
            let _ = write!(path, "M{from} {y}H{}", far(columns));
        }
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" stroke-linecap=\"square\"/>"
        );
        for (x, y) in self.stars() {
            let (x, y) = (from + x * CELL, from + y * CELL);
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{color}\"/>");
        }
    }

    /// Crossings with a dot, counted in lines from the top left.
    fn stars(&self) -> Vec<(usize, usize)> {
        let (width, height) = (self.size.width(), self.size.height());
        if self.style == Style::Reversi {
            let corners = |side: usize| if side >= 6 { vec![2, side - 2] } else { vec![] };
            let rows = corners(height);
            let columns = corners(width);
            return columns.iter().flat_map(|&x| rows.iter().map(move |&y| (x, y))).collect();
        }
        let places = |side: usize| {
            let edge = match side {
                0..7 => return Vec::new(),
                7..12 => 2,
                _ => 3,
            };
            let mut places = vec![edge, side - 1 - edge];
            if side % 2 == 1 {
                places.push(side / 2);
            }
            places
        };
        let middle = |place: usize, side: usize| side % 2 == 1 && place == side / 2;
        let mut stars = Vec::new();
        for x in places(width) {
            for y in places(height) {
                // Dots in the middle of the sides are usual on large boards of Go only.
                let lone = middle(x, width) != middle(y, height);
                if !lone || (self.style == Style::Go && width.min(height) >= 15) {
                    stars.push((x, y));
                }
            }
        }
        stars
    }

    fn edge(&self, out: &mut String) {
        let (width, height) = (self.size.width(), self.size.height());
        let ink = self.ink();
        let mut write_at = |x: usize, y: usize, text: &str| {
            let _ = writeln!(
                out,
                "<text class=\"coordinate\" x=\"{x}\" y=\"{}\" font-size=\"15\" fill=\"{ink}\">{text}</text>",
                y + 5
            );
        };
        let far = |count: usize| self.margin() + (count - 1) * CELL + CELL * 3 / 4 + 3;
        let near = self.margin() - CELL * 3 / 4 - 3;
        for x in 0..width {
            let point = Point::at(x, 0);
            let letter: String = point.to_string().chars().take(1).collect();
            let letter = if self.style == Style::Reversi { letter.to_lowercase() } else { letter };
            write_at(self.at(point).0, near, &letter);
            write_at(self.at(point).0, far(height), &letter);
        }
        for y in 0..height {
            let number = (y + 1).to_string();
            let row = self.at(Point::at(0, y)).1;
            write_at(near, row, &number);
            write_at(far(width), row, &number);
        }
    }

    fn pieces(&self, out: &mut String) {
        for (point, stone) in self.size.points().zip(&self.stones) {
            let Some(color) = stone else { continue };
            let (x, y) = self.at(point);
            let (fill, rim) = match color {
                Color::Black => ("#1a1a1a", "#000"),
                Color::White => ("#f7f7f2", "#55524a"),
            };
            let faint = if self.dead.contains(&point) { " opacity=\"0.5\"" } else { "" };
            let _ = writeln!(
                out,
                "<circle class=\"{color}\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"{rim}\"{faint}/>"
            );
        }
    }

    fn stone(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        self.stones.get(point.y() * self.size.width() + point.x()).copied().flatten()
    }

    fn marks(&self, out: &mut String) {
        for &(point, color) in &self.territory {
            let (x, y) = self.at(point);
            let fill = if color == Color::Black { "#1a1a1a" } else { "#f7f7f2" };
            let _ = writeln!(
                out,
                "<rect class=\"territory\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{fill}\" stroke=\"#55524a\"/>",
                x - 6,
                y - 6
            );
        }
        for (point, text) in &self.labels {
            let (x, y) = self.at(*point);
            let last = self.last == Some(*point);
            let stone = self.stone(*point);
            let fill = match (last, stone) {
                (true, Some(Color::Black)) => "#ff8f7a",
                (true, _) => "#c01818",
                (_, Some(Color::Black)) => "#fff",
                (_, Some(Color::White)) => "#111",
                (_, None) => self.ink(),
            };
            if stone.is_none() && self.style != Style::Reversi {
                // The lines do not run through the text.
                let ground = self.style.colors().0;
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{ground}\"/>");
            }
            let size = [20, 20, 18, 14].get(text.chars().count()).unwrap_or(&11);
            let _ = writeln!(
                out,
                "<text class=\"label\" x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>",
                y + size * 7 / 20,
                escape(text)
            );
        }
        if let Some(point) = self.last
            && !self.labels.iter().any(|(labelled, _)| *labelled == point)
        {
            let (x, y) = self.at(point);
            let color = if self.stone(point) == Some(Color::Black) { "#ff8f7a" } else { "#c01818" };
            let _ = writeln!(
                out,
                "<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\"/>"
            );
        }
    }
}

/// A text as the content of an element or of a quoted attribute, in XML and HTML alike. Characters that XML 1.0 does not
/// have (section 2.2: control characters) become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\0'..=' ' if c != ' ' => out.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(style: Style, width: usize, height: usize) -> Picture {
        let size = BoardSize::new(width, height).unwrap();
        let mut picture = Picture::new(style, size);
        let colors = [Some(Color::Black), None, Some(Color::White)];
        picture.stones = (0..size.area()).map(|i| colors[i % 3]).collect();
        picture
    }

    #[test]
    fn every_board_is_well_formed() {
        for style in [Style::Go, Style::Reversi, Style::Gomoku] {
            for (width, height) in (1..=25).map(|n| (n, n)).chain([(1, 25), (25, 1), (9, 13)]) {
                let mut picture = picture(style, width, height);
                picture.coordinates = width % 2 == 0;
                picture.caption = "a < b & \"c\" \u{1b}[0m".repeat(width % 3);
                picture.last = Some(Point::at(width - 1, 0));
                picture.labels = vec![
                    (Point::at(0, 0), "<1>".into()),
                    (Point::at(width / 2, height / 2), "100".into()),
                ];
                picture.territory = vec![(Point::at(0, height - 1), Color::White)];
                picture.dead = vec![Point::at(0, 0)];
                let text = picture.to_svg();
                let document = roxmltree::Document::parse(&text)
                    .unwrap_or_else(|error| panic!("{style:?} {width}x{height}: {error}\n{text}"));
                let root = document.root_element();
                let (wide, high) = picture.extent();
                assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {wide} {high}").as_str()));
                let count = |class: &str| {
                    document.descendants().filter(|n| n.attribute("class") == Some(class)).count()
                };
                let stones = |color| picture.stones.iter().filter(|s| **s == Some(color)).count();
                assert_eq!(count("black"), stones(Color::Black));
                assert_eq!(count("white"), stones(Color::White));
                assert_eq!(count("label"), 2);
                let coordinates = if picture.coordinates { 2 * (width + height) } else { 0 };
                assert_eq!(count("coordinate"), coordinates);
                // Everything lies within the picture.
                for node in document.descendants().filter(|n| n.is_element()) {
                    for (name, limit) in [("cx", wide), ("cy", high), ("x", wide), ("y", high)] {
                        if let Some(value) = node.attribute(name) {
                            let value: usize = value.parse().expect("a whole number");
                            assert!(value <= limit, "{name}={value} of {limit}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_small_board() {
        let mut picture = Picture::new(Style::Go, BoardSize::new(3, 2).unwrap());
        picture.stones = vec![Some(Color::Black), None, None, None, None, Some(Color::White)];
        picture.last = Some(Point::at(2, 1));
        let expected = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 140 100\" width=\"140\" height=\"100\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">
<title>Go board 3x2, 1 black and 1 white stones, last move C2</title>
<rect width=\"140\" height=\"100\" rx=\"6\" fill=\"#e3b565\"/>
<path d=\"M30 30V70M70 30V70M110 30V70M30 30H110M30 70H110\" fill=\"none\" stroke=\"#5b4420\" stroke-width=\"1.5\" stroke-linecap=\"square\"/>
<circle class=\"black\" cx=\"30\" cy=\"70\" r=\"18\" fill=\"#1a1a1a\" stroke=\"#000\"/>
<circle class=\"white\" cx=\"110\" cy=\"30\" r=\"18\" fill=\"#f7f7f2\" stroke=\"#55524a\"/>
<circle class=\"last\" cx=\"110\" cy=\"30\" r=\"8\" fill=\"none\" stroke=\"#c01818\" stroke-width=\"3\"/>
</svg>
";
        assert_eq!(picture.to_svg(), expected);
    }

    #[test]
    fn reversi_has_row_1_on_top_and_go_at_the_bottom() {
        let eight = BoardSize::square(8).unwrap();
        let row = |style| Picture::new(style, eight).at(Point::at(0, 0)).1;
        assert_eq!((row(Style::Reversi), row(Style::Go)), (30, 30 + 7 * CELL));
    }

    #[test]
    fn dots() {
        let count = |style, width, height| {
            Picture::new(style, BoardSize::new(width, height).unwrap()).stars().len()
        };
        let cases = [
            (Style::Go, 19, 19, 9),
            (Style::Go, 13, 13, 5),
            (Style::Go, 9, 9, 5),
            (Style::Go, 18, 18, 4),
            (Style::Go, 5, 5, 0),
            (Style::Go, 9, 19, 5),
            (Style::Gomoku, 15, 15, 5),
            (Style::Reversi, 8, 8, 4),
            (Style::Reversi, 4, 4, 0),
        ];
        for (style, width, height, expected) in cases {
            assert_eq!(count(style, width, height), expected, "{style:?} {width}x{height}");
        }
    }
}
