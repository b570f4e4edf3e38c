//! Games with the stones of Go in which players must move: nobody passes, and who has no legal move has lost.
//!
//! Board, turn and end are common to them; what sets one apart is its [`Aim`].

use super::Board;
use super::setup::{self, SetupError};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, player_key};
use crate::game::{Illegal, Open, Outcome, PassRule, Passport, Reason, State};
use std::fmt;

/// What one of these games is played for, and what it forbids.
pub trait Aim: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The game's public name.
    const NAME: &'static str;

    /// The name clients know it by.
    const TITLE: &'static str;

    /// Moves that no game on so many points exceeds.
    fn longest_game(&self, area: usize) -> usize;

    /// Why that colour may not play on that empty point of the board, or `Ok`.
    fn check(&self, board: &Board, color: Color, point: Point) -> Result<(), Illegal>;

    /// Who has won by what is on the board and was taken off it, whatever moves are left.
    fn winner(&self, board: &Board, to_move: Color) -> Option<Color>;

    /// Hash of what beside the stones and the player to move bounds the future.
    fn key(&self, board: &Board) -> u64;
}

/// A position of such a game: board, player to move, and what is played for.
#[derive(Clone, Debug)]
pub struct MustMove<A> {
    board: Board,
    aim: A,
    to_move: Color,
}

impl<A: Aim> MustMove<A> {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, aim: A) -> MustMove<A> {
        MustMove { board: Board::new(size), aim, to_move: Color::Black }
    }

    /// A position with these stones and without a past: nothing taken yet, no ko.
    pub fn with_stones(
        size: BoardSize,
        aim: A,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<MustMove<A>, SetupError> {
        Ok(MustMove { board: setup::position(size, stones)?, aim, to_move })
    }

    /// Adds, changes and takes off stones in the course of a game (SGF `AB`, `AW`, `AE`); a later entry for the same point
    /// holds. Stones taken and the player to move stay, the ko ban ends. On an error nothing changes.
    pub fn edit(&mut self, edits: &[(Point, Option<Color>)]) -> Result<(), SetupError> {
        self.board = setup::edited(&self.board, edits)?;
        Ok(())
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What is played for.
    pub fn aim(&self) -> &A {
        &self.aim
    }

    /// Changes it; position and stones taken stay.
    pub fn set_aim(&mut self, aim: A) {
        self.aim = aim;
    }

    /// May that colour play on that empty point of the board, were it its turn?
    #[inline]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        self.aim.check(&self.board, color, point).is_ok()
    }

    /// A random legal move, unless the player to move has none: the first one at or after a random place in the list of
    /// empty points. Whether the game was won before is not looked at.
    #[inline]
    pub fn random_move(&self, rng: &mut Rng) -> Option<Point> {
        self.board.random_empty(rng, |point| self.is_playable(self.to_move, point))
    }

    /// Places a stone where the player to move may, and tells how many stones it takes.
    #[inline]
    pub fn place(&mut self, point: Point) -> usize {
        let taken = self.board.play(self.to_move, point);
        self.to_move = self.to_move.other();
        taken
    }

    /// Who has won by the aim, whatever moves are left.
    #[inline]
    pub fn winner(&self) -> Option<Color> {
        self.aim.winner(&self.board, self.to_move)
    }

    fn can_move(&self) -> bool {
        let mut empties = (0..self.board.empty_count()).map(|slot| self.board.empty_at(slot));
        empties.any(|point| self.is_playable(self.to_move, point))
    }

    fn mix(&self, stones: u64) -> u64 {
        stones ^ player_key(self.to_move) ^ self.aim.key(&self.board)
    }
}

fn win(winner: Color) -> Outcome {
    Outcome::Win { winner, reason: Reason::Rule }
}

impl<A: Aim> Open for MustMove<A> {}

impl<A: Aim> State for MustMove<A> {
    fn passport(&self) -> Passport {
        Passport {
            name: A::NAME,
            title: A::TITLE,
            passes: PassRule::Never,
            hidden: false,
            draws: false,
            margins: false,
            history_matters: false,
            refusals: false,
            size: self.size(),
            longest_game: Some(self.aim.longest_game(self.size().area())),
        }
    }

    fn size(&self) -> BoardSize {
        self.board.size()
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        if self.winner().is_some() {
            return;
        }
        for point in self.size().points() {
            if self.board.is_empty(point) && self.is_playable(self.to_move, point) {
                out.push(point.into());
            }
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        match mv.point() {
            Some(point) if !self.size().contains(point) => Err(Illegal::OffBoard),
            Some(point) if !self.board.is_empty(point) => Err(Illegal::Occupied),
            Some(point) => self.aim.check(&self.board, self.to_move, point),
            None if mv == Move::RESIGN => Ok(()),
            None if mv.is_pass() => Err(Illegal::Pass),
            None => Err(Illegal::OffBoard),
        }
    }

    /// Resignations leave no trace: who keeps the game keeps them.
    fn play(&mut self, mv: Move) {
        if let Some(point) = mv.point()
            && self.board.is_empty(point)
        {
            self.place(point);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            return Some(win(winner));
        }
        (!self.can_move()).then(|| win(self.to_move.other()))
    }

    fn key(&self) -> u64 {
        self.mix(self.board.hash())
    }

    fn compute_key(&self) -> u64 {
        self.mix(self.board.compute_hash())
    }

    fn copy_from(&mut self, other: &MustMove<A>) {
        self.board.copy_from(&other.board);
        self.aim = other.aim;
        self.to_move = other.to_move;
    }

    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        for _ in 0..limit {
            if let Some(winner) = self.winner() {
                return Some(win(winner));
            }
            match self.random_move(rng) {
                Some(point) => self.place(point),
                None => return Some(win(self.to_move.other())),
            };
        }
        self.outcome()
    }
}
