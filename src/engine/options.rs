//! The options of each game: one row an option, told once.
//!
//! A row feeds `kata-get-param` and `kata-set-param`, `--set KEY=VALUE`, the configuration file and `docs/options.md`.
//! [`Options`] holds an engine's values; rows of [`Scope::Rules`] belong to the session, which keeps them in the rules of
//! the game.

use super::EngineError;
use crate::games::go::CaptureRules;
use std::fmt;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number, both ends included.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A finite number, both ends included.
    Float {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// One of these words, in any case.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    /// Reads a value; the whole text must be used. `None` if the option does not take it.
    pub fn parse(&self, text: &str) -> Option<OptionValue> {
        match *self {
            OptionKind::Bool if text.eq_ignore_ascii_case("true") => Some(OptionValue::Bool(true)),
            OptionKind::Bool if text.eq_ignore_ascii_case("false") => {
                Some(OptionValue::Bool(false))
            }
            OptionKind::Bool => None,
            OptionKind::Int { min, max } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(OptionValue::Int(value))
            }
            OptionKind::Float { min, max } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(OptionValue::Float(value))
            }
            OptionKind::Choice(words) => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Some(OptionValue::Choice(word))
            }
        }
    }
}

impl fmt::Display for OptionKind {
    /// What is accepted, in words for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Bool => f.write_str("true or false"),
            OptionKind::Int { min, max: i64::MAX } => write!(f, "a whole number from {min}"),
            OptionKind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            OptionKind::Float { min, max } => write!(f, "a number from {min} to {max}"),
            OptionKind::Choice(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// A value of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of [`OptionKind::Int`].
    Int(i64),
    /// Of [`OptionKind::Float`].
    Float(f64),
    /// Of [`OptionKind::Choice`], spelt as in its row.
    Choice(&'static str),
}

impl fmt::Display for OptionValue {
    /// As [`OptionKind::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Bool(value) => value.fmt(f),
            OptionValue::Int(value) => value.fmt(f),
            OptionValue::Float(value) => value.fmt(f),
            OptionValue::Choice(value) => f.write_str(value),
        }
    }
}

/// Whose an option is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A part of the rules; the session holds it. Where nobody sets it, the rule set in force tells its value.
    Rules,
    /// The engine's.
    Engine,
}

/// An option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionRow {
    /// Its name; lower case, words joined by `_`.
    pub name: &'static str,
    /// Other names it is known by (KataGo's).
    pub aliases: &'static [&'static str],
    /// Whose it is.
    pub scope: Scope,
    /// What it takes.
    pub kind: OptionKind,
    /// Its value when nobody sets it.
    pub default: OptionValue,
    /// One sentence or two for users.
    pub help: &'static str,
}

impl OptionRow {
    /// Reads a value for this option.
    pub fn parse(&self, text: &str) -> Result<OptionValue, EngineError> {
        self.kind.parse(text).ok_or_else(|| EngineError::BadValue {
            option: self.name.into(),
            value: text.into(),
            accepts: self.kind.to_string(),
        })
    }
}

/// The options of one game.
#[derive(Debug)]
pub struct OptionTable {
    /// The game's public name.
    pub game: &'static str,
    /// The options, in the order in which they are listed.
    pub rows: &'static [OptionRow],
}

impl OptionTable {
    /// The option with this name or alias. Names are compared without regard to case.
    pub fn find(&self, name: &str) -> Result<&'static OptionRow, EngineError> {
        let known = |row: &&OptionRow| {
            row.name.eq_ignore_ascii_case(name)
                || row.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        };
        self.rows.iter().find(known).ok_or_else(|| EngineError::UnknownOption(name.into()))
    }

    /// The option and the value in a text `KEY=VALUE`; blanks around either are ignored.
    pub fn parse(&self, text: &str) -> Result<(&'static OptionRow, OptionValue), EngineError> {
        let (name, value) = text.split_once('=').ok_or_else(|| EngineError::BadValue {
            option: "an option setting".into(),
            value: text.into(),
            accepts: "KEY=VALUE".into(),
        })?;
        let row = self.find(name.trim())?;
        Ok((row, row.parse(value.trim())?))
    }
}

/// The values of a game's engine options.
#[derive(Clone, Debug)]
pub struct Options {
    table: &'static OptionTable,
    values: Vec<OptionValue>,
}

