//! Openings: the first moves of games, so that games between programs that never vary differ all the same.
//!
//! # Where they come from
//! - **Built in** ([`built_in`]): lists that the program carries; each says in its head how it was made.
//! - **SGF**: a file with a game or a collection of games, or a folder of such files (taken in the order of their names).
//!   Each game's main line is an opening, up to the event's `opening_moves`. A record of another game or board, or with stones
//!   that were set up instead of played, is refused.
//! - **A text list**: any other file; an opening a line, `#` begins a comment, empty lines are skipped.
//!
//! # Lines of a text list
//! - A line of nothing but whole numbers, blanks and commas is a **list of offsets** as Piskvork and Gomocup use it,
//!   `0,0, 1,-1, 2,0`: pairs of column and row, counted from the point `(width / 2, height / 2)` (from 0, rounded down) to the
//!   right and *down*.
//! - Any other line is **vertices**: as in GTP (`D4`, letters without I, rows from the bottom, `pass`), parted by blanks or
//!   commas or run together (`f5d6c3`), in any case.
//!
//! Colours take turns as the rules of the game say, beginning with the player to move at the start (White after handicap
//! stones). Where passing is the only legal move it is put in if the list leaves it out, as transcripts of Othello do. Every
//! move must be legal and the game must not be over after the last.

use super::{Event, EventError, OpeningSource, referee};
use crate::base::{BoardSize, Color, Move, Point};
use crate::game::Illegal;
use crate::record::sgf::{self, GameRecord};
use crate::session::{self, Session, SessionError};
use std::path::{Path, PathBuf};

/// The first moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// What records call it: file and line, or the record's file.
    pub name: String,
    /// The moves, passes among them.
    pub moves: Vec<(Color, Move)>,
}

/// Why there are no openings. The texts name the file, the line and the move.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The event's game, board or rules cannot be opened.
    #[error(transparent)]
    Setting(#[from] EventError),
    /// There is no built-in list.
    #[error("no built-in openings for {game} on {size}; there are {known}")]
    NoList {
        /// The game.
        game: String,
        /// The board.
        size: BoardSize,
        /// What there is.
        known: String,
    },
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// There is nothing in it.
    #[error("{0} has no openings")]
    Empty(String),
    /// One of them is wrong.
    #[error("{place}: {why}")]
    Wrong {
        /// File and line, or file and number of the game.
        place: String,
        /// What is wrong.
        why: String,
    },
}

/// A list that the program carries.
struct List {
    game: &'static str,
    /// The variant that it was made for, where the game has several that openings are not even alike in.
    variant: Option<&'static str>,
    side: usize,
    text: &'static str,
}

impl List {
    const fn new(game: &'static str, side: usize, text: &'static str) -> List {
        List { game, variant: None, side, text }
    }

    const fn gomoku(variant: &'static str, side: usize, text: &'static str) -> List {
        List { game: "gomoku", variant: Some(variant), side, text }
    }
}

static LISTS: &[List] = &[
    List::new("go", 9, include_str!("openings/go-9.txt")),
    List::new("go", 13, include_str!("openings/go-13.txt")),
    List::new("go", 19, include_str!("openings/go-19.txt")),
    List::new("reversi", 8, include_str!("openings/reversi-8.txt")),
    List::gomoku("freestyle", 15, include_str!("openings/gomoku-freestyle-15.txt")),
    List::gomoku("freestyle", 20, include_str!("openings/gomoku-freestyle-20.txt")),
    List::gomoku("standard", 15, include_str!("openings/gomoku-standard-15.txt")),
    List::gomoku("renju", 15, include_str!("openings/gomoku-renju-15.txt")),
    List::gomoku("caro", 15, include_str!("openings/gomoku-caro-15.txt")),
];

/// Games, variants and boards for which there is a built-in list.
pub fn built_in() -> impl Iterator<Item = (&'static str, Option<&'static str>, BoardSize)> {
    LISTS.iter().filter_map(|list| Some((list.game, list.variant, BoardSize::square(list.side)?)))
}

