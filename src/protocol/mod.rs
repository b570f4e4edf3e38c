//! Floor 7: protocols.
