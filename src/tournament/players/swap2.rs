//! What a built-in player answers in the swap2 opening: it proposes the stones that its engine finds most even among a few
//! chosen by chance, and takes the colour that its engine likes better.

use crate::base::{Color, Move, Point, Rng, below};
use crate::games::gomoku::swap2::Reply;
use crate::session::Session;

/// Proposals to choose from.
const PROPOSALS: usize = 12;

/// Stones are proposed at most so far from the centre.
const REACH: usize = 3;

/// Playouts for one judgement, at most: an answer judges a dozen positions.
pub(super) const PLAYOUTS: u64 = 400;

/// The answer when these stones are placed (0, 3 or 5, black and white in turn). `judge` tells the chance of White, who is to
/// move, and `choose` White's move.
pub(super) fn answer(
    session: &mut dyn Session,
    stones: &[Point],
    rng: &mut Rng,
    judge: &mut dyn FnMut(&mut dyn Session) -> f32,
    choose: &mut dyn FnMut(&mut dyn Session) -> Move,
) -> Reply {
    if stones.is_empty() {
        let mut best: Option<(f32, Vec<Point>)> = None;
        for _ in 0..PROPOSALS {
            let proposal = by_chance(session, rng);
            if !place(session, &proposal) {
                continue;
            }
            let unevenness = (judge(session) - 0.5).abs();
            if best.as_ref().is_none_or(|(least, _)| unevenness < *least) {
                best = Some((unevenness, proposal));
            }
        }
        return Reply::Stones(best.map(|(_, proposal)| proposal).unwrap_or_default());
    }
    if !place(session, stones) || judge(session) < 0.5 {
        return Reply::Swap;
    }
    choose(session).point().map_or(Reply::Swap, |point| Reply::Stones(vec![point]))
}

/// Three different points about the centre.
fn by_chance(session: &dyn Session, rng: &mut Rng) -> Vec<Point> {
    let size = session.size();
    let coordinate = |rng: &mut Rng, side: usize| {
        let (low, high) =
            ((side / 2).saturating_sub(REACH), (side / 2 + REACH).min(side.saturating_sub(1)));
        low + below(rng, (high - low + 1) as u32) as usize
    };
    let mut points = Vec::new();
    while points.len() < 3 {
        let point = Point::at(coordinate(rng, size.width()), coordinate(rng, size.height()));
        if !points.contains(&point) {
            points.push(point);
        }
    }
    points
}

/// Sets these stones up as the game so far.
fn place(session: &mut dyn Session, stones: &[Point]) -> bool {
    session.clear();
    let moves: Vec<(Color, Move)> =
        Color::BOTH.into_iter().cycle().zip(stones.iter().map(|&point| Move::at(point))).collect();
    session.play_all(&moves).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::seeded;
    use crate::session::{self, Settings};

    #[test]
    fn proposals_are_even_and_colours_are_chosen() {
        let row = session::find("gomoku").unwrap();
        for side in [5, 15, 20] {
            let size = crate::base::BoardSize::square(side);
            let mut session = (row.open)(&Settings { size, ..Settings::default() }).unwrap();
            let mut rng = seeded(5);
            let mut judged = 0;
            let mut judge = |_: &mut dyn Session| {
                judged += 1;
                // The seventh is the most even.
                if judged == 7 { 0.52 } else { 0.1 }
            };
            let mut choose = |session: &mut dyn Session| {
                session.legal_moves(Color::White).first().copied().unwrap()
            };
            let reply = answer(session.as_mut(), &[], &mut rng, &mut judge, &mut choose);
            let Reply::Stones(proposal) = reply else { panic!("no proposal on {side}") };
            assert_eq!((proposal.len(), judged), (3, PROPOSALS));
            let mut again = seeded(5);
            let seventh = (0..7).map(|_| by_chance(session.as_ref(), &mut again)).last();
            assert_eq!(Some(&proposal), seventh.as_ref());
            for (chance, swaps) in [(0.49, true), (0.51, false)] {
                let mut judge = |_: &mut dyn Session| chance;
                let reply = answer(session.as_mut(), &proposal, &mut rng, &mut judge, &mut choose);
                assert_eq!(reply == Reply::Swap, swaps, "{reply:?}");
            }
        }
    }
}
