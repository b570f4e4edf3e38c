//! NBoard 2.

use crate::Told;
use crate::arguments::{Act, Arguments};
use crate::script::{Board, Left, Pace, Script, Step, misbehave, say};
use anyhow::Result;
use std::time::Instant;
use tesuji::base::{Color, Move, Point};

pub fn run(arguments: &Arguments, told: &mut Told) -> Result<()> {
    let mut engine = Engine {
        script: Script::new(arguments)?,
        board: Board::new(arguments)?,
        pace: Pace::new(arguments),
        moves: 0,
        main: None,
        spent: [0.0; 2],
    };
    while let Some(line) = told.line()? {
        let since = Instant::now();
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "ping" => {
                told.chatter()?;
                say(&format!("pong {rest}"))?;
            }
            "set" => match rest.split_once(char::is_whitespace) {
                Some(("depth", depth)) => {
                    say(&format!("set myname {}{}", arguments.name, depth.trim()))?;
                }
                Some(("game", ggf)) => engine.set_game(ggf),
                _ => {}
            },
            "move" => {
                let fields: Vec<&str> = rest.split('/').collect();
                let time = fields.get(2).and_then(|time| time.trim().parse().ok());
                engine.script.begin()?;
                engine.play(fields.first().copied().unwrap_or_default(), time.unwrap_or(0.0));
            }
            "go" => {
                told.chatter()?;
                engine.go(since)?;
            }
            "quit" => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

struct Engine {
    script: Script,
    board: Board,
    pace: Pace,
    /// Moves of the game so far.
    moves: usize,
    /// Seconds for the game, if there is a clock.
    main: Option<f64>,
    spent: [f64; 2],
}

impl Engine {
    /// The position at the end of a GGF record. One with fewer moves than there were begins another game.
    fn set_game(&mut self, ggf: &str) {
        let mut moves = Vec::new();
        self.board.session().clear();
        self.spent = [0.0; 2];
        self.main = None;
        let before = self.moves;
        self.moves = 0;
        for part in ggf.split(']') {
            let Some((key, value)) = part.split_once('[') else { continue };
            match key.trim().trim_start_matches(['(', ';']) {
                "TI" => self.main = clock(value.split('/').next().unwrap_or_default()),
                "BO" => self.set_board(value),
                "B" | "W" => moves.push(value.to_string()),
                _ => {}
            }
        }
        if moves.len() < before || moves.is_empty() {
            self.script.clear();
        }
        for mv in moves {
            let fields: Vec<&str> = mv.split('/').collect();
            let time = fields.get(2).and_then(|time| time.trim().parse().ok());
            self.play(fields.first().copied().unwrap_or_default(), time.unwrap_or(0.0));
        }
    }

    /// `8 <cells from a1 along the rows> <side to move>`; the usual start is what a cleared board is.
    fn set_board(&mut self, text: &str) {
        const START: &str = "---------------------------O*------*O---------------------------*";
        let cells: String = text.trim_start_matches('8').split_whitespace().collect();
        if cells == START {
            return;
        }
        let width = self.board.size().width();
        let stones = cells.chars().take(width * width).enumerate().filter_map(|(i, cell)| {
            let color = [('*', Color::Black), ('O', Color::White)];
            let (_, color) = color.into_iter().find(|&(letter, _)| letter == cell)?;
            Some((color, Point::at(i % width, i / width)))
        });
        let stones: Vec<(Color, Point)> = stones.collect();
        let to_move = if cells.ends_with('O') { Color::White } else { Color::Black };
        let _ = self.board.session().set_position(&stones, Some(to_move));
    }

    fn play(&mut self, text: &str, time: f64) {
        let color = self.board.session().to_move();
        self.moves += 1;
        self.spent[color.index()] += time;
        let mv = match text.trim() {
            pass if pass.eq_ignore_ascii_case("PA") => Ok(Move::PASS),
            square => square.parse(),
        };
        if let Ok(mv) = mv {
            self.board.play(color, mv);
        }
    }

    fn go(&mut self, since: Instant) -> Result<()> {
        let step = self.script.step()?;
        if let Step::Act(act) = step
            && misbehave(act)?
        {
            return Ok(());
        }
        let color = self.board.session().to_move();
        let seconds = self.main.map(|main| main - self.spent[color.index()]);
        let left = seconds.map(|seconds| Left { seconds, moves: 1 });
        self.pace.think(left, step == Step::Act(Act::Late), since);
        let text = match step {
            Step::Move(text) => text,
            Step::Random | Step::Act(Act::Late) => {
                // `go` does not make the move.
                let mv = self.board.random(color);
                let _ = self.board.session().undo(1);
                if mv.is_pass() { "PA".into() } else { mv.to_string() }
            }
            Step::Act(Act::Illegal) => {
                self.board.occupied().map_or("A9".into(), |mv| mv.to_string())
            }
            Step::Act(Act::Nonsense | Act::Error) => "?!".into(),
            Step::Act(_) => "PA".into(),
        };
        Ok(say(&format!("=== {text}//{:.3}", since.elapsed().as_secs_f64()))?)
    }
}

/// `h:mm:ss`, `mm:ss` or seconds.
fn clock(text: &str) -> Option<f64> {
    text.trim().split(':').try_fold(0.0, |sum, part| Some(60.0 * sum + part.parse::<f64>().ok()?))
}
