//! The loop: a line in, a response out, until `quit`, the end of input, or a reader that went away.

use super::{Answer, Failure, Responder, Table, classify, commands, preprocess, split};
use crate::engine::{Purpose, Stop, Thought};
use crate::protocol::ponder::ponder;
use crate::protocol::{Attention, Ends, Line, Pump, ServeError};
use crate::search::Report;
use crate::session::{Asked, GameRow, Session, SessionError, Settings};
use std::io::{self, Read, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How often an analysis whose search has ended looks for its end.
const POLL: Duration = Duration::from_millis(2);

/// What to do with the reports of a running search.
pub type Watch<'f> = &'f mut dyn FnMut(&mut Responder<'_>, &Report);

/// How to serve.
pub struct Config {
    /// The game to begin with.
    pub game: &'static GameRow,
    /// Its settings.
    pub settings: Settings,
}

/// What commands work on.
pub struct Server<'w> {
    /// The open game.
    pub session: Box<dyn Session>,
    /// How games are opened.
    pub config: Config,
    /// The commands.
    pub table: Rc<Table<Server<'w>>>,
    /// Where the response to the running command goes.
    pub responder: Responder<'w>,
    attention: Attention,
    /// Number of the line that is being executed.
    number: u64,
    /// Since when the running command has been waited for: its arrival, or the end of the one before.
    waiting_since: Instant,
    /// When the last command was done.
    free_since: Instant,
    quitting: bool,
    /// Version of the position after our last move: while it stands, it is the opponent's turn to think, and ours.
    awaited: Option<u64>,
    /// May `time_left` have fractions of a second?
    pub fine_time: bool,
}

/// Serves until the input ends. Fails when the settings do not fit the game or when the output cannot be written; that
/// its reader went away is no failure.
pub fn run(
    config: Config,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let session = (config.game.open)(&config.settings).map_err(ServeError::Settings)?;
    let pump = Pump::start(input, classify)?;
    let mut server = Server {
        session,
        config,
        table: Rc::new(commands::table()),
        responder: Responder::new(&mut output),
        attention: pump.attention().clone(),
        number: 0,
        waiting_since: Instant::now(),
        free_since: Instant::now(),
        quitting: false,
        awaited: None,
        fine_time: false,
    };
    while !server.quitting {
        ponder(server.session.as_mut(), &server.attention, server.number, server.awaited);
        let Some(line) = pump.next() else { break };
        match server.execute(&line) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            other => other?,
        }
    }
    Ok(())
}

impl Server<'_> {
    /// Executes one raw line and writes its response, if it gets one.
    fn execute(&mut self, line: &Line) -> io::Result<()> {
        let Some(text) = preprocess(&line.bytes) else {
            return Ok(());
        };
        self.number = line.number;
        self.waiting_since = line.arrived.max(self.free_since);
        let command = split(&text);
        self.responder.begin(command.id);
        let table = Rc::clone(&self.table);
        let answer = if line.cut {
            Err(Failure::new("line too long"))
        } else if command.name.is_empty() {
            Err(Failure::new("missing command"))
        } else {
            match table.find(self, &command.name) {
                Some(row) => row.run(self, &command.arguments),
                None => Err(Failure::new("unknown command")),
            }
        };
        self.attention.end();
        self.free_since = Instant::now();
        log::trace!("{} -> {answer:?}", String::from_utf8_lossy(&text).trim_end());
        self.responder.close(answer)
    }

    /// Ends the loop after this response.
    pub fn quit(&mut self) {
        self.quitting = true;
    }

    /// Stops thinking on the opponent's time.
    pub fn stop_pondering(&mut self) {
        self.awaited = None;
    }

    /// Runs something long with the flag that ends it.
    pub fn attend<T>(&mut self, ends: Ends, work: impl FnOnce(&mut dyn Session, &Stop) -> T) -> T {
        self.attention.begin(self.number, ends);
        let result = work(self.session.as_mut(), self.attention.stop());
        self.attention.end();
        result
    }

    /// Chooses and makes a move, reporting on the way.
    pub fn genmove(&mut self, mut asked: Asked, watch: Watch<'_>) -> Thought {
        asked.waited = self.waiting_since.elapsed();
        let asked = &asked;
        self.attention.begin(self.number, self.ends(asked.purpose));
        let Server { session, responder, attention, .. } = self;
        let stop = attention.stop();
        let thought = session.genmove(asked, stop, &mut |report| watch(responder, report));
        self.attention.end();
        self.awaited = Some(self.session.version());
        thought
    }

    /// What ends a thought about a move: one that no clock bounds is done when it is done, whether or not the input goes
    /// on, so that the answer is always the same.
    pub fn ends(&self, purpose: Purpose) -> Ends {
        let counted = || self.session.option("playouts").is_ok_and(|value| value != "0");
        match purpose {
            Purpose::Regress => Ends::WhenDone,
            Purpose::Play | Purpose::Cleanup if counted() => Ends::WhenDone,
            Purpose::Play | Purpose::Cleanup => Ends::OnInterrupt,
            Purpose::Analyze | Purpose::Ponder => Ends::OnAnyLine,
        }
    }

    /// Thinks without making a move, reporting on the way; a reader that goes away ends it. Tells what was found, and
    /// whether the thought was cut short from outside. An analysis lasts until then, also when the search has ended.
    pub fn think(&mut self, asked: &Asked, ends: Ends, watch: Watch<'_>) -> (Thought, bool) {
        self.attention.begin(self.number, ends);
        let Server { session, responder, attention, .. } = self;
        let stop = attention.stop();
        let thought = session.think(asked, stop, &mut |report| {
            watch(responder, report);
            if responder.is_broken() {
                stop.raise();
            }
        });
        if asked.purpose == Purpose::Analyze {
            if !stop.is_raised() {
                watch(responder, &thought.report);
            }
            while !stop.is_raised() && !responder.is_broken() {
                std::thread::sleep(POLL);
            }
        }
        let cut = stop.is_raised();
        self.attention.end();
        (thought, cut)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        Failure::new(error.to_string())
    }
}

/// The empty success, or the session's error.
pub fn done(result: Result<(), SessionError>) -> Answer {
    result?;
    Ok(String::new())
}
