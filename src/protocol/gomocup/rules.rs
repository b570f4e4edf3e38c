//! The numbers of rules: a bit mask of the Gomocup protocol, or a number of Yixin.

use crate::games::gomoku::Variant;

/// Games go on after a five.
const CONTINUOUS: i64 = 2;

/// What each number of the Gomocup protocol means, [`CONTINUOUS`] left out.
const GOMOCUP: [(i64, Variant); 5] = [
    (0, Variant::Freestyle),
    (1, Variant::Standard),
    (4, Variant::Renju),
    (8, Variant::Caro),
    (9, Variant::ExactCaro),
];

/// What Yixin's numbers mean where they differ: 2 is Renju, and 5 and 6 are openings of the freestyle game, whose stones come
/// with commands of their own.
const YIXIN: [(i64, Variant); 3] =
    [(2, Variant::Renju), (5, Variant::Freestyle), (6, Variant::Freestyle)];

/// The number of rules in the Gomocup protocol.
pub fn number_of(variant: Variant) -> i64 {
    let row = GOMOCUP.iter().find(|(_, other)| *other == variant);
    row.map_or(0, |&(number, _)| number)
}

/// The rules of a number, and whether games go on after a five; `None` for a number that means nothing. `yixin`: does the
/// manager speak Yixin's dialect?
pub(super) fn of_number(number: i64, yixin: bool) -> Option<(Variant, bool)> {
    let named = |table: &[(i64, Variant)], wanted: i64| {
        table.iter().find(|(number, _)| *number == wanted).map(|&(_, variant)| variant)
    };
    if yixin && let Some(variant) = named(&YIXIN, number) {
        return Some((variant, false));
    }
    let continuous = number & CONTINUOUS != 0 && number > 0;
    named(&GOMOCUP, if continuous { number - CONTINUOUS } else { number })
        .map(|variant| (variant, continuous))
}

/// The numbers that are accepted.
pub(super) const ACCEPTED: &str = "0 freestyle, 1 exactly five, 4 renju, 8 caro, 9 caro with exactly five, each plus 2 for a continuous game";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_a_number() {
        for (number, variant) in GOMOCUP {
            assert_eq!(number_of(variant), number);
        }
        for set in crate::games::gomoku::RULE_SETS {
            let number = number_of(set.rules.variant);
            assert_eq!(of_number(number, false), Some((set.rules.variant, false)));
        }
    }

    #[test]
    fn numbers() {
        use Variant::{Caro, ExactCaro, Freestyle, Renju, Standard};
        for (number, gomocup, yixin) in [
            (0, Some((Freestyle, false)), Some((Freestyle, false))),
            (1, Some((Standard, false)), Some((Standard, false))),
            (2, Some((Freestyle, true)), Some((Renju, false))),
            (3, Some((Standard, true)), Some((Standard, true))),
            (4, Some((Renju, false)), Some((Renju, false))),
            (5, None, Some((Freestyle, false))),
            (6, Some((Renju, true)), Some((Freestyle, false))),
            (7, None, None),
            (8, Some((Caro, false)), Some((Caro, false))),
            (9, Some((ExactCaro, false)), Some((ExactCaro, false))),
            (10, Some((Caro, true)), Some((Caro, true))),
            (11, Some((ExactCaro, true)), Some((ExactCaro, true))),
            (12, None, None),
            (16, None, None),
            (-1, None, None),
            (-2, None, None),
            (i64::MIN, None, None),
        ] {
            assert_eq!(of_number(number, false), gomocup, "{number}");
            assert_eq!(of_number(number, true), yixin, "{number}");
        }
    }
}
