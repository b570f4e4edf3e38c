//! The formulas that choose a child on the way down.

use super::node::Node;
use crate::base::{Rng, below};

/// How a search balances what it knows of a move against what it does not know.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// UCB1 (Auer, Cesa-Bianchi and Fischer, 2002; as UCT: Kocsis and Szepesvari, 2006): mean + c * sqrt(ln N / n), every
    /// move once before any move twice.
    Ucb {
        /// The constant c.
        c: f32,
    },
    /// UCB1, but with probability `epsilon` a child drawn at random, so that moves with unlucky first results are seen
    /// again (epsilon-greedy selection; Sutton and Barto, 1998, section 2.2).
    EpsilonUcb {
        /// The constant c.
        c: f32,
        /// Probability of a random child, 0..=1, in the first simulation of a search.
        epsilon: f32,
        /// What the probability is multiplied by after each simulation of a thread, 0..=1.
        decay: f32,
    },
    /// Means blended with all-moves-as-first values (RAVE; Gelly and Silver, 2007, 2011). The weight of AMAF is
    /// r / (r + n + n * r / equivalence), for n visits and r samples. The evaluator's priors count as visits.
    Rave {
        /// Constant of a UCB term on top; 0 for none.
        c: f32,
        /// Number of visits at which mean and AMAF weigh about the same.
        equivalence: f32,
        /// Value of a move about which nothing at all is known.
        first_play: f32,
    },
    /// PUCT (Rosin, 2011; Silver et al., 2017): mean + c * policy * sqrt(N) / (1 + n).
    Puct {
        /// The constant c of a young node.
        c: f32,
        /// What c grows by with the logarithm of (1 + N / 500) (Silver et al., 2018, with other numbers).
        growth: f32,
        /// An unvisited move starts that much below its parent's value, times the square root of the share of the policy that
        /// has been visited (first-play urgency as in Leela Zero).
        reduction: f32,
    },
}

impl Selection {
    /// The formula for the next simulation of the same search.
    pub(super) fn after_simulation(self) -> Selection {
        match self {
            Selection::EpsilonUcb { c, epsilon, decay } => {
                Selection::EpsilonUcb { c, epsilon: epsilon * decay, decay }
            }
            other => other,
        }
    }
}

/// Does an event of that probability happen? Exact to 2^-24.
fn happens(probability: f32, rng: &mut Rng) -> bool {
    const PARTS: u32 = 1 << 24;
    probability > 0.0 && (below(rng, PARTS) as f32) < probability * PARTS as f32
}

/// UCB1 of a node, as [`Selection::Ucb`] has it; `log` is the logarithm of its parent's visits.
#[inline]
fn ucb(node: &Node, c: f32, log: f32) -> f32 {
    let n = node.visits() as f32;
    if n == 0.0 { f32::MAX } else { node.value_sum() / n + c * (log / n).sqrt() }
}

/// The child to go to: the number of the one with the best score among those not barred, looking from the `start`-th
/// on, so that ties do not always fall to the first. `None` when all are barred. `parent` is the value of the position
/// for the player to move, `total` its number of visits. Only formulas with chance in them use `rng`.
#[inline]
pub(super) fn best_child(
    selection: Selection,
    children: &[Node],
    total: u32,
    parent: f32,
    start: usize,
    barred: impl Fn(usize) -> bool,
    rng: &mut Rng,
) -> Option<usize> {
    let total = total.max(1) as f32;
    match selection {
        Selection::Ucb { c } => {
            let log = libm::logf(total);
            argmax(children, start, barred, |node| ucb(node, c, log))
        }
        Selection::EpsilonUcb { epsilon, .. } if happens(epsilon, rng) => {
            // All alike: the first from `start` on, which is drawn at random.
            argmax(children, start, barred, |_| 0.0)
        }
        Selection::EpsilonUcb { c, .. } => {
            let log = libm::logf(total);
            argmax(children, start, barred, |node| ucb(node, c, log))
        }
        Selection::Rave { c, equivalence, first_play } => {
            let log = if c > 0.0 { libm::logf(total) } else { 0.0 };
            let per_equivalence = 1.0 / equivalence.max(1e-3);
            argmax(children, start, barred, |node| {
                let (prior, weight) = node.prior();
                let n = node.visits() as f32 + weight;
                let wins = node.value_sum() + prior * weight;
                let (r, amaf) = node.amaf();
                if n == 0.0 {
                    return if r == 0.0 { first_play } else { amaf / r };
                }
                // beta * amaf / r + (1 - beta) * wins / n with beta = r / d, written with two divisions.
                let d = r + n + n * r * per_equivalence;
                let value = (amaf + (d - r) * (wins / n)) / d;
                if c > 0.0 { value + c * (log / n).sqrt() } else { value }
            })
        }
        Selection::Puct { c, growth, reduction } => {
            let scale = (c + growth * libm::logf(1.0 + total / 500.0)) * total.sqrt();
            let visited = children.iter().filter(|node| node.visits() > 0);
            let share: f32 = visited.map(Node::policy).sum();
            let first_play = parent - reduction * share.sqrt();
            argmax(children, start, barred, |node| {
                let n = node.visits() as f32;
                let mean = if n == 0.0 { first_play } else { node.value_sum() / n };
                mean + scale * node.policy() / (1.0 + n)
            })
        }
    }
}

