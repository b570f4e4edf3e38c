//! Floor 7: protocols. Text in, text out; games and engines are reached through sessions.

pub mod gtp;
pub mod nboard;
mod pump;

pub use pump::{Attention, Ends, Line, MAX_LINE, Pump, Signal};