impl Options {
    /// Every option at its default.
    pub fn new(table: &'static OptionTable) -> Options {
        Options { table, values: table.rows.iter().map(|row| row.default).collect() }
    }

    /// The rows these are the values of.
    pub fn table(&self) -> &'static OptionTable {
        self.table
    }

    /// Sets an engine option from text and tells which row it was; on error nothing changes. A part of the rules is no
    /// engine option.
    pub fn set(&mut self, name: &str, text: &str) -> Result<&'static OptionRow, EngineError> {
        let (row, slot) = self.slot(name)?;
        self.values[slot] = row.parse(text)?;
        Ok(row)
    }

    /// An engine option's value.
    pub fn get(&self, name: &str) -> Result<OptionValue, EngineError> {
        self.slot(name).map(|(_, slot)| self.values[slot])
    }

    /// All engine options with their values, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionRow, OptionValue)> + '_ {
        let rows = self.table.rows.iter().zip(self.values.iter().copied());
        rows.filter(|(row, _)| row.scope == Scope::Engine)
    }

    fn slot(&self, name: &str) -> Result<(&'static OptionRow, usize), EngineError> {
        let row = self.table.find(name)?;
        let slot = self.table.rows.iter().position(|other| other.name == row.name);
        match slot {
            Some(slot) if row.scope == Scope::Engine => Ok((row, slot)),
            _ => Err(EngineError::UnknownOption(name.into())),
        }
    }

    /// A switch's value.
    ///
    /// # Panics
    /// If the table has no such switch: names are told in code, not on the wire.
    pub fn bool(&self, name: &str) -> bool {
        match self.get(name) {
            Ok(OptionValue::Bool(value)) => value,
            other => panic!("{name} is no switch: {other:?}"),
        }
    }

    /// A whole number's value.
    ///
    /// # Panics
    /// If the table has no such number.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            Ok(OptionValue::Int(value)) => value,
            other => panic!("{name} is no whole number: {other:?}"),
        }
    }

    /// A number's value.
    ///
    /// # Panics
    /// If the table has no such number.
    pub fn float(&self, name: &str) -> f64 {
        match self.get(name) {
            Ok(OptionValue::Float(value)) => value,
            other => panic!("{name} is no number: {other:?}"),
        }
    }

    /// A choice's value.
    ///
    /// # Panics
    /// If the table has no such choice.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Ok(OptionValue::Choice(value)) => value,
            other => panic!("{name} is no choice: {other:?}"),
        }
    }
}

/// The options tables of all games that can be played.
pub static OPTION_TABLES: &[&OptionTable] = &[
    &GO_OPTIONS,
    &REVERSI_OPTIONS,
    &GOMOKU_OPTIONS,
    &NOGO_OPTIONS,
    &CAPTURE_OPTIONS,
    &PHANTOM_OPTIONS,
];

/// The options of the game of that name.
pub fn options_of(game: &str) -> Option<&'static OptionTable> {
    OPTION_TABLES.iter().copied().find(|table| table.game.eq_ignore_ascii_case(game))
}

/// The options of Go.
pub static GO_OPTIONS: OptionTable = OptionTable { game: "go", rows: GO_ROWS };

/// The options of Phantom Go.
pub static PHANTOM_OPTIONS: OptionTable = OptionTable { game: "phantom-go", rows: PHANTOM_ROWS };

