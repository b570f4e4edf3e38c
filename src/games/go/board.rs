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
    /// Next stone of the chain, circular.
    next: u16,
    /// Place in the list of empty points, while empty.
    slot: u16,
    /// EMPTY, 1, 2 or WALL.
    content: u8,
}

const OUTSIDE: Cell = Cell { chain: 0, next: 0, slot: 0, content: WALL };

#[derive(Clone, Copy, Debug)]
struct Chain {
    sum: u32,
    squares: u32,
    liberties: u16,
    size: u16,
}

impl Chain {
    const NONE: Chain = Chain { sum: 0, squares: 0, liberties: 0, size: 0 };

    #[inline]
    fn add(&mut self, cell: usize) {
        let cell = cell as u32;
        self.liberties = self.liberties.wrapping_add(1);
        self.sum = self.sum.wrapping_add(cell);
        self.squares = self.squares.wrapping_add(cell * cell);
    }

    #[inline]
    fn sub(&mut self, cell: usize) {
        let cell = cell as u32;
        self.liberties = self.liberties.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(cell);
        self.squares = self.squares.wrapping_sub(cell * cell);
    }

    /// Exactly one distinct liberty? A point is neighbour to at most four stones, so more than four pairs are never one.
    #[inline]
    fn in_atari(&self) -> bool {
        let n = u32::from(self.liberties);
        n.wrapping_sub(1) < 4 && n.wrapping_mul(self.squares) == self.sum.wrapping_mul(self.sum)
    }
}

