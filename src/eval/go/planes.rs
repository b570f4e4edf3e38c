//! What a network sees of a position: planes of the points and a few numbers for the whole board.
//!
//! Everything is told from the side of the player to move. The same extractor feeds training and play. Nothing depends on
//! the size of the board, which may be any.

use super::ladder::LadderReader;
use crate::base::{BoardSize, Color, MAX_SIDE, Move, Point};
use crate::game::State;
use crate::games::go::{GoState, Ko, RECENT, Scoring};

/// Numbers of a point.
pub const PLANES: usize = 22;

/// Numbers of the whole board.
pub const GLOBALS: usize = 7;

/// What [`GLOBALS`]`[0]`, the komi, is divided by.
const KOMI_SCALE: f32 = 20.0;

/// The greatest of it: networks have hardly seen greater ones.
const KOMI_MOST: f32 = 3.0;

/// A plane by its number. `Own` is the player to move.
mod plane {
    /// 1 on every point, which tells the board from what lies outside.
    pub const BOARD: usize = 0;
    pub const OWN: usize = 1;
    pub const OTHER: usize = 2;
    /// Strings with one, two and three liberties.
    pub const OWN_LIBERTIES: usize = 3;
    pub const OTHER_LIBERTIES: usize = 6;
    /// Empty points where the rules forbid a play: ko, superko, suicide.
    pub const FORBIDDEN: usize = 9;
    /// The last move, the one before it, and so on: five planes.
    pub const RECENT: usize = 10;
    /// Strings that a ladder catches: in atari and lost even if they run, or with two liberties and lost if attacked now.
    pub const OWN_LADDER: usize = 15;
    pub const OTHER_LADDER: usize = 16;
    /// Plays that begin a ladder which catches something.
    pub const LADDER_MOVE: usize = 17;
    /// Plays after which the own string has one liberty.
    pub const SELF_ATARI: usize = 18;
    /// Plays that capture.
    pub const CAPTURE: usize = 19;
    /// Plays after which the own string has two liberties.
    pub const TWO_LIBERTIES: usize = 20;
    /// Empty points where the opponent would have at most one liberty.
    pub const OTHER_SELF_ATARI: usize = 21;
}

/// Reads positions for one thread.
pub struct PlaneReader {
    ladders: LadderReader,
    size: BoardSize,
}

impl PlaneReader {
    /// A reader; it fits every board.
    pub fn new() -> PlaneReader {
        let size = BoardSize::square(MAX_SIDE).unwrap_or_else(|| unreachable!("a legal size"));
        PlaneReader { ladders: LadderReader::new(size), size }
    }

    /// Writes the planes, `planes[(y * width + x) * PLANES + plane]`, each 0 or 1; `planes` must hold the board's area times
    /// [`PLANES`]. Returns the numbers of the whole board:
    ///
    /// | place | number |
    /// |---|---|
    /// | 0 | points that the player to move is given ([`GoState::given`]), / 20, -3..=3 |
    /// | 1 | 1 under territory scoring |
    /// | 2, 3 | 1 if the last move was a pass; if the one before it was |
    /// | 4 | 1 under superko |
    /// | 5 | where the komi stands between those that make a draw possible, -0.5..=0.5; 0 under territory scoring |
    /// | 6 | (square root of the area - 14) / 10 |
    pub fn read(&mut self, state: &GoState, planes: &mut [f32]) -> [f32; GLOBALS] {
        let size = state.size();
        if self.size != size {
            self.ladders = LadderReader::new(size);
            self.size = size;
        }
        planes.fill(0.0);
        self.points(state, planes);
        self.strings(state, planes);
        let recent = state.recent();
        for (age, mv) in recent.iter().take(RECENT).enumerate() {
            if let Some(point) = mv.and_then(Move::point) {
                planes[place(size, point) + plane::RECENT + age] = 1.0;
            }
        }
        let area = state.rules().scoring == Scoring::Area;
        let given = state.given(state.to_move());
        let passed = |age: usize| f32::from(u8::from(recent[age] == Some(Move::PASS)));
        [
            (given / KOMI_SCALE).clamp(-KOMI_MOST, KOMI_MOST),
            if area { 0.0 } else { 1.0 },
            passed(0),
            passed(1),
            if state.rules().ko == Ko::Simple { 0.0 } else { 1.0 },
            if area { parity(given, size.area()) } else { 0.0 },
            ((size.area() as f32).sqrt() - 14.0) / 10.0,
        ]
    }

