//! The referee: the true game, and what each player has been told of it.

use super::view::caps;
use super::world::{captures, gives_atari, go_rules, reason, verdict};
use super::{Event, Knowledge, PhantomKo, PhantomRules, Taken, TakenTold, Tries, View};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng};
use crate::game::{Illegal, Information, Outcome, PassRule, Passport, State, Verdict};
use crate::games::go::{GoState, PointSet, SetupError};
use std::sync::Arc;

/// Why the referee ended a game that the players had not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BrokenOff {
    /// Too many moves or tries: the board is counted.
    Cap,
    /// A repetition that is a draw.
    Repetition,
}

/// A game of Phantom Go as the referee sees it.
///
/// As a [`State`] it is the true game: its legal moves are the tries that would be accepted. Players are shown
/// [`Information::view`] and move by [`Information::attempt`].
#[derive(Clone, Debug)]
pub struct PhantomState {
    game: GoState,
    rules: PhantomRules,
    /// What both saw at the beginning.
    start: Arc<GoState>,
    /// Points refused in the present turn.
    refused: PointSet,
    /// Refusals in the present turn.
    refusals: u16,
    /// Refusals in the whole game.
    tries: usize,
    /// Plays and passes in the whole game.
    moves: usize,
    broken_off: Option<BrokenOff>,
    told: [Vec<Event>; 2],
}

