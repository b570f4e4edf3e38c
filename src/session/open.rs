//! The session of any game: its settings, its timeline, its clocks and its engine.

use super::phantom::Phantom;
use super::record::{self, Heading, Remark};
use super::{Asked, Clocks, Feature, Game, Session, SessionError, Timeline};
use crate::base::{BoardSize, Color, GRID, Move, MoveList, Point};
use crate::clock::{Budget, Phase, TimeSystem};
use crate::engine::{Engine, OptionRow, PointStatus, Purpose, Scope, Stop, Task, Thought};
use crate::eval::go::RawLook;
use crate::game::{Illegal, Information, Outcome, Passport, State, Verdict};
use crate::search::Report;
use std::collections::BTreeMap;
use std::time::Duration;

/// An open game of that kind.
pub struct Open<G: Game> {
    pub(super) game: G,
    pub(super) timeline: Timeline<G>,
    pub(super) clocks: Clocks,
    engine: Box<dyn Engine<G::State>>,
    /// Has the engine thought since it was cleared?
    used: bool,
    /// What is to be said of moves, by their number from 0.
    pub(super) remarks: BTreeMap<usize, Remark>,
    /// What a loaded record tells beside the moves.
    pub(super) heading: Option<Heading>,
    /// Who resigned, while nothing has happened since.
    pub(super) resigned: Option<Color>,
}

impl<G: Game> Open<G> {
    /// A new game; fails when it is not played on that board, or when an option is unknown or does not take its value.
    pub fn new(
        mut game: G,
        size: BoardSize,
        options: &[(String, String)],
    ) -> Result<Open<G>, SessionError> {
        if !game.accepts(size) {
            return Err(SessionError::UnacceptableSize);
        }
        let table = game.options();
        let mut engine = game.engine();
        for (key, value) in options {
            let row = table.find(key)?;
            let value = row.parse(value)?.to_string();
            match row.scope {
                Scope::Rules => game.set_rule(row.name, &value)?,
                Scope::Engine => engine.set_option(row.name, &value)?,
            }
        }
        let mut timeline = Timeline::new(game.start(size));
        timeline.set_inserts(game.inserts_passes());
        Ok(Open {
            timeline,
            game,
            clocks: Clocks::new(TimeSystem::None),
            engine,
            used: false,
            remarks: BTreeMap::new(),
            heading: None,
            resigned: None,
        })
    }

    /// A new game from that position.
    pub(super) fn restart(&mut self, start: G::State) {
        self.timeline.restart(start);
        self.clocks.reset();
        self.remarks.clear();
        self.heading = None;
        self.resigned = None;
        self.game.restarted();
        self.forget();
    }

    /// The position with that colour to move, open for further moves.
    fn position(&self, color: Color) -> G::State {
        let mut state = self.timeline.now().clone();
        state.resume();
        state.set_to_move(color);
        state
    }

    /// Do all points lie on the board, none of them twice?
    fn are_distinct(&self, points: impl IntoIterator<Item = Point>) -> bool {
        let size = self.size();
        let mut seen = [false; GRID];
        points.into_iter().all(|point| {
            let fresh = seen.get_mut(point.index()).is_some_and(|s| !std::mem::replace(s, true));
            size.contains(point) && fresh
        })
    }

    fn put_handicap(&mut self, stones: &[Point]) -> Result<(), SessionError> {
        let start = self.game.after_handicap(self.size(), stones)?;
        self.restart(start);
        Ok(())
    }

    /// Time for a move of that colour by its clock.
    fn budget(&self, color: Color) -> Option<Budget> {
        let size = self.size();
        let stones = size.points().filter(|&point| self.stone(point).is_some()).count();
        let phase = Phase {
            moves_played: self.timeline.moves().len(),
            area: size.area(),
            empty: size.area() - stones,
            usual: self.game.usual_length(),
        };
        let lag = self.engine.option("lag_ms").ok().and_then(|text| text.parse().ok());
        let lag = Duration::from_millis(lag.unwrap_or(0));
        self.clocks.budget(color, &phase, lag)
    }

