//! Handicap stones (GTP 2, sections 4.1 and 6.3.2).

use super::stones;
use crate::base::Move;
use crate::controller::Trouble;
use crate::regression::compliance::{Bench, Check, Outcome, Probe, seen};
use std::collections::BTreeSet;

const FIXED: Check = Check {
    group: "fixed handicap",
    needs: &["fixed_handicap"],
    before: &["boardsize 9", "clear_board"],
    source: "GTP 2, 4.1.1, 6.3.2",
    ..Check::ROW
};
const PLACE: Check = Check {
    group: "free handicap",
    needs: &["place_free_handicap"],
    before: &["boardsize 9", "clear_board"],
    source: "GTP 2, 4.1.2, 6.3.2",
    ..Check::ROW
};
const SET: Check = Check { needs: &["set_free_handicap"], ..PLACE };
const STAY: Check = Check { source: "GTP 2, 2.5: a failed command changes nothing", ..SET };

/// Where the text of a failure is prescribed.
const TEXTS: &str = "GTP 2, 6.3.2: the text";

const NUMBER: &[&str] = &["? invalid number of stones"];
const SYNTAX: &[&str] = &["? syntax error"];
const BAD_LIST: &[&str] = &["? bad vertex list"];
const FAILURE: &[&str] = &["? {...}", "?"];
const NOT_EMPTY: &[&str] = &["? board not empty"];
const YES: &[&str] = &["="];

const fn size(name: &'static str, run: fn(&mut Bench) -> Result<Outcome, Trouble>) -> Check {
    Check {
        name,
        before: &[],
        run: Some(Probe {
            sent: "fixed_handicap N, for every N from 0 to 10",
            demanded: "the stones of the table, or a failure where it has none",
            run,
        }),
        ..FIXED
    }
}

