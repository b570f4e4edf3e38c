//! The numbers that Gomoku positions are judged by.

use super::shapes::{CODES, Shape, Shapes, Values, marks, shapes_of_codes};
use crate::base::Color;
use crate::games::gomoku::Variant;
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

    /// The static value for the player to move, in a position without a five or, for the mover, an open four at hand. `before` is
    /// [`Shapes::value`] one move earlier: a stone brings its player much that the answer takes away again, and the mean of
    /// the two swings less.
    #[inline]
    pub fn value(&self, shapes: &Shapes, mover: Color, before: i32) -> i32 {
        let black = (shapes.value() + before) / 2;
        let own = if mover == Color::Black { black } else { -black };
        own + i32::from(self.threats[mover.index()][threats(shapes, mover)])
    }
}

/// Rules that share weights. What a shape is worth hardly depends on the rule, which is in the shape already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Family {
    /// All rules that treat both colours alike.
    Alike,
    /// Renju.
    Renju,
}

impl Family {
    /// All of them, in the order of the file.
    pub const ALL: [Family; 2] = [Family::Alike, Family::Renju];

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["alike", "renju"][self as usize]
    }

    /// The family of a variant.
    pub fn of(variant: Variant) -> Family {
        if variant == Variant::Renju { Family::Renju } else { Family::Alike }
    }
}

/// Why bytes are no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a file of gomoku weights of this version")]
pub struct WeightsError;

/// First bytes of a file of weights.
const MAGIC: &[u8] = b"TSJGOM2\n";

/// The weights of all families.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightSet {
    /// By [`Family`].
    pub families: [Arc<Weights>; 2],
}

impl WeightSet {
    /// The same numbers, by hand, for all.
    pub fn by_hand() -> WeightSet {
        let hand = Arc::new(Weights::by_hand());
        WeightSet { families: [hand.clone(), hand] }
    }

    /// The weights for a variant.
    pub fn of(&self, variant: Variant) -> &Arc<Weights> {
        &self.families[Family::of(variant) as usize]
    }

    /// Magic, then the families one after the other, each: worth of points of Black and of White, threats with Black and with
    /// White to move, urgency by own and by other's shapes; numbers of two bytes, least first.
    pub fn encode(&self) -> Vec<u8> {
        let lists = self.families.iter().flat_map(|weights| {
            let values = weights.values.points.iter();
            values.chain(&weights.threats).chain(&weights.urgency).flatten()
        });
        MAGIC.iter().copied().chain(lists.flat_map(|number| number.to_le_bytes())).collect()
    }

    /// Reads what [`WeightSet::encode`] wrote.
    pub fn decode(bytes: &[u8]) -> Result<WeightSet, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError)?;
        let (pairs, odd) = rest.as_chunks::<2>();
        let family = 4 * CODES + 2 * THREATS;
        if !odd.is_empty() || pairs.len() != Family::ALL.len() * family {
            return Err(WeightsError);
        }
        let mut numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut list = |len: usize| -> Box<[i16]> { numbers.by_ref().take(len).collect() };
        let families = Family::ALL.map(|_| {
            let points = [list(CODES), list(CODES)];
            let threats = [list(THREATS), list(THREATS)];
            let urgency = [list(CODES), list(CODES)];
            Arc::new(Weights { values: Arc::new(Values { points }), threats, urgency })
        });
        Ok(WeightSet { families })
    }
}

/// The file in the program: see `MANIFEST.toml` beside it.
pub const BUILT_IN: &[u8] = include_bytes!("../weights/gomoku.bin");
