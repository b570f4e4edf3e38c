//! A plain static value of Go positions: who will own each point, by life, liberties and nearness.
//!
//! Stones that live unconditionally, and what they surround, count in full; other stones by their liberties; empty
//! points to the side whose sound stones are nearer. It knows no eyes but Benson's and reads nothing: it is there so that alpha-beta can
//! play and solve Go, not to be strong.

use crate::base::{Color, GRID, Move, Point};
use crate::eval::StaticValue;
use crate::game::{Outcome, Reason, State};
use crate::games::go::{Board, EMPTY, GoState, Scoring, Tax, UnconditionalLife};

/// Values for one point.
const POINT: i32 = 8;
/// Steps to which stones have influence.
const REACH: u8 = 5;
/// Points in which a margin of that many makes an even chance three to one.
const CLEAR: f32 = 7.0;

/// The area evaluator, in eighths of a point. At the end of a game enemy stones inside unconditional territory are taken off the
/// board first where the rules let the players agree on that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Area;

impl StaticValue<GoState> for Area {
    const LIMIT: i32 = 32_000;

    fn value(&self, state: &GoState) -> i32 {
        let black = estimate(state.board(), state.to_move()) + terms(state);
        for_player(state, black)
    }

    fn outcome(&self, state: &GoState, outcome: Outcome) -> i32 {
        if let Outcome::Win { winner, reason: Reason::Resignation } = outcome {
            let value = Self::LIMIT - 1;
            return if winner == state.to_move() { value } else { -value };
        }
        let margin = if state.rules().friendly_pass {
            let dead = dead_for_sure(state.board());
            if dead.is_empty() { state.margin() } else { state.score(&dead).margin }
        } else {
            state.margin()
        };
        for_player(state, in_values(margin))
    }

    fn urgency(&self, state: &GoState, mv: Move) -> i32 {
        let (board, color) = (state.board(), state.to_move());
        let Some(point) = mv.point() else {
            // To pass after a pass settles the game, for better or worse, at no cost.
            return if state.passes() > 0 { 600 } else { -300 };
        };
        let mut urgency = 0;
        for n in point.neighbors() {
            let Some(owner) = board.color(n) else { continue };
            let chain = board.chain(n);
            let size = board.chain_size(chain).min(20) as i32;
            match (owner == color, board.atari(chain).is_some()) {
                (false, true) => urgency += 400 + 20 * size,
                (true, true) => urgency += 200 + 20 * size,
                (false, false) => urgency += 20,
                (true, false) => {}
            }
        }
        if board.is_eye(color, point) {
            urgency -= 500;
        } else if board.is_self_atari(color, point) {
            urgency -= 200;
        }
        if let Some(last) = state.recent()[0].and_then(Move::point) {
            let apart = last.x().abs_diff(point.x()).max(last.y().abs_diff(point.y()));
            urgency += if apart <= 2 { 60 } else { 0 };
        }
        // From the edge inwards, up to the third line.
        let size = board.size();
        let line = |at: usize, side: usize| at.min(side - 1 - at).min(2) as i32;
        urgency + 15 * (line(point.x(), size.width()) + line(point.y(), size.height()))
    }

    fn score(value: i32) -> f32 {
        value as f32 / POINT as f32
    }

    fn winrate(value: i32) -> f32 {
        1.0 / (1.0 + libm::powf(3.0, -Self::score(value) / CLEAR))
    }
}

/// Black's margin in values, a small one rounded so that it stays a win.
fn in_values(margin: f32) -> i32 {
    let value = libm::roundf(margin * POINT as f32) as i32;
    match value {
        0 if margin > 0.0 => 1,
        0 if margin < 0.0 => -1,
        _ => value,
    }
}

fn for_player(state: &GoState, black: i32) -> i32 {
    if state.to_move() == Color::Black { black } else { -black }
}

/// What the rules add to Black's area, in values: komi, and under territory scoring the stones placed.
fn terms(state: &GoState) -> i32 {
    let mut margin = -state.compensation();
    if state.rules().scoring == Scoring::Territory && state.rules().tax != Tax::All {
        margin -= state.placed(Color::Black) as f32 - state.placed(Color::White) as f32;
    }
    in_values(margin)
}

/// Stones inside the other side's unconditional territory.
fn dead_for_sure(board: &Board) -> Vec<Point> {
    let mut dead = Vec::new();
    for color in Color::BOTH {
        let life = board.unconditional_life(color);
        let enemy = |p: &Point| board.color(*p) == Some(color.other());
        dead.extend(life.territory.iter().filter(enemy));
    }
    dead
}

