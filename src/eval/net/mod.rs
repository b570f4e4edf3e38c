//! The small Go network: what it computes, the file that it comes in, and how it is run fast on a processor.
//!
//! A residual tower of 3x3 convolutions with global pooling, a policy head, and a value head that speaks through ownership of
//! the points. It does not know the game: it is given planes and says logits.
//!
//! All tensors are over the points of a board of width W and height H, A = W*H points, s = sqrt(A), in f32. Sizes from the file:
//! P planes, G globals, C channels of the trunk (a multiple of 8), N blocks, a bit mask saying which blocks pool, Q policy
//! channels, V value channels, D hidden units. The order of points is y*W + x.
//!
//! conv3(x; K->M) is a 3x3 convolution with zero padding, weights `w[M][K][3][3]` (out, in, ky, kx; cross-correlation), plus
//! `bias[M]`. pool(x), 3K numbers, is the mean over the points, then mean * (s - 14) / 10, then the maximum over the points.
//!
//! Given for a position: planes `[P][A]` (0 or 1), globals `g[G]`, and `komi`, what the player to move gets in points.
//!
//! ```text
//! x = conv3(planes; P->C) + Wg g          (Wg[C][G])
//! for each block i:
//!   t = relu(x)
//!   h = conv3(t; C->C) + b1
//!   if pooled: h = h + Wp pool(relu(h))    (Wp[C][3C]; pool is taken of relu(h) before the addition)
//!   h = relu(h)
//!   x = x + conv3(h; C->C) + b2
//! t = relu(x)
//! policy head:
//!   p = conv1(t; C->Q) + bp ; q = relu(conv1(t; C->Q) + bq)
//!   u = pool(q)                            [3Q]
//!   p = relu(p + Wu u)                     (Wu[Q][3Q])
//!   logit[point] = wl . p[point]           (wl[Q], no bias)
//!   logit[pass]  = wpass . [u, g] + bpass  (wpass[3Q+G])
//! value head:
//!   v = relu(conv1(t; C->V) + bv)
//!   own[point] = tanh(wo . v[point] + bo)  (+1 = the player to move owns it)
//!   d = sum(own) + komi
//!   e = [d/20, tanh(d/2), tanh(d/8), tanh(d/30)]   [4]
//!   f = concat(pool(v) [3V], e [4], g [G])
//!   z = relu(W1 f + b1)                    (W1[D][3V+4+G])
//!   o = W2 z + W3 e + b2                   (W2[3][D], W3[3][4])
//!   win = sigmoid(o[0]); lead = 20*o[1]; deviation = 20*softplus(o[2])
//! ```
//!
//! The file, little-endian: magic "TSGN", u32 version 1, then u32 P, G, C, N, pool mask, Q, V, D, u32 length of the name, the
//! name (UTF-8), u32 number of weights, all weights as IEEE f16, each matrix row by row as written above, in this order: stem w,
//! stem b, Wg; for each block w1, b1, Wp if it pools, w2, b2; policy wp, bp, wq, bq, Wu, wl, wpass, bpass; value wv, bv, wo, bo,
//! W1, b1, W2, W3, b2; then the first 8 bytes of the SHA-256 of everything before.

mod activation;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
mod conv;
#[cfg(test)]
mod direct;
mod floats;
mod form;
mod format;
mod gemm;
mod geometry;
pub mod katago;
mod kernel;
mod lanes;
mod points;
mod pointwise;
mod prepared;
mod run;
#[cfg(test)]
mod tests;
mod winograd;

pub use format::{NetError, Shape, Weights};
pub use kernel::{Kernel, Precision};
pub use prepared::Net;
pub use run::{Input, Output, Runner};
