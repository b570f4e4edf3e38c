//! The options of Go.

use super::common::{
    DEPTH, EXPAND_VISITS, LAG_MS, MEMORY, PLAYOUTS, PONDER, RAVE_EQUIV, REUSE_TREE, SEED, THREADS,
    TIME_PER_MOVE, UCT_C, engine, rule,
};
use super::{OptionKind, OptionRow, OptionTable, OptionValue};
use crate::engine::go::{FIRST_PLAY, NET_CACHE, PUCT_C};
use std::borrow::Cow;

/// The options of Go.
pub static GO_OPTIONS: OptionTable = OptionTable { game: "go", rows: GO_ROWS };

const GO_ROWS: &[OptionRow] = &[
    rule(
        "ko",
        &[],
        OptionKind::Choice(&["simple", "positional", "situational"]),
        OptionValue::Choice("simple"),
        "Which repetitions are forbidden: only taking back at once, any earlier board, or any earlier board with the \
         same player to move.",
    ),
    rule(
        "suicide",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(false),
        "May a play take its own string of two or more stones off the board?",
    ),
    rule(
        "scoring",
        &[],
        OptionKind::Choice(&["area", "territory"]),
        OptionValue::Choice("area"),
        "What counts: stones and surrounded points, or surrounded points and prisoners.",
    ),
    rule(
        "tax",
        &[],
        OptionKind::Choice(&["none", "seki", "all"]),
        OptionValue::Choice("none"),
        "Which surrounded points do not count: none, those in seki, or also two for each living group.",
    ),
    rule(
        "handicap_bonus",
        &["whiteHandicapBonus"],
        OptionKind::Choice(&["0", "n-1", "n"]),
        OptionValue::Choice("n"),
        "Points White receives for N handicap stones.",
    ),
    rule(
        "friendly_pass",
        &["friendlyPassOk"],
        OptionKind::Bool,
        OptionValue::Bool(true),
        "May dead stones stay on the board at the end (true), or must they be captured before passing (false)?",
    ),
    engine(
        "engine",
        &[],
        OptionKind::Choice(&["mcts", "uct", "alphabeta", "random"]),
        OptionValue::Choice("mcts"),
        "Who chooses moves: mcts, the full engine; uct, plain UCT over random playouts; alphabeta, alpha-beta over a plain \
         area evaluator, weak but exact on tiny boards; random, any legal move but into its own eyes.",
    ),
    engine(
        "net",
        &[],
        OptionKind::Text("built-in, none or the path of a network's file"),
        OptionValue::Text(Cow::Borrowed("built-in")),
        "The network that mcts judges positions by: built-in, the program's own; none, which leaves it to playouts; or a file: \
         one written by scripts/train/go/export.py, or a network of KataGo's (.bin.gz or .txt.gz, packed or not, of model \
         version 8 to 14).",
    ),
    engine(
        "net_precision",
        &[],
        OptionKind::Choice(&["auto", "fast", "full"]),
        OptionValue::Choice("auto"),
        "How exactly the network is computed: fast, where the processor multiplies bfloat16 three to four times (AMX) or \
         up to 1.7 times (AVX-512) as many positions a second; full, in f32, with the same bits on every processor that has AVX2, AVX-512 or NEON; auto, \
         full where an answer is to be the same on every machine (reg_genmove; one thread with a seed and playouts), fast elsewhere.",
    ),
    engine(
        "net_cache",
        &[],
        OptionKind::Int { min: 0, max: 1 << 24 },
        OptionValue::Int(NET_CACHE),
        "Positions of which the network's answers are kept, for when another order of moves leads there again: about 0.8 kB each on \
         9x9, 3 kB on 19x19. 0 = none.",
    ),
    engine(
        "puct_c",
        &[],
        OptionKind::Float { min: 0.0, max: 10.0 },
        OptionValue::Float(PUCT_C),
        "Weight of exploration with a network: mean + c * policy * sqrt(N) / (1 + n).",
    ),
    engine(
        "first_play",
        &[],
        OptionKind::Float { min: 0.0, max: 1.0 },
        OptionValue::Float(FIRST_PLAY),
        "With a network, how far below its parent's value a move starts that was not tried, where all others were.",
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
    engine(
        "resign",
        &["allowResignation"],
        OptionKind::Bool,
        OptionValue::Bool(true),
        "May the engine resign? It never does so at once in handicap games, nor when it could win by passing.",
    ),
    engine(
        "resign_threshold",
        &[],
        OptionKind::Float { min: 0.0, max: 0.5 },
        OptionValue::Float(0.08),
        "Resign when the chance to win falls below this.",
    ),
    UCT_C,
    RAVE_EQUIV,
    EXPAND_VISITS,
];
