//! The loop: a line in, answers out, until `quit`, the end of input, or a reader that went away.

use super::commands::Done;
use super::line::{classify, split};
use crate::base::{Color, Move};
use crate::clock::TimeSystem;
use crate::engine::{Stop, Thought};
use crate::protocol::ponder::ponder;
use crate::protocol::{Attention, Ends, Line, Pump, ServeError, Voice};
use crate::record::othello::{OthelloError, OthelloGame, Ply, Position};
use crate::search::{Candidate, Report};
use crate::session::reversi::{ReplayError, complete};
use crate::session::{self, Asked, Session, SessionError, Settings};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// Why a line was ignored. Only the log tells.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Ignored(String);

impl Ignored {
    pub(super) fn new(why: impl Into<String>) -> Ignored {
        Ignored(why.into())
    }
}

impl From<SessionError> for Ignored {
    fn from(error: SessionError) -> Ignored {
        Ignored(error.to_string())
    }
}

impl From<OthelloError> for Ignored {
    fn from(error: OthelloError) -> Ignored {
        Ignored(error.to_string())
    }
}

impl From<ReplayError> for Ignored {
    fn from(error: ReplayError) -> Ignored {
        Ignored(error.to_string())
    }
}

/// What commands work on.
pub struct Server<'w> {
    pub(super) session: Box<dyn Session>,
    /// Version of the protocol.
    pub(super) version: u32,
    voice: Voice<'w>,
    attention: Attention,
    /// The game so far, with the times that its record tells; its moves are the session's.
    game: OthelloGame,
    /// What the user plays for where the record does not say that fewest discs win.
    goal: Option<String>,
    /// Number of the line that is being executed.
    number: u64,
    /// Since when the running command has been waited for: its arrival, or the end of the one before.
    waiting_since: Instant,
    free_since: Instant,
    quitting: bool,
    /// The last answer to `go`.
    own: Option<(Color, Move)>,
    /// Version of the position after our own move: while it stands, the opponent thinks, and so do we.
    awaited: Option<u64>,
}

/// Serves until the input ends. Fails when the settings do not fit the game or when the output cannot be written; that its
/// reader went away is no failure.
pub fn run(
    settings: &Settings,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let row = session::find("reversi");
    let row = row.ok_or(ServeError::Settings(SessionError::NotInThisGame))?;
    let session = (row.open)(settings).map_err(ServeError::Settings)?;
    let pump = Pump::start(input, classify)?;
    let start = Position::start(session.size()).unwrap_or_else(Position::usual);
    let mut server = Server {
        goal: session.option("goal").ok(),
        session,
        version: 2,
        voice: Voice::new(&mut output),
        attention: pump.attention().clone(),
        game: OthelloGame::new(start),
        number: 0,
        waiting_since: Instant::now(),
        free_since: Instant::now(),
        quitting: false,
        own: None,
        awaited: None,
    };
    while !server.quitting {
        ponder(server.session.as_mut(), &server.attention, server.number, server.awaited);
        let Some(line) = pump.next() else { break };
        server.execute(&line);
        if !server.voice.goes_on()? {
            break;
        }
    }
    Ok(())
}

