//! GTP 2.

use crate::Told;
use crate::arguments::{Act, Arguments};
use crate::script::{Board, Left, Pace, Script, Step, misbehave, say};
use anyhow::Result;
use std::time::Instant;
use tesuji::base::{BoardSize, Color, Move};
use tesuji::engine::Stop;

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "set_free_handicap",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "final_score",
];

/// What GTP tells of the time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Clock {
    main: f64,
    overtime: f64,
    stones: u32,
    /// Are the stones of `time_left` periods of one move each?
    periods: bool,
    told: [Option<(f64, u32)>; 2],
    spent: [f64; 2],
}

impl Clock {
    fn left(&self, color: Color) -> Option<Left> {
        let i = color.index();
        let (seconds, stones) = match self.told[i] {
            Some(told) => told,
            None if self.main > 0.0 => (self.main - self.spent[i], 0),
            None if self.stones > 0 => (self.overtime, self.stones),
            None => return None,
        };
        Some(Left { seconds, moves: if self.periods { 1 } else { stones.max(1) } })
    }
}

pub fn run(arguments: &Arguments, told: &mut Told) -> Result<()> {
    let mut engine = Engine {
        arguments,
        script: Script::new(arguments)?,
        board: Board::new(arguments)?,
        clock: Clock::default(),
        pace: Pace::new(arguments),
    };
    while let Some(line) = told.line()? {
        let since = Instant::now();
        let clean = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = clean.split_whitespace().collect();
        let id = match words.first() {
            Some(word) if word.bytes().all(|b| b.is_ascii_digit()) => words.remove(0),
            _ => "",
        };
        let Some((&command, rest)) = words.split_first() else { continue };
        told.chatter()?;
        match engine.answer(command, rest, since)? {
            Some(Ok(text)) => say(format!("={id} {text}\n").as_str())?,
            Some(Err(text)) => say(format!("?{id} {text}\n").as_str())?,
            None => {}
        }
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

struct Engine<'a> {
    arguments: &'a Arguments,
    script: Script,
    board: Board,
    clock: Clock,
    pace: Pace,
}

type Answer = std::result::Result<String, String>;

impl Engine<'_> {
    /// The answer, if there is one.
    fn answer(&mut self, command: &str, words: &[&str], since: Instant) -> Result<Option<Answer>> {
        let known = |name: &str| {
            COMMANDS.contains(&name)
                && (name != "final_score"
                    || self.arguments.score.is_some()
                    || self.arguments.random.is_some())
        };
        let nothing = Ok(Some(Ok(String::new())));
        if !known(command) {
            return Ok(Some(Err("unknown command".into())));
        }
        let syntax = || Ok(Some(Err("syntax error".into())));
        let strict = self.board.is_random();
        match command {
            "protocol_version" => Ok(Some(Ok("2".into()))),
            "name" => Ok(Some(Ok(self.arguments.name.clone()))),
            "version" => Ok(Some(Ok("1".into()))),
            "known_command" => {
                Ok(Some(Ok(words.first().is_some_and(|name| known(name)).to_string())))
            }
            "list_commands" => {
                let known: Vec<&str> =
                    COMMANDS.iter().copied().filter(|name| known(name)).collect();
                Ok(Some(Ok(known.join("\n"))))
            }
            "boardsize" => {
                let side = words.first().and_then(|word| word.parse().ok());
                let size = side.and_then(BoardSize::square);
                self.script.clear();
                match size.map(|size| self.board.session().set_size(size)) {
                    Some(Ok(())) => nothing,
                    _ if strict => Ok(Some(Err("unacceptable size".into()))),
                    _ => nothing,
                }
            }
            "clear_board" => {
                self.script.clear();
                self.board.session().clear();
                self.clock.told = [None; 2];
                self.clock.spent = [0.0; 2];
                nothing
            }
            "komi" => {
                let komi = words.first().and_then(|word| word.parse().ok());
                let Some(komi) = komi else { return syntax() };
                // Not every game has komi.
                let _ = self.board.session().set_komi(komi);
                nothing
            }
            "set_free_handicap" => {
                let moves = words.iter().map(|word| word.parse::<Move>().ok()?.point());
                let Some(points) = moves.collect::<Option<Vec<_>>>() else { return syntax() };
                match self.board.session().set_handicap(&points) {
                    Err(error) if strict => Ok(Some(Err(error.to_string()))),
                    _ => nothing,
                }
            }
            "undo" => match self.board.session().undo(1) {
                Err(_) if strict => Ok(Some(Err("cannot undo".into()))),
                _ => nothing,
            },
            "time_settings" => {
                let numbers: Option<Vec<f64>> =
                    words.iter().map(|word| word.parse().ok()).collect();
                let Some([main, overtime, stones]) = numbers.as_deref() else { return syntax() };
                let stones = *stones as u32;
                self.clock = Clock { main: *main, overtime: *overtime, stones, ..Clock::default() };
                nothing
            }
            "kgs-time_settings" => {
                let number = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok());
                let clock = Clock { main: number(1).unwrap_or(0.0), ..Clock::default() };
                let overtime = number(2).unwrap_or(0.0);
                self.clock = match words.first().copied() {
                    Some("none") => Clock::default(),
                    Some("absolute") => clock,
                    Some("byoyomi") => Clock { overtime, stones: 1, periods: true, ..clock },
                    Some("canadian") => {
                        Clock { overtime, stones: number(3).unwrap_or(1.0) as u32, ..clock }
                    }
                    _ => return syntax(),
                };
                nothing
            }
            "time_left" => {
                let Some(color) = words.first().and_then(|word| word.parse::<Color>().ok()) else {
                    return syntax();
                };
                let seconds = words.get(1).and_then(|word| word.parse().ok());
                let stones = words.get(2).and_then(|word| word.parse().ok());
                let (Some(seconds), Some(stones)) = (seconds, stones) else { return syntax() };
                self.clock.told[color.index()] = Some((seconds, stones));
                nothing
            }
            "final_score" => match &self.arguments.score {
                Some(score) => Ok(Some(Ok(score.clone()))),
                None => Ok(Some(match self.board.session().score(&Stop::default()) {
                    Ok(outcome) => Ok(outcome.to_string()),
                    Err(_) => Err("cannot score".into()),
                })),
            },
            "play" => {
                let color = words.first().and_then(|word| word.parse::<Color>().ok());
                let mv = words.get(1).and_then(|word| word.parse::<Move>().ok());
                let (Some(color), Some(mv)) = (color, mv) else { return syntax() };
                self.script.begin()?;
                match self.board.session().play(color, mv) {
                    Err(_) if strict => Ok(Some(Err("illegal move".into()))),
                    _ => nothing,
                }
            }
            "genmove" => {
                let color = words.first().and_then(|word| word.parse::<Color>().ok());
                let Some(color) = color else { return syntax() };
                let answer = self.genmove(color, since)?;
                self.clock.spent[color.index()] += since.elapsed().as_secs_f64();
                Ok(answer)
            }
            _ => nothing,
        }
    }

    fn genmove(&mut self, color: Color, since: Instant) -> Result<Option<Answer>> {
        let step = self.script.step()?;
        let late = step == Step::Act(Act::Late);
        if let Step::Act(act) = step
            && misbehave(act)?
        {
            return Ok(None);
        }
        self.pace.think(self.clock.left(color), late, since);
        let text = match step {
            Step::Move(text) => {
                if let Ok(mv) = text.parse::<Move>() {
                    self.board.play(color, mv);
                }
                text
            }
            Step::Act(Act::Error) => return Ok(Some(Err("internal error".into()))),
            Step::Act(Act::Nonsense) => "Z99 ???".into(),
            Step::Act(Act::Resign) => "resign".into(),
            Step::Act(Act::Illegal) => {
                self.board.occupied().map_or("Z25".into(), |mv| mv.to_string())
            }
            Step::Random | Step::Act(Act::Late) => self.board.random(color).to_string(),
            Step::Act(_) => {
                self.board.play(color, Move::PASS);
                "pass".into()
            }
        };
        Ok(Some(Ok(text)))
    }
}
