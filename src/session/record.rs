//! Games to records and back.

use super::{Game, Open, Session, SessionError, Timeline};
use crate::base::{Color, Move, Point};
use crate::clock::TimeSystem;
use crate::engine::{Stop, Thought};
use crate::game::{Illegal, Information, State};
use crate::record::sgf::{self, Event, GameRecord, Layout, Step};
use std::collections::BTreeMap;

/// What a record says of a move.
pub(super) struct Remark {
    text: String,
    /// Did the engine say it of a move of its own?
    own: bool,
}

impl Remark {
    /// What the engine saw when it chose a move.
    pub(super) fn on(thought: &Thought) -> Option<Remark> {
        let report = &thought.report;
        let best = report.candidates.iter().find(|candidate| candidate.mv == thought.mv)?;
        if report.playouts == 0 {
            return None;
        }
        let pv: Vec<String> = best.pv.iter().map(Move::to_string).collect();
        let text = format!(
            "{} visits of {}, winrate {:.1} %, score {:+.1}, {}",
            best.visits,
            report.visits,
            best.winrate * 100.0,
            best.score,
            pv.join(" ")
        );
        Some(Remark { text, own: true })
    }
}

/// What a loaded record tells beside the moves: players, dates, places, time.
pub(super) struct Heading {
    /// The record, of its steps only what the root says in words.
    record: GameRecord,
    /// The record's result, and the position that it holds for.
    result: Option<(u64, String)>,
}

fn cannot_load(why: impl ToString) -> SessionError {
    let why = why.to_string();
    log::info!("cannot load the record: {why}");
    SessionError::CannotLoad(why)
}

/// See [`Session::load`].
pub(super) fn load<G: Game>(
    open: &mut Open<G>,
    bytes: &[u8],
    before: usize,
) -> Result<(), SessionError> {
    let notation = open.game.notation().ok_or(SessionError::NotInThisGame)?;
    let collection = sgf::parse(bytes).map_err(cannot_load)?;
    let tree = collection.first().ok_or_else(|| cannot_load("no game"))?;
    let mut record = GameRecord::from_tree_as(tree, notation).map_err(cannot_load)?;
    if !open.game.accepts(record.size) {
        return Err(cannot_load("unacceptable size"));
    }
    // The rules come first, since they decide what is legal and when a game is over. Rules of an unknown name stay what
    // they were; a game without rules has nothing to set.
    let former = open.game.rules();
    if let Some(Err(error)) = record.rules.as_deref().map(|rules| open.game.set_rules(rules)) {
        log::info!("the rules of the record are not used: {error}");
    }
    let mut timeline = follow(&open.game, &record, before).inspect_err(|_| {
        if let Some(Err(error)) = former.map(|rules| open.game.set_rules(&rules)) {
            log::error!("the former rules are not accepted: {error}");
        }
    })?;
    let to_move = record.to_play_before(before);
    if timeline.now().to_move() != to_move {
        timeline.set_to_move(to_move);
    }
    // Nothing can fail from here on. A game without komi has nothing to set.
    if let Some(Err(error)) = record.komi.map(|komi| open.game.set_komi(komi)) {
        log::info!("the komi of the record is not used: {error}");
    }
    let game = &open.game;
    timeline.for_each(|state| game.apply(state));
    open.restart(timeline.start().clone());
    open.timeline.replace(timeline);
    open.remarks = remarks(&record, before, open.timeline.moves().len());
    let whole = record.events_before(before).count() == record.events().count();
    let result = record.result.take().filter(|_| whole);
    let root = record.steps.drain(..).next().unwrap_or_default();
    let comment = root.comment.filter(|_| root.moves.is_empty());
    record.steps.push(Step { comment, name: root.name, ..Step::default() });
    open.heading =
        Some(Heading { record, result: result.map(|text| (open.timeline.version(), text)) });
    Ok(())
}

/// The moves of a record before move `before`, under the rules in force.
fn follow<G: Game>(
    game: &G,
    record: &GameRecord,
    before: usize,
) -> Result<Timeline<G>, SessionError> {
    // Stones at the beginning are the whole position, also in a game that begins with stones.
    let set_up = matches!(record.events().next(), Some(Event::Setup(setup))
        if !setup.black.is_empty() || !setup.white.is_empty());
    let mut start = if set_up { game.empty(record.size) } else { game.start(record.size) };
    G::set_handicap(&mut start, record.handicap.unwrap_or(0) as usize);
    let mut timeline: Timeline<G> = Timeline::new(start);
    // A record tells who made each move, so that a forced pass left out leaves no doubt.
    timeline.set_inserts(true);
    for event in record.events_before(before) {
        match event {
            Event::Setup(setup) => {
                let mut state = timeline.now().clone();
                let stones = |points: &[Point], color| {
                    points.iter().map(|&point| (point, color)).collect::<Vec<_>>()
                };
                let mut edits = stones(&setup.empty, None);
                edits.extend(stones(&setup.black, Some(Color::Black)));
                edits.extend(stones(&setup.white, Some(Color::White)));
                G::edit(&mut state, &edits).map_err(cannot_load)?;
                timeline.restart(state);
            }
            Event::SetPlayer(color) => timeline.set_to_move(color),
            Event::Refused(points) => {
                // Only a game with refusals knows them, and there those that the board does not bear out are left out.
                if !G::State::EXACT {
                    let color = timeline.now().to_move();
                    for &point in points {
                        if timeline.now().check(Move::at(point)).is_err() {
                            timeline.attempt(color, Move::at(point)).map_err(cannot_load)?;
                        }
                    }
                }
            }
            // The pass that came with the last refusal is there already.
            Event::Move(color, mv)
                if mv.is_pass() && timeline.passed_by_refusal() == Some(color) => {}
            Event::Move(color, mv) => {
                match timeline.check(color, mv) {
                    // A record tells what happened, under whatever ko and suicide rules.
                    Ok(()) | Err(Illegal::Ko | Illegal::Superko | Illegal::Suicide) => {}
                    Err(error) => return Err(cannot_load(format!("{color} {mv}: {error}"))),
                }
                timeline.play(color, mv);
            }
        }
    }
    Ok(timeline)
}