/// The openings of an event, in the order of their source; none where it has no source.
///
/// # Errors
/// [`OpeningError`] when the event's game cannot be set up, the source cannot be read or is empty, or an opening in it is
/// not one of that game on that board.
pub fn load(event: &Event) -> Result<Vec<Opening>, OpeningError> {
    let path = match &event.openings {
        OpeningSource::None => return Ok(Vec::new()),
        OpeningSource::BuiltIn => return load_built_in(event),
        OpeningSource::Path(path) => path,
    };
    let mut reader = Reader::new(event)?;
    let unreadable = |path: &Path, error| OpeningError::Unreadable { path: path.into(), error };
    let mut openings = Vec::new();
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(|error| unreadable(path, error))?;
        let mut files = Vec::new();
        for entry in entries {
            let file = entry.map_err(|error| unreadable(path, error))?.path();
            if is_sgf(&file) {
                files.push(file);
            }
        }
        files.sort();
        for file in files {
            let bytes = session::read_file(&file).map_err(|error| unreadable(&file, error))?;
            openings.extend(reader.records(&file, &bytes)?);
        }
    } else {
        let bytes = session::read_file(path).map_err(|error| unreadable(path, error))?;
        let found = match is_sgf(path) {
            true => reader.records(path, &bytes)?,
            false => reader.lines(&path.display().to_string(), &String::from_utf8_lossy(&bytes))?,
        };
        openings.extend(found);
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.display().to_string()));
    }
    Ok(openings)
}

fn load_built_in(event: &Event) -> Result<Vec<Opening>, OpeningError> {
    let mut reader = Reader::new(event)?;
    let (game, size) = (reader.session.passport().name, reader.session.size());
    let variant = reader.session.option("variant").ok();
    let near = |list: &&List| list.game == game && BoardSize::square(list.side) == Some(size);
    let fits = |list: &&List| {
        near(list) && list.variant.is_none_or(|wanted| variant.as_deref() == Some(wanted))
    };
    // A variant without a list of its own makes do with another's.
    match LISTS.iter().find(fits).or_else(|| LISTS.iter().find(near)) {
        Some(list) => reader.lines(&format!("{game}-{size}"), list.text),
        None => {
            let name = |(game, variant, size): (&str, Option<&str>, BoardSize)| match variant {
                Some(variant) => format!("{game} ({variant}) on {size}"),
                None => format!("{game} on {size}"),
            };
            let known: Vec<String> = built_in().map(name).collect();
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            Err(OpeningError::NoList { game: game.into(), size, known })
        }
    }
}

fn is_sgf(path: &Path) -> bool {
    path.is_file()
        && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// Reads openings and plays them through on a board of the event's.
struct Reader {
    session: Box<dyn Session>,
    game: &'static session::GameRow,
    /// Moves of a record that count; 0 = all.
    most: usize,
    handicap: usize,
}

impl Reader {
    fn new(event: &Event) -> Result<Reader, OpeningError> {
        let (game, session) = referee::session(event)?;
        let mut reader =
            Reader { session, game, most: event.opening_moves, handicap: event.handicap };
        reader.start().map_err(|error| {
            EventError::Setting("handicap".into(), format!("{}: {error}", event.handicap))
        })?;
        Ok(reader)
    }

    /// The position before an opening.
    fn start(&mut self) -> Result<(), SessionError> {
        self.session.clear();
        if self.handicap >= 2 {
            self.session.fixed_handicap(self.handicap)?;
        }
        Ok(())
    }

    /// The openings of a text list.
    fn lines(&mut self, file: &str, text: &str) -> Result<Vec<Opening>, OpeningError> {
        let stem = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| file.into());
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |why| OpeningError::Wrong { place: format!("{file}, line {number}"), why };
            let words = moves_of_line(line, self.session.size()).map_err(wrong)?;
            let moves = words.into_iter().map(|(text, mv)| (text, None, mv));
            let moves = self.play(moves).map_err(wrong)?;
            openings.push(Opening { name: format!("{stem}:{number}"), moves });
        }
        Ok(openings)
    }

    /// The openings of a file of records.
    fn records(&mut self, file: &Path, bytes: &[u8]) -> Result<Vec<Opening>, OpeningError> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let wrong = |place, why| OpeningError::Wrong { place, why };
        let collection = sgf::parse(bytes)
            .map_err(|error| wrong(file.display().to_string(), error.to_string()))?;
        let many = collection.trees().len() > 1;
        let mut openings = Vec::new();
        for (number, tree) in (1..).zip(collection.trees()) {
            let place = match many {
                true => format!("{}, game {number}", file.display()),
                false => file.display().to_string(),
            };
            let record = GameRecord::from_tree_as(tree, self.game.notation)
                .map_err(|error| wrong(place.clone(), error.to_string()))?;
            let moves = self.record(&record).map_err(|why| wrong(place, why))?;
            let name = if many { format!("{name}:{number}") } else { name.clone() };
            openings.push(Opening { name, moves });
        }
        Ok(openings)
    }

    fn record(&mut self, record: &GameRecord) -> Result<Vec<(Color, Move)>, String> {
        let size = self.session.size();
        if record.size != size {
            return Err(format!("a board of {}, where {size} is played", record.size));
        }
        let most = if self.most == 0 { usize::MAX } else { self.most };
        let mut moves = Vec::new();
        for event in record.events() {
            match event {
                sgf::Event::Move(..) if moves.len() == most => break,
                sgf::Event::Move(color, mv) => moves.push((mv.to_string(), Some(color), mv)),
                sgf::Event::Setup(_) if moves.len() < most => {
                    return Err("stones are set up (AB, AW, AE); an opening is moves only".into());
                }
                sgf::Event::Setup(_) | sgf::Event::SetPlayer(_) | sgf::Event::Refused(_) => {}
            }
        }
        self.play(moves.into_iter())
    }

    /// Plays the moves from the start; where no colour is told, in turn.
    fn play(
        &mut self,
        moves: impl Iterator<Item = (String, Option<Color>, Move)>,
    ) -> Result<Vec<(Color, Move)>, String> {
        self.start().map_err(|error| error.to_string())?;
        let mut played: Vec<(Color, Move)> = Vec::new();
        for (number, (text, color, mv)) in (1..).zip(moves) {
            let wrong = |why: &dyn std::fmt::Display| format!("move {number}, {text}: {why}");
            if self.session.outcome().is_some() {
                return Err(wrong(&Illegal::Over));
            }
            let turn = self.session.to_move();
            if mv != Move::PASS && self.session.legal_moves(turn) == [Move::PASS] {
                self.session.play(turn, Move::PASS).map_err(|error| wrong(&error))?;
                played.push((turn, Move::PASS));
            }
            let turn = self.session.to_move();
            if color.is_some_and(|color| color != turn) {
                return Err(wrong(&format!("it is {turn}'s turn")));
            }
            self.session.play(turn, mv).map_err(|error| match error {
                SessionError::IllegalMove(illegal) => wrong(&illegal),
                other => wrong(&other),
            })?;
            played.push((turn, mv));
        }
        if played.is_empty() {
            return Err("no moves".into());
        }
        if self.session.outcome().is_some() {
            return Err("the game is over at the end of the opening".into());
        }
        Ok(played)
    }
}

