//! The commands: one table, a function each.

use super::line::number;
use super::lines::{answer, candidate, nodestats, spell};
use super::server::{Ignored, Server};
use crate::base::{Color, Move};
use crate::engine::{OptionKind, Purpose, Thought};
use crate::game::{Outcome, Reason};
use crate::protocol::{Ends, Voice};
use crate::record::othello::{Ply, ggf};
use crate::search::Report;
use crate::session::Asked;
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// How often a search that runs tells what it has found.
const INTERVAL: Duration = Duration::from_millis(200);

/// What comes of a command.
pub(super) type Done = Result<(), Ignored>;

/// A command.
pub struct Row {
    /// Its name: one word, or two (`set depth`).
    pub name: &'static str,
    /// What stands behind it.
    pub arguments: &'static str,
    /// The version of the protocol that brought it.
    pub version: u32,
    /// What it does here.
    pub help: &'static str,
    pub(super) run: fn(&mut Server<'_>, &str) -> Done,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Row").field("name", &self.name).finish_non_exhaustive()
    }
}

const fn row(
    name: &'static str,
    arguments: &'static str,
    version: u32,
    help: &'static str,
    run: fn(&mut Server<'_>, &str) -> Done,
) -> Row {
    Row { name, arguments, version, help, run }
}

/// Every command.
pub static COMMANDS: &[Row] = &[
    row(
        "nboard",
        "VERSION",
        1,
        "Begins a session: 1 or 2; anything above counts as 2, the version without this command.",
        nboard,
    ),
    row(
        "set depth",
        "N",
        1,
        "Searches N plies in midgame (option depth; 0 = by the clock). Answers set myname tesujiN.",
        set_depth,
    ),
    row(
        "set game",
        "GGF",
        1,
        "Goes to the end of this game. Forced passes may be missing. The clocks are those of TI less the times used.",
        set_game,
    ),
    row(
        "set contempt",
        "N",
        2,
        "Value of drawn book lines for Black (option contempt), -100 to 100.",
        set_contempt,
    ),
    row("set myname", "NAME", 1, "Nothing: it is the engine's to say.", set_myname),
    row(
        "move",
        "SQUARE/EVAL/SECONDS",
        1,
        "Makes a move (version 1: the square alone). A forced pass before it may be missing.",
        make_move,
    ),
    row(
        "hint",
        "N",
        1,
        "Says the values of the N best moves in search or book lines, until the depth is reached or a ping comes.",
        hint,
    ),
    row(
        "go",
        "",
        1,
        "Says the move it would make: === SQUARE/EVAL/SECONDS; PA when there is none. Depth and (version 2) clock bind.",
        go,
    ),
    row("ping", "N", 1, "Ends what runs, without further word about it, and answers pong N.", ping),
    row("learn", "", 1, "Answers learned. The opening book does not change by it.", learn),
    row(
        "analyze",
        "",
        2,
        "Says a value of each position of the game, the last one first: analysis MOVES EVAL.",
        analyze,
    ),
    row("quit", "", 1, "Ends the session, as the end of the input does.", quit),
];

fn nothing_behind(arguments: &str) -> Done {
    if arguments.is_empty() { Ok(()) } else { Err(Ignored::new("arguments")) }
}

fn nboard(server: &mut Server<'_>, arguments: &str) -> Done {
    let version: u32 = number(arguments).filter(|v| *v > 0).ok_or(Ignored::new("no version"))?;
    server.version = version.min(2);
    Ok(())
}

/// Sets an option of whole numbers to the nearest value it takes, if the game has it.
fn set_nearest(server: &mut Server<'_>, name: &str, value: i64) -> Done {
    let row = server.session.option_rows().iter().find(|row| row.name == name);
    if let Some((row, OptionKind::Int { min, max })) = row.map(|row| (row, row.kind)) {
        let value = value.clamp(min, max).to_string();
        server.session.set_option(row.name, &value)?;
    }
    Ok(())
}

fn set_depth(server: &mut Server<'_>, arguments: &str) -> Done {
    let depth: u32 = number(arguments).ok_or(Ignored::new("no depth"))?;
    set_nearest(server, "depth", depth.into())?;
    server.say(&match depth {
        0 => "set myname tesuji".into(),
        depth => format!("set myname tesuji{depth}"),
    });
    Ok(())
}

fn set_contempt(server: &mut Server<'_>, arguments: &str) -> Done {
    let contempt: i32 = number(arguments).ok_or(Ignored::new("no number"))?;
    set_nearest(server, "contempt", contempt.into())
}

fn set_myname(_: &mut Server<'_>, _: &str) -> Done {
    Ok(())
}

fn set_game(server: &mut Server<'_>, arguments: &str) -> Done {
    let games = ggf::parse(arguments)?;
    let game = games.into_iter().next().ok_or(Ignored::new("no game"))?;
    server.open(&game)
}

fn make_move(server: &mut Server<'_>, arguments: &str) -> Done {
    let size = server.session.size();
    let ply = ggf::ply(None, arguments, size).ok_or(Ignored::new("no move"))?;
    // Here values are in hundredths of discs.
    server.play(Ply { eval: ply.eval.map(|eval| eval / 100.0), ..ply })
}

fn ping(server: &mut Server<'_>, arguments: &str) -> Done {
    let id: i64 = number(arguments).ok_or(Ignored::new("no number"))?;
    server.say(&format!("pong {id}"));
    Ok(())
}

fn learn(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    server.say("learned");
    Ok(())
}

fn quit(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    server.quit();
    Ok(())
}

fn go(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    let color = server.session.to_move();
    let legal = server.session.legal_moves(color);
    if !legal.iter().any(|mv| mv.point().is_some()) {
        server.say(&format!("=== {}", spell(Move::PASS)));
        return Ok(());
    }
    server.wind_clocks();
    let asked = Asked {
        interval: Some(INTERVAL),
        waited: server.waited(),
        ..Asked::new(color, Purpose::Play)
    };
    let start = Instant::now();
    let version = server.version;
    let ends = server.ends();
    let (thought, interrupted) = server.think(&asked, ends, |voice, report| {
        if let Some(best) = report.candidates.first() {
            voice.say(&candidate(best));
            if version > 1 {
                voice.say(&nodestats(report, start.elapsed()));
            }
        }
    });
    if interrupted {
        return Ok(());
    }
    let Thought { mv, report } = thought;
    // A game is never given up here.
    let mv = if legal.contains(&mv) { Some(mv) } else { legal.first().copied() };
    let mv = mv.unwrap_or(Move::PASS);
    let best = report.candidates.iter().find(|candidate| candidate.mv == mv);
    if let Some(best) = best {
        server.say(&candidate(best));
        if version > 1 {
            server.say(&nodestats(&report, start.elapsed()));
        }
    }
    server.say(&answer(mv, best, start.elapsed()));
    server.answered(color, mv);
    Ok(())
}

fn hint(server: &mut Server<'_>, arguments: &str) -> Done {
    let count: usize = number(arguments).filter(|n| *n > 0).ok_or(Ignored::new("no number"))?;
    let color = server.session.to_move();
    if let Some(outcome) = server.session.outcome() {
        server.say(&format!("status the game is over: {outcome}"));
        return Ok(());
    }
    server.stop_clocks();
    // With a depth it is the search that go would make, to its end; without one there is no end but the next line.
    let (purpose, ends) = match server.depth() {
        Some(_) => (Purpose::Play, server.ends()),
        None => (Purpose::Analyze, Ends::OnAnyLine),
    };
    let asked = Asked { lines: count, interval: Some(INTERVAL), ..Asked::new(color, purpose) };
    let start = Instant::now();
    let version = server.version;
    let told = RefCell::new(Vec::new());
    let tell = |voice: &mut Voice<'_>, report: &Report| {
        let best = report.candidates.get(..count).unwrap_or(&report.candidates);
        // The end of a search often has nothing to add to its last word.
        if *told.borrow() == best {
            return;
        }
        best.iter().for_each(|best| voice.say(&candidate(best)));
        if version > 1 {
            voice.say(&nodestats(report, start.elapsed()));
        }
        *told.borrow_mut() = best.to_vec();
    };
    let (thought, interrupted) = server.think(&asked, ends, tell);
    // What a line has cut short is old; but one value at least is owed to whoever does not ping.
    let cut = server.is_stopped() && !told.borrow().is_empty();
    if !interrupted && !cut {
        server.tell(&thought.report, tell);
    }
    Ok(())
}

