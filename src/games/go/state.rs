//! The state of a game of Go under a rule set.

use super::{Board, HandicapBonus, Ko, Rules, Scoring};
use crate::base::{BoardSize, Color, Move, MoveList, Point, Rng, player_key};
use crate::game::{Illegal, Open, Outcome, PassRule, Passport, State};

/// A position that occurred: the stones' hash and who was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Situation {
    hash: u64,
    to_move: Color,
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
    /// Stones put on the board by plays, setup and handicap, by colour. Under territory scoring the area margin minus
    /// the difference of these is the territory margin.
    placed: [u16; 2],
    /// The last move and the one before it, passes included; `None` where nothing was played.
    recent: [Option<Move>; 2],
    history: Vec<Situation>,
}

impl GoState {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rules: Rules, komi: f32) -> GoState {
        GoState {
            board: Board::new(size),
            rules,
            komi,
            to_move: Color::Black,
            passes: 0,
            resigned: None,
            handicap: 0,
            placed: [0; 2],
            recent: [None; 2],
            history: vec![Situation { hash: 0, to_move: Color::Black }],
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
        let n = f32::from(self.handicap);
        self.komi
            + match self.rules.handicap_bonus {
                HandicapBonus::Zero => 0.0,
                HandicapBonus::NMinusOne => (n - 1.0).max(0.0),
                HandicapBonus::N => n,
            }
    }

    /// Consecutive passes just made.
    pub fn passes(&self) -> usize {
        self.passes as usize
    }

    /// The last move and the one before it, passes included; `None` where nothing was played yet.
    pub fn recent(&self) -> [Option<Move>; 2] {
        self.recent
    }

    /// Stones put on the board so far by that colour, captured ones included.
    pub fn placed(&self, color: Color) -> usize {
        self.placed[color.index()] as usize
    }

    /// Black's margin if the position on the board were final as it stands: every stone alive.
    pub fn margin(&self) -> f32 {
        let (black, white) = self.area();
        let area = black as f32 - white as f32;
        let stones = match self.rules.scoring {
            Scoring::Area => 0.0,
            Scoring::Territory => f32::from(self.placed[0]) - f32::from(self.placed[1]),
        };
        area - stones - self.compensation()
    }

    /// Stones and solely surrounded empty points of each colour.
    fn area(&self) -> (usize, usize) {
        let board = &self.board;
        let mut counts = [board.stone_count(Color::Black), board.stone_count(Color::White)];
        let mut seen = [false; crate::base::GRID];
        let mut region = Vec::new();
        for start in board.size().points().filter(|&p| board.is_empty(p)) {
            if seen[start.index()] {
                continue;
            }
            seen[start.index()] = true;
            region.push(start);
            let (mut size, mut touched) = (0, 0u8);
            while let Some(point) = region.pop() {
                size += 1;
                for n in point.neighbors() {
                    match board.content(n) {
                        super::EMPTY if !seen[n.index()] => {
                            seen[n.index()] = true;
                            region.push(n);
                        }
                        content @ 1..=2 => touched |= content,
                        _ => {}
                    }
                }
            }
            match touched {
                1 => counts[0] += size,
                2 => counts[1] += size,
                _ => {}
            }
        }
        (counts[0], counts[1])
    }

    fn repeats(&self, point: Point) -> bool {
        if self.rules.ko == Ko::Simple || !self.board.was_removed(point) {
            return false;
        }
        let hash = self.board.hash_after(self.to_move, point);
        let next = self.to_move.other();
        let situational = self.rules.ko == Ko::Situational;
        self.history.iter().rev().any(|s| s.hash == hash && (!situational || s.to_move == next))
    }

    fn check_point(&self, point: Point) -> Result<(), Illegal> {
        if !self.board.size().contains(point) {
            return Err(Illegal::OffBoard);
        }
        if !self.board.is_empty(point) {
            return Err(Illegal::Occupied);
        }
        if self.rules.ko == Ko::Simple && self.board.ko() == Some(point) {
            return Err(Illegal::Ko);
        }
        if self.board.is_suicide(self.to_move, point) {
            let single =
                !point.neighbors().iter().any(|&n| self.board.color(n) == Some(self.to_move));
            if single || !self.rules.suicide {
                return Err(Illegal::Suicide);
            }
        }
        if self.repeats(point) { Err(Illegal::Superko) } else { Ok(()) }
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

    fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
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
        mv.point().map_or(Ok(()), |point| self.check_point(point))
    }

    fn play(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => {
                self.board.play(self.to_move, point);
                self.placed[self.to_move.index()] += 1;
                self.passes = 0;
            }
            None if mv.is_pass() => {
                self.board.clear_ko();
                self.passes = (self.passes + 1).min(2);
            }
            None => {
                self.resigned = Some(self.to_move);
                return;
            }
        }
        self.recent = [Some(mv), self.recent[0]];
        self.to_move = self.to_move.other();
        self.history.push(Situation { hash: self.board.hash(), to_move: self.to_move });
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.resigned {
            let reason = crate::game::Reason::Resignation;
            return Some(Outcome::Win { winner: loser.other(), reason });
        }
        (self.passes >= 2).then(|| Outcome::from_margin(self.margin()))
    }

    fn key(&self) -> u64 {
        let ko =
            self.board.ko().map_or(0, |p| crate::base::stone_key(Color::Black, p).rotate_left(32));
        self.board.hash()
            ^ ko
            ^ player_key(self.to_move)
            ^ u64::from(self.passes).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn compute_key(&self) -> u64 {
        self.key() ^ self.board.hash() ^ self.board.compute_hash()
    }

    fn copy_from(&mut self, other: &GoState) {
        self.board.copy_from(&other.board);
        self.rules = other.rules;
        self.komi = other.komi;
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.resigned = other.resigned;
        self.handicap = other.handicap;
        self.placed = other.placed;
        self.recent = other.recent;
        self.history.clone_from(&other.history);
    }

    fn playout(&mut self, rng: &mut Rng, limit: usize) -> Option<Outcome> {
        self.board.random_playout(self.to_move, rng, limit);
        let stones = match self.rules.scoring {
            Scoring::Area => 0.0,
            Scoring::Territory => f32::from(self.placed[0]) - f32::from(self.placed[1]),
        };
        Some(Outcome::from_margin(
            self.board.playout_margin() as f32 - stones - self.compensation(),
        ))
    }
}
