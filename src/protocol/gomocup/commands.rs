//! The commands: one table, a function each. Those of the Gomocup protocol stand here, Yixin's in `yixin`, the openings of
//! both in `opening`.

use super::line::{number, numbers, quoted, spell, square};
use super::list::placed;
use super::position::Position;
use super::server::{Refusal, Server};
use super::{info, opening, yixin};
use crate::base::{BoardSize, Color, Move, Point};
use crate::session::SessionError;

/// What comes of a command.
pub(super) type Done = Result<(), Refusal>;

/// Whose a command or a key is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The protocol of Gomocup managers.
    Gomocup,
    /// Yixin's extension.
    Yixin,
}

impl Dialect {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Gomocup => "Gomocup",
            Dialect::Yixin => "Yixin",
        }
    }
}

/// What must have come before a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    /// Nothing.
    Nothing,
    /// A board (`START`).
    Board,
    /// A board, and rules that are played here.
    Rules,
}

/// A command as it came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'c> {
    /// What stands behind its name.
    pub arguments: &'c str,
    /// The lines of its list.
    pub items: &'c [Vec<i64>],
}

/// A command.
pub struct Row {
    /// Its name, in capitals.
    pub name: &'static str,
    /// What stands behind it, and the lines of its list.
    pub arguments: &'static str,
    /// Whose it is.
    pub dialect: Dialect,
    /// What it answers.
    pub answer: &'static str,
    /// What it does here.
    pub help: &'static str,
    /// Do lines up to `DONE` follow?
    pub list: bool,
    pub(super) needs: Needs,
    /// Does it end the thinking of a command before it?
    pub(super) ends_thinking: bool,
    /// Is it the last one?
    pub(super) ends_session: bool,
    pub(super) run: fn(&mut Server<'_>, &Call<'_>) -> Done,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Row").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Row {
    /// Troubles with settings are told before its answer. `INFO` has none, and what comes at any moment tells nothing.
    pub(super) fn speaks(&self) -> bool {
        self.name != "INFO" && !self.ends_thinking && !self.ends_session
    }
}

const fn row(
    name: &'static str,
    arguments: &'static str,
    answer: &'static str,
    help: &'static str,
    run: fn(&mut Server<'_>, &Call<'_>) -> Done,
) -> Row {
    Row {
        name,
        arguments,
        dialect: Dialect::Gomocup,
        answer,
        help,
        list: false,
        needs: Needs::Nothing,
        ends_thinking: false,
        ends_session: false,
        run,
    }
}

impl Row {
    const fn with_list(self) -> Row {
        Row { list: true, ..self }
    }

    const fn on_board(self) -> Row {
        Row { needs: Needs::Board, ..self }
    }

    const fn in_game(self) -> Row {
        Row { needs: Needs::Rules, ..self }
    }

    const fn of_yixin(self) -> Row {
        Row { dialect: Dialect::Yixin, ..self }
    }

    const fn that_stops(self) -> Row {
        Row { ends_thinking: true, ..self }
    }

    const fn that_ends(self) -> Row {
        Row { ends_session: true, ..self }
    }
}