const PHANTOM_ROWS: &[OptionRow] = &[
    rule(
        "ko",
        &[],
        OptionKind::Choice(&["simple", "positional", "situational", "none", "draw", "unsure"]),
        OptionValue::Choice("simple"),
        "Which repetitions the referee refuses: taking back at once, any earlier board, any earlier board with the same \
         player to move, or none. With draw he refuses to take back at once, and any other play that brings a board back \
         ends the game as a draw. unsure is none, for a player whose referee may be of another mind.",
    ),
    rule(
        "hear_refusals",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(false),
        "Is a player told when the opponent is refused?",
    ),
    rule(
        "tell_passes",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(true),
        "Is a player told that the opponent has passed? Otherwise he is told only that it is his turn.",
    ),
    rule(
        "taken",
        &[],
        OptionKind::Choice(&["positions", "count"]),
        OptionValue::Choice("positions"),
        "What the player who takes stones is told of them: where they stood, or how many they are.",
    ),
    rule(
        "tell_reasons",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(false),
        "Is a refused player told why (occupied, suicide, ko)?",
    ),
    rule(
        "call_atari",
        &[],
        OptionKind::Bool,
        OptionValue::Bool(false),
        "Are both players told when a play puts stones of the opponent in atari?",
    ),
    rule(
        "tries",
        &[],
        OptionKind::Int { min: -1, max: 60_000 },
        OptionValue::Int(-1),
        "Tries in a turn: so many refusals pass the turn; 0 = no limit; -1 = no limit, but a point that was refused may not \
         be tried again in the same turn.",
    ),
    rule(
        "cap",
        &[],
        OptionKind::Int { min: -2, max: 60_000 },
        OptionValue::Int(-1),
        "The game is broken off and counted after so many moves and refused tries together; 0 = never, -1 = after three \
         moves or four refused tries for each point of the board, -2 = after four moves and tries for each point.",
    ),
    rule(
        "view",
        &[],
        OptionKind::Choice(&["both", "black", "white"]),
        OptionValue::Choice("both"),
        "Whose stones showboard, list_stones and GoGui's window show: all of them, or those that one player knows of.",
    ),
    engine(
        "engine",
        &[],
        OptionKind::Choice(&["belief", "blind", "random"]),
        OptionValue::Choice("belief"),
        "The player: belief imagines the hidden stones and tries its moves in what it imagines; blind searches as if there were \
         none but those it knows of; random tries points at random.",
    ),
    PLAYOUTS,
    TIME_PER_MOVE,
    LAG_MS,
    THREADS,
    SEED,
    engine(
        "amaf_equiv",
        &[],
        OptionKind::Float { min: 0.0, max: 1e9 },
        OptionValue::Float(2000.0),
        "Playouts of a move at which its own result counts about as much as that of all games in which it was played later; \
         0 = its own alone counts.",
    ),
    engine(
        "uct_c",
        &[],
        OptionKind::Float { min: 0.0, max: 10.0 },
        OptionValue::Float(0.2),
        "Weight of exploration among the moves: mean + c * sqrt(ln N / n).",
    ),
    engine(
        "reuse",
        &[],
        OptionKind::Int { min: 1, max: 1000 },
        OptionValue::Int(4),
        "Playouts in one imagined position before the next one is imagined.",
    ),
    engine(
        "playout",
        &[],
        OptionKind::Choice(&["random", "knowledge"]),
        OptionValue::Choice("random"),
        "How games are played out: at random, or with the knowledge of the engine for Go.",
    ),
    engine("resign", &[], OptionKind::Bool, OptionValue::Bool(false), "May the engine resign?"),
    engine(
        "resign_threshold",
        &[],
        OptionKind::Float { min: 0.0, max: 0.5 },
        OptionValue::Float(0.02),
        "Chance to win below which a game is resigned, after half as many moves and tries as the board has points.",
    ),
];

const fn rule(
    name: &'static str,
    aliases: &'static [&'static str],
    kind: OptionKind,
    default: OptionValue,
    help: &'static str,
) -> OptionRow {
    OptionRow { name, aliases, scope: Scope::Rules, kind, default, help }
}

const fn engine(
    name: &'static str,
    aliases: &'static [&'static str],
    kind: OptionKind,
    default: OptionValue,
    help: &'static str,
) -> OptionRow {
    OptionRow { name, aliases, scope: Scope::Engine, kind, default, help }
}

/// Bounds of a count whose upper end nobody reaches.
const COUNT: OptionKind = OptionKind::Int { min: 0, max: i64::MAX };

// Rows that several games have.

const THREADS: OptionRow = engine(
    "threads",
    &["numSearchThreads"],
    OptionKind::Int { min: 0, max: 256 },
    OptionValue::Int(0),
    "Search threads; 0 = as many as this process has processors.",
);

const PLAYOUTS: OptionRow = engine(
    "playouts",
    &["maxPlayouts", "maxVisits"],
    COUNT,
    OptionValue::Int(0),
    "Most playouts for a move; 0 = no limit. Holds together with every time limit.",
);

