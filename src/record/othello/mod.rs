//! Othello in the text and byte formats of its players and programs, other than SGF.
//!
//! | format | read | written | what it is |
//! |---|---|---|---|
//! | [`ggf`] | yes | yes | games with evaluations and times: NBoard, the server GGS |
//! | [`transcript`] | yes | yes | moves run together, `f5d6c3d3c4` |
//! | [`obf`] | yes | yes | positions with the score of each move: test sets |
//! | [`suite`] | yes | yes | the same with numbers: this project's test sets |
//! | [`wthor`] | yes | no | the federation's database of games, its players and tournaments |
//! | [`paste`] | yes | no | a position as people paste it |
//!
//! All of them come as [`OthelloGame`]: a start position and moves, as written. Whether the moves are legal, who makes them
//! where a format does not say so, and which forced passes were left out is for whoever knows the rules (the session).
//!
//! A square is a column letter and a row number from the top, `f5`. Unlike the labels of GTP, columns here go through the
//! whole alphabet, I included, as GGS has them; up to 8x8 both are the same.

mod error;
mod game;
pub mod ggf;
pub mod obf;
pub mod paste;
mod position;
pub mod sgf;
mod square;
pub mod suite;
pub mod transcript;
pub mod wthor;

pub use error::OthelloError;
pub use game::{OthelloGame, Ply, TimeSetting};
pub use position::{Position, accepts};
pub use square::{move_text, parse_move, square_text};
