//! The loop: a line in, at most one line out, until `quit`, the end of input, or a reader that went away.

use super::commands::COMMANDS;
use super::line::{classify, split};
use crate::base::{BoardSize, Color, GRID, Move, Point};
use crate::engine::Purpose;
use crate::games::go::phantom::{Event, Taken, View};
use crate::protocol::{Attention, Ends, Line, Pump, ServeError, Voice};
use crate::record::coordinates::Coordinates;
use crate::session::phantom::{Seat, SeatError};
use crate::session::{self, Asked, Session, SessionError, Settings};
use std::io::{Read, Write};

/// The rules that the engine takes to be in force where nobody names others.
const RULES: &str = "contest ko=unsure";

/// A point that the engine has played on so often is left alone from then on. The platform knows neither ko nor a longest game:
/// two who take back and forth would never end.
const OFTEN: usize = 10;

/// Why a line was ignored. Only the log tells.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Ignored(String);

impl Ignored {
    pub(super) fn new(why: impl Into<String>) -> Ignored {
        Ignored(why.into())
    }
}

impl From<SeatError> for Ignored {
    fn from(error: SeatError) -> Ignored {
        Ignored(error.to_string())
    }
}

/// What comes of a command.
pub(super) type Done = Result<(), Ignored>;

/// What has become of the engine's last word in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Try {
    /// There is none, or it has been judged and all is told of it.
    None,
    /// A point was said.
    Said(Point),
    /// It was accepted; what it took may follow.
    Accepted(Point),
}

/// What commands work on.
pub struct Server<'w> {
    session: Box<dyn Session>,
    voice: Voice<'w>,
    attention: Attention,
    last: Try,
    /// Number of the line that is being executed.
    number: u64,
    quitting: bool,
}

