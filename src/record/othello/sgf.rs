//! Between these games and SGF.

use super::{OthelloError, OthelloGame, Ply, Position};
use crate::base::{Color, Point};
use crate::record::sgf::{Event, GameRecord};
use std::fmt::Write as _;

/// The game as a record for SGF. Moves without a colour are taken to alternate; what is known of a move becomes its comment.
pub fn to_record(game: &OthelloGame) -> GameRecord {
    let mut record = GameRecord::new(game.start.size());
    for color in Color::BOTH {
        record.player_mut(color).name.clone_from(&game.players[color.index()]);
    }
    record.place.clone_from(&game.place);
    record.date.clone_from(&game.date);
    record.result = game.outcome().map(|outcome| outcome.to_string());
    if let Some(time) = game.time {
        record.main_time = Some(time.main.as_secs_f64());
        let increment = time.increment.as_secs_f64();
        record.overtime = (increment > 0.0).then(|| format!("{increment} fischer"));
    }
    if game.anti {
        record.rules = Some("goal=fewest".into());
    }
    let discs = game.start.discs();
    let of = |wanted: Color| -> Vec<Point> {
        discs.iter().filter(|(color, _)| *color == wanted).map(|(_, point)| *point).collect()
    };
    record.set_up(&of(Color::Black), &of(Color::White));
    record.root_mut().to_play = Some(game.start.to_move());
    let mut comment = game.comment.clone().unwrap_or_default();
    for (mv, score) in &game.scores {
        let gap = if comment.is_empty() { "" } else { "\n" };
        // Writing to memory does not fail.
        let _ = write!(comment, "{gap}{mv} {score:+}");
    }
    record.root_mut().comment = (!comment.is_empty()).then_some(comment);
    let mut turn = game.start.to_move();
    for ply in &game.plies {
        let color = ply.color.unwrap_or(turn);
        turn = color.other();
        let eval = ply.eval.map(|eval| format!("{eval:+.2}"));
        let time = ply.seconds.map(|seconds| format!("{seconds:.2} s"));
        let told: Vec<String> = [eval, time].into_iter().flatten().collect();
        record.play(color, ply.mv).comment = (!told.is_empty()).then(|| told.join(", "));
    }
    record
}

/// A record of SGF as a game. Discs may be put only before the first move.
///
/// # Errors
/// [`OthelloError`] for a board that Othello is not played on, or discs put later.
pub fn from_record(record: &GameRecord) -> Result<OthelloGame, OthelloError> {
    let size = record.size;
    let usual = Position::start(size).ok_or(OthelloError::Cells(size.area()))?;
    let mut cells: Option<Vec<Option<Color>>> = None;
    let mut plies = Vec::new();
    let mut turn = None;
    for event in record.events() {
        match event {
            Event::Move(color, mv) => plies.push(Ply::new(Some(color), mv)),
            Event::SetPlayer(color) if plies.is_empty() => turn = Some(color),
            Event::SetPlayer(_) | Event::Refused(_) => {}
            Event::Setup(_) if !plies.is_empty() => {
                return Err(OthelloError::CannotWrite(
                    "discs are put on the board after the first move, which only SGF can tell",
                ));
            }
            Event::Setup(setup) => {
                let cells = cells.get_or_insert_with(|| vec![None; size.area()]);
                let changes = [
                    (&setup.black, Some(Color::Black)),
                    (&setup.white, Some(Color::White)),
                    (&setup.empty, None),
                ];
                for (points, disc) in changes {
                    for point in points {
                        if let Some(cell) = cells.get_mut(point.y() * size.width() + point.x()) {
                            *cell = disc;
                        }
                    }
                }
            }
        }
    }
    let first = plies.first().and_then(|ply| ply.color);
    let to_move = turn.or(first).unwrap_or(Color::Black);
    let cells = cells.unwrap_or_else(|| usual.cells().to_vec());
    let mut game = OthelloGame::new(Position::from_cells(cells, to_move)?);
    game.plies = plies;
    game.players = Color::BOTH.map(|color| record.player(color).name.clone());
    game.place.clone_from(&record.place);
    game.date.clone_from(&record.date);
    game.set_outcome(record.outcome());
    game.anti = record.rules.as_deref().is_some_and(|rules| rules.contains("goal=fewest"));
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::othello::{ggf, transcript};
    use crate::record::sgf::{OthelloNotation, parse, write};

    #[test]
    fn there_and_back() {
        let text = "(;GM[Othello]PC[here]DT[2020]PB[a]PW[b]RE[+4.000]TY[8A]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.5/2]W[D6]B[PA];)";
        let game = &ggf::parse(text).unwrap()[0];
        let sgf = write(&[to_record(game).to_tree(&OthelloNotation)]);
        assert!(
            sgf.contains("AB[e4][d5]AW[d4][e5]")
                && sgf.contains(";W[d6]")
                && sgf.contains(";B[PA]"),
            "{sgf}"
        );
        assert!(sgf.contains("C[+1.50, 2.00 s]") && sgf.contains("RE[B+4]"), "{sgf}");
        let collection = parse(sgf.as_bytes()).unwrap();
        let record =
            GameRecord::from_tree_as(collection.first().unwrap(), &OthelloNotation).unwrap();
        let again = from_record(&record).unwrap();
        assert_eq!((&again.start, again.moves()), (&game.start, game.moves()));
        assert_eq!(
            (&again.players, &again.place, &again.result, again.anti),
            (&game.players, &game.place, &game.result, true)
        );
    }

    #[test]
    fn without_setup_the_start_is_the_usual_one() {
        let collection = parse(b"(;GM[2];B[f5];W[d6])").unwrap();
        let record =
            GameRecord::from_tree_as(collection.first().unwrap(), &OthelloNotation).unwrap();
        let game = from_record(&record).unwrap();
        assert_eq!(transcript::write(&game).as_deref(), Ok("f5d6"));
        let collection = parse(b"(;GM[2];B[f5];AB[a1])").unwrap();
        let record =
            GameRecord::from_tree_as(collection.first().unwrap(), &OthelloNotation).unwrap();
        assert!(from_record(&record).is_err());
    }
}
