//! The loop: a line in, a response out, until `quit`, the end of input, or a reader that went away.

use super::{Answer, Failure, Responder, Table, classify, commands, preprocess, split};
use crate::base::Move;
use crate::engine::Purpose;
use crate::protocol::{Attention, Ends, Line, Pump};
use crate::search::Report;
use crate::session::{Asked, GameRow, Session, SessionError, Settings};
use std::io::{self, Read, Write};
use std::rc::Rc;

/// How to serve.
pub struct Config {
    /// The game to begin with.
    pub game: &'static GameRow,
    /// Its settings.
    pub settings: Settings,
    /// Think on the opponent's time?
    pub ponder: bool,
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
    quitting: bool,
    /// Version of the position after our last move: while it stands, it is the opponent's turn to think, and ours.
    awaited: Option<u64>,
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
        quitting: false,
        awaited: None,
    };
    while !server.quitting {
        server.ponder();
        let Some(line) = pump.next() else { break };
        match server.execute(&line) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            other => other?,
        }
    }
    Ok(())
}

/// Serving ended early.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The settings do not fit the game.
    #[error("{0}")]
    Settings(String),
    /// The output cannot be written, or the reading thread cannot be started.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Server<'_> {
    /// Executes one raw line and writes its response, if it gets one.
    fn execute(&mut self, line: &Line) -> io::Result<()> {
        let Some(text) = preprocess(&line.bytes) else {
            return Ok(());
        };
        self.number = line.number;
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
        self.responder.close(answer)
    }

    /// Thinks on the opponent's time, until the next line comes.
    fn ponder(&mut self) {
        let turn = self.awaited == Some(self.session.version());
        if self.config.ponder && turn && self.session.outcome().is_none() {
            let asked = Asked::new(self.session.to_move(), Purpose::Ponder);
            self.attention.begin(self.number, Ends::OnAnyLine);
            self.session.think(&asked, self.attention.stop(), &mut |_| {});
            self.attention.end();
        }
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
    pub fn attend<T>(
        &mut self,
        ends: Ends,
        work: impl FnOnce(&mut dyn Session, &crate::engine::Stop) -> T,
    ) -> T {
        self.attention.begin(self.number, ends);
        let result = work(self.session.as_mut(), self.attention.stop());
        self.attention.end();
        result
    }

    /// Chooses and makes a move.
    pub fn genmove(&mut self, asked: &Asked) -> Move {
        self.genmove_watched(asked, &mut |_, _| {})
    }

    /// Chooses and makes a move, reporting on the way.
    pub fn genmove_watched(
        &mut self,
        asked: &Asked,
        watch: &mut dyn FnMut(&mut Responder<'_>, &Report),
    ) -> Move {
        self.attention.begin(self.number, Ends::OnInterrupt);
        let Server { session, responder, attention, .. } = self;
        let stop = attention.stop();
        let mv = session.genmove(asked, stop, &mut |report| watch(responder, report));
        self.attention.end();
        self.awaited = Some(self.session.version());
        mv
    }

    /// Thinks without making a move, reporting on the way; a reader that goes away ends it. Tells the move found, and
    /// whether the thought was cut short from outside.
    pub fn think_watched(
        &mut self,
        asked: &Asked,
        ends: Ends,
        watch: &mut dyn FnMut(&mut Responder<'_>, &Report),
    ) -> (Move, bool) {
        self.attention.begin(self.number, ends);
        let Server { session, responder, attention, .. } = self;
        let stop = attention.stop();
        let thought = session.think(asked, stop, &mut |report| {
            watch(responder, report);
            if responder.is_broken() {
                stop.raise();
            }
        });
        let cut = self.attention.stop().is_raised();
        self.attention.end();
        (thought.mv, cut)
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
