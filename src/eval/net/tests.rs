//! Every kernel against the direct computation, batches against single boards, and files that are none.

use super::format::{MAGIC, VERSION, half};
use super::*;
use crate::base::BoardSize;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

const SIZES: [(usize, usize); 9] =
    [(1, 1), (2, 3), (5, 5), (7, 7), (9, 9), (13, 13), (19, 19), (25, 25), (9, 13)];

fn board((width, height): (usize, usize)) -> BoardSize {
    BoardSize::new(width, height).unwrap()
}

fn shape(channels: usize, blocks: usize, pooled: u32) -> Shape {
    Shape { planes: 22, globals: 7, channels, blocks, pooled, policy: 24, value: 32, hidden: 64 }
}

/// The bits of a half that is near.
fn to_half(x: f32) -> u16 {
    let best = |bits: u16| (half(bits) - x.abs()).abs();
    let (mut low, mut high) = (0u16, 0x7bff);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if half(middle) <= x.abs() { low = middle } else { high = middle }
    }
    let near = if best(low) <= best(high) { low } else { high };
    near | u16::from(x < 0.0) << 15
}

/// A file of random weights, scaled so that numbers keep their size from layer to layer.
fn file(shape: Shape, seed: u64) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let count = shape.weights() as usize;
    let Shape { planes, globals, channels, blocks, pooled, policy, value, hidden } = shape;
    let scale = (2.0 / (9.0 * channels as f32)).sqrt();
    let mut bytes = MAGIC.to_vec();
    let name = "random";
    for n in [VERSION as usize, planes, globals, channels, blocks, pooled as usize, policy, value]
        .into_iter()
        .chain([hidden, name.len()])
    {
        bytes.extend((n as u32).to_le_bytes());
    }
    bytes.extend(name.as_bytes());
    bytes.extend((count as u32).to_le_bytes());
    for _ in 0..count {
        bytes.extend(to_half((rng.random::<f32>() * 3.4 - 1.7) * scale).to_le_bytes());
    }
    sign(&mut bytes);
    bytes
}

fn sign(bytes: &mut Vec<u8>) {
    let digest = Sha256::digest(&bytes);
    bytes.extend(&digest[..8]);
}

/// Random planes and globals.
struct Given {
    planes: Vec<f32>,
    globals: Vec<f32>,
    komi: f32,
}

impl Given {
    fn random(shape: Shape, (width, height): (usize, usize), seed: u64) -> Given {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let count = width * height * shape.planes;
        let planes = (0..count).map(|_| f32::from(u8::from(rng.random_bool(0.3)))).collect();
        let komi = rng.random_range(-15..=15) as f32 / 2.0;
        let mut globals: Vec<f32> = (0..shape.globals).map(|_| rng.random()).collect();
        globals[0] = komi / 20.0;
        Given { planes, globals, komi }
    }

    fn input(&self) -> Input<'_> {
        Input { planes: &self.planes, globals: &self.globals, komi: self.komi }
    }
}

/// The largest difference, of lists by the largest of their numbers.
fn difference(a: &Output, b: &Output) -> f32 {
    let list = |a: &[f32], b: &[f32]| {
        assert_eq!(a.len(), b.len());
        let most = b.iter().fold(1.0f32, |most, n| most.max(n.abs()));
        a.iter().zip(b).fold(0.0f32, |worst, (a, b)| worst.max((a - b).abs())) / most
    };
    assert!((a.win + a.lead + a.deviation).is_finite());
    list(&a.policy, &b.policy)
        .max(list(&a.ownership, &b.ownership))
        .max((a.win - b.win).abs())
        .max(list(&[a.lead, a.deviation], &[b.lead, b.deviation]))
}

/// What a kernel may differ by from the direct computation.
fn tolerance(kernel: Kernel) -> f32 {
    match kernel {
        Kernel::Amx => 0.02,
        Kernel::Bf16 => 0.03,
        _ => 1e-4,
    }
}

#[test]
fn every_kernel_computes_what_is_written() {
    let shapes = [
        Shape { policy: 5, value: 7, hidden: 9, planes: 3, globals: 2, ..shape(8, 2, 1) },
        shape(24, 3, 2),
        shape(48, 2, 2),
        shape(64, 6, 0b10_1010),
        Shape { policy: 48, value: 16, ..shape(104, 1, 1) },
    ];
    for (seed, shape) in (0..).zip(shapes) {
        let weights = Weights::read(&file(shape, seed)).unwrap();
        for size in SIZES {
            // The direct computation of a large board takes long.
            if size.0 * size.1 * shape.channels * shape.blocks > 100_000 && seed != 3 {
                continue;
            }
            let given = Given::random(shape, size, seed);
            let expected = direct::evaluate(&weights, size, given.input());
            for kernel in Kernel::available() {
                let net = Net::with_kernel(&weights, kernel).unwrap();
                let difference = difference(&net.evaluate(board(size), given.input()), &expected);
                println!("{kernel:?} {shape:?} {size:?}: {difference:e}");
                assert!(
                    difference < tolerance(kernel),
                    "{kernel:?} {shape:?} {size:?}: {difference}"
                );
            }
        }
    }
}

#[test]
fn fused_kernels_agree_bit_by_bit() {
    let shape = shape(48, 3, 2);
    let weights = Weights::read(&file(shape, 7)).unwrap();
    let fused = |kernel: &Kernel| *kernel != Kernel::Scalar && !kernel.is_rough();
    let nets = Kernel::available().filter(fused).map(|k| Net::with_kernel(&weights, k).unwrap());
    let nets: Vec<Net> = nets.collect();
    for size in SIZES {
        let given = Given::random(shape, size, 3);
        let all: Vec<Output> =
            nets.iter().map(|net| net.evaluate(board(size), given.input())).collect();
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{size:?}");
    }
}

