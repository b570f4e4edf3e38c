//! GGF, the Generic Game Format as the server GGS and NBoard write it for Othello (M. Buro):
//! `(;GM[Othello]PC[place]DT[date]PB[black]PW[white]RE[?]TI[15:00]TY[8]BO[8 <cells> *]B[F5//2.449]W[D6/0.00/0.1];)`.
//!
//! The mover of a move is its property; `PA` is a pass. What is not in that list is read over.

use super::game::time_used;
use super::position::{cells, side, size_of};
use super::square::move_text;
use super::{OthelloError, OthelloGame, Ply, Position, TimeSetting, parse_move};
use crate::base::{BoardSize, Color};
use std::fmt::Write as _;
use std::time::Duration;

/// Does the text hold a game of Othello in GGF, though perhaps a broken one? Its head tells.
pub fn is_ggf(text: &str) -> bool {
    let Some(at) = text.find("(;") else { return false };
    let head: String = text.get(at..).unwrap_or_default().chars().take(500).collect();
    head.to_ascii_lowercase().contains("gm[othello]")
}

/// Reads all games of a text; between them anything may stand.
///
/// # Errors
/// [`OthelloError`] for the first game that cannot be read, or when there is none.
pub fn parse(text: &str) -> Result<Vec<OthelloGame>, OthelloError> {
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("(;") {
        let (properties, after) = properties(rest.get(at + 2..).unwrap_or_default())?;
        games.push(game(&properties)?);
        rest = after;
    }
    if games.is_empty() { Err(OthelloError::Ggf("there is no (;")) } else { Ok(games) }
}

type Properties = Vec<(String, String)>;

/// The properties up to the closing parenthesis, and what follows it.
fn properties(text: &str) -> Result<(Properties, &str), OthelloError> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if let Some(after) = rest.strip_prefix(')') {
            return Ok((found, after));
        }
        let name = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, after) = rest.split_at_checked(name).unwrap_or((rest, ""));
        let value = after.trim_start().strip_prefix('[').filter(|_| !name.is_empty());
        let value =
            value.ok_or(OthelloError::Ggf("after a property name stands [, at the end ;)"))?;
        let (value, after) = value.split_once(']').ok_or(OthelloError::Ggf("a [ is not closed"))?;
        found.push((name.to_ascii_uppercase(), value.trim().to_owned()));
        rest = after;
    }
}

fn game(properties: &Properties) -> Result<OthelloGame, OthelloError> {
    let get =
        |wanted: &str| properties.iter().find(|(name, _)| name == wanted).map(|(_, v)| v.as_str());
    let text = |wanted: &str| get(wanted).filter(|text| !text.is_empty()).map(str::to_owned);
    if let Some(other) = get("GM").filter(|game| !game.eq_ignore_ascii_case("othello")) {
        return Err(OthelloError::OtherGame(other.into()));
    }
    let (side, anti) = variant(get("TY").unwrap_or_default());
    let start = match get("BO") {
        Some(board) => board_of(board)?,
        None => {
            let size = BoardSize::square(side.unwrap_or(8));
            let start = size.and_then(Position::start);
            start.ok_or(OthelloError::Ggf("neither BO nor TY tells the board"))?
        }
    };
    let size = start.size();
    let mut game = OthelloGame {
        players: [text("PB"), text("PW")],
        place: text("PC"),
        date: text("DT"),
        result: text("RE").filter(|result| result != "?"),
        time: get("TI").and_then(time_setting),
        anti,
        ..OthelloGame::new(start)
    };
    for (name, value) in properties {
        let color = match name.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        game.plies
            .push(ply(Some(color), value, size).ok_or_else(|| OthelloError::Move(value.clone()))?);
    }
    Ok(game)
}

/// Reads `F5`, `F5/0.52/1.2`, `F5//1.2`: square, value in discs, seconds. A value that is no number is unknown; of a pair
/// (draws counted for Black, for White) it is the mean.
pub fn ply(color: Option<Color>, text: &str, size: BoardSize) -> Option<Ply> {
    let mut fields = text.split('/');
    let mv = parse_move(fields.next()?, size)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    let eval = fields.next().and_then(|text| match text.split_once(',') {
        Some((low, high)) => Some(number(low)? / 2.0 + number(high)? / 2.0),
        None => number(text),
    });
    Some(Ply { color, mv, eval, seconds: fields.next().and_then(time_used) })
}

