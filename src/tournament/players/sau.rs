//! A player of Phantom Go behind the SAU platform's protocol: this program takes the platform's place.
//!
//! What asks for a move (`new black`, `move go`, `refuse` ...) is sent when the player's clock runs, everything else at once;
//! lines that the platform sends at one stroke are sent at one stroke.

use super::phantom::first_view;
use super::program::Program;
use crate::base::{BoardSize, Color, Move};
use crate::clock::Remaining;
use crate::controller::{Fault, Launch, SauClient, SauMove, Trouble};
use crate::games::go::phantom::{Event, PhantomRules, Taken, TakenTold, Tries};
use crate::record::coordinates::{Coordinates, sau_list};
use crate::tournament::{Answer, Player, PlayerSpec, Setting};
use std::time::Duration;

/// An engine behind SAU.
pub(super) struct SauPlayer {
    program: Program<SauClient>,
    commands: Vec<String>,
    size: Option<BoardSize>,
    /// What is to be sent when it is asked for a move; the last line asks.
    pending: Vec<String>,
    /// Does a game go on, as far as the engine knows?
    playing: bool,
}

impl SauPlayer {
    /// The player of that description.
    pub(super) fn new(launch: Launch, spec: &PlayerSpec, patience: Duration) -> SauPlayer {
        SauPlayer {
            program: Program::new(launch, patience, spec.restart),
            commands: spec.commands.clone(),
            size: None,
            pending: Vec::new(),
            playing: false,
        }
    }

    fn list(&self, points: &[crate::base::Point]) -> String {
        self.size.map_or(String::new(), |size| sau_list(points, size))
    }

    fn tell(&mut self, lines: &[String]) -> Result<(), Trouble> {
        self.program.with(|client| client.tell(lines))
    }

    /// The end of a game, and before it whatever has not been sent.
    fn end(&mut self) -> Result<(), Trouble> {
        self.playing = false;
        let mut lines = std::mem::take(&mut self.pending);
        // Who has not been asked for its first move need not be asked any more.
        let asked = lines.iter().any(|line| !line.starts_with("new "));
        lines.retain(|line| !line.starts_with("new "));
        lines.push("end".into());
        self.program.with(|client| match asked {
            true => client.tell_in_vain(&lines),
            false => client.tell(&lines),
        })
    }
}

/// What the protocol has no words for, in rules that it cannot do without.
fn untold(rules: &PhantomRules) -> Option<&'static str> {
    match rules {
        PhantomRules { taken: TakenTold::Count, .. } => Some("taken=count"),
        PhantomRules { tell_passes: false, .. } => Some("tell_passes=false"),
        PhantomRules { tries: Tries::AtMost(_), .. } => Some("a limit of tries in a turn"),
        _ => None,
    }
}

impl Player for SauPlayer {
    fn own_name(&mut self) -> Result<String, Trouble> {
        self.program.start(SauClient::start)?;
        Ok(self.program.running().map_or(String::new(), |client| client.name().to_owned()))
    }

    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble> {
        let refusal = |text: String| Trouble::new(Fault::Refusal, text);
        let view = first_view(setting)?;
        if let Some(rule) = untold(view.rules()) {
            return Err(refusal(format!("SAU's protocol cannot tell {rule}")));
        }
        if !setting.handicap.is_empty() {
            return Err(refusal("SAU's protocol has no handicap stones".into()));
        }
        self.program.start_for_game(SauClient::start)?;
        let patience = self.program.patience();
        self.program.with(|client| client.calm(patience))?;
        self.tell(&self.commands.clone())?;
        self.size = Some(setting.size);
        self.playing = true;
        let line = format!("new {}", setting.color.name());
        match setting.color {
            // Answered by the first move.
            Color::Black => self.pending = vec![line],
            Color::White => {
                self.pending.clear();
                self.tell(&[line])?;
            }
        }
        Ok(())
    }

    fn observe(&mut self, _color: Color, _mv: Move) -> Result<(), Trouble> {
        Ok(())
    }

    fn told(&mut self, event: &Event) -> Result<(), Trouble> {
        match event {
            Event::Played { taken, .. } => {
                let mut lines = vec!["accept".to_owned()];
                if let Taken::Points(points) = taken
                    && !points.is_empty()
                {
                    lines.push(format!("take {}", self.list(points)));
                }
                self.tell(&lines)
            }
            Event::Refused { .. } => {
                self.pending = vec!["refuse".into()];
                Ok(())
            }
            // After the refusal of its last point the turn has passed. The engine, whom nobody can tell, has nothing left
            // to say but that it passes.
            Event::Passed if !self.pending.is_empty() => {
                let lines = std::mem::take(&mut self.pending);
                let patience = self.program.patience();
                self.program.with(|client| client.ask(&lines, patience)).map(|_| ())
            }
            Event::OpponentPlayed { lost } => {
                if !lost.is_empty() {
                    self.pending.push(format!("taked {}", self.list(lost)));
                }
                self.pending.push("move go".into());
                Ok(())
            }
            Event::OpponentMoved => {
                self.pending.push("move go".into());
                Ok(())
            }
            Event::OpponentPassed => {
                self.pending.push("move pass".into());
                Ok(())
            }
            Event::Over => self.end(),
            // A pass is not answered, and for the rest there are no words.
            Event::Passed | Event::OpponentRefused | Event::Atari => Ok(()),
        }
    }

    fn choose(
        &mut self,
        _color: Color,
        _left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<Answer, Trouble> {
        let lines = std::mem::take(&mut self.pending);
        let said = self.program.with(|client| client.ask(&lines, limit))?;
        let mv = match said {
            SauMove::Pass => Move::PASS,
            SauMove::Point(text) => {
                let point = self.size.and_then(|size| Coordinates::Sau.read(&text, size));
                let text = format!("move {text} is no point of the board");
                Move::at(point.ok_or_else(|| Trouble::new(Fault::Illegal, text))?)
            }
        };
        Ok(Answer { mv, winrate: None, comment: String::new() })
    }

    fn take_back(&mut self, _moves: &[(Color, Move)]) -> Result<(), Trouble> {
        self.pending = vec!["error".into()];
        Ok(())
    }

    /// The protocol has no question for it.
    fn score(&mut self) -> Result<Option<String>, Trouble> {
        Ok(None)
    }

    fn game_over(&mut self, _result: &str) {
        if self.playing
            && self.program.running().is_some()
            && let Err(trouble) = self.end()
        {
            log::debug!("{}: {trouble}", self.program.name());
        }
    }

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
