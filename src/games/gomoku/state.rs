//! The state of a game of Gomoku.

use super::{Board, Rules, Variant, forbidden, playout};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, player_key, stone_key};
use crate::game::{Illegal, Open, Outcome, PassRule, Passport, Reason, State};

/// Board, player to move, rules in force, and how the game ended if it did.
#[derive(Clone, Debug)]
pub struct GomokuState {
    board: Board,
    rules: Rules,
    to_move: Color,
    key: u64,
    /// Passes in a row.
    passes: u8,
    /// A row, a full board, the move limit, or two passes.
    ended: Option<Outcome>,
    /// Is Black to move and may not anywhere?
    stuck: bool,
}

/// The stones make no position to play from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Both colours have a row that wins.
    #[error("both colors have won")]
    BothWon,
    /// The point is not an empty one of the board.
    #[error("{0} is not empty")]
    NotEmpty(Point),
}

impl GomokuState {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rules: Rules) -> GomokuState {
        GomokuState {
            board: Board::new(size),
            rules,
            to_move: Color::Black,
            key: 0,
            passes: 0,
            ended: None,
            stuck: false,
        }
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules and, by them, whether the game is over. Where the new rules see a row of both colours, the player
    /// who moved last has won.
    pub fn set_rules(&mut self, rules: Rules) {
        if rules != self.rules {
            self.rules = rules;
            self.settle();
        }
    }

    /// Takes empty points out of the game for good: neither colour may move there, and no row runs across them. They are the
    /// blocked squares of the Gomocup protocol (field 3 of `BOARD`, a continuous game). On error nothing changes.
    pub fn block(&mut self, points: &[Point]) -> Result<(), SetupError> {
        let mut blocked = self.clone();
        for &point in points {
            if !self.size().contains(point) || !blocked.board.is_empty(point) {
                return Err(SetupError::NotEmpty(point));
            }
            blocked.board.block(point);
        }
        blocked.key = blocked.compute_key();
        blocked.settle();
        *self = blocked;
        Ok(())
    }

    /// Puts, changes or takes off stones outside play; on error nothing changes. Nothing that stands on the board is a
    /// forbidden move. A blocked point stays blocked and takes no stone.
    pub fn edit(&mut self, edits: &[(Point, Option<Color>)]) -> Result<(), SetupError> {
        let mut edited = self.clone();
        edited.passes = 0;
        for &(point, stone) in edits {
            edited.board.remove(point);
            match stone {
                Some(color) if edited.board.is_empty(point) => edited.board.put(color, point),
                Some(_) => return Err(SetupError::NotEmpty(point)),
                None => {}
            }
        }
        let variant = self.rules.variant;
        if Color::BOTH.iter().all(|&color| edited.board.has_won(variant, color)) {
            return Err(SetupError::BothWon);
        }
        edited.key = edited.compute_key();
        edited.settle();
        *self = edited;
        Ok(())
    }

    /// Points where Black may not move now, as it would be Black's turn, each with the reason; none but under Renju.
    pub fn fouls(&self) -> impl Iterator<Item = (Point, forbidden::Foul)> + '_ {
        let renju = self.rules.variant == Variant::Renju && self.ended.is_none();
        let points = self.size().points().filter(move |&point| renju && self.board.is_empty(point));
        points.filter_map(|point| Some((point, forbidden::foul(&self.board, point)?)))
    }

    /// Fills `out` with the empty points where that colour would win at once.
    pub fn winning_moves(&self, color: Color, out: &mut MoveList) {
        out.clear();
        let wins =
            |&p: &Point| self.board.is_empty(p) && self.board.wins(self.rules.variant, color, p);
        if self.board.stones(color) >= 4 && self.outcome().is_none() {
            self.size().points().filter(wins).for_each(|point| out.push(point.into()));
        }
    }

    /// Fills `out` with the empty points at most two steps (king's moves) from a stone, on an empty board from its centre,
    /// row by row. Whether they are legal is not looked at.
    pub fn nearby_moves(&self, out: &mut MoveList) {
        out.clear();
        let near = playout::Near::around(self);
        let size = self.size();
        let (x, y) = (size.width() / 2, size.height() / 2);
        let central = |p: &Point| p.x().abs_diff(x) <= 2 && p.y().abs_diff(y) <= 2;
        let wanted = |p: &Point| if near.is_empty() { central(p) } else { near.contains(*p) };
        let points = size.points().filter(|&p| self.board.is_empty(p));
        points.filter(wanted).for_each(|point| out.push(point.into()));
    }

    /// Is that empty point forbidden for the player to move?
    #[inline]
    pub(super) fn is_foul(&self, point: Point) -> bool {
        self.to_move == Color::Black
            && self.rules.variant == Variant::Renju
            && forbidden::foul(&self.board, point).is_some()
    }

    /// Finds out whether the game is over, from the whole board.
    fn settle(&mut self) {
        let won = |color: &Color| self.board.has_won(self.rules.variant, *color);
        let winner = [self.to_move.other(), self.to_move].into_iter().find(won);
        self.ended = winner.map(win).or_else(|| self.drawn().then_some(Outcome::Draw));
        self.look_for_moves();
    }

    fn drawn(&self) -> bool {
        let stones = self.board.stones(Color::Black) + self.board.stones(Color::White);
        let limit = usize::from(self.rules.draw_after);
        self.board.empty_count() == 0 || limit > 0 && stones >= limit || self.passes >= 2
    }

    /// Black without a legal move has lost, as it would have to make a forbidden one.
    fn look_for_moves(&mut self) {
        self.stuck = self.rules.variant == Variant::Renju
            && self.to_move == Color::Black
            && self.ended.is_none()
            && !self.rules.pass
            && !self.size().points().any(|p| self.board.is_empty(p) && !self.is_foul(p));
    }

    fn passes_key(passes: u8) -> u64 {
        // The first cells are wall and hold no stone, so their keys are free.
        if passes == 0 { 0 } else { stone_key(Color::Black, Point::from_index(passes.into())) }
    }

    /// No point holds both colours, so the two keys together are free to mean that it is blocked.
    fn blocked_key(&self) -> u64 {
        let blocked = self.size().points().filter(|&point| self.board.is_blocked(point));
        blocked.fold(0, |key, point| {
            key ^ stone_key(Color::Black, point) ^ stone_key(Color::White, point)
        })
    }

    fn turn_over(&mut self, passes: u8) {
        self.key ^= GomokuState::passes_key(self.passes) ^ GomokuState::passes_key(passes);
        self.passes = passes;
        self.key ^= player_key(Color::White);
        self.to_move = self.to_move.other();
    }
}