/// Every command.
pub static COMMANDS: &[Row] = &[
    row(
        "START",
        "N | N N",
        "OK",
        "An empty board, 5 to 25 squares a side; all settings stay. A second number must be the same.",
        start,
    ),
    row("RECTSTART", "W,H", "OK", "As START; ERROR where W and H differ, since boards are square here.", rectstart),
    row("RESTART", "", "OK", "An empty board of the same size.", restart).on_board(),
    row("BEGIN", "", "x,y", "Makes the first move on an empty board.", begin).in_game(),
    row("TURN", "x,y", "x,y", "Takes the opponent's move and answers it.", turn).in_game(),
    row(
        "BOARD",
        "; x,y,F ...; DONE",
        "x,y",
        "Replaces the position and makes a move. F: 1 own stone, 2 opponent's, 3 a square that is nobody's. Stones may come in any \
         order, under Renju in the order of play.",
        board,
    )
    .with_list()
    .in_game(),
    row(
        "SWAP2BOARD",
        "; x,y ...; DONE",
        "x,y x,y x,y | SWAP | x,y",
        "Answers 0, 3 or 5 stones of the opening swap2 (black, white, black, ...): proposes three, takes Black, or keeps White and \
         places the next stone.",
        opening::swap2board,
    )
    .with_list()
    .in_game(),
    row("TAKEBACK", "x,y", "OK", "Takes a stone off; its colour is then to move.", takeback).on_board(),
    row("PLAY", "x,y", "x,y", "Makes this move for the side to move, as if it had been thought of.", play).in_game(),
    row("INFO", "KEY VALUE", "nothing", "Sets something, at any time; see the keys below. Unknown keys are passed over.", info::info),
    row(
        "ABOUT",
        "",
        "name=\"...\", version=\"...\"",
        "Says who this is.",
        about,
    ),
    row("END", "", "nothing", "Ends the program, as the end of the input does.", end).that_ends(),
    row("STOP", "", "nothing", "Ends a thought; the move is made at once.", stop).of_yixin().that_stops(),
    row("YXSTOP", "", "nothing", "As STOP.", stop).of_yixin().that_stops(),
    row(
        "YXSHOWINFO",
        "",
        "MESSAGE INFO MAX_THREAD_NUM n, MESSAGE INFO MAX_HASH_SIZE e",
        "Tells the most threads and hash memory (2^e KiB).",
        yixin::showinfo,
    )
    .of_yixin(),
    row("YXBOARD", "; x,y,F ...; DONE", "nothing", "Replaces the position, as BOARD, without a move.", yixin::board)
        .with_list()
        .on_board()
        .of_yixin(),
    row("YXNBEST", "K", "x,y", "Makes a move and tells of the K best ones, if INFO show_detail asks for it.", yixin::nbest)
        .in_game()
        .of_yixin(),
    row(
        "YXSHOWFORBID",
        "",
        "FORBID xxyyxxyy.",
        "Tells the points forbidden to Black, two digits each, when Black is to move under Renju.",
        yixin::showforbid,
    )
    .on_board()
    .of_yixin(),
    row("YXBLOCK", "; x,y ...; DONE", "nothing", "Squares not to be searched from now on.", yixin::block)
        .with_list()
        .on_board()
        .of_yixin(),
    row("YXBLOCKUNDO", "; x,y ...; DONE", "nothing", "Squares to be searched again.", yixin::block_undo)
        .with_list()
        .on_board()
        .of_yixin(),
    row("YXBLOCKRESET", "", "nothing", "All squares are searched again.", yixin::block_reset).of_yixin(),
    row("YXBLOCKPATH", "; x,y ...; DONE", "ERROR", "Lines of play cannot be left out here.", yixin::no_paths)
        .with_list()
        .of_yixin(),
    row("YXBLOCKPATHUNDO", "; x,y ...; DONE", "nothing", "There is nothing to undo.", yixin::nothing)
        .with_list()
        .of_yixin(),
    row("YXBLOCKPATHRESET", "", "nothing", "There is nothing to undo.", yixin::nothing).of_yixin(),
    row("YXHASHCLEAR", "", "nothing", "Forgets what earlier searches found.", yixin::hash_clear).of_yixin(),
    row("YXHASHDUMP", "PATH", "ERROR", "The hash table cannot be written to a file.", yixin::no_hash_files).of_yixin(),
    row("YXHASHLOAD", "PATH", "ERROR", "The hash table cannot be read from a file.", yixin::no_hash_files).of_yixin(),
    row(
        "YXBALANCEONE",
        "[BIAS]",
        "x,y",
        "Makes a move after which the side that made it has a game of value BIAS (200 = a chance of 73 %), as near as is found.",
        opening::balance_one,
    )
    .in_game()
    .of_yixin(),
    row(
        "YXBALANCETWO",
        "[BIAS]",
        "x,y x,y",
        "Places a stone of each side, so that the side to move has a game of value BIAS.",
        opening::balance_two,
    )
    .in_game()
    .of_yixin(),
    row(
        "YXSWAP2STEP1",
        "",
        "MESSAGE SWAP2 MOVE1 x y, MOVE2, MOVE3",
        "Proposes the three stones of swap2.",
        opening::swap2_step1,
    )
    .in_game()
    .of_yixin(),
    row(
        "YXSWAP2STEP2",
        "",
        "MESSAGE SWAP2 SWAP1 YES | NO",
        "Three stones are on the board: takes Black or keeps White, who is to move.",
        opening::swap2_step2,
    )
    .in_game()
    .of_yixin(),
    row(
        "YXSWAP2STEP3",
        "",
        "MESSAGE SWAP2 SWAP2 YES | NO",
        "Five stones are on the board: takes Black or keeps White, who is to move.",
        opening::swap2_step3,
    )
    .in_game()
    .of_yixin(),
    row(
        "YXDRAW",
        "",
        "MESSAGE DRAW ACCEPT | REJECT",
        "Answers the offer of a draw: accepted on a board more than half full, if our last search saw no better than even.",
        yixin::draw,
    )
    .on_board()
    .of_yixin(),
    row(
        "YXQUERYDATABASEALL",
        "; x,y ...; DONE",
        "MESSAGE DATABASE REFRESH, MESSAGE DATABASE DONE",
        "There is no database: nothing is found.",
        yixin::query_all,
    )
    .with_list()
    .of_yixin(),
    row(
        "YXQUERYDATABASEALLT",
        "; x,y ...; DONE",
        "MESSAGE DATABASE REFRESH, DONE, TEXT \"\"",
        "There is no database: nothing is found.",
        yixin::query_all_with_text,
    )
    .with_list()
    .of_yixin(),
    row(
        "YXQUERYDATABASEONE",
        "; x,y ...; DONE",
        "MESSAGE DATABASE ONE 0 0 0 0",
        "There is no database: nothing is found.",
        yixin::query_one,
    )
    .with_list()
    .of_yixin(),
    row(
        "YXQUERYDATABASETEXT",
        "; x,y ...; DONE",
        "MESSAGE DATABASE TEXT \"\"",
        "There is no database: nothing is found.",
        yixin::query_text,
    )
    .with_list()
    .of_yixin(),
    no_database_list("YXEDITTVDDATABASE", "...; x,y ...; DONE"),
    no_database_list("YXEDITTEXTDATABASE", "...; x,y ...; DONE"),
    no_database_list("YXEDITLABELDATABASE", "...; x,y ...; DONE"),
    no_database_list("YXDELETEDATABASEONE", "; x,y ...; DONE"),
    no_database_list("YXDELETEDATABASEALL", "...; x,y ...; DONE"),
    no_database_list("YXSETBESTMOVEDATABASE", "; x,y ...; DONE"),
    no_database_list("YXCLEARBESTMOVEDATABASE", "; x,y ...; DONE"),
    no_database("YXSETDATABASE", "PATH"),
    no_database("YXSAVEDATABASE", ""),
    no_database("YXDBTOTXT", "PATH"),
    no_database("YXDBTOTXTALL", "PATH"),
    no_database("YXTXTTODB", "PATH"),
    no_database("YXDBTOPOS", "PATH"),
    no_database("YXDBCHECK", ""),
    no_database("YXDBFIX", ""),
];

