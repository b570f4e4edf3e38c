//! What a report shows, counted once for every form of it.

use super::plot::Column;
use crate::controller::Fault;
use crate::tournament::{Ending, Entry, Event, FaultNote, Format};
use std::collections::BTreeMap;

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Tally {
    fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// Games played.
    pub fn games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half of one for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// `5-2-3`: wins, draws, losses.
    pub fn text(self) -> String {
        format!("{}-{}-{}", self.wins, self.draws, self.losses)
    }
}

/// One player in the standings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// Its number in the event, from 0: its colour in plots.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// All its games.
    pub all: Tally,
    /// Those with the black and with the white stones.
    pub colors: [Tally; 2],
    /// Moves of its own, openings not counted.
    pub moves: usize,
    /// Seconds used for them.
    pub seconds: f64,
    /// The longest move, in seconds.
    pub longest: f64,
    /// Processor seconds, where they could be told.
    pub cpu: Option<f64>,
    /// Late moves.
    pub late: usize,
    /// Faults.
    pub faults: usize,
}

impl Line {
    /// Seconds a move.
    pub fn seconds_a_move(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.seconds / self.moves as f64 }
    }
}

/// Everything counted.
pub struct Summary<'a> {
    /// The event.
    pub event: &'a Event,
    /// The games in the order of their numbers, each once.
    pub games: Vec<&'a Entry>,
    /// The players' names, in the event's order; whoever only the games name comes last.
    pub names: Vec<String>,
    /// The standings, best first.
    pub lines: Vec<Line>,
    /// What the player of the row has done against the player of the column, by their numbers.
    pub cross: Vec<Vec<Tally>>,
}

