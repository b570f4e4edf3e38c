//! A game as a viewer needs it: which points change with every move. Computed by the rules of the session, so that the
//! viewer needs none.

use crate::base::{BoardSize, Color, Move, Point};
use crate::session::{self, Session, Settings};
use crate::tournament::{Entry, Event};
use std::collections::BTreeMap;

/// The moves of a game with what they did to the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// The board.
    pub size: BoardSize,
    /// The stones before the first move, in [`BoardSize::points`] order.
    pub start: Vec<Option<Color>>,
    /// The moves that could be replayed.
    pub moves: Vec<(Color, Move)>,
    /// By the number of the move from 0, where there are any: points that the move changed, in
    /// [`BoardSize::points`] numbers, with what stands on them then. That the mover's stone appears on the point of the
    /// move is understood.
    pub changes: BTreeMap<usize, Vec<(usize, Option<Color>)>>,
    /// Why the moves after the last one could not be replayed, if so.
    pub trouble: Option<String>,
}

/// Replays entries of one event, keeping the session from game to game.
pub struct Replayer<'a> {
    event: &'a Event,
    open: Option<(String, BoardSize, Box<dyn Session>)>,
}

impl<'a> Replayer<'a> {
    /// For the entries of that event.
    pub fn new(event: &'a Event) -> Replayer<'a> {
        Replayer { event, open: None }
    }

    /// The game of an entry; `None` when its game or board is none that is played here.
    pub fn replay(&mut self, entry: &Entry) -> Option<Replay> {
        let size = entry.size.parse().ok()?;
        let session = self.session(&entry.kind, size)?;
        session.clear();
        let mut trouble = None;
        if !entry.handicap.is_empty() {
            let stones: Option<Vec<Point>> = entry
                .handicap
                .iter()
                .map(|text| text.parse::<Move>().ok().and_then(Move::point))
                .collect();
            let placed = stones.is_some_and(|stones| session.set_handicap(&stones).is_ok());
            if !placed {
                trouble = Some("the handicap stones cannot be placed".to_string());
            }
        }
        let look = |session: &dyn Session| -> Vec<Option<Color>> {
            size.points().map(|point| session.stone(point)).collect()
        };
        let start = look(session);
        let mut replay = Replay {
            size,
            start: start.clone(),
            moves: Vec::new(),
            changes: BTreeMap::new(),
            trouble,
        };
        if replay.trouble.is_some() {
            return Some(replay);
        }
        let mut before = start;
        for (number, played) in entry.moves.iter().enumerate() {
            let color = match played.color {
                'b' => Color::Black,
                'w' => Color::White,
                other => {
                    replay.trouble = Some(format!("move {}: {other} is no colour", number + 1));
                    break;
                }
            };
            let made = played
                .vertex
                .parse::<Move>()
                .map_err(|error| error.to_string())
                .and_then(|mv| session.play(color, mv).map(|()| mv).map_err(|e| e.to_string()));
            let mv = match made {
                Ok(mv) => mv,
                Err(why) => {
                    replay.trouble = Some(format!("move {}, {}: {why}", number + 1, played.vertex));
                    break;
                }
            };
            let after = look(session);
            let own = mv.point().map(|point| point.y() * size.width() + point.x());
            let changed: Vec<(usize, Option<Color>)> = before
                .iter()
                .zip(&after)
                .enumerate()
                .filter(|(index, (old, new))| match own {
                    Some(own) if own == *index => **new != Some(color),
                    _ => old != new,
                })
                .map(|(index, (_, new))| (index, *new))
                .collect();
            if !changed.is_empty() {
                replay.changes.insert(number, changed);
            }
            replay.moves.push((color, mv));
            before = after;
        }
        Some(replay)
    }

    /// A session for the game on that board, under the event's rules where it takes them.
    fn session(&mut self, kind: &str, size: BoardSize) -> Option<&mut (dyn Session + 'static)> {
        let fits =
            self.open.as_ref().is_some_and(|(open, board, _)| open == kind && *board == size);
        if !fits {
            let row = session::find(kind)?;
            let plain = Settings { size: Some(size), ..Settings::default() };
            let settings = Settings {
                komi: self.event.komi,
                rules: self.event.rules.clone(),
                options: self.event.set.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
                ..plain.clone()
            };
            let opened = (row.open)(&settings).or_else(|_| (row.open)(&plain)).ok()?;
            self.open = Some((kind.to_string(), size, opened));
        }
        self.open.as_mut().map(|(_, _, session)| session.as_mut())
    }
}

impl Replay {
    /// The game of an entry; `None` when its game or board is none that is played here.
    pub fn new(event: &Event, entry: &Entry) -> Option<Replay> {
        Replayer::new(event).replay(entry)
    }

    /// The board after so many moves, as a viewer computes it.
    pub fn position(&self, moves: usize) -> Vec<Option<Color>> {
        let mut board = self.start.clone();
        for (number, (color, mv)) in self.moves.iter().take(moves).enumerate() {
            if let Some(cell) = mv
                .point()
                .and_then(|point| board.get_mut(point.y() * self.size.width() + point.x()))
            {
                *cell = Some(*color);
            }
            for (index, stone) in self.changes.get(&number).into_iter().flatten() {
                if let Some(cell) = board.get_mut(*index) {
                    *cell = *stone;
                }
            }
        }
        board
    }
}
