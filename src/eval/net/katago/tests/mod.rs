//! Every kernel against the direct computation, files of all versions, and files that are none.

mod direct;
pub mod model;

use super::*;
use crate::base::{BoardSize, Rng, seeded};
use crate::eval::net::{Kernel, Precision};
use direct::Answer;
use model::{Act, Model, Plan};
use rand::RngExt;

const OLD: Plan = Plan { version: 8, act: Act::Relu, side: 5, channels: 20, blocks: "ogo" };
const NEW: Plan = Plan { version: 14, act: Act::Mish, side: 3, channels: 40, blocks: "nn" };

/// Random planes and numbers of the whole board.
struct Given {
    planes: Vec<f32>,
    globals: Vec<f32>,
}

impl Given {
    fn random(points: usize, rng: &mut Rng) -> Given {
        let mut plane = || f32::from(u8::from(rng.random_bool(0.2)));
        let planes = (0..points * PLANES).map(|_| plane()).collect();
        let globals = (0..GLOBALS).map(|_| rng.random::<f32>() - 0.5).collect();
        Given { planes, globals }
    }

    fn input(&self, no_result: bool) -> Input<'_> {
        Input { planes: &self.planes, globals: &self.globals, no_result }
    }
}

fn softplus(x: f64) -> f64 {
    x.exp().ln_1p()
}

/// What is to be said by a network of that version whose last numbers are these.
fn expected(model: &Model, answer: &Answer, no_result: bool) -> Output {
    let chances: Vec<f64> = answer.results.iter().map(|logit| logit.exp()).collect();
    let total: f64 = chances[..if no_result { 3 } else { 2 }].iter().sum();
    let no_result = if no_result { chances[2] / total } else { 0.0 };
    let [_, mean, spread, lead, time, value_error, score_error] = model.scales.map(f64::from);
    let scores = &answer.scores;
    let (score, deviation) = (scores[0] * mean, softplus(scores[1]) * spread);
    let errors = scores.get(4..).filter(|errors| errors.len() == 2).map(|errors| {
        let of = |x: f64, scale: f64| match model.version {
            14 => (softplus(x / 2.0).powi(2) * scale).sqrt(),
            _ => (softplus(x) * scale).sqrt(),
        };
        if model.version == 9 {
            [softplus(errors[0]) as f32, softplus(errors[1]) as f32 * 10.0]
        } else {
            [of(errors[0], value_error) as f32, of(errors[1], score_error) as f32]
        }
    });
    let single = |list: &[f64]| list.iter().map(|&n| n as f32).collect();
    Output {
        policy: single(&answer.policy),
        ownership: single(&answer.ownership),
        win: (chances[0] / total) as f32,
        loss: (chances[1] / total) as f32,
        no_result: no_result as f32,
        score: (score * (1.0 - no_result)) as f32,
        score_square: ((score * score + deviation * deviation) * (1.0 - no_result)) as f32,
        lead: (scores[2] * lead * (1.0 - no_result)) as f32,
        deviation: deviation as f32,
        time_left: (model.version >= 9).then(|| (softplus(scores[3]) * time) as f32),
        errors,
    }
}

/// The largest difference, of lists by the largest of their numbers.
fn difference(a: &Output, b: &Output) -> f32 {
    let list = |a: &[f32], b: &[f32]| {
        assert_eq!(a.len(), b.len());
        let most = b.iter().fold(1.0f32, |most, n| most.max(n.abs()));
        // Not a number is larger than anything.
        let worse = |worst: f32, n: f32| if n <= worst { worst } else { n };
        a.iter().zip(b).fold(0.0f32, |worst, (a, b)| worse(worst, (a - b).abs())) / most
    };
    let numbers = |o: &Output| {
        let more = o.errors.unwrap_or_default();
        vec![o.score, o.lead, o.deviation, o.time_left.unwrap_or(-1.0), more[0], more[1]]
    };
    assert_eq!(
        (a.time_left.is_some(), a.errors.is_some()),
        (b.time_left.is_some(), b.errors.is_some())
    );
    list(&a.policy, &b.policy)
        .max(list(&a.ownership, &b.ownership))
        .max(list(&[a.win, a.loss, a.no_result], &[b.win, b.loss, b.no_result]))
        .max(list(&numbers(a), &numbers(b)))
        .max(list(&[a.score_square], &[b.score_square]))
}

