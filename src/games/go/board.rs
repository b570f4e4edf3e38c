//! Stones, strings and liberties.
//!
//! Strings ("chains") are circular lists with pseudo-liberties: every (stone, empty neighbour) pair counts. Besides their
//! number each chain keeps the sum and the sum of squares of the liberties' cell numbers; by the Cauchy-Schwarz
//! inequality `number * squares == sum * sum` exactly when all pairs name one point, so "in atari, and where" is an
//! O(1) question. Placing a stone is free of allocation and, apart from merges and captures, of branches on neighbours.

use crate::base::{BoardSize, Color, GRID, Point, Rng, STRIDE, below, stone_key};

/// Content of a cell without a stone.
pub const EMPTY: u8 = 0;
/// Content of a cell outside the board.
pub const WALL: u8 = 3;

const MASK: usize = GRID - 1;

/// The content of a cell with a stone of that colour: 1 for Black, 2 for White. With [`WALL`] = 3 a bitwise AND over
/// neighbours tells whether all of them are stones of one colour or wall.
#[inline]
const fn stone(color: Color) -> u8 {
    color as u8 + 1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(8))]
struct Cell {
    /// Cell number that names the chain; 0 (a dummy) for a cell without a stone.
    chain: u16,
    /// Of a stone the next one of its chain, circular; of an empty point its place in the list of empty points.
    link: u16,
    /// How many of the four neighbours are empty, and how many hold a black or white stone, a wall counted as both: in
    /// units of [`NEAR_EMPTY`] and [`near`]. Kept for points of the board only.
    around: u16,
    /// EMPTY, 1, 2 or WALL.
    content: u8,
}

const OUTSIDE: Cell = Cell { chain: 0, link: 0, around: 0, content: WALL };

/// One empty neighbour, in [`Cell::around`].
const NEAR_EMPTY: u16 = 1;
/// The bits that count up to four of them.
const COUNT: u16 = 7;

/// One neighbour of that colour, in [`Cell::around`].
#[inline]
const fn near(color: Color) -> u16 {
    8 << (3 * color as u16)
}

/// Pairs of a stone and an empty neighbour in one number: how many (12 bits), the sum of the liberties' cell numbers (21
/// bits), the sum of their squares (31 bits). 625 stones with four pairs each, in cells below 826, fill no field. Adding and
/// taking away a pair, or all pairs of another chain, is one addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pairs(u64);

impl Pairs {
    const NONE: Pairs = Pairs(0);

    /// One pair with the empty point in that cell.
    #[inline]
    fn one(cell: usize) -> Pairs {
        ONE_PAIR[cell & MASK]
    }

    #[inline]
    fn add(&mut self, other: Pairs) {
        self.0 = self.0.wrapping_add(other.0);
    }

    #[inline]
    fn sub(&mut self, other: Pairs) {
        self.0 = self.0.wrapping_sub(other.0);
    }

