//! Who meets whom, with which colours, from which opening. Pure arithmetic: the same event gives the same fixtures.
//!
//! A *pairing* is two players who meet; its games come in *pairs* of two with the same opening and colours swapped, one
//! after the other. Events are laid out in cycles, one pair of games for every pairing in each cycle, so that a longer event
//! begins with the shorter one: see [`fixtures`].

mod swiss;

#[cfg(test)]
mod tests;

use super::{Event, Fixture, Format, OpeningOrder};
use crate::base::{below, seeded};

pub use swiss::{next_round, rounds, swiss_round};

/// Every game of the event; of a Swiss event, whose later rounds depend on results, the first round (see [`next_round`]).
/// `openings` is the number of openings that the event has. Fewer than two players meet nobody.
///
/// - Match: the first player against the second (others are ignored); a pair of games is a round.
/// - Round robin: the circle method; the rounds of one cycle are those in which everybody meets everybody once.
/// - Gauntlet: the first player against each of the others in turn; a cycle is a round.
///
/// Within a pair of games colours swap. Who begins with Black: in a match the first player, in a round robin each about
/// as often as not, in a gauntlet the first player against every other opponent. Where `alternate` is off, a pairing keeps
/// its colours in all games (in a match or gauntlet the first player has Black), there are no pairs, and every game has a
/// number of its own as its pair and an opening of its own.
///
/// An event with more `games` of each pairing begins with the fixtures of the one with fewer, if the smaller number is even
/// or only two players meet: a match can be lengthened.
pub fn fixtures(event: &Event, openings: usize) -> Vec<Fixture> {
    let players = event.players.len();
    if players < 2 {
        return Vec::new();
    }
    let cycle: Vec<Vec<[usize; 2]>> = match event.format {
        Format::Match => vec![vec![[0, 1]]],
        Format::RoundRobin => circle(players),
        Format::Gauntlet => {
            let meet =
                |other| if event.alternate && other % 2 == 0 { [other, 0] } else { [0, other] };
            vec![(1..players).map(meet).collect()]
        }
        Format::Swiss => return swiss_round(event, openings, 1, &[]),
    };
    let mut book = Book::new(event, openings, cycle.iter().map(Vec::len).sum());
    let (mut left, mut round) = (event.games, 0);
    while left > 0 {
        let games = left.min(event.pair_length());
        for meetings in &cycle {
            round += 1;
            for &pairing in meetings {
                book.add(round, pairing, games);
            }
        }
        left -= games;
    }
    book.fixtures
}

impl Event {
    /// Games that belong together as a pair: two, or one where colours do not swap.
    fn pair_length(&self) -> usize {
        if self.alternate { 2 } else { 1 }
    }
}

/// One meeting of everybody with everybody, by the circle method: in round `r` of `m` (odd), player `r + k` meets `r - k`
/// (modulo `m`) for every `k`, and player `r` meets the one who stands outside the circle or, in an odd field, nobody. In each
/// pairing Black comes first. The sign of the colours follows `k`, which every player takes on both sides equally often and
/// which falls by one from round to round, so that colours are fair (exactly in an odd field, within one game otherwise) and
/// mostly alternate.
fn circle(players: usize) -> Vec<Vec<[usize; 2]>> {
    let circle = players - 1 + players % 2;
    let round = |r: usize| {
        let outside = players.is_multiple_of(2).then(|| {
            let pair = [circle, r];
            if r.is_multiple_of(2) { pair } else { [pair[1], pair[0]] }
        });
        let inside = (1..=circle / 2).map(move |k| {
            let pair = [(r + k) % circle, (r + circle - k) % circle];
            if k % 2 == 1 { pair } else { [pair[1], pair[0]] }
        });
        outside.into_iter().chain(inside).collect()
    };
    (0..circle).map(round).collect()
}

/// Fixtures being written down: counts games and pairs, gives out openings and seeds.
struct Book {
    seed: u64,
    /// The openings in the order in which they are taken.
    order: Vec<usize>,
    /// Pairings in a cycle.
    cycle: usize,
    game: usize,
    pair: usize,
    fixtures: Vec<Fixture>,
}

impl Book {
    fn new(event: &Event, openings: usize, cycle: usize) -> Book {
        let mut order: Vec<usize> = (0..openings).collect();
        if event.opening_order == OpeningOrder::Random {
            let mut rng = seeded(mix(event.seed, OPENINGS));
            for last in (1..openings).rev() {
                order.swap(last, below(&mut rng, last as u32 + 1) as usize);
            }
        }
        Book {
            seed: event.seed,
            order,
            cycle: cycle.max(1),
            game: 0,
            pair: 0,
            fixtures: Vec::new(),
        }
    }

    /// Adds the games of a pair, colours swapped in every second one.
    fn add(&mut self, round: usize, [first, second]: [usize; 2], games: usize) {
        let opening = self.opening(self.pair);
        self.pair += 1;
        for number in 0..games {
            self.game += 1;
            let swap = number % 2 == 1;
            self.fixtures.push(Fixture {
                game: self.game,
                round,
                pair: self.pair,
                black: if swap { second } else { first },
                white: if swap { first } else { second },
                opening,
                seed: game_seed(self.seed, self.game),
            });
        }
    }

    /// The opening of a pair of games, counted from 0: one after the other, so that all are used before any is used again.
    /// When the openings and the pairings of a cycle come round together, the order is turned by one place, so that each
    /// pairing too sees all openings before it sees one again.
    fn opening(&self, pair: usize) -> Option<usize> {
        let count = self.order.len();
        if count == 0 {
            return None;
        }
        let common = gcd(self.cycle, count);
        let turns = pair / (count / common * self.cycle) % common;
        self.order.get((pair + turns) % count).copied()
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Stands for the order of the openings where a game's number would stand.
const OPENINGS: u64 = u64::MAX;

/// The seed of a game: a mix of the event's seed and the game's number, cut to 31 bits, so that an engine's option for it
/// takes it whatever its type.
pub fn game_seed(event: u64, game: usize) -> u64 {
    mix(event, game as u64) >> 33
}

/// Mixes two numbers into one: the output function of SplitMix64 (Steele, Lea and Flood, 2014) over the first plus its
/// increment times the second, twice, since neighbouring seeds with neighbouring games must not meet.
fn mix(a: u64, b: u64) -> u64 {
    let step = |z: u64| {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;
    step(step(a.wrapping_add(INCREMENT)).wrapping_add(b.wrapping_mul(INCREMENT)))
}
