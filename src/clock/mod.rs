//! Floor 1: time systems and budgets. Pure arithmetic: the caller passes the present in.
//!
//! The present is a [`std::time::Duration`] since any fixed origin. [`Clock`] keeps one player's time, [`Clock::budget`]
//! turns it into a [`Budget`] for the next move, and [`Spending`] decides while a search runs whether that budget is
//! spent.

mod budget;
mod phase;
mod player;
#[cfg(test)]
mod simulation;
mod spending;
mod system;

pub use budget::Budget;
pub use phase::Phase;
pub use player::{Clock, Overtime, Remaining};
pub use spending::{Effort, Spending};
pub use system::{TimeError, TimeSystem, seconds};