/// The moves of a line with their spelling. Nothing is known of the rules here.
fn moves_of_line(line: &str, size: BoardSize) -> Result<Vec<(String, Move)>, String> {
    let words: Vec<&str> = line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    let of_offsets = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | ',' | ' ' | '\t');
    if line.chars().all(of_offsets) {
        return offsets(&words, size);
    }
    let mut moves = Vec::new();
    for word in words {
        let mut rest = word;
        while !rest.is_empty() {
            let (text, after) = rest.split_at(vertex_length(rest));
            let mv: Move = text.parse().map_err(|_| {
                format!("{word} is neither vertices (D4, pass, f5d6c3) nor offsets (0,0, 1,-1)")
            })?;
            if mv.point().is_some_and(|point| !size.contains(point)) {
                return Err(format!("{text} is off the board of {size}"));
            }
            moves.push((text.to_owned(), mv));
            rest = after;
        }
    }
    Ok(moves)
}

/// How much of the text is its first vertex, at least one character.
fn vertex_length(text: &str) -> usize {
    const PASS: &str = "pass";
    if text.get(..PASS.len()).is_some_and(|head| head.eq_ignore_ascii_case(PASS)) {
        return PASS.len();
    }
    let letter = text.chars().next().map_or(0, char::len_utf8);
    let digits = text.bytes().skip(letter).take_while(u8::is_ascii_digit).count();
    letter + digits
}

