//! Boards, komi, moves and undo (GTP 2, sections 3.2.1, 6.3.2 and 6.3.3).

use super::stones;
use crate::controller::Trouble;
use crate::regression::compliance::{Bench, Check, Outcome, Probe, seen};

const SIZE: Check = Check { group: "boardsize", source: "GTP 2, 6.3.2", ..Check::ROW };
const KOMI: Check = Check { group: "komi", source: "GTP 2, 6.3.2", ..Check::ROW };
const PLAY: Check = Check {
    group: "play",
    before: &["boardsize 9", "clear_board"],
    source: "GTP 2, 3.2.1, 6.3.3",
    ..Check::ROW
};
const GENMOVE: Check = Check {
    group: "genmove",
    before: &["boardsize 9", "clear_board"],
    source: "GTP 2, 6.3.3",
    ..Check::ROW
};
const UNDO: Check = Check {
    group: "undo",
    needs: &["undo"],
    before: &["boardsize 9", "clear_board"],
    source: "GTP 2, 6.3.3",
    ..Check::ROW
};

/// Where the text of a failure is prescribed.
const TEXTS: &str = "GTP 2, 2.5: syntax error";

const YES: &[&str] = &["="];
const ILLEGAL: &[&str] = &["? illegal move"];
const SYNTAX: &[&str] = &["? syntax error"];
const FAILURE: &[&str] = &["? {...}", "?"];
const NO_UNDO: &[&str] = &["? cannot undo"];

/// A move, in any case.
const MOVE: &[&str] = &["= {vertex}", "= {pass|PASS|Pass|resign|RESIGN|Resign}"];

