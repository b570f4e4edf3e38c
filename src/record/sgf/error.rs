//! What can be wrong with a file.

/// Why bytes are no SGF collection, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} at byte {offset}")]
pub struct SgfError {
    /// What is wrong.
    pub kind: SgfErrorKind,
    /// Where it was noticed: byte of the source, from 0.
    pub offset: usize,
}

/// The ways in which bytes fail to be an SGF collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SgfErrorKind {
    /// No `(;` that could begin a game tree.
    #[error("no game tree")]
    NoTree,
    /// The file ends before the game tree does.
    #[error("game tree not closed")]
    UnclosedTree,
    /// The file ends inside a property value.
    #[error("property value not closed")]
    UnclosedValue,
    /// A value that belongs to no property.
    #[error("value without a property name")]
    NamelessValue,
    /// More nodes than can be numbered in 32 bits.
    #[error("too many nodes")]
    TooManyNodes,
}

/// Why a game tree is no record of the game asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} in {property}[{value}], node {node}")]
pub struct RecordError {
    /// What is wrong.
    pub kind: RecordErrorKind,
    /// The property.
    pub property: String,
    /// Its value, shortened.
    pub value: String,
    /// Number of the node along the main line; the root is 0.
    pub node: usize,
}

/// The ways in which a game tree fails to be a record of the game asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordErrorKind {
    /// `GM` names another game.
    #[error("another game")]
    OtherGame,
    /// `SZ` is no board size that exists here.
    #[error("impossible board size")]
    BadSize,
    /// A point or move that is not on the board.
    #[error("not on the board")]
    BadPoint,
    /// `PL` names no player.
    #[error("not a color")]
    BadColor,
}
