//! One side of a game of Phantom Go whose referee is elsewhere: what he says becomes the view that the engine thinks about.

use crate::base::{Color, Move, Point};
use crate::games::go::PointSet;
use crate::games::go::phantom::{Event, Taken, View};

/// A side's game.
#[derive(Clone, PartialEq, Debug)]
pub struct Seat {
    view: View,
    /// Stones the referee has just called taken, whose taker's turn has not been told yet.
    lost: Vec<Point>,
}

/// What a referee cannot have said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatError {
    /// The point is not on the board.
    #[error("point is not on the board")]
    OffBoard,
    /// A stone of one's own stands there.
    #[error("own stone on that point")]
    OwnStone,
    /// Stones are called taken that were not there.
    #[error("no own stone on that point")]
    NoOwnStone,
    /// A point is named twice.
    #[error("repeated vertex")]
    Repeated,
    /// A number does not fit the points after it.
    #[error("number of stones does not fit the vertices")]
    Count,
    /// It is not this side's turn, or not the opponent's.
    #[error("wrong side")]
    WrongSide,
    /// The game is over.
    #[error("game over")]
    Over,
}

impl Seat {
    /// At the beginning of the game of that view.
    pub fn new(view: View) -> Seat {
        Seat { view, lost: Vec::new() }
    }

    /// What this side knows.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Its colour.
    pub fn color(&self) -> Color {
        self.view.player()
    }

    /// Is it to move?
    pub fn is_to_move(&self) -> bool {
        !self.view.is_over() && self.view.to_move() == self.color()
    }

    fn check_turn(&self, own: bool) -> Result<(), SeatError> {
        if self.view.is_over() {
            return Err(SeatError::Over);
        }
        if self.is_to_move() == own { Ok(()) } else { Err(SeatError::WrongSide) }
    }

    fn check_points(&self, points: &[Point]) -> Result<PointSet, SeatError> {
        let mut seen = PointSet::new();
        for &point in points {
            if !self.view.size().contains(point) {
                return Err(SeatError::OffBoard);
            }
            if !seen.insert(point) {
                return Err(SeatError::Repeated);
            }
        }
        Ok(seen)
    }

    /// The referee has accepted this side's move, which took these stones. On an error nothing changes, here and below.
    pub fn accept(&mut self, mv: Move, taken: &[Point]) -> Result<(), SeatError> {
        self.check_turn(true)?;
        let Some(point) = mv.point() else {
            if !taken.is_empty() {
                return Err(SeatError::Count);
            }
            self.view.tell(Event::Passed);
            return Ok(());
        };
        self.check_points(&[point])?;
        let own = self.view.own();
        let seen = self.check_points(taken)?;
        if own.contains(point) || seen.contains(point) || taken.iter().any(|&p| own.contains(p)) {
            return Err(SeatError::OwnStone);
        }
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        self.view.tell(Event::Played { point, taken: Taken::Points(taken.into()) });
        Ok(())
    }

    /// The referee has accepted this side's move and told only how many stones it took.
    pub fn accept_count(&mut self, point: Point, count: usize) -> Result<(), SeatError> {
        self.check_turn(true)?;
        self.check_points(&[point])?;
        if self.view.own().contains(point) {
            return Err(SeatError::OwnStone);
        }
        if count > self.view.size().area() {
            return Err(SeatError::Count);
        }
        self.view.tell(Event::Played { point, taken: Taken::Count(count) });
        Ok(())
    }

    /// The referee has refused this side's move.
    pub fn refuse(&mut self, point: Point) -> Result<(), SeatError> {
        self.check_turn(true)?;
        self.check_points(&[point])?;
        self.view.tell(Event::Refused { point, reason: None });
        Ok(())
    }

    /// The opponent's move, whose turn will be told to have ended, has taken these stones of this side.
    pub fn lose(&mut self, lost: &[Point]) -> Result<(), SeatError> {
        self.check_turn(false)?;
        self.check_points(lost)?;
        let own = self.view.own();
        if !lost.iter().all(|&point| own.contains(point)) {
            return Err(SeatError::NoOwnStone);
        }
        self.lost = lost.to_vec();
        self.lost.sort_unstable();
        Ok(())
    }

    /// The opponent has played; it is this side's turn.
    pub fn opponent_moved(&mut self) -> Result<(), SeatError> {
        self.check_turn(false)?;
        let lost = std::mem::take(&mut self.lost);
        // Where passes are not told, this may have been one.
        let silent = lost.is_empty() && !self.view.rules().tell_passes;
        self.view.tell(match silent {
            true => Event::OpponentMoved,
            false => Event::OpponentPlayed { lost: lost.into() },
        });
        Ok(())
    }

    /// The opponent has passed; it is this side's turn.
    pub fn opponent_passed(&mut self) -> Result<(), SeatError> {
        self.check_turn(false)?;
        if !self.lost.is_empty() {
            return Err(SeatError::Count);
        }
        self.view.tell(Event::OpponentPassed);
        Ok(())
    }

    /// Anything else that the rules have players told: that the opponent was refused, that there is an atari, the reason of
    /// a refusal, the end.
    pub fn tell(&mut self, event: Event) {
        self.view.tell(event);
    }

    /// The game is over.
    pub fn end(&mut self) {
        if !self.view.is_over() {
            self.view.tell(Event::Over);
        }
    }
}
