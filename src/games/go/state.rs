//! The state of a game of Go under a rule set.
//!
//! Superko compares with every situation since the start of the game or the last setup. A situation is the stones and the
//! player to move: the one after each play and each pass, and the one in which a player who was given the turn out of order
//! made a play. Positional superko looks at the stones alone, so passes add nothing to it; under situational superko (seed
//! 000-13, AGA, New Zealand) a pass makes a new situation that later plays may not recreate. A pass itself is always legal.

use super::scoring::{Score, area_margin};
use super::setup::{self, SetupError};
use super::{Board, Ko, PointSet, Rules, Scoring, Tax};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, player_key, stone_key};
use crate::game::{Illegal, Open, Outcome, PassRule, Passport, State};

/// A position that occurred: the stones' hash and who was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Situation {
    hash: u64,
    to_move: Color,
}

/// How many moves back a state remembers.
pub const RECENT: usize = 5;

/// How many moves back it remembers what they changed.
pub const UNDONE: usize = 2;

/// What a move changed beside its own point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The stones that it took off the board, its player's own (the one just played among them) if it was suicide.
    pub taken: PointSet,
    /// The point of a simple ko before it.
    pub ko: Option<Point>,
}

/// A game of Go: board, rules, komi, player to move, passes and repetition history.
#[derive(Clone, Debug)]
pub struct GoState {
    board: Board,
    rules: Rules,
    komi: f32,
    to_move: Color,
    passes: u8,
    resigned: Option<Color>,
    handicap: u16,
    /// See [`GoState::recent`].
    recent: [Option<Move>; RECENT],
    /// Who made them.
    movers: [Color; RECENT],
    /// See [`GoState::changes`].
    changes: [Change; UNDONE],
    history: Vec<Situation>,
}