pub(super) const CHECKS: &[Check] = &[
    size("boards below 7", |bench| sizes(bench, &[2, 3, 4, 5, 6])),
    size("7x7", |bench| sizes(bench, &[7])),
    size("8x8 and 10x10", |bench| sizes(bench, &[8, 10])),
    size("9x9 and 11x11", |bench| sizes(bench, &[9, 11])),
    Check { silent: true, source: "unsettled: the 3rd or the 4th line", ..TWELVE },
    size("13x13, 15x15, 17x17", |bench| sizes(bench, &[13, 15, 17])),
    size("14x14, 16x16, 18x18", |bench| sizes(bench, &[14, 16, 18])),
    size("19x19", |bench| sizes(bench, &[19])),
    size("20x20 to 25x25", |bench| sizes(bench, &[20, 21, 22, 23, 24, 25])),
    Check {
        name: "one stone",
        send: b"fixed_handicap 1\n",
        want: &[NUMBER],
        source: TEXTS,
        ..FIXED
    },
    Check {
        name: "too many stones",
        send: b"fixed_handicap 10\n",
        want: &[NUMBER],
        source: TEXTS,
        ..FIXED
    },
    Check {
        name: "five stones on an even board",
        before: &["boardsize 8", "clear_board"],
        send: b"fixed_handicap 5\n",
        want: &[NUMBER],
        source: TEXTS,
        ..FIXED
    },
    Check {
        name: "a board with a stone",
        before: &["boardsize 9", "clear_board", "play b C3"],
        send: b"fixed_handicap 2\n",
        want: &[NOT_EMPTY],
        ..FIXED
    },
    Check {
        name: "no number",
        send: b"fixed_handicap\n",
        want: &[SYNTAX],
        source: "GTP 2, 2.5: syntax error",
        ..FIXED
    },
    Check {
        name: "what is placed stands there",
        send: b"fixed_handicap 2\nplay w C3\nplay b G7\n",
        want: &[&["= C3 G7", "= G7 C3"], &["? illegal move"], &["? illegal move"]],
        ..FIXED
    },
    Check {
        name: "the engine places as many as asked",
        run: Some(Probe {
            sent: "place_free_handicap N, for N of 2, 5 and 9",
            demanded: "N vertices, none twice, no pass; black stones stand there",
            run: places,
        }),
        ..PLACE
    },
    Check {
        name: "the engine is asked for one",
        send: b"place_free_handicap 1\n",
        want: &[NUMBER],
        source: TEXTS,
        ..PLACE
    },
    Check {
        name: "the engine on a board with a stone",
        before: &["boardsize 9", "clear_board", "play b C3"],
        send: b"place_free_handicap 2\n",
        want: &[NOT_EMPTY],
        ..PLACE
    },
    Check {
        name: "the engine without a number",
        send: b"place_free_handicap\n",
        want: &[SYNTAX],
        source: "GTP 2, 2.5: syntax error",
        ..PLACE
    },
    Check {
        name: "a list",
        send: b"set_free_handicap A1 e5 J9\nplay w A1\nplay b E5\nplay w B1\n",
        want: &[YES, &["? illegal move"], &["? illegal move"], YES],
        ..SET
    },
    Check {
        name: "a list on a board with a stone",
        before: &["boardsize 9", "clear_board", "play w C3"],
        send: b"set_free_handicap A1 B2\n",
        want: &[NOT_EMPTY],
        ..SET
    },
    Check {
        name: "a list of one",
        send: b"set_free_handicap A1\n",
        want: &[BAD_LIST],
        source: TEXTS,
        ..SET
    },
    Check {
        name: "a list with a vertex twice",
        send: b"set_free_handicap A1 B2 A1\n",
        want: &[BAD_LIST],
        source: TEXTS,
        ..SET
    },
    Check {
        name: "a list with a pass",
        send: b"set_free_handicap A1 pass\n",
        want: &[BAD_LIST],
        source: TEXTS,
        ..SET
    },
    Check {
        name: "a list with a vertex beside the board",
        send: b"set_free_handicap A1 B2 K1\n",
        want: &[BAD_LIST],
        source: TEXTS,
        ..SET
    },
    Check {
        name: "a list with a word",
        send: b"set_free_handicap A1 B2 foo\n",
        want: &[&["? bad vertex list", "? syntax error"]],
        source: TEXTS,
        ..SET
    },
    Check {
        name: "what a list of one leaves",
        send: b"set_free_handicap A1\n",
        want: &[FAILURE],
        after: &[("play w A1", YES)],
        ..STAY
    },
    Check {
        name: "what a list with a vertex twice leaves",
        send: b"set_free_handicap A1 B2 A1\n",
        want: &[FAILURE],
        after: &[("play w A1", YES), ("play w B2", YES)],
        ..STAY
    },
    Check {
        name: "what a list with a pass leaves",
        send: b"set_free_handicap A1 pass\n",
        want: &[FAILURE],
        after: &[("play w A1", YES)],
        ..STAY
    },
    Check {
        name: "what a list with a vertex beside the board leaves",
        send: b"set_free_handicap A1 B2 K1\n",
        want: &[FAILURE],
        after: &[("play w A1", YES), ("play w B2", YES)],
        ..STAY
    },
    Check {
        name: "what a list with a word leaves",
        send: b"set_free_handicap A1 B2 foo\n",
        want: &[FAILURE],
        after: &[("play w A1", YES), ("play w B2", YES)],
        ..STAY
    },
];

const TWELVE: Check = Check {
    name: "12x12",
    before: &["boardsize 12", "clear_board"],
    send: b"fixed_handicap 4\n",
    ..FIXED
};

