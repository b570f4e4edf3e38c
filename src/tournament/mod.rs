//! Floor 8: games between engines. What is to be played (an [`Event`], its [`Fixture`]s), who plays ([`Player`]), what was
//! played ([`Entry`], one line of the journal each), and what it means (statistics).

mod entry;
mod event;
mod fixture;
pub mod journal;
pub mod opening;
mod player;
pub mod report;
pub mod schedule;

pub use entry::{Claim, Ending, Entry, FaultNote, Played, Side};
pub use event::{
    Event, Format, LateMoves, OpeningOrder, OpeningSource, PlayerSpec, Rulings, Scorer, SprtSpec,
};
pub use fixture::Fixture;
pub use opening::Opening;
pub use player::{Answer, Player, Setting};
