//! Plays an event: gives its games to workers, keeps the journal and the records, and knows when it is over.
//!
//! - A game counts when its line is in the journal and on the disk; then its record is written. A game that was broken off is not
//!   in the journal, and is played anew when the event goes on.
//! - An engine that cannot be started ([`STARTS`] times in a row) loses no games by it: those that it has not played are
//!   left out, the other players' games go on, and the event ends incomplete. It goes on when the engine is in order.
//! - Where the event does not recover, the first crash, hang or failed start ends it.
//! - A sequential test ends the event with the game that decides it. Games that are still being played then are broken
//!   off: the decision was reached without them. A shard tests its own games only.
//! - An engine that does not end when it is told to is killed. The fault stands in the entry of its last game if it was ended
//!   after a game of its own, otherwise the observer hears of it.

use super::game::Outcome;
use super::journal::{Header, Journal, JournalError};
use super::plan::Plan;
use super::records::{Records, RecordsError};
use super::shard::Shard;
use super::statistics::Evidence;
use super::statistics::sprt::{self, Verdict};
use super::worker::{Job, News, STARTS, Said, Worker};
use super::{Entry, Event, FaultNote, Fixture, Format, Player, processors, schedule};
use crate::controller::{Fault, Trouble};
use crate::engine::Stop;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How often to look whether the event is to be broken off.
const LOOK: Duration = Duration::from_millis(50);

/// An event could not be begun.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Its journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Its records cannot be written.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// The journal has a game that the schedule does not have, or has otherwise.
    #[error(
        "game {game} is {found} in the journal, and {planned} in the schedule: another version of tesuji began this \
         event, or it has another schedule"
    )]
    Schedule {
        /// The game.
        game: usize,
        /// Who played it.
        found: String,
        /// Who should play it.
        planned: String,
    },
    /// A Swiss event has no parts.
    #[error("the rounds of a Swiss event depend on all results, so it cannot be played in shards")]
    SwissShard,
}

/// How an event ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// Every game is played.
    Completed,
    /// The sequential test is decided.
    Decided,
    /// It was broken off from outside.
    Interrupted,
    /// Everything is played but games of players that could not be started; why not.
    Unstarted(String),
    /// It could not go on; why not.
    Failed(String),
}

/// The state of an event.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The event.
    pub event: &'a Event,
    /// The games played, those of earlier runs too, in the order in which they ended.
    pub entries: &'a [Entry],
    /// The number of games of the event, or of this part of it.
    pub total: usize,
}

