//! Floor 3: game records as trees of properties, and board pictures. Bytes in, bytes out: no file is opened here, and no
//! game's rules are known, only how records spell sizes, points and moves, and what a board looks like.

pub mod sgf;
pub mod svg;
