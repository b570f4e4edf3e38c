//! Imagines the true game behind a view.
//!
//! What is drawn is not a board but the opponent's part of the game: a point for each of his turns, so that a referee who
//! replays the whole game tells the player exactly what he was told. Thus every consequence of the events holds in a sample,
//! those included that nobody has thought of, and every true game that is possible can be drawn.
//!
//! To find such games quickly a plan is made first. An event may need an enemy stone on a point by a certain turn (a refusal,
//! stones taken, stones lost), and a play that was accepted needs its point empty. Between these the opponent's turns are
//! filled at random, and what the plan does not foresee is found by replaying: then the game is begun again.

use super::chooser::{Chooser, Need, Plan};
use super::world::{accepts, beside, captures, check, gives_atari, reason};
use super::{Event, Knowledge, PhantomKo, PhantomState, Refusal, Taken, View};
use crate::base::{Color, Move, Point, Rng, below};
use crate::game::{Illegal, State};
use crate::games::go::{Board, GoState, PointSet};

/// Games begun at most for one sample.
const ATTEMPTS: u32 = 16;

/// Steps made at most in one of them, taken back ones included, for each step that it has.
const WORK: usize = 30;

/// After so many failures at a place one turn more may be taken back.
const PATIENCE: usize = 6;

/// One turn in so many is a pass, where passes are not told.
const PASSES: u32 = 20;

/// One step of the game as the player was told of it.
#[derive(Clone, Debug)]
enum Step {
    /// His play.
    Played { point: Point, taken: Taken, atari: bool },
    /// His try that was refused.
    Refused { point: Point, reason: Option<Refusal> },
    /// His pass.
    Passed,
    /// The opponent's turn, the how-manieth.
    Opponent { turn: usize, lost: Box<[Point]>, told: bool, atari: bool },
    /// The opponent's pass.
    OpponentPassed,
    /// The opponent was refused.
    OpponentRefused,
    /// The game was over.
    Over,
}

/// Why a step of a game does not come out as it was told.
enum Misfit {
    /// Because of one of these stones of the opponent.
    Blame(Vec<Point>),
    /// For want of a stone of the opponent there.
    Missing(Point),
    /// It cannot be said.
    Somehow,
}

/// Draws true games that fit a view.
#[derive(Clone, Debug)]
pub struct Sampler {
    view: View,
    steps: Vec<Step>,
    turns: usize,
    plan: Option<Plan>,
    game: GoState,
    /// The opponent's moves in the last game drawn.
    moves: Vec<Option<Point>>,
    /// For each of his turns the step that it is, and the game before it.
    before: Vec<(usize, GoState)>,
    /// Points where a stone made a later play of the player impossible, and the opponent's turn up to which they are
    /// left free.
    spared: Vec<(Point, usize)>,
    /// A point that the opponent shall play on in a turn, if he can.
    wanted: Option<(usize, Point)>,
    /// See [`PASSES`].
    pub(super) passes: u32,
    /// Is the last position a guess?
    guessed: bool,
    /// Games begun, games that fitted, and steps made in all of them.
    begun: u64,
    drawn: u64,
    made: u64,
    /// Steps at which a draw is given up.
    bound: u64,
}

impl Sampler {
    /// Makes ready for a view.
    pub fn new(view: &View) -> Sampler {
        let mut start = view.start().clone();
        start.set_komi(view.komi());
        let (steps, turns) = steps(view);
        Sampler {
            view: view.clone(),
            steps,
            turns,
            plan: None,
            game: start,
            moves: Vec::new(),
            before: Vec::new(),
            spared: Vec::new(),
            wanted: None,
            passes: PASSES,
            guessed: false,
            begun: 0,
            drawn: 0,
            made: 0,
            bound: u64::MAX,
        }
    }

    /// The view.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Games begun so far, and games among them that fitted.
    pub fn effort(&self) -> [u64; 2] {
        [self.begun, self.drawn]
    }

    /// Steps of games made so far, those taken back included: what the time goes into.
    pub fn steps_made(&self) -> u64 {
        self.made
    }

