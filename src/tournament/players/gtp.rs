//! A player behind GTP.

mod hidden;

use super::gtp_time::TimeTalk;
use super::program::Program;
use crate::base::{BoardSize, Color, Move, Point};
use crate::clock::Remaining;
use crate::controller::{Fault, GtpClient, Launch, Trouble};
use crate::game::PassRule;
use crate::games::go::phantom::Event;
use crate::session;
use crate::tournament::{Answer, Player, PlayerSpec, Setting};
use hidden::Hidden;
use std::time::Duration;

/// Commands that tell an engine how many playouts a move may have: the command it must list, and what is sent; `#` stands
/// for the number. The first one that the engine lists is sent.
const PLAYOUTS: &[(&str, &str)] = &[
    ("kata-set-param", "kata-set-param maxVisits #"),
    ("lz-setoption", "lz-setoption name visits value #"),
    ("uct_param_player", "uct_param_player max_games #"),
];

/// A program that speaks GTP.
pub(super) struct GtpPlayer {
    program: Program<GtpClient>,
    commands: Vec<String>,
    playouts: Option<u64>,
    time: TimeTalk,
    /// The handicap stones of the game at hand.
    handicap: Vec<Point>,
    /// Are passes forced in the game at hand, so that an engine knows of them without being told?
    forced_passes: bool,
    /// How it is spoken to in a game of hidden information; `None` in others.
    hidden: Option<Hidden>,
}

impl GtpPlayer {
    /// The player of that description; `patience` for answers that no clock bounds.
    pub(super) fn new(launch: Launch, spec: &PlayerSpec, patience: Duration) -> GtpPlayer {
        GtpPlayer {
            program: Program::new(launch, patience, spec.restart),
            commands: spec.commands.clone(),
            playouts: spec.playouts,
            time: TimeTalk::default(),
            handicap: Vec::new(),
            forced_passes: false,
            hidden: None,
        }
    }

    fn knows(&mut self, command: &str) -> bool {
        self.program.running().is_some_and(|client| client.knows(command))
    }

    /// Sends a command that must succeed.
    fn send(&mut self, command: &str) -> Result<String, Trouble> {
        let patience = self.program.patience();
        self.program.with(|client| client.send(command, patience))
    }

    /// Sends a command that may be refused; the refusal is logged.
    fn try_send(&mut self, command: &str) -> Result<Option<String>, Trouble> {
        let patience = self.program.patience();
        match self.program.with(|client| client.ask(command, patience))? {
            Ok(answer) => Ok(Some(answer)),
            Err(text) => {
                log::warn!("{} answers `{command}` with ? {text}", self.program.name());
                Ok(None)
            }
        }
    }

    /// Chooses the game in an engine that plays several.
    fn choose_game(&mut self, game: &str) -> Result<(), Trouble> {
        if game == "go" || !self.knows("set_game") {
            return Ok(());
        }
        let title = session::find(game).map_or(game, |row| row.title);
        let mut name = title.to_owned();
        if self.knows("list_games") {
            let list = self.send("list_games")?;
            let is = |listed: &&str| {
                listed.eq_ignore_ascii_case(title) || listed.eq_ignore_ascii_case(game)
            };
            name = match list.lines().map(str::trim).find(is) {
                Some(listed) => listed.to_owned(),
                None => {
                    let list = list.split_whitespace().collect::<Vec<_>>().join(", ");
                    let text = format!("does not play {title}; its games are {list}");
                    return Err(Trouble::new(Fault::Refusal, text));
                }
            };
        }
        self.send(&format!("set_game {name}")).map(|_| ())
    }

    fn set_board(&mut self, size: BoardSize) -> Result<(), Trouble> {
        let (width, height) = (size.width(), size.height());
        if width == height {
            self.send(&format!("boardsize {width}"))?;
        } else if self.knows("rectangular_boardsize") {
            self.send(&format!("rectangular_boardsize {width} {height}"))?;
        } else {
            let text =
                format!("does not list rectangular_boardsize, which a board of {size} needs");
            return Err(Trouble::new(Fault::Refusal, text));
        }
        self.send("clear_board").map(|_| ())
    }