    /// Chooses a move and makes it, resignation excepted. Where tries can be refused, chooses again after each refusal.
    fn choose(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Thought {
        let mut asked = asked.clone();
        for _ in 0..=self.size().area() {
            let mut thought = self.think(&asked, stop, watch);
            if thought.mv == Move::RESIGN {
                return thought;
            }
            match self.timeline.attempt(asked.color, thought.mv) {
                Ok(Verdict::Accepted) => return thought,
                // The turn has passed with the refusal.
                Ok(Verdict::Passed) => {
                    thought.mv = Move::PASS;
                    return thought;
                }
                Ok(Verdict::Refused) if self.outcome().is_some() => break,
                Ok(Verdict::Refused) => asked.waited = Duration::ZERO,
                Err(illegal) => {
                    log::error!("the engine chose {}: {illegal}", thought.mv);
                    break;
                }
            }
        }
        if self.timeline.check(asked.color, Move::PASS).is_ok() {
            self.timeline.play(asked.color, Move::PASS);
        }
        Thought { mv: Move::PASS, report: Report::nothing(asked.color) }
    }

    fn think_about(
        &mut self,
        state: G::State,
        asked: &Asked,
        stop: &Stop,
        watch: &mut dyn FnMut(&Report),
    ) -> Thought {
        let chooses = !matches!(asked.purpose, Purpose::Analyze | Purpose::Ponder);
        let counts = matches!(asked.purpose, Purpose::Play | Purpose::Cleanup);
        if counts {
            self.clocks.start(asked.color, asked.waited);
        }
        let mut task = Task::new(asked.purpose);
        task.budget = if chooses { self.budget(asked.color) } else { None };
        task.allow.clone_from(&asked.allow);
        task.avoid.clone_from(&asked.avoid);
        task.interval = asked.interval;
        task.lines = asked.lines;
        let mut choices = MoveList::new();
        G::choices(&state, &mut choices);
        task.keep_wishes_for(&choices);
        task.stop = stop.clone();
        self.used = true;
        let mut thought = self.engine.think(&state, &task, watch);
        if counts {
            self.clocks.stop(asked.color);
        }
        let open = state.outcome().is_none();
        let known = choices.contains(&thought.mv) || G::State::EXACT && state.is_legal(thought.mv);
        if chooses && open && thought.mv != Move::RESIGN && !known {
            log::error!("the engine chose {}, which is not legal", thought.mv);
            thought.mv = choices.last().copied().unwrap_or(Move::PASS);
        }
        thought
    }

    fn apply_settings(&mut self) {
        let game = &self.game;
        self.timeline.for_each(|state| game.apply(state));
        self.timeline.set_inserts(game.inserts_passes());
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
        let now = self.timeline.now();
        if self.size().contains(point) { self.game.shown(now, point) } else { None }
    }

    fn captured(&self, color: Color) -> usize {
        G::captured(self.timeline.now(), color)
    }

    fn legal_moves(&self, color: Color) -> Vec<Move> {
        let mut list = MoveList::new();
        if self.to_move() == color {
            G::choices(self.timeline.now(), &mut list);
        } else if self.outcome().is_none() {
            G::choices(&self.position(color), &mut list);
        }
        list.to_vec()
    }

    fn check_turn(&self, color: Color) -> Result<(), SessionError> {
        if self.timeline.lacks_pass(color) {
            return Ok(());
        }
        Ok(G::check_turn(self.timeline.now(), color)?)
    }

    fn is_clear(&self) -> bool {
        let start = self.game.start(self.size());
        self.size().points().all(|point| self.stone(point) == G::stone(&start, point))
    }

    fn first_row_on_top(&self) -> bool {
        self.game.notation().is_some_and(|notation| notation.first_row_on_top())
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
        match self.attempt(color, mv)? {
            Verdict::Accepted => Ok(()),
            Verdict::Refused | Verdict::Passed => {
                Err(SessionError::IllegalMove(Illegal::Rule("refused")))
            }
        }
    }

    fn attempt(&mut self, color: Color, mv: Move) -> Result<Verdict, SessionError> {
        let verdict = self.timeline.attempt(color, mv)?;
        self.resigned = None;
        Ok(verdict)
    }

    fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError> {
        self.timeline.play_all(moves)?;
        if !moves.is_empty() {
            self.resigned = None;
        }
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        if count == 0 {
            return Ok(());
        }
        if !self.timeline.undo(count) {
            return Err(SessionError::CannotUndo);
        }
        self.remarks.split_off(&self.timeline.moves().len());
        self.resigned = None;
        Ok(())
    }

    fn set_position(
        &mut self,
        stones: &[(Color, Point)],
        to_move: Option<Color>,
    ) -> Result<(), SessionError> {
        if stones.iter().any(|(_, point)| !self.size().contains(*point)) {
            return Err(SessionError::IllegalMove(Illegal::OffBoard));
        }
        if !self.are_distinct(stones.iter().map(|(_, point)| *point)) {
            return Err(SessionError::BadPosition("repeated vertex".into()));
        }
        let start = self.game.set_up(self.size(), stones, to_move.unwrap_or(Color::Black))?;
        self.restart(start);
        Ok(())
    }

    fn block(&mut self, points: &[Point]) -> Result<(), SessionError> {
        if !self.are_distinct(points.iter().copied()) {
            return Err(SessionError::BadVertexList);
        }
        let mut start = self.timeline.now().clone();
        G::block(&mut start, points)?;
        self.restart(start);
        Ok(())
    }

    fn komi(&self) -> Result<f32, SessionError> {
        self.game.komi().ok_or(SessionError::NotInThisGame)
    }

    fn set_komi(&mut self, komi: f32) -> Result<(), SessionError> {
        // Plus zero: there is no negative zero in scores.
        self.game.set_komi(komi + 0.0)?;
        self.apply_settings();
        Ok(())
    }

    fn rules(&self) -> Result<String, SessionError> {
        self.game.rules().ok_or(SessionError::NotInThisGame)
    }

    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.game.set_rules(text)?;
        self.apply_settings();
        Ok(())
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        self.game.set_rule(key, value)?;
        self.apply_settings();
        Ok(())
    }

