//! What a network says of a position as it stands, number by number, for clients that want to see it.

use super::network::{GoNet, NetworkEvaluator, NetworkWorker};
use crate::base::{BoardSize, Color, Move, Symmetry};
use crate::game::State;
use crate::games::go::GoState;

/// Symmetries by KataGo's numbers: 1 mirrors up and down, 2 left and right, 4 exchanges columns and rows of a square afterwards.
pub const SYMMETRIES: usize = 8;

/// One look of a network at a position; everything for White, points row by row from the one numbered 1 on.
#[derive(Clone, PartialEq, Debug)]
pub struct RawLook {
    /// The symmetry that it was looked at in.
    pub symmetry: usize,
    /// The board.
    pub size: BoardSize,
    /// White's chance to win, 0 to 1.
    pub win: f32,
    /// Black's.
    pub loss: f32,
    /// The chance that the game has no result.
    pub no_result: f32,
    /// Points by which White is ahead.
    pub lead: f32,
    /// Points by which White would win a game of the network against itself, and the mean square of that.
    pub score: f32,
    /// The mean square of that, in square points.
    pub score_square: f32,
    /// Moves until the winner will be clear.
    pub time_left: Option<f32>,
    /// How far a short search is likely to be from win minus loss, and from the score.
    pub errors: Option<[f32; 2]>,
    /// Probabilities of the points, none where a play is illegal.
    pub policy: Vec<Option<f32>>,
    /// That of the pass.
    pub pass: f32,
    /// From -1, Black's, to +1, White's.
    pub ownership: Vec<f32>,
}

impl RawLook {
    /// Lets the network look at a position that is not over, in the symmetry of that number.
    pub fn at(
        evaluator: &NetworkEvaluator,
        worker: &mut NetworkWorker,
        state: &GoState,
        symmetry: usize,
    ) -> RawLook {
        let bit = |bit: usize| symmetry >> bit & 1 != 0;
        // Networks of KataGo have learnt on rows from the top down, those of this program on rows from the bottom up.
        let upside_down = matches!(evaluator.net(), GoNet::Katago(_));
        let square = state.size().width() == state.size().height();
        let turn = Symmetry::of(bit(1), bit(0) != upside_down, bit(2) && square);
        let (output, saying) = evaluator.look(worker, state, turn);
        let white = state.to_move() == Color::White;
        let sign = if white { 1.0 } else { -1.0 };
        let deviation = output.deviation;
        let (win, loss, no_result, score, score_square) = match &saying {
            Some(said) => (said.win, said.loss, said.no_result, said.score, said.score_square),
            None => {
                let square = output.lead * output.lead + deviation * deviation;
                (output.win, 1.0 - output.win, 0.0, output.lead, square)
            }
        };
        let (policy, pass) = probabilities(state, &output.policy);
        RawLook {
            symmetry,
            size: state.size(),
            win: if white { win } else { loss },
            loss: if white { loss } else { win },
            no_result,
            lead: sign * output.lead,
            score: sign * score,
            score_square,
            time_left: saying.as_ref().and_then(|said| said.time_left),
            errors: saying.as_ref().and_then(|said| said.errors),
            policy,
            pass,
            ownership: output.ownership.iter().map(|owner| sign * owner).collect(),
        }
    }
}

