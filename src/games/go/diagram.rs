//! Positions drawn in text, for tests.

use super::{GoState, Rules};
use crate::base::{BoardSize, Color, Move, Point};
use crate::game::{Illegal, State};

/// The position drawn by rows from the top: `X` black, `O` white, anything else empty. Chinese rules, komi 0.
pub fn state(rows: &[&str]) -> GoState {
    let size = BoardSize::new(rows[0].len(), rows.len()).expect("size");
    let mut state = GoState::new(size, Rules::CHINESE, 0.0);
    let mut stones = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        assert_eq!(row.len(), size.width(), "{row}");
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

/// Plays `B C3 W pass ...`, on after the end where need be; every move must be legal.
pub fn play(state: &mut GoState, moves: &str) {
    let words: Vec<&str> = moves.split_whitespace().collect();
    for pair in words.chunks(2) {
        state.resume();
        assert_eq!(try_play(state, pair[0], pair[1]), Ok(()), "{} {}", pair[0], pair[1]);
    }
}

/// Tries one move of either colour.
pub fn try_play(state: &mut GoState, color: &str, vertex: &str) -> Result<(), Illegal> {
    let turn = state.to_move();
    state.set_to_move(color.parse().expect("colour"));
    let mv: Move = vertex.parse().expect("vertex");
    let tried = state.try_play(mv);
    if tried.is_err() {
        state.set_to_move(turn);
    }
    tried
}