    /// Tells the rules as well as the engine's commands can say them. The referee's rules are in force anyway; an engine
    /// that refuses some is left with its own.
    fn set_rules(&mut self, setting: &Setting) -> Result<(), Trouble> {
        if let Some(rules) = &setting.rules {
            let named = !rules.starts_with('{');
            if self.knows("kata-set-rules") {
                self.try_send(&format!("kata-set-rules {rules}"))?;
            } else if named && self.knows("kgs-rules") {
                self.try_send(&format!("kgs-rules {rules}"))?;
            }
        }
        if self.knows("kata-set-rule") {
            for (name, value) in &setting.set {
                let (name, value) = kata_rule(name, value);
                self.try_send(&format!("kata-set-rule {name} {value}"))?;
            }
        }
        Ok(())
    }

    /// Places the handicap stones, by whichever command the engine has.
    fn place_handicap(&mut self, stones: &[Point]) -> Result<(), Trouble> {
        if stones.is_empty() {
            return Ok(());
        }
        let list: Vec<String> = stones.iter().map(Point::to_string).collect();
        if self.knows("set_free_handicap") {
            return self.send(&format!("set_free_handicap {}", list.join(" "))).map(|_| ());
        }
        if self.knows("fixed_handicap") {
            let placed = self.try_send(&format!("fixed_handicap {}", stones.len()))?;
            let mut placed: Vec<Point> = placed
                .unwrap_or_default()
                .split_whitespace()
                .filter_map(|vertex| vertex.parse::<Move>().ok()?.point())
                .collect();
            let mut wanted = stones.to_vec();
            placed.sort_unstable();
            wanted.sort_unstable();
            if placed == wanted {
                return Ok(());
            }
            self.send("clear_board")?;
        }
        for vertex in list {
            self.send(&format!("play b {vertex}"))?;
        }
        Ok(())
    }

    fn set_playouts(&mut self) -> Result<(), Trouble> {
        let Some(playouts) = self.playouts else { return Ok(()) };
        for (command, line) in PLAYOUTS {
            if self.knows(command) {
                return self.send(&line.replace('#', &playouts.to_string())).map(|_| ());
            }
        }
        let commands: Vec<&str> = PLAYOUTS.iter().map(|(command, _)| *command).collect();
        let text = format!(
            "lists no command that sets playouts ({}); put them into its command line or its start-up commands",
            commands.join(", ")
        );
        Err(Trouble::new(Fault::Refusal, text))
    }
}

impl Player for GtpPlayer {
    fn own_name(&mut self) -> Result<String, Trouble> {
        self.program.start(GtpClient::start)?;
        let name = self.send("name")?;
        let version = self.try_send("version")?.unwrap_or_default();
        Ok(format!("{} {}", name.trim(), version.trim()).trim().to_owned())
    }

    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble> {
        if self.program.start_for_game(GtpClient::start)? {
            self.time = TimeTalk::default();
        }
        let open = |row: &session::GameRow| (row.open)(&session::Settings::default()).ok();
        let session = session::find(&setting.game).and_then(open);
        let passport = session.map(|session| session.passport());
        self.forced_passes = passport.as_ref().is_some_and(|p| p.passes == PassRule::Forced);
        let hidden = passport.is_some_and(|passport| passport.hidden);
        self.hidden = (hidden && self.knows("phantom-new")).then_some(Hidden::Seat);
        // An ordinary Go engine plays Go, whatever the game is.
        let bridged = hidden && self.hidden.is_none();
        if !bridged {
            self.choose_game(&setting.game)?;
        }
        self.set_board(setting.size)?;
        if let Some(komi) = setting.komi {
            self.send(&format!("komi {komi}"))?;
        }
        if !bridged {
            self.set_rules(setting)?;
        }
        self.set_playouts()?;
        let name = self.program.name().to_owned();
        let knows =
            |command: &str| self.program.running().is_some_and(|client| client.knows(command));
        if let Some(line) = self.time.settings(&setting.time, &name, knows) {
            self.send(&line)?;
        }
        self.handicap.clone_from(&setting.handicap);
        self.place_handicap(&setting.handicap)?;
        for &(color, mv) in &setting.opening {
            self.observe(color, mv)?;
        }
        for command in self.commands.clone() {
            self.send(&command)?;
        }
        if hidden { self.begin_hidden(setting) } else { Ok(()) }
    }

    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Trouble> {
        let letter = color.letter().to_ascii_lowercase();
        let command = format!("play {letter} {mv}");
        // gtp-rhino makes forced passes of its opponent by itself and then refuses to be told.
        if mv.is_pass() && self.forced_passes {
            let patience = self.program.patience();
            let answer = self.program.with(|client| client.ask(&command, patience))?;
            if let Err(text) = answer {
                log::debug!("{} answers `{command}` with ? {text}", self.program.name());
            }
            return Ok(());
        }
        self.send(&command).map(|_| ())
    }

