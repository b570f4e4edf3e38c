//! The engine's side of the SAU game platform's text protocol: Phantom Go against a referee elsewhere.
//!
//! The protocol has faults of its own, and this is what is made of them:
//! - `access` is what older builds send for `accept`, and `error` what they send for every refusal.
//! - Whether stones were taken is told only by the line behind `accept`, so an acceptance holds as soon as another command comes.
//! - The document has a rule about ko which the platform never enforces. The engine plays as one who does not know: a retake
//!   is tried when it is wanted, the opponent's is reckoned with, and a refusal may be ko all the same.
//! - Without that rule, and without a longest game, taking back and forth would never end: a point that the engine has played
//!   on ten times is left alone.
//! - A pass is not answered. Two in a row end the game, whether or not an `end` follows.
//! - The platform throws away what it cannot place, so a line that asks for a move while one has been said and not judged is
//!   answered with the same move again.
//!
//! A line that is not understood, or that cannot be true, is passed over without a word.

mod commands;
mod line;
mod server;

pub use commands::{COMMANDS, Row};
pub use line::classify;
pub use server::{Server, run};
