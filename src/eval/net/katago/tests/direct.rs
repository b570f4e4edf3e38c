//! The networks computed as they are written, in f64: what the kernels are compared with.

use super::model::{Act, Block, Conv, Linear, Model, Norm};

/// `[channel][point]`.
type Planes = Vec<Vec<f64>>;

/// What a network says, before anything is made of its numbers but the owners.
pub struct Answer {
    /// Points, then the pass.
    pub policy: Vec<f64>,
    pub ownership: Vec<f64>,
    /// Logits of win, loss, no result.
    pub results: Vec<f64>,
    pub scores: Vec<f64>,
}

struct Board {
    width: usize,
    height: usize,
}

fn act(kind: Act, x: f64) -> f64 {
    match kind {
        Act::Identity => x,
        Act::Relu => x.max(0.0),
        Act::Mish => x * x.exp().ln_1p().tanh(),
    }
}

fn apply(norm: &Norm, x: &Planes) -> Planes {
    let one = |(channel, plane): (usize, &Vec<f64>)| {
        let get = |numbers: &Option<Vec<f32>>, otherwise: f64| {
            numbers.as_ref().map_or(otherwise, |numbers| f64::from(numbers[channel]))
        };
        let deviation = (f64::from(norm.variance[channel]) + f64::from(norm.epsilon)).sqrt();
        let value = |n: &f64| {
            let scaled = (n - f64::from(norm.mean[channel])) / deviation * get(&norm.scale, 1.0);
            act(norm.act, scaled + get(&norm.shift, 0.0))
        };
        plane.iter().map(value).collect()
    };
    x.iter().enumerate().map(one).collect()
}

fn times(linear: &Linear, x: &[f64]) -> Vec<f64> {
    let one = |o: usize| {
        x.iter().enumerate().map(|(i, n)| n * f64::from(linear.w[i * linear.outputs + o])).sum()
    };
    (0..linear.outputs).map(one).collect()
}

fn shift(x: &mut Planes, by: &[f64]) {
    for (plane, by) in x.iter_mut().zip(by) {
        plane.iter_mut().for_each(|n| *n += by);
    }
}

fn plus(x: &mut Planes, what: &Planes) {
    for (x, what) in x.iter_mut().flatten().zip(what.iter().flatten()) {
        *x += what;
    }
}

impl Board {
    fn conv(&self, conv: &Conv, x: &Planes) -> Planes {
        let (width, height) = (self.width as isize, self.height as isize);
        let half = conv.side as isize / 2;
        let mut out = vec![vec![0.0; self.width * self.height]; conv.outputs];
        for ky in 0..conv.side {
            for kx in 0..conv.side {
                for (i, plane) in x.iter().enumerate() {
                    for (o, out) in out.iter_mut().enumerate() {
                        let at = ((ky * conv.side + kx) * conv.inputs + i) * conv.outputs + o;
                        let w = f64::from(conv.w[at]);
                        for y in 0..height {
                            for x in 0..width {
                                let (sy, sx) = (y + ky as isize - half, x + kx as isize - half);
                                if (0..height).contains(&sy) && (0..width).contains(&sx) {
                                    out[(y * width + x) as usize] +=
                                        w * plane[(sy * width + sx) as usize];
                                }
                            }
                        }
                    }
                }
            }
        }
        out
    }

    /// Means, scaled means, and maxima or means scaled twice.
    fn pool(&self, x: &Planes, value_head: bool) -> Vec<f64> {
        let points = (self.width * self.height) as f64;
        let off = points.sqrt() - 14.0;
        let means: Vec<f64> = x.iter().map(|plane| plane.iter().sum::<f64>() / points).collect();
        let most = |plane: &Vec<f64>| plane.iter().copied().fold(-1.0, f64::max);
        let third: Vec<f64> = if value_head {
            means.iter().map(|mean| mean * (off * off / 100.0 - 0.1)).collect()
        } else {
            x.iter().map(most).collect()
        };
        let second: Vec<f64> = means.iter().map(|mean| mean * off / 10.0).collect();
        [means, second, third].concat()
    }

    fn blocks(&self, blocks: &[Block], x: &mut Planes) {
        for block in blocks {
            match block {
                Block::Ordinary(pre, first, mid, last) => {
                    let h = self.conv(first, &apply(pre, x));
                    plus(x, &self.conv(last, &apply(mid, &h)));
                }
                Block::Pooling { pre, conv, pooled, norm, to, mid, last } => {
                    let t = apply(pre, x);
                    let mut h = self.conv(conv, &t);
                    let g = apply(norm, &self.conv(pooled, &t));
                    shift(&mut h, &times(to, &self.pool(&g, false)));
                    plus(x, &self.conv(last, &apply(mid, &h)));
                }
                Block::Nested(pre, narrow, blocks, post, widen) => {
                    let mut y = self.conv(narrow, &apply(pre, x));
                    self.blocks(blocks, &mut y);
                    plus(x, &self.conv(widen, &apply(post, &y)));
                }
            }
        }
    }
}

impl Model {
    /// Computes one board; `planes` as [`super::super::Input::planes`].
    pub fn answer(
        &self,
        (width, height): (usize, usize),
        planes: &[f32],
        globals: &[f32],
    ) -> Answer {
        let board = Board { width, height };
        let points = width * height;
        let planes: Planes = (0..22)
            .map(|plane| (0..points).map(|p| f64::from(planes[p * 22 + plane])).collect())
            .collect();
        let globals: Vec<f64> = globals.iter().copied().map(f64::from).collect();
        let mut x = board.conv(&self.first, &planes);
        shift(&mut x, &times(&self.globals, &globals));
        board.blocks(&self.blocks, &mut x);
        let t = apply(&self.tip, &x);

        let mut p = board.conv(&self.p1, &t);
        let pooled = board.pool(&apply(&self.g1_norm, &board.conv(&self.g1, &t)), false);
        shift(&mut p, &times(&self.to, &pooled));
        let mut policy = board.conv(&self.p2, &apply(&self.p1_norm, &p)).swap_remove(0);
        policy.push(times(&self.pass, &pooled)[0]);

        let v = apply(&self.v1_norm, &board.conv(&self.v1, &t));
        let plus_bias = |numbers: Vec<f64>, bias: &[f32]| -> Vec<f64> {
            numbers.iter().zip(bias).map(|(n, &b)| n + f64::from(b)).collect()
        };
        let z = plus_bias(times(&self.v2, &board.pool(&v, true)), &self.v2_bias);
        let z: Vec<f64> = z.into_iter().map(|n| act(self.act, n)).collect();
        let ownership = board.conv(&self.owner, &v).swap_remove(0);
        Answer {
            policy,
            ownership: ownership.into_iter().map(f64::tanh).collect(),
            results: plus_bias(times(&self.v3, &z), &self.v3_bias),
            scores: plus_bias(times(&self.sv3, &z), &self.sv3_bias),
        }
    }
}
