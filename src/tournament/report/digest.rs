//! What a report shows beyond the statistics: facts of the event, values for plots.

use crate::tournament::statistics::elo::{self, Estimate};
use crate::tournament::statistics::sprt::{self, State};
use crate::tournament::statistics::table::ending_text;
use crate::tournament::statistics::{Evidence, Summary};
use crate::tournament::{Entry, Event, FaultNote, Format, OpeningSource, SprtSpec, schedule};

/// Points of a line over the games that cost a test each.
const TESTED: usize = 300;

/// Everything counted.
pub struct Digest<'a> {
    /// The event.
    pub event: &'a Event,
    /// The games, each once, in the order of their numbers.
    pub games: &'a [Entry],
    /// The statistics; players in the event's order.
    pub numbers: Summary,
    /// The players by rank.
    pub order: Vec<usize>,
}

/// The first player against the other or, in a gauntlet, the others.
pub struct Duel {
    /// The first player's name.
    pub first: String,
    /// The other's.
    pub second: String,
    /// Its results.
    pub evidence: Evidence,
    /// What they say.
    pub estimate: Estimate,
    /// The event's test, if it has one.
    pub sprt: Option<(SprtSpec, State)>,
}

impl<'a> Digest<'a> {
    /// Counts.
    pub fn new(event: &'a Event, games: &'a [Entry]) -> Digest<'a> {
        let named = event.players.iter().map(|player| player.name.clone());
        let names: Vec<String> = named.filter(|name| !name.is_empty()).collect();
        let numbers = Summary::with_names(&names, games);
        let order = numbers.ranking();
        Digest { event, games, numbers, order }
    }

    /// The name of a player.
    pub fn name(&self, player: usize) -> &str {
        self.numbers.players.get(player).map_or("", |player| player.name.as_str())
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.numbers.players.len()
    }

    /// The event's name, or who played.
    pub fn title(&self) -> String {
        match (self.event.name.as_str(), self.numbers.players.as_slice()) {
            ("", [first, second]) => format!("{} \u{2013} {}", first.name, second.name),
            ("", _) => format!("{} event", self.event.game),
            (name, _) => name.to_string(),
        }
    }

    /// What was played, in pairs of name and value.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let event = self.event;
        let first = self.games.first();
        let mut facts = Vec::new();
        let mut add = |name: &'static str, value: String| {
            if !value.is_empty() {
                facts.push((name, value));
            }
        };
        add("Game", event.game.clone());
        add("Board", first.map_or(event.size.clone(), |game| game.size.clone()));
        let komi = event.komi.or(first.and_then(|game| game.komi));
        add("Komi", komi.map(|komi| komi.to_string()).unwrap_or_default());
        add("Rules", event.rules.clone().unwrap_or_default());
        let set: Vec<String> = event.set.iter().map(|(k, v)| format!("{k}={v}")).collect();
        add("Settings", set.join(", "));
        if event.handicap > 0 {
            add("Handicap", event.handicap.to_string());
        }
        add("Format", format_name(event.format).into());
        let played = self.games.len();
        add(
            "Games",
            match self.scheduled() {
                Some(all) if all != played => format!("{played} of {all}"),
                _ => played.to_string(),
            },
        );
        let own = event.players.iter().filter_map(|player| {
            player.time.as_ref().map(|time| format!("{}: {time}", player.name))
        });
        let times: Vec<String> = std::iter::once(event.time.clone()).chain(own).collect();
        add("Time", times.join(", "));
        add(
            "Openings",
            match &event.openings {
                OpeningSource::None => "none".into(),
                OpeningSource::BuiltIn => "built-in".into(),
                OpeningSource::Path(path) => path.display().to_string(),
            },
        );
        add("Seed", event.seed.to_string());
        let begun = self.games.iter().map(|game| game.begun.as_str());
        add("Begun", begun.filter(|text| !text.is_empty()).min().unwrap_or_default().to_string());
        add("Time of all games", duration(self.games.iter().map(|game| game.took).sum()));
        let endings: Vec<String> = self
            .numbers
            .endings
            .iter()
            .map(|(ending, count)| format!("{} {count}", ending_text(*ending)))
            .collect();
        add("Endings", endings.join(", "));
        add("Report by", concat!("tesuji ", env!("CARGO_PKG_VERSION")).into());
        facts
    }

    /// How many games the schedule has, where that does not depend on results.
    fn scheduled(&self) -> Option<usize> {
        let known = self.event.players.len() >= 2 && self.event.format != Format::Swiss;
        known.then(|| schedule::fixtures(self.event, 1).len())
    }

    /// Every fault, with its game.
    pub fn faults(&self) -> Vec<(&'a Entry, &'a FaultNote)> {
        let games = self.games.iter();
        games.flat_map(|game| game.faults.iter().map(move |fault| (game, fault))).collect()
    }

    /// The comparison that the event is about, if it is about one.
    pub fn duel(&self) -> Option<Duel> {
        let first = self.numbers.players.first()?.name.clone();
        let (second, opponent) = match self.numbers.players.as_slice() {
            [_, other] => (other.name.clone(), Some(other.name.as_str())),
            [_, _, ..] if self.event.format == Format::Gauntlet => ("the others".into(), None),
            _ => return None,
        };
        let evidence = Evidence::of(self.games, &first, opponent);
        let estimate = elo::estimate(&evidence)?;
        let spec = self.event.sprt.filter(|spec| sprt::check(spec).is_ok());
        let sprt = spec.map(|spec| (spec, sprt::test(&spec, &evidence)));
        Some(Duel { first, second, evidence, estimate, sprt })
    }

    /// The logarithm of the test's likelihood ratio after every so many games, and how many those are.
    pub fn likelihood(&self, duel: &Duel) -> Option<(usize, Vec<f64>)> {
        let (spec, _) = duel.sprt?;
        let every = self.games.len().div_ceil(TESTED).max(1);
        let opponent = (self.players() == 2).then_some(duel.second.as_str());
        let ends =
            (1..=self.games.len().div_ceil(every)).map(|n| (n * every).min(self.games.len()));
        let values = ends.map(|end| {
            let games = self.games.get(..end).unwrap_or_default();
            sprt::test(&spec, &Evidence::of(games, &duel.first, opponent)).llr
        });
        Some((every, std::iter::once(0.0).chain(values).collect()))
    }

    /// Wins minus losses of a player after each of its games, beginning with 0.
    pub fn balance(&self, player: usize) -> Vec<f64> {
        let name = self.name(player);
        let mut sum = 0.0;
        let mut values = vec![0.0];
        for game in self.games {
            let own = if game.black.name == name {
                game.black_points()
            } else if game.white.name == name {
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
            let other = self.players() == 2 && game.white.name == self.name(0);
            Some(if other { -margin } else { margin })
        });
        margins.collect()
    }

    /// Milliseconds of every move of a player that was timed.
    pub fn times(&self, player: usize) -> Vec<f64> {
        let name = self.name(player);
        let mut times = Vec::new();
        for game in self.games {
            for (color, side) in [('b', &game.black), ('w', &game.white)] {
                if side.name == name {
                    let own = game.moves.iter().filter(|played| played.color == color);
                    times.extend(own.filter_map(|played| played.ms));
                }
            }
        }
        times
    }
}

/// The name of a format, as an event file spells it.
fn format_name(format: Format) -> &'static str {
    match format {
        Format::Match => "match",
        Format::RoundRobin => "round-robin",
        Format::Gauntlet => "gauntlet",
        Format::Swiss => "swiss",
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let cases = [(3.24, "3.2 s"), (250.0, "4 min 10 s"), (7500.0, "2 h 5 min")];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
