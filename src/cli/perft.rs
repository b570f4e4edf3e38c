//! Counts move sequences: the classical check of a move generator.

use super::Usage;
use super::arguments::PerftOptions;
use crate::base::{BoardSize, MoveList};
use crate::engine::{OptionTable, options_of};
use crate::game::State;
use crate::games::{go, gomoku};
use crate::session;
use anyhow::Result;
use std::fmt::{Display, Write as _};

/// The sequences of each length up to the depth, from the usual start; passes count as moves, and a finished game has no
/// continuation.
pub fn run(options: &PerftOptions) -> Result<String> {
    let (game, variant) = session::named(&options.game).ok_or_else(|| no_such_game(options))?;
    let table = options_of(game.name).ok_or_else(|| no_such_game(options))?;
    let usual = if game.name == "go" { "tromp-taylor" } else { game.usual_rules };
    let name = options.rules.as_deref().or(variant).unwrap_or(usual);
    let unknown = || {
        let names = (game.rule_sets)().join(", ");
        Usage(format!("unknown rules {name}; accepted: {names}"))
    };
    match game.name {
        "go" => {
            let mut rules = go::Rules::named(name).ok_or_else(unknown)?;
            change(table, &options.set, |key, value| rules.set(key, value))?;
            let size = size(options, 3)?;
            table_of(go::GoState::new(size, rules, 0.0), options.depth)
        }
        "gomoku" => {
            let mut rules = gomoku::Rules::named(name).ok_or_else(unknown)?;
            change(table, &options.set, |key, value| rules.set(key, value))?;
            table_of(gomoku::GomokuState::new(size(options, 5)?, rules), options.depth)
        }
        _ => Err(no_such_game(options).into()),
    }
}

fn no_such_game(options: &PerftOptions) -> Usage {
    Usage(format!("no count of moves for {}; accepted: go, gomoku, renju", options.game))
}

fn size(options: &PerftOptions, usual: usize) -> Result<BoardSize> {
    let size = options.size.or(BoardSize::square(usual));
    Ok(size.ok_or_else(|| Usage("no board".into()))?)
}

/// Changes parts of the rules as `--set` says.
fn change<E: Display>(
    table: &OptionTable,
    settings: &[String],
    mut set: impl FnMut(&str, &str) -> Result<(), E>,
) -> Result<()> {
    for text in settings {
        let (row, value) = table.parse(text).map_err(|error| Usage(format!("{text}: {error}")))?;
        set(row.name, &value.to_string()).map_err(|error| Usage(format!("{text}: {error}")))?;
    }
    Ok(())
}

/// A line a length.
fn table_of<S: State>(mut state: S, depth: u64) -> Result<String> {
    let mut out = String::new();
    for depth in 0..=depth {
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
    use crate::games::go::{GoState, Rules};
    use crate::games::gomoku::{GomokuState, RULE_SETS};

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

    /// On a board of five lines nothing can end or be forbidden before the ninth stone.
    #[test]
    fn gomoku_has_a_point_less_each_move() {
        for set in RULE_SETS {
            let size = BoardSize::square(5).expect("size");
            let mut state = GomokuState::new(size, set.rules);
            for (depth, expected) in (0..).zip([1, 25, 25 * 24, 25 * 24 * 23]) {
                assert_eq!(count(&mut state, depth), expected, "{} {depth}", set.name);
            }
        }
    }
}
