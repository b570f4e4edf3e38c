//! The options of Reversi.

use super::common::{
    EPSILON, EPSILON_DECAY, LAG_MS, MEMORY, PLAYOUTS, PONDER, REUSE_TREE, SEED, THREADS,
    TIME_PER_MOVE, TREE_C, TREE_EXPAND_VISITS, engine, rule,
};
use super::{OptionKind, OptionRow, OptionTable, OptionValue};

/// The options of Reversi.
pub static REVERSI_OPTIONS: OptionTable = OptionTable { game: "reversi", rows: REVERSI_ROWS };

const REVERSI_ROWS: &[OptionRow] = &[
    rule(
        "empties",
        &[],
        OptionKind::Choice(&["winner", "nobody"]),
        OptionValue::Choice("winner"),
        "Who gets the squares that stay empty: the side with more discs, or nobody.",
    ),
    rule(
        "goal",
        &[],
        OptionKind::Choice(&["most", "fewest"]),
        OptionValue::Choice("most"),
        "Who wins: the side with the most discs, or with the fewest (anti-reversi, whose margin is the usual one seen from \
         the other side).",
    ),
    rule(
        "insert_passes",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(false),
        "May a controller leave out a pass that is forced? Then a move of the opponent of the player who must pass (play, \
         genmove) puts the pass in, and one undo takes both back; otherwise such a move is illegal. Records are always \
         read like that, since many leave such passes out.",
    ),
    engine(
        "engine",
        &[],
        OptionKind::Choice(&["alphabeta", "mcts", "uct", "random"]),
        OptionValue::Choice("alphabeta"),
        "Who chooses moves: alphabeta, deep search with exact endgames by the option evaluator; mcts, tree search over random playouts with the options uct_c, epsilon, epsilon_decay and \
         expand_visits; uct, the same with uct_c alone (plain UCT); random, any legal move. None of them ever resigns.",
    ),
    engine(
        "evaluator",
        &[],
        OptionKind::Choice(&["patterns", "wpc-mobility", "wpc", "discs"]),
        OptionValue::Choice("patterns"),
        "What alphabeta judges positions by: patterns, fitted to self-play (8x8, most discs win; elsewhere wpc-mobility stands \
         in); wpc-mobility, weighted squares with corners that change their surroundings, and mobility; wpc, without \
         mobility; discs, their number.",
    ),
    engine(
        "depth",
        &["level"],
        OptionKind::Int { min: 0, max: 60 },
        OptionValue::Int(0),
        "Plies that alphabeta searches; 0 = as many as time allows. A level N up to 10 plays perfectly from 2N empty squares \
         on, one above 10 from 20 + (N - 10) / 2, never from fewer than N; before that it cuts by the option confidence. \
         Without a clock, a level takes the time it takes. Only level 60 plays perfectly from the first move.",
    ),
    engine(
        "confidence",
        &["selectivity"],
        OptionKind::Choice(&["73", "87", "95", "98", "99", "100"]),
        OptionValue::Choice("73"),
        "How sure, per cent, alphabeta must be to cut a line by a shallower search; 100 = no such cuts. A search that \
         reaches the end of the game goes through this value and all greater ones; only at 100 is its score exact.",
    ),
    engine(
        "proof",
        &[],
        OptionKind::Choice(&["exact", "outcome"]),
        OptionValue::Choice("exact"),
        "What alphabeta proves when it reaches the end of the game: exact, the score; outcome, who wins, which takes less.",
    ),
    engine(
        "book",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(true),
        "Play from the opening book, and show its values in analyses until the search is deeper? The book knows 8x8 from the \
         usual start, most discs win, and serves the alphabeta engine with patterns; reg_genmove never uses it.",
    ),
    engine(
        "book_random",
        &[],
        OptionKind::Float { min: 0.0, max: 64.0 },
        OptionValue::Float(0.0),
        "Discs by which a move of the opening book may be worse than the best: the engine draws evenly among such moves, by \
         the option seed. 0 = always the best one.",
    ),
    engine(
        "contempt",
        &[],
        OptionKind::Int { min: -100, max: 100 },
        OptionValue::Int(0),
        "Discs that drawn lines of the opening book (those that end in a value nearer to 0 than half a disc) are worth to \
         Black when a move is chosen: 100 = Black seeks draws and White avoids them, -100 = the other way round. Values that \
         are shown stay as they are.",
    ),
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
