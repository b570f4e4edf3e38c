//! Openings by search: what a player answers in swap2, and stones that make a position as even as one likes.
//!
//! Who may choose the colour takes the better one, so a proposal is worth as much as it is even; and who answers three
//! stones with two more gets at best an even game, where one of the colours at hand is worth at least that. So a proposal
//! is the most even of some that are drawn by chance, and an answer is the better colour.

use crate::base::{BoardSize, Color, Move, Point, Rng, below};
use crate::games::gomoku::swap2::Reply;
use crate::session::Session;

/// Proposals to choose from.
pub const PROPOSALS: usize = 12;

/// Without stones on the board stones are proposed at most so far from the centre.
const REACH: usize = 3;

/// With stones on the board at most so far from one of them (king's moves).
const NEAR: usize = 3;

/// A game is even enough when the chance is that close to the one wished for.
const ENOUGH: f32 = 0.01;

/// What a search says of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// Chance of the player to move, 0..=1.
    pub winrate: f32,
    /// The move of the player to move.
    pub mv: Move,
}

/// Judges the position of a session; `None` when there is no more time for it.
pub type Judge<'j> = &'j mut dyn FnMut(&mut dyn Session) -> Option<Judged>;

/// The answer of swap2 when these stones are placed (0, 3 or 5, black and white in turn). The game of the session becomes
/// these stones.
pub fn answer(
    session: &mut dyn Session,
    stones: &[Point],
    rng: &mut Rng,
    judge: Judge<'_>,
) -> Reply {
    session.clear();
    if stones.is_empty() {
        return Reply::Stones(balance(session, 3, 0.5, PROPOSALS, rng, judge).unwrap_or_default());
    }
    let moves: Vec<(Color, Move)> =
        Color::BOTH.into_iter().cycle().zip(stones.iter().map(|&point| Move::at(point))).collect();
    if session.play_all(&moves).is_err() {
        return Reply::Swap;
    }
    // White is to move, and whoever keeps White moves.
    match judge(session) {
        Some(Judged { winrate, mv }) if winrate >= 0.5 => {
            mv.point().map_or(Reply::Swap, |point| Reply::Stones(vec![point]))
        }
        _ => Reply::Swap,
    }
}

/// So many stones, placed in turn by the player to move and the other, after which the chance of the player who is to move
/// now is as near as can be found to `target`: the best of `tries` placements drawn by chance, or of fewer when one is
/// near enough or time is up. `None` if nothing can be placed. The position stays as it is.
pub fn balance(
    session: &mut dyn Session,
    count: usize,
    target: f32,
    tries: usize,
    rng: &mut Rng,
    judge: Judge<'_>,
) -> Option<Vec<Point>> {
    let mover = session.to_move();
    let mut best: Option<(f32, Vec<Point>)> = None;
    let places = places(session);
    for _ in 0..tries {
        let Some(proposal) = by_chance(&places, count, rng) else { break };
        let colors = [mover, mover.other()].into_iter().cycle();
        let moves: Vec<(Color, Move)> =
            colors.zip(proposal.iter().map(|&point| Move::at(point))).collect();
        if session.play_all(&moves).is_err() {
            continue;
        }
        let judged = if session.outcome().is_none() { judge(session) } else { None };
        let over = session.outcome().is_some();
        let own_turn = session.to_move() == mover;
        if let Err(error) = session.undo(moves.len()) {
            log::error!("stones that were tried stay on the board: {error}");
        }
        let Some(judged) = judged else {
            if over {
                continue;
            }
            best = best.or(Some((f32::INFINITY, proposal)));
            break;
        };
        let chance = if own_turn { judged.winrate } else { 1.0 - judged.winrate };
        let unevenness = (chance - target).abs();
        if best.as_ref().is_none_or(|(least, _)| unevenness < *least) {
            best = Some((unevenness, proposal));
        }
        if unevenness <= ENOUGH {
            break;
        }
    }
    best.map(|(_, proposal)| proposal)
}

