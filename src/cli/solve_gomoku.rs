//! `tesuji solve` for Gomoku: forced wins by continuous fours and threats.

use super::arguments::solve::{By, SolveOptions};
use super::solve::{Source, Speed};
use super::{Ended, FAILURE, Usage, print};
use crate::base::{Color, Move, Point};
use crate::engine::Stop;
use crate::engine::gomoku::tables;
use crate::engine::gomoku::vct::suite::{self, Puzzle, Told};
use crate::engine::gomoku::vct::{Question, Vct, Verdict};
use crate::eval::gomoku::shapes::{Shapes, Values};
use crate::game::State;
use crate::games::gomoku::{GomokuState, Rules};
use crate::record::sgf::{self, Event, GameRecord, GomokuNotation, Notation};
use anyhow::{Context, Result, anyhow};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

/// A position and its number in the table.
pub struct Task {
    number: u32,
    puzzle: Puzzle,
}

/// Is that text about Gomoku, as far as it tells?
pub fn is_gomoku(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains("(;") {
        return suite::is_suite(&text);
    }
    let collection = sgf::parse(bytes).ok();
    let tree = collection.as_ref().and_then(|games| games.first());
    let game = tree.and_then(|tree| tree.node(tree.root()).value("GM"));
    game.is_some_and(|game| game.to_simple_text().trim() == GomokuNotation.game().to_string())
}

/// All positions that were named.
pub fn puzzles(sources: &[Source], options: &SolveOptions) -> Result<Vec<Task>> {
    let rules = Rules::default().parse(&options.rules);
    let rules = rules.map_err(|error| Usage(format!("--rules: {error}")))?;
    let mut tasks = Vec::new();
    let mut number = 0;
    for source in sources {
        let found = read(&source.bytes, rules).with_context(|| source.name.clone())?;
        for puzzle in found {
            number += 1;
            if puzzle.state.outcome().is_some() {
                return Err(anyhow!("{}: position {number}: the game is over", source.name));
            }
            tasks.push(Task { number, puzzle });
        }
    }
    tasks.retain(|task| (options.from..=options.to).contains(&task.number));
    if tasks.is_empty() {
        return Err(Usage("there is no such position in these files".into()).into());
    }
    Ok(tasks)
}

fn read(bytes: &[u8], rules: Rules) -> Result<Vec<Puzzle>> {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains("(;") {
        return Ok(suite::parse(&text)?);
    }
    let collection = sgf::parse(bytes)?;
    collection.trees().iter().map(|tree| game(tree, rules)).collect()
}

/// The position at the end of a game.
fn game(tree: &sgf::Tree, rules: Rules) -> Result<Puzzle> {
    let record = GameRecord::from_tree_as(tree, &GomokuNotation)?;
    let rules = record.rules.as_ref().and_then(|text| rules.parse(text).ok()).unwrap_or(rules);
    let size = record.size;
    if size.width() != size.height() || size.width() < 5 {
        return Err(anyhow!("{size}: boards are squares from 5x5 to 25x25"));
    }
    let mut state = GomokuState::new(size, rules);
    for event in record.events() {
        match event {
            Event::Setup(setup) => {
                let edits = |points: &[Point], color| {
                    points.iter().map(|&point| (point, color)).collect::<Vec<_>>()
                };
                let mut all = edits(&setup.empty, None);
                all.extend(edits(&setup.black, Some(Color::Black)));
                all.extend(edits(&setup.white, Some(Color::White)));
                state.edit(&all)?;
            }
            Event::SetPlayer(color) => state.set_to_move(color),
            Event::Refused(_) => {}
            Event::Move(color, mv) => {
                state.set_to_move(color);
                state.try_play(mv).map_err(|error| anyhow!("{mv}: {error}"))?;
            }
        }
    }
    state.set_to_move(record.to_play_before(0));
    Ok(Puzzle { name: record.game_name.clone().unwrap_or_default(), state, told: None })
}

/// How an answer stands to what the file tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// The file tells nothing.
    Untold,
    Right,
    Wrong,
    /// Not found out.
    Open,
}

fn mark(told: Option<&Told>, verdict: &Verdict) -> Mark {
    let Some(told) = told else {
        return if *verdict == Verdict::Unknown { Mark::Open } else { Mark::Untold };
    };
    match (verdict, told.plies) {
        (Verdict::Unknown, _) => Mark::Open,
        (Verdict::NoWin, None) => Mark::Right,
        (Verdict::Win { plies, shortest, .. }, Some(least)) => match plies.cmp(&least) {
            std::cmp::Ordering::Equal => Mark::Right,
            std::cmp::Ordering::Greater if !shortest => Mark::Open,
            _ => Mark::Wrong,
        },
        _ => Mark::Wrong,
    }
}

