//! Floor 3: game records as trees of properties, Othello in its other formats, board pictures, and how Phantom Go names points. Bytes in, bytes out: no file is opened here, and no
//! game's rules are known, only how records spell sizes, points and moves, and what a board looks like.

pub mod coordinates;
pub mod othello;
pub mod sgf;
pub mod svg;
