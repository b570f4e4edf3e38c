//! The commands: one table, a function each.

use super::server::{Done, Ignored, Server};
use crate::base::Color;
use crate::record::coordinates::read_sau_list;

/// A command.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Another word for it.
    pub synonym: Option<&'static str>,
    /// What stands behind it.
    pub arguments: &'static str,
    /// What is answered, in words.
    pub answer: &'static str,
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
    answer: &'static str,
    help: &'static str,
    run: fn(&mut Server<'_>, &str) -> Done,
) -> Row {
    Row { name, synonym: None, arguments, answer, help, run }
}

/// Every command.
pub static COMMANDS: &[Row] = &[
    row("name?", "", "`name tesuji`", "The program was loaded.", name),
    row(
        "new",
        "black|white",
        "Black: `move XY` or `move pass`",
        "A game begins. Black's first move is said at once.",
        new,
    ),
    row(
        "move",
        "go|pass",
        "`move XY` or `move pass`",
        "The opponent has put a stone somewhere, or has passed; it is the engine's turn. After a second pass nothing is said.",
        turn,
    ),
    Row {
        synonym: Some("access"),
        ..row("accept", "", "nothing", "The move was legal and is played.", accept)
    },
    row("take", "N XYXY...", "nothing", "The move just accepted has taken these stones.", take),
    row(
        "refuse",
        "",
        "`move XY` or `move pass`",
        "The move was not legal; the turn stays. No point is tried twice in a turn; when none is left, the turn is passed.",
        refuse,
    ),
    row(
        "error",
        "",
        "`move XY` or `move pass`",
        "As refuse. (Older builds of the platform send it for every illegal move, newer ones for a point that is not on the board.)",
        refuse,
    ),
    row(
        "taked",
        "N XYXY...",
        "nothing",
        "The opponent's move, about which a `move go` follows, has taken these stones of the engine's.",
        taked,
    ),
    row("end", "[black|white]", "nothing", "The game is over.", end),
    row("quit", "", "nothing", "Ends the program, as the end of the input does.", quit),
];

fn nothing_behind(arguments: &str) -> Done {
    if arguments.is_empty() { Ok(()) } else { Err(Ignored::new("arguments")) }
}

fn name(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    server.say("name tesuji");
    Ok(())
}

fn new(server: &mut Server<'_>, arguments: &str) -> Done {
    let color = match arguments {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return Err(Ignored::new("no colour")),
    };
    server.begin(color)
}

fn turn(server: &mut Server<'_>, arguments: &str) -> Done {
    match arguments {
        "go" => server.opponent_moved(),
        "pass" => server.opponent_passed(),
        _ => Err(Ignored::new("neither go nor pass")),
    }
}

fn accept(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    server.accepted()
}

fn take(server: &mut Server<'_>, arguments: &str) -> Done {
    let points = read_sau_list(arguments, server.size()).ok_or(Ignored::new("no list"))?;
    server.taken(&points)
}

fn refuse(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    server.refused()
}

fn taked(server: &mut Server<'_>, arguments: &str) -> Done {
    let points = read_sau_list(arguments, server.size()).ok_or(Ignored::new("no list"))?;
    server.lost(&points)
}

fn end(server: &mut Server<'_>, _arguments: &str) -> Done {
    server.over()
}

fn quit(server: &mut Server<'_>, arguments: &str) -> Done {
    nothing_behind(arguments)?;
    server.quit();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sound() {
        let words = |row: &Row| [Some(row.name), row.synonym].into_iter().flatten().collect();
        let all: Vec<&str> = COMMANDS.iter().flat_map::<Vec<&str>, _>(words).collect();
        for (at, word) in all.iter().enumerate() {
            assert!(all.iter().take(at).all(|other| other != word), "{word}");
        }
        for row in COMMANDS {
            assert!(row.help.ends_with(['.', ')']) && !row.answer.is_empty(), "{}", row.name);
        }
    }
}
