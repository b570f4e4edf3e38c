//! Floor 7, the other side of the protocols: starts engines and talks to them as a controller does. Knows bytes, lines,
//! processes and protocols, and no game rules.

mod analysis;
mod gomocup;
mod group;
mod gtp;
mod launch;
mod nboard;
mod pipes;
mod process;
mod sau;
mod talk;
mod trouble;

pub use analysis::{AnalysedMove, Analysis};
pub use gomocup::{About, BrainReply, Cell, GomocupClient, Swap2};
pub use gtp::{GtpClient, REQUIRED_COMMANDS};
pub use launch::{Launch, LaunchError};
pub use nboard::{NBoardClient, NBoardMove};
pub use process::Process;
pub use sau::{SauClient, SauMove};
pub use trouble::{Fault, Trouble};
