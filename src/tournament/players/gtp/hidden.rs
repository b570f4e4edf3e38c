//! Games of hidden information with programs that speak GTP.
//!
//! A program that lists `phantom-new` is spoken to as a player whose referee is elsewhere. Any other is taken for a Go engine
//! that knows of no hidden stones, and shown what its player knows: each answer to `genmove` is a try; a refused one is taken
//! back, and a stone of the opponent is supposed there; where stones were taken, its board is set up anew; what the
//! opponent does unseen is not shown.

use super::{GtpPlayer, read_move};
use crate::base::{Color, Move, Point};
use crate::controller::{Fault, Trouble};
use crate::games::go::Board;
use crate::games::go::phantom::{Event, Knowledge, Taken, View};
use crate::tournament::Setting;
use crate::tournament::players::phantom::first_view;
use std::time::{Duration, Instant};

/// How a program is spoken to in such a game.
pub(super) enum Hidden {
    /// As a player (`phantom-genmove` and so on).
    Seat,
    /// As a Go engine.
    Bridge(Box<Bridge>),
}

/// What stands between a Go engine and the game.
pub(super) struct Bridge {
    /// What its player knows.
    view: View,
    /// Answers in this turn.
    answers: usize,
}

impl Bridge {
    /// Would this answer be no news to anybody: a point refused in this turn, or one with an own stone?
    fn is_known(&self, point: Point) -> bool {
        self.view.refused().contains(point) || self.view.own().contains(point)
    }

    /// The stones to be shown: those that are known, and those that are supposed where something was refused, as far as
    /// they can stand beside the others. In an order in which none of them is taken on the way.
    fn stones(&self) -> Vec<(Color, Point)> {
        let knowledge = Knowledge::of(&self.view);
        let (player, enemy) = (self.view.player(), self.view.player().other());
        let mut board = Board::new(self.view.size());
        let mut stones = Vec::new();
        let known = knowledge.own().iter().map(|point| (player, point));
        for (color, point) in known.chain(knowledge.enemy().iter().map(|point| (enemy, point))) {
            board.play(color, point);
            stones.push((color, point));
        }
        for point in self.view.refused_ever().iter() {
            let fits = board.is_empty(point)
                && !board.is_capture(enemy, point)
                && !board.is_suicide(enemy, point);
            if fits {
                board.play(enemy, point);
                stones.push((enemy, point));
            }
        }
        stones
    }
}

fn vertices(points: &[Point]) -> String {
    points.iter().map(|point| format!(" {point}")).collect()
}

impl GtpPlayer {
    /// Begins a game of hidden information on the board that has been set up.
    pub(super) fn begin_hidden(&mut self, setting: &Setting) -> Result<(), Trouble> {
        if matches!(self.hidden, Some(Hidden::Seat)) {
            let letter = setting.color.letter().to_ascii_lowercase();
            self.send(&format!("phantom-new {letter}"))?;
        } else {
            let bridge = Bridge { view: first_view(setting)?, answers: 0 };
            self.hidden = Some(Hidden::Bridge(Box::new(bridge)));
        }
        Ok(())
    }

    /// Sends a command that the engine may well refuse.
    fn offer(&mut self, command: &str) -> Result<bool, Trouble> {
        let patience = self.program.patience();
        let answer = self.program.with(|client| client.ask(command, patience))?;
        if let Err(text) = &answer {
            log::debug!("{} answers `{command}` with ? {text}", self.program.name());
        }
        Ok(answer.is_ok())
    }

