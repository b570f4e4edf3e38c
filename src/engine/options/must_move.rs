//! The options of NoGo and Capture Go.

use super::common::{
    DEPTH, EXPAND_VISITS, LAG_MS, MEMORY, PLAYOUTS, PONDER, RAVE_EQUIV, REUSE_TREE, SEED, THREADS,
    TIME_PER_MOVE, UCT_C, engine, rule,
};
use super::{OptionKind, OptionRow, OptionTable, OptionValue};
use crate::games::go::CaptureRules;

/// The options of NoGo.
pub static NOGO_OPTIONS: OptionTable = OptionTable { game: "nogo", rows: NOGO_ROWS };

const NOGO_ROWS: &[OptionRow] = &[
    engine(
        "engine",
        &[],
        OptionKind::Choice(&["mcts", "uct", "alphabeta", "random"]),
        OptionValue::Choice("mcts"),
        "Who chooses moves: mcts, tree search with all-moves-as-first values and priors by mobility, over random games that keep \
         a player's own points for last; uct, plain UCT over such games; alphabeta, alpha-beta by mobility, exact on tiny boards; \
         random, any legal move. None of them ever resigns.",
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
    UCT_C,
    RAVE_EQUIV,
    EXPAND_VISITS,
];

/// The options of Capture Go.
pub static CAPTURE_OPTIONS: OptionTable = OptionTable { game: "capture-go", rows: CAPTURE_ROWS };

const CAPTURE_ROWS: &[OptionRow] = &[
    rule(
        "captures",
        &[],
        OptionKind::Int { min: 1, max: CaptureRules::MOST as i64 },
        OptionValue::Int(1),
        "How many stones win: the first player who has taken that many in all has won.",
    ),
    engine(
        "engine",
        &[],
        OptionKind::Choice(&["mcts", "uct", "alphabeta", "random"]),
        OptionValue::Choice("mcts"),
        "Who chooses moves: mcts, tree search with all-moves-as-first values, over games in which strings are taken and saved, \
         without moves that lose at once; uct, plain UCT over such games; alphabeta, alpha-beta by liberties, exact on tiny boards; \
         random, any legal move. None of them ever resigns.",
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
    UCT_C,
    RAVE_EQUIV,
    EXPAND_VISITS,
];
