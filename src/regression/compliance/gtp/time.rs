//! Clocks (GTP 2, sections 4.2 and 6.3.4).

use crate::regression::compliance::Check;

const SETTINGS: Check =
    Check { group: "time", needs: &["time_settings"], source: "GTP 2, 4.2, 6.3.4", ..Check::ROW };
const LEFT: Check = Check {
    needs: &["time_settings", "time_left"],
    before: &["boardsize 9", "clear_board", "time_settings 60 10 5"],
    ..SETTINGS
};

/// Where the text of a failure is prescribed.
const TEXTS: &str = "GTP 2, 2.5: syntax error";

const YES: &[&str] = &["="];
const SYNTAX: &[&str] = &["? syntax error"];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "valid settings are accepted",
        send: b"time_settings 600 0 0\ntime_settings 600 0 5\ntime_settings 60 10 5\n\
                time_settings 0 5 1\ntime_settings 1 1 0\ntime_settings 0 1 0\n",
        want: &[YES, YES, YES, YES, YES, YES],
        ..SETTINGS
    },
    Check {
        name: "a negative number is no int",
        send: b"time_settings -1 0 0\n",
        want: &[SYNTAX],
        source: "GTP 2, 3.2.1, 2.5",
        ..SETTINGS
    },
    Check {
        name: "two numbers",
        send: b"time_settings 60 10\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..SETTINGS
    },
    Check {
        name: "words for numbers",
        send: b"time_settings 60 ten 5\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..SETTINGS
    },
    Check {
        name: "fractions",
        send: b"time_settings 1.5 0 0\n",
        silent: true,
        source: "no int; KataGo accepts it",
        ..SETTINGS
    },
    Check {
        name: "time left is accepted",
        send: b"time_left b 55 0\ntime_left white 3 2\ntime_left B 0 0\n",
        want: &[YES, YES, YES],
        ..LEFT
    },
    Check {
        name: "time left changes nothing on the board",
        before: &["boardsize 9", "clear_board", "play b A1"],
        send: b"time_settings 60 10 5\ntime_left b 55 0\ntime_left w 55 0\nplay w A1\n",
        want: &[YES, YES, YES, &["? illegal move"]],
        ..LEFT
    },
    Check {
        name: "time left without stones",
        send: b"time_left b 55\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..LEFT
    },
    Check {
        name: "time left of no colour",
        send: b"time_left green 55 0\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..LEFT
    },
    Check {
        name: "a move by the clock",
        send: b"time_left b 2 0\ngenmove b\n",
        want: &[YES, &["= {vertex}", "= {pass|PASS|Pass|resign|RESIGN|Resign}"]],
        ..LEFT
    },
];
