//! The engines of NoGo and Capture Go: what any game has, with the evaluators of these.

use super::{CAPTURE_OPTIONS, NOGO_OPTIONS, Plain};
use crate::eval::capture::{CapturePlayouts, Liberties};
use crate::eval::nogo::{Mobility, NogoPlayouts};
use crate::games::go::{CaptureState, NogoState};

/// An engine for NoGo with default options.
pub fn nogo() -> Plain<NogoState, NogoPlayouts> {
    Plain::new(&NOGO_OPTIONS, NogoPlayouts, |_| 0).with_alphabeta(Mobility)
}

/// An engine for Capture Go with default options.
pub fn capture_go() -> Plain<CaptureState, CapturePlayouts> {
    let terms = |state: &CaptureState| state.aim().captures() as u64;
    Plain::new(&CAPTURE_OPTIONS, CapturePlayouts, terms).with_alphabeta(Liberties)
}
