//! The laws every game keeps, as a test that any game can be put through.
//!
//! [`check_game`] plays one random game from a seed and tries the laws of [`State`] in every position on the way;
//! [`check_views`] does the same for [`Information`]. A game's tests call them with many seeds and settings; the first
//! broken law comes back with the ply and the evidence.

use super::{Illegal, Information, Outcome, PassRule, Reason, State, Verdict};
use crate::base::{BoardSize, Color, GRID, Move, MoveList, Point, Rng, below, seeded};
use std::collections::BTreeMap;
use std::fmt;

/// A law that a game broke.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply}: {law}: {evidence}")]
pub struct Broken {
    /// Which law.
    pub law: Law,
    /// Moves made before.
    pub ply: usize,
    /// What was seen.
    pub evidence: String,
}

/// The laws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// The list of legal moves holds exactly what `check` allows, without repetition, the pass last, never a resignation.
    LegalList,
    /// An unfinished game has a legal move; a finished one has none, and `check` says [`Illegal::Over`].
    End,
    /// A refused move changes nothing.
    Refusal,
    /// The kept key equals the recomputed one.
    Key,
    /// Equal keys mean equal legal moves, unless the passport says that history matters.
    KeyMeaning,
    /// A visit to a child sees the position after the move and leaves this one as it was.
    Child,
    /// A state copied over another is the state.
    Copy,
    /// Giving the turn away and back changes neither key nor legal moves.
    Turn,
    /// A move's text reads back as the move.
    Text,
    /// Passing is allowed when the passport says.
    Passes,
    /// The result is of the kind the passport promises.
    Result,
    /// The game ends within the passport's bound.
    Length,
    /// A playout depends on nothing but state and seed.
    Playout,
    /// `resume` reopens finished games only, and says what it did.
    Resume,
    /// A state sampled from a view gives the same view.
    Sample,
    /// An attempt plays an accepted move and leaves the board alone after a refusal.
    Attempt,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Everything that two equal states show alike.
fn looks<S: State>(state: &S) -> String {
    format!("{state:?} {:?} {:?} {:x}", state.to_move(), state.outcome(), state.key())
}

fn legal<S: State>(state: &S) -> Vec<Move> {
    let mut list = MoveList::new();
    state.legal_moves(&mut list);
    list.to_vec()
}

struct Game<S> {
    state: S,
    rng: Rng,
    ply: usize,
    /// Legal moves by key, of all positions seen.
    meanings: BTreeMap<u64, Vec<Move>>,
}

/// Plays a random game of at most `limit` moves from `start`, and checks the laws in every position.
pub fn check_game<S: State>(start: &S, seed: u64, limit: usize) -> Result<(), Broken> {
    let mut game =
        Game { state: start.clone(), rng: seeded(seed), ply: 0, meanings: BTreeMap::new() };
    while game.ply < limit {
        let moves = game.position()?;
        if moves.is_empty() {
            return game.end();
        }
        let mv = moves[below(&mut game.rng, moves.len() as u32) as usize];
        game.state.play(mv);
        game.ply += 1;
        let bound = game.state.passport().longest_game.unwrap_or(usize::MAX);
        game.hold(Law::Length, game.ply <= bound, || format!("longer than {bound}"))?;
    }
    Ok(())
}

impl<S: State> Game<S> {
    fn hold(&self, law: Law, holds: bool, evidence: impl FnOnce() -> String) -> Result<(), Broken> {
        if holds {
            Ok(())
        } else {
            let evidence = format!("{}\n{:?}", evidence(), self.state);
            Err(Broken { law, ply: self.ply, evidence })
        }
    }

    /// Checks the position and returns its legal moves.
    fn position(&mut self) -> Result<Vec<Move>, Broken> {
        let moves = legal(&self.state);
        self.legal_list(&moves)?;
        self.key(&moves)?;
        self.passes(&moves)?;
        self.refusal(&moves)?;
        self.turn(&moves)?;
        for _ in 0..moves.len().min(2) {
            let mv = moves[below(&mut self.rng, moves.len() as u32) as usize];
            self.child(mv)?;
        }
        self.playout()?;
        Ok(moves)
    }