/// `BO`: size, cells, side to move, blanks wherever they like.
fn board_of(text: &str) -> Result<Position, OthelloError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits).unwrap_or(("", text));
    let dense: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let mut chars = dense.chars();
    let mover = chars.next_back().and_then(|c| side(c.encode_utf8(&mut [0; 4])));
    let cells = cells(chars.as_str())?;
    let told: Option<usize> = number.parse().ok();
    let size = size_of(cells.len());
    // Cells without a side have one too few left.
    let size = size.ok_or(match size_of(cells.len() + 1) {
        Some(_) => OthelloError::Side,
        None => OthelloError::Cells(cells.len()),
    })?;
    if !number.is_empty() && told != Some(size.width()) {
        return Err(OthelloError::Ggf("the cells of BO are not as many as its size says"));
    }
    Position::from_cells(cells, mover.ok_or(OthelloError::Side)?)
}

/// `TY`: `8`, `8r20` (20 discs placed at random), `s8r16` (two games at once), `10A` (anti), `8K` (komi).
fn variant(text: &str) -> (Option<usize>, bool) {
    let after = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let side = after.get(..digits).and_then(|number| number.parse().ok());
    (side, text.contains(['a', 'A']))
}

/// `TI`: main/increment/extension, each as [[hours:]minutes:]seconds; a number alone is seconds, so that nobody believes to
/// have more time than he has. What stands after a comma is not read. `None` without a main time.
fn time_setting(text: &str) -> Option<TimeSetting> {
    let clock = |text: &str| {
        let text = text.split(',').next()?.trim();
        let mut total = 0u64;
        for part in text.split(':') {
            let digits = part.bytes().all(|b| b.is_ascii_digit());
            let part: u64 = part.parse().ok().filter(|_| digits)?;
            total = total.checked_mul(60)?.checked_add(part)?;
        }
        // As much as any clock here takes.
        Some(Duration::from_secs(total.min(i32::MAX as u64)))
    };
    let mut parts = text.split('/');
    let main = clock(parts.next()?)?;
    let mut next = || parts.next().and_then(clock).unwrap_or_default();
    Some(TimeSetting { main, increment: next(), extension: next() })
}

/// Writes a game as one line. Moves without a colour are taken to alternate.
pub fn write(game: &OthelloGame) -> String {
    let mut out = String::from("(;GM[Othello]");
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            // Writing to memory does not fail.
            let _ = write!(out, "{name}[{}]", plain(value));
        }
    };
    put("PC", game.place.as_deref());
    put("DT", game.date.as_deref());
    put("PB", game.players[0].as_deref());
    put("PW", game.players[1].as_deref());
    put("RE", Some(game.result.as_deref().unwrap_or("?")));
    put("TI", game.time.map(|time| time_text(&time)).as_deref());
    let side = game.start.size().width();
    put("TY", Some(&format!("{side}{}", if game.anti { "A" } else { "" })));
    let mark = |color| if color == Color::Black { '*' } else { 'O' };
    let mut turn = game.start.to_move();
    put("BO", Some(&format!("{side} {} {}", game.start.text(['*', 'O', '-']), mark(turn))));
    for ply in &game.plies {
        let color = ply.color.unwrap_or(turn);
        turn = color.other();
        let mut text = move_text(ply.mv).to_uppercase();
        if ply.eval.is_some() || ply.seconds.is_some() {
            text.push('/');
            text.extend(ply.eval.map(|eval| eval.to_string()));
        }
        if let Some(seconds) = ply.seconds {
            let _ = write!(text, "/{seconds}");
        }
        let _ = write!(out, "{}[{text}]", color.letter());
    }
    out.push_str(";)");
    out
}

