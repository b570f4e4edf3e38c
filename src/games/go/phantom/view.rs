//! What one player knows: the public beginning, and all he was told since.

use super::world::go_rules;
use super::{Event, MoveCap, PhantomRules, Taken};
use crate::base::{BoardSize, Color};
use crate::game::State;
use crate::games::go::{GoState, PointSet};
use std::sync::Arc;

/// A player's view of a game of Phantom Go. Two views are equal when the same is known.
#[derive(Clone, Debug)]
pub struct View {
    player: Color,
    to_move: Color,
    start: Arc<GoState>,
    rules: PhantomRules,
    komi: f32,
    events: Vec<Event>,
    over: bool,
}

impl View {
    /// The view of a player at the beginning: a position that both see.
    pub fn new(player: Color, start: Arc<GoState>, rules: PhantomRules) -> View {
        let komi = start.komi();
        View {
            player,
            to_move: start.to_move(),
            start,
            rules,
            komi,
            events: Vec::new(),
            over: false,
        }
    }

    /// The view of a player on an empty board, Black to move.
    pub fn empty(player: Color, size: BoardSize, rules: PhantomRules, komi: f32) -> View {
        View::new(player, Arc::new(GoState::new(size, go_rules(rules.ko), komi)), rules)
    }

    /// The same with these events.
    pub(super) fn with(self, to_move: Color, komi: f32, events: Vec<Event>, over: bool) -> View {
        View { to_move, komi, events, over, ..self }
    }

    /// Whose view it is.
    pub fn player(&self) -> Color {
        self.player
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The board.
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The position that both players saw.
    pub fn start(&self) -> &GoState {
        &self.start
    }

    /// The same, to be shared.
    pub(super) fn shared_start(&self) -> Arc<GoState> {
        Arc::clone(&self.start)
    }

    /// The rules in force.
    pub fn rules(&self) -> &PhantomRules {
        &self.rules
    }

    /// Points for White.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// All that was told, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Was all told before that the earlier view tells, and nothing else?
    pub fn continues(&self, earlier: &View) -> bool {
        let (to_move, over, events) = (earlier.to_move, earlier.over, earlier.events.clone());
        self.events.starts_with(&events)
            && *earlier == View { to_move, over, events, ..self.clone() }
    }

    /// One more thing is told. (The turn follows from it.)
    pub fn tell(&mut self, event: Event) {
        self.over |= event == Event::Over;
        self.to_move = match event {
            Event::Played { .. } | Event::Passed => self.player.other(),
            Event::Refused { .. } => self.player,
            Event::OpponentPlayed { .. } | Event::OpponentPassed | Event::OpponentMoved => {
                self.player
            }
            Event::OpponentRefused => self.player.other(),
            Event::Atari | Event::Over => self.to_move,
        };
        self.events.push(event);
    }

    /// The player's own stones now.
    pub fn own(&self) -> PointSet {
        let start = self.start.board();
        let mut own: PointSet =
            self.size().points().filter(|&p| start.color(p) == Some(self.player)).collect();
        for event in &self.events {
            match event {
                Event::Played { point, .. } => {
                    own.insert(*point);
                }
                Event::OpponentPlayed { lost } => lost.iter().for_each(|&point| own.remove(point)),
                _ => {}
            }
        }
        own
    }

    /// The events since the player's or the opponent's last turn ended.
    fn turn(&self) -> impl Iterator<Item = &Event> {
        let ends = |event: &&Event| {
            !matches!(
                event,
                Event::Played { .. }
                    | Event::Passed
                    | Event::OpponentPlayed { .. }
                    | Event::OpponentPassed
                    | Event::OpponentMoved
            )
        };
        self.events.iter().rev().take_while(ends)
    }

    /// The points refused to the player in the turn that is his.
    pub fn refused(&self) -> PointSet {
        let refused = self.turn().filter_map(|event| match event {
            Event::Refused { point, .. } => Some(*point),
            _ => None,
        });
        refused.collect()
    }

    /// The points that were ever refused to the player, no stone having been taken from them since, and no play of his
    /// accepted.
    pub fn refused_ever(&self) -> PointSet {
        let mut refused = PointSet::new();
        for event in &self.events {
            match event {
                Event::Refused { point, .. } => {
                    refused.insert(*point);
                }
                Event::Played { point, taken } => {
                    refused.remove(*point);
                    if let Taken::Points(points) = taken {
                        points.iter().for_each(|&point| refused.remove(point));
                    }
                }
                _ => {}
            }
        }
        refused
    }

    /// How many of his tries were refused in the turn that is his.
    pub fn refusals(&self) -> usize {
        self.turn().filter(|event| matches!(event, Event::Refused { .. })).count()
    }

    /// Passes in a row just made, as far as passes are told.
    pub fn passes(&self) -> usize {
        let made = self.events.iter().rev().filter(|event| {
            !matches!(
                event,
                Event::Refused { .. } | Event::OpponentRefused | Event::Atari | Event::Over
            )
        });
        made.take_while(|event| matches!(event, Event::Passed | Event::OpponentPassed)).count()
    }
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        let same_start = Arc::ptr_eq(&self.start, &other.start)
            || (self.start.size() == other.start.size()
                && self.start.board().contents() == other.start.board().contents()
                && self.start.key() == other.start.key());
        same_start
            && self.player == other.player
            && self.to_move == other.to_move
            && self.rules == other.rules
            && self.komi == other.komi
            && self.events == other.events
            && self.over == other.over
    }
}

/// Moves and refused tries at which a game is broken off, each by itself and both together.
pub(super) fn caps(cap: MoveCap, size: BoardSize) -> [usize; 3] {
    const NONE: usize = usize::MAX;
    let area = size.area();
    match cap {
        MoveCap::Never => [NONE; 3],
        MoveCap::Usual => [3 * area, 4 * area, NONE],
        MoveCap::Together(0) => [NONE, NONE, 4 * area],
        MoveCap::Together(most) => [NONE, NONE, usize::from(most)],
    }
}
