//! The statistics of the player's moves, and the choice among them.

use crate::base::{GRID, Move};

/// What is known of one move. Values are the player's, 0..=1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arm {
    /// Simulations that began with it.
    pub visits: u64,
    /// Sum of their values.
    pub value: f64,
    /// Sum of their margins.
    pub margin: f64,
    /// Simulations in which the player made the move first of all on its point, this or later.
    pub amaf_visits: u64,
    /// Sum of their values.
    pub amaf_value: f64,
    /// Simulations in whose position it was legal.
    pub chances: u64,
}

impl Arm {
    /// Mean value, all-moves-as-first statistics mixed in with a weight that falls with the visits; `None` before any.
    pub fn mean(&self, equivalence: f64) -> Option<f64> {
        let own = (self.visits > 0).then(|| self.value / self.visits as f64);
        let amaf = (equivalence > 0.0 && self.amaf_visits > 0)
            .then(|| self.amaf_value / self.amaf_visits as f64);
        match (own, amaf) {
            (Some(own), Some(amaf)) => {
                // Gelly and Silver (2007): sqrt(k / (3n + k)).
                let beta = (equivalence / (3.0 * self.visits as f64 + equivalence)).sqrt();
                Some(beta * amaf + (1.0 - beta) * own)
            }
            (own, amaf) => own.or(amaf),
        }
    }
}

impl Arm {
    /// How many simulations stand behind [`Arm::mean`].
    pub fn weight(&self, equivalence: f64) -> f64 {
        self.visits as f64 + (self.amaf_visits as f64).min(equivalence)
    }
}

/// The player's moves.
#[derive(Clone, Debug)]
pub(super) struct Bandit {
    pub moves: Vec<Move>,
    pub arms: Vec<Arm>,
    /// Place of the move on a point in `moves`, by [`crate::base::Point::index`]; `u16::MAX` for none.
    places: Vec<u16>,
}

impl Bandit {
    pub fn new(moves: &[Move]) -> Bandit {
        let mut places = vec![u16::MAX; GRID];
        for (place, mv) in moves.iter().enumerate() {
            if let Some(point) = mv.point() {
                places[point.index()] = place as u16;
            }
        }
        Bandit { moves: moves.to_vec(), arms: vec![Arm::default(); moves.len()], places }
    }

    /// The place of a move in the list.
    pub fn place(&self, mv: Move) -> Option<usize> {
        let place = *self.places.get(mv.point()?.index())?;
        (place != u16::MAX).then_some(place as usize)
    }

    /// Adds another thread's statistics.
    pub fn add(&mut self, other: &Bandit) {
        for (arm, more) in self.arms.iter_mut().zip(&other.arms) {
            arm.visits += more.visits;
            arm.value += more.value;
            arm.margin += more.margin;
            arm.amaf_visits += more.amaf_visits;
            arm.amaf_value += more.amaf_value;
            arm.chances += more.chances;
        }
    }
}

/// The move to simulate among the legal ones: by upper confidence bounds, each move's reckoned from the simulations in which it
/// was legal. One that nothing is known of has the prospects `unknown`.
pub(super) fn choose(
    arms: &[Arm],
    legal: &[usize],
    c: f64,
    equivalence: f64,
    unknown: f64,
) -> Option<usize> {
    let score = |place: usize| {
        let arm = &arms[place];
        let mean = arm.mean(equivalence).unwrap_or(unknown);
        if c == 0.0 {
            return mean;
        }
        let log = libm::log((arm.chances.max(1)) as f64);
        mean + c * (log / (arm.visits.max(1)) as f64).sqrt()
    };
    let mut best: Option<(usize, f64)> = None;
    for &place in legal {
        let score = score(place);
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((place, score));
        }
    }
    best.map(|(place, _)| place)
}
