//! The options of Phantom Go.

use super::common::{LAG_MS, PLAYOUTS, SEED, THREADS, TIME_PER_MOVE, engine, rule};
use super::{OptionKind, OptionRow, OptionTable, OptionValue};

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
        "search",
        &[],
        OptionKind::Choice(&["flat", "tree"]),
        OptionValue::Choice("flat"),
        "What follows the player's move in a playout: the game played out at once, or first moves of both players by a tree of \
         what each of them knows.",
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