#[test]
fn every_kernel_computes_what_is_written() {
    let plans = [
        OLD,
        Plan { version: 9, side: 3, channels: 33, blocks: "g", ..OLD },
        Plan { version: 10, side: 1, channels: 16, blocks: "ooo", ..OLD },
        Plan { version: 11, act: Act::Mish, side: 7, channels: 48, blocks: "gon" },
        Plan { version: 12, act: Act::Identity, side: 3, channels: 24, blocks: "gn" },
        Plan { version: 13, channels: 70, blocks: "og", ..NEW },
        NEW,
        Plan { act: Act::Relu, channels: 36, blocks: "ngo", ..NEW },
    ];
    let mut rng = seeded(4);
    for (seed, plan) in (0..).zip(plans) {
        let model = Model::random(plan, seed);
        let weights = Weights::read(&model.file(seed % 2 == 0)).expect("a network");
        for size in [(1, 1), (3, 2), (5, 5), (9, 9), (7, 11), (13, 13)] {
            let given = Given::random(size.0 * size.1, &mut rng);
            let no_result = rng.random();
            let answer = model.answer(size, &given.planes, &given.globals);
            let expected = expected(&model, &answer, no_result);
            for kernel in Kernel::available() {
                let net = Net::with_kernel(&weights, kernel).expect("available");
                let board = BoardSize::new(size.0, size.1).expect("a size");
                let output = net.evaluate(board, given.input(no_result));
                let difference = difference(&output, &expected);
                let tolerance = match kernel {
                    // Without rectifiers nothing damps what rounding adds up.
                    Kernel::Bf16 if matches!(plan.act, Act::Identity) => 0.2,
                    Kernel::Bf16 => 0.08,
                    Kernel::Amx => 0.04,
                    _ => 1e-4,
                };
                assert!(difference < tolerance, "{kernel:?} {plan:?} {size:?}: {difference}");
            }
        }
    }
}

#[test]
fn words_and_bytes_are_the_same_network() {
    for plan in [OLD, NEW] {
        let model = Model::random(plan, 3);
        let [bytes, words] =
            [true, false].map(|binary| Weights::read(&model.file(binary)).expect("a network"));
        assert_eq!(bytes, words);
        assert_eq!((&*bytes.name, bytes.version), ("random-net", plan.version));
    }
}

#[test]
fn fused_kernels_agree_and_a_board_does_not_see_its_batch() {
    let mut runner = Runner::new();
    let mut rng = seeded(7);
    for plan in [NEW, OLD, Plan { blocks: "gno", ..NEW }] {
        let weights = Weights::read(&Model::random(plan, 5).file(true)).expect("a network");
        for (width, height) in [(19, 19), (9, 9), (4, 13)] {
            let size = BoardSize::new(width, height).expect("a size");
            let given: Vec<Given> = (0..9).map(|_| Given::random(size.area(), &mut rng)).collect();
            let inputs: Vec<Input<'_>> = given.iter().map(|given| given.input(true)).collect();
            let mut fused = Vec::new();
            for kernel in Kernel::available() {
                let net = Net::with_kernel(&weights, kernel).expect("available");
                let alone: Vec<Output> = inputs.iter().map(|&i| net.evaluate(size, i)).collect();
                for count in [1, 2, 9] {
                    let mut outputs = vec![Output::default(); count];
                    runner.run(&net, size, &inputs[9 - count..], &mut outputs);
                    assert_eq!(outputs, alone[9 - count..], "{kernel:?} {plan:?} {size} {count}");
                }
                if kernel != Kernel::Scalar && !kernel.is_rough() {
                    fused.push(alone);
                }
            }
            assert!(fused.windows(2).all(|pair| pair[0] == pair[1]), "{plan:?} {size}");
        }
    }
}

/// The text of a small file with one word in the place of another, after a certain text.
fn with(text: &str, after: &str, word: &str, by: &str) -> ModelError {
    let at = text.find(&format!("{after}{word}")).unwrap_or_else(|| panic!("{after}{word}"));
    let (start, rest) = (&text[..at + after.len()], &text[at + after.len() + word.len()..]);
    let changed = format!("{start}{by}{rest}");
    Weights::read(changed.as_bytes()).expect_err(by)
}

