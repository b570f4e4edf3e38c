//! Tests of the threat searches.
