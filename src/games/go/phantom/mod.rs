//! Phantom Go: Go in which nobody sees the stones of the other player.
//!
//! The referee ([`PhantomState`]) stands around an ordinary game of Go: players try moves, and he plays those that the true
//! board allows. What he tells a player is a list of [`Event`]s, and that list is all a [`View`] holds besides the public
//! beginning, so two true games in which a player was told the same are one and the same to him. [`Knowledge`] is what
//! certainly follows from a view; a [`Sampler`] imagines true games in which exactly the same would have been told.

mod chooser;
mod event;
mod knowledge;
mod rules;
mod sampler;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod world;

pub use event::{Event, Refusal, Taken};
pub use knowledge::Knowledge;
pub use rules::{
    MoveCap, PHANTOM_RULE_SETS, PhantomKo, PhantomRuleSet, PhantomRules, PhantomRulesError,
    TakenTold, Tries,
};
pub use sampler::Sampler;
pub use state::PhantomState;
pub use view::View;