pub(super) const CHECKS: &[Check] = &[
    Check { name: "9", send: b"boardsize 9\n", want: &[YES], ..SIZE },
    Check { name: "0", send: b"boardsize 0\n", want: &[&["? unacceptable size"]], ..SIZE },
    Check { name: "1000", send: b"boardsize 1000\n", want: &[&["? unacceptable size"]], ..SIZE },
    Check {
        name: "negative",
        send: b"boardsize -1\n",
        want: &[&["? syntax error", "? unacceptable size"]],
        ..SIZE
    },
    Check {
        name: "a fraction is no int",
        send: b"boardsize 9.5\n",
        want: &[SYNTAX],
        source: "GTP 2, 3.2.1, 2.5",
        ..SIZE
    },
    Check { name: "a word", send: b"boardsize nine\n", want: &[SYNTAX], source: TEXTS, ..SIZE },
    Check { name: "no number", send: b"boardsize\n", want: &[SYNTAX], source: TEXTS, ..SIZE },
    Check {
        name: "a refused size changes nothing",
        before: &["boardsize 9", "clear_board", "play b A1"],
        send: b"boardsize 1000\n",
        want: &[FAILURE],
        after: &[("play w A1", ILLEGAL), ("play w J9", YES), ("play w K10", FAILURE)],
        source: "GTP 2, 2.5, 6.3.2",
        ..SIZE
    },
    Check {
        name: "two equal numbers",
        send: b"boardsize 9 9\n",
        silent: true,
        source: "silent",
        ..SIZE
    },
    Check {
        name: "two different numbers",
        send: b"boardsize 9 13\n",
        silent: true,
        source: "silent; KataGo: a rectangle",
        ..SIZE
    },
    Check { name: "26", send: b"boardsize 26\n", silent: true, source: "silent", ..SIZE },
    Check {
        name: "any float",
        send: b"komi 6.5\nkomi -7.5\nkomi 0\nkomi 7\n",
        want: &[YES, YES, YES, YES],
        ..KOMI
    },
    Check { name: "ridiculous values", send: b"komi 9999\nkomi 1e1\n", want: &[YES, YES], ..KOMI },
    Check { name: "a word", send: b"komi abc\n", want: &[SYNTAX], source: TEXTS, ..KOMI },
    Check { name: "no number", send: b"komi\n", want: &[SYNTAX], source: TEXTS, ..KOMI },
    Check {
        name: "a decimal comma",
        send: b"komi 6,5\n",
        silent: true,
        source: "silent on what follows a number",
        ..KOMI
    },
    Check {
        name: "it survives boardsize and clear_board",
        needs: &["get_komi"],
        before: &["komi 3.5"],
        send: b"boardsize 9\nclear_board\nget_komi\n",
        want: &[YES, YES, KOMI_3_5],
        ..KOMI
    },
    Check {
        name: "a refused one changes nothing",
        needs: &["get_komi"],
        before: &["komi 3.5"],
        send: b"komi abc\nget_komi\n",
        want: &[FAILURE, KOMI_3_5],
        source: "GTP 2, 2.5",
        ..KOMI
    },
    Check {
        name: "colours and vertices have no case",
        send: b"play b c3\nplay B D4\nplay white E5\nplay WHITE f6\nplay Black j9\n",
        want: &[YES, YES, YES, YES, YES],
        ..PLAY
    },
    Check {
        name: "a pass, at any time",
        send: b"play b pass\nplay w PASS\nplay b Pass\n",
        want: &[YES, YES, YES],
        ..PLAY
    },
    Check {
        name: "two moves of one colour",
        send: b"play b C3\nplay b D4\n",
        want: &[YES, YES],
        ..PLAY
    },
    Check {
        name: "an occupied point",
        send: b"play b A3\nplay w A3\nplay b A3\n",
        want: &[YES, ILLEGAL, ILLEGAL],
        ..PLAY
    },
    Check {
        name: "an illegal move changes nothing",
        send: b"play b A3\nplay w A3\n",
        want: &[YES, ILLEGAL],
        // White takes the stone: it was still there, and black.
        after: &[("play w A2", YES), ("play w B3", YES), ("play w A4", YES), ("play w A3", YES)],
        source: "GTP 2, 2.5, 6.3.3",
        ..PLAY
    },
    Check {
        name: "a capture takes the stones away",
        send: b"play b A1\nplay w A2\nplay w B1\nplay w A1\n",
        want: &[YES, YES, YES, YES],
        ..PLAY
    },
    Check {
        name: "retaking a ko at once",
        before: &[
            "boardsize 9",
            "clear_board",
            "play b B1",
            "play w C1",
            "play b A2",
            "play w D2",
            "play b B3",
            "play w C3",
            "play w B2",
        ],
        send: b"play b C2\nplay w B2\n",
        want: &[YES, ILLEGAL],
        source: "GTP 2, 6.3.3; ko by the engine's rules",
        ..PLAY
    },
    Check {
        name: "suicide of one stone",
        before: &["boardsize 9", "clear_board", "play w A2", "play w B1"],
        send: b"play b A1\n",
        silent: true,
        source: "by the engine's rules",
        ..PLAY
    },
    Check {
        name: "I is no column",
        send: b"play b I5\n",
        want: &[FAILURE],
        source: "GTP 2, 2.11",
        ..PLAY
    },
    Check {
        name: "points beside the board",
        send: b"play b A0\nplay b A10\nplay b K1\n",
        want: &[FAILURE, FAILURE, FAILURE],
        source: "GTP 2, 2.11",
        ..PLAY
    },
    Check {
        name: "resign is no move to play",
        send: b"play w resign\n",
        want: &[FAILURE],
        source: "GTP 2, 3.2.1",
        ..PLAY
    },
    Check {
        name: "an unreadable colour",
        send: b"play green A1\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..PLAY
    },
    Check {
        name: "an unreadable vertex",
        send: b"play b 3A\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..PLAY
    },
    Check {
        name: "no vertex",
        send: b"play b\nplay\n",
        want: &[SYNTAX, SYNTAX],
        source: TEXTS,
        ..PLAY
    },
    Check {
        name: "a surplus argument",
        send: b"play b A3 extra\n",
        silent: true,
        source: "silent",
        ..PLAY
    },
    Check {
        name: "leading zeros in a row",
        send: b"play b a01\n",
        silent: true,
        source: "silent",
        ..PLAY
    },
    Check { name: "White may begin", send: b"genmove w\n", want: &[MOVE], ..GENMOVE },
    Check {
        name: "two moves of one colour",
        send: b"genmove b\ngenmove b\n",
        want: &[MOVE, MOVE],
        ..GENMOVE
    },
    Check {
        name: "the move is played",
        run: Some(Probe {
            sent: "genmove b, then play w on that point",
            demanded: "? illegal move",
            run: move_is_played,
        }),
        ..GENMOVE
    },
    Check {
        name: "reg_genmove plays nothing",
        needs: &["reg_genmove"],
        run: Some(Probe {
            sent: "reg_genmove b twice, then play b and w on that point",
            demanded: "the same move, =, ? illegal move",
            run: reg_genmove_plays_nothing,
        }),
        source: "GTP 2, 6.3.5",
        ..GENMOVE
    },
    Check {
        name: "after two passes",
        before: &["boardsize 9", "clear_board", "play b pass", "play w pass"],
        send: b"genmove b\n",
        want: &[MOVE],
        ..GENMOVE
    },
    Check {
        name: "an unreadable colour",
        send: b"genmove green\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..GENMOVE
    },
    Check { name: "no colour", send: b"genmove\n", want: &[SYNTAX], source: TEXTS, ..GENMOVE },
    Check { name: "a move", send: b"play b C3\nundo\nplay w C3\n", want: &[YES, YES, YES], ..UNDO },
    Check {
        name: "a pass",
        send: b"play b C3\nplay w pass\nundo\nundo\nplay w C3\n",
        want: &[YES, YES, YES, YES, YES],
        ..UNDO
    },
    Check {
        name: "a capture comes back",
        before: &["boardsize 9", "clear_board", "play b A1", "play w A2", "play w B1"],
        send: b"undo\nplay w A1\nplay w B1\n",
        want: &[YES, ILLEGAL, YES],
        ..UNDO
    },
    Check {
        name: "a move of genmove",
        run: Some(Probe {
            sent: "genmove b, undo, then play w on that point",
            demanded: "=",
            run: undo_genmove,
        }),
        ..UNDO
    },
    Check { name: "no move", send: b"undo\n", want: &[NO_UNDO], ..UNDO },
    Check {
        name: "more than there is",
        send: b"play b C3\nundo\nundo\nplay w C3\n",
        want: &[YES, YES, NO_UNDO, YES],
        ..UNDO
    },
    Check {
        name: "after clear_board",
        send: b"play b C3\nclear_board\nundo\n",
        want: &[YES, YES, NO_UNDO],
        ..UNDO
    },
    Check {
        name: "handicap stones stay",
        needs: &["undo", "fixed_handicap"],
        send: b"fixed_handicap 2\nundo\n",
        want: &[&["= {...}"], NO_UNDO],
        source: "GTP 2, 6.3.3, 4.1",
        ..UNDO
    },
];