    #[inline]
    const fn number(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    #[inline]
    const fn sum(self) -> u32 {
        (self.0 >> 12) as u32 & 0x1f_ffff
    }

    /// Is the point in that cell the only liberty?
    #[inline]
    fn only(self, cell: Pairs) -> bool {
        self.0 == (self.number() as u64).wrapping_mul(cell.0)
    }

    /// Exactly one distinct liberty? A point is neighbour to at most four stones, so more than four pairs are never one.
    #[inline]
    const fn in_atari(self) -> bool {
        let n = self.number() as u32;
        let squares = (self.0 >> 33) as u32;
        let sum = self.sum();
        (n.wrapping_sub(1) < 4) & (n.wrapping_mul(squares) == sum.wrapping_mul(sum))
    }
}

static ONE_PAIR: [Pairs; GRID] = {
    let mut pairs = [Pairs::NONE; GRID];
    // Cell 0 is never a point and stands for no pair.
    let mut cell = 1;
    while cell < GRID as u64 {
        pairs[cell as usize] = Pairs(1 + (cell << 12) + ((cell * cell) << 33));
        cell += 1;
    }
    pairs
};

/// A Go position: stones, simple-ko point, prisoners. It knows neither komi nor whose turn it is.
#[derive(Clone)]
pub struct Board {
    cells: [Cell; GRID],
    /// Pseudo-liberties of the chain with that name.
    pairs: [Pairs; GRID],
    /// Its number of stones.
    sizes: [u16; GRID],
    empties: [u16; 640],
    empty_count: u16,
    size: BoardSize,
    ko: Option<Point>,
    hash: u64,
    stones: [u16; 2],
    captured: [u32; 2],
    removed: [u64; GRID / 64],
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} ko {:?} captured {:?}", self.size, self.ko, self.captured)?;
        for y in (0..self.size.height()).rev() {
            for x in 0..self.size.width() {
                f.write_str([".", "X", "O", "#"][self.content(Point::at(x, y)) as usize])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Board {
    /// An empty board.
    pub fn new(size: BoardSize) -> Board {
        let mut board = Board {
            cells: [OUTSIDE; GRID],
            pairs: [Pairs::NONE; GRID],
            sizes: [0; GRID],
            empties: [0; 640],
            empty_count: 0,
            size,
            ko: None,
            hash: 0,
            stones: [0; 2],
            captured: [0; 2],
            removed: [0; GRID / 64],
        };
        for point in size.points() {
            let walls = point.neighbors().iter().filter(|n| !size.contains(**n)).count() as u16;
            let cell = &mut board.cells[point.index()];
            cell.content = EMPTY;
            cell.around =
                (4 - walls) * NEAR_EMPTY + walls * (near(Color::Black) + near(Color::White));
            board.push_empty(point.index());
        }
        board
    }

    /// Overwrites this board by another, copying only the cells in use.
    pub fn copy_from(&mut self, other: &Board) {
        let end = self.size.cells_end().max(other.size.cells_end()).min(GRID);
        self.cells[..end].copy_from_slice(&other.cells[..end]);
        self.pairs[..end].copy_from_slice(&other.pairs[..end]);
        self.sizes[..end].copy_from_slice(&other.sizes[..end]);
        let count = other.empty_count as usize;
        self.empties[..count].copy_from_slice(&other.empties[..count]);
        self.empty_count = other.empty_count;
        self.size = other.size;
        self.ko = other.ko;
        self.hash = other.hash;
        self.stones = other.stones;
        self.captured = other.captured;
        self.removed = other.removed;
    }

    /// The size.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What the cell holds: [`EMPTY`], 1 (Black), 2 (White) or [`WALL`].
    #[inline]
    pub fn content(&self, point: Point) -> u8 {
        self.cells[point.index()].content
    }

    /// What all cells hold, by [`Point::index`].
    pub fn contents(&self) -> [u8; GRID] {
        self.cells.map(|cell| cell.content)
    }

    /// What a colour owns unconditionally (Benson, 1976).
    pub fn unconditional_life(&self, color: Color) -> super::UnconditionalLife {
        super::benson::unconditional_life(self.size, &self.contents(), color)
    }

    /// The stone on a point.
    #[inline]
    pub fn color(&self, point: Point) -> Option<Color> {
        match self.content(point) {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Is it a point of the board without a stone?
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.content(point) == EMPTY
    }

    /// Number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// The `slot`-th empty point, in an arbitrary but reproducible order; `slot < empty_count()`.
    #[inline]
    pub fn empty_at(&self, slot: usize) -> Point {
        Point::from_index(self.empties[slot] as usize)
    }

    /// The point where simple ko forbids the next play to the colour that lost the stone there; see [`Board::is_ko`].
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Would that colour take back in a simple ko by playing there now? The colour that has just taken may fill the ko
    /// (it can be on turn again when the same colour moves twice).
    #[inline]
    pub fn is_ko(&self, color: Color, point: Point) -> bool {
        self.ko == Some(point) && self.is_surrounded(color.other(), point)
    }

    /// Lifts the simple-ko ban, as any pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = None;
    }

    /// Zobrist hash of the stones alone.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The same, computed from the stones.
    pub fn compute_hash(&self) -> u64 {
        self.size
            .points()
            .filter_map(|p| self.color(p).map(|c| stone_key(c, p)))
            .fold(0, |h, key| h ^ key)
    }

    /// Stones of that colour on the board.
    #[inline]
    pub fn stone_count(&self, color: Color) -> usize {
        self.stones[color.index()] as usize
    }

    /// Stones of that colour taken off so far (prisoners of the opponent), suicides included.
    #[inline]
    pub fn captured(&self, color: Color) -> usize {
        self.captured[color.index()] as usize
    }

    /// Sets that count, for positions that did not arise by play from an empty board.
    pub fn set_captured(&mut self, color: Color, count: usize) {
        self.captured[color.index()] = count as u32;
    }

    /// Has a stone ever been taken off this point? Only then can a play there, unless it is suicide, repeat a position.
    #[inline]
    pub fn was_removed(&self, point: Point) -> bool {
        self.removed[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// The name of the chain on a point (the cell number of one of its stones), 0 without a stone.
    #[inline]
    pub fn chain(&self, point: Point) -> usize {
        self.cells[point.index()].chain as usize
    }

    /// Number of stones of a chain.
    #[inline]
    pub fn chain_size(&self, chain: usize) -> usize {
        self.sizes[chain & MASK] as usize
    }

    /// Pseudo-liberties of a chain: an upper bound of its liberties, 0 and 1 being exact.
    #[inline]
    pub fn pseudo_liberties(&self, chain: usize) -> usize {
        self.pairs[chain & MASK].number()
    }

    /// The only liberty of a chain in atari. Meaningless for chain 0.
    #[inline]
    pub fn atari(&self, chain: usize) -> Option<Point> {
        let pairs = self.pairs[chain & MASK];
        if pairs.in_atari() {
            Some(Point::from_index((pairs.sum() / pairs.number() as u32) as usize))
        } else {
            None
        }
    }

    /// The stones of a chain.
    #[inline]
    pub fn chain_stones(&self, chain: usize) -> impl Iterator<Item = Point> + '_ {
        let mut at = chain & MASK;
        let mut left = self.chain_size(chain);
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let point = Point::from_index(at);
            at = self.cells[at].link as usize & MASK;
            Some(point)
        })
    }

    /// The first distinct liberties of a chain, as many as fit into `out`; returns how many there are (at most
    /// `out.len()`).
    #[inline]
    pub fn liberties(&self, chain: usize, out: &mut [Point]) -> usize {
        let mut count = 0;
        for point in self.chain_stones(chain) {
            for n in point.neighbors() {
                if self.is_empty(n) && !out[..count].contains(&n) {
                    out[count] = n;
                    count += 1;
                    if count == out.len() {
                        return count;
                    }
                }
            }
        }
        count
    }

    /// What lies on the eight points around, 2 bits each as in [`Board::content`]: from bit 0 up the row below, the two
    /// points beside, the row above, each from left to right.
    #[inline]
    pub fn surroundings(&self, point: Point) -> u16 {
        let i = point.index();
        let at = |k: usize| u16::from(self.cells[k & MASK].content);
        at(i.wrapping_sub(STRIDE + 1))
            | at(i.wrapping_sub(STRIDE)) << 2
            | at(i.wrapping_sub(STRIDE - 1)) << 4
            | at(i.wrapping_sub(1)) << 6
            | at(i + 1) << 8
            | at(i + STRIDE - 1) << 10
            | at(i + STRIDE) << 12
            | at(i + STRIDE + 1) << 14
    }

    /// How many of the four neighbours of a point of the board are empty.
    #[inline]
    pub fn empty_neighbors(&self, point: Point) -> u32 {
        u32::from(self.cells[point.index()].around & COUNT)
    }

    /// Would the stone's chain have at most one liberty after the play? Captured enemies count as one liberty each
    /// where they touch the stone, which is exact unless the chain touches further captured stones.
    #[inline]
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        let (union, _) = self.joined(color, point);
        union.number() == 0 || union.in_atari()
    }

    /// How many liberties the stone's chain would have after the play, three standing for more; `without` is not
    /// counted. Captured enemies count as in [`Board::is_self_atari`].
    pub fn liberties_after(&self, color: Color, point: Point, without: Option<Point>) -> usize {
        let (mut union, chains) = self.joined(color, point);
        let me = stone(color);
        let joins = |n: Point| {
            let cell = self.cells[n.index()];
            n == point || (cell.content == me && chains.contains(&cell.chain))
        };
        let remove = |union: &mut Pairs, liberty: Point| {
            for n in liberty.neighbors() {
                if joins(n) {
                    union.sub(Pairs::one(liberty.index()));
                }
            }
        };
        if let Some(without) = without.filter(|&p| p != point && self.is_empty(p)) {
            remove(&mut union, without);
        }
        if union.number() == 0 {
            return 0;
        }
        if union.in_atari() {
            return 1;
        }
        if union.number() > 8 {
            return 3;
        }
        // All pairs of one liberty taken away, those left name one point only if there were two.
        let counts = |n: &Point| self.is_empty(*n) && *n != point && Some(*n) != without;
        let first = point.neighbors().into_iter().find(counts).or_else(|| {
            chains.iter().filter(|&&chain| chain != 0).find_map(|&chain| {
                self.chain_stones(chain as usize).flat_map(Point::neighbors).find(counts)
            })
        });
        match first {
            Some(liberty) => remove(&mut union, liberty),
            // Only points of captured stones, each of which counts once.
            None => return union.number().min(3),
        }
        if union.in_atari() { 2 } else { 3 }
    }

    /// The liberties of the stone played together with the own chains it would join, and these chains (0 for none).
    #[inline]
    fn joined(&self, color: Color, point: Point) -> (Pairs, [u16; 4]) {
        let me = stone(color);
        let here = Pairs::one(point.index());
        let mut union = Pairs::NONE;
        let mut seen = [0u16; 4];
        for (k, n) in point.neighbors().into_iter().enumerate() {
            let cell = self.cells[n.index()];
            if cell.content == EMPTY {
                union.add(Pairs::one(n.index()));
            } else if cell.content == me {
                union.sub(here);
                if !seen.contains(&cell.chain) {
                    seen[k] = cell.chain;
                    union.add(self.pairs[cell.chain as usize & MASK]);
                }
            } else if cell.content != WALL && self.pairs[cell.chain as usize & MASK].only(here) {
                union.add(Pairs::one(n.index()));
            }
        }
        (union, seen)
    }

    /// The two liberties of a chain that has exactly two.
    #[inline]
    pub fn two_liberties(&self, chain: usize) -> Option<[Point; 2]> {
        let mut rest = self.pairs[chain & MASK];
        if !(2..=8).contains(&rest.number()) || rest.in_atari() {
            return None;
        }
        let first =
            self.chain_stones(chain).flat_map(Point::neighbors).find(|&n| self.is_empty(n))?;
        for n in first.neighbors() {
            if self.chain(n) == chain {
                rest.sub(Pairs::one(first.index()));
            }
        }
        // The pairs that are left name one point if there are two liberties.
        rest.in_atari().then(|| {
            let second = rest.sum() / rest.number() as u32;
            [first, Point::from_index(second as usize)]
        })
    }

    /// Would the stone be left without liberties, captures made? The point must be empty; the ko ban is not looked at.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        if self.has_empty_neighbor(point) {
            return false;
        }
        let me = stone(color);
        // Without branches on single neighbours, which nothing could predict.
        let mut survives = false;
        let here = Pairs::one(point.index());
        for n in point.neighbors() {
            let cell = &self.cells[n.index()];
            let atari = self.pairs[cell.chain as usize & MASK].only(here);
            // An own chain with another liberty to live on, or an enemy chain whose last liberty is this point.
            survives |= (cell.content != WALL) & ((cell.content == me) != atari);
        }
        !survives
    }

    /// Would a play on the empty point of the board take stones? The ko ban is not looked at.
    #[inline]
    pub fn is_capture(&self, color: Color, point: Point) -> bool {
        let enemy = color.other();
        if self.cells[point.index()].around & (COUNT * near(enemy)) == 0 {
            return false;
        }
        let here = Pairs::one(point.index());
        let mut takes = false;
        for n in point.neighbors() {
            let cell = &self.cells[n.index()];
            takes |=
                (cell.content == stone(enemy)) & self.pairs[cell.chain as usize & MASK].only(here);
        }
        takes
    }

    /// How many stones a play on the empty point of the board would take. The ko ban is not looked at.
    #[inline]
    pub fn taken_by(&self, color: Color, point: Point) -> usize {
        let enemy = stone(color.other());
        let here = Pairs::one(point.index());
        let mut taken = 0;
        let mut seen = [0u16; 4];
        for (k, n) in point.neighbors().into_iter().enumerate() {
            let cell = self.cells[n.index()];
            if cell.content == enemy
                && self.pairs[cell.chain as usize & MASK].only(here)
                && !seen.contains(&cell.chain)
            {
                seen[k] = cell.chain;
                taken += self.chain_size(cell.chain as usize);
            }
        }
        taken
    }

    /// The chains of a colour, by name.
    #[inline]
    pub fn chains(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let named = move |point: &Point| self.chain(*point) == point.index();
        let stones = self.size.points().filter(move |&point| self.content(point) == stone(color));
        stones.filter(named).map(Point::index)
    }

    /// Is there an empty point next to this one of the board?
    #[inline]
    pub fn has_empty_neighbor(&self, point: Point) -> bool {
        self.cells[point.index()].around & COUNT != 0
    }

    /// May the colour play there under simple ko without suicide? The point must be empty.
    #[inline]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        !self.is_ko(color, point) && !self.is_suicide(color, point)
    }

    /// Are all neighbours of this point of the board stones of that colour, or wall?
    #[inline]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        self.cells[point.index()].around & (COUNT * near(color)) == 4 * near(color)
    }

    /// Is the empty point an eye that random play must not fill: surrounded, and the opponent holds none of the diagonal
    /// points at the edge, at most one elsewhere?
    #[inline]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        if !self.is_surrounded(color, point) {
            return false;
        }
        let enemy = stone(color.other());
        let mut enemies = 0;
        let mut edge = 0;
        for d in point.diagonals() {
            let content = self.content(d);
            enemies += u32::from(content == enemy);
            edge |= u32::from(content == WALL);
        }
        enemies + edge < 2
    }

    /// Places a stone on an empty point, takes off enemy chains without liberties, then the own chain if it has none.
    /// Returns the number of enemy stones taken. Legality is the caller's business.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        let me = stone(color);
        let enemy = stone(color.other());
        let i = point.index();
        self.remove_empty(i);
        self.stones[color.index()] += 1;
        self.hash ^= stone_key(color, point);
        let neighbors = point.neighbors().map(Point::index);
        let mut fresh = Pairs::NONE;
        let gone = Pairs::one(i);
        let appears = near(color).wrapping_sub(NEAR_EMPTY);
        // Fields are read one by one, here and below: a load of the whole cell would wait for the stores to its parts.
        let mut chains = [0; 4];
        let mut contents = [0; 4];
        for (k, n) in neighbors.into_iter().enumerate() {
            let cell = &mut self.cells[n];
            contents[k] = cell.content;
            chains[k] = cell.chain as usize & MASK;
            cell.around = cell.around.wrapping_add(appears);
            fresh.add(Pairs::one(n & 0usize.wrapping_sub(usize::from(cell.content == EMPTY))));
            // Cells without a stone lead to the dummy chain 0, which spares a branch.
            self.pairs[chains[k]].sub(gone);
        }
        self.cells[i].chain = i as u16;
        self.cells[i].link = i as u16;
        self.cells[i].content = me;
        self.pairs[i] = fresh;
        self.sizes[i] = 1;
        // Which neighbours are own, which are dead: gathered first, so that the branches are few and mostly foreseen.
        let (mut own_mask, mut dead_mask) = (0u32, 0u32);
        for k in 0..4 {
            let breathless = self.pairs[chains[k]] == Pairs::NONE;
            own_mask |= u32::from(contents[k] == me) << k;
            dead_mask |= u32::from((contents[k] == enemy) & breathless) << k;
        }
        let mut taken = 0;
        let mut last_taken = 0;
        while dead_mask != 0 {
            let n = neighbors[dead_mask.trailing_zeros() as usize & 3];
            dead_mask &= dead_mask - 1;
            // Two neighbours may belong to the chain that has just gone.
            if self.cells[n].content == enemy {
                taken += self.remove_chain(color.other(), self.cells[n].chain as usize & MASK);
                last_taken = n;
            }
        }
        let mut own = i;
        while own_mask != 0 {
            let n = neighbors[own_mask.trailing_zeros() as usize & 3];
            own_mask &= own_mask - 1;
            let other = self.cells[n].chain as usize & MASK;
            if other != own {
                own = self.merge(own, other);
            }
        }
        self.ko = None;
        let liberties = self.pairs[own].number();
        if liberties == 0 {
            self.remove_chain(color, own);
        } else if taken == 1 && liberties == 1 && self.sizes[own] == 1 {
            self.ko = Some(Point::from_index(last_taken));
        }
        taken
    }

    fn merge(&mut self, a: usize, b: usize) -> usize {
        let (big, small) = if self.sizes[a] >= self.sizes[b] { (a, b) } else { (b, a) };
        let pairs = self.pairs[small];
        self.pairs[big].add(pairs);
        self.sizes[big] += self.sizes[small];
        let mut at = small;
        loop {
            let cell = &mut self.cells[at];
            cell.chain = big as u16;
            let next = cell.link as usize & MASK;
            if next == small {
                break;
            }
            at = next;
        }
        let after = self.cells[big].link;
        self.cells[big].link = small as u16;
        self.cells[at].link = after;
        big
    }

    #[inline(never)]
    fn remove_chain(&mut self, color: Color, chain: usize) -> usize {
        let size = self.sizes[chain];
        let vanishes = NEAR_EMPTY.wrapping_sub(near(color));
        let mut at = chain;
        for _ in 0..size {
            let freed = Pairs::one(at);
            let next = self.cells[at].link as usize & MASK;
            self.hash ^= stone_key(color, Point::from_index(at));
            self.removed[at / 64] |= 1 << (at % 64);
            self.cells[at].content = EMPTY;
            self.cells[at].chain = 0;
            for n in [at.wrapping_sub(1), at + 1, at.wrapping_sub(STRIDE), at + STRIDE] {
                let cell = &mut self.cells[n & MASK];
                cell.around = cell.around.wrapping_add(vanishes);
                self.pairs[cell.chain as usize & MASK].add(freed);
            }
            self.push_empty(at);
            at = next;
        }
        self.stones[color.index()] -= size;
        self.captured[color.index()] += u32::from(size);
        size as usize
    }

    #[inline]
    fn push_empty(&mut self, cell: usize) {
        self.cells[cell & MASK].link = self.empty_count;
        self.empties[self.empty_count as usize] = cell as u16;
        self.empty_count += 1;
    }

    #[inline]
    fn remove_empty(&mut self, cell: usize) {
        let slot = self.cells[cell & MASK].link as usize;
        self.empty_count -= 1;
        let last = self.empties[self.empty_count as usize];
        self.empties[slot] = last;
        self.cells[last as usize & MASK].link = slot as u16;
    }

    /// The stones' hash after a play, captures done, without making it. The point must be empty.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let mut hash = self.hash ^ stone_key(color, point);
        let mut done = [0usize; 4];
        let mut survives = false;
        let take = |hash: &mut u64, color, chain| {
            for stone in self.chain_stones(chain) {
                *hash ^= stone_key(color, stone);
            }
        };
        for (k, n) in point.neighbors().into_iter().enumerate() {
            match self.color(n) {
                None => survives |= self.is_empty(n),
                Some(c) => {
                    let chain = self.chain(n);
                    if done.contains(&chain) {
                        continue;
                    }
                    done[k] = chain;
                    let last_liberty = self.atari(chain).is_some();
                    if c != color && last_liberty {
                        take(&mut hash, c, chain);
                    }
                    survives |= (c == color) != last_liberty;
                }
            }
        }
        if !survives {
            hash ^= stone_key(color, point);
            done = [0; 4];
            for (k, n) in point.neighbors().into_iter().enumerate() {
                let chain = self.chain(n);
                if self.color(n) == Some(color) && !done.contains(&chain) {
                    done[k] = chain;
                    take(&mut hash, color, chain);
                }
            }
        }
        hash
    }

    /// Random legal plays that spare own eyes, under simple ko without suicide, a pass when there is none; to two passes
    /// in a row or `limit` moves, passes included. Returns the number of stones played.
    pub fn random_playout(&mut self, to_move: Color, rng: &mut Rng, limit: usize) -> usize {
        self.random_game(to_move, rng, limit).0
    }

    /// The same, telling also whether the game came to its two passes.
    #[inline]
    pub(super) fn random_game(
        &mut self,
        mut to_move: Color,
        rng: &mut Rng,
        limit: usize,
    ) -> (usize, bool) {
        let (mut played, mut passes) = (0, 0);
        for _ in 0..limit {
            match self.random_move(to_move, rng) {
                Some(point) => {
                    self.play(to_move, point);
                    played += 1;
                    passes = 0;
                }
                None => {
                    self.ko = None;
                    passes += 1;
                    if passes == 2 {
                        return (played, true);
                    }
                }
            }
            to_move = to_move.other();
        }
        (played, false)
    }

    /// A random point that is no own eye, under simple ko without suicide.
    #[inline]
    pub fn random_move(&self, color: Color, rng: &mut Rng) -> Option<Point> {
        // Next to an empty point there is neither eye, ko nor suicide.
        self.random_empty(rng, |point| {
            self.has_empty_neighbor(point)
                || (!self.is_eye(color, point) && self.is_playable(color, point))
        })
    }

    /// The first acceptable point at or after a random place in the list of empty points.
    #[inline]
    pub fn random_empty(
        &self,
        rng: &mut Rng,
        mut accepts: impl FnMut(Point) -> bool,
    ) -> Option<Point> {
        let count = self.empty_count as usize;
        if count == 0 {
            return None;
        }
        let start = below(rng, count as u32) as usize;
        let mut slot = start;
        loop {
            let point = self.empty_at(slot);
            if accepts(point) {
                return Some(point);
            }
            slot += 1;
            if slot == count {
                slot = 0;
            }
            if slot == start {
                return None;
            }
        }
    }

    /// Black's stones and surrounded single points minus White's: the area margin at the end of a playout, when no
    /// larger empty regions are left.
    pub fn playout_margin(&self) -> i32 {
        let mut margin = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        for slot in 0..self.empty_count as usize {
            let point = self.empty_at(slot);
            margin += i32::from(self.is_surrounded(Color::Black, point));
            margin -= i32::from(self.is_surrounded(Color::White, point));
        }
        margin
    }
}
