//! The numbers that Gomoku positions are judged by.

use super::shapes::{CODES, Shape, Shapes, Values, marks, shapes_of_codes};
use crate::base::Color;
use std::sync::Arc;

/// Number of combinations of threats, see [`threats`].
pub const THREATS: usize = 1 << 9;

/// Value of points by their shapes, value of threats, and how soon a point is tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Worth of points.
    pub values: Arc<Values>,
    /// By [`threats`], for Black and for White to move.
    pub threats: [Box<[i16]>; 2],
    /// How urgent a point is by the code of the mover's shapes, and by that of the opponent's.
    pub urgency: [Box<[i16]>; 2],
}

/// Which threats there are where nobody can make a five or, the mover, an open four: four kinds of the mover's, five of the opponent's.
#[inline]
pub fn threats(shapes: &Shapes, mover: Color) -> usize {
    let bit = |color: Color, mark| usize::from(shapes.count(color, mark) > 0);
    let other = mover.other();
    bit(mover, marks::FOUR)
        | bit(mover, marks::FOUR_THREE) << 1
        | bit(mover, marks::THREES) << 2
        | bit(mover, marks::THREE) << 3
        | bit(other, marks::OPEN_FOUR) << 4
        | bit(other, marks::FOUR_THREE) << 5
        | bit(other, marks::FOUR) << 6
        | bit(other, marks::THREES) << 7
        | bit(other, marks::THREE) << 8
}

impl Weights {
    /// Numbers by hand: the start of all fitting.
    pub fn by_hand() -> Weights {
        let single = |shape: Shape| match shape {
            Shape::Dead | Shape::Long => 0,
            Shape::One => 1,
            Shape::OpenOne => 3,
            Shape::Two => 5,
            Shape::NarrowTwo => 11,
            Shape::OpenTwo => 14,
            Shape::WideTwo => 17,
            Shape::Three => 15,
            Shape::NarrowThree => 38,
            Shape::OpenThree => 44,
            Shape::Four => 48,
            Shape::LineFours | Shape::OpenFour => 120,
            Shape::Five => 200,
        };
        let sum = |four: &[Shape; 4]| four.iter().map(|&shape| single(shape)).sum::<i16>();
        let codes = shapes_of_codes();
        let points: Box<[i16]> = codes.iter().map(sum).collect();
        let own: Box<[i16]> = codes.iter().map(|four| sum(four) * 2).collect();
        let other: Box<[i16]> = codes.iter().map(|four| sum(four) * 2 - sum(four) / 4).collect();
        let gains = [20, 250, 130, 30, -160, -60, -10, -40, -20];
        let threats: Box<[i16]> = (0..THREATS)
            .map(|bits| 15 + (0..9).filter(|n| bits >> n & 1 != 0).map(|n| gains[n]).sum::<i16>())
            .collect();
        debug_assert_eq!(points.len(), CODES);
        Weights {
            values: Arc::new(Values { points: [points.clone(), points] }),
            threats: [threats.clone(), threats],
            urgency: [own, other],
        }
    }

    /// The static value for the player to move, in a position without a five or, for the mover, an open four at hand.
    #[inline]
    pub fn value(&self, shapes: &Shapes, mover: Color) -> i32 {
        let black = shapes.value();
        let own = if mover == Color::Black { black } else { -black };
        own + i32::from(self.threats[mover.index()][threats(shapes, mover)])
    }
}