    fn fixed_handicap(&mut self, count: usize) -> Result<Vec<Point>, SessionError> {
        if !self.is_clear() {
            return Err(SessionError::BoardNotEmpty);
        }
        let stones = self.game.fixed_handicap(self.size(), count)?;
        self.put_handicap(&stones)?;
        Ok(stones)
    }

    fn free_handicap(&mut self, count: usize) -> Result<Vec<Point>, SessionError> {
        if !self.is_clear() {
            return Err(SessionError::BoardNotEmpty);
        }
        let stones = self.game.free_handicap(self.size(), count)?;
        self.put_handicap(&stones)?;
        Ok(stones)
    }

    fn set_handicap(&mut self, stones: &[Point]) -> Result<(), SessionError> {
        if !self.is_clear() {
            return Err(SessionError::BoardNotEmpty);
        }
        let enough = (2..self.size().area()).contains(&stones.len());
        if !enough || !self.are_distinct(stones.iter().copied()) {
            return Err(SessionError::BadVertexList);
        }
        self.put_handicap(stones)
    }

    fn genmove(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Thought {
        // After two passes a server that wants the dead stones captured asks for cleanup moves.
        let goes_on =
            asked.purpose == Purpose::Cleanup && self.position(asked.color).outcome().is_none();
        if self.outcome().is_some() && !goes_on {
            if self.timeline.check(asked.color, Move::PASS).is_ok() {
                self.timeline.play(asked.color, Move::PASS);
            }
            return Thought { mv: Move::PASS, report: Report::nothing(asked.color) };
        }
        let thought = self.choose(asked, stop, watch);
        if thought.mv == Move::RESIGN {
            self.resigned = Some(asked.color);
        } else {
            if let Some(remark) = Remark::on(&thought) {
                self.remarks.insert(self.timeline.moves().len().saturating_sub(1), remark);
            }
            self.resigned = None;
        }
        thought
    }

    fn think(&mut self, asked: &Asked, stop: &Stop, watch: &mut dyn FnMut(&Report)) -> Thought {
        self.think_about(self.position(asked.color), asked, stop, watch)
    }

    fn propose(
        &mut self,
        asked: &Asked,
        stop: &Stop,
        watch: &mut dyn FnMut(&Report),
    ) -> Option<Thought> {
        let state = self.game.seat()?;
        Some(self.think_about(state, asked, stop, watch))
    }

    fn phantom(&mut self) -> Option<Phantom<'_>> {
        self.game.phantom(self.timeline.now())
    }

    fn status(&mut self, stop: &Stop) -> Result<Vec<PointStatus>, SessionError> {
        if !self.game.removes_dead() {
            return self.game.as_it_stands(self.timeline.now()).ok_or(SessionError::CannotScore);
        }
        self.used = true;
        Ok(self.engine.status(self.timeline.now(), stop)?)
    }

    fn score(&mut self, stop: &Stop) -> Result<Outcome, SessionError> {
        let status = if self.game.removes_dead() { self.status(stop)? } else { Vec::new() };
        self.game.score(self.timeline.now(), &status).ok_or(SessionError::CannotScore)
    }

    fn prepare(&mut self) {
        self.engine.prepare(self.timeline.now());
    }

    fn forget(&mut self) {
        if std::mem::take(&mut self.used) {
            self.engine.clear();
        }
    }

    fn option_rows(&self) -> &'static [OptionRow] {
        self.game.options().rows
    }

    fn network(&mut self) -> Option<String> {
        self.engine.network()
    }

    fn raw_network(
        &mut self,
        color: Color,
        symmetry: Option<usize>,
    ) -> Result<Vec<RawLook>, SessionError> {
        Ok(self.engine.raw_network(&self.position(color), symmetry)?)
    }

    fn option(&self, name: &str) -> Result<String, SessionError> {
        let row = self.game.options().find(name)?;
        match row.scope {
            Scope::Rules => Ok(row.parse(&self.game.rule(row.name)?)?.to_string()),
            Scope::Engine => Ok(self.engine.option(row.name)?),
        }
    }

    fn check_option(&self, name: &str, value: &str) -> Result<(), SessionError> {
        self.game.options().find(name)?.parse(value)?;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let row = self.game.options().find(name)?;
        let value = row.parse(value)?.to_string();
        match row.scope {
            Scope::Rules => self.set_rule(row.name, &value),
            Scope::Engine => Ok(self.engine.set_option(row.name, &value)?),
        }
    }

    fn time_system(&self) -> TimeSystem {
        self.clocks.system()
    }

    fn set_time_system(&mut self, system: TimeSystem) {
        self.clocks = Clocks::new(system);
    }

    fn set_time_left(&mut self, color: Color, time: Duration, count: u32) {
        self.clocks.set_left(color, time, count);
    }

    fn load(&mut self, bytes: &[u8], before: usize) -> Result<(), SessionError> {
        record::load(self, bytes, before)
    }

    fn save(&mut self, stop: &Stop) -> Result<String, SessionError> {
        record::save(self, stop)
    }
}
