//! The network computed as it is written, in f64: what the kernels are compared with.

use super::format::{BlockWeights, Weights};
use super::run::{Input, Output};

/// `[channel][point]`.
type Planes = Vec<Vec<f64>>;

struct Board {
    width: usize,
    height: usize,
}

impl Board {
    fn points(&self) -> usize {
        self.width * self.height
    }

    /// Without bias.
    fn conv3(&self, x: &Planes, w: &[f32]) -> Planes {
        let inputs = x.len();
        let (width, height) = (self.width as isize, self.height as isize);
        let one = |output: usize| {
            let mut sum = vec![0.0; self.points()];
            for (input, plane) in x.iter().enumerate() {
                let w = &w[(output * inputs + input) * 9..][..9];
                for y in 0..height {
                    for x in 0..width {
                        for (k, &weight) in (0..).zip(w) {
                            let (sy, sx) = (y + k / 3 - 1, x + k % 3 - 1);
                            if (0..height).contains(&sy) && (0..width).contains(&sx) {
                                sum[(y * width + x) as usize] +=
                                    f64::from(weight) * plane[(sy * width + sx) as usize];
                            }
                        }
                    }
                }
            }
            sum
        };
        (0..w.len() / 9 / inputs).map(one).collect()
    }

    fn pool(&self, x: &Planes) -> Vec<f64> {
        let points = self.points() as f64;
        let means: Vec<f64> = x.iter().map(|plane| plane.iter().sum::<f64>() / points).collect();
        let scaled: Vec<f64> =
            means.iter().map(|mean| mean * (points.sqrt() - 14.0) / 10.0).collect();
        let maxima = x.iter().map(|plane| plane.iter().copied().fold(f64::MIN, f64::max));
        means.iter().copied().chain(scaled).chain(maxima).collect()
    }

    fn block(&self, x: &mut Planes, block: &BlockWeights) {
        let mut h = self.conv3(&relu(x), &block.w1);
        shift(&mut h, &block.b1.iter().copied().map(f64::from).collect::<Vec<_>>());
        if let Some(wp) = &block.wp {
            let pooled = self.pool(&relu(&h));
            shift(&mut h, &times(wp, &pooled));
        }
        let mut h = self.conv3(&relu(&h), &block.w2);
        shift(&mut h, &block.b2.iter().copied().map(f64::from).collect::<Vec<_>>());
        for (x, h) in x.iter_mut().flatten().zip(h.iter().flatten()) {
            *x += h;
        }
    }
}

fn relu(x: &Planes) -> Planes {
    x.iter().map(|plane| plane.iter().map(|n| n.max(0.0)).collect()).collect()
}

fn shift(x: &mut Planes, by: &[f64]) {
    for (plane, by) in x.iter_mut().zip(by) {
        plane.iter_mut().for_each(|n| *n += by);
    }
}

fn dot(a: &[f32], b: impl IntoIterator<Item = f64>) -> f64 {
    a.iter().zip(b).map(|(&a, b)| f64::from(a) * b).sum()
}

fn times(matrix: &[f32], x: &[f64]) -> Vec<f64> {
    matrix.chunks(x.len()).map(|row| dot(row, x.iter().copied())).collect()
}

/// conv1, with the bias.
fn conv1(x: &Planes, w: &[f32], bias: &[f32]) -> Planes {
    let points = x[0].len();
    let rows = w.chunks(x.len()).zip(bias);
    rows.map(|(row, &bias)| {
        (0..points).map(|p| dot(row, x.iter().map(|plane| plane[p])) + f64::from(bias)).collect()
    })
    .collect()
}

/// Computes one board.
pub fn evaluate(weights: &Weights, (width, height): (usize, usize), input: Input) -> Output {
    let board = Board { width, height };
    let points = board.points();
    let given = weights.shape.planes;
    let planes: Planes = (0..given)
        .map(|plane| (0..points).map(|p| f64::from(input.planes[p * given + plane])).collect())
        .collect();
    let globals: Vec<f64> = input.globals.iter().copied().map(f64::from).collect();
    let mut x = board.conv3(&planes, &weights.stem_w);
    shift(&mut x, &weights.stem_b.iter().copied().map(f64::from).collect::<Vec<_>>());
    shift(&mut x, &times(&weights.wg, &globals));
    for block in &weights.blocks {
        board.block(&mut x, block);
    }
    let t = relu(&x);

    let mut p = conv1(&t, &weights.wp, &weights.bp);
    let u = board.pool(&relu(&conv1(&t, &weights.wq, &weights.bq)));
    shift(&mut p, &times(&weights.wu, &u));
    let p = relu(&p);
    let logit = |point: usize| dot(&weights.wl, p.iter().map(|plane| plane[point]));
    let pass = dot(&weights.wpass, u.iter().chain(&globals).copied()) + f64::from(weights.bpass);

    let v = relu(&conv1(&t, &weights.wv, &weights.bv));
    let owner = |point: usize| {
        (dot(&weights.wo, v.iter().map(|plane| plane[point])) + f64::from(weights.bo)).tanh()
    };
    let ownership: Vec<f64> = (0..points).map(owner).collect();
    let d = ownership.iter().sum::<f64>() + f64::from(input.komi);
    let e = [d / 20.0, (d / 2.0).tanh(), (d / 8.0).tanh(), (d / 30.0).tanh()];
    let f: Vec<f64> = board.pool(&v).into_iter().chain(e).chain(globals).collect();
    let hidden = times(&weights.w1, &f);
    let z = hidden.iter().zip(&weights.b1).map(|(n, &b)| (n + f64::from(b)).max(0.0));
    let z: Vec<f64> = z.collect();
    let (by_z, by_e) = (times(&weights.w2, &z), times(&weights.w3, &e));
    let o = [0, 1, 2].map(|n| by_z[n] + by_e[n] + f64::from(weights.b2[n]));
    Output {
        policy: (0..points).map(logit).chain([pass]).map(|n| n as f32).collect(),
        ownership: ownership.into_iter().map(|n| n as f32).collect(),
        win: (1.0 / (1.0 + (-o[0]).exp())) as f32,
        lead: (20.0 * o[1]) as f32,
        deviation: (20.0 * o[2].exp().ln_1p()) as f32,
    }
}
