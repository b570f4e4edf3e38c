//! The engine's side of the NBoard protocol, versions 1 and 2 (C. Welty): Othello for the NBoard window and hosts like it.
//!
//! A line is a command or an answer; each answer is flushed; a line that is not understood, or that asks for what cannot be
//! done, is ignored whole. Where the protocol leaves a choice:
//! - `go` at the end of the game answers `=== PA`, as it does when the side to move has no move.
//! - `hint` at the end of the game answers with a `status` line.
//! - `hint` with a depth is the search that `go` would make without a clock, to its end; without a depth any line ends it.
//! - A forced pass has the value of the position after it, for `hint` and `analyze`.
//! - `go` that a `ping` stops gives no answer.
//! - EVAL is in discs for the side to move, also after `===`; TIME in seconds.

mod commands;
mod line;
mod lines;
mod server;

pub use commands::{COMMANDS, Row};
pub use line::classify;
pub use server::{Server, run};
