//! Rows that several games have, and the words that make rows.

use super::{OptionKind, OptionRow, OptionValue, Scope};

pub(super) const fn rule(
    name: &'static str,
    aliases: &'static [&'static str],
    kind: OptionKind,
    default: OptionValue,
    help: &'static str,
) -> OptionRow {
    OptionRow { name, aliases, scope: Scope::Rules, kind, default, help }
}

pub(super) const fn engine(
    name: &'static str,
    aliases: &'static [&'static str],
    kind: OptionKind,
    default: OptionValue,
    help: &'static str,
) -> OptionRow {
    OptionRow { name, aliases, scope: Scope::Engine, kind, default, help }
}

/// Bounds of a count whose upper end nobody reaches.
pub(super) const COUNT: OptionKind = OptionKind::Int { min: 0, max: i64::MAX };

pub(super) const THREADS: OptionRow = engine(
    "threads",
    &["numSearchThreads"],
    OptionKind::Int { min: 0, max: 256 },
    OptionValue::Int(0),
    "Search threads; 0 = as many as this process has processors.",
);

pub(super) const PLAYOUTS: OptionRow = engine(
    "playouts",
    &["maxPlayouts", "maxVisits"],
    COUNT,
    OptionValue::Int(0),
    "Most playouts for a move; 0 = no limit. Holds together with every time limit.",
);

pub(super) const TIME_PER_MOVE: OptionRow = engine(
    "time_per_move",
    &["maxTime"],
    OptionKind::Float { min: 0.0, max: 1e6 },
    OptionValue::Float(0.0),
    "Most seconds for a move, whatever the clock says; 0 = no limit. Without a clock and without any limit a move \
     takes a few seconds.",
);

pub(super) const DEPTH: OptionRow = engine(
    "depth",
    &[],
    OptionKind::Int { min: 0, max: 60 },
    OptionValue::Int(0),
    "Most plies the alphabeta engine looks ahead for a move; 0 = as deep as time and playouts (positions, for this engine) \
     allow. Analysis has no such bound.",
);

pub(super) const LAG_MS: OptionRow = engine(
    "lag_ms",
    &[],
    OptionKind::Int { min: 0, max: 60_000 },
    OptionValue::Int(50),
    "Milliseconds kept in reserve for what lies between this clock and the opponent's. Raise it for play over a \
     network.",
);

pub(super) const MEMORY: OptionRow = engine(
    "memory",
    &[],
    OptionKind::Int { min: 8, max: 1 << 20 },
    OptionValue::Int(256),
    "Most MiB the search tree may take.",
);

pub(super) const SEED: OptionRow = engine(
    "seed",
    &[],
    OptionKind::Int { min: -1, max: i64::MAX },
    OptionValue::Int(-1),
    "Seed of all chance; with one thread and a playout limit the same seed plays the same game on every machine. \
     -1 = a new one at each start.",
);

pub(super) const PONDER: OptionRow = engine(
    "ponder",
    &["ponderingEnabled"],
    OptionKind::Bool,
    OptionValue::Bool(false),
    "Think on the opponent's time?",
);

pub(super) const REUSE_TREE: OptionRow = engine(
    "reuse_tree",
    &[],
    OptionKind::Bool,
    OptionValue::Bool(true),
    "Keep what an earlier search found out about the position at hand?",
);

const fn uct_c(help: &'static str) -> OptionRow {
    engine("uct_c", &[], OptionKind::Float { min: 0.0, max: 10.0 }, OptionValue::Float(1.0), help)
}

pub(super) const UCT_C: OptionRow =
    uct_c("Weight of exploration in the plain uct engine: mean + c * sqrt(ln N / n).");

pub(super) const RAVE_EQUIV: OptionRow = engine(
    "rave_equiv",
    &[],
    OptionKind::Float { min: 1.0, max: 1e6 },
    OptionValue::Float(1000.0),
    "Visits of a move at which its own results weigh as much as all-moves-as-first results in the mcts engine.",
);

const fn expand_visits(default: i64, help: &'static str) -> OptionRow {
    let kind = OptionKind::Int { min: 0, max: 1000 };
    engine("expand_visits", &[], kind, OptionValue::Int(default), help)
}

pub(super) const EXPAND_VISITS: OptionRow = expand_visits(
    8,
    "Visits after which a leaf of the mcts engine's tree gets children. Fewer: a deeper tree that takes more memory.",
);

// Rows of games whose mcts engine is tree search over random games.

pub(super) const TREE_C: OptionRow =
    uct_c("Weight of exploration in the mcts and uct engines: mean + c * sqrt(ln N / n).");

pub(super) const EPSILON: OptionRow = engine(
    "epsilon",
    &[],
    OptionKind::Float { min: 0.0, max: 1.0 },
    OptionValue::Float(0.0),
    "Probability with which the mcts engine goes on with a move drawn at random in place of the most promising one, at \
     each step down its tree: a guard against moves whose first results were unlucky.",
);

pub(super) const EPSILON_DECAY: OptionRow = engine(
    "epsilon_decay",
    &[],
    OptionKind::Float { min: 0.0, max: 1.0 },
    OptionValue::Float(1.0),
    "What epsilon is multiplied by after each playout of a search (of each thread by itself): 1 = it stays, 0.999 = \
     halved after 693 playouts.",
);

pub(super) const TREE_EXPAND_VISITS: OptionRow = expand_visits(
    1,
    "Visits after which a leaf of the mcts engine's tree gets children: 1 = at the second visit. More: a flatter tree \
     that takes less memory.",
);
