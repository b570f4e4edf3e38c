//! Counts move sequences: the classical check of a move generator.

use super::Usage;
use super::arguments::PerftOptions;
use crate::base::MoveList;
use crate::game::State;
use crate::games::go::{GoState, Rules};
use anyhow::Result;
use std::fmt::Write as _;

/// The sequences of each length up to the depth, from the empty board; passes count as moves, and a finished game has no
/// continuation.
pub fn run(options: &PerftOptions) -> Result<String> {
    let mut rules = Rules::named(&options.rules).ok_or_else(|| {
        let names: Vec<&str> = crate::games::go::RULE_SETS.iter().map(|set| set.name).collect();
        Usage(format!("unknown rules {}; accepted: {}", options.rules, names.join(", ")))
    })?;
    for text in &options.set {
        let refuse = |error: &dyn std::fmt::Display| Usage(format!("{text}: {error}"));
        let (row, value) = crate::engine::GO_OPTIONS.parse(text).map_err(|error| refuse(&error))?;
        rules.set(row.name, &value.to_string()).map_err(|error| refuse(&error))?;
    }
    let mut state = GoState::new(options.size, rules, 0.0);
    let mut out = String::new();
    for depth in 0..=options.depth {
        writeln!(out, "{depth} {}", count(&mut state, depth))?;
    }
    Ok(out)
}

/// Number of sequences of that many legal moves.
pub fn count<S: State>(state: &mut S, depth: u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| state.with_child(mv, |child| count(child, depth - 1))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;

    #[test]
    fn sequences_on_small_boards() {
        // Counted by hand. 1x1: no play is ever legal (a single stone may not take its own life), only two passes. 1x2: two
        // plays and a pass; the pass leaves the same three, a play leaves the capture and the pass. Then ko, suicide and
        // the end after two passes take their part.
        let cases = [(1, 1, [1, 1, 1, 0]), (1, 2, [1, 3, 7, 8])];
        for (width, height, counts) in cases {
            let size = BoardSize::new(width, height).expect("size");
            let mut state = GoState::new(size, Rules::CHINESE, 0.0);
            for (depth, expected) in (0..).zip(counts) {
                assert_eq!(count(&mut state, depth), expected, "{size} {depth}");
            }
        }
        // On 9x9 the first two moves are free: a play leaves one point less, a pass leaves all.
        let mut state = GoState::new(BoardSize::square(9).expect("size"), Rules::CHINESE, 0.0);
        assert_eq!(count(&mut state, 1), 82);
        assert_eq!(count(&mut state, 2), 81 * 81 + 82);
    }
}