/// Somebody who watches an event.
pub trait Observer {
    /// The event begins or goes on.
    fn begun(&mut self, progress: &Progress<'_>);

    /// A game was played.
    fn played(&mut self, entry: &Entry, progress: &Progress<'_>);

    /// Something happened that is worth telling.
    fn note(&mut self, text: &str);
}

/// What came of an event.
#[derive(Debug)]
pub struct Summary {
    /// The games played, those of earlier runs too, in their order.
    pub entries: Vec<Entry>,
    /// The number of games of the event, or of this part of it.
    pub total: usize,
    /// How it ended.
    pub conclusion: Conclusion,
}

/// An event with its journal and its records open.
#[derive(Debug)]
pub struct Run<'a> {
    plan: &'a Plan,
    shard: Shard,
    journal: Option<Journal>,
    records: Records,
    entries: Vec<Entry>,
    /// Every game whose players are known.
    fixtures: Vec<Fixture>,
    total: usize,
}

impl<'a> Run<'a> {
    /// Opens the journal and the place of the records, as the event names them. The players' names must be known
    /// ([`Plan::meet`]).
    ///
    /// # Errors
    /// [`RunError`]; nothing was played.
    pub fn begin(plan: &'a Plan, shard: Shard) -> Result<Run<'a>, RunError> {
        let event = &plan.event;
        if shard != Shard::WHOLE && event.format == Format::Swiss {
            return Err(RunError::SwissShard);
        }
        let (journal, entries) = match &event.journal {
            None => (None, Vec::new()),
            Some(path) => {
                let header = Header::new(event, &plan.fingerprint());
                let (journal, entries) = Journal::open(path, &header)?;
                (Some(journal), entries)
            }
        };
        let fixtures = plan.fixtures.clone();
        let total = match event.format {
            Format::Swiss => plan.total,
            _ => fixtures.iter().filter(|fixture| shard.holds(fixture.pair)).count(),
        };
        let mut run =
            Run { plan, shard, journal, records: Records::None, entries, fixtures, total };
        while run.add_round() {}
        run.check()?;
        let planned: Vec<usize> = run.missing().map(|fixture| fixture.game).collect();
        run.records = Records::open(event, &run.entries, &planned, plan.total)?;
        Ok(run)
    }

    /// The games still to be played, as far as their players are known.
    pub fn missing(&self) -> impl Iterator<Item = &Fixture> {
        let played: BTreeSet<usize> = self.entries.iter().map(|entry| entry.game).collect();
        let mine = |fixture: &&Fixture| self.shard.holds(fixture.pair);
        self.fixtures.iter().filter(mine).filter(move |fixture| !played.contains(&fixture.game))
    }

    /// Adds the next round of a Swiss event, if every game so far is played and there is one.
    fn add_round(&mut self) -> bool {
        if self.plan.event.format != Format::Swiss {
            return false;
        }
        let entries: BTreeMap<usize, &Entry> =
            self.entries.iter().map(|entry| (entry.game, entry)).collect();
        // Players who have changed seats in the opening (swap2) keep their points.
        let points = |fixture: &Fixture| {
            let entry = entries.get(&fixture.game)?;
            let points = entry.black_points();
            let is_black = self.name(fixture.black) == entry.black.name;
            Some((fixture.clone(), if is_black { points } else { 1.0 - points }))
        };
        let played: Option<Vec<(Fixture, f64)>> = self.fixtures.iter().map(points).collect();
        let Some(played) = played else { return false };
        let round = schedule::next_round(&self.plan.event, self.plan.openings.len(), &played);
        let found = !round.is_empty();
        self.fixtures.extend(round);
        found
    }

    fn has_more_rounds(&self) -> bool {
        self.plan.event.format == Format::Swiss && self.fixtures.len() < self.plan.total
    }

    fn name(&self, player: usize) -> String {
        let spec = self.plan.event.players.get(player);
        spec.map_or_else(|| player.to_string(), |spec| spec.name.clone())
    }

    /// Is every game of the journal one of the schedule?
    fn check(&self) -> Result<(), RunError> {
        let fixtures: BTreeMap<usize, &Fixture> =
            self.fixtures.iter().map(|fixture| (fixture.game, fixture)).collect();
        for entry in &self.entries {
            let found = format!("{} against {}", entry.black.name, entry.white.name);
            let (planned, swapped) = match fixtures.get(&entry.game) {
                Some(fixture) => {
                    let (black, white) = (self.name(fixture.black), self.name(fixture.white));
                    (format!("{black} against {white}"), format!("{white} against {black}"))
                }
                None => ("not there".into(), String::new()),
            };
            if found != planned && !(self.plan.event.swap2 && found == swapped) {
                return Err(RunError::Schedule { game: entry.game, found, planned });
            }
        }
        Ok(())
    }

    /// Plays what is missing. `engines` are those that [`Plan::meet`] has started. When `stop` is raised, games end after
    /// the current move and do not count.
    pub fn play(
        self,
        engines: Vec<Box<dyn Player>>,
        observer: &mut dyn Observer,
        stop: &Stop,
    ) -> Summary {
        let plan = self.plan;
        let missing: VecDeque<Fixture> = self.missing().cloned().collect();
        let round = missing.len();
        let workers = plan.event.concurrency.clamp(1, round.max(1));
        let shares = match plan.event.pin {
            true => processors::shares(plan.event.concurrency),
            false => Vec::new(),
        };
        let (said, news) = channel();
        let broken = Stop::default();
        let mut engines = Some(engines).filter(|_| shares.is_empty());
        let mut hall = Hall {
            run: self,
            waiting: missing,
            barred: BTreeMap::new(),
            jobs: Vec::new(),
            idle: (0..workers).rev().collect(),
            busy: 0,
            closing: BTreeMap::new(),
            conclusion: None,
            broken: broken.clone(),
            observer,
        };
        thread::scope(|scope| {
            for number in 0..workers {
                let (sender, inbox) = channel();
                hall.jobs.push(sender);
                let share = shares.get(number).cloned().unwrap_or_default();
                let (stop, out) = (broken.clone(), said.clone());
                let mut worker = Worker::new(&plan.event, &plan.openings, number, share, stop, out);
                worker.seat(engines.take().unwrap_or_default());
                scope.spawn(move || worker.run(&inbox));
            }
            drop(said);
            hall.direct(&news, stop);
            // The workers end their engines when nobody gives them jobs any more.
            hall.jobs.clear();
        });
        hall.conclude()
    }
}

/// The tournament hall: who plays, who waits.
struct Hall<'a, 'o> {
    run: Run<'a>,
    waiting: VecDeque<Fixture>,
    /// Players that could not be started, and why not.
    barred: BTreeMap<usize, Trouble>,
    jobs: Vec<Sender<Job>>,
    idle: Vec<usize>,
    /// Workers that have a job.
    busy: usize,
    /// Games of workers that end their engines.
    closing: BTreeMap<usize, Box<Entry>>,
    conclusion: Option<Conclusion>,
    /// Breaks the games off.
    broken: Stop,
    observer: &'o mut dyn Observer,
}

impl Hall<'_, '_> {
    fn direct(&mut self, news: &Receiver<Said>, stop: &Stop) {
        self.tell(|observer, progress| observer.begun(progress));
        self.judge();
        loop {
            if stop.is_raised() {
                self.end(Conclusion::Interrupted);
            }
            self.give_out();
            if self.busy == 0 {
                return;
            }
            match news.recv_timeout(LOOK) {
                Ok(Said { worker, news }) => self.hear(worker, news),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return self.end(Conclusion::Failed("the workers are gone".into()));
                }
            }
        }
    }