    /// What is told of single points.
    fn points(&mut self, state: &GoState, planes: &mut [f32]) {
        let (board, own) = (state.board(), state.to_move());
        for (point, cell) in board.size().points().zip(planes.chunks_exact_mut(PLANES)) {
            cell[plane::BOARD] = 1.0;
            if let Some(color) = board.color(point) {
                cell[if color == own { plane::OWN } else { plane::OTHER }] = 1.0;
                continue;
            }
            if state.check(Move::at(point)).is_err() {
                cell[plane::FORBIDDEN] = 1.0;
            } else {
                match board.liberties_after(own, point, None) {
                    0 | 1 => cell[plane::SELF_ATARI] = 1.0,
                    2 => cell[plane::TWO_LIBERTIES] = 1.0,
                    _ => {}
                }
                if board.is_capture(own, point) {
                    cell[plane::CAPTURE] = 1.0;
                }
            }
            if board.liberties_after(own.other(), point, None) < 2 {
                cell[plane::OTHER_SELF_ATARI] = 1.0;
            }
        }
    }

    /// What is told of whole strings: liberties and ladders.
    fn strings(&mut self, state: &GoState, planes: &mut [f32]) {
        let (board, own) = (state.board(), state.to_move());
        let size = board.size();
        for color in [Color::Black, Color::White] {
            let mine = color == own;
            let (first, ladder) = if mine {
                (plane::OWN_LIBERTIES, plane::OWN_LADDER)
            } else {
                (plane::OTHER_LIBERTIES, plane::OTHER_LADDER)
            };
            for chain in board.chains(color) {
                let Some(stone) = board.chain_stones(chain).next() else { continue };
                let mut liberties = [stone; 4];
                let count = board.liberties(chain, &mut liberties);
                if count > 3 {
                    continue;
                }
                let caught = match count {
                    1 => self.cannot_run(state, color, chain, liberties[0]),
                    2 => self.ladders.caught(board, stone),
                    _ => false,
                };
                if caught && count == 2 && !mine {
                    for &liberty in &liberties[..2] {
                        if self.ladders.caught_after_atari(board, stone, liberty) {
                            planes[place(size, liberty) + plane::LADDER_MOVE] = 1.0;
                        }
                    }
                }
                for stone in board.chain_stones(chain) {
                    let cell = place(size, stone);
                    planes[cell + first + count - 1] = 1.0;
                    if caught {
                        planes[cell + ladder] = 1.0;
                    }
                }
            }
        }
    }

    /// Is a string in atari lost even if its owner extends it at its last liberty? Captures that free it are not looked at.
    fn cannot_run(&mut self, state: &GoState, color: Color, chain: usize, liberty: Point) -> bool {
        let board = state.board();
        if board.is_suicide(color, liberty) || board.is_ko(color, liberty) {
            return true;
        }
        match board.liberties_after(color, liberty, None) {
            0 | 1 => board.chain_size(chain) > 1 || !board.is_capture(color, liberty),
            2 => self.ladders.caught_after_extending(board, color, liberty),
            _ => false,
        }
    }
}

impl Default for PlaneReader {
    fn default() -> PlaneReader {
        PlaneReader::new()
    }
}

/// Where the planes of a point begin.
fn place(size: BoardSize, point: Point) -> usize {
    (point.y() * size.width() + point.x()) * PLANES
}