impl PhantomState {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rules: PhantomRules, komi: f32) -> PhantomState {
        PhantomState::begin(GoState::new(size, go_rules(rules.ko), komi), rules)
    }

    /// A game that begins with this position, which both players see. Its rules of Go are replaced.
    pub fn begin(mut start: GoState, rules: PhantomRules) -> PhantomState {
        start.set_rules(go_rules(rules.ko));
        PhantomState {
            game: start.clone(),
            rules,
            start: Arc::new(start),
            refused: PointSet::new(),
            refusals: 0,
            tries: 0,
            moves: 0,
            broken_off: None,
            told: [Vec::new(), Vec::new()],
        }
    }

    /// A game in which that view's player was told what he was told. The other player's tries that were refused are not
    /// known, and missing in what he was told.
    pub(super) fn imagined(view: &View, game: GoState, other: Vec<Event>) -> PhantomState {
        let events = view.events();
        let mut told = [other.clone(), other];
        told[view.player().index()] = events.to_vec();
        let is_try = |e: &&Event| matches!(e, Event::Refused { .. } | Event::OpponentRefused);
        let is_other = |e: &&Event| matches!(e, Event::Atari | Event::Over);
        let tries = events.iter().filter(is_try).count();
        let others = events.iter().filter(is_other).count();
        let mut state = PhantomState {
            game,
            rules: *view.rules(),
            start: view.shared_start(),
            refused: view.refused(),
            refusals: view.refusals() as u16,
            tries,
            moves: events.len() - tries - others,
            broken_off: None,
            told,
        };
        state.game.set_komi(view.komi());
        state.game.set_to_move(view.to_move());
        if view.is_over() && state.game.outcome().is_none() {
            state.broken_off = Some(BrokenOff::Cap);
        }
        state
    }

    /// A game with the stones that the player of a view knows of and no others, told to him as it was: nothing is imagined.
    /// It stands for the view where a state is asked for.
    pub fn known_to(view: &View) -> PhantomState {
        let knowledge = Knowledge::of(view);
        let mut game = GoState::clone(view.start());
        let all: Vec<_> =
            view.size().points().map(|point| (point, knowledge.stone(point))).collect();
        // Known stones can stand: where a referee's word was wrong, those of the beginning do.
        if game.edit(&all).is_err() {
            game = GoState::clone(view.start());
        }
        PhantomState::imagined(view, game, Vec::new())
    }

    /// The true game.
    pub fn game(&self) -> &GoState {
        &self.game
    }

    /// The rules in force.
    pub fn rules(&self) -> &PhantomRules {
        &self.rules
    }

    /// Changes the rules; what was told stays.
    pub fn set_rules(&mut self, rules: PhantomRules) {
        self.rules = rules;
        self.game.set_rules(go_rules(rules.ko));
        if self.start.rules() != self.game.rules() {
            let mut start = GoState::clone(&self.start);
            start.set_rules(*self.game.rules());
            self.start = Arc::new(start);
        }
    }

    /// Sets the points for White.
    pub fn set_komi(&mut self, komi: f32) {
        self.game.set_komi(komi);
    }

    /// The number of handicap stones that a record tells.
    pub fn set_handicap(&mut self, count: usize) {
        self.game.set_handicap(count);
    }

    /// Adds, changes and takes off stones in the sight of both. What was told before is forgotten. On an error nothing
    /// changes.
    pub fn edit(&mut self, edits: &[(Point, Option<Color>)]) -> Result<(), SetupError> {
        let mut game = self.game.clone();
        game.edit(edits)?;
        *self = PhantomState::begin(game, self.rules);
        Ok(())
    }

    /// Points refused to the player to move in this turn.
    pub fn refused(&self) -> &PointSet {
        &self.refused
    }

    /// What that player has been told, oldest first.
    pub fn told(&self, player: Color) -> &[Event] {
        &self.told[player.index()]
    }

    fn tell(&mut self, player: Color, event: Event) {
        self.told[player.index()].push(event);
    }

    /// The next turn begins; too long a game ends.
    fn end_turn(&mut self) {
        self.moves += 1;
        self.refused = PointSet::new();
        self.refusals = 0;
        if self.rules.ko == PhantomKo::Draw && self.game.passes() == 0 && self.game.repeats() {
            self.broken_off = Some(BrokenOff::Repetition);
        }
        self.watch_length();
    }

    fn watch_length(&mut self) {
        let [moves, tries, both] = caps(self.rules.cap, self.size());
        let long = self.moves >= moves || self.tries >= tries || self.moves + self.tries >= both;
        if self.broken_off.is_none() && long && self.game.outcome().is_none() {
            self.broken_off = Some(BrokenOff::Cap);
        }
        if self.outcome().is_some() {
            Color::BOTH.into_iter().for_each(|player| self.tell(player, Event::Over));
        }
    }

    fn pass(&mut self) {
        let (player, other) = (self.to_move(), self.to_move().other());
        self.game.play(Move::PASS);
        self.tell(player, Event::Passed);
        let told = self.rules.tell_passes;
        self.tell(other, if told { Event::OpponentPassed } else { Event::OpponentMoved });
        self.end_turn();
    }

    fn put(&mut self, point: Point) {
        let (player, other) = (self.to_move(), self.to_move().other());
        let taken = captures(self.game.board(), player, point);
        self.game.play(Move::at(point));
        let lost: Box<[Point]> = taken.into();
        let taken = match self.rules.taken {
            TakenTold::Positions => Taken::Points(lost.clone()),
            TakenTold::Count => Taken::Count(lost.len()),
        };
        self.tell(player, Event::Played { point, taken });
        let silent = lost.is_empty() && !self.rules.tell_passes;
        self.tell(
            other,
            if silent { Event::OpponentMoved } else { Event::OpponentPlayed { lost } },
        );
        if self.rules.call_atari && gives_atari(self.game.board(), player, point) {
            Color::BOTH.into_iter().for_each(|player| self.tell(player, Event::Atari));
        }
        self.end_turn();
    }

    /// Would the true board take the play?
    fn judge(&self, point: Point) -> Result<(), Illegal> {
        verdict(&self.game, self.rules.ko, point)
    }

    fn refuse(&mut self, point: Point, illegal: Illegal) -> Verdict {
        let (player, other) = (self.to_move(), self.to_move().other());
        let reason = self.rules.tell_reasons.then(|| reason(illegal));
        self.tell(player, Event::Refused { point, reason });
        if self.rules.hear_refusals {
            self.tell(other, Event::OpponentRefused);
        }
        self.refused.insert(point);
        self.refusals = self.refusals.saturating_add(1);
        self.tries += 1;
        let exhausted = match self.rules.tries {
            Tries::Unlimited => false,
            Tries::AtMost(most) => self.refusals >= most,
            // "A side for which every point was refused counts as passing" (contest, clause 7).
            Tries::EachOnce => self
                .size()
                .points()
                .all(|p| self.refused.contains(p) || self.game.board().color(p) == Some(player)),
        };
        if exhausted {
            self.pass();
            return Verdict::Passed;
        }
        self.watch_length();
        Verdict::Refused
    }
}

