//! How far shallow values lie from deep ones: fitted by `tesuji train reversi probcut` (scripts/train/reversi.sh).

use crate::eval::reversi::patterns::DISC;
use crate::search::alphabeta::ProbCut;

/// Logarithm of the deviation in discs: a constant, and what goes with empty squares, deep plies and shallow plies.
pub type Deviation = [f32; 4];

/// Searches that do not reach the end of the game.
const MIDDLE: Deviation = [1.549, -0.193, 0.578, -0.934];

/// Searches to the end.
const END: Deviation = [1.261, 0.163, 0.185, -0.341];

/// Least depth at which a shallow search is tried.
const LEAST: i32 = 4;

/// Plies of the shallow search that foretells one of `depth` plies: about half, of the same parity.
pub fn shallow(depth: i32) -> i32 {
    2 * (depth / 4) + (depth & 1)
}

/// The deviation in discs by these coefficients.
pub fn deviation(of: &Deviation, empties: u32, depth: i32, shallow: i32) -> f32 {
    let [one, by_empties, by_depth, by_shallow] = of;
    let exponent = one
        + by_empties * empties as f32 / 10.0
        + by_depth * depth as f32 / 10.0
        + by_shallow * shallow as f32 / 10.0;
    libm::expf(exponent.clamp(-1.0, 3.0))
}

/// How to foretell a search of `depth` plies of a position with that many empty squares.
pub fn probcut(depth: i32, empties: u32) -> Option<ProbCut> {
    if depth < LEAST {
        return None;
    }
    let shallow = shallow(depth);
    let of = if depth >= empties.cast_signed() { &END } else { &MIDDLE };
    let sigma = deviation(of, empties, depth, shallow) * DISC as f32;
    Some(ProbCut { shallow, bias: 0.0, sigma })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_searches_keep_the_parity() {
        for depth in LEAST..60 {
            let plies = shallow(depth);
            assert!(plies < depth && (depth - plies) % 2 == 0 && plies >= 1, "{depth}: {plies}");
        }
    }

    #[test]
    fn deviations_are_sensible() {
        for empties in 1..=60 {
            for depth in LEAST..=40 {
                let Some(cut) = probcut(depth, empties) else { panic!("{depth}") };
                let discs = cut.sigma / DISC as f32;
                assert!((0.3..20.0).contains(&discs), "{depth} of {empties}: {discs}");
            }
        }
        assert_eq!(probcut(LEAST - 1, 30), None);
    }
}
