//! The options of Gomoku.

use super::common::{
    DEPTH, EPSILON, EPSILON_DECAY, LAG_MS, MEMORY, PLAYOUTS, PONDER, REUSE_TREE, SEED, THREADS,
    TIME_PER_MOVE, TREE_C, TREE_EXPAND_VISITS, engine, rule,
};
use super::{OptionKind, OptionRow, OptionTable, OptionValue};

/// The options of Gomoku.
pub static GOMOKU_OPTIONS: OptionTable = OptionTable { game: "gomoku", rows: GOMOKU_ROWS };

const GOMOKU_ROWS: &[OptionRow] = &[
    rule(
        "variant",
        &[],
        OptionKind::Choice(&["freestyle", "standard", "renju", "caro", "exact-caro"]),
        OptionValue::Choice("freestyle"),
        "What wins: five or more; exactly five; renju (exactly five for Black, who may not make an overline, a double-four \
         or a double-three; five or more for White); five that are not blocked by enemy stones at both ends, or more \
         (caro); exactly five not blocked so (exact-caro). Under renju Black loses where it may not move anywhere.",
    ),
    rule(
        "draw_after",
        &[],
        OptionKind::Int { min: 0, max: 625 },
        OptionValue::Int(0),
        "Number of stones on the board with which the game is drawn; 0 = only a full board is.",
    ),
    rule(
        "pass",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(false),
        "May players pass? Two passes in a row are a draw.",
    ),
    engine(
        "engine",
        &[],
        OptionKind::Choice(&["alphabeta", "mcts", "uct", "random"]),
        OptionValue::Choice("alphabeta"),
        "Who chooses moves: alphabeta, deep search by the option evaluator, forced wins included; mcts, tree search over random games with the \
         options uct_c, epsilon, epsilon_decay and expand_visits, where in games and tree fives are made and stopped and \
         moves are at most two steps from a stone; uct, the same with uct_c alone (plain UCT); random, any legal move.",
    ),
    engine(
        "evaluator",
        &[],
        OptionKind::Choice(&["shapes", "lines", "patterns"]),
        OptionValue::Choice("shapes"),
        "What alphabeta goes by: shapes, what both colours could make on every empty point, fitted to games of the program's own; \
         lines, a plain count of the stones in each five points in a row; patterns, the textbook's table of fives, fours, threes and \
         twos, open, with a gap or sleeping.",
    ),
    DEPTH,
    THREADS,
    PLAYOUTS,
    TIME_PER_MOVE,
    LAG_MS,
    MEMORY,
    SEED,
    PONDER,
    REUSE_TREE,
    TREE_C,
    EPSILON,
    EPSILON_DECAY,
    TREE_EXPAND_VISITS,
];