    fn legal_list(&self, moves: &[Move]) -> Result<(), Broken> {
        let state = &self.state;
        let mut allowed: Vec<Move> = (0..GRID)
            .map(Point::from_index)
            .map(Move::at)
            .filter(|mv| mv.point().is_some() && state.is_legal(*mv))
            .collect();
        if state.is_legal(Move::PASS) {
            allowed.push(Move::PASS);
        }
        let mut listed = moves.to_vec();
        listed.sort_unstable_by_key(|mv| (mv.is_pass(), *mv));
        self.hold(Law::LegalList, listed == allowed, || {
            format!("listed {listed:?}, allowed {allowed:?}")
        })?;
        let pass_last = moves.iter().rev().skip(1).all(|mv| !mv.is_pass());
        self.hold(Law::LegalList, pass_last, || "the pass is not last".into())?;
        let inside = moves.iter().filter_map(|mv| mv.point()).all(|p| state.size().contains(p));
        self.hold(Law::LegalList, inside, || format!("{moves:?} leaves the board"))?;

        let over = state.outcome().is_some();
        self.hold(Law::End, over == moves.is_empty(), || {
            format!("{:?} with {} legal moves", state.outcome(), moves.len())
        })?;
        if over {
            let says = state.check(Move::PASS);
            self.hold(Law::End, says == Err(Illegal::Over), || format!("{says:?} after the end"))?;
        } else {
            let says = state.check(Move::RESIGN);
            self.hold(Law::End, says.is_ok(), || format!("resigning: {says:?}"))?;
        }

        for &mv in moves {
            let text = mv.to_string();
            let read = (text.parse(), text.to_lowercase().parse());
            self.hold(Law::Text, read == (Ok(mv), Ok(mv)), || format!("{text} reads {read:?}"))?;
        }
        Ok(())
    }

    fn key(&mut self, moves: &[Move]) -> Result<(), Broken> {
        let (kept, anew) = (self.state.key(), self.state.compute_key());
        self.hold(Law::Key, kept == anew, || format!("{kept:x} kept, {anew:x} computed"))?;
        if !self.state.passport().history_matters {
            let known = self.meanings.entry(kept).or_insert_with(|| moves.to_vec()).clone();
            self.hold(Law::KeyMeaning, known == moves, || format!("{known:?}, then {moves:?}"))?;
        }
        Ok(())
    }

    fn passes(&self, moves: &[Move]) -> Result<(), Broken> {
        let passport = self.state.passport();
        self.hold(Law::Passes, passport.size == self.state.size(), || "another size".into())?;
        let pass = moves.contains(&Move::PASS);
        let right = match passport.passes {
            PassRule::Never => !pass,
            PassRule::Forced => !pass || moves.len() == 1,
            PassRule::Free => pass || moves.is_empty(),
        };
        self.hold(Law::Passes, right, || format!("{:?}, but {moves:?}", passport.passes))
    }

    fn refusal(&mut self, moves: &[Move]) -> Result<(), Broken> {
        let before = looks(&self.state);
        for _ in 0..3 {
            let point = Point::from_index(below(&mut self.rng, GRID as u32) as usize);
            let mv = if below(&mut self.rng, 4) == 0 { Move::PASS } else { Move::at(point) };
            if moves.contains(&mv) || (mv.point().is_none() && !mv.is_pass()) {
                continue;
            }
            let tried = self.state.try_play(mv);
            self.hold(Law::Refusal, tried.is_err(), || format!("{mv} is played, not listed"))?;
            self.hold(Law::Refusal, looks(&self.state) == before, || format!("{mv} left traces"))?;
        }
        Ok(())
    }

    fn turn(&self, moves: &[Move]) -> Result<(), Broken> {
        let mut state = self.state.clone();
        let color = state.to_move();
        state.set_to_move(color);
        self.hold(Law::Turn, looks(&state) == looks(&self.state), || "the turn it had".into())?;
        state.set_to_move(color.other());
        self.hold(Law::Turn, state.to_move() == color.other(), || "the turn is not given".into())?;
        let keys = (state.key(), state.compute_key());
        self.hold(Law::Turn, keys.0 == keys.1, || format!("keys {keys:x?} for the other"))?;
        state.set_to_move(color);
        self.hold(Law::Turn, legal(&state) == moves, || "legal moves after two changes".into())
    }

