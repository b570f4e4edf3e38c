//! A game of Reversi: the board, whose turn it is, the rules in force.

use super::{Board, Goal, Rules};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, player_key, stone_key};
use crate::game::{Illegal, Open, Outcome, PassRule, Passport, State};

/// Tells positions of the game for the fewest discs from the others.
const FEWEST_KEY: u64 = 0x5f3a_91c4_27e6_0b8d;

/// A position. Passing is legal exactly when the player to move has no other move and the opponent has one; the game is
/// over when neither side can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReversiState {
    board: Board,
    to_move: Color,
    rules: Rules,
    key: u64,
}

impl ReversiState {
    /// The standard start on a board that [`super::accepts`].
    pub fn new(size: BoardSize, rules: Rules) -> ReversiState {
        ReversiState::from_board(Board::start(size), Color::Black, rules)
    }

    /// Any discs at all.
    pub fn from_board(board: Board, to_move: Color, rules: Rules) -> ReversiState {
        let mut state = ReversiState { board, to_move, rules, key: 0 };
        state.key = state.compute_key();
        state
    }

    /// The discs.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.key = self.compute_key();
    }

    /// Puts a disc on a point of the board, or takes it off.
    pub fn put(&mut self, point: Point, disc: Option<Color>) {
        self.board.put(point, disc);
        self.key = self.compute_key();
    }

    /// Black's margin if the game ended here.
    pub fn margin(&self) -> i32 {
        let [black, white] = Color::BOTH.map(|color| self.board.count(color));
        self.rules.margin(black, white, self.board.empties())
    }

    /// Has that colour a move on the board?
    pub fn can_move(&self, color: Color) -> bool {
        self.board.mobility(color) > 0
    }

    fn is_over(&self) -> bool {
        !self.can_move(self.to_move) && !self.can_move(self.to_move.other())
    }

    fn result(&self) -> Outcome {
        Outcome::from_margin(self.margin() as f32)
    }
}

impl Open for ReversiState {}

impl State for ReversiState {
    fn passport(&self) -> Passport {
        let size = self.size();
        Passport {
            name: "reversi",
            title: "Othello",
            passes: PassRule::Forced,
            hidden: false,
            draws: true,
            margins: true,
            history_matters: false,
            refusals: false,
            size,
            // A disc on every point, and a pass before each.
            longest_game: Some(2 * size.area()),
        }
    }

    fn size(&self) -> BoardSize {
        // The side of a board is one that a board may have.
        BoardSize::square(self.board.side()).unwrap_or(super::USUAL_SIZE)
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.to_move = color;
            self.key ^= player_key(Color::White);
        }
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        self.board.for_each_move(self.to_move, |point| out.push(point.into()));
        if out.is_empty() && self.can_move(self.to_move.other()) {
            out.push(Move::PASS);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if let Some(point) = mv.point() {
            if !self.size().contains(point) {
                return Err(Illegal::OffBoard);
            }
            if self.board.color(point).is_none() && self.board.turns(self.to_move, point) {
                return Ok(());
            }
            return Err(if self.is_over() {
                Illegal::Over
            } else if self.board.color(point).is_some() {
                Illegal::Occupied
            } else {
                Illegal::Rule("turns no disc over")
            });
        }
        let can_move = self.can_move(self.to_move);
        if !can_move && !self.can_move(self.to_move.other()) {
            Err(Illegal::Over)
        } else if mv.is_pass() && can_move {
            Err(Illegal::Pass)
        } else {
            Ok(())
        }
    }

    fn play(&mut self, mv: Move) {
        let color = self.to_move;
        if let Some(point) = mv.point() {
            let mut key = self.key ^ stone_key(color, point);
            self.board.play(color, point, |turned| {
                key ^= stone_key(Color::Black, turned) ^ stone_key(Color::White, turned);
            });
            self.key = key;
        }
        self.set_to_move(color.other());
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.result())
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        let goal = if self.rules.goal == Goal::Fewest { FEWEST_KEY } else { 0 };
        let discs = self.size().points().filter_map(|p| Some(stone_key(self.board.color(p)?, p)));
        discs.fold(player_key(self.to_move) ^ goal, |key, disc| key ^ disc)
    }

    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        self.board.playout(self.to_move, rng, limit).then(|| self.result())
    }
}

#[cfg(test)]
mod tests;
