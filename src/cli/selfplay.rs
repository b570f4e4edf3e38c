//! Shows a game move by move in the terminal: engines against each other, or a human against one.

use super::Usage;
use super::arguments::report::SelfplayOptions;
use crate::base::{BoardSize, Color, Move};
use crate::engine::{OptionKind, Purpose, Scope, Stop};
use crate::protocol::gtp::draw;
use crate::record::sgf::{self, GameRecord};
use crate::session::{self, Asked, Feature, GAMES, GameRow, Session, SessionError, Settings};
use anyhow::{Context, Result, anyhow};
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Moves after which a game that does not end is broken off, for each point of the board.
const LONGEST: usize = 10;

/// How often somebody who waits looks whether the end was asked for.
const LOOK: Duration = Duration::from_millis(30);

/// Plays and shows one game.
pub fn run(options: &SelfplayOptions) -> Result<()> {
    let row = session::find(&options.game).ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|row| row.name).collect();
        Usage(format!("unknown game {}; accepted: {}", options.game, names.join(", ")))
    })?;
    let mut table = Table::open(row, options)?;
    if let Some(path) = &options.sgf {
        session::may_write(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let stop = table.stop.clone();
    ctrlc::set_handler(move || stop.raise()).context("cannot watch for Ctrl-C")?;
    let played = table.play();
    // Whatever ended the game, a reader of the output that went away included.
    if let Some(path) = &options.sgf {
        let record = table.record()?;
        session::write_file(path, record.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    played
}

/// Who plays a colour.
enum Player {
    Human,
    /// An engine by the name that the user gave it, with the options that it plays with.
    Engine(String, Vec<(String, String)>),
}

impl Player {
    fn name(&self) -> &str {
        match self {
            Player::Human => "human",
            Player::Engine(name, _) => name,
        }
    }
}

/// How a game ended, when neither its rules nor its length ended it.
enum End {
    Resigned(Color),
    Left,
}

struct Table {
    row: &'static GameRow,
    session: Box<dyn Session>,
    players: [Player; 2],
    end: Option<End>,
    limit: usize,
    delay: Duration,
    clear: bool,
    stop: Stop,
    /// What a human types; started when the first line is wanted.
    lines: Option<Receiver<String>>,
}

impl Table {
    fn open(row: &'static GameRow, options: &SelfplayOptions) -> Result<Table> {
        let usual = if row.name == "go" { BoardSize::square(9) } else { None };
        let mut common = Vec::new();
        let mut say = |name: &str, value: &str| common.push((name.to_string(), value.to_string()));
        match (&options.time_per_move, &options.playouts) {
            (None, None) => say("time_per_move", "1"),
            (Some(time), _) => say("time_per_move", time),
            (None, Some(playouts)) => say("playouts", playouts),
        }
        if let Some(seed) = &options.seed {
            say("seed", seed);
        }
        let settings =
            Settings { size: options.size.or(usual), options: common, ..Settings::default() };
        let session = (row.open)(&settings).map_err(|error| match (error, settings.size) {
            (SessionError::UnacceptableSize, Some(size)) => {
                Usage(format!("{} is not played on {size}", row.title))
            }
            (error, _) => Usage(error.to_string()),
        })?;
        let usual = session.option("engine").unwrap_or_default();
        let [black, white] =
            [&options.black, &options.white].map(|said| said.as_deref().unwrap_or(&usual));
        let mut players = [
            player("--black", black, session.as_ref())?,
            player("--white", white, session.as_ref())?,
        ];
        complete(&mut players, session.as_ref())?;
        let area = session.size().area();
        Ok(Table {
            row,
            session,
            players,
            end: None,
            limit: if options.moves == 0 { LONGEST * area } else { options.moves },
            delay: Duration::from_secs_f64(options.delay),
            clear: !options.plain && io::stdout().is_terminal(),
            stop: Stop::default(),
            lines: None,
        })
    }

    fn play(&mut self) -> Result<()> {
        let title = format!(
            "{}: {} (Black, X) against {} (White, O)",
            self.row.title,
            self.players[0].name(),
            self.players[1].name()
        );
        let mut news = title;
        // A human's own move needs no time to be seen.
        let mut rests = false;
        loop {
            self.show(&news)?;
            if rests {
                self.rest(self.delay);
            }
            if self.session.outcome().is_some()
                || self.end.is_some()
                || self.stop.is_raised()
                || self.session.moves().len() >= self.limit
            {
                break;
            }
            let color = self.session.to_move();
            let human = matches!(self.players[color.index()], Player::Human);
            let moves = self.session.moves().len();
            let mv = if human { self.ask(color)? } else { Some(self.think(color)?) };
            match mv {
                Some(Move::RESIGN) => {
                    self.end = Some(End::Resigned(color));
                    news = format!("{} resigns", capital(color));
                }
                Some(mv) => {
                    let verb = if mv.is_pass() { "passes".into() } else { format!("plays {mv}") };
                    let name = self.players[color.index()].name();
                    news = format!("{}. {} ({name}) {verb}", moves + 1, capital(color));
                }
                // Taken back, or left.
                None => news = format!("{} moves made", self.session.moves().len()),
            }
            rests = !human;
        }
        let result = self.result();
        let mut out = io::stdout().lock();
        match result {
            Some(result) => writeln!(out, "Result: {result}")?,
            None => {
                writeln!(out, "Broken off after {} moves", self.session.moves().len())?;
            }
        }
        Ok(out.flush()?)
    }

    /// The board, with what happened last above it.
    fn show(&self, news: &str) -> Result<()> {
        let board = draw(self.session.as_ref());
        let clear = if self.clear { "\x1b[H\x1b[2J" } else { "" };
        let mut out = io::stdout().lock();
        write!(out, "{clear}{news}\n{board}\n\n")?;
        Ok(out.flush()?)
    }

    fn think(&mut self, color: Color) -> Result<Move> {
        if let Player::Engine(_, options) = &self.players[color.index()] {
            for (name, value) in options {
                // Setting an option may cost what the engine has learnt.
                if self.session.option(name).ok().as_ref() != Some(value) {
                    self.session
                        .set_option(name, value)
                        .map_err(|error| anyhow!("{name}={value}: {error}"))?;
                }
            }
        }
        let asked = Asked::new(color, Purpose::Play);
        Ok(self.session.genmove(&asked, &self.stop, &mut |_| {}).mv)
    }

    /// Asks a human until there is a move; `None` when moves were taken back or the human left.
    fn ask(&mut self, color: Color) -> Result<Option<Move>> {
        let mut trouble = String::new();
        loop {
            {
                let mut out = io::stdout().lock();
                write!(
                    out,
                    "{trouble}{} to move (D4, pass, undo, resign, quit): ",
                    capital(color)
                )?;
                out.flush()?;
            }
            let Some(line) = self.line() else {
                self.end = Some(End::Left);
                return Ok(None);
            };
            let word = line.trim().to_ascii_lowercase();
            match word.as_str() {
                "" => trouble.clear(),
                "quit" => {
                    self.end = Some(End::Left);
                    return Ok(None);
                }
                "resign" => return Ok(Some(Move::RESIGN)),
                "undo" => {
                    if self.take_back(color) {
                        return Ok(None);
                    }
                    trouble = "There is no move to take back.\n".into();
                }
                word => match word.parse::<Move>() {
                    Ok(mv) => match self.session.play(color, mv) {
                        Ok(()) => return Ok(Some(mv)),
                        Err(SessionError::IllegalMove(why)) => {
                            trouble = format!("{mv} is not legal: {why}.\n");
                        }
                        Err(error) => trouble = format!("{mv}: {error}.\n"),
                    },
                    Err(_) => trouble = format!("{word} is no move.\n"),
                },
            }
        }
    }

    /// Back to that colour's last move.
    fn take_back(&mut self, color: Color) -> bool {
        let own = self.session.moves().iter().rev().position(|(mover, _)| *mover == color);
        own.is_some_and(|back| self.session.undo(back + 1).is_ok())
    }

    /// The next line typed; `None` at the end of input or when the end was asked for.
    fn line(&mut self) -> Option<String> {
        let lines = self.lines.get_or_insert_with(|| {
            let (sender, receiver) = mpsc::channel();
            thread::spawn(move || {
                for line in io::stdin().lock().lines().map_while(io::Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
            receiver
        });
        loop {
            if self.stop.is_raised() {
                return None;
            }
            match lines.recv_timeout(LOOK) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn rest(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.stop.is_raised() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(LOOK));
        }
    }

    /// `B+3.5` and the like; `None` for a game that was broken off.
    fn result(&mut self) -> Option<String> {
        if let Some(End::Resigned(loser)) = self.end {
            return Some(format!("{}+R", loser.other().letter()));
        }
        let outcome = self.session.outcome()?;
        if !self.session.offers(Feature::Status) {
            return Some(outcome.to_string());
        }
        Some(self.session.score(&Stop::default()).unwrap_or(outcome).to_string())
    }

    /// The game as a record, with the players' names.
    fn record(&mut self) -> Result<String> {
        let result = self.result();
        let text = self
            .session
            .save(&Stop::default())
            .map_err(|error| anyhow!("cannot write a record: {error}"))?;
        let collection = sgf::parse(text.as_bytes())?;
        let tree = collection.first().context("no game")?;
        let mut record = GameRecord::from_tree_as(tree, self.row.notation)?;
        for color in Color::BOTH {
            let name = self.players[color.index()].name().to_string();
            record.player_mut(color).name = Some(name);
        }
        record.result = result;
        Ok(sgf::write(&[record.to_tree(self.row.notation)]))
    }
}

/// The player that the user named.
fn player(flag: &str, text: &str, session: &dyn Session) -> Result<Player, Usage> {
    let words = shell_words::split(text)
        .map_err(|_| Usage(format!("{flag}: a quotation mark is not closed in {text}")))?;
    let (name, options) = match words.split_first() {
        Some((name, options)) if !name.contains('=') => (name.clone(), options),
        _ => return Err(Usage(format!("{flag}: {text} names no player; {}", accepted(session)))),
    };
    if name == "human" {
        return match options {
            [] => Ok(Player::Human),
            _ => Err(Usage(format!("{flag}: a human has no options"))),
        };
    }
    if session.check_option("engine", &name).is_err() {
        return Err(Usage(format!("{flag}: unknown engine {name}; {}", accepted(session))));
    }
    let mut chosen = vec![("engine".to_string(), name)];
    for option in options {
        let Some((key, value)) = option.split_once('=') else {
            return Err(Usage(format!("{flag}: an option is KEY=VALUE, not {option}")));
        };
        session
            .check_option(key, value)
            .map_err(|error| Usage(format!("{flag}: {option}: {error}")))?;
        let row = session.option_rows().iter().find(|row| {
            row.aliases.iter().chain([&row.name]).any(|name| name.eq_ignore_ascii_case(key))
        });
        let Some(row) = row.filter(|row| row.scope == Scope::Engine && row.name != "seed") else {
            return Err(Usage(format!("{flag}: {key} is nothing that one player has alone")));
        };
        chosen.retain(|(name, _)| name != row.name);
        chosen.push((row.name.to_string(), value.to_string()));
    }
    Ok(Player::Engine(words.join(" "), chosen))
}

fn accepted(session: &dyn Session) -> String {
    let row = session.option_rows().iter().find(|row| row.name == "engine");
    match row.map(|row| row.kind) {
        Some(OptionKind::Choice(names)) => format!("accepted: human, {}", names.join(", ")),
        _ => "accepted: human".into(),
    }
}

/// Adds to each engine what only the other one sets, at the value that the session has now: both play in one session,
/// and neither may play with the other's options.
fn complete(players: &mut [Player; 2], session: &dyn Session) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    for player in players.iter() {
        if let Player::Engine(_, options) = player {
            names.extend(options.iter().map(|(name, _)| name.clone()));
        }
    }
    for player in players {
        let Player::Engine(_, options) = player else { continue };
        for name in &names {
            if !options.iter().any(|(other, _)| other == name) {
                let value = session.option(name).map_err(|error| anyhow!("{name}: {error}"))?;
                options.push((name.clone(), value));
            }
        }
    }
    Ok(())
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
