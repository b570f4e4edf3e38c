//! `kata-raw-nn`: what the network says of the position.

use super::Row;
use crate::base::Color;
use crate::eval::go::{RawLook, SYMMETRIES};
use crate::protocol::gtp::argument::{Argument, text};
use crate::protocol::gtp::command;
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::Server;
use nom::IResult;
use std::fmt::Write;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command(
            "kata-raw-nn",
            "What the network says of the position, seen in a symmetry of the board or in all.",
            raw,
        )
        .only(may_have_network),
    ]
}

fn may_have_network(server: &Server<'_>) -> bool {
    server.session.option_rows().iter().any(|row| row.name == "net")
}

/// The number of a symmetry, or all of them.
struct Symmetry(Option<usize>);

impl Argument for Symmetry {
    fn doc() -> String {
        "SYMMETRY|all".into()
    }

    fn read(input: &[u8]) -> IResult<&[u8], Symmetry> {
        text(input, |word| {
            if word.eq_ignore_ascii_case("all") {
                return Some(Symmetry(None));
            }
            let number = word.parse().ok().filter(|number| *number < SYMMETRIES);
            number.map(|number| Symmetry(Some(number)))
        })
    }
}

fn raw(server: &mut Server<'_>, color: Option<Color>, symmetry: Symmetry) -> Answer {
    let color = color.unwrap_or_else(|| server.session.to_move());
    let looks = server.session.raw_network(color, symmetry.0);
    let looks = looks.map_err(|error| Failure::new(error.to_string()))?;
    Ok(looks.iter().map(page).collect())
}

/// A look in KataGo's form (its docs/GTP_Extensions.md): -1 stands for what the network does not tell.
fn page(look: &RawLook) -> String {
    let [value_error, score_error] = look.errors.unwrap_or([-1.0, -1.0]);
    let mut page = format!(
        "symmetry {}\nwhiteWin {:.6}\nwhiteLoss {:.6}\nnoResult {:.6}\nwhiteLead {:.3}\n\
         whiteScoreSelfplay {:.3}\nwhiteScoreSelfplaySq {:.3}\nvarTimeLeft {:.3}\n\
         shorttermWinlossError {value_error:.3}\nshorttermScoreError {score_error:.3}\npolicy\n",
        look.symmetry,
        look.win,
        look.loss,
        look.no_result,
        look.lead,
        look.score,
        look.score_square,
        look.time_left.unwrap_or(-1.0),
    );
    let width = look.size.width();
    // Writing to a string cannot fail.
    for row in look.policy.chunks(width).rev() {
        for chance in row {
            let _ = match chance {
                Some(chance) => write!(page, "{chance:8.6} "),
                None => write!(page, "    NAN "),
            };
        }
        page.push('\n');
    }
    let _ = writeln!(page, "policyPass {:8.6}\nwhiteOwnership", look.pass);
    for row in look.ownership.chunks(width).rev() {
        for owner in row {
            let _ = write!(page, "{owner:9.7} ");
        }
        page.push('\n');
    }
    page
}
