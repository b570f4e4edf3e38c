//! WTHOR, the database of the French federation: games (`.wtb`), players (`.JOU`), tournaments (`.TRN`).
//!
//! Everything is little endian. A header of 16 bytes: century, year, month and day of the file, number of games (4 bytes),
//! number of names (2 bytes), year of the games (2 bytes), board size (0 = 8), kind (1 = solitaires), depth of the
//! theoretical scores, a byte of no meaning. Then records: a game is numbers of tournament, black and white player (2 bytes
//! each), Black's discs, Black's discs with best play from some depth on, and 60 moves `10 * row + column`, 0 at the end,
//! passes left out; a player is 20 bytes and a tournament 26 bytes of Latin-1, ended by a zero.

use super::{OthelloError, OthelloGame, Ply, Position};
use crate::base::{Color, Move};

const HEADER: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WthorFile {
    /// Games.
    Games(Vec<WthorGame>),
    /// The players' names, by their number.
    Players(Vec<String>),
    /// The tournaments' names, by their number.
    Tournaments(Vec<String>),
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// The year the file is about.
    pub year: u16,
    /// Number of the tournament.
    pub tournament: u16,
    /// Number of the player of Black.
    pub black: u16,
    /// Number of the player of White.
    pub white: u16,
    /// Black's discs at the end, empty squares to the winner.
    pub score: u8,
    /// Black's discs if both had played best from the depth on that the file says.
    pub theoretical: u8,
    /// That depth: number of empty squares.
    pub depth: u8,
    /// The moves, without passes.
    pub moves: Vec<Move>,
}

/// Are these bytes such a file? Told by the header and the length alone.
pub fn is_wthor(bytes: &[u8]) -> bool {
    kind(bytes).is_some()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Games,
    Players,
    Tournaments,
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    let pair = bytes.get(at..)?.first_chunk::<2>()?;
    Some(u16::from_le_bytes(*pair))
}

/// What the bytes are, with the number of records: the length must be just that of so many.
fn kind(bytes: &[u8]) -> Option<(Kind, usize)> {
    let header = bytes.first_chunk::<HEADER>()?;
    let &[_, _, month, day, a, b, c, d, ..] = header;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let games = usize::try_from(u32::from_le_bytes([a, b, c, d])).ok()?;
    let names = usize::from(word(header, 8)?);
    let body = bytes.len() - HEADER;
    let is = |count: usize, length: usize| count.checked_mul(length) == Some(body);
    // Some files of games count their records in both places.
    if games > 0 && is(games, GAME) {
        Some((Kind::Games, games))
    } else if names > 0 && is(names, PLAYER) {
        Some((Kind::Players, names))
    } else if names > 0 && is(names, TOURNAMENT) {
        Some((Kind::Tournaments, names))
    } else {
        None
    }
}

/// Reads a file. What is allocated is in proportion to the bytes, whatever the header says.
///
/// # Errors
/// [`OthelloError::Wthor`] when the length does not fit the header, or for boards other than 8x8.
pub fn parse(bytes: &[u8]) -> Result<WthorFile, OthelloError> {
    let (kind, _) = kind(bytes).ok_or_else(|| {
        OthelloError::Wthor("its length is not that of as many records as its header says".into())
    })?;
    let body = bytes.get(HEADER..).unwrap_or_default();
    let names = |length: usize| body.chunks_exact(length).map(latin).collect();
    Ok(match kind {
        Kind::Players => WthorFile::Players(names(PLAYER)),
        Kind::Tournaments => WthorFile::Tournaments(names(TOURNAMENT)),
        Kind::Games => {
            let side = bytes.get(12).copied().unwrap_or(0);
            if ![0, 8].contains(&side) {
                return Err(OthelloError::Wthor(format!("its board is {side}x{side}, not 8x8")));
            }
            let year = word(bytes, 10).unwrap_or(0);
            let depth = bytes.get(14).copied().unwrap_or(0);
            let games = body.chunks_exact(GAME).enumerate();
            let games = games.map(|(at, record)| {
                game(record, year, depth)
                    .map_err(|text| OthelloError::Wthor(format!("game {}: {text}", at + 1)))
            });
            WthorFile::Games(games.collect::<Result<_, _>>()?)
        }
    })
}

fn game(record: &[u8], year: u16, depth: u8) -> Result<WthorGame, String> {
    let number = |at| word(record, at).unwrap_or(0);
    let byte = |at| record.get(at).copied().unwrap_or(0);
    let codes = record.get(8..).unwrap_or_default().iter().copied();
    let moves = codes.take_while(|code| *code != 0).map(|code| {
        let (row, column) = (code / 10, code % 10);
        let fits = (1..=8).contains(&row) && (1..=8).contains(&column);
        let mv =
            Move::xy(usize::from(column).saturating_sub(1), usize::from(row).saturating_sub(1));
        fits.then_some(mv).ok_or_else(|| format!("{code} is no move"))
    });
    Ok(WthorGame {
        year,
        tournament: number(0),
        black: number(2),
        white: number(4),
        score: byte(6),
        theoretical: byte(7),
        depth,
        moves: moves.collect::<Result<_, _>>()?,
    })
}

