//! A Reversi player behind the NBoard protocol.
//!
//! Before each question the engine is told the whole game so far as a GGF record, clocks included, and asked for a `pong`:
//! so nothing depends on what it remembers. Squares are named as in GTP, letter for letter; a pass is `PA`.

use super::program::Program;
use crate::base::{Color, Move};
use crate::clock::{Remaining, TimeSystem};
use crate::controller::{Fault, Launch, NBoardClient, Trouble};
use crate::tournament::{Answer, Player, PlayerSpec, Setting};
use std::fmt::Write;
use std::time::Duration;

/// Search depth where the event says none: the protocol wants one.
const DEPTH: u32 = 12;

/// The time that an engine without a clock is told, in seconds; then its depth limits it.
const UNTIMED: f64 = 3600.0;

/// The board at the start, from a1 along the rows, and the player to move.
const START: &str = "8 ---------------------------O*------*O--------------------------- *";

/// An engine behind NBoard.
pub(super) struct NBoardPlayer {
    program: Program<NBoardClient>,
    commands: Vec<String>,
    depth: u32,
    time: TimeSystem,
    names: [String; 2],
    moves: Vec<(Color, Move)>,
}

impl NBoardPlayer {
    /// The player of that description.
    pub(super) fn new(launch: Launch, spec: &PlayerSpec, patience: Duration) -> NBoardPlayer {
        NBoardPlayer {
            program: Program::new(launch, patience, spec.restart),
            commands: spec.commands.clone(),
            depth: spec.depth.unwrap_or(DEPTH),
            time: TimeSystem::None,
            names: [const { String::new() }; 2],
            moves: Vec::new(),
        }
    }
}

impl Player for NBoardPlayer {
    fn own_name(&mut self) -> Result<String, Trouble> {
        self.program.start(NBoardClient::start)?;
        let told = self.program.running().and_then(|client| client.name().map(str::to_owned));
        Ok(told.unwrap_or_else(|| {
            let file = self.program.name();
            file.rsplit('/').next().unwrap_or(file).to_owned()
        }))
    }

    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble> {
        if self.program.start_for_game(NBoardClient::start)? {
            for command in self.commands.clone() {
                self.program.with(|client| client.tell(&command))?;
            }
        }
        let depth = self.depth;
        self.program.with(|client| client.set_depth(depth))?;
        self.time = setting.time;
        self.moves.clone_from(&setting.opening);
        let own = setting.color.index();
        self.names[own] = "tesuji-player".into();
        self.names[1 - own].clone_from(&setting.opponent);
        let ggf = record(&self.names, &self.moves, &self.time, [None; 2]);
        let patience = self.program.patience();
        self.program.with(|client| {
            client.set_game(&ggf)?;
            client.ping(patience)
        })
    }

    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Trouble> {
        self.moves.push((color, mv));
        Ok(())
    }

