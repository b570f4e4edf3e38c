//! Ends the search of a player inside this process that takes too long.

use crate::engine::Stop;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the thread behind an alarm looks.
const PERIOD: Duration = Duration::from_millis(50);

/// When which search must end.
type Due = Mutex<Option<(Instant, Stop)>>;

/// Raises a search's flag when its time is over. The thread behind it, which looks a few times a second and lives as long
/// as the alarm, is started at the first use, so that setting the alarm at every move of a fast game costs next to nothing.
#[derive(Default)]
pub(super) struct Alarm {
    due: Option<Arc<Due>>,
}

impl Alarm {
    /// The flag of a search that must end after `limit`.
    pub(super) fn set(&mut self, limit: Duration) -> Stop {
        let stop = Stop::default();
        // Without an end in sight there is nothing to watch.
        if let Some(end) = Instant::now().checked_add(limit) {
            let due = self.due.get_or_insert_with(watched);
            *due.lock().unwrap_or_else(PoisonError::into_inner) = Some((end, stop.clone()));
        }
        stop
    }

    /// The search has ended.
    pub(super) fn take_back(&self) {
        if let Some(due) = &self.due {
            *due.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

/// A place for a due time, and the thread that looks at it.
fn watched() -> Arc<Due> {
    let due: Arc<Due> = Arc::default();
    let weak = Arc::downgrade(&due);
    let look = move || {
        while let Some(due) = weak.upgrade() {
            {
                let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
                if due.as_ref().is_some_and(|(end, _)| Instant::now() >= *end)
                    && let Some((_, stop)) = due.take()
                {
                    stop.raise();
                }
            }
            drop(due);
            thread::sleep(PERIOD);
        }
    };
    if let Err(error) = thread::Builder::new().name("alarm".into()).spawn(look) {
        log::error!("no thread to end searches that take too long: {error}");
    }
    due
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_takes_too_long_is_ended() {
        let mut alarm = Alarm::default();
        let quick = alarm.set(Duration::from_millis(120));
        alarm.take_back();
        let slow = alarm.set(Duration::from_millis(10));
        let begun = Instant::now();
        while !slow.is_raised() && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(slow.is_raised());
        thread::sleep(Duration::from_millis(150));
        assert!(!quick.is_raised());
        assert!(!alarm.set(Duration::MAX).is_raised());
    }
}