/// A softmax over the logits of what is legal, the pass apart.
fn probabilities(state: &GoState, logits: &[f32]) -> (Vec<Option<f32>>, f32) {
    let moves = state.size().points().map(Move::at).chain([Move::PASS]);
    let legal: Vec<Option<f32>> =
        moves.zip(logits).map(|(mv, &logit)| state.is_legal(mv).then_some(logit)).collect();
    let top = legal.iter().flatten().copied().fold(f32::MIN, f32::max);
    let chance = |logit: f32| libm::expf(logit - top);
    let total: f32 = legal.iter().flatten().map(|&logit| chance(logit)).sum();
    let mut chances: Vec<Option<f32>> =
        legal.into_iter().map(|logit| logit.map(|logit| chance(logit) / total)).collect();
    let pass = chances.pop().flatten().unwrap_or(0.0);
    (chances, pass)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::go::FeatureReader;
    use crate::eval::net::katago::tests::model::{Act, Model, Plan};
    use crate::eval::net::{Net, Precision, katago};
    use crate::eval::{Evaluator, Leaf};
    use crate::games::go::{Ko, Rules};
    use std::sync::Arc;

    const GOLDEN: &[u8] = include_bytes!("../../../protocol-tests/net/golden.net");

    fn random() -> katago::Net {
        let plan = Plan { version: 14, act: Act::Mish, side: 3, channels: 16, blocks: "gn" };
        let weights = katago::Weights::read(&Model::random(plan, 9).file(true)).expect("a network");
        katago::Net::new(&weights, Precision::Full)
    }

    fn position(width: usize, height: usize, rules: Rules) -> GoState {
        let size = BoardSize::new(width, height).expect("a size");
        let mut state = GoState::new(size, rules, 7.5);
        for (x, y) in [(1, 1), (2, 1), (1, 2), (0, 1), (3, 3)] {
            state.play(Move::xy(x, y));
        }
        state
    }

    /// Where a point lies in what the network sees, by KataGo's numbers of the symmetries; rows are counted from the top.
    fn seen_at(number: usize, size: BoardSize, x: usize, y: usize) -> usize {
        let (width, height) = (size.width(), size.height());
        let (mut row, mut column) = (height - 1 - y, x);
        if number & 1 != 0 {
            row = height - 1 - row;
        }
        if number & 2 != 0 {
            column = width - 1 - column;
        }
        if number & 4 != 0 && width == height {
            (row, column) = (column, row);
        }
        row * width + column
    }

    #[test]
    fn symmetries_have_the_numbers_of_katago() {
        let net = random();
        let evaluator = NetworkEvaluator::new(GoNet::Katago(Arc::new(net.clone())), 0);
        let mut worker = evaluator.worker(0);
        for (width, height) in [(5, 5), (4, 6)] {
            let state = position(width, height, Rules::CHINESE);
            let size = state.size();
            let mut planes = vec![0.0; size.area() * katago::PLANES];
            let globals = FeatureReader.read(&state, &mut planes);
            for number in 0..SYMMETRIES {
                let mut seen = vec![0.0; planes.len()];
                for y in 0..height {
                    for x in 0..width {
                        let (to, from) = (seen_at(number, size, x, y), y * width + x);
                        seen[to * katago::PLANES..][..katago::PLANES]
                            .copy_from_slice(&planes[from * katago::PLANES..][..katago::PLANES]);
                    }
                }
                let input = katago::Input { planes: &seen, globals: &globals, no_result: true };
                let said = net.evaluate(size, input);
                let look = RawLook::at(&evaluator, &mut worker, &state, number);
                // White is to move.
                assert_eq!((look.symmetry, look.size), (number, size));
                assert_eq!(
                    (look.win, look.loss, look.no_result),
                    (said.win, said.loss, said.no_result)
                );
                assert_eq!((look.lead, look.score), (said.lead, said.score));
                assert_eq!((look.time_left, look.errors), (said.time_left, said.errors));
                for y in 0..height {
                    for x in 0..width {
                        let owner = said.ownership[seen_at(number, size, x, y)];
                        assert_eq!(look.ownership[y * width + x], owner, "{number} {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn everything_is_told_for_white() {
        let own = Net::read(GOLDEN, Precision::Full).expect("a network");
        for net in [GoNet::Own(Arc::new(own)), GoNet::Katago(Arc::new(random()))] {
            let ours = matches!(net, GoNet::Own(_));
            let evaluator = NetworkEvaluator::new(net, 0);
            let mut worker = evaluator.worker(0);
            for color in Color::BOTH {
                let mut state = position(5, 5, Rules { ko: Ko::Positional, ..Rules::CHINESE });
                state.set_to_move(color);
                let look = RawLook::at(&evaluator, &mut worker, &state, 0);
                assert!((look.win + look.loss - 1.0).abs() < 1e-5 && look.no_result == 0.0);
                let total: f32 = look.policy.iter().flatten().sum();
                assert!((total + look.pass - 1.0).abs() < 1e-5);
                let legal = |at: &Move| state.is_legal(*at);
                let there: Vec<bool> = look.policy.iter().map(Option::is_some).collect();
                let moves: Vec<Move> = state.size().points().map(Move::at).collect();
                assert_eq!(there, moves.iter().map(legal).collect::<Vec<_>>());
                assert_eq!(look.time_left.is_none(), ours);
                let mut leaf = Leaf::new(state.clone());
                evaluator.evaluate(&mut worker, std::slice::from_mut(&mut leaf));
                // The search's leaf is seen in one of the symmetries, and for Black.
                let agree = (0..SYMMETRIES).any(|number| {
                    let look = RawLook::at(&evaluator, &mut worker, &state, number);
                    (look.lead + leaf.margin).abs() < 1e-4 && (look.loss - leaf.value).abs() < 1e-5
                });
                assert!(agree, "{color}");
            }
        }
    }
}