    /// Draws a true game and writes it to `out`, the player of the view to move when it is his turn. False, and `out` is
    /// unspecified, when none was found.
    pub fn draw(&mut self, rng: &mut Rng, out: &mut GoState) -> bool {
        self.draw_within(u64::MAX, rng, out)
    }

    /// The same, given up after so many steps (see [`Sampler::steps_made`]).
    pub fn draw_within(&mut self, steps: u64, rng: &mut Rng, out: &mut GoState) -> bool {
        self.bound = self.made.saturating_add(steps);
        for attempt in 0..4 * ATTEMPTS {
            let plan = match self.plan.take() {
                Some(plan) if !plan.chance => plan,
                _ => self.plan(rng),
            };
            self.begun += 1;
            let fits = !plan.contradiction && self.replay(&plan, rng);
            // A plan that chance made may be the wrong one.
            let patience = if plan.chance { 4 * ATTEMPTS } else { ATTEMPTS };
            self.plan = Some(plan);
            if fits {
                self.drawn += 1;
                self.guessed = false;
                self.game.set_to_move(self.view.to_move());
                out.copy_from(&self.game);
                return true;
            }
            if attempt >= patience || self.made >= self.bound {
                return false;
            }
        }
        false
    }

    /// Takes a game that fits this view up to that number of events on to its end, the opponent's turns by chance. False, and
    /// `game` is as it was, where it does not come out as it was told.
    pub fn carry(&mut self, events: usize, game: &mut GoState, rng: &mut Rng) -> bool {
        let told = self.view.events();
        // An atari belongs to the step before it, which was made without it.
        let torn = matches!(told.get(events), Some(Event::Atari));
        let is_step = |event: &&Event| !matches!(event, Event::Atari);
        let from = told.iter().take(events).filter(is_step).count();
        let plan = match self.plan.take() {
            Some(plan) if !plan.chance => plan,
            _ => self.plan(rng),
        };
        self.game.copy_from(game);
        self.moves.clear();
        self.spared.clear();
        self.wanted = None;
        let fits = !torn
            && !plan.contradiction
            && (from..self.steps.len()).all(|at| {
                self.made += 1;
                self.step(&plan, at, rng).is_ok()
            })
            && !self.over();
        self.plan = Some(plan);
        if fits {
            self.game.set_to_move(self.view.to_move());
            game.copy_from(&self.game);
        }
        fits
    }

    /// A game as the referee would have it.
    pub fn state(mut self, rng: &mut Rng) -> PhantomState {
        let mut game = self.game.clone();
        if !self.draw(rng, &mut game) {
            self.guess(rng, &mut game);
        }
        // A guess has no history.
        let other = if self.guessed { Vec::new() } else { self.told_to_other() };
        PhantomState::imagined(&self.view, game, other)
    }

    /// A position with the stones that are known and as many hidden ones as there must be, at random: for views told by a
    /// referee who breaks his rules, behind which there is no true game.
    pub fn guess(&mut self, rng: &mut Rng, out: &mut GoState) {
        self.guessed = true;
        let knowledge = Knowledge::of(&self.view);
        let (player, size) = (self.view.player(), self.view.size());
        let mut stones: Vec<(Point, Option<Color>)> =
            size.points().map(|point| (point, knowledge.stone(point))).collect();
        out.copy_from(self.view.start());
        out.set_komi(self.view.komi());
        if out.edit(&stones).is_err() {
            // Even the known stones cannot stand like that: those that must be there stand alone.
            stones.retain(|(_, stone)| *stone != Some(player.other()));
            let _ = out.edit(&stones);
        }
        let wanted = knowledge.enemy_count()[0];
        for _ in 0..20 * size.area() {
            if out.board().stone_count(player.other()) >= wanted {
                break;
            }
            let pick = below(rng, size.area() as u32) as usize;
            let Some(point) = size.points().nth(pick) else { break };
            let free = knowledge.may_be_enemy(point) && !out.board().is_eye(player.other(), point);
            if free
                && out.board().is_empty(point)
                && !out.board().is_capture(player.other(), point)
                && accepts(out, PhantomKo::Free, player.other(), point)
            {
                out.play(Move::at(point));
            }
        }
        out.set_to_move(self.view.to_move());
    }

