//! The brain's side of the Gomocup (Piskvork) protocol (P. Lasticka, T. Kubovy), with the extensions of Yixin that graphical
//! managers use: Gomoku, Renju and Caro for Piskvork, GomocupJudge, c-gomoku-cli, Yixin-Board and gomoku-calculator.
//!
//! A line is a command; commands are known in any case; each answer is one line, flushed. `INFO` never has an answer: what is
//! wrong with it is told by a `MESSAGE` (of the rules, by an `ERROR`) at the next command that has one. A command that
//! fails answers `ERROR` and changes nothing. Where the protocol leaves a choice:
//! - Squares are `x,y` from 0, `y` from the top, which is the highest row of this program's boards.
//! - `BOARD`: who has Black follows from the numbers of stones; under Renju, and where the numbers fit nobody, Black placed
//!   the first stone of the list. Field 3 is a square that belongs to nobody.
//! - Under rule 2 (continuous game) the stones of a row that has won become such squares, and the game goes on.
//! - `TAKEBACK` takes any stone.
//! - `INFO rule 2` is Renju for a manager that has used a command of Yixin before, and otherwise the continuous game.
//! - Squares of `yxblock` can be played on; they are only not searched.
//! - A move that answers a command is made on the board, also that of `yxnbest` and the stones of `yxbalanceone` and
//!   `yxbalancetwo`.

mod commands;
mod info;
mod line;
mod lines;
mod list;
mod opening;
mod position;
mod rules;
mod server;
mod time;
mod yixin;

pub use commands::{COMMANDS, Dialect, Row};
pub use info::{INFO, InfoRow};
pub use line::classify;
pub use rules::number_of;
pub use server::{Server, run};
