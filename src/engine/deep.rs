//! Alpha-beta as engines run it: options and tasks in, reports out.

use super::{Due, Options, Purpose, Task, Watch, effort};
use crate::clock::Spending;
use crate::eval::StaticValue;
use crate::game::State;
use crate::search::alphabeta::{AlphaBeta, Judged, Position, Reach, Settings};
use crate::search::{Limits, Report};
use std::time::{Duration, Instant};

/// MiB of memory that a second of thought can make use of, and what is made in any case: memory that is first written to on
/// the clock costs time, and a search of a fifth of a second fills little of it.
const MEMORY_A_SECOND: f64 = 64.0;
const LEAST_MEMORY: usize = 16;

/// An alpha-beta search with its memory, made when first needed.
pub struct Deep<P: Position> {
    search: Option<AlphaBeta<P>>,
    /// Has the memory not been used yet?
    fresh: bool,
}

/// The memory, in MiB, for a search that must end after that time.
fn memory_for(time: Option<Duration>, memory: usize) -> usize {
    let useful = time.map_or(f64::INFINITY, |time| time.as_secs_f64() * MEMORY_A_SECOND);
    // In powers of two, so that a little more time is no reason to begin anew.
    memory.min((useful as usize).max(LEAST_MEMORY).checked_next_power_of_two().unwrap_or(memory))
}

impl<P: Position> Deep<P> {
    /// Without memory.
    pub fn new() -> Deep<P> {
        Deep { search: None, fresh: false }
    }

    /// Frees the memory: settings have changed.
    pub fn discard(&mut self) {
        self.search = None;
    }

    /// Makes the memory that the shortest thought needs, if none is there. More would be written to for the first time on
    /// the clock: a thought with the time for that makes its own.
    pub fn prepare(&mut self, options: &Options) {
        let memory = effort::memory(options).min(LEAST_MEMORY);
        let settings = Settings { threads: effort::threads(options), memory };
        if self.search.is_none() {
            self.search = Some(AlphaBeta::new(settings));
            self.fresh = true;
        }
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        if let Some(search) = &mut self.search {
            search.clear();
        }
    }

    /// Searches a position as options and task say. `keep`: may earlier findings be used? `watch` is called once an
    /// iteration and once per interval of the task. The time of the task runs from `started` on.
    pub fn think(
        &mut self,
        started: Instant,
        root: &P,
        options: &Options,
        task: &Task,
        limits: &Limits,
        keep: bool,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let spending = effort::spending(options, task, limits);
        let time = spending.as_ref().and_then(Spending::deadline);
        let supervisor = Watch::new(&task.stop, started, spending);
        let mut due = Due::new(task, started);
        let mut observer = |report: &Report| {
            if due.is_due(false) {
                watch(report);
            }
        };
        let reach = reach(options, task);
        let memory = effort::memory(options);
        if task.purpose == Purpose::Regress {
            // Nothing that was learnt before, and no second thread, may change the answer.
            let mut search = AlphaBeta::new(Settings { threads: 1, memory: memory.min(64) });
            return search.search(root, limits, &reach, &supervisor, &mut observer);
        }
        let memory = memory_for(time, memory);
        if self.search.as_ref().is_some_and(|search| search.settings().memory < memory) {
            // More time than ever before: what was found in less is worth less than the room.
            self.search = None;
        }
        let settings = Settings { threads: effort::threads(options), memory };
        let fresh = std::mem::take(&mut self.fresh) || self.search.is_none();
        let search = self.search.get_or_insert_with(|| AlphaBeta::new(settings));
        if !keep && !fresh {
            search.clear();
        }
        search.search(root, limits, &reach, &supervisor, &mut observer)
    }
}

/// How deep, by the option `depth`; analyses and pondering go on until they are stopped.
fn reach(options: &Options, task: &Task) -> Reach {
    let all = Reach { lines: task.lines.max(1), ..Reach::default() };
    match (i32::try_from(options.int("depth")), task.purpose) {
        (Ok(depth), Purpose::Play | Purpose::Regress | Purpose::Cleanup) if depth > 0 => {
            Reach { depth, ..all }
        }
        _ => all,
    }
}

/// Alpha-beta over the states of a game, whatever judges them. Called once per command.
pub trait DeepSearch<S>: Send {
    /// See [`Deep::think`].
    fn think(
        &mut self,
        state: &S,
        options: &Options,
        task: &Task,
        limits: &Limits,
        keep: bool,
        watch: &mut dyn FnMut(&Report),
    ) -> Report;

    /// See [`Deep::prepare`].
    fn prepare(&mut self, options: &Options);

    /// See [`Deep::clear`].
    fn clear(&mut self);

    /// See [`Deep::discard`].
    fn discard(&mut self);
}

/// Alpha-beta with that judge.
pub struct DeepJudge<S: State, V: StaticValue<S>> {
    judge: V,
    deep: Deep<Judged<S, V>>,
}

impl<S: State, V: StaticValue<S>> DeepJudge<S, V> {
    /// Without memory.
    pub fn new(judge: V) -> DeepJudge<S, V> {
        DeepJudge { judge, deep: Deep::new() }
    }
}

impl<S: State, V: StaticValue<S>> DeepSearch<S> for DeepJudge<S, V> {
    fn think(
        &mut self,
        state: &S,
        options: &Options,
        task: &Task,
        limits: &Limits,
        keep: bool,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let root = Judged { state: state.clone(), judge: self.judge.clone() };
        self.deep.think(Instant::now(), &root, options, task, limits, keep, watch)
    }

    fn prepare(&mut self, options: &Options) {
        self.deep.prepare(options);
    }

    fn clear(&mut self) {
        self.deep.clear();
    }

    fn discard(&mut self) {
        self.deep.discard();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_thoughts_take_little_memory() {
        let table = [
            (Some(0), 256, 16),
            (Some(200), 256, 16),
            (Some(1000), 256, 64),
            (Some(1900), 256, 128),
            (Some(2000), 256, 128),
            (Some(5000), 256, 256),
            (Some(5000), 8, 8),
            (None, 256, 256),
        ];
        for (millis, memory, wanted) in table {
            let time = millis.map(Duration::from_millis);
            assert_eq!(memory_for(time, memory), wanted, "{millis:?} {memory}");
        }
    }
}
