//! Floor 8: transcripts and regression suites: read them, run them over any engine, compare.
//!
//! [`tst`] are commands with demands as GNU Go and gogui-regress have them, [`transcript`] exact conversations. [`run`] plays
//! files of both kinds over an engine; [`results`] is what comes out.

pub mod compare;
pub mod compliance;
pub mod files;
pub mod html;
pub mod junit;
mod play_tests;
mod play_transcript;
pub mod results;
pub mod run;
pub mod summary;
pub mod tee;
pub mod template;
pub mod transcript;
pub mod tst;
pub mod wire;
