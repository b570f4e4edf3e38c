//! A Gomoku player behind the Gomocup protocol.
//!
//! Points are `x,y`, both from 0, the rows counted from the top. The brain learns the opponent's move with the question for
//! its own, so [`Player::observe`] only takes notes.

use super::program::Program;
use crate::base::{BoardSize, Color, Move, Point};
use crate::clock::{Remaining, TimeSystem};
use crate::controller::{BrainReply, Cell, Fault, GomocupClient, Launch, Swap2, Trouble};
use crate::games::gomoku::{Rules, swap2};
use crate::protocol::gomocup;
use crate::session::{self, Settings};
use crate::tournament::{Answer, Player, PlayerSpec, Setting};
use std::time::Duration;

/// `INFO time_left` for a game without limit.
const UNLIMITED: &str = "2147483647";

/// Longest time for a move that a brain is given when no clock runs, in which case most use it up.
const UNTIMED: Duration = Duration::from_secs(30);

/// A brain.
pub(super) struct GomocupPlayer {
    program: Program<GomocupClient>,
    commands: Vec<String>,
    playouts: Option<u64>,
    depth: Option<u32>,
    own: Color,
    size: BoardSize,
    /// The size that the brain has been started with.
    started: Option<BoardSize>,
    time: TimeSystem,
    /// Has it been said that the brain cannot be told its time?
    warned: bool,
    moves: Vec<(Color, Move)>,
    /// How many of these the brain knows; 0 before it has been asked for a move.
    known: usize,
}

impl GomocupPlayer {
    /// The player of that description.
    pub(super) fn new(launch: Launch, spec: &PlayerSpec, patience: Duration) -> GomocupPlayer {
        GomocupPlayer {
            program: Program::new(launch, patience, spec.restart),
            commands: spec.commands.clone(),
            playouts: spec.playouts,
            depth: spec.depth,
            own: Color::Black,
            size: const { BoardSize::square(15).unwrap() },
            started: None,
            time: TimeSystem::None,
            warned: false,
            moves: Vec::new(),
            known: 0,
        }
    }

    fn info(&mut self, key: &str, value: &str) -> Result<(), Trouble> {
        self.program.with(|client| client.info(key, value))
    }

    /// An empty board, in the way that costs least.
    fn clear(&mut self, size: BoardSize) -> Result<(), Trouble> {
        let patience = self.program.patience();
        if self.program.start_for_game(GomocupClient::start)? {
            self.started = None;
        }
        if self.started == Some(size) {
            match self.program.with(|client| client.restart(patience)) {
                // A brain need not know RESTART.
                Err(trouble) if trouble.fault == Fault::Refusal => {
                    self.program.kill();
                    self.program.start_for_game(GomocupClient::start)?;
                    self.started = None;
                }
                other => return other,
            }
        }
        let sides = (size.width(), size.height());
        self.program.with(|client| client.start_board(sides, patience))?;
        self.started = Some(size);
        Ok(())
    }

