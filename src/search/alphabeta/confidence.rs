//! Levels of confidence: how sure a selective cut must be.

/// Chance per cent that a cut is right, and how many standard deviations that takes (both sides of a normal
/// distribution). The last level makes no selective cuts.
const SCHEDULE: [(u8, f32); 6] =
    [(73, 1.1), (87, 1.5), (95, 2.0), (98, 2.6), (99, 3.3), (100, f32::INFINITY)];

/// The level without selective cuts.
pub(super) const FULL: u8 = SCHEDULE.len() as u8 - 1;

/// The lowest level of at least that many per cent.
pub(super) fn level_of(percent: u8) -> u8 {
    SCHEDULE.iter().position(|(chance, _)| *chance >= percent).map_or(FULL, |level| level as u8)
}

/// Chance per cent that a cut of that level is right.
pub(super) fn percent_of(level: u8) -> u8 {
    SCHEDULE[level.min(FULL) as usize].0
}

/// Standard deviations between the window and the guess at which that level cuts.
pub(super) fn deviations(level: u8) -> f32 {
    SCHEDULE[level.min(FULL) as usize].1
}
