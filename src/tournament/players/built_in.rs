//! A player inside this process: a session of our own.

use super::alarm::Alarm;
use crate::base::{Color, Move, Point, seeded};
use crate::clock::Remaining;
use crate::controller::{Fault, Trouble};
use crate::engine::{OptionKind, OptionTable, Purpose, Scope, Thought, options_of};
use crate::games::go::phantom;
use crate::games::gomoku::swap2::Reply;
use crate::session::gomoku::opening::{self, Judged};
use crate::session::{self, Asked, Session, Settings};
use crate::tournament::{Answer, Event, EventError, Player, PlayerSpec, Setting};
use std::time::Duration;

/// Words of an expected continuation that a comment shows.
const SHOWN: usize = 12;

/// Playouts for one judgement of an opening, at most: an answer judges a dozen positions.
const JUDGEMENT: u64 = 400;

/// A built-in engine with its options.
pub(super) struct BuiltIn {
    name: String,
    /// Engine options in the order in which they were said.
    options: Vec<(String, String)>,
    /// Is the seed among them?
    seeded: bool,
    game: Option<Game>,
    alarm: Alarm,
    /// Processor time used, as far as it can be told.
    cpu: Option<Duration>,
}

/// The game at hand.
struct Game {
    session: Box<dyn Session>,
    /// What the session was opened with.
    terms: (String, Settings),
    /// Its engine does all its work in the thread that asks.
    one_thread: bool,
    /// Seed of this player's chance in this game.
    seed: u64,
}

impl BuiltIn {
    /// The built-in engine that the text means: one of the values of the game's option `engine`, then options `key=value`.
    /// `None` if the first word is no such value.
    ///
    /// # Errors
    /// [`EventError::Engine`] for an unknown option or a value it does not take.
    pub(super) fn of(spec: &PlayerSpec, event: &Event) -> Result<Option<BuiltIn>, EventError> {
        let row = session::find(&event.game).ok_or_else(|| EventError::Game(event.game.clone()))?;
        let Some(table) = options_of(row.name) else { return Ok(None) };
        let mut words = spec.engine.split_whitespace();
        let Some(engine) = words.next().and_then(|word| engine_named(table, word)) else {
            return Ok(None);
        };
        let wrong = |text: String| EventError::Engine(spec.engine.clone(), text);
        let mut options = vec![("engine".to_owned(), engine.to_owned())];
        let known = |name: &str| table.find(name).is_ok_and(|row| row.scope == Scope::Engine);
        for word in words {
            let (row, value) = table.parse(word).map_err(|error| {
                let rows = table.rows.iter().filter(|row| row.scope == Scope::Engine);
                let names: Vec<&str> = rows.map(|row| row.name).collect();
                wrong(format!("{error}; the options are {}", names.join(", ")))
            })?;
            if row.scope == Scope::Rules {
                return Err(wrong(format!("{} is a part of the rules of the event", row.name)));
            }
            options.push((row.name.to_owned(), value.to_string()));
        }
        let said =
            |options: &[(String, String)], name: &str| options.iter().any(|(n, _)| n == name);
        if !said(&options, "threads") && known("threads") {
            options.push(("threads".into(), "1".into()));
        }
        for (name, value) in [("playouts", spec.playouts), ("depth", spec.depth.map(u64::from))] {
            let Some(value) = value else { continue };
            if !known(name) {
                return Err(wrong(format!("this engine has no option {name}")));
            }
            table
                .find(name)
                .and_then(|row| row.parse(&value.to_string()))
                .map_err(|error| wrong(error.to_string()))?;
            options.push((name.into(), value.to_string()));
        }
        Ok(Some(BuiltIn {
            name: format!("tesuji {} {}", env!("CARGO_PKG_VERSION"), spec.engine.trim()),
            seeded: said(&options, "seed") || !known("seed"),
            options,
            game: None,
            alarm: Alarm::default(),
            cpu: Some(Duration::ZERO),
        }))
    }
}

fn no_game() -> Trouble {
    Trouble::new(Fault::Refusal, "no game has begun")
}

/// The value of the option `engine` that this is.
fn engine_named(table: &OptionTable, word: &str) -> Option<&'static str> {
    match table.find("engine").ok()?.kind {
        OptionKind::Choice(words) => words.iter().copied().find(|w| w.eq_ignore_ascii_case(word)),
        _ => None,
    }
}

/// The names of that game's engines, if the word is the name of another game's.
pub(super) fn engines_elsewhere(word: &str, game: &str) -> Option<String> {
    let named = |row: &session::GameRow| {
        options_of(row.name).is_some_and(|table| engine_named(table, word).is_some())
    };
    session::GAMES.iter().find(|row| named(row))?;
    match options_of(session::find(game)?.name)?.find("engine").ok()?.kind {
        OptionKind::Choice(words) => Some(words.join(", ")),
        _ => None,
    }
}

fn refusal(error: impl ToString) -> Trouble {
    Trouble::new(Fault::Refusal, error.to_string())
}