/// What a stone of a chain will be worth to its owner, in values.
fn stone_worth(board: &Board, chain: usize, to_move: bool) -> i32 {
    match (board.atari(chain).is_some(), to_move) {
        (true, false) => -POINT * 3 / 4,
        (true, true) => POINT / 4,
        _ if board.two_liberties(chain).is_some() => POINT * 3 / 4,
        _ => POINT,
    }
}

/// Expected area margin for Black, in values.
fn estimate(board: &Board, to_move: Color) -> i32 {
    let size = board.size();
    let crowded = board.empty_count() * 3 < size.area() * 2;
    let life = if crowded {
        Color::BOTH.map(|color| board.unconditional_life(color))
    } else {
        [UnconditionalLife::default(); 2]
    };
    // Steps to the nearest sound stone of each colour, beyond REACH where none is near.
    let mut steps = [[REACH + 1; GRID]; 2];
    let mut queue = [0u16; GRID];
    let mut total = 0;
    for color in Color::BOTH {
        let steps = &mut steps[color.index()];
        let sign = if color == Color::Black { 1 } else { -1 };
        let (mut head, mut tail) = (0, 0);
        for point in size.points().filter(|&p| board.color(p) == Some(color)) {
            if life[color.other().index()].territory.contains(point) {
                continue;
            }
            let alive = life[color.index()].stones.contains(point);
            let worth = if alive {
                POINT
            } else {
                stone_worth(board, board.chain(point), to_move == color)
            };
            total += sign * worth;
            if worth > POINT / 2 {
                steps[point.index()] = 0;
                queue[tail] = point.index() as u16;
                tail += 1;
            }
        }
        while head < tail {
            let point = Point::from_index(queue[head] as usize);
            head += 1;
            let next = steps[point.index()] + 1;
            if next > REACH {
                break;
            }
            for n in point.neighbors() {
                if board.content(n) == EMPTY && steps[n.index()] > next {
                    steps[n.index()] = next;
                    queue[tail] = n.index() as u16;
                    tail += 1;
                }
            }
        }
    }
    for point in size.points() {
        if life[0].territory.contains(point) {
            total += POINT;
        } else if life[1].territory.contains(point) {
            total -= POINT;
        } else if board.content(point) == EMPTY {
            let [black, white] = [0, 1].map(|side| i32::from(steps[side][point.index()]));
            total += ((white - black) * 2).clamp(-6, 6);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;
    use crate::games::go::Rules;

    fn state(rows: &[&str], komi: f32, rules: Rules) -> GoState {
        let mut stones = Vec::new();
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, c) in row.bytes().enumerate() {
                match c {
                    b'X' => stones.push((Color::Black, Point::at(x, y))),
                    b'O' => stones.push((Color::White, Point::at(x, y))),
                    _ => {}
                }
            }
        }
        let size = BoardSize::new(rows[0].len(), rows.len()).unwrap();
        let mut state = GoState::new(size, rules, komi);
        state.set_position(&stones).unwrap();
        state
    }

    #[test]
    fn positions_are_worth_what_they_look_like() {
        let table: [(&[&str], f32, i32, i32); 6] = [
            (&["....", "....", "....", "...."], 0.0, 0, 0),
            (&["....", "....", "....", "...."], 2.5, -20, -20),
            (&[".X..", "....", "..X.", "...."], 0.0, 80, 128),
            // All Black's by Benson, the white stone too.
            (&[".XXX", "XXXX", "X.X.", "XXXO"], 0.0, 128, 128),
            // The same number of stones, White's in atari with Black to move.
            (&["XO...", ".X...", ".....", ".....", "....."], 0.0, 80, 200),
            (&["XXX..OOO", "........"], 0.0, 0, 0),
        ];
        for (rows, komi, least, most) in table {
            let state = state(rows, komi, Rules::CHINESE);
            let value = Area.value(&state);
            assert!((least..=most).contains(&value), "{rows:?}: {value}");
            let mut other = state.clone();
            other.set_to_move(Color::White);
            if rows[0].starts_with("XO") {
                // In atari all the same, but White may save it.
                assert!(-Area.value(&other) < value);
            } else {
                assert_eq!(Area.value(&other), -value, "{rows:?}");
            }
        }
    }

    #[test]
    fn finished_games_are_counted() {
        let rows = &[".XXX", "XXXX", "X.X.", "XXXO"];
        for (rules, margin) in [(Rules::CHINESE, 16.0), (Rules::TROMP_TAYLOR, 13.0)] {
            let mut state = state(rows, 0.5, rules);
            state.play(Move::PASS);
            state.play(Move::PASS);
            let value = Area.outcome(&state, state.outcome().unwrap());
            assert_eq!(Area::score(value), margin - 0.5, "{rules:?}");
        }
        assert_eq!(in_values(0.01), 1);
        assert_eq!(in_values(-0.01), -1);
        assert_eq!(in_values(3.75), 30);
    }
}
