//! Floor 6: one open game.
