//! Floor 8: games between engines. What is to be played (an [`Event`], its [`Fixture`]s), who plays ([`Player`]), what was
//! played ([`Entry`], one line of the journal each), and what it means (statistics).

mod entry;
mod error;
mod event;
mod fixture;
pub mod game;
pub mod journal;
pub mod opening;
mod plan;
mod player;
pub mod players;
mod processors;
mod records;
mod referee;
pub mod report;
mod runner;
pub mod schedule;
mod scoring;
pub mod sgf;
mod shard;
pub mod statistics;
pub mod time;
mod timekeeper;
mod worker;

pub use entry::{Claim, Ending, Entry, FaultNote, Played, Side};
pub use error::EventError;
pub use event::{
    Event, Format, LateMoves, OpeningOrder, OpeningSource, PlayerSpec, Rulings, Scorer, SprtSpec,
};
pub use fixture::Fixture;
pub use opening::Opening;
pub use plan::{Plan, PlanError};
pub use player::{Answer, Player, Setting};
pub use records::RecordsError;
pub use runner::{Conclusion, Observer, Progress, Run, RunError, Summary};
pub use shard::Shard;
