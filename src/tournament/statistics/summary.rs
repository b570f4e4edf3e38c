//! Everything that tables and reports show of a set of games, counted once.

use super::Tally;
use super::bradley_terry::{self, Ratings};
use crate::controller::Fault;
use crate::tournament::{Ending, Entry, Side};
use std::collections::BTreeMap;

/// What many values look like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// How many.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (divided by n - 1; 0 for a single value).
    pub stdev: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// Of these values; `None` if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        // Welford's sums: stable whatever the mean.
        let (mut count, mut mean, mut squares) = (0usize, 0.0, 0.0);
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            count += 1;
            let before = value - mean;
            mean += before / count as f64;
            squares += before * (value - mean);
            min = min.min(value);
            max = max.max(value);
        }
        let stdev = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        (count > 0).then_some(Spread { count, mean, stdev, min, max })
    }
}

/// One player's games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSummary {
    /// The name in the event.
    pub name: String,
    /// Games with Black.
    pub black: Tally,
    /// Games with White.
    pub white: Tally,
    /// Moves made, those of openings not counted.
    pub moves: usize,
    /// Seconds used for them, by the referee's clock.
    pub seconds: f64,
    /// The longest move, seconds.
    pub longest: f64,
    /// Processor seconds, where any were told.
    pub cpu: Option<f64>,
    /// Late moves.
    pub late: usize,
    /// Faults by kind.
    pub faults: BTreeMap<Fault, usize>,
    /// Margins from the player's side, of the games that have one.
    pub margin: Option<Spread>,
}

impl PlayerSummary {
    /// All games.
    pub fn total(&self) -> Tally {
        self.black.plus(&self.white)
    }

    /// Mean seconds of a move; `None` without moves.
    pub fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }
}

/// A set of games, summed up.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The players.
    pub players: Vec<PlayerSummary>,
    /// Results of row against column, from the row's side, by player.
    pub cross: Vec<Vec<Tally>>,
    /// Results from Black's side.
    pub black: Tally,
    /// Moves of a game, those of the opening and passes among them.
    pub length: Option<Spread>,
    /// Margins from Black's side, of the games that have one.
    pub margin: Option<Spread>,
    /// How games ended, by how often.
    pub endings: Vec<(Ending, usize)>,
    /// Ratings, with the first move's worth; `None` with fewer than two players.
    pub ratings: Option<Ratings>,
}

impl Summary {
    /// The summary of these games; players in the order in which games name them.
    pub fn new(entries: &[Entry]) -> Summary {
        Summary::with_names(&[], entries)
    }

    /// The summary of these games; the named players come first, in that order and also if they have no games.
    pub fn with_names(names: &[String], entries: &[Entry]) -> Summary {
        let mut order: Vec<&Entry> = entries.iter().collect();
        order.sort_by_key(|entry| entry.game);
        let mut known: Vec<&str> = Vec::new();
        let named = order.iter().flat_map(|e| [e.black.name.as_str(), e.white.name.as_str()]);
        for name in names.iter().map(String::as_str).chain(named) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        let place = |name: &str| known.iter().position(|&other| other == name).unwrap_or(0);
        let mut players: Vec<PlayerSummary> = known.iter().map(|name| nobody(name)).collect();
        let mut cross = vec![vec![Tally::default(); known.len()]; known.len()];
        let mut margins = vec![Vec::new(); known.len()];
        let mut black = Tally::default();
        let mut endings: Vec<(Ending, usize)> = Vec::new();
        let mut games = Vec::new();
        for entry in &order {
            let points = entry.black_points();
            let seats = [place(&entry.black.name), place(&entry.white.name)];
            let sides = [(&entry.black, points, 1.0), (&entry.white, 1.0 - points, -1.0)];
            for (seat, (side, points, sign)) in seats.into_iter().zip(sides) {
                let player = &mut players[seat];
                if sign > 0.0 {
                    player.black.add(points)
                } else {
                    player.white.add(points)
                }
                player.add_work(side);
                margins[seat].extend(entry.margin.map(|margin| sign * f64::from(margin)));
            }
            for note in &entry.faults {
                if let Some(player) = players.iter_mut().find(|player| player.name == note.player) {
                    *player.faults.entry(note.fault).or_insert(0) += 1;
                }
            }
            black.add(points);
            if seats[0] != seats[1] {
                cross[seats[0]][seats[1]].add(points);
                cross[seats[1]][seats[0]].add(1.0 - points);
                games.push((seats[0], seats[1], points));
            }
            match endings.iter_mut().find(|(ending, _)| *ending == entry.ending) {
                Some((_, count)) => *count += 1,
                None => endings.push((entry.ending, 1)),
            }
        }
        for (player, margins) in players.iter_mut().zip(margins) {
            player.margin = Spread::of(margins);
        }
        endings.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let options = bradley_terry::Options { first_move: true, ..Default::default() };
        let ratings = if known.len() < 2 {
            None
        } else {
            bradley_terry::fit(known.len(), &games, &options).ok()
        };
        Summary {
            players,
            cross,
            black,
            length: Spread::of(entries.iter().map(|entry| entry.moves.len() as f64)),
            margin: Spread::of(entries.iter().filter_map(|entry| entry.margin.map(f64::from))),
            endings,
            ratings,
        }
    }

