//! `quit` and the end of input (GTP 2, section 6.3.1).

use crate::controller::Trouble;
use crate::regression::compliance::{Bench, Check, Outcome, Probe, seen};
use std::time::Duration;

/// How long an engine may take to leave.
const LEAVE: Duration = Duration::from_secs(10);

const fn probe(
    name: &'static str,
    sent: &'static str,
    demanded: &'static str,
    run: fn(&mut Bench) -> Result<Outcome, Trouble>,
) -> Check {
    let source = "GTP 2, 6.3.1";
    Check { group: "ending", name, source, run: Some(Probe { sent, demanded, run }), ..Check::ROW }
}

pub(super) const CHECKS: &[Check] = &[
    probe("quit is answered, and the engine ends", "1 quit", "=1, then the end", |bench| {
        converse(bench, "1 quit\n", false, &["=1"])
    }),
    probe(
        "commands before quit are answered",
        "1 protocol_version | 2 known_command quit | 3 quit",
        "three replies, then the end",
        |bench| {
            let lines = "1 protocol_version\n2 known_command quit\n3 quit\n";
            converse(bench, lines, false, &["=1 2", "=2 true", "=3"])
        },
    ),
    probe(
        "nothing is answered after quit",
        "1 quit | 2 protocol_version",
        "one reply, then the end",
        |bench| converse(bench, "1 quit\n2 protocol_version\n", false, &["=1"]),
    ),
    probe(
        "the end of input ends the engine",
        "(end of input)",
        "the end, without output",
        |bench| converse(bench, "", true, &[]),
    ),
    probe(
        "commands before the end of input are answered",
        "1 protocol_version | 2 known_command play | (end of input)",
        "two replies, then the end",
        |bench| {
            let lines = "1 protocol_version\n2 known_command play\n";
            converse(bench, lines, true, &["=1 2", "=2 true"])
        },
    ),
    Check {
        source: "silent",
        ..probe(
            "a last line without a line end",
            "1 protocol_version (end of input)",
            "(nothing)",
            |bench| {
                let mut wire = bench.fresh()?;
                wire.send(b"1 protocol_version".to_vec())?;
                let end = wire.end(bench.timeout());
                Ok(Outcome::Choice(match end.lines.iter().find(|line| !line.is_empty()) {
                    Some(line) => format!("it is answered: {line}"),
                    None => "it is not answered".into(),
                }))
            },
        )
    },
    probe(
        "the end of input while it thinks",
        "boardsize 9 | clear_board | genmove b (end of input)",
        "the end",
        |bench| {
            let mut wire = bench.fresh()?;
            wire.send(b"boardsize 9\nclear_board\ngenmove b\n".to_vec())?;
            let end = wire.end(bench.timeout());
            Ok(if end.ended { Outcome::Ok } else { Outcome::Fault("it goes on".into()) })
        },
    ),
    Check {
        source: "silent",
        ..probe("the exit status after quit", "quit", "(nothing)", |bench| {
            let mut wire = bench.fresh()?;
            wire.send(b"quit\n".to_vec())?;
            Ok(Outcome::Choice(wire.end(LEAVE).how))
        })
    },
];

/// Sends lines to a fresh engine, perhaps ends its input, and compares everything it says until its end.
fn converse(
    bench: &mut Bench,
    lines: &str,
    close: bool,
    want: &[&str],
) -> Result<Outcome, Trouble> {
    let mut wire = bench.fresh()?;
    wire.send(lines.as_bytes().to_vec())?;
    let patience = bench.timeout().max(LEAVE);
    let end = if close { wire.end(patience) } else { wire.wait(patience) };
    let replies: Vec<String> =
        end.lines.iter().filter(|line| !line.is_empty()).map(|l| l.trim_end().into()).collect();
    Ok(match (replies == want, end.ended) {
        (true, true) => Outcome::Ok,
        (true, false) => Outcome::Fault(format!("it runs {:.0} s later", patience.as_secs_f64())),
        (false, _) => Outcome::Fault(seen(&replies)),
    })
}
