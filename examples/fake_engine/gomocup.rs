//! The Gomocup protocol.

use crate::Told;
use crate::arguments::{Act, Arguments};
use crate::script::{Board, Left, Pace, Script, Step, misbehave, say};
use anyhow::Result;
use std::time::Instant;
use tesuji::base::{BoardSize, Color, Move};

pub fn run(arguments: &Arguments, told: &mut Told) -> Result<()> {
    let mut brain = Brain {
        script: Script::new(arguments)?,
        board: Board::new(arguments)?,
        pace: Pace::new(arguments),
        turn: None,
        left: None,
    };
    while let Some(line) = told.line()? {
        let since = Instant::now();
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() {
            continue;
        }
        let command = word.to_ascii_uppercase();
        if command != "INFO" && command != "END" {
            told.chatter()?;
        }
        match command.as_str() {
            "ABOUT" => say(&format!("name=\"{}\", version=\"1\"", arguments.name))?,
            "START" | "RECTSTART" | "RESTART" => match brain.start(rest, command == "RESTART") {
                true => say("OK")?,
                false => say("ERROR unsupported size")?,
            },
            "INFO" => brain.info(rest),
            "BEGIN" => brain.turn(since)?,
            "TURN" => {
                if let Some(mv) = brain.cell(rest) {
                    brain.script.begin()?;
                    brain.play(mv);
                }
                brain.turn(since)?;
            }
            "BOARD" | "SWAP2BOARD" => {
                brain.board.session().clear();
                let mut stones = 0;
                while let Some(line) = told.line()? {
                    if line.trim().eq_ignore_ascii_case("DONE") {
                        break;
                    }
                    let text: Vec<&str> = line.trim().splitn(3, ',').collect();
                    if let [x, y, ..] = text.as_slice()
                        && let Some(mv) = brain.cell(&format!("{x},{y}"))
                    {
                        brain.play(mv);
                        stones += 1;
                    }
                }
                match (command.as_str(), stones) {
                    ("BOARD", _) => brain.turn(since)?,
                    (_, 0) => say("7,7 8,8 9,7")?,
                    (_, 3) => say("SWAP")?,
                    _ => brain.turn(since)?,
                }
            }
            "END" => return Ok(()),
            _ => say("UNKNOWN command")?,
        }
    }
    Ok(())
}

struct Brain {
    script: Script,
    board: Board,
    pace: Pace,
    turn: Option<f64>,
    left: Option<f64>,
}

impl Brain {
    fn start(&mut self, sides: &str, again: bool) -> bool {
        let sides: Option<Vec<usize>> = sides
            .split([',', ' '])
            .filter(|side| !side.is_empty())
            .map(|side| side.parse().ok())
            .collect();
        let size = match sides.as_deref() {
            _ if again => Some(self.board.size()),
            Some([side]) => BoardSize::square(*side),
            Some([width, height]) => BoardSize::new(*width, *height),
            _ => None,
        };
        self.script.clear();
        let set = size.map(|size| self.board.session().set_size(size));
        self.board.session().clear();
        match set {
            Some(Ok(())) => true,
            // A script plays on any board.
            Some(Err(_)) => !self.board.is_random(),
            None => false,
        }
    }

    fn info(&mut self, text: &str) {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let seconds = value.trim().parse::<f64>().ok().map(|milliseconds| milliseconds / 1000.0);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = seconds,
            "time_left" => self.left = seconds.filter(|&seconds| seconds < 2_000_000.0),
            _ => {}
        }
    }

    /// `x,y`, counted from the top.
    fn cell(&self, text: &str) -> Option<Move> {
        let (x, y) = text.trim().split_once(',')?;
        let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        let size = self.board.size();
        (x < size.width() && y < size.height()).then(|| Move::xy(x, size.height() - 1 - y))
    }

    fn text(&self, mv: Move) -> String {
        match mv.point() {
            Some(point) => format!("{},{}", point.x(), self.board.size().height() - 1 - point.y()),
            None => "ERROR no move".into(),
        }
    }

    fn color(&mut self) -> Color {
        self.board.session().to_move()
    }

    fn play(&mut self, mv: Move) {
        let color = self.color();
        self.board.play(color, mv);
    }

    fn turn(&mut self, since: Instant) -> Result<()> {
        let step = self.script.step()?;
        if let Step::Act(act) = step
            && misbehave(act)?
        {
            return Ok(());
        }
        let limits = [self.turn, self.left].into_iter().flatten();
        let seconds = limits.min_by(f64::total_cmp);
        let left = seconds.map(|seconds| Left { seconds, moves: 1 });
        self.pace.think(left, step == Step::Act(Act::Late), since);
        let text = match step {
            Step::Move(text) => {
                if let Some(mv) = self.cell(&text) {
                    self.play(mv);
                }
                text
            }
            Step::Random | Step::Act(Act::Late) => {
                let color = self.color();
                let mv = self.board.random(color);
                self.text(mv)
            }
            Step::Act(Act::Illegal) => {
                self.board.occupied().map_or("99,99".into(), |mv| self.text(mv))
            }
            Step::Act(Act::Nonsense) => "7;7 ???".into(),
            Step::Act(_) => "ERROR no move".into(),
        };
        Ok(say(&text)?)
    }
}