    fn told(&mut self, event: &Event) -> Result<(), Trouble> {
        self.told_hidden(event)
    }

    fn choose(
        &mut self,
        color: Color,
        left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<Answer, Trouble> {
        if self.knows("time_left") {
            for player in [color.other(), color] {
                if let Some(left) = left[player.index()]
                    && let Some(line) = self.time.left(player, &left)
                {
                    self.try_send(&line)?;
                }
            }
        }
        let letter = color.letter().to_ascii_lowercase();
        if self.hidden.is_some() {
            let mv = self.try_hidden(letter, limit)?;
            return Ok(Answer { mv, winrate: None, comment: String::new() });
        }
        let answer =
            self.program.with(|client| client.send(&format!("genmove {letter}"), limit))?;
        let mv = read_move(&answer).ok_or_else(|| {
            Trouble::new(Fault::Garbage, format!("genmove answers {:?}", answer.trim()))
        })?;
        Ok(Answer { mv, winrate: None, comment: String::new() })
    }

    /// The game is told anew, since nobody knows what an engine that plays illegal moves has on its board: `undo` could take
    /// back a move that counts.
    fn take_back(&mut self, moves: &[(Color, Move)]) -> Result<(), Trouble> {
        match self.hidden {
            None => {}
            Some(Hidden::Seat) => return Ok(()),
            Some(Hidden::Bridge(_)) => return self.take_back_hidden(),
        }
        self.send("clear_board")?;
        self.place_handicap(&self.handicap.clone())?;
        moves.iter().try_for_each(|&(color, mv)| self.observe(color, mv))
    }

    fn explain(&mut self) -> Result<Option<String>, Trouble> {
        if !self.knows("gomill-explain_last_move") {
            return Ok(None);
        }
        let text = self.try_send("gomill-explain_last_move")?.unwrap_or_default();
        let text = text.trim();
        Ok((!text.is_empty()).then(|| text.to_owned()))
    }

    fn score(&mut self) -> Result<Option<String>, Trouble> {
        if !self.knows("final_score") {
            return Ok(None);
        }
        let score = self.try_send("final_score")?;
        Ok(score.map(|score| score.trim().to_owned()).filter(|score| !score.is_empty()))
    }

    fn game_over(&mut self, _result: &str) {}

    fn cpu_time(&mut self) -> Option<Duration> {
        self.program.cpu_time()
    }

    fn close(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.program.close(patience)
    }

    fn kill(&mut self) {
        self.program.kill();
    }
}

/// The move in an answer to `genmove`: a vertex, `pass` or `resign`, in any case.
fn read_move(answer: &str) -> Option<Move> {
    let text = answer.trim();
    if text.eq_ignore_ascii_case("resign") { Some(Move::RESIGN) } else { text.parse().ok() }
}

/// A part of the rules in KataGo's words: its names for the parts, and its spelling of the values.
fn kata_rule(name: &str, value: &str) -> (String, String) {
    let row = session::find("go")
        .and_then(|row| crate::engine::options_of(row.name))
        .and_then(|table| table.find(name).ok());
    let name = row.and_then(|row| row.aliases.first().copied()).unwrap_or(name);
    let value = match value.to_ascii_lowercase() {
        switch if switch == "true" || switch == "false" => switch,
        _ => value.to_ascii_uppercase(),
    };
    (name.to_owned(), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_genmove() {
        let cases = [
            ("D4", Some("D4")),
            (" d4 ", Some("D4")),
            ("PASS", Some("pass")),
            ("Resign", Some("resign")),
            ("resign\n", Some("resign")),
            ("T19", Some("T19")),
            ("", None),
            ("I5", None),
            ("Z99 ???", None),
            ("D4 E5", None),
            ("null", None),
            ("D4\nscore 3", None),
        ];
        for (answer, mv) in cases {
            let read = read_move(answer).map(|mv| mv.to_string());
            assert_eq!(read.as_deref(), mv, "{answer:?}");
        }
    }

    #[test]
    fn rules_in_the_words_of_katago() {
        let cases = [
            ("ko", "situational", "ko SITUATIONAL"),
            ("suicide", "true", "suicide true"),
            ("handicap_bonus", "n-1", "whiteHandicapBonus N-1"),
            ("friendly_pass", "False", "friendlyPassOk false"),
        ];
        for (name, value, line) in cases {
            let (name, value) = kata_rule(name, value);
            assert_eq!(format!("{name} {value}"), line);
        }
    }
}
