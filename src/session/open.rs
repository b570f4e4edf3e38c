//! The session of any game: its settings, its timeline and its engine.

use super::{Asked, Feature, Game, Session, SessionError, Timeline};
use crate::base::{BoardSize, Color, GRID, Move, MoveList, Point};
use crate::engine::{Engine, PointStatus, Purpose, Stop, Task, Thought};
use crate::game::{Illegal, Outcome, Passport, State};
use crate::search::Report;

/// An open game of that kind.
pub struct Open<G: Game> {
    game: G,
    timeline: Timeline<G>,
    engine: Box<dyn Engine<G::State>>,
    /// Has the engine thought since it was cleared?
    used: bool,
}

impl<G: Game> Open<G> {
    /// A new game; `None` when it is not played on that board.
    pub fn new(game: G, size: BoardSize, engine: Box<dyn Engine<G::State>>) -> Option<Open<G>> {
        let start = game.accepts(size).then(|| game.start(size))?;
        Some(Open { game, timeline: Timeline::new(start), engine, used: false })
    }

    fn restart(&mut self, start: G::State) {
        self.timeline.restart(start);
        self.forget();
    }

    fn is_empty(&self) -> bool {
        self.size().points().all(|point| self.stone(point).is_none())
    }

    /// The position with that colour to move, open for further moves.
    fn position(&self, color: Color) -> G::State {
        let mut state = self.timeline.now().clone();
        if state.outcome().is_some() {
            G::reopen(&mut state);
        }
        state.set_to_move(color);
        state
    }

    /// Does any point lie outside the board or occur twice?
    fn are_distinct(&self, points: impl IntoIterator<Item = Point>) -> bool {
        let size = self.size();
        let mut seen = [false; GRID];
        points
            .into_iter()
            .all(|point| size.contains(point) && !std::mem::replace(&mut seen[point.index()], true))
    }

    fn put_handicap(&mut self, stones: &[Point]) -> Result<(), SessionError> {
        let start = self.game.after_handicap(self.size(), stones)?;
        self.restart(start);
        Ok(())
    }
}

impl<G: Game> Session for Open<G> {
    fn passport(&self) -> Passport {
        self.timeline.now().passport()
    }

    fn offers(&self, feature: Feature) -> bool {
        self.game.offers(feature)
    }

    fn to_move(&self) -> Color {
        self.timeline.now().to_move()
    }

    fn set_to_move(&mut self, color: Color) {
        self.timeline.set_to_move(color);
    }

    fn stone(&self, point: Point) -> Option<Color> {
        if self.size().contains(point) { G::stone(self.timeline.now(), point) } else { None }
    }

    fn captured(&self, color: Color) -> usize {
        G::captured(self.timeline.now(), color)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.timeline.now().legal_moves(&mut list);
        list.to_vec()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.timeline.now().outcome()
    }

    fn moves(&self) -> &[(Color, Move)] {
        self.timeline.moves()
    }

    fn version(&self) -> u64 {
        self.timeline.version()
    }

    fn set_size(&mut self, size: BoardSize) -> Result<(), SessionError> {
        if !self.game.accepts(size) {
            return Err(SessionError::UnacceptableSize);
        }
        self.restart(self.game.start(size));
        Ok(())
    }

    fn clear(&mut self) {
        self.restart(self.game.start(self.size()));
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        self.timeline.check(color, mv)?;
        self.timeline.play(color, mv);
        Ok(())
    }

    fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError> {
        for (done, &(color, mv)) in moves.iter().enumerate() {
            if let Err(error) = self.play(color, mv) {
                self.timeline.undo(done);
                return Err(error);
            }
        }
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        if self.timeline.undo(count) { Ok(()) } else { Err(SessionError::CannotUndo) }
    }

    fn set_position(
        &mut self,
        stones: &[(Color, Point)],
        to_move: Option<Color>,
    ) -> Result<(), SessionError> {
        if let Some(&(_, point)) = stones.iter().find(|(_, point)| !self.size().contains(*point)) {
            log::debug!("{point} is not on the board");
            return Err(SessionError::IllegalMove(Illegal::OffBoard));
        }
        if !self.are_distinct(stones.iter().map(|(_, point)| *point)) {
            return Err(SessionError::BadPosition("repeated vertex"));
        }
        let start = self.game.set_up(self.size(), stones, to_move.unwrap_or(Color::Black))?;
        self.restart(start);
        Ok(())
    }