impl<'a> Summary<'a> {
    /// Counts.
    pub fn new(event: &'a Event, entries: &'a [Entry]) -> Summary<'a> {
        let by_number: BTreeMap<usize, &Entry> =
            entries.iter().map(|entry| (entry.game, entry)).collect();
        let games: Vec<&Entry> = by_number.into_values().collect();
        let mut names: Vec<String> = Vec::new();
        let named = event.players.iter().map(|player| player.name.as_str());
        let played = games.iter().flat_map(|game| [&game.black.name, &game.white.name]);
        for name in named.chain(played.map(String::as_str)) {
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_string());
            }
        }
        let mut lines: Vec<Line> = names
            .iter()
            .enumerate()
            .map(|(player, name)| Line { player, name: name.clone(), ..Line::default() })
            .collect();
        let mut cross = vec![vec![Tally::default(); names.len()]; names.len()];
        for game in &games {
            let of = |name: &str| names.iter().position(|known| known == name);
            let (Some(black), Some(white)) = (of(&game.black.name), of(&game.white.name)) else {
                continue;
            };
            let points = game.black_points();
            let sides =
                [(black, white, &game.black, points), (white, black, &game.white, 1.0 - points)];
            for (color, (own, other, side, points)) in sides.into_iter().enumerate() {
                cross[own][other].add(points);
                let line = &mut lines[own];
                line.all.add(points);
                line.colors[color].add(points);
                line.moves += side.moves;
                line.seconds += side.seconds;
                line.longest = line.longest.max(side.longest);
                line.late += side.late;
                line.faults += game.faults.iter().filter(|f| f.player == line.name).count();
                if let Some(cpu) = side.cpu {
                    *line.cpu.get_or_insert(0.0) += cpu;
                }
            }
        }
        let share = |line: &Line| line.all.points() / line.all.games().max(1) as f64;
        let equal_games = event.format != Format::Gauntlet;
        lines.sort_by(|a, b| {
            let points = if equal_games {
                b.all.points().total_cmp(&a.all.points())
            } else {
                std::cmp::Ordering::Equal
            };
            points.then(share(b).total_cmp(&share(a))).then(a.player.cmp(&b.player))
        });
        Summary { event, games, names, lines, cross }
    }

    /// The number of a player.
    pub fn player(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The event's name, or its game.
    pub fn title(&self) -> String {
        if self.event.name.is_empty() {
            match self.names.as_slice() {
                [first, second] => format!("{first} \u{2013} {second}"),
                _ => format!("{} event", self.event.game),
            }
        } else {
            self.event.name.clone()
        }
    }

    /// What was played, in pairs of name and value.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let event = self.event;
        let first = self.games.first();
        let format = match event.format {
            Format::Match => "match",
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
        };
        let mut facts = vec![("Game", event.game.clone())];
        let mut add = |name, value: String| {
            if !value.is_empty() {
                facts.push((name, value));
            }
        };
        add("Board", first.map_or(event.size.clone(), |game| game.size.clone()));
        let komi = event.komi.or(first.and_then(|game| game.komi));
        add("Komi", komi.map(|komi| komi.to_string()).unwrap_or_default());
        add("Rules", event.rules.clone().unwrap_or_default());
        let set: Vec<String> = event.set.iter().map(|(k, v)| format!("{k}={v}")).collect();
        add("Settings", set.join(", "));
        if event.handicap > 0 {
            add("Handicap", event.handicap.to_string());
        }
        add("Format", format.into());
        add("Games", self.games.len().to_string());
        let own: Vec<String> = event
            .players
            .iter()
            .filter_map(|player| {
                player.time.as_ref().map(|time| format!("{}: {time}", player.name))
            })
            .collect();
        let time = std::iter::once(event.time.clone()).chain(own).collect::<Vec<_>>().join(", ");
        add("Time", time);
        add(
            "Openings",
            match &event.openings {
                crate::tournament::OpeningSource::None => "none".into(),
                crate::tournament::OpeningSource::BuiltIn => "built-in".into(),
                crate::tournament::OpeningSource::Path(path) => path.display().to_string(),
            },
        );
        add("Seed", event.seed.to_string());
        let begun =
            self.games.iter().map(|game| game.begun.as_str()).filter(|text| !text.is_empty());
        add("Begun", begun.min().unwrap_or_default().to_string());
        let took: f64 = self.games.iter().map(|game| game.took).sum();
        add("Time of all games", duration(took));
        let endings: Vec<String> = self
            .endings()
            .into_iter()
            .map(|(ending, count)| format!("{count} by {}", ending_name(ending)))
            .collect();
        add("Ended", endings.join(", "));
        add("Report by", concat!("tesuji ", env!("CARGO_PKG_VERSION")).into());
        facts
    }

    /// How often games ended in each way, where they did.
    fn endings(&self) -> Vec<(Ending, usize)> {
        ENDINGS
            .iter()
            .map(|&(ending, _)| {
                (ending, self.games.iter().filter(|game| game.ending == ending).count())
            })
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// Every fault, with its game.
    pub fn faults(&self) -> Vec<(&'a Entry, &'a FaultNote)> {
        self.games
            .iter()
            .flat_map(|game| game.faults.iter().map(move |fault| (*game, fault)))
            .collect()
    }

    /// How many faults of each kind each player has, by the players' numbers.
    pub fn fault_counts(&self) -> Vec<(Fault, Vec<usize>)> {
        let faults = self.faults();
        Fault::ALL
            .into_iter()
            .map(|kind| {
                let count = |name: &String| {
                    faults.iter().filter(|(_, f)| f.fault == kind && f.player == *name).count()
                };
                (kind, self.names.iter().map(count).collect::<Vec<usize>>())
            })
            .filter(|(_, counts)| counts.iter().any(|count| *count > 0))
            .collect()
    }

    /// Wins minus losses of a player after each of its games, beginning with 0.
    pub fn balance(&self, player: usize) -> Vec<f64> {
        let name = &self.names[player];
        let mut sum = 0.0;
        let mut values = vec![0.0];
        for game in &self.games {
            let own = if game.black.name == *name {
                game.black_points()
            } else if game.white.name == *name {
                1.0 - game.black_points()
            } else {
                continue;
            };
            sum += 2.0 * own - 1.0;
            values.push(sum);
        }
        values
    }

    /// Margins of games that were counted, from the first player's side in a match of two, otherwise from Black's.
    pub fn margins(&self) -> Vec<f64> {
        let margins = self.games.iter().filter_map(|game| {
            let margin = f64::from(game.margin?);
            let other = self.names.len() == 2 && game.white.name == self.names[0];
            Some(if other { -margin } else { margin })
        });
        margins.collect()
    }

    /// Milliseconds of every move of a player that was timed.
    pub fn times(&self, player: usize) -> Vec<f64> {
        let name = &self.names[player];
        let mut times = Vec::new();
        for game in &self.games {
            for (color, side) in [('b', &game.black), ('w', &game.white)] {
                if side.name == *name {
                    let own = game.moves.iter().filter(|played| played.color == color);
                    times.extend(own.filter_map(|played| played.ms));
                }
            }
        }
        times
    }
}

