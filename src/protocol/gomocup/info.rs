//! The keys of `INFO`: one table, a function each. `INFO` has no answer; what is wrong is told at the next command.

use super::commands::{Call, Dialect, Done};
use super::line::{number, quoted, split};
use super::lines::Detail;
use super::server::{Refusal, Server};
use super::yixin::HASH_EXPONENT;

/// A key.
pub struct InfoRow {
    /// Its name, in small letters.
    pub key: &'static str,
    /// What it takes.
    pub value: &'static str,
    /// Whose it is.
    pub dialect: Dialect,
    /// What it does here.
    pub help: &'static str,
    run: Set,
}

impl std::fmt::Debug for InfoRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InfoRow").field("key", &self.key).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy)]
enum Set {
    /// A whole number.
    Number(fn(&mut Server<'_>, i64) -> Done),
    /// It changes nothing here.
    Nothing,
}

const fn row(
    key: &'static str,
    value: &'static str,
    dialect: Dialect,
    help: &'static str,
    run: Set,
) -> InfoRow {
    InfoRow { key, value, dialect, help, run }
}

use Dialect::{Gomocup, Yixin};

/// Every key that is known.
pub static INFO: &[InfoRow] = &[
    row(
        "timeout_turn",
        "ms",
        Gomocup,
        "Most for a move, counted from the arrival of the command; 0 = as fast as possible. The option lag_ms is kept in reserve. \
         Until a manager tells a time, a move takes a few seconds.",
        Set::Number(|server, ms| {
            server.times.set_turn(ms);
            Ok(())
        }),
    ),
    row(
        "timeout_match",
        "ms",
        Gomocup,
        "For the game; 0 = no limit. Without time_left our own clock counts.",
        Set::Number(|server, ms| {
            server.times.set_game(ms);
            Ok(())
        }),
    ),
    row(
        "time_left",
        "ms",
        Gomocup,
        "Left for the game; may be negative, 2147483647 = no limit.",
        Set::Number(|server, ms| {
            server.times.set_left(ms);
            Ok(())
        }),
    ),
    row(
        "time_increment",
        "ms",
        Yixin,
        "What the time for the game grows by with each move.",
        Set::Number(|server, ms| {
            server.times.set_increment(ms);
            Ok(())
        }),
    ),
    row(
        "max_memory",
        "bytes",
        Gomocup,
        "Most memory of the whole process; 0 = no limit but the option memory, which holds as well.",
        Set::Number(|server, bytes| {
            let bytes = not_negative(bytes)?;
            server.set_max_memory(bytes);
            Ok(())
        }),
    ),
    row(
        "game_type",
        "0 to 3",
        Gomocup,
        "Nothing: play is the same against everybody.",
        Set::Nothing,
    ),
    row(
        "rule",
        "mask",
        Gomocup,
        "0 freestyle, 1 exactly five, 4 renju, 8 caro, 9 caro with exactly five; plus 2: a continuous game. After a command of \
         Yixin 2 is renju, and 5 and 6 are freestyle. It holds at once. Other numbers: ERROR at commands for a move.",
        Set::Number(|server, number| {
            server.set_rule(number);
            Ok(())
        }),
    ),
    row("evaluate", "x,y", Gomocup, "Nothing.", Set::Nothing),
    row("folder", "path", Gomocup, "Nothing: no files are written.", Set::Nothing),
    row(
        "max_depth",
        "plies",
        Yixin,
        "The option depth; 0 = as deep as time allows.",
        Set::Number(|server, depth| {
            server.set_nearest("depth", depth);
            Ok(())
        }),
    ),
    row(
        "max_node",
        "count",
        Yixin,
        "The option playouts: most positions or playouts for a move; 0 or less = no limit.",
        Set::Number(|server, nodes| {
            server.set_nearest("playouts", if nodes == i64::MAX { 0 } else { nodes });
            Ok(())
        }),
    ),
    row(
        "max_moves",
        "count",
        Yixin,
        "The option draw_after: stones on the board with which the game is drawn; 0 or less = only a full board is.",
        Set::Number(|server, moves| {
            server.set_nearest("draw_after", moves);
            Ok(())
        }),
    ),
    row(
        "thread_num",
        "count",
        Yixin,
        "The option threads.",
        Set::Number(|server, threads| {
            server.set_nearest("threads", threads.max(1));
            Ok(())
        }),
    ),
    row(
        "hash_size",
        "KiB",
        Yixin,
        "The option memory, within max_memory and what YXSHOWINFO announces.",
        Set::Number(|server, size| {
            let size = not_negative(size)?.min(1 << HASH_EXPONENT);
            server.set_memory(size >> 10);
            Ok(())
        }),
    ),
    row(
        "show_detail",
        "0 to 3",
        Yixin,
        "What a search tells on its way: 1 MESSAGE REALTIME lines, 2 INFO lines (PV, EVAL, BESTLINE, ...), 3 both.",
        Set::Number(|server, number| {
            let detail = Detail::of_number(number);
            server.detail =
                detail.ok_or_else(|| Refusal::new(format!("takes 0 to 3, not {number}")))?;
            Ok(())
        }),
    ),
    row(
        "pondering",
        "0 or 1",
        Yixin,
        "The option ponder: think on the opponent's time.",
        Set::Number(|server, wanted| {
            let wanted = if wanted != 0 { "true" } else { "false" };
            Ok(server.session.set_option("ponder", wanted)?)
        }),
    ),
    row(
        "caution_factor",
        "0 to 5",
        Yixin,
        "Nothing: the engine chooses the width of its search.",
        Set::Nothing,
    ),
    row("thread_split_depth", "plies", Yixin, "Nothing.", Set::Nothing),
    row("usedatabase", "0 or 1", Yixin, "Nothing: there is no database.", Set::Nothing),
    row("vcthread", "0 to 2", Yixin, "Nothing.", Set::Nothing),
    row("checkmate", "0 to 2", Yixin, "Nothing.", Set::Nothing),
    row("nbestsym", "0 or 1", Yixin, "Nothing.", Set::Nothing),
];

fn not_negative(value: i64) -> Result<i64, Refusal> {
    match value {
        0.. => Ok(value),
        _ => Err(Refusal::new(format!("takes 0 or more, not {value}"))),
    }
}

/// A whole number; one that is too large is the largest there is.
fn whole(text: &str) -> Option<i64> {
    let is_large = text.bytes().all(|b| b.is_ascii_digit()) && text.len() > 18;
    number(text).or(is_large.then_some(i64::MAX))
}

pub(super) fn info(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let (key, value) = split(call.arguments);
    let Some(row) = INFO.iter().find(|row| row.key.eq_ignore_ascii_case(key)) else {
        return Ok(());
    };
    let done = match row.run {
        Set::Nothing => Ok(()),
        Set::Number(set) => match whole(value) {
            Some(number) => set(server, number),
            None => Err(Refusal::new(format!("takes a whole number, not {}", quoted(value)))),
        },
    };
    if let Err(refusal) = done {
        server.trouble(format!("INFO {}: {refusal}", row.key));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sound() {
        for (at, row) in INFO.iter().enumerate() {
            assert!(INFO.iter().take(at).all(|other| other.key != row.key), "{}", row.key);
            assert!(row.help.ends_with('.'), "{}", row.key);
        }
    }

    #[test]
    fn large_numbers() {
        for (text, value) in [
            ("-50", Some(-50)),
            ("2147483647", Some(2_147_483_647)),
            ("18446744073709551615", Some(i64::MAX)),
            ("", None),
            ("1.5", None),
            ("1 2", None),
            ("-99999999999999999999", None),
        ] {
            assert_eq!(whole(text), value, "{text}");
        }
    }
}