#[test]
fn other_files_are_refused() {
    let plan = Plan { channels: 6, blocks: "ogn", ..NEW };
    let text = String::from_utf8(Model::random(plan, 2).file(false)).expect("text");
    let cases = [
        (
            "random-net\n",
            "14",
            "7",
            "version 7 of KataGo's network files is not known, only 8 to 14 are",
        ),
        (
            "random-net\n",
            "14",
            "15",
            "version 15 of KataGo's network files is not known, only 8 to 14 are",
        ),
        ("random-net\n", "14", "x", "not a network file"),
        ("14\n", "22", "21", "planes in the head of the file are 21, not 22"),
        ("14\n", "22", "-1", "the network file says -1 for the planes in the head of the file"),
        ("22\n", "19", "18", "numbers of the whole board in the head of the file are 18, not 19"),
        ("19\n", "1", "0", "a weight of the head of the file is not a finite number"),
        ("19\n", "1", "inf", "a weight of the head of the file is not a finite number"),
        ("trunk\n", "3", "0", "the network file says 0 for the number of blocks in trunk"),
        (
            "trunk\n",
            "3",
            "99999999999999999999",
            "the network file says 99999999999999999999 for the number of blocks in trunk",
        ),
        ("trunk\n3\n", "6", "7", "channels of the first convolution in trunk are 6, not 7"),
        ("conv\n", "3", "2", "conv is a convolution of 2x3 at distance 1x1, which is not known"),
        (
            "conv\n3\n3\n22\n6\n",
            "1",
            "2",
            "conv is a convolution of 3x3 at distance 2x1, which is not known",
        ),
        ("conv\n3\n3\n", "22", "4096", "channels in in conv are 4096, not 22"),
        (
            "conv\n3\n3\n22\n",
            "6",
            "4097",
            "the network file says 4097 for the channels out in conv",
        ),
        ("conv\n3\n3\n22\n6\n1\n1\n", "", "nan ", "a weight of conv is not a finite number"),
        (
            "conv\n3\n3\n22\n6\n1\n1\n",
            "",
            "1.2.3 ",
            "the network file says 1.2.3 for a weight in conv",
        ),
        ("", "", "\u{7}", "not a network file"),
        (
            "\n",
            "ordinary_block",
            "transformer_ffn_block",
            "block is a transformer_ffn_block, which is not known",
        ),
        (
            "ordinary_block\nblock\nnorm\n6\n",
            "0.001",
            "-9",
            "a weight of norm is not a finite number",
        ),
        (
            "\nact\n",
            "ACTIVATION_MISH",
            "ACTIVATION_SILU",
            "act is a ACTIVATION_SILU, which is not known",
        ),
        ("nested_bottleneck_block\nblock\n", "2", "3", "6 is a norm, which is not known"),
    ];
    for (after, word, by, says) in cases {
        assert_eq!(with(&text, after, word, by).to_string(), says);
    }
    assert!(
        Weights::read(format!("{text} and more").as_bytes()).is_ok(),
        "the rest is not looked at"
    );
}

/// A file that says more than it has makes no room for it.
#[test]
fn sizes_are_not_believed() {
    let head = "n 8 22 19 trunk 1 4096 1 1 1 1 conv 7 7 22 4096 1 1 ";
    for weights in ["", "@BIN@", "0 0 0", "@BIN@abc"] {
        let error = Weights::read(format!("{head}{weights}").as_bytes()).expect_err("cut off");
        assert_eq!(error, ModelError::Truncated("conv".into()));
    }
    // Blocks within blocks without end.
    let [planes, globals] = [PLANES, GLOBALS].map(|count| "0 ".repeat(count));
    let head = "n 8 22 19 trunk 1 1 1 1 1 1 conv 1 1 22 1 1 1 ";
    let level = "nested_bottleneck_block b 1 n 1 0.1 0 0 0 1 a c 1 1 1 1 1 1 0 ";
    let deep = format!("{head}{planes}m 19 1 {globals}{}", level.repeat(100_000));
    let error = Weights::read(deep.as_bytes()).expect_err("too deep").to_string();
    assert_eq!(error, "b is a nested_bottleneck_block, which is not known");
}

#[test]
fn no_bytes_panic() {
    let plan = Plan { channels: 3, blocks: "on", ..NEW };
    let mut rng = seeded(1);
    for binary in [false, true] {
        let good = Model::random(plan, 6).file(binary);
        for end in (0..good.len()).step_by(97) {
            assert!(Weights::read(&good[..end]).is_err(), "{end} bytes");
        }
        for _ in 0..1000 {
            let mut bytes = good.clone();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..bytes.len());
                bytes[at] = rng.random();
            }
            if let Ok(weights) = Weights::read(&bytes) {
                let given = Given::random(9, &mut rng);
                let size = BoardSize::square(3).expect("a size");
                let output = Net::new(&weights, Precision::Full).evaluate(size, given.input(true));
                assert_eq!(output.policy.len(), 10);
            }
        }
    }
}