/// Latin-1 up to the first zero: each byte is the character of that number.
fn latin(bytes: &[u8]) -> String {
    let text: String =
        bytes.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    text.trim_end().to_owned()
}

impl WthorGame {
    /// The same as a game; names that the lists do not have stay numbers.
    pub fn to_game(&self, players: &[String], tournaments: &[String]) -> OthelloGame {
        let name = |list: &[String], number: u16| {
            let known = list.get(usize::from(number)).filter(|name| !name.is_empty());
            known.cloned().unwrap_or_else(|| format!("#{number}"))
        };
        let margin = 2 * i32::from(self.score) - 64;
        OthelloGame {
            plies: self.moves.iter().map(|&mv| Ply::new(None, mv)).collect(),
            players: [self.black, self.white].map(|number| Some(name(players, number))),
            place: Some(name(tournaments, self.tournament)),
            date: (self.year > 0).then(|| self.year.to_string()),
            result: Some(format!("{margin:+}.000")),
            ..OthelloGame::new(Position::usual())
        }
    }

    /// The winner by the score.
    pub fn winner(&self) -> Option<Color> {
        match self.score.cmp(&32) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::othello::move_text;
    use proptest::prelude::*;

    fn header(games: u32, names: u16, year: u16) -> Vec<u8> {
        let mut bytes = vec![20, 26, 11, 30];
        bytes.extend(games.to_le_bytes());
        bytes.extend(names.to_le_bytes());
        bytes.extend(year.to_le_bytes());
        bytes.extend([0, 0, 24, 0]);
        bytes
    }

    fn one_game() -> Vec<u8> {
        let mut bytes = header(1, 0, 2019);
        bytes.extend([1, 0, 1, 0, 0, 0, 40, 36]);
        let mut moves = [0u8; 60];
        moves[..3].copy_from_slice(&[56, 64, 33]);
        bytes.extend(moves);
        bytes
    }

    #[test]
    fn games_and_names() {
        assert!(is_wthor(&one_game()));
        let Ok(WthorFile::Games(games)) = parse(&one_game()) else { panic!("games") };
        let game = &games[0];
        let moves: String = game.moves.iter().map(|mv| move_text(*mv)).collect();
        assert_eq!(
            (moves.as_str(), game.score, game.theoretical, game.depth),
            ("f5d6c3", 40, 36, 24)
        );
        assert_eq!(game.winner(), Some(Color::Black));

        let mut players = header(0, 2, 0);
        for name in [&b"Tastet Marc"[..], b"M\xfcller"] {
            let mut record = [0u8; PLAYER];
            record[..name.len()].copy_from_slice(name);
            players.extend(record);
        }
        let Ok(WthorFile::Players(players)) = parse(&players) else { panic!("players") };
        assert_eq!(players, ["Tastet Marc", "Müller"]);
        let mut tournaments = header(0, 1, 0);
        tournaments.extend([b'x'; TOURNAMENT]);
        let Ok(WthorFile::Tournaments(tournaments)) = parse(&tournaments) else {
            panic!("tournaments")
        };
        assert_eq!(tournaments, ["x".repeat(26)]);

        let told = game.to_game(&players, &tournaments);
        assert_eq!(told.players, [Some("Müller".into()), Some("Tastet Marc".into())]);
        assert_eq!((told.place.as_deref(), told.date.as_deref()), (Some("#1"), Some("2019")));
        assert_eq!(told.outcome().map(|o| o.to_string()).as_deref(), Some("B+16"));
    }

    #[test]
    fn what_is_refused() {
        let good = one_game();
        let mut cases = vec![
            Vec::new(),
            good[..good.len() - 1].to_vec(),
            header(0, 0, 0),
            header(u32::MAX, u16::MAX, 0),
        ];
        for (at, byte) in
            [(2, 13), (3, 0), (4, 2), (7, 255), (12, 10), (24, 99), (24, 10), (24, 59)]
        {
            let mut bad = good.clone();
            bad[at] = byte;
            cases.push(bad);
        }
        for bytes in cases {
            assert!(parse(&bytes).is_err(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(
            head in prop::collection::vec(any::<u8>(), 0..20),
            body in prop::collection::vec(any::<u8>(), 0..200),
            at in 0usize..84,
            byte in any::<u8>(),
        ) {
            let _ = parse(&[head, body].concat());
            let mut bytes = one_game();
            bytes[at] = byte;
            let _ = parse(&bytes);
        }
    }
}