    fn choose(
        &mut self,
        color: Color,
        left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<Answer, Trouble> {
        let ggf = record(&self.names, &self.moves, &self.time, left);
        let patience = self.program.patience();
        let said = self.program.with(|client| {
            client.set_game(&ggf)?;
            client.ping(patience)?;
            client.go(limit)
        })?;
        let mv = read_move(&said.mv)
            .ok_or_else(|| Trouble::new(Fault::Garbage, format!("go answers {}", said.mv)))?;
        self.moves.push((color, mv));
        let mut comment = said.eval.map_or(String::new(), |eval| format!("{eval:+.2}"));
        if !said.comment.is_empty() {
            let gap = if comment.is_empty() { "" } else { ", " };
            let _ = write!(comment, "{gap}{}", said.comment);
        }
        Ok(Answer { mv, winrate: None, comment })
    }

    fn take_back(&mut self, moves: &[(Color, Move)]) -> Result<(), Trouble> {
        self.moves = moves.to_vec();
        Ok(())
    }

    /// The protocol has no question for it.
    fn score(&mut self) -> Result<Option<String>, Trouble> {
        Ok(None)
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

/// A square, or `PA` for a pass; in any case.
fn read_move(text: &str) -> Option<Move> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("pa") { Some(Move::PASS) } else { text.parse().ok() }
}

/// The game as a GGF record. A reader reckons a player's time left as what `TI` gives less the times at its moves, so the
/// last move of each player carries all that is gone.
fn record(
    names: &[String; 2],
    moves: &[(Color, Move)],
    system: &TimeSystem,
    left: [Option<Remaining>; 2],
) -> String {
    let seconds = left.map(|left| left.map(|left| usable(&left, system)));
    let increment = match *system {
        TimeSystem::Fischer { increment, .. } => increment.as_secs(),
        _ => 0,
    };
    let main = match *system {
        TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => main.as_secs_f64(),
        _ => 0.0,
    };
    let total = if *system == TimeSystem::None {
        UNTIMED
    } else {
        seconds.iter().flatten().fold(main, |most, &own| most.max(own)).ceil()
    };
    let own_moves = |color: Color| moves.iter().filter(|(mover, _)| *mover == color).count();
    let gone = |color: Color| {
        let own = seconds[color.index()].unwrap_or(total);
        (total + increment as f64 * own_moves(color) as f64 - own).max(0.0)
    };
    let clock = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
    let mut time = clock(total as u64);
    if increment > 0 {
        let _ = write!(time, "/{}", clock(increment));
    }
    let [black, white] = names.each_ref().map(|name| plain(name));
    let mut text =
        format!("(;GM[Othello]PC[tesuji]PB[{black}]PW[{white}]RE[?]TI[{time}]TY[8]BO[{START}]");
    for (number, &(color, mv)) in moves.iter().enumerate() {
        let square = if mv.is_pass() { "PA".into() } else { mv.to_string() };
        let _ = write!(text, "{}[{square}", color.letter());
        let last = moves.iter().skip(number + 1).all(|(mover, _)| *mover != color);
        if last && gone(color) > 0.0 {
            let _ = write!(text, "//{:.2}", gone(color));
        }
        text.push(']');
    }
    text.push_str(";)");
    text
}

/// Seconds that a player may use in all for what it knows, never more than it has.
fn usable(left: &Remaining, system: &TimeSystem) -> f64 {
    let overtime = left.overtime.map_or(0.0, |overtime| match system {
        TimeSystem::Canadian { .. } => {
            overtime.time.as_secs_f64() / f64::from(overtime.count.max(1))
        }
        _ => overtime.time.as_secs_f64(),
    });
    left.main.as_secs_f64() + overtime
}

/// A name without what a record or a line cannot hold.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !c.is_control() && !"[]\\;()".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::tournament::time;

    #[test]
    fn records() {
        let names = ["a]b".to_owned(), "c d".to_owned()];
        let mv = |color, text: &str| (color, read_move(text).unwrap());
        let head = "(;GM[Othello]PC[tesuji]PB[ab]PW[c d]RE[?]";
        let (b, w) = (Color::Black, Color::White);
        let moves = [mv(b, "f5"), mv(w, "D6"), mv(b, "C3"), mv(w, "pa")];
        let text = record(&names, &moves[..0], &TimeSystem::None, [None; 2]);
        assert_eq!(text, format!("{head}TI[60:00]TY[8]BO[{START}];)"));

        let system = time::parse("5m").unwrap();
        let mut clock = Clock::new(system);
        let fresh = clock.remaining(Duration::ZERO);
        clock.start(Duration::ZERO);
        clock.stop(Duration::from_millis(1500));
        let left = [clock.remaining(Duration::from_millis(1500)), fresh];
        let text = record(&names, &moves, &system, left);
        let tail = "B[F5]W[D6]B[C3//1.50]W[PA];)";
        assert_eq!(text, format!("{head}TI[5:00]TY[8]BO[{START}]{tail}"));

        let system = time::parse("90+2").unwrap();
        let text =
            record(&names, &moves[..1], &system, [Clock::new(system).remaining(Duration::ZERO); 2]);
        assert_eq!(text, format!("{head}TI[1:30/0:02]TY[8]BO[{START}]B[F5//2.00];)"));
    }

    #[test]
    fn answers() {
        for (text, mv) in [("F5", Some("F5")), (" pa", Some("pass")), ("PASS", Some("pass"))] {
            assert_eq!(read_move(text).map(|mv| mv.to_string()).as_deref(), mv, "{text}");
        }
        for text in ["", "??", "F5 D6", "--"] {
            assert_eq!(read_move(text), None, "{text}");
        }
    }
}
