//! An event: everything that decides which games are played and how. The command line of `tesuji match` and the file of
//! `tesuji tournament` both become one of these.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players.
    #[default]
    Match,
    /// Everybody against everybody.
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
    /// Rounds; in each, players with near scores who have not met yet.
    Swiss,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// Every game begins on the empty board (or the game's usual start).
    #[default]
    None,
    /// The balanced openings that the program carries for the game and board.
    BuiltIn,
    /// A folder of SGF records, one SGF file with a game each, or a text list: move sequences (`f5d6c3`, `D4 E5 pass`) or
    /// Gomocup offset lists, one opening a line.
    Path(PathBuf),
}

/// In which order openings are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As they stand.
    #[default]
    Sequential,
    /// Shuffled by the event's seed.
    Random,
}

/// Who decides the score of a game that ended by passes where dead stones may stay on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scorer {
    /// The players if they agree, otherwise the referee's judgement.
    #[default]
    Players,
    /// The referee's judgement of dead stones.
    Referee,
    /// The board as it stands: every stone is alive.
    Board,
    /// This GTP program (`final_score` after a replay of the game).
    Command(String),
}

/// What a late move costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateMoves {
    /// The game.
    #[default]
    Lose,
    /// Nothing; it is counted.
    Tolerate,
}

/// What the referee does beyond the rules of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Rulings {
    /// Who decides scores.
    pub scorer: Scorer,
    /// Moves of both players after which a game is broken off; 0 = three times the board's points and at least 30.
    pub max_moves: usize,
    /// What becomes of a game broken off: a draw, or (true) the referee's score of it.
    pub score_at_limit: bool,
    /// Both players have seen one of them ahead by that much (win rate of at least this, 0.5 to 1) ...
    pub agree_winrate: Option<f64>,
    /// ... for that many moves each, one after the other: then the game is over.
    pub agree_moves: usize,
    /// No agreement before that many moves of the game.
    pub agree_after: usize,
    /// What a late move costs.
    pub late: LateMoves,
    /// So many illegal moves in a row lose the game: with 1 the first one does; with more the player is set back to the
    /// position and asked again, and its time goes on. Any legal move ends the row.
    pub illegal_moves_lose: usize,
    /// Seconds a move may be late, for the way through pipes and processes.
    pub margin: f64,
    /// Seconds to wait for the answer to a command that is not bound by a clock; for a move, five times as long.
    pub patience: f64,
    /// Seconds to wait for an engine to end after `quit`.
    pub quit_patience: f64,
}

impl Default for Rulings {
    fn default() -> Rulings {
        Rulings {
            scorer: Scorer::Players,
            max_moves: 0,
            score_at_limit: false,
            agree_winrate: None,
            agree_moves: 5,
            agree_after: 20,
            late: LateMoves::Lose,
            illegal_moves_lose: 1,
            margin: 0.1,
            patience: 60.0,
            quit_patience: 3.0,
        }
    }
}

/// A sequential probability ratio test of the first player against the second (or, in a gauntlet, the others).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtSpec {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative.
    pub elo1: f64,
    /// Probability of a wrong acceptance of `elo1`.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability of a wrong acceptance of `elo0`.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// One player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PlayerSpec {
    /// The name in tables and records; empty = what the engine calls itself. Names are made distinct.
    pub name: String,
    /// `gtp:CMD`, `gomocup:CMD`, `nboard:CMD`, `sau:CMD`, a bare `CMD` (GTP), or a built-in engine: `mcts`, `uct`, `random` or any
    /// other value of the game's option `engine`, followed by options `key=value`.
    pub engine: String,
    /// Working folder.
    pub folder: Option<PathBuf>,
    /// Variables added to the environment.
    pub env: BTreeMap<String, String>,
    /// Commands sent before every game, after the board is set up (GTP), after `START` (Gomocup), after `nboard` (NBoard).
    pub commands: Vec<String>,
    /// The player's own time, in place of the event's; same spelling.
    pub time: Option<String>,
    /// Playouts, nodes or visits a move, sent as each protocol can say it.
    pub playouts: Option<u64>,
    /// Depth of search, for protocols that know one.
    pub depth: Option<u32>,
    /// A file that gets the engine's standard error.
    pub error_log: Option<PathBuf>,
    /// Start the engine anew for every game.
    pub restart: bool,
}

/// Everything that decides which games are played and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Event {
    /// Its name, in records and reports.
    pub name: String,
    /// The game, by its name in the register.
    pub game: String,
    /// The board, `N` or `WxH`; empty = the game's usual one.
    pub size: String,
    /// Points for White, if not the usual.
    pub komi: Option<f32>,
    /// Rule set, if not the usual.
    pub rules: Option<String>,
    /// Parts of the rules, by the names of the game's options.
    pub set: BTreeMap<String, String>,
    /// Handicap stones; 0 or 2 and more.
    pub handicap: usize,
    /// Who meets whom.
    pub format: Format,
    /// Games of each pairing (of the match, of each pair of players, of each pairing of a Swiss round).
    pub games: usize,
    /// Rounds of a Swiss event; 0 = as many as it takes to find a winner, the logarithm of the number of players.
    pub rounds: usize,
    /// Where openings come from. Two games in a row have the same one, colours swapped.
    pub openings: OpeningSource,
    /// In which order.
    pub opening_order: OpeningOrder,
    /// Moves of an SGF record that belong to the opening; 0 = all.
    pub opening_moves: usize,
    /// Do both colours swap within a pair of games (true), or does the first player keep Black?
    pub alternate: bool,
    /// Does a Gomoku game begin with the swap2 protocol?
    pub swap2: bool,
    /// The time of each player: `none`, `60` or `5m` (absolute), `60+1` (with an increment), `60+10/5` (five moves in each
    /// ten seconds of overtime), `60+5x10` (five periods of ten seconds), `1/move`.
    pub time: String,
    /// What the referee does beyond the rules.
    pub rulings: Rulings,
    /// A test that ends the event.
    pub sprt: Option<SprtSpec>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Give each game processors of its own.
    pub pin: bool,
    /// Does the event go on when an engine fails (it is started anew)? Otherwise the first crash, hang or failed start
    /// ends it.
    pub recover: bool,
    /// Seed of all chance: the schedule, shuffled openings, the seeds built-in players get.
    pub seed: u64,
    /// The journal, one line a game.
    pub journal: Option<PathBuf>,
    /// Records: an existing folder (or a path that ends in a separator) for one file a game, otherwise one file for all.
    pub sgf: Option<PathBuf>,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerSpec>,
}

impl Default for Event {
    fn default() -> Event {
        Event {
            name: String::new(),
            game: "go".into(),
            size: String::new(),
            komi: None,
            rules: None,
            set: BTreeMap::new(),
            handicap: 0,
            format: Format::Match,
            games: 2,
            rounds: 0,
            openings: OpeningSource::None,
            opening_order: OpeningOrder::Sequential,
            opening_moves: 0,
            alternate: true,
            swap2: false,
            time: "none".into(),
            rulings: Rulings::default(),
            sprt: None,
            concurrency: 1,
            pin: false,
            recover: true,
            seed: 1,
            journal: None,
            sgf: None,
            players: Vec::new(),
        }
    }
}
