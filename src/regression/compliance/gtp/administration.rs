//! Commands about the engine itself (GTP 2, section 6.3.1).

use crate::controller::{REQUIRED_COMMANDS, Trouble};
use crate::regression::compliance::{Bench, Check, Outcome, Probe};
use std::collections::BTreeSet;

const ROW: Check = Check { group: "administration", source: "GTP 2, 6.3.1", ..Check::ROW };
const ERRORS: Check = Check { group: "errors", source: "GTP 2, 2.5, 6.1", ..Check::ROW };

pub(super) const CHECKS: &[Check] = &[
    Check { name: "protocol_version is 2", send: b"protocol_version\n", want: &[&["= 2"]], ..ROW },
    Check { name: "name", send: b"name\n", want: &[&["= {...}"]], ..ROW },
    Check { name: "version", send: b"version\n", want: &[&["= {...}", "="]], ..ROW },
    Check {
        name: "known_command of a known one",
        send: b"known_command genmove\n",
        want: &[&["= true"]],
        ..ROW
    },
    Check {
        name: "known_command of an unknown one",
        send: b"known_command no_such_command_here\n",
        want: &[&["= false"]],
        ..ROW
    },
    Check {
        name: "known_command alone cannot fail",
        send: b"known_command\n",
        want: &[&["= false"]],
        ..ROW
    },
    Check {
        name: "the required commands are listed",
        run: Some(Probe {
            sent: "list_commands",
            demanded: "the eleven required commands, each name once",
            run: required,
        }),
        source: "GTP 2, 6.1, 6.3.1",
        ..ROW
    },
    Check {
        name: "what is listed is known",
        run: Some(Probe {
            sent: "known_command NAME for every name listed",
            demanded: "= true",
            run: listed_is_known,
        }),
        ..ROW
    },
    Check {
        name: "names are listed one a line",
        run: Some(Probe {
            sent: "list_commands",
            demanded: "one name a line, the first behind the =",
            run: one_name_a_line,
        }),
        source: "GTP 2, 2.4, 6.3.1",
        ..ROW
    },
    Check {
        name: "blanks behind listed names",
        run: Some(Probe { sent: "list_commands", demanded: "(nothing)", run: trailing_blanks }),
        source: "silent; Sabaki does not trim",
        ..ROW
    },
    Check {
        name: "an unknown command",
        send: b"no_such_command_here A1 2\n",
        want: &[&["? unknown command"]],
        ..ERRORS
    },
    Check {
        name: "names of commands have their case",
        send: b"PROTOCOL_VERSION\n",
        want: &[&["? unknown command"]],
        ..ERRORS
    },
    Check {
        name: "surplus arguments",
        send: b"protocol_version surplus\n",
        silent: true,
        source: "silent",
        ..ERRORS
    },
    Check {
        name: "bytes above 127",
        send: b"known_command n\xc3\xa4me\nknown_command \xff\xfe\n",
        want: &[&["= false"], &["= false"]],
        ..ERRORS
    },
];

fn required(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let names: BTreeSet<&String> = bench.commands().iter().collect();
    let missing: Vec<&str> =
        REQUIRED_COMMANDS.iter().copied().filter(|name| !bench.knows(name)).collect();
    Ok(match (missing.is_empty(), names.len() == bench.commands().len()) {
        (true, true) => Outcome::Ok,
        (false, _) => Outcome::Fault(format!("missing: {}", missing.join(" "))),
        (true, false) => Outcome::Fault("a name stands there twice".into()),
    })
}

fn listed_is_known(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let names = bench.commands().to_vec();
    let lines: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    let replies = bench.exchange(lines.as_bytes())?;
    if replies.len() != names.len() {
        return Ok(Outcome::Fault(format!("{} replies to {}", replies.len(), names.len())));
    }
    let wrong = replies.iter().zip(&names).find(|(reply, _)| reply.trim_end() != "= true");
    Ok(match wrong {
        None => Outcome::Ok,
        Some((reply, name)) => Outcome::Fault(format!("{name}: {}", reply.trim_end())),
    })
}

fn one_name_a_line(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let reply = bench.ask("list_commands")?;
    let mut lines = reply.trim_start_matches('=').lines();
    let wrong = lines.find(|line| line.split_whitespace().count() != 1);
    Ok(match wrong {
        None => Outcome::Ok,
        Some(line) => Outcome::Fault(format!("the line {line:?}")),
    })
}

fn trailing_blanks(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let reply = bench.ask("list_commands")?;
    let blank = reply.lines().any(|line| line.trim_end_matches('\r').ends_with([' ', '\t']));
    Ok(Outcome::Choice(if blank { "there are some" } else { "there are none" }.into()))
}
