//! Floor 3: game records.