fn win(winner: Color) -> Outcome {
    Outcome::Win { winner, reason: Reason::Rule }
}

impl Open for GomokuState {}

impl State for GomokuState {
    fn passport(&self) -> Passport {
        let area = self.size().area();
        Passport {
            name: "gomoku",
            title: if self.rules.variant == Variant::Renju { "Renju" } else { "Gomoku" },
            passes: if self.rules.pass { PassRule::Free } else { PassRule::Never },
            hidden: false,
            draws: true,
            margins: false,
            history_matters: false,
            refusals: false,
            size: self.size(),
            longest_game: Some(if self.rules.pass { 2 * area + 2 } else { area }),
        }
    }

    fn size(&self) -> BoardSize {
        self.board.size()
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.to_move = color;
            self.key ^= player_key(Color::White);
            self.look_for_moves();
        }
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        if self.outcome().is_some() {
            return;
        }
        for point in self.size().points() {
            if self.board.is_empty(point) && !self.is_foul(point) {
                out.push(point.into());
            }
        }
        if self.rules.pass {
            out.push(Move::PASS);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        let Some(point) = mv.point() else {
            let allowed = mv == Move::RESIGN || self.rules.pass;
            return if allowed { Ok(()) } else { Err(Illegal::Pass) };
        };
        if !self.size().contains(point) {
            return Err(Illegal::OffBoard);
        }
        if !self.board.is_empty(point) {
            return Err(Illegal::Occupied);
        }
        if self.to_move == Color::Black
            && self.rules.variant == Variant::Renju
            && let Some(foul) = forbidden::foul(&self.board, point)
        {
            return Err(Illegal::Rule(foul.text()));
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        let color = self.to_move;
        match mv.point() {
            Some(point) if self.board.is_empty(point) => {
                self.board.put(color, point);
                self.key ^= stone_key(color, point);
                self.turn_over(0);
                if self.ended.is_none() && self.board.wins(self.rules.variant, color, point) {
                    self.ended = Some(win(color));
                }
            }
            _ if mv.is_pass() => self.turn_over((self.passes + 1).min(2)),
            _ => return,
        }
        if self.ended.is_none() && self.drawn() {
            self.ended = Some(Outcome::Draw);
        }
        self.look_for_moves();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.stuck { Some(win(Color::White)) } else { self.ended }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        let stones = self.size().points().filter_map(|p| Some(stone_key(self.board.color(p)?, p)));
        stones.fold(0, |key, stone| key ^ stone)
            ^ player_key(self.to_move)
            ^ GomokuState::passes_key(self.passes)
            ^ self.blocked_key()
    }

    /// Only a game that ended by passes goes on.
    fn resume(&mut self) -> bool {
        if self.outcome().is_none() || self.passes < 2 {
            return false;
        }
        self.key ^= GomokuState::passes_key(self.passes);
        self.passes = 0;
        self.settle();
        self.outcome().is_none()
    }

    /// Random moves near stones, see `playout`.
    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        playout::run(self, rng, limit)
    }
}