/// Where stones are proposed: about the centre of an empty board, near the stones of another.
fn places(session: &dyn Session) -> Vec<Point> {
    let size = session.size();
    let stones: Vec<Point> =
        size.points().filter(|&point| session.stone(point).is_some()).collect();
    let legal = session.legal_moves(session.to_move());
    let legal = legal.iter().filter_map(|mv| mv.point());
    let near = |point: &Point| {
        let distance =
            |stone: &Point| stone.x().abs_diff(point.x()).max(stone.y().abs_diff(point.y()));
        match stones.is_empty() {
            true => is_central(*point, size),
            false => stones.iter().any(|stone| distance(stone) <= NEAR),
        }
    };
    legal.filter(near).collect()
}

fn is_central(point: Point, size: BoardSize) -> bool {
    point.x().abs_diff(size.width() / 2) <= REACH && point.y().abs_diff(size.height() / 2) <= REACH
}

/// So many different places.
fn by_chance(places: &[Point], count: usize, rng: &mut Rng) -> Option<Vec<Point>> {
    let mut points = Vec::with_capacity(count);
    if places.len() < count {
        return None;
    }
    while points.len() < count {
        let point = *places.get(below(rng, u32::try_from(places.len()).ok()?) as usize)?;
        if !points.contains(&point) {
            points.push(point);
        }
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::seeded;
    use crate::session::{self, Settings};

    fn open(side: usize) -> Box<dyn Session> {
        let row = session::find("gomoku").unwrap();
        (row.open)(&Settings { size: BoardSize::square(side), ..Settings::default() }).unwrap()
    }

    #[test]
    fn proposals_are_even_and_colours_are_chosen() {
        for side in [5, 15, 20] {
            let mut session = open(side);
            let mut judged = 0;
            let mv = Move::at(Point::at(1, 1));
            let mut judge = |_: &mut dyn Session| {
                judged += 1;
                // The seventh is the most even.
                Some(Judged { winrate: if judged == 7 { 0.52 } else { 0.1 }, mv })
            };
            let reply = answer(session.as_mut(), &[], &mut seeded(5), &mut judge);
            let Reply::Stones(proposal) = reply else { panic!("no proposal on {side}") };
            assert_eq!((proposal.len(), judged), (3, PROPOSALS));
            assert!(session.is_clear() && proposal.iter().all(|p| is_central(*p, session.size())));
            let places = places(session.as_ref());
            let mut again = seeded(5);
            let seventh = (0..7).map(|_| by_chance(&places, 3, &mut again)).last();
            assert_eq!(seventh, Some(Some(proposal.clone())));
            for (chance, swaps) in [(0.49, true), (0.51, false)] {
                let mut judge = |session: &mut dyn Session| {
                    assert_eq!(session.to_move(), Color::White);
                    let mv = session.legal_moves(Color::White).first().copied()?;
                    Some(Judged { winrate: chance, mv })
                };
                let reply = answer(session.as_mut(), &proposal, &mut seeded(1), &mut judge);
                assert_eq!(reply == Reply::Swap, swaps, "{reply:?}");
            }
            let reply = answer(session.as_mut(), &[], &mut seeded(5), &mut |_| None);
            assert!(matches!(reply, Reply::Stones(points) if points.len() == 3), "no time");
        }
    }

    #[test]
    fn stones_that_balance_are_seen_by_the_player_to_move() {
        let mut session = open(15);
        session.play(Color::Black, "H8".parse().unwrap()).unwrap();
        for (count, target, told, wanted) in
            [(1, 0.7, [0.5, 0.3, 0.9], 1), (2, 0.7, [0.5, 0.3, 0.72], 2)]
        {
            let mut seen = Vec::new();
            let mut judge = |session: &mut dyn Session| {
                let mv = session.moves().last().map(|(_, mv)| *mv)?;
                seen.push(mv);
                Some(Judged { winrate: *told.get(seen.len() - 1)?, mv })
            };
            let found = balance(session.as_mut(), count, target, 3, &mut seeded(9), &mut judge);
            let found = found.expect("stones");
            assert_eq!(found.len(), count);
            assert_eq!(found.last().map(|&point| Move::at(point)), seen.get(wanted).copied());
            assert_eq!(session.moves().len(), 1);
        }
    }
}