    fn child(&mut self, mv: Move) -> Result<(), Broken> {
        let before = looks(&self.state);
        let mut played = self.state.clone();
        played.play(mv);
        let expected = looks(&played);
        let visited = self.state.with_child(mv, |child| looks(child));
        self.hold(Law::Child, visited == expected, || format!("{mv}: {visited} not {expected}"))?;
        self.hold(Law::Child, looks(&self.state) == before, || format!("{mv} is not taken back"))?;
        let moves = legal(&self.state);
        self.hold(Law::Child, moves.contains(&mv), || format!("{mv} is legal no more"))?;
        played.copy_from(&self.state);
        self.hold(Law::Copy, looks(&played) == before, || format!("copied over {mv}"))
    }

    fn playout(&mut self) -> Result<(), Broken> {
        let seed = u64::from(below(&mut self.rng, u32::MAX));
        let limit = 8 * self.state.size().area() + 64;
        let run = || self.state.clone().playout(&mut seeded(seed), limit);
        let (first, second) = (run(), run());
        self.hold(Law::Playout, first == second, || format!("{first:?}, then {second:?}"))?;
        first.map_or(Ok(()), |outcome| self.result(outcome))
    }

    fn result(&self, outcome: Outcome) -> Result<(), Broken> {
        let passport = self.state.passport();
        let right = match outcome {
            Outcome::Draw => passport.draws,
            Outcome::Win { reason: Reason::Points(points), .. } => passport.margins && points > 0.0,
            Outcome::Win { reason, .. } => !passport.margins && reason == Reason::Rule,
        };
        self.hold(Law::Result, right, || format!("{outcome:?} under {passport:?}"))
    }

    /// Checks a position without legal moves.
    fn end(&mut self) -> Result<(), Broken> {
        if let Some(outcome) = self.state.outcome() {
            self.result(outcome)?;
        }
        let resumed = self.state.resume();
        let open = self.state.outcome().is_none();
        self.hold(Law::Resume, resumed == open, || format!("resume says {resumed}"))?;
        let again = self.state.resume();
        self.hold(Law::Resume, !(resumed && again), || "an open game is resumed".into())?;
        if resumed {
            self.position()?;
        }
        Ok(())
    }
}

/// Plays a random game of tries, at most `limit`, and checks what players are shown.
pub fn check_views<S>(start: &S, seed: u64, limit: usize) -> Result<(), Broken>
where
    S: Information,
    S::View: PartialEq + fmt::Debug,
{
    let mut state = start.clone();
    let mut rng = seeded(seed);
    for ply in 0..limit {
        if state.outcome().is_some() {
            break;
        }
        let broken = |law, evidence: String| Err(Broken { law, ply, evidence });
        for color in Color::BOTH {
            let view = state.view(color);
            let imagined = S::sample(&view, &mut rng);
            if imagined.view(color) != view {
                return broken(Law::Sample, format!("{view:?} but {:?}", imagined.view(color)));
            }
            if imagined.size() != state.size() || imagined.to_move() != state.to_move() {
                return broken(Law::Sample, format!("{imagined:?} for {state:?}"));
            }
        }
        let mv = random_try(state.size(), &mut rng);
        let (before, key, is_legal) = (looks(&state), state.key(), state.is_legal(mv));
        match state.attempt(mv) {
            Ok(Verdict::Accepted) if !is_legal => {
                return broken(Law::Attempt, format!("{mv} accepted on {before}"));
            }
            Ok(Verdict::Refused | Verdict::Passed) if is_legal => {
                return broken(Law::Attempt, format!("{mv} refused on {before}"));
            }
            // A refusal may be the last that the rules bear.
            Ok(Verdict::Refused)
                if !state.passport().refusals
                    || state.key() != key && state.outcome().is_none() =>
            {
                return broken(Law::Attempt, format!("{mv} refused: {before} to {state:?}"));
            }
            Ok(Verdict::Passed) if !state.passport().refusals || state.key() == key => {
                return broken(Law::Attempt, format!("{mv} passed no turn: {before}"));
            }
            Err(_) if looks(&state) != before => {
                return broken(Law::Attempt, format!("{mv} left traces: {before} to {state:?}"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn random_try(size: BoardSize, rng: &mut Rng) -> Move {
    let pick = below(rng, size.area() as u32 + 1) as usize;
    size.points().nth(pick).map_or(Move::PASS, Move::at)
}
