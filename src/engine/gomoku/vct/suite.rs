//! Test positions as text, this project's own form: `NAME; RULES; SIZE; BLACK STONES; WHITE STONES; SIDE; KIND; PLIES; LINE`, one a
//! line, or a game in short, `RULES SIZE MOVES`. Points are GTP vertices, lines that begin with # remarks.

use crate::base::{BoardSize, Color, Move, Point};
use crate::game::State;
use crate::games::gomoku::{GomokuState, RULE_SETS, Rules};

/// A position, and what is told of it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// As the suite calls it; empty for a game in short.
    pub name: String,
    /// The position, with the side to move.
    pub state: GomokuState,
    /// What the suite tells.
    pub told: Option<Told>,
}

/// A win, or that there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// By fours alone?
    pub fours: bool,
    /// Its least number of plies, the five included; `None` = there is no win of that kind.
    pub plies: Option<u16>,
    /// How it begins, if told.
    pub line: Vec<Move>,
}

/// A line is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {trouble}")]
pub struct SuiteError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub trouble: String,
}

/// Reads one position a line.
///
/// ```
/// use tesuji::engine::gomoku::vct::suite;
///
/// let text = "renju 15 h8 g7 h7\nthree; freestyle; 9; C5 D5 E5; A1 A3; black; fours; 3; B5";
/// let puzzles = suite::parse(text).unwrap();
/// assert_eq!(puzzles[1].told.as_ref().unwrap().plies, Some(3));
/// assert!(suite::parse("renju 15 h8 h8").is_err());
/// ```
///
/// # Errors
/// [`SuiteError`] for the first line that is none, or when there is no line.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, SuiteError> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let wanted = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let puzzles = lines.enumerate().filter(wanted).map(|(number, line)| {
        let read = if line.contains(';') { numbered(line) } else { game(line) };
        read.map_err(|trouble| SuiteError { line: number + 1, trouble })
    });
    let puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
    if puzzles.is_empty() {
        return Err(SuiteError { line: 1, trouble: "there is no position".into() });
    }
    Ok(puzzles)
}

/// Does the first line that is no remark look like one of a suite?
pub fn is_suite(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    match first.split_once(';') {
        Some((_, rest)) => rules(rest.split(';').next().unwrap_or_default().trim()).is_ok(),
        None => {
            let mut words = first.split_whitespace();
            words.next().is_some_and(|word| Rules::named(word).is_some())
        }
    }
}

/// A text of bounded length for an error.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn rules(text: &str) -> Result<Rules, String> {
    Rules::default().parse(text).map_err(|error| {
        let names: Vec<&str> = RULE_SETS.iter().map(|set| set.name).collect();
        format!("{error}; rules are {}", names.join(", "))
    })
}

fn size(text: &str) -> Result<BoardSize, String> {
    let side = text.parse::<usize>().ok().filter(|&side| side >= 5);
    let size = side.and_then(BoardSize::square);
    size.ok_or_else(|| format!("{} is no size from 5 to 25", short(text)))
}

fn point(text: &str, size: BoardSize) -> Result<Point, String> {
    let point = text.parse::<Move>().ok().and_then(Move::point);
    let point = point.filter(|&point| size.contains(point));
    point.ok_or_else(|| format!("{} is no point of the board, as H8", short(text)))
}

/// A game in short.
fn game(line: &str) -> Result<Puzzle, String> {
    let mut words = line.split_whitespace();
    let rules = rules(words.next().unwrap_or_default())?;
    let size = size(words.next().unwrap_or_default())?;
    let mut state = GomokuState::new(size, rules);
    for word in words {
        let mv = Move::at(point(word, size)?);
        state.try_play(mv).map_err(|error| format!("{}: {error}", short(word)))?;
    }
    Ok(Puzzle { name: String::new(), state, told: None })
}

fn numbered(line: &str) -> Result<Puzzle, String> {
    let mut fields = line.split(';').map(str::trim);
    let mut field = || fields.next().unwrap_or_default();
    let name = field().to_owned();
    let rules = rules(field())?;
    let size = size(field())?;
    let mut edits = Vec::new();
    for color in Color::BOTH {
        for word in field().split_whitespace() {
            let point = point(word, size)?;
            if edits.iter().any(|&(other, _)| other == point) {
                return Err(format!("two stones on {word}"));
            }
            edits.push((point, Some(color)));
        }
    }
    let side = field();
    let to_move =
        side.parse().map_err(|_| format!("{} is no side: black or white", short(side)))?;
    let mut state = GomokuState::new(size, rules);
    state.edit(&edits).map_err(|error| error.to_string())?;
    state.set_to_move(to_move);
    let kind = field();
    let fours = match kind {
        "" => return Ok(Puzzle { name, state, told: None }),
        "fours" => true,
        "threats" => false,
        other => return Err(format!("{} is no kind of win: fours or threats", short(other))),
    };
    let plies = field();
    let odd = |text: &str| text.parse::<u16>().ok().filter(|plies| plies % 2 == 1);
    let plies = match (plies, odd(plies)) {
        ("none", _) => None,
        (_, Some(plies)) => Some(plies),
        (other, None) => {
            return Err(format!("{} is no number of plies, which is odd, or none", short(other)));
        }
    };
    let line = field().split_whitespace();
    let line = line.map(|word| Ok(Move::at(point(word, size)?))).collect::<Result<_, String>>()?;
    Ok(Puzzle { name, state, told: Some(Told { fours, plies, line }) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read() {
        let text = "# remark\n\nrenju 15 h8 G7\na; caro; 9; A1 B2; C3; white; threats; none\n\
                    b; standard draw_after=40; 15; ; ; black";
        let puzzles = parse(text).unwrap();
        assert!(is_suite(text) && is_suite("FREE 9") && is_suite("x;Renju;15"));
        assert!(!is_suite("7; --XO--; X") && !is_suite("f5d6") && !is_suite("(;GM[4])"));
        let of = |n: usize| (puzzles[n].state.rules().to_string(), puzzles[n].state.to_move());
        assert_eq!(of(0), ("renju".into(), Color::Black));
        assert_eq!(of(1), ("caro".into(), Color::White));
        assert_eq!(puzzles[1].told, Some(Told { fours: false, plies: None, line: Vec::new() }));
        assert_eq!(puzzles[1].state.board().stones(Color::Black), 2);
        assert_eq!((of(2).0.as_str(), &puzzles[2].told), ("standard draw_after=40", &None));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let table = [
            ("", "line 1: there is no position"),
            ("\nhouse 15", "line 2: unknown rules house; rules are freestyle, standard, renju"),
            ("renju 4", "4 is no size from 5 to 25"),
            ("renju 15 h8 h8", "h8: "),
            ("renju 15 h16", "h16 is no point of the board"),
            ("renju 15 pass", "pass is no point of the board"),
            ("a; renju; 15; H8; H8; black", "two stones on H8"),
            ("a; renju; 15; H8; H9; red", "red is no side: black or white"),
            ("a; renju; 15; H8; H9; black; luck; 3", "luck is no kind of win"),
            ("a; renju; 15; H8; H9; black; fours; 4", "4 is no number of plies, which is odd"),
            ("a; renju; 15; H8; H9; black; fours; 5; Z9", "Z9 is no point"),
            ("a; free; 5; A1 B1 C1 D1 E1; A2 B2 C2 D2 E2; black", "both colors have won"),
        ];
        for (text, told) in table {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
