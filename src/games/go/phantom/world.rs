//! The true game under the referee's ko: an ordinary game of Go, and what a play in it takes.

use super::{PhantomKo, Refusal};
use crate::base::{BoardSize, Color, Move, Point};
use crate::game::{Illegal, State};
use crate::games::go::{Board, GoState, HandicapBonus, Ko, Rules, Scoring, Tax};

/// The rules of Go below a game of Phantom Go.
pub(super) fn go_rules(ko: PhantomKo) -> Rules {
    let ko = match ko {
        PhantomKo::Positional => Ko::Positional,
        PhantomKo::Situational => Ko::Situational,
        PhantomKo::Simple | PhantomKo::Free | PhantomKo::Draw | PhantomKo::Unsure => Ko::Simple,
    };
    Rules {
        ko,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: false,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: false,
    }
}

/// May the player to move play there? The position is open and the point on its board.
pub(super) fn verdict(game: &GoState, ko: PhantomKo, point: Point) -> Result<(), Illegal> {
    match game.check(Move::at(point)) {
        // A play that takes back in a ko takes, so it is no suicide.
        Err(Illegal::Ko) if matches!(ko, PhantomKo::Free | PhantomKo::Unsure) => Ok(()),
        verdict => verdict,
    }
}

/// The same for that colour, whose turn it is from now on.
pub(super) fn check(
    game: &mut GoState,
    ko: PhantomKo,
    color: Color,
    point: Point,
) -> Result<(), Illegal> {
    game.set_to_move(color);
    verdict(game, ko, point)
}

/// See [`check`].
pub(super) fn accepts(game: &mut GoState, ko: PhantomKo, color: Color, point: Point) -> bool {
    check(game, ko, color, point).is_ok()
}

/// The reason behind an illegal play on the board.
pub(super) fn reason(illegal: Illegal) -> Refusal {
    match illegal {
        Illegal::Suicide => Refusal::Suicide,
        Illegal::Ko | Illegal::Superko => Refusal::Ko,
        _ => Refusal::Occupied,
    }
}

/// The stones that a play there takes, in the order of points.
pub(super) fn captures(board: &Board, color: Color, point: Point) -> Vec<Point> {
    let mut taken = Vec::new();
    if !board.is_capture(color, point) {
        return taken;
    }
    for n in point.neighbors() {
        let chain = board.chain(n);
        if board.color(n) == Some(color.other())
            && board.atari(chain) == Some(point)
            && !taken.contains(&n)
        {
            taken.extend(board.chain_stones(chain));
        }
    }
    taken.sort_unstable();
    taken
}

/// Does the stone just played on that point put stones of the other colour in atari?
pub(super) fn gives_atari(board: &Board, color: Color, point: Point) -> bool {
    point
        .neighbors()
        .into_iter()
        .any(|n| board.color(n) == Some(color.other()) && board.atari(board.chain(n)).is_some())
}

/// The points of the board next to one.
pub(super) fn beside(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    point.neighbors().into_iter().filter(move |&n| size.contains(n))
}
