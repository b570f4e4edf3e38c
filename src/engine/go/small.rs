//! Go on small boards as a position of alpha-beta.
//!
//! What is left out of the search is what unconditional life settles (Benson, 1976; van der Werf, van den Herik and
//! Uiterwijk, Solving Go on small boards, 2003). The points that live or are surrounded unconditionally bound the score.
//! Where the players agree on dead stones, nobody plays inside unconditional territory: the owner can answer such a move
//! like a pass, and what is played there comes off at the end.

use crate::base::{Color, Move, Symmetry};
use crate::eval::StaticValue;
use crate::eval::go::Area;
use crate::game::State;
use crate::games::go::small::{Bits, SmallBoard, agrees, each};
use crate::games::go::{GoState, Scoring, Tax};
use crate::search::alphabeta::{Ordered, Position};

/// Values for one point, as in [`Area`].
const POINT: i32 = 8;
/// Positions with at most so many stones are turned into the first of their images, when images count as one.
const TURNED: u32 = 8;

/// A position on a small board under area scoring without tax, simple ko and no suicide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallGo {
    board: SmallBoard,
    to_move: Color,
    passes: u8,
    /// Do dead stones come off by agreement?
    agreed: bool,
    /// What is added to Black's area, in values: less komi.
    terms: i32,
    /// What each colour owns unconditionally, stones included; at least what is said here.
    sure: [Bits; 2],
    /// Does every play turn the board into one image of all that are alike? Moves then name points of that image.
    turned: bool,
}

impl SmallGo {
    /// The position, if board and rules are of that kind.
    pub fn new(state: &GoState) -> Option<SmallGo> {
        let rules = state.rules();
        let plain = rules.scoring == Scoring::Area && rules.tax == Tax::None && agrees(rules);
        let board = SmallBoard::from_board(state.board()).filter(|_| plain)?;
        let terms = libm::roundf(-state.compensation() * POINT as f32);
        // Komi must be told exactly, and leave room for the board.
        if terms / POINT as f32 != -state.compensation() || terms.abs() > 16_000.0 {
            return None;
        }
        let mut position = SmallGo {
            board,
            to_move: state.to_move(),
            passes: if state.outcome().is_some() { 2 } else { state.passes() as u8 },
            agreed: rules.friendly_pass,
            terms: terms as i32,
            sure: [0; 2],
            turned: false,
        };
        position.settle(Color::Black);
        position.settle(Color::White);
        Some(position)
    }

    /// The same, all images of a position taken as one.
    pub fn turned(state: &GoState) -> Option<SmallGo> {
        SmallGo::new(state).map(|position| SmallGo { turned: true, ..position })
    }

    /// Finds out what a colour owns for sure.
    fn settle(&mut self, color: Color) {
        let (stones, territory) = self.board.life(color);
        self.sure[color.index()] = stones | territory;
    }

    fn for_player(&self, black: i32) -> i32 {
        if self.to_move == Color::Black { black } else { -black }
    }

    fn turn(&mut self) {
        let stones = self.board.stones(Color::Black) | self.board.stones(Color::White);
        if stones.count_ones() > TURNED {
            return;
        }
        let order = |board: &SmallBoard| {
            (board.stones(Color::Black), board.stones(Color::White), board.ko())
        };
        let images = Symmetry::all(self.board.size()).map(|symmetry| self.board.image(symmetry));
        let first = images.min_by_key(order).unwrap_or(self.board);
        if first != self.board {
            self.board = first;
            self.settle(Color::Black);
            self.settle(Color::White);
        }
    }

    fn urgency(&self, bit: Bits) -> i32 {
        let (board, color) = (&self.board, self.to_move);
        let (own, enemy) = (board.stones(color), board.stones(color.other()));
        let near = board.grow(bit) & !bit;
        let taken = board.takes(color, bit);
        let breath = board.breath(color, bit, taken).count_ones() as i32;
        let mut urgency = 60 * breath.min(5) + 200 * taken.count_ones() as i32;
        if breath == 1 && taken == 0 {
            urgency -= 250;
        }
        if near & !own == 0 {
            // An own eye, mostly.
            urgency -= 300;
        }
        urgency += 25 * (near & enemy).count_ones() as i32;
        // Nearer to the middle is better: how often the set can grow within the board.
        let (width, height) = (board.size().width(), board.size().height());
        let point = board.point(bit);
        let line = |at: usize, side: usize| at.min(side - 1 - at) as i32;
        urgency + 40 * (line(point.x(), width) + line(point.y(), height))
    }
}

impl Position for SmallGo {
    type Aid = ();

    const LIMIT: i32 = <Area as StaticValue<GoState>>::LIMIT;
    const ASPIRATION: i32 = 6 * POINT;

    fn key(&self) -> u64 {
        let turn = u64::from(self.passes) << 1 | self.to_move.index() as u64;
        self.board.hash() ^ (turn + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn outcome(&self) -> Option<i32> {
        if self.passes < 2 {
            return None;
        }
        let dead = if self.agreed {
            self.sure[0] & self.board.stones(Color::White)
                | self.sure[1] & self.board.stones(Color::Black)
        } else {
            0
        };
        Some(self.for_player(POINT * self.board.without(dead).area_margin() + self.terms))
    }

    fn bounds(&self) -> (i32, i32) {
        let points = |set: Bits| set.count_ones() as i32;
        let all = points(self.board.full());
        let low = POINT * (2 * points(self.sure[0]) - all) + self.terms;
        let high = POINT * (all - 2 * points(self.sure[1])) + self.terms;
        if self.to_move == Color::Black { (low, high) } else { (-high, -low) }
    }

    fn evaluate(&self) -> i32 {
        let board = &self.board;
        let points = |set: Bits| set.count_ones() as i32;
        let settled = self.sure[0] | self.sure[1];
        let [black, white] = Color::BOTH.map(|color| board.stones(color) & !settled);
        let open = board.empties() & !settled;
        // Liberties, and the points two steps away.
        let near = [black, white].map(|stones| board.grow(stones) & open);
        let far = near.map(|near| board.grow(near) & open);
        let mut value = POINT * (points(self.sure[0]) - points(self.sure[1]));
        value += POINT * (points(black) - points(white));
        value += 5 * (points(near[0] & !near[1]) - points(near[1] & !near[0]));
        value += 2 * (points(far[0] & !far[1]) - points(far[1] & !far[0]));
        self.for_player(value + self.terms)
    }

    fn score(value: i32) -> f32 {
        <Area as StaticValue<GoState>>::score(value)
    }

    fn winrate(value: i32) -> f32 {
        <Area as StaticValue<GoState>>::winrate(value)
    }

    fn moves(&self, _depth: i32, moves: &mut Vec<Ordered>) {
        let closed = if self.agreed { self.sure[0] | self.sure[1] } else { 0 };
        for bit in each(self.board.empties() & !closed) {
            if self.board.is_legal(self.to_move, bit) {
                let mv = Move::at(self.board.point(bit));
                moves.push(Ordered { mv, urgency: self.urgency(bit) });
            }
        }
        let urgency = if self.passes > 0 { 600 } else { -300 };
        moves.push(Ordered { mv: Move::PASS, urgency });
    }

    fn play(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => {
                let bit = self.board.bit(point);
                self.board.play(self.to_move, bit);
                self.passes = 0;
                // What the other colour owned for sure it owns still.
                self.settle(self.to_move);
                if self.turned {
                    self.turn();
                }
            }
            None => {
                self.board.clear_ko();
                self.passes += 1;
            }
        }
        self.to_move = self.to_move.other();
    }
}