fn time_text(time: &TimeSetting) -> String {
    let clock = |time: Duration| {
        let seconds = time.as_secs();
        match seconds / 3600 {
            0 => format!("{:02}:{:02}", seconds / 60, seconds % 60),
            hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
        }
    };
    let mut text = clock(time.main);
    if !time.increment.is_zero() || !time.extension.is_zero() {
        text.push('/');
        if !time.increment.is_zero() {
            text.push_str(&clock(time.increment));
        }
    }
    if !time.extension.is_zero() {
        text.push('/');
        text.push_str(&clock(time.extension));
    }
    text
}

/// A text without what a value cannot hold.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| *c != ']').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: &str = "8 ---------------------------O*------*O--------------------------- *";

    fn one(text: &str) -> OthelloGame {
        parse(text).expect(text).remove(0)
    }

    #[test]
    fn what_is_read() {
        let text = format!(
            "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[]RE[+4.000]TI[15:00/0:02/1:00]TY[8]BO[{START}]\
             B[F5//2.7680000000000002]W[d6/0.5/0.1]B[C3/,/x]W[PA]B[PA/-3.00];)"
        );
        let game = one(&text);
        assert!(game.start.is_start() && !game.anti);
        assert_eq!((game.players[0].as_deref(), game.players[1].as_deref()), (Some("a"), None));
        let told: Vec<_> = game
            .plies
            .iter()
            .map(|ply| (ply.color, move_text(ply.mv), ply.eval, ply.seconds))
            .collect();
        let (b, w) = (Some(Color::Black), Some(Color::White));
        let expected = [
            (b, "f5", None, Some(2.7680000000000002)),
            (w, "d6", Some(0.5), Some(0.1)),
            (b, "c3", None, None),
            (w, "pa", None, None),
            (b, "pa", Some(-3.0), None),
        ];
        let expected: Vec<_> =
            expected.iter().map(|&(c, mv, e, s)| (c, mv.to_owned(), e, s)).collect();
        assert_eq!(told, expected);
        let time = game.time.expect("a time");
        assert_eq!(time.main, Duration::from_secs(900));
        assert_eq!(time.system().to_string(), "fischer 900 2");
        // Two moves have been made, two increments earned.
        assert_eq!(game.time_left(Color::White), Some(Duration::from_secs_f64(903.9)));
        assert_eq!(game.outcome().map(|o| o.to_string()).as_deref(), Some("B+4"));
    }

    #[test]
    fn boards_sizes_and_variants() {
        let spaced = format!("8{}O", "- - - - - - - -\n".repeat(8));
        for (board, side, mover) in [
            (START.to_owned(), 8, Color::Black),
            (spaced, 8, Color::White),
            (format!("4 {} O", "-".repeat(16)), 4, Color::White),
            (format!("10 {}*", "-".repeat(100)), 10, Color::Black),
        ] {
            let game = one(&format!("(;GM[Othello]TY[8r20]BO[{board}];)"));
            assert_eq!((game.start.size().width(), game.start.to_move()), (side, mover));
        }
        for (ty, side, anti) in [
            ("8", 8, false),
            ("10A", 10, true),
            ("8a", 8, true),
            ("s8r16", 8, false),
            ("", 8, false),
            ("8k", 8, false),
        ] {
            let game = one(&format!("(;GM[othello]TY[{ty}]B[f5];)"));
            assert_eq!((game.start.size().width(), game.anti), (side, anti), "{ty}");
        }
        // Wide boards count columns through the alphabet.
        assert_eq!(one("(;GM[Othello]TY[10]B[i9];)").plies[0].mv, crate::base::Move::xy(8, 8));
        let two = parse("2 (;GM[Othello]PB[a]TY[8];)(;GM[Othello]PB[b]TY[8];)").unwrap();
        assert_eq!(two.len(), 2);
    }

    #[test]
    fn times() {
        let text = |text: &str| time_setting(text).map(|time| time_text(&time));
        for (told, written) in [
            ("15:00", "15:00"),
            ("5:00//02:00", "05:00//02:00"),
            ("1:30/0:02", "01:30/00:02"),
            ("1:00:00", "1:00:00"),
            ("90", "01:30"),
            ("05:00,L/00:10,N2/", "05:00/00:10"),
        ] {
            assert_eq!(text(told).as_deref(), Some(written), "{told}");
        }
        for wrong in ["", "x", "-1:00", "1:-1", ":", "99999999999999999999999", "+5:00"] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
        let mut game = one("(;GM[Othello]TI[0:10//0:05]TY[8]B[f5//8];)");
        let left = |game: &OthelloGame| game.time_left(Color::Black).map(|left| left.as_secs_f64());
        assert_eq!(left(&game), Some(2.0));
        for (used, expected) in [(10.0, 5.0), (12.0, 3.0), (99.0, 0.0), (1e300, 0.0)] {
            game.plies[0].seconds = Some(used);
            assert_eq!(left(&game), Some(expected), "{used}");
        }
    }

    #[test]
    fn results() {
        let mut game = OthelloGame::new(Position::usual());
        for (text, outcome) in [
            ("+4.000", Some("B+4")),
            ("-12.00", Some("W+12")),
            ("0", Some("0")),
            ("+64.00:r", Some("B+R")),
            ("-2:t", Some("W+T")),
            ("+6:s", Some("B+6")),
            ("?", None),
            ("nan", None),
        ] {
            game.result = Some(text.into());
            let told = game.outcome();
            assert_eq!(told.map(|o| o.to_string()).as_deref(), outcome, "{text}");
        }
    }

    #[test]
    fn what_is_refused() {
        for text in [
            "",
            "(;",
            "(;GM[Othello]",
            "(;GM[Othello",
            "(;GM[Go]BO[x];)",
            "(;GM[Othello]BO[8 *];)",
            "(;GM[Othello]BO[6 ---------------------------O*------*O--------------------------- *];)",
            "(;GM[Othello]BO[8 ---------------------------O*------*O---------------------------];)",
            "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- -];)",
            "(;GM[Othello]BO[8 ---------------------------O?------*O--------------------------- *];)",
            "(;GM[Othello]TY[8]B[f9];)",
            "(;GM[Othello]TY[8]B[];)",
            "(;GM[Othello]TY[7]B[f5];)",
            "(;GM[Othello]TY[8]B f5;)",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    fn a_game() -> impl Strategy<Value = OthelloGame> {
        let plies = prop::collection::vec(
            (
                any::<bool>(),
                0usize..65,
                prop::option::of(-64.0..64.0f64),
                prop::option::of(0.0..1e6f64),
            ),
            0..70,
        );
        let cells = prop::collection::vec(prop::option::of(any::<bool>()), 64);
        let color = |black: bool| if black { Color::Black } else { Color::White };
        (plies, cells, any::<bool>(), any::<bool>(), 0u64..100_000, 0u64..100).prop_map(
            move |(plies, cells, black, anti, main, increment)| {
                let cells = cells.into_iter().map(|cell| cell.map(color)).collect();
                let mut game = OthelloGame::new(Position::from_cells(cells, color(black)).unwrap());
                game.anti = anti;
                game.players = [Some("a b".into()), None];
                game.time = Some(TimeSetting {
                    main: Duration::from_secs(main),
                    increment: Duration::from_secs(increment),
                    extension: Duration::ZERO,
                });
                game.plies = plies
                    .into_iter()
                    .map(|(black, square, eval, seconds)| {
                        let mv = if square == 64 {
                            crate::base::Move::PASS
                        } else {
                            crate::base::Move::xy(square % 8, square / 8)
                        };
                        Ply { color: Some(color(black)), mv, eval, seconds }
                    })
                    .collect();
                game
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_reads_as_itself(game in a_game()) {
            prop_assert_eq!(parse(&write(&game)), Ok(vec![game]));
        }

        #[test]
        fn no_text_panics(text in "\\PC*", words in prop::collection::vec(prop::sample::select(vec!["(;", "GM[Othello]", "BO[8 ", "*]", "B[", "F5", "/", "]", ";)", "TI[", "9:", "TY[", "--------"]), 0..30)) {
            let _ = parse(&text);
            let _ = parse(&words.concat());
        }
    }
}