    fn give_out(&mut self) {
        while let Some(&worker) = self.idle.last() {
            let Some(fixture) = self.next() else { return };
            let sent = self.jobs.get(worker).map(|jobs| jobs.send(Job::Play(fixture)));
            self.idle.pop();
            match sent {
                Some(Ok(())) => self.busy += 1,
                _ => self.end(Conclusion::Failed("a worker is gone".into())),
            }
        }
    }

    /// The next game that can be played.
    fn next(&mut self) -> Option<Fixture> {
        if self.conclusion.is_some() {
            return None;
        }
        if self.waiting.is_empty() && self.busy == 0 && self.run.add_round() {
            self.waiting = self.run.missing().cloned().collect();
        }
        self.waiting.remove(self.first()?)
    }

    fn first(&self) -> Option<usize> {
        let barred = |player: &usize| self.barred.contains_key(player);
        self.waiting.iter().position(|game| !barred(&game.black) && !barred(&game.white))
    }

    /// Will there be nothing more to play for a worker that has nothing now?
    fn is_last(&self) -> bool {
        !self.run.has_more_rounds() && self.first().is_none()
    }

    fn hear(&mut self, worker: usize, news: News) {
        let name = |hall: &Self, player: usize| hall.run.name(player);
        match news {
            News::Quit(player, trouble) => {
                let text = format!("{}: {trouble}", name(self, player));
                return self.observer.note(&text);
            }
            News::Game(Outcome::Finished(entry)) => {
                if self.conclusion.is_none() && self.is_last() {
                    let told = self.jobs.get(worker).map(|jobs| jobs.send(Job::Close));
                    if matches!(told, Some(Ok(()))) {
                        self.closing.insert(worker, entry);
                        return;
                    }
                }
                self.take(*entry);
            }
            News::Closed(troubles) => {
                let Some(mut entry) = self.closing.remove(&worker) else { return };
                for (player, trouble) in troubles {
                    let color = match name(self, player) {
                        name if name == entry.black.name => 'b',
                        name if name == entry.white.name => 'w',
                        _ => {
                            let text = format!("{}: {trouble}", name(self, player));
                            self.observer.note(&text);
                            continue;
                        }
                    };
                    entry.faults.push(FaultNote {
                        player: name(self, player),
                        color,
                        fault: trouble.fault,
                        after: entry.moves.len(),
                        text: trouble.text,
                    });
                }
                self.take(*entry);
            }
            News::Game(Outcome::BrokenOff) => {}
            News::Unstarted(fixture, player, trouble) => {
                let text = format!("{} cannot be started: {trouble}", name(self, player));
                if !self.run.plan.event.recover {
                    self.end(Conclusion::Failed(text));
                } else if self.barred.insert(player, trouble).is_none() {
                    let text = format!("{text}; tried {STARTS} times, its games are left out");
                    self.observer.note(&text);
                }
                self.waiting.push_front(fixture);
            }
            News::Failed(fixture, text) => {
                let text = format!("game {} cannot be played: {text}", fixture.game);
                self.end(Conclusion::Failed(text));
            }
        }
        self.busy = self.busy.saturating_sub(1);
        self.idle.push(worker);
    }