impl Server<'_> {
    fn execute(&mut self, line: &Line) {
        let text = String::from_utf8_lossy(&line.bytes);
        self.number = line.number;
        self.waiting_since = line.arrived.max(self.free_since);
        let command = split(&text).filter(|(row, _)| !line.cut && row.version <= self.version);
        let done: Done = match command {
            Some((row, arguments)) => (row.run)(self, arguments),
            None => Err(Ignored::new("no such command")),
        };
        self.attention.end();
        self.free_since = Instant::now();
        if let Err(why) = done {
            log::debug!("ignored: {}: {why}", text.trim_end());
        }
    }

    /// Answers a line.
    pub(super) fn say(&mut self, text: &str) {
        self.voice.say(text);
    }

    /// Ends the loop.
    pub(super) fn quit(&mut self) {
        self.quitting = true;
    }

    /// How long the running command has been waited for.
    pub(super) fn waited(&self) -> Duration {
        self.waiting_since.elapsed()
    }

    /// The depth that was set, if the game has such an option.
    pub(super) fn depth(&self) -> Option<u32> {
        let depth = self.session.option("depth").ok()?.parse().ok()?;
        (depth > 0).then_some(depth)
    }

    /// What ends a thought about a move: one that no clock bounds is done when it is done, also when the input has ended.
    pub(super) fn ends(&self) -> Ends {
        let counted = self.session.option("playouts").is_ok_and(|value| value != "0");
        let deep = self.depth().is_some() && self.session.time_system() == TimeSystem::None;
        if counted || deep { Ends::WhenDone } else { Ends::OnInterrupt }
    }

    /// Was the last thought ended from outside?
    pub(super) fn is_stopped(&self) -> bool {
        self.attention.stop().is_raised()
    }

    /// Thinks and changes nothing. Tells what was found, and whether a `ping` has ended it. A pass that is forced has the
    /// value of the position after it.
    pub(super) fn think(
        &mut self,
        asked: &Asked,
        ends: Ends,
        mut watch: impl FnMut(&mut Voice<'_>, &Report),
    ) -> (Thought, bool) {
        let passes = self.session.legal_moves(asked.color) == [Move::PASS]
            && self.session.play(asked.color, Move::PASS).is_ok();
        let after_pass = Asked { color: asked.color.other(), ..asked.clone() };
        let asked = if passes { &after_pass } else { asked };
        self.attention.begin(self.number, ends);
        let Server { session, voice, attention, number, .. } = self;
        let stop: &Stop = attention.stop();
        let mut thought = session.think(asked, stop, &mut |report| {
            // What is seen after a ping is about the old position.
            if !attention.is_interrupted(*number) {
                match passes {
                    true => watch(voice, &before_pass(report)),
                    false => watch(voice, report),
                }
            }
            if voice.is_broken() {
                stop.raise();
            }
        });
        let interrupted = attention.is_interrupted(*number);
        if passes {
            thought = Thought { mv: Move::PASS, report: before_pass(&thought.report) };
            if let Err(error) = session.undo(1) {
                log::error!("a pass cannot be taken back: {error}");
            }
        }
        (thought, interrupted)
    }

    /// Says something of a report.
    pub(super) fn tell(&mut self, report: &Report, mut tell: impl FnMut(&mut Voice<'_>, &Report)) {
        tell(&mut self.voice, report);
    }

    /// Goes to the end of a game. What the session has of it already stays, so that its engine need not begin anew.
    pub(super) fn open(&mut self, game: &OthelloGame) -> Done {
        let (game, _) = complete(game)?;
        let goal = if game.anti { Some("fewest") } else { self.goal.as_deref() };
        let moves = moves_of(&game);
        let known = self.session.moves();
        let common = known.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        let surplus = known.len() - common;
        let goes_on = self.game.start == game.start && (common > 0 || known.is_empty());
        if let Some(goal) = goal.filter(|goal| self.session.option("goal").as_deref() != Ok(*goal))
        {
            self.session.set_option("goal", goal)?;
        }
        if goes_on {
            self.session.undo(surplus)?;
            self.session.play_all(moves.get(common..).unwrap_or_default())?;
        } else {
            self.session.set_size(game.start.size())?;
            self.session.set_position(&game.start.discs(), Some(game.start.to_move()))?;
            self.session.play_all(&moves)?;
        }
        self.game = game;
        self.own = None;
        self.awaited = None;
        Ok(())
    }

    /// Makes a move of whoever is to move; of the other one, if the former must pass.
    pub(super) fn play(&mut self, ply: Ply) -> Done {
        let made = self.game.plies.len();
        let mut longer = self.game.clone();
        longer.plies.push(ply);
        let (longer, _) = complete(&longer)?;
        let moves = moves_of(&longer);
        self.session.play_all(moves.get(made..).unwrap_or_default())?;
        self.awaited = match (self.own.take(), moves.last()) {
            (Some(own), Some(last)) if own == *last => Some(self.session.version()),
            _ => None,
        };
        self.game = longer;
        Ok(())
    }

    /// That move was the answer to `go`.
    pub(super) fn answered(&mut self, color: Color, mv: Move) {
        self.own = Some((color, mv));
    }

    /// Sets the clocks to what the game's record leaves each player (version 2).
    pub(super) fn wind_clocks(&mut self) {
        let time = self.game.time.filter(|_| self.version > 1);
        self.session.set_time_system(time.map_or(TimeSystem::None, |time| time.system()));
        for color in Color::BOTH {
            if let Some(left) = self.game.time_left(color).filter(|_| time.is_some()) {
                self.session.set_time_left(color, left, 0);
            }
        }
    }

    /// No clock counts.
    pub(super) fn stop_clocks(&mut self) {
        self.session.set_time_system(TimeSystem::None);
    }
}

/// What is seen of the position after a forced pass, as it is seen before it.
fn before_pass(report: &Report) -> Report {
    let best = report.candidates.first().map(|best| Candidate {
        mv: Move::PASS,
        winrate: 1.0 - best.winrate,
        lcb: 1.0 - best.winrate,
        prior: 1.0,
        score: -best.score,
        pv: std::iter::once(Move::PASS).chain(best.pv.iter().copied()).collect(),
        ..best.clone()
    });
    Report {
        to_move: report.to_move.other(),
        candidates: best.into_iter().collect(),
        winrate: 1.0 - report.winrate,
        score: -report.score,
        ..report.clone()
    }
}

fn moves_of(game: &OthelloGame) -> Vec<(Color, Move)> {
    game.plies.iter().filter_map(|ply| Some((ply.color?, ply.mv))).collect()
}
