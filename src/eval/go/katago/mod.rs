//! What the networks of KataGo see of a position.

mod area;
mod features;
mod ladder;
mod stones;
#[cfg(test)]
mod tests;

pub use features::FeatureReader;
