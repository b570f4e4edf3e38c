//! What the threads of a search share, and how each of them counts and stops.

use super::Control;
use super::table::Table;
use crate::search::{Progress, Report, Supervisor};
use std::cell::{Cell, RefCell};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes between two looks at flags and clock.
const POLL: u64 = 256;
/// Nodes between two looks of the supervisor at the state of the search.
const WATCH: u64 = 16_384;
/// Nodes between two calls of the observer.
const OBSERVE: u64 = 131_072;

/// Positions some thread is searching, so that another one may search their siblings first (T. Kerrigan's
/// simplification of ABDADA; Weill, The ABDADA distributed minimax search algorithm, 1996). Wrong answers cost time
/// only.
pub(super) struct Busy(Box<[[AtomicU64; 4]]>);

impl Busy {
    pub fn new() -> Busy {
        Busy(std::iter::repeat_with(Default::default).take(1 << 12).collect())
    }

    fn slots(&self, mark: u64) -> &[AtomicU64; 4] {
        &self.0[(mark >> 52) as usize & (self.0.len() - 1)]
    }

    /// The mark of a position searched to that depth.
    pub fn mark(key: u64, depth: i32) -> u64 {
        (key ^ depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
    }

    pub fn contains(&self, mark: u64) -> bool {
        self.slots(mark).iter().any(|slot| slot.load(Relaxed) == mark)
    }

    pub fn enter(&self, mark: u64) {
        let slots = self.slots(mark);
        let free = slots.iter().find(|slot| slot.load(Relaxed) == 0);
        free.unwrap_or(&slots[0]).store(mark, Relaxed);
    }

    pub fn leave(&self, mark: u64) {
        for slot in self.slots(mark) {
            if slot.load(Relaxed) == mark {
                slot.store(0, Relaxed);
            }
        }
    }

    pub fn clear(&self) {
        self.0.iter().flatten().for_each(|slot| slot.store(0, Relaxed));
    }
}

/// What the leading thread shows to observers while it searches.
pub(super) struct Shown {
    pub progress: Progress,
    pub report: Report,
}

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub busy: &'a Busy,
    pub supervisor: &'a dyn Supervisor,
    /// Nodes that end the search.
    pub limit: u64,
    /// Nodes of all threads, as far as they have told.
    pub nodes: AtomicU64,
    /// The search is over.
    pub stop: AtomicBool,
    /// Some thread has finished the search of the root that all are at.
    pub done: AtomicBool,
    pub parallel: bool,
    pub shown: Mutex<Option<Shown>>,
}

impl<'a> Shared<'a> {
    pub fn new(
        table: &'a Table,
        busy: &'a Busy,
        supervisor: &'a dyn Supervisor,
        limit: u64,
        parallel: bool,
    ) -> Shared<'a> {
        Shared {
            table,
            busy,
            supervisor,
            limit,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            done: AtomicBool::new(false),
            parallel,
            shown: Mutex::new(None),
        }
    }
}

type Observer<'a> = &'a mut dyn FnMut(&Report);

/// A thread's count of nodes.
pub(super) struct Meter<'a> {
    shared: &'a Shared<'a>,
    /// Of the leading thread only.
    observer: Option<RefCell<Observer<'a>>>,
    leads: bool,
    nodes: Cell<u64>,
    told: Cell<u64>,
    next: Cell<u64>,
    watched: Cell<u64>,
    observed: Cell<u64>,
    stopped: Cell<bool>,
}

impl<'a> Meter<'a> {
    /// The leading thread's, which looks at the clock and calls the observer.
    pub fn leading(shared: &'a Shared<'a>, observer: Observer<'a>) -> Meter<'a> {
        Meter { observer: Some(RefCell::new(observer)), leads: true, ..Meter::helping(shared) }
    }

    /// Another thread's.
    pub fn helping(shared: &'a Shared<'a>) -> Meter<'a> {
        let meter = Meter {
            shared,
            observer: None,
            leads: false,
            nodes: Cell::new(0),
            told: Cell::new(0),
            next: Cell::new(0),
            watched: Cell::new(0),
            observed: Cell::new(0),
            stopped: Cell::new(false),
        };
        meter.plan();
        meter
    }

    /// This thread's nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Counts positions visited without a look at anything.
    #[inline]
    pub fn count(&self, nodes: u64) {
        self.nodes.set(self.nodes.get() + nodes);
    }

    /// Must this thread give up what it is doing?
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Counts a node; false when the search is to end.
    #[inline]
    pub fn tick(&self) -> bool {
        self.add(1)
    }

    #[inline]
    fn add(&self, count: u64) -> bool {
        let nodes = self.nodes.get() + count;
        self.nodes.set(nodes);
        if nodes >= self.next.get() { self.poll() } else { !self.stopped.get() }
    }

    /// Sets the next look, which comes at once when the limit is reached.
    fn plan(&self) {
        let left = self.shared.limit.saturating_sub(self.shared.nodes.load(Relaxed));
        self.next.set(self.nodes.get() + left.clamp(1, POLL));
    }

    /// Adds the thread's nodes to the common count.
    pub fn tell(&self) -> u64 {
        let fresh = self.nodes.get() - self.told.get();
        self.told.set(self.nodes.get());
        self.shared.nodes.fetch_add(fresh, Relaxed) + fresh
    }

    #[cold]
    fn poll(&self) -> bool {
        let total = self.tell();
        let shared = self.shared;
        if self.leads && !shared.stop.load(Relaxed) {
            let mut goes_on = shared.supervisor.keep_going();
            if goes_on && total >= self.watched.get() + WATCH {
                self.watched.set(total);
                goes_on = self.look(total);
            }
            if !goes_on {
                shared.stop.store(true, Relaxed);
            }
        }
        if total >= shared.limit {
            shared.stop.store(true, Relaxed);
        }
        self.plan();
        if shared.stop.load(Relaxed) || shared.done.load(Relaxed) {
            self.stopped.set(true);
        }
        !self.stopped.get()
    }

    /// Shows supervisor and observer how far the search is.
    fn look(&self, total: u64) -> bool {
        let Ok(mut shown) = self.shared.shown.lock() else { return true };
        let Some(shown) = shown.as_mut() else { return true };
        shown.progress.playouts = total;
        if total >= self.observed.get() + OBSERVE {
            self.observed.set(total);
            shown.report.playouts = total;
            shown.report.visits = total;
            self.show(&shown.report);
        }
        self.shared.supervisor.watch(&shown.progress)
    }

    /// Calls the observer.
    pub fn show(&self, report: &Report) {
        if let Some(observer) = &self.observer {
            (observer.borrow_mut())(report);
        }
    }

    /// Ready for another search of the root.
    pub fn resume(&self) {
        self.stopped.set(self.shared.stop.load(Relaxed));
    }
}

impl Control for Meter<'_> {
    fn visit(&self, nodes: u64) -> bool {
        self.add(nodes)
    }
}
