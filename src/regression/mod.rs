//! Floor 8: transcripts and regression suites: read them, run them over any engine, compare.