/// How far the points given lie from the next that make a draw possible on a full board, as a wave of period 2: 0 there and
/// half-way, 0.5 above, -0.5 below.
pub(super) fn parity(given: f32, area: usize) -> f32 {
    let odd = (area % 2) as f32;
    let above = (given - odd).rem_euclid(2.0);
    if above < 0.5 {
        above
    } else if above < 1.5 {
        1.0 - above
    } else {
        above - 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{below, seeded};
    use crate::games::go::Rules;

    /// A position from rows, the top one first, Black to move.
    fn position(rows: &[&str]) -> GoState {
        let size = BoardSize::new(rows[0].len(), rows.len()).expect("size");
        let mut state = GoState::new(size, Rules::CHINESE, 6.5);
        let mut stones = Vec::new();
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, c) in row.chars().enumerate() {
                match c {
                    'X' => stones.push((Color::Black, Point::at(x, y))),
                    'O' => stones.push((Color::White, Point::at(x, y))),
                    _ => {}
                }
            }
        }
        state.set_position(&stones).expect("position");
        state
    }

    fn read(state: &GoState) -> (Vec<f32>, [f32; GLOBALS]) {
        let mut planes = vec![7.0; state.size().area() * PLANES];
        let globals = PlaneReader::new().read(state, &mut planes);
        (planes, globals)
    }

    /// The points where a plane is 1, by name.
    fn marked(state: &GoState, plane: usize) -> String {
        let (planes, _) = read(state);
        let cell = |p: &Point| planes[place(state.size(), *p) + plane];
        assert!(planes.iter().all(|&v| v == 0.0 || v == 1.0));
        let mut names: Vec<String> =
            state.size().points().filter(|p| cell(p) == 1.0).map(|p| p.to_string()).collect();
        names.sort();
        names.join(" ")
    }

    /// White's stone on C3 is in a ladder that Black begins on C4; the one on A1 is caught from either side; White would be in
    /// atari on E6 and F5.
    const LADDER: [&str; 6] = [".....X", "....X.", "......", ".XO...", "..XX..", "O....."];

    #[test]
    fn planes_by_hand() {
        use plane::*;
        let stones = position(&["..O..", ".XXO.", "XX.XO", "OX.XO", ".OO.."]);
        let ladder = position(&LADDER);
        let mut ko = position(&[".XO.", "XO.O", ".XO.", "...."]);
        for (color, mv) in [(Color::White, "A1"), (Color::Black, "C3"), (Color::White, "D1")] {
            ko.set_to_move(color);
            ko.try_play(mv.parse().expect("a move")).expect("legal");
        }
        ko.set_to_move(Color::White);
        ko.set_to_move(Color::Black);
        let mut retake = position(&[".XO.", "XO.O", ".XO.", "...."]);
        retake.try_play("C3".parse().expect("a move")).expect("legal");
        let cases: &[(&str, &GoState, usize, &str)] = &[
            ("own", &stones, OWN, "A3 B2 B3 B4 C4 D2 D3"),
            ("other", &stones, OTHER, "A2 B1 C1 C5 D4 E2 E3"),
            ("other in atari", &stones, OTHER_LIBERTIES, "A2"),
            ("other with two liberties", &stones, OTHER_LIBERTIES + 1, "C5 D4 E2 E3"),
            ("other with three liberties", &stones, OTHER_LIBERTIES + 2, "B1 C1"),
            ("captures", &stones, CAPTURE, "A1"),
            ("caught", &ladder, OTHER_LADDER, "A1 C3"),
            ("nobody of ours", &ladder, OWN_LADDER, ""),
            ("ladders begin", &ladder, LADDER_MOVE, "A2 B1 C4"),
            ("other alone", &ladder, OTHER_SELF_ATARI, "E6 F5"),
            ("the ko may not be taken back, nor may suicide be", &retake, FORBIDDEN, "A4 B3"),
            ("the last move", &retake, RECENT, "C3"),
            ("the last of three", &ko, RECENT, "D1"),
            ("the second of three", &ko, RECENT + 1, "C3"),
            ("the first of three", &ko, RECENT + 2, "A1"),
            ("no fourth", &ko, RECENT + 3, ""),
        ];
        for (name, state, plane, expected) in cases {
            assert_eq!(marked(state, *plane), *expected, "{name}");
        }
    }

    #[test]
    fn numbers_of_the_board() {
        let size = BoardSize::square(9).expect("a size");
        let mut state = GoState::new(size, Rules::CHINESE, 7.5);
        assert_eq!(read(&state).1, [-0.375, 0.0, 0.0, 0.0, 0.0, -0.5, -0.5]);
        state.play(Move::PASS);
        assert_eq!(read(&state).1, [0.375, 0.0, 1.0, 0.0, 0.0, 0.5, -0.5]);
        // Komi 7 makes a draw possible on a board of 81 points, 6 never does.
        for (komi, wave) in [(7.0, 0.0), (6.0, 0.0), (6.5, -0.5), (7.25, 0.25), (5.5, 0.5)] {
            state.set_komi(komi);
            assert_eq!(read(&state).1[5], wave, "{komi}");
        }
        for (komi, given) in [(60.0, 3.0), (500.0, 3.0), (-61.0, -3.0), (30.0, 1.5)] {
            state.set_komi(komi);
            assert_eq!(read(&state).1[0], given, "{komi}");
        }
        let mut state = GoState::new(size, Rules::JAPANESE, 6.5);
        state.set_rules(Rules { ko: Ko::Positional, ..*state.rules() });
        for mv in ["E5", "C3", "pass"] {
            state.try_play(mv.parse().expect("a move")).expect("legal");
        }
        // White has put a stone less on the board since Black's pass: the one that White puts now costs a point.
        assert_eq!(read(&state).1, [0.325, 1.0, 1.0, 0.0, 1.0, 0.0, -0.5]);
        state.try_play("G7".parse().expect("a move")).expect("legal");
        assert_eq!(read(&state).1[..4], [(-6.5 + 1.0) / 20.0, 1.0, 0.0, 1.0]);
    }

    /// Random games seen in a mirror, turned, and with colours exchanged have the planes of the game, moved likewise.
    #[test]
    fn planes_turn_with_the_board() {
        type Place = fn(usize, usize, usize, usize) -> (usize, usize);
        let turns: [(&str, Place); 3] = [
            ("left and right", |w, _, x, y| (w - 1 - x, y)),
            ("upside down", |_, h, x, y| (x, h - 1 - y)),
            ("half a turn", |w, h, x, y| (w - 1 - x, h - 1 - y)),
        ];
        let mut rng = seeded(5);
        for (round, &(width, height)) in [(7, 7), (5, 9), (9, 9), (4, 4)].iter().enumerate() {
            let size = BoardSize::new(width, height).expect("a size");
            for (name, turn) in turns {
                let swapped = round % 2 == 1;
                let mut game = GoState::new(size, Rules::CHINESE_SUPERKO, 3.0);
                let mut image =
                    GoState::new(size, Rules::CHINESE_SUPERKO, if swapped { -3.0 } else { 3.0 });
                if swapped {
                    image.set_to_move(Color::White);
                }
                for _ in 0..2 * size.area() {
                    let point = loop {
                        let point = Point::at(
                            below(&mut rng, width as u32) as usize,
                            below(&mut rng, height as u32) as usize,
                        );
                        if below(&mut rng, 40) == 0 {
                            break None;
                        }
                        if game.is_legal(Move::at(point)) {
                            break Some(point);
                        }
                    };
                    let to = point.map(|p| turn(width, height, p.x(), p.y()));
                    game.play(point.map_or(Move::PASS, Move::at));
                    image.play(to.map_or(Move::PASS, |(x, y)| Move::xy(x, y)));
                    if game.outcome().is_some() {
                        break;
                    }
                    let ((planes, globals), (turned, same)) = (read(&game), read(&image));
                    assert_eq!(globals, same, "{name}");
                    for point in size.points() {
                        let (x, y) = turn(width, height, point.x(), point.y());
                        let (here, there) = (place(size, point), place(size, Point::at(x, y)));
                        let (one, two) = (&planes[here..][..PLANES], &turned[there..][..PLANES]);
                        assert_eq!(one, two, "{name} {point} of {:?}", size);
                    }
                }
            }
        }
    }
}
