//! Bytes, lines, ids, and several commands at once (GTP 2, sections 2 and 3.1).

use crate::controller::Trouble;
use crate::regression::compliance::{Bench, Check, Outcome, Probe, seen};
use std::time::Duration;

/// How long to listen for what must not come.
const SILENCE: Duration = Duration::from_millis(300);

const FRAMING: Check = Check { group: "framing", source: "GTP 2, 2.4 to 2.6", ..Check::ROW };
const IDS: Check = Check { group: "ids", source: "GTP 2, 2.3, 3.2.1", ..Check::ROW };
const PIPELINING: Check = Check { group: "pipelining", source: "GTP 2, 2.1, 2.3", ..Check::ROW };
const CLEANING: Check = Check { group: "preprocessing", source: "GTP 2, 3.1", ..Check::ROW };
const LONG: Check =
    Check { group: "long lines", source: "GTP 2, 2.3: no limit is stated", ..Check::ROW };

/// Lines of 6,000 bytes.
const LONG_COMMAND: [u8; 6000] = long_line(*b"known_command ", b'x');
const LONG_COMMENT: [u8; 6000] = long_line(*b"name # comment", b'y');

const fn long_line(head: [u8; 14], fill: u8) -> [u8; 6000] {
    let mut line = [fill; 6000];
    let mut at = 0;
    while at < head.len() {
        line[at] = head[at];
        at += 1;
    }
    line[5999] = b'\n';
    line
}

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "nothing is said unasked",
        run: Some(Probe {
            sent: "(nothing, after the start)",
            demanded: "no output",
            run: nothing_unasked,
        }),
        ..FRAMING
    },
    Check {
        name: "success with an id",
        send: b"1 protocol_version\n",
        want: &[&["=1 2"]],
        ..FRAMING
    },
    Check {
        name: "success without an id",
        send: b"protocol_version\n",
        want: &[&["= 2"]],
        ..FRAMING
    },
    Check {
        name: "failure with an id",
        send: b"3 no_such_command_here\n",
        want: &[&["?3 unknown command"]],
        ..FRAMING
    },
    Check {
        name: "failure without an id",
        send: b"no_such_command_here\n",
        want: &[&["? unknown command"]],
        ..FRAMING
    },
    Check { name: "success without text", send: b"4 clear_board\n", want: &[&["=4"]], ..FRAMING },
    Check {
        name: "one empty line ends a reply",
        run: Some(Probe {
            sent: "1 protocol_version",
            demanded: "=1 2, an empty line, and no more",
            run: nothing_follows,
        }),
        ..FRAMING
    },
    Check {
        name: "leading zeros",
        send: b"007 protocol_version\n",
        want: &[&["=7 2", "=007 2"]],
        ..IDS
    },
    Check { name: "zero", send: b"0 protocol_version\n", want: &[&["=0 2"]], ..IDS },
    Check {
        name: "the largest int",
        send: b"2147483647 protocol_version\n",
        want: &[&["=2147483647 2"]],
        ..IDS
    },
    Check {
        name: "beyond an int",
        send: b"4294967296 protocol_version\n",
        want: &[&["=4294967296 2", "? {...}"]],
        ..IDS
    },
    Check {
        name: "a negative number is no id",
        send: b"-1 protocol_version\n",
        want: &[&["? {...}"]],
        ..IDS
    },
    Check {
        name: "an id is a word of its own",
        send: b"5protocol_version\n",
        want: &[&["? {...}"]],
        ..IDS
    },
    Check {
        name: "ids may repeat and fall",
        send: b"9 protocol_version\n9 protocol_version\n8 protocol_version\n",
        want: &[&["=9 2"], &["=9 2"], &["=8 2"]],
        ..IDS
    },
    Check { name: "an id alone", send: b"8\n", silent: true, source: "silent", ..IDS },
    Check {
        name: "several lines at once",
        send: b"1 protocol_version\n2 no_such_command_here\n3 known_command play\nclear_board\n\
                5 protocol_version\n",
        want: &[&["=1 2"], &["?2 unknown command"], &["=3 true"], &["="], &["=5 2"]],
        ..PIPELINING
    },
    Check {
        name: "a line in pieces",
        run: Some(Probe { sent: "1 proto, wait, col_version LF", demanded: "=1 2", run: pieces }),
        ..PIPELINING
    },
    Check {
        name: "two hundred lines at once",
        run: Some(Probe {
            sent: "1 protocol_version | ... | 200 protocol_version",
            demanded: "200 replies in order",
            run: many_lines,
        }),
        ..PIPELINING
    },
    Check {
        name: "a comment after a command",
        send: b"1 protocol_version # who\n2 protocol_version#who\n",
        want: &[&["=1 2"], &["=2 2"]],
        ..CLEANING
    },
    Check {
        name: "comments and blank lines get no reply",
        send: b"\n# only a comment\n   \n\t\n\t # another\n1 protocol_version\n",
        want: &[&["=1 2"]],
        ..CLEANING
    },
    Check {
        name: "tabs are blanks",
        send: b"1\tknown_command\tplay\t\n",
        want: &[&["=1 true"]],
        ..CLEANING
    },
    Check {
        name: "runs of blanks",
        send: b"   1   known_command   play   \n",
        want: &[&["=1 true"]],
        ..CLEANING
    },
    Check {
        name: "CR LF",
        send: b"1 protocol_version\r\n\r\n2 known_command play\r\n",
        want: &[&["=1 2"], &["=2 true"]],
        ..CLEANING
    },
    Check {
        name: "control characters are dropped",
        send: b"1 proto\x07col_\x01ver\x7fsion\n\x1b\n",
        want: &[&["=1 2"]],
        ..CLEANING
    },
    Check {
        name: "a long line is one command",
        send: &LONG_COMMAND,
        want: &[&["= false", "? {...}"]],
        ..LONG
    },
    Check { name: "a long comment", send: &LONG_COMMENT, want: &[&["= {...}", "="]], ..LONG },
];

fn nothing_unasked(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let mut wire = bench.fresh()?;
    Ok(match wire.line(SILENCE)? {
        None => Outcome::Ok,
        Some(line) => Outcome::Fault(line),
    })
}

fn nothing_follows(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let timeout = bench.timeout();
    let wire = bench.wire()?;
    wire.send(b"1 protocol_version\n".to_vec())?;
    let reply = wire.reply(timeout)?;
    if reply.trim_end() != "=1 2" {
        return Ok(Outcome::Fault(seen(&[reply])));
    }
    Ok(match wire.line(SILENCE)? {
        None => Outcome::Ok,
        Some(line) => Outcome::Fault(format!("then the line {line:?}")),
    })
}

fn pieces(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let wire = bench.wire()?;
    wire.send(b"1 proto".to_vec())?;
    if let Some(line) = wire.line(SILENCE)? {
        return Ok(Outcome::Fault(format!("{line:?} before the line ended")));
    }
    let replies = bench.exchange(b"col_version\n")?;
    Ok(match replies.as_slice() {
        [reply] if reply.trim_end() == "=1 2" => Outcome::Ok,
        replies => Outcome::Fault(seen(replies)),
    })
}

fn many_lines(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let lines: String = (1..=200).map(|id| format!("{id} protocol_version\n")).collect();
    let replies = bench.exchange(lines.as_bytes())?;
    let right = |(at, reply): (usize, &String)| reply.trim_end() == format!("={} 2", at + 1);
    Ok(match replies.len() == 200 && replies.iter().enumerate().all(right) {
        true => Outcome::Ok,
        false => Outcome::Fault(seen(&replies)),
    })
}