/// A Go position: stones, simple-ko point, prisoners. It knows neither komi nor whose turn it is.
#[derive(Clone)]
pub struct Board {
    cells: [Cell; GRID],
    chains: [Chain; GRID],
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
            chains: [Chain::NONE; GRID],
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
            board.cells[point.index()].content = EMPTY;
            board.push_empty(point.index());
        }
        board
    }

    /// Overwrites this board by another, copying only the cells in use.
    pub fn copy_from(&mut self, other: &Board) {
        let end = self.size.cells_end().max(other.size.cells_end()).min(GRID);
        self.cells[..end].copy_from_slice(&other.cells[..end]);
        self.chains[..end].copy_from_slice(&other.chains[..end]);
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
        self.chains[chain & MASK].size as usize
    }

    /// Pseudo-liberties of a chain: an upper bound of its liberties, 0 and 1 being exact.
    #[inline]
    pub fn pseudo_liberties(&self, chain: usize) -> usize {
        self.chains[chain & MASK].liberties as usize
    }

    /// The only liberty of a chain in atari. Meaningless for chain 0.
    #[inline]
    pub fn atari(&self, chain: usize) -> Option<Point> {
        let chain = &self.chains[chain & MASK];
        if chain.in_atari() {
            Some(Point::from_index((chain.sum / u32::from(chain.liberties)) as usize))
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
            at = self.cells[at].next as usize & MASK;
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

    /// How many of the four neighbours are empty.
    #[inline]
    pub fn empty_neighbors(&self, point: Point) -> u32 {
        point.neighbors().into_iter().map(|n| u32::from(self.is_empty(n))).sum()
    }

    /// Would the stone's chain have at most one liberty after the play? Captured enemies count as one liberty each
    /// where they touch the stone, which is exact unless the chain touches further captured stones.
    #[inline]
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        let me = stone(color);
        let i = point.index();
        let mut union = Chain::NONE;
        let mut seen = [0u16; 4];
        for (k, n) in point.neighbors().into_iter().enumerate() {
            let cell = self.cells[n.index()];
            if cell.content == EMPTY {
                union.add(n.index());
            } else if cell.content == me {
                union.sub(i);
                if !seen.contains(&cell.chain) {
                    seen[k] = cell.chain;
                    let chain = &self.chains[cell.chain as usize & MASK];
                    union.liberties = union.liberties.wrapping_add(chain.liberties);
                    union.sum = union.sum.wrapping_add(chain.sum);
                    union.squares = union.squares.wrapping_add(chain.squares);
                }
            } else if cell.content != WALL && self.chains[cell.chain as usize & MASK].in_atari() {
                union.add(n.index());
            }
        }
        union.liberties == 0 || union.in_atari()
    }

    /// Would the stone be left without liberties, captures made? The point must be empty; the ko ban is not looked at.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let me = stone(color);
        for n in point.neighbors() {
            let cell = self.cells[n.index()];
            if cell.content == EMPTY {
                return false;
            }
            if cell.content != WALL
                && (cell.content == me) != self.chains[cell.chain as usize & MASK].in_atari()
            {
                // An own chain with another liberty to live on, or an enemy chain whose last liberty is this point.
                return false;
            }
        }
        true
    }

    /// May the colour play there under simple ko without suicide? The point must be empty.
    #[inline]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        !self.is_ko(color, point) && !self.is_suicide(color, point)
    }

    /// Are all neighbours stones of that colour, or wall?
    #[inline]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        let [a, b, c, d] = point.neighbors().map(|n| self.content(n));
        a & b & c & d & stone(color) != 0
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
        let mut fresh = Chain { size: 1, ..Chain::NONE };
        for n in neighbors {
            let cell = self.cells[n];
            let empty = u32::from(cell.content == EMPTY);
            fresh.liberties += empty as u16;
            fresh.sum += empty * n as u32;
            fresh.squares += empty * (n * n) as u32;
            // Cells without a stone lead to the dummy chain 0, which spares a branch.
            self.chains[cell.chain as usize & MASK].sub(i);
        }
        self.cells[i] = Cell { chain: i as u16, next: i as u16, slot: 0, content: me };
        self.chains[i] = fresh;
        let mut own = i;
        let mut taken = 0;
        let mut last_taken = 0;
        for n in neighbors {
            let cell = self.cells[n];
            if cell.content == me {
                let other = cell.chain as usize & MASK;
                if other != own {
                    own = self.merge(own, other);
                }
            } else if cell.content == enemy
                && self.chains[cell.chain as usize & MASK].liberties == 0
            {
                taken += self.remove_chain(color.other(), cell.chain as usize & MASK);
                last_taken = n;
            }
        }
        self.ko = None;
        let chain = self.chains[own];
        if chain.liberties == 0 {
            self.remove_chain(color, own);
        } else if taken == 1 && chain.size == 1 && chain.liberties == 1 {
            self.ko = Some(Point::from_index(last_taken));
        }
        taken
    }

    fn merge(&mut self, a: usize, b: usize) -> usize {
        let (big, small) = if self.chains[a].size >= self.chains[b].size { (a, b) } else { (b, a) };
        let from = self.chains[small];
        let into = &mut self.chains[big];
        into.liberties += from.liberties;
        into.sum += from.sum;
        into.squares += from.squares;
        into.size += from.size;
        let mut at = small;
        loop {
            let cell = &mut self.cells[at];
            cell.chain = big as u16;
            let next = cell.next as usize & MASK;
            if next == small {
                break;
            }
            at = next;
        }
        let after = self.cells[big].next;
        self.cells[big].next = small as u16;
        self.cells[at].next = after;
        big
    }

    #[inline(never)]
    fn remove_chain(&mut self, color: Color, chain: usize) -> usize {
        let size = self.chains[chain].size;
        let mut at = chain;
        for _ in 0..size {
            let next = self.cells[at].next as usize & MASK;
            self.hash ^= stone_key(color, Point::from_index(at));
            self.removed[at / 64] |= 1 << (at % 64);
            self.cells[at].content = EMPTY;
            self.cells[at].chain = 0;
            for n in [at.wrapping_sub(1), at + 1, at.wrapping_sub(STRIDE), at + STRIDE] {
                self.chains[self.cells[n & MASK].chain as usize & MASK].add(at);
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
        self.cells[cell & MASK].slot = self.empty_count;
        self.empties[self.empty_count as usize] = cell as u16;
        self.empty_count += 1;
    }

    #[inline]
    fn remove_empty(&mut self, cell: usize) {
        let slot = self.cells[cell & MASK].slot as usize;
        self.empty_count -= 1;
        let last = self.empties[self.empty_count as usize];
        self.empties[slot] = last;
        self.cells[last as usize & MASK].slot = slot as u16;
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

    /// The first acceptable point at or after a random place in the list of empty points.
    #[inline]
    pub fn random_move(&self, color: Color, rng: &mut Rng) -> Option<Point> {
        let count = self.empty_count as usize;
        if count == 0 {
            return None;
        }
        let start = below(rng, count as u32) as usize;
        let mut slot = start;
        loop {
            let point = Point::from_index(self.empties[slot] as usize);
            if !self.is_eye(color, point) && self.is_playable(color, point) {
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
