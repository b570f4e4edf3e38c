//! What a session asks of an engine.

use crate::base::{Color, Move};
use crate::clock::Budget;
use crate::eval::go::RawLook;
use crate::game::State;
use crate::search::Report;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that ends a running search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Takes the request back, before a new search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Has the end been asked for?
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Why the engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To choose a move for a game (`genmove`).
    Play,
    /// To choose a move without randomness and without learning from earlier searches (`reg_genmove`).
    Regress,
    /// To choose a move, not passing while dead enemy stones stand (`kgs-genmove_cleanup`).
    Cleanup,
    /// To search until stopped, reporting on the way (`lz-analyze`, `kata-analyze`).
    Analyze,
    /// To search until stopped on the opponent's time.
    Ponder,
}

/// A question to an engine about a position; the position's player to move is the one asked for.
#[derive(Clone, Debug)]
pub struct Task {
    /// Why.
    pub purpose: Purpose,
    /// Time to spend; `None` = no time limit (then playouts or the stop flag end it).
    pub budget: Option<Budget>,
    /// Simulations at most, on top of the engine's own setting.
    pub playouts: Option<u64>,
    /// At the root, only these moves; empty = all.
    pub allow: Vec<Move>,
    /// At the root, none of these.
    pub avoid: Vec<Move>,
    /// How many of the best moves are wanted with values of their own (a search that proves bounds knows only the best
    /// one's otherwise).
    pub lines: usize,
    /// How often to report on the way.
    pub interval: Option<Duration>,
    /// Raised from outside to end the search.
    pub stop: Stop,
}

impl Task {
    /// A task without limits or wishes.
    pub fn new(purpose: Purpose) -> Task {
        Task {
            purpose,
            budget: None,
            playouts: None,
            allow: Vec::new(),
            avoid: Vec::new(),
            lines: 1,
            interval: None,
            stop: Stop::default(),
        }
    }
}

impl Task {
    /// Is the move among those wished for at the root?
    pub fn allows(&self, mv: Move) -> bool {
        (self.allow.is_empty() || self.allow.contains(&mv)) && !self.avoid.contains(&mv)
    }

    /// Drops wishes that none of these moves fulfils: an answer is better than none.
    pub fn keep_wishes_for(&mut self, legal: &[Move]) {
        if !legal.iter().any(|&mv| self.allows(mv)) {
            self.allow.clear();
            self.avoid.clear();
        }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to play, [`Move::PASS`] or [`Move::RESIGN`] among them.
    pub mv: Move,
    /// What the search saw.
    pub report: Report,
}

/// Fate of a point's stone or, on an empty point, of the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointStatus {
    /// A stone that stays.
    Alive,
    /// A stone that will be taken off.
    Dead,
    /// A stone that stays without territory.
    Seki,
    /// Empty, and counts for that colour.
    Territory(Color),
    /// Empty, and counts for nobody.
    Dame,
}

/// An engine could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// No such option.
    #[error("unknown option {0}")]
    UnknownOption(String),
    /// The value does not fit the option; the text says what does.
    #[error("{option} takes {accepts}, not {value}")]
    BadValue {
        /// Its name.
        option: String,
        /// What was given.
        value: String,
        /// What is accepted.
        accepts: String,
    },
    /// The network cannot be had from that file.
    #[error("no network in {file}: {reason}")]
    NoNetwork {
        /// What was asked for.
        file: String,
        /// Why not.
        reason: String,
    },
    /// A network is asked, but the engine plays without.
    #[error("no network is in use")]
    PlaysWithoutNetwork,
    /// The engine cannot judge the position.
    #[error("cannot score")]
    CannotScore,
}

/// Chooses moves in one game. Used per command, so dynamic dispatch costs nothing.
pub trait Engine<S: State>: Send {
    /// Thinks about the position. `watch` is called from the thinking thread, at most once per `task.interval`. Ends
    /// when the budget is used, the playouts are done, or `task.stop` is raised (then within 10 ms).
    fn think(&mut self, state: &S, task: &Task, watch: &mut dyn FnMut(&Report)) -> Thought;

    /// Fate of every point, row by row from A1 ([`crate::base::BoardSize::points`] order). The same position gives the
    /// same answer at every call, whatever was asked in between.
    fn status(&mut self, state: &S, stop: &Stop) -> Result<Vec<PointStatus>, EngineError>;

    /// The name of the network that it judges by, if it has one; of several, joined by plus signs.
    fn network(&mut self) -> Option<String> {
        None
    }

    /// What that network says of the position as it stands, which is not over: in the symmetry of that number, or in each
    /// (see [`crate::eval::go::SYMMETRIES`]).
    fn raw_network(
        &mut self,
        _state: &S,
        _symmetry: Option<usize>,
    ) -> Result<Vec<RawLook>, EngineError> {
        Err(EngineError::PlaysWithoutNetwork)
    }

    /// Gets ready for the first [`Engine::think`] on boards like that one: takes the memory that it would take then. Engines that
    /// need none have nothing to do.
    fn prepare(&mut self, _state: &S) {}

    /// Forgets everything learnt from earlier searches (new game, `clear_cache`).
    fn clear(&mut self);

    /// Sets an option from the game's option table; on error nothing changes.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// The value of an option, as [`Engine::set_option`] would take it.
    fn option(&self, name: &str) -> Result<String, EngineError>;
}