/// Serves until the input ends. Fails when the settings do not fit the game or when the output cannot be written; that its
/// reader went away is no failure.
pub fn run(
    settings: &Settings,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let row = session::find("phantom-go");
    let row = row.ok_or(ServeError::Settings(SessionError::NotInThisGame))?;
    let rules = settings.rules.clone().or(Some(RULES.into()));
    let settings = Settings { rules, ..settings.clone() };
    let mut session = (row.open)(&settings).map_err(ServeError::Settings)?;
    // The protocol has no word for it.
    session.set_option("resign", "false").map_err(ServeError::Settings)?;
    session.prepare();
    let pump = Pump::start(input, classify)?;
    let mut server = Server {
        session,
        voice: Voice::new(&mut output),
        attention: pump.attention().clone(),
        last: Try::None,
        number: 0,
        quitting: false,
    };
    while !server.quitting {
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
        let command = split(&text).filter(|_| !line.cut);
        let done: Done = match command {
            Some((row, arguments)) => {
                if row.name != "take" {
                    self.settle(&[]);
                }
                (row.run)(self, arguments)
            }
            None => {
                let names: Vec<&str> = COMMANDS.iter().map(|row| row.name).collect();
                Err(Ignored::new(format!("no such command; there are {}", names.join(", "))))
            }
        };
        self.attention.end();
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

    pub(super) fn size(&self) -> BoardSize {
        self.session.size()
    }

    fn seat(&mut self) -> Result<&mut Seat, Ignored> {
        let desk = self.session.phantom().map(|phantom| phantom.desk);
        desk.and_then(|desk| desk.seat.as_mut()).ok_or(Ignored::new("no game"))
    }

    /// What was accepted took these stones.
    fn settle(&mut self, taken: &[Point]) {
        let Try::Accepted(point) = self.last else { return };
        self.last = Try::None;
        if let Ok(seat) = self.seat()
            && let Err(why) = seat.accept(Move::at(point), taken)
        {
            log::debug!("the stones taken by {point} are none: {why}");
            let taken = Taken::Points(Box::default());
            seat.tell(Event::Played { point, taken });
        }
    }

    /// A game begins.
    pub(super) fn begin(&mut self, color: Color) -> Done {
        self.session.clear();
        self.last = Try::None;
        match self.session.phantom() {
            Some(mut phantom) => phantom.sit_down(color),
            None => return Err(Ignored::new("no such game")),
        }
        if color == Color::Black { self.propose() } else { Ok(()) }
    }

    /// Says a move.
    fn propose(&mut self) -> Done {
        let seat = self.seat()?;
        let color = seat.color();
        let avoid = played_often(seat.view());
        let counted = self.session.option("playouts").is_ok_and(|value| value != "0");
        self.attention.begin(self.number, if counted { Ends::WhenDone } else { Ends::OnInterrupt });
        let asked = Asked { avoid, ..Asked::new(color, Purpose::Play) };
        let thought = self.session.propose(&asked, self.attention.stop(), &mut |_| {});
        if self.attention.is_interrupted(self.number) {
            return Err(Ignored::new("the game is over"));
        }
        let size = self.size();
        let seat = self.seat()?;
        let mv = thought.map_or(Move::PASS, |thought| thought.mv);
        // The engine never repeats a refused try; whatever it did, the platform would refuse it for ever.
        let view = seat.view();
        let fresh =
            |point: &Point| !view.refused().contains(*point) && !view.own().contains(*point);
        match mv.point().filter(fresh) {
            Some(point) => {
                self.last = Try::Said(point);
                self.say(&format!("move {}", Coordinates::Sau.spell(point, size)));
            }
            None => {
                // Nobody answers a pass.
                seat.accept(Move::PASS, &[])?;
                end_after_two_passes(seat);
                self.say("move pass");
            }
        }
        Ok(())
    }

    /// The engine's turn was called although it is its turn already: what it said has got lost.
    fn repeat(&mut self) -> Done {
        match self.last {
            Try::Said(point) => {
                self.say(&format!("move {}", Coordinates::Sau.spell(point, self.size())));
                Ok(())
            }
            Try::None | Try::Accepted(_) => self.propose(),
        }
    }

    pub(super) fn opponent_moved(&mut self) -> Done {
        let seat = self.seat()?;
        if seat.is_to_move() {
            return self.repeat();
        }
        seat.opponent_moved()?;
        self.propose()
    }

    pub(super) fn opponent_passed(&mut self) -> Done {
        let seat = self.seat()?;
        if seat.is_to_move() {
            return self.repeat();
        }
        match seat.opponent_passed() {
            // Whose stones were taken knows that it was no pass.
            Err(SeatError::Count) => seat.opponent_moved()?,
            other => other?,
        }
        if end_after_two_passes(seat) { Ok(()) } else { self.propose() }
    }

    pub(super) fn accepted(&mut self) -> Done {
        match self.last {
            Try::Said(point) => {
                self.last = Try::Accepted(point);
                Ok(())
            }
            Try::None | Try::Accepted(_) => Err(Ignored::new("nothing was tried")),
        }
    }

    pub(super) fn taken(&mut self, points: &[Point]) -> Done {
        match self.last {
            Try::Accepted(_) => {
                self.settle(points);
                Ok(())
            }
            Try::None | Try::Said(_) => Err(Ignored::new("nothing was accepted")),
        }
    }

    pub(super) fn refused(&mut self) -> Done {
        let Try::Said(point) = self.last else { return Err(Ignored::new("nothing was tried")) };
        self.last = Try::None;
        self.seat()?.refuse(point)?;
        self.propose()
    }

    pub(super) fn lost(&mut self, points: &[Point]) -> Done {
        Ok(self.seat()?.lose(points)?)
    }

    pub(super) fn over(&mut self) -> Done {
        self.last = Try::None;
        self.seat()?.end();
        Ok(())
    }
}

/// The moves that would go on for ever.
fn played_often(view: &View) -> Vec<Move> {
    let mut counts = [0usize; GRID];
    for event in view.events() {
        if let Event::Played { point, .. } = event
            && let Some(count) = counts.get_mut(point.index())
        {
            *count += 1;
        }
    }
    let often = |point: &Point| counts.get(point.index()).is_some_and(|&count| count >= OFTEN);
    view.size().points().filter(often).map(Move::at).collect()
}

/// Two passes in a row end the game.
fn end_after_two_passes(seat: &mut Seat) -> bool {
    let ends = seat.view().passes() >= 2;
    if ends {
        seat.end();
    }
    ends
}
