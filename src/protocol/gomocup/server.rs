//! The loop: a line in, answers out, until `END`, the end of input, or a reader that went away.

use super::commands::{Call, Dialect, Needs, Row};
use super::line::{classify, find, quoted, spell, split};
use super::lines::{Detail, Told, progress, summary};
use super::list::{List, is_item};
use super::rules;
use super::time::Times;
use crate::base::{Color, Move, Point, Rng, seeded};
use crate::engine::{OptionKind, Purpose};
use crate::game::Illegal;
use crate::protocol::ponder::ponder;
use crate::protocol::{Attention, Ends, Heard, Line, Pump, ServeError, Voice};
use crate::session::{self, Asked, Session, SessionError, Settings};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// How often a search that runs tells what it has found.
const INTERVAL: Duration = Duration::from_millis(200);

/// When no line comes for so long the engine gets ready for its first move. Managers send their settings right after
/// `START`, and memory is one of them.
const QUIET: Duration = Duration::from_millis(40);

/// What the program takes beside the memory of its search, in MiB, as measured with a margin.
const RESERVE: i64 = 40;

/// Troubles that wait to be told, at most.
const TROUBLES: usize = 20;

/// Why a command failed; the answer is `ERROR` and this text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refusal(String);

impl Refusal {
    pub(super) fn new(why: impl Into<String>) -> Refusal {
        Refusal(why.into())
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Refusal {
        match error {
            SessionError::IllegalMove(Illegal::Rule(text)) => Refusal::new(text),
            SessionError::IllegalMove(illegal) => Refusal::new(illegal.to_string()),
            error => Refusal::new(error.to_string()),
        }
    }
}

/// What commands work on.
pub struct Server<'w> {
    pub(super) session: Box<dyn Session>,
    pub(super) voice: Voice<'w>,
    pub(super) attention: Attention,
    /// Number of the line that is being executed.
    pub(super) number: u64,
    /// Since when the running command has been waited for.
    pub(super) waiting_since: Instant,
    /// When the last command that thought was done: managers wait for an answer before they send the next one.
    free_since: Instant,
    quitting: bool,
    /// Has a board been asked for?
    pub(super) started: bool,
    /// The command whose list is being read.
    list: Option<List>,
    pub(super) times: Times,
    pub(super) detail: Detail,
    /// Does the manager speak Yixin's dialect?
    yixin: bool,
    /// The number of the rules that was told last.
    rule: Option<i64>,
    /// Why the rules asked for cannot be played.
    rule_trouble: Option<Refusal>,
    /// Do games go on after a five?
    pub(super) continuous: bool,
    /// What was wrong with settings and has not been told yet.
    troubles: Vec<String>,
    /// MiB that the search may take if the manager sets no limit.
    memory: i64,
    /// The manager's limit for the whole process, in bytes; 0 = none.
    max_memory: i64,
    /// Squares of the board that are nobody's.
    pub(super) blocked: Vec<Point>,
    /// Squares not to be searched.
    pub(super) avoided: Vec<Point>,
    pub(super) rng: Rng,
    /// Our chance when we last moved.
    pub(super) hope: Option<f32>,
    /// Version of the position after our own move: while it stands, the opponent thinks, and so do we.
    awaited: Option<u64>,
    /// Is the engine ready for its first move?
    ready: bool,
}

