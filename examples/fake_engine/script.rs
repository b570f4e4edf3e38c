//! What to do next: moves, faults, time.

use crate::arguments::{Act, Arguments};
use anyhow::{Context, Result, bail};
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::thread;
use std::time::Duration;
use tesuji::base::{BoardSize, Color, Move};
use tesuji::engine::{Purpose, Stop};
use tesuji::session::{self, Asked, Session, Settings};

/// The next thing to do when a move is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Play this, as the script has it.
    Move(String),
    /// Play any legal move.
    Random,
    /// Do this.
    Act(Act),
}

/// The script and how far it is.
#[derive(Debug)]
pub struct Script {
    moves: Vec<String>,
    left: VecDeque<String>,
    random: Option<usize>,
    then: Act,
    fault: Option<Act>,
    every: Option<u64>,
    games: Vec<u64>,
    at: usize,
    state: Option<File>,
    count: u64,
    begun: bool,
    faulty: bool,
    asked: usize,
}

impl Script {
    pub fn new(arguments: &Arguments) -> Result<Script> {
        let state = arguments.state.as_ref().map(|path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("cannot write {}", path.display()))
        });
        let moves: Vec<String> = arguments.moves.split_whitespace().map(String::from).collect();
        Ok(Script {
            left: moves.iter().cloned().collect(),
            moves,
            random: arguments.random.map(|_| arguments.random_moves.unwrap_or(usize::MAX)),
            then: arguments.then,
            fault: arguments.fault,
            every: arguments.fault_every,
            games: arguments.fault_games.clone(),
            at: arguments.fault_move.max(1),
            state: state.transpose()?,
            count: 0,
            begun: false,
            faulty: false,
            asked: 0,
        })
    }

    /// The board was cleared.
    pub fn clear(&mut self) {
        self.begun = false;
        self.asked = 0;
        self.left = self.moves.iter().cloned().collect();
    }

    /// There is a move on the board: the game counts, if it does not yet.
    pub fn begin(&mut self) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        self.count = match &mut self.state {
            // Appending moves the file's position to the end of what was appended, whoever else appends: that is our number.
            Some(file) => {
                file.write_all(b".")?;
                file.stream_position()?
            }
            None => self.count + 1,
        };
        let due = self.every.is_some_and(|every| self.count.is_multiple_of(every))
            || self.games.contains(&self.count);
        self.faulty = due || (self.every.is_none() && self.games.is_empty());
        Ok(())
    }

    /// Is the move asked for last the one that goes wrong?
    pub fn is_fault(&self) -> bool {
        self.fault.is_some() && self.faulty && self.asked == self.at
    }

    /// A move is asked for.
    pub fn step(&mut self) -> io::Result<Step> {
        self.begin()?;
        self.asked += 1;
        if let (Some(fault), true) = (self.fault, self.is_fault()) {
            return Ok(Step::Act(fault));
        }
        if let Some(mv) = self.left.pop_front() {
            return Ok(Step::Move(mv));
        }
        let random =
            self.random.is_some_and(|most| self.asked <= self.moves.len().saturating_add(most));
        Ok(if random { Step::Random } else { Step::Act(self.then) })
    }
}

/// What goes wrong in the same way in every protocol. Returns if the act is none of these, or after a line that is no answer
/// (`true`).
pub fn misbehave(act: Act) -> io::Result<bool> {
    match act {
        Act::Crash => {
            let _ = writeln!(io::stderr(), "fake engine: crashing as told");
            std::process::exit(1)
        }
        Act::SilentExit => std::process::exit(0),
        Act::Hang => hang(),
        Act::Garbage => {
            say("%&!# nothing that anybody could understand")?;
            Ok(true)
        }
        Act::Flood | Act::FloodLines => {
            let noise = if act == Act::Flood { "noise " } else { "noise\n" }.repeat(1000);
            loop {
                io::stdout().write_all(noise.as_bytes())?;
            }
        }
        Act::Pass | Act::Resign | Act::Illegal | Act::Error | Act::Nonsense | Act::Late => {
            Ok(false)
        }
    }
}

/// Stays, whatever comes.
pub fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Writes a line at once.
pub fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()
}

/// A board with rules and a player of random moves.
pub struct Board {
    session: Box<dyn Session>,
    random: bool,
}

impl Board {
    pub fn new(arguments: &Arguments) -> Result<Board> {
        let named = |row: &&session::GameRow| row.name.eq_ignore_ascii_case(&arguments.game);
        let Some(row) = session::GAMES.iter().find(named) else {
            let known: Vec<&str> = session::GAMES.iter().map(|row| row.name).collect();
            bail!("no game {}; known: {}", arguments.game, known.join(", "));
        };
        let seed = arguments.random.unwrap_or(0) & (i64::MAX as u64);
        let options = vec![("engine".into(), "random".into()), ("seed".into(), seed.to_string())];
        let rules = arguments.rules.clone();
        let session = (row.open)(&Settings { options, rules, ..Settings::default() })?;
        Ok(Board { session, random: arguments.random.is_some() })
    }

    pub fn session(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// Does anybody rely on the rules?
    pub fn is_random(&self) -> bool {
        self.random
    }

    pub fn size(&self) -> BoardSize {
        self.session.size()
    }

    /// Makes a move; one against the rules is passed over.
    pub fn play(&mut self, color: Color, mv: Move) {
        let _ = self.session.play(color, mv);
    }

    /// Makes a random move.
    pub fn random(&mut self, color: Color) -> Move {
        let asked = Asked::new(color, Purpose::Play);
        self.session.genmove(&asked, &Stop::default(), &mut |_| {}).mv
    }

    /// A point with a stone on it, if there is one.
    pub fn occupied(&self) -> Option<Move> {
        self.size().points().find(|&point| self.session.stone(point).is_some()).map(Move::at)
    }
}

/// The time one side has left, and for how much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Left {
    /// Seconds.
    pub seconds: f64,
    /// Moves to make in them; at least 1.
    pub moves: u32,
}

/// How long to think.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    share: Option<f64>,
    slow: f64,
}

impl Pace {
    pub fn new(arguments: &Arguments) -> Pace {
        Pace { share: arguments.use_clock.map(|percent| percent / 100.0), slow: arguments.slow }
    }

    /// Thinks, as it looks from outside. The clock has been running for `since` already.
    pub fn think(&self, left: Option<Left>, late: bool, since: std::time::Instant) {
        let own = left.map(|left| left.seconds.max(0.0) / f64::from(left.moves.max(1)));
        let seconds = match (late, own, self.share) {
            (true, own, _) => 2.0 * own.unwrap_or(0.5),
            (false, Some(own), Some(share)) => share * own,
            _ => self.slow,
        };
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        thread::sleep(time.saturating_sub(since.elapsed()));
    }
}
