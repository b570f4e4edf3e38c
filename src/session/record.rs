//! Games to records and back.

use super::{Game, Open, Session, SessionError, Timeline};
use crate::base::{Color, Move, Point};
use crate::clock::TimeSystem;
use crate::engine::{Stop, Thought};
use crate::game::{Illegal, State};
use crate::record::sgf::{self, Event, GameRecord, Layout};

/// What the engine saw when it chose a move, as the move's comment.
pub(super) fn comment(thought: &Thought) -> Option<String> {
    let report = &thought.report;
    let best = report.candidates.iter().find(|candidate| candidate.mv == thought.mv)?;
    if report.playouts == 0 {
        return None;
    }
    let pv: Vec<String> = best.pv.iter().map(Move::to_string).collect();
    Some(format!(
        "{} visits of {}, winrate {:.1} %, score {:+.1}, {}",
        best.visits,
        report.visits,
        best.winrate * 100.0,
        best.score,
        pv.join(" ")
    ))
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
    let record = GameRecord::from_tree_as(tree, notation).map_err(cannot_load)?;
    if !open.game.accepts(record.size) {
        return Err(cannot_load("unacceptable size"));
    }
    let mut start = open.game.start(record.size);
    G::set_handicap(&mut start, record.handicap.unwrap_or(0) as usize);
    let mut timeline: Timeline<G> = Timeline::new(start);
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
    let to_move = record.to_play_before(before);
    if timeline.now().to_move() != to_move {
        timeline.set_to_move(to_move);
    }
    // Nothing can fail from here on. A game without komi has nothing to set.
    if let Some(komi) = record.komi
        && open.game.set_komi(komi).is_ok()
    {
        let game = &open.game;
        timeline.for_each(|state| game.apply(state));
    }
    open.restart(timeline.start().clone());
    open.timeline.replace(timeline);
    Ok(())
}

/// See [`Session::save`].
pub(super) fn save<G: Game>(open: &mut Open<G>, stop: &Stop) -> Result<String, SessionError> {
    let notation = open.game.notation().ok_or(SessionError::NotInThisGame)?;
    let result = match open.resigned {
        Some(loser) => Some(format!("{}+R", loser.other().letter())),
        None if open.outcome().is_some() => Some(open.score(stop)?.to_string()),
        None => None,
    };
    let start = open.timeline.start();
    let size = start.size();
    let mut record = GameRecord::new(size);
    record.komi = open.game.komi();
    record.rules = open.game.rules_name();
    record.result = result;
    let handicap = u32::try_from(G::handicap(start)).unwrap_or(u32::MAX);
    record.handicap = (handicap > 0).then_some(handicap);
    (record.main_time, record.overtime) = times(open.clocks.system());
    let of = |color: Color| -> Vec<Point> {
        size.points().filter(|&point| G::stone(start, point) == Some(color)).collect()
    };
    let (black, white) = (of(Color::Black), of(Color::White));
    if !black.is_empty() || !white.is_empty() || start.to_move() != Color::Black {
        record.set_up(&black, &white);
        record.root_mut().to_play = Some(start.to_move());
    }
    for (number, &(color, mv)) in open.timeline.moves().iter().enumerate() {
        let comment = open.comments.get(&number);
        if comment.is_some() {
            record.player_mut(color).name = Some("tesuji".into());
        }
        record.play(color, mv).comment = comment.cloned();
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
