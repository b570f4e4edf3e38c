//! An event made ready: everything that could be wrong with it is found before the first game.

use super::opening::{self, Opening};
use super::referee::Referee;
use super::statistics::sprt;
use super::{Event, EventError, Fixture, Format, Player, Scorer, Setting};
use super::{game, players, processors, schedule, time};
use crate::base::Color;
use crate::controller::{Fault, Trouble};
use std::fmt;
use std::time::Duration;

/// What is wrong with an event: where, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanError {
    /// The player whose description it is in, from 0; otherwise it is about the event.
    pub player: Option<usize>,
    /// The key of the event (or of the player), as its file spells it.
    pub key: &'static str,
    /// What is wrong, with what is accepted.
    pub text: String,
}

impl std::error::Error for PlanError {}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.player {
            Some(player) => write!(f, "player {}, {}: {}", player + 1, self.key, self.text),
            None => write!(f, "{}: {}", self.key, self.text),
        }
    }
}

/// An event that can be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The event; once the players were met, each has a name of its own.
    pub event: Event,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The games; of a Swiss event those of the first round.
    pub fixtures: Vec<Fixture>,
    /// The number of games of the whole event.
    pub total: usize,
}

impl Plan {
    /// Checks an event, loads its openings and lays out its schedule. Starts nothing.
    ///
    /// # Errors
    /// [`PlanError`] for the first thing that is wrong.
    pub fn new(event: Event) -> Result<Plan, PlanError> {
        check(&event)?;
        let openings = opening::load(&event).map_err(|error| wrong("openings", error))?;
        for opening in &openings {
            game::check(&event, Some(opening)).map_err(of_event)?;
        }
        let fixtures = schedule::fixtures(&event, openings.len());
        let total = match event.format {
            Format::Swiss => fixtures.len() * schedule::rounds(&event),
            _ => fixtures.len(),
        };
        if fixtures.is_empty() {
            return Err(wrong("games", "there is nothing to play"));
        }
        Ok(Plan { event, openings, fixtures, total })
    }

    /// Starts every player once, sees whether it takes the game, and gives a name to those that have none. The players
    /// come back running, in the order of the event.
    ///
    /// # Errors
    /// [`PlanError`] when one cannot be started or refuses the game.
    pub fn meet(&mut self) -> Result<Vec<Box<dyn Player>>, PlanError> {
        let mut met: Vec<Box<dyn Player>> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (number, spec) in self.event.players.iter().enumerate() {
            let found = |key| move |error: EventError| of_player(number, key, error);
            let refused = |trouble: Trouble| of_player(number, "engine", trouble);
            let mut player = players::open(spec, &self.event, &[]).map_err(found("engine"))?;
            let own = player.own_name().map_err(refused)?;
            player.new_game(&self.trial(number)?).map_err(refused)?;
            if self.event.swap2 && !player.knows_swap2() {
                let text = "does not know the swap2 opening: players behind the Gomocup protocol and built-in ones do";
                return Err(of_player(number, "engine", text));
            }
            names.push(cleaned(if spec.name.is_empty() { &own } else { &spec.name }));
            if spec.restart
                && let Err(trouble) = player.close(quit_patience(&self.event))
            {
                log::warn!("player {}: {trouble}", number + 1);
            }
            met.push(player);
        }
        self.try_scorer()?;
        make_distinct(&mut names);
        for (spec, name) in self.event.players.iter_mut().zip(names) {
            spec.name = name;
        }
        Ok(met)
    }

    /// Asks a scoring program for a score once: one that does not run would be noticed only after each game.
    fn try_scorer(&self) -> Result<(), PlanError> {
        let rulings = &self.event.rulings;
        let Scorer::Command(command) = &rulings.scorer else { return Ok(()) };
        let patience = Duration::try_from_secs_f64(rulings.patience).unwrap_or(Duration::MAX);
        let asked =
            players::score_by(command, &self.trial(0)?, patience, quit_patience(&self.event));
        match asked {
            // It may well refuse to score a game that has not begun.
            Err(trouble) if trouble.fault != Fault::Refusal => Err(wrong("scorer", trouble)),
            _ => Ok(()),
        }
    }

    /// How a game begins that nobody will play.
    fn trial(&self, player: usize) -> Result<Setting, PlanError> {
        let event = &self.event;
        let referee = Referee::new(event, None).map_err(of_event)?;
        let own = event.players.get(player).and_then(|spec| spec.time.as_ref());
        Ok(Setting {
            game: referee.row().name.into(),
            size: referee.size(),
            komi: referee.komi(),
            rules: event.rules.clone().or_else(|| referee.rules()),
            set: event.set.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
            color: Color::Black,
            time: time::parse(own.unwrap_or(&event.time)).map_err(|e| wrong("time", e))?,
            handicap: referee.handicap().to_vec(),
            opening: Vec::new(),
            seed: event.seed,
            opponent: String::new(),
        })
    }