/// Serves until the input ends. Fails when the settings do not fit the game or when the output cannot be written; that its
/// reader went away is no failure.
pub fn run(
    settings: &Settings,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let row = session::find("gomoku");
    let row = row.ok_or(ServeError::Settings(SessionError::NotInThisGame))?;
    let session = (row.open)(settings).map_err(ServeError::Settings)?;
    let pump = Pump::start(input, classify)?;
    let whole = |name: &str| session.option(name).ok().and_then(|text| text.parse::<i64>().ok());
    let (memory, seed) = (whole("memory").unwrap_or(0), whole("seed").unwrap_or(0));
    let mut server = Server {
        voice: Voice::new(&mut output),
        attention: pump.attention().clone(),
        number: 0,
        waiting_since: Instant::now(),
        free_since: Instant::now(),
        quitting: false,
        started: false,
        list: None,
        times: Times::new(),
        detail: Detail::default(),
        yixin: false,
        rule: None,
        rule_trouble: None,
        continuous: false,
        troubles: Vec::new(),
        memory,
        max_memory: 0,
        blocked: Vec::new(),
        avoided: Vec::new(),
        rng: seeded(u64::try_from(seed).unwrap_or(0)),
        hope: None,
        awaited: None,
        ready: false,
        session,
    };
    while !server.quitting {
        let line = if server.started && !server.ready {
            match pump.next_within(QUIET) {
                Heard::Line(line) => line,
                Heard::Nothing => {
                    server.session.prepare();
                    server.ready = true;
                    continue;
                }
                Heard::End => break,
            }
        } else {
            ponder(server.session.as_mut(), &server.attention, server.number, server.awaited);
            let Some(line) = pump.next() else { break };
            line
        };
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
        let text =
            text.trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
        if text.is_empty() {
            return;
        }
        self.number = line.number;
        self.waiting_since = line.arrived.max(self.free_since);
        let (word, arguments) = split(text);
        if line.cut {
            self.list = None;
            self.say("ERROR line too long");
            return;
        }
        match self.list.take() {
            Some(list) if word.eq_ignore_ascii_case("DONE") => {
                self.tell_troubles();
                self.finish(list);
            }
            Some(mut list) if is_item(text) => {
                list.add(text);
                self.list = Some(list);
            }
            Some(list) if word.eq_ignore_ascii_case("INFO") => {
                self.list = Some(list);
                self.run(word, arguments);
            }
            Some(mut list) if find(word).is_none() => {
                list.add(text);
                self.list = Some(list);
            }
            Some(list) => {
                self.say(&format!("ERROR {}: no DONE", list.row.name));
                self.run(word, arguments);
            }
            None => self.run(word, arguments),
        }
    }

    /// Runs a command, or begins its list.
    fn run(&mut self, word: &str, arguments: &str) {
        let Some(row) = find(word) else {
            self.tell_troubles();
            self.say(&format!("UNKNOWN command {}", quoted(word)));
            return;
        };
        if row.speaks() {
            self.tell_troubles();
        }
        if row.dialect == Dialect::Yixin && !row.ends_thinking && !self.yixin {
            self.yixin = true;
            // What the number means may be something else now.
            self.rule.into_iter().for_each(|rule| self.set_rule(rule));
        }
        let list = List::new(row, arguments);
        match row.list {
            true => self.list = Some(list),
            false => self.finish(list),
        }
    }

    /// Runs a command that has come as a whole.
    fn finish(&mut self, list: List) {
        let List { row, arguments, items, fault } = list;
        let call = Call { arguments: &arguments, items: &items };
        let done = match fault {
            Some(fault) => Err(fault),
            None => self.check(row).and_then(|()| (row.run)(self, &call)),
        };
        self.attention.end();
        if let Err(refusal) = done {
            self.say(&format!("ERROR {refusal}"));
        }
    }

    fn check(&self, row: &Row) -> Result<(), Refusal> {
        if row.needs != Needs::Nothing && !self.started {
            return Err(Refusal::new("no board yet: START comes first"));
        }
        match &self.rule_trouble {
            Some(refusal) if row.needs == Needs::Rules => Err(refusal.clone()),
            _ => Ok(()),
        }
    }

    fn tell_troubles(&mut self) {
        for trouble in std::mem::take(&mut self.troubles) {
            self.say(&format!("MESSAGE {trouble}"));
        }
    }

    /// Something about a setting that the next answer begins with.
    pub(super) fn trouble(&mut self, text: String) {
        if self.troubles.len() < TROUBLES && !self.troubles.contains(&text) {
            self.troubles.push(text);
        }
    }

    /// Says a line.
    pub(super) fn say(&mut self, text: &str) {
        self.voice.say(text);
    }

    /// Ends the loop.
    pub(super) fn quit(&mut self) {
        self.quitting = true;
    }

    /// The margin that the clock keeps.
    pub(super) fn lag(&self) -> Duration {
        let lag = self.session.option("lag_ms").ok().and_then(|text| text.parse().ok());
        Duration::from_millis(lag.unwrap_or(0))
    }

    /// What ends a thought about a move: one that no clock bounds is done when it is done, also when the input has ended.
    pub(super) fn ends(&self) -> Ends {
        let is_set = |name: &str| {
            self.session.option(name).is_ok_and(|value| value != "0" && value != "0.0")
        };
        if is_set("playouts") || is_set("depth") { Ends::WhenDone } else { Ends::OnInterrupt }
    }

    /// A new board, and a new game.
    pub(super) fn new_game(&mut self) {
        self.started = true;
        self.blocked.clear();
        self.avoided.clear();
        self.times.new_game();
        self.hope = None;
        self.awaited = None;
    }

    /// Thinks about the position, makes the move and says it; `lines` is how many moves are to be told of.
    pub(super) fn answer(&mut self, lines: usize) -> Result<(), Refusal> {
        self.check_open()?;
        let color = self.session.to_move();
        let mv = self.choose(color, lines);
        self.session.play(color, mv)?;
        let size = self.session.size();
        let point = mv.point().ok_or_else(|| Refusal::new("no square is left"))?;
        self.say(&spell(point, size));
        self.times.spend(self.waiting_since.elapsed());
        self.free_since = Instant::now();
        self.go_on()?;
        self.awaited = Some(self.session.version());
        Ok(())
    }

    fn choose(&mut self, color: Color, lines: usize) -> Move {
        let lag = self.lag();
        self.session.set_time_system(self.times.system(lag));
        let size = self.session.size();
        let asked = Asked {
            avoid: self.avoided.iter().map(|&point| Move::at(point)).collect(),
            lines,
            interval: self.detail.is_any().then_some(INTERVAL),
            waited: self.waiting_since.elapsed(),
            ..Asked::new(color, Purpose::Play)
        };
        self.attention.begin(self.number, self.ends());
        let start = Instant::now();
        let detail = self.detail;
        let mut told = Told::default();
        let Server { session, voice, attention, .. } = self;
        let stop = attention.stop();
        let thought = session.think(&asked, stop, &mut |report| {
            progress(voice, &mut told, detail, report, (size, lines), start.elapsed());
            if voice.is_broken() {
                stop.raise();
            }
        });
        self.attention.end();
        self.ready = true;
        let legal = self.session.legal_moves(color);
        let is_square = |mv: &Move| mv.point().is_some() && legal.contains(mv);
        let best = thought.report.candidates.iter().map(|candidate| candidate.mv);
        let chosen = std::iter::once(thought.mv).chain(best).find(is_square);
        // Never nothing: whoever does not answer has lost.
        let mv = chosen.or(legal.iter().copied().find(is_square)).unwrap_or(Move::PASS);
        let elapsed = start.elapsed();
        let shown = (size, lines);
        progress(&mut self.voice, &mut told, detail, &thought.report, shown, elapsed);
        if let Some(line) = summary(&thought.report, mv, size, elapsed) {
            self.say(&line);
        }
        self.hope = Some(thought.report.winrate).filter(|_| thought.report.playouts > 0);
        mv
    }

    /// The command in hand has thought and answered.
    pub(super) fn answered(&mut self) {
        self.times.spend(self.waiting_since.elapsed());
        self.free_since = Instant::now();
        self.ready = true;
    }

    /// Sets the rules by their number, from now on, also in the middle of a game. Of a number that cannot be played the
    /// commands that need rules tell.
    pub(super) fn set_rule(&mut self, number: i64) {
        self.rule = Some(number);
        let Some((variant, continuous)) = rules::of_number(number, self.yixin) else {
            let text = format!("rule {number} is not played here; accepted: {}", rules::ACCEPTED);
            self.rule_trouble = Some(Refusal::new(text));
            return;
        };
        match self.session.set_rule("variant", variant.name()) {
            Ok(()) => {
                self.rule_trouble = None;
                self.continuous = continuous;
            }
            Err(error) => self.rule_trouble = Some(error.into()),
        }
    }

    /// Sets an option of whole numbers to the nearest value it takes.
    pub(super) fn set_nearest(&mut self, name: &str, value: i64) {
        let row = self.session.option_rows().iter().find(|row| row.name == name);
        if let Some((row, OptionKind::Int { min, max })) = row.map(|row| (row, row.kind)) {
            let value = value.clamp(min, max).to_string();
            // Setting it may cost what the engine knows.
            if self.session.option(row.name).as_deref() == Ok(value.as_str()) {
                return;
            }
            match self.session.set_option(row.name, &value) {
                Ok(()) => self.ready = false,
                Err(error) => self.trouble(format!("{name}: {error}")),
            }
        }
    }

    /// Sets what the search may take without a limit of the manager's, in MiB.
    pub(super) fn set_memory(&mut self, memory: i64) {
        self.memory = memory;
        self.fit_memory();
    }

    /// Sets the limit for the whole process, in bytes; 0 = none.
    pub(super) fn set_max_memory(&mut self, bytes: i64) {
        self.max_memory = bytes;
        self.fit_memory();
    }

    fn fit_memory(&mut self) {
        let mut memory = self.memory;
        if self.max_memory > 0 {
            let left = (self.max_memory >> 20) - RESERVE;
            let row = self.session.option_rows().iter().find(|row| row.name == "memory");
            if let Some(OptionKind::Int { min, .. }) = row.map(|row| row.kind)
                && left < min
            {
                let least = min + RESERVE;
                self.trouble(format!("max_memory is too small: about {least} MiB are needed"));
            }
            memory = memory.min(left);
        }
        self.set_nearest("memory", memory);
    }
}