const fn no_database(name: &'static str, arguments: &'static str) -> Row {
    row(name, arguments, "ERROR", "There is no database.", yixin::no_database).of_yixin()
}

const fn no_database_list(name: &'static str, arguments: &'static str) -> Row {
    no_database(name, arguments).with_list()
}

/// The one square behind a command.
fn one_square(arguments: &str, size: BoardSize) -> Result<Point, Refusal> {
    let told = quoted(arguments);
    match numbers(arguments).as_deref() {
        Some(&[x, y]) => square(x, y, size)
            .ok_or_else(|| Refusal::new(format!("{told} is off the board of {size}"))),
        _ => Err(Refusal::new(format!("a square is x,y, not {told}"))),
    }
}

fn nothing_behind(arguments: &str) -> Done {
    match arguments.is_empty() {
        true => Ok(()),
        false => Err(Refusal::new(format!("nothing is expected behind it: {}", quoted(arguments)))),
    }
}

/// A new board of that size.
fn new_board(server: &mut Server<'_>, side: Option<i64>, told: &str) -> Done {
    let size = side.and_then(|side| usize::try_from(side).ok()).and_then(BoardSize::square);
    let size = size.ok_or(SessionError::UnacceptableSize);
    size.and_then(|size| server.session.set_size(size)).map_err(|_| {
        Refusal::new(format!("no board of {}: 5 to 25 squares a side", quoted(told)))
    })?;
    server.new_game();
    server.say("OK");
    Ok(())
}