    /// Players by rank: rating, points, then as they stand.
    pub fn ranking(&self) -> Vec<usize> {
        let rating = |at: usize| {
            self.ratings.as_ref().and_then(|r| r.players.get(at)).map_or(0.0, |rating| rating.elo)
        };
        let points = |at: usize| self.players.get(at).map_or(0.0, |player| player.total().points());
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            rating(b).total_cmp(&rating(a)).then(points(b).total_cmp(&points(a)))
        });
        order
    }
}

fn nobody(name: &str) -> PlayerSummary {
    PlayerSummary {
        name: name.to_owned(),
        black: Tally::default(),
        white: Tally::default(),
        moves: 0,
        seconds: 0.0,
        longest: 0.0,
        cpu: None,
        late: 0,
        faults: BTreeMap::new(),
        margin: None,
    }
}

impl PlayerSummary {
    fn add_work(&mut self, side: &Side) {
        self.moves += side.moves;
        self.seconds += side.seconds;
        self.longest = self.longest.max(side.longest);
        self.late += side.late;
        if let Some(cpu) = side.cpu {
            self.cpu = Some(self.cpu.unwrap_or(0.0) + cpu);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tournament::{FaultNote, Played};

    /// A short game with that result.
    pub fn game(number: usize, pair: usize, black: &str, white: &str, result: &str) -> Entry {
        let side = |name: &str, moves| Side {
            name: name.into(),
            moves,
            seconds: 0.5 * moves as f64,
            longest: 0.75,
            cpu: Some(0.25),
            late: 0,
        };
        let moves = [('b', "C3"), ('w', "G7"), ('b', "E5")].map(|(color, vertex)| Played {
            color,
            vertex: vertex.into(),
            ms: Some(500.0),
            left: None,
            winrate: None,
            comment: String::new(),
            refused: Vec::new(),
        });
        let points: Option<f32> = result.get(2..).and_then(|rest| rest.parse().ok());
        let margin = if result.starts_with('W') { points.map(|p| -p) } else { points };
        Entry {
            game: number,
            round: pair,
            pair,
            black: side(black, 2),
            white: side(white, 1),
            opening: None,
            kind: "go".into(),
            size: "9".into(),
            komi: Some(7.5),
            handicap: Vec::new(),
            moves: moves.to_vec(),
            refused: Vec::new(),
            result: result.into(),
            ending: match result.get(2..) {
                Some("R") => Ending::Resignation,
                Some("T") => Ending::Time,
                Some("F") => Ending::Forfeit,
                _ => Ending::Score,
            },
            margin,
            claims: Vec::new(),
            faults: Vec::new(),
            begun: "2026-11-30T12:00:00Z".into(),
            took: 2.0,
        }
    }

    /// The player did that wrong.
    pub fn with_fault(mut entry: Entry, player: &str, fault: Fault) -> Entry {
        let color = if entry.black.name == player { 'b' } else { 'w' };
        let text = String::new();
        entry.faults.push(FaultNote { player: player.into(), color, fault, after: 3, text });
        entry
    }

    #[test]
    fn everything_is_counted() {
        let entries = [
            game(2, 1, "b", "a", "B+4.5"),
            with_fault(game(3, 2, "a", "b", "W+F"), "a", Fault::Illegal),
            game(1, 1, "a", "b", "B+2.5"),
            game(4, 3, "c", "a", "0"),
        ];
        let summary = Summary::new(&entries);
        let names: Vec<&str> = summary.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"], "in the order of the games' numbers");
        let a = &summary.players[0];
        assert_eq!((a.black, a.white), (Tally::new(1, 0, 1), Tally::new(0, 1, 1)));
        assert_eq!((a.moves, a.seconds, a.longest, a.cpu), (6, 3.0, 0.75, Some(1.0)));
        assert_eq!(a.seconds_per_move(), Some(0.5));
        assert_eq!(a.faults, BTreeMap::from([(Fault::Illegal, 1)]));
        let margin = a.margin.unwrap();
        assert_eq!((margin.count, margin.mean, margin.min, margin.max), (2, -1.0, -4.5, 2.5));
        assert!((margin.stdev - 24.5f64.sqrt()).abs() < 1e-12);
        assert_eq!(summary.cross[0][1], Tally::new(1, 0, 2));
        assert_eq!(summary.cross[1][0], Tally::new(2, 0, 1));
        assert_eq!(summary.cross[2][0], Tally::new(0, 1, 0));
        assert_eq!(summary.black, Tally::new(2, 1, 1));
        assert_eq!(summary.length.map(|l| (l.count, l.mean, l.stdev)), Some((4, 3.0, 0.0)));
        assert_eq!(summary.endings, [(Ending::Score, 3), (Ending::Forfeit, 1)]);
        assert_eq!(summary.ranking()[0], 1);
        assert!(summary.ratings.unwrap().connected());
        let named = Summary::with_names(&["z".into(), "c".into()], &entries);
        let names: Vec<&str> = named.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["z", "c", "a", "b"]);
        assert_eq!(named.players[0].total(), Tally::default());
        let empty = Summary::new(&[]);
        assert!(empty.players.is_empty() && empty.length.is_none() && empty.ratings.is_none());
    }
}
