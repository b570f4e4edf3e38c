//! Which move a search that has ended recommends.

use crate::search::Candidate;

/// How the best root move is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Choice {
    /// The most visited one.
    Visits,
    /// The one with the highest lower confidence bound, the mean value less so many standard errors, among those with enough visits
    /// (Leela Zero 0.17, KataGo). A move that has just proved better is chosen before its visits have overtaken the others'.
    Bound {
        /// Standard errors between the mean and the bound.
        deviations: f32,
        /// Visits that a move needs, as a share of the most visited one's, 0..=1.
        share: f32,
    },
}

/// Normal quantile of a lower confidence bound that nothing depends on: one-sided 97.5 %.
const TOLD: f32 = 1.96;

impl Choice {
    /// Standard errors between a mean value and its lower confidence bound.
    pub(super) fn deviations(self) -> f32 {
        match self {
            Choice::Visits => TOLD,
            Choice::Bound { deviations, .. } => deviations,
        }
    }

    /// Puts the best candidate in front of the others, which are sorted by visits, the most visited first.
    pub(super) fn put_first(self, candidates: &mut [Candidate]) {
        let (Choice::Bound { share, .. }, Some(most)) = (self, candidates.first()) else { return };
        let enough = share * most.visits as f32;
        let contenders = candidates.iter().take_while(|c| c.visits as f32 >= enough).enumerate();
        // Of equals the most visited.
        let best = contenders.max_by(|(i, a), (j, b)| a.lcb.total_cmp(&b.lcb).then(j.cmp(i)));
        let best = best.map_or(0, |(place, _)| place);
        candidates[..=best].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Move;
    use crate::search::Basis;

    fn candidate(x: usize, visits: u64, lcb: f32) -> Candidate {
        Candidate {
            mv: Move::xy(x, 0),
            visits,
            winrate: 0.5,
            lcb,
            prior: 0.1,
            score: 0.0,
            score_stdev: 0.0,
            decided: None,
            basis: Basis::Visits,
            pv: Vec::new(),
        }
    }

    #[test]
    fn the_best_comes_first_and_the_others_keep_their_order() {
        let bound = Choice::Bound { deviations: 5.0, share: 0.2 };
        type Case<'a> = (&'a str, Choice, &'a [(u64, f32)], &'a [usize]);
        let cases: [Case<'_>; 6] = [
            ("visits", Choice::Visits, &[(100, 0.3), (50, 0.6)], &[0, 1]),
            (
                "the higher bound",
                bound,
                &[(100, 0.3), (50, 0.4), (30, 0.6), (20, 0.5)],
                &[2, 0, 1, 3],
            ),
            ("too few visits", bound, &[(100, 0.3), (19, 0.6)], &[0, 1]),
            ("equals", bound, &[(100, 0.3), (90, 0.6), (80, 0.6)], &[1, 0, 2]),
            ("bounds below nothing", bound, &[(100, -0.3), (90, -0.1)], &[1, 0]),
            ("nothing to choose from", bound, &[], &[]),
        ];
        for (name, choice, given, expected) in cases {
            let mut candidates: Vec<Candidate> = given
                .iter()
                .enumerate()
                .map(|(x, &(visits, lcb))| candidate(x, visits, lcb))
                .collect();
            choice.put_first(&mut candidates);
            let got: Vec<Move> = candidates.iter().map(|c| c.mv).collect();
            let expected: Vec<Move> = expected.iter().map(|&x| Move::xy(x, 0)).collect();
            assert_eq!(got, expected, "{name}");
        }
    }
}