impl GoState {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rules: Rules, komi: f32) -> GoState {
        GoState::with_board(Board::new(size), rules, komi)
    }

    /// A position without a past, Black to move. Prisoners and the simple-ko ban are the board's.
    pub fn with_board(board: Board, rules: Rules, komi: f32) -> GoState {
        let start = Situation { hash: board.hash(), to_move: Color::Black };
        GoState {
            board,
            rules,
            komi,
            to_move: Color::Black,
            passes: 0,
            resigned: None,
            handicap: 0,
            recent: [None; RECENT],
            movers: [Color::Black; RECENT],
            changes: [Change::default(); UNDONE],
            history: vec![start],
        }
    }

    /// Replaces the position by these stones: no prisoners, no ko, no handicap, no repetition history, Black to move; rules
    /// and komi stay. On an error nothing changes.
    pub fn set_position(&mut self, stones: &[(Color, Point)]) -> Result<(), SetupError> {
        let board = setup::position(self.size(), stones)?;
        self.begin(board, Color::Black);
        self.handicap = 0;
        Ok(())
    }

    /// Adds, changes and takes off stones in the course of a game (SGF `AB`, `AW`, `AE`); a later entry for the same point
    /// holds. Prisoners, handicap and the player to move stay; the ko ban, passes and the repetition history end. On an
    /// error nothing changes.
    pub fn edit(&mut self, edits: &[(Point, Option<Color>)]) -> Result<(), SetupError> {
        let board = setup::edited(&self.board, edits)?;
        self.begin(board, self.to_move);
        Ok(())
    }

    /// Puts handicap stones on an empty board. They are no moves: the game begins with White to move and these stones as
    /// its first situation. On an error nothing changes.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), SetupError> {
        if self.board.empty_count() != self.size().area() {
            return Err(SetupError::NotEmpty);
        }
        let stones: Vec<_> = points.iter().map(|&point| (Color::Black, point)).collect();
        self.set_position(&stones)?;
        self.set_to_move(Color::White);
        self.history = vec![Situation { hash: self.board.hash(), to_move: Color::White }];
        self.handicap = points.len() as u16;
        Ok(())
    }

    /// Sets the number of handicap stones that the compensation counts (SGF `HA`), without placing any.
    pub fn set_handicap(&mut self, stones: usize) {
        self.handicap = stones.min(u16::MAX as usize) as u16;
    }

    fn begin(&mut self, board: Board, to_move: Color) {
        self.history.clear();
        self.history.push(Situation { hash: board.hash(), to_move });
        self.board = board;
        self.to_move = to_move;
        self.passes = 0;
        self.resigned = None;
        self.recent = [None; RECENT];
        self.changes = [Change::default(); UNDONE];
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

    /// Changes the rules; position and history stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Points White receives, handicap bonus not included.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Sets komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Number of handicap stones.
    pub fn handicap(&self) -> usize {
        self.handicap as usize
    }

    /// Komi and what the rules give White for handicap stones.
    pub fn compensation(&self) -> f32 {
        self.komi + self.rules.handicap_bonus.points(self.handicap())
    }

    /// Consecutive passes just made.
    pub fn passes(&self) -> usize {
        self.passes as usize
    }

    /// The last move and the one before it, passes included; `None` where nothing was played yet.
    pub fn recent(&self) -> [Option<Move>; RECENT] {
        self.recent
    }

    /// Who made the move of that age, as counted by [`GoState::recent`].
    pub fn mover(&self, age: usize) -> Option<Color> {
        self.recent.get(age)?.map(|_| self.movers[age])
    }

    /// What the last move and the one before it changed, where [`GoState::recent`] has them.
    pub fn changes(&self) -> &[Change; UNDONE] {
        &self.changes
    }

    /// Has the player to move passed before while the stones lay as they lie now?
    pub fn has_passed_here(&self) -> bool {
        let now = Situation { hash: self.board.hash(), to_move: self.to_move };
        let after = Situation { to_move: self.to_move.other(), ..now };
        self.history.windows(2).any(|pair| pair == [now, after])
    }

    /// Stones put on the board so far by that colour, by plays, setup and handicap, captured ones included.
    pub fn placed(&self, color: Color) -> usize {
        self.board.stone_count(color) + self.board.captured(color)
    }

    /// The points that a player is given beside the area he holds, so that both make his margin: komi and compensation for
    /// White, and under territory scoring a point for every stone more that the opponent has put on the board, whether it
    /// stands (area counts it, territory does not) or was taken (a prisoner).
    pub fn given(&self, color: Color) -> f32 {
        let stones = match self.rules.scoring {
            Scoring::Area => 0.0,
            Scoring::Territory => self.placed(color.other()) as f32 - self.placed(color) as f32,
        };
        match color {
            Color::Black => stones - self.compensation(),
            Color::White => stones + self.compensation(),
        }
    }

    /// Black's margin if the position on the board were final as it stands: every stone alive.
    pub fn margin(&self) -> f32 {
        match self.rules.tax {
            Tax::None => area_margin(&self.board) as f32 + self.given(Color::Black),
            Tax::Seki | Tax::All => self.score(&[]).margin,
        }
    }

    /// Counts the position under the rules in force, these dead stones taken off first.
    pub fn score(&self, dead: &[Point]) -> Score {
        Score::count(self, dead)
    }

    fn would_repeat(&self, point: Point, suicide: bool) -> bool {
        if self.rules.ko == Ko::Simple || !(suicide || self.board.was_removed(point)) {
            return false;
        }
        let hash = self.board.hash_after(self.to_move, point);
        let next = self.to_move.other();
        let situational = self.rules.ko == Ko::Situational;
        self.history.iter().rev().any(|s| s.hash == hash && (!situational || s.to_move == next))
    }

    /// Do the stones lie as they lay at some moment before the last move?
    pub fn repeats(&self) -> bool {
        let now = self.board.hash();
        self.history.iter().rev().skip(1).any(|situation| situation.hash == now)
    }

    /// The stones that a play will take off the board.
    fn note_taken(&self, point: Point, taken: &mut PointSet) {
        let (board, color) = (&self.board, self.to_move);
        let of = if board.is_capture(color, point) {
            color.other()
        } else if board.is_suicide(color, point) {
            taken.insert(point);
            color
        } else {
            return;
        };
        for n in point.neighbors().into_iter().filter(|&n| board.color(n) == Some(of)) {
            let chain = board.chain(n);
            if of == color || board.atari(chain).is_some() {
                taken.extend(board.chain_stones(chain));
            }
        }
    }

    fn mix(&self, stones: u64, placed: [usize; 2]) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let ko = self.board.ko().map_or(0, |p| stone_key(Color::Black, p).rotate_left(32));
        let over = u64::from(self.passes) + if self.resigned.is_some() { 3 } else { 0 };
        // Under territory scoring equal boards are worth different amounts.
        let points = match self.rules.scoring {
            Scoring::Area => 0,
            Scoring::Territory => (placed[0] as u64).wrapping_sub(placed[1] as u64),
        };
        stones
            ^ ko
            ^ player_key(self.to_move)
            ^ over.wrapping_mul(ODD)
            ^ points.wrapping_mul(ODD.rotate_left(17))
    }

    fn check_point(&self, point: Point) -> Result<(), Illegal> {
        if !self.board.size().contains(point) {
            return Err(Illegal::OffBoard);
        }
        if !self.board.is_empty(point) {
            return Err(Illegal::Occupied);
        }
        if self.rules.ko == Ko::Simple && self.board.is_ko(self.to_move, point) {
            return Err(Illegal::Ko);
        }
        let suicide = self.board.is_suicide(self.to_move, point);
        if suicide {
            let single =
                !point.neighbors().iter().any(|&n| self.board.color(n) == Some(self.to_move));
            if single || !self.rules.suicide {
                return Err(Illegal::Suicide);
            }
        }
        if self.would_repeat(point, suicide) { Err(Illegal::Superko) } else { Ok(()) }
    }
}

