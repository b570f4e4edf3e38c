//! The 3x3 patterns of the playouts, spelt out as text and compiled into a table.
//!
//! The shapes are those of MoGo's playouts (Gelly, Wang, Munos, Teytaud: "Modification of UCT with patterns in
//! Monte-Carlo Go", 2006): hane, cuts, and moves along the edge.

use crate::base::Color;

/// One pattern around an empty point, three rows of three.
///
/// `X` and `O` stones of either side, `.` empty, `x` no X (and on the board), `o` no O (and on the board), `#` outside
/// the board, `?` anything. The middle is where the move goes.
struct Shape {
    rows: [&'static [u8; 3]; 3],
    /// May both sides play there, or X alone?
    both: bool,
}

const fn both(a: &'static [u8; 3], b: &'static [u8; 3], c: &'static [u8; 3]) -> Shape {
    Shape { rows: [a, b, c], both: true }
}

const fn x_only(a: &'static [u8; 3], b: &'static [u8; 3], c: &'static [u8; 3]) -> Shape {
    Shape { rows: [a, b, c], both: false }
}

static SHAPES: [Shape; 13] = [
    // Hane: around the head of a stone, not cutting, bending beside two, and on the heads of two.
    both(b"XOX", b"...", b"???"),
    both(b"XO.", b"...", b"?.?"),
    both(b"XO?", b"X..", b"x.?"),
    x_only(b"XOO", b"...", b"?.?"),
    // A diagonal attachment.
    both(b".O.", b"X..", b"..."),
    // Cuts: open, peeped at, pushing through, and along a knight's move.
    both(b"XO?", b"O.o", b"?o?"),
    both(b"XO?", b"O.X", b"???"),
    both(b"?X?", b"O.O", b"ooo"),
    both(b"OX?", b"o.O", b"???"),
    // On the edge: chase, block a cut, block a connection, descend, cut.
    both(b"X.?", b"O.?", b"###"),
    both(b"?X?", b"x.O", b"###"),
    both(b"?XO", b"x.x", b"###"),
    both(b"?OX", b"X.O", b"###"),
];

/// Which side may play on a point, by what lies around it.
pub struct Patterns {
    /// By [`crate::games::go::Board::surroundings`]: bit 0 for Black, bit 1 for White.
    table: Vec<u8>,
}

impl Patterns {
    /// Compiles the table (about a millisecond).
    pub fn new() -> Patterns {
        let mut patterns = Patterns { table: vec![0; 1 << 16] };
        for shape in &SHAPES {
            let [a, b, c] = shape.rows;
            // In the bit order of `surroundings`: lower row first.
            let around = [c[0], c[1], c[2], b[0], b[2], a[0], a[1], a[2]];
            let sides = if shape.both { 3 } else { 1 };
            for symmetry in &SYMMETRIES {
                let turned = symmetry.map(|from| around[from]);
                patterns.expand(&turned, 0, 0, sides);
                patterns.expand(&turned.map(swap), 0, 0, if sides == 3 { 3 } else { 2 });
            }
        }
        patterns
    }

    fn expand(&mut self, around: &[u8; 8], at: usize, code: usize, sides: u8) {
        if at == 8 {
            self.table[code] |= sides;
            return;
        }
        let contents: &[usize] = match around[at] {
            b'.' => &[0],
            b'X' => &[1],
            b'O' => &[2],
            b'x' => &[0, 2],
            b'o' => &[0, 1],
            b'#' => &[3],
            _ => &[0, 1, 2, 3],
        };
        for &content in contents {
            self.expand(around, at + 1, code | content << (2 * at), sides);
        }
    }

    /// Does a pattern advise that colour to play amid these surroundings?
    #[inline]
    pub fn advises(&self, color: Color, surroundings: u16) -> bool {
        self.table[surroundings as usize] >> color.index() & 1 != 0
    }
}

impl Default for Patterns {
    fn default() -> Patterns {
        Patterns::new()
    }
}

fn swap(symbol: u8) -> u8 {
    match symbol {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

/// The eight symmetries of the square as permutations of the eight neighbours (0 1 2 / 3 4 / 5 6 7).
const SYMMETRIES: [[usize; 8]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [2, 1, 0, 4, 3, 7, 6, 5],
    [5, 6, 7, 3, 4, 0, 1, 2],
    [7, 6, 5, 4, 3, 2, 1, 0],
    [0, 3, 5, 1, 6, 2, 4, 7],
    [5, 3, 0, 6, 1, 7, 4, 2],
    [2, 4, 7, 1, 6, 0, 3, 5],
    [7, 4, 2, 6, 1, 5, 3, 0],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The surroundings turned or mirrored by moving the point at offset (x, y) to `to(x, y)`.
    fn moved(code: u16, to: impl Fn(i32, i32) -> (i32, i32)) -> u16 {
        const OFFSETS: [(i32, i32); 8] =
            [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let mut out = 0;
        for (k, &(x, y)) in OFFSETS.iter().enumerate() {
            let at = OFFSETS.iter().position(|&o| o == to(x, y)).expect("an offset");
            out |= (code >> (2 * k) & 3) << (2 * at);
        }
        out
    }

    fn swapped(code: u16) -> u16 {
        // 1 and 2 change places, 0 and 3 stay.
        (code & 0x5555) << 1 | (code >> 1) & 0x5555
    }

    #[test]
    fn the_table_has_all_symmetries() {
        let patterns = Patterns::new();
        let mut advised = 0;
        for code in 0..=u16::MAX {
            let black = patterns.advises(Color::Black, code);
            advised += u32::from(black);
            assert_eq!(black, patterns.advises(Color::White, swapped(code)), "{code:04x}");
            // A quarter turn and a reflection generate the eight symmetries.
            let turned = moved(code, |x, y| (-y, x));
            let mirrored = moved(code, |x, y| (-x, y));
            assert_eq!(black, patterns.advises(Color::Black, turned), "{code:04x}");
            assert_eq!(black, patterns.advises(Color::Black, mirrored), "{code:04x}");
        }
        assert!(advised > 1000);
        assert!(!patterns.advises(Color::Black, 0), "an empty neighbourhood advises nothing");
    }

    #[test]
    fn shapes_are_recognised() {
        // Lower row, beside, upper row; each from the left.
        let code =
            |cells: [u16; 8]| cells.iter().enumerate().fold(0, |code, (k, &c)| code | c << (2 * k));
        let cases = [
            ("hane between", [0, 0, 0, 0, 0, 1, 2, 1], true, true),
            ("a cut", [0, 0, 0, 2, 0, 1, 2, 0], true, true),
            (
                "hane on two heads is for the single stone's side",
                [0, 0, 0, 0, 0, 1, 2, 2],
                true,
                false,
            ),
            ("on the edge between two sides", [3, 3, 3, 1, 2, 0, 2, 1], true, true),
            ("solid beside own stones", [0, 0, 0, 1, 0, 1, 1, 0], false, false),
        ];
        let patterns = Patterns::new();
        for (name, cells, black, white) in cases {
            let code = code(cells);
            assert_eq!(patterns.advises(Color::Black, code), black, "{name}");
            assert_eq!(patterns.advises(Color::White, code), white, "{name}");
        }
    }
}