fn start(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let words: Vec<&str> =
        call.arguments.split([' ', '\t', ',']).filter(|w| !w.is_empty()).collect();
    let side = match words[..] {
        [side] => Some(side),
        [width, height] if width == height => Some(width),
        [_, _] => return Err(not_square(call.arguments)),
        _ => None,
    };
    new_board(server, side.and_then(number), call.arguments)
}

fn not_square(told: &str) -> Refusal {
    Refusal::new(format!("boards are square here, not {}", quoted(told)))
}

fn rectstart(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    match numbers(call.arguments).as_deref() {
        Some(&[width, height]) if width == height => new_board(server, Some(width), call.arguments),
        Some(&[_, _]) => Err(not_square(call.arguments)),
        _ => Err(Refusal::new(format!("a board is W,H, not {}", quoted(call.arguments)))),
    }
}

fn restart(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    nothing_behind(call.arguments)?;
    server.session.clear();
    server.new_game();
    server.say("OK");
    Ok(())
}

fn begin(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    nothing_behind(call.arguments)?;
    if !server.session.is_clear() || !server.blocked.is_empty() {
        return Err(Refusal::new("the board is not empty"));
    }
    server.go_to(&Position { stones: Vec::new(), blocked: Vec::new(), to_move: Color::Black })?;
    server.answer(1)
}

fn turn(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let point = one_square(call.arguments, server.session.size())?;
    let before = server.position();
    server.check_open()?;
    let color = server.session.to_move();
    server.session.play(color, Move::at(point))?;
    if let Err(refusal) = server.go_on().and_then(|()| server.check_open()) {
        server.go_to(&before)?;
        return Err(refusal);
    }
    server.answer(1)
}

fn board(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    nothing_behind(call.arguments)?;
    let stones = placed(call.items, server.session.size())?;
    let position = server.read(&stones);
    server.go_to_open(&position)?;
    server.answer(1)
}

fn takeback(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let size = server.session.size();
    let point = one_square(call.arguments, size)?;
    let Some(color) = server.session.stone(point) else {
        return Err(Refusal::new(format!("there is no stone on {}", spell(point, size))));
    };
    if server.session.moves().last() == Some(&(color, Move::at(point))) {
        server.session.undo(1)?;
    } else {
        let mut position = server.position();
        position.stones.retain(|(_, other)| *other != point);
        position.to_move = color;
        server.go_to(&position)?;
    }
    if server.session.to_move() != color {
        server.session.set_to_move(color);
    }
    server.say("OK");
    Ok(())
}

fn play(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let size = server.session.size();
    let point = one_square(call.arguments, size)?;
    server.check_open()?;
    let color = server.session.to_move();
    server.session.play(color, Move::at(point))?;
    server.go_on()?;
    server.say(&spell(point, size));
    Ok(())
}

fn about(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.say(concat!(
        "name=\"tesuji\", version=\"",
        env!("CARGO_PKG_VERSION"),
        "\", description=\"Gomoku, Renju and Caro; also Go and Reversi by other protocols\""
    ));
    Ok(())
}

fn end(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    server.quit();
    Ok(())
}

/// What it ends has ended when it is executed.
fn stop(_: &mut Server<'_>, _: &Call<'_>) -> Done {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::gomocup::line::find;

    #[test]
    fn rows_are_sound() {
        for (at, row) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS.iter().take(at).all(|other| other.name != row.name), "{}", row.name);
            assert!(row.help.ends_with('.') && !row.answer.is_empty(), "{}", row.name);
            assert!(row.name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()));
            assert_eq!(row.list, row.arguments.ends_with("DONE"), "{}", row.name);
            assert_eq!(
                row.dialect == Dialect::Yixin,
                row.name.starts_with("YX") || row.name == "STOP"
            );
            let lower = row.name.to_lowercase();
            assert!(find(&lower).is_some_and(|found| std::ptr::eq(found, row)));
        }
    }
}
