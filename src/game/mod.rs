//! Floor 1: the traits in which every game and every search meet. Knows no game and no search.

mod information;
pub mod kit;
mod outcome;
mod passport;
mod state;
#[cfg(test)]
mod toy;

pub use information::{Information, Open, Verdict};
pub use outcome::{Outcome, Reason};
pub use passport::{PassRule, Passport};
pub use state::{Illegal, State};
