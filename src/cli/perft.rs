//! Counts move sequences: the classical check of a move generator.

use super::Usage;
use super::arguments::PerftOptions;
use crate::base::{BoardSize, MoveList};
use crate::engine::{OptionTable, options_of};
use crate::game::State;
use crate::games::reversi::eight::{Cpu, START, perft};
use crate::games::{go, gomoku, reversi};
use crate::session;
use anyhow::Result;
use std::fmt::{Display, Write as _};

/// The sequences of each length up to the depth, from the usual start; passes count as moves. A game that ends earlier
/// has no continuation, but for Reversi, where by custom it counts as one sequence.
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
            table_of(go::GoState::new(size, rules, 0.0), options.depth, 0)
        }
        "gomoku" => {
            let mut rules = gomoku::Rules::named(name).ok_or_else(unknown)?;
            change(table, &options.set, |key, value| rules.set(key, value))?;
            table_of(gomoku::GomokuState::new(size(options, 5)?, rules), options.depth, 0)
        }
        "nogo" => {
            if options.rules.is_some() {
                return Err(Usage("nogo has no rules to choose".into()).into());
            }
            let fixed = |key: &str, _: &str| Err(format!("{key} is no part of the rules"));
            change(table, &options.set, fixed)?;
            table_of(go::NogoState::new(size(options, 3)?, go::Nogo), options.depth, 0)
        }
        "capture-go" => {
            let mut rules = go::CaptureRules::default();
            if let Some(text) = &options.rules {
                rules = rules.parse(text).map_err(|error| Usage(error.to_string()))?;
            }
            change(table, &options.set, |key, value| rules.set(key, value))?;
            table_of(go::CaptureState::new(size(options, 3)?, rules), options.depth, 0)
        }
        "reversi" => {
            let mut rules = reversi::Rules::default();
            if let Some(text) = &options.rules {
                rules = rules.parse(text).map_err(|error| Usage(error.to_string()))?;
            }
            change(table, &options.set, |key, value| rules.set(key, value))?;
            let size = size(options, 8)?;
            if !reversi::accepts(size) {
                return Err(Usage(format!(
                    "reversi is not played on {size}; accepted: 4, 6 .. 16"
                ))
                .into());
            }
            // Neither goal nor score has a part in which moves there are.
            if size == reversi::USUAL_SIZE && !options.slow {
                return fast_table(options.depth);
            }
            table_of(reversi::ReversiState::new(size, rules), options.depth, 1)
        }
        _ => Err(no_such_game(options).into()),
    }
}

fn no_such_game(options: &PerftOptions) -> Usage {
    Usage(format!(
        "no count of moves for {}; accepted: go, reversi, gomoku, renju, nogo, capture-go",
        options.game
    ))
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

/// The same as [`table_of`] for Reversi on 8x8, on bitboards.
fn fast_table(depth: u64) -> Result<String> {
    let (cpu, [own, other]) = (Cpu::detect(), START);
    let mut out = String::new();
    for depth in 0..=u32::try_from(depth)? {
        writeln!(out, "{depth} {}", perft(cpu, own, other, depth))?;
    }
    Ok(out)
}

/// A line a length; `ended` as [`count_with`] has it.
fn table_of<S: State>(mut state: S, depth: u64, ended: u64) -> Result<String> {
    let mut out = String::new();
    for depth in 0..=depth {
        writeln!(out, "{depth} {}", count_with(&mut state, depth, ended))?;
    }
    Ok(out)
}

/// Number of sequences of that many legal moves; a game that ends earlier counts `ended`.
fn count_with<S: State>(state: &mut S, depth: u64, ended: u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    if moves.is_empty() {
        return ended;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut after = |mv| state.with_child(mv, |child| count_with(child, depth - 1, ended));
    moves.iter().map(|&mv| after(mv)).sum()
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
                assert_eq!(count_with(&mut state, depth, 0), expected, "{size} {depth}");
            }
        }
        // On 9x9 the first two moves are free: a play leaves one point less, a pass leaves all.
        let mut state = GoState::new(BoardSize::square(9).expect("size"), Rules::CHINESE, 0.0);
        assert_eq!(count_with(&mut state, 1, 0), 82);
        assert_eq!(count_with(&mut state, 2, 0), 81 * 81 + 82);
    }

    /// Whole games on 4x4: 60,060, as has often been counted.
    #[test]
    fn a_finished_game_of_reversi_is_one_sequence() {
        let size = BoardSize::square(4).expect("size");
        let mut state = reversi::ReversiState::new(size, reversi::Rules::default());
        let long = count_with(&mut state, 30, 1);
        assert_eq!(count_with(&mut state, 40, 1), long);
        assert_eq!(count_with(&mut state, 30, 0), 0);
        assert_eq!(long, 60_060);
    }

    /// On a board of five lines nothing can end or be forbidden before the ninth stone.
    #[test]
    fn gomoku_has_a_point_less_each_move() {
        for set in RULE_SETS {
            let size = BoardSize::square(5).expect("size");
            let mut state = GomokuState::new(size, set.rules);
            for (depth, expected) in (0..).zip([1, 25, 25 * 24, 25 * 24 * 23]) {
                assert_eq!(count_with(&mut state, depth, 0), expected, "{} {depth}", set.name);
            }
        }
    }
}