    /// See [`crate::tournament::Player::told`].
    pub(super) fn told_hidden(&mut self, event: &Event) -> Result<(), Trouble> {
        match &mut self.hidden {
            None => Ok(()),
            Some(Hidden::Seat) => self.tell_seat(event),
            Some(Hidden::Bridge(bridge)) => {
                bridge.view.tell(event.clone());
                match event {
                    Event::Played { taken, .. } => {
                        bridge.answers = 0;
                        if taken.count() > 0 { self.show_anew() } else { Ok(()) }
                    }
                    Event::Passed => {
                        bridge.answers = 0;
                        Ok(())
                    }
                    Event::Refused { point, .. } => self.withdraw(*point),
                    Event::OpponentPlayed { lost } if !lost.is_empty() => self.show_anew(),
                    _ => Ok(()),
                }
            }
        }
    }

    fn tell_seat(&mut self, event: &Event) -> Result<(), Trouble> {
        let command = match event {
            Event::Played { point, taken: Taken::Points(points) } if !points.is_empty() => {
                format!("phantom-accept {point} taken {}{}", points.len(), vertices(points))
            }
            Event::Played { point, taken } if taken.count() > 0 => {
                format!("phantom-accept {point} taken {}", taken.count())
            }
            Event::Played { point, .. } => format!("phantom-accept {point}"),
            Event::Refused { point, .. } => format!("phantom-refuse {point}"),
            Event::Passed => "phantom-accept pass".into(),
            Event::OpponentPlayed { lost } => {
                if !lost.is_empty() {
                    self.send(&format!("phantom-taken {}{}", lost.len(), vertices(lost)))?;
                }
                "phantom-opponent moved".into()
            }
            Event::OpponentPassed => "phantom-opponent passed".into(),
            Event::OpponentMoved => "phantom-opponent moved".into(),
            // There are no commands for these.
            Event::OpponentRefused | Event::Atari | Event::Over => return Ok(()),
        };
        self.send(&command).map(|_| ())
    }

    /// Sets the engine's board up with what its player knows.
    fn show_anew(&mut self) -> Result<(), Trouble> {
        let Some(Hidden::Bridge(bridge)) = &self.hidden else { return Ok(()) };
        let stones = bridge.stones();
        self.send("clear_board")?;
        for (color, point) in stones {
            self.offer(&format!("play {} {point}", color.letter().to_ascii_lowercase()))?;
        }
        Ok(())
    }

    /// The engine's last answer, which stands on its board, was refused: a stone of the opponent is there, as far as it
    /// need know.
    fn withdraw(&mut self, point: Point) -> Result<(), Trouble> {
        if !self.knows("undo") || !self.offer("undo")? {
            return self.show_anew();
        }
        let Some(Hidden::Bridge(bridge)) = &self.hidden else { return Ok(()) };
        let enemy = bridge.view.player().other();
        if bridge.stones().contains(&(enemy, point)) {
            self.offer(&format!("play {} {point}", enemy.letter().to_ascii_lowercase()))?;
        }
        Ok(())
    }

    /// The last answer did not count.
    pub(super) fn take_back_hidden(&mut self) -> Result<(), Trouble> {
        self.show_anew()
    }

    /// Asks until there is an answer that the referee need see. An engine that does not take no for an answer passes in the
    /// end.
    pub(super) fn try_hidden(&mut self, letter: char, limit: Duration) -> Result<Move, Trouble> {
        let started = Instant::now();
        loop {
            let left = limit.saturating_sub(started.elapsed());
            let command = match &mut self.hidden {
                Some(Hidden::Bridge(bridge)) => {
                    if bridge.answers >= bridge.view.size().area() {
                        return Ok(Move::PASS);
                    }
                    bridge.answers += 1;
                    format!("genmove {letter}")
                }
                _ => format!("phantom-genmove {letter}"),
            };
            let answer = self.program.with(|client| client.send(&command, left))?;
            let mv = read_move(&answer).ok_or_else(|| {
                Trouble::new(Fault::Garbage, format!("{command} answers {:?}", answer.trim()))
            })?;
            match (&self.hidden, mv.point()) {
                (Some(Hidden::Bridge(bridge)), Some(point)) if bridge.is_known(point) => {
                    self.withdraw(point)?;
                }
                _ => return Ok(mv),
            }
        }
    }
}
