//! Floor 7, the other side of the protocols: starts engines and talks to them as a controller does. Knows bytes, lines,
//! processes and protocols, and no game rules.

mod launch;
mod trouble;

pub use launch::{Launch, LaunchError};
pub use trouble::{Fault, Trouble};
