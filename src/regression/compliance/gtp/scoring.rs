//! The end of the game (GTP 2, sections 4.3 and 6.3.4).

use super::stones;
use crate::controller::Trouble;
use crate::regression::compliance::{Bench, Check, Outcome, Probe, seen};
use std::collections::BTreeSet;

const SCORE: Check = Check {
    group: "scoring",
    needs: &["final_score"],
    before: WALLS,
    source: "GTP 2, 6.3.4",
    ..Check::ROW
};
const STATUS: Check = Check { needs: &["final_status_list"], source: "GTP 2, 4.3, 6.3.4", ..SCORE };

/// A 5x5 board, cut in two: Black has columns A to C, White D and E, and nothing is open.
const WALLS: &[&str] = &[
    "boardsize 5",
    "clear_board",
    "komi 0.5",
    "play b C1",
    "play w D1",
    "play b C2",
    "play w D2",
    "play b C3",
    "play w D3",
    "play b C4",
    "play w D4",
    "play b C5",
    "play w D5",
    "play b pass",
    "play w pass",
];

/// Another one: Black has columns A and B, White C to E. Area is 10 to 15, territory 5 to 10.
const OTHER_WALLS: &[&str] = &[
    "boardsize 5",
    "clear_board",
    "komi 10",
    "play b B1",
    "play w C1",
    "play b B2",
    "play w C2",
    "play b B3",
    "play w C3",
    "play b B4",
    "play w C4",
    "play b B5",
    "play w C5",
    "play b pass",
    "play w pass",
];

/// Where the text of a failure is prescribed.
const TEXTS: &str = "GTP 2, 6.3.4: the text";

const SYNTAX: &[&str] = &["? syntax error"];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "the form of a score",
        send: b"final_score\n",
        want: &[&["= {B|W}+{number}", "= 0", "? cannot score"]],
        ..SCORE
    },
    Check {
        name: "the score of a settled board",
        send: b"final_score\n",
        // Area and territory agree here: 15 to 10, and 10 to 5.
        want: &[&["= B+4.5", "? cannot score"]],
        ..SCORE
    },
    Check {
        name: "komi counts",
        before: OTHER_WALLS,
        send: b"final_score\n",
        want: &[&["= W+15", "= W+15.0", "? cannot score"]],
        ..SCORE
    },
    Check {
        name: "a score in the middle of a game",
        before: &["boardsize 9", "clear_board", "komi 6.5", "play b E5"],
        send: b"final_score\n",
        want: &[&["= {B|W}+{number}", "= 0", "? cannot score"]],
        ..SCORE
    },
    Check {
        name: "scoring changes nothing",
        needs: &["final_score", "final_status_list"],
        before: &["boardsize 5", "clear_board", "play b C3", "play w C4"],
        send: b"final_score\nfinal_status_list dead\n",
        want: &[&["{...}"], &["= {...}", "="]],
        after: &[("play w C3", &["? illegal move"]), ("play b C4", &["? illegal move"])],
        ..SCORE
    },
    Check {
        name: "the three lists are all stones",
        run: Some(Probe {
            sent: "final_status_list of alive, seki and dead on a settled 5x5 board",
            demanded: "each stone in one list; no stone that is not there",
            run: lists,
        }),
        ..STATUS
    },
    Check {
        name: "a block stands on a line",
        send: b"final_status_list alive\n",
        want: &[&[
            "= {C1|C2|C3|C4|C5} {text}\n{D1|D2|D3|D4|D5} {text}",
            "= {D1|D2|D3|D4|D5} {text}\n{C1|C2|C3|C4|C5} {text}",
        ]],
        ..STATUS
    },
    Check {
        name: "another status",
        send: b"final_status_list foo\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..STATUS
    },
    Check {
        name: "no status",
        send: b"final_status_list\n",
        want: &[SYNTAX],
        source: TEXTS,
        ..STATUS
    },
];

fn lists(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for status in ["alive", "seki", "dead"] {
        let reply = bench.ask(&format!("final_status_list {status}"))?;
        let Some(set) = reply.strip_prefix('=').and_then(stones::set) else {
            return Ok(Outcome::Fault(format!("{status}: {}", seen(&[reply]))));
        };
        if let Some(twice) = set.iter().find(|vertex| listed.contains(*vertex)) {
            return Ok(Outcome::Fault(format!("{twice} is in two lists")));
        }
        listed.extend(set);
    }
    let there: BTreeSet<String> =
        ["C", "D"].iter().flat_map(|x| (1..=5).map(move |y| format!("{x}{y}"))).collect();
    Ok(match listed == there {
        true => Outcome::Ok,
        false => Outcome::Fault(stones::text(&listed)),
    })
}