    /// Replays the game, the opponent's turns by plan and chance; is there one that fits? Where a step does not, the game
    /// goes back by a few of the opponent's turns and on from there.
    fn replay(&mut self, plan: &Plan, rng: &mut Rng) -> bool {
        self.game.copy_from(self.view.start());
        self.moves.clear();
        self.spared.clear();
        self.wanted = None;
        let mut at = 0;
        let (mut furthest, mut failures) = (0, 0);
        for _ in 0..WORK * (self.steps.len() + 1) {
            if at > furthest {
                (furthest, failures) = (at, 0);
            }
            if self.made >= self.bound {
                return false;
            }
            self.made += 1;
            let Some(step) = self.steps.get(at) else {
                if !self.over() {
                    return true;
                }
                failures += 1;
                if !self.go_back(&mut at, failures, rng) {
                    return false;
                }
                continue;
            };
            if let Step::Opponent { turn, .. } = step {
                let (turn, game) = (*turn, &self.game);
                match self.before.get_mut(turn) {
                    Some((step, kept)) => {
                        *step = at;
                        kept.copy_from(game);
                    }
                    None => self.before.push((at, game.clone())),
                }
            }
            match self.step(plan, at, rng) {
                Ok(()) => at += 1,
                Err(misfit) => {
                    failures += 1;
                    let mended = match misfit {
                        Misfit::Blame(stones) => self.undo_culprit(&mut at, &stones, rng),
                        Misfit::Missing(point) => self.make_room(plan, &mut at, point, rng),
                        Misfit::Somehow => false,
                    };
                    let back = mended || self.go_back(&mut at, failures, rng);
                    if !back {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Goes back to the turn in which one of these stones was placed, and leaves its point free up to the present turn.
    fn undo_culprit(&mut self, at: &mut usize, culprits: &[Point], rng: &mut Rng) -> bool {
        let Some(&culprit) = culprits.get(below(rng, culprits.len() as u32) as usize) else {
            return false;
        };
        let made = self.moves.len();
        let Some(turn) = self.moves.iter().rposition(|&mv| mv == Some(culprit)) else {
            return false;
        };
        self.spared.push((culprit, made));
        self.go_to(at, turn)
    }

    /// Goes back to a turn in which the opponent played where nothing asked for it, to play on that point instead.
    fn make_room(&mut self, plan: &Plan, at: &mut usize, point: Point, rng: &mut Rng) -> bool {
        let made = self.moves.len();
        let from = plan.needs.iter().filter(|need| need.point == point && need.until < made);
        let from = from.map(|need| need.from).max().unwrap_or(0);
        let idle = |turn: &usize| {
            let mv = self.moves.get(*turn).copied().flatten();
            mv.is_some_and(|mv| !plan.needs.iter().any(|need| need.point == mv))
        };
        let count = (from..made).filter(idle).count();
        let pick = below(rng, count.max(1) as u32) as usize;
        let Some(turn) = (from..made).filter(idle).nth(pick) else { return false };
        self.wanted = Some((turn, point));
        self.go_to(at, turn)
    }

    /// Back to the position before that turn of the opponent.
    fn go_to(&mut self, at: &mut usize, turn: usize) -> bool {
        let Some((step, game)) = self.before.get(turn) else { return false };
        *at = *step;
        self.game.copy_from(game);
        self.moves.truncate(turn);
        true
    }

    /// Takes a few of the opponent's turns back: mostly one, more the more often the same place was not passed. False where
    /// there is none.
    fn go_back(&mut self, at: &mut usize, failures: usize, rng: &mut Rng) -> bool {
        let mut turns = 1 + below(rng, 1 + (failures / PATIENCE) as u32) as usize;
        while below(rng, 3) == 0 {
            turns += 1;
        }
        // A turn that found no play has left no move.
        let made = self.moves.len();
        made > 0 && self.go_to(at, made.saturating_sub(turns))
    }

    /// Is the game over by the rules?
    fn over(&self) -> bool {
        self.game.outcome().is_some()
            || (self.view.rules().ko == PhantomKo::Draw
                && self.game.passes() == 0
                && self.game.repeats())
    }

    /// Makes one step of the game, or says what is wrong if it does not come out as it was told.
    fn step(&mut self, plan: &Plan, at: usize, rng: &mut Rng) -> Result<(), Misfit> {
        let somehow = || Err(Misfit::Somehow);
        let Some(step) = self.steps.get(at) else { return somehow() };
        // An end would have been told.
        if self.over() && !matches!(step, Step::Over) {
            return somehow();
        }
        let (player, ko) = (self.view.player(), self.view.rules().ko);
        let calls = self.view.rules().call_atari;
        let game = &mut self.game;
        let fits = match step {
            Step::Over => {
                game.resume();
                true
            }
            Step::Played { point, taken, atari } => {
                if !game.board().is_empty(*point) {
                    return Err(Misfit::Blame(vec![*point]));
                }
                match check(game, ko, player, *point) {
                    Ok(()) => take(game, player, *point, taken).map_err(Misfit::Blame)?,
                    Err(Illegal::Suicide) => {
                        return Err(Misfit::Blame(stiflers(game.board(), player, *point)));
                    }
                    Err(_) => return somehow(),
                }
                if calls && gives_atari(game.board(), player, *point) != *atari {
                    return match atari {
                        true => somehow(),
                        false => Err(Misfit::Blame(endangered(game.board(), player, *point))),
                    };
                }
                true
            }
            Step::Refused { point, reason: told } => match check(game, ko, player, *point) {
                Ok(()) if ko == PhantomKo::Unsure && game.board().is_ko(player, *point) => true,
                Ok(()) => return Err(Misfit::Missing(*point)),
                Err(illegal) => told.is_none_or(|told| reason(illegal) == told),
            },
            Step::Passed => {
                game.set_to_move(player);
                game.play(Move::PASS);
                true
            }
            Step::OpponentPassed => {
                game.set_to_move(player.other());
                game.play(Move::PASS);
                true
            }
            // He may have tried any stone that is there.
            Step::OpponentRefused => game.board().empty_count() < game.size().area(),
            Step::Opponent { turn, lost, told, atari } => {
                let enemy = player.other();
                let may_pass = !told && lost.is_empty() && !*atari;
                let wanted = self.wanted.take_if(|(wanted, _)| wanted == turn).map(|(_, p)| p);
                let chosen = if may_pass && wanted.is_none() && below(rng, self.passes) == 0 {
                    None
                } else {
                    let spared = &self.spared;
                    let atari = calls.then_some(*atari);
                    Chooser { plan, turn: *turn, lost, enemy, ko, atari, spared, wanted }
                        .choose(game, rng)
                };
                if chosen.is_none() && !may_pass {
                    return somehow();
                }
                self.moves.push(chosen);
                game.set_to_move(enemy);
                game.play(chosen.map_or(Move::PASS, Move::at));
                let called = |point| gives_atari(game.board(), enemy, point);
                chosen.is_none_or(|point| !calls || called(point) == *atari)
            }
        };
        if fits { Ok(()) } else { somehow() }
    }

    /// What the opponent was told in the last game drawn, his refused tries left out.
    fn told_to_other(&self) -> Vec<Event> {
        let player = self.view.player();
        let mut game = self.view.start().clone();
        let mut events = Vec::new();
        let mut moves = self.moves.iter().copied();
        for step in &self.steps {
            game.resume();
            match step {
                Step::Played { point, atari, .. } => {
                    let lost = captures(game.board(), player, *point).into();
                    game.set_to_move(player);
                    game.play(Move::at(*point));
                    events.push(Event::OpponentPlayed { lost });
                    events.extend(atari.then_some(Event::Atari));
                }
                Step::Opponent { atari, .. } => match moves.next().flatten() {
                    Some(point) => {
                        let taken = captures(game.board(), player.other(), point);
                        game.set_to_move(player.other());
                        game.play(Move::at(point));
                        events.push(Event::Played { point, taken: Taken::Points(taken.into()) });
                        events.extend(atari.then_some(Event::Atari));
                    }
                    None => events.push(Event::Passed),
                },
                Step::Passed => events.push(Event::OpponentPassed),
                Step::OpponentPassed => events.push(Event::Passed),
                Step::Refused { .. } | Step::OpponentRefused => {}
                Step::Over => events.push(Event::Over),
            }
        }
        events
    }

    /// Makes a plan; chance decides which stones were taken where only their number was told.
    fn plan(&self, rng: &mut Rng) -> Plan {
        let size = self.view.size();
        let mut plan = Plan::default();
        let mut knowledge = Knowledge::at_start(&self.view);
        // By point: the first turn in which the opponent may have placed a stone that is there now, and whether one is
        // needed (or there from the start) already.
        let mut from = vec![0usize; crate::base::GRID];
        let mut needed = *knowledge.enemy();
        let mut supposed = PointSet::new();
        let mut own_at: Vec<PointSet> = Vec::with_capacity(self.turns);
        let mut taken_by: Vec<Box<[Point]>> = Vec::with_capacity(self.steps.len());
        let mut turns = 0usize;
        for step in &self.steps {
            let mut needs: Vec<Point> = Vec::new();
            let mut perhaps = None;
            let mut gone: Box<[Point]> = Box::default();
            match step {
                Step::Played { point, taken, .. } => {
                    knowledge.learn(&Event::Played { point: *point, taken: taken.clone() });
                    gone = match taken {
                        Taken::Points(points) => points.clone(),
                        Taken::Count(0) => Box::default(),
                        Taken::Count(count) => {
                            let ways = knowledge.ways_to_take(*point, *count);
                            plan.chance |= ways.len() > 1;
                            let pick = below(rng, ways.len().max(1) as u32) as usize;
                            ways.get(pick).map(|way| way.as_slice().into()).unwrap_or_default()
                        }
                    };
                    needs.extend(gone.iter().copied());
                }
                Step::Refused { point, reason } => {
                    if knowledge.proves_stone(*point, *reason) {
                        needs.push(*point);
                    } else if reason.is_none()
                        && !knowledge.own().contains(*point)
                        && !knowledge.last_taken_from(*point)
                    {
                        perhaps = Some(*point);
                    }
                    if *reason == Some(Refusal::Suicide) {
                        let filled = knowledge.filled_at_suicide(*point).unwrap_or_default();
                        needs.extend(filled.iter());
                    }
                    knowledge.learn(&Event::Refused { point: *point, reason: *reason });
                }
                Step::Opponent { lost, told, .. } => {
                    own_at.push(*knowledge.own());
                    turns += 1;
                    let around = lost.iter().flat_map(|&point| beside(size, point));
                    needs.extend(around.filter(|point| !lost.contains(point)));
                    let lost = lost.clone();
                    knowledge.learn(&match told {
                        true => Event::OpponentPlayed { lost },
                        false => Event::OpponentMoved,
                    });
                }
                Step::Passed => knowledge.learn(&Event::Passed),
                Step::OpponentPassed => knowledge.learn(&Event::OpponentPassed),
                Step::OpponentRefused | Step::Over => {}
            }
            let last = turns.checked_sub(1);
            for point in needs {
                if needed.insert(point) {
                    let from = from[point.index()];
                    match last {
                        Some(until) if from <= until => {
                            plan.needs.push(Need { point, from, until, certain: true });
                        }
                        _ => plan.contradiction = true,
                    }
                }
            }
            if let (Some(point), Some(until)) = (perhaps, last)
                && !needed.contains(point)
                && from[point.index()] <= until
                && supposed.insert(point)
            {
                let from = from[point.index()];
                plan.needs.push(Need { point, from, until, certain: false });
            }
            for &point in &gone {
                needed.remove(point);
                supposed.remove(point);
                from[point.index()] = turns;
            }
            if let Step::Opponent { lost, .. } = step {
                lost.iter().for_each(|&point| from[point.index()] = turns);
            }
            taken_by.push(gone);
        }
        plan.open = self.open(&own_at, &taken_by);
        plan
    }

    /// For each turn of the opponent the points that are not the player's and need not be empty later.
    fn open(&self, own_at: &[PointSet], taken_by: &[Box<[Point]>]) -> Vec<Vec<Point>> {
        let mut barred = PointSet::new();
        let mut open = vec![Vec::new(); own_at.len()];
        for (step, gone) in self.steps.iter().zip(taken_by).rev() {
            match step {
                Step::Played { point, .. } => {
                    barred.insert(*point);
                    gone.iter().for_each(|&point| barred.remove(point));
                }
                Step::Opponent { turn, .. } => {
                    if let (Some(open), Some(own)) = (open.get_mut(*turn), own_at.get(*turn)) {
                        open.extend(
                            self.view
                                .size()
                                .points()
                                .filter(|&point| !barred.contains(point) && !own.contains(point)),
                        );
                    }
                }
                _ => {}
            }
        }
        open
    }
}

/// The stones in atari beside the stone just played.
fn endangered(board: &Board, player: Color, point: Point) -> Vec<Point> {
    let mut stones = Vec::new();
    for n in beside(board.size(), point) {
        let chain = board.chain(n);
        if board.color(n) == Some(player.other()) && board.atari(chain).is_some() {
            stones.extend(board.chain_stones(chain));
        }
    }
    stones
}

/// Plays for the player. If it does not take what was told: the stones to blame.
fn take(game: &mut GoState, player: Color, point: Point, told: &Taken) -> Result<(), Vec<Point>> {
    let board = game.board();
    let taken = captures(board, player, point);
    let same = match told {
        Taken::Points(points) => taken == **points,
        Taken::Count(count) => taken.len() == *count,
    };
    if same {
        game.play(Move::at(point));
        return Ok(());
    }
    // Some are too many, or hold on to those that should have gone.
    let told = match told {
        Taken::Points(points) => &**points,
        Taken::Count(_) => &[],
    };
    let size = board.size();
    let held = told.iter().flat_map(|&stone| beside(size, stone));
    let enemies = held.filter(|&n| board.color(n) == Some(player.other()));
    Err(taken.iter().copied().chain(enemies).filter(|stone| !told.contains(stone)).collect())
}

/// The enemy stones but for which a play there would have a liberty.
fn stiflers(board: &Board, player: Color, point: Point) -> Vec<Point> {
    let mut stones = Vec::new();
    for n in beside(board.size(), point) {
        match board.color(n) {
            Some(color) if color == player => {
                let string = board.chain_stones(board.chain(n));
                stones.extend(string.flat_map(|stone| beside(board.size(), stone)));
            }
            _ => stones.push(n),
        }
    }
    stones.retain(|&stone| board.color(stone) == Some(player.other()));
    stones
}

/// The events as steps, and the number of the opponent's turns.
fn steps(view: &View) -> (Vec<Step>, usize) {
    let mut steps: Vec<Step> = Vec::with_capacity(view.events().len());
    let mut turns = 0;
    for event in view.events() {
        let opponent = |lost: &[Point], told, turns: &mut usize| {
            *turns += 1;
            Step::Opponent { turn: *turns - 1, lost: lost.into(), told, atari: false }
        };
        steps.push(match event {
            Event::Played { point, taken } => {
                Step::Played { point: *point, taken: taken.clone(), atari: false }
            }
            Event::Refused { point, reason } => Step::Refused { point: *point, reason: *reason },
            Event::Passed => Step::Passed,
            Event::OpponentPlayed { lost } => opponent(lost, true, &mut turns),
            Event::OpponentMoved => opponent(&[], false, &mut turns),
            Event::OpponentPassed => Step::OpponentPassed,
            Event::OpponentRefused => Step::OpponentRefused,
            Event::Atari => {
                if let Some(Step::Played { atari, .. } | Step::Opponent { atari, .. }) =
                    steps.last_mut()
                {
                    *atari = true;
                }
                continue;
            }
            Event::Over => Step::Over,
        });
    }
    (steps, turns)
}
