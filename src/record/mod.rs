//! Floor 3: game records as trees of properties. Bytes in, bytes out: no file is opened here, and no game's rules are
//! known, only how records spell sizes, points and moves.

pub mod sgf;