    /// A game is played: into the journal first.
    fn take(&mut self, entry: Entry) {
        let event = &self.run.plan.event;
        if let Some(journal) = &mut self.run.journal
            && let Err(error) = journal.append(&entry)
        {
            return self.end(Conclusion::Failed(error.to_string()));
        }
        if let Err(error) = self.run.records.add(event, &entry) {
            self.end(Conclusion::Failed(error.to_string()));
        }
        self.run.entries.push(entry);
        self.tell(|observer, progress| {
            if let Some(entry) = progress.entries.last() {
                observer.played(entry, progress);
            }
        });
        let fatal = |note: &&FaultNote| {
            matches!(note.fault, Fault::Start | Fault::Crash | Fault::Hang) && !event.recover
        };
        let last = self.run.entries.last();
        if let Some(note) = last.and_then(|entry| entry.faults.iter().find(fatal)) {
            let text = format!("{}: {}: {}", note.player, note.fault, note.text);
            self.end(Conclusion::Failed(text));
        }
        self.judge();
    }

    /// Ends the event if its test is decided.
    fn judge(&mut self) {
        if decided(&self.run.plan.event, &self.run.entries) {
            self.end(Conclusion::Decided);
        }
    }

    /// Ends the event; the first reason counts.
    fn end(&mut self, conclusion: Conclusion) {
        self.conclusion.get_or_insert(conclusion);
        self.broken.raise();
    }

    fn tell(&mut self, tell: impl FnOnce(&mut dyn Observer, &Progress<'_>)) {
        let run = &self.run;
        let progress = Progress { event: &run.plan.event, entries: &run.entries, total: run.total };
        tell(self.observer, &progress);
    }

    fn conclude(self) -> Summary {
        let complete = self.run.missing().next().is_none() && !self.run.has_more_rounds();
        let Run { plan, records, mut entries, total, .. } = self.run;
        entries.sort_by_key(|entry| entry.game);
        let mut conclusion = match self.conclusion {
            // Too late to break anything off.
            Some(Conclusion::Interrupted) if complete => Conclusion::Completed,
            Some(conclusion) => conclusion,
            None if complete => Conclusion::Completed,
            None => {
                let why = self.barred.iter().map(|(&player, trouble)| {
                    let spec = plan.event.players.get(player);
                    format!("{} ({trouble})", spec.map_or("", |spec| &spec.name))
                });
                Conclusion::Unstarted(why.collect::<Vec<_>>().join(", "))
            }
        };
        if let Err(error) = records.close(&plan.event, &entries) {
            conclusion = Conclusion::Failed(error.to_string());
        }
        Summary { entries, total, conclusion }
    }
}

/// Is the event's sequential test decided by these games?
fn decided(event: &Event, entries: &[Entry]) -> bool {
    let (Some(spec), Some(first)) = (&event.sprt, event.players.first()) else { return false };
    let state = sprt::test(spec, &Evidence::of(entries, &first.name, None));
    state.verdict != Verdict::Continue
}
