//! `tesuji play`: a game against the engine in the terminal, of any game there is. In a game of hidden information only what
//! the person's side knows is shown, until the end.

use super::settings::Effective;
use crate::base::{Color, Move};
use crate::engine::{Purpose, Stop};
use crate::game::Verdict;
use crate::games::go::phantom::Event;
use crate::protocol::gtp::draw;
use crate::session::{Asked, Feature, Session, SessionError};
use anyhow::Result;
use std::io::{self, BufRead, Write};

const HELP: &str = "A vertex (D4), pass, resign, undo (your last move and what came after it), board, record, help, quit.";

/// Plays until the game is over, the input ends or `quit` is said.
pub fn run(effective: Effective, human: Color) -> Result<()> {
    let row = effective.game;
    let session =
        (row.open)(&effective.into_settings()).map_err(|error| super::Usage(error.to_string()))?;
    let mut table = Table { session, human, out: io::stdout().lock() };
    table.play(io::stdin().lock())
}

/// A person and an engine at a board.
struct Table<W> {
    session: Box<dyn Session>,
    human: Color,
    out: W,
}

/// What a line asks for.
enum Said {
    Move(Move),
    Undo,
    Board,
    Record,
    Quit,
    Nothing,
    /// No such thing.
    Other,
}

fn understand(line: &str) -> Said {
    let word = line.trim();
    match word.to_ascii_lowercase().as_str() {
        "" => Said::Nothing,
        "undo" | "u" => Said::Undo,
        "board" | "b" => Said::Board,
        "record" => Said::Record,
        "quit" | "q" | "exit" => Said::Quit,
        "resign" => Said::Move(Move::RESIGN),
        _ => word.parse().map_or(Said::Other, Said::Move),
    }
}

impl<W: Write> Table<W> {
    fn play(&mut self, mut input: impl BufRead) -> Result<()> {
        let hidden = self.session.offers(Feature::Hidden);
        if hidden {
            self.session.set_option("view", self.human.name())?;
        }
        writeln!(self.out, "{HELP}")?;
        let mut shown = None;
        loop {
            if shown != Some(self.session.version()) {
                self.board()?;
                shown = Some(self.session.version());
            }
            if self.session.outcome().is_some() {
                return self.end(None);
            }
            if self.session.to_move() != self.human {
                if !self.answer()? {
                    return self.end(Some(self.human.other()));
                }
                continue;
            }
            write!(self.out, "{}> ", self.human)?;
            self.out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(());
            }
            match understand(&line) {
                Said::Nothing => {}
                Said::Quit => return Ok(()),
                Said::Board => shown = None,
                Said::Undo => self.undo()?,
                Said::Record if hidden => writeln!(self.out, "Not before the end: it tells all.")?,
                Said::Record => {
                    let record = self.session.save(&Stop::default())?;
                    writeln!(self.out, "{record}")?;
                }
                Said::Other => writeln!(self.out, "{HELP}")?,
                Said::Move(Move::RESIGN) => return self.end(Some(self.human)),
                Said::Move(mv) => self.try_move(mv)?,
            }
        }
    }

    fn board(&mut self) -> Result<()> {
        writeln!(self.out, "{}", draw(self.session.as_ref()))?;
        Ok(())
    }

    /// The person's move.
    fn try_move(&mut self, mv: Move) -> Result<()> {
        match self.session.attempt(self.human, mv) {
            Ok(Verdict::Accepted) => self.tell(),
            Ok(Verdict::Refused) => {
                writeln!(self.out, "Refused.")?;
                self.tell()
            }
            Ok(Verdict::Passed) => {
                writeln!(self.out, "Refused, and your turn has passed.")?;
                self.tell()
            }
            Err(SessionError::IllegalMove(reason)) => {
                writeln!(self.out, "Not allowed: {reason}.")?;
                Ok(())
            }
            Err(error) => {
                writeln!(self.out, "Not allowed: {error}.")?;
                Ok(())
            }
        }
    }

    /// Reads out what the person was told that the board does not show.
    fn tell(&mut self) -> Result<()> {
        let human = self.human;
        let Some(mut books) = self.session.phantom() else { return Ok(()) };
        for event in books.news(human).to_vec() {
            match event {
                Event::Played { ref taken, .. } if taken.count() > 0 => {
                    writeln!(self.out, "You have {event}.")?;
                }
                Event::Refused { reason: Some(reason), .. } => {
                    writeln!(self.out, "The reason: {}.", reason.name())?;
                }
                Event::OpponentPlayed { .. }
                | Event::OpponentPassed
                | Event::OpponentMoved
                | Event::OpponentRefused
                | Event::Atari => writeln!(self.out, "The referee: {event}.")?,
                Event::Played { .. } | Event::Refused { .. } | Event::Passed | Event::Over => {}
            }
        }
        Ok(())
    }

    /// The engine's move; false if it resigned.
    fn answer(&mut self) -> Result<bool> {
        let color = self.session.to_move();
        let asked = Asked::new(color, Purpose::Play);
        let thought = self.session.genmove(&asked, &Stop::default(), &mut |_| {});
        if thought.mv == Move::RESIGN {
            return Ok(false);
        }
        if self.session.offers(Feature::Hidden) {
            self.tell()?;
        } else {
            writeln!(self.out, "{color} plays {}", thought.mv)?;
        }
        Ok(true)
    }

    /// Takes moves back to the person's last turn.
    fn undo(&mut self) -> Result<()> {
        let moves = self.session.moves();
        let own = moves.iter().rposition(|(color, _)| *color == self.human);
        let count = own.map_or(0, |own| moves.len() - own);
        if count == 0 {
            writeln!(self.out, "There is nothing to take back.")?;
        } else {
            self.session.undo(count)?;
        }
        Ok(())
    }

    /// Shows everything and says who has won.
    fn end(&mut self, resigned: Option<Color>) -> Result<()> {
        if self.session.offers(Feature::Hidden) {
            self.session.set_option("view", "both")?;
            writeln!(self.out, "The true board:")?;
            self.board()?;
        }
        match resigned {
            Some(loser) => writeln!(self.out, "{loser} resigns: {}+R", loser.other().letter())?,
            None => {
                let result = self.session.score(&Stop::default());
                let result = result.ok().or(self.session.outcome());
                if let Some(result) = result {
                    writeln!(self.out, "The game is over: {result}")?;
                }
            }
        }
        Ok(())
    }
}
