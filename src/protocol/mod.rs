//! Floor 7: protocols. Text in, text out; games and engines are reached through sessions.

mod error;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
mod ponder;
mod pump;
pub mod sau;
mod voice;

pub use error::ServeError;
pub use pump::{Attention, Ends, Heard, Line, MAX_LINE, Pump, Signal};
pub(crate) use voice::Voice;
