//! Floor 1: the traits in which every game and every search meet. Knows no game and no search.

mod information;
mod outcome;
mod passport;
mod state;

pub use information::{Information, Open, Verdict};
pub use outcome::{Outcome, Reason};
pub use passport::{PassRule, Passport};
pub use state::{Illegal, State};