#[test]
fn a_board_does_not_see_its_batch() {
    let shape = shape(32, 2, 1);
    let weights = Weights::read(&file(shape, 11)).unwrap();
    let mut runner = Runner::new();
    for kernel in Kernel::available() {
        let net = Net::with_kernel(&weights, kernel).unwrap();
        for size in SIZES {
            let given: Vec<Given> = (0..17).map(|seed| Given::random(shape, size, seed)).collect();
            let inputs: Vec<Input> = given.iter().map(Given::input).collect();
            let alone: Vec<Output> = inputs.iter().map(|&i| net.evaluate(board(size), i)).collect();
            for count in [1, 2, 3, 7, 16, 17] {
                let mut outputs = vec![Output::default(); count];
                runner.run(&net, board(size), &inputs[17 - count..], &mut outputs);
                assert_eq!(outputs, alone[17 - count..], "{kernel:?} {size:?} {count}");
            }
        }
    }
}

#[test]
fn one_runner_serves_networks_in_turn() {
    let mut runner = Runner::new();
    let shapes = [shape(64, 1, 1), shape(8, 2, 0), Shape { planes: 40, ..shape(48, 1, 0) }];
    for round in 0..2 {
        for (seed, shape) in (0..).zip(shapes) {
            let net = Net::read(&file(shape, seed), Precision::Fast).unwrap();
            for size in [(19, 19), (3, 8), (9, 9)] {
                let given = Given::random(shape, size, round);
                let mut output = [Output::default()];
                runner.run(&net, board(size), &[given.input()], &mut output);
                assert_eq!(output[0], net.evaluate(board(size), given.input()));
            }
        }
    }
}

#[test]
fn halves() {
    let cases: [(u16, f32); 9] = [
        (0, 0.0),
        (0x3c00, 1.0),
        (0xc000, -2.0),
        (0x7bff, 65504.0),
        (0x0400, 6.103_515_6e-5),
        (0x03ff, 6.097_555e-5),
        (0x0001, 5.960_464_5e-8),
        (0x3555, 0.333_251_95),
        (0x7c00, f32::INFINITY),
    ];
    for (bits, value) in cases {
        assert_eq!(half(bits), value);
    }
    assert!(half(0x7e01).is_nan());
    assert!(half(0x8000).is_sign_negative());
}

#[test]
fn other_bytes_are_refused() {
    let shape = Shape { planes: 2, globals: 1, ..shape(8, 1, 1) };
    let good = file(shape, 5);
    let net = Net::read(&good, Precision::Fast).unwrap();
    assert_eq!((net.name(), net.planes(), net.globals()), ("random", 2, 1));
    assert_eq!(net.shape(), shape);
    for end in (0..64).chain([good.len() - 9, good.len() - 8, good.len() - 1]) {
        assert_eq!(
            Net::read(&good[..end], Precision::Fast).unwrap_err(),
            NetError::Truncated,
            "{end}"
        );
    }
    let with = |at: usize, word: u32| {
        let mut bytes = good[..good.len() - 8].to_vec();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        sign(&mut bytes);
        Net::read(&bytes, Precision::Fast).unwrap_err()
    };
    assert_eq!(with(0, 0), NetError::Magic);
    assert_eq!(with(4, 2), NetError::Version(2));
    let sizes = [
        ("input planes", vec![0, 257, u32::MAX]),
        ("globals", vec![0, 65, u32::MAX]),
        ("channels", vec![0, 4, 12, 520, u32::MAX]),
        ("blocks", vec![0, 33, u32::MAX]),
        ("pooling blocks", vec![2, u32::MAX]),
        ("policy channels", vec![0, 257, u32::MAX]),
        ("value channels", vec![0, 257, u32::MAX]),
        ("hidden units", vec![0, 1025, u32::MAX]),
        ("the length of the name", vec![257, u32::MAX]),
    ];
    for (index, (what, values)) in sizes.into_iter().enumerate() {
        for value in values {
            assert_eq!(with(8 + 4 * index, value), NetError::Size { what, value });
        }
    }
    assert_eq!(with(44, u32::MAX), NetError::Name);
    let expected = shape.weights();
    assert_eq!(with(50, 1), NetError::Count { expected, found: 1 });
    assert_eq!(with(24, 0), NetError::Count { expected: expected - 192, found: expected as u32 });
    assert_eq!(with(54, 0x7c00_0000), NetError::NotFinite(1));
    assert_eq!(with(54, 0xfe00), NetError::NotFinite(0));
    let mut bytes = good.clone();
    bytes[60] ^= 1;
    assert_eq!(Net::read(&bytes, Precision::Fast).unwrap_err(), NetError::Checksum);
    let mut bytes = good.clone();
    bytes.extend([0; 3]);
    assert_eq!(Net::read(&bytes, Precision::Fast).unwrap_err(), NetError::Surplus(3));
}

#[test]
fn no_bytes_panic() {
    let good = file(Shape { planes: 1, globals: 1, ..shape(8, 1, 0) }, 6);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2000 {
        let mut bytes = good[..rng.random_range(0..=good.len())].to_vec();
        for _ in 0..rng.random_range(0..4) {
            if !bytes.is_empty() {
                let at = rng.random_range(0..bytes.len().min(70));
                bytes[at] = rng.random();
            }
        }
        let whole = bytes == good;
        assert_eq!(Net::read(&bytes, Precision::Fast).is_ok(), whole);
    }
}
