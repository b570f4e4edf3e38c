//! A plain static value of Gomoku positions: how many stones stand alone in each five points in a row.

use super::candidates;
use crate::base::{Color, Move, MoveList, Point};
use crate::eval::StaticValue;
use crate::game::{Outcome, State};
use crate::games::gomoku::GomokuState;

/// What so many stones of one colour are worth in five points in a row that hold none of the other.
const WORTH: [i32; 6] = [0, 1, 5, 20, 60, 400];
/// Twice the value of the turn.
const TURN: i32 = 10;
/// The value of a won game.
const WON: i32 = 31_000;
/// A value that makes an even chance three to one.
const CLEAR: f32 = 60.0;
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The line evaluator. The moves are those of [`super::NearbyPlayouts`]. It does not know what the variants make of lines longer than five or blocked:
/// the rules do, at the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// Stones of both colours on five points in a row from (x, y); `None` if they leave the board.
fn five(state: &GomokuState, x: isize, y: isize, step: (isize, isize)) -> Option<[usize; 2]> {
    let size = state.size();
    let inside = |x: isize, y: isize| {
        (0..size.width() as isize).contains(&x) && (0..size.height() as isize).contains(&y)
    };
    if !inside(x, y) || !inside(x + 4 * step.0, y + 4 * step.1) {
        return None;
    }
    let mut stones = [0; 2];
    for n in 0..5 {
        let point = Point::at((x + n * step.0) as usize, (y + n * step.1) as usize);
        if let Some(color) = state.board().color(point) {
            stones[color.index()] += 1;
        }
    }
    Some(stones)
}

impl StaticValue<GomokuState> for Lines {
    const LIMIT: i32 = 32_000;
    const COMPLETE: bool = false;

    fn value(&self, state: &GomokuState) -> i32 {
        let mut black = 0;
        let size = state.size();
        for y in 0..size.height() as isize {
            for x in 0..size.width() as isize {
                for step in STEPS {
                    match five(state, x, y, step) {
                        Some([own, 0]) => black += WORTH[own],
                        Some([0, enemy]) => black -= WORTH[enemy],
                        _ => {}
                    }
                }
            }
        }
        let own = if state.to_move() == Color::Black { black } else { -black };
        (own + TURN).clamp(-WON / 2, WON / 2)
    }

    fn outcome(&self, state: &GomokuState, outcome: Outcome) -> i32 {
        outcome.winner().map_or(0, |winner| if winner == state.to_move() { WON } else { -WON })
    }

    fn moves(&self, state: &GomokuState, out: &mut MoveList) {
        candidates(state, out);
    }

    fn urgency(&self, state: &GomokuState, mv: Move) -> i32 {
        let Some(point) = mv.point() else { return -1000 };
        let (x, y) = (point.x() as isize, point.y() as isize);
        let mut urgency = 0;
        for step in STEPS {
            for n in 0..5 {
                match five(state, x - n * step.0, y - n * step.1, step) {
                    // An own line goes on, the other side's is stopped.
                    Some([0, stones]) | Some([stones, 0]) => urgency += WORTH[stones],
                    _ => {}
                }
            }
        }
        urgency
    }

    fn score(_value: i32) -> f32 {
        0.0
    }

    fn winrate(value: i32) -> f32 {
        1.0 / (1.0 + libm::powf(3.0, -(value as f32) / CLEAR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;
    use crate::games::gomoku::{Rules, Variant};

    #[test]
    fn longer_open_lines_are_worth_more() {
        let value = |moves: &str| {
            let size = BoardSize::square(9).unwrap();
            let mut state = GomokuState::new(size, Rules::of(Variant::Freestyle));
            for mv in moves.split_whitespace() {
                assert_eq!(state.try_play(mv.parse().unwrap()), Ok(()), "{moves}: {mv}");
            }
            let value = Lines.value(&state);
            let turn = if state.to_move() == Color::Black { TURN } else { -TURN };
            if state.to_move() == Color::Black { value - turn } else { -value - turn }
        };
        assert_eq!(value(""), 0);
        let rising = ["E5 A1 C7 J9", "E5 A1 E6 J9", "E5 A1 E6 J9 E7 J1", "E5 A1 E6 J9 E7 J1 E8 A9"];
        let values = rising.map(value);
        assert!(values.is_sorted() && values[0] > 0, "{values:?}");
        assert!(value("E5 E4 E6 J9 E7 E8") < value("E5 A1 E6 J9 E7 J1"), "blocked at both ends");
    }
}