/// `get_komi` is no command of the specification; GNU Go writes two blanks.
const KOMI_3_5: &[&str] = &["= 3.5", "=  3.5"];

fn move_is_played(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let answer = bench.ask("genmove b")?;
    let Some(vertex) = stones::vertex(answer.trim_start_matches('=')) else {
        return Ok(Outcome::Choice(format!("on the empty board: {}", seen(&[answer]))));
    };
    then(bench, &[format!("play w {vertex}")], &["? illegal move"])
}

fn reg_genmove_plays_nothing(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let first = bench.ask("reg_genmove b")?;
    let second = bench.ask("reg_genmove b")?;
    if first != second {
        return Ok(Outcome::Fault(format!("{}, then {}", first.trim_end(), second.trim_end())));
    }
    let Some(vertex) = stones::vertex(first.trim_start_matches('=')) else {
        return Ok(Outcome::Choice(format!("on the empty board: {}", seen(&[first]))));
    };
    let commands = [format!("play b {vertex}"), format!("play w {vertex}")];
    then(bench, &commands, &["=", "? illegal move"])
}

fn undo_genmove(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let answer = bench.ask("genmove b")?;
    let Some(vertex) = stones::vertex(answer.trim_start_matches('=')) else {
        return Ok(Outcome::Choice(format!("on the empty board: {}", seen(&[answer]))));
    };
    then(bench, &["undo".into(), format!("play w {vertex}")], &["=", "="])
}

/// Sends commands and compares their replies.
fn then(bench: &mut Bench, commands: &[String], want: &[&str]) -> Result<Outcome, Trouble> {
    for (command, want) in commands.iter().zip(want) {
        let reply = bench.ask(command)?;
        if reply.trim_end() != *want {
            return Ok(Outcome::Fault(format!("{command}: {}", seen(&[reply]))));
        }
    }
    Ok(Outcome::Ok)
}
