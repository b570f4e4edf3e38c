//! How far a game is, as far as time spending cares.

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Moves made by both players.
    pub moves_played: usize,
    /// Points of the board.
    pub area: usize,
    /// Empty points.
    pub empty: usize,
    /// Moves by both players in a usual game, where games end long before the board is full; 0 = they do not.
    pub usual: usize,
}

/// Own moves still to come that are always reckoned with in games that end early: one may go on for long.
const EARLY_FLOOR: usize = 10;

impl Phase {
    /// How many moves the player to move probably still has to make: half the empty points short of the quarter of the
    /// board that ends as territory, and never fewer than a floor, since endgames and refused passes drag on. In games
    /// that end early: what is left of a usual one, and never fewer than ten while there is room for them.
    pub fn own_moves_left(&self) -> u32 {
        if self.usual > 0 {
            let left = self.usual.saturating_sub(self.moves_played).div_ceil(2);
            let possible = self.empty.div_ceil(2).max(1);
            return u32::try_from(left.max(EARLY_FLOOR).min(possible)).unwrap_or(u32::MAX);
        }
        let floor = 5 + self.area / 16;
        let left = (self.empty.saturating_sub(self.area / 4)).div_ceil(2);
        u32::try_from(left.max(floor)).unwrap_or(u32::MAX)
    }

    /// How many own moves a long game still brings: three quarters of the board's points in all. A reserve for what each
    /// move costs unseen is reckoned with these.
    pub fn own_moves_at_most(&self) -> u32 {
        let long = (self.area * 3 / 4).saturating_sub(self.moves_played / 2);
        u32::try_from(long).unwrap_or(u32::MAX).max(self.own_moves_left())
    }

    /// Share of an even split that this move deserves, in percent: less while the opening offers equivalent moves, more
    /// in the middle game, where games are decided.
    pub fn weight(&self) -> u32 {
        let played = self.moves_played;
        if played * 16 < self.area {
            70
        } else if played * 2 < self.area {
            130
        } else {
            90
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_left_fall_to_a_floor() {
        for side in 1..=25usize {
            let area = side * side;
            let mut last = u32::MAX;
            for empty in (0..=area).rev() {
                let phase = Phase { moves_played: area - empty, area, empty, usual: 0 };
                let left = phase.own_moves_left();
                assert!(left >= 5 && left <= last, "{side}: {empty} empty, {left} left");
                last = left;
            }
        }
        let start =
            |area, usual| Phase { moves_played: 0, area, empty: area, usual }.own_moves_left();
        assert_eq!((start(81, 0), start(169, 0), start(361, 0)), (31, 64, 136));
        assert_eq!((start(25, 60), start(225, 60), start(400, 60)), (13, 30, 30));
        let late = |played| {
            Phase { moves_played: played, area: 225, empty: 225 - played, usual: 60 }
                .own_moves_left()
        };
        assert_eq!([30, 60, 200, 220, 225].map(late), [15, 10, 10, 3, 1]);
    }
}
