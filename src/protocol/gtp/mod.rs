//! GTP 2: preprocessing, ids, framing, the command table, and the loop. Knows sessions, but no game.

mod argument;
mod commands;
mod info;
mod line;
mod response;
mod server;
mod table;

pub use argument::{Argument, FileName, HandicapStones, Rest, SYNTAX_ERROR, Seconds, Word};
pub use commands::{documentation, draw, table};
pub use line::{CommandLine, MAX_INT, classify, preprocess, split};
pub use response::{Answer, Failure, Responder};
pub use server::{Config, Server, run};
pub use table::{Command, Handler, Table, command};
