//! Floor 1: time systems and budgets. Pure arithmetic: the caller passes the present in.

use std::time::Duration;

/// How long to think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What the move should take when nothing special happens.
    pub target: Duration,
    /// What it must never exceed, lag margin already taken off.
    pub maximum: Duration,
}