/// Solves them, a line for each as it is done.
pub fn run(tasks: &[Task], options: &SolveOptions, stop: &Stop) -> Result<()> {
    let mut solver = Vct::new(usize::try_from(options.memory)?);
    print(&format!(
        "{:>5}  {:<4} {:>6} {:>6} {:<6}{:>15} {:>10} {:>7}  {}\n",
        "#", "best", "plies", "file", "", "nodes", "seconds", "Mn/s", "name"
    ))?;
    let (mut done, mut right, mut wrong, mut open) = (0, 0, 0, 0);
    let mut total = Speed::default();
    for Task { number, puzzle } in tasks {
        let Puzzle { name, state, told } = puzzle;
        let question = question(state, told.as_ref(), options);
        let fours = told.as_ref().map_or(options.by == By::Fours, |told| told.fours);
        let values = Arc::new(Values::zero());
        let mut shapes = Shapes::new(state.board(), tables(state.rules().variant), values);
        solver.clear();
        let started = Instant::now();
        let mut raised = || stop.is_raised();
        let answer = match fours {
            true => solver.vcf(&mut shapes, &question, &mut raised),
            false => solver.vct(&mut shapes, &question, &mut raised),
        };
        if stop.is_raised() {
            break;
        }
        let speed = Speed { nodes: answer.nodes, time: started.elapsed() };
        total.nodes += speed.nodes;
        total.time += speed.time;
        let mark = mark(told.as_ref(), &answer.verdict);
        done += 1;
        right += usize::from(mark == Mark::Right);
        wrong += usize::from(mark == Mark::Wrong);
        open += usize::from(mark == Mark::Open);
        let (best, plies, line) = words(&answer.verdict);
        let told = told
            .as_ref()
            .map_or("-".into(), |told| told.plies.map_or("none".into(), |plies| plies.to_string()));
        let mark = match mark {
            Mark::Untold => "",
            Mark::Right => "ok",
            Mark::Wrong => "WRONG",
            Mark::Open => "open",
        };
        print(&format!(
            "{number:>5}  {best:<4} {plies:>6} {told:>6} {mark:<6}{speed}  {name}\n{line}"
        ))?;
    }
    let mut text = format!("total {done}: {right} ok, {wrong} wrong");
    if open > 0 {
        let _ = write!(text, ", {open} open");
    }
    if done < tasks.len() {
        let _ = write!(text, ", stopped, {} left", tasks.len() - done);
    }
    print(&format!("{text:<37}{total}\n"))?;
    match wrong + open > 0 || done < tasks.len() {
        true => Err(Ended(FAILURE).into()),
        false => Ok(()),
    }
}

/// What to ask of a position. A game that is drawn after so many stones bounds the win as well.
fn question(state: &GomokuState, told: Option<&Told>, options: &SolveOptions) -> Question {
    let area = state.size().area();
    let stones = area - state.board().empty_count();
    let end = match usize::from(state.rules().draw_after) {
        0 => area,
        limit => limit.min(area),
    };
    let plies = end.saturating_sub(stones).min(options.plies.map_or(area, usize::from));
    // A bound that bounds nothing is left away: proofs without one serve more positions.
    let most_moves = if plies + stones >= area { u16::MAX } else { plies.div_ceil(2) as u16 };
    Question {
        attacker: state.to_move(),
        most_moves,
        nodes: if options.nodes == 0 { u64::MAX } else { options.nodes },
        shortest: !options.any_win || told.is_some(),
    }
}

/// First move, number of plies, and the line below the row.
fn words(verdict: &Verdict) -> (String, String, String) {
    match verdict {
        Verdict::Unknown => ("-".into(), "open".into(), String::new()),
        Verdict::NoWin => ("-".into(), "none".into(), String::new()),
        Verdict::Win { line, plies, shortest } => {
            let best = line.first().map_or("-".into(), Move::to_string);
            let plies = if *shortest { plies.to_string() } else { format!("<={plies}") };
            let moves = line.iter().fold(String::from("      "), |mut text, mv| {
                let _ = write!(text, " {mv}");
                text
            });
            (best, plies, moves + "\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_gomoku() {
        let table = [
            ("renju 15 h8", true),
            ("# remark\nx; caro; 15; H8; ; white", true),
            ("(;GM[4]SZ[15];B[hh])", true),
            ("(;GM[2]SZ[8];B[f5])", false),
            ("(;SZ[19];B[aa])", false),
            ("f5d6c3", false),
            ("5; --XO--; X", false),
            ("", false),
        ];
        for (text, expected) in table {
            assert_eq!(is_gomoku(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn marks() {
        let win = |plies, shortest| Verdict::Win { line: Vec::new(), plies, shortest };
        let told = |plies| Told { fours: true, plies, line: Vec::new() };
        let table = [
            (win(5, true), Some(5), Mark::Right),
            (win(5, false), Some(5), Mark::Right),
            (win(7, true), Some(5), Mark::Wrong),
            (win(7, false), Some(5), Mark::Open),
            (win(3, true), Some(5), Mark::Wrong),
            (win(3, true), None, Mark::Wrong),
            (Verdict::NoWin, None, Mark::Right),
            (Verdict::NoWin, Some(5), Mark::Wrong),
            (Verdict::Unknown, None, Mark::Open),
        ];
        for (verdict, plies, expected) in table {
            assert_eq!(mark(Some(&told(plies)), &verdict), expected, "{verdict:?} {plies:?}");
        }
        assert_eq!(mark(None, &Verdict::NoWin), Mark::Untold);
        assert_eq!(mark(None, &Verdict::Unknown), Mark::Open);
    }
}