impl Player for BuiltIn {
    fn own_name(&mut self) -> Result<String, Trouble> {
        Ok(self.name.clone())
    }

    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble> {
        let settings = Settings {
            size: Some(setting.size),
            komi: setting.komi,
            rules: setting.rules.clone(),
            options: self.options.clone(),
        };
        let terms = (setting.game.clone(), settings);
        let mut game = match self.game.take() {
            Some(game) if game.terms == terms && setting.set.is_empty() => game,
            _ => {
                let row = session::find(&terms.0).ok_or_else(|| refusal("unknown game"))?;
                let mut session = (row.open)(&terms.1).map_err(refusal)?;
                for (name, value) in &setting.set {
                    session.set_option(name, value).map_err(refusal)?;
                }
                let one_thread = session.option("threads").is_ok_and(|value| value == "1");
                Game { session, terms, one_thread, seed: 0 }
            }
        };
        let session = &mut game.session;
        session.set_size(setting.size).map_err(refusal)?;
        game.seed = mix(setting.seed, setting.color);
        if !self.seeded {
            session.set_option("seed", &game.seed.to_string()).map_err(refusal)?;
        }
        session.set_time_system(setting.time);
        if !setting.handicap.is_empty() {
            session.set_handicap(&setting.handicap).map_err(refusal)?;
        }
        session.play_all(&setting.opening).map_err(refusal)?;
        if let Some(mut books) = session.phantom() {
            books.sit_down(setting.color);
        }
        self.game = Some(game);
        Ok(())
    }

    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Trouble> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        game.session.play(color, mv).map_err(refusal)
    }

    fn told(&mut self, event: &phantom::Event) -> Result<(), Trouble> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        let books = game.session.phantom().ok_or_else(|| refusal("not in this game"))?;
        let seat = books.desk.seat.as_mut().ok_or_else(no_game)?;
        seat.tell(event.clone());
        Ok(())
    }

    fn choose(
        &mut self,
        color: Color,
        left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<Answer, Trouble> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        for (color, left) in Color::BOTH.into_iter().zip(left) {
            if let Some(left) = left {
                let (time, count) = left.gtp();
                game.session.set_time_left(color, time, count);
            }
        }
        let asked = Asked::new(color, Purpose::Play);
        let before = cpu_time::ThreadTime::try_now().ok().filter(|_| game.one_thread);
        let stop = self.alarm.set(limit);
        let thought = match game.session.propose(&asked, &stop, &mut |_| {}) {
            Some(try_) => try_,
            None => game.session.genmove(&asked, &stop, &mut |_| {}),
        };
        self.alarm.take_back();
        let used = before.and_then(|before| before.try_elapsed().ok());
        self.cpu = self.cpu.zip(used).map(|(sum, used)| sum + used);
        Ok(Answer {
            mv: thought.mv,
            winrate: winrate(&thought),
            comment: comment(&thought).unwrap_or_default(),
        })
    }

    fn take_back(&mut self, moves: &[(Color, Move)]) -> Result<(), Trouble> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        let surplus = game.session.moves().len().saturating_sub(moves.len());
        game.session.undo(surplus).map_err(refusal)
    }

    fn knows_swap2(&self) -> bool {
        true
    }

    fn swap2(
        &mut self,
        stones: &[Point],
        _left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<Reply, Trouble> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        let session = game.session.as_mut();
        let playouts = session.option("playouts").map_err(refusal)?;
        let few =
            playouts.parse().ok().filter(|&n| n > 0).map_or(JUDGEMENT, |n: u64| n.min(JUDGEMENT));
        session.set_option("playouts", &few.to_string()).map_err(refusal)?;
        // In time even if the clock is almost out; the alarm does not decide otherwise.
        let stop = self.alarm.set(limit / 4);
        let reply = opening::answer(session, stones, &mut seeded(game.seed), &mut |session| {
            let asked = Asked::new(session.to_move(), Purpose::Regress);
            let thought = session.think(&asked, &stop, &mut |_| {});
            Some(Judged { winrate: thought.report.winrate, mv: thought.mv })
        });
        self.alarm.take_back();
        session.set_option("playouts", &playouts).map_err(refusal)?;
        Ok(reply)
    }

    /// It has none of its own: it would judge as the referee does, who is asked anyway.
    fn score(&mut self) -> Result<Option<String>, Trouble> {
        Ok(None)
    }

    fn game_over(&mut self, _result: &str) {}

    fn cpu_time(&mut self) -> Option<Duration> {
        self.cpu
    }

    fn close(&mut self, _patience: Duration) -> Result<(), Trouble> {
        self.game = None;
        Ok(())
    }

    fn kill(&mut self) {
        self.game = None;
    }
}

/// The seed for that colour in a game with this seed (a step of SplitMix64); not negative as an `i64`.
fn mix(seed: u64, color: Color) -> u64 {
    let mut z = seed.wrapping_add((color.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) >> 1
}

/// The win rate of the move, where something was searched.
fn winrate(thought: &Thought) -> Option<f64> {
    let report = &thought.report;
    if report.playouts == 0 {
        return None;
    }
    let chosen = report.candidates.iter().find(|candidate| candidate.mv == thought.mv);
    Some(f64::from(chosen.map_or(report.winrate, |candidate| candidate.winrate)))
}

/// What the search saw of the move.
fn comment(thought: &Thought) -> Option<String> {
    let report = &thought.report;
    let best = report.candidates.iter().find(|candidate| candidate.mv == thought.mv)?;
    if report.playouts == 0 {
        return None;
    }
    let pv: Vec<String> = best.pv.iter().take(SHOWN).map(Move::to_string).collect();
    Some(format!(
        "{} visits of {}, winrate {:.1} %, score {:+.1}, {}",
        best.visits,
        report.visits,
        best.winrate * 100.0,
        best.score,
        pv.join(" ")
    ))
}
