//! After the search: play, pass or resign?

use super::status::Judgement;
use crate::base::{Color, Move, Point};
use crate::game::State;
use crate::games::go::{Board, GoState, Scoring};
use crate::search::{Candidate, Report};

/// Winning chance lost at most by playing a quiet move instead of the most visited one, when all is settled.
const CARELESS: f32 = 0.02;

/// Playouts of the root below which nobody resigns.
pub const ENOUGH_PLAYOUTS: u64 = 200;

/// The same where a network values positions.
pub const ENOUGH_LOOKS: u64 = 30;

/// May the game be over? Only then is it worth judging the position: most points must have their owner.
pub fn nearly_over(state: &GoState, report: &Report) -> bool {
    if state.passes() > 0 {
        return true;
    }
    let area = state.size().area();
    if report.ownership.is_empty() {
        return state.board().empty_count() * 3 < area;
    }
    let open = |p: Point| report.ownership.get(p.index()).is_none_or(|o| o.abs() < 0.7);
    let doubtful = state.size().points().filter(|&p| open(p)).count();
    state.board().empty_count() * 3 < area * 2 && doubtful * 6 < area
}

/// Does passing end the game well, or cost nothing? The player to move has the choice.
///
/// Where dead stones come off by agreement, a pass after a pass is right when we win then, whatever becomes of what is in doubt; a first pass when nothing is
/// left to play for. Where stones count as they stand, they must have been captured first.
pub fn may_pass(state: &GoState, judgement: &Judgement, report: &Report) -> bool {
    let color = state.to_move();
    let answered = state.passes() > 0;
    let quiet = judgement.settled() && useful_dame(state, judgement).is_empty();
    if state.rules().friendly_pass {
        return quiet || answered && judgement.sure_margin(color) > 0.0;
    }
    let margin = if color == Color::Black { state.margin() } else { -state.margin() };
    if answered {
        // This pass ends the game here and now.
        return margin > 0.0
            || margin == 0.0 && report.winrate < 0.5
            || quiet && prey(state, judgement).is_empty();
    }
    quiet && prey(state, judgement).is_empty()
}

/// Neutral points worth a move: under area scoring those that can be taken without loss of the stone.
pub fn useful_dame(state: &GoState, judgement: &Judgement) -> Vec<Move> {
    if state.rules().scoring != Scoring::Area {
        return Vec::new();
    }
    let board = state.board();
    let color = state.to_move();
    let playable = |p: &Point| {
        let mv = Move::at(*p);
        state.is_legal(mv) && !board.is_self_atari(color, *p) && !judgement.score.seki.contains(*p)
    };
    judgement.dame.iter().copied().filter(playable).map(Move::at).collect()
}

/// Dead stones of the opponent.
pub fn prey(state: &GoState, judgement: &Judgement) -> Vec<Point> {
    let enemy = Some(state.to_move().other());
    let board = state.board();
    judgement.dead.iter().copied().filter(|&p| board.color(p) == enemy).collect()
}

/// Moves that come closer to capturing the dead enemy stones: their liberties, those that are no self-atari if possible.
pub fn hunt(state: &GoState, judgement: &Judgement) -> Vec<Move> {
    let board: &Board = state.board();
    let color = state.to_move();
    let mut moves: Vec<Move> = Vec::new();
    for stone in prey(state, judgement) {
        for n in stone.neighbors() {
            let mv = Move::at(n);
            if board.is_empty(n) && !moves.contains(&mv) && state.is_legal(mv) {
                moves.push(mv);
            }
        }
    }
    let captures = |mv: &Move| {
        let Some(p) = mv.point() else { return false };
        p.neighbors().into_iter().any(|n| {
            board.color(n) == Some(color.other()) && board.atari(board.chain(n)) == Some(p)
        })
    };
    let safe = |mv: &Move| mv.point().is_some_and(|p| !board.is_self_atari(color, p));
    let good: Vec<Move> = moves.iter().copied().filter(|mv| captures(mv) || safe(mv)).collect();
    if good.is_empty() { moves } else { good }
}

/// The best move on the board: the most visited one, or among equals in a settled position one of `wanted`.
pub fn best_play<'a>(report: &'a Report, wanted: &[Move]) -> Option<&'a Candidate> {
    let plays = || report.candidates.iter().filter(|c| !c.mv.is_pass());
    let best = plays().next()?;
    let quiet = plays().find(|c| wanted.contains(&c.mv) && c.winrate + CARELESS >= best.winrate);
    Some(quiet.unwrap_or(best))
}

/// Does the best move of one search win about as often as that of another?
pub fn costs_nothing(one: &Report, other: &Report) -> bool {
    let best = |report: &Report| report.candidates.first().map(|c| c.winrate);
    match (best(one), best(other)) {
        (Some(one), Some(other)) => one + CARELESS >= other,
        _ => false,
    }
}

/// Does the search prefer the pass to every play by so much that playing would harm?
pub fn prefers_pass(report: &Report) -> bool {
    let Some(pass) = report.candidates.iter().find(|c| c.mv.is_pass()) else { return false };
    let best = report.candidates.iter().find(|c| !c.mv.is_pass());
    report.candidates.first().is_some_and(|c| c.mv.is_pass())
        && best.is_none_or(|c| c.winrate + 0.05 < pass.winrate && pass.visits >= 50)
}

/// Remembers how bad things were, and says when to give up.
#[derive(Clone, Debug, Default)]
pub struct Resignation {
    /// Whose last turn was hopeless, and how many stones that side had placed.
    last: Option<(Color, usize)>,
}

impl Resignation {
    /// Forgets.
    pub fn clear(&mut self) {
        self.last = None;
    }

    /// Should the player to move resign? After two hopeless turns of its own in a row, judged by `enough` simulations, and not
    /// in the first part of the game; in handicap games, whether the stones came as handicap or as plain moves, later
    /// and only at a third of the threshold.
    pub fn is_due(
        &mut self,
        state: &GoState,
        report: &Report,
        threshold: f32,
        enough: u64,
    ) -> bool {
        let color = state.to_move();
        let placed = state.placed(color);
        let ahead = state.placed(color.other()).saturating_sub(placed);
        let handicap = state.handicap() > 0 || ahead >= 2;
        let area = state.size().area();
        let (threshold, early) =
            if handicap { (threshold / 3.0, area / 4) } else { (threshold, area / 8) };
        let hopeless = report.candidates.first().is_some_and(|best| {
            let contenders = report.candidates.iter().filter(|c| c.visits * 4 >= best.visits);
            report.visits >= enough && contenders.fold(0.0f32, |a, c| a.max(c.winrate)) < threshold
        });
        let before = self.last.take();
        if !hopeless {
            return false;
        }
        self.last = Some((color, placed));
        let twice = before.is_some_and(|(c, n)| c == color && n <= placed && placed <= n + 1);
        twice && placed >= early.max(2)
    }
}