const TIME_PER_MOVE: OptionRow = engine(
    "time_per_move",
    &["maxTime"],
    OptionKind::Float { min: 0.0, max: 1e6 },
    OptionValue::Float(0.0),
    "Most seconds for a move, whatever the clock says; 0 = no limit. Without a clock and without any limit a move \
     takes a few seconds.",
);

const DEPTH: OptionRow = engine(
    "depth",
    &[],
    OptionKind::Int { min: 0, max: 60 },
    OptionValue::Int(0),
    "Most plies the alphabeta engine looks ahead for a move; 0 = as deep as time and playouts (positions, for this engine) \
     allow. Analysis has no such bound.",
);

const LAG_MS: OptionRow = engine(
    "lag_ms",
    &[],
    OptionKind::Int { min: 0, max: 60_000 },
    OptionValue::Int(50),
    "Milliseconds kept in reserve for what lies between this clock and the opponent's. Raise it for play over a \
     network.",
);

const MEMORY: OptionRow = engine(
    "memory",
    &[],
    OptionKind::Int { min: 8, max: 1 << 20 },
    OptionValue::Int(256),
    "Most MiB the search tree may take.",
);

const SEED: OptionRow = engine(
    "seed",
    &[],
    OptionKind::Int { min: -1, max: i64::MAX },
    OptionValue::Int(-1),
    "Seed of all chance; with one thread and a playout limit the same seed plays the same game on every machine. \
     -1 = a new one at each start.",
);

const PONDER: OptionRow = engine(
    "ponder",
    &["ponderingEnabled"],
    OptionKind::Bool,
    OptionValue::Bool(false),
    "Think on the opponent's time?",
);

const REUSE_TREE: OptionRow = engine(
    "reuse_tree",
    &[],
    OptionKind::Bool,
    OptionValue::Bool(true),
    "Keep what an earlier search found out about the position at hand?",
);

const UCT_C: OptionRow = engine(
    "uct_c",
    &[],
    OptionKind::Float { min: 0.0, max: 10.0 },
    OptionValue::Float(1.0),
    "Weight of exploration in the plain uct engine: mean + c * sqrt(ln N / n).",
);

const RAVE_EQUIV: OptionRow = engine(
    "rave_equiv",
    &[],
    OptionKind::Float { min: 1.0, max: 1e6 },
    OptionValue::Float(1000.0),
    "Visits of a move at which its own results weigh as much as all-moves-as-first results in the mcts engine.",
);

const EXPAND_VISITS: OptionRow = engine(
    "expand_visits",
    &[],
    OptionKind::Int { min: 0, max: 1000 },
    OptionValue::Int(8),
    "Visits after which a leaf of the mcts engine's tree gets children. Fewer: a deeper tree that takes more memory.",
);

// Rows of games whose mcts engine is tree search over random games.

const TREE_C: OptionRow = OptionRow {
    help: "Weight of exploration in the mcts and uct engines: mean + c * sqrt(ln N / n).",
    ..UCT_C
};

const EPSILON: OptionRow = engine(
    "epsilon",
    &[],
    OptionKind::Float { min: 0.0, max: 1.0 },
    OptionValue::Float(0.0),
    "Probability with which the mcts engine goes on with a move drawn at random in place of the most promising one, at \
     each step down its tree: a guard against moves whose first results were unlucky.",
);

const EPSILON_DECAY: OptionRow = engine(
    "epsilon_decay",
    &[],
    OptionKind::Float { min: 0.0, max: 1.0 },
    OptionValue::Float(1.0),
    "What epsilon is multiplied by after each playout of a search (of each thread by itself): 1 = it stays, 0.999 = \
     halved after 693 playouts.",
);

