//! Go on boards that fit into 64 bits, wall included: for solving, where a position is copied at every step.
//!
//! Point (x, y) is bit `y * (width + 1) + x`; the bit after the last column of a row is wall and always 0, so that shifts
//! do not run from one row into the next. Simple ko, no suicide.

use super::{Board, EMPTY, Ko, Rules};
use crate::base::{BoardSize, Color, Point, Symmetry};

/// A set of points of a small board.
pub type Bits = u64;

/// A small board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallBoard {
    stones: [Bits; 2],
    /// The point where the player to move may not take back, if any.
    ko: Bits,
    full: Bits,
    size: BoardSize,
}

/// Does a board of that size fit?
pub fn fits(size: BoardSize) -> bool {
    (size.width() + 1) * size.height() <= 64
}

/// Are these rules of repetition and suicide those of [`SmallBoard`]?
pub fn agrees(rules: &Rules) -> bool {
    rules.ko == Ko::Simple && !rules.suicide
}

/// The lowest point of a set that is not empty, alone.
#[inline]
fn lowest(set: Bits) -> Bits {
    set & set.wrapping_neg()
}

/// The points of a set, one at a time.
pub fn each(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let bit = lowest(set);
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl SmallBoard {
    /// An empty board of a size that [`fits`].
    pub fn new(size: BoardSize) -> Option<SmallBoard> {
        if !fits(size) {
            return None;
        }
        let stride = size.width() + 1;
        let row = (1u64 << size.width()) - 1;
        let full = (0..size.height()).fold(0, |full, y| full | row << (y * stride));
        Some(SmallBoard { stones: [0; 2], ko: 0, full, size })
    }

    /// The same position as on a board of that size.
    pub fn from_board(board: &Board) -> Option<SmallBoard> {
        let mut small = SmallBoard::new(board.size())?;
        for point in board.size().points() {
            if let Some(color) = board.color(point) {
                small.stones[color.index()] |= small.bit(point);
            }
        }
        if let Some(point) = board.ko()
            && board.content(point) == EMPTY
        {
            small.ko = small.bit(point);
        }
        Some(small)
    }

    /// The bit of a point of the board.
    #[inline]
    pub fn bit(&self, point: Point) -> Bits {
        1 << (point.y() * self.stride() + point.x())
    }

    /// The point of a set of one.
    #[inline]
    pub fn point(&self, bit: Bits) -> Point {
        let index = bit.trailing_zeros() as usize;
        Point::at(index % self.stride(), index / self.stride())
    }

    /// All points.
    #[inline]
    pub fn full(&self) -> Bits {
        self.full
    }

    /// Its size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    fn stride(&self) -> usize {
        self.size.width() + 1
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> Bits {
        self.stones[color.index()]
    }

    /// The points without stone.
    #[inline]
    pub fn empties(&self) -> Bits {
        self.full & !(self.stones[0] | self.stones[1])
    }

    /// The point forbidden by ko, if any.
    #[inline]
    pub fn ko(&self) -> Bits {
        self.ko
    }

    /// Lifts the ko ban: the player to move has passed.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// The set and all neighbours of its points.
    #[inline]
    pub fn grow(&self, set: Bits) -> Bits {
        let stride = self.stride();
        (set | set << 1 | set >> 1 | set << stride | set >> stride) & self.full
    }

    /// The points of `within` that hang together with `seed`, which lies in it.
    #[inline]
    pub fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut set = seed;
        loop {
            let next = self.grow(set) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// Enemy stones that a stone of that colour on an empty point would take.
    #[inline]
    pub fn takes(&self, color: Color, bit: Bits) -> Bits {
        let enemy = self.stones[color.other().index()];
        let mut touched = self.grow(bit) & enemy;
        let breath = self.empties() & !bit;
        let mut taken = 0;
        while touched != 0 {
            let chain = self.flood(lowest(touched), enemy);
            touched &= !chain;
            if self.grow(chain) & breath == 0 {
                taken |= chain;
            }
        }
        taken
    }

    /// Liberties of the chain that a stone on an empty point would belong to, captures done.
    #[inline]
    pub fn breath(&self, color: Color, bit: Bits, taken: Bits) -> Bits {
        let own = self.stones[color.index()] | bit;
        let chain = self.flood(bit, own);
        self.grow(chain) & (self.empties() | taken) & !bit
    }

    /// May the colour, whose turn it is, play on that empty point?
    #[inline]
    pub fn is_legal(&self, color: Color, bit: Bits) -> bool {
        if bit & self.ko != 0 {
            return false;
        }
        // Its own empty neighbour is all that a stone needs.
        if self.grow(bit) & !bit & self.empties() != 0 {
            return true;
        }
        let taken = self.takes(color, bit);
        taken != 0 || self.breath(color, bit, taken) != 0
    }

    /// Plays a legal move; returns what was taken.
    #[inline]
    pub fn play(&mut self, color: Color, bit: Bits) -> Bits {
        let taken = self.takes(color, bit);
        self.stones[color.index()] |= bit;
        self.stones[color.other().index()] &= !taken;
        self.ko = 0;
        if taken != 0 && taken & (taken - 1) == 0 {
            // One stone taken by one that has no other liberty: a ko.
            let own = self.stones[color.index()];
            if self.grow(bit) & own == bit && self.grow(bit) & self.empties() == taken {
                self.ko = taken;
            }
        }
        taken
    }

    /// Stones that live unconditionally and the territory that gives them life, as [`super::UnconditionalLife`].
    pub fn life(&self, color: Color) -> (Bits, Bits) {
        const MOST: usize = 64;
        let own = self.stones[color.index()];
        let empties = self.empties();
        let mut regions = [0; MOST];
        let mut count = 0;
        let mut rest = self.full & !own;
        while rest != 0 {
            let region = self.flood(lowest(rest), rest);
            rest &= !region;
            regions[count] = region;
            count += 1;
        }
        // No chain lives on one region.
        if count < 2 {
            return (0, 0);
        }
        let mut chains = [0; MOST];
        let mut number = 0;
        let mut rest = own;
        while rest != 0 {
            let chain = self.flood(lowest(rest), own);
            rest &= !chain;
            chains[number] = chain;
            number += 1;
        }
        let (regions, chains) = (&mut regions[..count], &mut chains[..number]);
        loop {
            let mut changed = false;
            for chain in chains.iter_mut().filter(|chain| **chain != 0) {
                let near = self.grow(*chain);
                let vital = |region: &&u64| **region != 0 && **region & empties & !near == 0;
                if regions.iter().filter(vital).take(2).count() < 2 {
                    *chain = 0;
                    changed = true;
                }
            }
            let alive = chains.iter().fold(0, |set, chain| set | chain);
            if !changed || alive == 0 {
                let touched = |region: &u64| {
                    chains
                        .iter()
                        .any(|&chain| chain != 0 && region & empties & !self.grow(chain) == 0)
                };
                let enclosed = regions.iter().filter(|region| **region != 0 && touched(region));
                let territory = enclosed.fold(0, |set, region| set | region);
                return (alive, if alive == 0 { 0 } else { territory });
            }
            for region in regions.iter_mut() {
                if self.grow(*region) & own & !alive != 0 {
                    *region = 0;
                }
            }
        }
    }

    /// Black's points minus White's, all stones alive, empty regions to the colour that alone touches them.
    pub fn area_margin(&self) -> i32 {
        let mut margin = self.stones[0].count_ones() as i32 - self.stones[1].count_ones() as i32;
        let empties = self.empties();
        let mut rest = empties;
        while rest != 0 {
            let region = self.flood(lowest(rest), empties);
            rest &= !region;
            let edge = self.grow(region);
            match (edge & self.stones[0] != 0, edge & self.stones[1] != 0) {
                (true, false) => margin += region.count_ones() as i32,
                (false, true) => margin -= region.count_ones() as i32,
                _ => {}
            }
        }
        margin
    }

    /// Takes stones off the board.
    pub fn without(&self, stones: Bits) -> SmallBoard {
        SmallBoard { stones: self.stones.map(|set| set & !stones), ..*self }
    }

    /// The board turned or mirrored.
    pub fn image(&self, symmetry: Symmetry) -> SmallBoard {
        let turned = |bit| self.bit(symmetry.image(self.size, self.point(bit)));
        let image = |set: Bits| each(set).fold(0, |image, bit| image | turned(bit));
        SmallBoard { stones: self.stones.map(image), ko: image(self.ko), ..*self }
    }

    /// Hash of stones and ko ban.
    #[inline]
    pub fn hash(&self) -> u64 {
        // Two rounds of multiply and fold for each word, as in SplitMix64's finaliser.
        let mut hash = 0x9e37_79b9_7f4a_7c15u64;
        for word in [self.stones[0], self.stones[1], self.ko] {
            hash = (hash ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            hash = (hash ^ hash >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
            hash ^= hash >> 32;
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, MoveList, below, seeded};
    use crate::game::State;
    use crate::games::go::{GoState, PointSet};

    fn set(board: &SmallBoard, bits: Bits) -> PointSet {
        each(bits).map(|bit| board.point(bit)).collect()
    }

    #[test]
    fn small_boards_play_like_large_ones() {
        for (seed, (width, height)) in
            [(1, 1), (2, 1), (2, 2), (3, 3), (4, 4), (5, 5), (7, 8), (9, 2), (1, 9), (5, 5), (3, 5)]
                .into_iter()
                .enumerate()
        {
            let size = BoardSize::new(width, height).unwrap();
            let mut rng = seeded(seed as u64);
            for _ in 0..30 {
                let mut state = GoState::new(size, Rules::CHINESE, 0.0);
                let mut small = SmallBoard::new(size).unwrap();
                for _ in 0..3 * size.area() {
                    assert_eq!(SmallBoard::from_board(state.board()), Some(small));
                    let color = state.to_move();
                    let mut moves = MoveList::new();
                    state.legal_moves(&mut moves);
                    let legal: PointSet = moves.iter().filter_map(|mv| mv.point()).collect();
                    let found = each(small.empties()).filter(|&bit| small.is_legal(color, bit));
                    assert_eq!(found.map(|bit| small.point(bit)).collect::<PointSet>(), legal);
                    assert_eq!(small.area_margin() as f32, state.margin());
                    for color in Color::BOTH {
                        let life = state.board().unconditional_life(color);
                        let (stones, territory) = small.life(color);
                        assert_eq!(set(&small, stones), life.stones, "{state:?}");
                        assert_eq!(set(&small, territory), life.territory, "{state:?}");
                    }
                    let pick = below(&mut rng, moves.len() as u32) as usize;
                    let mv = if moves.len() > 1 && pick == moves.len() - 1 && below(&mut rng, 4) > 0
                    {
                        moves[0]
                    } else {
                        moves[pick]
                    };
                    match mv.point() {
                        Some(point) => {
                            small.play(color, small.bit(point));
                        }
                        None => small.clear_ko(),
                    }
                    state.play(mv);
                    if state.outcome().is_some() {
                        state.resume();
                    }
                }
                assert!(state.is_legal(Move::PASS));
            }
        }
    }

    #[test]
    fn images_are_images() {
        let size = BoardSize::square(5).unwrap();
        let mut board = SmallBoard::new(size).unwrap();
        for (x, y, color) in [(0, 0, Color::Black), (1, 0, Color::White), (3, 1, Color::Black)] {
            board.play(color, board.bit(Point::at(x, y)));
        }
        let images: Vec<SmallBoard> = Symmetry::all(size).map(|s| board.image(s)).collect();
        let mut hashes: Vec<u64> = images.iter().map(SmallBoard::hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 8);
        assert_eq!(images[0], board);
        let corner = images[1].stones(Color::Black) & board.bit(Point::at(4, 0));
        assert_ne!(corner, 0);
        assert!(SmallBoard::new(BoardSize::square(8).unwrap()).is_none());
    }
}
