//! How boards lie in memory.

use crate::base::BoardSize;

/// Numbers of two boards with all channels that are worked on at a time: more boards share the reading of the weights, fewer
/// stay in the cache.
const GROUP: usize = 1 << 17;

/// Most boards that are worked on at a time.
const MOST: usize = 16;

/// How a board lies in memory and is cut into tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Points in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Results in a row of a tile: 3 or 4, and 1 where there are no tiles.
    pub(super) tile: usize,
    /// Tiles in a row.
    pub(super) across: usize,
    /// Rows of tiles.
    pub(super) down: usize,
    /// Points in a row with the border.
    pub pitch: usize,
    /// Points of the board with the border.
    pub area: usize,
}

impl Geometry {
    /// For boards of that size in Winograd's tiles, those that cost least; it depends on nothing else.
    pub fn tiled(size: BoardSize) -> Geometry {
        let cost = |tile: usize| {
            size.width().div_ceil(tile) * size.height().div_ceil(tile) * (tile + 2) * (tile + 2)
        };
        Geometry::in_tiles(size, if cost(3) < cost(4) { 3 } else { 4 })
    }

    /// For boards of that size in tiles of 3x3 results, which lose less to rounding than those of 4x4.
    pub fn finely_tiled(size: BoardSize) -> Geometry {
        Geometry::in_tiles(size, 3)
    }

    fn in_tiles(size: BoardSize, tile: usize) -> Geometry {
        let (width, height) = (size.width(), size.height());
        let (across, down) = (width.div_ceil(tile), height.div_ceil(tile));
        let pitch = across * tile + 2;
        Geometry { width, height, tile, across, down, pitch, area: pitch * (down * tile + 2) }
    }

    /// For boards of that size without tiles: the border right of a row is the one left of the next.
    pub fn flat(size: BoardSize) -> Geometry {
        let (width, height) = (size.width(), size.height());
        let pitch = width + 1;
        let area = pitch * (height + 2) + 1;
        Geometry { width, height, tile: 1, across: width, down: height, pitch, area }
    }

    /// How many of so many boards to work on at a time, with that many channels: groups of about the same size.
    pub fn group(&self, boards: usize, channels: usize) -> usize {
        let most = (GROUP / (2 * self.area * channels)).clamp(1, MOST);
        boards.div_ceil(boards.div_ceil(most).max(1))
    }

    /// Points of the board.
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// Index of the first point of a row, counted from the corner of the border.
    pub fn row(&self, y: usize) -> usize {
        (y + 1) * self.pitch + 1
    }
}
