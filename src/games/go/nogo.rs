//! NoGo ("no capture Go", anti-atari Go): players place stones in turn, Black first; a move that takes stones, or its own
//! last liberty, is illegal; nobody passes; who cannot move loses. The rules are those of Martin Müller's tournament page
//! (webdocs.cs.ualberta.ca/~mmueller/nogo/rules.html), which are also the first four rules of Sensei's Library, page
//! AntiAtariGo.

use super::Board;
use super::must_move::{Aim, MustMove};
use crate::base::{Color, Point};
use crate::game::Illegal;

/// The aim of NoGo: to have the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nogo;

/// A position of NoGo.
pub type NogoState = MustMove<Nogo>;

/// Own words for suicide, since records are read as lenient about [`Illegal::Suicide`] as rules of Go differ, and this rule
/// is the game.
const SUICIDE: Illegal = Illegal::Rule("suicide is not allowed");
const CAPTURE: Illegal = Illegal::Rule("capturing is not allowed");

impl Aim for Nogo {
    const NAME: &'static str = "nogo";
    const TITLE: &'static str = "Nogo";

    /// Stones stay where they are.
    fn longest_game(&self, area: usize) -> usize {
        area
    }

    #[inline]
    fn check(&self, board: &Board, color: Color, point: Point) -> Result<(), Illegal> {
        if board.is_capture(color, point) {
            Err(CAPTURE)
        } else if board.is_suicide(color, point) {
            Err(SUICIDE)
        } else {
            Ok(())
        }
    }

    fn winner(&self, _board: &Board, _to_move: Color) -> Option<Color> {
        None
    }

    fn key(&self, _board: &Board) -> u64 {
        0
    }
}