/// The ways games end, as a report names them.
const ENDINGS: &[(Ending, &str)] = &[
    (Ending::Score, "score"),
    (Ending::Rule, "rule"),
    (Ending::Resignation, "resignation"),
    (Ending::Time, "time"),
    (Ending::Forfeit, "forfeit"),
    (Ending::MoveLimit, "move limit"),
    (Ending::Agreement, "agreement"),
];

/// The name of an ending.
pub fn ending_name(ending: Ending) -> &'static str {
    ENDINGS.iter().find(|(known, _)| *known == ending).map_or("", |(_, name)| name)
}

/// `3.2 s`, `4 min 10 s`, `2 h 5 min`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// Columns of a width of 1, 2 or 5 times a power of ten, at most 24 of them.
pub fn histogram(values: &[f64], whole: bool) -> Vec<Column> {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let (Some(low), Some(high)) =
        (finite.iter().copied().reduce(f64::min), finite.iter().copied().reduce(f64::max))
    else {
        return Vec::new();
    };
    let mut width = super::plot::step(high - low, 22);
    if whole {
        width = width.max(1.0);
    }
    let first = (low / width).floor();
    let count = ((high / width).floor() - first) as usize + 1;
    let mut columns = vec![0; count];
    for value in finite {
        if let Some(column) = columns.get_mut(((value / width).floor() - first) as usize) {
            *column += 1;
        }
    }
    let column = |(place, count): (usize, usize)| {
        let from = (first + place as f64) * width;
        let to = from + if whole { width - 1.0 } else { width };
        let label = super::plot::number(from);
        let range = match to > from {
            true => format!("{label} to {}", super::plot::number(to)),
            false => label.clone(),
        };
        Column { label, range, count }
    };
    columns.into_iter().enumerate().map(column).collect()
}

/// Columns for times in milliseconds, each about twice as wide as the one before; those at both ends that would be empty
/// are left out.
pub fn time_histogram(milliseconds: &[f64]) -> Vec<Column> {
    const ENDS: [f64; 19] = [
        0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4,
        2e4, 5e4, 1e5,
    ];
    let name = |ms: f64| {
        let number = super::plot::number;
        if ms < 1000.0 {
            format!("{} ms", number(ms))
        } else {
            format!("{} s", number(ms / 1000.0))
        }
    };
    let column = |label: String| Column { range: label.clone(), label, count: 0 };
    let mut columns: Vec<Column> =
        ENDS.iter().map(|&end| column(format!("<{}", name(end)))).collect();
    columns.push(column("longer".into()));
    for &ms in milliseconds {
        let place = ENDS.iter().position(|&end| ms < end).unwrap_or(ENDS.len());
        columns[place].count += 1;
    }
    let first = columns.iter().position(|column| column.count > 0);
    let last = columns.iter().rposition(|column| column.count > 0);
    match (first, last) {
        (Some(first), Some(last)) => columns.drain(first..=last).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_count_everything() {
        let values: Vec<f64> = (-40..=57).map(|n| f64::from(n) + 0.5).collect();
        let columns = histogram(&values, true);
        assert_eq!(columns.iter().map(|column| column.count).sum::<usize>(), values.len());
        let column = |label: &str, range: &str, count| Column {
            label: label.into(),
            range: range.into(),
            count,
        };
        assert_eq!(columns[0], column("\u{2212}40", "\u{2212}40 to \u{2212}36", 5));
        assert!(columns.len() <= 24);
        assert_eq!(histogram(&[], true), []);
        assert_eq!(histogram(&[7.0, 7.0], true), [column("7", "7", 2)]);
        assert_eq!(histogram(&[f64::NAN], false), []);
        let times = time_histogram(&[0.3, 0.31, 4.0, 1e9]);
        assert_eq!(times.iter().map(|column| column.count).sum::<usize>(), 4);
        assert_eq!(times.first(), Some(&column("<0.5 ms", "<0.5 ms", 2)));
        assert_eq!(times.last(), Some(&column("longer", "longer", 1)));
    }

    #[test]
    fn durations() {
        let cases = [(3.24, "3.2 s"), (250.0, "4 min 10 s"), (7500.0, "2 h 5 min")];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