/// The comments on the last `kept` moves before move `before`, by their number among those.
fn remarks(record: &GameRecord, before: usize, kept: usize) -> BTreeMap<usize, Remark> {
    let moves = record.events_before(before).filter(|e| matches!(e, Event::Move(..))).count();
    let dropped = moves.saturating_sub(kept);
    let mut made = 0;
    let mut remarks = BTreeMap::new();
    for step in record.steps.iter() {
        made += step.moves.len();
        if let (Some(text), Some(number)) = (&step.comment, made.checked_sub(dropped + 1))
            && number < kept
            && !step.moves.is_empty()
        {
            remarks.insert(number, Remark { text: text.clone(), own: false });
        }
    }
    remarks
}

/// See [`Session::save`].
pub(super) fn save<G: Game>(open: &mut Open<G>, stop: &Stop) -> Result<String, SessionError> {
    let notation = open.game.notation().ok_or(SessionError::NotInThisGame)?;
    let result = match open.resigned {
        Some(loser) => Some(format!("{}+R", loser.other().letter())),
        // A game that cannot be scored, or not in time, is saved all the same.
        None if open.outcome().is_some() => open.score(stop).ok().map(|score| score.to_string()),
        None => None,
    };
    let known = open.heading.as_ref();
    let told = known.and_then(|heading| heading.result.as_ref());
    let result = match told {
        Some((version, text)) if *version == open.timeline.version() => Some(text.clone()),
        _ => result,
    };
    let start = open.timeline.start();
    let size = start.size();
    let mut record = GameRecord::new(size);
    if let Some(heading) = known {
        record = GameRecord { size, ..heading.record.clone() };
    }
    record.komi = open.game.komi();
    record.rules = open.game.rules_name();
    record.result = result;
    let handicap = u32::try_from(G::handicap(start)).unwrap_or(u32::MAX);
    record.handicap = (handicap > 0).then_some(handicap);
    if open.clocks.system() != TimeSystem::None {
        (record.main_time, record.overtime) = times(open.clocks.system());
    }
    let of = |color: Color| -> Vec<Point> {
        size.points().filter(|&point| G::stone(start, point) == Some(color)).collect()
    };
    let (black, white) = (of(Color::Black), of(Color::White));
    if !black.is_empty() || !white.is_empty() || start.to_move() != Color::Black {
        record.set_up(&black, &white);
        record.root_mut().to_play = Some(start.to_move());
    }
    let refused = |number| -> Vec<Point> {
        open.timeline.refused_before(number).filter_map(|(_, mv)| mv.point()).collect()
    };
    for (number, &(color, mv)) in open.timeline.moves().iter().enumerate() {
        let remark = open.remarks.get(&number);
        let name = &mut record.player_mut(color).name;
        if name.is_none() && remark.is_some_and(|remark| remark.own) {
            *name = Some("tesuji".into());
        }
        let step = record.play(color, mv);
        step.comment = remark.map(|remark| remark.text.clone());
        step.refused = refused(number);
    }
    // A turn given out of order.
    let natural = open.timeline.moves().last().map(|(color, _)| color.other());
    let to_move = open.timeline.now().to_move();
    if natural.is_some_and(|natural| natural != to_move) {
        record.steps.push(Step { to_play: Some(to_move), ..Step::default() });
    }
    let refused = refused(open.timeline.moves().len());
    if !refused.is_empty() {
        record.steps.push(Step { refused, ..Step::default() });
    }
    let layout = Layout { empty_lines: false, ..Layout::default() };
    Ok(sgf::write_with(&[record.to_tree(notation)], layout))
}

/// `TM` and `OT` of a time system.
fn times(system: TimeSystem) -> (Option<f64>, Option<String>) {
    match system {
        TimeSystem::None => (None, None),
        TimeSystem::Absolute { main } => (Some(main.as_secs_f64()), None),
        TimeSystem::Canadian { main, period, stones } => {
            (Some(main.as_secs_f64()), Some(format!("{stones}/{} Canadian", period.as_secs_f64())))
        }
        TimeSystem::ByoYomi { main, period, periods } => {
            (Some(main.as_secs_f64()), Some(format!("{periods}x{} byo-yomi", period.as_secs_f64())))
        }
        TimeSystem::Fischer { main, increment, .. } => {
            (Some(main.as_secs_f64()), Some(format!("{} fischer", increment.as_secs_f64())))
        }
        TimeSystem::PerMove { time } => {
            (Some(0.0), Some(format!("1/{} Canadian", time.as_secs_f64())))
        }
    }
}