    /// A text that tells these openings from others: how many there are and a hash (FNV-1a) of their moves.
    pub fn fingerprint(&self) -> String {
        if self.openings.is_empty() {
            return String::new();
        }
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let moves = self.openings.iter().map(|opening| format!("{:?};", opening.moves));
        for byte in moves.flat_map(String::into_bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        format!("{} {hash:016x}", self.openings.len())
    }
}

/// Time to end for an engine.
pub(super) fn quit_patience(event: &Event) -> Duration {
    Duration::try_from_secs_f64(event.rulings.quit_patience).unwrap_or(Duration::from_secs(3))
}

fn wrong(key: &'static str, text: impl fmt::Display) -> PlanError {
    PlanError { player: None, key, text: text.to_string() }
}

fn of_player(player: usize, key: &'static str, text: impl fmt::Display) -> PlanError {
    PlanError { player: Some(player), key, text: text.to_string() }
}

/// The key that an error is about.
fn of_event(error: EventError) -> PlanError {
    let key = match &error {
        EventError::Game(_) => "game",
        EventError::Size { .. } => "size",
        EventError::Time(_) => "time",
        EventError::Setting(name, _) => match name.as_str() {
            "komi" => "komi",
            "rules" => "rules",
            "handicap" => "handicap",
            "swap2" => "swap2",
            "scorer" => "scorer",
            "size" => "size",
            _ => "set",
        },
        EventError::Opening(..) => "openings",
        EventError::Engine(..) => "engine",
    };
    wrong(key, error)
}

/// Everything that can be checked without starting an engine.
fn check(event: &Event) -> Result<(), PlanError> {
    let count = event.players.len();
    match event.format {
        Format::Match if count != 2 => {
            return Err(wrong("player", format!("a match has two players, not {count}")));
        }
        _ if count < 2 => {
            return Err(wrong("player", format!("an event has at least two players, not {count}")));
        }
        _ => {}
    }
    if !(1..=MOST_GAMES).contains(&event.games) {
        return Err(wrong("games", format!("from 1 to {MOST_GAMES}, not {}", event.games)));
    }
    for (number, spec) in event.players.iter().enumerate() {
        if spec.name.chars().count() > LONGEST_NAME {
            let text = format!("a name has at most {LONGEST_NAME} characters");
            return Err(of_player(number, "name", text));
        }
    }
    if !(1..=MOST_AT_ONCE).contains(&event.concurrency) {
        return Err(wrong("concurrency", format!("from 1 to {MOST_AT_ONCE} games at a time")));
    }
    if event.pin && processors::shares(event.concurrency).is_empty() {
        let count = processors::all().len();
        let text = format!("{} games at a time on {count} processors", event.concurrency);
        return Err(wrong("pin", format!("each game needs a processor of its own: {text}")));
    }
    time::parse(&event.time).map_err(|error| wrong("time", error))?;
    check_rulings(event)?;
    for (number, spec) in event.players.iter().enumerate() {
        if let Some(text) = &spec.time {
            time::parse(text).map_err(|error| of_player(number, "time", error))?;
        }
    }
    game::check(event, None).map_err(of_event)?;
    for (number, spec) in event.players.iter().enumerate() {
        players::check(spec, event).map_err(|error| match error {
            EventError::Time(error) => of_player(number, "time", error),
            error => of_player(number, "engine", error),
        })?;
    }
    Ok(())
}

/// Games of a pairing, at most: the whole schedule is laid out beforehand.
const MOST_GAMES: usize = 1_000_000;

/// Longest name of a player, in characters.
const LONGEST_NAME: usize = 100;

/// A name as an engine tells it, fit for tables and lines: no control characters, no marks that turn the direction of the
/// text, and not too long.
fn cleaned(name: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let name: String = name.chars().filter(|&c| !c.is_control() && !turns(c)).collect();
    name.trim().chars().take(LONGEST_NAME).collect()
}

/// Games at the same time, at most.
const MOST_AT_ONCE: usize = 512;

fn check_rulings(event: &Event) -> Result<(), PlanError> {
    let rulings = &event.rulings;
    if let Some(winrate) = rulings.agree_winrate
        && !(0.5..=1.0).contains(&winrate)
    {
        return Err(wrong("agree-winrate", format!("a win rate from 0.5 to 1, not {winrate}")));
    }
    if rulings.agree_moves == 0 {
        return Err(wrong("agree-moves", "at least 1"));
    }
    if rulings.illegal_moves_lose == 0 {
        return Err(wrong("illegal-moves-lose", "at least 1: the first illegal move loses"));
    }
    let seconds = [
        ("margin", rulings.margin, 0.0),
        ("patience", rulings.patience, 0.001),
        ("quit-patience", rulings.quit_patience, 0.0),
    ];
    for (key, value, least) in seconds {
        if !(least..=86_400.0).contains(&value) {
            let text = format!("seconds, from {least} to 86400, not {value}");
            return Err(wrong(key, text));
        }
    }
    let Some(spec) = &event.sprt else { return Ok(()) };
    if !matches!(event.format, Format::Match | Format::Gauntlet) {
        return Err(wrong("sprt", "only a match or a gauntlet can be a test"));
    }
    sprt::check(spec).map_err(|error| wrong("sprt", error))?;
    Ok(())
}

/// Appends numbers to names that are there already.
fn make_distinct(names: &mut [String]) {
    for index in 1..names.len() {
        let (before, rest) = names.split_at_mut(index);
        let Some(name) = rest.first_mut() else { continue };
        let mut number = 1;
        let mut fresh = name.clone();
        while before.contains(&fresh) {
            number += 1;
            fresh = format!("{name} ({number})");
        }
        *name = fresh;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_into_a_line() {
        let cases =
            [("GNU Go 3.8", "GNU Go 3.8"), (" a\nb\t", "ab"), ("x\u{202e}y", "xy"), ("", "")];
        for (name, fit) in cases {
            assert_eq!(cleaned(name), fit);
        }
        assert_eq!(cleaned(&"ä".repeat(1_000_000)).chars().count(), LONGEST_NAME);
    }

    #[test]
    fn names_become_distinct() {
        let mut names = ["a", "a", "b", "a (2)", "a", ""].map(String::from);
        make_distinct(&mut names);
        assert_eq!(names, ["a", "a (2)", "b", "a (2) (2)", "a (3)", ""]);
    }
}
