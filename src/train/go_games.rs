//! Game records of Go as games to be labelled: where they begin and the moves that our rules allow.

use crate::base::{Color, Move, Point};
use crate::game::State;
use crate::games::go::{GoState, Rules};
use crate::record::sgf::{self, Event, GameRecord, SgfError, Tree};

/// A game to be labelled.
#[derive(Clone, Debug)]
pub struct LabelledGame {
    /// The position before the first move, with the player to move, under the record's rules and komi.
    pub start: GoState,
    /// The moves of the main line, each legal where it is made.
    pub moves: Vec<(Color, Move)>,
    /// Why the record's further moves are left out, if there are some.
    pub cut: Option<String>,
}

/// What is taken where a record does not tell it, or not so that we understand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Otherwise {
    /// The rules.
    pub rules: Rules,
    /// The komi.
    pub komi: f32,
}

/// The games of an SGF file, each with its main line; or why one cannot be taken.
///
/// # Errors
/// [`SgfError`] for bytes that are no SGF.
pub fn games(
    bytes: &[u8],
    otherwise: &Otherwise,
) -> Result<Vec<Result<LabelledGame, String>>, SgfError> {
    Ok(sgf::parse(bytes)?.trees().iter().map(|tree| game(tree, otherwise)).collect())
}

fn game(tree: &Tree, otherwise: &Otherwise) -> Result<LabelledGame, String> {
    let record = GameRecord::from_tree(tree).map_err(|error| error.to_string())?;
    let size = record.size;
    if size.width() != size.height() {
        return Err(format!("a board of {size}; only square ones can be labelled"));
    }
    let komi = record.komi.unwrap_or(otherwise.komi);
    // Some servers write komi in other units (375 for 3.75 stones): nobody can tell what was meant.
    if komi.abs() > size.area() as f32 || (2.0 * komi).fract() != 0.0 {
        return Err(format!("a komi of {komi}"));
    }
    let rules = match &record.rules {
        None => otherwise.rules,
        Some(text) => Rules::default().parse(text).unwrap_or_else(|error| {
            log::info!("the rules of a record are not used: {error}");
            otherwise.rules
        }),
    };
    let mut start = GoState::new(size, rules, komi);
    start.set_to_move(record.to_play_before(1));
    start.set_handicap(record.handicap.unwrap_or(0) as usize);
    let mut game = LabelledGame { start, moves: Vec::new(), cut: None };
    let mut state: Option<GoState> = None;
    for event in record.events() {
        match (event, &mut state) {
            (Event::Setup(setup), None) => {
                let with = |points: &[Point], color: Option<Color>| {
                    points.iter().map(|&point| (point, color)).collect::<Vec<_>>()
                };
                let mut edits = with(&setup.empty, None);
                edits.extend(with(&setup.black, Some(Color::Black)));
                edits.extend(with(&setup.white, Some(Color::White)));
                game.start.edit(&edits).map_err(|error| error.to_string())?;
            }
            (Event::Setup(_), Some(_)) => {
                game.cut = Some(format!("stones are set up after move {}", game.moves.len()));
                break;
            }
            // Moves tell their colours; tries are another game's.
            (Event::SetPlayer(_) | Event::Refused(_), _) => {}
            (Event::Move(color, mv), state) => {
                let state = state.get_or_insert_with(|| game.start.clone());
                state.set_to_move(color);
                if let Err(error) = state.check(mv) {
                    game.cut = Some(format!("move {}, {mv}: {error}", game.moves.len() + 1));
                    break;
                }
                state.play(mv);
                game.moves.push((color, mv));
            }
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LabelledGame, String> {
        let otherwise = Otherwise { rules: Rules::CHINESE_SUPERKO, komi: 5.5 };
        games(text.as_bytes(), &otherwise).expect("SGF").remove(0)
    }

    #[test]
    fn records_say_how_a_game_begins() {
        let game = read("(;GM[1]SZ[5]RU[Japanese]KM[0.5]HA[2]AB[ab][da];W[cc];B[];W[dd])");
        let game = game.expect("a game");
        assert_eq!((game.start.komi(), *game.start.rules()), (0.5, Rules::JAPANESE));
        assert_eq!((game.start.to_move(), game.start.handicap()), (Color::White, 2));
        let stone = |text: &str| text.parse::<Move>().ok().and_then(Move::point).expect("a point");
        assert_eq!(game.start.board().color(stone("A4")), Some(Color::Black));
        assert_eq!(game.start.board().color(stone("D5")), Some(Color::Black));
        let moves: Vec<String> = game.moves.iter().map(|(c, mv)| format!("{c} {mv}")).collect();
        assert_eq!(moves, ["white C3", "black pass", "white D2"]);
        assert_eq!(game.cut, None);
        let plain = read("(;GM[1]SZ[5]RU[house]KM[];B[cc])").expect("a game");
        assert_eq!((plain.start.komi(), *plain.start.rules()), (5.5, Rules::CHINESE_SUPERKO));
    }

    #[test]
    fn what_cannot_be_played_is_left_out() {
        let cut = |text: &str| {
            let game = read(text).expect("a game");
            (game.moves.len(), game.cut.unwrap_or_default())
        };
        let (moves, why) = cut("(;GM[1]SZ[5];B[cc];W[cc];B[dd])");
        assert!(moves == 1 && why.starts_with("move 2, C3: "), "{why}");
        assert_eq!(cut("(;GM[1]SZ[5];B[cc];AB[aa];W[dd])").0, 1);
        assert_eq!(cut("(;GM[1]SZ[5];B[];W[];B[cc])").0, 2, "the game is over");
        let wrong = |text: &str| read(text).expect_err(text);
        assert!(wrong("(;GM[1]SZ[5:7];B[cc])").contains("only square"));
        assert!(wrong("(;GM[1]SZ[5]KM[375];B[cc])").contains("komi of 375"));
        assert!(wrong("(;GM[2]SZ[8];B[cc])").contains("another game"));
    }
}
