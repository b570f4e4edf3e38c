//! One place where games are played, one after the other: keeps the engines it has started for the next game.

use super::game::{self, Outcome};
use super::opening::Opening;
use super::plan::quit_patience;
use super::{Event, EventError, FaultNote, Fixture, Player, players, processors};
use crate::controller::{Fault, Trouble};
use crate::engine::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

/// Engines that a worker keeps at most. With more players than that, those who have waited longest are ended.
const KEPT: usize = 4;

/// How often in a row an engine is tried to be started.
pub const STARTS: usize = 3;

/// What a worker is told.
#[derive(Debug)]
pub enum Job {
    /// Play this game.
    Play(Fixture),
    /// End the engines; there is nothing more to play.
    Close,
}

/// What a worker says.
#[derive(Debug)]
pub struct Said {
    /// Which worker.
    pub worker: usize,
    /// What.
    pub news: News,
}

/// What there is to say.
#[derive(Debug)]
pub enum News {
    /// A game was played or broken off.
    Game(Outcome),
    /// A game was not begun: that player could not be started, as often as it was tried.
    Unstarted(Fixture, usize, Trouble),
    /// A game cannot be played at all.
    Failed(Fixture, String),
    /// An engine made trouble when it was ended after its last game, other than that of the news before.
    Quit(usize, Trouble),
    /// The engines are ended. Those that had to be killed are told, by the place of the player in the event.
    Closed(Vec<(usize, Trouble)>),
}

/// An engine that a worker keeps.
struct Seat {
    player: usize,
    engine: Box<dyn Player>,
    /// Did it end its last game well?
    fit: bool,
}

/// A worker.
pub struct Worker<'a> {
    event: &'a Event,
    openings: &'a [Opening],
    number: usize,
    processors: Vec<usize>,
    /// The one used last comes last.
    seats: Vec<Seat>,
    stop: Stop,
    out: Sender<Said>,
}

/// A game could not begin.
enum NoGame {
    Unstarted(usize, Trouble),
    Failed(String),
}

impl From<EventError> for NoGame {
    fn from(error: EventError) -> NoGame {
        NoGame::Failed(error.to_string())
    }
}