impl Open for GoState {}

impl State for GoState {
    fn passport(&self) -> Passport {
        Passport {
            name: "go",
            title: "Go",
            passes: PassRule::Free,
            hidden: false,
            draws: self.compensation().fract() == 0.0,
            margins: true,
            history_matters: self.rules.ko != Ko::Simple,
            refusals: false,
            size: self.size(),
            longest_game: None,
        }
    }

    fn size(&self) -> BoardSize {
        self.board.size()
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    /// Gives the turn to a colour. A game ends when the two players pass in turn, so a pass made by the colour that now
    /// moves again no longer counts towards the end.
    fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.to_move = color;
            self.passes = if self.passes >= 2 { self.passes } else { 0 };
        }
    }

    fn legal_moves(&self, out: &mut MoveList) {
        out.clear();
        if self.outcome().is_some() {
            return;
        }
        for point in self.size().points() {
            if self.check_point(point).is_ok() {
                out.push(Move::at(point));
            }
        }
        out.push(Move::PASS);
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.passes >= 2 || self.resigned.is_some() {
            return Err(Illegal::Over);
        }
        match mv.point() {
            Some(point) => self.check_point(point),
            None if mv == Move::PASS || mv == Move::RESIGN => Ok(()),
            None => Err(Illegal::OffBoard),
        }
    }

    fn play(&mut self, mv: Move) {
        if mv == Move::RESIGN {
            self.resigned = Some(self.to_move);
            return;
        }
        if self.history.last().is_none_or(|last| last.to_move != self.to_move) {
            self.history.push(Situation { hash: self.board.hash(), to_move: self.to_move });
        }
        let mut change = Change { taken: PointSet::new(), ko: self.board.ko() };
        match mv.point() {
            Some(point) => {
                self.note_taken(point, &mut change.taken);
                self.board.play(self.to_move, point);
                self.passes = 0;
            }
            None => {
                self.board.clear_ko();
                self.passes = (self.passes + 1).min(2);
            }
        }
        self.recent.rotate_right(1);
        self.recent[0] = Some(mv);
        self.movers.rotate_right(1);
        self.movers[0] = self.to_move;
        self.changes.rotate_right(1);
        self.changes[0] = change;
        self.to_move = self.to_move.other();
        self.history.push(Situation { hash: self.board.hash(), to_move: self.to_move });
    }

    fn resume(&mut self) -> bool {
        let over = self.passes >= 2 || self.resigned.is_some();
        if over {
            self.passes = 0;
            self.resigned = None;
        }
        over
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.resigned {
            let reason = crate::game::Reason::Resignation;
            return Some(Outcome::Win { winner: loser.other(), reason });
        }
        (self.passes >= 2).then(|| Outcome::from_margin(self.margin()))
    }

    fn key(&self) -> u64 {
        self.mix(self.board.hash(), [self.placed(Color::Black), self.placed(Color::White)])
    }

    fn compute_key(&self) -> u64 {
        let placed = Color::BOTH.map(|color| {
            let stones = self.size().points().filter(|&p| self.board.color(p) == Some(color));
            stones.count() + self.board.captured(color)
        });
        self.mix(self.board.compute_hash(), placed)
    }

    fn copy_from(&mut self, other: &GoState) {
        self.board.copy_from(&other.board);
        self.rules = other.rules;
        self.komi = other.komi;
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.resigned = other.resigned;
        self.handicap = other.handicap;
        self.recent = other.recent;
        self.movers = other.movers;
        self.changes = other.changes;
        self.history.clone_from(&other.history);
    }

    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        if let Some(outcome) = self.outcome() {
            return Some(outcome);
        }
        // Stones are taken off the margin as they stand now: what a playout fills in is no part of the game.
        let compensation = -self.given(Color::Black);
        let (_, ended) = self.board.random_game(self.to_move, rng, limit);
        ended.then(|| Outcome::from_margin(self.board.playout_margin() as f32 - compensation))
    }
}
