//! Networks of KataGo (Wu, "Accelerating self-play learning in Go", 2019): what they compute, the file they come in, and how they
//! are run by the kernels of this program. Model versions 8 to 14, all of which see 22 planes and 19 numbers; networks of
//! convolutions only.
//!
//! All tensors are over the points of a board of A points, s = sqrt(A). norm(x) is a scale and a shift for each channel, act an
//! activation that the file names from version 11 on and that is the larger of x and 0 before. convN is a convolution of NxN without
//! bias, with zeros around the board. pool(x), three numbers a channel, is the mean over the points, mean * (s - 14) / 10, and the
//! maximum; pool'(x) has mean * ((s - 14)^2 / 100 - 1 / 10) in the place of the maximum.
//!
//! ```text
//! x = convN(planes; 22->C) + Wg globals
//! for each block, one of
//!   ordinary:   x = x + conv(act(norm(conv(act(norm(x))))))
//!   gpool:      t = act(norm(x)); r = conv(t; C->R); g = act(norm(conv(t; C->G)))
//!               x = x + conv(act(norm(r + W pool(g))))
//!   nested:     y = conv(act(norm(x)); C->M); some blocks on y; x = x + conv(act(norm(y)); M->C)
//! t = act(norm(x))
//! policy:  p = conv1(t); g = act(norm(conv1(t))); u = pool(g)
//!          logit[point] = conv1(act(norm(p + W u)))[0]; logit[pass] = (W' u)[0]
//! value:   v = act(norm(conv1(t))); z = act(W2 pool'(v) + b2)
//!          win, loss, no result = softmax(W3 z + b3); scores = Ws z + bs; owner[point] = tanh(conv1(v))
//! ```
//!
//! From version 12 on the policy has a second channel, for a search that explores with optimism; it is read and left aside.

mod format;
mod layers;
mod prepared;
mod reader;
mod run;
mod sparse;
mod spread;
#[cfg(test)]
pub(crate) mod tests;

pub use format::Weights;
pub use prepared::Net;
pub use reader::ModelError;
pub use run::{Input, Output, Runner};

/// Planes that the networks see.
pub const PLANES: usize = 22;

/// Numbers of the whole board that they see.
pub const GLOBALS: usize = 19;