impl State for PhantomState {
    fn passport(&self) -> Passport {
        Passport {
            name: "phantom-go",
            title: "Phantomgo",
            passes: PassRule::Free,
            hidden: true,
            draws: self.game.compensation().fract() == 0.0 || self.rules.ko == PhantomKo::Draw,
            margins: true,
            history_matters: !matches!(
                self.rules.ko,
                PhantomKo::Simple | PhantomKo::Free | PhantomKo::Unsure
            ),
            refusals: true,
            size: self.size(),
            longest_game: None,
        }
    }

    fn size(&self) -> BoardSize {
        self.game.size()
    }

    fn to_move(&self) -> Color {
        self.game.to_move()
    }

    /// Gives the turn to a colour; the refusals of the other's turn end with it.
    fn set_to_move(&mut self, color: Color) {
        if color != self.to_move() {
            self.game.set_to_move(color);
            self.refused = PointSet::new();
            self.refusals = 0;
        }
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        if self.outcome().is_some() {
            return;
        }
        for point in self.size().points().filter(|&point| self.judge(point).is_ok()) {
            out.push(Move::at(point));
        }
        out.push(Move::PASS);
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.broken_off.is_some() {
            return Err(Illegal::Over);
        }
        match mv.point() {
            Some(point) => self.judge(point),
            None => self.game.check(mv),
        }
    }

    fn play(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => self.put(point),
            None if mv == Move::RESIGN => {
                self.game.play(mv);
                self.watch_length();
            }
            None => self.pass(),
        }
    }

    /// A game that the referee broke off stays over.
    fn resume(&mut self) -> bool {
        self.broken_off.is_none() && self.game.resume()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.broken_off {
            Some(BrokenOff::Repetition) => Some(Outcome::Draw),
            Some(BrokenOff::Cap) => Some(Outcome::from_margin(self.game.margin())),
            None => self.game.outcome(),
        }
    }

    fn key(&self) -> u64 {
        self.game.key() ^ u64::from(self.broken_off.is_some()).wrapping_mul(0x5851_f42d_4c95_7f2d)
    }

    fn compute_key(&self) -> u64 {
        self.game.compute_key()
            ^ u64::from(self.broken_off.is_some()).wrapping_mul(0x5851_f42d_4c95_7f2d)
    }

    /// An ordinary game of Go played on at random.
    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        match self.outcome() {
            Some(outcome) => Some(outcome),
            None => self.game.playout(rng, limit),
        }
    }
}

impl Information for PhantomState {
    const EXACT: bool = false;

    type View = View;

    fn view(&self, player: Color) -> View {
        let view = View::new(player, Arc::clone(&self.start), self.rules);
        let events = self.told(player).to_vec();
        view.with(self.to_move(), self.game.komi(), events, self.outcome().is_some())
    }

    /// A view told by a referee who breaks his rules may have no game that fits; then the sample is a position with the stones
    /// that are known, and others at random.
    fn sample(view: &View, rng: &mut Rng) -> PhantomState {
        super::Sampler::new(view).state(rng)
    }

    fn attempt(&mut self, mv: Move) -> Result<Verdict, Illegal> {
        let Some(point) = mv.point() else {
            self.check(mv)?;
            self.play(mv);
            return Ok(Verdict::Accepted);
        };
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        if !self.size().contains(point) {
            return Err(Illegal::OffBoard);
        }
        if self.rules.tries == Tries::EachOnce && self.refused.contains(point) {
            return Err(Illegal::Rule("refused before in this turn"));
        }
        match self.judge(point) {
            Ok(()) => {
                self.put(point);
                Ok(Verdict::Accepted)
            }
            Err(illegal) => Ok(self.refuse(point, illegal)),
        }
    }
}