const TREE_EXPAND_VISITS: OptionRow = engine(
    "expand_visits",
    &[],
    OptionKind::Int { min: 0, max: 1000 },
    OptionValue::Int(1),
    "Visits after which a leaf of the mcts engine's tree gets children: 1 = at the second visit. More: a flatter tree \
     that takes less memory.",
);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_sound() {
        for table in OPTION_TABLES {
            let mut names = Vec::new();
            for row in table.rows {
                names.extend(row.aliases.iter().chain([&row.name]).map(|n| n.to_ascii_lowercase()));
                let default = row.default.to_string();
                assert_eq!(row.parse(&default), Ok(row.default), "{}: its default", row.name);
                assert!(row.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
                assert!(row.help.ends_with(['.', '?', ')']) && !row.help.contains("  "));
                for alias in row.aliases {
                    assert_eq!(table.find(alias), Ok(row), "{alias}");
                }
                for bad in ["", " ", "maybe", "1e999", "NaN", "-9999", "0x1", "true "] {
                    let parsed = row.parse(bad);
                    assert!(parsed.is_err(), "{}={bad}", row.name);
                }
            }
            let all = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), all, "{}: a name occurs twice", table.game);
        }
    }

    #[test]
    fn reversi_has_its_rules_in_the_table() {
        use crate::games::reversi::Rules;
        let rows = REVERSI_OPTIONS.rows.iter().filter(|row| row.scope == Scope::Rules);
        // The switch is a matter of the session, not of who wins.
        let told = rows.filter(|row| row.name != "insert_passes").map(|row| match row.kind {
            OptionKind::Choice(words) => (row.name, words),
            other => panic!("{}: {other:?}", row.name),
        });
        assert!(told.eq(Rules::KEYS.iter().copied()));
        for (key, _) in Rules::KEYS {
            let default = REVERSI_OPTIONS.find(key).map(|row| row.default.to_string());
            assert_eq!(default.as_deref(), Ok(Rules::default().get(key).unwrap_or("")));
        }
    }

    #[test]
    fn values_are_set_or_left_alone() {
        let mut options = Options::new(&GO_OPTIONS);
        assert_eq!(options.set("numsearchthreads", "3").map(|row| row.name), Ok("threads"));
        assert_eq!(options.int("threads"), 3);
        assert!(options.set("Ponder", "TRUE").is_ok() && options.bool("ponder"));
        assert!(options.set("maxTime", "0.25").is_ok());
        assert_eq!(options.float("time_per_move"), 0.25);
        assert!(options.set("engine", "UCT").is_ok());
        assert_eq!(options.choice("engine"), "uct");
        let before = format!("{options:?}");
        for (name, value) in
            [("threads", "257"), ("threads", "2.0"), ("no_such", "1"), ("ko", "simple")]
        {
            assert!(options.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(format!("{options:?}"), before);
        assert!(options.iter().all(|(row, _)| row.scope == Scope::Engine));
    }

    #[test]
    fn messages_say_what_is_accepted() {
        let cases = [
            ("threads=x", "threads takes a whole number from 0 to 256, not x"),
            ("playouts=-1", "playouts takes a whole number from 0, not -1"),
            ("ko=super", "ko takes one of simple, positional, situational, not super"),
            ("suicide=yes", "suicide takes true or false, not yes"),
            ("resign_threshold=1", "resign_threshold takes a number from 0 to 0.5, not 1"),
            ("nonsense=1", "unknown option nonsense"),
            ("threads", "an option setting takes KEY=VALUE, not threads"),
        ];
        for (text, message) in cases {
            let parsed = GO_OPTIONS.parse(text);
            assert_eq!(parsed.map_err(|e| e.to_string()), Err(message.into()), "{text}");
        }
        let parsed = GO_OPTIONS.parse(" ko = Situational ").map(|(row, value)| (row.name, value));
        assert_eq!(parsed, Ok(("ko", OptionValue::Choice("situational"))));
    }

    #[test]
    fn the_parts_of_the_rules_are_those_of_the_rules() {
        use crate::games::go::Rules;
        let rows = GO_OPTIONS.rows.iter().filter(|row| row.scope == Scope::Rules);
        let rows: Vec<&OptionRow> = rows.collect();
        assert!(rows.iter().map(|row| row.name).eq(Rules::KEYS.iter().map(|(key, _)| *key)));
        for (row, (key, values)) in rows.iter().zip(Rules::KEYS) {
            let mut rules = Rules::TROMP_TAYLOR;
            for value in *values {
                let parsed = row.parse(value).map(|value| value.to_string());
                assert_eq!(parsed.as_deref(), Ok(*value));
                for alias in row.aliases.iter().chain([&row.name]) {
                    assert_eq!(rules.set(alias, value), Ok(()), "{alias}={value}");
                }
                assert_eq!(rules.get(key), Ok(*value));
            }
            assert_eq!(Rules::CHINESE.get(key), Ok(row.default.to_string().as_str()), "{key}");
        }
    }
}