fn offsets(words: &[&str], size: BoardSize) -> Result<Vec<(String, Move)>, String> {
    let (pairs, rest) = words.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(format!("{} numbers; offsets come in pairs", words.len()));
    }
    let mut moves = Vec::new();
    for [x, y] in pairs {
        let text = format!("{x},{y}");
        let number = |text: &str| text.parse::<i16>().map_err(|_| format!("{text} is no offset"));
        let (x, y) = (i32::from(number(x)?), i32::from(number(y)?));
        let across = size.width() as i32 / 2 + x;
        let up = size.height() as i32 - 1 - (size.height() as i32 / 2 + y);
        let on_board = |at: i32, side: usize| usize::try_from(at).ok().filter(|&at| at < side);
        match (on_board(across, size.width()), on_board(up, size.height())) {
            (Some(x), Some(y)) => moves.push((text, Move::at(Point::at(x, y)))),
            _ => return Err(format!("{text} is off the board of {size}")),
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder that goes when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path =
                std::env::temp_dir().join(format!("tesuji-opening-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, content).unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn event(size: &str, openings: OpeningSource) -> Event {
        Event { size: size.into(), openings, ..Event::default() }
    }

    fn texts(opening: &Opening) -> Vec<String> {
        opening.moves.iter().map(|(color, mv)| format!("{}{mv}", color.letter())).collect()
    }

    fn error(event: &Event) -> String {
        load(event).unwrap_err().to_string()
    }

    #[test]
    fn lines_of_every_form() {
        let folder = Folder::new("lines");
        let list = "\u{feff}# a list\r\n\n  e5 C3,g3 # two corners\nf5d6c3\nE5 passE6\n0,0, 1,-1, -4,4\n+2 0,-1 0\n4,4\n";
        let path = folder.file("list.txt", list);
        let openings = load(&event("9", OpeningSource::Path(path))).unwrap();
        let found: Vec<(&str, Vec<String>)> =
            openings.iter().map(|opening| (opening.name.as_str(), texts(opening))).collect();
        let expected = [
            ("list.txt:3", vec!["BE5", "WC3", "BG3"]),
            ("list.txt:4", vec!["BF5", "WD6", "BC3"]),
            ("list.txt:5", vec!["BE5", "Wpass", "BE6"]),
            // Offsets go right and down.
            ("list.txt:6", vec!["BE5", "WF6", "BA1"]),
            ("list.txt:7", vec!["BG5", "WD5"]),
            ("list.txt:8", vec!["BJ1"]),
        ];
        assert_eq!(found.len(), expected.len());
        for ((name, moves), (other, expected)) in found.iter().zip(&expected) {
            assert_eq!(
                (name, moves.iter().map(String::as_str).collect::<Vec<_>>()),
                (other, expected.clone())
            );
        }
    }

    /// On boards of even sides the centre is the upper right of the four middle points in GTP's view: column and row 10 from
    /// the top on 20 lines, as GomocupJudge counts.
    #[test]
    fn offsets_on_even_boards() {
        let size = BoardSize::square(20).unwrap();
        let read = |line: &str| {
            moves_of_line(line, size)
                .map(|moves| moves.iter().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(read("0,0, -10,-10, 9,9"), Ok(vec!["L10".into(), "A20".into(), "U1".into()]));
        assert_eq!(read("10,0"), Err("10,0 is off the board of 20".into()));
        assert_eq!(read("1,2,3"), Err("3 numbers; offsets come in pairs".into()));
        assert_eq!(read("99999,0"), Err("99999 is no offset".into()));
        assert_eq!(read("1-,0"), Err("1- is no offset".into()));
    }

    #[test]
    fn wrong_lines_are_named() {
        let folder = Folder::new("wrong");
        for (list, why) in [
            ("e5\n\ne5 e6 e5\n", "line 3: move 3, e5: point is not empty"),
            ("k5", "line 1: k5 is off the board of 9"),
            ("e5 i5", "line 1: i5 is neither vertices (D4, pass, f5d6c3) nor offsets (0,0, 1,-1)"),
            ("e5 é5", "line 1: é5 is neither"),
            ("resign", "line 1: resign is neither"),
            ("e5;d4", "line 1: e5;d4 is neither"),
            ("e5 pass pass", "line 1: the game is over at the end of the opening"),
            ("pass pass e5", "line 1: move 3, e5: game is over"),
        ] {
            let path = folder.file("list.txt", list);
            let found = error(&event("9", OpeningSource::Path(path.clone())));
            assert!(found.starts_with(&format!("{}, {why}", path.display())), "{found}");
        }
        let empty = folder.file("empty.txt", "# nothing\n");
        assert!(error(&event("9", OpeningSource::Path(empty))).ends_with("has no openings"));
        let none = folder.0.join("none.txt");
        assert!(error(&event("9", OpeningSource::Path(none))).starts_with("cannot read"));
    }

    #[test]
    fn records() {
        let folder = Folder::new("records");
        folder.file("b.sgf", "(;GM[1]SZ[9]KM[7];B[ee];W[cc](;B[gg];W[];B[aa])(;B[gc]))");
        folder.file("a.SGF", "(;SZ[9];B[ee])(;SZ[9];B[cc];W[gg])");
        folder.file("notes.txt", "no record");
        let all = |opening_moves| {
            let event =
                Event { opening_moves, ..event("9", OpeningSource::Path(folder.0.clone())) };
            load(&event).unwrap()
        };
        let names: Vec<String> = all(0).into_iter().map(|opening| opening.name).collect();
        assert_eq!(names, ["a:1", "a:2", "b"]);
        assert_eq!(texts(&all(0)[2]), ["BE5", "WC7", "BG3", "Wpass", "BA9"]);
        assert_eq!(texts(&all(2)[2]), ["BE5", "WC7"]);
        for (record, why) in [
            ("(;SZ[19];B[ee])", "a board of 19, where 9 is played"),
            ("(;SZ[9]AB[cc];W[ee])", "stones are set up (AB, AW, AE); an opening is moves only"),
            ("(;SZ[9];W[ee])", "move 1, E5: it is black's turn"),
            ("(;SZ[9];B[ee];B[cc])", "move 2, C7: it is white's turn"),
            ("(;SZ[9];B[ee];W[ee])", "move 2, E5: point is not empty"),
            ("(;SZ[9])", "no moves"),
            ("(;GM[2]SZ[8];B[ee])", "GM"),
            ("no record", ""),
        ] {
            let path = folder.file("x.sgf", record);
            let found = error(&event("9", OpeningSource::Path(path.clone())));
            assert!(
                found.starts_with(&path.display().to_string()) && found.contains(why),
                "{found}"
            );
        }
        // Stones set up after the opening do not matter.
        let path = folder.file("x.sgf", "(;SZ[9];B[ee];AW[cc];W[gg])");
        let event = Event { opening_moves: 1, ..event("9", OpeningSource::Path(path)) };
        assert_eq!(texts(&load(&event).unwrap()[0]), ["BE5"]);
        let empty = Folder::new("empty");
        let event = Event { openings: OpeningSource::Path(empty.0.clone()), ..event };
        assert!(error(&event).ends_with("has no openings"));
    }

    /// After h6 Black has no move: the transcript goes on with White's f8, with the pass or without it.
    #[test]
    fn passes_are_put_in_where_they_are_forced() {
        let folder = Folder::new("reversi");
        let list = "f5f6d3g5h5h4g7h6f8\nf5f6d3g5h5h4g7h6passf8\nf5 f6 d3 g5 h5 h4 g7 h6\n";
        let openings = OpeningSource::Path(folder.file("list.txt", list));
        let event = Event { game: "reversi".into(), ..event("8", openings) };
        let found = load(&event).unwrap();
        let expected = ["BF5", "WF6", "BD3", "WG5", "BH5", "WH4", "BG7", "WH6", "Bpass", "WF8"]
            .map(String::from);
        assert_eq!(texts(&found[0]), expected);
        assert_eq!(texts(&found[1]), expected);
        assert_eq!(texts(&found[2]), expected[..8]);
        let openings = OpeningSource::Path(folder.file("list.txt", "f5f6pass"));
        let why = error(&Event { openings, ..event });
        assert!(why.contains("line 1: move 3, pass: "), "{why}");
    }

    #[test]
    fn handicap_games_begin_with_white() {
        let folder = Folder::new("handicap");
        let path = folder.file("list.txt", "e5 c5");
        let event = Event { handicap: 2, ..event("9", OpeningSource::Path(path)) };
        assert_eq!(texts(&load(&event).unwrap()[0]), ["WE5", "BC5"]);
    }

    #[test]
    fn settings_that_cannot_be() {
        let some = || OpeningSource::Path("x".into());
        for (event, why) in [
            (
                Event { game: "chess".into(), ..event("", some()) },
                "there is no game chess; the games are go",
            ),
            (event("9x", some()), "go is not played on a board of size 9x; a size is N or WxH"),
            (event("99", some()), "go is not played on a board of size 99"),
            (Event { rules: Some("no".into()), ..event("9", some()) }, "rules: "),
            (
                Event { handicap: 77, ..event("9", some()) },
                "handicap: 77: invalid number of stones",
            ),
        ] {
            assert!(error(&event).starts_with(why), "{}", error(&event));
        }
        assert!(load(&event("9", OpeningSource::None)).unwrap().is_empty());
    }

    /// Every built-in list can be played, has enough openings and none twice.
    #[test]
    fn built_in_lists() {
        let mut count = 0;
        for (game, variant, size) in built_in() {
            let event = Event {
                game: game.into(),
                rules: variant.map(Into::into),
                ..event(&size.to_string(), OpeningSource::BuiltIn)
            };
            let openings = load(&event).unwrap();
            assert!(openings.len() >= 20, "{game} on {size}");
            let mut moves: Vec<_> = openings.iter().map(texts).collect();
            moves.sort();
            moves.dedup();
            assert_eq!(moves.len(), openings.len(), "{game} on {size}");
            count += 1;
        }
        assert_eq!(count, LISTS.len());
        let found = error(&event("7", OpeningSource::BuiltIn));
        assert!(
            found.starts_with("no built-in openings for go on 7; there are go on 9, "),
            "{found}"
        );
    }
}