impl<'a> Worker<'a> {
    /// A worker with that number and these processors (none = all); `stop` breaks its games off.
    pub fn new(
        event: &'a Event,
        openings: &'a [Opening],
        number: usize,
        processors: Vec<usize>,
        stop: Stop,
        out: Sender<Said>,
    ) -> Worker<'a> {
        Worker { event, openings, number, processors, seats: Vec::new(), stop, out }
    }

    /// Takes over engines that run already, in the order of the event.
    pub fn seat(&mut self, engines: Vec<Box<dyn Player>>) {
        for (player, engine) in engines.into_iter().enumerate() {
            self.seats.push(Seat { player, engine, fit: false });
        }
    }

    /// Does its jobs until there are no more.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        if !self.processors.is_empty() {
            processors::bind(&self.processors);
        }
        for job in jobs {
            let news = match job {
                Job::Close => News::Closed(self.close_all()),
                Job::Play(fixture) => {
                    // A mistake of this program in one game must not leave the others waiting for ever.
                    match catch_unwind(AssertUnwindSafe(|| self.play(&fixture))) {
                        Ok(news) => news,
                        Err(_) => News::Failed(fixture, "this program made a mistake".into()),
                    }
                }
            };
            self.say(news);
        }
        self.close_all();
    }

    fn say(&self, news: News) {
        // If nobody listens any more, the event is over.
        let _ = self.out.send(Said { worker: self.number, news });
    }

    fn play(&mut self, fixture: &Fixture) -> News {
        let mut attempt = 1;
        loop {
            match self.attempt(fixture) {
                Ok(outcome) => return News::Game(outcome),
                Err(NoGame::Failed(text)) => return News::Failed(fixture.clone(), text),
                Err(NoGame::Unstarted(player, trouble)) => {
                    if attempt == STARTS || !self.event.recover || self.stop.is_raised() {
                        return News::Unstarted(fixture.clone(), player, trouble);
                    }
                }
            }
            std::thread::sleep(Duration::from_millis(250 * attempt as u64));
            attempt += 1;
        }
    }

    fn attempt(&mut self, fixture: &Fixture) -> Result<Outcome, NoGame> {
        let (event, openings, stop) = (self.event, self.openings, self.stop.clone());
        let colors = [fixture.black, fixture.white];
        for player in colors {
            self.make_ready(player)?;
        }
        self.make_room();
        let Some([black, white]) = self.pair(colors) else {
            return Err(NoGame::Failed("a player against itself".into()));
        };
        let name = |player: usize| event.players.get(player).map_or("", |spec| spec.name.as_str());
        let opening = fixture.opening.and_then(|number| openings.get(number));
        let outcome = game::play(
            event,
            fixture,
            opening,
            colors.map(name),
            [black.engine.as_mut(), white.engine.as_mut()],
            &stop,
        )?;
        let Outcome::Finished(mut entry) = outcome else {
            for seat in &mut self.seats {
                seat.fit = false;
            }
            return Ok(outcome);
        };
        for player in colors {
            // By name: players may have changed colours in the opening (swap2).
            let color = if entry.black.name == name(player) { 'b' } else { 'w' };
            let of_player = |note: &&FaultNote| note.color == color;
            if let Some(note) =
                entry.faults.iter().filter(of_player).find(|n| n.fault == Fault::Start)
            {
                let trouble = Trouble::new(Fault::Start, note.text.clone());
                self.drop_seat(player);
                return Err(NoGame::Unstarted(player, trouble));
            }
            let fit = !entry.faults.iter().any(|note| note.color == color);
            if let Some(seat) = self.seats.iter_mut().find(|seat| seat.player == player) {
                seat.fit = fit;
            }
            if event.players.get(player).is_some_and(|spec| spec.restart)
                && let Some(trouble) = self.close(player)
            {
                entry.faults.push(FaultNote {
                    player: name(player).into(),
                    color,
                    fault: trouble.fault,
                    after: entry.moves.len(),
                    text: trouble.text,
                });
            }
        }
        Ok(Outcome::Finished(entry))
    }

    /// Sees to it that the player has an engine that has been started.
    fn make_ready(&mut self, player: usize) -> Result<(), NoGame> {
        let mut seat = match self.seats.iter().position(|seat| seat.player == player) {
            Some(at) => self.seats.remove(at),
            None => {
                let Some(spec) = self.event.players.get(player) else {
                    return Err(NoGame::Failed(format!("no player {player}")));
                };
                let engine = players::open(spec, self.event, &self.processors)?;
                Seat { player, engine, fit: false }
            }
        };
        // Whoever ended its last game well is alive, or will be found dead by the game.
        if !seat.fit
            && let Err(trouble) = seat.engine.own_name()
        {
            seat.engine.kill();
            return Err(NoGame::Unstarted(player, trouble));
        }
        self.seats.push(seat);
        Ok(())
    }

    /// Ends engines that have waited long, if there are too many.
    fn make_room(&mut self) {
        while self.seats.len() > KEPT {
            let mut seat = self.seats.remove(0);
            if let Err(trouble) = seat.engine.close(quit_patience(self.event)) {
                self.say(News::Quit(seat.player, trouble));
            }
        }
    }

    fn pair(&mut self, [black, white]: [usize; 2]) -> Option<[&mut Seat; 2]> {
        let at = |player| self.seats.iter().position(|seat| seat.player == player);
        let places = [at(black)?, at(white)?];
        self.seats.get_disjoint_mut(places).ok()
    }

    fn drop_seat(&mut self, player: usize) {
        self.seats.retain_mut(|seat| {
            if seat.player == player {
                seat.engine.kill();
            }
            seat.player != player
        });
    }

    fn close(&mut self, player: usize) -> Option<Trouble> {
        let at = self.seats.iter().position(|seat| seat.player == player)?;
        self.seats.remove(at).engine.close(quit_patience(self.event)).err()
    }

    fn close_all(&mut self) -> Vec<(usize, Trouble)> {
        let patience = quit_patience(self.event);
        let seats = std::mem::take(&mut self.seats);
        let closed = seats.into_iter().map(|mut seat| (seat.player, seat.engine.close(patience)));
        closed
            .filter_map(|(player, result)| result.err().map(|trouble| (player, trouble)))
            .collect()
    }
}