    fn komi(&self) -> Result<f32, SessionError> {
        self.game.komi().ok_or(SessionError::NotInThisGame)
    }

    fn set_komi(&mut self, komi: f32) -> Result<(), SessionError> {
        self.game.set_komi(komi)?;
        self.timeline.for_each(|state| self.game.apply(state));
        Ok(())
    }

    fn rules(&self) -> Result<String, SessionError> {
        self.game.rules().ok_or(SessionError::NotInThisGame)
    }

    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.game.set_rules(text)?;
        self.timeline.for_each(|state| self.game.apply(state));
        Ok(())
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        self.game.set_rule(key, value)?;
        self.timeline.for_each(|state| self.game.apply(state));
        Ok(())
    }

    fn fixed_handicap(&mut self, count: usize) -> Result<Vec<Point>, SessionError> {
        if !self.is_empty() {
            return Err(SessionError::BoardNotEmpty);
        }
        let stones = self.game.fixed_handicap(self.size(), count)?;
        self.put_handicap(&stones)?;
        Ok(stones)
    }

    fn free_handicap(&mut self, count: usize) -> Result<Vec<Point>, SessionError> {
        if !self.is_empty() {
            return Err(SessionError::BoardNotEmpty);
        }
        let stones = self.game.free_handicap(self.size(), count)?;
        self.put_handicap(&stones)?;
        Ok(stones)
    }

    fn set_handicap(&mut self, stones: &[Point]) -> Result<(), SessionError> {
        if !self.is_empty() {
            return Err(SessionError::BoardNotEmpty);
        }
        let enough = (2..self.size().area()).contains(&stones.len());
        if !enough || !self.are_distinct(stones.iter().copied()) {
            return Err(SessionError::BadVertexList);
        }
        self.put_handicap(stones)
    }

    fn genmove(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Move {
        if self.outcome().is_some() {
            if self.timeline.check(asked.color, Move::PASS).is_ok() {
                self.timeline.play(asked.color, Move::PASS);
            }
            return Move::PASS;
        }
        let mv = self.think(asked, stop, watch).mv;
        if mv != Move::RESIGN {
            self.timeline.play(asked.color, mv);
        }
        mv
    }

    fn think(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Thought {
        let state = self.position(asked.color);
        let mut task = Task::new(asked.purpose);
        task.allow.clone_from(&asked.allow);
        task.avoid.clone_from(&asked.avoid);
        task.interval = asked.interval;
        task.stop = stop.clone();
        self.used = true;
        let mut thought = self.engine.think(&state, &task, watch);
        let chooses = !matches!(asked.purpose, Purpose::Analyze | Purpose::Ponder);
        if chooses && thought.mv != Move::RESIGN && !state.is_legal(thought.mv) {
            log::error!("the engine chose {}, which is not legal", thought.mv);
            let mut legal = MoveList::new();
            state.legal_moves(&mut legal);
            thought.mv = legal.last().copied().unwrap_or(Move::PASS);
        }
        thought
    }

    fn status(&mut self, stop: &Stop) -> Result<Vec<PointStatus>, SessionError> {
        self.used = true;
        Ok(self.engine.status(self.timeline.now(), stop)?)
    }

    fn score(&mut self, stop: &Stop) -> Result<Outcome, SessionError> {
        let status = if self.game.removes_dead() { Some(self.status(stop)?) } else { None };
        self.game.score(self.timeline.now(), status.as_deref()).ok_or(SessionError::CannotScore)
    }

    fn forget(&mut self) {
        if std::mem::take(&mut self.used) {
            self.engine.clear();
        }
    }

    fn option(&self, name: &str) -> Result<String, SessionError> {
        Ok(self.engine.option(name)?)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        Ok(self.engine.set_option(name, value)?)
    }
}