/// The stones of section 4.1.1, empty where there are none: the corners on the third line below 13 and on the fourth
/// from there on, more than four only on odd boards from 9 on.
fn table(size: usize, number: usize) -> BTreeSet<String> {
    let most = match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&number) {
        return BTreeSet::new();
    }
    let low = if size < 13 { 2 } else { 3 };
    let (high, middle) = (size - 1 - low, size / 2);
    let mut points = vec![(low, low), (high, high)];
    if number >= 3 {
        points.push((low, high));
    }
    if number >= 4 {
        points.push((high, low));
    }
    if number >= 6 {
        points.extend([(low, middle), (high, middle)]);
    }
    if number >= 8 {
        points.extend([(middle, low), (middle, high)]);
    }
    if number >= 5 && number % 2 == 1 {
        points.push((middle, middle));
    }
    points.into_iter().map(|(x, y)| Move::xy(x, y).to_string()).collect()
}

fn sizes(bench: &mut Bench, sizes: &[usize]) -> Result<Outcome, Trouble> {
    let mut refused = 0;
    for &size in sizes {
        if !bench.ask(&format!("boardsize {size}"))?.starts_with('=') {
            refused += 1;
            continue;
        }
        for number in 0..=10 {
            let lines = format!("clear_board\nfixed_handicap {number}\n");
            let replies = bench.exchange(lines.as_bytes())?;
            let [_, reply] = replies.as_slice() else {
                return Ok(Outcome::Fault(seen(&replies)));
            };
            let expected = table(size, number);
            let right = match reply.strip_prefix('=') {
                Some(text) => !expected.is_empty() && stones::set(text).as_ref() == Some(&expected),
                None => expected.is_empty(),
            };
            if !right {
                let expected = match expected.is_empty() {
                    true => "a failure".to_owned(),
                    false => stones::text(&expected),
                };
                let reply = seen(std::slice::from_ref(reply));
                let text = format!("{size}x{size}, {number} stones: {reply}, not {expected}");
                return Ok(Outcome::Fault(text));
            }
        }
    }
    Ok(match refused == sizes.len() {
        true => Outcome::NotOffered("the engine takes no such board".into()),
        false => Outcome::Ok,
    })
}

fn places(bench: &mut Bench) -> Result<Outcome, Trouble> {
    let mut fewer = Vec::new();
    for number in [2, 5, 9] {
        let reply = bench.ask("clear_board")?;
        let answer = bench.ask(&format!("place_free_handicap {number}"))?;
        let vertices = answer.strip_prefix('=').and_then(stones::set);
        let Some(vertices) = vertices.filter(|set| set.len() <= number && !set.is_empty()) else {
            return Ok(Outcome::Fault(format!("{number}: {} after {reply}", seen(&[answer]))));
        };
        for vertex in &vertices {
            if bench.ask(&format!("play w {vertex}"))?.starts_with('=') {
                return Ok(Outcome::Fault(format!("{number}: no stone on {vertex}")));
            }
        }
        if vertices.len() < number {
            fewer.push(format!("{} of {number}", vertices.len()));
        }
    }
    Ok(match fewer.is_empty() {
        true => Outcome::Ok,
        false => {
            Outcome::Choice(format!("fewer stones, as if those won surely: {}", fewer.join(", ")))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_specification() {
        for (size, number, stones) in [
            (19, 2, "D4 Q16"),
            (19, 3, "D16 D4 Q16"),
            (19, 4, "D16 D4 Q16 Q4"),
            (19, 5, "D16 D4 K10 Q16 Q4"),
            (19, 6, "D10 D16 D4 Q10 Q16 Q4"),
            (19, 7, "D10 D16 D4 K10 Q10 Q16 Q4"),
            (19, 8, "D10 D16 D4 K16 K4 Q10 Q16 Q4"),
            (19, 9, "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"),
            (19, 10, ""),
            (19, 1, ""),
            (9, 5, "C3 C7 E5 G3 G7"),
            (8, 4, "C3 C6 F3 F6"),
            (8, 5, ""),
            (7, 4, "C3 C5 E3 E5"),
            (7, 5, ""),
            (6, 2, ""),
            (13, 2, "D4 K10"),
        ] {
            assert_eq!(stones::text(&table(size, number)), stones, "{size} {number}");
        }
    }
}