#[inline]
fn argmax(
    children: &[Node],
    start: usize,
    barred: impl Fn(usize) -> bool,
    score: impl Fn(&Node) -> f32,
) -> Option<usize> {
    let mut best = None;
    let mut high = f32::MIN;
    let (head, tail) = children.split_at(start.min(children.len()));
    let places = (start..).zip(tail).chain((0..).zip(head));
    for (place, node) in places {
        let score = score(node);
        if (score > high || best.is_none()) && !node.is_illegal() && !barred(place) {
            high = score;
            best = Some(place);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, seeded};

    fn node(visits: u32, wins: u32, prior: (f32, f32), policy: f32, amaf: (u64, u64)) -> Node {
        let node = Node::default();
        node.reset(Move::PASS, policy, prior.0, prior.1, 0);
        for i in 0..visits {
            node.begin();
            node.finish(f32::from(u8::from(i < wins)), 0.0);
        }
        for i in 0..amaf.0 {
            node.add_amaf(Node::amaf_sample(f32::from(u8::from(i < amaf.1)), 1));
        }
        node
    }

    #[test]
    fn formulas_choose() {
        let none = (0, 0);
        let flat = (0.5, 0.0);
        let rave = Selection::Rave { c: 0.0, equivalence: 1000.0, first_play: 0.6 };
        let cases: &[(&str, Selection, Vec<Node>, usize)] = &[
            (
                "unvisited first",
                Selection::Ucb { c: 1.0 },
                vec![node(9, 9, flat, 0.0, none), node(0, 0, flat, 0.0, none)],
                1,
            ),
            (
                "no exploration: the better mean",
                Selection::Ucb { c: 0.0 },
                vec![node(90, 60, flat, 0.0, none), node(4, 1, flat, 0.0, none)],
                0,
            ),
            (
                "exploration: the rare one",
                Selection::Ucb { c: 1.4 },
                vec![node(90, 60, flat, 0.0, none), node(4, 1, flat, 0.0, none)],
                1,
            ),
            (
                "amaf leads young nodes",
                rave,
                vec![node(2, 2, flat, 0.0, (100, 20)), node(2, 0, flat, 0.0, (100, 80))],
                1,
            ),
            (
                "visits lead old nodes",
                rave,
                vec![
                    node(50_000, 30_000, flat, 0.0, (9000, 2000)),
                    node(50_000, 20_000, flat, 0.0, (9000, 8000)),
                ],
                0,
            ),
            (
                "priors order unvisited nodes",
                rave,
                vec![node(0, 0, (0.4, 20.0), 0.0, none), node(0, 0, (0.7, 20.0), 0.0, none)],
                1,
            ),
            (
                "policy leads",
                Selection::Puct { c: 1.5, growth: 0.2, reduction: 0.2 },
                vec![node(5, 3, flat, 0.1, none), node(5, 2, flat, 0.8, none)],
                1,
            ),
        ];
        let rng = &mut seeded(1);
        for (name, selection, children, expected) in cases {
            let total: u32 = children.iter().map(Node::visits).sum();
            for start in 0..=children.len() {
                let got = best_child(*selection, children, total, 0.5, start, |_| false, rng);
                assert_eq!(got, Some(*expected), "{name}");
            }
            let other = best_child(*selection, children, total, 0.5, 0, |i| i == *expected, rng);
            assert_eq!(other, Some(1 - *expected), "{name}, barred");
            assert_eq!(best_child(*selection, children, total, 0.5, 0, |_| true, rng), None);
        }
    }

    /// With probability epsilon any child that is not barred is drawn, each as often as the others; epsilon decays.
    #[test]
    fn random_children() {
        let flat = (0.5, 0.0);
        let children: Vec<Node> =
            (0..4).map(|i| node(50, if i == 2 { 40 } else { 10 }, flat, 0.0, (0, 0))).collect();
        let mut rng = seeded(3);
        let mut drawn = |selection, most: u32| {
            let mut counts = [0; 4];
            for _ in 0..most {
                let start = below(&mut rng, 4) as usize;
                let child = best_child(selection, &children, 200, 0.5, start, |i| i == 0, &mut rng);
                counts[child.unwrap()] += 1;
            }
            counts
        };
        let with = |epsilon| Selection::EpsilonUcb { c: 0.1, epsilon, decay: 0.5 };
        assert_eq!(drawn(with(0.0), 100), [0, 0, 100, 0]);
        let half = drawn(with(0.5), 8000);
        // The one place behind the barred child gets its share as well.
        assert_eq!(half[0], 0);
        assert!((1500..2500).contains(&half[1]) && (700..1400).contains(&half[3]), "{half:?}");
        let all = drawn(with(1.0), 8000);
        assert!(all[1] > 3000 && all[2] > 1500 && all[3] > 1500, "{all:?}");
        let decayed = (0..3).fold(with(1.0), |selection, _| selection.after_simulation());
        assert_eq!(decayed, with(0.125));
        assert_eq!(Selection::Ucb { c: 1.0 }.after_simulation(), Selection::Ucb { c: 1.0 });
    }

    #[test]
    fn rave_blend_is_the_published_one() {
        let (n, w, r, a, k) = (40.0f32, 10.0f32, 60.0f32, 45.0f32, 300.0f32);
        let beta = r / (r + n + n * r / k);
        let by_book = beta * a / r + (1.0 - beta) * w / n;
        let d = r + n + n * r / k;
        assert!(((a + (d - r) * (w / n)) / d - by_book).abs() < 1e-6);
    }
}
