//! Sessions of Go.

mod handicap;

use super::{Feature, Game, Open, Session, SessionError, Settings};
use crate::base::{BoardSize, Color, Move, Point};
use crate::engine::{self, PointStatus};
use crate::game::{Outcome, State};
use crate::games::go::{GoState, Rules};

/// Settings of Go that outlive single games.
#[derive(Clone, PartialEq, Debug)]
pub struct Go {
    rules: Rules,
    komi: f32,
}

/// Opens a game of Go.
pub fn open(settings: &Settings) -> Result<Box<dyn Session>, String> {
    let size = settings.size.or(BoardSize::square(19)).ok_or("no board")?;
    let game = Go { rules: Rules::CHINESE, komi: settings.komi.unwrap_or(7.5) };
    let name = settings.engine.as_deref().unwrap_or("random");
    let engine = engine::go(name).ok_or_else(|| format!("unknown engine {name}"))?;
    let session = Open::new(game, size, engine).ok_or("unacceptable size")?;
    Ok(Box::new(session))
}

impl Game for Go {
    type State = GoState;

    fn offers(&self, _feature: Feature) -> bool {
        true
    }

    fn accepts(&self, _size: BoardSize) -> bool {
        true
    }

    fn start(&self, size: BoardSize) -> GoState {
        GoState::new(size, self.rules, self.komi)
    }

    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<GoState, SessionError> {
        let mut state = self.start(size);
        for &(color, point) in stones {
            state.set_to_move(color);
            state.play(Move::at(point));
        }
        if stones.iter().any(|&(color, point)| state.board().color(point) != Some(color)) {
            return Err(SessionError::BadPosition("group without liberties"));
        }
        state.set_to_move(to_move);
        Ok(state)
    }

    fn stone(state: &GoState, point: Point) -> Option<Color> {
        state.board().color(point)
    }

    fn captured(state: &GoState, color: Color) -> usize {
        state.board().captured(color)
    }

    fn komi(&self) -> Option<f32> {
        Some(self.komi)
    }

    fn set_komi(&mut self, komi: f32) -> Result<(), SessionError> {
        self.komi = komi;
        Ok(())
    }

    fn apply(&self, state: &mut GoState) {
        state.set_komi(self.komi);
        state.set_rules(self.rules);
    }

    fn fixed_handicap(&self, size: BoardSize, count: usize) -> Result<Vec<Point>, SessionError> {
        handicap::fixed(size, count).ok_or(SessionError::InvalidHandicap)
    }

    fn free_handicap(&self, size: BoardSize, count: usize) -> Result<Vec<Point>, SessionError> {
        handicap::free(size, count).ok_or(SessionError::InvalidHandicap)
    }

    fn after_handicap(&self, size: BoardSize, stones: &[Point]) -> Result<GoState, SessionError> {
        let stones: Vec<(Color, Point)> = stones.iter().map(|&p| (Color::Black, p)).collect();
        self.set_up(size, &stones, Color::White)
    }

    fn removes_dead(&self) -> bool {
        self.rules.friendly_pass
    }

    fn score(&self, state: &GoState, _status: Option<&[PointStatus]>) -> Option<Outcome> {
        Some(Outcome::from_margin(state.margin()))
    }
}
