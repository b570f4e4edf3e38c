//! Random games with a little sense, the fast path behind [`crate::game::State::playout`].
//!
//! Far away from all stones nothing happens, so moves are drawn from the empty points at most two steps from a stone
//! (king's moves), all alike. Two things come before chance, since without them a five is overlooked more often than not:
//! a player who can win at once does, and one whose opponent could win at once moves there. A forbidden point is drawn
//! again. Nobody passes while there is another move.

use super::GomokuState;
use crate::base::{Color, GRID, Move, MoveList, Point, Rng, STRIDE, below};
use crate::game::{Outcome, State};

/// How often a forbidden point is drawn again before all legal moves are listed.
const DRAWS: usize = 8;

/// Plays on to the end, or at most `limit` moves.
pub(super) fn run(state: &mut GomokuState, rng: &mut Rng, limit: usize) -> Option<Outcome> {
    let mut near = Near::around(state);
    let mut wins = [Wins::of(state, Color::Black), Wins::of(state, Color::White)];
    for _ in 0..limit {
        if let Some(outcome) = state.outcome() {
            return Some(outcome);
        }
        let color = state.to_move();
        let mv = choose(state, &near, &mut wins, rng);
        state.play(mv);
        if let Some(point) = mv.point() {
            near.grow(state, point);
            let variant = state.rules().variant;
            let found = &mut wins[color.index()];
            state.board().completions(variant, color, point, |win| found.add(win));
        }
    }
    state.outcome()
}

fn choose(state: &GomokuState, near: &Near, wins: &mut [Wins; 2], rng: &mut Rng) -> Move {
    let color = state.to_move();
    if let Some(point) = wins[color.index()].take(state, color) {
        return point.into();
    }
    if let Some(point) = wins[color.other().index()].take(state, color.other())
        && !state.is_foul(point)
    {
        return point.into();
    }
    if near.len > 0 {
        for _ in 0..DRAWS {
            let point = Point::from_index(near.list[below(rng, near.len as u32) as usize].into());
            if !state.is_foul(point) {
                return point.into();
            }
        }
    }
    let mut legal = MoveList::new();
    state.legal_moves(&mut legal);
    // The pass, if there is one, is last; no move at all is left only at the end of the game.
    let plays = legal.iter().filter(|mv| !mv.is_pass()).count();
    let pick = if plays == 0 { 0 } else { below(rng, plays as u32) as usize };
    legal.get(pick).copied().unwrap_or(Move::PASS)
}

/// Points where a colour may be able to win at once; those that no longer can are dropped when they are looked at.
struct Wins {
    points: [Point; Wins::MOST],
    len: usize,
}

impl Wins {
    /// More than one matters only to the opponent who can block just one.
    const MOST: usize = 8;

    fn of(state: &GomokuState, color: Color) -> Wins {
        let mut wins = Wins { points: [Point::from_index(0); Wins::MOST], len: 0 };
        let (board, variant) = (state.board(), state.rules().variant);
        if board.stones(color) >= 4 {
            for point in state.size().points() {
                if board.color(point) == Some(color) {
                    board.completions(variant, color, point, |win| wins.add(win));
                }
            }
        }
        wins
    }

    fn add(&mut self, point: Point) {
        if self.len < Wins::MOST && !self.points[..self.len].contains(&point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// A point that wins now.
    fn take(&mut self, state: &GomokuState, color: Color) -> Option<Point> {
        while self.len > 0 {
            let point = self.points[self.len - 1];
            let board = state.board();
            if board.is_empty(point) && board.wins(state.rules().variant, color, point) {
                return Some(point);
            }
            self.len -= 1;
        }
        None
    }
}

/// The empty points near stones.
pub(super) struct Near {
    list: [u16; GRID],
    len: usize,
    /// Place of a point in the list from 1; 0 = not in it.
    places: [u16; GRID],
}

impl Near {
    /// Is the board empty?
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Is the point one of them?
    pub(super) fn contains(&self, point: Point) -> bool {
        self.places[point.index()] != 0
    }

    /// The points near the stones of that position.
    pub(super) fn around(state: &GomokuState) -> Near {
        let mut near = Near { list: [0; GRID], len: 0, places: [0; GRID] };
        for point in state.size().points() {
            if state.board().color(point).is_some() {
                near.surround(state, point);
            }
        }
        near
    }

    /// A stone was put on that point.
    fn grow(&mut self, state: &GomokuState, stone: Point) {
        if let Some(place) = usize::from(self.places[stone.index()]).checked_sub(1) {
            self.len -= 1;
            let last = self.list[self.len];
            self.list[place] = last;
            self.places[usize::from(last) & (GRID - 1)] = place as u16 + 1;
            self.places[stone.index()] = 0;
        }
        self.surround(state, stone);
    }

    fn surround(&mut self, state: &GomokuState, stone: Point) {
        // Two rows or columns beyond the edge are still cells of the grid, or wrap into wall; neither is empty.
        for row in 0..5 {
            let first = stone.index().wrapping_add(row * STRIDE).wrapping_sub(2 * STRIDE + 2);
            for column in 0..5 {
                let point = Point::from_index(first.wrapping_add(column));
                if state.board().is_empty(point) && self.places[point.index()] == 0 {
                    self.list[self.len] = point.index() as u16;
                    self.len += 1;
                    self.places[point.index()] = self.len as u16;
                }
            }
        }
    }
}
