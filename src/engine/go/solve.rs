//! Solves Go on tiny boards.
//!
//! **Rules.** Area scoring without komi, simple ko, no suicide, stones inside the enemy's unconditional territory off at
//! the end. A score that is proved is so however longer repetitions are judged, since no line of the proof repeats a
//! position. Where one side can go round in a circle (sending two stones and returning one), there is no such proof: then the
//! iterations come to a score that no further depth changes, and it depends on the rule of repetition.
//!
//! Van der Werf, van den Herik and Uiterwijk (Solving Go on small boards, 2003) give 3x3 as +9, 4x4 as +2 and 5x5 as +25
//! for Black, with the first move in the centre.

use super::SmallGo;
use crate::base::{BoardSize, Move};
use crate::games::go::{GoState, Rules};
use crate::search::alphabeta::{AlphaBeta, Reach, Settings};
use crate::search::{Basis, Limits, Report, Supervisor};

/// What [`solve`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// Black's score with Black to move first, in points.
    pub score: f32,
    /// Is it proved?
    pub proved: bool,
    /// Is all that is not proved a line that goes round in circles?
    pub circles: bool,
    /// The first move.
    pub first: Option<Move>,
    /// Depth of the last iteration, in plies.
    pub plies: i32,
    /// Positions visited.
    pub nodes: u64,
}

/// Iterations of one score and one cost after which the search is taken to be going round in circles.
const CIRCLING: u32 = 6;
const DEEPEST: i32 = 120;

/// Solves the empty board of that size, images of a position taken as one. `observer` is called after every iteration.
/// `None` if the board is too large.
pub fn solve(
    size: BoardSize,
    settings: Settings,
    supervisor: &dyn Supervisor,
    observer: &mut dyn FnMut(&Solution),
) -> Option<Solution> {
    let root = SmallGo::turned(&GoState::new(size, Rules::CHINESE, 0.0))?;
    let mut search = AlphaBeta::new(settings);
    let mut solution =
        Solution { score: 0.0, proved: false, circles: false, first: None, plies: 0, nodes: 0 };
    let (mut cost, mut same) = (0, 0);
    for depth in 1..=DEEPEST {
        // The table keeps what the iterations before found: each begins where the last one ended.
        let reach = Reach { first: depth, depth, ..Reach::default() };
        let limits = Limits::default();
        let report = search.search(&root, &limits, &reach, supervisor, &mut |_: &Report| {});
        solution.nodes += report.playouts;
        let Some(best) = report.candidates.first().filter(|_| supervisor.keep_going()) else {
            break;
        };
        let circling = best.score == solution.score && report.playouts == cost;
        same = if circling { same + 1 } else { 0 };
        cost = report.playouts;
        solution.score = best.score;
        solution.proved = best.basis == Basis::Exact;
        solution.circles = !solution.proved && same >= CIRCLING;
        solution.first = Some(best.mv);
        solution.plies = depth;
        observer(&solution);
        if solution.proved || solution.circles {
            break;
        }
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Unhurried;
    use crate::search::alphabeta::Position;

    #[test]
    fn tiny_boards_are_solved() {
        for (width, height, score, first) in [(1, 1, 0.0, "pass"), (3, 3, 9.0, "B2")] {
            let size = BoardSize::new(width, height).unwrap();
            for threads in [1, 2] {
                let settings = Settings { threads, memory: 8 };
                let solution = solve(size, settings, &Unhurried, &mut |_| {}).unwrap();
                assert_eq!((solution.score, solution.proved), (score, true), "{size}");
                assert_eq!(solution.first.map(|mv| mv.to_string()).as_deref(), Some(first));
            }
        }
        let large = BoardSize::square(8).unwrap();
        assert_eq!(solve(large, Settings::default(), &Unhurried, &mut |_| {}), None);
    }

    /// Every first move of 3x3 by itself, and a board where circles stand in the way of a proof.
    #[test]
    fn what_is_proved_is_proved_without_images_too() {
        let start = GoState::new(BoardSize::square(3).unwrap(), Rules::CHINESE, 0.0);
        let root = SmallGo::new(&start).unwrap();
        let mut search = AlphaBeta::new(Settings { threads: 1, memory: 8 });
        let deep = (1..30).map(|depth| search.value(&root, depth, -500, 500)).find(|v| v.proved);
        assert_eq!(deep.map(|found| SmallGo::score(found.value)), Some(9.0));
        let size = BoardSize::square(2).unwrap();
        let settings = Settings { threads: 1, memory: 8 };
        let circles = solve(size, settings, &Unhurried, &mut |_| {}).unwrap();
        assert!(circles.circles && !circles.proved, "{circles:?}");
    }

    /// +2 for Black is what every deep enough search of 4x4 says, but circles stand in the way of a proof.
    #[test]
    fn four_by_four_is_worth_two() {
        let start = GoState::new(BoardSize::square(4).unwrap(), Rules::CHINESE, 0.0);
        let root = SmallGo::turned(&start).unwrap();
        let mut search = AlphaBeta::new(Settings { threads: 1, memory: 64 });
        for (alpha, least) in [(15, true), (16, false)] {
            let mut last = None;
            for depth in 1..=20 {
                last = Some(search.value(&root, depth, alpha, alpha + 1).value);
            }
            assert_eq!(last.is_some_and(|value| value > alpha), least, "{last:?} for {alpha}");
        }
    }
}
