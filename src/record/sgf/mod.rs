//! SGF, the Smart Game Format, `FF[1]` to `FF[4]`.
//!
//! Three layers: [`parse`] makes trees of properties out of bytes and knows no game; [`GameRecord`] is one game, read
//! from the main line of a tree or built move by move; [`write()`] makes bytes out of trees. How a game spells its board
//! sizes, points and moves is a [`Notation`].
//!
//! ```
//! use tesuji::base::{Color, Move};
//! use tesuji::record::sgf::{self, Event, GameRecord};
//!
//! let collection = sgf::parse(b"(;GM[1]FF[4]SZ[9]KM[6.5]AB[gc];W[cc];B[])").unwrap();
//! let game = GameRecord::from_tree(collection.first().unwrap()).unwrap();
//! assert_eq!((game.size.width(), game.komi), (9, Some(6.5)));
//! let moves: Vec<_> = game
//!     .events()
//!     .filter_map(|event| match event {
//!         Event::Move(color, mv) => Some((color, mv.to_string())),
//!         _ => None,
//!     })
//!     .collect();
//! assert_eq!(moves, [(Color::White, "C7".into()), (Color::Black, "pass".into())]);
//! ```
//!
//! Source: <https://www.red-bean.com/sgf/>, with `FF[1]` and `FF[3]` as described there.

mod encoding;
mod error;
mod game;
mod interpret;
mod notation;
mod othello;
mod read;
mod tree;
mod value;
mod write;

pub use error::{RecordError, RecordErrorKind, SgfError, SgfErrorKind};
pub use game::{Event, GameRecord, PlayerInfo, Setup, Step};
pub use notation::{GoNotation, GomokuNotation, Notation};
pub use othello::OthelloNotation;
pub use tree::{Collection, Node, NodeId, Property, Tree};
pub use value::Value;
pub use write::{Layout, write, write_with};

/// Reads a file: one or more game trees, with any text around them, in any encoding.
///
/// The encoding is that of a byte order mark, else of the `CA` property, else UTF-8 if the bytes are valid UTF-8, else
/// a guess among Shift-JIS, GBK, EUC-KR, Big5, EUC-JP and Latin-1. If the text does not parse that way, Latin-1 is tried
/// last, so that unknown text does not stop the moves from loading. Time and memory are linear in the length.
///
/// # Errors
/// [`SgfError`] with the byte where no reading makes sense.
pub fn parse(bytes: &[u8]) -> Result<Collection, SgfError> {
    let mut second_best = None;
    let mut first_error = None;
    for reading in encoding::readings(bytes) {
        match read::read_trees(&reading.decode(bytes)) {
            Ok(trees) => {
                let agrees = reading.agrees(&trees);
                let collection = Collection::new(trees, reading.name());
                if agrees {
                    return Ok(collection);
                }
                second_best.get_or_insert(collection);
            }
            Err(mut error) if first_error.is_none() => {
                error.offset = reading.source_offset(bytes, error.offset);
                first_error = Some(error);
            }
            Err(_) => {}
        }
    }
    let error = first_error.unwrap_or(SgfError { kind: SgfErrorKind::NoTree, offset: 0 });
    second_best.ok_or(error)
}
