//! tesuji: a game-engine server.
//!
//! The modules stand on numbered floors; a module imports only from lower floors.
//!
//! | floor | module | what it holds |
//! |---|---|---|
//! | 0 | [`base`] | colours, points, moves, board sizes, vertex text, Zobrist keys, seeded random numbers |
//! | 1 | [`game`] | the traits every game and every search meet in |
//! | 1 | [`clock`] | time systems and budgets: pure arithmetic |
//! | 2 | [`games`] | the rules of each game |
//! | 3 | [`eval`] | evaluators: playout policies, later networks |
//! | 3 | [`record`] | game records as trees of properties |
//! | 4 | [`search`] | limits, reports and tree search |
//! | 5 | [`engine`] | a recipe per game: which search with which evaluator |
//! | 6 | [`session`] | one open game: history, undo, handicap, clocks |
//! | 7 | [`protocol`] | text in, text out |
//! | 7 | [`controller`] | the other side of the protocols: starts engines and talks to them |
//! | 8 | [`tournament`] | matches and tournaments between engines |
//! | 8 | [`regression`] | transcripts and regression suites |
//! | 8 | [`train`] | fits numbers for evaluators to labelled positions |
//! | 9 | [`cli`] | the command line |
//!
//! Floors 0 to 4 do no input or output and read no clock.

pub mod base;
pub mod cli;
pub mod clock;
pub mod controller;
pub mod engine;
pub mod eval;
pub mod game;
pub mod games;
pub mod protocol;
pub mod record;
pub mod regression;
pub mod search;
pub mod session;
pub mod tournament;
pub mod train;
