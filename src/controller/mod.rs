//! Floor 7, the other side of the protocols: starts engines and talks to them as a controller does. Knows bytes, lines,
//! processes and protocols, and no game rules.

mod group;
mod gtp;
mod launch;
mod pipes;
mod process;
mod trouble;

pub use gtp::GtpClient;
pub use launch::{Launch, LaunchError};
pub use process::Process;
pub use trouble::{Fault, Trouble};