/// Discs that the game was won by, for that colour.
fn margin(outcome: Outcome, color: Color) -> f32 {
    match outcome {
        Outcome::Win { winner, reason: Reason::Points(points) } if winner == color => points,
        Outcome::Win { reason: Reason::Points(points), .. } => -points,
        Outcome::Win { .. } | Outcome::Draw => 0.0,
    }
}

fn analyze(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    let moves: Vec<(Color, Move)> = server.session.moves().to_vec();
    server.stop_clocks();
    for made in (0..=moves.len()).rev() {
        let color = server.session.to_move();
        let eval = match server.session.outcome() {
            Some(outcome) => Some(margin(outcome, color)),
            None => {
                let ends = server.ends();
                let asked = Asked::new(color, Purpose::Play);
                let (thought, _) = server.think(&asked, ends, |_, _| {});
                // A search that was cut short says nothing worth knowing.
                let best = thought.report.candidates.first().filter(|_| !server.is_stopped());
                best.map(|best| best.score)
            }
        };
        match eval {
            Some(eval) => server.say(&format!("analysis {made} {}", super::lines::discs(eval))),
            // Stopped, or nothing is known of it.
            None if server.is_stopped() => break,
            None => {}
        }
        if made > 0 && server.session.undo(1).is_err() {
            break;
        }
    }
    let kept = server.session.moves().len();
    server.session.play_all(moves.get(kept..).unwrap_or_default())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sound() {
        for (at, row) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS.iter().take(at).all(|other| other.name != row.name), "{}", row.name);
            assert!(row.help.ends_with('.') && (1..=2).contains(&row.version), "{}", row.name);
        }
    }
}