    fn tell_time(&mut self, patience: Duration) -> Result<(), Trouble> {
        let (turn, game) = limits(&self.time, patience);
        self.info("timeout_turn", &turn.as_millis().max(1).to_string())?;
        self.info("timeout_match", &game.unwrap_or_default().as_millis().to_string())?;
        match self.time {
            TimeSystem::Fischer { increment, .. } => {
                self.info("time_increment", &increment.as_millis().to_string())
            }
            TimeSystem::Canadian { .. } | TimeSystem::ByoYomi { .. } if !self.warned => {
                self.warned = true;
                let (name, time) = (self.program.name(), self.time);
                log::warn!(
                    "{name} cannot be told the time {time} and is told {} s a move",
                    turn.as_secs_f64()
                );
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn tell_left(&mut self, left: Option<Remaining>) -> Result<(), Trouble> {
        let left = match (self.time, left) {
            (TimeSystem::Absolute { .. } | TimeSystem::Fischer { .. }, Some(left)) => {
                left.main.as_millis().to_string()
            }
            _ => UNLIMITED.into(),
        };
        self.info("time_left", &left)
    }

    /// The point that the brain names.
    fn point(&self, (x, y): Cell) -> Result<Point, Trouble> {
        point((x, y), self.size).ok_or_else(|| {
            Trouble::new(Fault::Illegal, format!("{x},{y}: off the board of {}", self.size))
        })
    }

    fn cell(&self, point: Point) -> Cell {
        cell(point, self.size)
    }

    fn ask(&mut self, color: Color, limit: Duration) -> Result<BrainReply<Cell>, Trouble> {
        let last = self.moves.last().copied();
        let next = self.known > 0 && self.known + 1 == self.moves.len();
        if let Some((mover, mv)) = last
            && let Some(point) = mv.point()
            && next
            && mover != color
        {
            let cell = self.cell(point);
            return self.program.with(|client| client.turn(cell, limit));
        }
        if self.moves.is_empty() {
            return self.program.with(|client| client.begin(limit));
        }
        let field = |mover: Color| if mover == color { 1 } else { 2 };
        let stones: Vec<(Cell, u8)> = self
            .moves
            .iter()
            .filter_map(|&(mover, mv)| Some((self.cell(mv.point()?), field(mover))))
            .collect();
        self.program.with(|client| client.board(&stones, limit))
    }
}

impl Player for GomocupPlayer {
    fn own_name(&mut self) -> Result<String, Trouble> {
        let patience = self.program.patience();
        self.program.start(GomocupClient::start)?;
        let about = self.program.with(|client| client.about(patience))?;
        let name = if about.name.is_empty() { about.text } else { about.name };
        Ok(format!("{name} {}", about.version).trim().to_owned())
    }

    fn new_game(&mut self, setting: &Setting) -> Result<(), Trouble> {
        let rule = rule(setting)?;
        self.clear(setting.size)?;
        (self.own, self.size, self.time) = (setting.color, setting.size, setting.time);
        self.moves.clone_from(&setting.opening);
        self.known = 0;
        self.info("rule", &rule.to_string())?;
        self.tell_time(self.program.patience())?;
        self.info("max_memory", "0")?;
        self.info("game_type", "1")?;
        if let Some(playouts) = self.playouts {
            self.info("max_node", &playouts.to_string())?;
        }
        if let Some(depth) = self.depth {
            self.info("max_depth", &depth.to_string())?;
        }
        for command in self.commands.clone() {
            self.program.with(|client| client.tell(&command))?;
        }
        Ok(())
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
        self.tell_left(left[color.index()])?;
        let reply = self.ask(color, limit)?;
        let point = self.point(reply.answer)?;
        let mv = Move::at(point);
        self.moves.push((color, mv));
        self.known = self.moves.len();
        Ok(Answer { mv, winrate: None, comment: reply.comment })
    }

    /// A new board, on which the next question puts all stones.
    fn take_back(&mut self, moves: &[(Color, Move)]) -> Result<(), Trouble> {
        self.clear(self.size)?;
        self.moves = moves.to_vec();
        self.known = 0;
        Ok(())
    }

    fn knows_swap2(&self) -> bool {
        true
    }

    fn swap2(
        &mut self,
        stones: &[Point],
        left: [Option<Remaining>; 2],
        limit: Duration,
    ) -> Result<swap2::Reply, Trouble> {
        self.tell_left(left[self.own.index()])?;
        let cells: Vec<Cell> = stones.iter().map(|&point| self.cell(point)).collect();
        match self.program.with(|client| client.swap2(&cells, limit))?.answer {
            Swap2::Swap => Ok(swap2::Reply::Swap),
            Swap2::Stones(cells) => {
                let points =
                    cells.into_iter().map(|cell| self.point(cell)).collect::<Result<_, _>>();
                points.map(swap2::Reply::Stones)
            }
        }
    }

    /// There is nothing to count.
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

/// The protocol's number of the rules.
fn rule(setting: &Setting) -> Result<i64, Trouble> {
    let refusal = |text: String| Trouble::new(Fault::Refusal, text);
    let row = session::find(&setting.game)
        .ok_or_else(|| refusal(format!("there is no game {}", setting.game)))?;
    let settings = Settings {
        size: Some(setting.size),
        rules: setting.rules.clone(),
        options: setting.set.clone(),
        ..Settings::default()
    };
    let session = (row.open)(&settings).map_err(|error| refusal(error.to_string()))?;
    let variant = session.option("variant").map_err(|error| refusal(error.to_string()))?;
    let rules = Rules::named(&variant);
    let rules = rules
        .ok_or_else(|| refusal(format!("the Gomocup protocol has no number for {variant}")))?;
    Ok(gomocup::number_of(rules.variant))
}

/// Longest time for a move, and time for the game: the nearest that the protocol can say to what the brain has, and never
/// more.
fn limits(system: &TimeSystem, patience: Duration) -> (Duration, Option<Duration>) {
    match *system {
        TimeSystem::None => (UNTIMED.min(patience / 2), None),
        TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => (main, Some(main)),
        TimeSystem::PerMove { time } => (time, None),
        TimeSystem::Canadian { period, stones, .. } => (period / stones.max(1), None),
        TimeSystem::ByoYomi { period, .. } => (period, None),
    }
}

fn cell(point: Point, size: BoardSize) -> Cell {
    let down = (size.height() - 1).saturating_sub(point.y());
    (point.x() as i32, down as i32)
}

fn point((x, y): Cell, size: BoardSize) -> Option<Point> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    let row = (size.height() - 1).checked_sub(y)?;
    (x < size.width()).then(|| Point::at(x, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::time;

    #[test]
    fn rows_count_from_the_top() {
        let size = BoardSize::square(15).unwrap();
        for (vertex, at) in [("A1", (0, 14)), ("A15", (0, 0)), ("P1", (14, 14)), ("H8", (7, 7))] {
            let found = vertex.parse::<Move>().unwrap().point().unwrap();
            assert_eq!(cell(found, size), at, "{vertex}");
            assert_eq!(point(at, size), Some(found));
        }
        for off in [(-1, 0), (0, -1), (15, 0), (0, 15), (i32::MIN, i32::MAX)] {
            assert_eq!(point(off, size), None, "{off:?}");
        }
    }

    #[test]
    fn times() {
        let ms = |text: &str| {
            let (turn, game) = limits(&time::parse(text).unwrap(), Duration::from_secs(60));
            (turn.as_millis(), game.map(|time| time.as_millis()))
        };
        assert_eq!(ms("none"), (30_000, None));
        assert_eq!(ms("2m"), (120_000, Some(120_000)));
        assert_eq!(ms("60+1"), (60_000, Some(60_000)));
        assert_eq!(ms("0.5/move"), (500, None));
        assert_eq!(ms("60+10/5"), (2_000, None));
        assert_eq!(ms("60+5x10"), (10_000, None));
    }
}
